/** Chooses how foreign code may run here: in the Worker, or not at all and why. */
import { NarrativeError } from '../domain/errors.ts';
import { type Sandbox, type SandboxGap } from '../ports/sandbox.ts';
import { makeWorkerSandbox } from './worker-host.ts';

/** A sandbox that only says why there is none. */
export function makeClosedSandbox(reason: SandboxGap): Sandbox {
  return {
    available: () => ({ ok: false, reason }),
    run: (_job, signal) =>
      signal.aborted
        ? Promise.reject(new NarrativeError('run.cancelled'))
        : Promise.resolve({
            ok: false,
            error: { code: 'tool.unavailable', message: reason, line: null },
            logs: [],
            rolls: [],
            milliseconds: 0,
          }),
    check: () => Promise.resolve(null),
    stop: () => undefined,
  };
}

/**
 * @param workerUrl address of dist/sandbox-worker.js, e.g. `new URL('./sandbox-worker.js', import.meta.url)`
 * @returns the sandbox of this browser; nothing is loaded before the first job
 */
export function makeSandbox(workerUrl: URL): Sandbox {
  if (typeof WebAssembly !== 'object') return makeClosedSandbox('no-wasm');
  return typeof Worker === 'function' ? makeWorkerSandbox(workerUrl) : makeClosedSandbox('no-worker');
}
