/** A run's journal gathered for people: one row per model call, and what else was noted. */
import { type AgentSlot } from '../../domain/run/agent-slot.ts';
import { type PromptLayout } from '../../domain/prompt/segment.ts';
import { type SentPart } from '../../domain/prompt/sent-parts.ts';
import { type ExecutionRecord } from '../../domain/run/execution.ts';
import { type RunEvent, type StepName, type Usage } from '../../domain/run/run.ts';
import { type LoreRecord } from '../../domain/worldbook/lore-record.ts';

export interface CallRow {
  readonly callId: string;
  readonly slot: AgentSlot;
  readonly attempt: number;
  readonly model: string;
  readonly promptTokens: number;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly cut: readonly { readonly source: string; readonly tokens: number }[];
  readonly parts: readonly SentPart[];
  /** Null where the order is not ours. */
  readonly layout: PromptLayout | null;
  readonly answer: string | null;
  readonly usage: Usage | null;
  /** Tokens of the answer as we count them. */
  readonly estimate: number | null;
  readonly milliseconds: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface RunReport {
  readonly calls: readonly CallRow[];
  /** Null in records of older versions. */
  readonly lore: LoreRecord | null;
  readonly tools: readonly ExecutionRecord[];
  readonly rungs: readonly { readonly rung: string; readonly detail: string }[];
  readonly rejected: readonly string[];
  readonly notes: readonly string[];
  readonly steps: readonly { readonly step: StepName; readonly milliseconds: number; readonly note: string }[];
  /** Tokens in and out, as told by the provider, else as we count them. */
  readonly tokens: number;
  readonly milliseconds: number;
}

export function reportRun(events: readonly RunEvent[]): RunReport {
  const calls = new Map<string, CallRow>();
  const rungs: { rung: string; detail: string }[] = [];
  const rejected: string[] = [];
  const notes: string[] = [];
  const begun = new Map<StepName, number>();
  const steps: RunReport['steps'][number][] = [];
  for (const event of events) {
    if (event.type === 'call.started') calls.set(event.callId, startedCall(event));
    else if (event.type === 'call.completed' || event.type === 'call.failed') endCall(calls, event);
    else if (event.type === 'rung.used') rungs.push({ rung: event.rung, detail: event.detail });
    else if (event.type === 'change.rejected') rejected.push(event.reason);
    else if (event.type === 'note') notes.push(`${event.code}: ${event.detail}`);
    else if (event.type === 'step.started') begun.set(event.step, event.at);
    else if (event.type === 'step.completed') {
      const { step, at, note = '' } = event;
      steps.push({ step, milliseconds: at - (begun.get(step) ?? at), note });
    }
  }
  const rows = [...calls.values()];
  return {
    calls: rows,
    lore: loreOf(events),
    tools: events.flatMap((event) => (event.type === 'tool.finished' ? [event.record] : [])),
    rungs,
    rejected,
    notes,
    steps,
    tokens: rows.reduce((sum, call) => sum + tokensOf(call), 0),
    milliseconds: (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0),
  };
}

function loreOf(events: readonly RunEvent[]): LoreRecord | null {
  return events.find((event) => event.type === 'lore.routed') ?? null;
}

function startedCall(event: Extract<RunEvent, { type: 'call.started' }>): CallRow {
  return {
    callId: event.callId,
    slot: event.slot,
    attempt: event.attempt,
    model: event.model,
    promptTokens: event.promptTokens,
    messages: event.messages.map(readMessage),
    cut: event.cut.map(readCut),
    parts: event.parts ?? [],
    layout: event.layout ?? null,
    answer: null,
    usage: null,
    estimate: null,
    milliseconds: null,
    error: null,
  };
}

function endCall(
  calls: Map<string, CallRow>,
  event: Extract<RunEvent, { type: 'call.completed' | 'call.failed' }>,
): void {
  const call = calls.get(event.callId);
  if (call === undefined) return;
  const { milliseconds, text = '', estimate = null } = event;
  const ended = { ...call, milliseconds, answer: text === '' ? null : text, estimate };
  calls.set(
    event.callId,
    event.type === 'call.completed'
      ? { ...ended, usage: event.usage }
      : { ...ended, error: { code: event.code, message: event.message } },
  );
}

function tokensOf(call: CallRow): number {
  return (call.usage?.promptTokens ?? call.promptTokens) + (call.usage?.completionTokens ?? call.estimate ?? 0);
}

/** Journals are stored data: their messages are looked at, not trusted. */
function readMessage(message: unknown): { role: string; text: string } {
  if (typeof message !== 'object' || message === null) return { role: '', text: String(message) };
  const role = 'role' in message ? String(message.role) : '';
  const content = 'content' in message ? message.content : '';
  return { role, text: contentText(content) };
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === undefined) return '';
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((part: unknown) => {
      if (typeof part !== 'object' || part === null) return String(part);
      if ('text' in part && typeof part.text === 'string') return part.text;
      return 'type' in part ? `[${String(part.type)}]` : '[…]';
    })
    .join('\n');
}

function readCut(cut: unknown): { source: string; tokens: number } {
  if (typeof cut !== 'object' || cut === null) return { source: String(cut), tokens: 0 };
  const key = 'key' in cut ? String(cut.key) : '';
  const source = 'source' in cut ? String(cut.source) : '';
  return {
    source: [key, source].filter((part) => part !== '').join(' · '),
    tokens: 'tokens' in cut && typeof cut.tokens === 'number' ? cut.tokens : 0,
  };
}
