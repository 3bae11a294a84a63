/** @vitest-environment jsdom */
/** The status line: where it stands, what it says, what its buttons do. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NarrativeError, errorCodes } from '../../../src/domain/errors.ts';
import { makeStatusLine, type StatusLine } from '../../../src/ui/status-line.ts';
import { uiText } from '../../../src/ui/text.ts';
import { makePage, type FakePage } from './page.ts';

let page: FakePage;
let line: StatusLine;
let time: number;
const actions = {
  retry: vi.fn(),
  analyseAgain: vi.fn(),
  catchUp: vi.fn(),
  stop: vi.fn(),
  openRun: vi.fn(),
  openState: vi.fn(),
};

const shown = (): HTMLElement | null => document.querySelector('.narrative-agent-status');
const words = (): string => shown()?.textContent ?? '';
const button = (label: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((candidate) => candidate.textContent === label);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  page = makePage();
  time = 10_000;
  line = makeStatusLine({ page: document, text: () => uiText('en'), now: () => time, actions });
});

afterEach(() => {
  line.remove();
  vi.useRealTimers();
});

describe('the stop button of the status line', () => {
  it('is there only while something runs behind the reply', () => {
    page.addMessage(false);

    line.status({ state: 'writing', startedAt: time });
    expect(button('Stop')).toBeUndefined();

    line.status({ state: 'completing', step: 'analyse', startedAt: time });
    button('Stop')?.click();
    expect(actions.stop).toHaveBeenCalledOnce();
  });
});

describe('the place of the status line', () => {
  it('is above the send bar while the turn is prepared', () => {
    page.addMessage(false);
    page.addMessage(true);

    line.status({ state: 'preparing', step: 'plan', startedAt: time });

    expect(document.getElementById('send_form')?.previousElementSibling).toBe(shown());
  });

  it('stays above the send bar while no reply has come', () => {
    page.addMessage(true);

    line.status({ state: 'writing', startedAt: time });

    expect(shown()?.nextElementSibling?.id).toBe('send_form');
  });

  it('is below the text of the newest reply and outside it', () => {
    const reply = page.addMessage(false);

    line.status({ state: 'writing', startedAt: time });

    expect(shown()?.parentElement).toBe(reply.querySelector('.mes_block'));
    expect(reply.querySelector('.mes_text')?.textContent).toBe('story');
  });

  it('follows to the reply as soon as it appears', async () => {
    page.addMessage(true);
    line.status({ state: 'writing', startedAt: time });

    const reply = page.addMessage(false);
    await Promise.resolve();

    expect(reply.contains(shown())).toBe(true);
  });

  it('comes back when the list of messages is built anew', async () => {
    page.addMessage(false);
    line.notice({ kind: 'done', calls: 2, seconds: 3, rejected: 0 });

    page.chat.replaceChildren();
    const reply = page.addMessage(false);
    await Promise.resolve();

    expect(reply.contains(shown())).toBe(true);
  });

  it('is above the send bar for a turn that left no reply', () => {
    page.addMessage(false);

    line.notice({
      kind: 'failed',
      pageId: 'page-9',
      error: new NarrativeError('model.auth'),
      step: 'write',
      turn: 'normal',
      canRetry: true,
    });

    expect(shown()?.nextElementSibling?.id).toBe('send_form');
  });

  it('is nowhere in a page without a chat', () => {
    document.body.replaceChildren();

    expect(() => line.status({ state: 'writing', startedAt: time })).not.toThrow();
    expect(shown()).toBeNull();
  });
});

describe('a running turn', () => {
  it('shows stage, seconds and calls, and the seconds go on by themselves', () => {
    line.status({ state: 'preparing', step: 'plan', startedAt: time, calls: 1 });
    expect(words()).toBe('planning0 s · 1 call');

    time += 3_000;
    vi.advanceTimersByTime(3_000);

    expect(words()).toBe('planning3 s · 1 call');
  });

  it('counts down to a retry and then says that it runs', () => {
    line.status({ state: 'completing', step: 'analyse', startedAt: time, retryAt: time + 4_500, attempt: 2 });
    expect(words()).toContain('attempt 2 in 5 s');

    time += 5_000;
    vi.advanceTimersByTime(5_000);

    expect(words()).not.toContain(' in ');
    expect(words()).toContain('attempt 2');
  });

  it('stops its clock when it ends', () => {
    line.status({ state: 'writing', startedAt: time });
    line.status({ state: 'idle' });

    expect(vi.getTimerCount()).toBe(0);
    expect(shown()).toBeNull();
  });

  it('takes away what was said about the turn before', () => {
    line.notice({ kind: 'degraded', detail: 'Planning was left out.' });

    line.status({ state: 'preparing', startedAt: time });

    expect(words()).not.toContain('left out');
  });

  it('keeps what was said during itself', () => {
    line.status({ state: 'preparing', startedAt: time });
    line.notice({ kind: 'degraded', detail: 'Planning was left out.' });

    line.status({ state: 'writing', startedAt: time });

    expect(words()).toContain('Planning was left out.');
  });
});

describe('how a turn ended', () => {
  it('opens the record of the turn that failed, and of no other', () => {
    line.notice({
      kind: 'failed',
      pageId: 'page-9',
      error: new NarrativeError('model.auth'),
      step: 'write',
      turn: 'normal',
      canRetry: false,
    });

    button('Details')?.click();

    expect(actions.openRun).toHaveBeenCalledExactlyOnceWith('page-9');
  });

  it('offers a retry of a failed turn, once', () => {
    line.notice({
      kind: 'failed',
      pageId: 'page-9',
      error: new NarrativeError('model.rate-limited', { message: 'HTTP 429 from the service' }),
      step: 'write',
      turn: 'swipe',
      canRetry: true,
    });
    expect(words()).toContain('HTTP 429 from the service');

    button('Retry')?.click();

    expect(actions.retry).toHaveBeenCalledExactlyOnceWith('swipe');
    expect(shown()).toBeNull();
  });

  it('offers no retry where none can help', () => {
    line.notice({
      kind: 'failed',
      pageId: 'page-9',
      error: new NarrativeError('host.missing'),
      step: 'open',
      turn: 'normal',
      canRetry: false,
    });

    expect(button('Retry')).toBeUndefined();
  });

  it('offers to analyse again by the page it belongs to', () => {
    line.notice({ kind: 'analysis-failed', pageId: 'page-7', detail: '' });

    button('Analyse again')?.click();

    expect(actions.analyseAgain).toHaveBeenCalledWith('page-7');
  });

  it('says calls, seconds and rejected changes, and opens the record', () => {
    line.notice({ kind: 'done', calls: 2, seconds: 12.4, rejected: 1 });
    expect(words()).toContain('2 calls · 12 s · 1 change not applied');

    button('Details')?.click();

    expect(actions.openRun).toHaveBeenCalledOnce();
  });

  it('says in words why a turn went on in a simpler way', () => {
    line.notice({ kind: 'degraded', detail: 'answer.not-json' });

    expect(words()).toContain('simpler way. The model did not answer in the required form.');
  });

  it('says the last word on the analysis only', () => {
    line.notice({ kind: 'analysis-pending', pageId: 'p', detail: '' });
    line.notice({ kind: 'analysis-failed', pageId: 'p', detail: '' });

    expect(document.querySelectorAll('.narrative-agent-status-row')).toHaveLength(1);
  });

  it('shows text of models and services as text', () => {
    const hostile = '<img src=x onerror=alert(1)>';

    line.notice({ kind: 'degraded', detail: hostile });
    line.notice({
      kind: 'failed',
      pageId: 'page-9',
      error: new NarrativeError('model.server', { message: hostile }),
      step: 'write',
      turn: 'swipe',
      canRetry: true,
    });

    expect(document.querySelector('img')).toBeNull();
    expect(words()).toContain(hostile);
  });

  it('shortens a page that a service sent as its message', () => {
    line.notice({
      kind: 'failed',
      pageId: 'page-9',
      error: new NarrativeError('model.server', { message: 'x'.repeat(5_000) }),
      step: 'write',
      turn: 'swipe',
      canRetry: true,
    });

    expect(words().length).toBeLessThan(700);
  });

  it.each(errorCodes)('has a sentence for %s in both languages', (code) => {
    expect(uiText('zh').errors[code]).toMatch(/[\u4e00-\u9fff].*[。]$/u);
    expect(uiText('en').errors[code]).toMatch(/\.$/);
  });

  it('leaves a chip to the state beside the newest reply of a chat it takes part in', () => {
    const reply = page.addMessage(false);

    line.showChip(true);
    expect(reply.contains(button('State')!)).toBe(true);
    button('State')?.click();
    expect(actions.openState).toHaveBeenCalledOnce();

    line.showChip(false);
    expect(shown()).toBeNull();
  });

  it('leaves nothing behind when it is removed', () => {
    line.status({ state: 'writing', startedAt: time });
    line.notice({ kind: 'partial' });

    line.remove();

    expect(shown()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stays away after it was removed, whoever still speaks to it', () => {
    line.remove();

    line.status({ state: 'writing', startedAt: time });

    expect(shown()).toBeNull();
  });
});
