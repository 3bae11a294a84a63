/** Decides the final text of the message from what the turn produced. */
import { renderSummaryLine } from '../../domain/history/summary-line.ts';
import { type AnalysedState, type AssembledState } from '../turn-state.ts';
import { assembleMessage } from './assemble-message.ts';

export function assembleTurn(state: AnalysedState): AssembledState {
  const { opened, request, settings, written } = state;
  const summary = state.effects.find((effect) => effect.kind === 'summary');
  const line = summary
    ? renderSummaryLine({ floorId: opened.floorId, round: opened.round, text: summary.text }, request.language)
    : null;
  const finalText = assembleMessage({ prose: written.text, summary: line, outputs: [] }, settings.messageBody);
  return { ...state, finalText, toolOutput: [] };
}
