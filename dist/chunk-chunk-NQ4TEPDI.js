/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  isRefusedName,
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";
import {
  isForbiddenKey,
  safeJson
} from "./chunk-chunk-K5CV7OZR.js";
import {
  MAX_LOOKBACK,
  MAX_TOOL_LIMIT_MS,
  toolContextKeys
} from "./chunk-chunk-BUTJVY3T.js";

// src/shared/sha-256.ts
var initial = [
  1779033703,
  3144134277,
  1013904242,
  2773480762,
  1359893119,
  2600822924,
  528734635,
  1541459225
];
var constants = makeConstants();
function makeConstants() {
  const found = [];
  for (let candidate = 2; found.length < 64; candidate += 1) {
    let isPrime = true;
    for (let d = 2; d * d <= candidate; d += 1) if (candidate % d === 0) isPrime = false;
    if (isPrime) found.push(Math.floor(Math.cbrt(candidate) % 1 * 4294967296));
  }
  return Uint32Array.from(found);
}
var rotateRight = (value, bits) => value >>> bits | value << 32 - bits;
function padded(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const block = new Uint8Array(length);
  block.set(bytes);
  block[bytes.length] = 128;
  const view = new DataView(block.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length * 8 / 4294967296));
  view.setUint32(length - 4, bytes.length * 8 >>> 0);
  return view;
}
function compress(state, view, offset) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + i * 4);
  const at = (list, i) => list[i] ?? 0;
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [at(words, i - 15), at(words, i - 2)];
    const s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ x >>> 3;
    const s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ y >>> 10;
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first = h + s1 + (e & f ^ ~e & g) + at(constants, i) + at(words, i) >>> 0;
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const second = s0 + (a & b ^ a & c ^ b & c) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, d + first >>> 0, c, b, a, first + second >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] = at(state, i) + value;
  });
}
function sha256(text) {
  const view = padded(new TextEncoder().encode(text));
  const state = Uint32Array.from(initial);
  for (let offset = 0; offset < view.byteLength; offset += 64) compress(state, view, offset);
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

// src/tools/consent.ts
function codeHashOf(tool) {
  return sha256(`code:${tool.code}`);
}
function needsConsent(tool) {
  return tool.kind === "code";
}
function consentFor(tool, records) {
  const hash = codeHashOf(tool);
  return records.find((record) => record.codeHash === hash)?.answer ?? null;
}
var names = (tools) => tools.map((tool) => tool.name).join(", ");
function consentQuestion(tools, records, language) {
  const undecided = tools.filter((tool) => needsConsent(tool) && consentFor(tool, records) === null);
  if (undecided.length === 0) return null;
  const asking = tools.filter((tool) => tool.kind === "llm");
  const text = language === "zh" ? [
    `这张卡的世界书带来 ${undecided.length} 个会运行代码的工具：${names(undecided)}。`,
    "代码在隔离的沙盒里运行：只能看到调用参数和游戏状态，看不到聊天、设置、密钥和网络；每次最多 0.1 秒，作者最多可要求 5 秒。",
    asking.length > 0 ? `另有 ${asking.length} 个工具会多调用一次模型：${names(asking)}。` : "",
    "允许运行这些代码吗？代码改变后会再问一次。"
  ] : [
    `The worldbooks of this card bring ${undecided.length} tool(s) that run code: ${names(undecided)}.`,
    "The code runs in a closed sandbox: it sees the call and the game state only, no chat, settings, keys or network; 0.1 seconds a call, 5 at most when its author asks.",
    asking.length > 0 ? `${asking.length} further tool(s) make one more model call each: ${names(asking)}.` : "",
    "May this code run? You are asked again when it changes."
  ];
  return {
    undecided: undecided.map((tool) => ({
      name: tool.name,
      codeHash: codeHashOf(tool),
      code: tool.code,
      about: tool.description
    })),
    text: text.filter((line) => line !== "").join("\n")
  };
}

// src/domain/worldbook/entry-id.ts
function entryId(entry) {
  return `${entry.book}
${entry.uid}`;
}
function entrySource(entry) {
  const title = entry.comment.trim() || entry.book || "card";
  return `entry:${title}#${entry.uid}`;
}
function sortEntries(items, entryOf) {
  return [...items].sort((left, right) => {
    const a = entryOf(left);
    const b = entryOf(right);
    return a.order - b.order || compareUid(a.uid, b.uid);
  });
}
function compareUid(a, b) {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference)) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}

// src/tools/built-in/built-in-names.ts
var builtInNames = [
  "get_variable",
  "set_variable",
  "roll_dice",
  "random_choice",
  "get_time",
  "query_memory",
  "get_character_info"
];
function isBuiltInName(name) {
  return builtInNames.includes(name);
}

// src/tools/definition/locate.ts
function placeAt(text, index) {
  const before = text.slice(0, Math.max(0, Math.min(index, text.length))).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
function findKey(text, key, from) {
  for (let at = text.indexOf(key, from); at >= 0; at = text.indexOf(key, at + 1)) {
    const before = text[at - 1] ?? "\n";
    const after = text.slice(at + key.length, at + key.length + 8);
    if (/[\s"'“‘`{,，[-]/.test(before) && /^["'”’`]?\s{0,4}[:：=]/.test(after)) return at;
  }
  return -1;
}
function placeOfKey(text, path) {
  let at = -1;
  for (const key of path) {
    const next = findKey(text, key, Math.max(at, 0));
    if (next < 0) break;
    at = next;
  }
  return at < 0 ? null : placeAt(text, at);
}

// src/tools/definition/make-lint.ts
function makeLintPad(entry) {
  const lints = [];
  return {
    lints,
    add(severity, code, { zh, en }, at = null) {
      const place = at === null || "line" in at ? at : placeOfKey(entry.content, at);
      const { book, uid, comment } = entry;
      lints.push({
        severity,
        code,
        book,
        uid,
        comment,
        line: place?.line ?? null,
        column: place?.column ?? null,
        zh,
        en
      });
    }
  };
}

// src/tools/definition/spellings.ts
function plainWord(text) {
  return text.normalize("NFKC").trim().replace(/^<\/?|>$/g, "").replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[\s-]+/g, "_").toLowerCase();
}
var spell = (table) => new Map(
  Object.keys(table).flatMap(
    (meaning) => [meaning, ...table[meaning].split(" ").filter((word) => word !== "")].map((word) => [word, meaning])
  )
);
var kindWords = spell({
  code: "js javascript script function_code 代码 脚本",
  llm: "ai model prompt gpt chat 模型 大模型"
});
var triggerWords = spell({
  planning: "plan planner pre pre_pipeline before before_writing planning_phase 规划 规划阶段",
  post_pipeline: "post postpipeline post_planning after after_writing end final post_process 后处理 写作后 收尾"
});
var contextWords = new Map([
  ...toolContextKeys.map((key) => [key, key]),
  ...spell({
    world_full: "world world_info worldinfo worldbook lorebook lore 世界书",
    story_summary: "summary summaries story_summaries 摘要 剧情摘要",
    recent_turns: "recent_turn history chat_history recent_history recent 最近对话",
    narrative_text: "narrative prose text narration 正文",
    writing_guide: "planning_output plan guide narrative_direction 写作指导",
    state_summary: "state status variables stat_data 状态",
    user_persona: "persona user 用户设定",
    user_input: "input user_message last_message 用户输入",
    dice_results: "dice dice_result rolls 骰子结果",
    known_context: "known known_names 已知"
  })
]);
var placementWords = spell({
  message: "inline body chat 正文",
  folded: "fold collapsed details 折叠",
  panel: "side sidebar panel_only 面板"
});
var sideEffectWords = spell({
  none: "read read_only query 无",
  sandbox: "write state staged 沙盒",
  irreversible: "external permanent 不可逆"
});
function nearestWord(word, known) {
  if (word.length < 4) return null;
  for (const candidate of known) if (candidate.length >= 4 && isOneSlipAway(word, candidate)) return candidate;
  return null;
}
function isOneSlipAway(a, b) {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  const rest = (text, skipped) => text.slice(start + skipped);
  if (rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1)) return true;
  return a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2);
}
function lookUp(table, word) {
  const meaning = table.get(word);
  if (meaning !== void 0) return { meaning, exact: true };
  return { meaning: table.get(nearestWord(word, table.keys()) ?? "") ?? null, exact: false };
}

// src/tools/definition/field-reader.ts
function makeFieldReader(record) {
  const byWord = new Map(Object.keys(record).map((key) => [plainWord(key), key]));
  const taken = /* @__PURE__ */ new Set();
  return {
    take(...names2) {
      for (const name of names2) {
        const key = byWord.get(name);
        const value = key === void 0 ? void 0 : record[key];
        if (key === void 0 || value === void 0) continue;
        taken.add(key);
        if (value !== null && value !== "") return { name: key, value };
      }
      return null;
    },
    rest: () => Object.keys(record).filter((key) => !taken.has(key))
  };
}

// src/shared/lenient-text.ts
var CUT = /* @__PURE__ */ Symbol("cut");
var BROKEN = /* @__PURE__ */ Symbol("broken");
var closersOf = {
  '"': '"”',
  "＂": '＂"',
  "“": '”“"',
  "”": '”"',
  "'": "'’",
  "‘": "’‘'",
  "`": "`",
  "「": "」",
  "『": "』"
};
var escapes = { n: "\n", t: "	", r: "\r", b: "\b", f: "\f" };
var literals = /* @__PURE__ */ new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["none", null],
  ["undefined", null]
]);
var number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
var startsElement = /^(?:(?:[-*•·]|\d{1,3}[.)、])\s+)?["'“‘「{[]/;
var asciiKey = /^[A-Za-z_$][\w$.-]{0,60}\s*:/;
var isQuote = (char) => char !== void 0 && Object.hasOwn(closersOf, char);
var isColon = (char) => char === ":" || char === "：" || char === "=";
var isComma = (char) => char === "," || char === "，" || char === "、" || char === ";" || char === "；";
var closesObject = (char) => char === "}" || char === "｝";
var closesList = (char) => char === "]" || char === "］";
function isBlank(code) {
  if (code <= 32) return true;
  if (code < 160) return false;
  if (code === 160 || code === 12288 || code === 65279 || code === 8232 || code === 8233) return true;
  return code >= 8192 && code <= 8205;
}
function afterBlanks(cursor, at) {
  let to = at;
  while (to < cursor.text.length && isBlank(cursor.text.charCodeAt(to))) to += 1;
  cursor.left -= to - at + 1;
  return to;
}
function commentAt(text, at) {
  const char = text[at];
  if (char === "#") return "#";
  if (char !== "/") return null;
  const next = text[at + 1];
  return next === "*" ? "/*" : next === "/" ? "//" : null;
}
function skipGap(cursor) {
  for (; ; ) {
    cursor.at = afterBlanks(cursor, cursor.at);
    const comment = commentAt(cursor.text, cursor.at);
    if (comment === null) return;
    cursor.repaired = true;
    const mark = comment === "/*" ? "*/" : "\n";
    const end = cursor.text.indexOf(mark, cursor.at + comment.length);
    const to = end < 0 ? cursor.text.length : end + mark.length;
    cursor.left -= to - cursor.at;
    cursor.at = to;
  }
}
function readString(cursor, place) {
  const { text } = cursor;
  const opening = text.charAt(cursor.at);
  const closers = closersOf[opening] ?? opening;
  const parts = [];
  let openInside = 0;
  let from = cursor.at + 1;
  let at = from;
  if (opening !== '"') cursor.repaired = true;
  while (at < text.length) {
    if (cursor.left-- < 0) return BROKEN;
    if (isPlain(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    cursor.left -= 4;
    const char = text.charAt(at);
    if (char === "\\") {
      const [decoded, length] = readEscape(text, at);
      parts.push(text.slice(from, at), decoded);
      at += length;
      from = at;
      continue;
    }
    const role = roleOf(cursor, at, place, openInside > 0 && char === "”" ? "" : closers);
    if (role === "broken") return BROKEN;
    if (role === "end") {
      parts.push(text.slice(from, at));
      cursor.at = at + 1;
      return parts.join("");
    }
    if (role === "end-missing") {
      parts.push(text.slice(from, at));
      cursor.at = at;
      return parts.join("").trimEnd().replace(/["”]?[,，]?$/, "");
    }
    if (char === "“") openInside += 1;
    if (char === "”" && openInside > 0) openInside -= 1;
    at += 1;
  }
  return CUT;
}
function isPlain(code) {
  return code > 96 && code < 8216 || code > 48 && code < 92 || code >= 19968 && code < 40960;
}
function roleOf(cursor, at, place, closers) {
  const char = cursor.text.charAt(at);
  if (char === "\n") {
    cursor.repaired = true;
    if (place === "key") return "broken";
    return place === "member" && startsKey(cursor, afterBlanks(cursor, at), false) ? "end-missing" : "plain";
  }
  if (!closers.includes(char)) return "plain";
  if (endsString(cursor, at, place)) {
    if (char !== '"') cursor.repaired = true;
    return "end";
  }
  cursor.repaired = true;
  return "plain";
}
function readEscape(text, at) {
  const next = text.charAt(at + 1);
  if (next === "u") {
    const hex = text.slice(at + 2, at + 6);
    return /^[0-9a-fA-F]{4}$/.test(hex) ? [String.fromCharCode(parseInt(hex, 16)), 6] : ["\\", 1];
  }
  const known = escapes[next];
  if (known !== void 0) return [known, 2];
  return isQuote(next) || next === "\\" || next === "/" ? [next, 2] : ["\\", 1];
}
function endsString(cursor, at, place) {
  const { text } = cursor;
  const to = afterBlanks(cursor, at + 1);
  const char = text[to];
  if (char === void 0) return true;
  if (place === "key") return isColon(char);
  if (closesObject(char) || closesList(char) || commentAt(text, to) !== null) return true;
  if (isComma(char)) return startsNext(cursor, to + 1, place);
  const gap = text.slice(at + 1, to);
  if (gap === "") return false;
  if (place === "member") return startsKey(cursor, to, gap.includes("\n"));
  return startsElement.test(text.slice(to, to + 8));
}
function startsNext(cursor, at, place) {
  const { text } = cursor;
  const to = afterBlanks(cursor, at);
  const char = text[to];
  if (char === void 0 || closesObject(char) || closesList(char) || isComma(char)) return true;
  if (commentAt(text, to) !== null) return true;
  if (place === "member") return startsKey(cursor, to, true);
  return isQuote(char) || /^(?:[{[\d-]|\.{3}|true|false|null|None|True|False)/.test(text.slice(to, to + 5));
}
function startsKey(cursor, at, bareToo) {
  const { text } = cursor;
  const ahead = text.slice(at, at + 120);
  cursor.left -= 60;
  const opening = ahead.charAt(0);
  if (!isQuote(opening)) return bareToo && asciiKey.test(ahead);
  const closers = closersOf[opening] ?? opening;
  for (let to = 1; to < ahead.length; to += 1) {
    if (ahead[to] === "\n") return false;
    if (closers.includes(ahead.charAt(to))) return isColon(ahead.slice(to + 1).trimStart()[0]);
  }
  return false;
}
function readBareWord(cursor) {
  const { text } = cursor;
  let to = cursor.at;
  while (to < text.length && !/[,，;；}\]｝］\n"“”{[]/.test(text.charAt(to))) {
    if (text.startsWith("//", to) || to - cursor.at > 200) break;
    to += 1;
  }
  cursor.left -= to - cursor.at;
  if (to >= text.length) return CUT;
  const word = text.slice(cursor.at, to).trim().normalize("NFKC");
  if (word === "" || /["“”{[:：]/.test(text.charAt(to)) || word.length > 200) return BROKEN;
  cursor.at = to;
  if (number.test(word)) {
    if (!/^-?\d/.test(word)) cursor.repaired = true;
    return Number(word);
  }
  if (word !== "true" && word !== "false" && word !== "null") cursor.repaired = true;
  const literal = literals.get(word.toLowerCase());
  return literal === void 0 ? word : literal;
}

// src/shared/lenient-json.ts
var MAX_DEPTH = 64;
var STEP_COST = 40;
var bareKey = /[\p{L}\p{N}_$][\p{L}\p{N}_$.\- ]{0,80}?(?=\s{0,20}[:：=])/uy;
var bullet = /(?:[-*•·]|\d{1,3}[.)、])\s+(?=["'“{[])/y;
var mayDecorate = /[-*•·.…\d]/;
var ellipsis = /(?:\.{3,}|…+)\s*/y;
var opensObject = (char) => char === "{" || char === "｛";
var opensList = (char) => char === "[" || char === "［";
function readLeniently(text, start, budget) {
  const walk = { text, at: start, left: budget.left, repaired: false, dropped: 0, open: [], cut: false };
  const value = opensObject(text[start]) ? readObject(walk) : readList(walk);
  budget.left = walk.left;
  if (value === BROKEN || value === CUT) return { kind: "broken" };
  if (walk.cut) return { kind: "cut", value, dropped: walk.dropped };
  return { kind: "whole", value, end: walk.at, repaired: walk.repaired, dropped: walk.dropped };
}
function readValue(walk) {
  if (walk.left < 0) return BROKEN;
  const char = walk.text[walk.at];
  if (char === void 0) return CUT;
  if (opensObject(char)) return readObject(walk);
  if (opensList(char)) return readList(walk);
  const inList = walk.open.at(-1) === "list";
  if (isQuote(char)) return readString(walk, inList ? "element" : "member");
  return readBareWord(walk);
}
function readObject(walk) {
  if (walk.open.length >= MAX_DEPTH) return BROKEN;
  if (walk.text[walk.at] !== "{") walk.repaired = true;
  walk.open.push("object");
  walk.at += 1;
  const members = {};
  for (; ; ) {
    const next = nextMember(walk, members);
    if (next === "more") continue;
    walk.open.pop();
    if (next === BROKEN) return BROKEN;
    if (next === "done") return members;
    walk.cut = true;
    return walk.open.length === 0 ? members : CUT;
  }
}
function nextMember(walk, members) {
  walk.left -= STEP_COST;
  skipGap(walk);
  const { text } = walk;
  const char = text[walk.at];
  if (char === void 0) return CUT;
  if (closesObject(char)) return endOfObject(walk);
  if (isComma(char)) return step(walk, afterBlanks(walk, walk.at + 1), members);
  if (closesList(char)) {
    walk.repaired = true;
    if (walk.open.at(-2) === "list") return "done";
    walk.at += 1;
    return "more";
  }
  const key = readKey(walk);
  if (typeof key === "symbol") return key;
  skipGap(walk);
  const value = isMissing(text[walk.at]) ? void 0 : readValue(walk);
  if (value === BROKEN) return BROKEN;
  if (value === CUT) {
    if (walk.open.length === 1) walk.dropped += 1;
    return CUT;
  }
  if (value === void 0) {
    walk.dropped += 1;
    walk.repaired = true;
  } else if (!isRefusedName(key)) members[key] = value;
  return walk.cut ? CUT : "more";
}
function step(walk, to, members) {
  const next = walk.text[to];
  if (closesObject(next) || isComma(next) || walk.text[walk.at] !== "," || Object.keys(members).length === 0) {
    walk.repaired = true;
  }
  walk.at += 1;
  return "more";
}
function endOfObject(walk) {
  if (walk.text[walk.at] !== "}") walk.repaired = true;
  walk.at += 1;
  if (walk.open.length > 1) return "done";
  const comma = afterBlanks(walk, walk.at);
  const key = afterBlanks(walk, comma + 1);
  if (walk.text[comma] !== "," || !isQuote(walk.text[key])) return "done";
  walk.repaired = true;
  return "more";
}
function isMissing(char) {
  return char !== void 0 && (isComma(char) || closesObject(char) || closesList(char));
}
function readKey(walk) {
  let key;
  if (isQuote(walk.text[walk.at])) key = readString(walk, "key");
  else {
    bareKey.lastIndex = walk.at;
    const found = bareKey.exec(walk.text);
    if (!found) return /^[\p{L}\p{N}_$]*$/u.test(walk.text.slice(walk.at, walk.at + 80)) ? CUT : BROKEN;
    key = found[0].trim();
    walk.at += found[0].length;
    walk.repaired = true;
  }
  if (typeof key === "symbol") return key;
  if (key.length > 200) return BROKEN;
  skipGap(walk);
  const colon = walk.text[walk.at];
  if (colon === void 0) return CUT;
  if (!isColon(colon)) return BROKEN;
  if (colon !== ":") walk.repaired = true;
  walk.at += walk.text.startsWith("=>", walk.at) ? 2 : 1;
  return key;
}
function readList(walk) {
  if (walk.open.length >= MAX_DEPTH) return BROKEN;
  if (walk.text[walk.at] !== "[") walk.repaired = true;
  walk.open.push("list");
  walk.at += 1;
  const elements = [];
  for (; ; ) {
    const next = nextElement(walk, elements);
    if (next === "more") continue;
    walk.open.pop();
    if (next === BROKEN) return BROKEN;
    if (next === "done") return elements;
    walk.cut = true;
    return walk.open.length <= 1 ? elements : CUT;
  }
}
function nextElement(walk, elements) {
  walk.left -= STEP_COST;
  skipGap(walk);
  skipDecoration(walk);
  const { text } = walk;
  const char = text[walk.at];
  if (char === void 0) return CUT;
  if (closesList(char)) {
    if (char !== "]") walk.repaired = true;
    walk.at += 1;
    return "done";
  }
  if (isComma(char)) {
    const next = text[afterBlanks(walk, walk.at + 1)];
    if (closesList(next) || isComma(next) || char !== "," || elements.length === 0) walk.repaired = true;
    walk.at += 1;
    return "more";
  }
  if (closesObject(char)) return strayBrace(walk);
  const value = readValue(walk);
  if (value === BROKEN) return BROKEN;
  if (value === CUT || walk.cut) {
    if (walk.open.length <= 2) walk.dropped += 1;
    return CUT;
  }
  elements.push(value);
  return "more";
}
function strayBrace(walk) {
  walk.repaired = true;
  const next = walk.text[afterBlanks(walk, walk.at + 1)];
  const insideObject = walk.open.at(-2) === "object";
  const closesMore = closesList(next) && walk.open.at(-3) !== "list";
  if (insideObject && !closesMore) return "done";
  walk.at += 1;
  return "more";
}
function skipDecoration(walk) {
  if (!mayDecorate.test(walk.text.charAt(walk.at))) return;
  for (const mark of [bullet, ellipsis]) {
    mark.lastIndex = walk.at;
    const found = mark.exec(walk.text);
    if (!found) continue;
    walk.at += found[0].length;
    walk.repaired = true;
  }
}

// src/shared/parse-json5.ts
var MAX_LENGTH = 1e6;
async function parseJson5(text) {
  if (text.length > MAX_LENGTH) return err(`Longer than ${MAX_LENGTH} characters.`);
  const { default: json5 } = await import("./chunk-dist-HZRDIXOU.js");
  try {
    const value = safeJson(json5.parse(text));
    return value === void 0 ? err("Not a value JSON can hold.") : ok(value);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

// src/shared/parse-yaml.ts
var MAX_ALIASES = 50;
var MAX_LENGTH2 = 1e6;
async function parseYaml(text) {
  if (text.length > MAX_LENGTH2) return err(`Longer than ${MAX_LENGTH2} characters.`);
  const { parseDocument } = await import("./chunk-browser-VTL6L2TO.js");
  try {
    const document = parseDocument(text, { version: "1.2", merge: true, uniqueKeys: false, logLevel: "silent" });
    const problem = document.errors[0];
    if (problem) return err(problem.message);
    return ok(safeJson(document.toJS({ maxAliasCount: MAX_ALIASES })) ?? null);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

// src/tools/definition/read-entry-text.ts
var MAX_LENGTH3 = 2e5;
var fence = /^```[\w-]{0,20}[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/;
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function expectedAt(text, index) {
  const char = text[index];
  const before = text.slice(0, index).trimEnd().at(-1);
  if (char === void 0) return { zh: "缺少结尾的括号或引号", en: "a closing bracket or quote is missing" };
  if (char === "\n" || char === "\r" || char === "	") {
    return {
      zh: "文字里有真正的换行或制表符，应写成 \\n 或 \\t",
      en: "a real line break or tab inside a text; write \\n or \\t"
    };
  }
  if ((char === "}" || char === "]") && before === ",")
    return { zh: "最后一项后面多了逗号", en: "a comma after the last item" };
  if (char === "/" || char === "#") return { zh: "JSON 不能有注释", en: "JSON has no comments" };
  if (char === "'" || char === "“" || char === "”") return { zh: '引号应为 "', en: 'quotes must be "' };
  if (char === "：" || char === "，") return { zh: "应使用半角标点", en: "a half-width sign is needed" };
  if (before === '"')
    return {
      zh: '文字里的引号应写成 \\"，或缺少逗号、冒号',
      en: 'a quote inside a text must be \\", or a comma or colon is missing'
    };
  return { zh: "这里不是合法的 JSON", en: "this is not JSON here" };
}
function forgiven(code, source, index) {
  const expected = index === null ? null : expectedAt(source, index);
  const place = index === null ? null : placeAt(source, index);
  const lead = {
    repaired: { zh: "不是严格的 JSON，但能读懂", en: "not strict JSON, but it could be read" },
    "cut-off": { zh: "内容没有写完，只用了完整的部分", en: "the content breaks off; only its complete parts are used" },
    "not-readable": { zh: "读不懂这个条目的内容", en: "the content of this entry cannot be read" }
  }[code];
  const detail = { zh: expected ? `：${expected.zh}` : "", en: expected ? `: ${expected.en}` : "" };
  return { code, place, zh: lead.zh + detail.zh, en: lead.en + detail.en };
}
async function readEntryText(content) {
  if (content.length > MAX_LENGTH3) return { value: null, problem: forgiven("not-readable", content, null) };
  const trimmed = content.replace(/^[\s\uFEFF\u200B]+/, "").trimEnd();
  const text = (fence.exec(trimmed)?.[1] ?? trimmed).trim();
  const strict = parseJson(text);
  if (strict.ok && isObject(strict.value)) return { value: strict.value, problem: null };
  const brace = text.search(/[{｛]/);
  const yaml = brace === 0 ? null : await parseYaml(text);
  if (yaml?.ok && isObject(yaml.value)) return { value: yaml.value, problem: null };
  const stopped = strict.ok ? null : strict.error.position;
  return readCarelessly(content, { text, brace }, stopped === null ? null : content.indexOf(text) + stopped);
}
async function readCarelessly(content, { text, brace }, stopped) {
  const unreadable = { value: null, problem: forgiven("not-readable", content, stopped) };
  if (brace < 0) return unreadable;
  const json5 = await parseJson5(text.slice(brace));
  if (json5.ok && isObject(json5.value)) return { value: json5.value, problem: forgiven("repaired", content, stopped) };
  const careless = readLeniently(text, brace, { left: 2e4 + text.length * 8 });
  if (careless.kind === "broken" || !isObject(careless.value)) return unreadable;
  const code = careless.kind === "cut" || careless.dropped > 0 ? "cut-off" : "repaired";
  return { value: careless.value, problem: forgiven(code, content, stopped) };
}

// src/tools/definition/read-parameters.ts
var emptyParameters = { type: "object", properties: {} };
var MAX_PARAMETERS = 50;
var typeWords = /* @__PURE__ */ new Map([
  ["string", "string"],
  ["str", "string"],
  ["text", "string"],
  ["文本", "string"],
  ["字符串", "string"],
  ["number", "number"],
  ["float", "number"],
  ["double", "number"],
  ["数字", "number"],
  ["数值", "number"],
  ["integer", "integer"],
  ["int", "integer"],
  ["整数", "integer"],
  ["boolean", "boolean"],
  ["bool", "boolean"],
  ["布尔", "boolean"],
  ["array", "array"],
  ["list", "array"],
  ["数组", "array"],
  ["object", "object"],
  ["dict", "object"],
  ["对象", "object"],
  ["null", "null"]
]);
var isObject2 = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isList = (value) => Array.isArray(value);
function readTypeWord(value) {
  return typeof value === "string" ? typeWords.get(value.trim().toLowerCase()) : void 0;
}
function readProperty(value) {
  if (typeof value === "string") {
    const [head = "", ...rest2] = value.split(/[\s,，:：(（]+/);
    const type2 = readTypeWord(head);
    const description = type2 ? value.slice(head.length).replace(/^[\s,，:：]+/, "") : value;
    return {
      schema: { type: type2 ?? "string", ...description.trim() === "" ? {} : { description: description.trim() } },
      required: type2 !== void 0 && rest2.some((word2) => /^(required|必填)/i.test(word2))
    };
  }
  if (!isObject2(value)) return null;
  const { required, type, ...rest } = value;
  const word = readTypeWord(type);
  const inner = isObject2(rest["properties"]) ? { ...rest, ...readObjectSchema({ ...rest, required: required ?? [] }).schema } : rest;
  const kept = word ? { type: word } : type === void 0 ? {} : { type };
  return { schema: { ...inner, ...kept }, required: required === true };
}
function readObjectSchema(schema) {
  const given = isObject2(schema["properties"]) ? schema["properties"] : {};
  const properties = {};
  const required = /* @__PURE__ */ new Set();
  const bad = [];
  for (const [name, value] of Object.entries(given).slice(0, MAX_PARAMETERS)) {
    const property = isForbiddenKey(name) ? null : readProperty(value);
    if (!property) bad.push(name);
    else {
      properties[name] = property.schema;
      if (property.required) required.add(name);
    }
  }
  const listed = isList(schema["required"]) ? schema["required"] : [schema["required"]];
  for (const name of listed) {
    if (typeof name !== "string") continue;
    if (Object.hasOwn(properties, name)) required.add(name);
    else bad.push(name);
  }
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !["properties", "required", "type"].includes(key))
  );
  return {
    schema: { ...rest, type: "object", properties, ...required.size > 0 ? { required: [...required] } : {} },
    bad
  };
}
function byName(list) {
  return Object.fromEntries(
    list.flatMap((item) => {
      if (typeof item === "string") return [[item, { type: "string" }]];
      if (!isObject2(item) || typeof item["name"] !== "string") return [];
      const { name, ...schema } = item;
      return [[name, schema]];
    })
  );
}
function readParameters(value) {
  if (value === void 0 || value === null) return { schema: emptyParameters, bad: [] };
  if (isList(value)) return readObjectSchema({ properties: byName(value) });
  if (!isObject2(value)) return null;
  const isSchema = isObject2(value["properties"]) || value["type"] === "object" || Object.keys(value).length === 0;
  return readObjectSchema(isSchema ? value : { properties: value });
}

// src/tools/definition/read-tool-marker.ts
var marker = /\[\s{0,4}tool\s{0,4}[:：]([^\]\n]{0,120})\](.*)$/is;
function readToolMarker(comment) {
  const found = marker.exec(comment);
  return found ? { name: (found[1] ?? "").trim(), title: (found[2] ?? "").trim() } : null;
}
function isToolName(name) {
  return name.length <= 64 && /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.\-·]*$/u.test(name);
}

// src/tools/definition/read-function.ts
function textOf(value) {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map((line) => textOf(line)).join("\n");
  return "";
}
function bodyOf(value) {
  if (Array.isArray(value)) return value.map((line) => bodyOf(line)).join("\n");
  return typeof value === "string" ? value : "";
}
function readName({ inner, whole }, marker2, pad) {
  const given = textOf((inner.take("name") ?? whole.take("name", "tool_name"))?.value);
  const written = given || marker2.name;
  const name = written.normalize("NFC").replace(/\s+/g, "_");
  if (name === "") {
    pad.add("error", "missing-name", {
      zh: "没有工具名：请写 function.name，或写在标题 [TOOL:名称] 里",
      en: "no tool name: write function.name, or put it into the title [TOOL:name]"
    });
    return null;
  }
  if (!isToolName(name)) {
    const words = {
      zh: `工具名“${written}”不能用：只可用文字、数字、_ 和 -，最多 64 字`,
      en: `the tool name “${written}” cannot be used: letters, digits, _ and -, 64 at most`
    };
    pad.add("error", "bad-name", words, ["function", "name"]);
    return null;
  }
  if (name !== written) {
    const words = { zh: `工具名里的空格改成了 _：${name}`, en: `spaces in the tool name became _: ${name}` };
    pad.add("note", "bad-name", words, ["function", "name"]);
  }
  if (given !== "" && marker2.name !== "" && marker2.name.replace(/\s+/g, "_") !== name) {
    const words = {
      zh: `标题里的名称“${marker2.name}”与 function.name“${name}”不同，以后者为准`,
      en: `the title says “${marker2.name}”, function.name says “${name}”; the latter counts`
    };
    pad.add("warning", "name-differs", words, ["function", "name"]);
  }
  return name;
}
function guessKind(has) {
  if (has.code || has.builtin) return "code";
  return has.prompt ? "llm" : null;
}
function readKind(whole, has, pad) {
  const found = whole.take("type", "kind");
  const word = plainWord(textOf(found?.value));
  const { meaning, exact } = lookUp(kindWords, word);
  if (exact) return meaning;
  const guess = meaning ?? guessKind(has);
  if (word === "function" && guess) return guess;
  const expected = { zh: '应为 "llm" 或 "code"', en: 'expected "llm" or "code"' };
  const said = found ? { zh: `type“${textOf(found.value)}”`, en: `type “${textOf(found.value)}”` } : { zh: "没有 type", en: "no type" };
  const taken = guess ? { zh: `，按 ${guess} 处理`, en: `; taken as ${guess}` } : { zh: "", en: "" };
  const words = { zh: `${said.zh}：${expected.zh}${taken.zh}`, en: `${said.en}: ${expected.en}${taken.en}` };
  pad.add(guess ? "warning" : "error", found ? "unknown-type" : "missing-type", words, found ? [found.name] : null);
  return guess;
}
function readTrigger({ whole, inner }, pad) {
  const found = whole.take("trigger", "phase", "when", "stage") ?? inner.take("trigger");
  if (!found) return "planning";
  const word = plainWord(textOf(found.value));
  const { meaning: near, exact } = lookUp(triggerWords, word);
  if (exact) return near;
  const words = {
    zh: `trigger“${textOf(found.value)}”：应为 "planning" 或 "post_pipeline"${near ? `，按 ${near} 处理` : ""}`,
    en: `trigger “${textOf(found.value)}”: expected "planning" or "post_pipeline"${near ? `; taken as ${near}` : ""}`
  };
  pad.add(near ? "warning" : "error", "unknown-trigger", words, [found.name]);
  return near;
}
function readSchema({ whole, inner }, pad) {
  const found = inner.take("parameters", "params", "arguments", "input_schema", "args") ?? whole.take("parameters", "params", "arguments", "input_schema", "args");
  const read = readParameters(found?.value);
  if (!read) {
    const words = {
      zh: 'parameters 应为对象：{"type":"object","properties":{…}}；现在按没有参数处理',
      en: 'parameters must be an object: {"type":"object","properties":{…}}; taken as none'
    };
    pad.add("warning", "bad-parameters", words, [found?.name ?? "parameters"]);
    return emptyParameters;
  }
  for (const name of read.bad) {
    const words = {
      zh: `参数“${name}”读不懂：每个参数应为 {"type":…,"description":…}，required 只列已有的参数`,
      en: `the parameter “${name}” cannot be read: each is {"type":…,"description":…}, and required lists existing ones only`
    };
    pad.add("warning", "bad-parameters", words, [found?.name ?? "parameters", name]);
  }
  return read.schema;
}
function readPrompt({ whole, inner }) {
  const names2 = ["system_prompt", "systemprompt", "prompt", "system", "instruction", "instructions"];
  const found = whole.take(...names2) ?? inner.take(...names2) ?? whole.take("user_persona");
  return bodyOf(found?.value).trim();
}
var fence2 = /^```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/;
function readCode({ whole, inner }) {
  const found = whole.take("code", "script", "js", "javascript", "source") ?? inner.take("code", "script");
  const text = bodyOf(found?.value).trim();
  return fence2.exec(text)?.[1] ?? text;
}

// src/tools/definition/read-output.ts
function contextList(value) {
  if (Array.isArray(value)) return value.map((item) => textOf(item));
  if (isObject2(value)) return Object.keys(value).filter((key) => value[key] !== false && value[key] !== null);
  return textOf(value).split(/[,，、;；|\n]+|\s{2,}/);
}
function readContext(whole, pad) {
  const found = whole.take("context", "contexts", "context_keys");
  if (!found) return [];
  const keys = /* @__PURE__ */ new Set();
  for (const given of contextList(found.value)) {
    if (given.trim() === "") continue;
    const word = plainWord(given);
    const parts = contextWords.has(word) ? [word] : given.trim().split(/\s+/).map(plainWord);
    for (const part of parts) {
      const { meaning: key, exact } = lookUp(contextWords, part);
      if (key) keys.add(key);
      if (exact) continue;
      const words = {
        zh: `context 里没有“${part}”${key ? `，按 ${key} 处理` : `；可用：${toolContextKeys.join("、")}`}`,
        en: `context has no “${part}”${key ? `; taken as ${key}` : `; known: ${toolContextKeys.join(", ")}`}`
      };
      pad.add("warning", "unknown-context", words, [found.name]);
    }
  }
  return toolContextKeys.filter((key) => keys.has(key));
}
function readTag(whole, pad) {
  const found = whole.take("output_tag", "outputtag", "tag");
  if (!found) return null;
  const tag = textOf(found.value).replace(/^<\/?\s*|\s*\/?>$/g, "").trim();
  if (/^[\p{L}_][\p{L}\p{M}\p{N}_.:-]{0,63}$/u.test(tag)) return tag;
  const words = {
    zh: `output_tag“${tag}”不是标签名，例如 state_panel；现在不用它`,
    en: `output_tag “${tag}” is no tag name such as state_panel; it is not used`
  };
  pad.add("warning", "bad-output-tag", words, [found.name]);
  return null;
}
function readNumber(whole, names2, range, pad) {
  const found = whole.take(...names2);
  if (!found) return null;
  const given = Number(textOf(found.value).normalize("NFKC") || NaN);
  const used = Number.isFinite(given) ? Math.min(Math.max(Math.round(given), range.min), range.max) : null;
  if (used === given) return used;
  const words = {
    zh: `${found.name} 应为 ${range.min} 到 ${range.max} 的整数${used === null ? "" : `，按 ${used} 处理`}`,
    en: `${found.name} must be a whole number from ${range.min} to ${range.max}${used === null ? "" : `; taken as ${used}`}`
  };
  pad.add("warning", "bad-value", words, [found.name]);
  return used;
}
var yes = /^(?:true|yes|on|1|是|开)$/i;
var no = /^(?:false|no|off|0|否|关)$/i;
function readFlag(whole, names2, pad) {
  const found = whole.take(...names2);
  if (!found) return null;
  const text = textOf(found.value);
  if (yes.test(text)) return true;
  if (no.test(text)) return false;
  const words = { zh: `${found.name} 应为 true 或 false`, en: `${found.name} must be true or false` };
  pad.add("warning", "bad-value", words, [found.name]);
  return null;
}
function readChoice(whole, names2, choices, pad) {
  const found = whole.take(...names2);
  if (!found) return null;
  const choice = choices.get(plainWord(textOf(found.value))) ?? null;
  if (choice === null) {
    const known = [...new Set(choices.values())].join(", ");
    const words = {
      zh: `${found.name}“${textOf(found.value)}”：应为 ${known} 之一`,
      en: `${found.name} “${textOf(found.value)}”: expected one of ${known}`
    };
    pad.add("warning", "bad-value", words, [found.name]);
  }
  return choice;
}
var SECONDS_BELOW = 10;
function readLimit(whole, pad) {
  const names2 = ["limit_ms", "time_limit_ms", "timeout_ms", "time_limit", "timeout"];
  const limit = readNumber(whole, names2, { min: 1, max: MAX_TOOL_LIMIT_MS }, pad);
  return limit !== null && limit <= SECONDS_BELOW ? Math.min(limit * 1e3, MAX_TOOL_LIMIT_MS) : limit;
}
function readOutput(whole, pad) {
  return {
    context: readContext(whole, pad),
    outputTag: readTag(whole, pad),
    tagLookback: readNumber(whole, ["tag_lookback", "taglookback", "lookback"], { min: 0, max: MAX_LOOKBACK }, pad) ?? 0,
    placement: readChoice(whole, ["placement", "place", "display"], placementWords, pad) ?? "message",
    keepInHistory: readFlag(whole, ["keep_in_history", "keepinhistory"], pad) ?? false,
    sideEffect: readChoice(whole, ["side_effect", "sideeffect", "side_effects"], sideEffectWords, pad) ?? "sandbox",
    limitMs: readLimit(whole, pad),
    maxTokens: readNumber(whole, ["max_tokens", "maxtokens"], { min: 16, max: 16384 }, pad),
    afterAnalysis: readFlag(whole, ["after_analysis", "wait_for_analysis", "waitforanalysis"], pad)
  };
}

// src/tools/definition/read-definition.ts
async function readDefinition(entry) {
  const marker2 = readToolMarker(entry.comment);
  if (!marker2) return null;
  const pad = makeLintPad(entry);
  const { value, problem } = await readEntryText(entry.content);
  if (problem) {
    const severity = { "not-readable": "error", "cut-off": "warning", repaired: "note" };
    pad.add(severity[problem.code], problem.code, problem, problem.place);
  }
  const definition = value ? readObject2(entry, marker2, value, pad) : null;
  if (definition && !entry.constant && entry.keys.every((key) => key.trim() === "")) {
    pad.add("warning", "unreachable", {
      zh: "条目既不是常驻（蓝灯）也没有关键词，工具永远不会启用",
      en: "the entry is neither constant nor has it a key: the tool never becomes active"
    });
  }
  return { entry, name: definition?.name ?? (marker2.name || entry.comment), definition, lints: pad.lints };
}
function readObject2(entry, marker2, value, pad) {
  const whole = makeFieldReader(value);
  const nested = whole.take("function", "func", "tool")?.value;
  const inner = isObject2(nested) ? makeFieldReader(nested) : whole;
  const fields = { whole, inner };
  const name = readName(fields, marker2, pad);
  const body = readBody(fields, name, pad);
  const trigger = readTrigger(fields, pad);
  const parameters = readSchema(fields, pad);
  const output = readOutput(whole, pad);
  for (const field of /* @__PURE__ */ new Set([...whole.rest(), ...inner === whole ? [] : inner.rest()])) {
    const words = { zh: `不认识的字段“${field}”，未使用`, en: `unknown field “${field}”, not used` };
    pad.add("note", "unknown-field", words, [field]);
  }
  if (name === null || trigger === null || !body) return null;
  const { book, uid, comment, order, constant } = entry;
  const source = { origin: "entry", book, uid, comment, order, constant };
  return { name, title: marker2.title, trigger, parameters, ...body, ...output, source };
}
function readBody(fields, name, pad) {
  const { inner, whole } = fields;
  const code = readCode(fields);
  const prompt = readPrompt(fields);
  const description = textOf((inner.take("description", "desc") ?? whole.take("description", "desc"))?.value);
  const builtin = code === "" && name !== null && isBuiltInName(name);
  const kind = readKind(whole, { code: code !== "", prompt: prompt !== "", builtin }, pad);
  if (!kind || !hasBody({ kind, code, prompt, description, builtin }, pad)) return null;
  if (kind === "llm") return { kind, description, systemPrompt: prompt || description, code: "" };
  lintCode(code, pad);
  return { kind: builtin ? "builtin" : "code", description, systemPrompt: "", code };
}
function hasBody({ kind, code, prompt, description, builtin }, pad) {
  if (description === "" && !builtin) {
    pad.add("note", "missing-description", {
      zh: "没有 description：规划时不知道何时该用它",
      en: "no description: the planner cannot tell when to use it"
    });
  }
  if (kind === "code") {
    if (code !== "" || builtin) return true;
    pad.add("error", "missing-code", { zh: "code 工具没有 code", en: "a code tool without code" });
    return false;
  }
  if (prompt !== "") return true;
  const usable = description !== "";
  pad.add(usable ? "warning" : "error", "missing-prompt", {
    zh: `llm 工具没有 system_prompt${usable ? "，改用 description" : ""}`,
    en: `an llm tool without system_prompt${usable ? "; its description is used" : ""}`
  });
  return usable;
}
var pageName = /(?<![\w$.'"`])(window|document|SillyTavern|Mvu|TavernHelper|jQuery|localStorage|sessionStorage|fetch|XMLHttpRequest|setTimeout|setInterval|eventOn|getContext|triggerSlash|\$|_)\s*(?:\.|\(|\[)/;
function lintCode(code, pad) {
  const found = pageName.exec(code);
  if (!found) return;
  pad.add(
    "warning",
    "needs-page",
    {
      zh: `代码用到了页面上的“${found[1] ?? ""}”；代码工具在沙盒里运行，只有 params、state、roll 和普通 JavaScript`,
      en: `the code uses “${found[1] ?? ""}” of the page; code tools run in a sandbox with params, state, roll and plain JavaScript`
    },
    ["code"]
  );
}

export {
  entryId,
  entrySource,
  sortEntries,
  opensObject,
  opensList,
  readLeniently,
  builtInNames,
  isBuiltInName,
  needsConsent,
  consentFor,
  consentQuestion,
  makeLintPad,
  readDefinition
};
