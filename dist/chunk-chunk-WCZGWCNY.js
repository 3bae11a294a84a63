/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  MAX_PATH_DEPTH,
  isContainer,
  parsePointer,
  valueAt
} from "./chunk-chunk-QVWJH3VZ.js";
import {
  isForbiddenKey
} from "./chunk-chunk-K5CV7OZR.js";

// src/mvu/patch/refusal.ts
var refuse = (code, about = "") => ({ ok: false, code, about });
var sentences = {
  "not-an-operation": { zh: "不是有效的操作", en: "not a valid operation" },
  "unknown-op": { zh: "不支持的操作类型", en: "this kind of operation is not supported" },
  "too-many": {
    zh: "一次更新的操作太多，后面的没有执行",
    en: "too many operations in one update; the rest was left out"
  },
  "bad-path": { zh: "路径写法有误", en: "the path is not well formed" },
  forbidden: { zh: "路径或值里有不允许的键名", en: "the path or the value holds a key that is not allowed" },
  missing: { zh: "变量不存在", en: "there is no such variable" },
  "missing-parent": { zh: "上级变量不存在", en: "the variable it should go into does not exist" },
  "not-a-container": {
    zh: "上级变量不是对象或数组",
    en: "the variable it should go into is neither an object nor an array"
  },
  "not-an-index": { zh: "数组下标无效", en: "this is not a valid place in the list" },
  locked: {
    zh: "结构已锁定，不能新增（卡片没有为它设置 extensible）",
    en: "locked: the card does not allow new keys here (no extensible)"
  },
  required: { zh: "结构已锁定，不能删除", en: "locked: the card does not allow removing this" },
  "read-only": { zh: "只读变量", en: "this variable is read-only" },
  "new-category": { zh: "不能新增一级分类", en: "new first-level categories are not allowed" },
  "no-value": { zh: "缺少 value", en: "the value is missing" },
  "bad-value": { zh: "值无法使用", en: "the value cannot be used" },
  "not-a-number": { zh: "类型不符：需要数字", en: "wrong type: a number is needed" },
  "not-a-date": { zh: "类型不符：需要数字或日期", en: "wrong type: a number or a date is needed" },
  "into-itself": { zh: "不能移动到自己里面", en: "a variable cannot be moved into itself" },
  "test-failed": { zh: "test 操作不成立", en: "the test did not hold" },
  schema: { zh: "卡片的变量结构不接受这个值", en: "the card’s schema does not accept this" },
  internal: { zh: "执行时出错", en: "it failed while being carried out" }
};
function describeRefusal(refusal, language) {
  const sentence = sentences[refusal.code][language];
  if (refusal.about === "") return sentence;
  return language === "zh" ? `${sentence}：${refusal.about}` : `${sentence}: ${refusal.about}`;
}

// src/mvu/patch/spell-path.ts
var prefixes = /* @__PURE__ */ new Set(["stat_data", "status_current_variables"]);
var MAX_PATH_LENGTH = 1e3;
function readings(path) {
  const { text } = path;
  if (text.length > MAX_PATH_LENGTH) return refuse("bad-path");
  const slashed = text.startsWith("/") ? text : `/${text}`;
  const exact = parsePointer(text === "" ? "" : slashed);
  const dotted = splitDotted(text);
  const mixed = exact && text.includes("/") ? exact.flatMap(splitSegment) : null;
  const plain = path.style === "dotted" ? [dotted, exact] : text === "/" ? [exact, []] : [exact, text.includes("/") ? mixed : dotted];
  const found = plain.filter((segments) => segments !== null);
  const all = [
    ...found,
    ...found.filter(([first]) => first !== void 0 && prefixes.has(first)).map((s) => s.slice(1))
  ];
  if (all.length === 0 || all.some((segments) => segments.length > MAX_PATH_DEPTH)) return refuse("bad-path", text);
  return all.some((segments) => segments.some(isForbiddenKey)) ? refuse("forbidden", text) : all;
}
function findTarget(root, path) {
  const all = readings(path);
  if ("ok" in all) return all;
  return all.find((segments) => valueAt(root, segments) !== void 0) ?? refuse("missing", path.text);
}
function findPlace(root, path) {
  const all = readings(path);
  if ("ok" in all) return all;
  const fair = all.filter(
    ([first]) => first === void 0 || !prefixes.has(first) || valueAt(root, [first]) !== void 0
  );
  const open = fair.find((segments) => segments.length > 0 && isContainer(valueAt(root, segments.slice(0, -1))));
  return open ?? fair[0] ?? refuse("bad-path", path.text);
}
var splitSegment = (segment) => segment === "" ? [""] : splitDotted(segment) ?? [segment];
function splitDotted(text) {
  const segments = [];
  const piece = /([^.[\]]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/y;
  let at = 0;
  while (at < text.length) {
    if (text[at] === "." && at > 0) at += 1;
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (!found) return null;
    segments.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? "");
    at = piece.lastIndex;
  }
  return segments;
}

export {
  refuse,
  describeRefusal,
  findTarget,
  findPlace,
  splitDotted
};
