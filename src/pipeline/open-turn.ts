/** Opens a turn: chat and path in step, a floor and a page to fill, seeds, a fresh journal. */
import { type RunId } from '../domain/ids.ts';
import { type TurnType } from '../domain/run/turn-request.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { firstVariables, variablesInStep } from './open-variables.ts';
import { makeJournal } from './journal.ts';
import { publishRunEvent } from './publish-run-event.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type OpenState } from './turn-state.ts';

/** Rejects with what the session rejects with; nothing is left behind then. `onProgress` is called at each journal entry. */
export async function openTurn(
  deps: TurnDeps,
  session: ChatSession,
  type: TurnType,
  onProgress: () => void,
): Promise<Omit<OpenState, 'unfinished'>> {
  const report = await session.reconcile('turn');
  for (const page of report.activated) deps.events.emit('page.activated', page);
  const settings = deps.settings();
  const runId = deps.ids.next() as RunId;
  const variables = await variablesInStep(deps, session);
  const found = await session.openTurn(type, runId);
  const isFirst = found.base.mvu === null && found.before.every(({ pageId }) => pageId === null);
  const initial = isFirst ? await firstVariables(deps, variables) : [];
  const opened = initial.length === 0 ? found : { ...found, base: deps.preview(found.base, initial, found) };
  const journal = makeJournal(runId, deps.clock, (event) => {
    publishRunEvent(deps.events, event);
    onProgress();
  });
  // A swipe rewrites with the same seeds; a regenerate rolls anew.
  const seed =
    type === 'swipe' && settings.swipe === 'rewrite'
      ? (opened.rewritten?.seed ?? deps.random.seed())
      : deps.random.seed();
  if (opened.firstOfChat) deps.events.emit('session.created', session.ids());
  if (opened.firstOfFloor) {
    deps.events.emit('floor.created', { floorId: opened.floorId, round: opened.round, runId });
  }
  return {
    runId,
    type,
    seed,
    startedAt: deps.clock.now(),
    settings,
    model: deps.model.hold(Object.values(settings.agents)),
    orders: deps.nextTurn.ordersFor(opened.floorId),
    session,
    opened,
    variablesRule: opened.base.mvu !== null,
    initial,
    journal,
    notes: { step: 'open', rungs: [], staged: [] },
  };
}
