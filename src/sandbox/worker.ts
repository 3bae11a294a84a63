/** The Worker's entry: takes the compiled engine, warms it up, and runs one job after the other. */
import { makeQuickJsRunner, type QuickJsRunner } from './quickjs-runner.ts';
import { type WorkerReply, type WorkerRequest } from './worker-messages.ts';

/** The Worker's own global, as far as it is used; the DOM library types it as a window. */
interface WorkerScope {
  postMessage(reply: WorkerReply): void;
  addEventListener(type: 'message', handler: (event: { readonly data: WorkerRequest }) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const WARM_UP_MS = 5_000;

let runner: QuickJsRunner | null = null;

async function start(engine: WebAssembly.Module): Promise<WorkerReply> {
  const started = makeQuickJsRunner(engine, () => performance.now());
  // The engine's first run compiles its hot paths and would eat a job's time.
  await started.run({ code: 'return 1', params: '{}', state: '{}', seed: 0, now: 0, limitMs: WARM_UP_MS });
  runner = started;
  return { kind: 'ready' };
}

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  if (request.kind === 'engine') return start(request.engine);
  if (!runner) return { kind: 'broken', message: 'a job came before the engine' };
  if (request.kind === 'run') return { kind: 'ran', id: request.id, outcome: await runner.run(request.job) };
  return { kind: 'checked', id: request.id, error: await runner.check(request.code, request.limitMs) };
}

scope.addEventListener('message', (event) => {
  answer(event.data).then(
    (reply) => scope.postMessage(reply),
    (error: unknown) => scope.postMessage({ kind: 'broken', message: String(error) }),
  );
});
