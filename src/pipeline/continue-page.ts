/** Analyses a reply that SillyTavern wrote on: a new page of the same floor, from the same base, for the whole text. */
import { NarrativeError } from '../domain/errors.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type AnalysisStatus } from '../domain/timeline/page.ts';
import { type PathRow } from '../domain/timeline/timeline.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { announcePages } from './announce-pages.ts';
import { prepareAnalysis } from './analyse-again.ts';
import { repeatedRun } from './repeated-run.ts';
import { analyseTurn } from './steps/analyse-turn.ts';
import { type TurnDeps } from './turn-deps.ts';

/** Where SillyTavern wrote on. */
export interface ContinuedReply {
  readonly chatIndex: number;
  /** It was stopped on the way. */
  readonly partial: boolean;
  /** Writes the chat to disk: the text is safe first. */
  readonly save: () => Promise<void>;
}

/**
 * Null when there is nothing to analyse: no reply of a round stands there, its text is the page's own (a reply nobody
 * analysed stays one), or something else happened to it meanwhile. Without an answer the page keeps what the one before it did, and can be asked again.
 */
export async function analyseContinued(
  deps: TurnDeps,
  session: ChatSession,
  { chatIndex, partial, save }: ContinuedReply,
  signal: AbortSignal,
): Promise<AnalysisStatus | null> {
  if (!(await deps.ownsChat())) return null;
  await save();
  await session.reconcile('continue');
  const row = rowAt(session, chatIndex);
  // By the time it is saved it is known whether SillyTavern goes on by itself.
  if (signal.aborted || !row?.edited) return null;
  const before = await writerOf(session, row);
  const held = session.effectsOf(row.pageId);
  const { state, reply } = await prepareAnalysis(deps, session, [row.floorId], 'continue');
  const { opened, journal } = state;
  const said: Parameters<TurnDeps['progress']['notice']>[0][] = [];
  const telling = {
    ...deps,
    progress: { ...deps.progress, notice: (notice: (typeof said)[number]) => said.push(notice) },
  };
  const added = await variablesOf(deps, session, row);
  const findings = await analyseTurn(telling, { ...state, written: { text: reply.text } }, signal);
  await session.reconcile('continue');
  if (!isSame(row, rowAt(session, chatIndex)) || isTakenBack(signal)) return null;
  const done = findings.analysis === 'done';
  const effects = done ? findings.effects : held;
  const status = done && !partial ? 'completed' : 'partial';
  journal.append({ type: 'run.ended', status });
  await session.commit({
    runId: state.runId,
    floorId: row.floorId,
    pageId: opened.pageId,
    basePageId: opened.basePageId,
    kind: 'continued',
    chatIndex,
    swipe: row.swipe,
    writtenText: reply.text,
    finalText: reply.text,
    partial,
    analysis: findings.analysis,
    effects: [...(done ? findings.effects : held), ...added],
    messages: [],
    toolOutput: reply.toolOutput ?? [],
    earlier: findings.earlier,
    events: journal.all(),
  });
  if (writeRecord(deps, session, row)) await save();
  const run = repeatedRun(deps, { state, type: 'continue', before: before?.run ?? null, status, error: null });
  await session.saveRun(run, journal.all());
  announcePages(deps, session, [...findings.earlier, { floorId: row.floorId, effects }], 'continue');
  for (const notice of said) deps.progress.notice(notice);
  return findings.analysis;
}

const writerOf = (session: ChatSession, { pageId }: PathRow) =>
  pageId === null ? Promise.resolve(null) : session.runOf(pageId);

const isSame = (before: PathRow, now: PathRow | undefined): boolean =>
  now?.floorId === before.floorId && now.swipe === before.swipe && now.hash === before.hash;

/** MVU itself, when it is there, reads the text and changes the variables; what it did is taken over afterwards. */
async function variablesOf({ variables }: TurnDeps, session: ChatSession, row: PathRow): Promise<readonly Effect[]> {
  const ruled = session.head().mvu !== null;
  if (!ruled || row.pageId === null || variables.host.presence().kind === 'present') return [];
  const texts = await session.messages.revisions(`${row.pageId}:reply`);
  const { continuedVariables } = await import('./steps/continued-variables.ts');
  const before = texts.findLast(({ at }) => at !== null)?.text ?? null;
  return continuedVariables({ before, now: texts.at(-1)?.text ?? '' }, session.effectsOf(row.pageId));
}

/** At once: a record that says less than its page would be taken for a change by another hand. */
function writeRecord({ variables }: TurnDeps, session: ChatSession, { floorId, replyIndex, swipe }: PathRow): boolean {
  const ordinal = session.timeline().rows.findIndex((row) => row.floorId === floorId);
  const record = session.worldAfter(ordinal).mvu;
  return record !== null && replyIndex !== null && variables.host.write([{ index: replyIndex, swipe, record }]) > 0;
}

const rowAt = (session: ChatSession, chatIndex: number): PathRow | undefined =>
  session.timeline().rows.find((row) => row.replyIndex === chatIndex);

/** Ended, and not by the player's stop: the text is another's business now. */
function isTakenBack({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof NarrativeError && reason.details['cause'] === 'stop');
}
