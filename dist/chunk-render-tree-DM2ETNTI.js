/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  childNode,
  isDescribedValue
} from "./chunk-chunk-NOXGUHJZ.js";
import {
  dialectOf,
  statDataOf
} from "./chunk-chunk-YTK4B242.js";
import {
  isContainer,
  isPlainObject
} from "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/mvu/render-tree.ts
var MAX_DEPTH = 32;
var cut = { zh: "（更深的层级未列出）", en: "(deeper levels are left out)" };
function renderTree(record, language) {
  const isZod = dialectOf(record) === "zod";
  const schema = isPlainObject(record["schema"]) ? record["schema"] : null;
  const isPair = (value, node) => isDescribedValue(value) && (typeof value[0] !== "string" || !isZod && node?.["extensible"] !== true);
  const write = (value, node, depth) => {
    if (depth > MAX_DEPTH) return [cut[language]];
    const child = (key) => node && childNode(node, key);
    if (isPlainObject(value)) return visible(value).flatMap(([key, item]) => entry(key, item, child(key), depth));
    if (Array.isArray(value))
      return value.flatMap((item) => listItem(item, child("0"), depth));
    return [scalar(value)];
  };
  const entry = (key, value, node, depth) => {
    const [shown, note] = isPair(value, node) ? value : [value, ""];
    const remark = note === "" ? "" : language === "zh" ? `（${note}）` : ` (${note})`;
    const line = inline(shown);
    if (line !== null) return [`${key}: ${line}${remark}`.trimEnd()];
    return [`${key}:${remark}`, ...write(shown, node, depth + 1).map((text) => `  ${text}`)];
  };
  const listItem = (item, node, depth) => {
    const line = inline(item);
    if (line !== null) return [`- ${line}`];
    const [first = "", ...rest] = write(item, node, depth + 1);
    return [`- ${first}`, ...rest.map((text) => `  ${text}`)];
  };
  return write(statDataOf(record), schema, 0).join("\n");
}
var visible = (value) => Object.entries(value).filter(([key]) => !key.startsWith("$"));
function inline(value) {
  if (!isContainer(value)) return scalar(value);
  if (isPlainObject(value)) return visible(value).length === 0 ? "{}" : null;
  if (value.length === 0) return "[]";
  return value.every((item) => !isContainer(item)) ? value.map(scalar).join(", ") : null;
}
var scalar = (value) => typeof value === "string" ? value : JSON.stringify(value);
export {
  renderTree
};
