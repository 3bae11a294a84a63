/** The author's bench: tools with state and findings, a trial run, the prompt of a model tool, the roll log. */
import { type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { parseJson } from '../../shared/json.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { type UiText } from '../text/ui-text.ts';
import { RowButton } from './editable-row.tsx';
import { errorText, useLoaded } from './loaded.ts';
import { type BenchDeps, type BenchTool } from './panel-deps.ts';

export function ToolsTab({ bench, text }: { readonly bench: BenchDeps; readonly text: UiText }): VNode {
  const loaded = useLoaded(() => Promise.all([bench.tools(), bench.rolls()]), [bench]);
  if (loaded.state === 'loading') return <p>{text.panel.loading}</p>;
  if (loaded.state === 'failed') return <p>{text.panel.failed + errorText(loaded.error)}</p>;
  const [tools, rolls] = loaded.value;
  return (
    <div>
      {tools.length === 0 && <p>{text.tools.none}</p>}
      {tools.map((tool) => (
        <ToolCard key={`${tool.source} ${tool.name}`} tool={tool} bench={bench} text={text} />
      ))}
      <section class="narrative-agent-section">
        <h4>{text.tools.rolls}</h4>
        {rolls.length === 0 && <small>{text.panel.empty}</small>}
        <ul>
          {rolls.map((roll, i) => (
            <li key={i}>
              <small>{text.tools.rollFrom(roll.tool, roll.round)}</small> {roll.text}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface ToolCardProps {
  readonly tool: BenchTool;
  readonly bench: BenchDeps;
  readonly text: UiText;
}

function ToolCard({ tool, bench, text }: ToolCardProps): VNode {
  const facts = [text.tools.kind[tool.kind], text.tools.stage[tool.stage], text.tools.state[tool.state], tool.source];
  return (
    <details class="narrative-agent-section narrative-agent-tool" data-tool={tool.name}>
      <summary>
        <b>{tool.name}</b> <small>{facts.filter((fact) => fact !== '').join(' · ')}</small>
      </summary>
      <p>{tool.description}</p>
      {tool.lint.length > 0 && (
        <>
          <b>{text.tools.lint}</b>
          <ul class="narrative-agent-warning">
            {tool.lint.map((finding, i) => (
              <li key={i}>{finding}</li>
            ))}
          </ul>
        </>
      )}
      {tool.state !== 'broken' && <Trial tool={tool} bench={bench} text={text} />}
    </details>
  );
}

function Trial({ tool, bench, text }: ToolCardProps): VNode {
  const [parameters, setParameters] = useState(JSON.stringify(tool.example, null, 2));
  const [result, setResult] = useState<string | null>(null);
  const run = (action: (name: string, value: JsonValue) => Promise<string>): void => {
    const parsed = parseJson(parameters);
    if (!parsed.ok) {
      setResult(text.tools.badJson);
      return;
    }
    setResult(text.panel.loading);
    action(tool.name, parsed.value).then(setResult, (error: unknown) => setResult(errorText(error)));
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
        <RowButton label={text.tools.tryIt} onClick={() => run((name, value) => bench.tryTool(name, value))} />
        {tool.kind === 'llm' && (
          <RowButton
            label={text.tools.preview}
            onClick={() => run((name, value) => bench.previewPrompt(name, value))}
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
