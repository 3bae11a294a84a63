/** The variables of this turn: what the reply's own block or the variable model says, on record with what was refused. */
import { isCancelled, NarrativeError } from '../../domain/errors.ts';
import { makeAskExtractor } from '../ask-extractor.ts';
import { callDeps } from '../call-deps.ts';
import { unchangedVariablesText } from '../failure-text.ts';
import { fitToolPrompt, toolModelDeps } from '../tool-model.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type WrittenState } from '../turn-state.ts';
import { type MvuStep, updateMvu } from './update-mvu.ts';

/** Null when the turn was stopped meanwhile; the variables are then as they were. Never rejects. */
export async function updateVariables(
  deps: TurnDeps,
  state: WrittenState,
  signal: AbortSignal,
): Promise<MvuStep | null> {
  const { journal, opened, request, settings, written } = state;
  const { tool } = settings.agents;
  try {
    const chat = await deps.variables.chat(state.session);
    const ask = makeAskExtractor(
      callDeps(deps, state),
      tool,
      request.language,
      fitToolPrompt(toolModelDeps(deps, state)),
    );
    const round = {
      language: request.language,
      prose: written.text,
      input: request.input,
      record: opened.base.mvu,
      entries: request.entries,
      activated: request.activated,
      mvuAsksItself: (await chat?.mvuAsksItself()) ?? false,
      instructionsAppend: tool.instructionsAppend,
      instructionsOverride: tool.instructionsOverride,
    };
    const step = await updateMvu(round, ask, signal);
    report(deps, state, step);
    return step;
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn('The variables failed in an unexpected way.', error);
    journal.append({ type: 'note', code: 'variables.stopped', detail: '' });
    return null;
  }
}

function report(deps: TurnDeps, { journal, notes }: WrittenState, { report: told }: MvuStep): void {
  for (const { code, reason, operation } of told.rejected) {
    journal.append({ type: 'change.rejected', code, reason, proposal: operation });
  }
  journal.append({
    type: 'note',
    code: `variables.${told.because ?? told.source}`,
    detail: String(told.changes.length),
  });
  const error = told.error ?? (told.cutOff ? new NarrativeError('answer.cut-off') : null);
  if (!error) return;
  notes.rungs.push(told.error ? 'keep-last-state' : 'salvage');
  journal.append({
    type: 'rung.used',
    rung: notes.rungs.at(-1) ?? 'salvage',
    detail: `${error.code}: ${error.message}`,
  });
  const detail = told.error ? unchangedVariablesText(error.message, deps.screenLanguage()) : error.code;
  deps.progress.notice({ kind: 'degraded', detail });
}
