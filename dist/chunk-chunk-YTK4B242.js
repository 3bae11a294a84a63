/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  isPlainObject
} from "./chunk-chunk-QVWJH3VZ.js";

// src/mvu/record.ts
var ZOD_SCHEMA_MARK = "没有用别管这个";
var recordKeys = ["stat_data", "schema", "initialized_lorebooks", "display_data", "delta_data"];
var isMvuRecord = (value) => isPlainObject(value) && isPlainObject(value["stat_data"]) && value["schema"] !== void 0;
var dialectOf = (record) => typeof record["schema"] === "string" ? "zod" : "classic";
function statDataOf(record) {
  const tree = record?.["stat_data"];
  return isPlainObject(tree) ? tree : {};
}

export {
  ZOD_SCHEMA_MARK,
  recordKeys,
  isMvuRecord,
  dialectOf,
  statDataOf
};
