/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/mvu/patch/pointer.ts
var MAX_PATH_DEPTH = 32;
function parsePointer(pointer) {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return null;
  return pointer.slice(1).split("/").map(unescapeSegment);
}
var unescapeSegment = (segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~");
function toPointer(segments) {
  return segments.map((s) => `/${s.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function arrayIndex(segment) {
  return /^(?:0|[1-9]\d{0,8})$/.test(segment) ? Number(segment) : null;
}
var isContainer = (value) => typeof value === "object" && value !== null;
var isPlainObject = (value) => isContainer(value) && !Array.isArray(value);
function childOf(container, segment) {
  if (Array.isArray(container)) {
    const index = arrayIndex(segment);
    return index === null ? void 0 : container[index];
  }
  return isPlainObject(container) && Object.hasOwn(container, segment) ? container[segment] : void 0;
}
function valueAt(root, segments) {
  let here = root;
  for (const segment of segments) {
    here = childOf(here, segment);
    if (here === void 0) return void 0;
  }
  return here;
}

export {
  MAX_PATH_DEPTH,
  parsePointer,
  toPointer,
  arrayIndex,
  isContainer,
  isPlainObject,
  childOf,
  valueAt
};
