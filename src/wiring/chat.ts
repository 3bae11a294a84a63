/** Wires the open chat: one session that follows it, old runs pruned, deleted chats forgotten. */
import { NarrativeError } from '../domain/errors.ts';
import { makeHostChat } from '../host/host-chat.ts';
import { makeHostEvents } from '../host/host-events.ts';
import { fireRenderEvents } from '../host/render-events.ts';
import { forgetChat } from '../pipeline/chat-session/forget-chat.ts';
import { openChatSession } from '../pipeline/chat-session/open-chat-session.ts';
import { pruneRuns } from '../pipeline/chat-session/prune-runs.ts';
import { followChat } from '../pipeline/follow-chat.ts';
import { renderAfterCommit } from '../pipeline/render-after-commit.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type HostEvents } from '../ports/host-events.ts';
import { type Base } from './base.ts';
import { wireTabs } from './tabs.ts';
import { type Turns } from './turns.ts';
import { type Worlds } from './worlds.ts';

export interface ChatWatcher {
  /** The path or the world may look different now. */
  onChanged(): void;
  /** Path and chat are in step again, or a hand edit was made. */
  onInStep(): void;
}

export function wireChat(base: Base, worlds: Worlds, { runner, bridge }: Turns, watcher: ChatWatcher): HostEvents {
  const { host, store, actions, events, undos } = base;
  const { st, own, notifier } = host;
  const { clock, ids, log } = host.platform;
  const claims = wireTabs(base, () => {
    runner.cancel('chat-changed');
    follower.drop();
  });
  /** What another tab plays by now is not overwritten with what this one remembers. */
  const save = async (): Promise<void> => {
    if (!(await claims.confirm())) throw new NarrativeError('host.not-owner');
    await host.save();
  };
  const hostChat = makeHostChat({
    st,
    own,
    save,
    isShown: (index) => actions.isShown(index),
    showHiding: (index, hidden) => actions.showHiding(index, hidden),
  });
  const hostEvents = makeHostEvents({
    st,
    own,
    busy: () => bridge.busy(),
    regenerating: () => bridge.regenerating(),
  });
  const prune = (session: ChatSession): void => {
    const { chatId, rows } = session.timeline();
    // A swipe of the last round rewrites from the plan and the seeds of its run.
    const needed = new Set(rows.at(-1)?.swipePages ?? []);
    pruneRuns(store, { chatId, needed }, base.settings().retention, clock.now()).then(
      (pruned) => pruned.runs.length > 0 && log.debug('Old runs were pruned.', pruned),
      (error: unknown) => log.warn('Old runs could not be pruned.', error),
    );
  };
  const follower = followChat({
    hostEvents,
    async open() {
      // Before anything of the chat is touched: what is unfinished in it may be another tab's work.
      if (!(await claims.claim())) return null;
      const session = await openChatSession({
        hostChat,
        store,
        ledger: (language) => worlds.ledger(language),
        clock,
        ids,
        notifier,
        log,
        screenLanguage: host.language,
        onEdited: () => watcher.onInStep(),
      });
      if (session) prune(session);
      return session;
    },
    // The bridge itself ends a tail whose message is swiped, edited or deleted.
    cancelRun(cause) {
      if (cause === 'chat-changed') runner.cancel(cause);
    },
    busy: () => runner.status().state !== 'idle',
    events,
    onChanged: () => watcher.onChanged(),
    onInStep: () => watcher.onInStep(),
    onNotice: (sentence) => notifier.info(sentence),
    log,
  });
  base.follow(follower);
  undos.add(
    renderAfterCommit({
      events,
      settings: base.settings,
      timeline: () => follower.peek()?.timeline() ?? null,
      isShown: (index) => actions.isShown(index),
      fire(index) {
        fireRenderEvents(st, own, index).catch((error: unknown) => log.warn('A listener of a reply failed.', error));
      },
    }),
  );
  undos.add(() => follower.stop());
  undos.add(
    hostEvents.onChatDeleted((file) => {
      const forget = async (): Promise<void> => {
        const forgotten = await forgetChat(store, hostChat, file);
        if (forgotten.length > 0) await follower.peek()?.variables?.otherBranchesChanged();
      };
      forget().catch((error: unknown) => log.warn('A deleted chat was not cleaned up.', error));
    }),
  );
  return hostEvents;
}
