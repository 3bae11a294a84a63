/** Commits the page: one transaction, the chat's mirrors, the record of the run, the events others hear. */
import { type Run } from '../../domain/run/run.ts';
import { noteMessage } from '../../domain/run/turn-note.ts';
import { type Rejection } from '../../domain/timeline/effect.ts';
import { announcePages } from '../announce-pages.ts';
import { isPartial } from '../is-partial.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type AssembledState } from '../turn-state.ts';

export async function commitTurn(deps: TurnDeps, state: AssembledState): Promise<readonly Rejection[]> {
  const { journal, opened, session, written } = state;
  const partial = isPartial(written.ending);
  const status = partial || state.analysis !== 'done' ? 'partial' : 'completed';
  journal.append({ type: 'step.started', step: 'commit' });
  journal.append({ type: 'run.ended', status });
  const { world, rejections } = await session.commit({
    runId: state.runId,
    floorId: opened.floorId,
    pageId: opened.pageId,
    basePageId: opened.basePageId,
    kind: 'generated',
    chatIndex: written.chatIndex,
    swipe: written.swipe,
    writtenText: written.text,
    finalText: state.finalText,
    partial,
    analysis: state.analysis,
    effects: state.effects,
    messages: [...state.orders.notes.map(noteMessage), ...state.messages],
    toolOutput: state.toolOutput,
    earlier: state.earlier,
    events: journal.all(),
  });
  await session.saveRun(runRecord(deps, state, status), journal.all());
  deps.events.emit('message.appended', {
    floorId: opened.floorId,
    pageId: opened.pageId,
    role: 'assistant',
    text: state.finalText,
  });
  const own = { floorId: opened.floorId, effects: state.effects };
  announcePages(deps, session, [...state.earlier, own], 'commit');
  if (partial) deps.progress.notice({ kind: 'partial' });
  deps.progress.notice({
    kind: 'done',
    calls: journal.calls(),
    seconds: (deps.clock.now() - state.startedAt) / 1000,
    rejected: rejections.length,
  });
  deps.log.debug('The turn is committed.', { round: opened.round, summaries: world.summaries.length });
  return rejections;
}

function runRecord(deps: TurnDeps, state: AssembledState, status: Run['status']): Run {
  return {
    runId: state.runId,
    type: state.type,
    floorId: state.opened.floorId,
    pageId: state.opened.pageId,
    schedule: state.schedule,
    status,
    step: 'commit',
    startedAt: state.startedAt,
    endedAt: deps.clock.now(),
    rungs: state.notes.rungs,
    error: null,
    seed: state.seed,
    plan: state.sources.plan,
    planBasis: state.planBasis,
  };
}
