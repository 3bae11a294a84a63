/** Analysis and post tools: what needs no analysis runs beside it, the rest sees the world it leads to. */
import { isCancelled } from '../../domain/errors.ts';
import { cleanReply } from '../../domain/history/clean-message.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type PostState, type WrittenState } from '../turn-state.ts';
import { analyseTurn } from './analyse-turn.ts';

/** Never rejects: a stopped or failed tool leaves no output, and the prose stands. */
export async function analyseAndRun(deps: TurnDeps, state: WrittenState, signal: AbortSignal): Promise<PostState> {
  const { tools, opened, notes } = state;
  const stage = { ...state, prose: cleanReply(state.written.text) };
  const post = tools?.openPost(stage, signal) ?? null;
  const findings = await analyseTurn(deps, state, signal);
  notes.staged = findings.effects;
  const analysed: PostState = { ...state, ...findings, outputs: [] };
  if (!tools || !post || signal.aborted) return analysed;
  notes.step = 'post-tools';
  const { floorId, pageId, round } = opened;
  const world = deps.preview(opened.base, findings.effects, { floorId, pageId, round });
  try {
    const { outputs, effects } = await post.finish(tools.postView(stage, world));
    return { ...analysed, outputs, effects: [...findings.effects, ...effects] };
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn('The post tools failed in an unexpected way.', error);
    return analysed;
  }
}
