/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  builtInNames,
  consentFor,
  entryId,
  isBuiltInName,
  needsConsent,
  opensList,
  opensObject,
  readLeniently,
  sortEntries
} from "./chunk-chunk-NQ4TEPDI.js";
import {
  deriveSeed,
  rollDice,
  seededRandom
} from "./chunk-chunk-WWV5UJXL.js";
import {
  VARIABLE_LIMIT_BYTES,
  readLayer,
  readVariableKey,
  utf8Length,
  valueAt,
  writeLayer,
  writePointer
} from "./chunk-chunk-NLP6DCU7.js";
import {
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";
import {
  isForbiddenKey,
  isRecord,
  own
} from "./chunk-chunk-K5CV7OZR.js";
import {
  _enum,
  _gte,
  array,
  int,
  json,
  object,
  optional,
  record,
  registry,
  string
} from "./chunk-chunk-A3VILCYQ.js";
import {
  toolContextKeys
} from "./chunk-chunk-BUTJVY3T.js";
import {
  NarrativeError,
  isCancelled
} from "./chunk-chunk-QRHHLME7.js";

// src/shared/split-thinking.ts
var thinkingTags = ["think", "thinking", "reasoning", "cot"];
var MAX_TAGS = 1e3;
function splitThinking(text2, tags = thinkingTags) {
  const found = findTags(text2, new Set(tags.map((tag) => tag.toLowerCase())));
  if (found.length === 0) return { answer: text2, thinking: "", unclosed: false };
  const answer = [];
  const thinking = [];
  let depth = 0;
  let from = 0;
  for (const tag of found) {
    const piece = text2.slice(from, tag.start);
    const lonelyEnd = tag.closing && depth === 0;
    if (lonelyEnd) thinking.push(...answer.splice(0), piece);
    else (depth === 0 ? answer : thinking).push(piece);
    depth = Math.max(0, depth + (tag.closing ? -1 : 1));
    from = tag.end;
  }
  (depth === 0 ? answer : thinking).push(text2.slice(from));
  return { answer: answer.join(""), thinking: thinking.join("\n").trim(), unclosed: depth > 0 };
}
function findTags(text2, names3) {
  const found = [];
  for (let start = text2.indexOf("<"); start >= 0 && found.length < MAX_TAGS; start = text2.indexOf("<", start + 1)) {
    const closing = text2[start + 1] === "/";
    const from = closing ? start + 2 : start + 1;
    let to = from;
    while (to - from < 24 && /[A-Za-z]/.test(text2[to] ?? "")) to += 1;
    if (!names3.has(text2.slice(from, to).toLowerCase())) continue;
    const rest = /^\s*(?:\s[^<>]{0,80})?>/.exec(text2.slice(to, to + 100));
    if (rest) found.push({ start, end: to + rest[0].length, closing });
  }
  return found;
}

// src/domain/history/markup-blocks.ts
var MAX_TAGS2 = 5e3;
var tagPattern = /<(\/?)([\p{L}][\p{L}\p{N}_.:-]{0,63})(?:\s[^<>]{0,500})?(\/?)>/gu;
function readTags(text2) {
  const tags = [];
  const open = /* @__PURE__ */ new Map();
  for (const match of text2.matchAll(tagPattern)) {
    if (tags.length >= MAX_TAGS2) break;
    const name = (match[2] ?? "").toLowerCase();
    const alone = match[3] === "/" || match[0].endsWith("/>");
    const kind = match[1] === "/" ? "close" : alone ? "alone" : "open";
    const tag = { name, kind, at: match.index, end: match.index + match[0].length, close: null, paired: false };
    tags.push(tag);
    const waiting = open.get(name) ?? [];
    if (kind === "open") open.set(name, [...waiting.slice(-100), tag]);
    const opener = kind === "close" ? waiting.pop() : void 0;
    if (opener) {
      opener.close = tag;
      tag.paired = true;
    }
  }
  return tags;
}
function startsLine(text2, at) {
  let from = at - 1;
  while (from >= 0 && (text2[from] === " " || text2[from] === "	")) from -= 1;
  return from < 0 || text2[from] === "\n";
}
function endsLine(text2, end) {
  let to = end;
  while (to < text2.length && (text2[to] === " " || text2[to] === "	" || text2[to] === "\r")) to += 1;
  return to >= text2.length || text2[to] === "\n";
}

// src/domain/history/clean-message.ts
var notices = [
  "⚠️ 生成已中断",
  "API请求失败或被打断，工作流终止！",
  "API请求超时或被打断，工作流意外终止！",
  "工作流执行异常，请检查控制台日志。",
  "工作流已终止",
  "__NA_PLACEHOLDER__",
  "\\_\\_NA\\_PLACEHOLDER\\_\\_",
  "正在创作故事…",
  "[多Agent叙事系统出错",
  "[多Agent叙事系统执行出错"
];
var NOTICE_LENGTH = 400;
var markup = new Set(
  "a abbr b bdi bdo big blockquote br center cite code del dfn div em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub sup table tbody td th thead tr tt u ul var".split(" ")
);
var panels = new Set(
  "think thinking thought reasoning summary state_panel actions details style script updatevariable update jsonpatch json_patch initvar analysis statusplaceholderimpl".split(" ")
);
var wrappers = /* @__PURE__ */ new Set(["context", "content", "story", "narrative", "prose", "正文", "内容"]);
var glued = /* @__PURE__ */ new Set(["current_state", "updatevariable", "jsonpatch", "initvar", "statusplaceholderimpl"]);
function cleanReply(text2, outputs = []) {
  const own3 = outputs.reduce((rest, output) => output.keepInHistory ? rest : withoutLast(rest, output.text), text2);
  const trimmed = own3.trim();
  if (trimmed.length < NOTICE_LENGTH && notices.some((notice) => trimmed.startsWith(notice))) return "";
  return storyOf(storyBlocks(withoutComments(withoutThinking(trimmed))), 0);
}
function cleanUserText(text2) {
  return tidy(cutTags(withoutThinking(text2), (_, tag) => glued.has(tag.name) ? "block" : "keep").kept);
}
function withoutLast(text2, part) {
  const at = part.trim() === "" ? -1 : text2.lastIndexOf(part.trim());
  return at < 0 ? text2 : text2.slice(0, at) + text2.slice(at + part.trim().length);
}
function withoutThinking(text2) {
  const split = splitThinking(text2, [...thinkingTags, "thought"]);
  if (!split.unclosed) return split.answer;
  return split.answer.trim() === "" ? "" : text2;
}
function withoutComments(text2) {
  let kept = "";
  let from = 0;
  for (let at = text2.indexOf("<!--"); at >= 0; at = text2.indexOf("<!--", from)) {
    const end = text2.indexOf("-->", at);
    if (end < 0) break;
    kept += text2.slice(from, at);
    from = end + 3;
  }
  return kept + text2.slice(from);
}
function storyBlocks(text2) {
  const opens = [...text2.matchAll(/<context>/gi)];
  if (opens.length === 0) return text2;
  return opens.map((open, i) => {
    const from = open.index + open[0].length;
    const rest = text2.slice(from, opens[i + 1]?.index);
    const end = rest.toLowerCase().lastIndexOf("</context>");
    return (end < 0 ? rest : rest.slice(0, end)).trim();
  }).filter((block) => block !== "").join("\n\n");
}
function storyOf(text2, depth) {
  const { kept, blocks } = cutTags(text2, treatmentOf);
  const story = tidy(kept);
  if (story !== "" || depth > 3) return story;
  const longest = blocks.filter(({ name }) => !panels.has(name)).sort((a, b) => b.body.length - a.body.length)[0];
  return longest ? storyOf(longest.body, depth + 1) : "";
}
function treatmentOf(text2, tag) {
  if (tag.kind === "close") return !tag.paired && (panels.has(tag.name) || wrappers.has(tag.name)) ? "tag" : "keep";
  if (wrappers.has(tag.name)) return "tag";
  if (tag.kind === "alone") return isPanel(text2, tag, tag) ? "block" : "keep";
  if (tag.close) return isPanel(text2, tag, tag.close) ? "block" : "keep";
  const stands = startsLine(text2, tag.at) && endsLine(text2, tag.end);
  return stands && (panels.has(tag.name) || tag.name.includes("_")) ? "rest" : "keep";
}
function isPanel(text2, open, close) {
  if (panels.has(open.name)) return true;
  if (markup.has(open.name)) return false;
  const lineBreak = text2.indexOf("\n", open.end);
  const spansLines = lineBreak >= 0 && lineBreak < close.at;
  return spansLines || startsLine(text2, open.at) && endsLine(text2, close.end);
}
function cutTags(text2, treat) {
  const blocks = [];
  const closed = /* @__PURE__ */ new Set();
  let kept = "";
  let from = 0;
  for (const tag of readTags(text2)) {
    if (tag.at < from) continue;
    const treatment = closed.has(tag) ? "tag" : treat(text2, tag);
    if (treatment === "keep") continue;
    kept += text2.slice(from, tag.at);
    from = tag.end;
    if (treatment === "tag" && tag.close) closed.add(tag.close);
    if (treatment === "rest") return { kept, blocks };
    if (treatment === "block" && tag.close) {
      blocks.push({ name: tag.name, body: text2.slice(tag.end, tag.close.at) });
      from = tag.close.end;
    }
  }
  return { kept: kept + text2.slice(from), blocks };
}
function tidy(text2) {
  return text2.split("\n").map((line) => line.trimEnd()).join("\n").replace(/\n{3,}/g, "\n\n").trim();
}

// src/domain/history/render-turns.ts
var words = {
  zh: { round: (n) => `[轮${n}]`, user: "用户", assistant: "AI", narrator: "旁白" },
  en: { round: (n) => `[Round ${n}]`, user: "User", assistant: "AI", narrator: "Narrator" }
};
function renderRound(round, language) {
  const say = words[language];
  const parts = round.messages.flatMap((message) => {
    const text2 = visibleText(message);
    if (text2 === "" || message.role === "system") return [];
    return [`${say[message.role]}: ${text2}`];
  });
  return parts.length === 0 ? "" : `${say.round(round.round)} ${parts.join(" | ")}`;
}
function visibleText(message) {
  if (message.hidden) return "";
  return message.role === "assistant" ? cleanReply(message.text, message.toolOutput) : cleanUserText(message.text);
}
function proseOf(messages) {
  return messages.filter(({ role }) => role === "assistant").map((message) => cleanReply(message.text, message.toolOutput)).filter((text2) => text2 !== "").join("\n\n");
}
function inputOf(messages) {
  return messages.filter(({ role }) => role === "user" || role === "narrator").map(({ text: text2 }) => cleanUserText(text2)).filter((text2) => text2 !== "").join("\n\n");
}

// src/domain/run/narrative-event.ts
var narrativeEventNames = [
  "session.created",
  "floor.created",
  "floor.committed",
  "floor.failed",
  "page.activated",
  "message.appended",
  "generation.started",
  "generation.chunk",
  "generation.completed",
  "generation.failed",
  "memory.extracted",
  "memory.committed",
  "worldbook.matched",
  "regex.applied"
];

// src/domain/timeline/fold-row.ts
var none = [];
function editsByFloor(edits) {
  const byFloor = /* @__PURE__ */ new Map();
  for (const edit of [...edits].sort((a, b) => a.seq - b.seq)) {
    if (edit.undone) continue;
    const same2 = byFloor.get(edit.floorId);
    if (same2) same2.push(edit);
    else byFloor.set(edit.floorId, [edit]);
  }
  return (floorId) => byFloor.get(floorId) ?? none;
}
function sameFoldRow(a, b) {
  return a.floorId === b.floorId && a.pageId === b.pageId && a.round === b.round && a.effects.length === b.effects.length && a.adjustments.length === b.adjustments.length && sameEdits(a.edits, b.edits);
}
function sameEdits(a, b) {
  return a === b || a.length === b.length && a.every((edit, i) => edit.id === b[i]?.id && edit.seq === b[i].seq);
}

// src/domain/timeline/fold.ts
function foldRow(ledger, world, row) {
  const rejections = [];
  const own3 = row.effects.length;
  const apply = (effect, effectIndex) => {
    for (const { code, reason } of ledger.apply(world, effect, row)) {
      rejections.push({ effectIndex, effect, code, reason });
    }
  };
  row.effects.forEach(apply);
  row.adjustments.forEach((effect, i) => apply(effect, own3 + i));
  for (const edit of row.edits) ledger.edit(world, edit, row);
  return rejections;
}
var RECENT = 6;
function makeFold(ledger, every = 64) {
  let rows = [];
  let keyframes = [];
  const recent = /* @__PURE__ */ new Map();
  let skipped = [];
  const start = ledger.empty();
  const nearest = (ordinal) => {
    let best = { ordinal: -1, world: start };
    const frames = Math.min(keyframes.length, Math.floor((ordinal + 1) / every));
    const frame = keyframes[frames - 1];
    if (frame !== void 0) best = { ordinal: frames * every - 1, world: frame };
    for (const [at, world] of recent) if (at <= ordinal && at > best.ordinal) best = { ordinal: at, world };
    return best;
  };
  const after = (ordinal) => {
    const last = Math.min(ordinal, rows.length - 1);
    if (last < 0) return start;
    const from = nearest(last);
    if (from.ordinal === last) return from.world;
    const world = ledger.clone(from.world);
    for (let i = from.ordinal + 1; i <= last; i += 1) {
      const row = rows[i];
      if (row) skipped[i] = foldRow(ledger, world, row);
      if ((i + 1) % every === 0 && keyframes.length === (i + 1) / every - 1) keyframes.push(ledger.clone(world));
    }
    recent.set(last, world);
    for (const old of recent.keys()) {
      if (recent.size <= RECENT) break;
      recent.delete(old);
    }
    return world;
  };
  return {
    update(next) {
      const shorter = Math.min(rows.length, next.length);
      let first = 0;
      while (first < shorter && same(rows[first], next[first])) first += 1;
      rows = next;
      keyframes = keyframes.slice(0, Math.floor(first / every));
      skipped = skipped.slice(0, first);
      for (const ordinal of recent.keys()) if (ordinal >= first) recent.delete(ordinal);
      return first;
    },
    after,
    rejections(ordinal) {
      if (skipped[ordinal] === void 0) after(ordinal);
      return skipped[ordinal] ?? [];
    }
  };
}
function same(a, b) {
  return a !== void 0 && b !== void 0 && sameFoldRow(a, b);
}

// src/shared/substring-index.ts
var LONG = 32;
function makeSubstringIndex() {
  const keysOf = /* @__PURE__ */ new Map();
  const longLengths = /* @__PURE__ */ new Set();
  let singles = false;
  let stale = true;
  let table = new Int32Array(0);
  const build = () => {
    stale = false;
    let size = 1024;
    while (size < keysOf.size * 4) size *= 2;
    table = new Int32Array(size);
    for (const text2 of keysOf.keys()) {
      if (text2.length < 2) continue;
      const at = slot(text2.charCodeAt(0), text2.charCodeAt(1), size);
      table[at] = (table[at] ?? 0) | 1 << Math.min(text2.length, LONG) - 1;
      if (text2.length >= LONG) longLengths.add(text2.length);
    }
  };
  return {
    add(text2, key) {
      if (text2 === "") return;
      if (text2.length === 1) singles = true;
      const there = keysOf.get(text2);
      if (there === void 0) keysOf.set(text2, key);
      else if (typeof there === "number") keysOf.set(text2, [there, key]);
      else there.push(key);
      stale = true;
    },
    scan(haystack, found) {
      if (stale) build();
      const report = (start, length) => {
        const keys = keysOf.get(haystack.slice(start, start + length));
        if (keys === void 0) return;
        if (typeof keys === "number") found(keys, start, length);
        else for (const key of keys) found(key, start, length);
      };
      let next = haystack.charCodeAt(0);
      for (let i = 0; i < haystack.length; i += 1) {
        const code = next;
        next = haystack.charCodeAt(i + 1);
        if (singles) report(i, 1);
        let lengths = i + 1 < haystack.length ? table[slot(code, next, table.length)] ?? 0 : 0;
        while (lengths !== 0) {
          const lowest = lengths & -lengths;
          lengths ^= lowest;
          const length = LONG - Math.clz32(lowest);
          if (length < LONG) {
            if (i + length <= haystack.length) report(i, length);
          } else {
            for (const long of longLengths) if (i + long <= haystack.length) report(i, long);
          }
        }
      }
    }
  };
}
function slot(first, second, size) {
  return (Math.imul(first, 40507) ^ Math.imul(second, 34283)) & size - 1;
}

// src/domain/worldbook/weigh-pattern.ts
var MAX_WORK = 512;
var MAX_DEGREE = 3;
var MAX_LITERALS = 64;
var MAX_REPEAT = 1e3;
var plain = { work: 1, degree: 0, variable: false, literals: null };
var Refused = class extends Error {
  why;
  constructor(why) {
    super(why);
    this.why = why;
  }
};
function weighPattern(pattern) {
  const reader = { pattern, at: 0, anchored: false };
  try {
    const { work, degree, literals } = readAlternatives(reader);
    if (reader.at < pattern.length) return err("unreadable");
    if (work > MAX_WORK || degree > MAX_DEGREE) return err("too-heavy");
    return ok({ work, degree, literals, anchored: reader.anchored });
  } catch (error) {
    if (error instanceof Refused) return err(error.why);
    throw error;
  }
}
function readAlternatives(reader) {
  const branches = [readSequence(reader)];
  while (reader.pattern[reader.at] === "|") {
    reader.at += 1;
    branches.push(readSequence(reader));
  }
  const [only] = branches;
  if (branches.length === 1 && only) return only;
  const literals = branches.flatMap((branch) => branch.literals ?? []);
  const certain = branches.every((branch) => branch.literals !== null) && literals.length <= MAX_LITERALS;
  return {
    work: branches.reduce((sum, branch) => sum + branch.work, 0),
    degree: Math.max(...branches.map((branch) => branch.degree)),
    variable: true,
    literals: certain ? literals : null
  };
}
function readSequence(reader) {
  let sum = plain;
  const candidates = [];
  let run = "";
  const endRun = () => {
    if (run !== "") candidates.push([run]);
    run = "";
  };
  while (reader.at < reader.pattern.length && !"|)".includes(reader.pattern[reader.at] ?? "")) {
    const atom = readAtom(reader);
    if (atom === null) continue;
    const repeat = readRepeat(reader);
    const part = typeof atom === "string" ? plain : atom;
    sum = addRepeated(sum, part, repeat);
    if (typeof atom === "string" && repeat.min >= 1) run += atom;
    if (typeof atom === "string" && repeat.min === 1 && repeat.max === 1) continue;
    endRun();
    if (repeat.min >= 1 && part.literals) candidates.push(part.literals);
  }
  endRun();
  const best = candidates.reduce((a, b) => shortest(b) > shortest(a) ? b : a, []);
  return { ...sum, literals: best.length === 0 ? null : best };
}
function addRepeated(sum, part, { min, max }) {
  if (max > 1 && part.variable) throw new Refused("nested-quantifier");
  const unbounded = max === Infinity;
  const work = sum.work * part.work * (unbounded ? 1 : max - min + 1);
  if (work > MAX_WORK || !unbounded && max > MAX_REPEAT) throw new Refused("too-heavy");
  return {
    work,
    degree: sum.degree + part.degree + (unbounded ? 1 : 0),
    variable: sum.variable || part.variable || min !== max
  };
}
function shortest(literals) {
  return literals.length === 0 ? 0 : Math.min(...literals.map((text2) => text2.length));
}
function readAtom(reader) {
  const character = reader.pattern[reader.at] ?? "";
  reader.at += 1;
  switch (character) {
    case "(":
      return readGroup(reader);
    case "[":
      return readClass(reader);
    case "\\":
      return readEscape(reader);
    case ".":
      return plain;
    case "^":
    case "$":
      reader.anchored = true;
      return null;
    case "*":
    case "+":
    case "?":
      throw new Refused("unreadable");
    default:
      return character;
  }
}
function readGroup(reader) {
  const opening = /^\?(?:[:=!]|<[=!]|<[A-Za-z_]\w*>)/.exec(reader.pattern.slice(reader.at))?.[0] ?? "";
  reader.at += opening.length;
  const inner = readAlternatives(reader);
  if (reader.pattern[reader.at] !== ")") throw new Refused("unreadable");
  reader.at += 1;
  return opening.endsWith("!") ? { ...inner, literals: null } : inner;
}
function readClass(reader) {
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== "]") {
    reader.at += reader.pattern[reader.at] === "\\" ? 2 : 1;
  }
  if (reader.at >= reader.pattern.length) throw new Refused("unreadable");
  reader.at += 1;
  return plain;
}
function readEscape(reader) {
  const rest = reader.pattern.slice(reader.at);
  const special = /^(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\})/i.exec(rest)?.[0];
  if (special !== void 0) {
    reader.at += special.length;
    return plain;
  }
  const character = rest[0];
  if (character === void 0) throw new Refused("unreadable");
  reader.at += 1;
  if (/[1-9k]/.test(character)) throw new Refused("backreference");
  if (/[bB]/.test(character)) return null;
  return /[A-Za-z0]/.test(character) ? plain : character;
}
function readRepeat(reader) {
  const written2 = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(reader.pattern.slice(reader.at));
  if (!written2) return { min: 1, max: 1 };
  reader.at += written2[0].length;
  if (written2[0].startsWith("*")) return { min: 0, max: Infinity };
  if (written2[0].startsWith("+")) return { min: 1, max: Infinity };
  if (written2[0].startsWith("?")) return { min: 0, max: 1 };
  const min = Number(written2[1]);
  if (written2[2] === "") return { min, max: min };
  return { min, max: written2[3] === "" ? Infinity : Number(written2[3]) };
}

// src/domain/worldbook/regex-key.ts
var written = /^\/([\s\S]+?)\/([gimsuy]*)$/;
var MAX_PATTERN = 300;
var STEPS = 1e7;
function readRegexKey(key) {
  if (!key.startsWith("/")) return null;
  const match = written.exec(key);
  const pattern = match?.[1] ?? "";
  if (!match || /(?:^|[^\\])\//.test(pattern)) return null;
  if (pattern.length > MAX_PATTERN) return err("too-long");
  const flags = (match[2] ?? "").replace("g", "");
  const weight = weighPattern(pattern);
  if (!weight.ok) return err(weight.error);
  const { work, degree, literals, anchored } = weight.value;
  const ignoresCase = flags.includes("i");
  const window = degree === 0 ? Infinity : Math.floor((STEPS / work) ** (1 / (degree + 1)));
  let regex;
  return ok({
    ignoresCase,
    literals: ignoresCase && literals ? literals.map((text2) => text2.toLowerCase()) : literals,
    test(text2) {
      regex ??= compile(pattern, flags);
      if (regex === void 0) return false;
      if (text2.length <= window) return runs(regex, text2);
      if (anchored && !flags.includes("m")) {
        return runs(regex, text2.slice(0, window)) || runs(regex, text2.slice(-window));
      }
      for (let start = 0; start < text2.length; start += Math.ceil(window / 2)) {
        if (runs(regex, text2.slice(start, start + window))) return true;
      }
      return false;
    }
  });
}
function runs(regex, text2) {
  regex.lastIndex = 0;
  return regex.test(text2);
}
function compile(pattern, flags) {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    if (error instanceof SyntaxError) return void 0;
    throw error;
  }
}

// src/domain/worldbook/match-keys.ts
var places = ["input", "window", "state"];
var REGEX_BUDGET_MS = 50;
function makeKeyScanner(entries, options = {}) {
  const index = { lower: makeSubstringIndex(), exact: makeSubstringIndex(), keys: [], unindexed: [] };
  const ranges = [];
  const refused = [];
  const choices = { ...noChoices, ...options };
  entries.forEach((entry, number) => {
    const add = (key) => {
      const why = addKey(index, { entry, number, key, options: choices });
      if (why !== null) refused.push({ entry, key, why });
      return why === null;
    };
    const primary = index.keys.length;
    for (const key of entry.keys) add(key);
    const secondary = index.keys.length;
    const readable = entry.selective ? entry.secondaryKeys.map(add) : [];
    ranges.push({ primary, secondary, end: index.keys.length, decidable: !readable.includes(false) });
  });
  return {
    refused,
    scan(texts) {
      const found = new Uint8Array(index.keys.length);
      const touched = /* @__PURE__ */ new Set();
      const budget = regexBudget(options.now);
      places.forEach((place, bit) => {
        scanText(texts[place], 1 << bit, { ...index, found, touched, budget });
      });
      return [...touched].sort((a, b) => a - b).flatMap((number) => {
        const entry = entries[number];
        const range = ranges[number];
        return entry && range ? decide(entry, range, found) : [];
      });
    }
  };
}
var noChoices = { caseSensitive: false, matchWholeWords: false };
function addKey(index, { entry, number, key, options }) {
  const text2 = (key.includes("{{") && options.expand ? options.expand(key) : key).trim();
  const read = readRegexKey(text2);
  const id = index.keys.length;
  const wholeWord = (entry.matchWholeWords ?? options.matchWholeWords) && !/\s/.test(text2);
  index.keys.push({ entry: number, wholeWord, regex: read?.ok ? read.value : null });
  if (read === null) {
    const caseSensitive = entry.caseSensitive ?? options.caseSensitive;
    if (caseSensitive) index.exact.add(text2, id);
    else index.lower.add(text2.toLowerCase(), id);
    return null;
  }
  if (!read.ok) return read.error;
  const { literals, ignoresCase } = read.value;
  if (literals === null) index.unindexed.push(id);
  for (const literal of literals ?? []) (ignoresCase ? index.lower : index.exact).add(literal, id);
  return null;
}
function scanText(text2, bit, work) {
  if (text2 === "") return;
  const { keys, found, touched, budget } = work;
  const tried = /* @__PURE__ */ new Set();
  const tryKey = (haystack, number, start, length) => {
    const key = keys[number];
    if (!key || ((found[number] ?? 0) & bit) !== 0) return;
    if (key.regex) {
      if (tried.has(number)) return;
      tried.add(number);
      if (!budget() || !key.regex.test(text2)) return;
    } else if (key.wholeWord && !hasBorders(haystack, start, length)) return;
    found[number] = (found[number] ?? 0) | bit;
    touched.add(key.entry);
  };
  const lowered = text2.toLowerCase();
  work.lower.scan(lowered, (number, start, length) => tryKey(lowered, number, start, length));
  work.exact.scan(text2, (number, start, length) => tryKey(text2, number, start, length));
  for (const number of work.unindexed) tryKey(text2, number, 0, 0);
}
function hasBorders(text2, start, length) {
  return !isWord(text2.charCodeAt(start - 1)) && !isWord(text2.charCodeAt(start + length));
}
function isWord(code) {
  return code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57 || code === 95;
}
function decide(entry, range, found) {
  if (!range.decidable) return [];
  const primary = found.subarray(range.primary, range.secondary);
  for (const [bit, reason] of places.entries()) {
    const index = primary.findIndex((bits) => (bits & 1 << bit) !== 0);
    if (index === -1) continue;
    const secondary = found.subarray(range.secondary, range.end);
    return secondaryAgrees(entry.selectiveLogic, secondary) ? [{ entry, reason, key: entry.keys[index] ?? "" }] : [];
  }
  return [];
}
function secondaryAgrees(logic, found) {
  if (found.length === 0) return true;
  const any = found.some((bits) => bits !== 0);
  const all = found.every((bits) => bits !== 0);
  switch (logic) {
    case 0:
      return any;
    case 1:
      return !all;
    case 2:
      return !any;
    case 3:
      return all;
  }
}
function regexBudget(now) {
  if (!now) return () => true;
  const start = now();
  return () => now() - start < REGEX_BUDGET_MS;
}

// src/shared/emitter.ts
function makeEmitter(onError) {
  const handlers = /* @__PURE__ */ new Map();
  return {
    emit(name, payload) {
      for (const handler of [...handlers.get(name) ?? []]) {
        try {
          handler(payload);
        } catch (error) {
          onError(name, error);
        }
      }
    },
    on(name, handler) {
      const set = handlers.get(name) ?? /* @__PURE__ */ new Set();
      handlers.set(name, set);
      set.add(handler);
      return () => void set.delete(handler);
    }
  };
}

// src/domain/history/rounds.ts
function gatherRounds(rows, history) {
  const byIndex = new Map(history.map((message) => [message.chatIndex, message]));
  return rows.map((row) => {
    const indexes = [...row.inputIndexes, ...row.replyIndex === null ? [] : [row.replyIndex]];
    const messages = indexes.flatMap((index) => byIndex.get(index) ?? []);
    return { row, round: row.round, messages };
  });
}

// src/tools/tag-history.ts
var MAX_BODIES = 8;
function standsAt(text2, at, wanted) {
  return text2.slice(at, at + wanted.length).toLowerCase() === wanted;
}
function indexOfTag(text2, wanted, from) {
  for (let at = text2.indexOf("<", from); at >= 0; at = text2.indexOf("<", at + 1))
    if (standsAt(text2, at, wanted)) return at;
  return -1;
}
function bodiesOfTag(text2, tag) {
  const [opening, closing] = [`<${tag.toLowerCase()}`, `</${tag.toLowerCase()}>`];
  const bodies = [];
  let from = 0;
  while (bodies.length < MAX_BODIES) {
    const start = indexOfTag(text2, opening, from);
    if (start < 0) break;
    const after = text2[start + opening.length] ?? "";
    const end = text2.indexOf(">", start);
    from = start + opening.length;
    if (end < 0 || !(after === ">" || /\s/.test(after))) continue;
    const close = indexOfTag(text2, closing, end + 1);
    if (close < 0) break;
    bodies.push(text2.slice(end + 1, close).trim());
    from = close + closing.length;
  }
  return bodies;
}
function outputOf(round, tool, tag) {
  const own3 = round.outputs.filter((output) => output.tool === tool).map((output) => output.text.trim());
  if (tag === null) return own3.join("\n");
  const bodies = own3.flatMap((text2) => bodiesOfTag(text2, tag));
  if (bodies.length > 0) return bodies.join("\n");
  return own3.length > 0 ? own3.join("\n") : bodiesOfTag(round.messageText, tag).join("\n");
}
function renderTagHistory(tool, rounds, language) {
  if (tool.tagLookback < 1) return "";
  const found = rounds.slice(-tool.tagLookback).flatMap((round, i, window) => {
    const text2 = outputOf(round, tool.name, tool.outputTag).trim();
    return text2 === "" ? [] : [{ text: text2, ago: window.length - i }];
  });
  if (found.length === 0) return "";
  const label = (ago) => language === "zh" ? `--- ${ago} 轮前 ---` : `--- ${ago} ${ago === 1 ? "round" : "rounds"} ago ---`;
  const [only, second] = found;
  const body = only && !second && only.ago === 1 ? only.text : found.map(({ text: text2, ago }) => `${label(ago)}
${text2}`).join("\n");
  return tool.outputTag === null ? body : `<${tool.outputTag}>
${body}
</${tool.outputTag}>`;
}

// src/tools/tool-world.ts
function mvuTree(world) {
  const tree = world.mvu ? own(world.mvu, "stat_data") : void 0;
  return isRecord(tree) ? tree : {};
}
function isDescribed(value) {
  return Array.isArray(value) && value.length === 2 && typeof value[1] === "string" && !Array.isArray(value[0]);
}
function plainMvu(value) {
  if (isDescribed(value) && typeof value[0] !== "string") return plainMvu(value[0]);
  if (Array.isArray(value)) return value.map(plainMvu);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => key !== "$meta").map(([key, part]) => [key, plainMvu(part)])
  );
}
function sandboxState({ world }) {
  const { time, location, inventory, relationships, quests, flags, eventLog, known } = world.game;
  const stored = mvuTree(world);
  const tree = plainMvu(stored);
  const variables = Object.fromEntries(
    Object.entries(world.variables).flatMap(([key, layer]) => "value" in layer ? [[key, layer.value]] : [])
  );
  const fields2 = {
    time,
    location,
    inventory,
    relationships,
    quests,
    flags,
    eventLog: eventLog.slice(-50),
    known,
    knownLocations: known.locations,
    knownNpcs: known.npcs,
    variables,
    mvu: tree,
    stat_data: stored
  };
  return { ...tree, ...fields2 };
}
function pageLayer(effects) {
  const layer = {};
  for (const effect of effects) if (effect.kind === "variable") writeLayer(layer, effect.key, effect.write);
  return layer;
}
function readToolVariable(view, key, effects) {
  const layers = [pageLayer(effects), ...(view.layers ?? []).map(({ values }) => values), view.world.variables];
  for (const layer of layers) {
    const found = readLayer(layer, key);
    if (found) return "value" in found ? found.value : void 0;
  }
  const path = readVariableKey(key)?.path;
  if (!path) return void 0;
  const [head, ...rest] = path;
  const isPrefix = head === "state" || head === "stat_data" || head === "mvu";
  return valueAt(sandboxState(view), isPrefix && rest.length > 0 ? rest : path);
}

// src/tools/render-tool-list.ts
var words2 = {
  zh: {
    head: "可用工具（写在 tool_calls 里，只用下面的名字）：",
    types: {
      string: "文本",
      number: "数字",
      integer: "整数",
      boolean: "真假",
      array: "列表",
      object: "对象",
      null: "空"
    },
    of: (item) => `${item}列表`,
    or: " 或 ",
    required: "必填",
    optional: "可选",
    choices: "取值 ",
    byDefault: "默认 ",
    colon: "：",
    comma: "，",
    open: "（",
    close: "）"
  },
  en: {
    head: "Tools you may call (in tool_calls, by these names only):",
    types: {
      string: "text",
      number: "number",
      integer: "whole number",
      boolean: "true or false",
      array: "list",
      object: "object",
      null: "null"
    },
    of: (item) => `list of ${item}`,
    or: " or ",
    required: "required",
    optional: "optional",
    choices: "one of ",
    byDefault: "default ",
    colon: ": ",
    comma: ", ",
    open: " (",
    close: ")"
  }
};
var MAX_NESTING = 4;
var MAX_TEXT = 400;
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isList = (value) => Array.isArray(value);
var oneLine = (text2) => text2.replace(/\s+/g, " ").trim().slice(0, MAX_TEXT);
function typeName(schema, language) {
  const say = words2[language];
  const names3 = (isList(schema["type"]) ? schema["type"] : [schema["type"]]).flatMap((type) => {
    if (typeof type !== "string") return [];
    if (type === "array" && isObject(schema["items"]))
      return [say.of(typeName(schema["items"], language) || say.types.object)];
    return [Object.hasOwn(say.types, type) ? say.types[type] : type];
  });
  return names3.join(say.or);
}
var spellChoice = (choice) => typeof choice === "string" ? choice : JSON.stringify(choice);
function bounds(schema) {
  const [min, max] = [schema["minimum"], schema["maximum"]];
  if (typeof min === "number" && typeof max === "number") return `${min}–${max}`;
  if (typeof min === "number") return `≥ ${min}`;
  return typeof max === "number" ? `≤ ${max}` : "";
}
function parameterLine(name, schema, required, language) {
  const say = words2[language];
  const choices = isList(schema["enum"]) ? say.choices + schema["enum"].map(spellChoice).join(" | ") : "";
  const byDefault = schema["default"] === void 0 ? "" : say.byDefault + JSON.stringify(schema["default"]);
  const facts = [
    typeName(schema, language),
    required ? say.required : say.optional,
    choices,
    bounds(schema),
    byDefault
  ];
  const description = typeof schema["description"] === "string" ? say.colon + oneLine(schema["description"]) : "";
  return `${name}${say.open}${facts.filter((fact) => fact !== "").join(say.comma)}${say.close}${description}`;
}
function parameterLines(schema, indent, language) {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = isList(schema["required"]) ? schema["required"] : [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const line = `${indent}- ${parameterLine(name, property, required.includes(name), language)}`;
    const nested = isObject(property["items"]) ? property["items"] : property;
    return indent.length / 2 < MAX_NESTING ? [line, ...parameterLines(nested, `${indent}  `, language)] : [line];
  });
}
function byName(a, b) {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
function renderToolList(tools, language) {
  if (tools.length === 0) return "";
  const say = words2[language];
  const lines = [...tools].sort(byName).flatMap((tool) => {
    const purpose = oneLine(tool.description || tool.title);
    return [
      `- ${tool.name}${purpose === "" ? "" : say.colon + purpose}`,
      ...parameterLines(tool.parameters, "  ", language)
    ];
  });
  return [say.head, ...lines].join("\n");
}

// src/shared/deep-freeze.ts
function deepFreeze(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

// src/tools/built-in/built-in-run.ts
var textParam = (params, ...names3) => {
  for (const name of names3) {
    const value = Object.hasOwn(params, name) ? params[name] : void 0;
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number") return String(value);
  }
  return "";
};

// src/tools/built-in/random-choice-tool.ts
var MAX_OPTIONS = 200;
var isList2 = (value) => Array.isArray(value);
function optionsOf(params) {
  for (const name of ["options", "choices", "items", "list"]) {
    const value = Object.hasOwn(params, name) ? params[name] : void 0;
    if (isList2(value)) return value.slice(0, MAX_OPTIONS);
    if (typeof value === "string")
      return value.split(/[,，、;；|\n]+/).map((part) => part.trim()).filter((part) => part !== "");
  }
  return [];
}
function weightsOf(params, count) {
  const given = isList2(params["weights"]) ? params["weights"] : [];
  return Array.from({ length: count }, (_, i) => {
    const weight = given[i];
    return typeof weight === "number" && weight >= 0 && Number.isFinite(weight) ? weight : given.length > 0 ? 0 : 1;
  });
}
function pick(weights, random) {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (left -= weight) < 0);
  return found >= 0 ? found : weights.findLastIndex((weight) => weight > 0);
}
var randomChoiceTool = ({ params, seed }) => {
  const options = optionsOf(params);
  const weights = weightsOf(params, options.length);
  if (!weights.some((weight) => weight > 0)) return err({ zh: "没有可选项", en: "there is nothing to choose from" });
  const wanted = Number(textParam(params, "count")) || 1;
  const count = Math.min(Math.max(Math.round(wanted), 1), weights.filter((weight) => weight > 0).length);
  const random = seededRandom(seed);
  const left = [...weights];
  const picked = Array.from({ length: count }, () => {
    const index = pick(left, random);
    left[index] = 0;
    return options[index] ?? null;
  });
  return ok({ value: count === 1 ? picked[0] ?? null : picked });
};

// src/domain/dice/explain-dice.ts
var words3 = {
  zh: {
    check: "检定结果",
    mode: { normal: "", advantage: "（优势）", disadvantage: "（劣势）", exploding: "（爆炸）" },
    colon: "：",
    takes: { higher: "，取高 ", lower: "，取低 " },
    noDc: "无DC",
    success: "成功",
    failure: "失败",
    criticalSuccess: "大成功",
    criticalFailure: "大失败",
    natural: (face) => `（天然 ${face}）`,
    exploded: "爆炸: "
  },
  en: {
    check: "Check",
    mode: { normal: "", advantage: " (advantage)", disadvantage: " (disadvantage)", exploding: " (exploding)" },
    colon: ": ",
    takes: { higher: ", the higher: ", lower: ", the lower: " },
    noDc: "no DC",
    success: "success",
    failure: "failure",
    criticalSuccess: "critical success",
    criticalFailure: "critical failure",
    natural: (face) => ` (natural ${face})`,
    exploded: "exploded: "
  }
};
function facesOf(term) {
  if (term.kind === "number") return String(term.value);
  const shown = term.dice.map((die) => die.kept ? die.rolls.join("+") : `(${die.rolls.join("+")})`);
  return `[${shown.join(", ")}]`;
}
function sumOf(set) {
  const parts = set.terms.map((term, i) => (term.sign < 0 ? "-" : i === 0 ? "" : "+") + facesOf(term));
  return `${parts.join("")} = ${set.total}`;
}
function outcomeWords(record2, language) {
  const say = words3[language];
  const natural = record2.critical === null ? "" : say.natural(record2.critical === "success" ? 20 : 1);
  if (record2.success === null) return say.noDc + natural;
  if (record2.success) return record2.critical === "success" ? say.criticalSuccess : say.success + natural;
  return record2.critical === "failure" ? say.criticalFailure : say.failure + natural;
}
function explainDice(record2, language) {
  const say = words3[language];
  const sums = record2.sets.map(sumOf).join(" | ");
  const taken = record2.sets.length < 2 ? "" : say.takes[record2.mode === "advantage" ? "higher" : "lower"] + String(record2.total);
  const extra = record2.sets.flatMap(
    (set) => set.terms.flatMap((term) => term.kind === "dice" ? term.dice.flatMap((die) => die.rolls.slice(1)) : [])
  );
  const exploded = extra.length > 0 ? ` ${say.exploded}${extra.join(", ")}` : "";
  const dc = record2.dc === null ? "" : ` (DC ${record2.dc})`;
  const branch = record2.branch === null ? "" : `${say.colon}${record2.branch}`;
  return `${say.check}${say.mode[record2.mode]}${say.colon}${record2.expr} = ${sums}${taken}${dc}${exploded} → ${outcomeWords(record2, language)}${branch}`;
}

// src/domain/dice/read-dice-mode.ts
var spellings = /* @__PURE__ */ new Map([
  ["", "normal"],
  ["normal", "normal"],
  ["none", "normal"],
  ["普通", "normal"],
  ["正常", "normal"],
  ["advantage", "advantage"],
  ["adv", "advantage"],
  ["优势", "advantage"],
  ["優勢", "advantage"],
  ["disadvantage", "disadvantage"],
  ["dis", "disadvantage"],
  ["disadv", "disadvantage"],
  ["劣势", "disadvantage"],
  ["劣勢", "disadvantage"],
  ["exploding", "exploding"],
  ["explode", "exploding"],
  ["爆炸", "exploding"],
  ["爆炸骰", "exploding"]
]);
function readDiceMode(value) {
  if (value === void 0 || value === null) return ok("normal");
  const word = typeof value === "string" ? value.trim().toLowerCase() : null;
  const mode = word === null ? void 0 : spellings.get(word);
  return mode ? ok(mode) : err({
    zh: "骰子模式应为 normal、advantage、disadvantage 或 exploding",
    en: "the dice mode must be normal, advantage, disadvantage or exploding"
  });
}

// src/tools/built-in/roll-dice-tool.ts
var own2 = (params, name) => Object.hasOwn(params, name) ? params[name] ?? null : null;
function readDc(value) {
  if (value === null || value === "") return ok(null);
  const number = typeof value === "string" ? Number(value.normalize("NFKC").replace(/^\s*dc\s*/i, "")) : value;
  return typeof number === "number" && Number.isFinite(number) ? ok(number) : err({
    zh: `DC 应为数字，不是 ${JSON.stringify(value)}`,
    en: `the DC must be a number, not ${JSON.stringify(value)}`
  });
}
var rollDiceTool = ({ params, call, view, seed }) => {
  const mode = readDiceMode(own2(params, "mode"));
  if (!mode.ok) return mode;
  const dc = readDc(own2(params, "dc") ?? own2(params, "difficulty"));
  if (!dc.ok) return dc;
  const rolled = rollDice(
    {
      expr: textParam(params, "expr", "expression", "formula", "dice", "notation"),
      mode: mode.value,
      dc: dc.value,
      successBranch: call.successBranch || textParam(params, "success_branch"),
      failureBranch: call.failureBranch || textParam(params, "failure_branch")
    },
    seed
  );
  if (!rolled.ok) return rolled;
  const record2 = rolled.value;
  const { expr, total, success, critical, branch } = record2;
  return ok({
    value: { expr, mode: record2.mode, total, dc: record2.dc, success, critical, branch },
    text: explainDice(record2, view.language),
    rolls: [record2]
  });
};

// src/tools/built-in/story-tools.ts
var MAX_LINES = 20;
var two = (value) => String(value).padStart(2, "0");
var getTimeTool = ({ view }) => {
  const { day, hour, minute } = view.world.game.time;
  const clock = `${two(hour)}:${two(minute)}`;
  const text2 = view.language === "zh" ? `第${day}天 ${clock}` : `day ${day}, ${clock}`;
  return ok({ value: { day, hour, minute, text: text2, location: view.world.game.location, round: view.round } });
};
var queryMemoryTool = ({ params, view }) => {
  const query = textParam(params, "query", "keyword", "keywords", "q", "text").toLowerCase();
  const words10 = query.split(/[\s,，、;；]+/).filter((word) => word !== "");
  const limit = Math.min(Math.max(Number(textParam(params, "limit", "count")) || 5, 1), MAX_LINES);
  const scored = view.world.summaries.map((line) => ({ line, score: words10.filter((word) => line.text.toLowerCase().includes(word)).length })).filter(({ score }) => words10.length === 0 || score > 0).sort((a, b) => b.score - a.score || b.line.round - a.line.round).slice(0, limit).sort((a, b) => a.line.round - b.line.round);
  if (scored.length === 0) {
    return err({ zh: `摘要里没有关于“${query}”的内容`, en: `the summaries say nothing about “${query}”` });
  }
  const label = (round) => view.language === "zh" ? `[第${round}轮]` : `[round ${round}]`;
  return ok({
    value: scored.map(({ line }) => ({ round: line.round, text: line.text })),
    text: scored.map(({ line }) => `${label(line.round)} ${line.text}`).join("\n")
  });
};
var getCharacterInfoTool = ({ params, view }) => {
  const { card, characterName, userName, persona, world } = view;
  const asked = textParam(params, "name", "character", "who") || characterName;
  const same2 = (a) => a.trim().toLowerCase() === asked.toLowerCase();
  if (same2(userName) || ["user", "{{user}}", "玩家"].some(same2)) {
    return ok({ value: { name: userName, persona } });
  }
  const known = Object.entries(world.game.relationships).find(([name]) => same2(name));
  const relation = known ? { relationship: known[1] } : {};
  if (same2(characterName) || ["char", "{{char}}", "角色"].some(same2)) {
    return ok({ value: { name: characterName, ...card, ...relation } });
  }
  if (known || world.game.known.npcs.some(same2)) return ok({ value: { name: asked, ...relation } });
  return err({ zh: `没有关于“${asked}”的资料`, en: `nothing is known about “${asked}”` });
};

// src/tools/built-in/variable-tools.ts
var scopes = ["page", "floor", "branch", "chat"];
var policies = ["replace", "if_absent", "add", "max", "min", "append_unique"];
var badKey = (key) => err({ zh: `变量名“${key}”不能用`, en: `the variable name “${key}” cannot be used` });
var getVariableTool = ({ params, view, effects }) => {
  const key = textParam(params, "key", "name", "path", "variable");
  if (!readVariableKey(key)) return badKey(key);
  const value = readToolVariable(view, key, effects);
  return value === void 0 ? err({ zh: `没有名为“${key}”的变量`, en: `there is no variable named “${key}”` }) : ok({ value });
};
var setVariableTool = ({ params }) => {
  const key = textParam(params, "key", "name", "path", "variable");
  if (!readVariableKey(key)) return badKey(key);
  const { value } = params;
  if (value === void 0) return err({ zh: "缺少 value", en: "value is missing" });
  if (utf8Length(JSON.stringify(value)) > VARIABLE_LIMIT_BYTES) {
    return err({ zh: "值超过 64 KB", en: "the value is larger than 64 KB" });
  }
  const scope = scopes.find((known) => known === textParam(params, "scope")) ?? "page";
  const policy = policies.find((known) => known === textParam(params, "policy"));
  return ok({
    value: { key, value, scope },
    effects: [
      { kind: "variable", scope, key, write: { op: "set", value, ...policy ? { policy } : {} }, source: "tool" }
    ]
  });
};

// src/tools/built-in/built-in-tools.ts
var builtInRuns = {
  get_variable: getVariableTool,
  set_variable: setVariableTool,
  roll_dice: rollDiceTool,
  random_choice: randomChoiceTool,
  get_time: getTimeTool,
  query_memory: queryMemoryTool,
  get_character_info: getCharacterInfoTool
};
var text = (description) => ({ type: "string", description });
var object2 = (properties, required = []) => ({
  type: "object",
  properties,
  ...required.length > 0 ? { required } : {}
});
var offers = {
  get_variable: [
    "读取变量、MVU 变量或状态 / read a variable, an MVU variable or the state",
    object2({ key: text("名称或路径 / name or path") }, ["key"])
  ],
  set_variable: [
    "写入变量，正文确定后生效 / write a variable; it counts once the reply is kept",
    object2(
      {
        key: text("名称或路径 / name or path"),
        value: { description: "任意值 / any value" },
        scope: { type: "string", enum: ["page", "branch", "chat"], default: "page" },
        policy: { type: "string", enum: ["replace", "if_absent", "add", "max", "min", "append_unique"] }
      },
      ["key", "value"]
    )
  ],
  roll_dice: [
    "掷骰检定 / roll dice",
    object2(
      {
        expr: text("1d20+3, 2d6, 4d6kh3"),
        mode: { type: "string", enum: ["normal", "advantage", "disadvantage", "exploding"], default: "normal" },
        dc: { type: "number", description: "难度，总点数不低于它为成功 / success at this total or above" }
      },
      ["expr"]
    )
  ],
  random_choice: [
    "从列表中随机选取 / pick from a list by chance",
    object2(
      {
        options: { type: "array", items: { type: "string" }, minItems: 1 },
        weights: { type: "array", items: { type: "number" } },
        count: { type: "integer", minimum: 1, default: 1 }
      },
      ["options"]
    )
  ],
  get_time: ["故事里的时间与地点 / time and place of the story", object2({})],
  query_memory: [
    "在前情摘要中查找 / search the summaries",
    object2(
      {
        query: text("关键词，空格分隔 / words, by spaces"),
        limit: { type: "integer", minimum: 1, maximum: 20, default: 5 }
      },
      ["query"]
    )
  ],
  get_character_info: [
    "人物资料 / what is known about a person",
    object2({ name: text("人名，默认主角色 / name; the main character by default") })
  ]
};
var builtInTools = [...builtInNames].sort().map((name) => ({
  name,
  title: "",
  kind: "builtin",
  trigger: "planning",
  description: offers[name][0],
  parameters: offers[name][1],
  context: [],
  systemPrompt: "",
  code: "",
  outputTag: null,
  tagLookback: 0,
  placement: "message",
  keepInHistory: false,
  sideEffect: name === "set_variable" ? "sandbox" : "none",
  limitMs: null,
  maxTokens: null,
  afterAnalysis: null,
  source: { origin: "builtin" }
}));

// src/tools/catalogue.ts
function stateOf({ entry }, definition, input) {
  if (!entry.enabled || !entry.gatesOpen) return "disabled";
  if (needsConsent(definition)) {
    const consent = consentFor(definition, input.consents);
    if (consent === null) return "approval_required";
    if (consent === "never") return "approval_denied";
    if (consent !== "page" && !input.sandbox.ok) return "sandbox_unavailable";
  }
  return entry.constant || input.activeEntries.has(entryId(entry)) ? "ready" : "not_active";
}
function buildCatalogue(input) {
  const found = /* @__PURE__ */ new Map();
  for (const tool of input.tools) {
    const { definition } = tool;
    if (!definition) continue;
    const state = stateOf(tool, definition, input);
    const before = found.get(definition.name);
    if (before && before.state !== "disabled") continue;
    found.set(definition.name, { definition, state, inPage: consentFor(definition, input.consents) === "page" });
  }
  for (const definition of builtInTools) {
    const before = found.get(definition.name);
    if (!before || before.state === "disabled")
      found.set(definition.name, { definition, state: "ready", inPage: false });
  }
  const tools = deepFreeze([...found.values()].sort((a, b) => byName(a.definition, b.definition)));
  return { tools, find: (name) => found.get(name) };
}
function findTool(catalogue, name) {
  const word = (text2) => text2.normalize("NFKC").trim().replace(/[\s-]+/g, "_").toLowerCase();
  return catalogue.find(name) ?? catalogue.tools.find(({ definition }) => word(definition.name) === word(name));
}
function offeredTools(catalogue) {
  return catalogue.tools.filter(
    ({ state, definition }) => definition.trigger === "planning" && (state === "ready" || state === "not_active")
  ).map(({ definition }) => definition);
}
function hasPlanningEntry(catalogue) {
  return offeredTools(catalogue).some(({ source }) => source.origin === "entry");
}
function postTools(catalogue) {
  return catalogue.tools.filter(
    ({ state, definition }) => definition.trigger === "post_pipeline" && state === "ready"
  ).sort((a, b) => orderOf(a) - orderOf(b) || byName(a.definition, b.definition));
}
function orderOf({ definition }) {
  return definition.source.origin === "entry" ? definition.source.order : 0;
}

// src/domain/prompt/prompt-tags.ts
var promptTags = [
  "worldinfo1",
  "worldinfo2",
  "worldinfo3",
  "card",
  "card_instructions",
  "examples",
  "story_summary",
  "user_persona",
  "recent_turns",
  "authors_note",
  "character_note",
  "injected",
  "text_recall",
  "writing_guide",
  "tool_results",
  "tool_history",
  "state_summary",
  "guidance",
  "user_input",
  "user_preset",
  "greeting",
  "earlier_rounds",
  "turn_text",
  "world_full",
  "narrative_text",
  "dice_results",
  "known_context"
];

// src/domain/prompt/neutralise-tags.ts
var BREAK = "​";
var names = [...promptTags].sort((a, b) => b.length - a.length).join("|");
var ownTag = new RegExp(`<(?=\\s{0,8}/?\\s{0,8}(?:${names})(?![\\w-]))`, "gi");
function neutraliseTags(text2) {
  return text2.includes("<") ? text2.replace(ownTag, `<${BREAK}`) : text2;
}

// src/domain/worldbook/classify.ts
var marker = {
  tool: /\[\s{0,4}tool\s{0,4}[:：]/i,
  ui: /\[\s{0,4}ui\s{0,4}\]/i,
  initvar: /\[\s{0,4}initvar\s{0,4}\]/i,
  mvuUpdate: /\[\s{0,4}mvu_update\s{0,4}\]/i,
  mvuPlot: /\[\s{0,4}mvu_plot\s{0,4}\]/i
};
function classifyEntry(entry) {
  const { comment, content } = entry;
  const mvuUpdate = marker.mvuUpdate.test(comment);
  const mvuPlot = marker.mvuPlot.test(comment);
  return { kind: kindOf(comment, content, mvuUpdate && !mvuPlot), mvuUpdate, mvuPlot };
}
function kindOf(comment, content, onlyRule) {
  if (marker.tool.test(comment)) return "tool";
  if (marker.initvar.test(comment)) return "initvar";
  if (marker.ui.test(comment)) return "ui";
  if (onlyRule) return "mvu-update";
  return isToolContent(content) ? "tool-by-content" : "lore";
}
var toolType = /["']?type["']?\s{0,20}:\s{0,20}["'](?:llm|code)["']/;
var toolFunction = /["']?function["']?\s{0,20}:\s{0,20}\{/;
var fence = /^```[a-z0-9]*\s*\n([\s\S]*?)\n?```$/i;
function isToolContent(content) {
  const trimmed = content.trim();
  const text2 = (fence.exec(trimmed)?.[1] ?? trimmed).trim();
  if (!text2.startsWith("{")) return false;
  const parsed = parseJson(text2);
  if (!parsed.ok) return toolType.test(text2) && toolFunction.test(text2);
  const value = parsed.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const tool = value;
  const named = tool["function"];
  return (tool["type"] === "llm" || tool["type"] === "code") && typeof named === "object" && named !== null && "name" in named && typeof named.name === "string";
}

// src/tools/context-keys.ts
var RECENT_TURNS = 6;
var words4 = {
  zh: {
    turn: (round) => `[轮${round}]`,
    user: "用户: ",
    line: (round) => `[第${round}轮] `,
    name: "【用户名】",
    persona: "【用户设定】"
  },
  en: {
    turn: (round) => `[round ${round}]`,
    user: "User: ",
    line: (round) => `[round ${round}] `,
    name: "[user name] ",
    persona: "[user persona] "
  }
};
var renders = {
  world_full: ({ entries, expand = (text2) => text2 }) => sortEntries(entries, (entry) => entry).filter((entry) => entry.enabled && entry.gatesOpen && classifyEntry(entry).kind === "lore").map((entry) => `--- ${entry.comment.trim() || entry.keys[0] || "·"} ---
${expand(entry.content).trim()}`).join("\n\n"),
  story_summary: ({ summaries, language }) => summaries.map((line) => words4[language].line(line.round) + line.text).join("\n"),
  recent_turns: ({ turns, language }) => {
    const say = words4[language];
    return turns.slice(-RECENT_TURNS).flatMap(({ round, input, reply }) => [
      ...input.trim() === "" ? [] : [`${say.turn(round)} ${say.user}${input.trim()}`],
      `${say.turn(round)} AI: ${reply.trim()}`
    ]).join("\n");
  },
  narrative_text: ({ narrative }) => narrative,
  writing_guide: ({ guide }) => guide,
  state_summary: ({ stateText }) => stateText,
  user_persona: ({ userName, persona, language }) => [
    `${words4[language].name}${userName}`,
    ...persona.trim() === "" ? [] : [words4[language].persona + persona.trim()]
  ].join("\n"),
  user_input: ({ input }) => input,
  dice_results: ({ dice, language }) => dice.map((record2) => explainDice(record2, language)).join("\n"),
  known_context: ({ known }) => JSON.stringify({ locations: known.locations, npcs: known.npcs, items: known.items, quests: known.quests })
};
function contextSegments(keys, material) {
  return toolContextKeys.flatMap((key, place) => {
    const text2 = keys.includes(key) ? neutraliseTags(renders[key](material).trim()) : "";
    return text2 === "" ? [] : [
      {
        key: "tool_context",
        role: "user",
        tag: key,
        text: text2,
        source: `context:${key}`,
        priority: toolContextKeys.length - place
      }
    ];
  });
}

// src/shared/until-aborted.ts
function untilAborted(promise, signal, reason) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(reason());
    if (signal.aborted) {
      promise.catch(() => void 0);
      stop();
      return;
    }
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

// src/tools/built-in/plain-params.ts
var aliases = {
  roll_dice: {
    expr: ["expression", "formula", "dice", "notation", "表达式"],
    dc: ["difficulty", "DC", "难度"],
    mode: ["模式"]
  },
  get_variable: { key: ["name", "path", "variable"] },
  set_variable: { key: ["name", "path", "variable"] },
  random_choice: { options: ["choices", "items", "list"] },
  query_memory: { query: ["keyword", "keywords", "q", "text"], limit: ["count"] },
  get_character_info: { name: ["character", "who"] }
};
function plainParams(name, params, known) {
  const plain2 = { ...params };
  for (const [canonical, others] of Object.entries(aliases[name] ?? {})) {
    for (const other of others) {
      const value = plain2[other];
      if (value === void 0 || Object.hasOwn(known, other)) continue;
      delete plain2[other];
      plain2[canonical] ??= value;
    }
  }
  const mode = name === "roll_dice" && typeof plain2["mode"] === "string" ? readDiceMode(plain2["mode"]) : null;
  if (mode?.ok) plain2["mode"] = mode.value;
  if (name === "random_choice" && typeof plain2["options"] === "string") {
    plain2["options"] = plain2["options"].split(/[,，、;；|\n]+/).map((part) => part.trim());
  }
  return plain2;
}

// src/tools/permission.ts
function listFor(lists, slot2) {
  const own3 = Object.hasOwn(lists, slot2) ? lists[slot2] ?? [] : null;
  const all = Object.hasOwn(lists, "*") ? lists["*"] ?? [] : null;
  return own3 || all ? [...own3 ?? [], ...all ?? []] : null;
}
var names2 = (list, tool) => list.includes(tool) || list.includes("*");
function refusalOf({ tool, slot: slot2, phase, use }, rights) {
  if (use.calls >= rights.maxCallsPerTurn) return "max_calls_exceeded";
  if (use.steps > rights.maxSteps) return "max_steps_exceeded";
  if (!tool) return "tool_not_found";
  const { name, trigger, sideEffect } = tool.definition;
  if (trigger !== phase) return "wrong_phase";
  const denied = listFor(rights.deny, slot2);
  if (denied && names2(denied, name)) return "deny_listed";
  const allowed = listFor(rights.allow, slot2);
  if (allowed && !names2(allowed, name)) return "not_in_allow_list";
  if (tool.state !== "ready") return tool.state;
  return sideEffect === "irreversible" && !rights.allowIrreversible ? "irreversible_blocked" : null;
}

// src/tools/refusal-words.ts
var words5 = {
  disabled: { zh: "已停用", en: "it is disabled" },
  tool_not_found: { zh: "没有这个工具", en: "there is no such tool" },
  slot_not_allowed: { zh: "这个角色不能调用工具", en: "this agent may not call tools" },
  deny_listed: { zh: "在禁用名单里", en: "it is on the deny list" },
  not_in_allow_list: { zh: "不在允许名单里", en: "it is not on the allow list" },
  max_calls_exceeded: { zh: "本轮调用次数已满", en: "this turn has used all its calls" },
  max_steps_exceeded: { zh: "本轮步数已满", en: "this turn has used all its steps" },
  irreversible_blocked: { zh: "不可逆操作未开放", en: "irreversible tools are switched off" },
  not_active: { zh: "本轮没有触发它的关键词", en: "none of its keywords came up this turn" },
  approval_required: { zh: "玩家还没有允许它的代码", en: "the player has not allowed its code yet" },
  approval_denied: { zh: "玩家不允许它的代码", en: "the player does not allow its code" },
  sandbox_unavailable: { zh: "此浏览器不能运行代码工具", en: "this browser cannot run code tools" },
  wrong_phase: { zh: "它不在这个阶段运行", en: "it does not run in this phase" },
  duplicate_call: { zh: "与前一次调用完全相同", en: "the same call was made before" },
  invalid_definition: { zh: "定义有误", en: "its definition is not valid" }
};
function refusalWords(reason, language) {
  return words5[reason][language];
}

// src/tools/tool-effects.ts
var MAX_CHANGES = 50;
var scopes2 = ["page", "floor", "branch", "chat"];
var gameFields = ["location", "inventory", "relationships", "flags", "time"];
var isObject2 = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var ops = /* @__PURE__ */ new Map([
  ["set", "set"],
  ["replace", "set"],
  ["assign", "set"],
  ["insert", "set"],
  ["delta", "add"],
  ["add", "add"],
  ["inc", "add"],
  ["increment", "add"],
  ["remove", "remove"],
  ["delete", "remove"],
  ["unset", "remove"]
]);
function readOp(change) {
  const word = typeof change["op"] === "string" ? change["op"].trim().toLowerCase() : "set";
  const op = ops.get(word) ?? null;
  return op === "add" && typeof change["value"] !== "number" ? "set" : op;
}
function readChange(item) {
  if (!isObject2(item)) return `not an object: ${JSON.stringify(item).slice(0, 60)}`;
  const given = item["path"] ?? item["key"] ?? item["name"];
  const key = typeof given === "string" ? readVariableKey(given.trim()) : null;
  const op = readOp(item);
  if (!key) return `no usable path: ${JSON.stringify(given ?? null).slice(0, 60)}`;
  if (!op) return `unknown op: ${JSON.stringify(item["op"]).slice(0, 40)}`;
  if (op !== "remove" && item["value"] === void 0) return `${key.flat}: value is missing`;
  return { op, path: key.path, value: item["value"] ?? null, raw: item };
}
function readToolChanges(list, view) {
  if (list === void 0 || list === null) return { effects: [], refused: [] };
  if (!Array.isArray(list)) return { effects: [], refused: ["changes must be a list of {op, path, value}"] };
  const effects = [];
  const refused = [];
  const items = list;
  for (const item of items.slice(0, MAX_CHANGES)) {
    const change = readChange(item);
    const effect = typeof change === "string" ? change : effectOf(change, view);
    if (typeof effect === "string") refused.push(effect);
    else effects.push(effect);
  }
  if (items.length > MAX_CHANGES) refused.push(`only the first ${MAX_CHANGES} changes are taken`);
  return { effects, refused };
}
function effectOf(change, view) {
  const [head = "", ...rest] = change.path;
  if (rest.length > 0 && (head === "mvu" || head === "stat_data")) return mvuEffect(change, rest);
  if (rest.length > 0 && (head === "state" || head === "game")) return gameEffect(change, rest, view);
  if (rest.length > 0 && head === "variables") return variableEffect(change, rest);
  if (Object.hasOwn(mvuTree(view.world), head)) return mvuEffect(change, change.path);
  return gameFields.includes(head) ? gameEffect(change, change.path, view) : variableEffect(change, change.path);
}
function mvuEffect({ op, value, raw }, path) {
  const pointer = writePointer(path);
  const inserts = raw["op"] === "insert";
  const operation = op === "remove" ? { op: "remove", path: pointer } : { op: op === "add" ? "delta" : inserts ? "insert" : "replace", path: pointer, value };
  return { kind: "mvu", operations: [operation], source: "tool" };
}
function variableEffect({ op, value, raw }, path) {
  const scope = scopes2.find((known) => known === raw["scope"] || known === raw["promote"]) ?? "page";
  const key = path.length === 1 ? path[0] ?? "" : writePointer(path);
  const write = op === "remove" ? { op: "unset" } : { op: "set", value, ...op === "add" ? { policy: "add" } : {} };
  return { kind: "variable", scope, key, write, source: "tool" };
}
function gameEffect(change, path, view) {
  const [field = "", name] = path;
  const { op, value } = change;
  const state = (proposed) => proposed ? { kind: "state", change: proposed, source: "tool" } : `${path.join(".")}: cannot be changed that way`;
  switch (field) {
    case "location":
      return state(
        op === "set" && typeof value === "string" && value.trim() !== "" ? { type: "move", location: value } : null
      );
    case "time":
      return state(op === "add" && typeof value === "number" ? { type: "pass_time", minutes: value } : null);
    case "flags":
      return state(name && op !== "add" ? { type: "set_flag", flag: name, value } : null);
    case "relationships":
      return state(relationChange(name, op, value));
    case "inventory":
      return state(itemChange(name, change, view));
    default:
      return state(null);
  }
}
function relationChange(npc, op, value) {
  if (!npc || typeof value !== "number" || op === "remove") return null;
  return op === "add" ? { type: "modify_relationship", npc, delta: value } : { type: "set_relationship", npc, value };
}
function itemChange(item, { op, value }, view) {
  if (!item) return null;
  const { inventory } = view.world.game;
  const now = Object.hasOwn(inventory, item) ? inventory[item] ?? 0 : 0;
  const wanted = op === "remove" ? -now : typeof value === "number" ? op === "add" ? value : value - now : NaN;
  if (!Number.isInteger(wanted) || wanted === 0) return null;
  return wanted > 0 ? { type: "add_item", item, quantity: wanted } : { type: "remove_item", item, quantity: -wanted };
}

// src/tools/tool-run.ts
function failedRun(code, message, rest = {}) {
  return { ok: false, code, message, rolls: [], logs: [], effects: [], ...rest };
}
function textOfValue(value) {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

// src/tools/run-code-tool.ts
function splitChanges(value) {
  if (!isRecord(value) || !("changes" in value || "patches" in value)) return { value, changes: void 0 };
  const { changes, patches, ...rest } = value;
  const said = rest["text"] ?? rest["output"] ?? rest["result"];
  const only = Object.keys(rest).length === 1 && said !== void 0;
  return { value: only ? said : Object.keys(rest).length === 0 ? "" : rest, changes: changes ?? patches };
}
async function runCodeTool(input, sandbox, signal) {
  const { tool, params, view, seed } = input;
  const outcome = await sandbox.run(
    {
      code: tool.code,
      params,
      state: sandboxState(view),
      seed,
      now: view.now,
      ...tool.limitMs === null ? {} : { limitMs: tool.limitMs }
    },
    signal
  );
  const { logs, rolls } = outcome;
  if (!outcome.ok) {
    const { code, message, line } = outcome.error;
    return failedRun(code, line === null ? message : `${message} (line ${line})`, { logs, rolls });
  }
  const { value, changes } = splitChanges(outcome.value);
  if (changes !== void 0 && tool.sideEffect === "none") {
    return {
      ok: true,
      value,
      text: textOfValue(value),
      rolls,
      effects: [],
      logs: [...logs, "changes ignored: side_effect is none"]
    };
  }
  const { effects, refused } = readToolChanges(changes, view);
  return {
    ok: true,
    value,
    text: textOfValue(value),
    rolls,
    effects,
    logs: [...logs, ...refused.map((line) => `change refused: ${line}`)]
  };
}

// node_modules/jsonrepair/lib/esm/utils/JSONRepairError.js
var JSONRepairError = class extends Error {
  constructor(message, position) {
    super(`${message} at position ${position}`);
    this.position = position;
  }
};

// node_modules/jsonrepair/lib/esm/utils/stringUtils.js
var codeSpace = 32;
var codeNewline = 10;
var codeTab = 9;
var codeReturn = 13;
var codeNonBreakingSpace = 160;
var codeMongolianVowelSeparator = 6158;
var codeEnQuad = 8192;
var codeZeroWidthSpace = 8203;
var codeNarrowNoBreakSpace = 8239;
var codeMediumMathematicalSpace = 8287;
var codeIdeographicSpace = 12288;
var codeZeroWidthNoBreakSpace = 65279;
function isHex(char) {
  return /^[0-9A-Fa-f]$/.test(char);
}
function isDigit(char) {
  return char >= "0" && char <= "9";
}
function isValidStringCharacter(char) {
  return char >= " ";
}
function isDelimiter(char) {
  return ",:[]/{}()\n+".includes(char);
}
function isFunctionNameCharStart(char) {
  return char >= "a" && char <= "z" || char >= "A" && char <= "Z" || char === "_" || char === "$";
}
function isFunctionNameChar(char) {
  return char >= "a" && char <= "z" || char >= "A" && char <= "Z" || char === "_" || char === "$" || char >= "0" && char <= "9";
}
var regexUrlStart = /^(http|https|ftp|mailto|file|data|irc):\/\/$/;
var regexUrlChar = /^[A-Za-z0-9-._~:/?#@!$&'()*+;=]$/;
function isUnquotedStringDelimiter(char) {
  return ",[]/{}\n+".includes(char);
}
function isStartOfValue(char) {
  return isQuote(char) || regexStartOfValue.test(char);
}
var regexStartOfValue = /^[[{\w-]$/;
function isControlCharacter(char) {
  return char === "\n" || char === "\r" || char === "	" || char === "\b" || char === "\f";
}
function isWhitespace(text2, index) {
  const code = text2.charCodeAt(index);
  return code === codeSpace || code === codeNewline || code === codeTab || code === codeReturn;
}
function isWhitespaceExceptNewline(text2, index) {
  const code = text2.charCodeAt(index);
  return code === codeSpace || code === codeTab || code === codeReturn;
}
function isSpecialWhitespace(text2, index) {
  const code = text2.charCodeAt(index);
  return code === codeNonBreakingSpace || code === codeMongolianVowelSeparator || code >= codeEnQuad && code <= codeZeroWidthSpace || code === codeNarrowNoBreakSpace || code === codeMediumMathematicalSpace || code === codeIdeographicSpace || code === codeZeroWidthNoBreakSpace;
}
function isQuote(char) {
  return isDoubleQuoteLike(char) || isSingleQuoteLike(char);
}
function isDoubleQuoteLike(char) {
  return char === '"' || char === "“" || char === "”";
}
function isDoubleQuote(char) {
  return char === '"';
}
function isSingleQuoteLike(char) {
  return char === "'" || char === "‘" || char === "’" || char === "`" || char === "´";
}
function isSingleQuote(char) {
  return char === "'";
}
function stripLastOccurrence(text2, textToStrip) {
  let stripRemainingText = arguments.length > 2 && arguments[2] !== void 0 ? arguments[2] : false;
  const index = text2.lastIndexOf(textToStrip);
  return index !== -1 ? text2.substring(0, index) + (stripRemainingText ? "" : text2.substring(index + 1)) : text2;
}
function insertBeforeLastWhitespace(text2, textToInsert) {
  let index = text2.length;
  if (!isWhitespace(text2, index - 1)) {
    return text2 + textToInsert;
  }
  while (isWhitespace(text2, index - 1)) {
    index--;
  }
  return text2.substring(0, index) + textToInsert + text2.substring(index);
}
function removeAtIndex(text2, start, count) {
  return text2.substring(0, start) + text2.substring(start + count);
}
function endsWithCommaOrNewline(text2) {
  return /[,\n][ \t\r]*$/.test(text2);
}
var namedHtmlEntities = {
  "&quot;": '"',
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&apos;": "'"
};
var maxHtmlEntityLength = 12;
function matchHtmlEntity(fragment) {
  if (fragment.charAt(0) !== "&") {
    return null;
  }
  const semicolon = fragment.indexOf(";");
  if (semicolon === -1) {
    return null;
  }
  const entity = fragment.substring(0, semicolon + 1);
  const named = namedHtmlEntities[entity];
  if (named !== void 0) {
    return {
      char: named,
      length: entity.length
    };
  }
  if (fragment.charAt(1) === "#") {
    const body = fragment.substring(2, semicolon);
    const hex = body.charAt(0) === "x" || body.charAt(0) === "X";
    const digits = hex ? body.substring(1) : body;
    if (digits.length > 0) {
      const code = Number.parseInt(digits, hex ? 16 : 10);
      if (!Number.isNaN(code) && code >= 0 && code <= 1114111) {
        return {
          char: String.fromCodePoint(code),
          length: entity.length
        };
      }
    }
  }
  return null;
}
function isDoubleQuoteEntity(match) {
  return match !== null && match.char === '"';
}
function isSingleQuoteEntity(match) {
  return match !== null && match.char === "'";
}
function countOccurrences(text2, char) {
  let count = 0;
  for (let i = 0; i < text2.length; i++) {
    if (text2.charAt(i) === char) {
      count++;
    }
  }
  return count;
}
function isInsideUnclosedBracket(text2, closeChar) {
  switch (closeChar) {
    case ")":
      return countOccurrences(text2, "(") > countOccurrences(text2, ")");
    case "]":
      return countOccurrences(text2, "[") > countOccurrences(text2, "]");
    case "}":
      return countOccurrences(text2, "{") > countOccurrences(text2, "}");
    default:
      return false;
  }
}

// node_modules/jsonrepair/lib/esm/regular/jsonrepair.js
var controlCharacters = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "	": "\\t"
};
var escapeCharacters = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "	"
  // note that \u is handled separately in parseString()
};
function jsonrepair(text2) {
  let i = 0;
  let output = "";
  parseMarkdownCodeBlock(["```", "[```", "{```"]);
  const processed = parseValue();
  if (!processed) {
    throwUnexpectedEnd();
  }
  parseMarkdownCodeBlock(["```", "```]", "```}"]);
  const processedComma = parseCharacter(",");
  if (processedComma) {
    parseWhitespaceAndSkipComments();
  }
  if (isStartOfValue(text2[i]) && endsWithCommaOrNewline(output)) {
    if (!processedComma) {
      output = insertBeforeLastWhitespace(output, ",");
    }
    parseNewlineDelimitedJSON();
  } else if (processedComma) {
    output = stripLastOccurrence(output, ",");
  }
  while (text2[i] === "}" || text2[i] === "]") {
    i++;
    parseWhitespaceAndSkipComments();
  }
  if (i >= text2.length) {
    return output;
  }
  throwUnexpectedCharacter();
  function parseValue() {
    parseWhitespaceAndSkipComments();
    const processed2 = parseObject() || parseArray() || parseString() || parseNumber() || parseKeywords() || parseUnquotedString(false) || parseRegex();
    parseWhitespaceAndSkipComments();
    return processed2;
  }
  function parseWhitespaceAndSkipComments() {
    let skipNewline = arguments.length > 0 && arguments[0] !== void 0 ? arguments[0] : true;
    const start = i;
    let changed = parseWhitespace(skipNewline);
    do {
      changed = parseComment();
      if (changed) {
        changed = parseWhitespace(skipNewline);
      }
    } while (changed);
    return i > start;
  }
  function parseWhitespace(skipNewline) {
    const _isWhiteSpace = skipNewline ? isWhitespace : isWhitespaceExceptNewline;
    let whitespace = "";
    while (true) {
      if (_isWhiteSpace(text2, i)) {
        whitespace += text2[i];
        i++;
      } else if (isSpecialWhitespace(text2, i)) {
        whitespace += " ";
        i++;
      } else {
        break;
      }
    }
    if (whitespace.length > 0) {
      output += whitespace;
      return true;
    }
    return false;
  }
  function parseComment() {
    if (text2[i] === "/" && text2[i + 1] === "*") {
      while (i < text2.length && !atEndOfBlockComment(text2, i)) {
        i++;
      }
      i += 2;
      return true;
    }
    if (text2[i] === "/" && text2[i + 1] === "/") {
      while (i < text2.length && text2[i] !== "\n") {
        i++;
      }
      return true;
    }
    return false;
  }
  function parseMarkdownCodeBlock(blocks) {
    if (skipMarkdownCodeBlock(blocks)) {
      if (isFunctionNameCharStart(text2[i])) {
        while (i < text2.length && isFunctionNameChar(text2[i])) {
          i++;
        }
      }
      parseWhitespaceAndSkipComments();
      return true;
    }
    return false;
  }
  function skipMarkdownCodeBlock(blocks) {
    parseWhitespace(true);
    for (const block of blocks) {
      const end = i + block.length;
      if (text2.slice(i, end) === block) {
        i = end;
        return true;
      }
    }
    return false;
  }
  function parseCharacter(char) {
    if (text2[i] === char) {
      output += text2[i];
      i++;
      return true;
    }
    return false;
  }
  function skipCharacter(char) {
    if (text2[i] === char) {
      i++;
      return true;
    }
    return false;
  }
  function skipEscapeCharacter() {
    return skipCharacter("\\");
  }
  function skipEllipsis() {
    parseWhitespaceAndSkipComments();
    if (text2[i] === "." && text2[i + 1] === "." && text2[i + 2] === ".") {
      i += 3;
      parseWhitespaceAndSkipComments();
      skipCharacter(",");
      return true;
    }
    return false;
  }
  function parseObject() {
    if (text2[i] === "{") {
      output += "{";
      i++;
      parseWhitespaceAndSkipComments();
      if (skipCharacter(",")) {
        parseWhitespaceAndSkipComments();
      }
      let initial = true;
      while (i < text2.length && text2[i] !== "}") {
        let processedComma2;
        if (!initial) {
          processedComma2 = parseCharacter(",");
          if (!processedComma2) {
            output = insertBeforeLastWhitespace(output, ",");
          }
          parseWhitespaceAndSkipComments();
        } else {
          processedComma2 = true;
        }
        skipEllipsis();
        const processedKey = parseString() || parseUnquotedString(true);
        if (!processedKey) {
          if (text2[i] === "}" || text2[i] === "{" || text2[i] === "]" || text2[i] === "[" || text2[i] === void 0) {
            if (!initial) {
              output = stripLastOccurrence(output, ",");
            }
          } else {
            throwObjectKeyExpected();
          }
          break;
        }
        parseWhitespaceAndSkipComments();
        const processedColon = parseCharacter(":");
        const truncatedText = i >= text2.length;
        if (!processedColon) {
          if (isStartOfValue(text2[i]) || truncatedText) {
            output = insertBeforeLastWhitespace(output, ":");
          } else {
            throwColonExpected();
          }
        }
        const processedValue = parseValue();
        if (!processedValue) {
          if (processedColon || truncatedText) {
            output += "null";
          } else {
            throwColonExpected();
          }
        }
        initial = false;
      }
      if (text2[i] === "}") {
        output += "}";
        i++;
      } else {
        output = insertBeforeLastWhitespace(output, "}");
      }
      return true;
    }
    return false;
  }
  function parseArray() {
    if (text2[i] === "[") {
      output += "[";
      i++;
      parseWhitespaceAndSkipComments();
      if (skipCharacter(",")) {
        parseWhitespaceAndSkipComments();
      }
      let initial = true;
      while (i < text2.length && text2[i] !== "]") {
        if (!initial) {
          const processedComma2 = parseCharacter(",");
          if (!processedComma2) {
            output = insertBeforeLastWhitespace(output, ",");
          }
        }
        skipEllipsis();
        const processedValue = parseValue();
        if (!processedValue) {
          if (!initial) {
            output = stripLastOccurrence(output, ",");
          }
          break;
        }
        initial = false;
      }
      if (text2[i] === "]") {
        output += "]";
        i++;
      } else {
        output = insertBeforeLastWhitespace(output, "]");
      }
      return true;
    }
    return false;
  }
  function parseNewlineDelimitedJSON() {
    let initial = true;
    let processedValue = true;
    while (processedValue) {
      if (!initial) {
        const processedComma2 = parseCharacter(",");
        if (!processedComma2) {
          output = insertBeforeLastWhitespace(output, ",");
        }
      } else {
        initial = false;
      }
      processedValue = parseValue();
    }
    if (!processedValue) {
      output = stripLastOccurrence(output, ",");
    }
    output = `[
${output}
]`;
  }
  function parseString() {
    let stopAtDelimiter = arguments.length > 0 && arguments[0] !== void 0 ? arguments[0] : false;
    let stopAtIndex = arguments.length > 1 && arguments[1] !== void 0 ? arguments[1] : -1;
    const skipEscapeChars = text2[i] === "\\";
    if (skipEscapeChars) {
      i++;
      if (!isQuote(text2[i])) {
        throwUnexpectedCharacter();
      }
    }
    const openEntity = text2[i] === "&" ? matchHtmlEntity(text2.slice(i, i + maxHtmlEntityLength)) : null;
    const openedByEntity = isDoubleQuoteEntity(openEntity) || isSingleQuoteEntity(openEntity);
    if (isQuote(text2[i]) || openedByEntity) {
      const isEndQuote = isDoubleQuote(text2[i]) ? isDoubleQuote : isSingleQuote(text2[i]) ? isSingleQuote : isSingleQuoteLike(text2[i]) ? isSingleQuoteLike : isDoubleQuoteLike;
      const iBefore = i;
      const oBefore = output.length;
      let str = '"';
      i += openedByEntity && openEntity ? openEntity.length : 1;
      while (true) {
        if (i >= text2.length) {
          const iPrev = prevNonWhitespaceIndex(i - 1);
          if (!stopAtDelimiter && isDelimiter(text2.charAt(iPrev))) {
            i = iBefore;
            output = output.substring(0, oBefore);
            return parseString(true);
          }
          str = insertBeforeLastWhitespace(str, '"');
          output += str;
          return true;
        }
        if (i === stopAtIndex) {
          str = insertBeforeLastWhitespace(str, '"');
          output += str;
          return true;
        }
        const entity = openedByEntity && text2[i] === "&" ? matchHtmlEntity(text2.slice(i, i + maxHtmlEntityLength)) : null;
        const isEnd = entity && openEntity ? entity.char === openEntity.char : isEndQuote(text2[i]);
        if (isEnd) {
          const iQuote = i;
          const oQuote = str.length;
          str += '"';
          i += entity ? entity.length : 1;
          output += str;
          parseWhitespaceAndSkipComments(false);
          if (stopAtDelimiter || i >= text2.length || isDelimiter(text2[i]) && // only count the brackets inside the string when actually needed,
          // i.e. when the quote is directly followed by a closing bracket
          !isInsideUnclosedBracket(str, text2[i]) || isQuote(text2[i]) && !nextQuoteIsEndQuote(i) || isDigit(text2[i])) {
            parseConcatenatedString();
            return true;
          }
          if (text2[i] === "\\") {
            throwUnexpectedCharacter();
          }
          const iPrevChar = prevNonWhitespaceIndex(iQuote - 1);
          const prevChar = text2.charAt(iPrevChar);
          if (prevChar === ",") {
            i = iBefore;
            output = output.substring(0, oBefore);
            return parseString(false, iPrevChar);
          }
          if (isDelimiter(prevChar)) {
            i = iBefore;
            output = output.substring(0, oBefore);
            return parseString(true);
          }
          output = output.substring(0, oBefore);
          i = iQuote + (entity ? entity.length : 1);
          str = `${str.substring(0, oQuote)}\\${str.substring(oQuote)}`;
        } else if (stopAtDelimiter && isUnquotedStringDelimiter(text2[i])) {
          if (text2[i - 1] === ":" && regexUrlStart.test(text2.substring(iBefore + 1, i + 2))) {
            while (i < text2.length && regexUrlChar.test(text2[i])) {
              str += text2[i];
              i++;
            }
          }
          str = insertBeforeLastWhitespace(str, '"');
          output += str;
          parseConcatenatedString();
          return true;
        } else if (entity) {
          const char = entity.char;
          if (char === '"') {
            str += '\\"';
          } else if (isControlCharacter(char)) {
            str += controlCharacters[char];
          } else {
            str += char;
          }
          i += entity.length;
        } else if (text2[i] === "\\") {
          const char = text2.charAt(i + 1);
          const escapeChar = escapeCharacters[char];
          if (escapeChar !== void 0) {
            str += text2.slice(i, i + 2);
            i += 2;
          } else if (char === "u") {
            let j = 2;
            while (j < 6 && isHex(text2[i + j])) {
              j++;
            }
            if (j === 6) {
              str += text2.slice(i, i + 6);
              i += 6;
            } else if (i + j >= text2.length) {
              i = text2.length;
            } else {
              throwInvalidUnicodeCharacter();
            }
          } else if (char === "\n") {
            str += "\\n";
            i += 2;
          } else {
            str += char;
            i += 2;
          }
        } else {
          const char = text2.charAt(i);
          if (char === '"' && text2[i - 1] !== "\\") {
            str += `\\${char}`;
            i++;
          } else if (isControlCharacter(char)) {
            str += controlCharacters[char];
            i++;
          } else {
            if (!isValidStringCharacter(char)) {
              throwInvalidCharacter(char);
            }
            str += char;
            i++;
          }
        }
        if (skipEscapeChars) {
          skipEscapeCharacter();
        }
      }
    }
    return false;
  }
  function parseConcatenatedString() {
    let processed2 = false;
    parseWhitespaceAndSkipComments();
    while (text2[i] === "+") {
      processed2 = true;
      i++;
      parseWhitespaceAndSkipComments();
      output = stripLastOccurrence(output, '"', true);
      const start = output.length;
      const parsedStr = parseString();
      if (parsedStr) {
        output = removeAtIndex(output, start, 1);
      } else {
        output = insertBeforeLastWhitespace(output, '"');
      }
    }
    return processed2;
  }
  function parseNumber() {
    const start = i;
    let num = "";
    let invalid = false;
    if (text2[i] === "-") {
      num += text2[i];
      i++;
      if (!isDigit(text2[i]) && atEndOfNumber()) {
        num += "0";
      }
    }
    if (text2[i] === "0" && isDigit(text2[i + 1])) {
      invalid = true;
    }
    while (isDigit(text2[i])) {
      num += text2[i];
      i++;
    }
    if (text2[i] === ".") {
      if (num === "" || num === "-") {
        num += "0";
      }
      num += text2[i];
      i++;
      if (!isDigit(text2[i])) {
        num += "0";
      }
      while (isDigit(text2[i])) {
        num += text2[i];
        i++;
      }
    }
    if (i > start) {
      if (text2[i] === "e" || text2[i] === "E") {
        if (num === "-") {
          invalid = true;
        }
        num += text2[i];
        i++;
        if (text2[i] === "-" || text2[i] === "+") {
          num += text2[i];
          i++;
        }
        if (!isDigit(text2[i])) {
          num += "0";
        }
        while (isDigit(text2[i])) {
          num += text2[i];
          i++;
        }
      }
      if (!atEndOfNumber()) {
        i = start;
        return false;
      }
      output += invalid ? `"${text2.substring(start, i)}"` : num;
      return true;
    }
    return false;
  }
  function parseKeywords() {
    return parseKeyword("true", "true") || parseKeyword("false", "false") || parseKeyword("null", "null") || // repair Python keywords True, False, None
    parseKeyword("True", "true") || parseKeyword("False", "false") || parseKeyword("None", "null");
  }
  function parseKeyword(name, value) {
    if (text2.slice(i, i + name.length) === name && !isFunctionNameChar(text2[i + name.length])) {
      output += value;
      i += name.length;
      return true;
    }
    return false;
  }
  function parseUnquotedString(isKey) {
    const start = i;
    if (isFunctionNameCharStart(text2[i])) {
      while (i < text2.length && isFunctionNameChar(text2[i])) {
        i++;
      }
      let j = i;
      while (isWhitespace(text2, j)) {
        j++;
      }
      if (text2[j] === "(") {
        i = j + 1;
        parseValue();
        if (text2[i] === ")") {
          i++;
          if (text2[i] === ";") {
            i++;
          }
        }
        return true;
      }
    }
    while (i < text2.length && !isUnquotedStringDelimiter(text2[i]) && !isQuote(text2[i]) && (!isKey || text2[i] !== ":")) {
      i++;
    }
    if (text2[i - 1] === ":" && regexUrlStart.test(text2.substring(start, i + 2))) {
      while (i < text2.length && regexUrlChar.test(text2[i])) {
        i++;
      }
    }
    if (i > start) {
      while (isWhitespace(text2, i - 1) && i > 0) {
        i--;
      }
      const symbol = text2.slice(start, i);
      output += symbol === "undefined" ? "null" : JSON.stringify(symbol);
      if (text2[i] === '"') {
        i++;
      }
      return true;
    }
  }
  function parseRegex() {
    if (text2[i] === "/") {
      const start = i;
      i++;
      while (i < text2.length && (text2[i] !== "/" || text2[i - 1] === "\\")) {
        i++;
      }
      i++;
      output += JSON.stringify(text2.substring(start, i));
      return true;
    }
  }
  function prevNonWhitespaceIndex(start) {
    let prev = start;
    while (prev > 0 && isWhitespace(text2, prev)) {
      prev--;
    }
    return prev;
  }
  function nextQuoteIsEndQuote(index) {
    let next = index + 1;
    while (next < text2.length && isWhitespace(text2, next)) {
      next++;
    }
    return next >= text2.length || isDelimiter(text2[next]);
  }
  function atEndOfNumber() {
    return i >= text2.length || isDelimiter(text2[i]) || isWhitespace(text2, i);
  }
  function throwInvalidCharacter(char) {
    throw new JSONRepairError(`Invalid character ${JSON.stringify(char)}`, i);
  }
  function throwUnexpectedCharacter() {
    throw new JSONRepairError(`Unexpected character ${JSON.stringify(text2[i])}`, i);
  }
  function throwUnexpectedEnd() {
    throw new JSONRepairError("Unexpected end of json string", text2.length);
  }
  function throwObjectKeyExpected() {
    throw new JSONRepairError("Object key expected", i);
  }
  function throwColonExpected() {
    throw new JSONRepairError("Colon expected", i);
  }
  function throwInvalidUnicodeCharacter() {
    const chars = text2.slice(i, i + 6);
    throw new JSONRepairError(`Invalid unicode character "${chars}"`, i);
  }
}
function atEndOfBlockComment(text2, i) {
  return text2[i] === "*" && text2[i + 1] === "/";
}

// src/shared/answer-shape.ts
var MAX_WRAPPINGS = 3;
var MAX_WRAPPING_MEMBERS = 6;
var plainName = (name) => name.toLowerCase().replace(/[\s_-]/g, "");
function makeShaper(shape2) {
  const wanted = new Map(shape2.keys.map((key) => [plainName(key), key]));
  for (const [alias, key] of Object.entries(shape2.aliases ?? {})) wanted.set(plainName(alias), key);
  const ready = { list: shape2.list, wanted };
  return (value) => shapeValue(value, ready, 0);
}
function shapeValue(value, ready, wrappings) {
  if (typeof value === "string") return shapeText(value, ready, wrappings);
  if (typeof value !== "object" || value === null) return null;
  if (isList3(value)) return shapeList(value, ready);
  const own3 = renameKeys(value, ready);
  if (own3) return own3;
  const { list } = ready;
  if (list && isItem(value, list.itemKeys)) return { value: { [list.key]: [value] }, keys: [list.key], item: true };
  return unwrap(value, ready, wrappings);
}
function shapeText(text2, ready, wrappings) {
  if (wrappings > MAX_WRAPPINGS || !/^\s*[{[]/.test(text2)) return null;
  const parsed = parseJson(text2);
  return parsed.ok ? shapeValue(parsed.value, ready, wrappings + 1) : null;
}
function shapeList(items, ready) {
  const { list } = ready;
  if (!list || items.length === 0) return null;
  const fitting = items.filter((item) => isItem(item, list.itemKeys));
  if (fitting.length * 2 > items.length) return { value: { [list.key]: items }, keys: [list.key], item: false };
  const only = items.length === 1 ? items[0] : void 0;
  return only !== void 0 && !isList3(only) ? shapeValue(only, ready, MAX_WRAPPINGS) : null;
}
function isItem(value, itemKeys) {
  if (typeof value !== "object" || value === null || isList3(value)) return false;
  return isNoSchema(value) && itemKeys.every((key) => Object.hasOwn(value, key));
}
function renameKeys(value, { wanted }) {
  const names3 = Object.keys(value);
  const keys = /* @__PURE__ */ new Set();
  for (const name of names3) {
    const key = wanted.get(plainName(name));
    if (key !== void 0) keys.add(key);
  }
  if (keys.size === 0) return null;
  const renamed = {};
  for (const name of names3) {
    const key = wanted.get(plainName(name)) ?? name;
    if (key === name || !Object.hasOwn(value, key)) renamed[key] = value[name] ?? null;
  }
  return { value: renamed, keys: [...keys], item: false };
}
function unwrap(value, ready, wrappings) {
  const members = Object.values(value);
  if (wrappings >= MAX_WRAPPINGS || members.length > MAX_WRAPPING_MEMBERS || !isNoSchema(value)) return null;
  for (const member of members) {
    const inner = shapeValue(member, ready, wrappings + 1);
    if (inner && !inner.item) return inner;
  }
  return null;
}
function isNoSchema(value) {
  return !Object.hasOwn(value, "properties");
}
function isList3(value) {
  return Array.isArray(value);
}

// src/shared/well-formed.ts
var halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
function wellFormed(text2) {
  const { isWellFormed } = text2;
  return isWellFormed?.call(text2) === true ? text2 : text2.replace(halves, "�");
}

// src/shared/read-answer.ts
var MAX_LENGTH = 1e6;
var workFor = (text2) => Math.min(1e5 + text2.length * 6, 15e5);
var CANDIDATE_COST = 150;
var REPAIR_LENGTH = 2e4;
var invisible = /[\s\u200B-\u200D\uFEFF]/;
var refusal = /^(?:i['’]?m (?:very |really )?sorry|sorry|i apologi[sz]e|i (?:can(?:no|['’])t|am (?:unable|not able)|won['’]t)|as an ai\b|unfortunately,? i|抱歉|对不起|很遗憾|非常抱歉|我(?:无法|不能|没办法)|作为(?:一个|一名)?(?:ai|人工智能))/i;
function readAnswer(raw, shape2) {
  if (raw.length > MAX_LENGTH) return err({ kind: "too-long", message: `The answer has ${raw.length} characters.` });
  const wanted = { shape: shape2, fit: makeShaper(shape2) };
  const strict = readStrictly(raw, wanted);
  if (strict) return ok(strict);
  const split = splitThinking(wellFormed(raw));
  const read = readLoosely(split.answer, wanted);
  if (read.ok || split.thinking === "") return read;
  if (!split.unclosed || read.error.kind !== "empty" && read.error.kind !== "not-json") return read;
  const inside = readLoosely(split.thinking, wanted);
  return inside.ok ? ok({ ...inside.value, repaired: true }) : read;
}
function readStrictly(raw, wanted) {
  const text2 = raw.trim();
  if (text2[0] !== "{" && text2[0] !== "[") return null;
  const parsed = parseJson(text2);
  const shaped = parsed.ok ? wanted.fit(parsed.value) : null;
  return shaped ? { value: shaped.value, cutOff: false, repaired: false, dropped: 0 } : null;
}
function readLoosely(raw, wanted) {
  const text2 = unescapeWhole(trimInvisible(raw));
  if (text2 === "") return err({ kind: "empty", message: "The answer is empty." });
  const budget = { left: workFor(text2) };
  const found = findCandidates(text2, wanted, budget);
  if (budget.left < 0) return err({ kind: "too-long", message: "The answer is too tangled to be read." });
  const best = choose(found, wanted.shape);
  if (best) return ok({ value: best.value, cutOff: best.cut, repaired: best.repaired, dropped: best.dropped });
  if (found.cut) return err({ kind: "cut-off", message: "The answer ended before anything in it was complete." });
  if (found.otherJson)
    return err({ kind: "wrong-shape", message: `None of the keys ${wanted.shape.keys.join(", ")} was found.` });
  if (!/[{[]/.test(text2) && refusal.test(text2)) return err({ kind: "refusal", message: text2.slice(0, 200) });
  return err({ kind: "not-json", message: "No JSON was found in the answer." });
}
function findCandidates(text2, wanted, budget) {
  const candidates = [];
  let cut = false;
  let otherJson = false;
  let at = 0;
  while (at < text2.length && budget.left >= 0) {
    budget.left -= 1;
    if (!opensObject(text2[at]) && !opensList(text2[at])) {
      at += 1;
      continue;
    }
    const reading = readLeniently(text2, at, budget);
    if (reading.kind === "broken") {
      at += 1;
      continue;
    }
    budget.left -= CANDIDATE_COST;
    const shaped = wanted.fit(reading.value);
    if (reading.kind === "cut") {
      cut ||= shaped !== null || mentions(text2.slice(at, at + 400), wanted.shape);
      if (shaped && !shaped.item) {
        candidates.push({ ...shaped, cut: true, repaired: true, dropped: reading.dropped });
        break;
      }
      at += 1;
      continue;
    }
    otherJson ||= opensObject(text2[at]) && !shaped;
    if (shaped) candidates.push({ ...shaped, cut: false, repaired: reading.repaired, dropped: reading.dropped });
    at = reading.end;
  }
  if (candidates.length === 0 && !cut) candidates.push(...secondOpinion(text2, wanted));
  return { candidates, cut, otherJson };
}
function secondOpinion(text2, wanted) {
  const from = text2.indexOf("{");
  const to = text2.lastIndexOf("}");
  if (from < 0 || to <= from || to - from > REPAIR_LENGTH) return [];
  const repaired = tryRepair(text2.slice(from, to + 1));
  const parsed = repaired === null ? null : parseJson(repaired);
  const shaped = parsed?.ok ? wanted.fit(parsed.value) : null;
  return shaped && !shaped.item ? [{ ...shaped, cut: false, repaired: true, dropped: 0 }] : [];
}
function tryRepair(text2) {
  try {
    return jsonrepair(text2);
  } catch {
    return null;
  }
}
function choose({ candidates, cut }, shape2) {
  const whole = candidates.filter((candidate) => !candidate.item);
  if (whole.length === 0) return gatherItems(candidates, shape2, cut);
  const listKey = shape2.list?.key;
  const score = (candidate) => candidate.keys.length * 2 - (candidate.cut ? 1 : 0) - (candidate.keys.every((key) => key === listKey) ? 0.5 : 0);
  const best = whole.reduce((a, b) => score(b) >= score(a) ? b : a);
  const completing = whole.filter((other2) => other2 !== best && !other2.keys.some((key) => best.keys.includes(key)));
  const other = completing.at(-1);
  if (!other) return best;
  return {
    ...best,
    value: { ...other.value, ...best.value },
    cut: best.cut || other.cut,
    dropped: best.dropped + other.dropped
  };
}
function gatherItems(items, shape2, cut) {
  const { list } = shape2;
  if (!list || items.length === 0) return null;
  const values = items.flatMap((item) => item.value[list.key]);
  return {
    value: { [list.key]: values },
    keys: [list.key],
    item: false,
    cut,
    repaired: true,
    dropped: cut ? 1 : 0
  };
}
function mentions(text2, shape2) {
  return [...shape2.keys, ...Object.keys(shape2.aliases ?? {})].some((key) => text2.includes(key));
}
function trimInvisible(text2) {
  let from = 0;
  let to = text2.length;
  while (from < to && invisible.test(text2.charAt(from))) from += 1;
  while (to > from && invisible.test(text2.charAt(to - 1))) to -= 1;
  return text2.slice(from, to);
}
function unescapeWhole(text2) {
  if (/^["“]?\s*[{[](?:\s|\\[nrt])*\\"/.test(text2)) return unquote(text2);
  if (!text2.includes('"') && text2.includes("&quot;")) return text2.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return text2;
}
function unquote(text2) {
  const body = text2.replace(/^["“]/, "").replace(/["”]$/, "");
  const simple = { n: "\n", t: "	", r: "\r" };
  return body.replace(
    /\\(u[0-9a-fA-F]{4}|.)/gs,
    (_, code) => code.length === 5 ? String.fromCharCode(parseInt(code.slice(1), 16)) : simple[code] ?? code
  );
}

// src/domain/prompt/render-prompt.ts
var BLANK_LINE = "\n\n";
function renderPrompt(segments, inputParts = []) {
  const system = renderRole(segments, "system");
  const user = renderRole(segments, "user");
  const messages = [];
  if (system !== "") messages.push({ role: "system", content: system });
  if (inputParts.length > 0) messages.push({ role: "user", content: [{ type: "text", text: user }, ...inputParts] });
  else if (user !== "") messages.push({ role: "user", content: user });
  return messages;
}
function renderRole(segments, role) {
  const blocks = [];
  for (const segment of segments) {
    if (segment.role !== role || segment.text.trim() === "") continue;
    const last = blocks.at(-1);
    if (last && segment.tag !== null && last.tag === segment.tag) {
      last.text += (segment.separator ?? BLANK_LINE) + segment.text;
    } else {
      blocks.push({ tag: segment.tag, text: segment.text });
    }
  }
  return blocks.map(({ tag, text: text2 }) => tag === null ? text2 : `<${tag}>
${text2}
</${tag}>`).join(BLANK_LINE);
}
function joinPieces(segment, pieces) {
  return pieces.map((piece) => piece.text).join(segment.separator ?? BLANK_LINE);
}

// src/tools/llm-tool-prompt.ts
var words6 = {
  zh: {
    nothing: "（没有可用的上下文）",
    task: (tool, reason) => `请完成工具“${tool}”的任务${reason === "" ? "" : `（调用原因：${reason}）`}，只输出结果本身，用简体中文。`
  },
  en: {
    nothing: "(no context)",
    task: (tool, reason) => `Do the task of the tool “${tool}”${reason === "" ? "" : ` (called because: ${reason})`}. Output its result only, in English.`
  }
};
function llmToolPrompt({ tool, params, call, material, history }) {
  const { language, expand = (text2) => text2 } = material;
  const say = words6[language];
  const block = (tag, text2, source) => text2 === "" ? [] : [{ key: "tool_context", role: "user", tag, text: text2, source, priority: 0 }];
  const context = contextSegments(tool.context, material);
  const segments = [
    {
      key: "instructions",
      role: "system",
      tag: null,
      text: expand(tool.systemPrompt).trim(),
      source: `tool:${tool.name}`,
      priority: 0
    },
    ...context.length > 0 ? context : [
      {
        key: "tool_context",
        role: "user",
        tag: null,
        text: say.nothing,
        source: "narrative-agent",
        priority: 0
      }
    ],
    ...block("tool_history", neutraliseTags(renderTagHistory(tool, history, language)), `history:${tool.name}`),
    ...block("params", Object.keys(params).length === 0 ? "" : neutraliseTags(JSON.stringify(params, null, 2)), "call"),
    {
      key: "task",
      role: "user",
      tag: null,
      text: task(tool, call.reason, language),
      source: "narrative-agent",
      priority: 0
    }
  ];
  return { segments, messages: renderPrompt(segments) };
}
function task(tool, reason, language) {
  return words6[language].task(tool.name, neutraliseTags(reason.replace(/\s+/g, " ").trim()).slice(0, 200));
}

// src/tools/run-llm-tool.ts
var DEFAULT_TOKENS = 1500;
var changesShape = { keys: ["changes", "patches"] };
async function runLlmTool(input, { model, settings }, signal) {
  const { tool, view } = input;
  const { messages } = llmToolPrompt(input);
  const maxTokens = tool.maxTokens ?? (settings.maxTokens || DEFAULT_TOKENS);
  try {
    const reply = await model.complete(
      { slot: "tool", messages, settings, maxTokens, reasoning: "low", jsonSchema: null },
      signal
    );
    const text2 = reply.text.trim();
    return text2 === "" ? failedRun("model.empty", "the model answered nothing") : readReply(text2, input, view);
  } catch (error) {
    if (isCancelled(error) || signal.aborted) throw new NarrativeError("run.cancelled", { cause: error });
    const known = error instanceof NarrativeError ? error : null;
    return failedRun(known?.code ?? "tool.failed", known?.message ?? "the model could not be asked");
  }
}
function readReply(text2, { tool }, view) {
  const plain2 = { ok: true, value: text2, text: text2, rolls: [], logs: [], effects: [] };
  const isJson = /^(?:```[\w-]*\s*)?\{/.test(text2);
  const read = isJson && tool.sideEffect !== "none" ? readAnswer(text2, changesShape) : null;
  if (!read?.ok) return plain2;
  const { value, changes } = splitChanges(read.value.value);
  const { effects, refused } = readToolChanges(changes, view);
  const logs = refused.map((line) => `change refused: ${line}`);
  return { ok: true, value: read.value.value, text: textOfValue(value), rolls: [], logs, effects };
}

// src/tools/validate-params.ts
var MAX_DEPTH = 16;
var MAX_PROBLEMS = 8;
var isObject3 = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isList4 = (value) => Array.isArray(value);
var show = (value) => JSON.stringify(value).slice(0, 60);
function validateParams(params, schema) {
  const check = { coercions: [], problems: [] };
  const value = checkValue(params, { type: "object", ...schema }, "", { check, depth: 0 });
  if (check.problems.length > 0 || !isObject3(value)) return err(check.problems.slice(0, MAX_PROBLEMS));
  return ok({ params: value, coercions: check.coercions });
}
function checkValue(given, schema, path, at) {
  const { check, depth } = at;
  if (depth > MAX_DEPTH) {
    check.problems.push(`${path}: nested too deep`);
    return null;
  }
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (isList4(branches)) return checkBranches(given, branches.filter(isObject3), path, at);
  const converted = convert(given, typesOf(schema), schema);
  if (converted === void 0) {
    check.problems.push(`${path || "params"}: expected ${typesOf(schema).join(" or ")}, got ${show(given)}`);
    return null;
  }
  const value = matchChoice(converted, schema);
  if (value === void 0) {
    check.problems.push(
      `${path || "params"}: expected one of ${choicesOf(schema).map(show).join(", ")}, got ${show(given)}`
    );
    return null;
  }
  if (path !== "" && value !== given) check.coercions.push(`${path}: ${show(given)} → ${show(value)}`);
  checkBounds(value, schema, path, check);
  if (isObject3(value)) return checkObject(value, schema, path, at);
  if (isList4(value)) return checkList(value, schema, path, at);
  return value;
}
function checkBranches(given, branches, path, at) {
  const tries = branches.map((branch) => {
    const check = { coercions: [], problems: [] };
    return { value: checkValue(given, branch, path, { check, depth: at.depth + 1 }), check };
  });
  const best = tries.find(({ check }) => check.problems.length === 0 && check.coercions.length === 0) ?? tries.find(({ check }) => check.problems.length === 0);
  if (best) {
    at.check.coercions.push(...best.check.coercions);
    return best.value;
  }
  at.check.problems.push(...tries[0]?.check.problems ?? []);
  return tries.length === 0 ? given : null;
}
function typesOf(schema) {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (isList4(type)) return type.filter((word) => typeof word === "string");
  return isObject3(schema["properties"]) ? ["object"] : [];
}
function typeFits(value, type) {
  switch (type) {
    case "string":
    case "boolean":
      return typeof value === type;
    case "number":
      return typeof value === "number";
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "null":
      return value === null;
    case "array":
      return isList4(value);
    case "object":
      return isObject3(value);
    default:
      return true;
  }
}
function convert(value, types, schema) {
  if (types.length === 0 || types.some((type) => typeFits(value, type))) return value;
  for (const type of types) {
    const converted = convertTo(value, type, schema);
    if (converted !== void 0) return converted;
  }
  return void 0;
}
function convertTo(value, type, schema) {
  const text2 = typeof value === "string" ? value.normalize("NFKC").trim() : "";
  switch (type) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : void 0;
    case "number":
      return text2 !== "" && Number.isFinite(Number(text2)) ? Number(text2) : void 0;
    case "integer":
      return text2 !== "" && Number.isInteger(Number(text2)) ? Number(text2) : void 0;
    case "boolean":
      return truths.get(typeof value === "number" ? String(value) : text2.toLowerCase());
    case "array":
      return isObject3(schema["items"]) && value !== null ? [value] : void 0;
    default:
      return void 0;
  }
}
var truths = /* @__PURE__ */ new Map([
  ["true", true],
  ["1", true],
  ["yes", true],
  ["是", true],
  ["false", false],
  ["0", false],
  ["no", false],
  ["否", false]
]);
function choicesOf(schema) {
  if (schema["const"] !== void 0) return [schema["const"]];
  return isList4(schema["enum"]) ? schema["enum"] : [];
}
function matchChoice(value, schema) {
  const choices = choicesOf(schema);
  if (choices.length === 0 || choices.includes(value)) return value;
  const word = plainChoice(value);
  return word === null ? void 0 : choices.find((choice) => plainChoice(choice) === word);
}
function plainChoice(value) {
  return typeof value === "string" || typeof value === "number" ? String(value).trim().toLowerCase() : null;
}
function checkBounds(value, schema, path, check) {
  const bound = (name) => {
    const limit = schema[name];
    return typeof limit === "number" ? limit : null;
  };
  const measure = (size, least, most, what) => {
    const [min, max] = [bound(least), bound(most)];
    if (min !== null && size < min) check.problems.push(`${path}: ${what} ${size} is below ${min}`);
    if (max !== null && size > max) check.problems.push(`${path}: ${what} ${size} is above ${max}`);
  };
  if (typeof value === "number") {
    measure(value, "minimum", "maximum", "the value");
    const [above, below] = [bound("exclusiveMinimum"), bound("exclusiveMaximum")];
    if (above !== null && value <= above) check.problems.push(`${path}: the value ${value} must be above ${above}`);
    if (below !== null && value >= below) check.problems.push(`${path}: the value ${value} must be below ${below}`);
  }
  if (typeof value === "string") measure(value.length, "minLength", "maxLength", "the length");
  if (isList4(value)) measure(value.length, "minItems", "maxItems", "the number of items");
}
function checkObject(value, schema, path, at) {
  const properties = isObject3(schema["properties"]) ? schema["properties"] : {};
  const inside = (name) => path === "" ? name : `${path}.${name}`;
  const result = {};
  for (const [name, part] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : void 0;
    if (isForbiddenKey(name) || isLeftOut(part, property)) continue;
    if (isObject3(property)) result[name] = checkValue(part, property, inside(name), { ...at, depth: at.depth + 1 });
    else if (schema["additionalProperties"] !== false) result[name] = part;
    else at.check.coercions.push(`${inside(name)}: not a parameter, left out`);
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject3(property) || property["default"] === void 0) continue;
    if (!Object.hasOwn(result, name)) result[name] = property["default"];
  }
  const required = isList4(schema["required"]) ? schema["required"] : [];
  for (const name of required) {
    if (typeof name === "string" && !Object.hasOwn(result, name))
      at.check.problems.push(`${inside(name)}: is required`);
  }
  return result;
}
function isLeftOut(value, property) {
  if (value !== null || !isObject3(property)) return false;
  const types = typesOf(property);
  return types.length > 0 && !types.includes("null");
}
function checkList(value, schema, path, at) {
  const { items } = schema;
  if (!isObject3(items)) return [...value];
  return value.map((item, i) => checkValue(item, items, `${path}[${i}]`, { ...at, depth: at.depth + 1 }));
}

// src/tools/run-tool.ts
async function runTool(input, deps, signal) {
  const tool = findTool(input.catalogue, input.call.tool) ?? null;
  const startedAt = deps.clock.now();
  const seed = deriveSeed(input.turnSeed, `${tool?.definition.name ?? input.call.tool}#${input.occurrence}`);
  const blank = blankRecord(input, tool, { seed, startedAt, executionId: deps.ids.next() });
  const refused = input.refusal ?? refuse(input, tool);
  if (refused || !tool) {
    const refusal2 = refused ?? "tool_not_found";
    const message = refusalWords(refusal2, input.view.language);
    return { record: { ...blank, status: "denied", refusal: refusal2, message }, effects: [], tool };
  }
  const valid = readParams(input.call.params, tool);
  if (!valid.ok) {
    return {
      record: { ...blank, status: "error", code: "tool.invalid-input", message: valid.problem },
      effects: [],
      tool
    };
  }
  const params = valid.params;
  const run = await untilAborted(runKind(input, tool, { params, seed, deps, signal }), signal, cancelled);
  const record2 = {
    ...blank,
    arguments: params,
    coercions: valid.coercions,
    rolls: run.rolls,
    logs: run.logs,
    milliseconds: deps.clock.now() - startedAt,
    ...run.ok ? { status: "success", result: run.value, text: run.text } : { status: statusOf(run.code), code: run.code, message: run.message }
  };
  return { record: record2, effects: run.effects, tool };
}
var cancelled = () => new NarrativeError("run.cancelled");
var statusOf = (code) => code === "tool.timeout" || code === "model.timeout" ? "timeout" : "error";
function refuse({ phase, slot: slot2, use, settings }, tool) {
  if (phase === "bench" && tool) {
    const { trigger: trigger2 } = tool.definition;
    const state = tool.state === "not_active" ? "ready" : tool.state;
    return refusalOf({ tool: { ...tool, state }, slot: slot2, phase: trigger2, use: { calls: 0, steps: 0 } }, settings.tools);
  }
  const trigger = phase === "post" ? "post_pipeline" : "planning";
  return refusalOf({ tool: tool ?? void 0, slot: slot2, phase: trigger, use }, settings.tools);
}
function blankRecord({ call, phase, index, owner }, tool, facts) {
  return {
    ...facts,
    ...owner,
    phase,
    index,
    tool: tool?.definition.name ?? call.tool,
    kind: tool?.definition.kind ?? null,
    sideEffect: tool?.definition.sideEffect ?? "none",
    arguments: call.params,
    coercions: [],
    reason: call.reason,
    result: null,
    text: "",
    rolls: [],
    logs: [],
    milliseconds: 0,
    status: "running",
    refusal: null,
    code: null,
    message: ""
  };
}
function readParams(given, { definition }) {
  const { name, kind, parameters } = definition;
  const known = isRecord(parameters["properties"]) ? parameters["properties"] : {};
  const plain2 = kind === "builtin" && isBuiltInName(name) ? plainParams(name, given, known) : given;
  const valid = validateParams(plain2, parameters);
  return valid.ok ? { ok: true, ...valid.value } : { ok: false, problem: valid.error.join("; ") };
}
function runKind(input, { definition, inPage }, facts) {
  const { params, seed, deps, signal } = facts;
  const { call, view, material, history, settings } = input;
  switch (definition.kind) {
    case "builtin":
      return Promise.resolve(runBuiltIn(input, definition.name, params, seed));
    case "code": {
      const sandbox = inPage ? deps.pageSandbox : deps.sandbox;
      return sandbox ? runCodeTool({ tool: definition, params, view, seed }, sandbox, signal) : Promise.resolve(failedRun("tool.unavailable", "running in the page is not available"));
    }
    case "llm":
      return runLlmTool(
        { tool: definition, params, call, material: material(), history, view },
        { model: deps.model, settings: settings.agents.tool },
        signal
      );
  }
}
function runBuiltIn({ call, view, effects }, name, params, seed) {
  if (!isBuiltInName(name)) return failedRun("tool.unknown", name);
  const result = builtInRuns[name]({ params, call, view, seed, effects });
  if (!result.ok) return failedRun("tool.invalid-input", result.error[view.language]);
  const { value, text: text2 = textOfValue(value), rolls = [], effects: made = [] } = result.value;
  return { ok: true, value, text: text2, rolls, effects: made, logs: [] };
}

// src/agents/answer-problem.ts
var codes = {
  empty: "model.empty",
  refusal: "model.refused",
  "not-json": "answer.not-json",
  "wrong-shape": "answer.invalid",
  "cut-off": "answer.cut-off",
  "too-long": "answer.invalid"
};
function problemAsError({ kind, message }) {
  return new NarrativeError(codes[kind], { message });
}

// src/agents/lenient-fields.ts
function isObject4(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isList5(value) {
  return Array.isArray(value);
}
function asText(value) {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return isList5(value) ? value.map(asText).filter((text2) => text2 !== "").join(" ") : "";
}
function asTextList(value) {
  const items = isList5(value) ? value : [value];
  return items.map((item) => isObject4(item) ? asText(Object.values(item)) : asText(item)).filter((text2) => text2 !== "");
}
function asList(value) {
  if (value === void 0 || value === null) return [];
  return isList5(value) ? value : [value];
}
function asWholeNumber(value) {
  if (typeof value === "number") return Number.isInteger(value) ? value : null;
  if (typeof value !== "string") return null;
  const found = /^\D{0,10}?(-?\d{1,9})\D{0,10}$/.exec(value.trim());
  return found && !/\d\.\d/.test(value) ? Number(found[1]) : null;
}

// src/agents/output-format.ts
var notes = registry();
function noted(schema, zh, en) {
  notes.add(schema, { zh, en });
  return schema;
}
var words7 = {
  zh: {
    number: "数",
    whole: "整数",
    value: "任意值",
    optional: "可省略",
    oneOf: (name) => `${name} 的每一项是以下之一：`
  },
  en: {
    number: "number",
    whole: "whole number",
    value: "any value",
    optional: "optional",
    oneOf: (name) => `Each item of ${name} is one of:`
  }
};
function renderOutputFormat(schema, language, options = { notes: true }) {
  const sketch = { language, notes: options.notes, lists: /* @__PURE__ */ new Map() };
  const fields2 = Object.entries(schema._zod.def.shape).map(
    ([name, field]) => `  "${name}": ${render(field, sketch, name)}`
  );
  const shapes = [...sketch.lists].map(
    ([name, items]) => [words7[language].oneOf(name), ...items.map((item) => render(item, sketch, name))].join("\n")
  );
  return [`{
${fields2.join(",\n")}
}`, ...shapes].join("\n");
}
function render(schema, sketch, name, outer) {
  const { def } = schema._zod;
  const say = (kind) => hint(outer ?? schema, sketch, kind, outer !== void 0);
  switch (def.type) {
    case "optional":
      return render(def.innerType, sketch, name, schema);
    case "object": {
      const fields2 = Object.entries(def.shape).map(([key, field]) => `"${key}": ${render(field, sketch, key)}`);
      return fields2.length === 0 ? "{}" : `{ ${fields2.join(", ")} }`;
    }
    case "array":
      return `[${renderItem(def.element, sketch, name)}]`;
    case "union":
      return def.options.map((option) => render(option, sketch, name)).join(" | ");
    case "literal":
      return def.values.map((value) => JSON.stringify(value)).join(" | ");
    case "enum":
      return `"<${Object.values(def.entries).join(" | ")}>"`;
    case "string":
      return `"${say("")}"`;
    case "number":
      return say(words7[sketch.language][isWhole(schema) ? "whole" : "number"]);
    case "record":
      return `{ ${say("")} }`;
    default:
      return say(words7[sketch.language].value);
  }
}
function renderItem(element, sketch, name) {
  const { def } = element._zod;
  if (def.type !== "union") return render(element, sketch, name);
  sketch.lists.set(name, def.options);
  return "…";
}
function hint(schema, sketch, kind, optional2) {
  const { language } = sketch;
  const note2 = sketch.notes ? notes.get(schema)?.[language] : void 0;
  const parts = [kind, note2 ?? "", optional2 ? words7[language].optional : ""].filter((part) => part !== "");
  return `<${parts.length === 0 ? "…" : parts.join(language === "zh" ? "，" : ", ")}>`;
}
function isWhole(schema) {
  const { def } = schema._zod;
  return def.type === "number" && "format" in def;
}

// src/domain/prompt/split-preset.ts
var emptyPreset = { planningSystem: [], writingSystem: [], writingUser: [], dropped: [] };
function splitPreset(prompts, targets = /* @__PURE__ */ new Map()) {
  const planningSystem = [];
  const writingSystem = [];
  const writingUser = [];
  const dropped = [];
  for (const prompt of prompts) {
    const target = targets.get(prompt.identifier) ?? (prompt.role === "user" ? "writing" : "both");
    const reason = whyDropped(prompt, target);
    if (reason !== null) {
      dropped.push({ identifier: prompt.identifier, name: prompt.name, reason });
      continue;
    }
    const piece = { text: prompt.content.trim(), source: `preset:${prompt.name || prompt.identifier}` };
    if (target !== "writing") planningSystem.push(piece);
    if (target !== "planning") (prompt.role === "user" ? writingUser : writingSystem).push(piece);
  }
  return { planningSystem, writingSystem, writingUser, dropped };
}
function whyDropped(prompt, target) {
  if (prompt.marker) return "marker";
  if (!prompt.enabled) return "disabled";
  if (!prompt.triggered) return "not-triggered";
  if (prompt.content.trim() === "") return "empty";
  if (prompt.role === "assistant") return "assistant-role";
  return target === "none" ? "by-choice" : null;
}

// src/domain/worldbook/activate.ts
function activateEntries(activated, scanner, texts) {
  const own3 = scanner ? scanner.scan(texts) : [];
  const there = new Set(activated.map(entryId));
  const added = own3.filter(({ entry }) => !there.has(entryId(entry)));
  return [...activated.map((entry) => ({ entry, reason: "sillytavern" })), ...added];
}
function scannable(entries) {
  return entries.filter(
    (entry) => entry.enabled && entry.gatesOpen && !entry.constant && !entry.vectorized && !entry.hostOnly && classifyEntry(entry).kind === "lore"
  );
}

// src/domain/worldbook/route.ts
function routeEntries(input) {
  const active = new Map(input.activated.map((item) => [entryId(item.entry), item]));
  const known = new Set(input.entries.map(entryId));
  const extra = input.activated.filter(({ entry }) => !known.has(entryId(entry))).map(({ entry }) => entry);
  const routed = [];
  const unrouted = [];
  const seen = /* @__PURE__ */ new Set();
  for (const entry of [...input.entries, ...extra]) {
    const id = entryId(entry);
    if (seen.has(id)) continue;
    seen.add(id);
    const outcome = routeEntry(entry, active.get(id), input);
    if (typeof outcome === "string") unrouted.push({ entry, reason: outcome });
    else routed.push(outcome);
  }
  return { routed: sortEntries(routed, ({ entry }) => entry), unrouted };
}
function routeEntry(stored, active, input) {
  const { kind } = classifyEntry(stored);
  if (kind !== "lore") return `filtered-${kind}`;
  if (!active) {
    if (!stored.enabled) return "disabled";
    if (!stored.gatesOpen) return "gates-closed";
  }
  const entry = active?.entry ?? stored;
  if (entry.content.trim() === "") return "empty";
  return entry.constant ? routeConstant(entry, active !== void 0, input) : routeKeyed(entry, active);
}
function routeKeyed(entry, active) {
  if (!active) return canActivate(entry) ? "not-activated" : "never-activates";
  const why = active.key === void 0 ? active.reason : `${active.reason}:${active.key}`;
  return { entry, bucket: "worldinfo3_keyword", planning: true, writing: true, why };
}
function routeConstant(entry, active, input) {
  if (!active && entry.hostOnly) return "left-to-sillytavern";
  if (mayBePlaced(entry) && isPlaced(entry.content, input.placedTexts ?? [])) return "placed-elsewhere";
  return { entry, why: "constant", ...placeOf(entry, input.afterCharToPlanning) };
}
function placeOf(entry, afterCharToPlanning) {
  const both = { planning: true, writing: true };
  switch (entry.position) {
    case 0:
      return { bucket: "worldinfo2", ...both };
    case 1:
      return { bucket: "worldinfo3_constant", planning: afterCharToPlanning, writing: true };
    case 4:
      return entry.role === 0 ? { bucket: "worldinfo1", ...both } : { bucket: "worldinfo3_constant", ...both, note: "role-has-no-place" };
    case 5:
      return { bucket: "examples_before", ...both };
    case 6:
      return { bucket: "examples_after", ...both };
    default:
      return { bucket: "worldinfo3_constant", ...both, note: "position-has-no-place" };
  }
}
function mayBePlaced(entry) {
  return entry.position === 2 || entry.position === 3 || entry.position === 7;
}
function isPlaced(content, texts) {
  return texts.some((text2) => text2.includes(content.trim()));
}
function canActivate(entry) {
  return entry.vectorized || entry.hostOnly || entry.keys.some((key) => key.trim() !== "");
}

// src/agents/turn-view.ts
var nothingYet = {
  guidance: "",
  lite: false,
  toolList: "",
  plan: null,
  recalled: [],
  toolResults: [],
  prose: "",
  greeting: null,
  pending: []
};

// src/agents/planning/answer.ts
var MAX_RECALLS = 3;
var MAX_CALLS = 16;
var toolCall = object({
  tool: noted(string(), "工具名", "name of the tool"),
  params: noted(record(string(), json()), "按工具的参数", "after the tool's parameters"),
  success_branch: noted(optional(string()), "成功时的后果", "consequence of success"),
  failure_branch: noted(optional(string()), "失败时的后果", "consequence of failure"),
  reason: noted(optional(string()), "为何要紧", "why it matters")
});
var fields = {
  intent: noted(
    optional(string()),
    "玩家想做什么、结果是否未定，二十字内",
    "what is tried and whether the outcome is open, 25 words at most"
  ),
  tool_calls: array(toolCall),
  text_recall: array(noted(int().check(_gte(0)), "要看原文的轮次", "round whose original text is needed")),
  narrative_direction: noted(
    string(),
    "叙事方向与场面走向，一百字左右",
    "where the passage goes, in beats, about 60 words"
  ),
  scene_setting: noted(string(), "时间、地点、环境", "time, place, surroundings"),
  key_points: array(noted(string(), "要点", "a point to be met")),
  tone: noted(string(), "基调，一两个词", "one or two words"),
  pacing: _enum(["慢", "中", "快", "slow", "medium", "fast"]),
  continuity_notes: array(
    noted(string(), "人物、事物、轮次，谁不能知道", "a person, a thing, a round, who does not know")
  )
};
function planSchema(offer) {
  const pacing = _enum(offer.language === "zh" ? ["慢", "中", "快"] : ["slow", "medium", "fast"]);
  const { intent, tool_calls, text_recall, ...guide } = fields;
  return object({
    intent,
    ...offer.tools ? { tool_calls } : {},
    ...offer.recall ? { text_recall } : {},
    ...guide,
    pacing
  });
}
var shape = {
  keys: Object.keys(fields),
  aliases: { tools: "tool_calls", toolCalls: "tool_calls", recall: "text_recall", direction: "narrative_direction" }
};
function readPlan(text2) {
  const read = readAnswer(text2, shape);
  if (!read.ok) return err(problemAsError(read.error));
  const raw = read.value.value;
  const plan = {
    intent: asText(raw["intent"]),
    toolCalls: asList(raw["tool_calls"]).flatMap((item) => readCall(item) ?? []).slice(0, MAX_CALLS),
    textRecall: readRounds(raw["text_recall"]),
    narrativeDirection: asText(raw["narrative_direction"]),
    sceneSetting: asText(raw["scene_setting"]),
    keyPoints: asTextList(raw["key_points"]),
    tone: asText(raw["tone"]),
    pacing: readPacing(raw["pacing"]),
    continuityNotes: asTextList(raw["continuity_notes"])
  };
  const says = plan.narrativeDirection !== "" || plan.keyPoints.length > 0 || plan.toolCalls.length > 0;
  if (says) return ok(plan);
  const code = read.value.cutOff ? "answer.cut-off" : "answer.invalid";
  return err(new NarrativeError(code, { message: "The plan has neither a direction, nor points, nor tool calls." }));
}
function readCall(item) {
  if (!isObject4(item)) return null;
  const named = isObject4(item["function"]) ? item["function"] : item;
  const given = readParams2(firstOf(named, ["params", "arguments", "args", "parameters"]));
  const { success_branch, failure_branch, ...params } = given;
  const call = toolCall.safeParse({
    tool: asText(firstOf(named, ["tool", "name"]) ?? firstOf(item, ["tool", "name", "function"])),
    params,
    success_branch: asText(item["success_branch"] ?? success_branch),
    failure_branch: asText(item["failure_branch"] ?? failure_branch),
    reason: asText(item["reason"])
  });
  if (!call.success || call.data.tool === "") return null;
  const { tool, success_branch: success = "", failure_branch: failure = "", reason = "" } = call.data;
  return { tool, params, successBranch: success, failureBranch: failure, reason };
}
function firstOf(value, names3) {
  return names3.map((name) => value[name]).find((part) => part !== void 0);
}
function readParams2(value) {
  if (typeof value === "string") {
    const parsed = parseJson(value);
    return parsed.ok && isObject4(parsed.value) ? parsed.value : {};
  }
  return isObject4(value) ? value : {};
}
function readRounds(value) {
  const rounds = asList(value).flatMap((item) => {
    const round = fields.text_recall._zod.def.element.safeParse(asWholeNumber(item));
    return round.success ? [round.data] : [];
  });
  return [...new Set(rounds)].slice(0, MAX_RECALLS);
}
function readPacing(value) {
  const word = asText(value).toLowerCase();
  if (/快|fast|quick|rapid|high/.test(word)) return "fast";
  if (/慢|缓|slow|low/.test(word)) return "slow";
  return "medium";
}

// src/tools/render-results.ts
var words8 = {
  zh: { error: "工具错误：", colon: "：", refused: "未执行，" },
  en: { error: "Tool error: ", colon: ": ", refused: "not run, " }
};
function renderResult(record2, language) {
  const say = words8[language];
  switch (record2.status) {
    case "success":
      return record2.rolls.length > 0 && record2.kind === "builtin" || record2.kind === "llm" ? record2.text : `${record2.tool}${say.colon}${record2.text}`;
    case "denied":
    case "blocked":
      return record2.refusal === "duplicate_call" ? "" : `${say.error}${record2.tool} ${say.refused}${record2.message}`;
    case "error":
    case "timeout":
    case "uncertain":
      return `${say.error}${record2.tool}${say.colon}${record2.message}`;
    case "running":
    case "queued":
      return "";
  }
}
function renderResults(records, language) {
  return [...records].sort((a, b) => a.index - b.index).map((record2) => renderResult(record2, language).trim()).filter((line) => line !== "");
}

// src/tools/stream-tool-calls.ts
var KEY = "tool_calls";
function makeToolCallStream() {
  let seen = "";
  let reader = makeReader();
  return {
    push(textSoFar) {
      if (!textSoFar.startsWith(seen)) reader = makeReader();
      const fresh = textSoFar.startsWith(seen) ? textSoFar.slice(seen.length) : textSoFar;
      seen = textSoFar;
      return reader(fresh);
    }
  };
}
function makeReader() {
  const open = [];
  let inString = false;
  let escaped = false;
  let word = "";
  let key = "";
  let element = "";
  const inCalls = () => open.length >= 2 && open[1]?.isCalls === true;
  function close() {
    open.pop();
    const done = open.length === 2 && inCalls() && element !== "" ? [element] : [];
    if (open.length <= 2) element = "";
    return done;
  }
  function start(bracket) {
    if (open.length === 0 && bracket === "[") return;
    if (open.length === 2 && inCalls()) element = bracket;
    open.push({ bracket, isCalls: bracket === "[" && open.length === 1 && key === KEY });
    key = "";
  }
  function plain2(char) {
    if (char === "{" || char === "[") start(char);
    else if (char === "}" || char === "]") return open.length > 0 ? close() : [];
    else if (char === '"' && open.length > 0) {
      inString = true;
      word = "";
    } else if (char === ":" && open.length === 1) key = word;
    else if (char === ",") key = "";
    return [];
  }
  function string2(char) {
    if (escaped) escaped = false;
    else if (char === "\\") escaped = true;
    else if (char === '"') {
      inString = false;
      return;
    }
    if (word.length < KEY.length + 1) word += char;
  }
  return (fresh) => {
    const done = [];
    for (const char of fresh) {
      const inside = open.length > 2 && inCalls();
      if (inside) element += char;
      if (inString) string2(char);
      else done.push(...plain2(char));
    }
    return done;
  };
}

// src/pipeline/steps/run-planning-tools.ts
var keyOf = (call) => JSON.stringify([call.tool, call.params, call.successBranch, call.failureBranch, call.reason]);
function openPlanningTools(input, deps, signal) {
  const stream = makeToolCallStream();
  const started = [];
  const effects = [];
  const dice = [];
  let inStream = /* @__PURE__ */ new Map();
  let lastText = "";
  let counts = /* @__PURE__ */ new Map();
  let tail = Promise.resolve();
  let tellGuide = () => void 0;
  const guide = new Promise((resolve) => tellGuide = resolve);
  function start(call) {
    const definition = findTool(input.catalogue, call.tool)?.definition;
    const name = definition?.name ?? call.tool;
    const key = keyOf(call);
    const occurrence = counts.get(name) ?? 0;
    counts.set(name, occurrence + 1);
    const index = started.length;
    const isDuplicate = started.some((other) => other.key === key);
    const run = async (guideText) => {
      const outcome2 = await runTool(
        {
          ...input,
          call,
          phase: "planning",
          slot: "planning",
          use: { calls: index, steps: 1 },
          index,
          occurrence,
          effects: [...effects],
          material: () => input.material({ dice: [...dice], guide: guideText }),
          ...isDuplicate ? { refusal: "duplicate_call" } : {}
        },
        deps,
        signal
      );
      effects.push(...outcome2.effects);
      dice.push(...outcome2.record.rolls);
      return outcome2;
    };
    const isModel = definition?.kind === "llm";
    const waitsForGuide = isModel && definition.context.includes("writing_guide");
    const before = tail;
    const outcome = before.then(async () => run(waitsForGuide ? await guide : ""));
    const settled = outcome.catch(() => void 0);
    tail = isModel ? before : settled;
    const entry = { key, outcome, claimed: false };
    started.push(entry);
    return entry;
  }
  return {
    onText(textSoFar) {
      if (signal.aborted) return;
      if (!textSoFar.startsWith(lastText)) {
        inStream = /* @__PURE__ */ new Map();
        counts = /* @__PURE__ */ new Map();
      }
      lastText = textSoFar;
      for (const element of stream.push(textSoFar)) {
        const plan = readPlan(`{"tool_calls":[${element}]}`);
        const call = plan.ok ? plan.value.toolCalls[0] : void 0;
        if (!call) continue;
        const key = keyOf(call);
        const times = (inStream.get(key) ?? 0) + 1;
        inStream.set(key, times);
        if (started.filter((other) => other.key === key).length < times) start(call);
      }
    },
    async finish(calls, guideText) {
      tellGuide(guideText);
      const mine = calls.map((call) => {
        const key = keyOf(call);
        const entry = started.find((other) => other.key === key && !other.claimed) ?? start(call);
        entry.claimed = true;
        return entry;
      });
      const outcomes = await Promise.all(mine.map(({ outcome }) => outcome));
      const records = outcomes.map(({ record: record2 }, index) => ({ ...record2, index }));
      for (const record2 of records) deps.onRecord(record2);
      const stray = await strays(started, records.length);
      for (const record2 of stray) deps.onRecord(record2);
      return {
        records: [...records, ...stray],
        effects: outcomes.flatMap((outcome) => outcome.effects),
        results: renderResults(records, input.view.language),
        dice: records.flatMap(({ rolls }) => rolls)
      };
    }
  };
}
async function strays(started, from) {
  const left = await Promise.all(started.filter(({ claimed }) => !claimed).map(({ outcome }) => outcome));
  return left.map(({ record: record2 }, i) => ({
    ...record2,
    index: from + i,
    status: "blocked",
    message: "not in the final plan"
  }));
}

// src/tools/place-output.ts
var MAX_ACTIONS = 12;
var MAX_ACTION_LENGTH = 300;
function readActions(text2) {
  return bodiesOfTag(text2, "actions").flatMap((body) => bodiesOfEach(body)).map(
    (action) => action.replace(/<[^>]{0,200}>/g, "").replace(/\s+/g, " ").trim()
  ).filter((action) => action !== "").map((action) => action.slice(0, MAX_ACTION_LENGTH)).slice(0, MAX_ACTIONS);
}
function bodiesOfEach(body) {
  const tagged = bodiesOfTag(body, "action");
  return tagged.length > 0 ? tagged : body.split("\n").map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)、])\s*/, ""));
}
var escapeHtml = (text2) => text2.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
function folded(title, text2) {
  return `<details>
<summary>${escapeHtml(title)}</summary>

${text2}

</details>`;
}
function placeOutput(tool, text2) {
  const title = tool.title || tool.name;
  const messageText = { message: text2, folded: folded(title, text2), panel: "" }[tool.placement];
  return {
    tool: tool.name,
    title,
    placement: tool.placement,
    text: text2,
    messageText,
    keepInHistory: tool.keepInHistory,
    actions: readActions(text2)
  };
}

// src/tools/schedule.ts
var changedByAnalysis = ["story_summary", "state_summary", "known_context"];
function waitsForAnalysis(tool) {
  if (tool.afterAnalysis !== null) return tool.afterAnalysis;
  if (tool.kind === "builtin") return true;
  return tool.kind === "code" ? /\bstate\b/.test(tool.code) : tool.context.some((key) => changedByAnalysis.includes(key));
}
function schedulePostTools(tools, parallel) {
  const waits = (tool) => !parallel || waitsForAnalysis(tool.definition);
  return { besideAnalysis: tools.filter((tool) => !waits(tool)), afterAnalysis: tools.filter(waits) };
}

// src/pipeline/steps/run-post-tools.ts
function changesMessage(catalogue) {
  return postTools(catalogue).some(({ definition }) => definition.placement !== "panel");
}
function openPostTools(input, deps, signal) {
  const tools = postTools(input.catalogue);
  const { besideAnalysis, afterAnalysis } = schedulePostTools(tools, input.parallel);
  const start = (tool, seen, effects) => {
    const index = tools.indexOf(tool);
    return runTool(
      {
        ...input,
        ...seen,
        call: callOf(tool.definition),
        phase: "post",
        slot: "tool",
        use: { calls: input.callsSoFar + index, steps: 2 },
        index,
        occurrence: 0,
        effects
      },
      deps,
      signal
    );
  };
  const early = new Map(besideAnalysis.map((tool) => [tool, start(tool, input.before, [])]));
  for (const outcome of early.values()) outcome.catch(() => void 0);
  return {
    async finish(after) {
      const late = /* @__PURE__ */ new Map();
      const effects = [];
      for (const tool of afterAnalysis) {
        const outcome = start(tool, after, [...effects]);
        late.set(tool, outcome);
        outcome.catch(() => void 0);
        if (!input.parallel) effects.push(...(await outcome).effects);
      }
      const outcomes = await Promise.all(tools.flatMap((tool) => early.get(tool) ?? late.get(tool) ?? []));
      for (const { record: record2 } of outcomes) deps.onRecord(record2);
      return {
        records: outcomes.map(({ record: record2 }) => record2),
        effects: outcomes.flatMap((outcome) => outcome.effects),
        outputs: outcomes.flatMap(
          ({ record: record2, tool }) => tool && record2.status === "success" && record2.text.trim() !== "" ? [placeOutput(tool.definition, record2.text.trim())] : []
        )
      };
    }
  };
}
function callOf(tool) {
  return { tool: tool.name, params: {}, successBranch: "", failureBranch: "", reason: "" };
}

// src/pipeline/journal.ts
function makeJournal(runId, clock, onAppend) {
  const events = [];
  return {
    runId,
    append(entry) {
      const event = { ...entry, runId, seq: events.length, at: clock.now() };
      events.push(event);
      onAppend(event);
    },
    all: () => events,
    calls: () => events.filter((event) => event.type === "call.started").length
  };
}

// src/pipeline/failure-text.ts
var agents = {
  planning: { zh: "规划", en: "Planning" },
  writing: { zh: "写作", en: "Writing" },
  analysis: { zh: "分析", en: "Analysis" },
  verifier: { zh: "校验", en: "Verifier" },
  tool: { zh: "工具", en: "Tool" }
};
var unknown = { zh: "调用失败。可以重试。", en: "the call failed. Try again." };
var sentences = {
  "model.timeout": {
    zh: "模型太久没有回应。请重试，或放宽该步骤的等待时间。",
    en: "the model took too long. Try again, or allow this step more time."
  },
  "model.rate-limited": {
    zh: "服务限流了。请稍后重试，或给该步骤换一个连接。",
    en: "the service limits the rate. Try later, or give this step another connection."
  },
  "model.network": {
    zh: "连不上服务。请检查网络和接口地址。",
    en: "the service cannot be reached. Check the network and the address of the connection."
  },
  "model.server": { zh: "服务自己出错了。请稍后重试。", en: "the service failed. Try again in a while." },
  "model.cut-stream": { zh: "回答在半途断开了。请重试。", en: "the answer broke off. Try again." },
  "model.empty": {
    zh: "模型返回了空内容。请重试，或换一个模型。",
    en: "the answer was empty. Try again, or take another model."
  },
  "model.budget-eaten": {
    zh: "思考用完了全部输出长度。请加大该步骤的最大输出，或降低思考强度。",
    en: "thinking used up the whole output. Raise the maximum output of this step, or lower the reasoning."
  },
  "model.auth": {
    zh: "接口拒绝了密钥。请在连接设置里检查密钥。",
    en: "the key was refused. Check the key in the connection settings."
  },
  "model.not-found": {
    zh: "没有这个模型或地址。请检查连接里的模型名和地址。",
    en: "there is no such model or address. Check both in the connection settings."
  },
  "model.overflow": {
    zh: "提示词超过了模型的上下文。请减少世界书或保留的回合，或换上下文更大的模型。",
    en: "the prompt is longer than the context of the model. Keep fewer rounds or less lore, or take a larger model."
  },
  "model.refused": {
    zh: "模型拒绝回答。可以改写输入，或给该步骤换一个模型。",
    en: "the model refused. Rephrase the input, or give this step another model."
  },
  "model.rejected": {
    zh: "接口不接受这次请求。请检查连接的参数。",
    en: "the request was rejected. Check the parameters of the connection."
  },
  "answer.cut-off": {
    zh: "回答不完整。请加大该步骤的最大输出。",
    en: "the answer is incomplete. Raise the maximum output of this step."
  },
  "answer.not-json": {
    zh: "没有按要求的格式回答。请重试，或给该步骤换一个模型。",
    en: "the answer is not in the format asked for. Try again, or give this step another model."
  },
  "answer.invalid": {
    zh: "回答缺了必要的内容。请重试，或给该步骤换一个模型。",
    en: "the answer lacks what was asked for. Try again, or give this step another model."
  }
};
function failureText({ code, slot: slot2, connection }, language) {
  const sentence = (sentences[code] ?? unknown)[language];
  const where = [connection.profile, connection.source, connection.model].filter((part) => part !== "").join(" · ");
  const agent = agents[slot2][language];
  if (language === "zh") return `${agent}${where === "" ? "" : `（${where}）`}：${sentence}`;
  return `${agent}${where === "" ? "" : ` (${where})`}: ${sentence}`;
}

// src/pipeline/call-deps.ts
function callDeps(deps, state) {
  const { journal, notes: notes2, settings, startedAt, opened } = state;
  return {
    model: deps.model,
    clock: deps.clock,
    journal,
    nextId: () => deps.ids.next(),
    chance: () => deps.random.seed() / 4294967296,
    retries: settings.pipeline.retries,
    rungs: notes2.rungs,
    screenLanguage: deps.screenLanguage,
    onWait(until, attempt) {
      deps.progress.status({
        state: notes2.step === "plan" ? "preparing" : "completing",
        step: notes2.step,
        floorId: opened.floorId,
        calls: journal.calls(),
        startedAt,
        ...until === null ? {} : { retryAt: until, attempt }
      });
    }
  };
}

// src/agents/planning/render-guide.ts
var words9 = {
  zh: {
    direction: "叙事方向：",
    scene: "场景设置：",
    points: "要点：",
    tone: "基调：",
    pacing: "节奏：",
    continuity: "延续细节：",
    between: "；",
    comma: "，",
    natural: "顺着玩家的输入自然发展",
    same: "与前文一致",
    none: "无",
    speeds: { slow: "慢", medium: "中", fast: "快" }
  },
  en: {
    direction: "Direction: ",
    scene: "Scene: ",
    points: "Points: ",
    tone: "Tone: ",
    pacing: "pacing: ",
    continuity: "Continuity: ",
    between: "; ",
    comma: ", ",
    natural: "follow naturally from the player's input",
    same: "as before",
    none: "none",
    speeds: { slow: "slow", medium: "medium", fast: "fast" }
  }
};
function renderGuide(plan, language) {
  const w = words9[language];
  const list = (items) => items.length === 0 ? w.none : items.join(w.between);
  return [
    w.direction + (plan.narrativeDirection || w.natural),
    w.scene + (plan.sceneSetting || w.same),
    w.points + list(plan.keyPoints),
    `${w.tone}${plan.tone || w.same}${w.comma}${w.pacing}${w.speeds[plan.pacing]}`,
    w.continuity + list(plan.continuityNotes)
  ].join("\n");
}

// src/pipeline/call-once.ts
async function callOnce(deps, call, number, signal) {
  const { journal, clock } = deps;
  const { slot: slot2, messages, settings, maxTokens } = call;
  const callId = deps.nextId();
  const began = clock.now();
  const failed = (error, text3 = "", thoughts = "") => {
    const milliseconds = clock.now() - began;
    const { code, message } = error;
    journal.append({ type: "call.failed", callId, slot: slot2, attempt: number, code, message, milliseconds });
    return err({ error, text: text3, thoughts });
  };
  journal.append({
    type: "call.started",
    callId,
    slot: slot2,
    attempt: number,
    model: deps.model.describe(settings).model,
    messages,
    promptTokens: call.promptTokens,
    cut: call.cut
  });
  let reply;
  try {
    const request = { slot: slot2, messages, settings, maxTokens, reasoning: "low", jsonSchema: null };
    reply = await untilAborted(deps.model.complete(request, signal, call.onText), signal, () => cancelled2(signal));
  } catch (error) {
    const known = error instanceof NarrativeError ? error : new NarrativeError("model.network", { cause: error });
    const failure = failed(known);
    if (isCancelled(known) || signal.aborted) throw cancelled2(signal);
    return failure;
  }
  const { text: text2, usage, reasoning } = reply;
  if (text2.trim() === "") return failed(emptyReply(reply), "", reasoning);
  const answer = call.read(text2);
  if (!answer.ok) return failed(reply.finish === "filter" ? new NarrativeError("model.refused") : answer.error, text2);
  journal.append({ type: "call.completed", callId, slot: slot2, text: text2, usage, milliseconds: clock.now() - began });
  return ok(answer.value);
}
function emptyReply({ finish, reasoning }) {
  if (finish === "filter") return new NarrativeError("model.refused");
  if (finish === "length" || reasoning.trim() !== "") return new NarrativeError("model.budget-eaten");
  return new NarrativeError("model.empty");
}
function cancelled2(signal) {
  const reason = signal.reason;
  return reason instanceof NarrativeError && isCancelled(reason) ? reason : new NarrativeError("run.cancelled");
}

// src/pipeline/retry-policy.ts
var FIRST_WAIT_MS = 1e3;
var LONGEST_WAIT_MS = 3e4;
var LONGEST_WISH_MS = 3e5;
function nextMove(error, tried, retries, chance) {
  switch (error.code) {
    case "model.budget-eaten":
    case "answer.cut-off":
      return tried.enlarged ? { move: "stop" } : { move: "enlarge" };
    case "model.overflow":
      return tried.trimmed ? { move: "stop" } : { move: "trim" };
    case "answer.not-json":
    case "answer.invalid":
      return tried.repaired ? { move: "stop" } : { move: "repair" };
    default:
      if (error.retry !== "auto" || tried.attempts > retries || wishOf(error) > LONGEST_WISH_MS)
        return { move: "stop" };
      return { move: "wait", milliseconds: waitBefore(error, tried.attempts, chance) };
  }
}
function waitBefore(error, attempts, chance) {
  const backOff = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (0.5 + chance / 2);
  const wish = wishOf(error);
  return Math.round(wish > backOff ? wish * (1 + chance / 10) : backOff);
}
function wishOf(error) {
  const wish = error.details["retryAfterMs"];
  return typeof wish === "number" && Number.isFinite(wish) && wish > 0 ? wish : 0;
}

// src/pipeline/call-agent.ts
var ENLARGE_BY = 3;
var QUOTE_LIMIT = 12e3;
async function callAgent(deps, call, signal) {
  let asking = {
    messages: call.messages,
    maxTokens: call.maxTokens,
    tried: { attempts: 0, repaired: false, enlarged: false, trimmed: false }
  };
  for (; ; ) {
    if (signal.aborted) throw cancelled2(signal);
    const tried = { ...asking.tried, attempts: asking.tried.attempts + 1 };
    const { messages, maxTokens } = asking;
    const outcome = await callOnce(deps, { ...call, messages, maxTokens }, tried.attempts, signal);
    if (outcome.ok) return outcome;
    const failure = outcome.error;
    const next = nextMove(failure.error, tried, deps.retries, deps.chance());
    const again = nextAsking(call, { ...asking, tried }, failure, next);
    if (again === null) return fromThoughts(call, failure) ?? err(explained(deps, call, failure.error));
    note(deps, next.move, failure.error);
    if (next.move === "wait") await wait(deps, next.milliseconds, tried.attempts + 1, signal);
    asking = again;
  }
}
function nextAsking(call, asking, failure, next) {
  const { tried } = asking;
  switch (next.move) {
    case "stop":
      return null;
    case "wait":
      return asking;
    case "enlarge":
      return { ...asking, maxTokens: asking.maxTokens * ENLARGE_BY, tried: { ...tried, enlarged: true } };
    case "trim": {
      const messages = call.trim?.() ?? null;
      return messages && { ...asking, messages, tried: { ...tried, trimmed: true } };
    }
    case "repair": {
      const messages = [
        ...asking.messages,
        { role: "assistant", content: failure.text.slice(0, QUOTE_LIMIT) },
        { role: "user", content: call.repair(failure.error.message) }
      ];
      return { ...asking, messages, tried: { ...tried, repaired: true } };
    }
  }
}
async function wait(deps, milliseconds, attempt, signal) {
  deps.onWait(deps.clock.now() + milliseconds, attempt);
  try {
    await untilAborted(deps.clock.sleep(milliseconds, signal), signal, () => cancelled2(signal));
  } catch {
    throw cancelled2(signal);
  } finally {
    deps.onWait(null, attempt);
  }
}
function fromThoughts(call, { thoughts }) {
  const read = thoughts.trim() === "" ? null : call.read(thoughts);
  return read?.ok ? ok(read.value) : null;
}
function explained(deps, call, error) {
  const connection = deps.model.describe(call.settings);
  const { code, retry, message } = error;
  return new NarrativeError(code, {
    message: failureText({ code, slot: call.slot, connection }, deps.screenLanguage?.() ?? "en"),
    details: { ...error.details, ...connection, slot: call.slot, said: message },
    cause: error,
    retry
  });
}
var rungOf = {
  wait: "retry",
  enlarge: "retry",
  trim: "smaller-prompt",
  repair: "repair",
  stop: null
};
function note(deps, move, error) {
  const rung = rungOf[move];
  if (rung === null) return;
  if (!deps.rungs.includes(rung)) deps.rungs.push(rung);
  deps.journal.append({ type: "rung.used", rung, detail: `${error.code}: ${error.message}` });
}

export {
  narrativeEventNames,
  makeEmitter,
  wellFormed,
  untilAborted,
  editsByFloor,
  makeFold,
  classifyEntry,
  makeKeyScanner,
  activateEntries,
  scannable,
  cleanReply,
  renderRound,
  proseOf,
  inputOf,
  makeJournal,
  emptyPreset,
  splitPreset,
  routeEntries,
  nothingYet,
  promptTags,
  neutraliseTags,
  renderPrompt,
  renderRole,
  joinPieces,
  noted,
  renderOutputFormat,
  readAnswer,
  problemAsError,
  isObject4 as isObject,
  asText,
  asTextList,
  asList,
  asWholeNumber,
  callAgent,
  gatherRounds,
  deepFreeze,
  renderToolList,
  buildCatalogue,
  offeredTools,
  hasPlanningEntry,
  planSchema,
  readPlan,
  openPlanningTools,
  changesMessage,
  openPostTools,
  callDeps,
  renderGuide
};
