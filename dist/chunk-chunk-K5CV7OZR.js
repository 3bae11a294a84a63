/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/shared/safe-json.ts
var forbidden = /* @__PURE__ */ new Set(["__proto__", "constructor", "prototype"]);
function isForbiddenKey(key) {
  return forbidden.has(key);
}
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function own(record, key) {
  return Object.hasOwn(record, key) ? record[key] : void 0;
}
function safeJson(value, depth = 32) {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : void 0;
  if (typeof value !== "object" || depth <= 0) return void 0;
  if (Array.isArray(value)) return value.map((item) => safeJson(item, depth - 1) ?? null);
  const copy = {};
  for (const key of Object.keys(value)) {
    if (isForbiddenKey(key)) continue;
    const part = safeJson(value[key], depth - 1);
    if (part !== void 0) copy[key] = part;
  }
  return copy;
}

export {
  isForbiddenKey,
  isRecord,
  own,
  safeJson
};
