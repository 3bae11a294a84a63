/** A trial of one tool: parameters to edit, a run that changes nothing, the prompt a model tool would get. */
import { type VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { explainDice } from '../../domain/dice/explain-dice.ts';
import { type PromptMessage } from '../../domain/prompt/segment.ts';
import { type BenchTool, type ToolBench, type Trial } from '../../ports/tool-bench.ts';
import { parseJson } from '../../shared/json.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { type UiText } from '../text/ui-text.ts';
import { RowButton } from './editable-row.tsx';
import { errorText } from './loaded.ts';

export interface ToolTrialProps {
  readonly tool: BenchTool;
  readonly isModel: boolean;
  readonly bench: ToolBench;
  readonly text: UiText;
  readonly language: 'zh' | 'en';
  /** The roll log may have grown. */
  readonly onTried: () => void;
}

export function ToolTrial({ tool, isModel, bench, text, language, onTried }: ToolTrialProps): VNode {
  const [parameters, setParameters] = useState(JSON.stringify(tool.sampleParams, null, 2));
  const [result, setResult] = useState<string | null>(null);
  const [control] = useState(() => new AbortController());
  useLayoutEffect(() => () => control.abort(), [control]);
  const run = (action: (parameters: JsonObject) => Promise<string>): void => {
    const parsed = parseJson(parameters);
    if (!parsed.ok || !isObject(parsed.value)) {
      setResult(text.tools.badJson);
      return;
    }
    setResult(text.panel.loading);
    action(parsed.value).then(setResult, (error: unknown) => setResult(errorText(error)));
  };
  const tryIt = async (given: JsonObject): Promise<string> => {
    const trial = await bench.tryTool(tool.name, given, control.signal);
    if (trial.record.rolls.length > 0) onTried();
    return trialText(trial, text, language);
  };
  return (
    <div>
      <label>
        {text.tools.parameters}
        <textarea
          class="text_pole"
          rows={4}
          value={parameters}
          onInput={(event) => setParameters(event.currentTarget.value)}
        />
      </label>
      <div class="narrative-agent-row">
        <RowButton label={text.tools.tryIt} onClick={() => run(tryIt)} />
        {isModel && (
          <RowButton
            label={text.tools.preview}
            onClick={() => run(async (given) => promptText(await bench.previewPrompt(tool.name, given), text))}
          />
        )}
      </div>
      {result !== null && (
        <>
          <b>{text.tools.result}</b>
          <pre class="narrative-agent-pre">{result}</pre>
        </>
      )}
    </div>
  );
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function trialText({ record, effects }: Trial, text: UiText, language: 'zh' | 'en'): string {
  const rolls = record.rolls.map((roll) => explainDice(roll, language));
  return [
    record.text,
    record.message,
    ...record.coercions,
    ...rolls.filter((line) => line !== record.text),
    ...(effects.length > 0 ? [`${text.tools.changes}:`, ...effects.map((effect) => JSON.stringify(effect))] : []),
    ...(record.logs.length > 0 ? [`${text.tools.output}:`, ...record.logs] : []),
    `${text.tools.status[record.status]} · ${record.milliseconds} ms`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function promptText(messages: readonly PromptMessage[] | null, text: UiText): string {
  if (messages === null) return text.panel.empty;
  return messages
    .map(({ role, content }) => {
      const body = typeof content === 'string' ? content : JSON.stringify(content);
      return `── ${text.run.roles[role]} ──\n${body}`;
    })
    .join('\n\n');
}
