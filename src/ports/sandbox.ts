/** Runs code that came with a card: JSON in, JSON out, nothing else within its reach. */
import { type DiceRecord } from '../domain/dice/dice-record.ts';
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';

export interface SandboxJob {
  /** A function body; `params`, `state` and `roll(expr)` are in scope, `return` gives the result, `await` is allowed. */
  readonly code: string;
  readonly params: JsonObject;
  readonly state: JsonObject;
  /** Of `Math.random` and `roll`: the same seed gives the same result. */
  readonly seed: number;
  /** What `Date.now()` says, in ms since 1970; it does not move while the code runs. */
  readonly now: number;
  /** Soft limit in ms, 100 when absent, at most 5,000; the hard limit is 300 ms later. */
  readonly limitMs?: number;
}

export type SandboxFailure =
  'tool.failed' | 'tool.timeout' | 'tool.memory' | 'tool.output-too-large' | 'tool.invalid-input' | 'tool.unavailable';

export interface SandboxError {
  readonly code: SandboxFailure;
  /** What the engine or the limit says, in English; data, never markup. */
  readonly message: string;
  /** Line of the code, from 1; null when unknown. */
  readonly line: number | null;
}

export type SandboxOutcome = (
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly error: SandboxError }
) & {
  /** What the code printed, at most 50 lines of 500 characters. */
  readonly logs: readonly string[];
  /** What the code rolled, at most 100 records. */
  readonly rolls: readonly DiceRecord[];
  readonly milliseconds: number;
};

/** `no-worker`, `no-wasm`: the browser lacks it; `not-allowed`: the player did not allow this very code. */
export type SandboxGap = 'no-worker' | 'no-wasm' | 'not-allowed';

/**
 * Contract: `run` rejects with `run.cancelled` when the signal aborts, and with nothing else; every other end is an
 * outcome. The job is never changed. Nothing is loaded before the first `run` or `check`.
 */
export interface Sandbox {
  available(): { readonly ok: true } | { readonly ok: false; readonly reason: SandboxGap };
  run(job: SandboxJob, signal: AbortSignal): Promise<SandboxOutcome>;
  /** Compiles without running; null when the code is well-formed or nobody can tell now. */
  check(code: string): Promise<SandboxError | null>;
  /** Lets go of everything that was started; a later `run` starts anew. */
  stop(): void;
}
