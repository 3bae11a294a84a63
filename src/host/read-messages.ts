/** Reads the messages of chat[]; one that did not change since the last time is the same object again. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { type HostMessage, type HostSwipe } from '../domain/timeline/host-chat-view.ts';
import { type PageMirror } from '../domain/timeline/mirror.ts';
import { parseInputMirror, parsePageMirror, sharePageMirror } from '../domain/timeline/parse-mirror.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { type StMessage } from './st-context.ts';

export type MessageReader = (chat: readonly StMessage[]) => readonly HostMessage[];

/** Remembers what it read by SillyTavern's own objects; use one for all readings of a chat. */
export function makeMessageReader(): MessageReader {
  const known = new WeakMap<StMessage, HostMessage>();
  return (chat) =>
    chat.map((message, index) => {
      const before = known.get(message);
      if (before && isUnchanged(before, message)) {
        if (before.index === index) return before;
        const moved = { ...before, index };
        known.set(message, moved);
        return moved;
      }
      const now = readMessage(message, index);
      known.set(message, now);
      return now;
    });
}

/** What stands under our key in an `extra`. */
export function mirrorIn(extra: unknown): unknown {
  return isRecord(extra) ? own(extra, EXTENSION_KEY) : undefined;
}

function roleOf(message: StMessage): HostMessage['role'] {
  const extra = isRecord(message.extra) ? message.extra : {};
  if (extra['type'] === 'narrator') return 'narrator';
  if (message.is_user) return 'user';
  const small = Array.isArray(extra['tool_invocations']) || extra['isSmallSys'] === true;
  const typed = typeof extra['type'] === 'string' && extra['type'] !== '';
  return message.is_system && (small || typed) ? 'system' : 'assistant';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is stored, page by page; the message's own `extra` is read apart, since the two may disagree. */
function swipesOf(message: StMessage): HostSwipe[] {
  if (!Array.isArray(message.swipes) || message.swipes.length === 0) return [{ text: text(message.mes), mirror: null }];
  return Array.from(message.swipes, (swipe: unknown, index) => ({
    text: text(swipe),
    mirror: parsePageMirror(mirrorIn(message.swipe_info?.[index]?.extra)),
  }));
}

const noSwipes: readonly HostSwipe[] = [];

/** After a file was loaded the live data and that of the swipe are two objects that say the same: one is enough. */
function livePage(message: StMessage, live: unknown): PageMirror | null {
  sharePageMirror(live, mirrorIn(message.swipe_info?.[swipeIdOf(message)]?.extra));
  return parsePageMirror(live);
}

const swipeIdOf = (message: StMessage): number => (typeof message.swipe_id === 'number' ? message.swipe_id : 0);

function readMessage(message: StMessage, index: number): HostMessage {
  const role = roleOf(message);
  const reply = role === 'assistant';
  const live = mirrorIn(message.extra);
  const page = reply ? livePage(message, live) : null;
  return {
    index,
    role,
    name: text(message.name),
    text: text(message.mes),
    hidden: message.is_system === true && role !== 'system',
    input: reply ? null : parseInputMirror(live),
    page,
    swipes: reply ? swipesOf(message) : noSwipes,
    swipeId: swipeIdOf(message),
  };
}

/** Compares everything that is read; our own data is replaced as a whole when it changes. */
function isUnchanged(before: HostMessage, message: StMessage): boolean {
  if (before.text !== text(message.mes) || before.swipeId !== swipeIdOf(message)) return false;
  if (before.name !== text(message.name) || before.role !== roleOf(message)) return false;
  if (before.hidden !== (message.is_system === true && before.role !== 'system')) return false;
  const live = mirrorIn(message.extra);
  if (before.role !== 'assistant') return before.input === parseInputMirror(live);
  return before.page === parsePageMirror(live) && hasSameSwipes(before.swipes, message);
}

function hasSameSwipes(before: readonly HostSwipe[], message: StMessage): boolean {
  const { swipes, swipe_info: info } = message;
  if (!Array.isArray(swipes) || swipes.length === 0) {
    return before.length === 1 && before[0]?.text === text(message.mes) && before[0].mirror === null;
  }
  return (
    before.length === swipes.length &&
    before.every(
      (swipe, i) => swipe.text === text(swipes[i]) && swipe.mirror === parsePageMirror(mirrorIn(info?.[i]?.extra)),
    )
  );
}
