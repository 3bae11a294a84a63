/** Decides the final text of the message from what the turn produced. */
import { renderSummaryLine } from '../../domain/history/summary-line.ts';
import { type ToolOutput } from '../../domain/tools/tool-output.ts';
import { type PlacedOutput } from '../../tools/place-output.ts';
import { type AssembledState, type PostState } from '../turn-state.ts';
import { assembleMessage } from './assemble-message.ts';

export function assembleTurn(state: PostState): AssembledState {
  const { opened, outputs, request, settings, written } = state;
  const summary = state.effects.find((effect) => effect.kind === 'summary');
  const line = summary
    ? renderSummaryLine({ floorId: opened.floorId, round: opened.round, text: summary.text }, request.language)
    : null;
  const toolOutput = outputs.map(toolOutputOf);
  const visible = outputs.map(({ messageText }) => messageText);
  const finalText = assembleMessage({ prose: written.text, summary: line, outputs: visible }, settings.messageBody);
  return { ...state, finalText, toolOutput };
}

function toolOutputOf({ tool, title, text, messageText, placement, keepInHistory }: PlacedOutput): ToolOutput {
  return {
    tool,
    text: messageText === '' ? text : messageText,
    ...(keepInHistory ? { keepInHistory } : {}),
    ...(placement === 'panel' ? { panel: title } : {}),
  };
}
