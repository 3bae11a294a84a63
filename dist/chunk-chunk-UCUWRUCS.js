/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  splitThinking,
  thinkingTags
} from "./chunk-chunk-RN45VB7U.js";
import {
  isPlainObject
} from "./chunk-chunk-QVWJH3VZ.js";
import {
  parseJson5,
  parseYaml
} from "./chunk-chunk-VCW5XSGG.js";
import {
  readLeniently
} from "./chunk-chunk-YRI47BRS.js";
import {
  isForbiddenKey
} from "./chunk-chunk-K5CV7OZR.js";
import {
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/mvu/parse-toml.ts
var TomlMistake = class extends Error {
};
function looksLikeToml(text) {
  const first = text.split("\n").find((line) => line.trim() !== "" && !line.trim().startsWith("#"))?.trim() ?? "";
  if (/^\[\[?[^[\]{},"':]+\]\]?\s*(#.*)?$/.test(first)) return /^[^=\n]+=|^\s*\[/m.test(text);
  return /^(?:"[^"]+"|'[^']+'|[^\s=:[\]{}"']+)(?:\s*\.\s*[^\s=:]+)*\s*=(?!=)\s*\S/.test(first);
}
function parseToml(text) {
  const root = {};
  const cursor = { text: text.replaceAll("\r\n", "\n"), at: 0 };
  try {
    let here = root;
    skipBlank(cursor);
    while (cursor.at < cursor.text.length) {
      if (cursor.text[cursor.at] === "[") here = readHeader(cursor, root);
      else readPair(cursor, here);
      endLine(cursor);
      skipBlank(cursor);
    }
    return ok(root);
  } catch (error) {
    if (!(error instanceof TomlMistake)) throw error;
    const line = cursor.text.slice(0, cursor.at).split("\n").length;
    return err(`TOML, line ${line}: ${error.message}`);
  }
}
function readHeader(cursor, root) {
  const isList = cursor.text.startsWith("[[", cursor.at);
  cursor.at += isList ? 2 : 1;
  const keys = readKeys(cursor);
  const close = isList ? "]]" : "]";
  if (!cursor.text.startsWith(close, cursor.at)) throw new TomlMistake(`expected ${close}`);
  cursor.at += close.length;
  const last = keys.at(-1) ?? "";
  const parent = tableAt(root, keys.slice(0, -1));
  if (!isList) return tableAt(parent, [last]);
  const list = Object.hasOwn(parent, last) ? parent[last] : parent[last] = [];
  if (!Array.isArray(list)) throw new TomlMistake(`${last} is not a list of tables`);
  const table = {};
  list.push(table);
  return table;
}
function readPair(cursor, table) {
  const keys = readKeys(cursor);
  if (cursor.text[cursor.at] !== "=") throw new TomlMistake("expected =");
  cursor.at += 1;
  const parent = tableAt(table, keys.slice(0, -1));
  const last = keys.at(-1) ?? "";
  if (Object.hasOwn(parent, last)) throw new TomlMistake(`${last} is given twice`);
  parent[last] = readValue(cursor);
}
function tableAt(root, keys) {
  let here = root;
  for (const key of keys) {
    const child = Object.hasOwn(here, key) ? here[key] : here[key] = {};
    const next = Array.isArray(child) ? child.at(-1) : child;
    if (typeof next !== "object" || next === null || Array.isArray(next))
      throw new TomlMistake(`${key} is not a table`);
    here = next;
  }
  return here;
}
var bareKey = /[^\s=.[\]{}"'#,]+/y;
function readKeys(cursor) {
  const keys = [];
  for (; ; ) {
    skipSpaces(cursor);
    const quote = cursor.text[cursor.at];
    const key = quote === '"' || quote === "'" ? readText(cursor, quote) : take(cursor, bareKey);
    if (key === null) throw new TomlMistake("expected a key");
    if (isForbiddenKey(key)) throw new TomlMistake(`the key ${key} is not allowed`);
    keys.push(key);
    skipSpaces(cursor);
    if (cursor.text[cursor.at] !== ".") return keys;
    cursor.at += 1;
  }
}
var bareValue = /[^\s,\]}#]+(?: \d{2}:\d{2}(?::\d{2})?)?/y;
function readValue(cursor) {
  skipSpaces(cursor);
  const start = cursor.text[cursor.at];
  if (start === '"' || start === "'") return readText(cursor, start);
  if (start === "[") return readList(cursor);
  if (start === "{") return readInlineTable(cursor);
  const word = take(cursor, bareValue);
  if (word === null) throw new TomlMistake("expected a value");
  if (word === "true" || word === "false") return word === "true";
  const number = /^[+-]?(?:0x[\da-f_]+|0o[0-7_]+|0b[01_]+|[\d_]+(?:\.[\d_]+)?(?:e[+-]?\d+)?)$/i.test(word) ? Number(word.replaceAll("_", "").replace(/^\+/, "")) : NaN;
  if (Number.isFinite(number)) return number;
  if (/^\d{4}-\d{2}-\d{2}|^\d{2}:\d{2}/.test(word)) return word;
  throw new TomlMistake(`${word} is not a value`);
}
function readList(cursor) {
  const items = [];
  cursor.at += 1;
  for (; ; ) {
    skipBlank(cursor);
    if (cursor.text[cursor.at] === "]") break;
    items.push(readValue(cursor));
    skipBlank(cursor);
    if (cursor.text[cursor.at] === ",") cursor.at += 1;
    else if (cursor.text[cursor.at] !== "]") throw new TomlMistake("expected , or ]");
  }
  cursor.at += 1;
  return items;
}
function readInlineTable(cursor) {
  const table = {};
  cursor.at += 1;
  for (; ; ) {
    skipBlank(cursor);
    if (cursor.text[cursor.at] === "}") break;
    readPair(cursor, table);
    skipBlank(cursor);
    if (cursor.text[cursor.at] === ",") cursor.at += 1;
    else if (cursor.text[cursor.at] !== "}") throw new TomlMistake("expected , or }");
  }
  cursor.at += 1;
  return table;
}
var escapes = /* @__PURE__ */ new Map([
  ["n", "\n"],
  ["t", "	"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"]
]);
function readText(cursor, quote) {
  const fence = cursor.text.startsWith(quote.repeat(3), cursor.at) ? quote.repeat(3) : quote;
  cursor.at += fence.length;
  if (fence.length === 3 && cursor.text[cursor.at] === "\n") cursor.at += 1;
  let text = "";
  while (!cursor.text.startsWith(fence, cursor.at)) {
    const char = cursor.text[cursor.at];
    if (char === void 0 || char === "\n" && fence.length === 1) throw new TomlMistake("a text does not end");
    cursor.at += 1;
    text += char === "\\" && quote === '"' ? readEscape(cursor) : char;
  }
  cursor.at += fence.length;
  return text;
}
function readEscape(cursor) {
  const code = cursor.text[cursor.at] ?? "";
  cursor.at += 1;
  const length = code === "u" ? 4 : code === "U" ? 8 : 0;
  if (length === 0) return escapes.get(code) ?? code;
  const point = parseInt(cursor.text.slice(cursor.at, cursor.at + length), 16);
  cursor.at += length;
  if (!(point <= 1114111)) throw new TomlMistake("a bad escape");
  return String.fromCodePoint(point);
}
function take(cursor, pattern) {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (!found) return null;
  cursor.at = pattern.lastIndex;
  return found[0];
}
var spaces = /[ \t]*/y;
var blank = /(?:\s|#[^\n]*)*/y;
function skipSpaces(cursor) {
  take(cursor, spaces);
}
function skipBlank(cursor) {
  take(cursor, blank);
}
function endLine(cursor) {
  take(cursor, spaces);
  const next = cursor.text[cursor.at];
  if (next !== void 0 && next !== "\n" && next !== "#") throw new TomlMistake("more than one value on the line");
}

// src/mvu/parse-data.ts
var MAX_LENGTH = 2e5;
async function parseData(text) {
  const source = text.replace(/^\uFEFF/, "").trim();
  if (source === "") return err("The text is empty.");
  if (source.length > MAX_LENGTH) return err(`Longer than ${MAX_LENGTH} characters.`);
  if (looksLikeToml(source)) {
    const toml = parseToml(source);
    if (toml.ok) return toml;
  }
  return /^[[{｛［]/.test(source) ? readJsonFirst(source) : readYamlFirst(source);
}
async function readJsonFirst(source) {
  const strict = parseJson(source);
  if (strict.ok) return strict;
  const json5 = await parseJson5(source);
  if (json5.ok) return json5;
  const repaired = repairJson(source);
  if (repaired.ok) return repaired;
  const yaml = await parseYaml(source);
  return yaml.ok ? yaml : err(strict.error.message);
}
function repairJson(source) {
  const reading = readLeniently(source, 0, { left: 2e4 + source.length * 6 });
  if (reading.kind === "broken") return err("It cannot be repaired.");
  if (reading.kind === "whole" && source.slice(reading.end).trim() !== "") return err("There is text after the data.");
  return ok(reading.value);
}
async function readYamlFirst(source) {
  const plain = await parseYaml(source);
  const narrowed = narrowColons(source);
  const other = narrowed === source ? null : await parseYaml(narrowed);
  if (other?.ok && typeof other.value === "object") return other;
  if (plain.ok) return plain;
  const json5 = await parseJson5(source);
  return json5.ok ? json5 : plain;
}
function narrowColons(source) {
  let blockIndent = -1;
  return source.split("\n").map((line) => {
    const indent = line.length - line.trimStart().length;
    if (blockIndent >= 0 && (line.trim() === "" || indent > blockIndent)) return line;
    blockIndent = /[:：]\s*[|>][+-]?\d?\s*(?:#.*)?$/.test(line) ? indent : -1;
    return line.replace(/^(\s*(?:- +)*[^\s:：'"#\-[\]{}|>][^:：'"#\n]{0,40})：[ \t]*/, "$1: ");
  }).join("\n");
}

// src/mvu/read-command.ts
var head = /_\.(set|insert|assign|remove|unset|delete|add)\(/g;
var nameOf = /* @__PURE__ */ new Map([
  ["assign", "insert"],
  ["unset", "remove"],
  ["delete", "remove"]
]);
var MAX_COMMAND_LENGTH = 2e4;
async function findCommands(text) {
  const found = [];
  for (const match of text.matchAll(head)) {
    const start = match.index;
    const from = start + match[0].length;
    const pieces = start < (found.at(-1)?.end ?? 0) ? null : splitArguments(text, from);
    if (!pieces || text[pieces.end] !== ";") continue;
    const comment = /^[ \t]*\/\/(.*)/.exec(text.slice(pieces.end + 1, pieces.end + 500))?.[1]?.trim();
    const name = match[1] ?? "";
    const operation = await readArguments(nameOf.get(name) ?? name, pieces.parts, comment ?? "");
    found.push({ start, end: pieces.end + 1 + (comment?.length ?? 0), operation });
  }
  return found;
}
var quoted = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`/y;
function splitArguments(text, from) {
  const parts = [];
  let depth = 0;
  let start = from;
  for (let at = from; at < text.length && at - from < MAX_COMMAND_LENGTH; at += 1) {
    const char = text.charAt(at);
    if ("\"'`".includes(char)) {
      quoted.lastIndex = at;
      if (!quoted.test(text)) return null;
      at = quoted.lastIndex - 1;
    } else if ("([{".includes(char)) depth += 1;
    else if (depth > 0) depth -= ")]}".includes(char) ? 1 : 0;
    else if (char === "," || char === ")") {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
      if (char === ")") return { parts: parts.length === 1 && parts[0] === "" ? [] : parts, end: at + 1 };
    }
  }
  return null;
}
async function readArguments(command, parts, reason) {
  const args = [];
  const base = reason === "" ? { command } : { command, reason };
  for (const [i, part] of parts.entries()) {
    const value = i === 0 ? readPath(part) : await readLiteral(part);
    if (value === void 0) return { ...base, args, unreadable: part.slice(0, 100) };
    args.push(value);
  }
  return { ...base, args };
}
var readPath = (part) => /^(["'`])([\s\S]*)\1$/.exec(part)?.[2] ?? part;
async function readLiteral(part) {
  const strict = parseJson(part);
  if (strict.ok) return strict.value;
  const template = /^`([^`$]*)`$/.exec(part);
  if (template) return template[1];
  const json5 = await parseJson5(part);
  if (json5.ok) return json5.value;
  return part === "" || part === "undefined" || /^[[{"'`(]/.test(part) ? void 0 : part;
}

// src/mvu/extract-updates.ts
var draftTags = [...thinkingTags, "analysis"];
async function extractUpdates(text) {
  const { answer } = splitThinking(text, draftTags);
  const blocks = findBlocks(answer);
  const commands = (await findCommands(answer)).filter(
    (command) => !blocks.some((block) => command.start >= block.start && command.end <= block.end)
  );
  const problems = [];
  const pieces = commands.map(
    ({ start, operation }) => ({ start, operations: [operation] })
  );
  let readable = 0;
  for (const block of blocks) {
    const read = await readBlock(block.body);
    if (typeof read === "string") problems.push(read);
    else {
      readable += 1;
      pieces.push({ start: block.start, operations: read });
    }
  }
  const operations = pieces.sort((a, b) => a.start - b.start).flatMap((piece) => piece.operations);
  return { operations, blocks: readable, problems };
}
function findBlocks(text) {
  const blocks = [];
  let open = null;
  for (const tag of text.matchAll(/<(\/?)(jsonpatch|json_patch)>/gi)) {
    const name = (tag[2] ?? "").toLowerCase();
    if (tag[1] === "") open = { start: tag.index, from: tag.index + tag[0].length, name };
    else if (open?.name === name) {
      blocks.push({ start: open.start, end: tag.index + tag[0].length, body: text.slice(open.from, tag.index) });
      open = null;
    }
  }
  return blocks;
}
async function readBlock(body) {
  const inner = /```[^\n`]*\n([\s\S]*?)(?:```|$)/.exec(body)?.[1] ?? body;
  const parsed = await parseData(inner);
  if (!parsed.ok) return parsed.error;
  const list = Array.isArray(parsed.value) ? parsed.value : listIn(parsed.value);
  return list ? list.map(plainOperation) : "The block holds no list of operations.";
}
var listNames = ["patches", "json_patch", "jsonPatch", "patch", "delta", "operations"];
function listIn(value) {
  if (!isPlainObject(value)) return null;
  for (const name of listNames) if (Array.isArray(value[name])) return value[name];
  return typeof value["op"] === "string" ? [value] : null;
}
var fields = ["op", "path", "from", "to", "value"];
function plainOperation(item) {
  if (!isPlainObject(item)) return {};
  const plain = {};
  for (const field of fields) {
    const value = item[field];
    if (value !== void 0) plain[field] = value;
  }
  return plain;
}

export {
  parseData,
  extractUpdates,
  findBlocks,
  readBlock,
  plainOperation
};
