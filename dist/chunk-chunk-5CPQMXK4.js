/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/sandbox/limits.ts
var SOFT_LIMIT_MS = 100;
var MAX_SOFT_LIMIT_MS = 5e3;
var HARD_EXTRA_MS = 300;
var LATE_MS = 30;
var KEPT_VERDICTS = 200;
var MEMORY_BYTES = 8 * 1024 * 1024;
var CODE_CHARACTERS = 64 * 1024;
var INPUT_CHARACTERS = 256 * 1024;
var OUTPUT_CHARACTERS = 64 * 1024;
var MAX_DEPTH = 32;
var LOG_LINES = 50;
var LOG_CHARACTERS = 500;
var KEPT_ROLLS = 100;
var START_MS = 15e3;
function softLimit(asked) {
  if (asked === void 0 || !Number.isFinite(asked) || asked <= 0) return SOFT_LIMIT_MS;
  return Math.min(Math.max(Math.round(asked), 10), MAX_SOFT_LIMIT_MS);
}

// src/sandbox/job-text.ts
function isTooDeep(value) {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(
      (part) => typeof part === "object" && part !== null ? Object.values(part) : []
    );
  }
  return false;
}
function writeJobText(job) {
  if (job.code.length > CODE_CHARACTERS) return err(`the code is longer than ${CODE_CHARACTERS} characters`);
  for (const name of ["params", "state"]) {
    if (isTooDeep(job[name])) return err(`${name} is nested deeper than ${MAX_DEPTH} levels`);
  }
  const [params, state] = [JSON.stringify(job.params), JSON.stringify(job.state)];
  if (params.length + state.length > INPUT_CHARACTERS) {
    return err(`params and state are longer than ${INPUT_CHARACTERS} characters`);
  }
  return ok({ code: job.code, params, state, seed: job.seed, now: job.now, limitMs: softLimit(job.limitMs) });
}

export {
  HARD_EXTRA_MS,
  LATE_MS,
  KEPT_VERDICTS,
  MEMORY_BYTES,
  OUTPUT_CHARACTERS,
  MAX_DEPTH,
  LOG_LINES,
  LOG_CHARACTERS,
  KEPT_ROLLS,
  START_MS,
  softLimit,
  writeJobText
};
