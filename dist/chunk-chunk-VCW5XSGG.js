/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  safeJson
} from "./chunk-chunk-K5CV7OZR.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/shared/parse-json5.ts
var MAX_LENGTH = 1e6;
async function parseJson5(text) {
  if (text.length > MAX_LENGTH) return err(`Longer than ${MAX_LENGTH} characters.`);
  const { default: json5 } = await import("./chunk-dist-HZRDIXOU.js");
  try {
    const value = safeJson(json5.parse(text));
    return value === void 0 ? err("Not a value JSON can hold.") : ok(value);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

// src/shared/parse-yaml.ts
var MAX_ALIASES = 50;
var MAX_LENGTH2 = 1e6;
async function parseYaml(text) {
  if (text.length > MAX_LENGTH2) return err(`Longer than ${MAX_LENGTH2} characters.`);
  const { parseDocument } = await import("./chunk-browser-VTL6L2TO.js");
  try {
    const document = parseDocument(text, { version: "1.2", merge: true, uniqueKeys: false, logLevel: "silent" });
    const problem = document.errors[0];
    if (problem) return err(problem.message);
    return ok(safeJson(document.toJS({ maxAliasCount: MAX_ALIASES })) ?? null);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

export {
  parseJson5,
  parseYaml
};
