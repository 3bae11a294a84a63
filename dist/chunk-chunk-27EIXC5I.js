/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  applyRfcOperation,
  buildSchema,
  makeDraft,
  readRfcOperation,
  updateRecord
} from "./chunk-chunk-HLIDK6WY.js";
import {
  dialectOf,
  statDataOf
} from "./chunk-chunk-YTK4B242.js";
import {
  refuse
} from "./chunk-chunk-WCZGWCNY.js";
import {
  isPlainObject
} from "./chunk-chunk-QVWJH3VZ.js";

// src/mvu/merge-initial.ts
function mergeInitial(record, initial) {
  if (record === null) return initial;
  const [mine, theirs] = [statDataOf(record), statDataOf(initial)];
  const merged = { ...theirs, ...mine };
  const books = { ...booksOf(initial), ...booksOf(record) };
  const base = { ...record, initialized_lorebooks: books };
  if (dialectOf(record) === "zod") return { ...base, stat_data: merged };
  const initialSchema = initial["schema"];
  const added = buildSchema(merged, { tree: merged, schema: joinRoots(record["schema"], initialSchema) });
  return { ...base, stat_data: added.tree, schema: added.schema };
}
function joinRoots(mine, theirs) {
  const [a, b] = [isPlainObject(mine) ? mine : {}, isPlainObject(theirs) ? theirs : {}];
  const [ours, added] = [a["properties"], b["properties"]];
  const properties = { ...isPlainObject(added) ? added : {}, ...isPlainObject(ours) ? ours : {} };
  return { ...b, ...a, type: "object", properties };
}
function booksOf(record) {
  const books = record["initialized_lorebooks"];
  if (Array.isArray(books))
    return Object.fromEntries(books.filter((name) => typeof name === "string").map((name) => [name, []]));
  return isPlainObject(books) ? books : {};
}

// src/mvu/apply-effects.ts
function applyMvu(record, effect) {
  if (effect.kind === "mvu-init") return { record: mergeInitial(record, effect.record), results: [] };
  if (effect.exact) return applyExact(record, effect.operations);
  if (record) return updateRecord(record, effect.operations);
  const results = effect.operations.map((operation, index) => ({ index, operation, ...refuse("missing") }));
  return { record, results };
}
function applyExact(record, operations) {
  const draft = makeDraft(record ?? {});
  const results = operations.map((raw, index) => {
    const operation = readRfcOperation(raw);
    const refusal = "ok" in operation ? operation : applyRfcOperation(draft, operation);
    if (refusal) return { index, operation: raw, ...refusal };
    return { index, operation: raw, ok: true, change: { kind: "set", path: [], before: null, after: null } };
  });
  const root = draft.root();
  return { record: isPlainObject(root) ? root : record, results };
}

export {
  booksOf,
  applyMvu
};
