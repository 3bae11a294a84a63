/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/shared/json.ts
var defaultLimits = { maxLength: 32e6, maxDepth: 64 };
function isRefusedName(name) {
  return name === "__proto__" || name === "constructor" || name === "prototype";
}
function parseJson(text, limits = defaultLimits) {
  if (text.length > limits.maxLength) {
    return err({ message: `Longer than ${limits.maxLength} characters.`, position: limits.maxLength });
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return err({ message, position: positionIn(message, text) });
  }
  const seen = inspect(value, limits.maxDepth);
  if (seen === "too-deep") return err({ message: `Nested deeper than ${limits.maxDepth} levels.`, position: null });
  if (seen === "refused-name") dropRefusedNames(value);
  return ok(value);
}
function positionIn(message, text) {
  const counted = /position (\d+)/.exec(message);
  if (counted) return Number(counted[1]);
  const placed = /line (\d+) column (\d+)/.exec(message);
  if (!placed) return /end of (JSON|data)/i.test(message) ? text.length : null;
  let start = 0;
  for (let line = 1; line < Number(placed[1]); line += 1) start = text.indexOf("\n", start) + 1;
  return start + Number(placed[2]) - 1;
}
function inspect(value, left) {
  if (typeof value !== "object" || value === null) return "clean";
  if (left === 0) return "too-deep";
  let found = "clean";
  if (isList(value)) {
    for (const part of value) found = worse(found, inspect(part, left - 1));
    return found;
  }
  for (const key in value) {
    if (isRefusedName(key)) found = worse(found, "refused-name");
    found = worse(found, inspect(value[key], left - 1));
  }
  return found;
}
function worse(a, b) {
  if (a === "clean" || b === "too-deep") return b;
  return a;
}
function isList(value) {
  return Array.isArray(value);
}
function dropRefusedNames(value) {
  if (typeof value !== "object" || value === null) return;
  const record = value;
  for (const key of Object.keys(record)) {
    if (isRefusedName(key)) delete record[key];
    else dropRefusedNames(record[key] ?? null);
  }
}

export {
  isRefusedName,
  parseJson
};
