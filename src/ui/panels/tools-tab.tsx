/** The author's bench: tools with state and findings, a trial run, the prompt of a model tool, the roll log. */
import { type VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { type ExecutionRecord } from '../../domain/run/execution.ts';
import { type PromptMessage } from '../../domain/prompt/segment.ts';
import { type ToolLint } from '../../domain/tools/tool-lint.ts';
import { type BenchTool, type ToolBench } from '../../ports/tool-bench.ts';
import { parseJson } from '../../shared/json.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { type UiText } from '../text/ui-text.ts';
import { RowButton } from './editable-row.tsx';
import { errorText, useLoaded } from './loaded.ts';
import { type PanelDeps } from './panel-deps.ts';

export interface ToolsTabProps {
  readonly bench: ToolBench;
  readonly deps: PanelDeps;
  readonly text: UiText;
}

export function ToolsTab({ bench, deps, text }: ToolsTabProps): VNode {
  const [asked, setAsked] = useState(0);
  const loaded = useLoaded(() => bench.list(), [bench, asked]);
  if (loaded.state === 'loading') return <p>{text.panel.loading}</p>;
  if (loaded.state === 'failed') return <p>{text.panel.failed + errorText(loaded.error)}</p>;
  const decide = (tool: BenchTool): void => {
    deps.decideConsent?.(tool).then(
      () => setAsked(asked + 1),
      (error: unknown) => deps.onError(error),
    );
  };
  const rolls = bench.rolls();
  return (
    <div>
      {loaded.value.length === 0 && <p>{text.tools.none}</p>}
      {loaded.value.map((tool, i) => (
        <ToolCard
          key={i}
          tool={tool}
          bench={bench}
          text={text}
          language={deps.language}
          decide={tool.codeHash !== null && deps.decideConsent !== undefined ? () => decide(tool) : null}
        />
      ))}
      <section class="narrative-agent-section">
        <h4>{text.tools.rolls}</h4>
        {rolls.length === 0 && <small>{text.panel.empty}</small>}
        <ul>
          {rolls.map((roll, i) => (
            <li key={i}>
              <small>{roll.tool}</small> {roll.text}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface ToolCardProps {
  readonly tool: BenchTool;
  readonly bench: ToolBench;
  readonly text: UiText;
  readonly language: 'zh' | 'en';
  /** null where there is nothing to decide. */
  readonly decide: (() => void) | null;
}

function ToolCard({ tool, bench, text, language, decide }: ToolCardProps): VNode {
  const { definition } = tool;
  const source = definition?.source.origin === 'entry' ? definition.source : tool.lints[0];
  const facts = [
    ...(definition === null ? [] : [text.tools.kind[definition.kind], text.tools.stage[definition.trigger]]),
    tool.stateText,
    ...(source === undefined ? [] : [text.tools.place(source.book, source.uid)]),
  ];
  return (
    <details class="narrative-agent-section narrative-agent-tool" data-tool={tool.name}>
      <summary>
        <b>{tool.name}</b> <small>{facts.join(' · ')}</small>
      </summary>
      {definition !== null && <p>{definition.description}</p>}
      {tool.lints.length > 0 && (
        <>
          <b>{text.tools.lint}</b>
          <ul>
            {tool.lints.map((lint, i) => (
              <li key={i} class={lint.severity === 'note' ? '' : 'narrative-agent-warning'}>
                {lintLine(lint, text, language)}
              </li>
            ))}
          </ul>
        </>
      )}
      {decide !== null && <RowButton label={text.tools.decide} onClick={decide} />}
      {definition !== null && <Trial tool={tool} isModel={definition.kind === 'llm'} bench={bench} text={text} />}
    </details>
  );
}

function lintLine(lint: ToolLint, text: UiText, language: 'zh' | 'en'): string {
  const place = [
    text.tools.place(lint.book, lint.uid),
    ...(lint.line === null ? [] : [text.tools.lineColumn(lint.line, lint.column ?? 1)]),
  ].join(', ');
  return `${text.tools.severity[lint.severity]} · ${place}: ${lint[language]}`;
}

interface TrialProps {
  readonly tool: BenchTool;
  readonly isModel: boolean;
  readonly bench: ToolBench;
  readonly text: UiText;
}

function Trial({ tool, isModel, bench, text }: TrialProps): VNode {
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
        <RowButton
          label={text.tools.tryIt}
          onClick={() => run(async (given) => recordText(await bench.tryTool(tool.name, given, control.signal), text))}
        />
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

function recordText(record: ExecutionRecord, text: UiText): string {
  return [
    record.text,
    record.message,
    ...record.coercions,
    ...(record.logs.length > 0 ? [`${text.tools.output}:`, ...record.logs] : []),
    `${record.status} · ${record.milliseconds} ms`,
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
