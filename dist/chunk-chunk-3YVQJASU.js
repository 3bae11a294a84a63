/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  isForbiddenKey
} from "./chunk-chunk-K5CV7OZR.js";

// src/shared/json-pointer.ts
function readPointer(pointer) {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return null;
  const parts = pointer.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.some(isForbiddenKey) ? null : parts;
}
function writePointer(path) {
  return path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
var isList = (value) => Array.isArray(value);
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function listIndex(part, length) {
  if (part === "-") return length;
  return /^(?:0|[1-9]\d{0,8})$/.test(part) && Number(part) <= length ? Number(part) : null;
}
function valueAt(root, path) {
  let value = root;
  for (const part of path) {
    if (isList(value)) value = value[listIndex(part, value.length) ?? -1];
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return void 0;
  }
  return value;
}
function withValueAt(root, path, value) {
  const [part, ...rest] = path;
  if (part === void 0) return value;
  if (isForbiddenKey(part)) return void 0;
  if (isList(root)) {
    const index = listIndex(part, root.length);
    const inner2 = index === null ? void 0 : withValueAt(root[index], rest, value);
    return index === null || inner2 === void 0 ? void 0 : replaced(root, index, inner2);
  }
  if (root !== void 0 && !isObject(root)) return void 0;
  const inner = withValueAt(root && Object.hasOwn(root, part) ? root[part] : void 0, rest, value);
  return inner === void 0 ? void 0 : { ...root, [part]: inner };
}
function withoutValueAt(root, path) {
  const [part, ...rest] = path;
  if (part === void 0 || valueAt(root, path) === void 0) return root;
  if (isList(root)) {
    const index = listIndex(part, root.length) ?? -1;
    if (rest.length === 0) return root.filter((_, i) => i !== index);
    const old2 = root[index];
    return old2 === void 0 ? root : replaced(root, index, withoutValueAt(old2, rest));
  }
  if (!isObject(root)) return root;
  const old = root[part];
  if (rest.length > 0) return old === void 0 ? root : { ...root, [part]: withoutValueAt(old, rest) };
  return Object.fromEntries(Object.entries(root).filter(([key]) => key !== part));
}
function replaced(list, index, value) {
  const copy = [...list];
  copy[index] = value;
  return copy;
}
function sameJson(a, b) {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

export {
  readPointer,
  writePointer,
  valueAt,
  withValueAt,
  withoutValueAt,
  sameJson
};
