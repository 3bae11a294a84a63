/** What SillyTavern tells outside a turn of ours, told on after its own work. */
import { type HostEvents, type PathChange } from '../ports/host-events.ts';
import { isRecord } from '../shared/safe-json.ts';
import { makeUndoList, type Undo } from '../shared/undo-list.ts';
import { listen, type StEventName } from './events.ts';
import { type OwnWrites } from './own-writes.ts';
import { openChat, type St } from './st-context.ts';

export interface HostEventsDeps {
  readonly st: St;
  readonly own: OwnWrites;
  /** SillyTavern's generation for a turn of ours is under way; what it does to the chat is the turn's own business. */
  readonly busy: () => boolean;
  /** A regenerate has begun: the deletion it raises is part of it. */
  readonly regenerating: () => boolean;
}

const pathEvents: readonly (readonly [StEventName, PathChange])[] = [
  ['MESSAGE_SWIPED', 'swiped'],
  ['MESSAGE_EDITED', 'edited'],
  ['MESSAGE_UPDATED', 'updated'],
  ['MESSAGE_DELETED', 'deleted'],
  ['MESSAGE_SWIPE_DELETED', 'swipe-deleted'],
  ['MESSAGE_RECEIVED', 'received'],
  ['MESSAGE_SENT', 'sent'],
  ['MORE_MESSAGES_LOADED', 'more-loaded'],
  ['GENERATION_ENDED', 'generation-ended'],
];

const sourceEvents = [
  ['WORLDINFO_UPDATED', 'worldbook'],
  ['WORLDINFO_SETTINGS_UPDATED', 'worldbook'],
  ['CHARACTER_EDITED', 'card'],
  ['OAI_PRESET_CHANGED_AFTER', 'preset'],
  ['PERSONA_CHANGED', 'persona'],
  ['PERSONA_UPDATED', 'persona'],
] as const;

const withoutExtension = (name: unknown): string => (typeof name === 'string' ? name.replace(/\.jsonl$/, '') : '');

export function makeHostEvents(deps: HostEventsDeps): HostEvents {
  const { st } = deps;

  /** After the listeners that are still to come and SillyTavern's own next steps. */
  const later = (work: () => void): void => void setTimeout(work, 0);

  const all = (undos: readonly Undo[]): Undo => {
    const list = makeUndoList();
    for (const undo of undos) list.add(undo);
    return () => list.run();
  };

  /** A new swipe is not there yet: it is told when its text is received. */
  const isPendingSwipe = (index: number | null): boolean => {
    const message = index === null ? undefined : st().chat[index];
    return message?.swipes !== undefined && (message.swipe_id ?? 0) >= message.swipes.length;
  };

  function indexOf(change: PathChange, argument: unknown): number | null {
    // MESSAGE_DELETED tells the new length, not which message.
    if (change === 'deleted' || change === 'generation-ended') return null;
    const index = isRecord(argument) ? argument['messageId'] : argument;
    const number = Number(index);
    return index !== undefined && Number.isInteger(number) && number >= 0 ? number : null;
  }

  return {
    onChatChanged(handler) {
      const tell = (): void => later(() => handler(openChat(st())));
      if (openChat(st())) tell();
      return listen(st(), 'CHAT_CHANGED', tell);
    },
    onChatRenamed(handler) {
      return listen(st(), 'CHAT_RENAMED', (data) => {
        if (!isRecord(data)) return;
        const from = withoutExtension(data['oldFileName']);
        const to = withoutExtension(data['newFileName']);
        later(() => handler(from, to));
      });
    },
    onChatDeleted(handler) {
      const tell = (name: unknown): void => later(() => handler(withoutExtension(name)));
      return all([listen(st(), 'CHAT_DELETED', tell), listen(st(), 'GROUP_CHAT_DELETED', tell)]);
    },
    onPathChanged(handler) {
      return all(
        pathEvents.map(([event, change]) =>
          listen(st(), event, (...args: readonly unknown[]) => {
            if (deps.own.active() || (deps.busy() && change !== 'generation-ended')) return;
            if (change === 'deleted' && deps.regenerating()) return;
            const index = indexOf(change, args[0]);
            if (change === 'swiped' && isPendingSwipe(index)) return;
            later(() => handler(change, index));
          }),
        ),
      );
    },
    onSourcesChanged(handler) {
      return all(sourceEvents.map(([event, what]) => listen(st(), event, () => later(() => handler(what)))));
    },
  };
}
