/** The page of the sandbox tests: runs jobs through the real Worker and watches its own main thread meanwhile. */
import { type SandboxJob, type SandboxOutcome } from '../../../src/ports/sandbox.ts';
import { makeSandbox } from '../../../src/sandbox/make-sandbox.ts';

export interface Watched {
  readonly outcome: SandboxOutcome;
  readonly milliseconds: number;
  /** Longest time in ms in which the main thread did nothing else. */
  readonly held: number;
}

const sandbox = makeSandbox(new URL('./sandbox-worker.js', import.meta.url));

async function whileTicking<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly held: number }> {
  let held = 0;
  let last = performance.now();
  const ticker = setInterval(() => {
    const now = performance.now();
    held = Math.max(held, now - last - 5);
    last = now;
  }, 5);
  try {
    return { value: await work(), held: Math.max(held, performance.now() - last - 5) };
  } finally {
    clearInterval(ticker);
  }
}

async function run(code: string, limitMs?: number): Promise<Watched> {
  const began = performance.now();
  const job = {
    code,
    params: { a: 2, b: 3 },
    state: { hp: 7, deep: { x: 1 } },
    seed: 11,
    now: 1_700_000_000_000,
    ...(limitMs === undefined ? {} : { limitMs }),
  };
  const { value, held } = await whileTicking(() => sandbox.run(job, new AbortController().signal));
  return { outcome: value, milliseconds: performance.now() - began, held };
}

/** How long the main thread is held by nothing at all: the reference of this machine at this moment. */
async function idle(milliseconds: number): Promise<number> {
  const { held } = await whileTicking(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  return held;
}

async function cancel(
  code: string,
  afterMs: number,
): Promise<{ readonly name: string; readonly milliseconds: number }> {
  const controller = new AbortController();
  const began = performance.now();
  setTimeout(() => controller.abort(), afterMs);
  const job = { code, params: {}, state: {}, seed: 1, now: 0, limitMs: 5_000 };
  const name = await sandbox.run(job, controller.signal).then(
    () => 'finished',
    (error: unknown) => String((error as { code?: unknown }).code),
  );
  return { name, milliseconds: performance.now() - began };
}

const endless =
  'const a = Array.from({ length: 20000 }, (_, i) => (i * 7919) % 20011); for (let i = 0; i < 9000; i += 1) a.slice().sort();';

/** From the start of a job whose built-in never returns to its named error, with a Worker that is ready. */
async function timeKill(): Promise<number> {
  await run('return 1', 5_000);
  return (await run(endless)).milliseconds;
}

/** From the moment a Worker was killed to the first result of its successor. */
async function timeRespawn(): Promise<number> {
  await run(endless);
  return (await run('return 1', 5_000)).milliseconds;
}

/** From nothing to the first result. */
async function timeStart(): Promise<number> {
  sandbox.stop();
  return (await run('return 1', 5_000)).milliseconds;
}

const bareSource = URL.createObjectURL(
  new Blob(['onmessage = (event) => postMessage(event.data)'], { type: 'text/javascript' }),
);

async function echoFrom(worker: Worker): Promise<number> {
  const began = performance.now();
  await new Promise((resolve) => {
    worker.addEventListener('message', resolve, { once: true });
    worker.postMessage('x');
  });
  return performance.now() - began;
}

async function bareEcho(): Promise<number> {
  const worker = new Worker(bareSource);
  await echoFrom(worker);
  const milliseconds = await echoFrom(worker);
  worker.terminate();
  return milliseconds;
}

async function bareStart(): Promise<number> {
  const worker = new Worker(bareSource);
  const milliseconds = await echoFrom(worker);
  worker.terminate();
  return milliseconds;
}

Object.assign(globalThis, {
  sandboxPage: {
    run,
    idle,
    cancel,
    timeKill,
    timeRespawn,
    timeStart,
    bareEcho,
    bareStart,
    raw: (job: SandboxJob) => sandbox.run(job, new AbortController().signal),
    check: (code: string) => sandbox.check(code),
    stop: () => sandbox.stop(),
  },
});
