/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  _default,
  _enum,
  _gte,
  _lte,
  _maxLength,
  _multipleOf,
  array,
  boolean,
  nullable,
  number,
  object,
  prefault,
  record,
  string,
  union
} from "./chunk-chunk-AOVRO2CB.js";
import {
  presetTargets
} from "./chunk-chunk-M5T2KOSM.js";

// src/config/raw-object.ts
var refused = /* @__PURE__ */ new Set(["__proto__", "constructor", "prototype"]);
function isPlainObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function ownEntries(value) {
  return Object.entries(value).filter(([key]) => !refused.has(key));
}
function removeAt(root, path) {
  const [key, ...deeper] = path;
  if (!isPlainObject(root) || typeof key !== "string" || !Object.hasOwn(root, key)) return { rest: root, path: null };
  const child = root[key];
  if (deeper.length === 0 || !isPlainObject(child)) {
    return { rest: Object.fromEntries(Object.entries(root).filter(([name]) => name !== key)), path: [key] };
  }
  const inner = removeAt(child, deeper);
  return { rest: { ...root, [key]: inner.rest }, path: inner.path === null ? null : [key, ...inner.path] };
}

// src/config/limits.ts
var whole = (min, max) => ({ min, max, integer: true });
var bounds = {
  /** Rounds in a window. A writer without the last round cannot go on; a hundred rounds fill any context. */
  windowRounds: whole(1, 100),
  /** Rounds the window may grow before it is cut; 0 cuts at every turn, which costs the provider's cache. */
  growthRounds: whole(0, 100),
  /** Thinking models can be silent for minutes; under 5 s a healthy server would be cut off. */
  firstTokenSeconds: whole(5, 1800),
  /** Between two tokens; under 5 s a busy local model would be cut off. */
  tokenGapSeconds: whole(5, 600),
  /** A whole call of our own. */
  totalSeconds: whole(10, 3600),
  /** Tries after the first; more than five only burn money. */
  retries: whole(0, 5),
  /** 0 = the slot's own default. */
  maxTokens: whole(0, 128e3),
  /** What chat completion sources accept. */
  temperature: { min: 0, max: 2, integer: false },
  /** Characters of a reply when the player sets a number. */
  replyLength: whole(50, 2e4),
  /** Tool calls in one turn; each may cost a model call. */
  toolCalls: whole(0, 64),
  /** Rounds of "the answer asks for another tool". */
  toolSteps: whole(1, 20),
  /** Journals kept; 0 keeps none. They are the only records that are ever pruned. */
  keptRuns: whole(0, 1e5),
  /** Days; 0 = never by age. */
  pruneDays: whole(0, 3650)
};
var INSTRUCTIONS_LIMIT = 2e4;

// src/config/settings-migrations.ts
var SETTINGS_VERSION = 1;
var steps = [(stored) => stored];
function settingsVersion(stored) {
  const version = stored["version"];
  if (typeof version !== "number" || !Number.isInteger(version) || version < 0) return 0;
  return version > SETTINGS_VERSION ? "newer" : version;
}
function migrateSettings(stored) {
  const version = settingsVersion(stored);
  if (version === "newer") return stored;
  return steps.slice(version).reduce((current, step) => {
    const next = step(current);
    return isPlainObject(next) ? next : current;
  }, stored);
}

// src/config/settings.ts
var KEPT_SETTINGS_KEY = "narrative_agent_kept";
var numberIn = (range) => {
  const base = number().check(_gte(range.min), _lte(range.max));
  return range.integer ? base.check(_multipleOf(1)) : base;
};
var number2 = (range, byDefault) => _default(numberIn(range), byDefault);
var flag = (byDefault) => _default(boolean(), byDefault);
var text = () => _default(string().check(_maxLength(INSTRUCTIONS_LIMIT)), "");
var choice = (options, byDefault) => _default(_enum(options), byDefault);
var group = (shape) => prefault(object(shape), {});
var byName = (value) => _default(record(string(), value), () => ({}));
var agent = (times) => ({
  profile: text(),
  maxTokens: number2(bounds.maxTokens, 0),
  temperature: _default(nullable(numberIn(bounds.temperature)), null),
  firstTokenTimeoutSeconds: number2(bounds.firstTokenSeconds, times.firstToken),
  totalTimeoutSeconds: number2(bounds.totalSeconds, times.total),
  instructionsAppend: text(),
  instructionsOverride: text(),
  instructionsBasis: text()
});
var settingsSchema = object({
  enabled: flag(true),
  cards: byName(boolean()),
  presetChoices: byName(_enum(["none", "split"])),
  presetMode: choice(["none", "split"], "none"),
  presetTargets: byName(record(string(), _enum(presetTargets))),
  worldbookSource: choice(["auto", "card", "world"], "auto"),
  promptLanguage: choice(["auto", "zh", "en"], "auto"),
  promptMode: choice(["native", "compat_plus", "compat_strict"], "native"),
  promptLayout: choice(["auto", "cache", "classic"], "auto"),
  messageBody: choice(["clean", "tagged"], "clean"),
  renderEvents: choice(["minimal", "all"], "minimal"),
  swipe: choice(["rewrite", "replan"], "rewrite"),
  pipeline: group({
    recentTurnsForPlanning: number2(bounds.windowRounds, 4),
    planningGrowthMargin: number2(bounds.growthRounds, 4),
    recentTurnsForWriting: number2(bounds.windowRounds, 3),
    writingGrowthMargin: number2(bounds.growthRounds, 4),
    depth: choice(["lean", "normal", "budget"], "lean"),
    parallelExecutionEnabled: flag(false),
    enableTextRecall: flag(false),
    tail: choice(["auto", "held"], "auto"),
    ownKeywordScan: flag(true),
    afterCharToPlanning: flag(false),
    summaryToWriting: flag(false),
    firstTokenTimeoutSeconds: number2(bounds.firstTokenSeconds, 180),
    tokenGapTimeoutSeconds: number2(bounds.tokenGapSeconds, 90),
    retries: number2(bounds.retries, 2)
  }),
  sources: group({
    cardDescription: flag(true),
    cardPersonality: flag(true),
    cardScenario: flag(true),
    cardExamples: flag(true),
    authorsNote: flag(true),
    characterNote: flag(true),
    injectedPrompts: flag(true),
    persona: flag(true),
    personaToAnalysis: flag(true)
  }),
  reply: group({
    length: _default(union([_enum(["auto", "preset"]), numberIn(bounds.replyLength)]), "auto"),
    person: choice(["auto", "first", "second", "third"], "auto"),
    tense: choice(["auto", "past", "present"], "auto"),
    playerSpeaks: choice(["never", "gestures", "free"], "never")
  }),
  agents: group({
    planning: group(agent({ firstToken: 90, total: 180 })),
    writing: group(agent({ firstToken: 180, total: 900 })),
    mergedAnalysis: group({ ...agent({ firstToken: 90, total: 180 }), antiHallucination: flag(true) }),
    tool: group(agent({ firstToken: 60, total: 120 }))
  }),
  tools: group({
    maxCallsPerTurn: number2(bounds.toolCalls, 8),
    maxSteps: number2(bounds.toolSteps, 5),
    allowIrreversible: flag(false),
    allowPageCode: flag(false),
    actionButtons: flag(true),
    letHostToolsRun: flag(false),
    allow: byName(array(string())),
    deny: byName(array(string()))
  }),
  state: group({ autoSyncWorldInfo: flag(true), persistToLocalStorage: flag(true) }),
  retention: group({
    keepCompletedRuns: number2(bounds.keptRuns, 500),
    keepFailedRuns: number2(bounds.keptRuns, 50),
    maxRunWorkspacesPerChat: number2(bounds.keptRuns, 1e3),
    autoPruneAfterDays: number2(bounds.pruneDays, 0)
  })
});
function parseSettings(raw) {
  if (raw === void 0 || raw === null) return { settings: defaultSettings(), kept: null, problems: [] };
  if (!isPlainObject(raw)) return { settings: defaultSettings(), kept: raw, problems: [""] };
  const problems = [];
  const version = settingsVersion(raw);
  if (version === "newer") problems.push("version");
  let candidate = migrateSettings(raw);
  for (; ; ) {
    const result = settingsSchema.safeParse(candidate);
    if (result.success) return { settings: result.data, kept: problems.length > 0 ? raw : null, problems };
    const before = problems.length;
    for (const issue of result.error.issues) {
      const removed = removeAt(candidate, issue.path);
      candidate = removed.rest;
      if (removed.path !== null) problems.push(removed.path.map(String).join("."));
    }
    if (problems.length === before) return { settings: defaultSettings(), kept: raw, problems: [...problems, ""] };
  }
}
function defaultSettings() {
  return settingsSchema.parse({});
}
var wholeRecords = /* @__PURE__ */ new Set(["cards", "presetChoices", "presetTargets", "tools.allow", "tools.deny"]);
function settingsToStore(raw, settings) {
  const stored = isPlainObject(raw) ? raw : {};
  return { ...merge(stored, settings, ""), version: SETTINGS_VERSION };
}
function merge(stored, ours, at) {
  const merged = Object.fromEntries(ownEntries(stored));
  for (const [key, value] of ownEntries(ours)) {
    const path = at === "" ? key : `${at}.${key}`;
    const old = merged[key];
    merged[key] = isPlainObject(value) && !wholeRecords.has(path) ? merge(isPlainObject(old) ? old : {}, value, path) : value;
  }
  return merged;
}

export {
  bounds,
  KEPT_SETTINGS_KEY,
  parseSettings,
  defaultSettings,
  settingsToStore
};
