/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  isRefusedName
} from "./chunk-chunk-UJV7JAAV.js";

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
var lineEnd = /\n|\\n(?![A-Za-z0-9_])/g;
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
  const { text } = cursor;
  let to = at;
  while (to < text.length) {
    if (isBlank(text.charCodeAt(to))) to += 1;
    else if (isWrittenBreak(text, to)) {
      cursor.repaired = true;
      to += 2;
    } else break;
  }
  cursor.left -= to - at + 1;
  return to;
}
function isWrittenBreak(text, at) {
  if (text.charCodeAt(at) !== 92) return false;
  return /^[nrt](?![A-Za-z0-9_])/.test(text.slice(at + 1, at + 3));
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
    const to = endOfComment(cursor.text, cursor.at + comment.length, comment);
    cursor.left -= to - cursor.at;
    cursor.at = to;
  }
}
function endOfComment(text, at, comment) {
  if (comment === "/*") {
    const end = text.indexOf("*/", at);
    return end < 0 ? text.length : end + 2;
  }
  lineEnd.lastIndex = at;
  return lineEnd.test(text) ? lineEnd.lastIndex : text.length;
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
    if (text.startsWith("//", to) || to - cursor.at > 200 || isWrittenBreak(text, to)) break;
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

export {
  opensObject,
  opensList,
  readLeniently
};
