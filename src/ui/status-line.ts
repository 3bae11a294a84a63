/** Shows where the turn stands and how it ended: beside the newest reply, above the send bar before there is one, never inside story text. */
import { type Progress, type TurnNotice, type TurnStatus } from '../ports/progress.ts';
import { element } from './element.ts';
import { type NoticeActions, noticePart, replaces } from './status-notice.ts';
import { statusPlace } from './status-place.ts';
import { type UiText } from './text/ui-text.ts';

const TICK_MILLISECONDS = 1_000;
export interface StatusLineActions extends Omit<NoticeActions, 'dismiss'> {
  /** Stops what is still running behind the reply; the prose stays. */
  stop(): void;
  /** Opens the state of the open chat. */
  openState(): void;
}

export interface StatusLineOptions {
  readonly page: Document;
  readonly text: () => UiText;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly actions: StatusLineActions;
}

export interface OrderChip {
  readonly text: string;
  /** Said to those who do not see the cross. */
  readonly title: string;
  takeBack(): void;
}

export interface StatusLine extends Progress {
  /** A small chip that opens the state stays beside the newest reply while a chat is open that we take part in. */
  showChip(on: boolean): void;
  /** Chips for what is ordered for the next turn; a click takes it back. */
  showOrders(chips: readonly OrderChip[]): void;
  /** Forgets what it shows; called when another chat is opened. */
  clear(): void;
  /** Takes the line out of the page for good. */
  remove(): void;
}

export function makeStatusLine({ page, text, now, actions }: StatusLineOptions): StatusLine {
  const line = element(page, 'div', { className: 'narrative-agent-status', attributes: { role: 'status' } });
  let status: TurnStatus = { state: 'idle' };
  let notices: readonly TurnNotice[] = [];
  let timer: ReturnType<typeof setInterval> | null = null;
  let watched: MutationObserver | null = null;
  let removed = false;
  let chip = false;
  let orders: readonly OrderChip[] = [];

  const busy = (): boolean => status.state !== 'idle';
  /** A failed turn has no reply of its own, and a turn being prepared has none yet. */
  const besideReply = (): boolean =>
    busy() ? status.state !== 'preparing' : !notices.some((notice) => notice.kind === 'failed');

  function place(): void {
    const target = statusPlace(page, besideReply());
    if (target === null) {
      line.remove();
    } else if (line.parentElement !== target.parent || line.nextElementSibling !== target.before) {
      target.parent.insertBefore(line, target.before);
    }
  }

  function draw(): void {
    if (removed) return;
    const words = text();
    const parts = [
      ...(busy() ? [busyPart(page, words, status, actions)] : []),
      ...notices.map((notice) => noticePart(page, words, notice, { ...actions, dismiss })),
      ...(chip && !busy() ? [chipPart(page, words, actions)] : []),
      ...orders.map((order) => orderPart(page, order)),
    ];
    line.setAttribute('aria-label', words.status.label);
    line.classList.toggle('narrative-agent-busy', busy());
    line.replaceChildren(...parts);
    if (parts.length === 0) {
      line.remove();
    } else {
      place();
    }
    tick();
    setTicking(busy());
    setWatching(parts.length > 0);
  }

  function dismiss(notice: TurnNotice): void {
    notices = notices.filter((other) => other !== notice);
    draw();
  }

  /** Only the numbers change every second, so that a focused button stays and a screen reader is left in peace. */
  function tick(): void {
    const clock = line.querySelector('.narrative-agent-clock');
    if (clock !== null) clock.textContent = clockText(text(), status, now());
  }

  function setTicking(on: boolean): void {
    if (on === (timer !== null)) return;
    if (timer !== null) clearInterval(timer);
    timer = on ? setInterval(tick, TICK_MILLISECONDS) : null;
  }

  /** SillyTavern rebuilds the list of messages at will; direct children only, so streaming text costs nothing. */
  function setWatching(on: boolean): void {
    const chat = page.getElementById('chat');
    if (on && watched === null && chat !== null) {
      watched = new MutationObserver(place);
      watched.observe(chat, { childList: true });
    } else if (!on && watched !== null) {
      watched.disconnect();
      watched = null;
    }
  }

  function clear(): void {
    status = { state: 'idle' };
    notices = [];
    draw();
  }

  return {
    status(next) {
      if (next.state !== 'idle' && !busy()) notices = [];
      status = next;
      draw();
    },
    notice(notice) {
      notices = [...notices.filter((other) => !replaces(notice, other)), notice];
      draw();
    },
    showChip(on) {
      if (chip === on) return;
      chip = on;
      draw();
    },
    showOrders(chips) {
      orders = chips;
      draw();
    },
    clear,
    remove() {
      chip = false;
      orders = [];
      clear();
      removed = true;
    },
  };
}

function chipPart(page: Document, words: UiText, actions: StatusLineActions): HTMLElement {
  return element(page, 'button', {
    className: 'narrative-agent-chip',
    text: words.panel.tabs.state,
    attributes: { type: 'button' },
    onClick: () => actions.openState(),
  });
}

function orderPart(page: Document, order: OrderChip): HTMLElement {
  return element(page, 'button', {
    className: 'narrative-agent-chip narrative-agent-order',
    text: `${order.text} ✕`,
    title: order.title,
    attributes: { type: 'button' },
    onClick: () => order.takeBack(),
  });
}

/** While SillyTavern has its own stop button, ours would be a second one; behind a released reply there is none. */
function busyPart(page: Document, words: UiText, status: TurnStatus, actions: StatusLineActions): HTMLElement {
  const stage = status.step === undefined ? stateWord(words, status.state) : words.steps[status.step];
  return element(page, 'div', {
    className: 'narrative-agent-status-row',
    children: [
      element(page, 'span', { className: 'narrative-agent-stage', text: stage }),
      element(page, 'span', { className: 'narrative-agent-clock', attributes: { 'aria-hidden': 'true' } }),
      ...(status.state === 'completing' ? [stopButton(page, words, actions)] : []),
    ],
  });
}

function stopButton(page: Document, words: UiText, actions: StatusLineActions): HTMLElement {
  return element(page, 'button', {
    className: 'menu_button narrative-agent-button',
    text: words.status.stop,
    attributes: { type: 'button' },
    onClick: () => actions.stop(),
  });
}

function stateWord(words: UiText, state: TurnStatus['state']): string {
  return state === 'idle' ? '' : words.status[state];
}

function clockText(words: UiText, status: TurnStatus, now: number): string {
  const parts: string[] = [];
  if (status.startedAt !== undefined) parts.push(words.status.seconds(wholeSeconds(now - status.startedAt)));
  if (status.calls !== undefined && status.calls > 0) parts.push(words.status.calls(status.calls));
  if (status.retryAt !== undefined) {
    const attempt = status.attempt ?? 2;
    const left = Math.ceil((status.retryAt - now) / 1_000);
    parts.push(left > 0 ? words.status.retryIn(left, attempt) : words.status.retrying(attempt));
  }
  return parts.join(' · ');
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1_000));
}
