/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  isForbiddenKey,
  isRecord,
  own,
  safeJson
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

// src/domain/variables/variable-key.ts
var MAX_LENGTH = 256;
function readVariableKey(key) {
  if (key.trim() === "" || key.length > MAX_LENGTH) return null;
  const path = key.startsWith("/") ? readPointer(key) : key.split(".");
  if (!path || path.some(isForbiddenKey) || isForbiddenKey(key)) return null;
  return { flat: key, path: path.includes("") ? [key] : path };
}

// src/shared/utf8-length.ts
function utf8Length(text) {
  let bytes = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 128) bytes += 1;
    else if (unit < 2048) bytes += 2;
    else if (unit >= 55296 && unit < 56320 && isLow(text.charCodeAt(i + 1))) {
      bytes += 4;
      i += 1;
    } else bytes += 3;
  }
  return bytes;
}
var isLow = (unit) => unit >= 56320 && unit < 57344;

// src/domain/variables/json-patch.ts
function patchedJson(root, operations) {
  if (!Array.isArray(operations)) return void 0;
  let value = root;
  for (const operation of operations) {
    value = applied(value, operation);
    if (value === void 0) return void 0;
  }
  return value;
}
function applied(root, raw) {
  if (!isRecord(raw)) return void 0;
  const path = pathOf(own(raw, "path"));
  const from = pathOf(own(raw, "from"));
  const value = safeJson(own(raw, "value"));
  if (!path) return void 0;
  switch (own(raw, "op")) {
    case "add":
      return value === void 0 ? void 0 : added(root, path, value);
    case "replace":
      return value === void 0 || valueAt(root, path) === void 0 ? void 0 : withValueAt(root, path, value);
    case "remove":
      return valueAt(root, path) === void 0 ? void 0 : withoutValueAt(root, path);
    case "test":
      return value !== void 0 && sameJson(valueAt(root, path), value) ? root : void 0;
    case "copy":
    case "move":
      return from ? carried(root, from, path, own(raw, "op") === "move") : void 0;
    default:
      return void 0;
  }
}
function carried(root, from, path, move) {
  const value = valueAt(root, from);
  const intoItself = move && path.length > from.length && from.every((part, i) => part === path[i]);
  if (value === void 0 || intoItself) return void 0;
  return added(move ? withoutValueAt(root, from) : root, path, value);
}
function added(root, path, value) {
  const last = path.at(-1);
  if (last === void 0) return value;
  const parentPath = path.slice(0, -1);
  const parent = valueAt(root, parentPath);
  if (typeof parent !== "object" || parent === null) return void 0;
  if (!Array.isArray(parent)) return withValueAt(root, path, value);
  const list = parent;
  const index = last === "-" ? list.length : Number(last);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return void 0;
  return withValueAt(root, parentPath, [...list.slice(0, index), value, ...list.slice(index)]);
}
var pathOf = (pointer) => typeof pointer === "string" ? readPointer(pointer) : null;

// src/domain/variables/variable-layer.ts
var VARIABLE_LIMIT_BYTES = 65536;
var at = (layer, name) => Object.hasOwn(layer, name) ? layer[name] : void 0;
function readLayer(layer, key) {
  const read = readVariableKey(key);
  return read ? lookUp(layer, read) : void 0;
}
function lookUp(layer, key) {
  const flat = at(layer, key.flat);
  if (flat) return flat;
  const [name = "", ...path] = key.path;
  const holder = at(layer, name);
  if (!holder || "masked" in holder || path.length === 0) return path.length === 0 ? holder : void 0;
  const value = valueAt(holder.value, path);
  return value === void 0 ? void 0 : { value };
}
function writeLayer(layer, key, write) {
  const read = readVariableKey(key);
  if (!read) return "key-refused";
  if (write.op === "unset") {
    unset(layer, read);
    return null;
  }
  if (write.op === "mask") {
    layer[read.flat] = { masked: true };
    return null;
  }
  const found = lookUp(layer, read);
  const next = evaluated(found && "value" in found ? found.value : void 0, write);
  if ("refusal" in next) return next.refusal;
  return next.value === void 0 ? null : put(layer, read, next.value);
}
function evaluated(current, write) {
  const { value, policy = "replace" } = write;
  switch (policy) {
    case "replace":
      return { value };
    case "if_absent":
      return { value: current === void 0 ? value : void 0 };
    case "add":
    case "max":
    case "min":
      return reckoned(current, value, policy);
    case "append_unique":
      return appended(current, value);
    case "patch": {
      const patched = patchedJson(current ?? {}, value);
      return patched === void 0 ? { refusal: "patch-failed" } : { value: patched };
    }
  }
}
function reckoned(current, value, policy) {
  if (typeof value !== "number" || current !== void 0 && typeof current !== "number") {
    return { refusal: "not-a-number" };
  }
  if (current === void 0) return { value };
  const result = policy === "add" ? current + value : Math[policy](current, value);
  return Number.isFinite(result) ? { value: result } : { refusal: "not-a-number" };
}
function appended(current, value) {
  if (current !== void 0 && !Array.isArray(current)) return { refusal: "not-a-list" };
  const list = [...current ?? []];
  const items = Array.isArray(value) ? value : [value];
  for (const item of items) if (!list.some((old) => sameJson(old, item))) list.push(item);
  return { value: list };
}
function put(layer, key, value) {
  const [name = "", ...path] = key.path;
  const holder = at(layer, name);
  const inside = path.length > 0 && at(layer, key.flat) === void 0 && holder !== void 0 && "value" in holder;
  const asPath = inside || key.flat.startsWith("/");
  const target = asPath ? name : key.flat;
  const next = asPath ? withValueAt(inside ? holder.value : void 0, path, value) : value;
  if (next === void 0) return "path-blocked";
  if (utf8Length(JSON.stringify(next)) > VARIABLE_LIMIT_BYTES) return "too-large";
  layer[target] = { value: next };
  return null;
}
function unset(layer, key) {
  if (at(layer, key.flat)) {
    delete layer[key.flat];
    return;
  }
  const [name = "", ...path] = key.path;
  const holder = at(layer, name);
  if (!holder) return;
  if (path.length === 0) delete layer[name];
  else if ("value" in holder) layer[name] = { value: withoutValueAt(holder.value, path) };
}

export {
  readPointer,
  writePointer,
  valueAt,
  withValueAt,
  withoutValueAt,
  sameJson,
  utf8Length,
  readVariableKey,
  VARIABLE_LIMIT_BYTES,
  readLayer,
  writeLayer
};
