/** Calls a model through SillyTavern's own service: the user's connection, none of the user's events, really abortable. */
import { NarrativeError } from '../domain/errors.ts';
import { type Clock } from '../ports/clock.ts';
import { type LiveModelClient, type ModelClient, type ModelReply, type ModelRequest } from '../ports/model-client.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { connectionFor } from './connection.ts';
import { type FetchObserver } from './fetch-observer.ts';
import { holdConnections, type ConnectionOf } from './held-connections.ts';
import { refusalError } from './llm-errors.ts';
import { modelRequestBody, type ModelBody } from './model-request-body.ts';
import { requestEnding } from './request-ending.ts';
import { tapNextRequest, type RequestTap } from './request-tap.ts';
import { type RequestTrace } from './request-trace.ts';
import { type St, type StContext, type StStreamChunk } from './st-context.ts';
import { type StModules } from './st-modules.ts';
import { toldError } from './told-error.ts';
import { startTokenWatchdog, type TimedOut } from './token-watchdog.ts';

export interface ModelClientDeps {
  readonly st: St;
  readonly modules: StModules;
  readonly observer: FetchObserver;
  readonly clock: Clock;
}

interface Answer {
  readonly text: string;
  readonly reasoning: string;
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A model that was forced to answer through a tool (Claude with a schema) has its answer in the tool's input. */
function toolInput(data: unknown): string {
  const content = isRecord(data) ? own(data, 'content') : null;
  const part: unknown = Array.isArray(content)
    ? content.find((item) => isRecord(item) && item['type'] === 'tool_use')
    : null;
  return isRecord(part) && part['input'] !== undefined ? JSON.stringify(part['input']) : '';
}

function wholeAnswer(ctx: StContext, data: unknown): Answer {
  const text = string(ctx.extractMessageFromData(data, 'openai'));
  return { text: text.trim() === '' ? toolInput(data) : text, reasoning: '' };
}

async function streamedAnswer(source: unknown, onText: ((text: string) => void) | undefined): Promise<Answer> {
  if (typeof source !== 'function') return { text: '', reasoning: '' };
  let answer: Answer = { text: '', reasoning: '' };
  for await (const chunk of (source as () => AsyncIterable<StStreamChunk>)()) {
    answer = { text: string(chunk.text), reasoning: string(chunk.state?.reasoning) };
    onText?.(answer.text);
  }
  return answer;
}

interface Sending {
  readonly body: ModelBody;
  readonly signal: AbortSignal;
  readonly onData: (tokens: boolean) => void;
}

/** Two calls may run at once: each takes exactly the request it makes itself, in the same breath. */
function send(
  ctx: StContext,
  observer: FetchObserver,
  { body, signal, onData }: Sending,
): { readonly tap: RequestTap; readonly response: Promise<unknown> } {
  const tap = tapNextRequest(observer, { matches: () => true, streaming: body['stream'] === true, onData });
  const response = ctx.ChatCompletionService.sendRequest(body, false, signal);
  // Whatever was not sent by now will not be: nobody else's request may be taken for ours.
  if (tap.trace().outcome === 'unsent') tap.dispose();
  return { tap, response };
}

function failure(facts: {
  readonly trace: RequestTrace;
  readonly cancelled: boolean;
  readonly timedOut: TimedOut | null;
  readonly prose: boolean;
  readonly now: number;
  readonly cause?: unknown;
}): NarrativeError | null {
  if (facts.cancelled && facts.timedOut === null) return new NarrativeError('run.cancelled');
  const ending = requestEnding({ ...facts, stopped: false });
  if (ending.kind === 'failed') return ending.error;
  if (ending.kind === 'finished' && facts.cause === undefined) return null;
  return new NarrativeError('model.network', { cause: facts.cause });
}

export function makeModelClient(deps: ModelClientDeps): LiveModelClient {
  const { st, modules } = deps;
  return {
    ...clientOver(deps, (settings) => connectionFor(st(), modules.openai, settings)),
    hold: (agents) => clientOver(deps, holdConnections(st(), modules.openai, agents)),
  };
}

function clientOver({ st, observer, clock }: ModelClientDeps, connectionOf: ConnectionOf): ModelClient {
  async function call(
    request: ModelRequest,
    signal: AbortSignal,
    onText: ((text: string) => void) | undefined,
  ): Promise<ModelReply> {
    const ctx = st();
    const connection = connectionOf(request.settings);
    const body = await modelRequestBody(ctx, connection, request);
    const controller = new AbortController();
    const stop = (): void => controller.abort(signal.reason);
    if (signal.aborted) throw new NarrativeError('run.cancelled');
    signal.addEventListener('abort', stop, { once: true });
    let timedOut: TimedOut | null = null;
    const streaming = body['stream'] === true;
    const { firstTokenTimeoutSeconds: first, totalTimeoutSeconds: total } = request.settings;
    const watchdog = startTokenWatchdog(
      { firstToken: streaming ? first * 1_000 : null, gap: total * 1_000, total: total * 1_000 },
      (phase) => {
        timedOut = phase;
        controller.abort(new NarrativeError('model.timeout'));
      },
    );
    const { tap, response } = send(ctx, observer, {
      body,
      signal: controller.signal,
      onData: (tokens) => watchdog.beat(tokens),
    });
    let answer: Answer = { text: '', reasoning: '' };
    let cause: unknown;
    try {
      const source = await response;
      answer = streaming ? await streamedAnswer(source, onText) : wholeAnswer(ctx, source);
    } catch (error) {
      cause = error;
    } finally {
      watchdog.stop();
      signal.removeEventListener('abort', stop);
    }
    // The copy of the response is read beside the original and ends with it.
    const trace = await tap.over;
    const prose = answer.text.trim() !== '';
    const error = failure({ trace, cancelled: signal.aborted, timedOut, prose, now: clock.now(), cause });
    if (error) throw error;
    const told = toldError(answer.text);
    if (told) throw refusalError(told, clock.now());
    return {
      text: answer.text,
      reasoning: answer.reasoning,
      finish: trace.finish ?? 'unknown',
      usage: trace.usage,
      model: trace.model || connection.model,
    };
  }

  return {
    async complete(request, signal, onText) {
      try {
        return await call(request, signal, onText);
      } catch (error) {
        if (error instanceof NarrativeError) throw error;
        throw new NarrativeError('model.rejected', { cause: error });
      }
    },
    describe(settings) {
      try {
        const { source, model, profile } = connectionOf(settings);
        return { source, model, profile };
      } catch {
        // A profile that is gone is said when it is used.
        return { source: '', model: '', profile: settings.profile };
      }
    },
  };
}
