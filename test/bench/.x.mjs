// src/domain/game-state/game-state.ts
var emptyGameState = {
  time: { day: 1, hour: 0, minute: 0 },
  location: "",
  inventory: {},
  relationships: {},
  quests: {},
  flags: {},
  eventLog: [],
  known: { locations: [], npcs: [], items: [], quests: [] }
};

// src/shared/result.ts
var ok = (value) => ({ ok: true, value });
var err = (error) => ({ ok: false, error });

// src/shared/json.ts
function isRefusedName(name) {
  return name === "__proto__" || name === "constructor" || name === "prototype";
}

// src/domain/game-state/refusal-text.ts
var sentences = {
  "not-an-object": { zh: "\u4E0D\u662F\u4E00\u4E2A\u4E8B\u4EF6\u5BF9\u8C61", en: "this is no event object" },
  "unknown-type": { zh: "\u672A\u77E5\u7684\u4E8B\u4EF6\u7C7B\u578B\uFF1A", en: "unknown type of event: " },
  "name-missing": { zh: "\u7F3A\u5C11\u540D\u79F0\uFF1A", en: "a name is missing: " },
  "name-too-long": { zh: "\u540D\u79F0\u8FC7\u957F\uFF1A", en: "the name is too long: " },
  "name-forbidden": { zh: "\u4E0D\u5141\u8BB8\u7684\u540D\u79F0\uFF1A", en: "this name is not allowed: " },
  placeholder: { zh: "\u8FD9\u662F\u793A\u4F8B\u91CC\u7684\u5360\u4F4D\u8BCD\uFF1A", en: "this is a placeholder of the example: " },
  "no-change": { zh: "\u6CA1\u6709\u4EFB\u4F55\u53D8\u5316\uFF1A", en: "this changes nothing: " },
  "number-missing": { zh: "\u7F3A\u5C11\u6570\u503C\uFF1A", en: "a number is missing: " },
  "not-a-number": { zh: "\u4E0D\u662F\u6570\u503C\uFF1A", en: "this is no number: " },
  "not-whole": { zh: "\u5FC5\u987B\u662F\u6574\u6570\uFF1A", en: "it must be a whole number: " },
  "not-positive": { zh: "\u5FC5\u987B\u5927\u4E8E 0\uFF1A", en: "it must be above 0: " },
  "too-large": { zh: "\u6570\u503C\u8FC7\u5927\uFF1A", en: "the number is too large: " },
  "out-of-range": { zh: "\u5FC5\u987B\u5728 -100 \u5230 100 \u4E4B\u95F4\uFF1A", en: "it must be between -100 and 100: " },
  "unknown-unit": { zh: "\u672A\u77E5\u7684\u65F6\u95F4\u5355\u4F4D\uFF1A", en: "unknown unit of time: " },
  "unknown-outcome": { zh: "\u7ED3\u679C\u53EA\u80FD\u662F\u6210\u529F\u6216\u5931\u8D25\uFF1A", en: "the outcome must be success or failure: " },
  "value-missing": { zh: "\u7F3A\u5C11\u6807\u8BB0\u7684\u503C\uFF1A", en: "the flag has no value: " },
  "value-too-large": { zh: "\u6807\u8BB0\u7684\u503C\u8FC7\u5927\uFF1A", en: "the value of the flag is too large: " },
  "not-enough": { zh: "\u6570\u91CF\u4E0D\u8DB3\uFF1A", en: "there are not enough: " },
  "quest-active": { zh: "\u4EFB\u52A1\u5DF2\u5728\u8FDB\u884C\u4E2D\uFF1A", en: "the quest is under way already: " },
  "quest-over": { zh: "\u4EFB\u52A1\u5DF2\u7ECF\u7ED3\u675F\uFF1A", en: "the quest is over already: " },
  "quest-not-active": { zh: "\u4EFB\u52A1\u6CA1\u6709\u5728\u8FDB\u884C\uFF1A", en: "the quest is not under way: " }
};
var QUOTE_LIMIT = 60;
function refusal(code, about, language) {
  const sentence = sentences[code][language];
  return { code, reason: sentence + about.slice(0, QUOTE_LIMIT) };
}

// src/domain/game-state/check-change.ts
var NAME_LIMIT = 120;
var FLAG_LIMIT = 4e3;
var QUANTITY_LIMIT = 1e9;
var MINUTES_LIMIT = 60 * 24 * 366 * 1e3;
var RELATION_LIMIT = 100;
var placeholders = /* @__PURE__ */ new Set(["string", "name", "item_name", "npc_name", "location_name", "quest_id", "flag_name"]);
var emptyName = /^[\p{P}\s]*$/u;
var bracketed = /^(?:<[^<>]*>|\{[^{}]*\}|\$\{.*\})$/;
var control = /[\p{Cc}\u2028\u2029]/u;
function checkChange(change) {
  switch (change.type) {
    case "move":
      return checkName(change.location, "location");
    case "add_item":
    case "remove_item":
      return checkName(change.item, "item") ?? checkCount(change.quantity, QUANTITY_LIMIT);
    case "set_relationship":
      return checkName(change.npc, "npc") ?? checkRelation(change.value);
    case "modify_relationship":
      return checkName(change.npc, "npc") ?? checkDelta(change.delta);
    case "start_quest":
    case "advance_quest":
      return checkName(change.questId, "quest_id") ?? checkName(change.stage, "stage");
    case "complete_quest":
      return checkName(change.questId, "quest_id");
    case "set_flag":
      return checkName(change.flag, "flag") ?? checkFlagValue(change.flag, change.value);
    case "pass_time":
      return checkCount(change.minutes, MINUTES_LIMIT);
  }
}
function checkName(name, about) {
  if (emptyName.test(name)) return { code: "name-missing", about };
  if (name.length > NAME_LIMIT) return { code: "name-too-long", about: name };
  if (isRefusedName(name) || control.test(name)) return { code: "name-forbidden", about: name };
  return placeholders.has(name.toLowerCase()) || bracketed.test(name) ? { code: "placeholder", about: name } : null;
}
function checkCount(count, limit) {
  const about = String(count);
  if (count <= 0) return { code: "not-positive", about };
  return checkWhole(count) ?? (count > limit ? { code: "too-large", about } : null);
}
function checkRelation(value) {
  return checkWhole(value) ?? (Math.abs(value) > RELATION_LIMIT ? { code: "out-of-range", about: String(value) } : null);
}
function checkDelta(delta) {
  const about = String(delta);
  if (delta === 0) return { code: "no-change", about };
  return checkWhole(delta) ?? (Math.abs(delta) > RELATION_LIMIT * 2 ? { code: "too-large", about } : null);
}
function checkWhole(value) {
  const about = String(value);
  if (!Number.isFinite(value)) return { code: "not-a-number", about };
  return Number.isInteger(value) ? null : { code: "not-whole", about };
}
function checkFlagValue(flag2, value) {
  if (value === void 0) return { code: "value-missing", about: flag2 };
  return JSON.stringify(value).length > FLAG_LIMIT ? { code: "value-too-large", about: flag2 } : null;
}

// src/domain/game-state/fresh-parts.ts
function freshCopy(part, fresh) {
  if (fresh.has(part)) return part;
  const copy = Array.isArray(part) ? [...part] : { ...part };
  fresh.add(copy);
  return copy;
}
function withEntry(record2, key, value, fresh) {
  const mine = freshCopy(record2, fresh);
  mine[key] = value;
  return mine;
}

// src/domain/game-state/read-number.ts
var digits = {
  \u96F6: 0,
  "\u3007": 0,
  \u4E00: 1,
  \u58F9: 1,
  \u4E8C: 2,
  \u4E24: 2,
  \u4E09: 3,
  \u56DB: 4,
  \u4E94: 5,
  \u516D: 6,
  \u4E03: 7,
  \u516B: 8,
  \u4E5D: 9
};
var tens = { \u5341: 10, \u767E: 100, \u5343: 1e3 };
var plain = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/;
var chinese = /^[零〇一壹二两三四五六七八九十百千万半]{1,12}$/;
function readNumber(given) {
  if (typeof given === "number") return Number.isFinite(given) ? given : null;
  if (typeof given !== "string") return null;
  const text = given.normalize("NFKC").trim();
  if (plain.test(text)) return Number(text);
  return chinese.test(text) ? readChinese(text) : null;
}
function readChinese(text) {
  if (text === "\u534A") return 0.5;
  const [high, low, ...more] = text.split("\u4E07");
  if (high === void 0 || more.length > 0) return null;
  if (low === void 0) return belowTenThousand(high);
  const upper = belowTenThousand(high);
  const lower = low === "" ? 0 : belowTenThousand(low);
  return upper === null || lower === null ? null : upper * 1e4 + lower;
}
function belowTenThousand(text) {
  let sum = 0;
  let digit = null;
  for (const char of text) {
    const ten = tens[char];
    if (ten !== void 0) {
      if (digit === null && ten !== 10) return null;
      sum += (digit ?? 1) * ten;
      digit = null;
      continue;
    }
    const value = digits[char];
    if (value === void 0 || digit !== null && digit !== 0) return null;
    digit = value;
  }
  return sum + (digit ?? 0);
}

// src/domain/game-state/item-count.ts
var measure = "\u628A\u4E2A\u53EA\u74F6\u679A\u5757\u5F20\u4EF6\u6839\u652F\u679D\u9897\u7C92\u6761\u672C\u518C\u5C01\u4EFD\u888B\u5305\u76D2\u7BB1\u6876\u676F\u7897\u58F6\u7F50\u6346\u675F\u4E32\u53CC\u5BF9\u526F\u5957\u5377\u7247\u67C4\u9876\u5339\u6735\u682A\u68F5\u6EF4\u76CF\u65A4\u4E9B\u70B9";
var chineseCount = new RegExp(`^([\u96F6\u4E00\u4E8C\u4E24\u4E09\u56DB\u4E94\u516D\u4E03\u516B\u4E5D\u5341\u767E\u51E0\u534A]{1,4}|\\d{1,6})\\s*([${measure}])\\s*(.+)$`, "u");
var englishCount = /^(an?|the|some|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,6})\s+(?:(?:pair|bundle|bottle|piece|bag|set|handful|sheet|stack)s?\s+of\s+)?(\S.*)$/i;
var countBehind = /^(.*\S)\s*(?:[x×*✕]\s*(\d{1,6})|\((\d{1,6})\))$/i;
var words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
var vague = /* @__PURE__ */ new Set(["\u51E0", "\u4E9B", "\u70B9", "\u534A", "the", "some"]);
function splitCount(name) {
  const behind = countBehind.exec(name);
  if (behind) return { bare: behind[1] ?? name, count: Number(behind[2] ?? behind[3]) };
  const chinese2 = chineseCount.exec(name);
  if (chinese2) return fromChinese(name, chinese2[1] ?? "", chinese2[2] ?? "", chinese2[3] ?? "");
  const english = englishCount.exec(name);
  if (!english) return { bare: name, count: null };
  const word = (english[1] ?? "").toLowerCase();
  const bare = english[2] ?? name;
  if (vague.has(word)) return { bare, count: null };
  if (word === "a" || word === "an") return { bare, count: 1 };
  const place = words.indexOf(word);
  return { bare, count: place >= 0 ? place + 1 : Number(word) };
}
function fromChinese(name, numeral, unit, bare) {
  const count = readNumber(numeral);
  if (Array.from(bare).length === 1 && count !== 1) return { bare: name, count: null };
  return { bare, count: vague.has(numeral) || vague.has(unit) ? null : count };
}

// src/domain/game-state/same-name.ts
var edges = /^[\s"'“”‘’「」『』《》【】[\]]+|[\s"'“”‘’「」『』《》【】[\].。]+$/gu;
function plainName(name, kind) {
  const plain2 = name.normalize("NFKC").toLowerCase().replace(edges, "").replace(/[•・‧∙]/gu, "\xB7").replace(/[\s_-]+/g, " ");
  if (kind === "person") return plain2;
  const { bare } = splitCount(plain2);
  return /[a-z]{3}s$/.test(bare) && !/(?:ss|us|is)$/.test(bare) ? bare.slice(0, -1) : bare;
}
function sameName(name, known, kind = "thing", plain2 = plainName) {
  if (known.includes(name)) return name;
  const wanted = plain2(name, kind);
  return known.find((id) => plain2(id, kind) === wanted) ?? name;
}

// src/domain/game-state/apply-change.ts
var LOG_LENGTH = 200;
var MINUTES_PER_DAY = 1440;
var KNOWN_LIMIT = 2e3;
var STOCK_LIMIT = Number.MAX_SAFE_INTEGER;
var applyChange = (state, change, at3, fresh = /* @__PURE__ */ new Set()) => apply(state, change, at3, { plain: plainName, fresh });
function apply(state, change, at3, means) {
  const { fresh } = means;
  const fault = checkChange(change);
  const attempt = fault ? err(fault) : attemptChange(state, change, means);
  const refused = attempt.ok ? null : refusal(attempt.error.code, attempt.error.about, at3.language);
  const next = freshCopy(state, fresh);
  if (attempt.ok) Object.assign(next, attempt.value);
  const record2 = {
    time: next.time,
    round: at3.round,
    type: change.type,
    params: paramsOf(change),
    accepted: refused === null,
    ...refused ? { reason: refused.reason } : {}
  };
  next.eventLog = withRecord(next.eventLog, record2, fresh);
  return { state: next, refusal: refused };
}
function withRecord(log, record2, fresh) {
  const mine = freshCopy(log, fresh);
  mine.push(record2);
  if (mine.length > LOG_LENGTH) mine.splice(0, mine.length - LOG_LENGTH);
  return mine;
}
function attemptChange(state, change, { plain: plain2, fresh }) {
  const idOf = (name, held, known, kind = "thing") => idFor(name, held, known, { kind, plain: plain2 });
  switch (change.type) {
    case "move": {
      const location = idOf(change.location, {}, state.known.locations);
      return ok({ location, known: learn(state, "locations", location) });
    }
    case "add_item":
      return addItem(state, change, { idOf, fresh });
    case "remove_item":
      return removeItem(state, change, { idOf, fresh });
    case "set_relationship":
    case "modify_relationship":
      return relate(state, change, { idOf, fresh });
    case "start_quest":
    case "advance_quest":
    case "complete_quest":
      return moveQuest(state, change, { idOf, fresh });
    case "set_flag":
      return ok({ flags: withEntry(state.flags, change.flag, change.value, fresh) });
    case "pass_time":
      return ok({ time: later(state.time, change.minutes) });
  }
}
function addItem(state, { item: name, quantity }, { idOf, fresh }) {
  const item = idOf(name, state.inventory, state.known.items);
  const stock = (ownValue(state.inventory, item) ?? 0) + quantity;
  if (stock > STOCK_LIMIT) return err({ code: "too-large", about: String(stock) });
  return ok({ inventory: withEntry(state.inventory, item, stock, fresh), known: learn(state, "items", item) });
}
function removeItem(state, { item: name, quantity }, { idOf, fresh }) {
  const item = idOf(name, state.inventory, []);
  const stock = ownValue(state.inventory, item) ?? 0;
  if (stock < quantity) return err({ code: "not-enough", about: `${item} ${stock} < ${quantity}` });
  const inventory = withEntry(state.inventory, item, stock - quantity, fresh);
  if (stock === quantity) delete inventory[item];
  return ok({ inventory });
}
function relate(state, change, { idOf, fresh }) {
  const npc = idOf(change.npc, state.relationships, state.known.npcs, "person");
  const next = "value" in change ? change.value : (ownValue(state.relationships, npc) ?? 0) + change.delta;
  const value = Math.max(-100, Math.min(100, next));
  return ok({ relationships: withEntry(state.relationships, npc, value, fresh), known: learn(state, "npcs", npc) });
}
function idFor(name, held, known, how) {
  if (Object.hasOwn(held, name)) return name;
  const nearest = sameName(name, Object.keys(held), how.kind, how.plain);
  return nearest === name ? sameName(name, known, how.kind, how.plain) : nearest;
}
function ownValue(record2, key) {
  return Object.hasOwn(record2, key) ? record2[key] : void 0;
}
function moveQuest(state, change, { idOf, fresh }) {
  const questId = idOf(change.questId, state.quests, state.known.quests);
  const quest = ownValue(state.quests, questId);
  const next = nextQuest(quest, change);
  if (!next.ok) return err({ code: next.error, about: questId });
  return ok({ quests: withEntry(state.quests, questId, next.value, fresh), known: learn(state, "quests", questId) });
}
function nextQuest(quest, change) {
  if (change.type === "start_quest") {
    if (quest?.status === "active") return err("quest-active");
    if (quest && quest.status !== "available") return err("quest-over");
    return ok({ status: "active", stage: change.stage });
  }
  if (quest?.status !== "active") return err("quest-not-active");
  if (change.type === "advance_quest") return ok({ ...quest, stage: change.stage });
  const status = change.outcome === "success" ? "completed" : "failed";
  return ok({ ...quest, status, outcome: change.outcome });
}
function learn(state, kind, name) {
  const names = state.known[kind];
  return names.length >= KNOWN_LIMIT || names.includes(name) ? state.known : { ...state.known, [kind]: [...names, name] };
}
function later(time, minutes) {
  const total = time.hour * 60 + time.minute + minutes;
  const rest = total % MINUTES_PER_DAY;
  return { day: time.day + Math.floor(total / MINUTES_PER_DAY), hour: Math.floor(rest / 60), minute: rest % 60 };
}
function paramsOf(change) {
  const { type: _type, ...params } = change;
  if (!("questId" in params)) return params;
  const { questId, ...others } = params;
  return { quest_id: questId, ...others };
}

// src/shared/text-hash.ts
var PRIME = 16777619;
function textHash(text) {
  let a = 2166136261;
  let b = 2538058380;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, PRIME);
    b = Math.imul(b ^ unit + i, PRIME);
  }
  a = Math.imul(a ^ text.length, PRIME);
  b = Math.imul(b ^ a >>> 7, PRIME);
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

// src/domain/timeline/mirror.ts
var MIRROR_VERSION = 1;
var MIRROR_LIMIT_BYTES = 8192;
var STANDS_FOR_LIMIT = 8;

// src/domain/errors.ts
var retryOf = {
  "model.timeout": "auto",
  "model.rate-limited": "auto",
  "model.network": "auto",
  "model.server": "auto",
  "model.cut-stream": "auto",
  "model.empty": "auto",
  "model.budget-eaten": "auto",
  "model.auth": "user",
  "model.not-found": "user",
  "model.overflow": "user",
  "model.refused": "user",
  "model.rejected": "user",
  "answer.cut-off": "auto",
  "answer.not-json": "auto",
  "answer.invalid": "auto",
  "tool.unknown": "never",
  "tool.invalid-input": "never",
  "tool.failed": "user",
  "tool.timeout": "user",
  "tool.memory": "user",
  "tool.output-too-large": "never",
  "tool.denied": "user",
  "tool.no-consent": "user",
  "tool.unavailable": "user",
  "author.tool-invalid": "never",
  "author.initvar-invalid": "never",
  "state.rejected": "never",
  "floor.immutable": "never",
  "floor.conflict": "user",
  "storage.blocked": "user",
  "storage.missing": "user",
  "storage.quota": "user",
  "storage.too-new": "never",
  "storage.corrupt": "never",
  "host.missing": "never",
  "host.chat-changed": "user",
  "host.not-owner": "user",
  "run.cancelled": "never",
  "input.invalid": "never"
};
var NarrativeError = class extends Error {
  code;
  retry;
  details;
  constructor(code, facts = {}) {
    super(facts.message ?? code, facts.cause === void 0 ? void 0 : { cause: facts.cause });
    this.name = "NarrativeError";
    this.code = code;
    this.retry = facts.retry ?? retryOf[code];
    this.details = facts.details ?? {};
  }
};
var errorCodes = Object.keys(retryOf);

// src/shared/safe-json.ts
var forbidden = /* @__PURE__ */ new Set(["__proto__", "constructor", "prototype"]);
function isForbiddenKey(key) {
  return forbidden.has(key);
}
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function own(record2, key) {
  return Object.hasOwn(record2, key) ? record2[key] : void 0;
}
function safeJson(value, depth = 32) {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : void 0;
  if (typeof value !== "object" || depth <= 0) return void 0;
  if (Array.isArray(value)) return value.map((item) => safeJson(item, depth - 1) ?? null);
  const copy = {};
  for (const key of Object.keys(value)) {
    if (isForbiddenKey(key)) continue;
    const part = safeJson(value[key], depth - 1);
    if (part !== void 0) copy[key] = part;
  }
  return copy;
}

// src/shared/json-pointer.ts
function readPointer(pointer) {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return null;
  const parts = pointer.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.some(isForbiddenKey) ? null : parts;
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
function replaced(list2, index, value) {
  const copy = [...list2];
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
  const list2 = parent;
  const index = last === "-" ? list2.length : Number(last);
  if (!Number.isInteger(index) || index < 0 || index > list2.length) return void 0;
  return withValueAt(root, parentPath, [...list2.slice(0, index), value, ...list2.slice(index)]);
}
var pathOf = (pointer) => typeof pointer === "string" ? readPointer(pointer) : null;

// src/domain/variables/variable-key.ts
var MAX_LENGTH = 256;
function readVariableKey(key) {
  if (key.trim() === "" || key.length > MAX_LENGTH) return null;
  const path = key.startsWith("/") ? readPointer(key) : key.split(".");
  if (!path || path.some(isForbiddenKey) || isForbiddenKey(key)) return null;
  return { flat: key, path: path.includes("") ? [key] : path };
}

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
  const list2 = [...current ?? []];
  const items = Array.isArray(value) ? value : [value];
  for (const item of items) if (!list2.some((old) => sameJson(old, item))) list2.push(item);
  return { value: list2 };
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

// src/domain/variables/resolve-variables.ts
function resolveVariable(layers, key) {
  for (const { scope, values } of layers) {
    const found = readLayer(values, key);
    if (found) return "masked" in found ? null : { value: found.value, scope };
  }
  return null;
}
function resolveAllVariables(layers) {
  const all = /* @__PURE__ */ new Map();
  for (const key of new Set(layers.flatMap(({ values }) => Object.keys(values)))) {
    const resolved = resolveVariable(layers, key);
    if (resolved) all.set(key, resolved);
  }
  return all;
}

// src/domain/timeline/parse-effect.ts
var sources = ["analysis", "tool", "macro", "mvu", "user", "external", "api", "card"];
var scopes = ["page", "floor", "branch", "chat", "global"];
var policies = ["replace", "if_absent", "add", "max", "min", "append_unique", "patch"];
var changeFields = {
  move: { location: "text" },
  add_item: { item: "text", quantity: "number" },
  remove_item: { item: "text", quantity: "number" },
  set_relationship: { npc: "text", value: "number" },
  modify_relationship: { npc: "text", delta: "number" },
  start_quest: { questId: "text", stage: "text" },
  advance_quest: { questId: "text", stage: "text" },
  complete_quest: { questId: "text", outcome: "outcome" },
  set_flag: { flag: "text", value: "json" },
  pass_time: { minutes: "number" }
};
var isText = (value) => typeof value === "string";
var isNumber = (value) => typeof value === "number" && Number.isFinite(value);
var isSource = (value) => isText(value) && sources.includes(value);
function fits(kind, value) {
  switch (kind) {
    case "text":
      return isText(value);
    case "number":
      return isNumber(value);
    case "outcome":
      return value === "success" || value === "failure";
    case "json":
      return safeJson(value) !== void 0;
  }
}
function parseChange(raw) {
  if (!isRecord(raw)) return null;
  const type = own(raw, "type");
  if (!isText(type) || !Object.hasOwn(changeFields, type)) return null;
  const change = { type };
  for (const [field, kind] of Object.entries(changeFields[type])) {
    const value = own(raw, field);
    if (!fits(kind, value)) return null;
    change[field] = kind === "json" ? safeJson(value) : value;
  }
  return change;
}
function parseTime(raw) {
  if (!isRecord(raw)) return null;
  const day = own(raw, "day");
  const hour = own(raw, "hour");
  const minute = own(raw, "minute");
  return isNumber(day) && isNumber(hour) && isNumber(minute) ? { day, hour, minute } : null;
}
function parseWrite(raw) {
  if (!isRecord(raw)) return null;
  const op = own(raw, "op");
  if (op === "unset" || op === "mask") return { op };
  const value = safeJson(own(raw, "value"));
  if (op !== "set" || value === void 0) return null;
  const policy = own(raw, "policy");
  return isText(policy) && policies.includes(policy) ? { op, value, policy } : { op, value };
}
function parseVariable(raw) {
  const scope = own(raw, "scope");
  const key = own(raw, "key");
  const source = own(raw, "source");
  const reason = own(raw, "reason");
  const write = parseWrite(own(raw, "write"));
  if (!write || !isText(key) || !isText(scope) || !scopes.includes(scope) || !isSource(source)) return null;
  return {
    kind: "variable",
    scope,
    key,
    write,
    source,
    ...isText(reason) ? { reason } : {}
  };
}
function parseState(raw) {
  const change = parseChange(own(raw, "change"));
  const quote = own(raw, "quote");
  const source = own(raw, "source");
  if (!change) return null;
  return { kind: "state", change, ...isText(quote) ? { quote } : {}, ...isSource(source) ? { source } : {} };
}
function parseOpening(raw) {
  const location = own(raw, "location");
  const time = parseTime(own(raw, "time"));
  return { kind: "opening", ...isText(location) ? { location } : {}, ...time ? { time } : {} };
}
function parseMvu(raw) {
  const operations = own(raw, "operations");
  const source = own(raw, "source");
  if (!Array.isArray(operations) || !isSource(source)) return null;
  const safe = operations.filter(isRecord).map((operation) => safeJson(operation));
  return { kind: "mvu", operations: safe, source, ...own(raw, "exact") === true ? { exact: true } : {} };
}
function parseEffect(raw) {
  if (!isRecord(raw)) return null;
  switch (own(raw, "kind")) {
    case "state":
      return parseState(raw);
    case "opening":
      return parseOpening(raw);
    case "summary": {
      const text = own(raw, "text");
      return isText(text) ? { kind: "summary", text } : null;
    }
    case "variable":
      return parseVariable(raw);
    case "mvu":
      return parseMvu(raw);
    case "mvu-init": {
      const record2 = own(raw, "record");
      return isRecord(record2) ? { kind: "mvu-init", record: safeJson(record2) } : null;
    }
    default:
      return null;
  }
}
function parseEffects(raw) {
  if (!Array.isArray(raw)) return null;
  const effects = [];
  for (const item of raw) {
    const effect = parseEffect(item);
    if (effect) effects.push(effect);
  }
  return effects;
}

// src/domain/timeline/parse-mirror.ts
var kinds = ["greeting", "generated", "native", "imported", "continued", "reanalysed"];
var analyses = ["none", "pending", "done", "failed"];
var ops = ["set", "unset", "lock", "unlock"];
var isId = (value) => typeof value === "string" && value.length > 0 && value.length <= 128;
var isOneOf = (list2, value) => list2.includes(value);
var isRound = (value) => Number.isSafeInteger(value) && value >= 0;
function parseToolOutput(raw) {
  if (!Array.isArray(raw)) return [];
  return raw.filter(isRecord).flatMap((item) => {
    const tool = own(item, "tool");
    const text = own(item, "text");
    if (typeof tool !== "string" || typeof text !== "string") return [];
    return [{ tool, text, ...own(item, "keepInHistory") === true ? { keepInHistory: true } : {} }];
  });
}
var flag = (raw, key) => own(raw, key) === true ? { [key]: true } : {};
var alreadyRead = /* @__PURE__ */ new WeakMap();
function parsePageMirror(raw) {
  if (!isRecord(raw)) return null;
  let mirror = alreadyRead.get(raw);
  if (mirror === void 0) {
    mirror = readPageMirror(raw);
    alreadyRead.set(raw, mirror);
  }
  return mirror;
}
function readPageMirror(raw) {
  if (own(raw, "v") !== MIRROR_VERSION) return null;
  const floorId2 = own(raw, "floorId");
  const pageId2 = own(raw, "pageId");
  const basePageId2 = own(raw, "basePageId") ?? null;
  const kind = own(raw, "kind");
  const hash = own(raw, "hash");
  const round = own(raw, "round");
  const analysis = own(raw, "analysis");
  const effects = parseEffects(own(raw, "effects"));
  if (!isId(floorId2) || !isId(pageId2) || !(basePageId2 === null || isId(basePageId2)) || !isRound(round)) return null;
  if (!isOneOf(kinds, kind) || !isOneOf(analyses, analysis) || typeof hash !== "string" || !effects) return null;
  const adjustments = parseEffects(own(raw, "adjustments")) ?? [];
  const toolOutput = parseToolOutput(own(raw, "toolOutput"));
  const standsFor2 = parseIds(own(raw, "standsFor"));
  return {
    v: MIRROR_VERSION,
    floorId: floorId2,
    pageId: pageId2,
    basePageId: basePageId2,
    kind,
    hash,
    round,
    analysis,
    effects,
    ...flag(raw, "partial"),
    ...flag(raw, "truncated"),
    ...adjustments.length > 0 ? { adjustments } : {},
    ...toolOutput.length > 0 ? { toolOutput } : {},
    ...standsFor2.length > 0 ? { standsFor: standsFor2 } : {}
  };
}
function parseIds(raw) {
  const list2 = Array.isArray(raw) ? raw : [];
  return list2.filter(isId).slice(-STANDS_FOR_LIMIT);
}
function parseInputMirror(raw) {
  if (!isRecord(raw) || own(raw, "v") !== MIRROR_VERSION || Object.hasOwn(raw, "pageId")) return null;
  const floorId2 = own(raw, "floorId");
  const round = own(raw, "round");
  if (!isId(floorId2)) return null;
  return { v: MIRROR_VERSION, floorId: floorId2, ...isRound(round) ? { round } : {} };
}
function parseHandEdit(raw) {
  if (!isRecord(raw)) return null;
  const id = own(raw, "id");
  const floorId2 = own(raw, "floorId");
  const seq = own(raw, "seq");
  const at3 = own(raw, "at");
  const pointer = own(raw, "pointer");
  const op = own(raw, "op");
  if (!isId(id) || !isId(floorId2) || typeof pointer !== "string" || !pointer.startsWith("/")) return null;
  if (!isRound(seq) || typeof at3 !== "number" || typeof op !== "string" || !ops.includes(op)) return null;
  const value = safeJson(own(raw, "value"));
  return {
    id,
    floorId: floorId2,
    seq,
    at: at3,
    pointer,
    op,
    undone: own(raw, "undone") === true,
    ...value === void 0 ? {} : { value }
  };
}
function parseKeyframes(raw) {
  if (!isRecord(raw)) return null;
  const entries = Object.keys(raw).flatMap((key) => {
    const effects = isForbiddenKey(key) ? null : parseEffects(raw[key]);
    return effects ? [[key, effects]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
var checkedKeys = /* @__PURE__ */ new Set(["v", "chatId", "branchId", "integrity", "file", "owner", "handEdits", "keyframes"]);
var languages = ["zh", "en"];
function parseChatMirror(raw) {
  if (!isRecord(raw) || own(raw, "v") !== MIRROR_VERSION) return null;
  const chatId = own(raw, "chatId");
  const branchId = own(raw, "branchId");
  const integrity = own(raw, "integrity");
  const file = own(raw, "file");
  const owner = own(raw, "owner");
  const edits = own(raw, "handEdits");
  if (!isId(chatId) || !isId(branchId) || typeof integrity !== "string" || typeof file !== "string") return null;
  const rest = {};
  for (const key of Object.keys(raw)) {
    if (checkedKeys.has(key) || isForbiddenKey(key) || key === "language" && !languages.includes(raw[key])) continue;
    const value = safeJson(raw[key]);
    if (value !== void 0) rest[key] = value;
  }
  const keyframes = parseKeyframes(own(raw, "keyframes"));
  return {
    ...rest,
    v: MIRROR_VERSION,
    chatId,
    branchId,
    integrity,
    file,
    ...typeof owner === "string" ? { owner } : {},
    handEdits: Array.isArray(edits) ? edits.flatMap((edit) => parseHandEdit(edit) ?? []) : [],
    ...keyframes ? { keyframes } : {}
  };
}

// src/domain/variables/scope-log.ts
function foldScope(entries, isLive) {
  const layer = {};
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    if (entry.pageId === null || isLive(entry.pageId)) writeLayer(layer, entry.key, entry.write);
  }
  return layer;
}

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
  return (floorId2) => byFloor.get(floorId2) ?? none;
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
  const own2 = row.effects.length;
  const apply3 = (effect, effectIndex) => {
    for (const { code, reason } of ledger.apply(world, effect, row)) {
      rejections.push({ effectIndex, effect, code, reason });
    }
  };
  row.effects.forEach(apply3);
  row.adjustments.forEach((effect, i) => apply3(effect, own2 + i));
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
    for (const [at3, world] of recent) if (at3 <= ordinal && at3 > best.ordinal) best = { ordinal: at3, world };
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

// src/domain/timeline/identify-chat.ts
function fileToCheck(view, mirror) {
  if (!mirror || hasOtherIntegrity(view, mirror)) return null;
  const owner = mirror.owner ?? view.owner;
  return mirror.file === view.file && owner === view.owner ? null : { owner, file: mirror.file };
}
function identifyChat(view, mirror, known, nextId) {
  if (!mirror) {
    if (known.branch) return { ...known.branch, how: "known", parent: null };
    return { chatId: nextId(), branchId: nextId(), how: "new", parent: null };
  }
  const { chatId, branchId } = mirror;
  const asked = fileToCheck(view, mirror);
  if (hasOtherIntegrity(view, mirror) || asked && known.oldFileExists) {
    return { chatId, branchId: nextId(), how: "forked", parent: branchId };
  }
  return { chatId, branchId, how: asked ? "renamed" : "known", parent: null };
}
function hasOtherIntegrity(view, mirror) {
  return view.integrity !== "" && mirror.integrity !== "" && view.integrity !== mirror.integrity;
}

// src/domain/timeline/known-pages.ts
function knownPagesOf(mirrors) {
  const known = /* @__PURE__ */ new Map();
  for (const mirror of mirrors) {
    const same2 = known.get(mirror.hash);
    if (same2) same2.push(mirror);
    else known.set(mirror.hash, [mirror]);
  }
  return known;
}
function makePageFinder(known, taken) {
  const given = new Set(taken);
  const next = /* @__PURE__ */ new Map();
  return (hash) => {
    const same2 = known.get(hash) ?? [];
    for (let at3 = next.get(hash) ?? 0; at3 < same2.length; at3 += 1) {
      const page = same2[at3];
      next.set(hash, at3 + 1);
      if (!page || given.has(page.pageId)) continue;
      given.add(page.pageId);
      return page;
    }
    return null;
  };
}

// src/domain/timeline/activated-pages.ts
function activatedPages(previous, now) {
  if (!previous) return [];
  let same2 = 0;
  while (same2 < now.rows.length && isSame(previous.rows[same2], now.rows[same2])) same2 += 1;
  const before = new Map(previous.rows.slice(same2).map((row) => [row.floorId, row.pageId]));
  return now.rows.slice(same2).flatMap(({ floorId: floorId2, pageId: pageId2 }) => pageId2 !== null && before.get(floorId2) !== pageId2 ? [{ floorId: floorId2, pageId: pageId2 }] : []);
}
var isSame = (a, b) => a !== void 0 && a.floorId === b?.floorId && a.pageId === b.pageId;

// src/domain/timeline/claim-pages.ts
var Slot = class {
  /** The mirror found in the file; null when there is none. */
  found;
  /**
   * `own`: the page is this swipe's. `copy`: another holds the id, and this one has the same text or stands in a copied
   * message, so it is a copy of the page under a new id. `leaked`: another swipe of the same reply holds the id and the
   * text differs. `none`: nothing was found.
   */
  claim;
  message;
  swipe;
  #hashOf;
  #hash = null;
  constructor(message, swipe, hashOf) {
    this.message = message;
    this.swipe = swipe;
    this.#hashOf = hashOf;
    this.found = message.swipes.length === 0 ? message.page : mirrorOfSwipe(message, swipe, this);
    this.claim = this.found ? "own" : "none";
  }
  get text() {
    const { message, swipe } = this;
    return swipe === message.swipeId ? message.text : message.swipes[swipe]?.text ?? message.text;
  }
  /** Made when it is first asked for: most swipes of a long chat are never looked at. */
  get hash() {
    return this.#hash ??= this.#hashOf(this.text);
  }
};
function mirrorOfSwipe(message, swipe, slot) {
  const stored = message.swipes[swipe]?.mirror ?? null;
  if (swipe !== message.swipeId) return stored;
  const live = message.page;
  if (!live || !stored || live.pageId === stored.pageId) return live ?? stored;
  return stored.hash === slot.hash && live.hash !== slot.hash ? stored : live;
}
function slotsOf(message, hashOf) {
  if (message.swipes.length === 0) return [new Slot(message, 0, hashOf)];
  return message.swipes.map((_, swipe) => new Slot(message, swipe, hashOf));
}
function claimPages(slots) {
  const first = /* @__PURE__ */ new Map();
  const shared = /* @__PURE__ */ new Map();
  for (const slot of slots) {
    if (!slot.found) continue;
    const { pageId: pageId2 } = slot.found;
    const other = first.get(pageId2);
    if (!other) first.set(pageId2, slot);
    else shared.set(pageId2, [...shared.get(pageId2) ?? [other], slot]);
  }
  for (const holders of shared.values()) settle(holders);
}
function settle(holders) {
  const winner = bestOf(holders);
  for (const slot of holders) {
    if (slot === winner) continue;
    const best = slot.message === winner.message ? winner : bestOf(holders.filter(({ message }) => message === slot.message));
    slot.claim = slot === best || slot.hash === best.hash ? "copy" : "leaked";
  }
}
function bestOf(slots) {
  const [first] = slots;
  if (!first) throw new RangeError("No holder.");
  return slots.find(fits2) ?? first;
}
function fits2(slot) {
  return slot.found?.hash === slot.hash;
}

// src/domain/timeline/page-of-slot.ts
function pageOfSlot(slot, known, place, nextId) {
  const { floorId: floorId2, round } = place;
  if (slot.claim === "own" && slot.found) return slot.found;
  const pageId2 = known?.pageId ?? nextId();
  if (slot.claim === "copy" && slot.found) return { ...slot.found, pageId: pageId2, floorId: floorId2, round };
  if (known) return known.floorId === floorId2 && known.round === round ? known : { ...known, floorId: floorId2, round };
  return {
    v: MIRROR_VERSION,
    floorId: floorId2,
    pageId: pageId2,
    basePageId: null,
    kind: place.greeting ? "greeting" : "native",
    hash: slot.hash,
    round,
    analysis: "none",
    effects: []
  };
}

// src/domain/timeline/number-rounds.ts
function numberRounds(wishes) {
  const taken = /* @__PURE__ */ new Set();
  let highest = 0;
  for (const { round } of wishes) {
    if (round === null) continue;
    taken.add(round);
    highest = Math.max(highest, round);
  }
  let highestBefore = 0;
  let last = 0;
  return wishes.map((wish) => {
    let round = wish.round;
    if (round === null) {
      if (wish.otherwise === "greeting") round = 0;
      else if (wish.otherwise === "shared") round = last;
      else round = taken.has(highestBefore + 1) ? highest + 1 : highestBefore + 1;
    }
    taken.add(round);
    highest = Math.max(highest, round);
    highestBefore = Math.max(highestBefore, round);
    last = round;
    return round;
  });
}

// src/domain/timeline/segment-chat.ts
function segmentChat(messages) {
  const segments = [];
  let inputs = [];
  let playerSpoke = false;
  for (const message of messages) {
    switch (message.role) {
      case "system":
        break;
      case "user":
        playerSpoke = true;
        inputs.push(message);
        break;
      case "narrator":
        inputs.push(message);
        break;
      case "assistant":
        segments.push({ inputs, reply: message, leading: !playerSpoke });
        inputs = [];
        break;
    }
  }
  if (inputs.length > 0) segments.push({ inputs, reply: null, leading: !playerSpoke });
  return segments;
}

// src/domain/timeline/path-row.ts
var built = ["generated", "continued", "reanalysed"];
function pathRow(material) {
  const { segment, floorId: floorId2, round } = material;
  const inputIndexes = segment.inputs.map((input) => input.index);
  const swipe = shownSwipe(material);
  const page = material.mirrors[swipe];
  const hash = material.slots[swipe]?.hash;
  if (!segment.reply || page === void 0 || hash === void 0) {
    const empty = { pageId: null, kind: null, analysis: "none", partial: false, replyIndex: null };
    return { ...empty, floorId: floorId2, round, inputIndexes, swipePages: [], swipe: 0, ...nothingShown };
  }
  return {
    floorId: floorId2,
    round,
    pageId: page.pageId,
    kind: page.kind,
    analysis: page.analysis,
    partial: page.partial ?? false,
    replyIndex: segment.reply.index,
    inputIndexes,
    swipePages: material.mirrors.map((mirror) => mirror.pageId),
    swipe,
    hash,
    edited: page.hash !== hash,
    baseMismatch: built.includes(page.kind) && !isBuiltOn(page, material.base)
  };
}
function isBuiltOn({ basePageId: basePageId2 }, base) {
  return basePageId2 === null ? base.length === 0 : base.includes(basePageId2);
}
var nothingShown = { hash: null, edited: false, baseMismatch: false };
function shownSwipe({ segment, mirrors, floorId: floorId2, before }) {
  const swipeId = segment.reply?.swipeId ?? 0;
  if (swipeId >= 0 && swipeId < mirrors.length) return swipeId;
  if (mirrors.length === 0) return 0;
  const shown = before(floorId2);
  const previous = mirrors.findIndex((page) => page.pageId === shown);
  return previous >= 0 ? previous : Math.max(0, mirrors.length - 1);
}

// src/domain/timeline/reconcile.ts
function reconcile(view, identity, known, tools) {
  const rounds = segmentChat(view.messages).map((segment) => ({
    segment,
    slots: segment.reply ? slotsOf(segment.reply, tools.hashOf) : [],
    floorId: null,
    round: null
  }));
  claimPages(rounds.flatMap((round) => round.slots));
  const claimed = claimFloors(rounds);
  const taken = /* @__PURE__ */ new Set();
  for (const round of rounds) {
    for (const slot of round.slots) if (slot.claim === "own" && slot.found) taken.add(slot.found.pageId);
  }
  const find = makePageFinder(known.pages, taken);
  const found = rounds.map((round) => round.slots.map((slot) => slot.claim === "own" ? slot.found : find(slot.hash)));
  const keys = /* @__PURE__ */ new Map();
  rounds.forEach((round, i) => {
    const recent = i >= rounds.length - REMEMBERED_INPUTS || round.floorId === null;
    const key = recent ? inputKey(round.segment, tools.hashOf) : null;
    round.floorId ??= nameFloor(round, found[i] ?? [], claimed, known.inputFloors.get(key ?? "")) ?? newFloor(tools);
    claimed.add(round.floorId);
    if (key !== null) keys.set(key, i);
  });
  const numbers = numberRounds(
    rounds.map((round) => ({ round: round.round, otherwise: otherwise(round, view, rounds) }))
  );
  const path = readRows(known, { rounds, found, numbers, tools });
  const inputFloors = new Map([...keys].flatMap(([key, i]) => path.rows[i] ? [[key, path.rows[i]]] : []));
  const timeline = { chatId: identity.chatId, branchId: identity.branchId, rows: path.rows };
  return { ...path, timeline, inputFloors, activated: activatedPages(known.previous, timeline) };
}
var REMEMBERED_INPUTS = 8;
var newFloor = (tools) => tools.nextId();
function inputKey(segment, hashOf) {
  const first = segment.inputs[0];
  return first ? `${first.index}:${hashOf(first.text)}` : null;
}
function claimFloors(rounds) {
  const claimed = /* @__PURE__ */ new Set();
  for (const round of rounds) {
    for (const slot of round.slots) {
      if (slot.claim !== "own" || !slot.found) continue;
      const { floorId: floorId2 } = slot.found;
      if (round.floorId === null && !claimed.has(floorId2)) {
        round.floorId = floorId2;
        round.round = slot.found.round;
        claimed.add(floorId2);
      } else if (floorId2 !== round.floorId) slot.claim = "copy";
    }
  }
  return claimed;
}
function nameFloor(round, found, claimed, remembered) {
  const known = found.find((page) => page !== null && !claimed.has(page.floorId));
  const stamped = round.segment.inputs.find(({ input }) => input !== null && !claimed.has(input.floorId))?.input;
  const free = remembered !== void 0 && !claimed.has(remembered.floorId) ? remembered : void 0;
  const name = known ?? stamped ?? free;
  round.round = name?.round ?? null;
  return name?.floorId ?? null;
}
function otherwise(round, view, rounds) {
  const { segment } = round;
  if (segment.leading && segment.reply) return view.group || round === rounds[0] ? "greeting" : "next";
  return view.group && segment.inputs.length === 0 ? "shared" : "next";
}
function readRows(known, { rounds, found, numbers, tools }) {
  const editsOf = editsByFloor(known.handEdits);
  const before = (floorId2) => known.previous?.rows.findLast((row) => row.floorId === floorId2)?.pageId ?? null;
  const rows = [];
  const folds = [];
  const pages = /* @__PURE__ */ new Map();
  const unstamped = [];
  const repairs = [];
  const missing = [];
  let base = [];
  rounds.forEach((round, ordinal) => {
    const { segment, slots } = round;
    const floorId2 = round.floorId ?? newFloor(tools);
    const place = { floorId: floorId2, round: numbers[ordinal] ?? 0, greeting: segment.leading && ordinal === 0 };
    const mirrors = slots.map((slot, i) => {
      const page2 = pageOfSlot(slot, found[ordinal]?.[i] ?? null, place, tools.nextId);
      pages.set(page2.pageId, page2);
      if (isBare(slot, page2)) unstamped.push(page2);
      else if (page2 !== slot.found) repairs.push(repair(segment, slot, page2));
      return page2;
    });
    const row = pathRow({ ...place, segment, slots, mirrors, base, before });
    const page = row.pageId === null ? null : pages.get(row.pageId) ?? null;
    const effects = effectsOf(page, known);
    if (page && effects === null) missing.push(page.pageId);
    rows.push(row);
    folds.push({
      floorId: floorId2,
      round: row.round,
      pageId: row.pageId,
      effects: effects ?? [],
      adjustments: page?.adjustments ?? [],
      edits: editsOf(floorId2)
    });
    if (page) base = [page.pageId, ...page.standsFor ?? []];
  });
  return { rows, folds, pages, unstamped, repairs, missing };
}
function isBare(slot, page) {
  return slot.claim === "none" && (page.kind === "native" || page.kind === "greeting") && page.effects.length === 0;
}
function repair(segment, slot, mirror) {
  return { kind: "page", at: { index: segment.reply?.index ?? -1, swipe: slot.swipe, hash: slot.hash }, mirror };
}
function effectsOf(page, known) {
  if (!page) return [];
  return page.truncated ? known.effectsOf(page.pageId) : page.effects;
}

// src/domain/timeline/reply-hash.ts
var PLACEHOLDER = "<StatusPlaceHolderImpl/>";
function withoutPlaceholder(text) {
  let end = text.trimEnd();
  if (!end.endsWith(PLACEHOLDER)) return text;
  while (end.endsWith(PLACEHOLDER)) end = end.slice(0, -PLACEHOLDER.length).trimEnd();
  return end;
}
function replyHash(text) {
  return textHash(withoutPlaceholder(text));
}
function makeReplyHasher(limit = 6e4) {
  const known = /* @__PURE__ */ new Map();
  return (text) => {
    let hash = known.get(text);
    if (hash === void 0) {
      if (known.size >= limit) known.clear();
      hash = replyHash(text);
      known.set(text, hash);
    }
    return hash;
  };
}

// src/pipeline/chat-session/session-core.ts
function makeSessionCore(deps, opened2) {
  const { identity } = opened2;
  const hashOf = makeReplyHasher();
  const language = () => mirror.language ?? null;
  const fold = makeFold(deps.ledger(() => language() ?? deps.screenLanguage()));
  let closed = false;
  let touched = opened2.mirror !== null;
  let handEdits = opened2.handEdits;
  let mirror = { ...freshMirror(opened2), ...opened2.mirror, ...identityOf(opened2) };
  let last = null;
  let ordinals = /* @__PURE__ */ new Map();
  let vanished = null;
  let remembered = [];
  const effects = /* @__PURE__ */ new Map();
  const view = () => {
    const now2 = closed ? null : deps.hostChat.read();
    if (!now2 || !isSameChat(now2, opened2.view)) throw new NarrativeError("host.chat-changed");
    return now2;
  };
  const refresh = () => {
    const previous = last;
    const result = reconcile(
      view(),
      identity,
      {
        previous: previous?.timeline ?? null,
        pages: knownPagesOf([...previous?.unstamped ?? [], ...remembered]),
        inputFloors: previous?.inputFloors ?? /* @__PURE__ */ new Map(),
        handEdits,
        effectsOf: (pageId2) => mirror.keyframes?.[pageId2] ?? effects.get(pageId2) ?? null
      },
      { nextId: () => deps.ids.next(), hashOf }
    );
    if (result.repairs.length > 0) deps.hostChat.write(result.repairs);
    vanished = vanishedFloor(previous?.timeline.rows ?? [], result.timeline.rows) ?? keptVanished(vanished, result);
    last = result;
    ordinals = new Map(result.timeline.rows.map((row, ordinal) => [row.floorId, ordinal]));
    const first = fold.update(result.folds);
    const changed = previous === null || first < result.folds.length || !sameRows(previous.timeline.rows, result.timeline.rows);
    return { ...result, changed };
  };
  const now = () => last ?? refresh();
  return {
    deps,
    identity,
    home: opened2.view,
    fold,
    hashOf,
    view,
    refresh,
    timeline: () => now().timeline,
    pages: () => now().pages,
    unstamped: () => new Set(now().unstamped.map((page) => page.pageId)),
    vanished: () => vanished,
    row(floorId2) {
      const { rows } = now().timeline;
      const ordinal = ordinals.get(floorId2);
      const row = ordinal === void 0 ? void 0 : rows[ordinal];
      return row && ordinal !== void 0 ? { row, ordinal } : null;
    },
    handEdits: () => handEdits,
    setHandEdits(edits) {
      handEdits = edits;
    },
    remember(pages, more) {
      remembered = pages;
      if (pages.length > 0) last = null;
      for (const [pageId2, list2] of more) effects.set(pageId2, list2);
    },
    language,
    nextChatMirror() {
      const held = last?.pages;
      const frames = Object.entries(mirror.keyframes ?? {}).filter(
        ([pageId2]) => effects.has(pageId2) || (held?.has(pageId2) ?? true)
      );
      const { keyframes, ...rest } = mirror;
      const rev = revOf(mirror) + 1;
      mirror = { ...mirror, rev };
      return {
        ...rest,
        rev,
        handEdits,
        ...keyframes && frames.length > 0 ? { keyframes: Object.fromEntries(frames) } : {}
      };
    },
    patchMirror(changes) {
      const next = { ...mirror, ...changes };
      mirror = Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== void 0)
      );
    },
    choice: (key) => Object.hasOwn(mirror, key) ? mirror[key] : void 0,
    keepKeyframe(pageId2, list2) {
      effects.set(pageId2, list2);
      mirror = { ...mirror, keyframes: { ...mirror.keyframes, [pageId2]: list2 } };
    },
    touched: () => touched,
    touch() {
      touched = true;
    },
    close() {
      closed = true;
    }
  };
}
function revOf(mirror) {
  const rev = mirror?.["rev"];
  return typeof rev === "number" && Number.isSafeInteger(rev) ? rev : 0;
}
function freshMirror({ view, identity }) {
  const { chatId, branchId } = identity;
  return { v: MIRROR_VERSION, chatId, branchId, integrity: view.integrity, file: view.file, handEdits: [] };
}
function identityOf({ view, identity }) {
  const { chatId, branchId } = identity;
  return { chatId, branchId, integrity: view.integrity, file: view.file, owner: view.owner };
}
function isSameChat(a, b) {
  return a.owner === b.owner && a.file === b.file && (a.integrity === b.integrity || b.integrity === "");
}
function vanishedFloor(before, now) {
  const gone = before.at(-1);
  if (!gone || now.length !== before.length - 1 || now.at(-1)?.floorId !== before.at(-2)?.floorId) return null;
  return { floorId: gone.floorId, round: gone.round };
}
function keptVanished(vanished, now) {
  return vanished && now.activated.length === 0 && !now.timeline.rows.some((row) => row.floorId === vanished.floorId) ? vanished : null;
}
function sameRows(a, b) {
  return a.length === b.length && a.every((row, i) => sameRow(row, b[i]));
}
function sameRow(a, b) {
  if (b === void 0) return false;
  return a.floorId === b.floorId && a.pageId === b.pageId && a.hash === b.hash && a.analysis === b.analysis && a.edited === b.edited && a.baseMismatch === b.baseMismatch && a.replyIndex === b.replyIndex && a.swipe === b.swipe && sameList(a.swipePages, b.swipePages) && sameList(a.inputIndexes, b.inputIndexes);
}
var sameList = (a, b) => a.length === b.length && a.every((item, i) => item === b[i]);

// src/pipeline/chat-session/session-notices.ts
var sentences2 = {
  rebuilt: {
    zh: "\u672C\u673A\u6CA1\u6709\u8FD9\u4E2A\u804A\u5929\u7684\u8BB0\u5F55\uFF0C\u72B6\u6001\u5DF2\u4ECE\u804A\u5929\u6587\u4EF6\u91CD\u5EFA\u3002",
    en: "This browser had no record of this chat; its state was rebuilt from the chat file."
  },
  missing: {
    zh: "\u6709\u4E9B\u56DE\u5408\u7684\u53D8\u66F4\u65E2\u4E0D\u5728\u804A\u5929\u6587\u4EF6\u4E5F\u4E0D\u5728\u672C\u673A\uFF0C\u72B6\u6001\u53EF\u80FD\u4E0D\u5B8C\u6574\u3002",
    en: "What some rounds changed is neither in the chat file nor in this browser; the state may be incomplete."
  },
  keyframe: {
    zh: "\u8FD9\u4E00\u56DE\u5408\u7684\u53D8\u66F4\u592A\u591A\uFF0C\u804A\u5929\u6587\u4EF6\u91CC\u6539\u5B58\u4E3A\u6574\u5757\u8BB0\u5F55\u3002",
    en: "This round changed too much for its message; the changes are kept with the chat as a whole."
  },
  "moved-on": {
    zh: "\u4E0A\u6B21\u6CA1\u6765\u5F97\u53CA\u5199\u5165\u804A\u5929\u7684\u4E00\u4E2A\u56DE\u590D\u5DF2\u627E\u4E0D\u5230\u539F\u4F4D\uFF0C\u5B83\u4FDD\u7559\u5728\u5019\u9009\u8BB0\u5F55\u91CC\u3002",
    en: "A reply that could not be written into the chat last time has lost its place; it is kept among the candidates."
  },
  recovered: {
    zh: "\u4E0A\u6B21\u4E2D\u65AD\u7684\u56DE\u5408\u5DF2\u8865\u5199\u5B8C\u6210\u3002",
    en: "A turn that was interrupted last time has been completed."
  },
  quota: {
    zh: "\u6D4F\u89C8\u5668\u5B58\u50A8\u7A7A\u95F4\u5DF2\u6EE1\uFF1A\u73B0\u5728\u53EA\u5728\u804A\u5929\u6587\u4EF6\u91CC\u4FDD\u5B58\uFF0C\u5386\u53F2\u5019\u9009\u548C\u65E5\u5FD7\u6682\u4E0D\u4FDD\u7559\u3002",
    en: "The browser\u2019s storage is full: only the chat file is written now; older candidates and journals are not kept."
  },
  database: {
    zh: "\u672C\u673A\u6570\u636E\u5E93\u4E0D\u53EF\u7528\uFF1A\u73B0\u5728\u53EA\u5728\u804A\u5929\u6587\u4EF6\u91CC\u4FDD\u5B58\u3002",
    en: "The local database cannot be used: only the chat file is written now."
  }
};
function sessionSentence(which, language) {
  return sentences2[which][language];
}
function storageSentence(code) {
  return code === "storage.quota" ? "quota" : "database";
}

// src/pipeline/chat-session/store-guard.ts
var tellsTheWriter = ["floor.conflict", "floor.immutable"];
function makeStoreGuard(deps) {
  const failed = (error) => {
    const code = error instanceof NarrativeError ? error.code : "storage.missing";
    deps.log.warn("The database failed.", error);
    const which = storageSentence(code);
    deps.notifier.once(`storage:${which}`, sessionSentence(which, deps.screenLanguage()));
  };
  return {
    async write(batch, durability) {
      try {
        await deps.store.write(batch, durability);
      } catch (error) {
        if (error instanceof NarrativeError && tellsTheWriter.includes(error.code)) throw error;
        failed(error);
      }
    },
    async read(reading, fallback) {
      try {
        return await reading;
      } catch (error) {
        failed(error);
        return fallback;
      }
    }
  };
}

// src/pipeline/chat-session/chat-writer.ts
function makeChatWriter(core, guard) {
  const { hostChat, ids: ids2, clock } = core.deps;
  return {
    async commit(batch, writes) {
      core.view();
      const outboxId = ids2.next();
      const row = { outboxId, branchId: core.identity.branchId, at: clock.now(), writes };
      await guard.write({ ...batch, outbox: [row] }, "strict");
      core.view();
      hostChat.write(writes);
      await hostChat.save();
      await guard.write({ remove: { outbox: [outboxId] } }, "relaxed");
    },
    async replay(rows) {
      if (rows.length === 0) return 0;
      let lost = 0;
      for (const row of rows) lost += hostChat.write(stillNeeded(core, row.writes)).lost.length;
      await hostChat.save();
      await guard.write({ remove: { outbox: rows.map((row) => row.outboxId) } }, "relaxed");
      return lost;
    }
  };
}
function stillNeeded(core, writes) {
  const { messages, mirror } = core.view();
  const rev = revOf(parseChatMirror(mirror));
  return writes.filter((write) => {
    if (write.kind === "chat") return revOf(write.mirror) > rev;
    if (write.kind !== "text") return true;
    const message = messages[write.at.index];
    const shown = message?.swipeId === write.at.swipe ? message.text : message?.swipes[write.at.swipe]?.text;
    return shown !== write.text;
  });
}

// src/domain/timeline/path-chunks.ts
var CHUNK_ROWS = 64;
function layoutChunks(previous, floors, nextId) {
  const chunkOf = /* @__PURE__ */ new Map();
  for (const chunk of previous) for (const floor of chunk.floors) chunkOf.set(floor, chunk.chunkId);
  const used = /* @__PURE__ */ new Set();
  const layout = [];
  for (const floor of floors) {
    const home = chunkOf.get(floor);
    const last = layout.at(-1);
    if (last && last.floors.length < CHUNK_ROWS && (home === void 0 || home === last.home)) {
      last.floors.push(floor);
      continue;
    }
    const chunkId = home !== void 0 && !used.has(home) ? home : nextId();
    used.add(chunkId);
    layout.push({ chunkId, home: home ?? chunkId, floors: [floor] });
  }
  return layout.map(({ chunkId, floors: rows }) => ({ chunkId, floors: rows }));
}

// src/pipeline/chat-session/path-keeper.ts
function pathBatch(core, { branches, chunks, gone }) {
  const { branchId } = core.identity;
  return { branches, chunks, remove: { chunks: gone.map((chunkId) => ({ branchId, chunkId })) } };
}
var AT_ONCE = 16;
function makePathKeeper(core, guard) {
  const { identity, deps } = core;
  let held = [];
  const rowsNow = (shown) => {
    const pages = core.pages();
    const rows = /* @__PURE__ */ new Map();
    for (const { floorId: floorId2, round, pageId: pageId2 } of core.timeline().rows) {
      const page = shown.get(floorId2) ?? (pageId2 === null ? null : pages.get(pageId2) ?? null);
      rows.set(floorId2, { floorId: floorId2, round, page });
    }
    return rows;
  };
  const changes = (shown = /* @__PURE__ */ new Map()) => {
    const rows = rowsNow(shown);
    const before = new Map(held.map((chunk) => [chunk.chunkId, chunk.rows]));
    const next = layoutChunks(held, [...rows.keys()], () => deps.ids.next()).map(({ chunkId, floors }) => ({
      chunkId,
      floors,
      rows: floors.flatMap((floor) => rows.get(floor) ?? [])
    }));
    const changed = next.filter(({ chunkId, rows: now }) => !sameRows2(before.get(chunkId), now));
    const kept = new Set(next.map((chunk) => chunk.chunkId));
    return {
      branches: [branchRecord(core, next)],
      chunks: changed.map((chunk) => ({ branchId: identity.branchId, chunkId: chunk.chunkId, rows: chunk.rows })),
      gone: [...before.keys()].filter((chunkId) => !kept.has(chunkId)),
      settle() {
        held = next;
      }
    };
  };
  return {
    load(chunkIds, chunks) {
      const byId = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
      held = chunkIds.flatMap((chunkId) => byId.get(chunkId) ?? []).map(({ chunkId, rows }) => ({ chunkId, rows, floors: rows.map((row) => row.floorId) }));
    },
    changes,
    async save() {
      const found = changes();
      found.settle();
      for (let i = 0; i < found.chunks.length; i += AT_ONCE) {
        await guard.write({ chunks: found.chunks.slice(i, i + AT_ONCE) }, "relaxed");
      }
      await guard.write(pathBatch(core, { ...found, chunks: [] }), "relaxed");
    }
  };
}
function sameRows2(a, b) {
  return a !== void 0 && a.length === b.length && a.every((row, i) => sameRow2(row, b[i]));
}
function sameRow2(a, b) {
  if (a.floorId !== b?.floorId || a.round !== b.round) return false;
  return a.page === b.page || stampOf(a.page) === stampOf(b.page);
}
var stampOf = (page) => page ? `${page.pageId} ${page.analysis} ${page.effects.length} ${page.adjustments?.length ?? 0}` : "";
function branchRecord(core, layout) {
  const { identity, deps } = core;
  const { owner, file, integrity, group } = core.home;
  return {
    branchId: identity.branchId,
    chatId: identity.chatId,
    owner,
    file,
    integrity,
    group,
    parent: identity.parent,
    language: core.language(),
    chunkIds: layout.map((chunk) => chunk.chunkId),
    updatedAt: deps.clock.now()
  };
}

// src/domain/timeline/mirror-of-page.ts
function mirrorOfPage(page, round, toolOutput = []) {
  const mirror = {
    v: MIRROR_VERSION,
    floorId: page.floorId,
    pageId: page.pageId,
    basePageId: page.basePageId,
    kind: page.kind,
    hash: page.hash,
    round,
    analysis: page.analysis,
    effects: page.effects,
    ...page.standsFor && page.standsFor.length > 0 ? { standsFor: page.standsFor } : {},
    ...page.partial ? { partial: true } : {},
    ...page.adjustments && page.adjustments.length > 0 ? { adjustments: page.adjustments } : {},
    ...toolOutput.length > 0 ? { toolOutput } : {}
  };
  if (fits3(mirror)) return { mirror, keyframe: null };
  const { adjustments, ...bare } = mirror;
  const keyframe = [...page.effects, ...adjustments ?? []];
  const short = { ...bare, effects: [], truncated: true };
  if (fits3(short)) return { mirror: short, keyframe };
  const { toolOutput: dropped, ...shortest } = short;
  return { mirror: dropped ? { ...shortest, toolOutput: marks(dropped) } : shortest, keyframe };
}
function marks(outputs) {
  return outputs.slice(0, 20).map((output) => ({ ...output, tool: output.tool.slice(0, 64), text: output.text.slice(0, 80) }));
}
function fits3(mirror) {
  return utf8Length(JSON.stringify(mirror)) <= MIRROR_LIMIT_BYTES;
}

// src/pipeline/chat-session/reply-writes.ts
function textAt(view, { chatIndex: chatIndex2, swipe }) {
  const message = view.messages[chatIndex2];
  if (message?.role !== "assistant") throw new NarrativeError("floor.conflict", { message: "The reply is gone." });
  if (message.swipeId === swipe || message.swipes.length === 0) return message.text;
  return message.swipes[swipe]?.text ?? message.text;
}
function addressAt(core, { chatIndex: chatIndex2, swipe }, text) {
  return { index: chatIndex2, swipe, hash: core.hashOf(text) };
}
function mirrorAt(core, page, more, at3) {
  const { mirror, keyframe } = mirrorOfPage(page, more.round, more.toolOutput);
  if (keyframe) core.keepKeyframe(page.pageId, keyframe);
  return { mirror, write: { kind: "page", at: at3, mirror }, keyframed: keyframe !== null };
}

// src/pipeline/chat-session/reanalysed-pages.ts
function reanalysedPages(core, earlier) {
  const view = core.view();
  const renamed = /* @__PURE__ */ new Map();
  const ordinalOf = (floorId2) => core.row(floorId2)?.ordinal ?? -1;
  const inOrder = [...earlier].sort((a, b) => ordinalOf(a.floorId) - ordinalOf(b.floorId));
  return inOrder.flatMap(({ floorId: floorId2, effects }) => {
    const row = core.row(floorId2)?.row;
    const old = row?.pageId ? core.pages().get(row.pageId) : void 0;
    if (!row || !old || row.replyIndex === null) return [];
    const place = { chatIndex: row.replyIndex, swipe: row.swipe };
    const text = textAt(view, place);
    const base = old.basePageId ?? baseOf(core, floorId2);
    const page = {
      pageId: core.deps.ids.next(),
      floorId: floorId2,
      kind: "reanalysed",
      hash: core.hashOf(text),
      standsFor: standsFor(old),
      basePageId: (base && renamed.get(base)) ?? base,
      partial: old.partial ?? false,
      analysis: "done",
      effects,
      ...old.adjustments ? { adjustments: old.adjustments } : {},
      messages: [],
      runId: null,
      createdAt: core.deps.clock.now()
    };
    renamed.set(old.pageId, page.pageId);
    const toolOutput = old.toolOutput ?? [];
    const mirrored = mirrorAt(core, page, { round: row.round, toolOutput }, addressAt(core, place, text));
    const stored = { ...page, chatId: core.identity.chatId, round: row.round, text, toolOutput };
    return [{ page, stored, replaces: old.pageId, mirrored }];
  });
}
function standsFor(old) {
  return [...old.standsFor ?? [], old.pageId].slice(-STANDS_FOR_LIMIT);
}
function baseOf(core, floorId2) {
  const ordinal = core.row(floorId2)?.ordinal ?? 0;
  return core.timeline().rows.slice(0, ordinal).findLast((row) => row.pageId !== null)?.pageId ?? null;
}

// src/pipeline/chat-session/scope-keeper.ts
function mayWrite(scope, pageId2) {
  return scope === "chat" || pageId2 === null;
}
function makeScopeKeeper(core, guard) {
  const { deps, identity } = core;
  let log = [];
  let elsewhere = /* @__PURE__ */ new Set();
  const idOf = (scope) => scope === "chat" ? identity.chatId : "";
  const entriesFor = (writers) => {
    const seq = { chat: nextSeq("chat"), global: nextSeq("global") };
    const entry = (pageId2, effect) => {
      if (effect.kind !== "variable" || effect.scope !== "chat" && effect.scope !== "global") return [];
      const { scope, key, write } = effect;
      if (!mayWrite(scope, pageId2)) return [];
      seq[scope] += 1;
      return [{ entryId: deps.ids.next(), scope, scopeId: idOf(scope), seq: seq[scope] - 1, pageId: pageId2, key, write }];
    };
    return writers.flatMap(({ pageId: pageId2, effects }) => effects.flatMap((effect) => entry(pageId2, effect)));
  };
  const nextSeq = (scope) => log.reduce((next, entry) => entry.scope === scope ? Math.max(next, entry.seq + 1) : next, 0);
  const fromPath = (scope) => {
    const known = new Set(log.map((entry) => entry.pageId));
    return core.timeline().rows.flatMap(({ pageId: pageId2 }) => {
      const page = pageId2 === null || known.has(pageId2) ? void 0 : core.pages().get(pageId2);
      return (page?.effects ?? []).flatMap((effect) => {
        if (effect.kind !== "variable" || effect.scope !== scope || !mayWrite(scope, pageId2)) return [];
        return [{ entryId: "", scope, scopeId: idOf(scope), seq: -1, pageId: pageId2, key: effect.key, write: effect.write }];
      });
    });
  };
  return {
    async load() {
      const chat = await guard.read(deps.store.scopes("chat", identity.chatId), []);
      const global = await guard.read(deps.store.scopes("global", ""), []);
      log = [...chat, ...global];
      const pages = /* @__PURE__ */ new Set();
      const branches = log.length > 0 ? await guard.read(deps.store.branchesOfChat(identity.chatId), []) : [];
      for (const branch of branches) {
        if (branch.branchId === identity.branchId) continue;
        const chunks = await guard.read(deps.store.chunks(branch.branchId), []);
        for (const chunk of chunks) for (const { page } of chunk.rows) if (page) pages.add(page.pageId);
      }
      for (const entry of global) if (entry.pageId !== null && !core.pages().has(entry.pageId)) pages.add(entry.pageId);
      elsewhere = pages;
    },
    layer(scope) {
      const shown = new Set(core.timeline().rows.map((row) => row.pageId));
      const entries = [...fromPath(scope), ...log.filter((entry) => entry.scope === scope)];
      return foldScope(entries, (pageId2) => shown.has(pageId2) || elsewhere.has(pageId2));
    },
    entriesFor,
    add(entries) {
      log = [...log, ...entries];
    }
  };
}

// src/pipeline/chat-session/find-floor.ts
function findFloor(core, type) {
  const { rows } = core.timeline();
  const ordinal = rows.length - 1;
  const last = rows[ordinal];
  if (type === "swipe") {
    if (!last?.pageId) throw new NarrativeError("floor.conflict", { message: "There is no reply to rewrite." });
    return at2(last, ordinal);
  }
  if (last && last.pageId === null) return at2(last, ordinal);
  if (type === "regenerate") {
    const vanished = core.vanished();
    if (vanished) return { ...vanished, ordinal: rows.length, row: null };
    if (last) return at2(last, ordinal);
  }
  return { floorId: core.deps.ids.next(), round: nextRound(rows), ordinal: rows.length, row: null };
}
var at2 = (row, ordinal) => ({ floorId: row.floorId, round: row.round, ordinal, row });
function nextRound(rows) {
  return rows.reduce((highest, row) => Math.max(highest, row.round), 0) + 1;
}

// src/pipeline/chat-session/stamp-floor.ts
function inputStamps(view, { floorId: floorId2, round }, indexes, hashOf) {
  return indexes.flatMap((index) => {
    const message = view.messages[index];
    if (!message || message.input?.floorId === floorId2 && message.input.round === round) return [];
    return [{ kind: "input", index, hash: hashOf(message.text), mirror: { v: MIRROR_VERSION, floorId: floorId2, round } }];
  });
}
function pageStamps(core, view, row) {
  const unstamped = core.unstamped();
  const index = row.replyIndex;
  const message = index === null ? void 0 : view.messages[index];
  if (index === null || !message) return [];
  return row.swipePages.flatMap((pageId2, swipe) => {
    const mirror = core.pages().get(pageId2);
    if (!mirror || !unstamped.has(pageId2)) return [];
    const text = swipe === message.swipeId ? message.text : message.swipes[swipe]?.text ?? message.text;
    return [{ kind: "page", at: { index, swipe, hash: core.hashOf(text) }, mirror }];
  });
}

// src/pipeline/chat-session/turn-floors.ts
function makeTurnFloors(core, guard, keeper) {
  const { deps, identity } = core;
  const held = /* @__PURE__ */ new Map();
  const floorRow = (floorId2, status, failure) => ({
    floorId: floorId2,
    chatId: identity.chatId,
    status,
    createdAt: deps.clock.now(),
    ...failure === void 0 ? {} : { failure }
  });
  return {
    heldBy: (floorId2) => held.get(floorId2) ?? null,
    release: (floorId2) => held.delete(floorId2),
    async open(type, runId) {
      core.refresh();
      const floor = findFloor(core, type);
      const { floorId: floorId2, ordinal } = floor;
      const before = core.timeline().rows.slice(0, ordinal);
      const basePageId2 = before.findLast((row) => row.pageId !== null)?.pageId ?? null;
      const pageId2 = deps.ids.next();
      const shown = floor.row?.pageId ?? null;
      const rewritten = type === "swipe" && shown !== null ? (await guard.read(deps.store.runsOfPage(shown), []))[0] ?? null : null;
      const known = await guard.read(deps.store.floor(floorId2), null);
      core.touch();
      deps.hostChat.write(stamps(core, floor, before.at(-1) ?? null));
      core.refresh();
      const path = keeper.changes();
      const { branches, chunks } = path;
      const run = openRun({ runId, type, floorId: floorId2, pageId: pageId2, at: deps.clock.now() });
      const batch = { branches, chunks, runs: [{ ...run, chatId: identity.chatId }] };
      const settled = known ? known.status === "committed" : shown !== null;
      if (!settled) {
        const from = [null, "draft", "failed"];
        await guard.write(
          {
            ...batch,
            expectFloors: [{ floorId: floorId2, from: held.has(floorId2) ? [...from, "generating"] : from }],
            floors: [floorRow(floorId2, "generating")]
          },
          "strict"
        );
      } else await guard.write(batch, "strict");
      path.settle();
      held.set(floorId2, runId);
      const { round } = floor;
      return { floorId: floorId2, pageId: pageId2, round, ordinal, basePageId: basePageId2, base: core.fold.after(ordinal - 1), before, rewritten };
    },
    async fail(opened2, run, events) {
      held.delete(opened2.floorId);
      const known = await guard.read(deps.store.floor(opened2.floorId), null);
      const runs = [{ ...run, chatId: identity.chatId }];
      core.refresh();
      const holds = (core.row(opened2.floorId)?.row.pageId ?? null) !== null;
      const next = holds ? floorRow(opened2.floorId, "committed") : floorRow(opened2.floorId, "failed", run.error?.code);
      const open2 = known?.status === "generating" || known?.status === "draft";
      const floors = open2 ? [{ ...next, createdAt: known.createdAt }] : [];
      await guard.write({ runs, events, floors }, "strict");
    }
  };
}
function stamps(core, floor, base) {
  const { row } = floor;
  const view = core.view();
  return [
    ...base ? pageStamps(core, view, base) : [],
    ...row ? pageStamps(core, view, row) : [],
    ...row ? inputStamps(view, floor, row.inputIndexes, core.hashOf) : [],
    { kind: "chat", mirror: core.nextChatMirror() }
  ];
}
function openRun(facts) {
  const { runId, type, floorId: floorId2, pageId: pageId2, at: at3 } = facts;
  return {
    runId,
    type,
    floorId: floorId2,
    pageId: pageId2,
    schedule: "merged",
    status: "running",
    step: "open",
    startedAt: at3,
    endedAt: null,
    rungs: [],
    error: null,
    seed: 0,
    plan: null,
    planBasis: null
  };
}

// src/pipeline/chat-session/commit-page.ts
function makePageCommitter({ core, guard, keeper, writer, floors, scopes: scopes2 }) {
  const { deps, identity } = core;
  const resultOf = (floorId2) => {
    const place = core.row(floorId2);
    const { rows } = core.timeline();
    return { world: core.fold.after(rows.length - 1), rejections: place ? core.fold.rejections(place.ordinal) : [] };
  };
  return {
    async secure(opened2, at3) {
      const text = textAt(core.view(), at3);
      const page = newPage(core, {
        ...opened2,
        kind: "generated",
        text,
        partial: at3.partial,
        analysis: "pending",
        effects: [],
        messages: [],
        runId: floors.heldBy(opened2.floorId)
      });
      const { write } = mirrorAt(core, page, opened2, addressAt(core, at3, text));
      deps.hostChat.write([write, { kind: "chat", mirror: core.nextChatMirror() }]);
      await deps.hostChat.save();
      core.refresh();
    },
    async commit(request) {
      const { floorId: floorId2, pageId: pageId2 } = request;
      const known = await guard.read(deps.store.page(pageId2), null);
      if (known) return resultOf(floorId2);
      core.refresh();
      const round = core.row(floorId2)?.row.round;
      if (round === void 0) throw new NarrativeError("floor.conflict", { message: "The round is not in the chat." });
      const text = textAt(core.view(), request);
      const final = core.hashOf(text) === core.hashOf(request.writtenText) ? request.finalText : text;
      const earlier = reanalysedPages(core, request.earlier);
      const base = earlier.find((each) => each.replaces === request.basePageId)?.page.pageId ?? request.basePageId;
      const page = newPage(core, { ...request, ...inherited(core, request), basePageId: base, text: final });
      const at3 = addressAt(core, request, final);
      const own2 = mirrorAt(core, page, { round, toolOutput: request.toolOutput }, at3);
      const mirrors = [...earlier.map((each) => each.mirrored), own2];
      const writes = [
        ...final === text ? [] : [{ kind: "text", at: addressAt(core, request, text), text: final }],
        ...mirrors.map(({ write }) => write),
        { kind: "chat", mirror: core.nextChatMirror() }
      ];
      const stored = [
        ...earlier.map((each) => each.stored),
        { ...page, chatId: identity.chatId, round, text: final, toolOutput: request.toolOutput }
      ];
      const shown = new Map(mirrors.map(({ mirror }) => [mirror.floorId, mirror]));
      const path = keeper.changes(shown);
      const entries = scopes2.entriesFor(stored);
      await writer.commit(
        {
          ...pathBatch(core, path),
          ...await floorBatch(floorId2, stored),
          pages: stored,
          events: request.events,
          scopes: entries
        },
        writes
      );
      path.settle();
      scopes2.add(entries);
      floors.release(floorId2);
      core.refresh();
      if (own2.keyframed) deps.notifier.once("keyframe", sessionSentence("keyframe", deps.screenLanguage()));
      return resultOf(floorId2);
    }
  };
  async function floorBatch(floorId2, pages) {
    const known = await guard.read(deps.store.floor(floorId2), null);
    const committed = {
      floorId: floorId2,
      chatId: identity.chatId,
      status: "committed",
      createdAt: known?.createdAt ?? deps.clock.now()
    };
    const from = known ? ["generating", "committed"] : [null];
    const others = pages.flatMap((page) => page.floorId === floorId2 ? [] : [{ ...committed, floorId: page.floorId }]);
    return { expectFloors: [{ floorId: floorId2, from }], floors: [committed, ...others] };
  }
}
function inherited(core, { kind, floorId: floorId2 }) {
  const shown = core.row(floorId2)?.row.pageId;
  const old = kind === "reanalysed" && shown ? core.pages().get(shown) : void 0;
  if (!old) return {};
  return { standsFor: standsFor(old), ...old.adjustments ? { adjustments: old.adjustments } : {} };
}
function newPage(core, facts) {
  const { deps } = core;
  return {
    pageId: facts.pageId,
    floorId: facts.floorId,
    kind: facts.kind,
    hash: core.hashOf(facts.text),
    basePageId: facts.basePageId,
    ...facts.standsFor ? { standsFor: facts.standsFor } : {},
    ...facts.adjustments ? { adjustments: facts.adjustments } : {},
    partial: facts.partial,
    analysis: facts.analysis,
    effects: facts.effects,
    messages: facts.messages.map((message) => ({ ...message, messageId: deps.ids.next() })),
    runId: facts.runId,
    createdAt: deps.clock.now()
  };
}

// src/domain/hand-edits/check-game-value.ts
var isText2 = (value) => typeof value === "string";
var isCount = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;
var isBond = (value) => typeof value === "number" && value >= -100 && value <= 100;
var isWhole = (low, high) => (value) => Number.isSafeInteger(value) && value >= low && value <= high;
var record = (each) => (value) => isRecord(value) && Object.entries(value).every(([key, v]) => !isForbiddenKey(key) && each(v));
var list = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");
var statuses = ["available", "active", "completed", "failed"];
var outcomes = [void 0, "success", "failure"];
var isTime = (value) => isRecord(value) && isWhole(1, 1e9)(value["day"]) && isWhole(0, 23)(value["hour"]) && isCount(value["minute"]) && value["minute"] < 60;
var isQuest = (value) => isRecord(value) && statuses.includes(value["status"]) && typeof value["stage"] === "string" && outcomes.includes(value["outcome"]);
var isKnown = (value) => isRecord(value) && ["locations", "npcs", "items", "quests"].every((key) => list(value[key]));
var roots = {
  time: isTime,
  location: isText2,
  inventory: record(isCount),
  relationships: record(isBond),
  quests: record(isQuest),
  flags: record(() => true),
  known: isKnown
};
function mayHold(root, value) {
  return Object.hasOwn(roots, root) && (roots[root]?.(value) ?? false);
}
function isEditableRoot(root) {
  return Object.hasOwn(roots, root);
}

// src/domain/hand-edits/edit-world.ts
function valueInWorld(world, pointer) {
  const [root, ...path] = readPointer(pointer) ?? [];
  switch (root) {
    case "game":
      return valueAt(world.game, path);
    case "summaries":
      return lineOf(world.summaries, path[0])?.text;
    case "variables": {
      const [name = "", ...inner] = path;
      const held = Object.hasOwn(world.variables, name) ? world.variables[name] : void 0;
      return held && "value" in held ? valueAt(held.value, inner) : void 0;
    }
    case "mvu":
      return world.mvu === null ? void 0 : valueAt(world.mvu, path);
    default:
      return void 0;
  }
}
function editedWorld(world, pointer, value, floorId2) {
  const [root, ...path] = readPointer(pointer) ?? [];
  switch (root) {
    case "game":
      return editedGame(world, path, value);
    case "summaries":
      return editedSummaries(world, path, value, floorId2);
    case "variables":
      return editedVariables(world, path, value);
    case "mvu":
      return editedMvu(world, path, value);
    default:
      return null;
  }
}
function editedGame(world, path, value) {
  const [name, ...inner] = path;
  if (name === void 0 || !isEditableRoot(name)) return null;
  if (value === void 0 && (inner.length === 0 || name === "time")) return null;
  const old = world.game[name];
  const next = value === void 0 ? withoutValueAt(old, inner) : withValueAt(old, inner, value);
  if (next === void 0 || !mayHold(name, next)) return null;
  return { ...world, game: { ...world.game, [name]: next } };
}
var lineOf = (lines, round) => lines.find((line) => String(line.round) === round);
function editedSummaries(world, path, value, floorId2) {
  const [round = "", ...more] = path;
  if (more.length > 0 || !/^\d{1,9}$/.test(round)) return null;
  const others = world.summaries.filter((line2) => String(line2.round) !== round);
  if (value === void 0) return { ...world, summaries: others };
  if (typeof value !== "string" || value.trim() === "") return null;
  const old = lineOf(world.summaries, round);
  const line = { floorId: old?.floorId ?? floorId2, round: Number(round), text: value };
  return {
    ...world,
    summaries: old ? world.summaries.map((each) => each === old ? line : each) : [...others, line].sort((a, b) => a.round - b.round)
  };
}
function editedVariables(world, path, value) {
  const [name, ...inner] = path;
  if (name === void 0) return null;
  const layer = { ...world.variables };
  if (inner.length === 0) {
    const refusal2 = writeLayer(layer, name, value === void 0 ? { op: "unset" } : { op: "set", value });
    return refusal2 ? null : { ...world, variables: layer };
  }
  const held = Object.hasOwn(layer, name) ? layer[name] : void 0;
  const old = held && "value" in held ? held.value : void 0;
  const next = value === void 0 ? withoutValueAt(old ?? {}, inner) : withValueAt(old, inner, value);
  if (next === void 0 || writeLayer(layer, name, { op: "set", value: next })) return null;
  return { ...world, variables: layer };
}
function editedMvu(world, path, value) {
  if (path.length === 0) return value !== void 0 && isRecord(value) ? { ...world, mvu: value } : null;
  const old = world.mvu ?? {};
  const next = value === void 0 ? withoutValueAt(old, path) : withValueAt(old, path, value);
  return next !== void 0 && isRecord(next) ? { ...world, mvu: next } : null;
}

// src/pipeline/chat-session/hand-editor.ts
function makeHandEditor(core, writer) {
  const { deps, identity } = core;
  const keep = async (edits, batch) => {
    core.setHandEdits(edits);
    core.touch();
    core.refresh();
    const view = core.view();
    const floors = new Set(edits.map((edit) => edit.floorId));
    const rows = core.timeline().rows.filter((row) => floors.has(row.floorId));
    await writer.commit(batch, [
      ...rows.flatMap((row) => [
        ...pageStamps(core, view, row),
        ...inputStamps(view, row, row.inputIndexes, core.hashOf)
      ]),
      { kind: "chat", mirror: core.nextChatMirror() }
    ]);
    core.refresh();
  };
  const flip = async (edit, undone) => {
    if (!edit) return false;
    const flipped = { ...edit, undone };
    await keep(
      core.handEdits().map((each) => each.id === edit.id ? flipped : each),
      { edits: [{ ...flipped, branchId: identity.branchId }] }
    );
    return true;
  };
  return {
    async edit(pointer, change) {
      core.refresh();
      const row = headRow(core);
      const edit = {
        id: deps.ids.next(),
        floorId: row.floorId,
        seq: Math.max(-1, ...core.handEdits().map((each) => each.seq)) + 1,
        at: deps.clock.now(),
        pointer,
        op: change.op,
        undone: false,
        ...valueOf(change)
      };
      checkEdit(core.fold.after(core.timeline().rows.length - 1), edit);
      const dropped = core.handEdits().filter((each) => each.undone);
      const { branchId } = identity;
      await keep([...core.handEdits().filter((each) => !each.undone), edit], {
        edits: [{ ...edit, branchId }],
        remove: { edits: dropped.map(({ id }) => ({ branchId, id })) }
      });
      return edit.id;
    },
    undo: () => flip(
      byOrder(core).findLast((edit) => !edit.undone),
      true
    ),
    redo: () => flip(
      byOrder(core).find((edit) => edit.undone),
      false
    )
  };
}
var byOrder = (core) => [...core.handEdits()].sort((a, b) => a.seq - b.seq);
function headRow(core) {
  const row = core.timeline().rows.findLast((each) => each.pageId !== null);
  if (!row)
    throw new NarrativeError("input.invalid", { message: "The chat has no reply yet that an edit could belong to." });
  return row;
}
function valueOf(change) {
  if (change.op === "unset" || change.op === "unlock" || change.value === void 0) return {};
  const value = safeJson(change.value);
  return value === void 0 ? {} : { value };
}
function checkEdit(world, edit) {
  const { pointer, op, value, floorId: floorId2 } = edit;
  if (op === "unlock") return;
  const next = op === "lock" && value === void 0 ? valueInWorld(world, pointer) : value;
  const leads = op === "unset" ? editedWorld(world, pointer, void 0, floorId2) : editedWorld(world, pointer, next, floorId2);
  if (leads || op === "lock" && next === void 0 && pointer.startsWith("/")) return;
  throw new NarrativeError("input.invalid", {
    message: `"${pointer}" cannot hold that value.`,
    details: { pointer, op, value }
  });
}

// src/pipeline/chat-session/identify.ts
async function findChat(deps, guard, view) {
  const inFile = parseChatMirror(view.mirror);
  const asked = fileToCheck(view, inFile);
  const oldFileExists = asked !== null && await deps.hostChat.chatExists(asked.owner, asked.file);
  const branch = inFile ? null : await guard.read(deps.store.branchOfFile(view.owner, view.file), null);
  const known = branch && (branch.integrity === view.integrity || branch.integrity === "") ? branch : null;
  const identity = identifyChat(view, inFile, { branch: known, oldFileExists }, () => deps.ids.next());
  const outbox = await guard.read(deps.store.outbox(identity.branchId), []);
  const mirror = newest([
    inFile,
    ...outbox.flatMap((row) => row.writes.flatMap((w) => w.kind === "chat" ? w.mirror : []))
  ]);
  const handEdits = mirror ? mirror.handEdits : await guard.read(deps.store.edits(identity.branchId), []);
  return { view, identity, mirror, handEdits, outbox };
}
function newest(mirrors) {
  return mirrors.reduce((best, next) => next && (!best || revOf(next) > revOf(best)) ? next : best, null);
}

// src/pipeline/chat-session/recover-chat.ts
async function replayOutbox(core, writer, rows) {
  if (rows.length === 0) return [];
  const lost = await writer.replay(rows);
  core.refresh();
  return [lost > 0 ? "moved-on" : "recovered"];
}
async function endStaleRuns(core, guard) {
  const { store: store2, clock } = core.deps;
  const { chatId } = core.identity;
  const all = await guard.read(store2.runsOfChat(chatId), []);
  const stale = all.filter((run) => run.status === "running");
  const floors = (await guard.read(store2.floorsOfChat(chatId), [])).filter(isOpen);
  if (stale.length === 0 && floors.length === 0) return;
  const events = [];
  const runs = [];
  for (const run of stale) {
    const journal = await guard.read(store2.events(run.runId), []);
    runs.push({ ...run, status: "stale", endedAt: clock.now() });
    if (journal.some((event) => event.type === "run.ended")) continue;
    events.push({ runId: run.runId, seq: journal.length, at: clock.now(), type: "run.ended", status: "stale" });
  }
  await guard.write({ runs, events, floors: floors.map((floor) => ended(core, floor)) }, "strict");
}
var isOpen = (floor) => floor.status === "generating" || floor.status === "draft";
function ended(core, floor) {
  return hasPage(core, floor.floorId) ? { ...floor, status: "committed" } : { ...floor, status: "failed", failure: "run.cancelled" };
}
function hasPage(core, floorId2) {
  return (core.row(floorId2)?.row.pageId ?? null) !== null;
}

// src/pipeline/chat-session/restore-page.ts
async function restorePage(core, guard, writer, pageId2) {
  core.refresh();
  if (core.pages().has(pageId2)) return;
  const page = await guard.read(core.deps.store.page(pageId2), null);
  if (!page) throw new NarrativeError("input.invalid", { message: "This candidate is not kept any more." });
  const index = core.row(page.floorId)?.row.replyIndex;
  if (index === void 0 || index === null) {
    throw new NarrativeError("input.invalid", { message: "The round of this candidate is not in the chat any more." });
  }
  const { mirror, keyframe } = mirrorOfPage(page, page.round, page.toolOutput);
  if (keyframe) core.keepKeyframe(pageId2, keyframe);
  await writer.commit({}, [
    { kind: "add-swipe", index, text: page.text, mirror },
    { kind: "chat", mirror: core.nextChatMirror() }
  ]);
  core.refresh();
}

// src/domain/variables/host-projection.ts
var VALUE_LIMIT = 1024;
var isShared = (key) => !key.startsWith("state.") && readVariableKey(key) !== null;
var print = (value) => textHash(JSON.stringify(value));
var isSmall = (value) => JSON.stringify(value).length <= VALUE_LIMIT;
function markOf(variables) {
  return Object.fromEntries(
    Object.entries(variables).filter(([key]) => isShared(key)).map(([key, value]) => [key, print(value)])
  );
}
function projectionChanges(layer, host2, mark) {
  const changes = {};
  for (const [key, held] of Object.entries(layer)) {
    if (!isShared(key)) continue;
    if ("masked" in held) {
      if (Object.hasOwn(host2, key)) changes[key] = void 0;
    } else if (!sameJson(host2[key], held.value)) changes[key] = held.value;
  }
  for (const [key, value] of Object.entries(host2)) {
    const gone = isShared(key) && Object.hasOwn(mark, key) && !Object.hasOwn(layer, key);
    if (gone && isSmall(value)) changes[key] = void 0;
  }
  return changes;
}
function externalChanges(layer, host2, mark) {
  const effects = [];
  const change = (key, write) => {
    effects.push({ kind: "variable", scope: "branch", key, write, source: "external" });
  };
  for (const [key, value] of Object.entries(host2)) {
    if (!isShared(key) || !isSmall(value)) continue;
    const held = Object.hasOwn(layer, key) ? layer[key] : void 0;
    if (held && "value" in held && sameJson(held.value, value)) continue;
    const changed = Object.hasOwn(mark, key) ? mark[key] !== print(value) : held === void 0;
    if (changed) change(key, { op: "set", value });
  }
  for (const key of Object.keys(mark)) {
    if (isShared(key) && Object.hasOwn(layer, key) && !Object.hasOwn(host2, key)) change(key, { op: "unset" });
  }
  return effects;
}

// src/domain/variables/page-layers.ts
function pageLayers(effects) {
  const page = {};
  const floor = {};
  for (const effect of effects) {
    if (effect.kind !== "variable") continue;
    if (effect.scope === "page") writeLayer(page, effect.key, effect.write);
    if (effect.scope === "floor") writeLayer(floor, effect.key, effect.write);
  }
  return { page, floor };
}

// src/pipeline/chat-session/task-queue.ts
function makeTaskQueue() {
  let last = Promise.resolve();
  const settled = (task) => task.then(
    () => void 0,
    () => void 0
  );
  return {
    run(task) {
      const result = last.then(task);
      last = settled(result);
      return result;
    },
    async idle() {
      let seen;
      do {
        seen = last;
        await seen;
      } while (seen !== last);
    }
  };
}

// src/pipeline/chat-session/session-variables.ts
var MARK = "projected";
function makeVariableKeeper({ core, guard, writer, scopes: scopes2, queue }) {
  const { hostChat, store: store2 } = core.deps;
  let projectedFor = null;
  const head = () => core.timeline().rows.findLast((row) => row.pageId !== null)?.pageId ?? null;
  const layerAtHead = () => core.fold.after(core.timeline().rows.length - 1).variables;
  const mark = () => {
    const held = core.choice(MARK);
    return isRecord(held) ? held : {};
  };
  const layers = () => {
    const pageId2 = head();
    const own2 = pageLayers((pageId2 === null ? void 0 : core.pages().get(pageId2))?.effects ?? []);
    return [
      { scope: "page", values: own2.page },
      { scope: "floor", values: own2.floor },
      { scope: "branch", values: layerAtHead() },
      { scope: "chat", values: scopes2.layer("chat") },
      { scope: "global", values: scopes2.layer("global") }
    ];
  };
  const adjusted = async (pageId2, effects) => {
    const row = core.timeline().rows.find((each) => each.swipePages.includes(pageId2));
    const mirror = core.pages().get(pageId2);
    if (!row || !mirror || row.replyIndex === null || mirror.truncated) return null;
    const place = { chatIndex: row.replyIndex, swipe: row.swipePages.indexOf(pageId2) };
    const text = textAt(core.view(), place);
    const adjustments = [...mirror.adjustments ?? [], ...effects];
    const stored = await guard.read(store2.page(pageId2), null);
    const page = { ...pageOf(mirror, stored), adjustments };
    const more = { round: mirror.round, ...mirror.toolOutput ? { toolOutput: mirror.toolOutput } : {} };
    const { write } = mirrorAt(core, page, more, addressAt(core, place, text));
    return { writes: [write], batch: stored ? { pages: [{ ...stored, adjustments }] } : {} };
  };
  const setNow = async (...[key, write, scope]) => {
    if (scope === "page" || scope === "floor") throw new NarrativeError("floor.immutable");
    const layer = { ...scope === "branch" ? layerAtHead() : scopes2.layer(scope) };
    const refusal2 = writeLayer(layer, key, write);
    if (refusal2)
      throw new NarrativeError("input.invalid", { message: `${key}: ${refusal2}`, details: { key, refusal: refusal2 } });
    const effect = { kind: "variable", scope, key, write, source: "api" };
    core.touch();
    if (scope !== "branch") {
      const entries = scopes2.entriesFor([{ pageId: null, effects: [effect] }]);
      await guard.write({ scopes: entries }, "strict");
      scopes2.add(entries);
      return;
    }
    core.refresh();
    const pageId2 = head();
    const change = pageId2 === null ? null : await adjusted(pageId2, [effect]);
    if (!change)
      throw new NarrativeError("input.invalid", { message: "There is no reply yet the value could belong to." });
    await writer.commit(change.batch, [...change.writes, { kind: "chat", mirror: core.nextChatMirror() }]);
    core.refresh();
    project();
  };
  const project = () => {
    if (!core.touched()) return;
    const layer = layerAtHead();
    const changes = projectionChanges(layer, hostChat.readVariables(), mark());
    if (Object.keys(changes).length > 0) hostChat.writeVariables(changes);
    projectedFor = head();
    const next = markOf(hostChat.readVariables());
    if (JSON.stringify(next) === JSON.stringify(mark())) return;
    core.patchMirror({ [MARK]: next });
    hostChat.write([{ kind: "chat", mirror: core.nextChatMirror() }]);
  };
  return {
    layers,
    resolve: (key) => resolveVariable(layers(), key),
    resolveAll: () => resolveAllVariables(layers()),
    set: (key, write, scope) => queue.run(() => setNow(key, write, scope)),
    promotions: (pageId2) => promotionsOf(core, pageId2),
    async absorb() {
      if (!core.touched()) return;
      const pageId2 = projectedFor !== null && core.pages().has(projectedFor) ? projectedFor : head();
      const row = core.timeline().rows.findIndex((each) => pageId2 !== null && each.swipePages.includes(pageId2));
      if (pageId2 === null || row < 0) return;
      const shown = core.timeline().rows[row]?.pageId === pageId2;
      const effects = externalChanges(shown ? layerAtHead() : {}, hostChat.readVariables(), mark());
      const real = shown ? effects : effects.filter((effect) => effect.kind === "variable" && Object.hasOwn(mark(), effect.key));
      const change = real.length > 0 ? await adjusted(pageId2, real) : null;
      if (!change) return;
      core.view();
      hostChat.write(change.writes);
      await guard.write(change.batch, "relaxed");
      core.refresh();
    },
    project
  };
}
function pageOf(mirror, stored) {
  const { floorId: floorId2, pageId: pageId2, basePageId: basePageId2, kind, hash, analysis, effects } = mirror;
  const facts = { floorId: floorId2, pageId: pageId2, basePageId: basePageId2, kind, hash, analysis, effects, partial: mirror.partial ?? false };
  return {
    ...facts,
    messages: stored?.messages ?? [],
    runId: stored?.runId ?? null,
    createdAt: stored?.createdAt ?? 0
  };
}
function promotionsOf(core, pageId2) {
  const page = core.pages().get(pageId2);
  const place = page ? core.row(page.floorId) : null;
  const rejected = place?.row.pageId === pageId2 ? core.fold.rejections(place.ordinal) : [];
  return (page?.effects ?? []).flatMap((effect, index) => {
    if (effect.kind !== "variable") return [];
    const { key, scope, reason = "" } = effect;
    const refusal2 = rejected.find((each) => each.effectIndex === index);
    if (refusal2) return [{ key, scope, status: "rejected", reason: refusal2.code }];
    if (scope === "global") return [{ key, scope, status: "rejected", reason: "policy_forbidden" }];
    const narrow = scope === "page" || scope === "floor";
    return [{ key, scope, status: narrow ? "accepted_page_only" : "promoted", reason }];
  });
}

// src/pipeline/chat-session/open-chat-session.ts
var fixedKeys = [
  "v",
  "chatId",
  "branchId",
  "integrity",
  "file",
  "owner",
  "handEdits",
  "keyframes",
  "rev",
  "language"
];
async function openChatSession(deps) {
  const view = deps.hostChat.read();
  if (!view) return null;
  const guard = makeStoreGuard(deps);
  const found = await findChat(deps, guard, view);
  const core = makeSessionCore(deps, found);
  const writer = makeChatWriter(core, guard);
  const keeper = makePathKeeper(core, guard);
  const floors = makeTurnFloors(core, guard, keeper);
  const scopes2 = makeScopeKeeper(core, guard);
  const committer = makePageCommitter({ core, guard, keeper, writer, floors, scopes: scopes2 });
  const editor = makeHandEditor(core, writer);
  const queue = makeTaskQueue();
  const variables = makeVariableKeeper({ core, guard, writer, scopes: scopes2, queue });
  let background = Promise.resolve();
  const said = [...await bringUp(core, guard, keeper, found)];
  said.push(...await replayOutbox(core, writer, found.outbox));
  await endStaleRuns(core, guard);
  await scopes2.load();
  const keepPath = () => {
    if (!core.touched()) return;
    background = background.then(() => keeper.save()).catch((error) => {
      deps.log.warn("The path could not be kept.", error);
    });
  };
  keepPath();
  const reconcileNow = async (reason) => {
    const { changed, activated, missing } = core.refresh();
    await variables.absorb();
    variables.project();
    if (changed) keepPath();
    if (missing.length > 0 && !said.includes("missing")) said.push("missing");
    const notices = said.splice(0).map((which) => sessionSentence(which, deps.screenLanguage()));
    return { changed, activated: activated.map((page) => ({ ...page, reason })), notices };
  };
  return {
    get language() {
      return core.language();
    },
    setLanguage(language) {
      if (core.language() === language) return;
      core.patchMirror({ language });
      core.view();
      deps.hostChat.write([{ kind: "chat", mirror: core.nextChatMirror() }]);
    },
    reconcile: (reason) => queue.run(() => reconcileNow(reason)),
    timeline: () => core.timeline(),
    worldAfter: (ordinal) => core.fold.after(ordinal),
    head: () => core.fold.after(core.timeline().rows.length - 1),
    rejections(floorId2) {
      const place = core.row(floorId2);
      return place ? core.fold.rejections(place.ordinal) : [];
    },
    variables,
    page: (pageId2) => guard.read(deps.store.page(pageId2), null),
    openTurn: (type, runId) => queue.run(() => floors.open(type, runId)),
    secureProse: (opened2, at3) => queue.run(() => committer.secure(opened2, at3)),
    commit: (request) => queue.run(async () => {
      const result = await committer.commit(request);
      variables.project();
      return result;
    }),
    failTurn: (opened2, run, events) => queue.run(() => floors.fail(opened2, run, events)),
    saveRun: (run, events) => queue.run(() => guard.write({ runs: [{ ...run, chatId: core.identity.chatId }], events }, "relaxed")),
    async runOf(pageId2) {
      const [run] = await guard.read(deps.store.runsOfPage(pageId2), []);
      return run ? { run, events: await guard.read(deps.store.events(run.runId), []) } : null;
    },
    edit: (pointer, change) => queue.run(() => editor.edit(pointer, change)),
    undo: () => queue.run(() => editor.undo()),
    redo: () => queue.run(() => editor.redo()),
    restorePage: (pageId2) => queue.run(() => restorePage(core, guard, writer, pageId2)),
    choice: (key) => fixedKeys.includes(key) ? void 0 : core.choice(key),
    setChoice: (key, value) => queue.run(async () => {
      if (fixedKeys.includes(key)) throw new NarrativeError("input.invalid", { message: `"${key}" is no choice.` });
      core.patchMirror({ [key]: value });
      core.touch();
      await writer.commit({}, [{ kind: "chat", mirror: core.nextChatMirror() }]);
    }),
    async close() {
      await queue.idle();
      core.close();
      await background;
    }
  };
}
async function bringUp(core, guard, keeper, found) {
  const { store: store2, hostChat } = core.deps;
  const first = core.refresh();
  const branch = await guard.read(store2.branch(found.identity.branchId), null);
  if (branch) {
    const chunks = await guard.read(store2.chunks(branch.branchId), []);
    keeper.load(branch.chunkIds, chunks);
    const pages = chunks.flatMap((chunk) => chunk.rows.flatMap(({ page }) => page ?? []));
    core.remember(first.unstamped.length > 0 ? pages : [], await effectsOf2(core, guard, first.missing));
    if (first.unstamped.length > 0 || first.missing.length > 0) core.refresh();
  } else if (first.missing.length > 0) {
    core.remember([], await effectsOf2(core, guard, first.missing));
    core.refresh();
  }
  const moved = found.identity.how === "forked" || found.identity.how === "renamed";
  if (moved) hostChat.write([{ kind: "chat", mirror: core.nextChatMirror() }]);
  const rebuilt = !branch && found.mirror !== null && found.identity.how === "known" && first.pages.size > 0;
  return rebuilt ? ["rebuilt"] : [];
}
async function effectsOf2(core, guard, missing) {
  const effects = /* @__PURE__ */ new Map();
  for (const pageId2 of missing) {
    const page = await guard.read(core.deps.store.page(pageId2), null);
    if (page) effects.set(pageId2, [...page.effects, ...page.adjustments ?? []]);
  }
  return effects;
}

// src/domain/game-state/open-story.ts
function openStory(state, opening) {
  const { location, time } = opening;
  const placed = location === void 0 || checkChange({ type: "move", location }) !== null ? {} : { location };
  const { locations } = state.known;
  const known = "location" in placed && !locations.includes(placed.location) ? { known: { ...state.known, locations: [...locations, placed.location] } } : {};
  return { ...state, ...placed, ...known, ...time && isClockTime(time) ? { time } : {} };
}
function isClockTime({ day, hour, minute }) {
  if (![day, hour, minute].every(Number.isSafeInteger)) return false;
  return day >= 1 && hour >= 0 && hour < 24 && minute >= 0 && minute < 60;
}

// src/domain/hand-edits/locks.ts
function brokenLock(before, after) {
  return before.locks.find((pointer) => !sameJson(valueInWorld(before, pointer), valueInWorld(after, pointer))) ?? null;
}

// src/pipeline/world-ledger.ts
var done = [];
function makeWorldLedger(parts) {
  const refuse = (code, about) => [
    { code, reason: sentences3[code][parts.language()] + about }
  ];
  const fresh = /* @__PURE__ */ new WeakMap();
  const freshOf = (world) => {
    let parts2 = fresh.get(world);
    if (!parts2) fresh.set(world, parts2 = /* @__PURE__ */ new Set());
    return parts2;
  };
  const share = (world) => {
    fresh.delete(world);
    return snapshot(world);
  };
  const change = (world, effect, at3) => {
    switch (effect.kind) {
      case "state": {
        const point = { round: at3.round, language: parts.language() };
        const applied2 = parts.applyChange(world.game, effect.change, point, freshOf(world));
        world.game = applied2.state;
        return applied2.refusal ? [applied2.refusal] : done;
      }
      case "opening":
        world.game = openStory(world.game, effect);
        return done;
      case "summary":
        addLine(world, { floorId: at3.floorId, round: at3.round, text: effect.text });
        return done;
      case "variable": {
        if (effect.scope !== "branch") return done;
        const refusal2 = writeLayer(variablesOf(world), effect.key, effect.write);
        return refusal2 ? refuse(refusal2, effect.key) : done;
      }
      case "mvu":
      case "mvu-init": {
        const applied2 = parts.applyMvu(world.mvu, effect, parts.language());
        world.mvu = applied2.record;
        return applied2.refusals;
      }
    }
  };
  const guarded = (world, effect, at3) => {
    const before = share(world);
    const refusals = change(world, effect, at3);
    const broken = brokenLock(before, world);
    if (broken === null) return refusals;
    restore(world, before);
    if (effect.kind === "mvu" && effect.operations.length > 1) {
      return effect.operations.flatMap((operation) => guarded(world, { ...effect, operations: [operation] }, at3));
    }
    return refuse("locked", broken);
  };
  return {
    empty: () => ({ game: parts.empty, summaries: [], variables: {}, mvu: null, locks: [] }),
    clone: share,
    apply: (world, effect, at3) => world.locks.length > 0 ? guarded(world, effect, at3) : change(world, effect, at3),
    edit(world, edit, at3) {
      if (edit.op === "set" || edit.op === "unset" || edit.value !== void 0) {
        const next = editedWorld(world, edit.pointer, edit.op === "unset" ? void 0 : edit.value, at3.floorId);
        if (next) restore(world, next);
      }
      if (edit.op === "lock" || edit.op === "unlock") {
        const others = world.locks.filter((pointer) => pointer !== edit.pointer);
        world.locks = edit.op === "lock" ? [...others, edit.pointer] : others;
      }
    }
  };
}
function snapshot(world) {
  return { ...world, summaries: [...world.summaries], variables: { ...world.variables } };
}
function restore(world, from) {
  Object.assign(world, snapshot(from));
}
function addLine(world, line) {
  world.summaries.push(line);
}
function variablesOf(world) {
  return world.variables;
}
var sentences3 = {
  locked: { zh: "\u5DF2\u88AB\u624B\u52A8\u9501\u5B9A\uFF1A", en: "locked by hand: " },
  "key-refused": { zh: "\u4E0D\u5141\u8BB8\u7684\u53D8\u91CF\u540D\uFF1A", en: "this variable name is not allowed: " },
  "too-large": { zh: "\u53D8\u91CF\u503C\u8FC7\u5927\uFF1A", en: "the value is too large: " },
  "not-a-number": { zh: "\u9700\u8981\u6570\u5B57\uFF1A", en: "a number is needed: " },
  "not-a-list": { zh: "\u9700\u8981\u5217\u8868\uFF1A", en: "a list is needed: " },
  "patch-failed": { zh: "\u8865\u4E01\u4E0D\u518D\u9002\u7528\uFF1A", en: "the patch does not fit any more: " },
  "path-blocked": { zh: "\u8DEF\u5F84\u4E0D\u5B58\u5728\uFF1A", en: "there is no such place: " }
};

// src/storage/check-batch.ts
function checkFloor(expected, floor) {
  const status = floor?.status ?? null;
  if (expected.from.includes(status)) return;
  throw new NarrativeError("floor.conflict", {
    message: `The round is ${status ?? "not known"}, expected ${expected.from.map((s) => s ?? "not known").join(" or ")}.`,
    details: { floorId: expected.floorId, status }
  });
}
function checkPage(next, old) {
  if (old?.analysis !== "done") return;
  if (old.hash === next.hash && JSON.stringify(old.effects) === JSON.stringify(next.effects)) return;
  throw new NarrativeError("floor.immutable", { details: { pageId: next.pageId } });
}
function eventsByRun(events) {
  const byRun = /* @__PURE__ */ new Map();
  for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
    const same2 = byRun.get(event.runId);
    if (same2) same2.push(event);
    else byRun.set(event.runId, [event]);
  }
  return byRun;
}
function checkJournal(events, length) {
  let next = length;
  for (const { seq, runId } of events) {
    if (seq > next)
      throw new NarrativeError("storage.corrupt", { message: "The journal has a gap.", details: { runId } });
    next = Math.max(next, seq + 1);
  }
}

// src/storage/memory/tables.ts
var emptyTables = () => ({
  branches: /* @__PURE__ */ new Map(),
  chunks: /* @__PURE__ */ new Map(),
  pages: /* @__PURE__ */ new Map(),
  floors: /* @__PURE__ */ new Map(),
  runs: /* @__PURE__ */ new Map(),
  events: /* @__PURE__ */ new Map(),
  edits: /* @__PURE__ */ new Map(),
  scopes: /* @__PURE__ */ new Map(),
  outbox: /* @__PURE__ */ new Map()
});
function applyRemovals(tables, remove) {
  deleteAll(
    tables.chunks,
    remove.chunks?.map(({ branchId, chunkId }) => `${branchId}/${chunkId}`)
  );
  deleteAll(
    tables.edits,
    remove.edits?.map(({ branchId, id }) => `${branchId}/${id}`)
  );
  deleteAll(tables.outbox, remove.outbox);
  deleteAll(tables.branches, remove.branches);
  deleteAll(tables.pages, remove.pages);
  deleteAll(tables.floors, remove.floors);
  deleteAll(tables.scopes, remove.scopes);
  deleteAll(tables.runs, remove.runs);
  deleteAll(tables.events, remove.runs);
}
function deleteAll(table, keys) {
  for (const key of keys ?? []) table.delete(key);
}

// src/storage/memory/memory-store.ts
function makeMemoryStore(tables = emptyTables()) {
  const copy = (value) => structuredClone(value);
  const found = (value) => Promise.resolve(value === void 0 ? null : copy(value));
  const all = (values, keep) => Promise.resolve([...values].filter(keep).map(copy));
  const newest2 = (branches) => [...branches].sort((a, b) => b.updatedAt - a.updatedAt)[0];
  return {
    kind: "memory",
    branch: (branchId) => found(tables.branches.get(branchId)),
    branchOfFile: (owner, file) => found(newest2([...tables.branches.values()].filter((b) => b.owner === owner && b.file === file))),
    branchesOfChat: (chatId) => all(tables.branches.values(), (b) => b.chatId === chatId),
    branchesOfName: (file) => all(tables.branches.values(), (b) => b.file === file),
    chunks: (branchId) => all(tables.chunks.values(), (chunk) => chunk.branchId === branchId),
    page: (pageId2) => found(tables.pages.get(pageId2)),
    pagesOfFloor: (floorId2) => all(tables.pages.values(), (page) => page.floorId === floorId2),
    pagesOfChat: (chatId) => Promise.resolve([...tables.pages.values()].filter((page) => page.chatId === chatId).map((page) => page.pageId)),
    floor: (floorId2) => found(tables.floors.get(floorId2)),
    floorsOfChat: (chatId) => all(tables.floors.values(), (floor) => floor.chatId === chatId),
    edits: (branchId) => all(tables.edits.values(), (edit) => edit.branchId === branchId),
    outbox: (branchId) => all(tables.outbox.values(), (row) => row.branchId === branchId),
    async runsOfPage(pageId2) {
      const runs = await all(tables.runs.values(), (run) => run.pageId === pageId2);
      return [...runs].sort((a, b) => b.startedAt - a.startedAt);
    },
    runsOfChat: (chatId) => all(tables.runs.values(), (run) => run.chatId === chatId),
    events: (runId) => Promise.resolve(copy(tables.events.get(runId) ?? [])),
    scopes: (scope, scopeId) => all(tables.scopes.values(), (entry) => entry.scope === scope && entry.scopeId === scopeId),
    async write(batch) {
      await Promise.resolve();
      check(tables, batch);
      apply2(tables, copy(batch));
    },
    close: () => void 0
  };
}
function check(tables, batch) {
  for (const expected of batch.expectFloors ?? []) checkFloor(expected, tables.floors.get(expected.floorId));
  for (const page of batch.pages ?? []) checkPage(page, tables.pages.get(page.pageId));
  for (const [runId, events] of eventsByRun(batch.events ?? [])) {
    checkJournal(events, tables.events.get(runId)?.length ?? 0);
  }
}
function apply2(tables, batch) {
  applyRemovals(tables, batch.remove ?? {});
  putAll(tables.branches, batch.branches, (branch) => branch.branchId);
  putAll(tables.chunks, batch.chunks, (chunk) => `${chunk.branchId}/${chunk.chunkId}`);
  putAll(tables.floors, batch.floors, (floor) => floor.floorId);
  putAll(tables.pages, batch.pages, (page) => page.pageId);
  putAll(tables.runs, batch.runs, (run) => run.runId);
  putAll(tables.edits, batch.edits, (edit) => `${edit.branchId}/${edit.id}`);
  putAll(tables.scopes, batch.scopes, (entry) => entry.entryId);
  putAll(tables.outbox, batch.outbox, (row) => row.outboxId);
  for (const [runId, events] of eventsByRun(batch.events ?? [])) {
    const journal = tables.events.get(runId) ?? [];
    for (const event of events) journal[event.seq] = event;
    tables.events.set(runId, journal);
  }
}
function putAll(table, records, keyOf) {
  for (const record2 of records ?? []) table.set(keyOf(record2), record2);
}

// test/support/counting-ids.ts
function countingIds(prefix = "id") {
  let n = 0;
  return { next: () => `${prefix}${n += 1}` };
}

// test/support/raw-chat.ts
var KEY = "narrative_agent";
function roleOf(message) {
  if (message.is_user) return "user";
  const extra = message.extra ?? {};
  if (extra["type"] === "narrator") return "narrator";
  if (extra["isSmallSys"] === true || Array.isArray(extra["tool_invocations"])) return "system";
  return "assistant";
}
function viewMessage(message, index) {
  const role = roleOf(message);
  const own2 = message.extra?.[KEY];
  const swipes = message.swipes ?? [message.mes];
  return {
    index,
    role,
    name: message.name,
    text: message.mes,
    hidden: message.is_system && role !== "system",
    input: role === "assistant" ? null : parseInputMirror(own2),
    page: role === "assistant" ? parsePageMirror(own2) : null,
    swipes: role === "assistant" ? swipes.map((text, i) => ({ text, mirror: parsePageMirror(message.swipe_info?.[i]?.extra?.[KEY]) })) : [],
    swipeId: message.swipe_id ?? 0
  };
}
function viewOf(chat) {
  const { metadata } = chat;
  return {
    owner: chat.owner,
    file: chat.file,
    group: chat.group ?? false,
    integrity: typeof metadata["integrity"] === "string" ? metadata["integrity"] : "",
    mainChat: typeof metadata["main_chat"] === "string" ? metadata["main_chat"] : "",
    mirror: metadata[KEY] ?? null,
    messages: chat.messages.map(viewMessage)
  };
}

// test/support/fake-host-chat.ts
var clone = (value) => structuredClone(value);
function makeFakeHost() {
  const disk = /* @__PURE__ */ new Map();
  const place = { owner: "", file: "", group: false };
  const messages = [];
  let metadata = {};
  let integrity = 0;
  const id = (owner = place.owner, file = place.file) => `${owner}/${file}`;
  const freshIntegrity = () => `integrity-${integrity += 1}`;
  const toDisk = () => {
    disk.set(id(), { metadata: clone(metadata), messages: clone(messages) });
  };
  const lastReply = () => messages.findLastIndex((message) => !message.is_user && message.swipes !== void 0);
  const at3 = (index) => {
    const message = messages[index];
    if (!message) throw new Error(`no message ${index}`);
    return message;
  };
  const sync = (message) => {
    const { swipe_id: swipe = 0, swipes, swipe_info: info } = message;
    if (!swipes || !info || swipe >= swipes.length) return;
    swipes[swipe] = message.mes;
    info[swipe] = { extra: clone(message.extra ?? {}) };
  };
  const show = (message, swipe) => {
    message.swipe_id = swipe;
    message.mes = message.swipes?.[swipe] ?? "";
    message.extra = clone(message.swipe_info?.[swipe]?.extra ?? {});
  };
  const reply2 = (text) => ({
    name: "Mira",
    is_user: false,
    is_system: false,
    mes: text,
    extra: {},
    swipe_id: 0,
    swipes: [text],
    swipe_info: [{ extra: {} }]
  });
  const textOf = (message, swipe) => swipe === (message.swipe_id ?? 0) ? message.mes : message.swipes?.[swipe] ?? "";
  const find = (address, pageId2) => {
    const fits4 = (message, swipe) => message !== void 0 && !message.is_user && replyHash(textOf(message, swipe)) === address.hash;
    const here = messages[address.index];
    if (here && fits4(here, address.swipe)) return [here, address.swipe];
    const all = messages.flatMap((message) => (message.swipes ?? []).map((_, swipe) => [message, swipe]));
    const mirrorOf = (message, swipe) => (swipe === message.swipe_id ? message.extra : message.swipe_info?.[swipe]?.extra)?.[KEY];
    return all.find(([message, swipe]) => pageId2 !== void 0 && mirrorOf(message, swipe)?.pageId === pageId2) ?? all.find(([message, swipe]) => fits4(message, swipe)) ?? null;
  };
  const writeMirror = (message, swipe, mirror) => {
    const put2 = (extra) => {
      const { [KEY]: _old, ...rest } = extra;
      return mirror === null ? rest : { ...rest, [KEY]: clone(mirror) };
    };
    const info = message.swipe_info?.[swipe];
    if (info) info.extra = put2(info.extra ?? {});
    if ((message.swipe_id ?? 0) === swipe) message.extra = put2(message.extra ?? {});
  };
  const doWrite = (write) => {
    switch (write.kind) {
      case "chat":
        metadata = { ...metadata, [KEY]: clone(write.mirror) };
        return true;
      case "input": {
        const here = messages[write.index];
        const message = here && replyHash(here.mes) === write.hash ? here : messages.find((m) => replyHash(m.mes) === write.hash);
        if (!message) return false;
        message.extra = { ...message.extra, [KEY]: clone(write.mirror) };
        return true;
      }
      case "page": {
        const found = find(write.at, write.mirror?.pageId);
        if (found) writeMirror(found[0], found[1], write.mirror);
        return found !== null;
      }
      case "text": {
        const found = find(write.at, void 0);
        if (!found) return false;
        const [message, swipe] = found;
        if (message.swipes) message.swipes[swipe] = write.text;
        if ((message.swipe_id ?? 0) === swipe) message.mes = write.text;
        return true;
      }
      case "add-swipe": {
        const message = messages[write.index];
        if (!message?.swipes || !message.swipe_info) return false;
        if (message.swipe_info.some((info) => info.extra?.[KEY]?.pageId === write.mirror.pageId))
          return true;
        message.swipes.push(write.text);
        message.swipe_info.push({ extra: { [KEY]: clone(write.mirror) } });
        return true;
      }
    }
  };
  const host2 = {
    disk,
    messages,
    get metadata() {
      return metadata;
    },
    place,
    saves: 0,
    onStep: () => void 0,
    read: () => place.file === "" ? null : viewOf({ ...place, metadata, messages }),
    write(writes) {
      const lost = [];
      for (const write of writes) {
        host2.onStep(`write:${write.kind}`);
        if (!doWrite(write)) lost.push(write);
      }
      return { lost };
    },
    async save() {
      host2.onStep("save");
      const mine = id();
      await Promise.resolve();
      if (id() !== mine) throw new NarrativeError("host.chat-changed");
      toDisk();
      host2.saves += 1;
    },
    readVariables: () => metadata["variables"] ?? {},
    writeVariables(changes) {
      const next = { ...host2.readVariables(), ...changes };
      metadata["variables"] = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== void 0));
    },
    chatExists: (owner, file) => Promise.resolve(disk.has(id(owner, file))),
    newChat(owner, file, greetings = ["The harbour lies in fog."]) {
      Object.assign(place, { owner, file, group: false });
      metadata = { integrity: freshIntegrity() };
      messages.length = 0;
      if (greetings.length > 0) {
        messages.push({
          ...reply2(greetings[0] ?? ""),
          swipes: [...greetings],
          swipe_info: greetings.map(() => ({ extra: {} }))
        });
      }
      toDisk();
    },
    open(owner, file, group = false) {
      const found = disk.get(id(owner, file));
      if (!found) throw new Error(`no file ${owner}/${file}`);
      Object.assign(place, { owner, file, group });
      metadata = { integrity: freshIntegrity(), ...clone(found.metadata) };
      messages.splice(0, messages.length, ...clone(found.messages));
    },
    reload() {
      host2.open(place.owner, place.file, place.group);
    },
    sendUser(text) {
      messages.push({ name: "Player", is_user: true, is_system: false, mes: text, extra: {} });
    },
    addReply(text) {
      messages.push(reply2(text));
      return messages.length - 1;
    },
    beginSwipe(index = lastReply()) {
      const message = at3(index);
      sync(message);
      message.swipe_id = message.swipes?.length ?? 0;
    },
    finishSwipe(text, index = lastReply()) {
      const message = at3(index);
      message.mes = text;
      message.swipes?.push(text);
      message.swipe_info?.push({ extra: clone(message.extra ?? {}) });
    },
    abandonSwipe(index = lastReply()) {
      const message = at3(index);
      show(message, (message.swipes?.length ?? 1) - 1);
    },
    swipeTo(swipe, index = lastReply()) {
      const message = at3(index);
      sync(message);
      show(message, swipe);
      toDisk();
    },
    dropLastReply() {
      const [gone] = messages.splice(lastReply(), 1);
      if (!gone) throw new Error("no reply");
      return gone;
    },
    putBack(message) {
      messages.push(message);
      toDisk();
    },
    continueReply(text) {
      const message = at3(lastReply());
      message.mes += text;
      sync(message);
      toDisk();
    },
    edit(index, text) {
      const message = at3(index);
      message.mes = text;
      if (message.swipes && message.swipe_id !== void 0) message.swipes[message.swipe_id] = text;
      toDisk();
    },
    remove(index, count = 1) {
      messages.splice(index, count);
      toDisk();
    },
    removeSwipe(index, swipe) {
      const message = at3(index);
      sync(message);
      message.swipes?.splice(swipe, 1);
      message.swipe_info?.splice(swipe, 1);
      const shown = message.swipe_id ?? 0;
      const next = swipe === shown ? Math.min(swipe, (message.swipes?.length ?? 1) - 1) : shown - (swipe < shown ? 1 : 0);
      show(message, next);
      toDisk();
    },
    move(index, by) {
      const [message] = messages.splice(index, 1);
      if (message) messages.splice(index + by, 0, message);
      toDisk();
    },
    copy(index) {
      messages.splice(index + 1, 0, clone(at3(index)));
      toDisk();
    },
    hide(index, hidden) {
      at3(index).is_system = hidden;
      toDisk();
    },
    branch(index, file, swipe) {
      const branch = clone(messages.slice(0, index + 1));
      const last = branch.at(-1);
      if (last?.swipes && swipe !== void 0) {
        sync(last);
        show(last, swipe);
      }
      toDisk();
      disk.set(id(place.owner, file), {
        metadata: { ...clone(metadata), main_chat: place.file, integrity: freshIntegrity() },
        messages: branch
      });
      host2.open(place.owner, file);
    },
    rename(file) {
      toDisk();
      const found = disk.get(id());
      disk.delete(id());
      if (found) disk.set(id(place.owner, file), found);
      host2.open(place.owner, file, place.group);
    },
    copyFile(file) {
      toDisk();
      disk.set(id(place.owner, file), clone(disk.get(id()) ?? { metadata: {}, messages: [] }));
    },
    deleteFile(owner, file) {
      disk.delete(id(owner, file));
    }
  };
  return host2;
}

// test/support/reply-mirror.ts
var coins = (quantity) => ({
  kind: "state",
  change: { type: "add_item", item: "coin", quantity }
});
function replyMirror(ids2, text, more = {}) {
  return {
    v: 1,
    floorId: ids2.floor,
    pageId: ids2.page,
    basePageId: ids2.base ?? null,
    kind: "generated",
    hash: replyHash(text),
    round: ids2.round,
    analysis: "done",
    effects: [coins(1)],
    ...more
  };
}

// test/bench/long-chat.bench.ts
var ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 1e4);
var prose = "The fog over the harbour lifts a little, and a bell rings twice from the pier. ".repeat(12);
var effectsOf3 = (round) => [
  { kind: "summary", text: `Round ${round}: somebody walks along the pier and finds something.` },
  { kind: "state", change: { type: "add_item", item: `item ${round % 50}`, quantity: 1 } },
  { kind: "state", change: { type: "pass_time", minutes: 5 } }
];
function reply(texts, shown) {
  return {
    name: "Mira",
    is_user: false,
    is_system: false,
    mes: texts[shown]?.[0] ?? "",
    swipe_id: shown,
    swipes: texts.map(([text]) => text),
    swipe_info: texts.map(([, mirror]) => ({ extra: { [KEY]: mirror } })),
    extra: { [KEY]: texts[shown]?.[1] }
  };
}
function longChat() {
  const messages = [];
  let base = null;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const floor = `floor-${round}`;
    const swipes = ["a", "b"].map((letter) => {
      const text = `${round}${letter} ${prose}`;
      const effects = effectsOf3(round);
      return [text, replyMirror({ floor, page: `page-${round}${letter}`, base, round }, text, { effects })];
    });
    base = `page-${round}a`;
    const input = { v: 1, floorId: floor, round };
    messages.push({ name: "P", is_user: true, is_system: false, mes: `I go on, ${round}.`, extra: { [KEY]: input } });
    messages.push(reply(swipes, 0));
  }
  return messages;
}
async function timed(name, work) {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const used = process.cpuUsage(cpu);
  results[name] = Math.round((performance.now() - began) * 10) / 10;
  results[`${name} (cpu)`] = Math.round((used.user + used.system) / 100) / 10;
  return result;
}
var results = {};
var host = makeFakeHost();
host.newChat("mira.png", "long", []);
host.messages.push(...longChat());
host.metadata[KEY] = {
  v: 1,
  chatId: "c",
  branchId: "b",
  integrity: host.metadata["integrity"],
  file: "long",
  handEdits: []
};
host.save = () => Promise.resolve();
var ids = countingIds();
var store = makeMemoryStore();
var silent = () => void 0;
var open = () => openChatSession({
  hostChat: host,
  store,
  ledger: (language) => makeWorldLedger({
    empty: emptyGameState,
    applyChange,
    applyMvu: (record2) => ({ record: record2, refusals: [] }),
    language
  }),
  ids,
  clock: { now: () => 0, sleep: () => Promise.resolve() },
  notifier: { info: silent, warn: silent, error: silent, once: silent, confirm: () => Promise.resolve(true) },
  log: { debug: silent, warn: silent },
  screenLanguage: () => "en"
});
globalThis.gc?.();
var heapBefore = process.memoryUsage().heapUsed;
await timed("reference: stringify the chat", () => JSON.stringify(host.messages).length);
await timed("read", () => host.read());
var session = await timed("open", open);
if (!session) throw new Error("no chat");
await timed("head", () => session.head());
await session.reconcile("settle");
globalThis.gc?.();
results["heapMb"] = Math.round((process.memoryUsage().heapUsed - heapBefore) / 1e5) / 10;
await timed("reconcile", () => session.reconcile("nothing"));
await timed("swipe at 5,000 with head", async () => {
  host.messages[ROUNDS + 1].swipe_id = 1;
  host.messages[ROUNDS + 1].mes = host.messages[ROUNDS + 1].swipes[1];
  host.messages[ROUNDS + 1].extra = host.messages[ROUNDS + 1].swipe_info[1].extra;
  await session.reconcile("swiped");
  return session.head();
});
await timed("delete in the middle with head", async () => {
  host.messages.splice(ROUNDS, 2);
  await session.reconcile("deleted");
  return session.head();
});
host.messages.push({ name: "P", is_user: true, is_system: false, mes: "On.", extra: {} });
var opened = await timed("openTurn", () => session.openTurn("normal", "run"));
var chatIndex = host.addReply("New prose.");
await timed("secureProse", () => session.secureProse(opened, { chatIndex, swipe: 0, partial: false }));
var { floorId, pageId, basePageId } = opened;
await timed(
  "commit",
  () => session.commit({
    ...{ runId: "run", floorId, pageId, basePageId, kind: "generated", chatIndex, swipe: 0, partial: false },
    ...{ writtenText: "New prose.", finalText: "New prose.", analysis: "done", effects: effectsOf3(ROUNDS + 1) },
    ...{ messages: [], toolOutput: [], earlier: [], events: [] }
  })
);
await session.close();
console.log(JSON.stringify({ rounds: ROUNDS, node: process.version, milliseconds: results }));
