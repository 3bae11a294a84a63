/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  splitDotted
} from "./chunk-chunk-WCZGWCNY.js";
import {
  isContainer,
  isPlainObject,
  valueAt
} from "./chunk-chunk-QVWJH3VZ.js";

// src/mvu/render-yaml.ts
function renderYaml(value) {
  return isContainer(value) && !isEmpty(value) ? lines(value).join("\n") : inline(value);
}
function lines(value) {
  if (isPlainObject(value)) return Object.entries(value).flatMap(([key, child]) => entry(`${text(key)}:`, child));
  return value.flatMap((item) => listItem(item));
}
function entry(head, value) {
  if (isContainer(value) && !isEmpty(value)) return [head, ...lines(value).map((line) => `  ${line}`)];
  if (typeof value === "string" && isBlock(value)) {
    return [`${head} |-`, ...value.split("\n").map((line) => line === "" ? "" : `  ${line}`)];
  }
  return [`${head} ${inline(value)}`];
}
function listItem(value) {
  if (!isContainer(value) || isEmpty(value)) return entry("-", value);
  return lines(value).map((line, i) => i === 0 ? `- ${line}` : `  ${line}`);
}
var isEmpty = (value) => isContainer(value) && Object.keys(value).length === 0;
var isBlock = (value) => value.includes("\n") && !/^\s|\s$|[ \t]\n|[\x00-\x08\x0b-\x1f\x7f]/.test(value);
function inline(value) {
  if (typeof value === "string") return text(value);
  if (isContainer(value)) return Array.isArray(value) ? "[]" : "{}";
  return String(value);
}
function text(value) {
  const isPlain = /^[\p{L}_(（《「『“][^\n\t]*$/u.test(value) && !/: |:$| #|\s$|["'`]$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isPlain ? value : JSON.stringify(value);
}

// src/mvu/macros.ts
var macro = /\{\{(get|format)_(message|chat|character|preset|global)_variable::([^{}]*?)\}\}/gi;
function expandVariableMacros(text2, sources) {
  if (!text2.includes("_variable::")) return text2;
  let done = 0;
  const pieces = [];
  for (const found of text2.matchAll(macro)) {
    pieces.push(text2.slice(done, found.index), expandOne(text2, found, sources));
    done = found.index + found[0].length;
  }
  return pieces.join("") + text2.slice(done);
}
function expandOne(text2, found, sources) {
  const [whole, how = "", kind = "", path = ""] = found;
  const source = sources[kind.toLowerCase()];
  if (source === void 0) return whole;
  const value = withoutHidden(lookUp(source, unescapeHtml(path.trim())));
  if (typeof value === "string") return value;
  if (how.toLowerCase() === "get") return JSON.stringify(value);
  const indent = found.index - (text2.lastIndexOf("\n", found.index - 1) + 1);
  return renderYaml(value).replaceAll("\n", `
${" ".repeat(indent)}`);
}
function lookUp(source, path) {
  if (!source) return null;
  const segments = path === "" ? [] : splitDotted(path);
  return (segments && valueAt(source, segments)) ?? null;
}
function withoutHidden(value) {
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (!isPlainObject(value)) return value;
  const seen = Object.entries(value).filter(([key]) => !key.startsWith("$"));
  return Object.fromEntries(seen.map(([key, child]) => [key, withoutHidden(child)]));
}
var entities = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&"
};
var unescapeHtml = (text2) => text2.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);

export {
  expandVariableMacros,
  withoutHidden
};
