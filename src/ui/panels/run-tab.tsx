/** The run tab: what was sent, why, and what it cost. */
import { type ComponentChildren, type VNode } from 'preact';
import { type PageId } from '../../domain/ids.ts';
import { type Run, type RunEvent } from '../../domain/run/run.ts';
import { type ChatSession } from '../../ports/chat-session.ts';
import { type UiText } from '../text/ui-text.ts';
import { errorText, useLoaded } from './loaded.ts';
import { LoreView, PartTable } from './run-sources.tsx';
import { reportRun, type CallRow } from './run-report.ts';
import { ToolRecords } from './tool-records.tsx';

export interface RunTabProps {
  readonly session: ChatSession;
  /** null = the newest reply. */
  readonly pageId: string | null;
  readonly text: UiText;
  readonly language: 'zh' | 'en';
}

export function RunTab({ session, pageId, text, language }: RunTabProps): VNode {
  const shown = pageId ?? session.timeline().rows.findLast((row) => row.pageId !== null)?.pageId ?? null;
  const loaded = useLoaded(
    () => (shown === null ? Promise.resolve(null) : session.runOf(shown as PageId)),
    [session, shown, session.timeline()],
  );
  if (loaded.state === 'loading') return <p>{text.panel.loading}</p>;
  if (loaded.state === 'failed') return <p>{text.panel.failed + errorText(loaded.error)}</p>;
  return loaded.value === null ? (
    <p>{text.run.none}</p>
  ) : (
    <RunReportView {...loaded.value} text={text} language={language} />
  );
}

interface RunReportViewProps {
  readonly run: Run;
  readonly events: readonly RunEvent[];
  readonly text: UiText;
  readonly language: 'zh' | 'en';
}

function RunReportView({ run, events, text, language }: RunReportViewProps): VNode {
  const report = reportRun(events);
  const seconds = Math.round(((run.endedAt ?? run.startedAt + report.milliseconds) - run.startedAt) / 1_000);
  return (
    <div>
      <p class="narrative-agent-run-head">
        <b>{text.runStatus[run.status]}</b> · {text.run.schedule[run.schedule]} ·{' '}
        {text.run.total(report.calls.length, seconds, report.tokens)}
      </p>
      {run.error !== null && (
        <p class="narrative-agent-warning">
          {text.steps[run.error.step]}: {errorLine(text, run.error)}
        </p>
      )}
      {report.calls.map((call) => (
        <CallView key={call.callId} call={call} text={text} />
      ))}
      {report.lore !== null && <LoreView lore={report.lore} text={text} />}
      <ToolRecords records={report.tools} text={text} language={language} />
      <Lines title={text.run.rungs} items={report.rungs.map((used) => rungLine(text, used))} />
      <Lines title={text.run.rejected} items={report.rejected} />
      <Lines title={text.run.notes} items={report.notes} />
      <Lines
        title={text.run.steps}
        items={report.steps.map(({ step, milliseconds, note }) =>
          [text.steps[step], text.status.seconds(Math.round(milliseconds / 100) / 10), note]
            .filter((part) => part !== '')
            .join(' · '),
        )}
      />
    </div>
  );
}

function rungLine(text: UiText, used: { readonly rung: string; readonly detail: string }): string {
  const name = (text.rungs as Readonly<Record<string, string>>)[used.rung] ?? used.rung;
  return used.detail === '' ? name : `${name}: ${used.detail}`;
}

function CallView({ call, text }: { readonly call: CallRow; readonly text: UiText }): VNode {
  const amount = (told: number | null | undefined, counted: number | null): string =>
    typeof told === 'number' ? String(told) : counted === null ? text.run.unknown : text.run.about(counted);
  const facts = [
    call.model,
    `${text.run.tokensIn} ${amount(call.usage?.promptTokens, call.promptTokens)}`,
    `${text.run.tokensOut} ${amount(call.usage?.completionTokens, call.estimate)}`,
    ...(typeof call.usage?.cachedTokens === 'number' ? [`${text.run.tokensCached} ${call.usage.cachedTokens}`] : []),
    ...(call.layout === null ? [] : [text.run.layout[call.layout]]),
    call.milliseconds === null ? text.run.running : text.status.seconds(Math.round(call.milliseconds / 100) / 10),
  ];
  return (
    <section class="narrative-agent-section narrative-agent-call" data-slot={call.slot}>
      <h4>{text.run.call(text.slots[call.slot], call.attempt)}</h4>
      <small>{facts.filter((fact) => fact !== '').join(' · ')}</small>
      {call.error !== null && <p class="narrative-agent-warning">{errorLine(text, call.error)}</p>}
      {call.parts.length > 0 && (
        <Folded title={text.run.parts}>
          <PartTable parts={call.parts} text={text} />
        </Folded>
      )}
      <Folded title={text.run.sent}>
        {call.messages.map((message, i) => (
          <Quoted key={i} title={roleName(text, message.role)} body={message.text} />
        ))}
      </Folded>
      {call.answer !== null && (
        <Folded title={text.run.answer}>
          <Quoted title="" body={call.answer} />
        </Folded>
      )}
      <Lines title={text.run.cut} items={call.cut.map((cut) => text.run.cutLine(cut.source, cut.tokens))} />
    </section>
  );
}

function errorLine(text: UiText, { code, message }: { readonly code: string; readonly message: string }): string {
  const sentence = (text.errors as Readonly<Record<string, string>>)[code];
  return [sentence, message === code ? undefined : message, `(${code})`].filter(Boolean).join(' ');
}

function roleName(text: UiText, role: string): string {
  return (text.run.roles as Readonly<Record<string, string>>)[role] ?? role;
}

function Folded({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function Quoted({ title, body }: { readonly title: string; readonly body: string }): VNode {
  return (
    <>
      {title !== '' && <b>{title}</b>}
      <pre class="narrative-agent-pre">{body}</pre>
    </>
  );
}

function Lines({ title, items }: { readonly title: string; readonly items: readonly string[] }): VNode | null {
  if (items.length === 0) return null;
  return (
    <div>
      <b>{title}</b>
      <ul>
        {items.map((item, i) => (
          <li key={i}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
