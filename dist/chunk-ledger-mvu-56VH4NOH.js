/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  applyMvu
} from "./chunk-chunk-27EIXC5I.js";
import "./chunk-chunk-HLIDK6WY.js";
import "./chunk-chunk-NOXGUHJZ.js";
import "./chunk-chunk-YTK4B242.js";
import {
  describeRefusal
} from "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/mvu/ledger-mvu.ts
function applyMvuInLedger(record, effect, language) {
  const applied = applyMvu(record, effect);
  const refusals = applied.results.flatMap(
    (result) => result.ok ? [] : [{ code: result.code, reason: describeRefusal(result, language) }]
  );
  return { record: applied.record, refusals };
}
export {
  applyMvuInLedger
};
