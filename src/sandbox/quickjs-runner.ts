/** Runs one job in a fresh QuickJS VM: only text goes in and out, time and memory are bounded, the VM is thrown away. */
import { type JSException, type JSValueHandle, QuickJS, type Snapshot } from 'quickjs-wasi';
import { deriveSeed } from '../domain/dice/seeded-random.ts';
import { type DiceRecord } from '../domain/dice/dice-record.ts';
import { rollDice } from '../domain/dice/roll-dice.ts';
import { type SandboxError, type SandboxFailure, type SandboxOutcome } from '../ports/sandbox.ts';
import { parseJson } from '../shared/json.ts';
import { guestPrelude } from './guest-prelude.ts';
import { type JobText } from './job-text.ts';
import { KEPT_ROLLS, LOG_LINES, MAX_DEPTH, MEMORY_BYTES, OUTPUT_CHARACTERS } from './limits.ts';

/** QuickJS's own guard; the engine's native stack is 1 MiB and a browser's Worker has less than a page. */
const STACK_BYTES = 192 * 1024;

export interface QuickJsRunner {
  /** Contract: never rejects. A built-in that does not return holds it for ever: run it where it can be killed. */
  run(job: JobText): Promise<SandboxOutcome>;
  /** Compiles without running the body. */
  check(code: string, limitMs: number): Promise<SandboxError | null>;
}

/** What one job has on the host's side; a VM is laid out before its job is known. */
interface Desk {
  seed: number;
  now: number;
  deadline: number;
  timedOut: boolean;
  readonly logs: string[];
  readonly rolls: DiceRecord[];
}

interface Guest {
  readonly vm: QuickJS;
  /** What the prelude returned. */
  readonly tools: JSValueHandle;
  readonly desk: Desk;
}

/** The VM after the prelude: each job gets a copy of this memory. */
interface Image {
  readonly snapshot: Snapshot;
  /** Of what the prelude returned. */
  readonly tools: number;
}

/** Ends a job with one of the named errors. */
class JobFailure extends Error {
  readonly failure: SandboxError;

  constructor(code: SandboxFailure, message: string, line: number | null = null) {
    super(message);
    this.failure = { code, message, line };
  }
}

/** @param elapsed a clock in ms that never goes back */
export function makeQuickJsRunner(wasm: WebAssembly.Module, elapsed: () => number): QuickJsRunner {
  let image: Promise<Image> | null = null;
  /** Laid out while nobody waits for it. */
  let spare: Promise<Guest> | null = null;

  const layOut = async (): Promise<Guest> => openGuest(wasm, await (image ??= takeImage(wasm)), elapsed);

  async function inGuest<T>(job: Omit<JobText, 'params' | 'state'>, work: (guest: Guest) => T | Promise<T>) {
    const began = elapsed();
    let guest: Guest | null = null;
    const report = () => ({
      logs: guest?.desk.logs ?? [],
      rolls: guest?.desk.rolls ?? [],
      milliseconds: Math.round((elapsed() - began) * 10) / 10,
    });
    try {
      const ready = spare ?? layOut();
      spare = null;
      guest = await ready;
      const { desk } = guest;
      desk.seed = job.seed;
      desk.now = job.now;
      call(guest, 'seed', guest.vm.newNumber(job.seed | 0));
      desk.deadline = elapsed() + job.limitMs;
      const value = await work(guest);
      return { ok: true as const, value, ...report() };
    } catch (error) {
      return { ok: false as const, error: nameFailure(error, guest?.desk.timedOut === true, job.limitMs), ...report() };
    } finally {
      letGo(guest?.vm ?? null);
      // After the answer is on its way.
      setTimeout(() => {
        spare ??= layOut();
        spare.catch(() => (spare = null));
      }, 0);
    }
  }

  return {
    async run(job) {
      const outcome = await inGuest(job, (guest) => runBody(guest, job));
      if (!outcome.ok) return outcome;
      const { value: text, ...rest } = outcome;
      const value = parseJson(text, { maxLength: OUTPUT_CHARACTERS, maxDepth: MAX_DEPTH });
      if (value.ok) return { ...rest, value: value.value };
      const error = {
        code: 'tool.output-too-large',
        message: `the result: ${value.error.message}`,
        line: null,
      } as const;
      return { ...rest, ok: false, error };
    },
    async check(code, limitMs) {
      const outcome = await inGuest({ code, seed: 0, now: 0, limitMs }, (guest) => void compile(guest, code));
      return outcome.ok ? null : outcome.error;
    },
  };
}

/** The same moment whenever the guest asks, for dates and timers of the engine alike. */
function fixedClock(memory: WebAssembly.Memory, now: () => number) {
  return {
    clock_time_get(_id: number, _precision: bigint, result: number): number {
      new DataView(memory.buffer).setBigUint64(result, BigInt(Math.trunc(now())) * 1_000_000n, true);
      return 0;
    },
  };
}

const limits = { memoryLimit: MEMORY_BYTES, maxStackSize: STACK_BYTES };

/** Runs the prelude once; nothing foreign has run in that VM. */
async function takeImage(wasm: WebAssembly.Module): Promise<Image> {
  const vm = await QuickJS.create({ wasm, ...limits, wasi: (memory) => fixedClock(memory, () => 0) });
  const nothing = () => vm.undefined;
  const prelude = vm.evalCode(guestPrelude, '<prelude>');
  const tools = vm.callFunction(prelude, vm.undefined, vm.newFunction('roll', nothing), vm.newFunction('log', nothing));
  const token = vm.exportHandle(tools);
  return { snapshot: vm.snapshot(), tools: token };
}

/** A VM of its own with the prelude's functions, before its job is known. */
async function openGuest(wasm: WebAssembly.Module, image: Image, elapsed: () => number): Promise<Guest> {
  const desk: Desk = { seed: 0, now: 0, deadline: Number.POSITIVE_INFINITY, timedOut: false, logs: [], rolls: [] };
  const isLate = (): boolean => (desk.timedOut ||= elapsed() > desk.deadline);
  const vm = await QuickJS.restore(image.snapshot, {
    wasm,
    ...limits,
    interruptHandler: isLate,
    wasi: (memory) => fixedClock(memory, () => desk.now),
  });
  let rolled = 0;
  // Neither may throw: an error of the host would carry its stack into the guest.
  vm.registerHostCallback('roll', (...given) => {
    const [expr] = given;
    // The time is up: no more work is done for the guest, so that the engine's next look at the clock comes soon.
    const drawn =
      expr?.isString && !isLate()
        ? rollDice({ expr: expr.toString() }, deriveSeed(desk.seed, `roll#${(rolled += 1)}`))
        : null;
    if (!drawn?.ok) return vm.newString(JSON.stringify({ problem: drawn?.error.en ?? 'roll(expr) needs a text' }));
    if (desk.rolls.length < KEPT_ROLLS) desk.rolls.push(drawn.value);
    const { expr: text, total, sets } = drawn.value;
    const faces = sets.flatMap((set) => set.terms.flatMap((term) => (term.kind === 'dice' ? term.dice : [])));
    return vm.newString(JSON.stringify({ expr: text, total, rolls: faces.flatMap((die) => die.rolls) }));
  });
  vm.registerHostCallback('log', (...given) => {
    const [line] = given;
    if (desk.logs.length < LOG_LINES && line?.isString) desk.logs.push(line.toString());
    return vm.undefined;
  });
  return { vm, tools: vm.importHandle(image.tools), desk };
}

function call(guest: Guest, name: string, argument: JSValueHandle): JSValueHandle {
  return guest.vm.callFunction(guest.tools.getProp(name), guest.vm.undefined, argument);
}

function compile(guest: Guest, code: string): JSValueHandle {
  const body = call(guest, 'compile', guest.vm.newString(code));
  if (body.isString) throw described(body.toString());
  return body;
}

function described(text: string): JobFailure {
  const parsed = parseJson(text);
  const [message, line] = parsed.ok && Array.isArray(parsed.value) ? (parsed.value as readonly unknown[]) : [];
  return new JobFailure(
    'tool.failed',
    typeof message === 'string' ? message : 'the code failed',
    typeof line === 'number' ? line : null,
  );
}

async function runBody(guest: Guest, job: JobText): Promise<string> {
  const { vm } = guest;
  const params = call(guest, 'readParams', vm.newString(job.params));
  const state = call(guest, 'readState', vm.newString(job.state));
  const promise = vm.callFunction(compile(guest, job.code), vm.undefined, params, state);
  vm.executePendingJobs();
  // Read natively: what the guest did to Promise cannot change what is seen here.
  if (promise.promiseState === 0) throw new JobFailure('tool.failed', 'the code waits for something that never comes');
  const settled = await vm.resolvePromise(promise);
  if ('error' in settled) throw described(call(guest, 'describe', settled.error).toString());
  const written = call(guest, 'write', settled.value);
  const length = written.getProp('length').toNumber();
  if (length > OUTPUT_CHARACTERS) {
    throw new JobFailure(
      'tool.output-too-large',
      `the result has ${length} characters; ${OUTPUT_CHARACTERS} are allowed`,
    );
  }
  return written.toString();
}

/** The watch is believed before the engine's words, since foreign code can throw any words. */
function nameFailure(error: unknown, timedOut: boolean, limitMs: number): SandboxError {
  if (timedOut) return { code: 'tool.timeout', message: `the code ran longer than ${limitMs} ms`, line: null };
  if (error instanceof JobFailure) return error.failure;
  const message = error instanceof Error ? error.message : '';
  if (message === 'out of memory') {
    return { code: 'tool.memory', message: `the code used more than ${MEMORY_BYTES >> 20} MB`, line: null };
  }
  const said = isGuestError(error) ? `${error.name}: ${message}` : 'the code broke its engine (too deep or too large)';
  return { code: 'tool.failed', message: said.slice(0, 500), line: null };
}

const isGuestError = (error: unknown): error is JSException => error instanceof Error && 'handle' in error;

/** A VM that was cut off may not be able to close; it is garbage either way. */
function letGo(vm: QuickJS | null): void {
  try {
    vm?.dispose();
  } catch {
    return;
  }
}
