/** Runs an llm tool: one question to the tool slot's model; its answer is text, or JSON with changes. */
import { isCancelled, NarrativeError } from '../domain/errors.ts';
import { type Settings } from '../domain/settings.ts';
import { type ModelClient } from '../ports/model-client.ts';
import { readAnswer } from '../shared/read-answer.ts';
import { type LlmToolInput, llmToolPrompt } from './llm-tool-prompt.ts';
import { splitChanges } from './run-code-tool.ts';
import { readToolChanges } from './tool-effects.ts';
import { failedRun, textOfValue, type ToolRun } from './tool-run.ts';
import { type ToolWorld } from './tool-world.ts';

/** Enough for a status panel. */
const DEFAULT_TOKENS = 1_500;
const changesShape = { keys: ['changes', 'patches'] };

export async function runLlmTool(
  input: LlmToolInput & { readonly view: ToolWorld },
  { model, settings }: { readonly model: ModelClient; readonly settings: Settings['agents']['tool'] },
  signal: AbortSignal,
): Promise<ToolRun> {
  const { tool, view } = input;
  const { segments, messages } = llmToolPrompt(input);
  const maxTokens = tool.maxTokens ?? (settings.maxTokens || DEFAULT_TOKENS);
  try {
    const reply = await model.complete(
      { slot: 'tool', messages, composed: segments, settings, maxTokens, reasoning: 'low', jsonSchema: null },
      signal,
    );
    const text = reply.text.trim();
    return text === '' ? failedRun('model.empty', 'the model answered nothing') : readReply(text, input, view);
  } catch (error) {
    if (isCancelled(error) || signal.aborted) throw new NarrativeError('run.cancelled', { cause: error });
    const known = error instanceof NarrativeError ? error : null;
    return failedRun(known?.code ?? 'tool.failed', known?.message ?? 'the model could not be asked');
  }
}

/** Only an answer that is JSON as a whole can hold changes; a panel that shows some JSON stays text. */
function readReply(text: string, { tool }: LlmToolInput, view: ToolWorld): ToolRun {
  const plain: ToolRun = { ok: true, value: text, text, rolls: [], logs: [], effects: [] };
  const isJson = /^(?:```[\w-]*\s*)?\{/.test(text);
  const read = isJson && tool.sideEffect !== 'none' ? readAnswer(text, changesShape) : null;
  if (!read?.ok) return plain;
  const { value, changes } = splitChanges(read.value.value);
  const { effects, refused } = readToolChanges(changes, view);
  const logs = refused.map((line) => `change refused: ${line}`);
  return { ok: true, value: read.value.value, text: textOfValue(value), rolls: [], logs, effects };
}
