/** Runs code in the page itself, with everything the page has: only for old tools, only code a player pinned, off unless wired. */
import { NarrativeError } from '../domain/errors.ts';
import { deriveSeed } from '../domain/dice/seeded-random.ts';
import { type DiceRecord } from '../domain/dice/dice-record.ts';
import { rollDice } from '../domain/dice/roll-dice.ts';
import { type Sandbox, type SandboxFailure, type SandboxJob, type SandboxOutcome } from '../ports/sandbox.ts';
import { parseJson } from '../shared/json.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { writeJobText } from './job-text.ts';
import { KEPT_ROLLS, MAX_DEPTH, OUTPUT_CHARACTERS } from './limits.ts';

type PageFunction = (params: unknown, state: unknown, roll: (expr: string) => unknown) => Promise<unknown>;
type FunctionMaker = new (...parts: readonly string[]) => PageFunction;

/** The one place of the extension where text becomes code of the page. */
const PageFunctionMaker = (async () => Promise.resolve()).constructor as FunctionMaker;

/**
 * Nothing here is isolated and a loop cannot be stopped: the time limit only stops waiting. The result still comes
 * back as text and through the safe reader.
 * @param isPinned whether the player chose "run in the page" for this very code
 */
export function makePageSandbox(isPinned: (code: string) => boolean): Sandbox {
  return {
    available: () => ({ ok: true }),
    check: () => Promise.resolve(null),
    stop: () => undefined,
    async run(job, signal) {
      if (signal.aborted) throw new NarrativeError('run.cancelled');
      const began = performance.now();
      const rolls: DiceRecord[] = [];
      const done = (
        end: { readonly text: string } | { readonly code: SandboxFailure; readonly message: string },
      ): SandboxOutcome => {
        const rest = { logs: [], rolls, milliseconds: Math.round(performance.now() - began) };
        if ('code' in end) return { ...rest, ok: false, error: { ...end, line: null } };
        const value = parseJson(end.text, { maxLength: OUTPUT_CHARACTERS, maxDepth: MAX_DEPTH });
        if (value.ok) return { ...rest, ok: true, value: value.value };
        return {
          ...rest,
          ok: false,
          error: { code: 'tool.output-too-large', message: value.error.message, line: null },
        };
      };
      if (!isPinned(job.code)) return done({ code: 'tool.unavailable', message: 'not-allowed' });
      const text = writeJobText(job);
      if (!text.ok) return done({ code: 'tool.invalid-input', message: text.error });
      try {
        const result = untilAborted(evaluate(job, rolls), signal, () => new NarrativeError('run.cancelled'));
        return done(await withinLimit(result, text.value.limitMs));
      } catch (error) {
        if (error instanceof NarrativeError) throw error;
        return done({ code: 'tool.failed', message: String(error).slice(0, 500) });
      }
    },
  };
}

async function evaluate(job: SandboxJob, rolls: DiceRecord[]): Promise<{ readonly text: string }> {
  const roll = (expr: string): unknown => {
    const drawn = rollDice({ expr }, deriveSeed(job.seed, `roll#${rolls.length + 1}`));
    if (!drawn.ok) throw new RangeError(drawn.error.en);
    if (rolls.length < KEPT_ROLLS) rolls.push(drawn.value);
    const { total, expr: written } = drawn.value;
    return { total, expr: written, valueOf: () => total };
  };
  const run = new PageFunctionMaker('params', 'state', 'roll', job.code);
  const value = await run(structuredClone(job.params), structuredClone(job.state), roll);
  // What JSON cannot say (undefined, a function) is null.
  const text = JSON.stringify(value) as unknown;
  return { text: typeof text === 'string' ? text : 'null' };
}

type Ended = { readonly text: string } | { readonly code: SandboxFailure; readonly message: string };

function withinLimit(result: Promise<Ended>, limitMs: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => resolve({ code: 'tool.timeout', message: `no result after ${limitMs} ms; the code may still be running` }),
      limitMs,
    );
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
