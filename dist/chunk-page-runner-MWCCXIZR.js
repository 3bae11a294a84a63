/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  untilAborted
} from "./chunk-chunk-IHGEZULJ.js";
import {
  KEPT_ROLLS,
  MAX_DEPTH,
  OUTPUT_CHARACTERS,
  writeJobText
} from "./chunk-chunk-5CPQMXK4.js";
import {
  deriveSeed,
  rollDice
} from "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  NarrativeError
} from "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import {
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/sandbox/page-runner.ts
var PageFunctionMaker = (async () => Promise.resolve()).constructor;
function makePageSandbox(isPinned) {
  return {
    available: () => ({ ok: true }),
    check: () => Promise.resolve(null),
    stop: () => void 0,
    async run(job, signal) {
      if (signal.aborted) throw new NarrativeError("run.cancelled");
      const began = performance.now();
      const rolls = [];
      const done = (end) => {
        const rest = { logs: [], rolls, milliseconds: Math.round(performance.now() - began) };
        if ("code" in end) return { ...rest, ok: false, error: { ...end, line: null } };
        const value = parseJson(end.text, { maxLength: OUTPUT_CHARACTERS, maxDepth: MAX_DEPTH });
        if (value.ok) return { ...rest, ok: true, value: value.value };
        return {
          ...rest,
          ok: false,
          error: { code: "tool.output-too-large", message: value.error.message, line: null }
        };
      };
      if (!isPinned(job.code)) return done({ code: "tool.unavailable", message: "not-allowed" });
      const text = writeJobText(job);
      if (!text.ok) return done({ code: "tool.invalid-input", message: text.error });
      try {
        const result = untilAborted(evaluate(job, rolls), signal, () => new NarrativeError("run.cancelled"));
        return done(await withinLimit(result, text.value.limitMs));
      } catch (error) {
        if (error instanceof NarrativeError) throw error;
        return done({ code: "tool.failed", message: String(error).slice(0, 500) });
      }
    }
  };
}
async function evaluate(job, rolls) {
  const roll = (expr) => {
    const drawn = rollDice({ expr }, deriveSeed(job.seed, `roll#${rolls.length + 1}`));
    if (!drawn.ok) throw new RangeError(drawn.error.en);
    if (rolls.length < KEPT_ROLLS) rolls.push(drawn.value);
    const { total, expr: written } = drawn.value;
    return { total, expr: written, valueOf: () => total };
  };
  const run = new PageFunctionMaker("params", "state", "roll", job.code);
  const value = await run(structuredClone(job.params), structuredClone(job.state), roll);
  const text = JSON.stringify(value);
  return { text: typeof text === "string" ? text : "null" };
}
function withinLimit(result, limitMs) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => resolve({ code: "tool.timeout", message: `no result after ${limitMs} ms; the code may still be running` }),
      limitMs
    );
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
export {
  makePageSandbox
};
