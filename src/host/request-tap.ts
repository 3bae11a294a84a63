/** A one-shot tap: sees exactly one request to the chat completion endpoint and a copy of its response. */
import { isRecord } from '../shared/safe-json.ts';
import { type FetchObserver } from './fetch-observer.ts';
import { makeTraceReader, unsentTrace, type RequestTrace } from './request-trace.ts';

export const GENERATE_PATH = '/api/backends/chat-completions/generate';

export interface RequestTap {
  /** Never rejects; resolves when the response is read to its end, failed, or was aborted. */
  readonly over: Promise<RequestTrace>;
  /** As far as it is known now. */
  trace(): RequestTrace;
  /** Takes the tap off; a request that was not made yet will not be seen. */
  dispose(): void;
}

export interface TapOptions {
  /** Is this the one? `body` is the request's body as text. */
  readonly matches: (body: string) => boolean;
  readonly streaming: boolean;
  /** Data arrived; `tokens`: some of it was prose or thinking. */
  readonly onData?: (tokens: boolean) => void;
}

const isAbort = (error: unknown, signal: AbortSignal | null): boolean =>
  signal?.aborted === true || (isRecord(error) && error['name'] === 'AbortError');

/** Taps the next matching request and is gone as soon as it is made. */
export function tapNextRequest(observer: FetchObserver, options: TapOptions): RequestTap {
  const reader = makeTraceReader(options.streaming);
  let seen = false;
  let settle: ((trace: RequestTrace) => void) | undefined;
  const over = new Promise<RequestTrace>((resolve) => (settle = resolve));

  const finish = (outcome: RequestTrace['outcome']): void => {
    reader.end(outcome);
    settle?.(reader.trace());
  };

  async function readCopy(copy: Response, signal: AbortSignal | null): Promise<void> {
    try {
      const body = copy.body?.getReader();
      const decoder = new TextDecoder();
      for (let read = await body?.read(); read && !read.done; read = await body?.read()) {
        const tokens = reader.chunk(decoder.decode(read.value, { stream: true }));
        if (tokens >= 0) options.onData?.(tokens > 0);
      }
      finish('complete');
    } catch (error) {
      finish(isAbort(error, signal) ? 'aborted' : 'broken');
    }
  }

  const takeOff = observer.observe(({ address, body, signal }) => {
    if (seen || body === null || !address.endsWith(GENERATE_PATH) || !options.matches(body)) return null;
    seen = true;
    takeOff();
    return {
      response(response) {
        reader.head(response.status, response.statusText, response.headers.get('retry-after') ?? '');
        void readCopy(response.clone(), signal);
      },
      failed: (error) => finish(isAbort(error, signal) ? 'aborted' : 'unreachable'),
    };
  });

  return {
    over,
    trace: () => (seen ? reader.trace() : unsentTrace),
    dispose() {
      takeOff();
      if (!seen) settle?.(unsentTrace);
    },
  };
}
