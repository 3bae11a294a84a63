/** The author's bench: tools with state and findings, a trial run, the prompt of a model tool, the roll log. */
import { type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type ToolLint } from '../../domain/tools/tool-lint.ts';
import { type BenchTool, type ToolBench } from '../../ports/tool-bench.ts';
import { type UiText } from '../text/ui-text.ts';
import { RowButton } from './editable-row.tsx';
import { errorText, useLoaded } from './loaded.ts';
import { type PanelDeps } from './panel-deps.ts';
import { ToolTrial } from './tool-trial.tsx';

export interface ToolsTabProps {
  readonly bench: ToolBench;
  readonly deps: PanelDeps;
  readonly text: UiText;
}

export function ToolsTab({ bench, deps, text }: ToolsTabProps): VNode {
  const [asked, setAsked] = useState(0);
  const timeline = deps.session()?.timeline();
  const loaded = useLoaded(() => Promise.all([bench.list(), bench.rolls()]), [bench, asked, timeline]);
  if (loaded.state === 'loading') return <p>{text.panel.loading}</p>;
  if (loaded.state === 'failed') return <p>{text.panel.failed + errorText(loaded.error)}</p>;
  const decide = (tool: BenchTool): void => {
    deps.decideConsent?.(tool).then(
      () => setAsked(asked + 1),
      (error: unknown) => deps.onError(error),
    );
  };
  const [tools, rolls] = loaded.value;
  return (
    <div>
      {tools.every(({ definition }) => definition?.source.origin === 'builtin') && <p>{text.tools.none}</p>}
      {tools.map((tool, i) => (
        <ToolCard
          key={i}
          tool={tool}
          bench={bench}
          onTried={() => setAsked(asked + 1)}
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
            <li key={i} title={text.tools.seed(roll.record.seed)}>
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
  readonly onTried: () => void;
  /** null where there is nothing to decide. */
  readonly decide: (() => void) | null;
}

function ToolCard({ tool, bench, text, language, onTried, decide }: ToolCardProps): VNode {
  const { definition } = tool;
  const source = definition?.source.origin === 'entry' ? definition.source : tool.lints[0];
  const findings = tool.lints.filter(({ severity }) => severity !== 'note').length;
  const facts = [
    ...(definition === null ? [] : [text.tools.kind[definition.kind], text.tools.stage[definition.trigger]]),
    tool.stateText,
    ...(source === undefined ? [] : [text.tools.place(source.book, source.uid)]),
  ];
  return (
    <details class="narrative-agent-section narrative-agent-tool" data-tool={tool.name}>
      <summary>
        <b>{tool.name}</b> <small>{facts.join(' · ')}</small>
        {findings > 0 && <span class="narrative-agent-warning"> {text.tools.findings(findings)}</span>}
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
      {definition !== null && (
        <ToolTrial tool={tool} isModel={definition.kind === 'llm'} {...{ bench, text, language, onTried }} />
      )}
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
