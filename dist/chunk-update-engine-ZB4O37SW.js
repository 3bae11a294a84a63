/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  extractUpdates
} from "./chunk-chunk-UCUWRUCS.js";
import {
  updateRecord
} from "./chunk-chunk-HLIDK6WY.js";
import "./chunk-chunk-NOXGUHJZ.js";
import "./chunk-chunk-YTK4B242.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-WCZGWCNY.js";
import {
  parsePointer
} from "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import {
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/mvu/update-engine.ts
function makeUpdateEngine(reload = () => Promise.resolve(null)) {
  return {
    reload,
    async commandsOf(text) {
      const { operations } = await extractUpdates(text);
      return operations.flatMap((operation) => commandOf(operation) ?? []);
    },
    run: (commands, before) => Promise.resolve(updateRecord(before, commands.map(operationOf)).record)
  };
}
function commandOf(operation) {
  const make = (type, args2, reason2 = "json_patch") => ({
    type,
    full_match: JSON.stringify(operation),
    args: args2.flatMap(
      (arg, i) => arg === void 0 ? [] : [i === 0 && typeof arg === "string" ? arg : JSON.stringify(arg)]
    ),
    reason: reason2
  });
  const { op, path, from, to, value, command, args, reason } = operation;
  if (typeof command === "string" && Array.isArray(args)) {
    const type = command === "remove" ? "delete" : command;
    return make(type, args, typeof reason === "string" ? reason : "");
  }
  if (op === "move") return make("move", [dotted(from ?? path), dottedValue(to ?? path)]);
  if (op === "replace") return make("set", [dotted(path), value]);
  if (op === "delta") return make("add", [dotted(path), value]);
  if (op === "remove") return make("delete", [dotted(path)]);
  return op === "insert" || op === "add" ? make("insert", insertion(path, value)) : null;
}
function insertion(path, value) {
  const segments = segmentsOf(path);
  return [dotted(toDotted(segments.slice(0, -1))), segments.at(-1), value];
}
function operationOf(command) {
  const [path = "", ...rest] = command.args;
  const values = rest.map((arg) => {
    const parsed = parseJson(arg);
    return parsed.ok ? parsed.value : arg;
  });
  if (command.type === "move") return { op: "move", from: path, to: values[0] ?? "" };
  const name = command.type === "delete" ? "remove" : command.type;
  return { command: name, args: [path, ...values], ...command.reason === "" ? {} : { reason: command.reason } };
}
var segmentsOf = (path) => {
  if (typeof path !== "string") return [];
  return parsePointer(path === "" || path.startsWith("/") ? path : `/${path}`) ?? [path];
};
function toDotted(segments) {
  return segments.map(
    (segment, i) => /^[^.[\]"'/]+$/.test(segment) ? i === 0 ? segment : `.${segment}` : `[${JSON.stringify(segment)}]`
  ).join("");
}
var dotted = (path) => typeof path === "string" && !path.includes("/") ? path : toDotted(segmentsOf(path));
var dottedValue = (path) => dotted(path);
export {
  commandOf,
  makeUpdateEngine,
  operationOf
};
