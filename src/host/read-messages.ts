/** Reads the messages of chat[]; one that did not change since the last time is the same object again. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { type HostMessage, type HostSwipe } from '../domain/timeline/host-chat-view.ts';
import { type PageMirror } from '../domain/timeline/mirror.ts';
import { parseInputMirror, parsePageMirror, sharePageMirror } from '../domain/timeline/parse-mirror.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { type StMessage } from './st-context.ts';

/** `trustBefore`: messages before that index are taken as they were read last, if they are still the same objects. */
export type MessageReader = (chat: readonly StMessage[], trustBefore?: number) => readonly HostMessage[];

/** A message as it was read, and where our data in it stood. */
interface Held {
  readonly raw: StMessage;
  readonly message: HostMessage;
  readonly live: unknown;
  readonly stored: readonly unknown[];
}

/** Remembers what it read by SillyTavern's own objects; use one for all readings of a chat. */
export function makeMessageReader(): MessageReader {
  const known = new WeakMap<StMessage, Held>();
  let last: readonly Held[] = [];
  /** The objects of `last`: a list by itself, since going over it costs much less than asking each of them. */
  let raws: readonly StMessage[] = [];
  let messages: readonly HostMessage[] = [];

  const read = (raw: StMessage, index: number): Held => {
    const before = known.get(raw);
    if (before && isUnchanged(before)) {
      if (before.message.index === index) return before;
      return keep({ ...before, message: { ...before.message, index } });
    }
    const live = mirrorIn(raw.extra);
    return keep({ raw, message: readMessage(raw, index), live, stored: storedIn(raw) });
  };
  const keep = (held: Held): Held => {
    known.set(held.raw, held);
    return held;
  };

  return (chat, trustBefore = 0) => {
    const most = Math.min(raws.length, chat.length);
    let same = 0;
    while (same < most && raws[same] === chat[same]) same += 1;
    for (let at = Math.min(trustBefore, same); at < same; at += 1) {
      const held = last[at];
      if (held === undefined || !isUnchanged(held)) same = at;
    }
    // Nothing is made anew for a chat that is as it was.
    if (same === chat.length && same === last.length) return messages;
    const rest = chat.slice(same).map((raw, i) => read(raw, same + i));
    last = last.slice(0, same).concat(rest);
    raws = chat.slice();
    messages = messages.slice(0, same).concat(rest.map((held) => held.message));
    return messages;
  };
}

const nothingStored: readonly unknown[] = [];

function storedIn({ swipe_info: info }: StMessage): readonly unknown[] {
  return Array.isArray(info) && info.length > 0 ? info.map((each) => mirrorIn(each.extra)) : nothingStored;
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
function isUnchanged({ raw, message: before, live, stored }: Held): boolean {
  if (before.text !== text(raw.mes) || live !== raw.extra?.[EXTENSION_KEY]) return false;
  if (before.swipeId !== swipeIdOf(raw)) return false;
  if (before.name !== text(raw.name) || before.role !== roleOf(raw)) return false;
  if (before.hidden !== (raw.is_system === true && before.role !== 'system')) return false;
  return before.role !== 'assistant' || hasSameSwipes(before.swipes, stored, raw);
}

function hasSameSwipes(before: readonly HostSwipe[], stored: readonly unknown[], raw: StMessage): boolean {
  const { swipes, swipe_info: info } = raw;
  if (!Array.isArray(swipes) || swipes.length === 0) {
    return before.length === 1 && before[0]?.text === text(raw.mes) && before[0].mirror === null;
  }
  if (before.length !== swipes.length || (Array.isArray(info) ? info.length : 0) !== stored.length) return false;
  for (let i = 0; i < before.length; i += 1) {
    if (before[i]?.text !== text(swipes[i]) || stored[i] !== info?.[i]?.extra?.[EXTENSION_KEY]) return false;
  }
  return true;
}
