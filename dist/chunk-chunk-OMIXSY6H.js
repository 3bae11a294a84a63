/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  entryId,
  entrySource,
  sortEntries
} from "./chunk-chunk-FUERR5PH.js";
import {
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";
import {
  isEmbedded
} from "./chunk-chunk-M5T2KOSM.js";

// src/domain/worldbook/classify.ts
var marker = {
  tool: /[[［【]\s{0,4}tool\s{0,4}[:：]/i,
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
function lintEntries(entries, language) {
  return entries.filter((entry) => entry.enabled && classifyEntry(entry).kind === "tool-by-content").map(({ book, uid, comment }) => ({ book, uid, comment, code: "tool-by-content", message: lintMessage[language] }));
}
var lintMessage = {
  zh: "内容是工具定义，但标题没有 [TOOL:名称]。它不会注入提示，也不会注册为工具；请在标题前加上 [TOOL:名称]。",
  en: "The content defines a tool, but the title has no [TOOL:name]. It is neither sent nor registered; put [TOOL:name] at the start of the title."
};
var toolType = /["']?type["']?\s{0,20}:\s{0,20}["'](?:llm|code)["']/;
var toolFunction = /["']?function["']?\s{0,20}:\s{0,20}\{/;
var fence = /^```[a-z0-9]*\s*\n([\s\S]*?)\n?```$/i;
function isToolContent(content) {
  const trimmed = content.trim();
  const text = (fence.exec(trimmed)?.[1] ?? trimmed).trim();
  if (!text.startsWith("{")) return false;
  const parsed = parseJson(text);
  if (!parsed.ok) return toolType.test(text) && toolFunction.test(text);
  const value = parsed.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const tool = value;
  const named = tool["function"];
  return (tool["type"] === "llm" || tool["type"] === "code") && typeof named === "object" && named !== null && "name" in named && typeof named.name === "string";
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
  return literals.length === 0 ? 0 : Math.min(...literals.map((text) => text.length));
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
    for (const text of keysOf.keys()) {
      if (text.length < 2) continue;
      const at = slot(text.charCodeAt(0), text.charCodeAt(1), size);
      table[at] = (table[at] ?? 0) | 1 << Math.min(text.length, LONG) - 1;
      if (text.length >= LONG) longLengths.add(text.length);
    }
  };
  return {
    add(text, key) {
      if (text === "") return;
      if (text.length === 1) singles = true;
      const there = keysOf.get(text);
      if (there === void 0) keysOf.set(text, key);
      else if (typeof there === "number") keysOf.set(text, [there, key]);
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
    literals: ignoresCase && literals ? literals.map((text) => text.toLowerCase()) : literals,
    test(text) {
      regex ??= compile(pattern, flags);
      if (regex === void 0) return false;
      if (text.length <= window) return runs(regex, text);
      if (anchored && !flags.includes("m")) {
        return runs(regex, text.slice(0, window)) || runs(regex, text.slice(-window));
      }
      for (let start = 0; start < text.length; start += Math.ceil(window / 2)) {
        if (runs(regex, text.slice(start, start + window))) return true;
      }
      return false;
    }
  });
}
function runs(regex, text) {
  regex.lastIndex = 0;
  return regex.test(text);
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
  const text = (key.includes("{{") && options.expand ? options.expand(key) : key).trim();
  const read = readRegexKey(text);
  const id = index.keys.length;
  const wholeWord = (entry.matchWholeWords ?? options.matchWholeWords) && !/\s/.test(text);
  index.keys.push({ entry: number, wholeWord, regex: read?.ok ? read.value : null });
  if (read === null) {
    const caseSensitive = entry.caseSensitive ?? options.caseSensitive;
    if (caseSensitive) index.exact.add(text, id);
    else index.lower.add(text.toLowerCase(), id);
    return null;
  }
  if (!read.ok) return read.error;
  const { literals, ignoresCase } = read.value;
  if (literals === null) index.unindexed.push(id);
  for (const literal of literals ?? []) (ignoresCase ? index.lower : index.exact).add(literal, id);
  return null;
}
function scanText(text, bit, work) {
  if (text === "") return;
  const { keys, found, touched, budget } = work;
  const tried = /* @__PURE__ */ new Set();
  const tryKey = (haystack, number, start, length) => {
    const key = keys[number];
    if (!key || ((found[number] ?? 0) & bit) !== 0) return;
    if (key.regex) {
      if (tried.has(number)) return;
      tried.add(number);
      if (!budget() || !key.regex.test(text)) return;
    } else if (key.wholeWord && !hasBorders(haystack, start, length)) return;
    found[number] = (found[number] ?? 0) | bit;
    touched.add(key.entry);
  };
  const lowered = text.toLowerCase();
  work.lower.scan(lowered, (number, start, length) => tryKey(lowered, number, start, length));
  work.exact.scan(text, (number, start, length) => tryKey(text, number, start, length));
  for (const number of work.unindexed) tryKey(text, number, 0, 0);
}
function hasBorders(text, start, length) {
  return !isWord(text.charCodeAt(start - 1)) && !isWord(text.charCodeAt(start + length));
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

// src/domain/worldbook/activate.ts
function activateEntries(activated, scanner, texts) {
  const own = scanner ? scanner.scan(texts) : [];
  const there = new Set(activated.map(entryId));
  const added = own.filter(({ entry }) => !there.has(entryId(entry)));
  return [...activated.map((entry) => ({ entry, reason: "sillytavern" })), ...added];
}
function scannable(entries) {
  return entries.filter(
    (entry) => entry.enabled && entry.gatesOpen && !entry.constant && !entry.vectorized && !entry.hostOnly && (entry.scanDepth === void 0 || isEmbedded(entry)) && classifyEntry(entry).kind === "lore"
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
  return entry.constant ? routeConstant(entry, active !== void 0, input) : routeKeyed(entry, active, input);
}
function routeKeyed(entry, active, input) {
  if (!active) {
    if (isEmbedded(entry) && (entry.hostOnly || entry.vectorized)) return "embedded-only";
    return canActivate(entry) ? "not-activated" : "never-activates";
  }
  if (isPlaced(entry, input)) return "placed-elsewhere";
  const why = active.key === void 0 ? active.reason : `${active.reason}:${active.key}`;
  return { entry, bucket: "worldinfo3_keyword", planning: true, writing: true, why };
}
function routeConstant(entry, active, input) {
  if (!active && entry.hostOnly) {
    if (!isEmbedded(entry)) return "left-to-sillytavern";
    if (entry.content.trimStart().startsWith("@@")) return "embedded-only";
  }
  if (isPlaced(entry, input)) return "placed-elsewhere";
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
function isPlaced({ position, content }, { placedTexts = [] }) {
  return [2, 3, 7].includes(position) && placedTexts.some((text) => text.includes(content.trim()));
}
function canActivate(entry) {
  return entry.vectorized || entry.hostOnly || entry.keys.some((key) => key.trim() !== "");
}

// src/domain/prompt/sent-parts.ts
var runs2 = /* @__PURE__ */ new Set(["recent_turns", "story_summary", "turn_text"]);
function sentParts(segments, estimate, why = /* @__PURE__ */ new Map()) {
  return segments.flatMap((segment) => {
    const pieces = segment.pieces ?? [segment];
    const [first] = pieces;
    const last = pieces.at(-1);
    if (!first || !last) return [];
    if (runs2.has(segment.key)) {
      const source = first === last ? first.source : `${first.source} – ${last.source}`;
      return [{ key: segment.key, source, tokens: estimate(segment.text) }];
    }
    return pieces.map(({ text, source }) => {
      const reason = why.get(source);
      return { key: segment.key, source, tokens: estimate(text), ...reason === void 0 ? {} : { why: reason } };
    });
  });
}

// src/domain/worldbook/lore-record.ts
var NAMED = 100;
function recordLore({ routed, unrouted }) {
  const byReason = /* @__PURE__ */ new Map();
  for (const { entry, reason } of unrouted) {
    const names = byReason.get(reason) ?? [];
    names.push(entrySource(entry));
    byReason.set(reason, names);
  }
  return {
    routed: routed.map(({ entry, bucket, why, note }) => ({
      source: entrySource(entry),
      book: entry.book,
      bucket,
      why,
      ...note ? { note } : {}
    })),
    unrouted: [...byReason].map(([reason, names]) => ({
      reason,
      count: names.length,
      entries: names.slice(0, NAMED)
    }))
  };
}
function whyBySource({ routed }) {
  return new Map(routed.map(({ entry, why }) => [entrySource(entry), why]));
}

export {
  sentParts,
  classifyEntry,
  lintEntries,
  makeKeyScanner,
  activateEntries,
  scannable,
  routeEntries,
  recordLore,
  whyBySource
};
