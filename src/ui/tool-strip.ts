/** What tools offer beside the newest reply: their panels, and suggested actions as buttons; all of it is text, never markup. */
import { type ToolOutput } from '../domain/tools/tool-output.ts';
import { readActions } from '../domain/tools/read-actions.ts';
import { element } from './element.ts';
import { newestReply } from './status-place.ts';
import { type UiText } from './text/ui-text.ts';

export interface ToolStripOptions {
  readonly page: Document;
  readonly text: () => UiText;
  /** Puts the text into the input; sends nothing. */
  readonly onAction: (text: string) => void;
}

export interface ToolStrip {
  /** What the newest reply's tools showed; nothing takes the strip away. `buttons`: actions become buttons. */
  show(outputs: readonly ToolOutput[], buttons: boolean): void;
  /** Takes the strip out of the page for good. */
  remove(): void;
}

export function makeToolStrip({ page, text, onAction }: ToolStripOptions): ToolStrip {
  const strip = element(page, 'div', { className: 'narrative-agent-tool-strip' });
  let parts: readonly HTMLElement[] = [];
  let watched: MutationObserver | null = null;

  function place(): void {
    const reply = parts.length === 0 ? null : newestReply(page);
    const target = reply?.querySelector('.mes_block') ?? reply;
    if (!target) strip.remove();
    else if (strip.parentElement !== target)
      target.insertBefore(strip, target.querySelector('.narrative-agent-status'));
  }

  /** SillyTavern rebuilds the list of messages at will. */
  function watch(): void {
    const chat = page.getElementById('chat');
    if (parts.length > 0 && watched === null && chat !== null) {
      watched = new MutationObserver(place);
      watched.observe(chat, { childList: true });
    } else if (parts.length === 0) {
      watched?.disconnect();
      watched = null;
    }
  }

  function show(outputs: readonly ToolOutput[], buttons: boolean): void {
    const actions = buttons ? [...new Set(outputs.flatMap((output) => readActions(output.text)))] : [];
    parts = [
      ...outputs.flatMap((output) => panelPart(page, output, buttons)),
      ...(actions.length === 0 ? [] : [actionsPart(page, text(), actions, onAction)]),
    ];
    strip.replaceChildren(...parts);
    place();
    watch();
  }

  return { show, remove: () => show([], false) };
}

const actionsBlock = /<actions[^>]{0,100}>[\s\S]*?<\/actions\s*>/gi;

/** A panel that holds nothing but actions is its buttons. */
function panelPart(page: Document, { panel, text }: ToolOutput, buttons: boolean): HTMLElement[] {
  if (panel === undefined) return [];
  const body = (buttons ? text.replace(actionsBlock, '') : text).trim();
  if (body === '') return [];
  const summary = element(page, 'summary', { text: panel });
  const content = element(page, 'pre', { className: 'narrative-agent-pre', text: body });
  return [element(page, 'details', { className: 'narrative-agent-tool-panel', children: [summary, content] })];
}

function actionsPart(
  page: Document,
  words: UiText,
  actions: readonly string[],
  onAction: (text: string) => void,
): HTMLElement {
  return element(page, 'div', {
    className: 'narrative-agent-actions',
    attributes: { role: 'group', 'aria-label': words.tools.actions },
    children: actions.map((action) =>
      element(page, 'button', {
        className: 'menu_button narrative-agent-action',
        text: action,
        attributes: { type: 'button' },
        onClick: () => onAction(action),
      }),
    ),
  });
}
