/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  extractUpdates
} from "./chunk-chunk-UCUWRUCS.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/steps/continued-variables.ts
async function continuedVariables(texts, held) {
  const { operations } = await extractUpdates(texts.now);
  const known = texts.before === null ? countOf(held) : (await extractUpdates(texts.before)).operations.length;
  const added = operations.slice(known);
  return added.length === 0 ? [] : [{ kind: "mvu", operations: added, source: "mvu" }];
}
var countOf = (held) => held.reduce(
  (sum, effect) => effect.kind === "mvu" && effect.exact !== true ? sum + effect.operations.length : sum,
  0
);
export {
  continuedVariables
};
