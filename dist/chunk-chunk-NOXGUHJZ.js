/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  isPlainObject
} from "./chunk-chunk-QVWJH3VZ.js";

// src/mvu/schema/schema-node.ts
function nodeAt(schema, segments) {
  let here = schema;
  for (const segment of segments) {
    if (!isPlainObject(here)) return null;
    here = childNode(here, segment) ?? void 0;
  }
  return isPlainObject(here) ? here : null;
}
function childNode(node, segment) {
  const properties = node["properties"];
  const child = node["type"] === "array" ? node["elementType"] : isPlainObject(properties) && Object.hasOwn(properties, segment) ? properties[segment] : void 0;
  return isPlainObject(child) ? child : null;
}
var isExtensible = (node) => node === null || node["extensible"] === true || node["recursiveExtensible"] === true;
var mayHold = (node, key) => node === null || isExtensible(node) || childNode(node, key) !== null;
function isRequired(parent, key) {
  const child = parent && childNode(parent, key);
  return child !== null && child["required"] !== false;
}
function rootFlags(schema) {
  const root = isPlainObject(schema) ? schema : {};
  return {
    strictTemplate: root["strictTemplate"] === true,
    concatTemplateArray: root["concatTemplateArray"] !== false,
    strictSet: root["strictSet"] === true
  };
}

// src/mvu/described-value.ts
var isDescribedValue = (value) => Array.isArray(value) && value.length === 2 && typeof value[1] === "string";

export {
  nodeAt,
  childNode,
  isExtensible,
  mayHold,
  isRequired,
  rootFlags,
  isDescribedValue
};
