/** @vitest-environment jsdom */
/** What tools offer beside the newest reply: panels, and buttons that fill the input. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillInput } from '../../../src/host/fill-input.ts';
import { makeToolStrip, type ToolStrip } from '../../../src/ui/tool-strip.ts';
import { uiText } from '../../../src/ui/text.ts';
import { makePage, type FakePage } from './page.ts';

let page: FakePage;
let strip: ToolStrip;
const onAction = vi.fn();
const actions = '<actions><action>Go <b>north</b></action><action>Wait</action><action>Wait</action></actions>';

const shown = (): HTMLElement | null => document.querySelector('.narrative-agent-tool-strip');
const buttons = (): (string | null)[] => [...document.querySelectorAll('button')].map((button) => button.textContent);

beforeEach(() => {
  onAction.mockClear();
  page = makePage();
  strip = makeToolStrip({ page: document, text: () => uiText('en'), onAction });
});
afterEach(() => strip.remove());

describe('the strip of tools', () => {
  it('shows each action once, as text, and fills the input with it', () => {
    page.addMessage(false);
    strip.show([{ tool: 'next', text: `Choose:\n${actions}` }], true);

    expect(buttons()).toEqual(['Go north', 'Wait']);
    expect(shown()?.closest('.mes_block')).not.toBeNull();
    expect(shown()?.closest('.mes_text')).toBeNull();
    document.querySelector('button')!.click();
    expect(onAction).toHaveBeenCalledExactlyOnceWith('Go north');
  });

  it('shows a panel under its title, as text, and no panel for what is in the message', () => {
    page.addMessage(false);
    strip.show(
      [
        { tool: 'log', text: '<img src=x onerror=alert(1)> dusk', panel: 'Ferry log' },
        { tool: 'board', text: 'in the message' },
      ],
      true,
    );

    expect(shown()?.querySelectorAll('details')).toHaveLength(1);
    expect(shown()?.querySelector('summary')?.textContent).toBe('Ferry log');
    expect(shown()?.querySelector('pre')?.textContent).toBe('<img src=x onerror=alert(1)> dusk');
    expect(shown()?.querySelector('img')).toBeNull();
  });

  it('makes no panel of actions alone, and shows them as text where buttons are off', () => {
    page.addMessage(false);
    strip.show([{ tool: 'next', text: actions, panel: 'Next' }], true);
    expect(shown()?.querySelector('details')).toBeNull();

    strip.show([{ tool: 'next', text: actions, panel: 'Next' }], false);
    expect(buttons()).toEqual([]);
    expect(shown()?.querySelector('pre')?.textContent).toBe(actions);
  });

  it('survives a chat that is drawn again, moves to the newest reply, and leaves nothing when removed', async () => {
    page.addMessage(false);
    strip.show([{ tool: 'next', text: actions }], true);
    page.chat.replaceChildren();
    const next = page.addMessage(false);
    await vi.waitFor(() => expect(shown()?.closest('.mes')).toBe(next));
    page.addMessage(true);
    await vi.waitFor(() => expect(shown()).toBeNull());
    const newest = page.addMessage(false);
    await vi.waitFor(() => expect(shown()?.closest('.mes')).toBe(newest));

    strip.remove();
    expect(shown()).toBeNull();
    page.addMessage(false);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(shown()).toBeNull();
  });
});

describe('filling the input', () => {
  it('sends nothing and keeps what was typed', () => {
    document.body.innerHTML = '<textarea id="send_textarea"></textarea>';
    const input = document.querySelector('textarea')!;
    const grown = vi.fn();
    input.addEventListener('input', grown);

    fillInput('Go north');
    expect(input.value).toBe('Go north');
    fillInput('Wait');
    expect(input.value).toBe('Go north\nWait');
    expect(grown).toHaveBeenCalledTimes(2);
    expect(document.activeElement).toBe(input);
  });
});
