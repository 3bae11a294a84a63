/** Our writing request on its way: its body adjusted, its response tapped, its silence watched. */
import { type WritingParameters } from '../ports/turn-runner.ts';
import { type ForegroundTurn } from './foreground-turn.ts';
import { type FetchObserver } from './fetch-observer.ts';
import { tapNextRequest } from './request-tap.ts';
import { startTokenWatchdog, type TimedOut } from './token-watchdog.ts';

export type RequestBody = Record<string, unknown> & { messages: unknown[] };

/** Models name their limit differently; SillyTavern has already chosen the key. */
const tokenLimits = ['max_tokens', 'max_completion_tokens'] as const;

/** Changes the body in place. Returns true when function tools of other extensions were taken out. */
export function applyParameters(body: RequestBody, parameters: WritingParameters): boolean {
  const hadTools = Array.isArray(body['tools']) && body['tools'].length > 0;
  delete body['tools'];
  delete body['tool_choice'];
  delete body['n'];
  if (parameters.dropPrefill) delete body['assistant_prefill'];
  // A model that takes no temperature has had the key removed by SillyTavern.
  if (parameters.temperature !== undefined && body['temperature'] !== undefined) {
    body['temperature'] = parameters.temperature;
  }
  for (const key of tokenLimits) {
    const limit = body[key];
    if (typeof limit === 'number' && parameters.maxTokens !== undefined && parameters.maxTokens > limit) {
      body[key] = parameters.maxTokens;
    }
  }
  return hadTools;
}

export interface WritingFacts {
  readonly observer: FetchObserver;
  readonly turn: ForegroundTurn;
  readonly body: RequestBody;
  readonly parameters: WritingParameters;
}

export interface WritingWatch {
  readonly onTimeout: (phase: TimedOut) => void;
  /** The response is read to its end, broken or aborted. */
  readonly onOver: () => void;
}

/** Arms the tap for the request SillyTavern makes next with this body. */
export function watchRequest({ observer, turn, body, parameters }: WritingFacts, watch: WritingWatch): void {
  const mark = `"type":${JSON.stringify(body['type'])}`;
  const last = turn.messages.at(-1)?.content;
  const ending = typeof last === 'string' ? JSON.stringify(last) : '';
  turn.streaming = body['stream'] === true;
  const firstToken = parameters.firstTokenTimeoutSeconds * 1_000;
  const gap = parameters.tokenGapTimeoutSeconds * 1_000;
  const watchdog = startTokenWatchdog(
    turn.streaming
      ? { firstToken, gap, total: null }
      : { firstToken: null, gap, total: (parameters.totalTimeoutSeconds ?? 0) * 1_000 || firstToken + gap },
    watch.onTimeout,
  );
  const tap = tapNextRequest(observer, {
    matches: (text) => text.includes(mark) && text.includes(ending),
    streaming: turn.streaming,
    onData: (tokens) => watchdog.beat(tokens),
  });
  turn.watchdog = watchdog;
  turn.tap = tap;
  void tap.over.then(() => {
    watchdog.stop();
    watch.onOver();
  });
}
