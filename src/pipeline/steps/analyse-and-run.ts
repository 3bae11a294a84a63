/** Analysis and post tools: what needs no analysis runs beside it, the rest sees the world it leads to. */
import { isCancelled } from '../../domain/errors.ts';
import { cleanReply } from '../../domain/history/clean-message.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type PostState, type WrittenState } from '../turn-state.ts';
import { analyseTurn } from './analyse-turn.ts';
import { type MvuStep } from './update-mvu.ts';

/** Never rejects: a stopped or failed tool leaves no output, and the prose stands. */
export async function analyseAndRun(deps: TurnDeps, state: WrittenState, signal: AbortSignal): Promise<PostState> {
  const { tools, opened, notes } = state;
  const stage = { ...state, prose: cleanReply(state.written.text) };
  const post = tools?.openPost(stage, signal) ?? null;
  const [findings, variables] = await inTurn(state, [
    () => analyseTurn(deps, state, signal),
    () => updateVariables(deps, state, signal),
  ]);
  notes.staged = [...findings.effects, ...(variables?.effects ?? [])];
  const analysed: PostState = { ...state, ...findings, variables, outputs: [] };
  if (!tools || !post || signal.aborted) return analysed;
  notes.step = 'post-tools';
  const { floorId, pageId, round } = opened;
  const effects = [...findings.effects, ...(variables?.effects ?? [])];
  const world = deps.preview(opened.base, effects, { floorId, pageId, round });
  try {
    const result = await post.finish(tools.postView(stage, world));
    return { ...analysed, outputs: result.outputs, effects: [...findings.effects, ...result.effects] };
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn('The post tools failed in an unexpected way.', error);
    return analysed;
  }
}

/** Both at once where the player allows calls beside each other, else one after the other. */
async function inTurn<A, B>(
  { settings }: WrittenState,
  [first, second]: readonly [() => Promise<A>, () => Promise<B>],
): Promise<[A, B]> {
  if (settings.pipeline.parallelExecutionEnabled) return Promise.all([first(), second()]);
  return [await first(), await second()];
}

async function updateVariables(deps: TurnDeps, state: WrittenState, signal: AbortSignal): Promise<MvuStep | null> {
  if (!state.variablesRule || signal.aborted) return null;
  const step = await import('./update-variables.ts');
  return step.updateVariables(deps, state, signal);
}
