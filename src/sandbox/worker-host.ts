/** The sandbox as the page sees it: one warm Worker; when a job overstays, the next Worker warms up while that one is waited for. */
import { NarrativeError } from '../domain/errors.ts';
import { type Sandbox, type SandboxError, type SandboxFailure, type SandboxOutcome } from '../ports/sandbox.ts';
import { writeJobText } from './job-text.ts';
import { HARD_EXTRA_MS, KEPT_VERDICTS, LATE_MS, softLimit, START_MS } from './limits.ts';
import { type WorkerReply, type WorkerRequest } from './worker-messages.ts';

interface Crew {
  readonly worker: Worker;
  /** Resolves null when ready, else what is wrong. */
  readonly ready: Promise<string | null>;
}

type Answer = WorkerReply | { readonly kind: 'killed' | 'crashed'; readonly message: string };

function failed(code: SandboxFailure, message: string, milliseconds: number): SandboxOutcome {
  return { ok: false, error: { code, message, line: null }, logs: [], rolls: [], milliseconds };
}

async function fetchEngine(url: URL): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: status ${answer.status}`);
  // Not the streaming form: a server may not know the media type. Compiling runs beside the main thread.
  return WebAssembly.compile(await answer.arrayBuffer());
}

function startWorker(url: URL, engine: Promise<WebAssembly.Module>): Crew {
  const worker = new Worker(url, { type: 'module', name: 'narrative-agent-sandbox' });
  const ready = new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve('the sandbox did not start in time'), START_MS);
    const settle = (problem: string | null): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (data.kind === 'ready') settle(null);
      if (data.kind === 'broken') settle(data.message);
    });
    worker.addEventListener('error', (event) => settle(event.message || 'the sandbox could not be loaded'));
    engine.then(
      (module) => worker.postMessage({ id: 0, kind: 'engine', engine: module } satisfies WorkerRequest),
      (error: unknown) => settle(String(error)),
    );
  });
  return { worker, ready };
}

/**
 * @param workerUrl address of dist/sandbox-worker.js; quickjs.wasm lies beside it
 * @returns a sandbox that starts its Worker with the first job; jobs run one after the other
 */
export function makeWorkerSandbox(workerUrl: URL): Sandbox {
  let crew: Crew | null = null;
  /** Started when a job is late, so that it is warm when the late one is killed. */
  let relief: Crew | null = null;
  let engine: Promise<WebAssembly.Module> | null = null;
  let nextId = 1;
  /** Code that was checked does not change. */
  const verdicts = new Map<string, SandboxError | null>();
  let tail: Promise<unknown> = Promise.resolve();

  const start = (): Crew => startWorker(workerUrl, (engine ??= fetchEngine(new URL('quickjs.wasm', workerUrl))));
  const dismiss = (): void => {
    crew?.worker.terminate();
    crew = relief;
    relief = null;
  };
  const hire = (): Crew => (crew ??= start());

  /** One exchange with a ready Worker; whatever goes wrong, the Worker is gone afterwards and a new one is there. */
  function exchange(worker: Worker, request: WorkerRequest, hardMs: number, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve) => {
      const end = (answer: Answer): void => {
        clearTimeout(timer);
        clearTimeout(lateTimer);
        worker.removeEventListener('message', onMessage);
        worker.removeEventListener('error', onError);
        signal.removeEventListener('abort', onAbort);
        if (answer.kind === 'killed' || answer.kind === 'crashed') {
          dismiss();
          hire();
        }
        resolve(answer);
      };
      const onMessage = ({ data }: MessageEvent<WorkerReply>): void => {
        if ((data.kind === 'ran' || data.kind === 'checked') && data.id === request.id) end(data);
      };
      const onError = (event: ErrorEvent): void => end({ kind: 'crashed', message: event.message });
      const onAbort = (): void => end({ kind: 'killed', message: 'cancelled' });
      const lateTimer = setTimeout(() => (relief ??= start()), hardMs - HARD_EXTRA_MS + LATE_MS);
      const timer = setTimeout(
        () => end({ kind: 'killed', message: `the code was stopped after ${hardMs} ms` }),
        hardMs,
      );
      worker.addEventListener('message', onMessage);
      worker.addEventListener('error', onError);
      signal.addEventListener('abort', onAbort, { once: true });
      worker.postMessage(request);
    });
  }

  async function ask(request: WorkerRequest, hardMs: number, signal: AbortSignal): Promise<Answer> {
    const mine = hire();
    const problem = await mine.ready;
    if (problem !== null) {
      if (crew === mine) dismiss();
      engine = null;
      return { kind: 'broken', message: problem };
    }
    if (signal.aborted) return { kind: 'killed', message: 'cancelled' };
    return exchange(mine.worker, request, hardMs, signal);
  }

  /** Jobs wait for each other, so that a job's time is its own. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = tail.then(work, work);
    tail = mine.catch(() => undefined);
    return mine;
  }

  return {
    available: () => ({ ok: true }),
    async run(job, signal) {
      const text = writeJobText(job);
      if (!text.ok) return failed('tool.invalid-input', text.error, 0);
      const hardMs = text.value.limitMs + HARD_EXTRA_MS;
      const answer = await inTurn(() => ask({ id: nextId++, kind: 'run', job: text.value }, hardMs, signal));
      if (signal.aborted) throw new NarrativeError('run.cancelled');
      switch (answer.kind) {
        case 'ran':
          return answer.outcome;
        case 'killed':
          return failed('tool.timeout', answer.message, hardMs);
        case 'broken':
          return failed('tool.unavailable', answer.message, 0);
        case 'crashed':
        case 'ready':
        case 'checked':
          return failed('tool.failed', 'the sandbox broke down', 0);
      }
    },
    async check(code): Promise<SandboxError | null> {
      const known = verdicts.get(code);
      if (known !== undefined) return known;
      const limitMs = softLimit(undefined);
      const request = { id: nextId++, kind: 'check', code, limitMs } as const;
      const answer = await inTurn(() => ask(request, limitMs + HARD_EXTRA_MS, new AbortController().signal));
      if (answer.kind === 'checked') {
        if (verdicts.size >= KEPT_VERDICTS) verdicts.clear();
        verdicts.set(code, answer.error);
        return answer.error;
      }
      return answer.kind === 'killed' ? { code: 'tool.timeout', message: answer.message, line: null } : null;
    },
    stop() {
      dismiss();
      dismiss();
    },
  };
}
