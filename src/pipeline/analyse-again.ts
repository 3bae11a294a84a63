/** Analyses floors once more: a new page of each, with the same text and what is found in it now. */
import { NarrativeError } from '../domain/errors.ts';
import { type FloorId, type PageId, type RunId } from '../domain/ids.ts';
import { inputOf } from '../domain/history/render-turns.ts';
import { type Run } from '../domain/run/run.ts';
import { type HistoryMessage } from '../domain/run/turn-request.ts';
import { isByAnalysis } from '../domain/timeline/is-by-analysis.ts';
import { type AnalysisStatus } from '../domain/timeline/page.ts';
import { type PathRow } from '../domain/timeline/timeline.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { announcePages } from './announce-pages.ts';
import { makeJournal } from './journal.ts';
import { nothingTold } from './next-turn.ts';
import { publishRunEvent } from './publish-run-event.ts';
import { repeatedRun } from './repeated-run.ts';
import { analyseTurn } from './steps/analyse-turn.ts';
import { gatherSources } from './steps/gather-sources.ts';
import { readRequest } from './steps/read-request.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type GatheredState, type OpenState, type ToolState } from './turn-state.ts';

export interface RoundsAnalysed {
  readonly status: AnalysisStatus;
  /** How many of the floors have a new page now. */
  readonly rounds: number;
  /** Why the call brought nothing, when it is known. */
  readonly error: NarrativeError | null;
}

/**
 * One call: the last of the floors is the round that is analysed, the others ride along. A reply they have no record
 * for is left as it was. Rejects with `input.invalid` when the last one is not on the path or has no reply.
 */
export async function analyseRounds(
  deps: TurnDeps,
  session: ChatSession,
  floorIds: readonly FloorId[],
  signal: AbortSignal,
): Promise<RoundsAnalysed> {
  await session.reconcile('analyse');
  const { state, row, reply } = await prepareAnalysis(deps, session, floorIds, 'analyse');
  const { opened, journal } = state;
  const findings = await analyseTurn(
    telling(deps, floorIds.length === 1 ? row.pageId : null),
    { ...state, written: { text: reply.text } },
    signal,
  );
  const type = floorIds.length > 1 ? 'catch-up' : 'analyse';
  const before = await session.runOf(row.pageId ?? opened.pageId);
  if (findings.analysis !== 'done') {
    const error = findings.error ?? null;
    const status = signal.aborted ? 'cancelled' : 'failed';
    journal.append({ type: 'run.ended', status, ...(error === null ? {} : { code: error.code }) });
    const run = repeatedRun(deps, { state, type, before: before?.run ?? null, status, error });
    // Nothing came of its own page: what went wrong is looked for at the reply.
    await session.saveRun({ ...run, pageId: row.pageId ?? run.pageId }, journal.all());
    return { status: findings.analysis, rounds: 0, error };
  }
  const status = row.partial ? 'partial' : 'completed';
  journal.append({ type: 'run.ended', status });
  await session.commit({
    runId: state.runId,
    floorId: row.floorId,
    pageId: opened.pageId,
    basePageId: opened.basePageId,
    kind: 'reanalysed',
    chatIndex: reply.chatIndex,
    swipe: row.swipe,
    writtenText: reply.text,
    finalText: reply.text,
    partial: row.partial,
    analysis: 'done',
    effects: findings.effects,
    messages: [],
    toolOutput: reply.toolOutput ?? [],
    earlier: findings.earlier,
    events: journal.all(),
  });
  const run = repeatedRun(deps, { state, type, before: before?.run ?? null, status, error: null });
  await session.saveRun(run, journal.all());
  announcePages(deps, session, [...findings.earlier, { floorId: row.floorId, effects: findings.effects }], 'analyse');
  const asked = new Set(floorIds);
  const along = findings.earlier.filter(({ floorId }) => asked.has(floorId)).length;
  return { status: 'done', rounds: 1 + along, error: null };
}

export interface PreparedAnalysis {
  /** `effects`: what tools and variables did on the page shown stays, only the analysis is made anew. */
  readonly state: GatheredState & Pick<ToolState, 'effects'>;
  readonly row: PathRow;
  readonly reply: HistoryMessage;
}

/** Chat and path are in step. Rejects with `input.invalid` when the last of the floors is not there or has no reply. */
export async function prepareAnalysis(
  deps: TurnDeps,
  session: ChatSession,
  floorIds: readonly FloorId[],
  turnType: Run['type'],
): Promise<PreparedAnalysis> {
  const { rows } = session.timeline();
  const asked = new Set(floorIds);
  const ordinal = rows.findLastIndex((row) => asked.has(row.floorId));
  const row = rows[ordinal];
  if (row?.replyIndex == null) {
    throw new NarrativeError('input.invalid', { message: 'This floor has no reply to analyse.' });
  }
  const { replyIndex } = row;
  const material = await deps.readMaterial();
  const reply = material.history.find(({ chatIndex }) => chatIndex === replyIndex);
  if (!reply) throw new NarrativeError('input.invalid', { message: 'The reply of this floor could not be read.' });
  const open = openState(deps, session, ordinal);
  const inputs = material.history.filter(({ chatIndex }) => row.inputIndexes.includes(chatIndex));
  const history = material.history.filter(({ chatIndex }) => chatIndex < Math.min(replyIndex, ...row.inputIndexes));
  const gathered = await gatherSources(
    deps,
    readRequest(open, { ...material, type: 'normal', history, input: inputOf(inputs), inputParts: [] }),
    floorIds.length > 1 ? asked : null,
  );
  open.journal.append({ type: 'run.started', turnType, schedule: gathered.schedule });
  const effects = session.effectsOf(row.pageId).filter((effect) => !isByAnalysis(effect));
  return { state: { ...gathered, effects }, row, reply };
}

/** A round that was asked for is told of under the page it has; several are told of by whoever asked. */
function telling(deps: TurnDeps, pageId: PageId | null): TurnDeps {
  const { progress } = deps;
  return {
    ...deps,
    progress: {
      status: (status) => progress.status(status),
      notice(notice) {
        if (pageId !== null) progress.notice('pageId' in notice ? { ...notice, pageId } : notice);
      },
    },
  };
}

function openState(deps: TurnDeps, session: ChatSession, ordinal: number): OpenState {
  const { rows } = session.timeline();
  const row = rows[ordinal];
  if (!row) throw new NarrativeError('input.invalid', { message: 'There is no such floor.' });
  const runId = deps.ids.next() as RunId;
  const settings = deps.settings();
  return {
    runId,
    type: 'normal',
    seed: deps.random.seed(),
    startedAt: deps.clock.now(),
    settings,
    model: deps.model.hold(Object.values(settings.agents)),
    orders: nothingTold,
    session,
    opened: {
      floorId: row.floorId,
      pageId: deps.ids.next() as PageId,
      round: row.round,
      ordinal,
      basePageId: rows[ordinal - 1]?.pageId ?? null,
      base: session.worldAfter(ordinal - 1),
      before: rows.slice(0, ordinal),
      rewritten: null,
      firstOfFloor: false,
      firstOfChat: false,
    },
    variablesRule: session.worldAfter(ordinal).mvu !== null,
    initial: [],
    journal: makeJournal(runId, deps.clock, (event) => publishRunEvent(deps.events, event)),
    notes: { step: 'analyse', rungs: [], staged: [] },
    unfinished: null,
  };
}
