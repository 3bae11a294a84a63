/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  readLayer
} from "./chunk-chunk-WP6GTI2E.js";

// src/domain/timeline/edit-mark.ts
var NUMBERS = /\d+(?:[.,]\d+)*|[零〇一二两三四五六七八九十百千万亿]+/g;
var CAPITALISED = /(?<![.!?…。！？\n]\s*|^)\b\p{Lu}[\p{L}'’-]+/gu;
var OFFER_ABOVE = 0.1;
function editMark(before, after, names) {
  const changed = changedShare(before, after);
  const numbers = differ(found(before, NUMBERS), found(after, NUMBERS));
  const namesChanged = differ(found(before, CAPITALISED), found(after, CAPITALISED)) || names.some((name) => name !== "" && occurrences(before, name) !== occurrences(after, name));
  return {
    changed,
    numbers,
    names: namesChanged,
    offerAnalysis: numbers || namesChanged || changed > OFFER_ABOVE
  };
}
function changedShare(a, b) {
  if (a === b) return 0;
  const counts = /* @__PURE__ */ new Map();
  for (let i = 0; i + 1 < a.length; i += 1) count(counts, a.slice(i, i + 2), 1);
  for (let i = 0; i + 1 < b.length; i += 1) count(counts, b.slice(i, i + 2), -1);
  const pairs = Math.max(0, a.length - 1) + Math.max(0, b.length - 1);
  let different = 0;
  for (const n of counts.values()) different += Math.abs(n);
  return pairs === 0 ? 1 : different / pairs;
}
function count(counts, key, by) {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
var found = (text, pattern) => (text.match(pattern) ?? []).sort();
var differ = (a, b) => a.length !== b.length || a.some((item, i) => item !== b[i]);
var occurrences = (text, part) => text.split(part).length - 1;

// src/domain/variables/resolve-variables.ts
function resolveVariable(layers, key) {
  for (const { scope, values } of layers) {
    const found2 = readLayer(values, key);
    if (found2) return "masked" in found2 ? null : { value: found2.value, scope };
  }
  return null;
}
function resolveAllVariables(layers) {
  const all = /* @__PURE__ */ new Map();
  for (const key of new Set(layers.flatMap(({ values }) => Object.keys(values)))) {
    const resolved = resolveVariable(layers, key);
    if (resolved) all.set(key, resolved);
  }
  return all;
}

export {
  editMark,
  resolveVariable,
  resolveAllVariables
};
