/** A job as the text that crosses into the sandbox; what is too large or too deep stops here. */
import { type JsonValue } from '../shared/json-value.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { type SandboxJob } from '../ports/sandbox.ts';
import { CODE_CHARACTERS, INPUT_CHARACTERS, MAX_DEPTH, softLimit } from './limits.ts';

export interface JobText {
  readonly code: string;
  readonly params: string;
  readonly state: string;
  readonly seed: number;
  readonly now: number;
  readonly limitMs: number;
}

/** Walks with a list of its own, since a tree that is too deep would also be too deep for recursion. */
function isTooDeep(value: JsonValue): boolean {
  let level: readonly JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((part) =>
      typeof part === 'object' && part !== null ? (Object.values(part) as readonly JsonValue[]) : [],
    );
  }
  return false;
}

/** @returns the texts, or a sentence saying which part is beyond which limit. */
export function writeJobText(job: SandboxJob): Result<JobText, string> {
  if (job.code.length > CODE_CHARACTERS) return err(`the code is longer than ${CODE_CHARACTERS} characters`);
  for (const name of ['params', 'state'] as const) {
    if (isTooDeep(job[name])) return err(`${name} is nested deeper than ${MAX_DEPTH} levels`);
  }
  const [params, state] = [JSON.stringify(job.params), JSON.stringify(job.state)];
  if (params.length + state.length > INPUT_CHARACTERS) {
    return err(`params and state are longer than ${INPUT_CHARACTERS} characters`);
  }
  return ok({ code: job.code, params, state, seed: job.seed, now: job.now, limitMs: softLimit(job.limitMs) });
}
