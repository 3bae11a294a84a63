/** Wires "continue": what SillyTavern wrote on is analysed after its last piece, as a new page of the same round. */
import { NarrativeError } from '../domain/errors.ts';
import { onContinuedReplies } from '../host/continued-replies.ts';
import { makeHostPage } from '../host/host-page.ts';
import { hostStandDown } from '../host/stand-down.ts';
import { type StoryRunner } from '../pipeline/turn-runner.ts';
import { type HostEvents, type PathChange } from '../ports/host-events.ts';
import { type Base } from './base.ts';

const changesReply: readonly PathChange[] = ['swiped', 'edited', 'deleted', 'swipe-deleted'];

export function wireContinued(base: Base, runner: StoryRunner, hostEvents: HostEvents): void {
  const { host, settings, changes, undos } = base;
  const { st, folder } = host;
  const page = makeHostPage();
  let current: AbortController | null = null;

  const end = (): void => {
    current?.abort(new NarrativeError('run.cancelled', { details: { cause: 'superseded' } }));
    current = null;
  };

  const isOurs = (): boolean => {
    const { enabled, promptMode } = settings();
    const wanted = enabled && promptMode !== 'compat_strict';
    return wanted && hostStandDown(st(), { page, folder }, 'normal') === null;
  };

  async function analyse(chatIndex: number, partial: boolean): Promise<void> {
    end();
    if (!isOurs()) return;
    const mine = new AbortController();
    current = mine;
    await runner.analyseContinued({ chatIndex, partial, save: () => host.save() }, mine.signal);
    if (current === mine) current = null;
    changes.tell();
  }

  undos.add(
    onContinuedReplies(st, {
      begun: end,
      written: (chatIndex, partial) =>
        void analyse(chatIndex, partial).catch((error: unknown) =>
          host.platform.log.warn('A continued reply could not be analysed.', error),
        ),
    }),
  );
  undos.add(
    hostEvents.onPathChanged((change) => {
      if (changesReply.includes(change)) end();
    }),
  );
  undos.add(hostEvents.onChatChanged(end));
  undos.add(end);
}
