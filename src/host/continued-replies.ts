/** Tells when SillyTavern has written on at the end of a reply, and when what was told may not hold any more. */
import { makeUndoList, type Undo } from '../shared/undo-list.ts';
import { listen } from './events.ts';
import { type St } from './st-context.ts';

export interface ContinuedReplies {
  /** A generation has begun that will change or replace the last reply. */
  begun(): void;
  /** The reply at `index` has a longer text now; `partial`: it was stopped on the way. */
  written(index: number, partial: boolean): void;
}

/** Generations that leave the last reply as it is, or come after it. */
const harmless: readonly unknown[] = ['quiet', 'impersonate', 'normal', undefined];

export function onContinuedReplies(st: St, handlers: ContinuedReplies): Undo {
  const undos = makeUndoList();
  let before: string | null = null;
  let stopped = false;
  undos.add(
    listen(st(), 'GENERATION_STARTED', (type, _options, dryRun) => {
      if (dryRun === true || type === 'quiet') return;
      before = null;
      stopped = false;
      if (harmless.includes(type)) return;
      handlers.begun();
      if (type === 'continue') before = st().chat.at(-1)?.mes ?? null;
    }),
  );
  undos.add(listen(st(), 'GENERATION_STOPPED', () => void (stopped = true)));
  undos.add(
    listen(
      st(),
      'MESSAGE_RECEIVED',
      (index) => {
        const at = Number(index);
        const { chat } = st();
        if (before === null || at !== chat.length - 1) return;
        const changed = chat[at]?.mes !== before;
        before = null;
        const partial = stopped;
        if (!changed || chat[at]?.is_user === true) return;
        // After SillyTavern's own work on the message, which does not wait for ours.
        setTimeout(() => handlers.written(at, partial), 0);
      },
      'last',
    ),
  );
  return () => undos.run();
}
