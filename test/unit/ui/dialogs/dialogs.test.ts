/** @vitest-environment jsdom */
/** The questions: consent to code, the preset offer, catching up. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showCatchUp } from '../../../../src/ui/dialogs/catch-up-dialog.tsx';
import { askConsent } from '../../../../src/ui/dialogs/consent-dialog.tsx';
import { offerPreset } from '../../../../src/ui/dialogs/preset-offer.tsx';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const dialog = (): HTMLElement | null => document.querySelector('[role=dialog]');
const press = (label: string): void => {
  [...document.querySelectorAll('button')].find((button) => button.textContent === label)!.click();
};
const options = (signal = new AbortController().signal) => ({ page: document, language: 'en' as const, signal });

afterEach(() => document.body.replaceChildren());

const question = {
  card: 'Ferry',
  text: 'One tool.\nMay it run?',
  tools: [{ name: 'tide', about: 'The sea.', code: 'return "<b>1</b>";' }],
  offerPage: true,
};

describe('consent to code', () => {
  it.each([
    ['Allow once', 'once'],
    ['Always allow', 'always'],
    ['Never', 'never'],
    ['Allow this very code in the page', 'page'],
    ['Not now', null],
  ])('answers %s', async (label, consent) => {
    const asked = askConsent(question, options());

    press(label);

    expect(await asked).toBe(consent);
    expect(dialog()).toBeNull();
  });

  it('does not speak of the page unless the player came for it', async () => {
    const asked = askConsent({ ...question, offerPage: false }, options());

    expect(dialog()?.textContent).not.toContain('page');
    press('Never');
    await asked;
  });

  it('shows the code as text and allows nothing by an accidental Enter', async () => {
    const asked = askConsent(question, options());

    expect(dialog()?.textContent).toContain('return "<b>1</b>";');
    expect(dialog()?.querySelector('pre b')).toBeNull();
    (document.activeElement as HTMLButtonElement).click();

    expect(await asked).toBeNull();
  });

  it('gives up when the chat is left, also before it is shown', async () => {
    const control = new AbortController();
    const asked = askConsent(question, options(control.signal));

    control.abort();

    expect(await asked).toBeNull();
    expect(await askConsent(question, options(control.signal))).toBeNull();
    expect(dialog()).toBeNull();
  });
});

describe('the preset offer', () => {
  const offer = { preset: 'Velvet', used: ['main', 'style'], dropped: ['prefill'], lint: ['“length” fights the turn'] };

  it.each([
    ['Use them', 'split'],
    ['Leave them out', 'none'],
  ])('answers %s', async (label, choice) => {
    const asked = offerPreset(offer, options());
    expect(dialog()?.textContent).toContain('Use 2 of 3 entries of the preset “Velvet”?');

    press(label);

    expect(await asked).toBe(choice);
  });

  it('is not answered by Escape', async () => {
    const asked = offerPreset(offer, options());

    dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

    expect(await asked).toBeNull();
  });
});

describe('catching up', () => {
  it('tells the cost first, then the progress, stops and goes on', async () => {
    const signals: AbortSignal[] = [];
    let finish: (done: number) => void = () => undefined;
    const run = vi.fn((signal: AbortSignal, onProgress: (done: number) => void) => {
      signals.push(signal);
      onProgress(10);
      return new Promise<number>((resolve) => {
        finish = resolve;
      });
    });
    const shown = showCatchUp({ estimate: () => ({ rounds: 30, calls: 3, tokens: 9_000 }), run }, options());
    expect(dialog()?.textContent).toContain('30 rounds have no summary yet. Catching up takes about 3 calls and 9000');
    expect(run).not.toHaveBeenCalled();

    press('Catch up');
    await settle();
    expect(dialog()?.textContent).toContain('10 of 30 rounds done');
    press('Stop');
    expect(signals[0]?.aborted).toBe(true);
    finish(10);
    await settle();
    expect(dialog()?.textContent).toContain('Stopped at 10 of 30 rounds');
    press('Continue');
    finish(20);
    await settle();
    expect(dialog()?.textContent).toContain('30 rounds caught up.');
    press('Close');
    await shown;
  });

  it('stops a run whose dialog was closed', async () => {
    let signal: AbortSignal | undefined;
    const shown = showCatchUp(
      {
        estimate: () => ({ rounds: 30, calls: 3, tokens: 9_000 }),
        run: (given) => {
          signal = given;
          return new Promise(() => undefined);
        },
      },
      options(),
    );
    press('Catch up');
    await settle();

    press('Close');
    await shown;

    expect(signal?.aborted).toBe(true);
  });

  it('says why it could not go on', async () => {
    void showCatchUp(
      { estimate: () => ({ rounds: 3, calls: 1, tokens: 900 }), run: () => Promise.reject(new Error('no key')) },
      options(),
    );

    press('Catch up');
    await settle();

    expect(dialog()?.textContent).toContain('no key');
  });
});
