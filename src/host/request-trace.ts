/** What one request to SillyTavern's chat completion endpoint really did, read from a copy of its response. */
import { type Usage } from '../domain/run/run.ts';
import { parseJson } from '../shared/json.ts';
import { type ProviderRefusal } from './llm-errors.ts';
import { readRefusal, readReplyPiece, type Finish } from './provider-reply.ts';

export interface RequestTrace {
  /**
   * `unsent`: never left the page; `open`: on its way; `complete`: read to its end; `aborted`: by its signal;
   * `unreachable`: no response at all; `broken`: the response broke off.
   */
  readonly outcome: 'unsent' | 'open' | 'complete' | 'aborted' | 'unreachable' | 'broken';
  readonly status: number | null;
  readonly streaming: boolean;
  readonly refusal: ProviderRefusal | null;
  /** The stream said it was over (`[DONE]`, `message_stop`), or the body was one whole answer. */
  readonly closed: boolean;
  readonly finish: Finish | null;
  readonly usage: Usage;
  readonly textLength: number;
  readonly reasoningLength: number;
  readonly model: string;
}

const noUsage: Usage = { promptTokens: null, completionTokens: null, cachedTokens: null };

export const unsentTrace: RequestTrace = {
  outcome: 'unsent',
  status: null,
  streaming: false,
  refusal: null,
  closed: false,
  finish: null,
  usage: noUsage,
  textLength: 0,
  reasoningLength: 0,
  model: '',
};

export interface TraceReader {
  /** A response arrived; its body follows through `chunk`. */
  head(status: number, statusText: string, retryAfter: string): void;
  /** Returns how many characters of prose or thinking came with it, or -1 when it held no data at all. */
  chunk(text: string): number;
  end(outcome: RequestTrace['outcome']): void;
  trace(): RequestTrace;
}

const merged = (old: Usage, add: Usage | null): Usage => ({
  promptTokens: add?.promptTokens ?? old.promptTokens,
  completionTokens: add?.completionTokens ?? old.completionTokens,
  cachedTokens: add?.cachedTokens ?? old.cachedTokens,
});

export function makeTraceReader(streaming: boolean): TraceReader {
  let trace: RequestTrace = { ...unsentTrace, outcome: 'open', streaming };
  let pending = '';
  let plain = '';
  let head = { status: 0, statusText: '', retryAfter: '' };

  const take = (data: unknown): number => {
    const piece = readReplyPiece(data);
    const refusal = piece.refusal && readRefusal(data, head.status, head.statusText, head.retryAfter);
    trace = {
      ...trace,
      refusal: trace.refusal ?? refusal,
      finish: piece.finish ?? trace.finish,
      usage: merged(trace.usage, piece.usage),
      textLength: trace.textLength + piece.text.length,
      reasoningLength: trace.reasoningLength + piece.reasoning.length,
      model: trace.model || piece.model,
    };
    return piece.text.length + piece.reasoning.length;
  };

  const line = (text: string): number => {
    if (!text.startsWith('data:')) {
      if (text !== '' && !/^(event|id|retry|):/.test(text)) plain += `${text}\n`;
      return -1;
    }
    const body = text.slice(5).trim();
    if (body === '[DONE]') {
      trace = { ...trace, closed: true };
      return 0;
    }
    const parsed = parseJson(body);
    if (!parsed.ok) return 0;
    if (/"type"\s*:\s*"message(_stop|-end)"/.test(body)) trace = { ...trace, closed: true };
    return take(parsed.value);
  };

  return {
    head(status, statusText, retryAfter) {
      head = { status, statusText, retryAfter };
      trace = { ...trace, status };
    },
    chunk(text) {
      if (!streaming || (trace.status ?? 0) >= 400) {
        plain += text;
        return -1;
      }
      const lines = (pending + text).split(/\r\n|\n|\r(?!$)/);
      pending = lines.pop() ?? '';
      return lines.reduce((most, each) => Math.max(most, line(each)), -1);
    },
    end(outcome) {
      if (pending !== '') line(pending);
      pending = '';
      const whole = plain.trim();
      const parsed = whole === '' ? null : parseJson(whole);
      if (parsed?.ok) {
        take(parsed.value);
        if (outcome === 'complete' && !streaming) trace = { ...trace, closed: true };
      }
      if (head.status >= 400 && !trace.refusal) {
        const { status, statusText, retryAfter } = head;
        trace = { ...trace, refusal: { status, statusText, message: whole.slice(0, 300), code: '', retryAfter } };
      }
      trace = { ...trace, outcome };
    },
    trace: () => trace,
  };
}
