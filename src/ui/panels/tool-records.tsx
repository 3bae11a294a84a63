/** The tool calls of one run: what went in, what came out, every roll, how it ended. */
import { type VNode } from 'preact';
import { explainDice } from '../../domain/dice/explain-dice.ts';
import { type ExecutionRecord } from '../../domain/run/execution.ts';
import { type UiText } from '../text/ui-text.ts';

export interface ToolRecordsProps {
  readonly records: readonly ExecutionRecord[];
  readonly text: UiText;
  readonly language: 'zh' | 'en';
}

export function ToolRecords({ records, text, language }: ToolRecordsProps): VNode | null {
  if (records.length === 0) return null;
  return (
    <div>
      <b>{text.tools.records}</b>
      {records.map((record) => (
        <RecordView key={record.executionId} record={record} text={text} language={language} />
      ))}
    </div>
  );
}

interface RecordViewProps {
  readonly record: ExecutionRecord;
  readonly text: UiText;
  readonly language: 'zh' | 'en';
}

function RecordView({ record, text, language }: RecordViewProps): VNode {
  const ended = text.tools.status[record.status];
  const facts = [
    ...(record.phase === 'bench' ? [] : [text.tools.stage[record.phase === 'post' ? 'post_pipeline' : 'planning']]),
    ended,
    text.status.seconds(Math.round(record.milliseconds / 100) / 10),
    text.tools.seed(record.seed),
  ];
  const rolls = record.rolls.map((roll) => explainDice(roll, language)).filter((line) => line !== record.text);
  const lines = [record.text, record.message, ...record.coercions, ...rolls];
  return (
    <section class="narrative-agent-section narrative-agent-call" data-tool={record.tool} data-status={record.status}>
      <h4>{record.tool}</h4>
      <small class={record.status === 'success' ? '' : 'narrative-agent-warning'}>{facts.join(' · ')}</small>
      {record.reason !== '' && <p>{record.reason}</p>}
      <pre class="narrative-agent-pre">{lines.filter((line) => line !== '').join('\n')}</pre>
      {Object.keys(record.arguments).length > 0 && (
        <details>
          <summary>{text.tools.arguments}</summary>
          <pre class="narrative-agent-pre">{JSON.stringify(record.arguments, null, 2)}</pre>
        </details>
      )}
      {record.logs.length > 0 && (
        <details>
          <summary>{text.tools.output}</summary>
          <pre class="narrative-agent-pre">{record.logs.join('\n')}</pre>
        </details>
      )}
    </section>
  );
}
