/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  composeMergedWriting,
  composePlanning,
  composeWriting
} from "./chunk-chunk-NDPMO6E4.js";
import {
  lintPreset
} from "./chunk-chunk-7GXDSS5Y.js";
import {
  analyseRounds,
  analyseTurn,
  announcePages,
  askFitted,
  gatherSources,
  guidanceOf,
  isByAnalysis,
  partsOf,
  prepareAnalysis,
  publishRunEvent,
  readRequest,
  repeatedRun
} from "./chunk-chunk-QOPUJCTM.js";
import {
  checkChange,
  guidance,
  notesFor,
  ownWords,
  refusal,
  renderSummaryLine,
  splitCount,
  stateSummary,
  storySummary
} from "./chunk-chunk-UMRS6PXT.js";
import {
  KEPT_SETTINGS_KEY,
  bounds,
  defaultSettings,
  parseSettings,
  settingsToStore
} from "./chunk-chunk-BLLCYKH4.js";
import "./chunk-chunk-JAIETO6Y.js";
import {
  languageInUse
} from "./chunk-chunk-ODHDI3KS.js";
import {
  renderGuide
} from "./chunk-chunk-5FPFTVW6.js";
import {
  cutText
} from "./chunk-chunk-4LYTCLHK.js";
import {
  TOKENS_PER_PART,
  chooseLayout,
  connectionText,
  failureText,
  fitPrompt,
  withoutPlanText
} from "./chunk-chunk-MFHU7CZ7.js";
import {
  editsByFloor,
  makeChatVariables,
  makeEmitter,
  makeFold,
  makeJournal,
  makeNextTurn,
  narrativeEventNames,
  readActions,
  withEdits
} from "./chunk-chunk-A7GIB32G.js";
import {
  hideUpdateBlocks,
  noteLimits,
  noteMessage,
  notedAgents,
  readPlan
} from "./chunk-chunk-26SXFQAK.js";
import {
  _catch,
  _enum,
  _gte,
  _lte,
  array,
  boolean,
  int,
  looseObject,
  nullable,
  number,
  object,
  optional,
  partial,
  pipe,
  prettifyError,
  record,
  strictObject,
  string,
  transform,
  union,
  unknown
} from "./chunk-chunk-AOVRO2CB.js";
import {
  cleanReply,
  proseOf,
  toolEntries
} from "./chunk-chunk-5PEN3X6U.js";
import "./chunk-chunk-P3UUPY7A.js";
import "./chunk-chunk-6AARQOP5.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-Y5O5YSWD.js";
import {
  renderRole
} from "./chunk-chunk-5SD2KC4A.js";
import {
  untilAborted
} from "./chunk-chunk-IHGEZULJ.js";
import "./chunk-chunk-W76UK7QJ.js";
import "./chunk-chunk-UCUWRUCS.js";
import "./chunk-chunk-27EIXC5I.js";
import "./chunk-chunk-HLIDK6WY.js";
import "./chunk-chunk-NOXGUHJZ.js";
import "./chunk-chunk-YTK4B242.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-6TLKJUH5.js";
import {
  lateMessage
} from "./chunk-chunk-4Q6YCZR6.js";
import "./chunk-chunk-XO3DSS5A.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-VRKQJPGR.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  pendingRounds
} from "./chunk-chunk-N3SBGT7S.js";
import "./chunk-chunk-HNMNUUEH.js";
import "./chunk-chunk-OVLQFPK5.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-UZDOBSHM.js";
import {
  makeUndoList
} from "./chunk-chunk-XOLMVN5G.js";
import {
  editMark,
  resolveAllVariables,
  resolveVariable
} from "./chunk-chunk-REXRDUCW.js";
import {
  readLayer,
  readPointer,
  readVariableKey,
  sameJson,
  utf8Length,
  valueAt,
  withValueAt,
  withoutValueAt,
  writeLayer
} from "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-53WTWB2O.js";
import "./chunk-chunk-E2CWTNPY.js";
import "./chunk-chunk-RIX6DGCV.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import {
  isForbiddenKey,
  isRecord,
  own,
  safeJson
} from "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-W3YI32LA.js";
import "./chunk-chunk-E7Y4MP62.js";
import {
  uiText
} from "./chunk-chunk-YUU6UVEB.js";
import {
  presetUse
} from "./chunk-chunk-KJITHBSO.js";
import {
  textHash
} from "./chunk-chunk-CJOOAXHJ.js";
import {
  makeKeyScanner,
  recordLore,
  scannable
} from "./chunk-chunk-OMIXSY6H.js";
import {
  emptyGameState
} from "./chunk-chunk-UBWOWBGO.js";
import {
  NarrativeError,
  errorCodes,
  isCancelled
} from "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  entryId
} from "./chunk-chunk-FUERR5PH.js";
import {
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/config/identity.ts
var EXTENSION_KEY = "narrative_agent";
var API_NAME = "NarrativeAgent";
var VERSION = "0.1.0";
var databaseName = (userHandle2) => `narrative-agent:${userHandle2}`;
var EARLIER_EXTENSION_KEY = "narrative-agent";

// src/api/open-session.ts
function makeOpenSession(session) {
  return async () => {
    const open = await session();
    if (!open) throw new NarrativeError("host.missing", { message: "No chat is open here." });
    return open;
  };
}

// src/api/branches-api.ts
function makeBranchesApi({ open, fork }) {
  return {
    /** The branches this browser has seen, the open one marked. */
    async list() {
      const session = await open();
      const { branchId } = session.timeline();
      const branches = await session.branches();
      return branches.map(({ branchId: id, parent, owner, file, updatedAt }) => ({
        ...{ branchId: id, parent, owner, file, updatedAt },
        current: id === branchId
      }));
    },
    /**
     * A new chat file that ends with the round, opened at once; resolves to its name. Rejects with `input.invalid` for
     * a round without a reply and for a candidate the chat does not hold.
     */
    async fork(floorId, { pageId } = {}) {
      const session = await open();
      const row = session.timeline().rows.find((each) => each.floorId === floorId);
      const name = row?.replyIndex == null ? null : await fork(row.replyIndex, swipeOf(row, pageId));
      if (name === null) throw new NarrativeError("input.invalid", { message: "No branch can begin there." });
      return name;
    }
  };
}
function swipeOf(row, pageId) {
  if (pageId === void 0 || pageId === row.pageId) return null;
  const swipe = row.swipePages.indexOf(pageId);
  if (swipe < 0) throw new NarrativeError("input.invalid", { message: "The chat does not hold this candidate." });
  return swipe;
}

// src/api/messages-api.ts
function makeMessagesApi({ open, notes, deleteMessage }) {
  return {
    /** Inputs, then steps (plan, tool results), then the reply, of the candidate shown or of `pageId`. */
    list: async (floorId, pageId) => (await open()).messages.list(floorId, pageId),
    get: async (id) => (await open()).messages.get(id),
    /** Takes it out of every later prompt; the reader still sees it, marked as SillyTavern marks hidden messages. */
    hide: async (id) => (await open()).messages.setHidden(id, true),
    unhide: async (id) => (await open()).messages.setHidden(id, false),
    /** Another text for it; resolves to the number of the revision. Rejects with `input.invalid` for an empty text. */
    update: async (id, text4) => (await open()).messages.revise(id, text4),
    revisions: async (id) => (await open()).messages.revisions(id),
    /**
     * A system note for the next round of the open chat, or the next `turns`; it is told to `agents`, never shown, and
     * in no later prompt. Resolves to its id. Rejects with `input.invalid` for what cannot be one.
     */
    async note(text4, options = {}) {
      await open();
      if (notes.list().length >= noteLimits.count) {
        throw new NarrativeError("input.invalid", { message: `There are ${noteLimits.count} notes already.` });
      }
      return notes.add(readNote(text4, options ?? {}));
    },
    /** Those that are not used up. */
    notes: async () => {
      await open();
      return notes.list();
    },
    /**
     * Takes a note back, or deletes a message of the chat as SillyTavern does: with all its candidates, which stay
     * restorable. Rejects with `input.invalid` for the record of a step, and for what is not in the page.
     */
    async remove(id) {
      const session = await open();
      if (notes.remove(id)) return;
      const index = (await session.messages.get(id))?.chatIndex;
      if (index === void 0 || index === null) {
        throw new NarrativeError("input.invalid", { message: "Only notes and messages of the chat can be removed." });
      }
      if (!await deleteMessage(index)) {
        throw new NarrativeError("input.invalid", { message: "SillyTavern deletes only messages that are on screen." });
      }
    }
  };
}
function readNote(text4, { agents = ["planning", "writing"], turns = 1, source = "api" }) {
  const words2 = typeof text4 === "string" ? text4.trim() : "";
  if (words2 === "" || words2.length > noteLimits.characters) {
    throw new NarrativeError("input.invalid", { message: `A note has 1 to ${noteLimits.characters} characters.` });
  }
  if (!Array.isArray(agents) || agents.length === 0 || !agents.every(isNoted)) {
    throw new NarrativeError("input.invalid", { message: `A note is for: ${notedAgents.join(", ")}.` });
  }
  if (typeof source !== "string")
    throw new NarrativeError("input.invalid", { message: "The source of a note is a name." });
  if (!Number.isInteger(turns) || turns < 1 || turns > noteLimits.turns) {
    throw new NarrativeError("input.invalid", { message: `A note holds for 1 to ${noteLimits.turns} rounds.` });
  }
  return { text: words2, agents: [...new Set(agents.filter(isNoted))], turns, source: source.slice(0, 80) };
}
var isNoted = (agent) => notedAgents.some((known) => known === agent);

// src/api/state-path.ts
var roots = {
  time: "/game/time",
  location: "/game/location",
  inventory: "/game/inventory",
  relationships: "/game/relationships",
  quests: "/game/quests",
  flags: "/game/flags",
  known: "/game/known",
  summaries: "/summaries",
  variables: "/variables",
  mvu: "/mvu"
};
var forbidden = /* @__PURE__ */ new Set(["__proto__", "constructor", "prototype"]);
function statePointer(path) {
  const parts = path.startsWith("/") ? pointerParts(path) : path.split(".");
  const known = parts[0] === "game" ? parts.slice(1) : parts;
  const [root = "", ...rest] = known;
  const base = Object.hasOwn(roots, root) ? roots[root] : void 0;
  if (base === void 0) {
    throw new NarrativeError("input.invalid", {
      message: `"${path}" does not begin with one of: ${Object.keys(roots).join(", ")}.`
    });
  }
  if (rest.some((part) => part === "" || forbidden.has(part))) {
    throw new NarrativeError("input.invalid", { message: `"${path}" has an empty or forbidden part.` });
  }
  return base + rest.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function pointerParts(pointer) {
  return pointer.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

// src/api/tool-permissions.ts
var lists = record(string(), array(string()));
var within = ({ min, max }) => int().check(_gte(min), _lte(max));
var schema = partial(
  strictObject({
    allow: lists,
    deny: lists,
    maxCallsPerTurn: within(bounds.toolCalls),
    maxSteps: within(bounds.toolSteps)
  })
);
function permissionsOf({ allow, deny, maxCallsPerTurn, maxSteps }) {
  return structuredClone({ allow, deny, maxCallsPerTurn, maxSteps });
}
var defaultPermissions = () => permissionsOf(defaultSettings().tools);
function readPermissions(given) {
  const read = schema.safeParse(given);
  if (!read.success) {
    throw new NarrativeError("input.invalid", { message: `Not permissions: ${prettifyError(read.error)}` });
  }
  return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== void 0));
}

// src/api/tools-api.ts
function makeToolsApi({ bench, records, settings, saveSettings }) {
  const permissions = () => permissionsOf(settings().tools);
  const save = (next) => {
    const now = settings();
    saveSettings({ ...now, tools: { ...now.tools, ...next } });
    return permissions();
  };
  return {
    /** Every tool entry of the books in use, in their order, broken ones included. */
    list: async () => (await bench.list()).filter((tool) => !isBuiltIn(tool)).map(toolEntry),
    /** The built-in tools that no entry replaces. */
    builtin: async () => (await bench.list()).filter(isBuiltIn).map(toolEntry),
    /** What the next turn could call, and why not the rest. */
    runtime: async () => (await bench.list()).map(runtimeTool),
    /** Records of the open chat, oldest first. */
    executions: (filter = {}) => records.find(filter),
    /** The same rows, one line each. */
    callRecords: async (filter = {}) => (await records.find(filter)).map(callRecord),
    /**
     * Rights per agent. `replace` puts what it does not name back to the default, `merge` keeps it. Both throw
     * `input.invalid` on a wrong shape.
     */
    permissions: {
      get: permissions,
      replace: (next) => save({ ...defaultPermissions(), ...readPermissions(next) }),
      merge(next) {
        const given = readPermissions(next);
        const { allow, deny } = permissions();
        return save({ ...given, allow: { ...allow, ...given.allow }, deny: { ...deny, ...given.deny } });
      }
    }
  };
}
function isBuiltIn({ definition }) {
  return definition?.source.origin === "builtin";
}
function toolEntry({ name, definition, lints }) {
  const nothing = {
    title: "",
    kind: null,
    trigger: null,
    description: "",
    parameters: null,
    context: [],
    sideEffect: null
  };
  const { title, kind, trigger, description, parameters, context, sideEffect } = definition ?? nothing;
  const place = definition?.source.origin === "entry" ? definition.source : lints[0];
  const source = place ? { book: place.book, uid: place.uid } : null;
  return structuredClone({ name, title, kind, trigger, description, parameters, context, sideEffect, source, lints });
}
function runtimeTool({ name, definition, state, stateText }) {
  const available = state === "ready";
  return {
    name,
    trigger: definition?.trigger ?? null,
    available,
    reason: available ? null : state,
    reasonText: stateText
  };
}
function callRecord(record3) {
  const { executionId, tool, phase, status: status2, refusal: refusal3, code, pageId, floorId, startedAt, milliseconds } = record3;
  return { executionId, tool, phase, status: status2, reason: refusal3 ?? code, floorId, pageId, at: startedAt, milliseconds };
}

// src/api/variables-api.ts
var scopes = ["page", "floor", "branch", "chat", "global"];
var policies = ["replace", "if_absent", "add", "max", "min", "append_unique", "patch"];
function makeVariablesApi({ open, peek, staged }) {
  const variables = async () => {
    const found = (await open()).variables;
    if (!found) throw new NarrativeError("host.missing", { message: "This chat knows no variables." });
    return found;
  };
  const checked = ({ scope, policy }) => {
    if (!scopes.includes(scope)) throw invalid(`"scope" has to be one of: ${scopes.join(", ")}.`);
    if (policy !== void 0 && !policies.includes(policy)) {
      throw invalid(`"policy" has to be one of: ${policies.join(", ")}.`);
    }
    return { scope, ...policy === void 0 ? {} : { policy } };
  };
  return {
    /** The value at the head, the narrowest layer first; undefined when no layer knows the key. */
    get: (key) => peek()?.variables?.resolve(key)?.value,
    /** The value and the layer it comes from. */
    resolve: (key) => peek()?.variables?.resolve(key) ?? null,
    resolveAll: () => Object.fromEntries(peek()?.variables?.resolveAll() ?? /* @__PURE__ */ new Map()),
    /** Rejects with `input.invalid` for a refused key or value, with `floor.immutable` for the scopes of a page. */
    async set(key, value, target) {
      const { scope, policy } = checked(target);
      const safe = safeJson(value);
      if (safe === void 0) throw invalid("The value is no JSON.");
      await (await variables()).set(key, { op: "set", value: safe, ...policy ? { policy } : {} }, scope);
    },
    /** Takes the key out of one layer; a wider one shows again. */
    async unset(key, target) {
      await (await variables()).set(key, { op: "unset" }, checked(target).scope);
    },
    /** Hides the key in wider layers too. */
    async mask(key, target) {
      await (await variables()).set(key, { op: "mask" }, checked(target).scope);
    },
    /** What the running turn will write if it is committed. */
    staged: () => staged().flatMap((effect) => {
      if (effect.kind !== "variable") return [];
      const { key, scope, write } = effect;
      return [{ key, scope, op: write.op, ...write.op === "set" ? { value: write.value } : {} }];
    }),
    /** What became of each write of a page. */
    promotions: (pageId) => peek()?.variables?.promotions(pageId) ?? []
  };
}
var invalid = (message) => new NarrativeError("input.invalid", { message });

// src/api/narrative-agent.ts
function makeApi(deps) {
  const open = makeOpenSession(deps.session);
  const turn = {
    /** Resolves when no run is active. */
    idle: () => deps.runner.idle(),
    status: () => deps.runner.status(),
    cancel: () => deps.runner.cancel("api"),
    /** Analyses a floor again, as a new page of the same floor; resolves to how it went. */
    analyseAgain: (floorId) => deps.analyseAgain(floorId)
  };
  const state = {
    /** The game state at the head of the path; the empty state when no chat is open. */
    get() {
      const session = deps.peek();
      const game = session?.head().game ?? emptyGameState;
      return game.location === "" ? { ...game, location: session?.language === "zh" ? "起点" : "Start" } : game;
    },
    /** Edits by hand, e.g. `set('inventory.coin', 5)`. Rejects with `input.invalid` when the path or value is wrong. */
    set: async (path, value) => (await open()).edit(statePointer(path), { op: "set", value }),
    unset: async (path) => (await open()).edit(statePointer(path), { op: "unset" }),
    lock: async (path) => (await open()).edit(statePointer(path), { op: "lock" }),
    unlock: async (path) => (await open()).edit(statePointer(path), { op: "unlock" }),
    /** Undoes the newest hand edit that counts; false when there is none. */
    undo: async () => (await open()).undo(),
    redo: async () => (await open()).redo(),
    /** Who holds the state of the open chat: the variables of its card, or the built-in changes. */
    provider: () => deps.peek()?.head().mvu ? "mvu" : "builtin",
    /** The numbered summary lines at the head, oldest first. */
    summaries() {
      const session = deps.peek();
      if (!session) return [];
      return session.head().summaries.map((line) => deps.renderSummary(line, session.language ?? "en"));
    }
  };
  const sessions = {
    /** The floors of the open chat, in order. */
    timeline() {
      const rows = deps.peek()?.timeline().rows ?? [];
      return rows.map((row) => ({
        floorId: row.floorId,
        round: row.round,
        pageId: row.pageId,
        pages: row.swipePages,
        activePage: row.swipe,
        analysis: row.analysis,
        partial: row.partial,
        edited: row.edited,
        baseMismatch: row.baseMismatch,
        messageIndex: row.replyIndex
      }));
    },
    /** Ids of the open chat and branch; null when none is open. */
    current() {
      const timeline = deps.peek()?.timeline();
      return timeline ? { chatId: timeline.chatId, branchId: timeline.branchId } : null;
    }
  };
  const pages = {
    /** Puts a page that is no longer in the chat back: as a swipe, or as the reply at the end that was deleted. */
    restore: async (pageId) => (await open()).restorePage(pageId),
    /** The candidates of a floor: those in the chat in its order, then those that are only kept here. */
    list: async (floorId) => pagesOf(await open(), floorId),
    /** What the player said, the steps, and the reply, as this candidate has them. */
    async messages(pageId) {
      const session = await open();
      const rows = session.timeline().rows;
      const shown2 = rows.find((row) => row.swipePages.includes(pageId));
      const floorId = shown2?.floorId ?? (await session.page(pageId))?.floorId;
      return floorId ? session.messages.list(floorId, pageId) : [];
    },
    get: async (pageId) => (await open()).page(pageId),
    /** The run that made the page, with its journal; null when it is no longer kept. */
    run: async (pageId) => (await open()).runOf(pageId)
  };
  return {
    version: VERSION,
    api: {
      turn,
      state,
      sessions,
      pages,
      messages: makeMessagesApi({ open, notes: deps.notes, deleteMessage: deps.deleteMessage }),
      branches: makeBranchesApi({ open, fork: deps.fork }),
      tools: makeToolsApi(deps.tools),
      variables: makeVariablesApi({ open, peek: deps.peek, staged: () => deps.runner.staged() })
    },
    /** Listens to one of the events; returns the function that ends it. Throws `input.invalid` on an unknown name. */
    on(name, handler) {
      if (!narrativeEventNames.includes(name)) {
        throw new NarrativeError("input.invalid", {
          message: `"${name}" is no event; there are: ${narrativeEventNames.join(", ")}.`
        });
      }
      return deps.events.on(name, handler);
    },
    schemas: {}
  };
}
async function pagesOf(session, floorId) {
  const row = session.timeline().rows.find((each) => each.floorId === floorId);
  const known = new Map((await session.pagesOfFloor(floorId)).map((page) => [page.pageId, page]));
  const attached = row?.swipePages ?? [];
  const detached = [...known.keys()].filter((pageId) => !attached.includes(pageId));
  return [...attached, ...detached].map((pageId) => {
    const page = known.get(pageId);
    return {
      pageId,
      kind: page?.kind ?? (pageId === row?.pageId ? row.kind : null),
      analysis: page?.analysis ?? null,
      attached: attached.includes(pageId),
      active: pageId === row?.pageId
    };
  });
}

// src/api/publish.ts
function publishApi(api) {
  const frozen = Object.freeze({ ...api, api: Object.freeze(api.api) });
  Object.defineProperty(globalThis, API_NAME, { value: frozen, configurable: true, enumerable: true });
  return () => void Reflect.deleteProperty(globalThis, API_NAME);
}

// src/host/st-context.ts
var currentSt = () => SillyTavern.getContext();
function openCharacterIndex(ctx) {
  if (ctx.groupId || ctx.characterId === void 0 || ctx.characterId === "") return null;
  const index = Number(ctx.characterId);
  return Number.isInteger(index) && index >= 0 && index < ctx.characters.length ? index : null;
}
function openChat(ctx) {
  const file = ctx.getCurrentChatId();
  if (typeof file !== "string" || file === "") return null;
  if (ctx.groupId) return { owner: ctx.groupId, file };
  const index = openCharacterIndex(ctx);
  if (index === null) return null;
  const avatar = ctx.characters[index]?.avatar;
  return typeof avatar === "string" ? { owner: avatar, file } : null;
}
async function reloadOpenChat(ctx) {
  await ctx.reloadCurrentChat();
}

// src/host/forget-extension.ts
function forgetIn(holder) {
  if (holder?.extra) delete holder.extra[EXTENSION_KEY];
}
function forgetInMessage(message) {
  forgetIn(message);
  for (const info of message.swipe_info ?? []) forgetIn(info);
}
async function forgetExtension(st) {
  const ctx = st();
  for (const key of [EXTENSION_KEY, KEPT_SETTINGS_KEY]) delete ctx.extensionSettings[key];
  ctx.saveSettingsDebounced();
  if (!openChat(ctx)) return;
  for (const message of ctx.chat) forgetInMessage(message);
  delete ctx.chatMetadata[EXTENSION_KEY];
  await ctx.saveChat();
}

// src/host/on-app-ready.ts
function onAppReady(run) {
  const { eventSource, eventTypes } = currentSt();
  eventSource.on(eventTypes["APP_READY"] ?? "app_ready", run);
}

// src/host/prompt-budget.ts
var FALLBACK = 4096;
function promptBudget(st) {
  const { openai_max_context: context, openai_max_tokens: reply } = st().chatCompletionSettings;
  const budget = Number(context) - Number(reply);
  return Number.isFinite(budget) && budget > 0 ? budget : FALLBACK;
}

// src/host/st-modules.ts
async function load(path) {
  try {
    return await import(
      /* @vite-ignore */
      path
    );
  } catch {
    return null;
  }
}
async function loadStModules() {
  const [script, worldInfo, openai, regex, user, bookmarks] = await Promise.all([
    load("/script.js"),
    load("/scripts/world-info.js"),
    load("/scripts/openai.js"),
    load("/scripts/extensions/regex/engine.js"),
    load("/scripts/user.js"),
    load("/scripts/bookmarks.js")
  ]);
  return { script, worldInfo, openai, regex, user, bookmarks };
}

// src/host/prompt-text.ts
var SAMPLE = 400;
function textOf(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => isRecord(part) && typeof part["text"] === "string" ? part["text"] : "").join("\n");
}
var plain = (text4) => text4.replace(/\s+/g, " ").trim();
function promptHoldsText(prompt, text4) {
  const wanted = plain(text4).slice(0, SAMPLE);
  if (wanted === "") return true;
  return prompt.some((message) => isRecord(message) && plain(textOf(message["content"])).includes(wanted));
}
function mediaParts(prompt, reply) {
  const spokenBy = (message, role) => isRecord(message) && message["role"] === role;
  const isReply = (message) => spokenBy(message, "assistant") && promptHoldsText([message], reply);
  const lastUser = prompt.findLastIndex((message) => spokenBy(message, "user"));
  const known = reply.trim() === "" ? -1 : prompt.findLastIndex(isReply);
  const start2 = known === -1 ? prompt.slice(0, lastUser + 1).findLastIndex((message) => spokenBy(message, "assistant")) : known;
  return prompt.slice(start2 + 1).flatMap((message) => {
    const content = isRecord(message) && !spokenBy(message, "assistant") ? message["content"] : null;
    return Array.isArray(content) ? content.filter((part) => isRecord(part) && part["type"] !== "text") : [];
  });
}
function copyMessages(prompt) {
  return prompt.flatMap((message) => {
    if (!isRecord(message)) return [];
    const { content } = message;
    return [{ ...message, content: typeof content === "string" ? content : structuredClone(content) }];
  });
}

// src/domain/timeline/mirror.ts
var MIRROR_VERSION = 1;
var MIRROR_LIMIT_BYTES = 8192;
var STANDS_FOR_LIMIT = 8;

// src/domain/timeline/parse-effect.ts
var sources = ["analysis", "tool", "macro", "mvu", "user", "external", "api", "card"];
var scopes2 = ["page", "floor", "branch", "chat", "global"];
var policies2 = ["replace", "if_absent", "add", "max", "min", "append_unique", "patch"];
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
  for (const [field2, kind] of Object.entries(changeFields[type])) {
    const value = own(raw, field2);
    if (!fits(kind, value)) return null;
    change[field2] = kind === "json" ? safeJson(value) : value;
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
  return isText(policy) && policies2.includes(policy) ? { op, value, policy } : { op, value };
}
function parseVariable(raw) {
  const scope = own(raw, "scope");
  const key = own(raw, "key");
  const source = own(raw, "source");
  const reason = own(raw, "reason");
  const write = parseWrite(own(raw, "write"));
  if (!write || !isText(key) || !isText(scope) || !scopes2.includes(scope) || !isSource(source)) return null;
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
      const text4 = own(raw, "text");
      return isText(text4) ? { kind: "summary", text: text4 } : null;
    }
    case "variable":
      return parseVariable(raw);
    case "mvu":
      return parseMvu(raw);
    case "mvu-init": {
      const record3 = own(raw, "record");
      return isRecord(record3) ? { kind: "mvu-init", record: safeJson(record3) } : null;
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
    const text4 = own(item, "text");
    if (typeof tool !== "string" || typeof text4 !== "string") return [];
    const panel = own(item, "panel");
    return [
      {
        tool,
        text: text4,
        ...own(item, "keepInHistory") === true ? { keepInHistory: true } : {},
        ...typeof panel === "string" ? { panel } : {}
      }
    ];
  });
}
var flag = (raw, key) => own(raw, key) === true ? { [key]: true } : {};
function count(raw, key) {
  const value = own(raw, key);
  return isRound(value) && value > 0 ? { [key]: value } : {};
}
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
function sharePageMirror(raw, copy) {
  if (!isRecord(raw) || !isRecord(copy) || raw === copy || alreadyRead.has(copy)) return;
  if (!sameJson(raw, copy)) return;
  alreadyRead.set(copy, parsePageMirror(raw));
}
function readPageMirror(raw) {
  if (own(raw, "v") !== MIRROR_VERSION) return null;
  const floorId = own(raw, "floorId");
  const pageId = own(raw, "pageId");
  const basePageId = own(raw, "basePageId") ?? null;
  const kind = own(raw, "kind");
  const hash = own(raw, "hash");
  const round = own(raw, "round");
  const analysis = own(raw, "analysis");
  const effects = parseEffects(own(raw, "effects"));
  if (!isId(floorId) || !isId(pageId) || !(basePageId === null || isId(basePageId)) || !isRound(round)) return null;
  if (!isOneOf(kinds, kind) || !isOneOf(analyses, analysis) || typeof hash !== "string" || !effects) return null;
  const adjustments = parseEffects(own(raw, "adjustments")) ?? [];
  const toolOutput = parseToolOutput(own(raw, "toolOutput"));
  const standsFor2 = parseIds(own(raw, "standsFor"));
  return {
    v: MIRROR_VERSION,
    floorId,
    pageId,
    basePageId,
    kind,
    hash,
    round,
    analysis,
    effects,
    ...flag(raw, "partial"),
    ...flag(raw, "truncated"),
    ...count(raw, "adjusted"),
    ...adjustments.length > 0 ? { adjustments } : {},
    ...toolOutput.length > 0 ? { toolOutput } : {},
    ...standsFor2.length > 0 ? { standsFor: standsFor2 } : {}
  };
}
function parseIds(raw) {
  const list2 = Array.isArray(raw) ? raw : [];
  return list2.filter(isId).slice(-STANDS_FOR_LIMIT);
}
var readInputs = /* @__PURE__ */ new WeakMap();
function parseInputMirror(raw) {
  if (!isRecord(raw)) return null;
  let mirror = readInputs.get(raw);
  if (mirror === void 0) {
    mirror = readInputMirror(raw);
    readInputs.set(raw, mirror);
  }
  return mirror;
}
function readInputMirror(raw) {
  if (own(raw, "v") !== MIRROR_VERSION || Object.hasOwn(raw, "pageId")) return null;
  const floorId = own(raw, "floorId");
  const round = own(raw, "round");
  if (!isId(floorId)) return null;
  return { v: MIRROR_VERSION, floorId, ...isRound(round) ? { round } : {} };
}
function parseHandEdit(raw) {
  if (!isRecord(raw)) return null;
  const id = own(raw, "id");
  const floorId = own(raw, "floorId");
  const seq = own(raw, "seq");
  const at3 = own(raw, "at");
  const pointer = own(raw, "pointer");
  const op = own(raw, "op");
  if (!isId(id) || !isId(floorId) || typeof pointer !== "string" || !pointer.startsWith("/")) return null;
  if (!isRound(seq) || typeof at3 !== "number" || typeof op !== "string" || !ops.includes(op)) return null;
  const value = safeJson(own(raw, "value"));
  return {
    id,
    floorId,
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

// src/host/without-variable-writes.ts
function withoutVariableWrites(ctx, read) {
  const undos = [remember(ctx.chatMetadata, "variables"), rememberGlobals(ctx.extensionSettings["variables"])];
  try {
    return read();
  } finally {
    for (const undo of undos) undo();
  }
}
function rememberGlobals(variables) {
  return isRecord(variables) ? remember(variables, "global") : () => void 0;
}
function remember(holder, name) {
  const there = holder[name];
  if (!isRecord(there)) {
    return () => {
      if (there === void 0) delete holder[name];
      else holder[name] = there;
    };
  }
  const before = { ...there };
  return () => {
    for (const key of Object.keys(there)) if (!Object.hasOwn(before, key)) delete there[key];
    for (const [key, value] of Object.entries(before)) if (there[key] !== value) there[key] = value;
    holder[name] = there;
  };
}

// src/host/macro-text.ts
var silentWrites = /\{\{\s*(?:set|add)(?:global)?var\s*::[^{}]*\}\}/gi;
var countingWrites = /\{\{\s*(?:inc|dec)(global)?var\s*::([^{}]*)\}\}/gi;
var readInstead = (_whole, global, name) => `{{get${(global ?? "").toLowerCase()}var::${name}}}`;
function expandMacros(ctx, text4) {
  if (!text4.includes("{{") && !text4.includes("<")) return text4;
  const harmless2 = text4.replace(silentWrites, "").replace(countingWrites, readInstead);
  try {
    const expanded = withoutVariableWrites(ctx, () => ctx.substituteParams(harmless2));
    return typeof expanded === "string" ? expanded : harmless2;
  } catch {
    return harmless2;
  }
}

// src/host/st-schemas.ts
var text = _catch(string(), "");
var flag2 = _catch(boolean(), false);
var number2 = (byDefault) => _catch(
  pipe(
    transform((value) => typeof value === "string" && value !== "" ? Number(value) : value),
    number()
  ),
  byDefault
);
var texts = _catch(
  pipe(
    array(unknown()),
    transform((list2) => list2.filter((item) => typeof item === "string"))
  ),
  []
);
var maybe = (type) => _catch(optional(type), void 0);
var flagOrNull = _catch(nullable(boolean()), null);
var amount = _catch(nullable(union([number(), boolean()])), null);
var entrySchema = looseObject({
  uid: _catch(union([number(), string()]), ""),
  id: _catch(union([number(), string()]), ""),
  world: text,
  comment: text,
  name: text,
  content: text,
  key: optional(texts),
  keys: optional(texts),
  keysecondary: optional(texts),
  secondary_keys: optional(texts),
  disable: maybe(boolean()),
  enabled: maybe(boolean()),
  constant: flag2,
  vectorized: maybe(boolean()),
  selective: maybe(boolean()),
  selectiveLogic: maybe(number()),
  position: _catch(optional(union([number(), string()])), void 0),
  depth: maybe(number()),
  role: _catch(optional(nullable(number())), void 0),
  order: maybe(number()),
  insertion_order: maybe(number()),
  caseSensitive: flagOrNull,
  matchWholeWords: flagOrNull,
  probability: maybe(number()),
  useProbability: maybe(boolean()),
  group: text,
  sticky: amount,
  cooldown: amount,
  delay: amount,
  delayUntilRecursion: amount,
  triggers: optional(texts),
  decorators: optional(texts),
  characterFilter: _catch(
    optional(looseObject({ isExclude: flag2, names: optional(texts), tags: optional(texts) })),
    void 0
  ),
  extensions: _catch(optional(record(string(), unknown())), void 0)
});
var characterSchema = looseObject({
  name: text,
  avatar: text,
  data: _catch(
    optional(
      looseObject({
        extensions: _catch(optional(looseObject({ world: text })), void 0),
        character_book: _catch(
          optional(looseObject({ name: text, entries: _catch(array(unknown()), []) })),
          void 0
        )
      })
    ),
    void 0
  )
});
var presetPromptSchema = looseObject({
  identifier: text,
  name: text,
  role: _catch(_enum(["system", "user", "assistant"]), "system"),
  content: text,
  marker: flag2,
  forbid_overrides: flag2,
  injection_trigger: optional(texts)
});
var promptOrderSchema = looseObject({
  character_id: _catch(union([number(), string()]), ""),
  order: _catch(array(looseObject({ identifier: text, enabled: flag2 })), [])
});
var regexScriptSchema = looseObject({
  id: text,
  scriptName: text,
  promptOnly: flag2,
  placement: _catch(array(unknown()), []),
  minDepth: maybe(nullable(number())),
  maxDepth: maybe(nullable(number()))
});
var extensionPromptSchema = looseObject({
  value: text,
  position: number2(-1),
  depth: number2(0),
  role: number2(0),
  filter: optional(unknown())
});
var profileSchema = looseObject({
  name: text,
  api: text,
  model: text,
  preset: text,
  proxy: text,
  "api-url": text,
  "secret-id": text,
  "prompt-post-processing": text
});

// src/host/regex-uses.ts
var isSet = (value, least) => typeof value === "number" && value >= least;
function makeRegexUses(regex) {
  const uses = /* @__PURE__ */ new Map();
  return {
    changed(text4, placement, depth) {
      let before = text4;
      for (const raw of regex.getRegexScripts?.({ allowedOnly: true }) ?? []) {
        const script = regexScriptSchema.safeParse(raw);
        if (!script.success || !regex.runRegexScript) continue;
        const { id, scriptName, promptOnly, placement: places, minDepth, maxDepth } = script.data;
        if (!promptOnly || !places.includes(placement)) continue;
        if (isSet(minDepth, -1) && depth < minDepth || isSet(maxDepth, 0) && depth > maxDepth) continue;
        const after = regex.runRegexScript(raw, before);
        if (after === before) continue;
        const name = scriptName || id;
        const known = uses.get(name) ?? { script: name, before: 0, after: 0, replaced: 0 };
        uses.set(name, {
          script: name,
          before: known.before + before.length,
          after: known.after + after.length,
          replaced: known.replaced + 1
        });
        before = after;
      }
    },
    all: () => [...uses.values()]
  };
}

// src/host/read-history.ts
var PLACE_USER = 1;
var PLACE_AI = 2;
function roleOf(message) {
  const extra = message.extra ?? {};
  if (extra["type"] === "narrator") return "narrator";
  const small = Array.isArray(extra["tool_invocations"]) || extra["isSmallSys"] === true || typeof extra["type"] === "string";
  if (message.is_system && small) return "system";
  return message.is_user ? "user" : "assistant";
}
function isIgnored(ctx, message) {
  const ignore = ctx.symbols?.ignore;
  return ignore !== void 0 && Boolean(message.extra?.[ignore]);
}
function promptText(ctx, scripts, { mes, place, depth }) {
  const text4 = scripts ? scripts.regex.getRegexedString(mes, place, { isPrompt: true, depth }) : mes;
  if (text4 !== mes) scripts?.uses.changed(mes, place, depth);
  return expandMacros(ctx, text4).replace(/\r/g, "");
}
function readHistory(ctx, regex, type) {
  const chat = type === "swipe" ? ctx.chat.slice(0, -1) : ctx.chat;
  const shown2 = chat.filter((message) => !message.is_system).length;
  const scripts = regex && { regex, uses: makeRegexUses(regex) };
  let passed = 0;
  const all = chat.flatMap((message, chatIndex) => {
    const hidden = message.is_system === true;
    if (!hidden) passed += 1;
    if (typeof message.mes !== "string" || isIgnored(ctx, message)) return [];
    const place = message.is_user ? PLACE_USER : PLACE_AI;
    const raw = { mes: message.mes, place, depth: hidden ? 0 : shown2 - passed };
    const toolOutput = parsePageMirror(message.extra?.[EXTENSION_KEY])?.toolOutput;
    const facts = { chatIndex, role: roleOf(message), name: message.name ?? "", hidden };
    return [lateMessage(toolOutput ? { ...facts, toolOutput } : facts, () => promptText(ctx, scripts, raw))];
  });
  const lastReply = chat.findLastIndex((message) => roleOf(message) === "assistant");
  const isInput = ({ chatIndex, role, hidden }) => chatIndex > lastReply && (role === "user" || role === "narrator") && !hidden;
  return {
    history: all.filter((message) => !isInput(message)),
    input: all.filter(isInput).map((message) => message.text).join("\n\n"),
    regexUses: () => scripts?.uses.all() ?? []
  };
}

// src/host/read-injected.ts
var BEFORE_PROMPT = 2;
var IN_CHAT = 1;
var NONE = -1;
var FILTER_MS = 1e3;
var routedElsewhere = /^(customDepthWI|customWIOutlet|__STORY_STRING__|QUIET_PROMPT|DEPTH_PROMPT)/i;
async function readInjected(ctx) {
  const found = await Promise.all(Object.entries(ctx.extensionPrompts).map(([key, raw]) => readOne(ctx, key, raw)));
  return found.flat().sort(inOrder).map(({ prompt }) => prompt);
}
async function readOne(ctx, key, raw) {
  const parsed = extensionPromptSchema.safeParse(raw);
  if (!parsed.success || key === EXTENSION_KEY || routedElsewhere.test(key)) return [];
  const { value, position, depth, role, filter } = parsed.data;
  if (value.trim() === "" || position === NONE || !await applies(filter)) return [];
  const text4 = expandMacros(ctx, value).trim();
  if (text4 === "") return [];
  const who = role === 1 ? "user" : role === 2 ? "assistant" : "system";
  const prompt = { key, role: who, depth: position === IN_CHAT ? depth : null, text: text4 };
  return [{ prompt, before: position === BEFORE_PROMPT }];
}
async function applies(filter) {
  if (typeof filter !== "function") return true;
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(true), FILTER_MS);
  });
  try {
    return Boolean(await Promise.race([filter(), late]));
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
  }
}
var byRole = { assistant: 0, user: 1, system: 2 };
function inOrder(a, b) {
  const deep = (b.prompt.depth ?? Infinity) - (a.prompt.depth ?? Infinity);
  if (a.prompt.depth === null && b.prompt.depth === null) return Number(b.before) - Number(a.before);
  if (deep !== 0) return deep;
  return byRole[a.prompt.role] - byRole[b.prompt.role] || (a.prompt.key < b.prompt.key ? -1 : 1);
}

// src/host/read-preset.ts
var ORDER_IDS = ["100001", "100000"];
var STOCK_NAMES = /* @__PURE__ */ new Set(["", "default", "gui"]);
function activeOrder(settings) {
  const raw = settings["prompt_order"];
  const lists2 = Array.isArray(raw) ? raw.flatMap((item) => promptOrderSchema.safeParse(item).data ?? []) : [];
  for (const id of ORDER_IDS) {
    const list2 = lists2.find((item) => String(item.character_id) === id);
    if (list2) return list2.order;
  }
  return [];
}
function overridden(prompt, card) {
  const replacement = { main: card.systemPrompt, jailbreak: card.jailbreak }[prompt.identifier] ?? "";
  if (replacement === "" || prompt.forbid_overrides) return prompt.content;
  return replacement.replace(/\{\{original\}\}/gi, () => prompt.content);
}
function presetName(ctx) {
  const selected = ctx.chatCompletionSettings["preset_settings_openai"];
  return typeof selected === "string" ? selected : "";
}
function readPreset(ctx, type, card) {
  const settings = ctx.chatCompletionSettings;
  const raw = settings["prompts"];
  const all = Array.isArray(raw) ? raw.flatMap((item) => presetPromptSchema.safeParse(item).data ?? []) : [];
  const prompts = activeOrder(settings).flatMap(({ identifier, enabled }) => {
    const prompt = all.find((item) => item.identifier === identifier);
    if (!prompt) return [];
    const triggers = prompt.injection_trigger ?? [];
    const triggered = triggers.length === 0 || triggers.includes(type);
    const used = enabled && triggered && !prompt.marker;
    const content = overridden(prompt, card);
    return [
      {
        identifier,
        name: prompt.name,
        role: prompt.role,
        content: used ? expandMacros(ctx, content) : content,
        enabled,
        marker: prompt.marker,
        triggered
      }
    ];
  });
  const name = presetName(ctx);
  return { name, stock: STOCK_NAMES.has(name.trim().toLowerCase()), prompts };
}

// src/host/read-entry.ts
var namedPositions = { before_char: 0, after_char: 1, at_depth: 4 };
function readPosition(entry) {
  const raw = entry.extensions?.["position"] ?? entry.position;
  if (typeof raw === "number") return raw;
  if (typeof raw === "string") return namedPositions[raw] ?? (/^\d$/.test(raw) ? Number(raw) : 1);
  return 0;
}
var isEnabled = (entry) => entry.disable === void 0 ? entry.enabled ?? true : !entry.disable;
function passesFilter(entry, gates) {
  const filter = entry.characterFilter;
  if (!filter) return true;
  const names2 = filter.names ?? [];
  if (names2.length > 0 && names2.includes(gates.cardFile) === filter.isExclude) return false;
  const tags = filter.tags ?? [];
  if (tags.length === 0 || gates.cardTags === null) return true;
  return gates.cardTags.some((tag) => tags.includes(tag)) !== filter.isExclude;
}
function isTriggered(entry, trigger) {
  const own2 = entry.extensions?.["triggers"];
  const triggers = entry.triggers ?? (Array.isArray(own2) ? own2 : []);
  return triggers.length === 0 || triggers.includes(trigger);
}
var isSet2 = (value) => typeof value === "number" && value > 0 || value === true || typeof value === "string" && value !== "";
var field = (entry, name, inExtensions = name) => {
  const direct = entry[name];
  return direct === void 0 || direct === null || direct === "" ? entry.extensions?.[inExtensions] : direct;
};
function isHostOnly(entry) {
  const chance = field(entry, "probability");
  const rolled = field(entry, "useProbability") !== false && typeof chance === "number" && chance < 100;
  const decorated = (entry.decorators ?? []).length > 0 || /^@@(dont_)?activate/.test(entry.content);
  const host = [
    field(entry, "sticky"),
    field(entry, "cooldown"),
    field(entry, "delay"),
    field(entry, "delayUntilRecursion", "delay_until_recursion"),
    field(entry, "group")
  ];
  return rolled || decorated || host.some(isSet2);
}
var asRole = (value) => value === 1 || value === 2 ? value : 0;
var asLogic = (value) => value === 1 || value === 2 || value === 3 ? value : 0;
var asFlag = (value) => typeof value === "boolean" ? value : null;
var asNumber = (value, byDefault) => typeof value === "number" && Number.isFinite(value) ? value : byDefault;
function howScanned(entry, { scan }) {
  const depth = field(entry, "scanDepth", "scan_depth");
  return {
    caseSensitive: asFlag(field(entry, "caseSensitive", "case_sensitive")) ?? scan?.caseSensitive ?? null,
    matchWholeWords: asFlag(field(entry, "matchWholeWords", "match_whole_words")) ?? scan?.matchWholeWords ?? null,
    ...typeof depth === "number" && depth >= 0 ? { scanDepth: depth } : {}
  };
}
function readEntry(raw, gates, place) {
  const parsed = entrySchema.safeParse(raw);
  if (!parsed.success) return null;
  const entry = parsed.data;
  const enabled = isEnabled(entry);
  const id = [entry.uid, entry.id].find((value) => value !== "") ?? place.index;
  return {
    book: entry.world || place.book,
    uid: String(id),
    comment: entry.comment || entry.name,
    content: entry.content,
    keys: entry.key ?? entry.keys ?? [],
    secondaryKeys: entry.keysecondary ?? entry.secondary_keys ?? [],
    selectiveLogic: asLogic(field(entry, "selectiveLogic")),
    selective: entry.selective ?? true,
    enabled,
    constant: entry.constant,
    vectorized: field(entry, "vectorized") === true,
    position: readPosition(entry),
    depth: asNumber(field(entry, "depth"), 4),
    role: asRole(field(entry, "role")),
    order: asNumber(field(entry, "order") ?? entry.insertion_order, 100),
    ...howScanned(entry, gates),
    hostOnly: isHostOnly(entry),
    gatesOpen: enabled && passesFilter(entry, gates) && isTriggered(entry, gates.trigger)
  };
}

// src/host/read-worldbooks.ts
var PLACE_WORLD_INFO = 5;
var AT_DEPTH = 4;
function withScripts(entry, regex) {
  if (!regex || isData(entry)) return entry;
  const depth = entry.position === AT_DEPTH ? { depth: entry.depth } : {};
  return { ...entry, content: regex.getRegexedString(entry.content, PLACE_WORLD_INFO, { isPrompt: true, ...depth }) };
}
var isData = (entry) => /\[\s*(tool\s*[:：]|initvar|ui\s*\])/i.test(entry.comment);
function openCharacter(ctx) {
  const index = openCharacterIndex(ctx);
  if (index === null) return null;
  const parsed = characterSchema.safeParse(ctx.characters[index]);
  return parsed.success ? parsed.data : null;
}
function gatesOf({ ctx, worldInfo }, card, type) {
  const avatar = card?.avatar ?? "";
  const tags = ctx.tagMap?.[avatar];
  return {
    trigger: type,
    cardFile: avatar.replace(/\.[^.]+$/, ""),
    cardTags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : null,
    scan: {
      caseSensitive: worldInfo?.world_info_case_sensitive === true,
      matchWholeWords: worldInfo?.world_info_match_whole_words === true
    }
  };
}
var readAll = (raw, gates, book) => raw.flatMap((item, index) => readEntry(item, gates, { book, index }) ?? []);
function isInstalled(book, worldInfo) {
  const installed = worldInfo?.world_names;
  return book !== "" && (!Array.isArray(installed) || installed.includes(book));
}
async function readWorldbooks(ctx, worldInfo, request) {
  const card = openCharacter(ctx);
  const gates = gatesOf({ ctx, worldInfo }, card, request.type);
  const { source } = request;
  const linked = isInstalled(card?.data?.extensions?.world ?? "", worldInfo);
  const wantsEmbedded = source === "card" || source === "auto" && !linked;
  const embedded = wantsEmbedded ? readAll(card?.data?.character_book?.entries ?? [], gates, "") : [];
  const ofHost2 = source === "card" ? [] : readAll(await worldInfo?.getSortedEntries() ?? [], gates, "");
  const inWords = (text4) => expandMacros(ctx, text4);
  const expand = (entry) => {
    if (!entry.gatesOpen || isData(entry)) return entry;
    const { content, keys, secondaryKeys } = entry;
    const said = { content: inWords(content), keys: keys.map(inWords), secondaryKeys: secondaryKeys.map(inWords) };
    return withScripts({ ...entry, ...said }, request.regex);
  };
  return {
    entries: [...ofHost2, ...embedded].map(expand),
    activated: source === "card" ? [] : readAll(request.activated, gates, "").map((entry) => withScripts(entry, request.regex))
  };
}

// src/host/turn-snapshot.ts
var string2 = (value) => typeof value === "string" ? value : "";
function replyTokens(settings) {
  const tokens = Number(settings["openai_max_tokens"]);
  return Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
}
function readCard(ctx) {
  const fields = ctx.getCharacterCardFields();
  return {
    name: ctx.name2,
    description: string2(fields["description"]),
    personality: string2(fields["personality"]),
    scenario: string2(fields["scenario"]),
    examples: string2(fields["mesExamples"]),
    systemPrompt: string2(fields["system"]),
    jailbreak: string2(fields["jailbreak"]),
    depthPrompt: string2(fields["charDepthPrompt"]),
    firstMessage: string2(fields["firstMessage"]),
    persona: string2(fields["persona"])
  };
}
var personaPlaces = { 2: "authors-note", 3: "authors-note", 4: "depth", 9: "none" };
function readPersona(ctx, description) {
  const position = Number(ctx.powerUserSettings["persona_description_position"]);
  const place = Object.hasOwn(personaPlaces, position) ? personaPlaces[position] : "prompt";
  return place === "none" ? { name: ctx.name1, description: "" } : { name: ctx.name1, description, place };
}
function lastReplyText(history) {
  return history.findLast(({ role, hidden }) => role === "assistant" && !hidden)?.text ?? "";
}
function makeTurnSnapshot(deps) {
  return async ({ type, prompt, activated, promptBudget: promptBudget2, card: read }) => {
    const ctx = deps.st();
    const { persona, ...card } = read ?? withoutVariableWrites(ctx, () => readCard(ctx));
    const { history, input, regexUses } = readHistory(ctx, deps.modules.regex, type);
    const settings = ctx.chatCompletionSettings;
    const injected = readInjected(ctx);
    const material = {
      type,
      userName: ctx.name1,
      characterName: ctx.name2,
      history,
      input,
      regexUses,
      inputParts: structuredClone(mediaParts(prompt, lastReplyText(history))),
      card,
      persona: readPersona(ctx, persona),
      preset: readPreset(ctx, type, card),
      hostPrompt: copyMessages(prompt),
      promptBudget: promptBudget2,
      replyTokens: replyTokens(settings),
      connection: {
        source: string2(settings["chat_completion_source"]),
        model: string2(ctx.getChatCompletionModel())
      }
    };
    const request = { type, source: deps.worldbookSource(), activated, regex: deps.modules.regex };
    return { ...material, injected: await injected, ...await readWorldbooks(ctx, deps.modules.worldInfo, request) };
  };
}

// src/host/user-handle.ts
function userHandle(user) {
  const handle = user?.currentUser?.handle;
  return typeof handle === "string" && handle !== "" ? handle : "default-user";
}

// node_modules/idb/build/index.js
var instanceOfAny = (object2, constructors) => constructors.some((c) => object2 instanceof c);
var idbProxyableTypes;
var cursorAdvanceMethods;
function getIdbProxyableTypes() {
  return idbProxyableTypes || (idbProxyableTypes = [
    IDBIndex,
    IDBObjectStore,
    IDBCursor,
    IDBDatabase,
    IDBTransaction
  ]);
}
function getCursorAdvanceMethods() {
  return cursorAdvanceMethods || (cursorAdvanceMethods = ["advance", "continue", "continuePrimaryKey"].map((method) => IDBCursor.prototype[method]));
}
var transactionDoneMap = /* @__PURE__ */ new WeakMap();
var transformCache = /* @__PURE__ */ new WeakMap();
var reverseTransformCache = /* @__PURE__ */ new WeakMap();
function promisifyRequest(request) {
  const promise = new Promise((resolve, reject) => {
    const unlisten = () => {
      request.removeEventListener("success", success);
      request.removeEventListener("error", error);
    };
    const success = () => {
      resolve(wrap(request.result));
      unlisten();
    };
    const error = () => {
      reject(request.error);
      unlisten();
    };
    request.addEventListener("success", success);
    request.addEventListener("error", error);
  });
  reverseTransformCache.set(promise, request);
  return promise;
}
function cacheDonePromiseForTransaction(tx) {
  if (transactionDoneMap.has(tx))
    return;
  const done2 = new Promise((resolve, reject) => {
    const unlisten = () => {
      tx.removeEventListener("complete", complete);
      tx.removeEventListener("error", error);
      tx.removeEventListener("abort", error);
    };
    const complete = () => {
      resolve();
      unlisten();
    };
    const error = () => {
      reject(tx.error || new DOMException("AbortError", "AbortError"));
      unlisten();
    };
    tx.addEventListener("complete", complete);
    tx.addEventListener("error", error);
    tx.addEventListener("abort", error);
  });
  transactionDoneMap.set(tx, done2);
}
var idbProxyTraps = {
  get(target, prop, receiver) {
    if (target instanceof IDBTransaction) {
      if (prop === "done")
        return transactionDoneMap.get(target);
      if (prop === "store") {
        return receiver.objectStoreNames[1] ? void 0 : receiver.objectStore(receiver.objectStoreNames[0]);
      }
    }
    return wrap(target[prop]);
  },
  set(target, prop, value) {
    target[prop] = value;
    return true;
  },
  has(target, prop) {
    if (target instanceof IDBTransaction && (prop === "done" || prop === "store")) {
      return true;
    }
    return prop in target;
  }
};
function replaceTraps(callback) {
  idbProxyTraps = callback(idbProxyTraps);
}
function wrapFunction(func) {
  if (getCursorAdvanceMethods().includes(func)) {
    return function(...args) {
      func.apply(unwrap(this), args);
      return wrap(this.request);
    };
  }
  return function(...args) {
    return wrap(func.apply(unwrap(this), args));
  };
}
function transformCachableValue(value) {
  if (typeof value === "function")
    return wrapFunction(value);
  if (value instanceof IDBTransaction)
    cacheDonePromiseForTransaction(value);
  if (instanceOfAny(value, getIdbProxyableTypes()))
    return new Proxy(value, idbProxyTraps);
  return value;
}
function wrap(value) {
  if (value instanceof IDBRequest)
    return promisifyRequest(value);
  if (transformCache.has(value))
    return transformCache.get(value);
  const newValue = transformCachableValue(value);
  if (!Object.is(newValue, value)) {
    transformCache.set(value, newValue);
    reverseTransformCache.set(newValue, value);
  }
  return newValue;
}
var unwrap = (value) => reverseTransformCache.get(value);
function openDB(name, version, { blocked, upgrade, blocking, terminated } = {}) {
  const request = indexedDB.open(name, version);
  const openPromise = wrap(request);
  if (upgrade) {
    request.addEventListener("upgradeneeded", (event) => {
      upgrade(wrap(request.result), event.oldVersion, event.newVersion, wrap(request.transaction), event);
    });
  }
  if (blocked) {
    request.addEventListener("blocked", (event) => blocked(
      // Casting due to https://github.com/microsoft/TypeScript-DOM-lib-generator/pull/1405
      event.oldVersion,
      event.newVersion,
      event
    ));
  }
  openPromise.then((db) => {
    if (terminated)
      db.addEventListener("close", () => terminated());
    if (blocking) {
      db.addEventListener("versionchange", (event) => blocking(event.oldVersion, event.newVersion, event));
    }
  }).catch(() => {
  });
  return openPromise;
}
function deleteDB(name, { blocked } = {}) {
  const request = indexedDB.deleteDatabase(name);
  if (blocked) {
    request.addEventListener("blocked", (event) => blocked(
      // Casting due to https://github.com/microsoft/TypeScript-DOM-lib-generator/pull/1405
      event.oldVersion,
      event
    ));
  }
  return wrap(request).then(() => void 0);
}
var readMethods = ["get", "getKey", "getAll", "getAllKeys", "count"];
var writeMethods = ["put", "add", "delete", "clear"];
var cachedMethods = {};
function getMethod(target, prop) {
  if (!(target instanceof IDBDatabase && !(prop in target) && typeof prop === "string")) {
    return;
  }
  if (cachedMethods[prop])
    return cachedMethods[prop];
  const targetFuncName = prop.replace(/FromIndex$/, "");
  const useIndex = prop !== targetFuncName;
  const isWrite = writeMethods.includes(targetFuncName);
  if (
    // Bail if the target doesn't exist on the target. Eg, getAll isn't in Edge.
    !(targetFuncName in (useIndex ? IDBIndex : IDBObjectStore).prototype) || !(isWrite || readMethods.includes(targetFuncName))
  ) {
    return;
  }
  const method = async function(storeName, ...args) {
    const tx = this.transaction(storeName, isWrite ? "readwrite" : "readonly");
    let target2 = tx.store;
    if (useIndex)
      target2 = target2.index(args.shift());
    return (await Promise.all([
      target2[targetFuncName](...args),
      isWrite && tx.done
    ]))[0];
  };
  return cachedMethods[prop] = method;
}
replaceTraps((oldTraps) => ({
  ...oldTraps,
  get: (target, prop, receiver) => getMethod(target, prop) || oldTraps.get(target, prop, receiver),
  has: (target, prop) => !!getMethod(target, prop) || oldTraps.has(target, prop)
}));
var advanceMethodProps = ["advance", "continue", "continuePrimaryKey"];
var methodMap = {};
var advanceResults = /* @__PURE__ */ new WeakMap();
var ittrProxiedCursorToOriginalProxy = /* @__PURE__ */ new WeakMap();
var cursorIteratorTraps = {
  get(target, prop) {
    if (!advanceMethodProps.includes(prop))
      return target[prop];
    let cachedFunc = methodMap[prop];
    if (!cachedFunc) {
      cachedFunc = methodMap[prop] = function(...args) {
        advanceResults.set(this, ittrProxiedCursorToOriginalProxy.get(this)[prop](...args));
      };
    }
    return cachedFunc;
  }
};
async function* iterate(...args) {
  let cursor = this;
  if (!(cursor instanceof IDBCursor)) {
    cursor = await cursor.openCursor(...args);
  }
  if (!cursor)
    return;
  cursor = cursor;
  const proxiedCursor = new Proxy(cursor, cursorIteratorTraps);
  ittrProxiedCursorToOriginalProxy.set(proxiedCursor, cursor);
  reverseTransformCache.set(proxiedCursor, unwrap(cursor));
  while (cursor) {
    yield proxiedCursor;
    cursor = await (advanceResults.get(proxiedCursor) || cursor.continue());
    advanceResults.delete(proxiedCursor);
  }
}
function isIteratorProp(target, prop) {
  return prop === Symbol.asyncIterator && instanceOfAny(target, [IDBIndex, IDBObjectStore, IDBCursor]) || prop === "iterate" && instanceOfAny(target, [IDBIndex, IDBObjectStore]);
}
replaceTraps((oldTraps) => ({
  ...oldTraps,
  get(target, prop, receiver) {
    if (isIteratorProp(target, prop))
      return iterate;
    return oldTraps.get(target, prop, receiver);
  },
  has(target, prop) {
    return isIteratorProp(target, prop) || oldTraps.has(target, prop);
  }
}));

// src/storage/delete-database.ts
async function deleteDatabase(handle) {
  if (typeof indexedDB === "undefined") return;
  await deleteDB(databaseName(handle));
}

// src/ui/panels/open-panels.ts
function makePanels(page, deps) {
  let close = null;
  let removed = false;
  return {
    open(tab, pageId = null) {
      import("./chunk-panel-window-PGISPR3D.js").then(({ showPanelWindow }) => {
        if (removed) return;
        close?.();
        close = showPanelWindow(page, deps, { tab, pageId });
      }).catch((error) => deps.onError(error));
    },
    remove() {
      removed = true;
      close?.();
    }
  };
}

// src/ui/element.ts
function element(page, tag, facts = {}) {
  const made = page.createElement(tag);
  if (facts.className !== void 0) made.className = facts.className;
  if (facts.text !== void 0) made.textContent = facts.text;
  if (facts.title !== void 0) made.title = facts.title;
  for (const [name, value] of Object.entries(facts.attributes ?? {})) made.setAttribute(name, value);
  if (facts.children !== void 0) made.append(...facts.children);
  const { onClick } = facts;
  if (onClick !== void 0) {
    made.addEventListener("click", (event) => {
      event.stopPropagation();
      onClick();
    });
  }
  return made;
}

// src/ui/status-notice.ts
var DETAIL_LIMIT = 300;
function replaces(next, before) {
  const isAnalysis = (kind) => kind === "analysis-pending" || kind === "analysis-failed";
  if (next.kind === "degraded") return before.kind === "degraded" && before.detail === next.detail;
  return next.kind === before.kind || isAnalysis(next.kind) && isAnalysis(before.kind);
}
function noticePart(page, words2, notice, actions) {
  const button = (label, onClick) => element(page, "button", {
    className: "menu_button narrative-agent-button",
    text: label,
    attributes: { type: "button" },
    onClick
  });
  const shown2 = noticeContent(words2, notice);
  const buttons = {
    retry: () => {
      if (notice.kind !== "failed") return;
      actions.dismiss(notice);
      actions.retry(notice.turn);
    },
    analyseAgain: () => {
      if (!("pageId" in notice)) return;
      actions.dismiss(notice);
      actions.analyseAgain(notice.pageId);
    },
    catchUp: () => {
      actions.dismiss(notice);
      actions.catchUp();
    },
    details: () => actions.openRun("pageId" in notice ? notice.pageId : null),
    close: () => actions.dismiss(notice)
  };
  return element(page, "div", {
    className: `narrative-agent-status-row narrative-agent-notice-${notice.kind}`,
    children: [
      element(page, "span", { text: shown2.sentence }),
      ...shown2.detail === "" ? [] : [element(page, "small", { text: shown2.detail.slice(0, DETAIL_LIMIT), title: shown2.detail })],
      ...shown2.buttons.map((name) => button(words2.status[name], buttons[name]))
    ]
  });
}
function noticeContent(words2, notice) {
  switch (notice.kind) {
    case "failed":
      return {
        sentence: `${words2.status.failedIn(words2.steps[notice.step])} ${words2.errors[notice.error.code]}`,
        detail: technicalMessage(notice.error),
        buttons: notice.canRetry ? ["retry", "details", "close"] : ["details", "close"]
      };
    case "analysis-pending":
      return { sentence: words2.status.analysisPending, detail: notice.detail, buttons: ["analyseAgain", "details"] };
    case "analysis-failed":
      return { sentence: words2.status.analysisFailed, detail: notice.detail, buttons: ["analyseAgain", "details"] };
    case "catch-up":
      return { sentence: words2.status.notCaughtUp(notice.rounds), detail: "", buttons: ["catchUp", "close"] };
    case "degraded":
      return { sentence: degradedSentence(words2, notice.detail), detail: "", buttons: ["close"] };
    case "partial":
      return { sentence: words2.status.partial, detail: "", buttons: [] };
    case "done": {
      const parts = [words2.status.calls(notice.calls), words2.status.seconds(Math.round(notice.seconds))];
      if (notice.rejected > 0) parts.push(words2.status.rejected(notice.rejected));
      return { sentence: parts.join(" · "), detail: "", buttons: ["details"] };
    }
  }
}
function degradedSentence(words2, detail) {
  const known = errorCodes.find((code) => code === detail);
  return known === void 0 ? detail : words2.status.degraded(words2.errors[known]);
}
function technicalMessage(error) {
  return error.message === error.code ? "" : error.message;
}

// src/ui/status-place.ts
function statusPlace(page, besideReply) {
  const reply = besideReply ? newestReply(page) : null;
  if (reply !== null) return { parent: reply.querySelector(".mes_block") ?? reply, before: null };
  const sendBar = page.getElementById("send_form");
  const parent = sendBar?.parentElement;
  return sendBar !== null && parent ? { parent, before: sendBar } : null;
}
function newestReply(page) {
  let last = page.getElementById("chat")?.lastElementChild ?? null;
  while (last !== null && !last.classList.contains("mes")) last = last.previousElementSibling;
  return last !== null && last.getAttribute("is_user") !== "true" ? last : null;
}

// src/ui/status-line.ts
var TICK_MILLISECONDS = 1e3;
function makeStatusLine({ page, text: text4, now, actions }) {
  const line = element(page, "div", { className: "narrative-agent-status", attributes: { role: "status" } });
  let status2 = { state: "idle" };
  let notices = [];
  let timer = null;
  let watched = null;
  let removed = false;
  let chip = false;
  let orders = [];
  const busy = () => status2.state !== "idle";
  const besideReply = () => busy() ? status2.state !== "preparing" : !notices.some((notice) => notice.kind === "failed");
  function place() {
    const target = statusPlace(page, besideReply());
    if (target === null) {
      line.remove();
    } else if (line.parentElement !== target.parent || line.nextElementSibling !== target.before) {
      target.parent.insertBefore(line, target.before);
    }
  }
  function draw() {
    if (removed) return;
    const words2 = text4();
    const parts = [
      ...busy() ? [busyPart(page, words2, status2, actions)] : [],
      ...notices.map((notice) => noticePart(page, words2, notice, { ...actions, dismiss })),
      ...chip && !busy() ? [chipPart(page, words2, actions)] : [],
      ...orders.map((order) => orderPart(page, order))
    ];
    line.setAttribute("aria-label", words2.status.label);
    line.classList.toggle("narrative-agent-busy", busy());
    line.replaceChildren(...parts);
    if (parts.length === 0) {
      line.remove();
    } else {
      place();
    }
    tick();
    setTicking(busy());
    setWatching(parts.length > 0);
  }
  function dismiss(notice) {
    notices = notices.filter((other) => other !== notice);
    draw();
  }
  function tick() {
    const clock2 = line.querySelector(".narrative-agent-clock");
    if (clock2 !== null) clock2.textContent = clockText(text4(), status2, now());
  }
  function setTicking(on) {
    if (on === (timer !== null)) return;
    if (timer !== null) clearInterval(timer);
    timer = on ? setInterval(tick, TICK_MILLISECONDS) : null;
  }
  function setWatching(on) {
    const chat = page.getElementById("chat");
    if (on && watched === null && chat !== null) {
      watched = new MutationObserver(place);
      watched.observe(chat, { childList: true });
    } else if (!on && watched !== null) {
      watched.disconnect();
      watched = null;
    }
  }
  function clear() {
    status2 = { state: "idle" };
    notices = [];
    draw();
  }
  return {
    status(next) {
      if (next.state !== "idle" && !busy()) notices = [];
      status2 = next;
      draw();
    },
    notice(notice) {
      notices = [...notices.filter((other) => !replaces(notice, other)), notice];
      draw();
    },
    showChip(on) {
      if (chip === on) return;
      chip = on;
      draw();
    },
    showOrders(chips) {
      orders = chips;
      draw();
    },
    clear,
    remove() {
      chip = false;
      orders = [];
      clear();
      removed = true;
    }
  };
}
function chipPart(page, words2, actions) {
  return element(page, "button", {
    className: "narrative-agent-chip",
    text: words2.panel.tabs.state,
    attributes: { type: "button" },
    onClick: () => actions.openState()
  });
}
function orderPart(page, order) {
  return element(page, "button", {
    className: "narrative-agent-chip narrative-agent-order",
    text: `${order.text} ✕`,
    title: order.title,
    attributes: { type: "button" },
    onClick: () => order.takeBack()
  });
}
function busyPart(page, words2, status2, actions) {
  const stage = status2.step === void 0 ? stateWord(words2, status2.state) : words2.steps[status2.step];
  return element(page, "div", {
    className: "narrative-agent-status-row",
    children: [
      element(page, "span", { className: "narrative-agent-stage", text: stage }),
      element(page, "span", { className: "narrative-agent-clock", attributes: { "aria-hidden": "true" } }),
      ...status2.state === "completing" ? [stopButton(page, words2, actions)] : []
    ]
  });
}
function stopButton(page, words2, actions) {
  return element(page, "button", {
    className: "menu_button narrative-agent-button",
    text: words2.status.stop,
    attributes: { type: "button" },
    onClick: () => actions.stop()
  });
}
function stateWord(words2, state) {
  return state === "idle" ? "" : words2.status[state];
}
function clockText(words2, status2, now) {
  const parts = [];
  if (status2.startedAt !== void 0) parts.push(words2.status.seconds(wholeSeconds(now - status2.startedAt)));
  if (status2.calls !== void 0 && status2.calls > 0) parts.push(words2.status.calls(status2.calls));
  if (status2.retryAt !== void 0) {
    const attempt = status2.attempt ?? 2;
    const left = Math.ceil((status2.retryAt - now) / 1e3);
    parts.push(left > 0 ? words2.status.retryIn(left, attempt) : words2.status.retrying(attempt));
  }
  return parts.join(" · ");
}
function wholeSeconds(milliseconds) {
  return Math.max(0, Math.floor(milliseconds / 1e3));
}

// src/config/effective-settings.ts
var modes = ["native", "compat_plus", "compat_strict"];
function effectiveSettings(settings, card, chat, preset = "") {
  const ofCard = card !== null && Object.hasOwn(settings.cards, card) ? settings.cards[card] : void 0;
  const ofChat = typeof chat?.enabled === "boolean" ? chat.enabled : void 0;
  const promptMode = modes.includes(chat?.promptMode) ? chat?.promptMode : settings.promptMode;
  const presetMode = Object.hasOwn(settings.presetChoices, preset) ? settings.presetChoices[preset] : void 0;
  return {
    ...settings,
    enabled: ofChat ?? ofCard ?? settings.enabled,
    promptMode,
    presetMode: presetMode ?? settings.presetMode
  };
}

// src/host/fetch-observer.ts
function describe(input, init) {
  const address = typeof input === "string" ? input : input instanceof URL ? input.pathname : input.url;
  const body = init?.body;
  return { address, body: typeof body === "string" ? body : null, signal: init?.signal ?? null };
}
function makeFetchObserver(owner) {
  const looks = /* @__PURE__ */ new Set();
  let remove2 = null;
  function install() {
    const original = owner.fetch;
    const wrapped = async (input, init) => {
      const request = looks.size === 0 ? null : describe(input, init);
      const sinks = request === null ? [] : [...looks].flatMap((look) => look(request) ?? []);
      if (sinks.length === 0) return original.call(globalThis, input, init);
      try {
        const response = await original.call(globalThis, input, init);
        for (const sink of sinks) sink.response(response);
        return response;
      } catch (error) {
        for (const sink of sinks) sink.failed(error);
        throw error;
      }
    };
    owner.fetch = wrapped;
    return () => {
      if (owner.fetch === wrapped) owner.fetch = original;
    };
  }
  return {
    observe(look) {
      looks.add(look);
      remove2 ??= install();
      return () => {
        looks.delete(look);
        if (looks.size > 0) return;
        remove2?.();
        remove2 = null;
      };
    }
  };
}

// src/host/generation-lock.ts
function makeGenerationLock(st, script) {
  let owner = null;
  let shown2 = false;
  const lock = () => {
    script?.setSendButtonState(true);
    st().deactivateSendButtons();
  };
  return {
    guard(runId) {
      if (owner !== runId) shown2 = false;
      owner = runId;
      script?.setSendButtonState(true);
    },
    hold(runId) {
      owner = runId;
      shown2 = true;
      lock();
    },
    release(runId) {
      if (owner !== runId) return;
      owner = null;
      if (shown2) st().activateSendButtons();
      else script?.setSendButtonState(false);
      shown2 = false;
    },
    forget(runId) {
      if (owner !== runId) return;
      owner = null;
      shown2 = false;
    },
    restore: lock,
    renew() {
      if (owner !== null && shown2) lock();
    }
  };
}

// src/host/host-page.ts
var STEP = 20;
function makeHostPage() {
  const generating = () => document.body.dataset["generating"] !== void 0;
  const breathe = (milliseconds) => new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
  return {
    generating,
    breathe,
    async untilQuiet(limit) {
      for (let waited = 0; generating() && waited < limit; waited += STEP) await breathe(STEP);
    },
    loadedFolders: () => [...document.querySelectorAll('script[src*="/extensions/third-party/"]')].flatMap((script) => {
      const folder = /\/third-party\/([^/]+)\//.exec(script.getAttribute("src") ?? "")?.[1];
      return folder === void 0 ? [] : [decodeURIComponent(folder)];
    })
  };
}

// src/host/own-writes.ts
function makeOwnWrites() {
  let depth = 0;
  return {
    during(work) {
      depth += 1;
      let waits = false;
      try {
        const result = work();
        if (result instanceof Promise) {
          waits = true;
          void result.finally(() => depth -= 1).catch(() => void 0);
        }
        return result;
      } finally {
        if (!waits) depth -= 1;
      }
    },
    active: () => depth > 0
  };
}

// src/host/card-macros.ts
var writes = /\{\{\s*(?:set|add|inc|dec)var\s*::\s*([^{}:]+?)\s*(?:::|\}\})/gi;
function makeCardMacros(st) {
  let before = null;
  const variables = () => {
    const there = st().chatMetadata["variables"];
    return isRecord(there) ? there : {};
  };
  return {
    begin() {
      before = { ...variables() };
    },
    takeBack() {
      const then = before;
      before = null;
      if (!then) return () => void 0;
      const now = variables();
      const changed = writtenKeys(st()).filter((key) => now[key] !== then[key]);
      const after = { ...now };
      const put2 = (from) => {
        for (const key of changed) {
          if (Object.hasOwn(from, key)) now[key] = from[key];
          else delete now[key];
        }
      };
      put2(then);
      return () => put2(after);
    },
    carryOut: () => readCard(st())
  };
}
function writtenKeys(ctx) {
  const index = openCharacterIndex(ctx);
  const card = index === null ? null : ctx.characters[index];
  const texts2 = JSON.stringify([card, ctx.powerUserSettings["persona_description"], ctx.chatMetadata["scenario"]]);
  const keys = [...texts2.matchAll(writes)].map(([, key = ""]) => key);
  return [...new Set(keys)].filter((key) => !isForbiddenKey(key));
}

// src/host/connection.ts
var string3 = (value) => typeof value === "string" ? value : "";
var addressFields = [
  "custom_url",
  "vertexai_region",
  "zai_endpoint",
  "siliconflow_endpoint",
  "minimax_endpoint",
  "pollinations_endpoint"
];
function currentConnection(ctx) {
  const source = string3(ctx.chatCompletionSettings["chat_completion_source"]);
  const model = string3(ctx.getChatCompletionModel());
  return { source, model, profile: "", preset: {}, fields: filled({ chat_completion_source: source, model }) };
}
function filled(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}
function readProfile(ctx, id) {
  try {
    return ctx.ConnectionManagerRequestService?.getProfile(id) ?? null;
  } catch {
    return null;
  }
}
function proxyFields(openai, name) {
  const proxy = openai?.proxies?.find((item) => isRecord(item) && own(item, "name") === name);
  if (!isRecord(proxy) || name === "") return {};
  return { reverse_proxy: string3(proxy["url"]), proxy_password: string3(proxy["password"]) };
}
function connectionFor(ctx, openai, settings) {
  if (settings.profile === "") return currentConnection(ctx);
  const parsed = profileSchema.safeParse(readProfile(ctx, settings.profile));
  const api = parsed.success ? ctx.CONNECT_API_MAP?.[parsed.data.api] : null;
  const source = isRecord(api) && api["selected"] === "openai" ? string3(api["source"]) : "";
  if (!parsed.success || source === "") {
    throw new NarrativeError("model.not-found", {
      message: "The connection profile is not there any more, or is not for chat completion.",
      details: { profile: settings.profile }
    });
  }
  const profile = parsed.data;
  const address = profile["api-url"];
  const preset = ctx.getPresetManager("openai")?.getCompletionPresetByName(profile.preset);
  return {
    source,
    model: profile.model,
    profile: profile.name,
    preset: isRecord(preset) ? preset : {},
    fields: filled({
      chat_completion_source: source,
      model: profile.model,
      secret_id: profile["secret-id"],
      custom_prompt_post_processing: profile["prompt-post-processing"],
      ...Object.fromEntries(addressFields.map((name) => [name, address])),
      ...proxyFields(openai, profile.proxy)
    })
  };
}

// src/host/events.ts
function listen(ctx, name, listener, placement = "normal") {
  const event = ctx.eventTypes[name];
  if (event === void 0) return () => void 0;
  const source = ctx.eventSource;
  const handler = listener;
  if (placement === "last") source.makeLast(event, handler);
  else if (placement === "first") source.makeFirst(event, handler);
  else source.on(event, handler);
  return () => source.removeListener(event, handler);
}
async function emit(ctx, name, ...args) {
  const event = ctx.eventTypes[name];
  if (event !== void 0) await ctx.eventSource.emit(event, ...args);
}

// src/host/restore-message.ts
function pendingSwipe(ctx) {
  const message = ctx.chat.at(-1);
  const swipes = message?.swipes;
  if (!message || !Array.isArray(swipes) || message.swipe_id !== swipes.length || swipes.length === 0) return null;
  const from = swipes.lastIndexOf(message.mes);
  return { from: from === -1 ? swipes.length - 1 : from, to: swipes.length };
}
function rememberLastReply(ctx) {
  const chat = openChat(ctx);
  const message = ctx.chat.at(-1);
  if (!chat || !message || message.is_user) return null;
  return { ...chat, message: structuredClone(message), index: ctx.chat.length - 1 };
}
function isBlank(text4) {
  return typeof text4 !== "string" || text4.trim() === "" || text4.trim() === "...";
}
var sameChat = (ctx, chat) => {
  const open = openChat(ctx);
  return open?.owner === chat.owner && open.file === chat.file;
};
async function removeBlankReply(ctx, index, isNone) {
  const last = ctx.chat.at(-1);
  if (ctx.chat.length !== index + 1 || !last || last.is_user || last.is_system || !isNone(last.mes)) return;
  await ctx.deleteLastMessage();
}
async function putBack(ctx, removed) {
  if (ctx.chat.length !== removed.index) return;
  const message = structuredClone(removed.message);
  ctx.chat.push(message);
  ctx.addOneMessage(message);
  await emit(ctx, "MESSAGE_UPDATED", removed.index);
}
async function removeBlankSwipe(ctx, index, place, isNone) {
  const message = ctx.chat[index];
  if (!message || message.is_user || message.swipe_id !== place.to || !Array.isArray(message.swipes)) return;
  if (place.to < message.swipes.length && !isNone(message.swipes[place.to])) return;
  message.swipes.splice(place.to, 1);
  message.swipe_info?.splice(place.to, 1);
  const info = message.swipe_info?.[place.from];
  message.swipe_id = place.from;
  message.mes = message.swipes[place.from] ?? message.mes;
  message.extra = structuredClone(info?.extra ?? {});
  message.send_date = info?.send_date;
  message.gen_started = info?.gen_started;
  message.gen_finished = info?.gen_finished;
  ctx.addOneMessage(message, { type: "swipe", forceId: index, scroll: false });
  await emit(ctx, "MESSAGE_UPDATED", index);
}
async function restoreChat(st, own2, turn) {
  const ctx = st();
  if (!sameChat(ctx, turn.chat)) return;
  const isNone = (text4) => isBlank(text4) || turn.toldError != null && text4 === turn.toldError;
  await own2.during(async () => {
    if (turn.swipe) await removeBlankSwipe(ctx, turn.baseLength - 1, turn.swipe, isNone);
    else if (turn.type !== "swipe") await removeBlankReply(ctx, turn.baseLength, isNone);
    if (turn.removed) await putBack(st(), turn.removed);
  });
}

// src/host/llm-errors.ts
var statusOfPhrase = {
  "bad request": 400,
  unauthorized: 401,
  "payment required": 402,
  forbidden: 403,
  "not found": 404,
  "request timeout": 408,
  "payload too large": 413,
  "content too large": 413,
  "unprocessable entity": 422,
  "unprocessable content": 422,
  "too many requests": 429,
  "internal server error": 500,
  "bad gateway": 502,
  "service unavailable": 503,
  "gateway timeout": 504
};
var verdictOfCode = {
  invalid_api_key: { code: "model.auth" },
  authentication_error: { code: "model.auth" },
  permission_error: { code: "model.auth" },
  permission_denied: { code: "model.auth" },
  unauthenticated: { code: "model.auth" },
  insufficient_quota: { code: "model.rate-limited", retry: "user" },
  billing_hard_limit_reached: { code: "model.rate-limited", retry: "user" },
  rate_limit_exceeded: { code: "model.rate-limited" },
  rate_limit_error: { code: "model.rate-limited" },
  resource_exhausted: { code: "model.rate-limited" },
  context_length_exceeded: { code: "model.overflow" },
  request_too_large: { code: "model.overflow" },
  model_not_found: { code: "model.not-found" },
  not_found_error: { code: "model.not-found" },
  content_filter: { code: "model.refused" },
  content_policy_violation: { code: "model.refused" },
  overloaded_error: { code: "model.server" },
  server_error: { code: "model.server" },
  api_error: { code: "model.server" },
  internal_error: { code: "model.server" },
  unavailable: { code: "model.server" },
  timeout: { code: "model.timeout" },
  timeout_error: { code: "model.timeout" },
  deadline_exceeded: { code: "model.timeout" },
  econnrefused: { code: "model.network" },
  econnreset: { code: "model.network" },
  enotfound: { code: "model.network" },
  eai_again: { code: "model.network" },
  etimedout: { code: "model.network" },
  err_stream_premature_close: { code: "model.cut-stream" }
};
var statedLimits = [
  /maximum context (?:length|window|size)[^\d]{0,24}(\d{4,8})/i,
  /tokens\s*>\s*(\d{4,8})\s*(?:maximum|limit)?/i,
  /maximum (?:number of )?(?:input )?tokens[^\d]{0,24}\(?(\d{4,8})/i,
  /(?:context (?:length|size|window)|n_ctx)[^\d]{0,24}(\d{4,8})/i,
  /上下文(?:长度|窗口)?[^\d]{0,12}(\d{4,8})/
];
function contextTokens(message) {
  for (const pattern of statedLimits) {
    const found = pattern.exec(message)?.[1];
    if (found !== void 0) return Number(found);
  }
  return null;
}
var brokenBody = /invalid response body|invalid json response|premature close|unexpected end of/i;
var verdictOfWords = [
  [
    /context.{0,20}(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|token limit|(input )?token count.{0,40}exceed|(input|prompt).{0,20}exceed.{0,30}(tokens|context)|reduce the length|上下文.{0,6}(长度|超)|超(过|出).{0,10}(上下文|token)/i,
    { code: "model.overflow" }
  ],
  [
    /insufficient.{0,12}(quota|balance|credit|funds)|exceeded your current quota|billing|余额不足|欠费/i,
    { code: "model.rate-limited", retry: "user" }
  ],
  [/rate.?limit|too many requests|请求过于频繁|限流/i, { code: "model.rate-limited" }],
  [/api.?key|unauthori[sz]ed|authenticat|invalid token|密钥|鉴权/i, { code: "model.auth" }],
  [/content.?(filter|policy)|safety|moderation|flagged|敏感|违规/i, { code: "model.refused" }],
  [/model.{0,40}(not found|does not exist|not exist)|no such model|模型不存在/i, { code: "model.not-found" }],
  [/terminated|socket hang up/i, { code: "model.cut-stream" }],
  [/econnrefused|econnreset|enotfound|eai_again|network|failed to fetch|getaddrinfo/i, { code: "model.network" }],
  [/timed? ?out|deadline/i, { code: "model.timeout" }],
  [/overloaded|server error|unavailable|bad gateway/i, { code: "model.server" }]
];
var verdictOfExactStatus = {
  402: { code: "model.rate-limited", retry: "user" },
  404: { code: "model.not-found" },
  408: { code: "model.timeout" },
  413: { code: "model.overflow" },
  504: { code: "model.timeout" }
};
function verdictOfStatus(status2, words2) {
  const exact = verdictOfExactStatus[status2];
  if (exact) return exact;
  if (status2 === 429) return words2?.code === "model.rate-limited" ? words2 : { code: "model.rate-limited" };
  if (status2 === 401 || status2 === 403) {
    return { code: words2?.code === "model.refused" ? "model.refused" : "model.auth" };
  }
  if (status2 >= 500 && status2 !== 502) return { code: "model.server" };
  const byDefault = status2 >= 400 && status2 < 500 ? "model.rejected" : "model.server";
  return words2 ?? { code: byDefault };
}
function effectiveStatus(refusal3) {
  const ofCode = /^[45]\d\d$/.test(refusal3.code) ? Number(refusal3.code) : null;
  const ofMessage = statusOfPhrase[refusal3.message.trim().toLowerCase()] ?? null;
  const ofPhrase = statusOfPhrase[refusal3.statusText.trim().toLowerCase()] ?? null;
  const { status: status2 } = refusal3;
  if (status2 !== null && status2 >= 400 && status2 !== 400) return status2;
  return ofPhrase ?? ofCode ?? ofMessage ?? status2;
}
function refusedStatus(phrase) {
  const words2 = phrase.trim().toLowerCase();
  return Object.entries(statusOfPhrase).find(([known]) => words2.startsWith(known))?.[1] ?? null;
}
function speaksOfRefusal(sentence) {
  return verdictOfWords.some(([pattern]) => pattern.test(sentence));
}
function retryAfterMs(header, message, now) {
  const seconds = Number(header);
  if (header !== "" && Number.isFinite(seconds) && seconds >= 0) return Math.round(seconds * 1e3);
  const date = header === "" ? Number.NaN : Date.parse(header);
  if (Number.isFinite(date)) return Math.max(0, date - now);
  const said = /(?:try again|retry|wait)\D{0,20}(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|seconds?|m|min|minutes?)\b/i.exec(message) ?? /retry.?(?:delay|after)"?\s*[:=]\s*"?(\d+(?:\.\d+)?)(ms|s|m)?/i.exec(message);
  if (!said) return null;
  const amount2 = Number(said[1]);
  const unit = (said[2] ?? "s").toLowerCase();
  if (unit.startsWith("ms") || unit.startsWith("milli")) return Math.round(amount2);
  return Math.round(amount2 * (unit.startsWith("m") ? 6e4 : 1e3));
}
function refusalError(refusal3, now) {
  const cut = brokenBody.test(refusal3.message) ? { code: "model.cut-stream" } : void 0;
  const words2 = verdictOfWords.find(([pattern]) => pattern.test(refusal3.message))?.[1] ?? null;
  const status2 = effectiveStatus(refusal3);
  const verdict = cut ?? verdictOfCode[refusal3.code.toLowerCase()] ?? (status2 === null ? words2 ?? { code: "model.server" } : verdictOfStatus(status2, words2));
  const wait = retryAfterMs(refusal3.retryAfter, refusal3.message, now);
  const context = verdict.code === "model.overflow" ? contextTokens(refusal3.message) : null;
  return new NarrativeError(verdict.code, {
    message: refusal3.message || refusal3.statusText || (status2 === null ? verdict.code : `HTTP ${status2}`),
    details: {
      status: status2,
      code: refusal3.code,
      ...wait === null ? {} : { retryAfterMs: wait },
      ...context === null ? {} : { contextTokens: context }
    },
    ...verdict.retry === void 0 ? {} : { retry: verdict.retry }
  });
}

// src/host/provider-reply.ts
var finishOf = {
  stop: "stop",
  eos: "stop",
  end_turn: "stop",
  stop_sequence: "stop",
  complete: "stop",
  tool_calls: "stop",
  tool_use: "stop",
  length: "length",
  max_tokens: "length",
  model_length: "length",
  content_filter: "filter",
  refusal: "filter",
  safety: "filter",
  recitation: "filter",
  blocklist: "filter",
  prohibited_content: "filter",
  sensitive: "filter"
};
function at(value, ...path) {
  let here = value;
  for (const key of path) {
    if (Array.isArray(here) && typeof key === "number") here = here[key];
    else if (isRecord(here)) here = own(here, String(key));
    else return void 0;
  }
  return here;
}
function textOf2(value) {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return value.map((part) => isRecord(part) && part["thought"] !== true ? textOf2(own(part, "text")) : "").join("");
}
var firstText = (...values) => values.map(textOf2).find((text4) => text4 !== "") ?? "";
var count2 = (...values) => values.find((value) => typeof value === "number" && Number.isFinite(value)) ?? null;
function readUsage(data) {
  const found = [
    at(data, "usage"),
    at(data, "message", "usage"),
    at(data, "usageMetadata"),
    at(data, "delta", "usage", "tokens")
  ].find(isRecord);
  if (!found) return null;
  return {
    promptTokens: count2(found["prompt_tokens"], found["input_tokens"], found["promptTokenCount"]),
    completionTokens: count2(found["completion_tokens"], found["output_tokens"], found["candidatesTokenCount"]),
    cachedTokens: count2(
      at(found, "prompt_tokens_details", "cached_tokens"),
      found["prompt_cache_hit_tokens"],
      found["cache_read_input_tokens"],
      found["cachedContentTokenCount"]
    )
  };
}
function readFinish(data) {
  const word = [
    at(data, "choices", 0, "finish_reason"),
    at(data, "delta", "stop_reason"),
    at(data, "stop_reason"),
    at(data, "candidates", 0, "finishReason"),
    at(data, "promptFeedback", "blockReason"),
    at(data, "delta", "finish_reason"),
    at(data, "finish_reason")
  ].find((value) => typeof value === "string" && value !== "");
  return word === void 0 ? null : finishOf[word.toLowerCase()] ?? "unknown";
}
function readRefusal(data, status2, statusText, retryAfter) {
  const error = at(data, "error") ?? at(data, "detail", "error") ?? at(data, "detail");
  const bare = at(data, "object") === "error" || at(data, "type") === "error" ? data : null;
  const found = error === void 0 || error === null || error === false ? bare : error;
  if (found === null || found === void 0) return null;
  const inner = isRecord(found) ? found : {};
  const word = [inner["code"], inner["type"], inner["status"]].find(
    (value) => typeof value === "string" && value !== "" || typeof value === "number"
  );
  const quota = at(data, "quota_error") === true;
  return {
    status: status2,
    statusText,
    message: firstText(found, inner["message"], at(data, "message")),
    code: quota ? "insufficient_quota" : String(word ?? ""),
    retryAfter
  };
}
function readReplyPiece(data) {
  const delta = at(data, "choices", 0, "delta");
  const message = at(data, "choices", 0, "message");
  const parts = at(data, "candidates", 0, "content", "parts");
  return {
    text: firstText(
      at(delta, "content"),
      at(message, "content"),
      at(data, "choices", 0, "text"),
      at(data, "delta", "text"),
      parts,
      at(data, "delta", "message", "content", "text"),
      at(data, "responseContent", "parts"),
      at(data, "content")
    ),
    reasoning: firstText(
      at(delta, "reasoning_content"),
      at(delta, "reasoning"),
      at(message, "reasoning_content"),
      at(message, "reasoning"),
      at(data, "delta", "thinking")
    ),
    finish: readFinish(data),
    usage: readUsage(data),
    refusal: readRefusal(data, null, "", ""),
    model: firstText(at(data, "model"), at(data, "message", "model"))
  };
}

// src/host/request-trace.ts
var noUsage = { promptTokens: null, completionTokens: null, cachedTokens: null };
var unsentTrace = {
  outcome: "unsent",
  status: null,
  streaming: false,
  refusal: null,
  closed: false,
  finish: null,
  usage: noUsage,
  textLength: 0,
  reasoningLength: 0,
  model: ""
};
var merged = (old, add) => ({
  promptTokens: add?.promptTokens ?? old.promptTokens,
  completionTokens: add?.completionTokens ?? old.completionTokens,
  cachedTokens: add?.cachedTokens ?? old.cachedTokens
});
function makeTraceReader(streaming) {
  let trace = { ...unsentTrace, outcome: "open", streaming };
  let pending = "";
  let plain2 = "";
  let head = { status: 0, statusText: "", retryAfter: "" };
  const take = (data) => {
    const piece = readReplyPiece(data);
    const refusal3 = piece.refusal && readRefusal(data, head.status, head.statusText, head.retryAfter);
    trace = {
      ...trace,
      refusal: trace.refusal ?? refusal3,
      finish: piece.finish ?? trace.finish,
      usage: merged(trace.usage, piece.usage),
      textLength: trace.textLength + piece.text.length,
      reasoningLength: trace.reasoningLength + piece.reasoning.length,
      model: trace.model || piece.model
    };
    return piece.text.length + piece.reasoning.length;
  };
  const line = (text4) => {
    if (!text4.startsWith("data:")) {
      if (text4 !== "" && !/^(event|id|retry|):/.test(text4)) plain2 += `${text4}
`;
      return -1;
    }
    const body = text4.slice(5).trim();
    if (body === "[DONE]") {
      trace = { ...trace, closed: true };
      return 0;
    }
    const parsed = parseJson(body);
    if (!parsed.ok) return 0;
    if (/"type"\s*:\s*"message(_stop|-end)"/.test(body)) trace = { ...trace, closed: true };
    return take(parsed.value);
  };
  return {
    head(status2, statusText, retryAfter) {
      head = { status: status2, statusText, retryAfter };
      trace = { ...trace, status: status2 };
    },
    chunk(text4) {
      if (!streaming || (trace.status ?? 0) >= 400) {
        plain2 += text4;
        return -1;
      }
      const lines = (pending + text4).split(/\r\n|\n|\r(?!$)/);
      pending = lines.pop() ?? "";
      return lines.reduce((most, each) => Math.max(most, line(each)), -1);
    },
    end(outcome) {
      if (pending !== "") line(pending);
      pending = "";
      const whole = plain2.trim();
      const parsed = whole === "" ? null : parseJson(whole);
      if (parsed?.ok) {
        take(parsed.value);
        if (outcome === "complete" && !streaming) trace = { ...trace, closed: true };
      }
      if (head.status >= 400 && !trace.refusal) {
        const { status: status2, statusText, retryAfter } = head;
        trace = { ...trace, refusal: { status: status2, statusText, message: whole.slice(0, 300), code: "", retryAfter } };
      }
      trace = { ...trace, outcome };
    },
    trace: () => trace
  };
}

// src/host/request-tap.ts
var GENERATE_PATH = "/api/backends/chat-completions/generate";
var isAbort = (error, signal) => signal?.aborted === true || isRecord(error) && error["name"] === "AbortError";
function tapNextRequest(observer, options) {
  const reader = makeTraceReader(options.streaming);
  let seen = false;
  let settle2;
  const over = new Promise((resolve) => settle2 = resolve);
  const finish = (outcome) => {
    reader.end(outcome);
    settle2?.(reader.trace());
  };
  async function readCopy(copy, signal) {
    try {
      const body = copy.body?.getReader();
      const decoder = new TextDecoder();
      for (let read = await body?.read(); read && !read.done; read = await body?.read()) {
        const tokens = reader.chunk(decoder.decode(read.value, { stream: true }));
        if (tokens >= 0) options.onData?.(tokens > 0);
      }
      finish("complete");
    } catch (error) {
      finish(isAbort(error, signal) ? "aborted" : "broken");
    }
  }
  const takeOff = observer.observe(({ address, body, signal }) => {
    if (seen || body === null || !address.endsWith(GENERATE_PATH) || !options.matches(body)) return null;
    seen = true;
    takeOff();
    return {
      response(response) {
        reader.head(response.status, response.statusText, response.headers.get("retry-after") ?? "");
        void readCopy(response.clone(), signal);
      },
      failed: (error) => finish(isAbort(error, signal) ? "aborted" : "unreachable")
    };
  });
  return {
    over,
    trace: () => seen ? reader.trace() : unsentTrace,
    dispose() {
      takeOff();
      if (!seen) settle2?.(unsentTrace);
    }
  };
}

// src/host/token-watchdog.ts
var LATE_MS = 5e3;
function startTokenWatchdog(limits, onTimeout) {
  let flowing = false;
  let stopped = false;
  let cancelStep = () => void 0;
  let cancelWhole = () => void 0;
  const stop2 = () => {
    stopped = true;
    cancelStep();
    cancelWhole();
  };
  const expire = (phase) => {
    if (stopped) return;
    stop2();
    onTimeout(phase);
  };
  if (limits.total !== null) cancelWhole = startTimer(limits.total, () => expire("total"));
  if (limits.firstToken !== null) cancelStep = startTimer(limits.firstToken, () => expire("first-token"));
  return {
    beat(tokens) {
      if (stopped || limits.firstToken === null) return;
      flowing ||= tokens;
      if (!flowing) return;
      cancelStep();
      cancelStep = startTimer(limits.gap, () => expire("gap"));
    },
    stop: stop2
  };
}
function startTimer(duration, onEnd) {
  const due = Date.now() + duration;
  let timer = setTimeout(() => {
    if (Date.now() - due <= LATE_MS) onEnd();
    else timer = setTimeout(onEnd, duration);
  }, duration);
  return () => clearTimeout(timer);
}

// src/host/foreground-turn.ts
function makeForegroundTurn(facts) {
  return {
    ...facts,
    stage: "armed",
    expectsPrompt: false,
    activated: null,
    generated: /* @__PURE__ */ new WeakSet(),
    prepared: null,
    messages: [],
    tap: null,
    streaming: false,
    watchdog: null,
    timedOut: null,
    stopped: false,
    ownStop: false,
    message: null,
    page: 0,
    text: "",
    toldError: null,
    ending: null,
    settled: null
  };
}
var liveStages = /* @__PURE__ */ new Set(["armed", "preparing", "sending", "writing", "settling"]);
function isLive(turn) {
  return turn !== null && liveStages.has(turn.stage);
}

// src/host/held-connections.ts
var notSampling = /* @__PURE__ */ new Set(["prompts", "prompt_order", "extensions"]);
function holdCurrent(ctx, openai) {
  const names2 = Object.entries(openai?.settingsToUpdate ?? {});
  const preset = {};
  for (const [key, place] of names2) {
    const name = Array.isArray(place) ? place[1] : void 0;
    if (typeof name === "string" && !notSampling.has(key)) preset[key] = ctx.chatCompletionSettings[name];
  }
  return { ...currentConnection(ctx), preset: structuredClone(preset) };
}
function holdConnections(ctx, openai, agents) {
  const held = /* @__PURE__ */ new Map([["", holdCurrent(ctx, openai)]]);
  for (const agent of agents) if (!held.has(agent.profile)) held.set(agent.profile, resolved(ctx, openai, agent));
  return (settings) => {
    const found = held.get(settings.profile) ?? resolved(ctx, openai, settings);
    if (found instanceof NarrativeError) throw found;
    return found;
  };
}
function resolved(ctx, openai, agent) {
  try {
    const connection = connectionFor(ctx, openai, agent);
    return { ...connection, preset: structuredClone(connection.preset) };
  } catch (error) {
    if (error instanceof NarrativeError) return error;
    throw error;
  }
}
var notConnection = /* @__PURE__ */ new Set([
  "type",
  "messages",
  "stream",
  "user_name",
  "char_name",
  "group_names",
  "use_sysprompt",
  "assistant_prefill",
  "json_schema",
  "tools",
  "tool_choice",
  "stop",
  "n"
]);
async function keepConnection(ctx, openai, { held, body }) {
  const now = holdCurrent(ctx, openai);
  if (now.source !== held.source || JSON.stringify(now) === JSON.stringify(held)) return;
  const kept2 = await ctx.ChatCompletionService.presetToGeneratePayload(
    structuredClone(held.preset),
    { chat_completion_source: held.source },
    { ...held.fields, messages: [] }
  );
  if (!isRecord(kept2)) return;
  for (const key of Object.keys(body)) if (!notConnection.has(key)) delete body[key];
  for (const [key, value] of Object.entries(kept2)) if (!notConnection.has(key)) body[key] = value;
}

// src/host/turn-type.ts
function isTurnType(type) {
  return type === "normal" || type === "swipe" || type === "regenerate";
}

// src/host/stand-down.ts
function isToolRecursion(ctx) {
  const last = ctx.chat.at(-1);
  return last?.is_system === true && Array.isArray(last.extra?.["tool_invocations"]);
}
function earlierExtensionRuns(ctx, page, ownFolder) {
  const settings = own(ctx.extensionSettings, EARLIER_EXTENSION_KEY);
  if (!isRecord(settings) || settings["enabled"] === false) return false;
  return page.loadedFolders().some((folder) => folder !== ownFolder && /narrative.?agent/i.test(folder));
}
async function offersHostTools(ctx, type) {
  if (ctx.canPerformToolCalls?.(type) !== true) return false;
  for (const tool of ctx.ToolManager?.tools ?? []) if (await wantsToGo(tool)) return true;
  return false;
}
async function wantsToGo(tool) {
  try {
    return Boolean(await tool.shouldRegister?.() ?? true);
  } catch {
    return false;
  }
}
function hostStandDown(ctx, { page, folder }, type) {
  if (!isTurnType(type)) return "type";
  if (ctx.mainApi !== "openai") return "text-completion";
  if (ctx.groupId) return "group-chat";
  if (!openChat(ctx)) return "no-chat";
  if (isToolRecursion(ctx)) return "tool-recursion";
  if (earlierExtensionRuns(ctx, page, folder)) return "earlier-extension";
  return null;
}
var sentences = {
  "text-completion": {
    en: "Narrative Agent works with chat completion connections only; this reply is SillyTavern’s own.",
    zh: "Narrative Agent 只支持聊天补全（Chat Completion）连接；本次回复由 SillyTavern 自行生成。"
  },
  "group-chat": {
    en: "Narrative Agent does not work in group chats yet; this reply is SillyTavern’s own.",
    zh: "Narrative Agent 暂不支持群聊；本次回复由 SillyTavern 自行生成。"
  },
  "no-chat": {
    en: "Narrative Agent needs a chat that is kept in a file; in this temporary chat SillyTavern plays alone.",
    zh: "Narrative Agent 需要保存在文件中的聊天；在临时聊天中由 SillyTavern 自行生成。"
  },
  "host-tools": {
    en: "Function tools of other extensions may run, so SillyTavern answers alone; Narrative Agent only follows.",
    zh: "已允许其他扩展的函数工具运行，因此由 SillyTavern 自行回复，Narrative Agent 只跟随。"
  },
  "earlier-extension": {
    en: "The earlier narrative-agent extension is enabled too. Disable one of the two; until then this one stands aside.",
    zh: "旧版 narrative-agent 扩展也已启用。请停用其中一个；在此之前本扩展不介入。"
  }
};
function standDownSentence(reason, language) {
  return sentences[reason]?.[language] ?? null;
}

// src/host/arm-turn.ts
var busySentence = {
  en: "A turn is still running; stop it first.",
  zh: "上一回合仍在进行，请先停止它。"
};
var otherTabSentence = {
  en: "This chat is played in another tab; nothing was sent.",
  zh: "这个聊天正在另一个标签页里使用，没有发送任何内容。"
};
function lastUserText(chat) {
  const last = chat.findLast((message) => isRecord(message) && message["is_user"] === true);
  return isRecord(last) && typeof last["mes"] === "string" ? last["mes"] : "";
}
function makeArming(deps, cardMacros) {
  const { st, runner, notifier, log } = deps;
  let removed = null;
  let giveUp = null;
  async function putBack2(taken) {
    if (!taken) return;
    await deps.page.untilQuiet(2e3);
    const chat = { owner: taken.owner, file: taken.file };
    await restoreChat(st, deps.own, { type: "regenerate", baseLength: taken.index, chat, removed: taken, swipe: null });
    await deps.save();
  }
  const refuse = (request, taken) => {
    request.abort(true);
    void putBack2(taken).catch((error) => log.warn("The message could not be put back.", error));
    return null;
  };
  async function askRunner(type) {
    const asked = runner.arm(type);
    const stopped = new Promise((resolve) => {
      giveUp = () => resolve(null);
    });
    try {
      const verdict = await Promise.race([asked, stopped]);
      if (verdict === null) {
        void asked.then((late) => late.ours ? runner.fail(late.runId, { kind: "stopped" }) : void 0).catch((error) => log.warn("A stopped turn could not be opened.", error));
      }
      return verdict;
    } finally {
      giveUp = null;
    }
  }
  async function standsDown(type) {
    const reason = hostStandDown(st(), { page: deps.page, folder: deps.folder }, type) ?? (deps.letHostToolsRun() && await offersHostTools(st(), type) ? "host-tools" : null);
    const sentence = reason === null ? null : standDownSentence(reason, deps.language());
    if (sentence !== null) notifier.once(`stand-down:${String(reason)}`, sentence);
    return reason !== null;
  }
  async function verdictFor(type) {
    try {
      const verdict = await askRunner(type);
      if (verdict?.ours) return verdict;
      if (verdict?.reason === "not-owner") {
        notifier.warn(otherTabSentence[deps.language()]);
        return "refused";
      }
      return verdict === null || verdict.reason === "refused" ? "refused" : "alone";
    } catch (error) {
      log.warn("The turn could not be opened.", error);
      const known = error instanceof NarrativeError ? error : new NarrativeError("storage.corrupt", { cause: error });
      notifier.error(known.message);
      return known.code === "host.chat-changed" || known.code === "host.not-owner" ? "refused" : "alone";
    }
  }
  return {
    remember(taken) {
      removed = taken;
    },
    waiting: () => giveUp !== null,
    stop() {
      giveUp?.();
      return giveUp !== null;
    },
    async arm(request, current) {
      const taken = request.type === "regenerate" ? removed : null;
      removed = null;
      if (!deps.enabled() || !isTurnType(request.type) || await standsDown(request.type)) return null;
      if (request.stopped) return refuse(request, taken);
      if (current?.stage === "settling") await current.settled;
      if (isLive(current)) {
        notifier.warn(busySentence[deps.language()]);
        return refuse(request, taken);
      }
      const chat = openChat(st());
      if (!chat) return null;
      const carryOutAgain = cardMacros.takeBack();
      const verdict = await verdictFor(request.type);
      if (verdict === "refused") return refuse(request, taken);
      if (verdict === "alone") {
        carryOutAgain();
        return null;
      }
      return makeForegroundTurn({
        runId: verdict.runId,
        insertion: verdict.insertion ?? "",
        type: request.type,
        signal: verdict.signal,
        card: cardMacros.carryOut(),
        connection: holdCurrent(st(), deps.openai),
        chat,
        baseLength: st().chat.length,
        promptBudget: request.contextSize,
        userText: lastUserText(request.chat),
        removed: taken,
        swipe: request.type === "swipe" ? pendingSwipe(st()) : null
      });
    }
  };
}

// src/host/request-ending.ts
var failed = (code, details = {}) => ({
  kind: "failed",
  error: new NarrativeError(code, { details })
});
function emptyAnswer(trace) {
  if (trace.finish === "filter") return failed("model.refused");
  if (trace.finish === "length" && trace.reasoningLength > 0) return failed("model.budget-eaten");
  return failed("model.empty", { finish: trace.finish });
}
function requestEnding(facts) {
  const { trace, timedOut } = facts;
  if (timedOut !== null) return failed("model.timeout", { phase: timedOut });
  if (facts.stopped && trace.outcome !== "complete") return { kind: "stopped" };
  if (trace.refusal) return { kind: "failed", error: refusalError(trace.refusal, facts.now) };
  switch (trace.outcome) {
    case "unreachable":
      return failed("model.network");
    case "broken":
      return failed("model.cut-stream", { reason: "connection" });
    case "aborted":
    case "open":
      return { kind: "stopped" };
    case "unsent":
      return failed("model.network", { reason: "unsent" });
    case "complete":
  }
  if (!trace.closed && trace.finish === null) return failed("model.cut-stream", { reason: "early-end" });
  if (!facts.prose) return facts.stopped ? { kind: "stopped" } : emptyAnswer(trace);
  return { kind: "finished", finish: trace.finish ?? "unknown", usage: trace.usage };
}

// src/host/told-error.ts
var LONGEST = 600;
var errorHead = /^[^\p{L}\d]{0,6}(?:(?:api|https?|request|upstream|server|proxy|provider|network|openai|anthropic|gemini|claude|deepseek|openrouter|internal|fetch|connection|stream|model)\s+){0,2}(?:error|failed)\s*[:：\-–—([\d]/iu;
var errorHeadZh = /^[^\p{L}\d]{0,6}(?:API|请求|接口|服务器?|网络|上游|模型|调用|生成|代理){0,3}\s*(?:错误|出错|异常|失败|报错)[】\])）\s]*[:：，,(（\d]/iu;
var statusHead = /^[^\p{L}\d]{0,6}(?:HTTP\s*)?([45]\d\d)[:\s]+([a-z ]{4,24})/iu;
var webPage = /^<(?:!doctype html|html)\b/i;
var refusal2 = (text4, status2 = null) => ({
  status: status2,
  statusText: "",
  message: text4.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim().slice(0, 300),
  code: "",
  retryAfter: ""
});
function toldError(text4) {
  const whole = text4.trim();
  if (whole === "") return null;
  if (webPage.test(whole)) {
    const title = /<title>([^<]{0,200})/i.exec(whole)?.[1] ?? "";
    return refusal2(title || whole.slice(0, 300), statusIn(title));
  }
  if (whole.length > LONGEST) return null;
  if (whole.startsWith("{")) return errorBody(whole);
  const phrase = statusHead.exec(whole);
  if (phrase && refusedStatus(phrase[2] ?? "") === Number(phrase[1])) return refusal2(whole, Number(phrase[1]));
  if (!errorHead.test(whole) && !errorHeadZh.test(whole)) return null;
  const status2 = statusIn(whole);
  return status2 !== null || speaksOfRefusal(whole) ? refusal2(whole, status2) : null;
}
function statusIn(text4) {
  const found = /(?<![\d.])[45]\d\d(?![\d.]\d|\d)/.exec(text4)?.[0];
  return found === void 0 ? null : Number(found);
}
function errorBody(text4) {
  const parsed = parseJson(text4);
  if (!parsed.ok || !isRecord(parsed.value)) return null;
  const error = own(parsed.value, "error");
  const named2 = isRecord(error) && typeof error["message"] === "string";
  if (!named2 && !(typeof error === "string" && Object.keys(parsed.value).length <= 2)) return null;
  return readRefusal(parsed.value, null, "", "");
}

// src/host/settle-turn.ts
var QUIET_LIMIT = 2e3;
var TRACE_LIMIT = 1500;
var SWIPE_BACK_LIMIT = 3e3;
function makeSettling(deps, onOver) {
  const { st, page, runner, lock, own: own2, log } = deps;
  const traceOf = async (turn) => {
    if (!turn.tap) return unsentTrace;
    await Promise.race([turn.tap.over, page.breathe(TRACE_LIMIT)]);
    return turn.tap.trace();
  };
  const endingOf = (turn, trace, prose) => requestEnding({ trace, stopped: turn.stopped, timedOut: turn.timedOut, prose, now: deps.clock.now() });
  const end = (turn) => {
    turn.watchdog?.stop();
    turn.tap?.dispose();
    turn.stage = "over";
    lock.release(turn.runId);
    onOver(turn);
  };
  async function untilSettledByHost(turn) {
    await page.untilQuiet(QUIET_LIMIT);
    if (turn.type !== "swipe") return;
    for (let waited = 0; waited < SWIPE_BACK_LIMIT; waited += 50) {
      if (st().swipe?.state?.() !== "swiping") return;
      await page.breathe(50);
    }
  }
  async function undo(turn, ending) {
    try {
      await restoreChat(st, own2, turn);
    } catch (error) {
      log.warn("The chat could not be put back as it was.", error);
    }
    const failing = runner.fail(turn.runId, ending).catch((error) => log.warn("The turn could not be failed.", error));
    await Promise.all([
      failing,
      deps.save().catch((error) => log.warn("The chat could not be saved.", error))
    ]);
    end(turn);
  }
  function withoutProse(turn, ending) {
    turn.settled ??= (async () => {
      turn.stage = "settling";
      turn.watchdog?.stop();
      turn.tap?.dispose();
      lock.forget(turn.runId);
      await untilSettledByHost(turn);
      await undo(turn, ending);
    })();
    return turn.settled;
  }
  async function tail(turn, index, ending) {
    const message = st().chat[index];
    if (!message) return withoutProse(turn, { kind: "stopped" });
    turn.message = message;
    turn.text = message.mes;
    turn.stage = "tail";
    turn.page = typeof message.swipe_id === "number" ? message.swipe_id : 0;
    const written2 = { chatIndex: index, swipe: turn.page, text: message.mes, ending };
    const running2 = runner.complete(turn.runId, written2);
    const done2 = running2.done.catch((error) => log.warn("The tail of a turn failed.", error)).then(() => {
      if (!turn.streaming) lock.forget(turn.runId);
      end(turn);
    });
    if (running2.mode === "released") {
      if (turn.streaming) lock.release(turn.runId);
      return;
    }
    lock.hold(turn.runId);
    await done2;
  }
  return {
    withoutProse,
    async received(turn, index) {
      turn.stage = "settling";
      const trace = await traceOf(turn);
      const message = st().chat[index];
      const dots = message?.mes.trim() === "..." && trace.textLength > 0;
      const said = message !== void 0 && !message.is_user && (dots || !isBlank(message.mes));
      const told = said ? toldError(message.mes) : null;
      const prose = said && told === null;
      if (told) turn.toldError = message?.mes ?? null;
      const ending = told ? { kind: "failed", error: refusalError(told, deps.clock.now()) } : endingOf(turn, trace, prose);
      if (prose) return tail(turn, index, ending);
      turn.ending = ending;
      turn.ownStop = true;
      st().stopGeneration();
    },
    async rendered(turn) {
      if (turn.ending === null) return;
      if (turn.streaming) await undoAfterStream(turn, turn.ending);
      else void withoutProse(turn, turn.ending);
    },
    async requestOver(turn) {
      if (turn.stage !== "writing") return;
      const trace = await traceOf(turn);
      const answered = trace.status !== null && trace.status < 400;
      const messageFollows = answered && (turn.streaming || trace.outcome === "complete" && trace.refusal === null);
      if (!messageFollows) return withoutProse(turn, endingOf(turn, trace, false));
      await lastResort(turn, trace);
    }
  };
  async function undoAfterStream(turn, ending) {
    turn.settled ??= undo(turn, ending);
    await turn.settled;
  }
  async function lastResort(turn, trace) {
    await page.untilQuiet(3e4);
    await page.breathe(turn.streaming && trace.outcome === "broken" ? 300 : 5e3);
    if (turn.stage !== "writing") return;
    const index = turn.type === "swipe" ? turn.baseLength - 1 : turn.baseLength;
    const message = st().chat[index];
    const prose = message !== void 0 && !message.is_user && !isBlank(message.mes) && trace.textLength > 0;
    const ending = endingOf(turn, trace, prose);
    if (prose) await tail(turn, index, ending);
    else await withoutProse(turn, ending);
  }
}

// src/host/keep-lock.ts
var ARMED_LIMIT = 3e3;
function stillNeeded(turn) {
  if (turn.stage === "preparing" || turn.stage === "sending") return true;
  const trace = turn.tap?.trace();
  return turn.stage === "writing" && trace?.outcome === "open" && trace.status === null;
}
function makeLockKeeper({ deps, arming, settling, current }) {
  const { page, lock } = deps;
  const moved2 = (turn) => current() !== turn || turn.stopped || turn.ownStop;
  return async () => {
    if (arming.waiting()) {
      await page.breathe(0);
      if (arming.waiting() && !page.generating()) lock.restore();
    }
    const turn = current();
    if (!turn) return;
    await page.breathe(turn.stage === "armed" ? ARMED_LIMIT : 0);
    if (moved2(turn) || page.generating()) return;
    if (turn.stage === "armed") await settling.withoutProse(turn, { kind: "stopped" });
    else if (stillNeeded(turn)) lock.hold(turn.runId);
    else if (turn.stage === "tail") lock.renew();
  };
}

// src/host/prompt-insertion.ts
var IN_CHAT2 = 1;
var DEPTH = 1;
var SYSTEM = 0;
function makePromptInsertion(st) {
  let there = false;
  const write = (text4) => st().setExtensionPrompt?.(EXTENSION_KEY, text4, IN_CHAT2, DEPTH, false, SYSTEM);
  return {
    put(text4) {
      there = true;
      write(text4);
    },
    clear() {
      if (there) write("");
      there = false;
    }
  };
}

// src/host/writing-request.ts
var tokenLimits = ["max_tokens", "max_completion_tokens"];
function applyParameters(body, parameters) {
  const hadTools = Array.isArray(body["tools"]) && body["tools"].length > 0;
  delete body["tools"];
  delete body["tool_choice"];
  delete body["n"];
  if (parameters.dropPrefill) delete body["assistant_prefill"];
  if (parameters.temperature !== void 0 && body["temperature"] !== void 0) {
    body["temperature"] = parameters.temperature;
  }
  for (const key of tokenLimits) {
    const limit = body[key];
    if (typeof limit === "number" && parameters.maxTokens !== void 0 && parameters.maxTokens > limit) {
      body[key] = parameters.maxTokens;
    }
  }
  return hadTools;
}
function watchRequest({ observer, turn, body, parameters }, watch) {
  const mark = `"type":${JSON.stringify(body["type"])}`;
  const last = turn.messages.at(-1)?.content;
  const ending = typeof last === "string" ? JSON.stringify(last) : "";
  turn.streaming = body["stream"] === true;
  const firstToken = parameters.firstTokenTimeoutSeconds * 1e3;
  const gap = parameters.tokenGapTimeoutSeconds * 1e3;
  const watchdog = startTokenWatchdog(
    turn.streaming ? { firstToken, gap, total: null } : { firstToken: null, gap, total: (parameters.totalTimeoutSeconds ?? 0) * 1e3 || firstToken + gap },
    watch.onTimeout
  );
  const tap = tapNextRequest(observer, {
    matches: (text4) => text4.includes(mark) && text4.includes(ending),
    streaming: turn.streaming,
    onData: (tokens) => watchdog.beat(tokens)
  });
  turn.watchdog = watchdog;
  turn.tap = tap;
  void tap.over.then(() => {
    watchdog.stop();
    watch.onOver();
  });
}

// src/host/prompt-handover.ts
function makePromptHandover(deps, settling) {
  const { st, runner } = deps;
  const replaced = /* @__PURE__ */ new WeakMap();
  const refused = /* @__PURE__ */ new WeakSet();
  let quietTexts = [];
  const isOurs = (message) => typeof message === "object" && message !== null && replaced.has(message);
  function stop2(turn, prompt) {
    for (const message of prompt) if (isRecord(message)) refused.add(message);
    turn.ownStop = true;
    st().stopGeneration();
  }
  function ensureSame(turn) {
    const chat = openChat(st());
    if (chat?.owner !== turn.chat.owner || chat.file !== turn.chat.file) throw new NarrativeError("host.chat-changed");
    if (turn.stopped || turn.signal.aborted) throw new NarrativeError("run.cancelled");
  }
  async function prepare(turn, prompt) {
    const cancelled = () => turn.signal.reason instanceof NarrativeError ? turn.signal.reason : new NarrativeError("run.cancelled");
    turn.stage = "preparing";
    try {
      ensureSame(turn);
      if (!deps.page.generating()) deps.lock.hold(turn.runId);
      const { type, activated, promptBudget: promptBudget2, card } = turn;
      const reading = deps.readMaterial({ type, prompt, activated: activated ?? [], promptBudget: promptBudget2, card });
      const material = await untilAborted(reading, turn.signal, cancelled);
      const messages = copyMessages(await untilAborted(runner.prepare(turn.runId, material), turn.signal, cancelled));
      ensureSame(turn);
      for (const message of messages) replaced.set(message, prompt);
      turn.messages = messages;
      turn.stage = "sending";
      return messages;
    } catch (error) {
      stop2(turn, prompt);
      const known = error instanceof NarrativeError ? error : new NarrativeError("input.invalid", { cause: error });
      if (known !== error) deps.log.warn("The prompt could not be prepared.", error);
      const wanted = turn.stopped || isCancelled(known);
      void settling.withoutProse(turn, wanted ? { kind: "stopped" } : { kind: "failed", error: known });
      return null;
    }
  }
  return {
    quietStarted(text4) {
      if (typeof text4 === "string" && text4.trim() !== "") quietTexts = [...quietTexts.slice(-15), text4];
    },
    generated(turn, prompt) {
      if (!turn || !Array.isArray(prompt)) return;
      for (const message of prompt) if (isRecord(message)) turn.generated.add(message);
    },
    async promptReady(turn, prompt) {
      if (turn?.stage !== "armed" || !turn.expectsPrompt) return;
      if (!promptHoldsText(prompt, turn.userText)) return;
      if (quietTexts.some((text4) => promptHoldsText(prompt.slice(-1), text4))) return;
      turn.expectsPrompt = false;
      quietTexts = [];
      const theirs2 = [...prompt];
      turn.prepared = prepare(turn, theirs2);
      const messages = await turn.prepared;
      if (messages) prompt.splice(0, prompt.length, ...messages);
    },
    async claim(turn, body) {
      const mine = body.messages.find(isOurs);
      const typed = turn !== null && body["type"] === turn.type;
      if (body.messages.some((message) => isRecord(message) && refused.has(message))) {
        st().stopGeneration();
        return false;
      }
      if (mine && !(typed && turn.messages.some((message) => message === mine))) {
        body.messages = [...replaced.get(mine) ?? []];
        return false;
      }
      if (!typed || turn.stage === "writing" || turn.stage === "settling" || turn.stage === "over") return false;
      if (mine) return true;
      const real = body.messages.some((message) => isRecord(message) && turn.generated.has(message));
      if (!real && !sameTexts(body.messages, turn.messages)) return false;
      turn.prepared ??= prepare(turn, [...body.messages]);
      const messages = await turn.prepared;
      if (!messages) return false;
      body.messages = [...messages];
      return true;
    }
  };
}
function sameTexts(sent, ours2) {
  const contents = new Set(sent.map((message) => isRecord(message) ? message["content"] : void 0));
  return ours2.length > 0 && ours2.every((message) => contents.has(message.content));
}

// src/host/tail-guard.ts
function tailBreak(ctx, turn) {
  const { message } = turn;
  if (turn.stage !== "tail" || !message) return null;
  if (!ctx.chat.includes(message)) return "delete";
  if (message.swipe_id !== void 0 && message.swipe_id !== turn.page) return "swipe";
  return message.mes.startsWith(turn.text.trimEnd()) ? null : "edit";
}

// src/host/throttle.ts
function makeThrottle(milliseconds) {
  let last = Number.NEGATIVE_INFINITY;
  return {
    run(work) {
      const now = performance.now();
      if (now - last < milliseconds) return;
      last = now;
      work();
    }
  };
}

// src/host/bridge.ts
var TOKENS_EVERY = 100;
var toolsSentence = {
  en: "Function tools of other extensions are not offered to the writing model in a Narrative Agent turn.",
  zh: "在 Narrative Agent 回合中，不会向写作模型提供其他扩展的函数工具。"
};
function startBridge(deps) {
  const { st, runner, lock, own: own2 } = deps;
  const undos = makeUndoList();
  let turn = null;
  let regenerating = false;
  let stoppedEarly = false;
  const insertion = makePromptInsertion(st);
  const settling = makeSettling(deps, (over) => {
    insertion.clear();
    if (turn === over) turn = null;
  });
  const handover = makePromptHandover(deps, settling);
  const cardMacros = makeCardMacros(st);
  const arming = makeArming(deps, cardMacros);
  const tokens = makeThrottle(TOKENS_EVERY);
  const keepLock = makeLockKeeper({ deps, arming, settling, current: () => turn });
  const on = (name, listener, placement) => undos.add(listen(st(), name, listener, placement));
  function writingOf(index) {
    if (turn?.stage !== "writing" || index !== st().chat.length - 1) return null;
    return turn;
  }
  async function intercept(chat, contextSize, abort2, type) {
    regenerating = false;
    insertion.clear();
    if (typeof abort2 !== "function") return;
    const next = await arming.arm(
      {
        chat: Array.isArray(chat) ? chat : [],
        contextSize: Number(contextSize) || 0,
        abort: abort2,
        type,
        stopped: stoppedEarly
      },
      turn
    );
    if (!next) return;
    turn = next;
    if (next.insertion !== "") insertion.put(next.insertion);
    next.signal.addEventListener("abort", () => cancelled(next), { once: true });
  }
  function cancelled(mine) {
    if (!isLive(mine) || mine.stage === "settling" || mine.stopped || mine.ownStop) return;
    mine.stopped = true;
    mine.ownStop = true;
    st().stopGeneration();
  }
  function cancelTail() {
    if (turn?.stage !== "tail" || own2.active()) return;
    const cause = tailBreak(st(), turn);
    if (cause) runner.cancel(cause);
  }
  function onStopped() {
    const stoppedArming = arming.stop();
    if (stoppedArming || turn?.ownStop !== true) {
      if (turn) turn.stopped = true;
      runner.cancel("stop");
    }
    if (turn?.stage === "armed" || turn?.stage === "sending") void settling.withoutProse(turn, { kind: "stopped" });
    else if (!stoppedArming && !isLive(turn)) stoppedEarly = true;
  }
  async function onSettings(body) {
    if (!isRecord(body) || !Array.isArray(body["messages"])) return;
    const request = body;
    const mine = turn;
    if (!await handover.claim(mine, request) || !mine) return;
    await keepConnection(st(), deps.openai, { held: mine.connection, body: request });
    const parameters = runner.parameters(mine.runId);
    if (applyParameters(request, parameters)) deps.notifier.once("tools-stripped", toolsSentence[deps.language()]);
    mine.stage = "writing";
    watchRequest(
      { observer: deps.observer, turn: mine, body: request, parameters },
      {
        onTimeout(phase) {
          mine.timedOut = phase;
          mine.ownStop = true;
          st().stopGeneration();
        },
        onOver: () => void settling.requestOver(mine).catch((error) => deps.log.warn("A turn could not be settled.", error))
      }
    );
  }
  async function onReceived(index) {
    const mine = writingOf(index);
    if (!mine?.streaming) return;
    await settling.received(mine, Number(index));
  }
  async function onRendered(index) {
    const mine = writingOf(index);
    if (mine && !mine.streaming) {
      const done2 = settling.received(mine, Number(index));
      await done2;
    }
    if (turn?.ending != null) await settling.rendered(turn);
  }
  function onChatChanged() {
    if (!turn) return;
    const chat = openChat(st());
    const same = chat?.owner === turn.chat.owner && chat.file === turn.chat.file;
    if (same && turn.stage !== "tail") return;
    runner.cancel("chat-changed");
    if (!isLive(turn)) return;
    turn.ownStop = true;
    turn.stopped = true;
    st().stopGeneration();
  }
  deps.realm.narrativeAgentInterceptor = intercept;
  undos.add(() => delete deps.realm.narrativeAgentInterceptor);
  on("GENERATION_STARTED", (type, options, dryRun) => {
    if (dryRun === true) return;
    if (type === "quiet") handover.quietStarted(isRecord(options) ? options["quiet_prompt"] : "");
    else {
      stoppedEarly = false;
      cardMacros.begin();
    }
    regenerating = type === "regenerate";
    if (type === "regenerate") {
      arming.remember(deps.enabled() ? rememberLastReply(st()) : null);
      if (turn?.stage === "tail") runner.cancel("delete");
    }
    if (type === "continue" && turn?.stage === "tail") runner.cancel("edit");
  });
  on("WORLD_INFO_ACTIVATED", (entries) => {
    if (turn?.stage === "armed" && Array.isArray(entries)) turn.activated ??= entries;
  });
  on("GENERATE_AFTER_COMBINE_PROMPTS", (data) => {
    if (turn?.stage === "armed" && isRecord(data) && data["dryRun"] === false) turn.expectsPrompt = true;
  });
  on(
    "CHAT_COMPLETION_PROMPT_READY",
    (data) => {
      if (!isRecord(data) || data["dryRun"] !== false || !Array.isArray(data["chat"])) return;
      return handover.promptReady(turn, data["chat"]);
    },
    "last"
  );
  on("GENERATE_AFTER_DATA", (data, dryRun) => {
    if (dryRun === true || !isRecord(data)) return;
    handover.generated(turn, data["prompt"]);
    if (turn?.stage === "sending") insertion.clear();
  });
  on("CHAT_COMPLETION_SETTINGS_READY", onSettings, "last");
  on("STREAM_TOKEN_RECEIVED", (text4) => {
    const mine = turn;
    if (mine?.stage !== "writing" || typeof text4 !== "string") return;
    tokens.run(() => runner.tokens(mine.runId, text4));
  });
  on(
    "MESSAGE_RECEIVED",
    (index) => {
      const mine = writingOf(index);
      if (mine?.streaming) lock.guard(mine.runId);
    },
    "first"
  );
  on("MESSAGE_RECEIVED", onReceived, "last");
  on("CHARACTER_MESSAGE_RENDERED", onRendered, "last");
  on("GENERATION_STOPPED", onStopped);
  on("GENERATION_ENDED", () => {
    regenerating = false;
    void keepLock();
  });
  on("MESSAGE_SWIPED", cancelTail);
  on("MESSAGE_EDITED", cancelTail);
  on("MESSAGE_UPDATED", cancelTail);
  on("MESSAGE_DELETED", cancelTail);
  on("MESSAGE_SWIPE_DELETED", cancelTail);
  on("CHAT_CHANGED", onChatChanged, "first");
  return {
    busy: () => isLive(turn),
    regenerating: () => regenerating,
    stop() {
      undos.run();
      insertion.clear();
      runner.cancel("api");
      if (turn) lock.release(turn.runId);
      turn?.watchdog?.stop();
      turn?.tap?.dispose();
      turn = null;
    }
  };
}

// src/host/extension-folder.ts
function folderOf(moduleUrl) {
  const folder = /\/extensions\/third-party\/([^/]+)\//.exec(moduleUrl)?.[1];
  return folder === void 0 ? "" : decodeURIComponent(folder);
}

// src/host/notifier.ts
var TITLE = "Narrative Agent";
function asText(text4) {
  return text4.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
function pageToasts() {
  return window.toastr ?? null;
}
function makeNotifier(st, toasts = pageToasts) {
  const said = /* @__PURE__ */ new Set();
  const info = (text4) => void toasts()?.info(asText(text4), TITLE);
  return {
    info,
    warn: (text4) => void toasts()?.warning(asText(text4), TITLE),
    error: (text4) => void toasts()?.error(asText(text4), TITLE),
    once(key, text4) {
      if (said.has(key)) return;
      said.add(key);
      info(text4);
    },
    async confirm(text4, signal) {
      if (signal?.aborted) return false;
      try {
        const ctx = st();
        const popup = new ctx.Popup(asText(text4), ctx.POPUP_TYPE["CONFIRM"] ?? 2);
        const close = () => void popup.completeCancelled();
        signal?.addEventListener("abort", close, { once: true });
        const answer = await popup.show();
        signal?.removeEventListener("abort", close);
        return !signal?.aborted && answer === (ctx.POPUP_RESULT["AFFIRMATIVE"] ?? 1);
      } catch {
        return false;
      }
    }
  };
}

// src/host/platform.ts
function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop2 = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop2);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop2();
    else signal.addEventListener("abort", stop2, { once: true });
  });
}
function randomBytes(count3) {
  return crypto.getRandomValues(new Uint8Array(count3));
}
function randomId() {
  return [...randomBytes(16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
function randomSeed() {
  return randomBytes(4).reduce((seed, byte) => (seed << 8 | byte) >>> 0, 0);
}
var PREFIX = "[Narrative Agent]";
function makePlatform() {
  return {
    clock: { now: () => Date.now(), sleep },
    random: { seed: randomSeed },
    ids: { next: randomId },
    log: {
      debug: (message, details) => console.debug(PREFIX, message, details ?? ""),
      warn: (message, details) => console.warn(PREFIX, message, details ?? "")
    }
  };
}

// src/host/save-chat.ts
var SAVE_PATHS = ["/api/chats/save", "/api/chats/group/save"];
var TRIES = 4;
async function wasSaved(observer, save) {
  let ok2 = false;
  const stop2 = observer.observe(
    ({ address }) => SAVE_PATHS.some((path) => address.endsWith(path)) ? {
      response: (response) => {
        ok2 ||= response.ok;
      },
      failed: () => void 0
    } : null
  );
  try {
    await save();
  } finally {
    stop2();
  }
  return ok2;
}
async function saveOpenChat(st, observer) {
  const wanted = openChat(st());
  if (!wanted) throw new NarrativeError("host.chat-changed");
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const open = openChat(st());
    if (open?.owner !== wanted.owner || open.file !== wanted.file) throw new NarrativeError("host.chat-changed");
    if (await wasSaved(observer, () => st().saveChat())) return;
  }
  st().saveMetadataDebounced();
  throw new NarrativeError("storage.blocked", { message: "SillyTavern did not save the chat." });
}

// src/host/screen-language.ts
function screenLanguage(ctx) {
  const locale = ctx.getCurrentLocale?.() ?? navigator.language;
  return typeof locale === "string" && locale.toLowerCase().startsWith("zh") ? "zh" : "en";
}

// src/host/token-counter.ts
var KEPT = 4e3;
var wide = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;
function estimateTokens(text4) {
  const wideCount = text4.match(wide)?.length ?? 0;
  return Math.ceil(wideCount * 1.3 + (text4.length - wideCount) / 3);
}
function makeTokenCounter(st) {
  let model = null;
  const known = /* @__PURE__ */ new Map();
  return {
    estimate: estimateTokens,
    async count(text4) {
      if (text4 === "") return 0;
      try {
        const current = st().getChatCompletionModel();
        if (current !== model || known.size > KEPT) known.clear();
        model = current;
        const before = known.get(text4);
        if (before !== void 0) return before;
        const counted = Number(await st().getTokenCountAsync(text4));
        const count3 = Number.isFinite(counted) && counted > 0 ? counted : estimateTokens(text4);
        known.set(text4, count3);
        return count3;
      } catch {
        return estimateTokens(text4);
      }
    }
  };
}

// src/host/make-host.ts
async function makeHost(moduleUrl, st = currentSt) {
  st();
  const modules = await loadStModules();
  const platform = makePlatform();
  const observer = makeFetchObserver(globalThis);
  const own2 = makeOwnWrites();
  const notifier = makeNotifier(st);
  const folder = folderOf(moduleUrl);
  const language = () => screenLanguage(st());
  const save = () => saveOpenChat(st, observer);
  return {
    st,
    modules,
    platform,
    notifier,
    tokens: makeTokenCounter(st),
    observer,
    own: own2,
    userHandle: userHandle(modules.user),
    folder,
    language,
    save,
    startBridge: (runner, settings) => startBridge({
      st,
      openai: modules.openai,
      page: makeHostPage(),
      runner,
      lock: makeGenerationLock(st, modules.script),
      own: own2,
      notifier,
      log: platform.log,
      clock: platform.clock,
      observer,
      realm: globalThis,
      folder,
      enabled: settings.enabled,
      letHostToolsRun: settings.letHostToolsRun,
      language,
      readMaterial: makeTurnSnapshot({ st, modules, worldbookSource: settings.worldbookSource }),
      save
    })
  };
}

// src/host/player-actions.ts
var isObject = (value) => typeof value === "object" && value !== null;
function makePlayerActions(st, bookmarks) {
  return {
    retry: (turn) => {
      const button = turn === "swipe" ? "#chat .last_mes .swipe_right" : "#option_regenerate";
      document.querySelector(button)?.click();
    },
    profiles() {
      const manager = st().extensionSettings["connectionManager"];
      const profiles = isObject(manager) ? manager["profiles"] : null;
      if (!Array.isArray(profiles)) return [];
      return profiles.flatMap((profile) => {
        if (!isObject(profile)) return [];
        const { id, name } = profile;
        return typeof id === "string" && typeof name === "string" ? [{ id, name }] : [];
      });
    },
    openCard() {
      const ctx = st();
      const chat = openChat(ctx);
      if (!chat || openCharacterIndex(ctx) === null) return null;
      return { avatar: chat.owner, name: ctx.name2 };
    },
    async fork(index, swipe) {
      const name = await bookmarks?.branchChat(index, { swipeId: swipe });
      return typeof name === "string" && name !== "" ? name : null;
    },
    async deleteMessage(index) {
      const message = st().chat[index];
      if (!message) return false;
      await st().deleteMessage?.(index);
      return !st().chat.includes(message);
    },
    showHiding(index, hidden) {
      document.querySelector(`#chat .mes[mesid="${index}"]`)?.setAttribute("is_system", String(hidden));
    },
    isShown: (index) => document.querySelector(`#chat .mes[mesid="${index}"]`) !== null
  };
}

// src/host/settings-store.ts
var KEPT_LIMIT = 5;
function makeSettingsStore(st) {
  const handlers = /* @__PURE__ */ new Set();
  let parsedFrom = /* @__PURE__ */ Symbol("nothing");
  let parsedText = "";
  let parsed = parseSettings(void 0);
  const current = () => {
    const raw = st().extensionSettings[EXTENSION_KEY];
    const text4 = JSON.stringify(raw ?? null);
    if (raw !== parsedFrom || text4 !== parsedText) {
      parsedFrom = raw;
      parsedText = text4;
      parsed = parseSettings(raw);
    }
    return parsed;
  };
  const keepAside = (unreadable) => {
    const settings = st().extensionSettings;
    const before = settings[KEPT_SETTINGS_KEY];
    const list2 = Array.isArray(before) ? before : [];
    const text4 = JSON.stringify(unreadable);
    if (list2.some((item) => JSON.stringify(item) === text4)) return;
    settings[KEPT_SETTINGS_KEY] = [...list2, structuredClone(unreadable)].slice(-KEPT_LIMIT);
  };
  return {
    read: () => current().settings,
    problems: () => current().problems,
    save(settings) {
      const { kept: kept2 } = current();
      const all = st().extensionSettings;
      if (kept2 !== null) keepAside(kept2);
      all[EXTENSION_KEY] = settingsToStore(all[EXTENSION_KEY], settings);
      st().saveSettingsDebounced();
      for (const handler of [...handlers]) handler();
    },
    onChanged(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    }
  };
}

// src/pipeline/chat-claims.ts
var LOOK_EVERY = 3e3;
var LAST_SAVE = 500;
var samePlace = (a, b) => a !== null && b !== null && a.owner === b.owner && a.file === b.file;
function makeChatClaims(deps) {
  const { ownership, place, clock: clock2, log } = deps;
  let held = null;
  let away = false;
  let looking = null;
  const setAway = (next) => {
    if (away === next) return;
    away = next;
    deps.onChanged();
  };
  const stopLooking = () => {
    looking?.abort();
    looking = null;
  };
  const letGo = () => {
    stopLooking();
    held?.claim.release();
    held = null;
  };
  function keep(chat, claim) {
    const mine = { place: chat, claim };
    held = mine;
    const onLost = () => {
      if (held !== mine) return;
      held = null;
      setAway(true);
      deps.onLost();
      lookFor(chat);
    };
    if (claim.lost.aborted) onLost();
    else claim.lost.addEventListener("abort", onLost, { once: true });
  }
  function lookFor(chat) {
    stopLooking();
    const control = new AbortController();
    looking = control;
    const look = async () => {
      for (; ; ) {
        await clock2.sleep(LOOK_EVERY, control.signal);
        const claim = await ownership.claim(chat);
        if (control.signal.aborted) claim.release();
        if (control.signal.aborted || !claim.held) continue;
        looking = null;
        keep(chat, claim);
        await deps.reload();
        return;
      }
    };
    look().catch((error) => {
      if (!control.signal.aborted) log.warn("The chat could not be opened again.", error);
    });
  }
  return {
    async claim() {
      const chat = place();
      if (held && samePlace(held.place, chat)) {
        setAway(false);
        return true;
      }
      letGo();
      if (!chat) {
        setAway(false);
        return true;
      }
      const claim = await ownership.claim(chat);
      if (!samePlace(chat, place())) {
        claim.release();
        return false;
      }
      if (claim.held) keep(chat, claim);
      else lookFor(chat);
      setAway(!claim.held);
      return claim.held;
    },
    elsewhere: () => away,
    confirm: () => held ? held.claim.confirm() : Promise.resolve(!away),
    async takeOver() {
      const chat = place();
      if (!chat || !away) return;
      letGo();
      const claim = await ownership.takeOver(chat);
      keep(chat, claim);
      await clock2.sleep(LAST_SAVE, claim.lost);
      await deps.reload();
    },
    release() {
      letGo();
      setAway(false);
    }
  };
}

// src/pipeline/follow-chat.ts
var causeOf = {
  swiped: "swipe",
  "swipe-deleted": "swipe",
  edited: "edit",
  deleted: "delete"
};
function followChat(deps) {
  const undos = makeUndoList();
  let opening = Promise.resolve(null);
  let open = null;
  let generation = 0;
  const reopen = () => {
    const mine = generation += 1;
    const previous = opening;
    open = null;
    opening = (async () => {
      const old = await previous;
      await old?.close();
      if (mine !== generation) return null;
      const session = await deps.open();
      if (mine !== generation) {
        await session?.close();
        return null;
      }
      open = session;
      deps.onChanged();
      if (session) deps.onInStep(session);
      return session;
    })().catch((error) => {
      deps.log.warn("The chat could not be opened.", error);
      return null;
    });
  };
  const reconcile2 = async (reason) => {
    const session = await opening;
    if (!session) return;
    try {
      const report = await session.reconcile(reason);
      for (const page of report.activated) deps.events.emit("page.activated", page);
      for (const notice of report.notices) deps.onNotice(notice);
      if (report.changed) deps.onChanged();
      deps.onInStep(session);
    } catch (error) {
      deps.log.warn("The chat could not be reconciled.", error);
    }
  };
  undos.add(
    deps.hostEvents.onChatChanged(() => {
      deps.cancelRun("chat-changed", null);
      reopen();
    })
  );
  undos.add(deps.hostEvents.onChatRenamed(() => void reconcile2("renamed")));
  undos.add(
    deps.hostEvents.onPathChanged((change, index) => {
      const cause = causeOf[change];
      if (cause) deps.cancelRun(cause, index);
      if (change === "generation-ended") return;
      if (cause || !deps.busy()) void reconcile2(change);
    })
  );
  const drop = () => {
    generation += 1;
    const last = opening;
    open = null;
    opening = last.then(async (session) => {
      await session?.close();
      return null;
    });
    deps.onChanged();
  };
  return {
    current: () => opening,
    peek: () => open,
    drop,
    stop: () => {
      undos.run();
      drop();
    }
  };
}

// src/domain/timeline/floor.ts
var allowed = {
  draft: ["generating", "failed"],
  generating: ["committed", "failed"],
  committed: [],
  failed: ["generating"]
};
var statuses = Object.keys(allowed);
function statusesBefore(to) {
  return statuses.filter((from) => canMoveFloor(from, to));
}
function canMoveFloor(from, to) {
  return allowed[from].includes(to);
}

// src/domain/variables/scope-log.ts
function foldScope(entries, isLive2) {
  const layer = {};
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    if (entry.pageId === null || isLive2(entry.pageId)) writeLayer(layer, entry.key, entry.write);
  }
  return layer;
}

// src/storage/ownership/lease-ownership.ts
var LEASE_MILLISECONDS = 3e4;
var RENEW_MILLISECONDS = 5e3;
function makeLeaseOwnership({ table, clock: clock2, tab, log }) {
  const row = (name) => ({ name, owner: tab, expiresAt: clock2.now() + LEASE_MILLISECONDS });
  const isMine = (held) => held?.owner === tab;
  const isFree = (held) => held === null || isMine(held) || held.expiresAt <= clock2.now();
  const hold = (name) => {
    const lost = new AbortController();
    const over = new AbortController();
    const confirm = async () => {
      if (lost.signal.aborted || over.signal.aborted) return false;
      try {
        if (await table.swap(name, isMine, row(name))) return true;
      } catch (error) {
        log.warn("The lease of the chat could not be renewed.", error);
        return true;
      }
      lost.abort();
      return false;
    };
    const renew = async () => {
      do
        await clock2.sleep(RENEW_MILLISECONDS, over.signal);
      while (await confirm());
    };
    renew().catch((error) => {
      if (!over.signal.aborted) log.warn("The lease of the chat could not be renewed.", error);
    });
    return {
      held: true,
      lost: lost.signal,
      confirm,
      release() {
        over.abort();
        table.swap(name, isMine, null).catch((error) => log.warn("The lease could not be given back.", error));
      }
    };
  };
  const take = async (chat, mayReplace) => {
    const name = `chat:${chat.owner}/${chat.file}`;
    const unwatched = { lost: new AbortController().signal, release: () => void 0 };
    try {
      if (await table.swap(name, mayReplace, row(name))) return hold(name);
      return { held: false, confirm: () => Promise.resolve(false), ...unwatched };
    } catch (error) {
      log.warn("The chat could not be claimed; it is played without.", error);
      return { held: true, confirm: () => Promise.resolve(true), ...unwatched };
    }
  };
  return {
    claim: (chat) => take(chat, isFree),
    takeOver: (chat) => take(chat, () => true)
  };
}
function makeMemoryLeases(rows = /* @__PURE__ */ new Map()) {
  return {
    swap(name, mayReplace, next) {
      if (!mayReplace(rows.get(name) ?? null)) return Promise.resolve(false);
      if (next) rows.set(name, next);
      else rows.delete(name);
      return Promise.resolve(true);
    }
  };
}

// src/storage/idb/schema.ts
var SCHEMA_VERSION = 1;
var steps = [
  (db) => {
    const branches = db.createObjectStore("branches", { keyPath: "branchId" });
    branches.createIndex("chatId", "chatId");
    branches.createIndex("place", ["owner", "file"]);
    branches.createIndex("file", "file");
    db.createObjectStore("chunks", { keyPath: ["branchId", "chunkId"] }).createIndex("branchId", "branchId");
    const pages = db.createObjectStore("pages", { keyPath: "pageId" });
    pages.createIndex("floorId", "floorId");
    pages.createIndex("chatId", "chatId");
    db.createObjectStore("floors", { keyPath: "floorId" }).createIndex("chatId", "chatId");
    const runs = db.createObjectStore("runs", { keyPath: "runId" });
    runs.createIndex("pageId", "pageId");
    runs.createIndex("chatId", "chatId");
    db.createObjectStore("events", { keyPath: ["runId", "seq"] });
    db.createObjectStore("edits", { keyPath: ["branchId", "id"] }).createIndex("branchId", "branchId");
    db.createObjectStore("scopes", { keyPath: "entryId" }).createIndex("layer", ["scope", "scopeId"]);
    db.createObjectStore("outbox", { keyPath: "outboxId" }).createIndex("branchId", "branchId");
    db.createObjectStore("leases", { keyPath: "name" });
    db.createObjectStore("meta", { keyPath: "name" });
  }
];
function migrate(db, from, upgrade) {
  for (const step of steps.slice(from, SCHEMA_VERSION)) step(db, upgrade);
}

// src/storage/idb/storage-error.ts
var codes = {
  QuotaExceededError: "storage.quota",
  VersionError: "storage.too-new",
  DataError: "storage.corrupt",
  DataCloneError: "storage.corrupt",
  ConstraintError: "storage.corrupt",
  NotFoundError: "storage.corrupt"
};
function storageError(error) {
  if (error instanceof NarrativeError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const code = Object.hasOwn(codes, name) ? codes[name] : void 0;
  return new NarrativeError(code ?? "storage.missing", { cause: error, message: `${name}: ${String(error)}` });
}

// src/storage/idb/idb-leases.ts
function makeIdbLeases(db) {
  return {
    async swap(name, mayReplace, next) {
      try {
        const transaction = db.transaction("leases", "readwrite", { durability: "relaxed" });
        const held = await transaction.store.get(name) ?? null;
        const may = mayReplace(held);
        if (may && next) void transaction.store.put(next);
        if (may && !next) void transaction.store.delete(name);
        await transaction.done;
        return may;
      } catch (error) {
        throw storageError(error);
      }
    }
  };
}

// src/storage/check-batch.ts
function checkFloor(expected, floor) {
  const status2 = floor?.status ?? null;
  if (expected.from.includes(status2)) return;
  throw new NarrativeError("floor.conflict", {
    message: `The round is ${status2 ?? "not known"}, expected ${expected.from.map((s) => s ?? "not known").join(" or ")}.`,
    details: { floorId: expected.floorId, status: status2 }
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
    const same = byRun.get(event.runId);
    if (same) same.push(event);
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

// src/storage/idb/write-batch.ts
var putStores = ["branches", "chunks", "floors", "pages", "runs", "events", "edits", "scopes", "outbox"];
async function writeBatch(db, batch, durability) {
  const names2 = storesOf(batch);
  if (names2.length === 0) return;
  let transaction = null;
  try {
    transaction = db.transaction(names2, "readwrite", { durability });
    const done2 = transaction.done;
    done2.catch(() => void 0);
    await check(transaction, batch);
    remove(transaction, batch.remove ?? {});
    for (const name of putStores) {
      const records = batch[name] ?? [];
      if (records.length === 0) continue;
      const store = transaction.objectStore(name);
      for (const record3 of records) ignoreUntilDone(store.put(record3));
    }
    await done2;
  } catch (error) {
    abort(transaction);
    throw storageError(transaction?.error ?? error);
  }
}
function storesOf(batch) {
  const names2 = new Set(putStores.filter((name) => (batch[name]?.length ?? 0) > 0));
  for (const [name, keys] of Object.entries(batch.remove ?? {})) if (keys.length > 0) names2.add(name);
  if (batch.remove?.runs && batch.remove.runs.length > 0) names2.add("events");
  if (batch.expectFloors && batch.expectFloors.length > 0) names2.add("floors");
  return [...names2];
}
async function check(transaction, batch) {
  const floors = (batch.expectFloors ?? []).map(
    async (expected) => checkFloor(expected, await transaction.objectStore("floors").get(expected.floorId))
  );
  const pages = (batch.pages ?? []).map(
    async (page) => checkPage(page, await transaction.objectStore("pages").get(page.pageId))
  );
  const journals = [...eventsByRun(batch.events ?? [])].map(async ([runId, events]) => {
    const last = await transaction.objectStore("events").openKeyCursor(journalOf(runId), "prev");
    checkJournal(events, last ? last.key[1] + 1 : 0);
  });
  await Promise.all([...floors, ...pages, ...journals]);
}
function remove(transaction, keys) {
  const deleteAll2 = (name, all) => {
    for (const key of all ?? []) ignoreUntilDone(transaction.objectStore(name).delete(key));
  };
  deleteAll2(
    "chunks",
    keys.chunks?.map(({ branchId, chunkId }) => [branchId, chunkId])
  );
  deleteAll2(
    "edits",
    keys.edits?.map(({ branchId, id }) => [branchId, id])
  );
  for (const name of ["outbox", "branches", "pages", "floors", "runs", "scopes"]) deleteAll2(name, keys[name]);
  for (const runId of keys.runs ?? []) {
    ignoreUntilDone(transaction.objectStore("events").delete(journalOf(runId)));
  }
}
function journalOf(runId) {
  return IDBKeyRange.bound([runId, 0], [runId, Number.MAX_SAFE_INTEGER]);
}
function ignoreUntilDone(request) {
  request.catch(() => void 0);
}
function abort(transaction) {
  try {
    transaction?.abort();
  } catch {
  }
}

// src/storage/idb/idb-store.ts
function makeIdbStore(db) {
  const read = async (reading) => {
    try {
      return await reading();
    } catch (error) {
      throw storageError(error);
    }
  };
  const one = (reading) => read(async () => await reading() ?? null);
  const newestFirst = (all, at3) => [...all].sort((a, b) => at3(b) - at3(a));
  const newestBranch = (all) => newestFirst(all, (branch) => branch.updatedAt)[0] ?? null;
  return {
    kind: "durable",
    branch: (branchId) => one(() => db.get("branches", branchId)),
    branchOfFile: (owner, file) => read(async () => newestBranch(await db.getAllFromIndex("branches", "place", [owner, file]))),
    branchesOfChat: (chatId) => read(() => db.getAllFromIndex("branches", "chatId", chatId)),
    branchesOfName: (file) => read(() => db.getAllFromIndex("branches", "file", file)),
    chunks: (branchId) => read(() => db.getAllFromIndex("chunks", "branchId", branchId)),
    page: (pageId) => one(() => db.get("pages", pageId)),
    pagesOfFloor: (floorId) => read(() => db.getAllFromIndex("pages", "floorId", floorId)),
    pagesOfChat: (chatId) => read(async () => await db.getAllKeysFromIndex("pages", "chatId", chatId)),
    floor: (floorId) => one(() => db.get("floors", floorId)),
    floorsOfChat: (chatId) => read(() => db.getAllFromIndex("floors", "chatId", chatId)),
    edits: (branchId) => read(() => db.getAllFromIndex("edits", "branchId", branchId)),
    outbox: (branchId) => read(
      async () => [...newestFirst(await db.getAllFromIndex("outbox", "branchId", branchId), (row) => row.at)].reverse()
    ),
    runsOfPage: (pageId) => read(async () => newestFirst(await db.getAllFromIndex("runs", "pageId", pageId), (run) => run.startedAt)),
    runsOfChat: (chatId) => read(() => db.getAllFromIndex("runs", "chatId", chatId)),
    events: (runId) => read(() => db.getAll("events", journalOf(runId))),
    scopes: (scope, scopeId) => read(() => db.getAllFromIndex("scopes", "layer", [scope, scopeId])),
    write: (batch, durability) => writeBatch(db, batch, durability),
    close: () => db.close()
  };
}

// src/storage/idb/open-database.ts
async function openDatabase({ name, onBlocked, onClosed, patience, clock: clock2 }) {
  if (typeof indexedDB === "undefined") {
    throw new NarrativeError("storage.missing", { message: "This browser has no IndexedDB here." });
  }
  const waiting = new AbortController();
  let late = false;
  const blocked = clock2.sleep(patience, waiting.signal).then(() => {
    late = true;
    throw new NarrativeError("storage.blocked");
  });
  blocked.catch(() => void 0);
  try {
    const opening = openDB(name, SCHEMA_VERSION, {
      upgrade(db, oldVersion, _newVersion, upgrade) {
        upgrade.done.catch(() => void 0);
        migrate(db, oldVersion, upgrade);
      },
      blocked: onBlocked,
      blocking(_current, _next, event) {
        event.target.close();
        onClosed("newer-tab");
      },
      terminated: () => onClosed("terminated")
    });
    opening.then(
      (db) => {
        if (late) db.close();
      },
      () => void 0
    );
    return await Promise.race([opening, blocked]);
  } catch (error) {
    throw storageError(error);
  } finally {
    waiting.abort();
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
function applyRemovals(tables, remove2) {
  deleteAll(
    tables.chunks,
    remove2.chunks?.map(({ branchId, chunkId }) => `${branchId}/${chunkId}`)
  );
  deleteAll(
    tables.edits,
    remove2.edits?.map(({ branchId, id }) => `${branchId}/${id}`)
  );
  deleteAll(tables.outbox, remove2.outbox);
  deleteAll(tables.branches, remove2.branches);
  deleteAll(tables.pages, remove2.pages);
  deleteAll(tables.floors, remove2.floors);
  deleteAll(tables.scopes, remove2.scopes);
  deleteAll(tables.runs, remove2.runs);
  deleteAll(tables.events, remove2.runs);
}
function deleteAll(table, keys) {
  for (const key of keys ?? []) table.delete(key);
}

// src/storage/memory/memory-store.ts
function makeMemoryStore(tables = emptyTables()) {
  const copy = (value) => structuredClone(value);
  const found = (value) => Promise.resolve(value === void 0 ? null : copy(value));
  const all = (values, keep) => Promise.resolve([...values].filter(keep).map(copy));
  const newest3 = (branches) => [...branches].sort((a, b) => b.updatedAt - a.updatedAt)[0];
  return {
    kind: "memory",
    branch: (branchId) => found(tables.branches.get(branchId)),
    branchOfFile: (owner, file) => found(newest3([...tables.branches.values()].filter((b) => b.owner === owner && b.file === file))),
    branchesOfChat: (chatId) => all(tables.branches.values(), (b) => b.chatId === chatId),
    branchesOfName: (file) => all(tables.branches.values(), (b) => b.file === file),
    chunks: (branchId) => all(tables.chunks.values(), (chunk) => chunk.branchId === branchId),
    page: (pageId) => found(tables.pages.get(pageId)),
    pagesOfFloor: (floorId) => all(tables.pages.values(), (page) => page.floorId === floorId),
    pagesOfChat: (chatId) => Promise.resolve([...tables.pages.values()].filter((page) => page.chatId === chatId).map((page) => page.pageId)),
    floor: (floorId) => found(tables.floors.get(floorId)),
    floorsOfChat: (chatId) => all(tables.floors.values(), (floor) => floor.chatId === chatId),
    edits: (branchId) => all(tables.edits.values(), (edit) => edit.branchId === branchId),
    outbox: (branchId) => all(tables.outbox.values(), (row) => row.branchId === branchId),
    async runsOfPage(pageId) {
      const runs = await all(tables.runs.values(), (run) => run.pageId === pageId);
      return [...runs].sort((a, b) => b.startedAt - a.startedAt);
    },
    runsOfChat: (chatId) => all(tables.runs.values(), (run) => run.chatId === chatId),
    events: (runId) => Promise.resolve(copy(tables.events.get(runId) ?? [])),
    scopes: (scope, scopeId) => all(tables.scopes.values(), (entry) => entry.scope === scope && entry.scopeId === scopeId),
    async write(batch) {
      await Promise.resolve();
      check2(tables, batch);
      apply(tables, copy(batch));
    },
    close: () => void 0
  };
}
function check2(tables, batch) {
  for (const expected of batch.expectFloors ?? []) checkFloor(expected, tables.floors.get(expected.floorId));
  for (const page of batch.pages ?? []) checkPage(page, tables.pages.get(page.pageId));
  for (const [runId, events] of eventsByRun(batch.events ?? [])) {
    checkJournal(events, tables.events.get(runId)?.length ?? 0);
  }
}
function apply(tables, batch) {
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
  for (const record3 of records ?? []) table.set(keyOf(record3), record3);
}

// src/storage/open-store.ts
var sentences2 = {
  "storage.missing": {
    zh: "浏览器不允许使用本机数据库：只在聊天文件里保存。",
    en: "This browser allows no local database here: only the chat file is written."
  },
  "storage.blocked": {
    zh: "另一个标签页占用着旧版数据库：请关闭它并刷新。现在只在聊天文件里保存。",
    en: "Another tab holds an older database open: close it and reload. Only the chat file is written now."
  },
  "storage.quota": {
    zh: "浏览器存储空间已满：只在聊天文件里保存。",
    en: "The browser’s storage is full: only the chat file is written."
  },
  "storage.too-new": {
    zh: "本机数据来自更新的版本：请更新扩展。数据没有被改动，现在只在聊天文件里保存。",
    en: "The local data is from a newer version: please update the extension. Nothing in it was touched; only the chat file is written now."
  },
  "storage.corrupt": {
    zh: "本机数据库无法读取：只在聊天文件里保存。",
    en: "The local database cannot be read: only the chat file is written."
  },
  "newer-tab": {
    zh: "另一个标签页打开了更新的版本：请刷新这个页面。现在只在聊天文件里保存。",
    en: "A newer version was opened in another tab: please reload this page. Only the chat file is written now."
  }
};
var isTrouble = (code) => Object.hasOwn(sentences2, code);
async function openStoreAndLeases(options) {
  const { handle, notifier, log, language, clock: clock2, patience = 8e3, persist = true } = options;
  if (!persist) return { store: makeMemoryStore(), leases: makeMemoryLeases() };
  const say = (trouble) => notifier.once(`store:${trouble}`, sentences2[trouble][language()]);
  try {
    const db = await openDatabase({
      name: databaseName(handle),
      patience,
      clock: clock2,
      onBlocked: () => log.warn("The database is held open by an older tab."),
      onClosed: (why) => say(why === "newer-tab" ? why : "storage.missing")
    });
    return { store: makeIdbStore(db), leases: makeIdbLeases(db) };
  } catch (error) {
    log.warn("The database could not be opened.", error);
    const code = error instanceof NarrativeError ? error.code : "storage.missing";
    say(isTrouble(code) ? code : "storage.missing");
    return { store: makeMemoryStore(), leases: makeMemoryLeases() };
  }
}

// src/wiring/base.ts
async function openBase(moduleUrl) {
  const undos = makeUndoList();
  const host = await makeHost(moduleUrl);
  const { st, platform, notifier } = host;
  const { clock: clock2, log } = platform;
  const settingsStore = makeSettingsStore(st);
  const { persistToLocalStorage: persist } = settingsStore.read().state;
  const { store, leases } = await openStoreAndLeases({
    handle: host.userHandle,
    notifier,
    log,
    language: host.language,
    clock: clock2,
    persist
  });
  undos.add(() => {
    store.close();
  });
  const events = makeEmitter(
    (name, error) => log.warn(`A listener of ${String(name)} failed.`, error)
  );
  let follower = null;
  let claims = null;
  const peek = () => follower?.peek() ?? null;
  const cardOf = () => {
    const ctx = st();
    return ctx.groupId ? null : openChat(ctx)?.owner ?? null;
  };
  const choices = () => {
    const session = peek();
    if (session) return { enabled: session.choice("enabled"), promptMode: session.choice("promptMode") };
    const mirror = parseChatMirror(st().chatMetadata[EXTENSION_KEY]);
    return mirror && { enabled: mirror.enabled, promptMode: mirror.promptMode };
  };
  return {
    host,
    store,
    leases,
    settingsStore,
    actions: makePlayerActions(st, host.modules.bookmarks),
    events,
    changes: makeChanges(),
    undos,
    settings: () => effectiveSettings(settingsStore.read(), cardOf(), choices(), presetName(st())),
    session: () => follower?.current() ?? Promise.resolve(null),
    peek,
    ownsChat: () => claims?.confirm() ?? Promise.resolve(true),
    follow: (next) => follower = next,
    claim: (next) => claims = next,
    showError(error) {
      log.warn("An action failed.", error);
      notifier.error(error instanceof NarrativeError ? uiText(host.language()).errors[error.code] : String(error));
    }
  };
}
function makeChanges() {
  const handlers = /* @__PURE__ */ new Set();
  return {
    tell() {
      for (const handler of [...handlers]) handler();
    },
    on(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    }
  };
}

// src/domain/game-state/render-state.ts
var words = {
  zh: {
    time: "时间：",
    day: (n) => `第${n}天`,
    place: "地点：",
    start: "起点",
    items: "物品：",
    people: "NPC关系：",
    quests: "任务：",
    flags: "标记：",
    none: "无",
    comma: "、"
  },
  en: {
    time: "Time: ",
    day: (n) => `day ${n}`,
    place: "Place: ",
    start: "Start",
    items: "Items: ",
    people: "Relations: ",
    quests: "Quests: ",
    flags: "Flags: ",
    none: "none",
    comma: ", "
  }
};
var FLAG_SHOWN = 300;
function renderState(state, language) {
  const say = words[language];
  const list2 = (parts) => parts.length === 0 ? say.none : parts.join(say.comma);
  return [
    say.time + timeText(state.time, language),
    say.place + placeName(state, language),
    say.items + list2(Object.entries(state.inventory).map(([item, count3]) => `${item}x${count3}`)),
    say.people + list2(Object.entries(state.relationships).map(([npc, value]) => `${npc}: ${value}`)),
    say.quests + list2(Object.entries(state.quests).map(([id, quest]) => `${id}(${quest.status}@${quest.stage})`)),
    say.flags + list2(Object.entries(state.flags).map(([flag3, value]) => `${flag3}=${shown(value)}`))
  ].join("\n");
}
function timeText(time, language) {
  return `${words[language].day(time.day)} ${clock(time)}`;
}
function placeName(state, language) {
  return state.location === "" ? words[language].start : state.location;
}
function clock({ hour, minute }) {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
function shown(value) {
  const text4 = typeof value === "string" ? value.replace(/\s+/g, " ") : JSON.stringify(value);
  return text4.length > FLAG_SHOWN ? `${text4.slice(0, FLAG_SHOWN)}…` : text4;
}

// src/host/model-request-body.ts
var unwanted = [
  "stop",
  "n",
  "tools",
  "tool_choice",
  "logprobs",
  "top_logprobs",
  "assistant_prefill",
  "enable_web_search"
];
var longThinking = /* @__PURE__ */ new Set(["medium", "high", "xhigh", "max"]);
async function modelRequestBody(ctx, connection, request) {
  const { source, preset, fields } = connection;
  const messages = request.messages.map((message) => structuredClone(message));
  const body = await ctx.ChatCompletionService.presetToGeneratePayload(
    structuredClone(preset),
    // A preset carries its own source, and SillyTavern computes what depends on it from there.
    { chat_completion_source: source },
    { ...fields, messages, stream: request.jsonSchema === null }
  );
  for (const key of unwanted) delete body[key];
  const limit = "max_completion_tokens" in body ? "max_completion_tokens" : "max_tokens";
  if (request.maxTokens > 0) body[limit] = request.maxTokens;
  if (request.settings.temperature !== null && "temperature" in body)
    body["temperature"] = request.settings.temperature;
  const effort = body["reasoning_effort"];
  if (request.reasoning === "low" && typeof effort === "string" && longThinking.has(effort)) {
    body["reasoning_effort"] = "low";
  }
  if (request.jsonSchema) {
    body["json_schema"] = { name: request.jsonSchema.name, value: request.jsonSchema.schema, strict: true };
  }
  return body;
}

// src/host/model-client.ts
var string4 = (value) => typeof value === "string" ? value : "";
function toolInput(data) {
  const content = isRecord(data) ? own(data, "content") : null;
  const part = Array.isArray(content) ? content.find((item) => isRecord(item) && item["type"] === "tool_use") : null;
  return isRecord(part) && part["input"] !== void 0 ? JSON.stringify(part["input"]) : "";
}
function wholeAnswer(ctx, data) {
  const text4 = string4(ctx.extractMessageFromData(data, "openai"));
  return { text: text4.trim() === "" ? toolInput(data) : text4, reasoning: "" };
}
async function streamedAnswer(source, onText) {
  if (typeof source !== "function") return { text: "", reasoning: "" };
  let answer = { text: "", reasoning: "" };
  for await (const chunk of source()) {
    answer = { text: string4(chunk.text), reasoning: string4(chunk.state?.reasoning) };
    onText?.(answer.text);
  }
  return answer;
}
function send(ctx, observer, { body, signal, onData }) {
  const tap = tapNextRequest(observer, { matches: () => true, streaming: body["stream"] === true, onData });
  const response = ctx.ChatCompletionService.sendRequest(body, false, signal);
  if (tap.trace().outcome === "unsent") tap.dispose();
  return { tap, response };
}
function failure(facts) {
  if (facts.cancelled && facts.timedOut === null) return new NarrativeError("run.cancelled");
  const ending = requestEnding({ ...facts, stopped: false });
  if (ending.kind === "failed") return ending.error;
  if (ending.kind === "finished" && facts.cause === void 0) return null;
  return new NarrativeError("model.network", { cause: facts.cause });
}
function makeModelClient(deps) {
  const { st, modules } = deps;
  return {
    ...clientOver(deps, (settings) => connectionFor(st(), modules.openai, settings)),
    hold: (agents) => clientOver(deps, holdConnections(st(), modules.openai, agents))
  };
}
function clientOver({ st, observer, clock: clock2 }, connectionOf) {
  async function call(request, signal, onText) {
    const ctx = st();
    const connection = connectionOf(request.settings);
    const body = await modelRequestBody(ctx, connection, request);
    const controller = new AbortController();
    const stop2 = () => controller.abort(signal.reason);
    if (signal.aborted) throw new NarrativeError("run.cancelled");
    signal.addEventListener("abort", stop2, { once: true });
    let timedOut = null;
    const streaming = body["stream"] === true;
    const { firstTokenTimeoutSeconds: first, totalTimeoutSeconds: total } = request.settings;
    const watchdog = startTokenWatchdog(
      { firstToken: streaming ? first * 1e3 : null, gap: total * 1e3, total: total * 1e3 },
      (phase) => {
        timedOut = phase;
        controller.abort(new NarrativeError("model.timeout"));
      }
    );
    const { tap, response } = send(ctx, observer, {
      body,
      signal: controller.signal,
      onData: (tokens) => watchdog.beat(tokens)
    });
    let answer = { text: "", reasoning: "" };
    let cause;
    try {
      const source = await response;
      answer = streaming ? await streamedAnswer(source, onText) : wholeAnswer(ctx, source);
    } catch (error2) {
      cause = error2;
    } finally {
      watchdog.stop();
      signal.removeEventListener("abort", stop2);
    }
    const trace = await tap.over;
    const prose = answer.text.trim() !== "";
    const error = failure({ trace, cancelled: signal.aborted, timedOut, prose, now: clock2.now(), cause });
    if (error) throw error;
    const told = toldError(answer.text);
    if (told) throw refusalError(told, clock2.now());
    return {
      text: answer.text,
      reasoning: answer.reasoning,
      finish: trace.finish ?? "unknown",
      usage: trace.usage,
      model: trace.model || connection.model
    };
  }
  return {
    async complete(request, signal, onText) {
      try {
        return await call(request, signal, onText);
      } catch (error) {
        if (error instanceof NarrativeError) throw error;
        throw new NarrativeError("model.rejected", { cause: error });
      }
    },
    describe(settings) {
      try {
        const { source, model, profile } = connectionOf(settings);
        return { source, model, profile };
      } catch {
        return { source: "", model: "", profile: settings.profile };
      }
    }
  };
}

// src/pipeline/tool-records.ts
var READ_RUNS = 100;
var KNOWN_RUNS = 400;
var DEFAULT_LIMIT = 200;
var MOST_RECORDS = 2e3;
function makeToolRecords(store, chatId) {
  const known = /* @__PURE__ */ new Map();
  async function recordsOf({ runId, endedAt }) {
    const before = known.get(runId);
    if (before) return before;
    const events = await store.events(runId);
    const records = events.flatMap((event) => event.type === "tool.finished" ? [event.record] : []);
    if (endedAt !== null) known.set(runId, records);
    for (const oldest of known.keys()) if (known.size > KNOWN_RUNS) known.delete(oldest);
    return records;
  }
  return {
    async find(filter = {}) {
      const chat = chatId();
      if (chat === null) return [];
      const { pageId, runId } = filter;
      const all = pageId === void 0 ? await store.runsOfChat(chat) : await store.runsOfPage(pageId);
      const runs = all.filter((run) => run.chatId === chat && (runId === void 0 || run.runId === runId)).sort((a, b) => a.startedAt - b.startedAt);
      const records = await Promise.all(runs.slice(-READ_RUNS).map(recordsOf));
      const limit = Math.min(Math.max(filter.limit ?? DEFAULT_LIMIT, 0), MOST_RECORDS);
      const found = records.flat().filter((record3) => fits2(record3, filter));
      return limit === 0 ? [] : found.slice(-limit);
    }
  };
}
function fits2(record3, { floorId, pageId, tool, status: status2 }) {
  return (floorId === void 0 || record3.floorId === floorId) && (pageId === void 0 || record3.pageId === pageId) && (tool === void 0 || record3.tool === tool) && (status2 === void 0 || record3.status === status2);
}

// src/host/consent-store.ts
var KEY = "narrative_agent_consents";
var recordSchema = object({
  owner: string(),
  codeHash: string(),
  answer: _enum(["always", "never", "page"]),
  at: number()
});
function makeConsentStore(st) {
  let once = [];
  const stored = () => {
    const raw = st().extensionSettings[KEY];
    return Array.isArray(raw) ? raw.flatMap((item) => recordSchema.safeParse(item).data ?? []) : [];
  };
  const save = (records) => {
    st().extensionSettings[KEY] = records;
    st().saveSettingsDebounced();
  };
  const others = (list2, { owner, codeHash }) => list2.filter((record3) => record3.owner !== owner || record3.codeHash !== codeHash);
  return {
    of: (owner) => [...once, ...stored()].filter((record3) => record3.owner === owner),
    put(record3) {
      once = others(once, record3);
      if (record3.answer === "once") once.push(record3);
      else save([...others(stored(), record3), record3]);
      return Promise.resolve();
    },
    remove(key) {
      once = others(once, key);
      save(others(stored(), key));
      return Promise.resolve();
    },
    forgetOnce() {
      once = [];
    }
  };
}

// src/ui/dialogs/make-player-questions.ts
function makePlayerQuestions(page, language, log) {
  const orNull = (asked) => asked.catch((error) => {
    log.warn("A question could not be shown.", error);
    return null;
  });
  return {
    mayRun: (question, signal) => orNull(
      import("./chunk-consent-dialog-X4GV5VKW.js").then(
        ({ askConsent }) => askConsent(question, { page, language: language(), signal })
      )
    ),
    usePreset: (offer, signal) => orNull(
      import("./chunk-preset-offer-ENHYEDAO.js").then(
        ({ offerPreset: offerPreset2 }) => offerPreset2(offer, { page, language: language(), signal })
      )
    )
  };
}

// src/wiring/tools.ts
function wireTools(base, workerUrl, readStory) {
  const { host, undos } = base;
  const { st } = host;
  const { clock: clock2, log } = host.platform;
  const consents = makeConsentStore(st);
  const questions = makePlayerQuestions(document, host.language, log);
  let asking = new AbortController();
  let putOff = /* @__PURE__ */ new Set();
  let running2 = false;
  undos.add(() => asking.abort());
  const ownerNow = () => openChat(st())?.owner ?? "";
  const consentDeps = (owner) => {
    const cardName = st().name2;
    return { consents, questions, clock: clock2, owner, cardName, language: host.language() };
  };
  const ask2 = async (owner, signal) => {
    if (!base.settings().enabled || running2) return;
    running2 = true;
    const mine = putOff;
    try {
      const { entries } = await readStory();
      if (toolEntries(entries).length === 0) return;
      const { askToolConsent } = await import("./chunk-ask-tool-consent-EAHKZOXR.js");
      const asked = await askToolConsent(consentDeps(owner), { entries, putOff: mine }, signal);
      for (const hash of asked) mine.add(hash);
    } finally {
      running2 = false;
    }
  };
  const start2 = (owner) => {
    if (owner === null) return;
    ask2(owner, asking.signal).catch((error) => log.warn("Consent could not be asked.", error));
  };
  return {
    deps: { ...sandboxes(base, workerUrl, { consents, ownerNow }), expand: (text4) => expandMacros(st(), text4) },
    askConsent(owner) {
      asking.abort();
      asking = new AbortController();
      putOff = /* @__PURE__ */ new Set();
      running2 = false;
      consents.forgetOnce();
      start2(owner);
    },
    askNewConsent: () => start2(openChat(st())?.owner ?? null),
    async decide({ definition }) {
      if (!definition) return;
      const { askAboutTool } = await import("./chunk-ask-tool-consent-EAHKZOXR.js");
      await askAboutTool(consentDeps(ownerNow()), definition, base.settings().tools.allowPageCode, asking.signal);
    }
  };
}
function sandboxes(base, workerUrl, { consents, ownerNow }) {
  let closed = null;
  base.undos.add(() => closed?.stop());
  const pinned = () => consents.of(ownerNow()).flatMap(({ answer, codeHash }) => answer === "page" ? [codeHash] : []);
  return {
    sandbox: async () => {
      const { makeSandbox } = await import("./chunk-make-sandbox-U7QKH72G.js");
      return closed ??= makeSandbox(workerUrl);
    },
    pageSandbox: async () => {
      const [{ makePageSandbox }, { hashOfCode }] = await Promise.all([
        import("./chunk-page-runner-MWCCXIZR.js"),
        import("./chunk-consent-U57U4LGT.js")
      ]);
      return makePageSandbox((code) => base.settings().tools.allowPageCode && pinned().includes(hashOfCode(code)));
    },
    consents: () => consents.of(ownerNow())
  };
}

// src/wiring/bench.ts
var nowhere = { game: emptyGameState, summaries: [], variables: {}, mvu: null, locks: [] };
function wireBench(base, tools, readStory) {
  const { host, store } = base;
  const { st, modules, observer } = host;
  const { clock: clock2, random, ids } = host.platform;
  const records = makeToolRecords(store, () => base.peek()?.timeline().chatId ?? null);
  let made = null;
  const load2 = async () => {
    const [{ makeToolBench }, { readBenchScene }] = await Promise.all([
      import("./chunk-make-tool-bench-FOI4DWTG.js"),
      import("./chunk-bench-scene-S4OSIWLO.js")
    ]);
    const scene = () => readBenchScene(
      {
        session: base.session,
        readMaterial: readStory,
        settings: base.settings,
        tools: tools.deps,
        stateText: (world, language) => renderState(world.game, language),
        screenLanguage: host.language,
        clock: clock2
      },
      nowhere
    );
    const model = makeModelClient({ st, modules, observer, clock: clock2 });
    return makeToolBench({
      scene,
      model,
      sandbox: tools.deps.sandbox,
      pageSandbox: tools.deps.pageSandbox,
      clock: clock2,
      ids,
      seed: () => random.seed(),
      records: () => records.find()
    });
  };
  const bench = () => made ??= load2();
  return {
    records,
    bench: {
      list: async () => (await bench()).list(),
      tryTool: async (name, params, signal) => (await bench()).tryTool(name, params, signal),
      previewPrompt: async (name, params) => (await bench()).previewPrompt(name, params),
      rolls: async () => (await bench()).rolls()
    }
  };
}

// src/agents/host-insertion.ts
var LINES = 60;
var headings = {
  zh: "以下是故事的记录与当前状态，用来保持前后一致，不要复述；引导照做，不写进故事。",
  en: "The record and the current state of the story follow: stay consistent with them, do not repeat them; obey the guidance, never narrate it."
};
function hostInsertion({ summaries, stateText, guidance: guide2, notes, language }) {
  const known = summaries.length > 0;
  const parts = [
    ...storySummary(summaries.slice(-LINES), language),
    ...known ? stateSummary(stateText) : [],
    ...guidance(guide2, notes)
  ];
  return parts.length === 0 ? [] : [ownWords("task", headings[language]), ...parts];
}
function renderInsertion(segments) {
  return renderRole(segments, "user");
}

// src/pipeline/insertion-of.ts
function insertionOf({ stateText, screenLanguage: screenLanguage2 }, open) {
  const world = open.opened.base;
  const language = languageInUse(open.settings.promptLanguage, open.session.language, screenLanguage2);
  const { summaries } = world;
  const notes = notesFor(open.orders.notes.map(noteMessage), ["planning", "writing"]);
  const guidance2 = guidanceOf(open);
  return hostInsertion({ summaries, stateText: stateText(world, language), guidance: guidance2, notes, language });
}

// src/pipeline/steps/analyse-and-run.ts
async function analyseAndRun(deps, state, signal) {
  const { tools, opened, notes } = state;
  const stage = { ...state, prose: cleanReply(state.written.text) };
  const post = tools?.openPost(stage, signal) ?? null;
  const [findings, variables] = await inTurn(state, [
    () => analyseTurn(deps, state, signal),
    () => updateVariables(deps, state, signal)
  ]);
  notes.staged = [...findings.effects, ...variables?.effects ?? []];
  const analysed = { ...state, ...findings, variables, outputs: [] };
  if (!tools || !post || signal.aborted) return analysed;
  notes.step = "post-tools";
  const { floorId, pageId, round } = opened;
  const effects = [...findings.effects, ...variables?.effects ?? []];
  const world = deps.preview(opened.base, effects, { floorId, pageId, round });
  try {
    const result = await post.finish(tools.postView(stage, world));
    return { ...analysed, outputs: result.outputs, effects: [...findings.effects, ...result.effects] };
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn("The post tools failed in an unexpected way.", error);
    return analysed;
  }
}
async function inTurn({ settings }, [first, second]) {
  if (settings.pipeline.parallelExecutionEnabled) return Promise.all([first(), second()]);
  return [await first(), await second()];
}
async function updateVariables(deps, state, signal) {
  if (!state.variablesRule || signal.aborted) return null;
  const step = await import("./chunk-update-variables-UCK55SKP.js");
  return step.updateVariables(deps, state, signal);
}

// src/pipeline/steps/assemble-message.ts
function assembleMessage(parts, body) {
  const outputs = parts.outputs.map((output) => output.trim()).filter((text4) => text4 !== "");
  if (body === "clean") return outputs.length === 0 ? parts.prose : [parts.prose.trimEnd(), ...outputs].join("\n\n");
  const context = `<context>
${parts.prose.trim()}
</context>`;
  const summary = parts.summary === null ? [] : [`<summary>
${parts.summary}
</summary>`];
  return [context, ...summary, ...outputs].join("\n\n");
}

// src/pipeline/steps/assemble-turn.ts
function assembleTurn(state) {
  const { opened, outputs, request, settings, written: written2 } = state;
  const summary = state.effects.find((effect) => effect.kind === "summary");
  const line = summary ? renderSummaryLine({ floorId: opened.floorId, round: opened.round, text: summary.text }, request.language) : null;
  const toolOutput = outputs.map(toolOutputOf);
  const visible = outputs.map(({ messageText }) => messageText);
  const finalText = assembleMessage({ prose: written2.text, summary: line, outputs: visible }, settings.messageBody);
  return { ...state, finalText, toolOutput };
}
function toolOutputOf({ tool, title, text: text4, messageText, placement, keepInHistory }) {
  return {
    tool,
    text: messageText === "" ? text4 : messageText,
    ...keepInHistory ? { keepInHistory } : {},
    ...placement === "panel" ? { panel: title } : {}
  };
}

// src/pipeline/is-partial.ts
function isPartial(ending) {
  return ending.kind !== "finished" || ending.finish === "length" || ending.finish === "filter";
}

// src/pipeline/steps/commit-turn.ts
async function commitTurn(deps, state) {
  const { journal, opened, session, written: written2 } = state;
  const partial2 = isPartial(written2.ending);
  const status2 = partial2 || state.analysis !== "done" ? "partial" : "completed";
  journal.append({ type: "step.started", step: "commit" });
  journal.append({ type: "run.ended", status: status2 });
  const { world, rejections } = await session.commit({
    runId: state.runId,
    floorId: opened.floorId,
    pageId: opened.pageId,
    basePageId: opened.basePageId,
    kind: "generated",
    chatIndex: written2.chatIndex,
    swipe: written2.swipe,
    writtenText: written2.text,
    finalText: state.finalText,
    partial: partial2,
    analysis: state.analysis,
    effects: state.effects,
    messages: [...state.orders.notes.map(noteMessage), ...state.messages],
    toolOutput: state.toolOutput,
    earlier: state.earlier,
    events: journal.all()
  });
  await session.saveRun(runRecord(deps, state, status2), journal.all());
  deps.events.emit("message.appended", {
    floorId: opened.floorId,
    pageId: opened.pageId,
    role: "assistant",
    text: state.finalText
  });
  const own2 = { floorId: opened.floorId, effects: state.effects };
  announcePages(deps, session, [...state.earlier, own2], "commit");
  if (partial2) deps.progress.notice({ kind: "partial" });
  deps.progress.notice({
    kind: "done",
    calls: journal.calls(),
    seconds: (deps.clock.now() - state.startedAt) / 1e3,
    rejected: rejections.length
  });
  deps.log.debug("The turn is committed.", { round: opened.round, summaries: world.summaries.length });
  return rejections;
}
function runRecord(deps, state, status2) {
  return {
    runId: state.runId,
    type: state.type,
    floorId: state.opened.floorId,
    pageId: state.opened.pageId,
    schedule: state.schedule,
    status: status2,
    step: "commit",
    startedAt: state.startedAt,
    endedAt: deps.clock.now(),
    rungs: state.notes.rungs,
    error: null,
    seed: state.seed,
    plan: state.sources.plan,
    planBasis: state.planBasis
  };
}

// src/pipeline/complete-turn.ts
function tailMode(state) {
  const { settings, tools } = state;
  const changesText = state.variablesRule || settings.messageBody === "tagged" || tools?.changesMessage === true;
  return settings.pipeline.tail === "held" || changesText ? "held" : "released";
}
async function completeTurn(deps, state, signal, show2) {
  const { session, opened, written: written2, notes } = state;
  notes.step = "analyse";
  await session.secureProse(opened, {
    chatIndex: written2.chatIndex,
    swipe: written2.swipe,
    partial: isPartial(written2.ending)
  });
  const analysed = await analyseAndRun(deps, state, signal);
  notes.step = "assemble";
  const assembled = assembleTurn(analysed);
  const { settleVariables } = await import("./chunk-settle-variables-P7X4GRVG.js");
  const settled = state.variablesRule ? await settleVariables(deps, assembled, signal) : assembled;
  notes.step = "commit";
  show2();
  return commitTurn(deps, settled);
}

// src/pipeline/continue-page.ts
async function analyseContinued(deps, session, { chatIndex, partial: partial2, save }, signal) {
  if (!await deps.ownsChat()) return null;
  await save();
  await session.reconcile("continue");
  const row = rowAt(session, chatIndex);
  if (signal.aborted || !row?.edited) return null;
  const before = await writerOf(session, row);
  const held = session.effectsOf(row.pageId);
  const { state, reply } = await prepareAnalysis(deps, session, [row.floorId], "continue");
  const { opened, journal } = state;
  const said = [];
  const telling = {
    ...deps,
    progress: { ...deps.progress, notice: (notice) => said.push(notice) }
  };
  const added = await variablesOf(deps, session, row);
  const findings = await analyseTurn(telling, { ...state, written: { text: reply.text } }, signal);
  await session.reconcile("continue");
  if (!isSame(row, rowAt(session, chatIndex)) || isTakenBack(signal)) return null;
  const done2 = findings.analysis === "done";
  const effects = done2 ? findings.effects : held;
  const status2 = done2 && !partial2 ? "completed" : "partial";
  journal.append({ type: "run.ended", status: status2 });
  await session.commit({
    runId: state.runId,
    floorId: row.floorId,
    pageId: opened.pageId,
    basePageId: opened.basePageId,
    kind: "continued",
    chatIndex,
    swipe: row.swipe,
    writtenText: reply.text,
    finalText: reply.text,
    partial: partial2,
    analysis: findings.analysis,
    effects: [...done2 ? findings.effects : held, ...added],
    messages: [],
    toolOutput: reply.toolOutput ?? [],
    earlier: findings.earlier,
    events: journal.all()
  });
  if (writeRecord(deps, session, row)) await save();
  const run = repeatedRun(deps, { state, type: "continue", before: before?.run ?? null, status: status2, error: null });
  await session.saveRun(run, journal.all());
  announcePages(deps, session, [...findings.earlier, { floorId: row.floorId, effects }], "continue");
  for (const notice of said) deps.progress.notice(notice);
  return findings.analysis;
}
var writerOf = (session, { pageId }) => pageId === null ? Promise.resolve(null) : session.runOf(pageId);
var isSame = (before, now) => now?.floorId === before.floorId && now.swipe === before.swipe && now.hash === before.hash;
async function variablesOf({ variables }, session, row) {
  const ruled = session.head().mvu !== null;
  if (!ruled || row.pageId === null || variables.host.presence().kind === "present") return [];
  const texts2 = await session.messages.revisions(`${row.pageId}:reply`);
  const { continuedVariables } = await import("./chunk-continued-variables-YHYJVK2U.js");
  const before = texts2.findLast(({ at: at3 }) => at3 !== null)?.text ?? null;
  return continuedVariables({ before, now: texts2.at(-1)?.text ?? "" }, session.effectsOf(row.pageId));
}
function writeRecord({ variables }, session, { floorId, replyIndex, swipe }) {
  const ordinal = session.timeline().rows.findIndex((row) => row.floorId === floorId);
  const record3 = session.worldAfter(ordinal).mvu;
  return record3 !== null && replyIndex !== null && variables.host.write([{ index: replyIndex, swipe, record: record3 }]) > 0;
}
var rowAt = (session, chatIndex) => session.timeline().rows.find((row) => row.replyIndex === chatIndex);
function isTakenBack({ aborted, reason }) {
  return aborted && !(reason instanceof NarrativeError && reason.details["cause"] === "stop");
}

// src/pipeline/failed-turn.ts
async function storeFailure(deps, { open, composed, controller }, outcome, cause) {
  const error = named(composed, cause);
  const { journal, notes, opened } = open;
  journal.append({ type: "run.ended", status: outcome, code: error.code });
  const record3 = {
    runId: open.runId,
    type: open.type,
    floorId: opened.floorId,
    pageId: opened.pageId,
    schedule: composed?.schedule ?? "merged",
    status: outcome,
    step: notes.step,
    startedAt: open.startedAt,
    endedAt: deps.clock.now(),
    rungs: notes.rungs,
    error: outcome === "failed" ? { code: error.code, message: error.message, step: notes.step } : null,
    seed: open.seed,
    plan: null,
    planBasis: null
  };
  await open.session.failTurn(opened, record3, journal.all());
  emitFailure(deps, open, outcome === "cancelled" ? "run.cancelled" : error.code, error);
  const wasStopped = outcome === "cancelled" && cancelCause(controller.signal) === "stop";
  if (outcome === "failed" || wasStopped) notify(deps, open, error, wasStopped || error.retry !== "never");
}
function tellUnfinished(deps, open, problem) {
  deps.log.warn("The turn could not be completed.", problem);
  const error = problem instanceof NarrativeError ? problem : new NarrativeError("storage.blocked", { cause: problem });
  emitFailure(deps, open, error.code, error);
  if (error.code !== "host.chat-changed" && !isCancelled(error)) notify(deps, open, error, false);
}
function emitFailure({ events }, { opened, notes }, code, { message }) {
  events.emit("floor.failed", { floorId: opened.floorId, stage: notes.step, code, message });
}
function notify({ progress }, open, error, canRetry) {
  const { pageId } = open.opened;
  progress.notice({ kind: "failed", pageId, error, step: open.notes.step, turn: open.type, canRetry });
}
function named(composed, error) {
  const { code, message, details, retry } = error;
  if (!composed || !code.startsWith("model.")) return error;
  const connection = { ...composed.request.connection, profile: "" };
  const where = connectionText(connection);
  const said = message === code ? where : `${where}: ${message}`;
  return new NarrativeError(code, { message: said, details: { ...details, ...connection }, cause: error, retry });
}
function cancelCause(signal) {
  return signal.reason instanceof NarrativeError ? signal.reason.details["cause"] : void 0;
}

// src/pipeline/open-variables.ts
async function variablesInStep(deps, session) {
  try {
    const chat = await deps.variables.chat(session);
    await chat?.keepInStep();
    return chat;
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn("The variables of the chat could not be brought in step.", error);
    return null;
  }
}
async function firstVariables(deps, chat) {
  try {
    return await chat?.initialEffects() ?? [];
  } catch (error) {
    deps.log.warn("The initial variables could not be read.", error);
    return [];
  }
}

// src/pipeline/open-turn.ts
async function openTurn(deps, session, type, onProgress) {
  const report = await session.reconcile("turn");
  for (const page of report.activated) deps.events.emit("page.activated", page);
  const settings = deps.settings();
  const runId = deps.ids.next();
  const variables = await variablesInStep(deps, session);
  const found = await session.openTurn(type, runId);
  const isFirst = found.base.mvu === null && found.before.every(({ pageId }) => pageId === null);
  const initial = isFirst ? await firstVariables(deps, variables) : [];
  const opened = initial.length === 0 ? found : { ...found, base: deps.preview(found.base, initial, found) };
  const journal = makeJournal(runId, deps.clock, (event) => {
    publishRunEvent(deps.events, event);
    onProgress();
  });
  const seed = type === "swipe" && settings.swipe === "rewrite" ? opened.rewritten?.seed ?? deps.random.seed() : deps.random.seed();
  if (opened.firstOfChat) deps.events.emit("session.created", session.ids());
  if (opened.firstOfFloor) {
    deps.events.emit("floor.created", { floorId: opened.floorId, round: opened.round, runId });
  }
  return {
    runId,
    type,
    seed,
    startedAt: deps.clock.now(),
    settings,
    model: deps.model.hold(Object.values(settings.agents)),
    orders: deps.nextTurn.ordersFor(opened.floorId),
    session,
    opened,
    variablesRule: opened.base.mvu !== null,
    initial,
    journal,
    notes: { step: "open", rungs: [], staged: [] }
  };
}

// src/pipeline/plan-basis.ts
function planBasis({ request, world, stateText, lore, toolList, guidance: guidance2, notes }) {
  const entries = lore.routed.map(({ entry, bucket }) => [bucket, entry.book, entry.uid, entry.content]);
  return textHash(
    JSON.stringify([
      request.input,
      stateText,
      world.summaries.map(({ text: text4 }) => text4),
      entries,
      toolList,
      [guidance2, ...notesFor(notes, ["planning"]).map(({ text: text4 }) => text4)].join("\n")
    ])
  );
}

// src/pipeline/unfinished-turn.ts
var SHARE = 0.7;
function unfinishedTurn(state, error) {
  const { session, opened, seed, sources: sources2, messages, effects, dice, toolCalls } = state;
  const said = error.details["contextTokens"];
  const refused = Math.min(state.prompt.tokens, typeof said === "number" ? said : state.prompt.tokens);
  return {
    session,
    ordinal: opened.ordinal,
    basis: planBasis(sources2),
    seed,
    plan: sources2.plan,
    planBasis: state.planBasis,
    toolResults: sources2.toolResults,
    made: { messages, effects, dice, toolCalls },
    records: state.journal.all().flatMap((event) => event.type === "tool.finished" ? [event.record] : []),
    promptLimit: error.code === "model.overflow" ? Math.floor(refused * SHARE) : null
  };
}
function continues(unfinished, state) {
  return unfinished?.session === state.session && unfinished.ordinal === state.opened.ordinal && unfinished.basis === planBasis(state.sources);
}

// src/pipeline/steps/compose-writing.ts
async function composeWriting2(deps, state) {
  const { request, journal, notes } = state;
  notes.step = "compose";
  const prompt = state.settings.promptMode === "native" ? await ours(deps, state) : theirs(deps, state);
  if (prompt.cut.length > 0) {
    notes.rungs.push("smaller-prompt");
    deps.notifier.once(`prompt-cut:${state.session.timeline().chatId}`, cutText(prompt.cut, deps.screenLanguage()));
  }
  notes.step = "write";
  journal.append({
    type: "call.started",
    callId: writingCallId(state.runId),
    slot: "writing",
    attempt: 1,
    model: request.connection.model,
    messages: prompt.messages,
    promptTokens: prompt.tokens,
    cut: prompt.cut,
    parts: partsOf(deps, state, prompt.segments),
    ...prompt.layout ? { layout: prompt.layout } : {}
  });
  return { ...state, prompt };
}
function ours(deps, state) {
  const { sources: sources2 } = state;
  return fitWriting(deps, state, sources2.plan === null ? composeMergedWriting(sources2) : composeWriting(sources2));
}
function theirs(deps, state) {
  const messages = state.request.hostPrompt ?? [];
  const tokens = messages.reduce((sum, { content }) => {
    return sum + deps.tokens.estimate(typeof content === "string" ? content : JSON.stringify(content));
  }, 0);
  return { messages, segments: insertionOf(deps, state), tokens, cut: [] };
}
async function fitWriting(deps, state, segments) {
  const { request, unfinished } = state;
  const longer = Math.max(0, request.settings.agents.writing.maxTokens - request.replyTokens);
  const budget = request.promptBudget - longer;
  const shape = {
    inputParts: request.inputParts,
    layout: chooseLayout(request.settings.promptLayout, request.connection.source)
  };
  const refused = continues(unfinished, state) ? unfinished.promptLimit : null;
  const fit = (limit) => fitPrompt(deps.tokens, segments, limit, shape);
  if (refused === null || refused >= budget) return fit(budget);
  try {
    return await fit(refused);
  } catch (error) {
    const needed = error instanceof NarrativeError ? error.details["needed"] : null;
    if (typeof needed !== "number") throw error;
    return fit(Math.min(budget, needed + request.inputParts.length * TOKENS_PER_PART));
  }
}
function writingCallId(runId) {
  return `${runId}:writing`;
}

// src/pipeline/steps/plan-turn.ts
var PLAN_TOKENS = 1500;
async function planTurn(deps, state, signal, onText) {
  const basis = planBasis(state.sources);
  if (state.schedule === "merged") return { ...state, planBasis: null };
  const { journal, notes } = state;
  notes.step = "plan";
  journal.append({ type: "step.started", step: "plan" });
  const kept2 = keptPlan(state, basis);
  const plan2 = kept2 ?? await ask(deps, state, signal, onText);
  journal.append({ type: "step.completed", step: "plan", ...kept2 ? { note: "kept" } : {} });
  return { ...state, sources: { ...state.sources, plan: plan2 }, planBasis: plan2 ? basis : null };
}
function keptPlan({ type, settings, opened }, basis) {
  const before = opened.rewritten;
  if (type !== "swipe" || settings.swipe !== "rewrite" || before?.planBasis !== basis) return null;
  return before.plan;
}
async function ask(deps, state, signal, onText) {
  const { request, settings, sources: sources2 } = state;
  try {
    const answer = await askFitted(
      deps,
      state,
      {
        slot: "planning",
        segments: composePlanning(sources2),
        settings: settings.agents.planning,
        answerTokens: PLAN_TOKENS,
        inputParts: request.inputParts,
        read: readPlan,
        ...onText ? { onText } : {}
      },
      signal
    );
    if (answer.ok) return answer.value;
    return withoutPlan(deps, state, answer.error);
  } catch (error) {
    if (isCancelled(error) || !(error instanceof NarrativeError)) throw error;
    return withoutPlan(deps, state, error);
  }
}
function withoutPlan(deps, state, error) {
  state.notes.rungs.push("merged");
  state.journal.append({ type: "rung.used", rung: "merged", detail: `${error.code}: ${error.message}` });
  const language = deps.screenLanguage();
  const { profile } = state.settings.agents.planning;
  const connection = { source: "", model: "", profile };
  const sentence = "slot" in error.details ? error.message : failureText({ code: error.code, slot: "planning", connection }, language);
  deps.progress.notice({ kind: "degraded", detail: withoutPlanText(sentence, language) });
  return null;
}

// src/pipeline/steps/plan-and-roll.ts
async function planAndRoll(deps, state, signal) {
  const { unfinished } = state;
  if (state.schedule !== "merged" && continues(unfinished, state) && unfinished.plan) return kept(state, unfinished);
  if (state.schedule === "merged" || !state.tools) {
    return { ...await planTurn(deps, state, signal), messages: [], effects: [], dice: [], toolCalls: 0 };
  }
  const stage = { rounds: state.rounds, stateText: state.sources.stateText };
  const tools = state.tools.openPlanning(stage, signal);
  const planned = await planTurn(deps, state, signal, (text4) => tools.onText(text4));
  const { plan: plan2 } = planned.sources;
  if (!plan2) {
    const { records } = await tools.finish([], "");
    return { ...planned, messages: [], effects: [], dice: [], toolCalls: records.length };
  }
  state.notes.step = "planning-tools";
  const guide2 = renderGuide(plan2, state.request.language);
  const result = await tools.finish(plan2.toolCalls, guide2);
  state.notes.staged = result.effects;
  return withResults(planned, guide2, result);
}
function kept(state, { seed, plan: plan2, planBasis: planBasis2, toolResults, made, records }) {
  state.journal.append({ type: "step.completed", step: "plan", note: "kept" });
  for (const record3 of records) state.journal.append({ type: "tool.finished", record: record3 });
  return { ...state, seed, sources: { ...state.sources, plan: plan2, toolResults }, planBasis: planBasis2, ...made };
}
function withResults(planned, guide2, result) {
  const hidden = { visibility: { user: false, prompt: false }, validity: "turn" };
  return {
    ...planned,
    sources: { ...planned.sources, toolResults: result.results },
    messages: [
      { ...hidden, role: "director", text: guide2, source: "planning" },
      ...result.records.map(({ tool, text: text4, message }) => ({
        ...hidden,
        role: "tool",
        text: text4 === "" ? message : text4,
        source: `tool:${tool}`
      }))
    ],
    effects: result.effects,
    dice: result.dice,
    toolCalls: result.records.length
  };
}

// src/domain/history/recall.ts
var RECALL_LIMIT = 3;
function recallRounds(asked, rounds, inWindow, tokenLimit) {
  const byNumber = new Map(rounds.map((round) => [round.round, round]));
  const found = [];
  const refused = [];
  let left = tokenLimit;
  for (const number3 of new Set(asked)) {
    const round = byNumber.get(number3);
    if (!round) refused.push({ round: number3, reason: "unknown" });
    else if (inWindow.has(number3)) refused.push({ round: number3, reason: "in-window" });
    else if (found.length >= RECALL_LIMIT) refused.push({ round: number3, reason: "too-many" });
    else if (round.tokens > left) refused.push({ round: number3, reason: "too-long" });
    else {
      found.push(round);
      left -= round.tokens;
    }
  }
  return { found: found.sort((a, b) => a.round - b.round), refused };
}

// src/pipeline/steps/recall-text.ts
var RECALL_SHARE = 0.25;
function recallText(deps, state) {
  const { sources: sources2, rounds, request, settings, journal, notes } = state;
  const asked = sources2.plan?.textRecall ?? [];
  if (!settings.pipeline.enableTextRecall || asked.length === 0) return state;
  notes.step = "recall";
  const candidates = rounds.filter(({ round }) => asked.includes(round)).map(({ round, messages }) => {
    const text4 = proseOf(messages);
    return { round, text: text4, tokens: deps.tokens.estimate(text4) };
  });
  const window2 = new Set(sources2.writingWindow.turns.map(({ round }) => round));
  const limit = Math.floor(request.promptBudget * RECALL_SHARE);
  const { found, refused } = recallRounds(
    asked,
    candidates.filter(({ text: text4 }) => text4 !== ""),
    window2,
    limit
  );
  for (const { round, reason } of refused) {
    journal.append({ type: "note", code: `recall.${reason}`, detail: String(round) });
  }
  journal.append({ type: "step.completed", step: "recall", note: found.map(({ round }) => round).join(", ") });
  return { ...state, sources: { ...sources2, recalled: found.map(({ round, text: text4 }) => ({ round, text: text4 })) } };
}

// src/pipeline/prepare-turn.ts
async function prepareTurn(deps, open, material, signal) {
  const gathered = await gatherSources(deps, readRequest(open, material));
  gathered.journal.append({ type: "run.started", turnType: open.type, schedule: gathered.schedule });
  gathered.journal.append({ type: "lore.routed", ...recordLore(gathered.sources.lore) });
  const planned = await planAndRoll(deps, gathered, signal);
  const composed = await composeWriting2(deps, recallText(deps, planned));
  signal.throwIfAborted();
  return composed;
}

// src/pipeline/record-writing.ts
function recordWriting(deps, { runId, journal }, text4, ending) {
  const callId = writingCallId(runId);
  const began = journal.all().find((event) => event.type === "call.started" && event.callId === callId);
  const milliseconds = deps.clock.now() - (began?.at ?? deps.clock.now());
  const call = { callId, slot: "writing", text: text4, milliseconds, estimate: deps.tokens.estimate(text4) };
  if (ending.kind === "finished") {
    journal.append({ type: "call.completed", ...call, usage: ending.usage });
    return;
  }
  const { code, message } = ending.kind === "failed" ? ending.error : new NarrativeError("run.cancelled");
  journal.append({ type: "call.failed", ...call, attempt: 1, code, message });
}

// src/pipeline/turn-runner.ts
function makeTurnRunner(deps) {
  let active = null;
  let arming = null;
  let unfinished = null;
  let repeating = null;
  const idle = async () => {
    while (active ?? arming ?? repeating) await (active?.over ?? arming ?? repeating?.over);
  };
  const status2 = () => active ? {
    state: active.stage,
    step: active.open.notes.step,
    floorId: active.open.opened.floorId,
    calls: active.open.journal.calls(),
    startedAt: active.open.startedAt
  } : arming ? { state: "preparing" } : repeating ? { state: "completing", step: "analyse" } : { state: "idle" };
  const show2 = () => deps.progress.status(status2());
  const end = (run) => {
    if (active === run) active = null;
    run.finish();
    show2();
  };
  const find = (runId) => active?.runId === runId ? active : null;
  async function arm(type) {
    const opening = openRun2(type);
    const mine = opening.catch(() => void 0);
    arming = mine;
    try {
      return await opening;
    } finally {
      if (arming === mine) arming = null;
    }
  }
  async function openRun2(type) {
    const settings = deps.settings();
    if (!settings.enabled) return { ours: false, reason: "disabled" };
    if (settings.promptMode === "compat_strict") return { ours: false, reason: "strict" };
    const session = await deps.session();
    if (!await deps.ownsChat()) return { ours: false, reason: "not-owner" };
    if (!session) return { ours: false, reason: "no-chat" };
    await settlePrevious();
    const open = { ...await openTurn(deps, session, type, show2), unfinished };
    const controller = new AbortController();
    let finish = () => void 0;
    const over = new Promise((resolve) => finish = resolve);
    active = {
      runId: open.runId,
      controller,
      open,
      composed: null,
      assembly: session.variables?.watchAssembly() ?? null,
      stage: "preparing",
      over,
      finish
    };
    show2();
    const verdict = { ours: true, runId: open.runId, signal: controller.signal };
    if (settings.promptMode !== "compat_plus") return verdict;
    return { ...verdict, insertion: renderInsertion(insertionOf(deps, open)) };
  }
  async function settlePrevious() {
    await repeating?.over;
    const previous = active;
    if (!previous) return;
    if (previous.stage !== "completing") {
      previous.controller.abort(new NarrativeError("run.cancelled", { details: { cause: "superseded" } }));
      await fail(previous.runId, { kind: "stopped" });
    }
    await previous.over;
  }
  async function prepare(runId, material) {
    const run = find(runId);
    if (!run) throw new NarrativeError("run.cancelled", { details: { cause: "not-current" } });
    run.assembly?.end();
    run.composed = await prepareTurn(deps, run.open, material, run.controller.signal);
    run.stage = "writing";
    show2();
    return run.composed.prompt.messages;
  }
  function complete(runId, written2) {
    const run = find(runId);
    const composed = run?.composed;
    if (!run || !composed) return { mode: "released", done: Promise.resolve() };
    run.stage = "completing";
    unfinished = null;
    show2();
    recordWriting(deps, composed, written2.text, written2.ending);
    const state = { ...composed, written: written2 };
    const done2 = completeTurn(deps, state, run.controller.signal, show2).then(() => void 0).catch((error) => tellUnfinished(deps, run.open, error)).finally(() => end(run));
    return { mode: tailMode(state), done: done2 };
  }
  async function fail(runId, ending) {
    const run = find(runId);
    if (!run) return;
    run.controller.abort(new NarrativeError("run.cancelled", { details: { cause: "failed" } }));
    const error = ending.kind === "failed" ? ending.error : null;
    const cancelled = ending.kind === "stopped" || error !== null && isCancelled(error);
    try {
      const known = error ?? new NarrativeError(cancelled ? "run.cancelled" : "model.empty");
      if (run.composed) {
        recordWriting(deps, run.composed, "", ending);
        unfinished = unfinishedTurn(run.composed, known);
      }
      run.assembly?.putBack();
      await storeFailure(deps, run, cancelled ? "cancelled" : "failed", known);
    } catch (problem) {
      deps.log.warn("The failed turn could not be stored.", problem);
    } finally {
      end(run);
    }
  }
  async function repeat(signal, work) {
    await idle();
    const session = await deps.session();
    if (!session) throw new NarrativeError("host.missing", { message: "No chat is open." });
    const controller = new AbortController();
    const stop2 = () => controller.abort(
      signal?.reason instanceof NarrativeError ? signal.reason : new NarrativeError("run.cancelled", { details: { cause: "stop" } })
    );
    if (signal?.aborted) stop2();
    signal?.addEventListener("abort", stop2, { once: true });
    const running2 = work(session, controller.signal);
    repeating = { controller, over: running2.catch(() => void 0) };
    show2();
    try {
      return await running2;
    } finally {
      signal?.removeEventListener("abort", stop2);
      repeating = null;
      show2();
    }
  }
  const repeatAnalysis = (floorIds, signal) => repeat(signal, (session, ended2) => analyseRounds(deps, session, floorIds, ended2));
  return {
    arm,
    analyseAgain: async (floorId) => (await repeatAnalysis([floorId], null)).status,
    analyseRounds: repeatAnalysis,
    analyseContinued: (reply, signal) => repeat(signal, (session, ended2) => analyseContinued(deps, session, reply, ended2)),
    prepare,
    parameters(runId) {
      const settings = find(runId)?.open.settings ?? deps.settings();
      const { temperature, maxTokens } = settings.agents.writing;
      const ours2 = settings.promptMode === "native";
      return {
        ...!ours2 || temperature === null ? {} : { temperature },
        ...ours2 && maxTokens > 0 ? { maxTokens } : {},
        dropPrefill: ours2 && settings.presetMode === "none",
        firstTokenTimeoutSeconds: settings.pipeline.firstTokenTimeoutSeconds,
        tokenGapTimeoutSeconds: settings.pipeline.tokenGapTimeoutSeconds,
        totalTimeoutSeconds: settings.agents.writing.totalTimeoutSeconds
      };
    },
    tokens(runId, text4) {
      if (find(runId)) deps.events.emit("generation.chunk", { slot: "writing", runId, text: text4 });
    },
    complete,
    fail,
    cancel(cause) {
      const reason = new NarrativeError("run.cancelled", { details: { cause } });
      active?.controller.abort(reason);
      repeating?.controller.abort(reason);
    },
    status: status2,
    staged: () => active?.open.notes.staged ?? [],
    idle
  };
}

// src/wiring/catch-up.ts
var OFFER_FROM = 5;
function wireCatchUp(base, runner, readStory, progress) {
  const { host, changes, undos } = base;
  const closing = new AbortController();
  let offered = null;
  let shown2 = false;
  undos.add(() => closing.abort());
  async function show2() {
    const session = await base.session();
    if (!session) return;
    const [{ planCatchUp }, { showCatchUp }] = await Promise.all([
      import("./chunk-catch-up-RFVLSL25.js"),
      import("./chunk-catch-up-dialog-WCU24AMQ.js")
    ]);
    const plan2 = await planCatchUp(
      {
        readMaterial: readStory,
        tokens: host.tokens,
        analyse: (floorIds, signal) => runner.analyseRounds(floorIds, signal),
        onChanged: () => changes.tell()
      },
      session
    );
    if (!plan2) return;
    await showCatchUp(
      { estimate: () => plan2, run: (signal, onProgress) => plan2.run(signal, onProgress) },
      { page: document, language: host.language(), signal: closing.signal }
    );
  }
  return {
    offer() {
      const session = base.peek();
      if (!session || session === offered) return;
      offered = session;
      const { enabled, promptMode } = base.settings();
      if (!enabled || promptMode === "compat_strict") return;
      const last = session.timeline().rows.at(-1);
      if (last?.pageId != null && last.analysis === "pending") {
        progress.notice({ kind: "analysis-pending", pageId: last.pageId, detail: "" });
      }
      const rounds = pendingRounds(session.timeline(), { native: true }).length;
      if (rounds >= OFFER_FROM) progress.notice({ kind: "catch-up", rounds });
    },
    open() {
      if (shown2) return;
      shown2 = true;
      show2().catch(base.showError).finally(() => shown2 = false);
    }
  };
}

// src/domain/timeline/reply-hash.ts
var PLACEHOLDER = "<StatusPlaceHolderImpl/>";
function withoutPlaceholder(text4) {
  let end = text4.trimEnd();
  if (!end.endsWith(PLACEHOLDER)) return text4;
  while (end.endsWith(PLACEHOLDER)) end = end.slice(0, -PLACEHOLDER.length).trimEnd();
  return end;
}
function replyHash(text4) {
  return textHash(withoutPlaceholder(text4));
}
function makeReplyHasher(limit = 6e4) {
  const known = /* @__PURE__ */ new Map();
  return (text4) => {
    let hash = known.get(text4);
    if (hash === void 0) {
      if (known.size >= limit) known.clear();
      hash = replyHash(text4);
      known.set(text4, hash);
    }
    return hash;
  };
}

// src/host/read-messages.ts
function makeMessageReader() {
  const known = /* @__PURE__ */ new WeakMap();
  let last = [];
  let raws = [];
  let messages = [];
  const read = (raw, index) => {
    const before = known.get(raw);
    if (before && isUnchanged(before)) {
      if (before.message.index === index) return before;
      return keep({ ...before, message: { ...before.message, index } });
    }
    const live = mirrorIn(raw.extra);
    return keep({ raw, message: readMessage(raw, index), live, stored: storedIn(raw) });
  };
  const keep = (held) => {
    known.set(held.raw, held);
    return held;
  };
  return (chat, trustBefore = 0) => {
    const most = Math.min(raws.length, chat.length);
    let same = 0;
    while (same < most && raws[same] === chat[same]) same += 1;
    for (let at3 = Math.min(trustBefore, same); at3 < same; at3 += 1) {
      const held = last[at3];
      if (held === void 0 || !isUnchanged(held)) same = at3;
    }
    if (same === chat.length && same === last.length) return messages;
    const rest = chat.slice(same).map((raw, i) => read(raw, same + i));
    last = last.slice(0, same).concat(rest);
    raws = chat.slice();
    messages = messages.slice(0, same).concat(rest.map((held) => held.message));
    return messages;
  };
}
var nothingStored = [];
function storedIn({ swipe_info: info }) {
  return Array.isArray(info) && info.length > 0 ? info.map((each) => mirrorIn(each.extra)) : nothingStored;
}
function mirrorIn(extra) {
  return isRecord(extra) ? own(extra, EXTENSION_KEY) : void 0;
}
function roleOf2(message) {
  const extra = isRecord(message.extra) ? message.extra : {};
  if (extra["type"] === "narrator") return "narrator";
  if (message.is_user) return "user";
  const small = Array.isArray(extra["tool_invocations"]) || extra["isSmallSys"] === true;
  const typed = typeof extra["type"] === "string" && extra["type"] !== "";
  return message.is_system && (small || typed) ? "system" : "assistant";
}
var text2 = (value) => typeof value === "string" ? value : "";
function swipesOf(message) {
  if (!Array.isArray(message.swipes) || message.swipes.length === 0) return [{ text: text2(message.mes), mirror: null }];
  return Array.from(message.swipes, (swipe, index) => ({
    text: text2(swipe),
    mirror: parsePageMirror(mirrorIn(message.swipe_info?.[index]?.extra))
  }));
}
var noSwipes = [];
function livePage(message, live) {
  sharePageMirror(live, mirrorIn(message.swipe_info?.[swipeIdOf(message)]?.extra));
  return parsePageMirror(live);
}
var swipeIdOf = (message) => typeof message.swipe_id === "number" ? message.swipe_id : 0;
function readMessage(message, index) {
  const role = roleOf2(message);
  const reply = role === "assistant";
  const live = mirrorIn(message.extra);
  const page = reply ? livePage(message, live) : null;
  return {
    index,
    role,
    name: text2(message.name),
    text: text2(message.mes),
    hidden: message.is_system === true && role !== "system",
    input: reply ? null : parseInputMirror(live),
    page,
    swipes: reply ? swipesOf(message) : noSwipes,
    swipeId: swipeIdOf(message)
  };
}
function isUnchanged({ raw, message: before, live, stored }) {
  if (before.text !== text2(raw.mes) || live !== raw.extra?.[EXTENSION_KEY]) return false;
  if (before.swipeId !== swipeIdOf(raw)) return false;
  if (before.name !== text2(raw.name) || before.role !== roleOf2(raw)) return false;
  if (before.hidden !== (raw.is_system === true && before.role !== "system")) return false;
  return before.role !== "assistant" || hasSameSwipes(before.swipes, stored, raw);
}
function hasSameSwipes(before, stored, raw) {
  const { swipes, swipe_info: info } = raw;
  if (!Array.isArray(swipes) || swipes.length === 0) {
    return before.length === 1 && before[0]?.text === text2(raw.mes) && before[0].mirror === null;
  }
  if (before.length !== swipes.length || (Array.isArray(info) ? info.length : 0) !== stored.length) return false;
  for (let i = 0; i < before.length; i += 1) {
    if (before[i]?.text !== text2(swipes[i]) || stored[i] !== info?.[i]?.extra?.[EXTENSION_KEY]) return false;
  }
  return true;
}

// src/host/read-chat-view.ts
var text3 = (value) => typeof value === "string" ? value : "";
function readChatView(ctx, readMessages, trustBefore = 0) {
  const chat = openChat(ctx);
  if (!chat) return null;
  const metadata = ctx.chatMetadata;
  let messages = null;
  return {
    owner: chat.owner,
    file: chat.file,
    integrity: text3(metadata["integrity"]),
    group: Boolean(ctx.groupId),
    mainChat: text3(metadata["main_chat"]),
    mirror: own(metadata, EXTENSION_KEY),
    get messages() {
      return messages ??= readMessages(ctx.chat, trustBefore);
    }
  };
}

// src/host/find-swipe.ts
var isShown = (message, swipe) => !Array.isArray(message.swipes) || (message.swipe_id ?? 0) === swipe;
function swipeText(message, swipe) {
  if (isShown(message, swipe)) return message.mes;
  const stored = message.swipes?.[swipe];
  return typeof stored === "string" ? stored : null;
}
var pageCount = (message) => Math.max(1, message.swipes?.length ?? 1);
function holdsPage(message, swipe, pageId) {
  const stored = mirrorIn(message.swipe_info?.[swipe]?.extra);
  const live = isShown(message, swipe) ? mirrorIn(message.extra) : void 0;
  return [stored, live].some((mirror) => isRecord(mirror) && own(mirror, "pageId") === pageId);
}
function* replies(chat) {
  for (const [index, message] of chat.entries()) {
    if (message.is_user) continue;
    for (let swipe = 0; swipe < pageCount(message); swipe += 1) yield { index, message, swipe };
  }
}
function findSwipe(chat, at3, pageId, hashOf) {
  const fits5 = ({ message: message2, swipe }) => {
    const text4 = swipeText(message2, swipe);
    return text4 !== null && hashOf(text4) === at3.hash;
  };
  const message = chat[at3.index];
  const there = message && !message.is_user ? { index: at3.index, message, swipe: at3.swipe } : null;
  if (there && fits5(there)) return there;
  if (pageId !== null) {
    for (const place of replies(chat)) if (holdsPage(place.message, place.swipe, pageId)) return place;
  }
  for (const place of replies(chat)) if (fits5(place)) return place;
  return null;
}
function findInput(chat, write, hashOf) {
  const isInput = (message) => message !== void 0 && (message.is_user === true || message.extra?.["type"] === "narrator") && hashOf(message.mes) === write.hash;
  const there = chat[write.index];
  return isInput(there) ? there : chat.find(isInput) ?? null;
}
function findMessage(chat, write, hashOf) {
  const fits5 = (message) => message !== void 0 && hashOf(message.mes) === write.hash;
  const there = chat[write.index];
  return fits5(there) ? there : chat.find(fits5) ?? null;
}

// src/host/write-chat.ts
var nothingChanged = { changedText: null, changedHiding: null };
function setMirror(holder, mirror) {
  if (mirror === null) {
    if (holder.extra) delete holder.extra[EXTENSION_KEY];
    return;
  }
  holder.extra ??= {};
  holder.extra[EXTENSION_KEY] = structuredClone(mirror);
}
function writePage({ message, swipe }, mirror) {
  if (isShown(message, swipe)) setMirror(message, mirror);
  const info = message.swipe_info?.[swipe];
  if (info) setMirror(info, mirror);
}
function writeText({ index, message, swipe }, wanted) {
  const old = swipeText(message, swipe) ?? "";
  const mark = old.slice(withoutPlaceholder(old).length);
  const text4 = wanted.endsWith(mark) ? wanted : wanted + mark;
  const shown2 = isShown(message, swipe);
  if (Array.isArray(message.swipes) && swipe < message.swipes.length) message.swipes[swipe] = text4;
  if (!shown2) return nothingChanged;
  message.mes = text4;
  return { ...nothingChanged, changedText: text4 === old ? null : index };
}
function infoOf(message) {
  return {
    send_date: message.send_date,
    gen_started: message.gen_started,
    gen_finished: message.gen_finished,
    extra: structuredClone(message.extra ?? {})
  };
}
function addSwipe(message, write) {
  message.swipes ??= [message.mes];
  message.swipe_id ??= 0;
  message.swipe_info ??= message.swipes.map(() => infoOf(message));
  const there = message.swipe_info.some(
    (info) => info.extra?.[EXTENSION_KEY]?.pageId === write.mirror.pageId
  );
  if (there) return;
  while (message.swipe_info.length < message.swipes.length) message.swipe_info.push({ extra: {} });
  message.swipes.push(write.text);
  message.swipe_info.push({ send_date: message.send_date, extra: { [EXTENSION_KEY]: structuredClone(write.mirror) } });
}
function addReply(ctx, { index, text: text4, mirror, at: at3 }) {
  const there = ctx.chat[index]?.extra?.[EXTENSION_KEY];
  if (there?.pageId === mirror.pageId) return nothingChanged;
  if (ctx.chat.length !== index) return null;
  const send_date = new Date(at3).toISOString();
  const extra = { [EXTENSION_KEY]: structuredClone(mirror) };
  const message = {
    name: ctx.name2,
    is_user: false,
    is_system: false,
    send_date,
    mes: text4,
    extra,
    swipes: [text4],
    swipe_id: 0,
    swipe_info: [{ send_date, extra: structuredClone(extra) }]
  };
  ctx.chat.push(message);
  ctx.addOneMessage(message);
  return { ...nothingChanged, changedText: index };
}
function stampInput(chat, write, hashOf) {
  const message = findInput(chat, write, hashOf);
  if (message) setMirror(message, write.mirror);
  return message && nothingChanged;
}
function writeInputText(chat, write, hashOf) {
  const message = findInput(chat, write, hashOf);
  if (!message) return null;
  message.mes = write.text;
  return { ...nothingChanged, changedText: chat.indexOf(message) };
}
function hide(chat, write, hashOf) {
  const message = findMessage(chat, write, hashOf);
  if (!message) return null;
  message.is_system = write.hidden;
  return { ...nothingChanged, changedHiding: chat.indexOf(message) };
}
function writeIntoChat(ctx, write, hashOf) {
  switch (write.kind) {
    case "chat":
      ctx.chatMetadata[EXTENSION_KEY] = structuredClone(write.mirror);
      return nothingChanged;
    case "input":
      return stampInput(ctx.chat, write, hashOf);
    case "page": {
      const place = findSwipe(ctx.chat, write.at, write.mirror?.pageId ?? null, hashOf);
      if (place) writePage(place, write.mirror);
      return place && nothingChanged;
    }
    case "text": {
      const place = findSwipe(ctx.chat, write.at, null, hashOf);
      return place && writeText(place, write.text);
    }
    case "input-text":
      return writeInputText(ctx.chat, write, hashOf);
    case "hidden":
      return hide(ctx.chat, write, hashOf);
    case "add-reply":
      return addReply(ctx, write);
    case "add-swipe": {
      const message = ctx.chat[write.index];
      if (!message || message.is_user) return null;
      addSwipe(message, write);
      return nothingChanged;
    }
  }
}
function purgeLeakedMirror(ctx, index) {
  const message = ctx.chat[index];
  const count3 = message?.swipes?.length;
  if (message?.extra && count3 !== void 0 && (message.swipe_id ?? 0) >= count3) delete message.extra[EXTENSION_KEY];
}

// src/host/host-chat.ts
async function askForChat(st, owner, file) {
  const ask2 = async (path, body) => {
    const headers = st().getRequestHeaders();
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return response.ok ? response.json() : null;
  };
  if (!owner.includes(".")) {
    const lines = await ask2("/api/chats/group/get", { id: file });
    return !Array.isArray(lines) || lines.length > 0;
  }
  const files = await ask2("/api/characters/chats", { avatar_url: owner, simple: true });
  if (isRecord(files) && files["error"] === true) return false;
  if (!Array.isArray(files)) return true;
  return files.some((item) => isRecord(item) && item["file_name"] === `${file}.jsonl`);
}
function makeHostChat(deps) {
  const { st, own: ours2 } = deps;
  const hashOf = makeReplyHasher();
  const readMessages = makeMessageReader();
  function show2(index) {
    const ctx = st();
    const message = ctx.chat[index];
    if (!message || !deps.isShown(index)) return;
    ctx.updateMessageBlock(index, message);
    void ours2.during(async () => {
      await emit(ctx, "MESSAGE_EDITED", index);
      await emit(ctx, "MESSAGE_UPDATED", index);
    });
  }
  return {
    read: (trustBefore) => readChatView(st(), readMessages, trustBefore),
    write(writes2) {
      const ctx = st();
      if (!openChat(ctx)) return { lost: writes2 };
      const lost = [];
      const changed = /* @__PURE__ */ new Set();
      for (const write of writes2) {
        const place = writeIntoChat(ctx, write, hashOf);
        if (place === null) lost.push(write);
        else if (place.changedText !== null) changed.add(place.changedText);
        else if (place.changedHiding !== null)
          deps.showHiding(place.changedHiding, ctx.chat[place.changedHiding]?.is_system === true);
      }
      for (const index of changed) show2(index);
      return { lost };
    },
    save: deps.save,
    readVariables() {
      const variables = own(st().chatMetadata, "variables");
      const copy = safeJson(variables);
      return isRecord(copy) ? copy : {};
    },
    writeVariables(changes) {
      const metadata = st().chatMetadata;
      const there = own(metadata, "variables");
      const variables = isRecord(there) ? there : {};
      for (const [key, value] of Object.entries(changes)) {
        if (isForbiddenKey(key)) continue;
        if (value === void 0) delete variables[key];
        else variables[key] = structuredClone(value);
      }
      metadata["variables"] = variables;
      st().saveMetadataDebounced();
    },
    async chatExists(owner, file) {
      try {
        return await askForChat(st, owner, file);
      } catch {
        return true;
      }
    }
  };
}
function guardNewSwipes(st) {
  return listen(st(), "MESSAGE_SWIPED", (index) => purgeLeakedMirror(st(), Number(index)), "first");
}

// src/host/host-events.ts
var pathEvents = [
  ["MESSAGE_SWIPED", "swiped"],
  ["MESSAGE_EDITED", "edited"],
  ["MESSAGE_UPDATED", "updated"],
  ["MESSAGE_DELETED", "deleted"],
  ["MESSAGE_SWIPE_DELETED", "swipe-deleted"],
  ["MESSAGE_RECEIVED", "received"],
  ["MESSAGE_SENT", "sent"],
  ["MORE_MESSAGES_LOADED", "more-loaded"],
  ["GENERATION_ENDED", "generation-ended"]
];
var sourceEvents = [
  ["WORLDINFO_UPDATED", "worldbook"],
  ["WORLDINFO_SETTINGS_UPDATED", "worldbook"],
  ["CHARACTER_EDITED", "card"],
  ["OAI_PRESET_CHANGED_AFTER", "preset"],
  ["PERSONA_CHANGED", "persona"],
  ["PERSONA_UPDATED", "persona"]
];
var withoutExtension = (name) => typeof name === "string" ? name.replace(/\.jsonl$/, "") : "";
function makeHostEvents(deps) {
  const { st } = deps;
  const later2 = (work) => void setTimeout(work, 0);
  const all = (undos) => {
    const list2 = makeUndoList();
    for (const undo of undos) list2.add(undo);
    return () => list2.run();
  };
  const isPendingSwipe = (index) => {
    const message = index === null ? void 0 : st().chat[index];
    return message?.swipes !== void 0 && (message.swipe_id ?? 0) >= message.swipes.length;
  };
  function indexOf(change, argument) {
    if (change === "deleted" || change === "generation-ended") return null;
    const index = isRecord(argument) ? argument["messageId"] : argument;
    const number3 = Number(index);
    return index !== void 0 && Number.isInteger(number3) && number3 >= 0 ? number3 : null;
  }
  return {
    onChatChanged(handler) {
      const tell = () => later2(() => handler(openChat(st())));
      if (openChat(st())) tell();
      return listen(st(), "CHAT_CHANGED", tell);
    },
    onChatRenamed(handler) {
      return listen(st(), "CHAT_RENAMED", (data) => {
        if (!isRecord(data)) return;
        const from = withoutExtension(data["oldFileName"]);
        const to = withoutExtension(data["newFileName"]);
        later2(() => handler(from, to));
      });
    },
    onChatDeleted(handler) {
      const tell = (name) => later2(() => handler(withoutExtension(name)));
      return all([listen(st(), "CHAT_DELETED", tell), listen(st(), "GROUP_CHAT_DELETED", tell)]);
    },
    onPathChanged(handler) {
      return all(
        pathEvents.map(
          ([event, change]) => listen(st(), event, (...args) => {
            if (deps.own.active() || deps.busy() && change !== "generation-ended") return;
            if (change === "deleted" && deps.regenerating()) return;
            const index = indexOf(change, args[0]);
            if (change === "swiped" && isPendingSwipe(index)) return;
            later2(() => handler(change, index));
          })
        )
      );
    },
    onSourcesChanged(handler) {
      return all(sourceEvents.map(([event, what]) => listen(st(), event, () => later2(() => handler(what)))));
    }
  };
}

// src/host/render-events.ts
function fireRenderEvents(st, own2, index) {
  return own2.during(async () => {
    await emit(st(), "MESSAGE_EDITED", index);
    await emit(st(), "MESSAGE_UPDATED", index);
    await emit(st(), "CHARACTER_MESSAGE_RENDERED", index, "normal");
  });
}

// src/pipeline/chat-session/forget-chat.ts
async function forgetChat(store, host, file) {
  const forgotten = [];
  for (const branch of await store.branchesOfName(file)) {
    if (await host.chatExists(branch.owner, branch.file)) continue;
    await forgetBranch(store, branch);
    forgotten.push(branch.branchId);
  }
  return forgotten;
}
async function forgetBranch(store, branch) {
  const { branchId, chatId, owner, file } = branch;
  const others = (await store.branchesOfChat(chatId)).filter((other) => other.branchId !== branchId);
  const chunks = await store.chunks(branchId);
  const edits = await store.edits(branchId);
  const outbox = await store.outbox(branchId);
  const whole = others.length === 0 ? await storyOf(store, branch) : {};
  const still = await store.branch(branchId);
  if (still?.owner !== owner || still.file !== file) return;
  await store.write(
    {
      remove: {
        branches: [branchId],
        chunks: chunks.map(({ chunkId }) => ({ branchId, chunkId })),
        edits: edits.map(({ id }) => ({ branchId, id })),
        outbox: outbox.map((row) => row.outboxId),
        ...whole
      }
    },
    "strict"
  );
}
async function storyOf(store, { chatId }) {
  const pages = await store.pagesOfChat(chatId);
  return {
    pages,
    floors: (await store.floorsOfChat(chatId)).map((floor) => floor.floorId),
    runs: (await store.runsOfChat(chatId)).map((run) => run.runId),
    scopes: (await store.scopes("chat", chatId)).map((entry) => entry.entryId)
  };
}

// src/domain/timeline/activated-pages.ts
function activatedPages(previous, now) {
  if (!previous) return [];
  let same = 0;
  while (same < now.rows.length && isSame2(previous.rows[same], now.rows[same])) same += 1;
  const before = new Map(previous.rows.slice(same).map((row) => [row.floorId, row.pageId]));
  return now.rows.slice(same).flatMap(({ floorId, pageId }) => pageId !== null && before.get(floorId) !== pageId ? [{ floorId, pageId }] : []);
}
var isSame2 = (a, b) => a !== void 0 && (a === b || a.floorId === b?.floorId && a.pageId === b.pageId);

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
    const same = known.get(mirror.hash);
    if (same) same.push(mirror);
    else known.set(mirror.hash, [mirror]);
  }
  return known;
}
var noPages = { get: () => void 0 };
function bothPages(first, second) {
  return {
    get(hash) {
      const a = first.get(hash);
      const b = second.get(hash);
      return a && b ? [...a, ...b] : a ?? b;
    }
  };
}
function makePageFinder(known, taken) {
  const given = /* @__PURE__ */ new Set();
  const next = /* @__PURE__ */ new Map();
  return (hash) => {
    const same = known.get(hash);
    if (!same) return null;
    for (let at3 = next.get(hash) ?? 0; at3 < same.length; at3 += 1) {
      const page = same[at3];
      next.set(hash, at3 + 1);
      if (!page || given.has(page.pageId) || taken(page.pageId)) continue;
      given.add(page.pageId);
      return page;
    }
    return null;
  };
}

// src/domain/timeline/number-rounds.ts
var none = { taken: () => false, highest: 0, highestBefore: 0, last: 0 };
function numberRounds(wishes, around = () => none) {
  if (wishes.every(({ round }) => round !== null)) return wishes.map(({ round }) => round ?? 0);
  const outside = around();
  const taken = /* @__PURE__ */ new Set();
  let { highest, highestBefore, last } = outside;
  for (const { round } of wishes) {
    if (round === null) continue;
    taken.add(round);
    highest = Math.max(highest, round);
  }
  return wishes.map((wish) => {
    let round = wish.round;
    if (round === null) {
      if (wish.otherwise === "greeting") round = 0;
      else if (wish.otherwise === "shared") round = last;
      else {
        const next = highestBefore + 1;
        round = taken.has(next) || outside.taken(next) ? highest + 1 : next;
      }
    }
    taken.add(round);
    highest = Math.max(highest, round);
    highestBefore = Math.max(highestBefore, round);
    last = round;
    return round;
  });
}

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
function claimPages(replies2) {
  const first = /* @__PURE__ */ new Map();
  const shared = /* @__PURE__ */ new Map();
  for (const slots of replies2) {
    for (const slot of slots) {
      if (!slot.found) continue;
      const { pageId } = slot.found;
      const other = first.get(pageId);
      if (!other) first.set(pageId, slot);
      else shared.set(pageId, [...shared.get(pageId) ?? [other], slot]);
    }
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
  return slots.find(fits3) ?? first;
}
function fits3(slot) {
  return slot.found?.hash === slot.hash;
}

// src/domain/timeline/page-of-slot.ts
function pageOfSlot(slot, known, place, nextId) {
  const { floorId, round } = place;
  if (slot.claim === "own" && slot.found) return slot.found;
  const pageId = known?.pageId ?? nextId();
  if (slot.claim === "copy" && slot.found) return { ...slot.found, pageId, floorId, round };
  if (known) return known.floorId === floorId && known.round === round ? known : { ...known, floorId, round };
  return {
    v: MIRROR_VERSION,
    floorId,
    pageId,
    basePageId: null,
    kind: place.greeting ? "greeting" : "native",
    hash: slot.hash,
    round,
    analysis: "none",
    effects: []
  };
}

// src/domain/timeline/segment-chat.ts
function segmentChat(messages, playerSpoke = false) {
  const segments = [];
  let inputs = [];
  let spoke = playerSpoke;
  for (const message of messages) {
    switch (message.role) {
      case "system":
        break;
      case "user":
        spoke = true;
        inputs.push(message);
        break;
      case "narrator":
        inputs.push(message);
        break;
      case "assistant":
        segments.push({ inputs, reply: message, leading: !spoke });
        inputs = [];
        break;
    }
  }
  if (inputs.length > 0) segments.push({ inputs, reply: null, leading: !spoke });
  return segments;
}

// src/domain/timeline/path-row.ts
var built = ["generated", "continued", "reanalysed"];
function pathRow(material) {
  const { segment, floorId, round } = material;
  const inputIndexes = segment.inputs.map((input) => input.index);
  const swipe = shownSwipe(material);
  const page = material.mirrors[swipe];
  const hash = material.slots[swipe]?.hash;
  if (!segment.reply || page === void 0 || hash === void 0) {
    const empty = { pageId: null, kind: null, analysis: "none", partial: false, replyIndex: null };
    return { ...empty, floorId, round, inputIndexes, swipePages: [], swipe: 0, ...nothingShown };
  }
  return {
    floorId,
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
    baseMismatch: hasOtherBase(page, material.base)
  };
}
function hasOtherBase({ kind, basePageId }, base) {
  if (!built.includes(kind)) return false;
  return basePageId === null ? base.length > 0 : !base.includes(basePageId);
}
var nothingShown = { hash: null, edited: false, baseMismatch: false };
function shownSwipe({ segment, mirrors, floorId, before }) {
  const swipeId = segment.reply?.swipeId ?? 0;
  if (swipeId >= 0 && swipeId < mirrors.length) return swipeId;
  if (mirrors.length === 0) return 0;
  const shown2 = before(floorId);
  const previous = mirrors.findIndex((page) => page.pageId === shown2);
  return previous >= 0 ? previous : Math.max(0, mirrors.length - 1);
}

// src/domain/timeline/read-rounds.ts
function readRounds(segments, slots, deps, around) {
  const rounds = segments.map((segment, i) => ({
    segment,
    slots: slots[i] ?? [],
    floorId: null,
    round: null,
    owned: false
  }));
  claimPages(slots);
  const claimed = /* @__PURE__ */ new Set();
  const isClaimed = (floorId) => claimed.has(floorId) || around.isClaimed(floorId);
  claimFloors(rounds, claimed);
  const found = findPages(rounds, deps, around);
  rounds.forEach((round, i) => {
    round.floorId ??= nameFloor(round, found[i] ?? [], isClaimed, deps) ?? deps.tools.nextId();
    claimed.add(round.floorId);
  });
  const numbers = numberRounds(
    rounds.map(({ round, segment }, i) => ({
      round,
      otherwise: otherwise(segment, deps.group, around.first && i === 0)
    })),
    around.numbers
  );
  return readRows({ rounds, found, numbers }, deps, around);
}
function slotsOfSegment(segment, hashOf) {
  return segment.reply ? slotsOf(segment.reply, hashOf) : [];
}
function claimFloors(rounds, claimed) {
  for (const round of rounds) {
    for (const slot of round.slots) {
      if (slot.claim !== "own" || !slot.found) continue;
      const { floorId } = slot.found;
      if (round.floorId === null && !claimed.has(floorId)) {
        round.floorId = floorId;
        round.round = slot.found.round;
        round.owned = true;
        claimed.add(floorId);
      } else if (floorId !== round.floorId) slot.claim = "copy";
    }
  }
}
var nothingFound = [];
function findPages(rounds, deps, around) {
  const own2 = /* @__PURE__ */ new Set();
  let loose = false;
  for (const { slots } of rounds) {
    for (const { claim, found } of slots) {
      if (claim === "own" && found) own2.add(found.pageId);
      else loose = true;
    }
  }
  if (!loose) return rounds.map(() => nothingFound);
  const find = makePageFinder(deps.pages, (pageId) => own2.has(pageId) || around.isTaken(pageId));
  return rounds.map(({ slots }) => slots.map((slot) => slot.claim === "own" ? slot.found : find(slot.hash)));
}
function nameFloor(round, found, isClaimed, deps) {
  const [first] = round.segment.inputs;
  const remembered = first ? deps.inputFloor(first) : void 0;
  const known = found.find((page) => page !== null && !isClaimed(page.floorId));
  const stamped = round.segment.inputs.find(({ input }) => input !== null && !isClaimed(input.floorId))?.input;
  const free = remembered !== void 0 && !isClaimed(remembered.floorId) ? remembered : void 0;
  const name = stamped ?? known ?? free;
  if (!name) return null;
  const same = found.find((page) => page?.floorId === name.floorId);
  round.round = name.round ?? same?.round ?? (free?.floorId === name.floorId ? free.round : null);
  return name.floorId;
}
function otherwise(segment, group, first) {
  if (segment.leading && segment.reply) return group || first ? "greeting" : "next";
  return group && segment.inputs.length === 0 ? "shared" : "next";
}
var noBare = [];
function readRows({ rounds, found, numbers }, deps, around) {
  const { tools, before } = deps;
  const read = { rounds: [], rows: [], folds: [], pages: [], repairs: [], missing: [] };
  let base = around.base;
  rounds.forEach(({ segment, slots, floorId: named2, owned }, ordinal) => {
    const floorId = named2 ?? tools.nextId();
    const greeting = segment.leading && around.first && ordinal === 0;
    const place = { floorId, round: numbers[ordinal] ?? 0, greeting };
    let bare = noBare;
    const mirrors = slots.map((slot, i) => {
      const page = pageOfSlot(slot, found[ordinal]?.[i] ?? null, place, tools.nextId);
      read.pages.push(page);
      if (isBare(slot, page)) bare = [...bare, page];
      else if (page !== slot.found) read.repairs.push(repair(segment, slot, page));
      return page;
    });
    const row = pathRow({ ...place, segment, slots, mirrors, base, before });
    const shown2 = row.pageId === null ? null : mirrors[row.swipe] ?? null;
    const effects = effectsOf(shown2, deps);
    if (shown2 && effects === null) read.missing.push(shown2.pageId);
    read.rounds.push({ segment, owned, shown: shown2, bare });
    read.rows.push(row);
    read.folds.push(foldRowOf(row, shown2, effects ?? noEffects, deps.editsOf(floorId)));
    if (shown2) base = pagesOf2(shown2);
  });
  return read;
}
var noEffects = [];
function foldRowOf({ floorId, round, pageId }, shown2, effects, edits) {
  return { floorId, round, pageId, effects, adjustments: shown2?.adjustments ?? noEffects, edits };
}
var pagesOf2 = (page) => page.standsFor ? [page.pageId, ...page.standsFor] : [page.pageId];
function effectsOf(page, deps) {
  if (!page) return noEffects;
  return page.truncated ? deps.effectsOf(page.pageId) : page.effects;
}
function isBare(slot, page) {
  return slot.claim === "none" && (page.kind === "native" || page.kind === "greeting") && page.effects.length === 0;
}
function repair(segment, slot, mirror) {
  return { kind: "page", at: { index: segment.reply?.index ?? -1, swipe: slot.swipe, hash: slot.hash }, mirror };
}

// src/domain/timeline/reconcile.ts
var nothingAround = {
  first: true,
  isClaimed: () => false,
  isTaken: () => false,
  numbers: () => ({ taken: () => false, highest: 0, highestBefore: 0, last: 0 }),
  base: []
};
function reconcile(view, identity, known, tools) {
  const segments = segmentChat(view.messages);
  const deps = {
    group: view.group,
    tools,
    editsOf: editsByFloor(known.handEdits),
    effectsOf: known.effectsOf,
    before: pageBefore(known.previous),
    inputFloor: (first) => known.inputFloors.get(inputKey(first, tools.hashOf)),
    pages: known.pages
  };
  const slots = segments.map((segment) => slotsOfSegment(segment, tools.hashOf));
  const { rounds, rows, folds, pages, repairs, missing } = readRounds(segments, slots, deps, nothingAround);
  const timeline = { chatId: identity.chatId, branchId: identity.branchId, rows };
  return {
    timeline,
    folds,
    rounds,
    pages: new Map(pages.map((page) => [page.pageId, page])),
    repairs,
    missing,
    activated: activatedPages(known.previous, timeline)
  };
}
function pageBefore(previous) {
  return (floorId) => previous?.rows.findLast((row) => row.floorId === floorId)?.pageId ?? null;
}
function unstampedPages({ rounds }) {
  return rounds.flatMap(({ bare }) => bare);
}
var REMEMBERED_INPUTS = 8;
function inputKey(first, hashOf) {
  return `${first.index}:${hashOf(first.text)}`;
}
function remembersInput(round, ordinal, length) {
  return !round.owned || ordinal >= length - REMEMBERED_INPUTS;
}
function inputFloorsOf({ rounds, timeline }, hashOf) {
  const floors = /* @__PURE__ */ new Map();
  rounds.forEach((round, ordinal) => {
    const [first] = round.segment.inputs;
    const row = timeline.rows[ordinal];
    if (first && row && remembersInput(round, ordinal, rounds.length)) floors.set(inputKey(first, hashOf), row);
  });
  return floors;
}

// src/pipeline/chat-session/session-notices.ts
var sentences3 = {
  rebuilt: {
    zh: "本机没有这个聊天的记录，状态已从聊天文件重建。",
    en: "This browser had no record of this chat; its state was rebuilt from the chat file."
  },
  missing: {
    zh: "有些回合的变更既不在聊天文件也不在本机，状态可能不完整。",
    en: "What some rounds changed is neither in the chat file nor in this browser; the state may be incomplete."
  },
  keyframe: {
    zh: "这一回合的变更太多，聊天文件里改存为整块记录。",
    en: "This round changed too much for its message; the changes are kept with the chat as a whole."
  },
  "moved-on": {
    zh: "上次没来得及写入聊天的一个回复已找不到原位，它保留在候选记录里。",
    en: "A reply that could not be written into the chat last time has lost its place; it is kept among the candidates."
  },
  recovered: {
    zh: "上次中断的回合已补写完成。",
    en: "A turn that was interrupted last time has been completed."
  },
  quota: {
    zh: "浏览器存储空间已满：现在只在聊天文件里保存，历史候选和日志暂不保留。",
    en: "The browser’s storage is full: only the chat file is written now; older candidates and journals are not kept."
  },
  database: {
    zh: "本机数据库不可用：现在只在聊天文件里保存。",
    en: "The local database cannot be used: only the chat file is written now."
  },
  unsaved: {
    zh: "SillyTavern 没能保存聊天文件。这一回合已记在本机，下次保存或打开聊天时补写。",
    en: "The chat file could not be saved. This turn is kept in this browser and written at the next save or opening."
  }
};
function sessionSentence(which, language) {
  return sentences3[which][language];
}
function storageSentence(code) {
  return code === "storage.quota" ? "quota" : "database";
}

// src/pipeline/chat-session/save-file.ts
async function saveFile({ hostChat, notifier, log, screenLanguage: screenLanguage2 }) {
  try {
    await hostChat.save();
    return true;
  } catch (error) {
    if (!(error instanceof NarrativeError && error.code === "storage.blocked")) throw error;
    log.warn("The chat could not be saved.", error);
    notifier.warn(sessionSentence("unsaved", screenLanguage2()));
    return false;
  }
}

// src/domain/timeline/changed-part.ts
function changedPart(old, now, { rounds }) {
  const shift = now.length - old.length;
  const shorter = Math.min(old.length, now.length);
  let head = old === now ? shorter : 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  const length = rounds.length;
  if (head === shorter && shift === 0) return { before: length, after: 0, shift: 0, from: now.length, to: now.length };
  let tail = 0;
  while (tail < shorter - head && isSame3(old[old.length - 1 - tail], now[now.length - 1 - tail])) tail += 1;
  const replyAt = (ordinal) => rounds[ordinal]?.segment.reply?.index ?? Infinity;
  const before = firstOrdinal(length, (ordinal) => replyAt(ordinal) >= head);
  if (before === 0) return null;
  const closing = firstOrdinal(length, (ordinal) => ordinal >= before && replyAt(ordinal) >= old.length - tail);
  const after = replyAt(closing) === Infinity ? 0 : length - closing - 1;
  return {
    before,
    after,
    shift,
    from: replyAt(before - 1) + 1,
    to: after === 0 ? now.length : replyAt(closing) + shift + 1
  };
}
function firstOrdinal(length, holds) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = low + high >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
function isSame3(a, b) {
  if (a === b) return true;
  if (a === void 0 || b === void 0) return false;
  return a.swipes === b.swipes && a.text === b.text && a.page === b.page && a.input === b.input && a.swipeId === b.swipeId && a.role === b.role && a.hidden === b.hidden && a.name === b.name;
}

// src/domain/timeline/round-index.ts
function makeRoundIndex() {
  const ordinals = /* @__PURE__ */ new Map();
  const bare = /* @__PURE__ */ new Set();
  const hashes = /* @__PURE__ */ new Map();
  const count3 = (hash, by) => {
    const next = (hashes.get(hash) ?? 0) + by;
    if (next > 0) hashes.set(hash, next);
    else hashes.delete(hash);
  };
  const add = (rounds, rows, first) => {
    rows.forEach((row, i) => ordinals.set(row.floorId, first + i));
    for (const round of rounds) {
      for (const page of round.bare) {
        bare.add(page.pageId);
        count3(page.hash, 1);
      }
    }
  };
  return {
    ordinalOf: (floorId) => ordinals.get(floorId),
    isBare: (pageId) => bare.has(pageId),
    bareCount: (hash) => hashes.get(hash) ?? 0,
    reset({ rounds, timeline }) {
      ordinals.clear();
      bare.clear();
      hashes.clear();
      add(rounds, timeline.rows, 0);
    },
    add,
    drop(rounds, rows) {
      for (const row of rows) ordinals.delete(row.floorId);
      for (const round of rounds) {
        for (const page of round.bare) {
          bare.delete(page.pageId);
          count3(page.hash, -1);
        }
      }
    },
    moved(rows, first) {
      for (let ordinal = first; ordinal < rows.length; ordinal += 1) {
        const row = rows[ordinal];
        if (row) ordinals.set(row.floorId, ordinal);
      }
    }
  };
}

// src/domain/timeline/read-changed-part.ts
function readChangedPart(last, view, part, means) {
  const { timeline, rounds } = last;
  const { length } = rounds;
  const [from, to] = [part.before, length - part.after];
  const cut = { ...last, old: stretch(last, from, to), from, to };
  if (!isDraftFixed(cut) || waitsForFloor(cut)) return null;
  const spoke = rounds[from - 1]?.segment.leading === false;
  const segments = segmentChat(view.messages.slice(part.from, part.to), spoke);
  if (part.after > 0 && segments.at(-1)?.leading !== cut.old.rounds.at(-1)?.segment.leading) return null;
  const slots = segments.map((segment) => slotsOfSegment(segment, means.tools.hashOf));
  const around = surroundings(cut, means.index);
  if (holdsIdsOf(around, slots)) return null;
  if (part.after > 0 && (sharesTexts(cut.old, slots, means) || takesFloor(around, { segments, slots }, last, means))) {
    return null;
  }
  const deps = {
    group: view.group,
    tools: means.tools,
    editsOf: means.editsOf,
    effectsOf: means.effectsOf,
    before: pageBefore({ ...timeline, rows: cut.old.rows }),
    inputFloor: (first) => rememberedFloor(last, first, means.tools),
    pages: bothPages(knownPagesOf(cut.old.rounds.flatMap(({ bare }) => bare)), means.remembered)
  };
  const read = readRounds(segments, slots, deps, around);
  const after = moved(
    stretch(last, to, length),
    part.shift,
    view.messages,
    lastBase(read.rounds, read.rounds.length, around.base)
  );
  const rows = timeline.rows.slice(0, from).concat(read.rows, after.rows);
  const pages = last.pages;
  for (const row of cut.old.rows) for (const pageId of row.swipePages) pages.delete(pageId);
  for (const page of read.pages) pages.set(page.pageId, page);
  means.index.drop(cut.old.rounds, cut.old.rows);
  means.index.add(read.rounds, read.rows, part.before);
  if (read.rows.length !== cut.old.rows.length) means.index.moved(rows, part.before + read.rows.length);
  return {
    timeline: { ...timeline, rows },
    rounds: rounds.slice(0, from).concat(read.rounds, after.rounds),
    folds: last.folds.slice(0, from).concat(read.folds, after.folds),
    pages,
    repairs: read.repairs,
    missing: read.missing,
    activated: newlyShown(cut.old.rows, read.rows)
  };
}
function stretch({ rounds, timeline, folds }, from, to) {
  return { rounds: rounds.slice(from, to), rows: timeline.rows.slice(from, to), folds: folds.slice(from, to) };
}
function isDraftFixed({ rounds, timeline, to }) {
  const round = rounds.at(-1);
  const row = timeline.rows.at(-1);
  if (to === rounds.length || !round || !row || round.segment.reply) return true;
  const stamp = round.segment.inputs[0]?.input;
  return stamp?.floorId === row.floorId && stamp.round === row.round;
}
function waitsForFloor({ rounds, old, from, to }) {
  const freed = new Set(old.rows.map((row) => row.floorId));
  return rounds.some(
    ({ owned, segment }, ordinal) => !owned && (ordinal < from || ordinal >= to) && segment.inputs.some(({ input }) => input !== null && freed.has(input.floorId))
  );
}
function surroundings(cut, index) {
  const { old, from, to } = cut;
  const oldPages = new Set(old.rows.flatMap((row) => row.swipePages));
  const outside = (floorId) => {
    const ordinal = index.ordinalOf(floorId);
    return ordinal === void 0 || ordinal >= from && ordinal < to ? null : ordinal;
  };
  return {
    first: false,
    isClaimed: (floorId) => outside(floorId) !== null,
    /** A later round that is named by memory only would have to give it up. */
    couldBeTaken(floorId) {
      const ordinal = outside(floorId);
      return ordinal !== null && ordinal >= to && !cut.rounds[ordinal]?.owned;
    },
    isTaken: (pageId) => cut.pages.has(pageId) && !oldPages.has(pageId),
    numbers: () => numbersAround(cut.timeline.rows.slice(0, from), cut.timeline.rows.slice(to)),
    base: lastBase(cut.rounds, from, [])
  };
}
function numbersAround(before, after) {
  let highestBefore = 0;
  for (const { round } of before) highestBefore = Math.max(highestBefore, round);
  let highest = highestBefore;
  for (const { round } of after) highest = Math.max(highest, round);
  return {
    highest,
    highestBefore,
    last: before.at(-1)?.round ?? 0,
    taken: (round) => round <= highest && [before, after].some((rows) => rows.some((row) => row.round === round))
  };
}
function lastBase(rounds, end, otherwise2) {
  for (let ordinal = end - 1; ordinal >= 0; ordinal -= 1) {
    const shown2 = rounds[ordinal]?.shown;
    if (shown2) return pagesOf2(shown2);
  }
  return otherwise2;
}
function holdsIdsOf(around, slots) {
  return slots.some(
    (reply) => reply.some(({ found }) => found !== null && (around.isTaken(found.pageId) || around.isClaimed(found.floorId)))
  );
}
function sharesTexts(old, slots, { index }) {
  const within2 = /* @__PURE__ */ new Map();
  for (const { bare } of old.rounds) for (const { hash } of bare) within2.set(hash, (within2.get(hash) ?? 0) + 1);
  const isOutside = (hash) => index.bareCount(hash) > (within2.get(hash) ?? 0);
  return [...within2.keys()].some(isOutside) || slots.some((reply) => reply.some(({ hash }) => isOutside(hash)));
}
function takesFloor(around, { segments, slots }, last, { remembered, tools }) {
  const named2 = segments.flatMap(({ inputs }) => {
    const floor = inputs[0] ? rememberedFloor(last, inputs[0], tools) : void 0;
    return [...inputs.flatMap(({ input }) => input?.floorId ?? []), ...floor ? [floor.floorId] : []];
  });
  const pages = slots.flatMap((reply) => reply.flatMap(({ hash }) => remembered.get(hash) ?? []));
  return [...named2, ...pages.map((page) => page.floorId)].some((floorId) => around.couldBeTaken(floorId));
}
function rememberedFloor(last, first, tools) {
  const { rounds, timeline } = last;
  let low = 0;
  let high = rounds.length;
  const startOf = (ordinal) => {
    const segment = rounds[ordinal]?.segment;
    return segment?.inputs[0]?.index ?? segment?.reply?.index ?? Infinity;
  };
  while (low < high) {
    const middle = low + high >> 1;
    if (startOf(middle) >= first.index) high = middle;
    else low = middle + 1;
  }
  const round = rounds[low];
  const held = round?.segment.inputs[0];
  if (!round || !held || !remembersInput(round, low, rounds.length)) return void 0;
  return inputKey(held, tools.hashOf) === inputKey(first, tools.hashOf) ? timeline.rows[low] : void 0;
}
function moved(after, shift, messages, base) {
  const rows = shift === 0 ? [...after.rows] : after.rows.map((row2) => movedRow(row2, shift));
  const rounds = shift === 0 ? after.rounds : after.rounds.map((round) => movedRound(round, shift, messages));
  const [row] = rows;
  const shown2 = rounds[0]?.shown;
  if (row && shown2) {
    const baseMismatch = hasOtherBase(shown2, base);
    if (baseMismatch !== row.baseMismatch) rows[0] = { ...row, baseMismatch };
  }
  return { rows, rounds, folds: after.folds };
}
function movedRow(row, shift) {
  return {
    ...row,
    replyIndex: row.replyIndex === null ? null : row.replyIndex + shift,
    inputIndexes: row.inputIndexes.map((index) => index + shift)
  };
}
function movedRound(round, shift, messages) {
  const now = (message) => messages[message.index + shift] ?? message;
  const { inputs, reply, leading } = round.segment;
  return { ...round, segment: { inputs: inputs.map(now), reply: reply && now(reply), leading } };
}
function newlyShown(old, now) {
  const before = new Map(old.map((row) => [row.floorId, row.pageId]));
  return now.flatMap(
    ({ floorId, pageId }) => pageId !== null && before.get(floorId) !== pageId ? [{ floorId, pageId }] : []
  );
}

// src/domain/timeline/path-reader.ts
function makePathReader(identity, tools) {
  let remembered = noPages;
  let last = null;
  let lastView = null;
  let handEdits = [];
  const index = makeRoundIndex();
  let truncated = false;
  const readAll2 = (view, facts) => {
    const known = {
      previous: last?.timeline ?? null,
      pages: last ? bothPages(knownPagesOf(unstampedPages(last)), remembered) : remembered,
      inputFloors: last ? inputFloorsOf(last, tools.hashOf) : /* @__PURE__ */ new Map(),
      ...facts
    };
    const read = reconcile(view, identity, known, tools);
    index.reset(read);
    truncated = read.rounds.some(({ shown: shown2 }) => shown2?.truncated);
    return read;
  };
  const readChanges = (view, facts) => {
    if (!last || !lastView || last.repairs.length > 0 || lastView.group !== view.group) return null;
    const part = changedPart(lastView.messages, view.messages, last);
    if (!part) return null;
    const editsOf = editsByFloor(facts.handEdits);
    const nothing = part.before === last.rounds.length && part.from === view.messages.length;
    const read = nothing ? { ...last, activated: [] } : readChangedPart(last, view, part, { ...facts, editsOf, remembered, index, tools });
    if (!read) return null;
    const folds = handEdits === facts.handEdits ? read.folds : read.folds.map((row) => withEdits(row, editsOf));
    truncated ||= read.rounds.slice(part.before).some(({ shown: shown2 }) => shown2?.truncated);
    return truncated ? withEffects({ ...read, folds }, facts) : { ...read, folds };
  };
  return {
    read(view, facts) {
      const read = readChanges(view, facts) ?? readAll2(view, facts);
      last = read;
      lastView = view;
      handEdits = facts.handEdits;
      return read;
    },
    ordinalOf: (floorId) => index.ordinalOf(floorId),
    isUnstamped: (pageId) => index.isBare(pageId),
    remember(pages) {
      remembered = knownPagesOf(pages);
      if (pages.length > 0) last = null;
    }
  };
}
function withEffects(read, facts) {
  const missing = [];
  const changed = /* @__PURE__ */ new Map();
  read.rounds.forEach(({ shown: shown2 }, ordinal) => {
    const old = read.folds[ordinal];
    const row = read.timeline.rows[ordinal];
    if (!shown2?.truncated || !old || !row) return;
    const effects = effectsOf(shown2, facts);
    if (effects === null) missing.push(shown2.pageId);
    if (effects === old.effects || effects === null && old.effects.length === 0) return;
    changed.set(ordinal, foldRowOf(row, shown2, effects ?? [], old.edits));
  });
  if (changed.size === 0) return { ...read, missing };
  return { ...read, missing, folds: read.folds.map((row, ordinal) => changed.get(ordinal) ?? row) };
}

// src/pipeline/chat-session/session-core.ts
function makeSessionCore(deps, opened) {
  const { identity } = opened;
  const hashOf = makeReplyHasher();
  const language = () => mirror.language ?? null;
  const fold = makeFold(deps.ledger(() => language() ?? deps.screenLanguage()));
  let closed = false;
  let touched = opened.mirror !== null;
  let handEdits = opened.handEdits;
  let mirror = { ...freshMirror(opened), ...opened.mirror, ...identityOf(opened) };
  let last = null;
  let vanished = null;
  const reader = makePathReader(identity, { nextId: () => deps.ids.next(), hashOf });
  const effects = /* @__PURE__ */ new Map();
  const keyframeOf = (pageId) => mirror.keyframes?.[pageId] ?? effects.get(pageId) ?? null;
  const openView = (trustBefore) => {
    const now2 = closed ? null : deps.hostChat.read(trustBefore);
    return now2 && isSameChat(now2, opened.view) ? now2 : null;
  };
  const view = (trustBefore) => {
    const now2 = openView(trustBefore);
    if (!now2) throw new NarrativeError("host.chat-changed");
    return now2;
  };
  const refresh = (trustBefore) => {
    const previous = last;
    const read = view(trustBefore);
    const result = reader.read(read, {
      handEdits,
      effectsOf: keyframeOf
    });
    if (result.repairs.length > 0) deps.hostChat.write(result.repairs);
    vanished = vanishedFloor(previous?.timeline.rows ?? [], result.timeline.rows) ?? keptVanished(vanished, result, reader);
    last = result;
    const first = fold.update(result.folds);
    const changed = previous === null || first < result.folds.length || !sameRows(previous.timeline.rows, result.timeline.rows);
    return { ...result, changed, view: read };
  };
  const now = () => last ?? refresh();
  const row = (floorId) => {
    const { rows } = now().timeline;
    const ordinal = reader.ordinalOf(floorId);
    const found = ordinal === void 0 ? void 0 : rows[ordinal];
    return found && ordinal !== void 0 ? { row: found, ordinal } : null;
  };
  return {
    deps,
    identity,
    home: opened.view,
    fold,
    hashOf,
    isOpen: () => openView() !== null,
    view,
    refresh,
    timeline: () => now().timeline,
    pages: () => now().pages,
    isUnstamped(pageId) {
      now();
      return reader.isUnstamped(pageId);
    },
    vanished: () => vanished,
    row,
    rowOfPage(pageId) {
      const page = now().pages.get(pageId);
      const place = page ? row(page.floorId) : null;
      return place?.row.swipePages.includes(pageId) ? place.row : null;
    },
    firstMessageOf: (floors) => Math.min(
      ...floors.map((floorId) => {
        const row2 = now().timeline.rows[reader.ordinalOf(floorId) ?? -1];
        return row2?.inputIndexes[0] ?? row2?.replyIndex ?? 0;
      })
    ),
    handEdits: () => handEdits,
    setHandEdits(edits) {
      handEdits = edits;
    },
    remember(pages, more) {
      reader.remember(pages);
      if (pages.length > 0) last = null;
      for (const [pageId, list2] of more) effects.set(pageId, list2);
    },
    language,
    nextChatMirror() {
      const held = last?.pages;
      const frames = Object.entries(mirror.keyframes ?? {}).filter(
        ([pageId]) => effects.has(pageId) || (held?.has(pageId) ?? true)
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
    keepKeyframe(pageId, list2) {
      effects.set(pageId, list2);
      mirror = { ...mirror, keyframes: { ...mirror.keyframes, [pageId]: list2 } };
    },
    heldEffects(page) {
      if (!page.truncated) return { effects: page.effects, adjustments: page.adjustments ?? [] };
      const all = keyframeOf(page.pageId);
      const own2 = (all?.length ?? 0) - (page.adjusted ?? 0);
      return all && { effects: all.slice(0, own2), adjustments: all.slice(own2) };
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
function keptVanished(vanished, { activated }, { ordinalOf }) {
  return vanished && activated.length === 0 && ordinalOf(vanished.floorId) === void 0 ? vanished : null;
}
function sameRows(a, b) {
  return a.length === b.length && a.every((row, i) => sameRow(row, b[i]));
}
function sameRow(a, b) {
  if (a === b || b === void 0) return a === b;
  return a.floorId === b.floorId && a.pageId === b.pageId && a.hash === b.hash && a.analysis === b.analysis && a.edited === b.edited && a.baseMismatch === b.baseMismatch && a.replyIndex === b.replyIndex && a.swipe === b.swipe && sameList(a.swipePages, b.swipePages) && sameList(a.inputIndexes, b.inputIndexes);
}
var sameList = (a, b) => a.length === b.length && a.every((item, i) => item === b[i]);

// src/pipeline/chat-session/store-guard.ts
var tellsTheWriter = ["floor.conflict", "floor.immutable"];
function makeStoreGuard(deps) {
  const failed2 = (error) => {
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
        failed2(error);
      }
    },
    async read(reading, fallback) {
      try {
        return await reading;
      } catch (error) {
        failed2(error);
        return fallback;
      }
    }
  };
}

// src/pipeline/chat-session/chat-writer.ts
function makeChatWriter(core, guard) {
  const { hostChat, ids, clock: clock2 } = core.deps;
  const unsaved = [];
  let striking = Promise.resolve();
  const strikeOff = (outbox) => {
    striking = Promise.all([striking, guard.write({ remove: { outbox } }, "relaxed")]);
  };
  return {
    async commit(batch, writes2) {
      core.view();
      const outboxId = ids.next();
      const row = { outboxId, branchId: core.identity.branchId, at: clock2.now(), writes: writes2 };
      await guard.write({ ...batch, outbox: [row] }, "strict");
      core.view();
      hostChat.write(writes2);
      unsaved.push(outboxId);
      if (await saveFile(core.deps)) strikeOff(unsaved.splice(0));
    },
    async replay(rows) {
      if (rows.length === 0) return 0;
      let lost = 0;
      for (const row of rows) lost += hostChat.write(stillNeeded2(core, row.writes)).lost.length;
      if (!await saveFile(core.deps)) return lost;
      strikeOff(rows.map((row) => row.outboxId));
      return lost;
    },
    async idle() {
      await striking;
    }
  };
}
function stillNeeded2(core, writes2) {
  const { messages, mirror } = core.view();
  const rev = revOf(parseChatMirror(mirror));
  return writes2.filter((write) => {
    if (write.kind === "chat") return revOf(write.mirror) > rev;
    if (write.kind === "input-text") return messages[write.index]?.text !== write.text;
    if (write.kind !== "text") return true;
    const message = messages[write.at.index];
    const shown2 = message?.swipeId === write.at.swipe ? message.text : message?.swipes[write.at.swipe]?.text;
    return shown2 !== write.text;
  });
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
  if (fits4(mirror)) return { mirror, keyframe: null };
  const { adjustments, ...bare } = mirror;
  const keyframe = [...page.effects, ...adjustments ?? []];
  const adjusted = adjustments ? { adjusted: adjustments.length } : {};
  const short = { ...bare, effects: [], truncated: true, ...adjusted };
  if (fits4(short)) return { mirror: short, keyframe };
  const { toolOutput: dropped, ...shortest } = short;
  return { mirror: dropped ? { ...shortest, toolOutput: marks(dropped) } : shortest, keyframe };
}
function marks(outputs) {
  return outputs.slice(0, 20).map((output) => ({ ...output, tool: output.tool.slice(0, 64), text: output.text.slice(0, 80) }));
}
function fits4(mirror) {
  return utf8Length(JSON.stringify(mirror)) <= MIRROR_LIMIT_BYTES;
}

// src/pipeline/chat-session/reply-writes.ts
function textAt(view, { chatIndex, swipe }) {
  const message = view.messages[chatIndex];
  if (message?.role !== "assistant") throw new NarrativeError("floor.conflict", { message: "The reply is gone." });
  if (message.swipeId === swipe || message.swipes.length === 0) return message.text;
  return message.swipes[swipe]?.text ?? message.text;
}
function addressAt(core, { chatIndex, swipe }, text4) {
  return { index: chatIndex, swipe, hash: core.hashOf(text4) };
}
function mirrorAt(core, page, more, at3) {
  const { mirror, keyframe } = mirrorOfPage(page, more.round, more.toolOutput);
  if (keyframe) core.keepKeyframe(page.pageId, keyframe);
  return { mirror, write: { kind: "page", at: at3, mirror }, keyframed: keyframe !== null };
}

// src/pipeline/chat-session/adjust-page.ts
async function adjustPage(core, guard, pageId, more) {
  const row = core.rowOfPage(pageId);
  const mirror = core.pages().get(pageId);
  const held = mirror ? core.heldEffects(mirror) : null;
  if (!row || !mirror || !held || row.replyIndex === null) return null;
  const stored = await guard.read(core.deps.store.page(pageId), null);
  const place = { chatIndex: row.replyIndex, swipe: row.swipePages.indexOf(pageId) };
  const text4 = textAt(core.view(), place);
  const adjustments = [...held.adjustments, ...more];
  const page = { ...pageOf(mirror, stored), effects: held.effects, adjustments };
  const rest = { round: mirror.round, ...mirror.toolOutput ? { toolOutput: mirror.toolOutput } : {} };
  const { write, keyframed } = mirrorAt(core, page, rest, addressAt(core, place, text4));
  return {
    writes: keyframed ? [write, { kind: "chat", mirror: core.nextChatMirror() }] : [write],
    batch: stored ? { pages: [{ ...stored, adjustments }] } : {}
  };
}
async function adjustFloor({ core, guard, writer }, floorId, effects) {
  core.refresh();
  const pageId = core.row(floorId)?.row.pageId ?? null;
  const change = pageId === null ? null : await adjustPage(core, guard, pageId, effects);
  if (!change)
    throw new NarrativeError("input.invalid", { message: "This round shows no reply that could be adjusted." });
  core.touch();
  await writer.commit(change.batch, [...change.writes, { kind: "chat", mirror: core.nextChatMirror() }]);
  core.refresh();
}
function pageOf(mirror, stored) {
  const { floorId, pageId, basePageId, kind, hash, analysis, effects, standsFor: standsFor2 } = mirror;
  return {
    ...{ floorId, pageId, basePageId, kind, hash, analysis, effects },
    ...standsFor2 ? { standsFor: standsFor2 } : {},
    partial: mirror.partial ?? false,
    messages: stored?.messages ?? [],
    runId: stored?.runId ?? null,
    createdAt: stored?.createdAt ?? 0
  };
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
  let settled = [];
  const storedRow = ({ floorId, round, pageId }, shown2) => {
    const page = shown2.get(floorId) ?? (pageId === null ? null : core.pages().get(pageId) ?? null);
    return { floorId, round, page };
  };
  const unchangedRows = (rows, shown2) => {
    const shorter = Math.min(rows.length, settled.length);
    let same = 0;
    while (same < shorter && rows[same] === settled[same]) same += 1;
    for (const floorId of shown2.keys()) same = Math.min(same, core.row(floorId)?.ordinal ?? same);
    return same;
  };
  const changes = (shown2 = /* @__PURE__ */ new Map()) => {
    const path = core.timeline().rows;
    const start2 = wholeChunks(held, unchangedRows(path, shown2));
    const old = held.slice(start2.chunks);
    const rows = new Map(path.slice(start2.rows).map((row) => [row.floorId, storedRow(row, shown2)]));
    const before = new Map(old.map((chunk) => [chunk.chunkId, chunk.rows]));
    const next = layoutChunks(old, [...rows.keys()], () => deps.ids.next()).map(({ chunkId, floors }) => ({
      chunkId,
      floors,
      rows: floors.flatMap((floor) => rows.get(floor) ?? [])
    }));
    const changed = next.filter(({ chunkId, rows: now }) => !sameRows2(before.get(chunkId), now));
    const kept2 = new Set(next.map((chunk) => chunk.chunkId));
    const all = [...held.slice(0, start2.chunks), ...next];
    return {
      branches: [branchRecord(core, all)],
      chunks: changed.map((chunk) => ({ branchId: identity.branchId, chunkId: chunk.chunkId, rows: chunk.rows })),
      gone: [...before.keys()].filter((chunkId) => !kept2.has(chunkId)),
      settle() {
        held = all;
        settled = path;
      }
    };
  };
  return {
    load(chunkIds, chunks) {
      settled = [];
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
function wholeChunks(held, rows) {
  let chunks = 0;
  let covered = 0;
  for (const { floors } of held) {
    if (covered + floors.length > rows) break;
    covered += floors.length;
    chunks += 1;
  }
  const last = chunks > 0 ? held[chunks - 1]?.floors.length ?? 0 : 0;
  return { chunks: Math.max(0, chunks - 1), rows: covered - last };
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

// src/pipeline/chat-session/reanalysed-pages.ts
function reanalysedPages(core, view, earlier) {
  const renamed = /* @__PURE__ */ new Map();
  const ordinalOf = (floorId) => core.row(floorId)?.ordinal ?? -1;
  const inOrder2 = [...earlier].sort((a, b) => ordinalOf(a.floorId) - ordinalOf(b.floorId));
  return inOrder2.flatMap(({ floorId, effects }) => {
    const row = core.row(floorId)?.row;
    const old = row?.pageId ? core.pages().get(row.pageId) : void 0;
    if (!row || !old || row.replyIndex === null) return [];
    const place = { chatIndex: row.replyIndex, swipe: row.swipe };
    const text4 = textAt(view, place);
    const held = core.heldEffects(old);
    const others = (held?.effects ?? []).filter((effect) => !isByAnalysis(effect));
    const base = old.basePageId ?? baseOf(core, floorId);
    const page = {
      pageId: core.deps.ids.next(),
      floorId,
      kind: "reanalysed",
      hash: core.hashOf(text4),
      standsFor: standsFor(old),
      basePageId: (base && renamed.get(base)) ?? base,
      partial: old.partial ?? false,
      analysis: "done",
      effects: [...others, ...effects],
      adjustments: held?.adjustments ?? [],
      messages: [],
      runId: null,
      createdAt: core.deps.clock.now()
    };
    renamed.set(old.pageId, page.pageId);
    const toolOutput = old.toolOutput ?? [];
    const mirrored = mirrorAt(core, page, { round: row.round, toolOutput }, addressAt(core, place, text4));
    const stored = { ...page, chatId: core.identity.chatId, round: row.round, text: text4, toolOutput };
    return [{ page, stored, replaces: old.pageId, mirrored }];
  });
}
function standsFor(old) {
  return [...old.standsFor ?? [], old.pageId].slice(-STANDS_FOR_LIMIT);
}
function baseOf(core, floorId) {
  const ordinal = core.row(floorId)?.ordinal ?? 0;
  return core.timeline().rows.slice(0, ordinal).findLast((row) => row.pageId !== null)?.pageId ?? null;
}

// src/pipeline/chat-session/scope-keeper.ts
function mayWrite(scope, pageId) {
  return scope === "chat" || pageId === null;
}
function makeScopeKeeper(core, guard) {
  const { deps, identity } = core;
  let log = [];
  let elsewhere = /* @__PURE__ */ new Set();
  const idOf = (scope) => scope === "chat" ? identity.chatId : "";
  const entriesFor = (writers) => {
    const seq = { chat: nextSeq("chat"), global: nextSeq("global") };
    const entry = (pageId, effect) => {
      if (effect.kind !== "variable" || effect.scope !== "chat" && effect.scope !== "global") return [];
      const { scope, key, write } = effect;
      if (!mayWrite(scope, pageId)) return [];
      seq[scope] += 1;
      return [{ entryId: deps.ids.next(), scope, scopeId: idOf(scope), seq: seq[scope] - 1, pageId, key, write }];
    };
    return writers.flatMap(({ pageId, effects }) => effects.flatMap((effect) => entry(pageId, effect)));
  };
  const nextSeq = (scope) => log.reduce((next, entry) => entry.scope === scope ? Math.max(next, entry.seq + 1) : next, 0);
  const fromPath = (scope) => {
    const known = new Set(log.map((entry) => entry.pageId));
    return core.timeline().rows.flatMap(({ pageId }) => {
      const page = pageId === null || known.has(pageId) ? void 0 : core.pages().get(pageId);
      return (page?.effects ?? []).flatMap((effect) => {
        if (effect.kind !== "variable" || effect.scope !== scope || !mayWrite(scope, pageId)) return [];
        return [{ entryId: "", scope, scopeId: idOf(scope), seq: -1, pageId, key: effect.key, write: effect.write }];
      });
    });
  };
  const shownElsewhere = async (writers) => {
    const found = /* @__PURE__ */ new Set();
    const branches = writers.size > 0 ? await guard.read(deps.store.branchesOfChat(identity.chatId), []) : [];
    for (const { branchId } of branches) {
      if (branchId === identity.branchId) continue;
      if (found.size === writers.size) break;
      const chunks = await guard.read(deps.store.chunks(branchId), []);
      for (const { rows } of chunks)
        for (const { page } of rows) if (page && writers.has(page.pageId)) found.add(page.pageId);
    }
    return found;
  };
  return {
    async load() {
      const chat = await guard.read(deps.store.scopes("chat", identity.chatId), []);
      const global = await guard.read(deps.store.scopes("global", ""), []);
      log = [...chat, ...global];
      const pages = await shownElsewhere(new Set(chat.flatMap(({ pageId }) => pageId ?? [])));
      for (const entry of global) if (entry.pageId !== null && !core.pages().has(entry.pageId)) pages.add(entry.pageId);
      elsewhere = pages;
    },
    layer(scope, without) {
      const shown2 = new Set(core.timeline().rows.map((row) => row.pageId));
      const entries = [...fromPath(scope), ...log.filter((entry) => entry.scope === scope)];
      return foldScope(entries, (pageId) => pageId !== without && (shown2.has(pageId) || elsewhere.has(pageId)));
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

// src/pipeline/chat-session/run-of-page.ts
async function runOfPage(core, guard, pageId) {
  const { store } = core.deps;
  const newest3 = async (id) => (await guard.read(store.runsOfPage(id), []))[0] ?? null;
  const own2 = await newest3(pageId);
  if (own2) return own2;
  const page = core.pages().get(pageId) ?? await guard.read(store.page(pageId), null);
  for (const before of (page?.standsFor ?? []).toReversed()) {
    const run = await newest3(before);
    if (run) return run;
  }
  return null;
}
async function runOfFloor(core, guard, floorId) {
  const runs = await guard.read(core.deps.store.runsOfChat(core.identity.chatId), []);
  return runs.filter((run) => run.floorId === floorId).reduce((last, run) => last && last.startedAt > run.startedAt ? last : run, null);
}

// src/pipeline/chat-session/stamp-floor.ts
function inputStamps(view, { floorId, round }, indexes, hashOf) {
  return indexes.flatMap((index) => {
    const message = view.messages[index];
    if (!message || message.input?.floorId === floorId && message.input.round === round) return [];
    return [{ kind: "input", index, hash: hashOf(message.text), mirror: { v: MIRROR_VERSION, floorId, round } }];
  });
}
function pageStamps(core, view, row) {
  const index = row.replyIndex;
  const message = index === null ? void 0 : view.messages[index];
  if (index === null || !message) return [];
  return row.swipePages.flatMap((pageId, swipe) => {
    const mirror = core.pages().get(pageId);
    if (!mirror || !core.isUnstamped(pageId)) return [];
    const text4 = swipe === message.swipeId ? message.text : message.swipes[swipe]?.text ?? message.text;
    return [{ kind: "page", at: { index, swipe, hash: core.hashOf(text4) }, mirror }];
  });
}

// src/pipeline/chat-session/turn-floors.ts
function makeTurnFloors(core, guard, keeper) {
  const { deps, identity } = core;
  const held = /* @__PURE__ */ new Map();
  const openedAt = /* @__PURE__ */ new Map();
  const isOwn = (floor) => floor !== null && openedAt.get(floor.floorId) === floor.createdAt;
  let begun = identity.how !== "new";
  const floorRow = (floorId, status2, failure2) => ({
    floorId,
    chatId: identity.chatId,
    status: status2,
    createdAt: deps.clock.now(),
    ...failure2 === void 0 ? {} : { failure: failure2 }
  });
  return {
    heldBy: (floorId) => held.get(floorId) ?? null,
    release(floorId) {
      held.delete(floorId);
    },
    async open(type, runId) {
      const { view } = core.refresh();
      const floor = findFloor(core, type);
      const { floorId, ordinal } = floor;
      const before = core.timeline().rows.slice(0, ordinal);
      const basePageId = before.findLast((row) => row.pageId !== null)?.pageId ?? null;
      const pageId = deps.ids.next();
      const shown2 = floor.row?.pageId ?? null;
      const rewritten = type === "swipe" && shown2 !== null ? await runOfPage(core, guard, shown2) : null;
      const known = await guard.read(deps.store.floor(floorId), null);
      core.touch();
      const base = before.at(-1) ?? null;
      deps.hostChat.write(stamps(core, view, floor, base));
      core.refresh(base?.inputIndexes[0] ?? base?.replyIndex ?? 0);
      const path = keeper.changes();
      const run = openRun({ runId, type, floorId, pageId, at: deps.clock.now() });
      const batch = { ...pathBatch(core, path), runs: [{ ...run, chatId: identity.chatId }] };
      const settled = known ? known.status === "committed" : shown2 !== null;
      if (!settled) {
        const from = [null, ...statusesBefore("generating")];
        const next = floorRow(floorId, "generating");
        const expected = { floorId, from: isOwn(known) ? [...from, "generating"] : from };
        await guard.write({ ...batch, expectFloors: [expected], floors: [next] }, "strict");
        openedAt.set(floorId, next.createdAt);
      } else await guard.write(batch, "strict");
      path.settle();
      held.set(floorId, runId);
      const firstOfFloor = known === null && shown2 === null;
      const firstOfChat = !begun;
      begun = true;
      return {
        floorId,
        pageId,
        round: floor.round,
        ordinal,
        basePageId,
        base: core.fold.after(ordinal - 1),
        before,
        rewritten,
        firstOfFloor,
        firstOfChat
      };
    },
    async fail(opened, run, events) {
      held.delete(opened.floorId);
      const known = await guard.read(deps.store.floor(opened.floorId), null);
      const runs = [{ ...run, chatId: identity.chatId }];
      core.refresh();
      const holds = (core.row(opened.floorId)?.row.pageId ?? null) !== null;
      const next = holds ? floorRow(opened.floorId, "committed") : floorRow(opened.floorId, "failed", run.error?.code);
      const open = known?.status === "generating" || known?.status === "draft";
      const floors = open ? [{ ...next, createdAt: known.createdAt }] : [];
      await guard.write({ runs, events, floors }, "strict");
    }
  };
}
function stamps(core, view, floor, base) {
  const { row } = floor;
  return [
    ...base ? pageStamps(core, view, base) : [],
    ...row ? pageStamps(core, view, row) : [],
    ...row ? inputStamps(view, floor, row.inputIndexes, core.hashOf) : [],
    { kind: "chat", mirror: core.nextChatMirror() }
  ];
}
function openRun(facts) {
  const { runId, type, floorId, pageId, at: at3 } = facts;
  return {
    runId,
    type,
    floorId,
    pageId,
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
function makePageCommitter({ core, guard, keeper, writer, floors, scopes: scopes3 }) {
  const { deps, identity } = core;
  const resultOf = (floorId) => {
    const place = core.row(floorId);
    const { rows } = core.timeline();
    return { world: core.fold.after(rows.length - 1), rejections: place ? core.fold.rejections(place.ordinal) : [] };
  };
  return {
    async secure(opened, at3) {
      const text4 = textAt(core.view(at3.chatIndex), at3);
      const page = newPage(core, {
        ...opened,
        kind: "generated",
        text: text4,
        partial: at3.partial,
        analysis: "pending",
        effects: [],
        messages: [],
        runId: floors.heldBy(opened.floorId)
      });
      const { write } = mirrorAt(core, page, opened, addressAt(core, at3, text4));
      deps.hostChat.write([write, { kind: "chat", mirror: core.nextChatMirror() }]);
      await saveFile(deps);
      core.refresh(at3.chatIndex);
    },
    async commit(request) {
      const { floorId, pageId } = request;
      const [known, floor] = await Promise.all([
        guard.read(deps.store.page(pageId), null),
        guard.read(deps.store.floor(floorId), null)
      ]);
      if (known) return resultOf(floorId);
      core.touch();
      const touched = core.firstMessageOf([floorId, ...request.earlier.map((each) => each.floorId)]);
      const { view } = core.refresh(Math.min(touched, request.chatIndex));
      const round = core.row(floorId)?.row.round;
      if (round === void 0) throw new NarrativeError("floor.conflict", { message: "The round is not in the chat." });
      const text4 = textAt(view, request);
      const final = core.hashOf(text4) === core.hashOf(request.writtenText) ? request.finalText : text4;
      const earlier = reanalysedPages(core, view, request.earlier);
      const base = earlier.find((each) => each.replaces === request.basePageId)?.page.pageId ?? request.basePageId;
      const page = newPage(core, { ...request, ...inherited(core, request), basePageId: base, text: final });
      const at3 = addressAt(core, request, final);
      const own2 = mirrorAt(core, page, { round, toolOutput: request.toolOutput }, at3);
      const mirrors = [...earlier.map((each) => each.mirrored), own2];
      const writes2 = [
        ...final === text4 ? [] : [{ kind: "text", at: addressAt(core, request, text4), text: final }],
        ...mirrors.map(({ write }) => write),
        { kind: "chat", mirror: core.nextChatMirror() }
      ];
      const stored = [
        ...earlier.map((each) => each.stored),
        { ...page, chatId: identity.chatId, round, text: final, toolOutput: request.toolOutput }
      ];
      const shown2 = new Map(mirrors.map(({ mirror }) => [mirror.floorId, mirror]));
      const path = keeper.changes(shown2);
      const entries = scopes3.entriesFor(stored);
      await writer.commit(
        {
          ...pathBatch(core, path),
          ...floorBatch({ floorId, kind: request.kind, known: floor }, stored),
          pages: stored,
          events: request.events,
          scopes: entries
        },
        writes2
      );
      path.settle();
      scopes3.add(entries);
      floors.release(floorId);
      core.refresh(Math.min(touched, request.chatIndex));
      if (own2.keyframed) deps.notifier.once("keyframe", sessionSentence("keyframe", deps.screenLanguage()));
      return resultOf(floorId);
    }
  };
  function floorBatch({ floorId, kind, known }, pages) {
    const committed = {
      floorId,
      chatId: identity.chatId,
      status: "committed",
      createdAt: known?.createdAt ?? deps.clock.now()
    };
    const answered = kind === "generated" ? [] : ["draft", "failed"];
    const from = known ? [...statusesBefore("committed"), ...answered, "committed"] : [null];
    const others = pages.flatMap((page) => page.floorId === floorId ? [] : [{ ...committed, floorId: page.floorId }]);
    return { expectFloors: [{ floorId, from }], floors: [committed, ...others] };
  }
}
function inherited(core, { kind, floorId }) {
  if (kind !== "reanalysed" && kind !== "continued") return {};
  const shown2 = core.row(floorId)?.row.pageId;
  const old = shown2 ? core.pages().get(shown2) : void 0;
  if (!old) return {};
  const adjustments = core.heldEffects(old)?.adjustments ?? [];
  return kind === "reanalysed" ? { standsFor: standsFor(old), adjustments } : { adjustments };
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
var record2 = (each) => (value) => isRecord(value) && Object.entries(value).every(([key, v]) => !isForbiddenKey(key) && each(v));
var list = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");
var statuses2 = ["available", "active", "completed", "failed"];
var outcomes = [void 0, "success", "failure"];
var isTime = (value) => isRecord(value) && isWhole(1, 1e9)(value["day"]) && isWhole(0, 23)(value["hour"]) && isCount(value["minute"]) && value["minute"] < 60;
var isQuest = (value) => isRecord(value) && statuses2.includes(value["status"]) && typeof value["stage"] === "string" && outcomes.includes(value["outcome"]);
var isKnown = (value) => isRecord(value) && ["locations", "npcs", "items", "quests"].every((key) => list(value[key]));
var roots2 = {
  time: isTime,
  location: isText2,
  inventory: record2(isCount),
  relationships: record2(isBond),
  quests: record2(isQuest),
  flags: record2(() => true),
  known: isKnown
};
function mayHold(root, value) {
  return Object.hasOwn(roots2, root) && (roots2[root]?.(value) ?? false);
}
function isEditableRoot(root) {
  return Object.hasOwn(roots2, root);
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
function editedWorld(world, pointer, value, floorId) {
  const [root, ...path] = readPointer(pointer) ?? [];
  switch (root) {
    case "game":
      return editedGame(world, path, value);
    case "summaries":
      return editedSummaries(world, path, value, floorId);
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
function editedSummaries(world, path, value, floorId) {
  const [round = "", ...more] = path;
  if (more.length > 0 || !/^\d{1,9}$/.test(round)) return null;
  const others = world.summaries.filter((line2) => String(line2.round) !== round);
  if (value === void 0) return { ...world, summaries: others };
  if (typeof value !== "string" || value.trim() === "") return null;
  const old = lineOf(world.summaries, round);
  const line = { floorId: old?.floorId ?? floorId, round: Number(round), text: value };
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
    const refusal3 = writeLayer(layer, name, value === void 0 ? { op: "unset" } : { op: "set", value });
    return refusal3 ? null : { ...world, variables: layer };
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
  const { pointer, op, value, floorId } = edit;
  if (op === "unlock") return;
  const next = op === "lock" && value === void 0 ? valueInWorld(world, pointer) : value;
  const leads = op === "unset" ? editedWorld(world, pointer, void 0, floorId) : editedWorld(world, pointer, next, floorId);
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
  const oldFileExists = asked !== null && (await deps.hostChat.chatExists(asked.owner, asked.file) || await movedOn(deps, guard, view, inFile));
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
async function movedOn({ hostChat, store }, guard, view, inFile) {
  const branch = inFile && await guard.read(store.branch(inFile.branchId), null);
  if (!branch || branch.owner === view.owner && branch.file === view.file) return false;
  return hostChat.chatExists(branch.owner, branch.file);
}
function newest(mirrors) {
  return mirrors.reduce((best, next) => next && (!best || revOf(next) > revOf(best)) ? next : best, null);
}

// src/pipeline/chat-session/mark-edit.ts
async function markOfEdit(core, guard, floorId) {
  const place = core.row(floorId);
  const row = place?.row;
  if (!row?.edited || row.pageId === null || row.replyIndex === null) return null;
  const page = await guard.read(core.deps.store.page(row.pageId), null);
  if (!page) return null;
  const text4 = textAt(core.view(), { chatIndex: row.replyIndex, swipe: row.swipe });
  return editMark(page.text, text4, namesOf(core.fold.after(place?.ordinal ?? -1)));
}
function namesOf({ game }) {
  const { known } = game;
  return [
    game.location,
    ...[game.inventory, game.relationships, game.quests].flatMap((record3) => Object.keys(record3)),
    ...[known.locations, known.npcs, known.items, known.quests].flat()
  ];
}

// src/pipeline/chat-session/recover-chat.ts
async function replayOutbox(core, writer, rows) {
  if (rows.length === 0) return [];
  const lost = await writer.replay(rows);
  core.refresh();
  return [lost > 0 ? "moved-on" : "recovered"];
}
async function endStaleRuns(core, guard) {
  const { store, clock: clock2 } = core.deps;
  const { chatId } = core.identity;
  const all = await guard.read(store.runsOfChat(chatId), []);
  const stale = all.filter((run) => run.status === "running");
  const floors = (await guard.read(store.floorsOfChat(chatId), [])).filter(isOpen);
  if (stale.length === 0 && floors.length === 0) return;
  const events = [];
  const runs = [];
  for (const run of stale) {
    const journal = await guard.read(store.events(run.runId), []);
    runs.push({ ...run, status: "stale", endedAt: clock2.now() });
    if (journal.some((event) => event.type === "run.ended")) continue;
    events.push({ runId: run.runId, seq: journal.length, at: clock2.now(), type: "run.ended", status: "stale" });
  }
  await guard.write({ runs, events, floors: floors.map((floor) => ended(core, floor)) }, "strict");
}
var isOpen = (floor) => floor.status === "generating" || floor.status === "draft";
function ended(core, floor) {
  return hasPage(core, floor.floorId) ? { ...floor, status: "committed" } : { ...floor, status: "failed", failure: "run.cancelled" };
}
function hasPage(core, floorId) {
  return (core.row(floorId)?.row.pageId ?? null) !== null;
}

// src/pipeline/chat-session/restore-page.ts
async function restorePage(core, guard, writer, { pageId, isBeingWritten }) {
  core.refresh();
  if (core.pages().has(pageId)) return;
  const page = await guard.read(core.deps.store.page(pageId), null);
  if (!page) throw new NarrativeError("input.invalid", { message: "This candidate is not kept any more." });
  const place = placeOf(core, page.floorId, isBeingWritten);
  const { mirror, keyframe } = mirrorOfPage(page, page.round, page.toolOutput);
  if (keyframe) core.keepKeyframe(pageId, keyframe);
  const text4 = page.overlays?.["reply"]?.revisions?.at(-1)?.text ?? page.text;
  const restored = place.as === "swipe" ? { kind: "add-swipe", index: place.index, text: text4, mirror } : { kind: "add-reply", index: place.index, text: text4, mirror, at: page.createdAt };
  await writer.commit({}, [restored, { kind: "chat", mirror: core.nextChatMirror() }]);
  core.refresh();
}
function placeOf(core, floorId, isBeingWritten) {
  const row = core.row(floorId)?.row;
  if (!row) {
    throw new NarrativeError("input.invalid", { message: "The round of this candidate is not in the chat any more." });
  }
  if (row.replyIndex !== null) return { as: "swipe", index: row.replyIndex };
  const end = core.view().messages.length;
  if (isBeingWritten(floorId)) {
    throw new NarrativeError("input.invalid", {
      message: "A reply to this round is being written; wait for it or stop it."
    });
  }
  if (row.inputIndexes.at(-1) === end - 1) return { as: "reply", index: end };
  throw new NarrativeError("input.invalid", {
    message: "A deleted reply can be put back at the end of the chat only; other messages follow its input."
  });
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

// src/pipeline/chat-session/session-messages.ts
var REPLY = "reply";
function makeSessionMessages({ core, guard, writer, queue }) {
  const { store, clock: clock2 } = core.deps;
  const storedPage = (pageId) => pageId === null ? Promise.resolve(null) : guard.read(store.page(pageId), null);
  async function listOf(row, pageId) {
    const { messages } = core.view();
    const stored = await storedPage(pageId);
    const shown2 = pageId === row.pageId ? stored : await storedPage(row.pageId);
    const inputs = row.inputIndexes.flatMap((index, n) => {
      const message = messages[index];
      const part = `input-${n}`;
      return message ? [{ message: inputMessage(row, part, message), row, part, stored: shown2 }] : [];
    });
    if (pageId === null) return inputs;
    const steps2 = (stored?.messages ?? []).filter(({ role }) => role !== "assistant").map(({ messageId, ...rest }) => {
      const overlay = stored?.overlays?.[messageId];
      const facts = { id: `${pageId}:${messageId}`, floorId: row.floorId, pageId, chatIndex: null };
      const text5 = overlay?.revisions?.at(-1)?.text ?? rest.text;
      const message = { ...facts, ...rest, text: text5, hidden: overlay?.hidden ?? false };
      return { message, row, part: messageId, stored };
    });
    const swipe = row.swipePages.indexOf(pageId);
    const held = row.replyIndex === null || swipe < 0 ? void 0 : messages[row.replyIndex];
    const text4 = held && row.replyIndex !== null ? textAt(core.view(), { chatIndex: row.replyIndex, swipe }) : stored?.text;
    if (text4 === void 0) return [...inputs, ...steps2];
    const reply = replyMessage(row, pageId, text4, held ?? null);
    return [...inputs, ...steps2, { message: reply, row, part: REPLY, stored }];
  }
  async function find(id) {
    core.refresh();
    const owner = id.slice(0, id.indexOf(":"));
    const own2 = core.row(owner)?.row;
    const row = own2 ?? await rowOfPage(owner);
    if (!row) return null;
    const list2 = await listOf(row, own2 ? null : owner);
    return list2.find(({ message }) => message.id === id) ?? null;
  }
  async function rowOfPage(pageId) {
    const shown2 = core.timeline().rows.find((row) => row.swipePages.includes(pageId));
    if (shown2) return shown2;
    const stored = await storedPage(pageId);
    return stored ? core.row(stored.floorId)?.row ?? null : null;
  }
  async function need(id) {
    const found = await find(id);
    if (!found) throw new NarrativeError("input.invalid", { message: "There is no such message in the open chat." });
    return found;
  }
  const overlaid = ({ stored, part }, change) => stored ? { pages: [{ ...stored, overlays: { ...stored.overlays, [part]: change(stored.overlays?.[part] ?? {}) } }] } : {};
  async function setHidden(id, hidden) {
    const found = await need(id);
    const { chatIndex, text: text4 } = found.message;
    if (chatIndex === null)
      return guard.write(
        overlaid(found, (old) => ({ ...old, hidden })),
        "strict"
      );
    core.touch();
    const shown2 = core.view().messages[chatIndex]?.text ?? text4;
    await writer.commit({}, [{ kind: "hidden", index: chatIndex, hash: core.hashOf(shown2), hidden }]);
    core.refresh();
  }
  async function revise(id, text4) {
    if (text4.trim() === "") throw new NarrativeError("input.invalid", { message: "A message cannot be empty." });
    const found = await need(id);
    const before = revisionsOf(found);
    if (before.at(-1)?.text === text4) return before.length - 1;
    const revisions = [...before, { text: text4, at: clock2.now() }].map(({ text: words2, at: at3 }) => ({ text: words2, at: at3 }));
    const batch = overlaid(found, (old) => ({ ...old, revisions }));
    const write = writeOf(core, found, text4);
    if (!write && !batch.pages)
      throw new NarrativeError("input.invalid", { message: "This message is not kept any more." });
    if (!write) await guard.write(batch, "strict");
    else {
      core.touch();
      await writer.commit(batch, [write]);
      core.refresh();
    }
    return before.length;
  }
  return {
    async list(floorId, pageId) {
      const row = core.row(floorId)?.row;
      return row ? (await listOf(row, pageId ?? row.pageId)).map(({ message }) => message) : [];
    },
    get: async (id) => (await find(id))?.message ?? null,
    setHidden: (id, hidden) => queue.run(() => setHidden(id, hidden)),
    revise: (id, text4) => queue.run(() => revise(id, text4)),
    revisions: async (id) => revisionsOf(await need(id)).map((revision, number3) => ({ ...revision, number: number3 }))
  };
}
function revisionsOf({ message, part, stored }) {
  const kept2 = stored?.overlays?.[part]?.revisions ?? [];
  const first = part === REPLY ? stored?.text : stored?.messages.find(({ messageId }) => messageId === part)?.text;
  const known = kept2.length > 0 ? kept2 : first === void 0 ? [] : [{ text: first, at: stored?.createdAt ?? null }];
  return known.at(-1)?.text === message.text ? known : [...known, { text: message.text, at: null }];
}
function writeOf(core, { message, row }, text4) {
  const { chatIndex, pageId } = message;
  if (chatIndex === null) return null;
  if (pageId === null) return { kind: "input-text", index: chatIndex, hash: core.hashOf(message.text), text: text4 };
  const place = { chatIndex, swipe: row.swipePages.indexOf(pageId) };
  return { kind: "text", at: addressAt(core, place, message.text), text: text4 };
}
var inputMessage = ({ floorId }, part, message) => ({
  id: `${floorId}:${part}`,
  floorId,
  pageId: null,
  role: message.role,
  ...ofHost(message.text, message)
});
var replyMessage = (row, pageId, text4, message) => ({
  id: `${pageId}:${REPLY}`,
  floorId: row.floorId,
  pageId,
  role: "assistant",
  ...ofHost(text4, message)
});
function ofHost(text4, message) {
  const hidden = message?.hidden ?? false;
  return {
    text: text4,
    visibility: { user: message !== null, prompt: message !== null && !hidden },
    validity: "always",
    source: "host",
    hidden,
    chatIndex: message?.index ?? null
  };
}

// src/domain/variables/host-projection.ts
var VALUE_LIMIT = 1024;
var isShared = (key) => !key.startsWith("state.") && readVariableKey(key) !== null;
var print = (value) => textHash(JSON.stringify(value));
var isSmall = (value) => JSON.stringify(value).length <= VALUE_LIMIT;
function markOf(variables, layer) {
  return Object.fromEntries(
    Object.entries(variables).filter(([key]) => isShared(key) && Object.hasOwn(layer, key)).map(([key, value]) => [key, print(value)])
  );
}
function projectionChanges(layer, host, mark) {
  const changes = {};
  for (const [key, held] of Object.entries(layer)) {
    if (!isShared(key)) continue;
    if ("masked" in held) {
      if (Object.hasOwn(host, key)) changes[key] = void 0;
    } else if (!sameJson(host[key], held.value)) changes[key] = held.value;
  }
  for (const [key, value] of Object.entries(host)) {
    const gone = isShared(key) && Object.hasOwn(mark, key) && !Object.hasOwn(layer, key);
    if (gone && isSmall(value)) changes[key] = void 0;
  }
  return changes;
}
function externalChanges(layer, host, mark) {
  const effects = [];
  const change = (key, write) => {
    effects.push({ kind: "variable", scope: "branch", key, write, source: "external" });
  };
  for (const [key, value] of Object.entries(host)) {
    if (!isShared(key) || !isSmall(value)) continue;
    const held = Object.hasOwn(layer, key) ? layer[key] : void 0;
    if (held && "value" in held && sameJson(held.value, value)) continue;
    const changed = Object.hasOwn(mark, key) ? mark[key] !== print(value) : held === void 0;
    if (changed) change(key, { op: "set", value });
  }
  for (const key of Object.keys(mark)) {
    if (isShared(key) && Object.hasOwn(layer, key) && !Object.hasOwn(host, key)) change(key, { op: "unset" });
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

// src/pipeline/chat-session/variable-changes.ts
function variableChanges(core, scopes3, pageId) {
  const page = core.pages().get(pageId);
  const ordinal = page ? core.row(page.floorId)?.ordinal ?? -1 : -1;
  if (!page || core.timeline().rows[ordinal]?.pageId !== pageId) return [];
  const held = core.heldEffects(page);
  const effects = [...held?.effects ?? [], ...held?.adjustments ?? []];
  const own2 = pageLayers(effects);
  const layers = {
    page: [{}, own2.page],
    floor: [{}, own2.floor],
    branch: [core.fold.after(ordinal - 1).variables, core.fold.after(ordinal).variables],
    chat: [scopes3.layer("chat", pageId), scopes3.layer("chat")],
    global: [{}, {}]
  };
  return written(effects).flatMap(({ scope, key }) => {
    const [before, after] = layers[scope].map((layer) => valueIn(layer, key));
    if (before === after || before !== void 0 && after !== void 0 && sameJson(before, after)) return [];
    return [{ scope, key, before, after }];
  });
}
function written(effects) {
  const all = effects.flatMap((effect) => effect.kind === "variable" ? [effect] : []);
  return all.filter(({ scope, key }, index) => all.findIndex((e) => e.scope === scope && e.key === key) === index);
}
function valueIn(layer, key) {
  const found = readLayer(layer, key);
  return found && "value" in found ? found.value : void 0;
}

// src/pipeline/chat-session/watch-assembly.ts
function watchAssembly(core) {
  const { hostChat } = core.deps;
  const before = hostChat.readVariables();
  let after = null;
  const end = () => {
    if (core.isOpen()) after ??= hostChat.readVariables();
  };
  return {
    end,
    putBack() {
      end();
      if (!after || !core.isOpen()) return;
      const made = after;
      const now = hostChat.readVariables();
      const changed = [.../* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(made)])].filter(
        (key) => !sameJson(before[key], made[key]) && sameJson(made[key], now[key])
      );
      if (changed.length > 0) hostChat.writeVariables(Object.fromEntries(changed.map((key) => [key, before[key]])));
    }
  };
}

// src/pipeline/chat-session/session-variables.ts
var MARK = "projected";
function makeVariableKeeper({ core, guard, writer, scopes: scopes3, queue }) {
  const { hostChat } = core.deps;
  let projectedFor = null;
  const head = () => core.timeline().rows.findLast((row) => row.pageId !== null)?.pageId ?? null;
  const layerAtHead = () => core.fold.after(core.timeline().rows.length - 1).variables;
  const mark = () => {
    const held = core.choice(MARK);
    return isRecord(held) ? held : {};
  };
  const layers = () => {
    const pageId = head();
    const own2 = pageLayers((pageId === null ? void 0 : core.pages().get(pageId))?.effects ?? []);
    return [
      { scope: "page", values: own2.page },
      { scope: "floor", values: own2.floor },
      { scope: "branch", values: layerAtHead() },
      { scope: "chat", values: scopes3.layer("chat") },
      { scope: "global", values: scopes3.layer("global") }
    ];
  };
  const setNow = async (...[key, write, scope]) => {
    if (scope === "page" || scope === "floor") throw new NarrativeError("floor.immutable");
    const layer = { ...scope === "branch" ? layerAtHead() : scopes3.layer(scope) };
    const refusal3 = writeLayer(layer, key, write);
    if (refusal3)
      throw new NarrativeError("input.invalid", { message: `${key}: ${refusal3}`, details: { key, refusal: refusal3 } });
    const effect = { kind: "variable", scope, key, write, source: "api" };
    core.touch();
    if (scope !== "branch") {
      const entries = scopes3.entriesFor([{ pageId: null, effects: [effect] }]);
      await guard.write({ scopes: entries }, "strict");
      scopes3.add(entries);
      return;
    }
    core.refresh();
    const pageId = head();
    const change = pageId === null ? null : await adjustPage(core, guard, pageId, [effect]);
    if (!change)
      throw new NarrativeError("input.invalid", { message: "There is no reply yet the value could belong to." });
    await writer.commit(change.batch, [...change.writes, { kind: "chat", mirror: core.nextChatMirror() }]);
    core.refresh();
    project();
  };
  const project = (layer = layerAtHead()) => {
    if (!core.touched()) return;
    core.view();
    const changes = projectionChanges(layer, hostChat.readVariables(), mark());
    if (Object.keys(changes).length > 0) hostChat.writeVariables(changes);
    projectedFor = head();
    const next = markOf(hostChat.readVariables(), layer);
    if (JSON.stringify(next) === JSON.stringify(mark())) return;
    core.patchMirror({ [MARK]: next });
    hostChat.write([{ kind: "chat", mirror: core.nextChatMirror() }]);
  };
  const absorbInto = async (pageId) => {
    if (!core.touched()) return;
    core.view();
    const row = core.rowOfPage(pageId);
    if (!row) return;
    const shown2 = row.pageId === pageId;
    const effects = externalChanges(shown2 ? layerAtHead() : {}, hostChat.readVariables(), mark());
    const real = shown2 ? effects : effects.filter((effect) => effect.kind === "variable" && Object.hasOwn(mark(), effect.key));
    const change = real.length > 0 ? await adjustPage(core, guard, pageId, real) : null;
    if (!change) return;
    core.view();
    hostChat.write(change.writes);
    await guard.write(change.batch, "relaxed");
    core.refresh();
  };
  return {
    layers,
    resolve: (key) => resolveVariable(layers(), key),
    resolveAll: () => resolveAllVariables(layers()),
    set: (key, write, scope) => queue.run(() => setNow(key, write, scope)),
    otherBranchesChanged: () => queue.run(() => scopes3.load()),
    promotions: (pageId) => promotionsOf(core, pageId),
    changes: (pageId) => variableChanges(core, scopes3, pageId),
    watchAssembly: () => watchAssembly(core),
    async absorb() {
      const pageId = projectedFor !== null && core.pages().has(projectedFor) ? projectedFor : head();
      if (pageId !== null) await absorbInto(pageId);
    },
    absorbInto,
    async adoptFirst(basePageId) {
      if (basePageId !== null && core.choice(MARK) === void 0) await absorbInto(basePageId);
    },
    project: () => project(),
    projectBase: (layer) => project(layer)
  };
}
function promotionsOf(core, pageId) {
  const page = core.pages().get(pageId);
  const place = page ? core.row(page.floorId) : null;
  const rejected = place?.row.pageId === pageId ? core.fold.rejections(place.ordinal) : [];
  return (page?.effects ?? []).flatMap((effect, index) => {
    if (effect.kind !== "variable") return [];
    const { key, scope, reason = "" } = effect;
    const refusal3 = rejected.find((each) => each.effectIndex === index);
    if (refusal3) return [{ key, scope, status: "rejected", reason: refusal3.code }];
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
  const scopes3 = makeScopeKeeper(core, guard);
  const committer = makePageCommitter({ core, guard, keeper, writer, floors, scopes: scopes3 });
  const editor = makeHandEditor(core, writer);
  const queue = makeTaskQueue();
  const variables = makeVariableKeeper({ core, guard, writer, scopes: scopes3, queue });
  const messages = makeSessionMessages({ core, guard, writer, queue });
  let background = Promise.resolve();
  const up = await bringUp(core, guard, found);
  const said = [...up.said];
  said.push(...await replayOutbox(core, writer, found.outbox));
  await scopes3.load();
  const behind = (work) => {
    background = background.then(work).catch((error) => {
      deps.log.warn("The path could not be kept.", error);
    });
  };
  let kept2 = false;
  let waiting = false;
  const keepPath = () => {
    if (!core.touched() || waiting) return;
    waiting = true;
    kept2 = true;
    behind(() => {
      waiting = false;
      return keeper.save();
    });
  };
  behind(async () => {
    await up.loadPath(keeper);
    await endStaleRuns(core, guard);
  });
  const ready = background;
  keepPath();
  const inTurn2 = (step) => queue.run(async () => {
    await ready;
    return step();
  });
  const reconcileNow = async (reason) => {
    const { changed, activated, missing } = core.refresh();
    await variables.absorb();
    variables.project();
    if (changed || !kept2) keepPath();
    if (missing.length > 0 && !said.includes("missing")) said.push("missing");
    const notices = said.splice(0).map((which) => sessionSentence(which, deps.screenLanguage()));
    return { changed, activated: activated.map((page) => ({ ...page, reason })), notices };
  };
  const edited = async (work) => {
    const result = await queue.run(work);
    deps.onEdited?.();
    return result;
  };
  return {
    ids: () => ({ chatId: core.identity.chatId, branchId: core.identity.branchId }),
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
    rejections(floorId) {
      const place = core.row(floorId);
      return place ? core.fold.rejections(place.ordinal) : [];
    },
    variables,
    messages,
    effectsOf(pageId) {
      const mirror = pageId === null ? void 0 : core.pages().get(pageId);
      return (mirror && core.heldEffects(mirror)?.effects) ?? [];
    },
    adjust: (floorId, effects) => queue.run(() => adjustFloor({ core, guard, writer }, floorId, effects)),
    editMark: (floorId) => markOfEdit(core, guard, floorId),
    pagesOfFloor: (floorId) => guard.read(deps.store.pagesOfFloor(floorId), []),
    branches: () => guard.read(deps.store.branchesOfChat(core.identity.chatId), []),
    page: (pageId) => guard.read(deps.store.page(pageId), null),
    openTurn: (type, runId) => inTurn2(async () => {
      const opened = await floors.open(type, runId);
      const { ordinal } = opened;
      await variables.adoptFirst(core.timeline().rows[ordinal - 1]?.pageId ?? null);
      const base = core.fold.after(ordinal - 1);
      variables.projectBase(base.variables);
      return { ...opened, base };
    }),
    secureProse: (opened, at3) => inTurn2(() => committer.secure(opened, at3)),
    commit: (request) => inTurn2(async () => {
      const result = await committer.commit(request);
      await variables.absorbInto(request.pageId);
      variables.project();
      return result;
    }),
    failTurn: (opened, run, events) => inTurn2(async () => {
      await floors.fail(opened, run, events);
      await variables.absorb();
      variables.project();
    }),
    saveRun: (run, events) => queue.run(() => guard.write({ runs: [{ ...run, chatId: core.identity.chatId }], events }, "relaxed")),
    async runOf(pageId) {
      const run = await runOfPage(core, guard, pageId);
      return run ? { run, events: await guard.read(deps.store.events(run.runId), []) } : null;
    },
    runOfFloor: (floorId) => runOfFloor(core, guard, floorId),
    edit: (pointer, change) => edited(() => editor.edit(pointer, change)),
    undo: () => edited(() => editor.undo()),
    redo: () => edited(() => editor.redo()),
    restorePage: (pageId) => edited(async () => {
      await restorePage(core, guard, writer, {
        pageId,
        isBeingWritten: (floorId) => floors.heldBy(floorId) !== null
      });
      variables.project();
    }),
    choice: (key) => fixedKeys.includes(key) ? void 0 : core.choice(key),
    setChoice: (key, value) => queue.run(async () => {
      if (fixedKeys.includes(key)) throw new NarrativeError("input.invalid", { message: `"${key}" is no choice.` });
      core.patchMirror({ [key]: value });
      core.touch();
      await writer.commit({}, [{ kind: "chat", mirror: core.nextChatMirror() }]);
    }),
    async close() {
      await queue.idle();
      if (!kept2) keepPath();
      core.close();
      await Promise.all([background, writer.idle()]);
    }
  };
}
async function bringUp(core, guard, found) {
  const { store, hostChat } = core.deps;
  const first = core.refresh();
  const branch = await guard.read(store.branch(found.identity.branchId), null);
  const readChunks = () => branch ? guard.read(store.chunks(branch.branchId), []) : Promise.resolve([]);
  const unstamped = branch !== null && unstampedPages(first).length > 0;
  const chunks = unstamped ? await readChunks() : null;
  if (unstamped || first.missing.length > 0) {
    const pages = (chunks ?? []).flatMap((chunk) => chunk.rows.flatMap(({ page }) => page ?? []));
    core.remember(pages, await effectsOf2(core, guard, first.missing));
    core.refresh();
  }
  const moved2 = found.identity.how === "forked" || found.identity.how === "renamed";
  if (moved2) hostChat.write([{ kind: "chat", mirror: core.nextChatMirror() }]);
  const rebuilt = !branch && found.mirror !== null && found.identity.how === "known" && first.pages.size > 0;
  return {
    said: rebuilt ? ["rebuilt"] : [],
    async loadPath(keeper) {
      if (branch) keeper.load(branch.chunkIds, chunks ?? await readChunks());
    }
  };
}
async function effectsOf2(core, guard, missing) {
  const effects = /* @__PURE__ */ new Map();
  for (const pageId of missing) {
    const page = await guard.read(core.deps.store.page(pageId), null);
    if (page) effects.set(pageId, [...page.effects, ...page.adjustments ?? []]);
  }
  return effects;
}

// src/pipeline/chat-session/prune-runs.ts
var DAY = 864e5;
function runsToPrune(runs, keep, now, needed = /* @__PURE__ */ new Set()) {
  const newest3 = (some) => [...some].sort((a, b) => b.startedAt - a.startedAt);
  const ended2 = runs.filter((run) => run.status !== "running");
  const good = newest3(ended2.filter((run) => run.status === "completed" || run.status === "partial"));
  const bad = newest3(ended2.filter((run) => run.status !== "completed" && run.status !== "partial"));
  const limit = keep.autoPruneAfterDays > 0 ? now - keep.autoPruneAfterDays * DAY : -Infinity;
  const gone = /* @__PURE__ */ new Set([
    ...good.slice(keep.keepCompletedRuns),
    ...bad.slice(keep.keepFailedRuns),
    ...newest3(ended2).slice(keep.maxRunWorkspacesPerChat),
    ...ended2.filter((run) => run.startedAt < limit)
  ]);
  return [...gone].filter((run) => !needed.has(run.pageId)).sort((a, b) => a.startedAt - b.startedAt).map((run) => run.runId);
}
async function pruneRuns(store, { chatId, needed }, keep, now) {
  const all = await store.runsOfChat(chatId);
  if (runsToPrune(all, keep, now, needed).length === 0) return { runs: [], bytes: 0 };
  const runs = runsToPrune(all, keep, now, /* @__PURE__ */ new Set([...needed, ...await lastPages(store, chatId)]));
  if (runs.length === 0) return { runs, bytes: 0 };
  let bytes = 0;
  for (const runId of runs) bytes += utf8Length(JSON.stringify(await store.events(runId)));
  const gone = new Set(runs);
  const [keeper] = all.filter((run) => run.status !== "running" && !gone.has(run.runId)).sort((a, b) => b.startedAt - a.startedAt);
  const detail = `${runs.length} runs, ${bytes} bytes: ${runs.join(", ")}`;
  const events = keeper ? [await noteFor(store, keeper.runId, now, detail)] : [];
  await store.write({ events, remove: { runs } }, "relaxed");
  return { runs, bytes };
}
async function noteFor(store, runId, at3, detail) {
  const { length } = await store.events(runId);
  return { runId, seq: length, at: at3, type: "note", code: "retention.pruned", detail };
}
async function lastPages(store, chatId) {
  const found = [];
  for (const { branchId, chunkIds } of await store.branchesOfChat(chatId)) {
    const chunks = await store.chunks(branchId);
    const rows = chunkIds.flatMap((id) => chunks.find(({ chunkId }) => chunkId === id)?.rows ?? []);
    const last = rows.at(-1);
    if (!last) continue;
    if (last.page) found.push(last.page.pageId);
    found.push(...(await store.pagesOfFloor(last.floorId)).map(({ pageId }) => pageId));
  }
  return found;
}

// src/pipeline/render-after-commit.ts
function renderAfterCommit({ events, settings, timeline, isShown: isShown2, fire }) {
  return events.on("floor.committed", ({ floorId }) => {
    if (settings().renderEvents !== "all") return;
    const index = timeline()?.rows.find((row) => row.floorId === floorId)?.replyIndex ?? null;
    if (index !== null && isShown2(index)) fire(index);
  });
}

// src/storage/ownership/lock-ownership.ts
function makeLockOwnership(locks) {
  const request = (name, options) => new Promise((resolve) => {
    const lost = new AbortController();
    let release = () => void 0;
    const released = new Promise((done2) => {
      release = done2;
    });
    const claimed = (held) => ({
      held,
      lost: lost.signal,
      confirm: () => Promise.resolve(held && !lost.signal.aborted),
      release
    });
    let asked = false;
    locks.request(name, options, async (lock) => {
      asked = true;
      resolve(claimed(lock !== null));
      if (lock !== null) await released;
    }).catch(() => {
      if (asked) lost.abort();
      else resolve(claimed(true));
    });
  });
  const nameOf = ({ owner, file }) => `narrative-agent:${owner}/${file}`;
  return {
    claim: (chat) => request(nameOf(chat), { ifAvailable: true }),
    takeOver: (chat) => request(nameOf(chat), { steal: true })
  };
}

// src/storage/ownership/open-ownership.ts
function openOwnership(parts) {
  const locks = typeof navigator === "undefined" ? void 0 : navigator.locks;
  return locks ? makeLockOwnership(locks) : makeLeaseOwnership(parts);
}

// src/ui/closed-composer.ts
function makeClosedComposer({ page, text: text4, takeOver, onError }) {
  let bar = null;
  const form = () => page.getElementById("send_form");
  function close() {
    const target = form();
    if (bar !== null || target === null) return;
    const words2 = text4().otherTab;
    const button = element(page, "button", {
      className: "menu_button narrative-agent-button",
      text: words2.takeOver,
      attributes: { type: "button" },
      onClick() {
        button.disabled = true;
        takeOver().catch(onError).finally(() => button.disabled = false);
      }
    });
    bar = element(page, "div", {
      className: "narrative-agent-other-tab",
      attributes: { role: "alert" },
      children: [element(page, "span", { text: words2.sentence }), button]
    });
    target.before(bar);
    target.setAttribute("inert", "");
    target.classList.add("narrative-agent-closed");
  }
  function open() {
    if (bar === null) return;
    bar.remove();
    bar = null;
    form()?.removeAttribute("inert");
    form()?.classList.remove("narrative-agent-closed");
  }
  return {
    set: (closed) => closed ? close() : open(),
    remove: open
  };
}

// src/wiring/tabs.ts
function wireTabs(base, onLost) {
  const { host, leases, changes, undos } = base;
  const { st, platform } = host;
  const { clock: clock2, ids, log } = platform;
  const claims = makeChatClaims({
    ownership: openOwnership({ table: leases, clock: clock2, tab: ids.next(), log }),
    place: () => openChat(st()),
    reload: () => reloadOpenChat(st()),
    onLost,
    onChanged: () => changes.tell(),
    clock: clock2,
    log
  });
  const composer = makeClosedComposer({
    page: document,
    text: () => uiText(host.language()),
    takeOver: () => claims.takeOver(),
    onError: base.showError
  });
  const show2 = () => {
    const { enabled, promptMode } = base.settings();
    composer.set(claims.elsewhere() && enabled && promptMode !== "compat_strict");
  };
  undos.add(changes.on(show2));
  undos.add(() => composer.remove());
  undos.add(() => claims.release());
  const leave = (event) => {
    if (!event.persisted) claims.release();
  };
  globalThis.addEventListener("pagehide", leave);
  undos.add(() => globalThis.removeEventListener("pagehide", leave));
  base.claim(claims);
  return claims;
}

// src/domain/worldbook/scanner-cache.ts
function makeScannerCache(options = {}) {
  let kept2 = null;
  return (all) => {
    const entries = scannable(all);
    if (!kept2 || !sameKeys(kept2.entries, entries)) kept2 = { entries, scanner: makeKeyScanner(entries, options) };
    const { scanner } = kept2;
    return {
      refused: scanner.refused,
      scan(texts2) {
        const now = new Map(entries.map((entry) => [entryId(entry), entry]));
        return scanner.scan(texts2).map((match) => ({ ...match, entry: now.get(entryId(match.entry)) ?? match.entry }));
      }
    };
  };
}
function sameKeys(a, b) {
  return a.length === b.length && a.every((entry, index) => sameEntry(entry, b[index]));
}
function sameEntry(a, b) {
  return b !== void 0 && a.uid === b.uid && a.book === b.book && a.selective === b.selective && a.selectiveLogic === b.selectiveLogic && a.caseSensitive === b.caseSensitive && a.matchWholeWords === b.matchWholeWords && sameTexts2(a.keys, b.keys) && sameTexts2(a.secondaryKeys, b.secondaryKeys);
}
function sameTexts2(a, b) {
  return a.length === b.length && a.every((text4, index) => text4 === b[index]);
}

// src/domain/game-state/fresh-parts.ts
function freshCopy(part, fresh) {
  if (fresh.has(part)) return part;
  const copy = Array.isArray(part) ? [...part] : { ...part };
  fresh.add(copy);
  return copy;
}
function withEntry(record3, key, value, fresh) {
  const mine = freshCopy(record3, fresh);
  mine[key] = value;
  return mine;
}

// src/domain/game-state/same-name.ts
var edges = /^[\s"'“”‘’「」『』《》【】[\]]+|[\s"'“”‘’「」『』《》【】[\].。]+$/gu;
function plainName(name, kind) {
  const plain2 = name.normalize("NFKC").toLowerCase().replace(edges, "").replace(/[•・‧∙]/gu, "·").replace(/[\s_-]+/g, " ");
  if (kind === "person") return plain2;
  const { bare } = splitCount(plain2);
  return /[a-z]{3}s$/.test(bare) && !/(?:ss|us|is)$/.test(bare) ? bare.slice(0, -1) : bare;
}
function makePlainNames(limit = 2e4) {
  const known = { thing: /* @__PURE__ */ new Map(), person: /* @__PURE__ */ new Map() };
  return (name, kind) => {
    const names2 = known[kind];
    const found = names2.get(name);
    if (found !== void 0) return found;
    if (names2.size >= limit) names2.clear();
    const plain2 = plainName(name, kind);
    names2.set(name, plain2);
    return plain2;
  };
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
function makeApplyChange() {
  const plain2 = makePlainNames();
  return (state, change, at3, fresh = /* @__PURE__ */ new Set()) => apply2(state, change, at3, { plain: plain2, fresh });
}
function apply2(state, change, at3, means) {
  const { fresh } = means;
  const fault = checkChange(change);
  const attempt = fault ? err(fault) : attemptChange(state, change, means);
  const refused = attempt.ok ? null : refusal(attempt.error.code, attempt.error.about, at3.language);
  const next = freshCopy(state, fresh);
  if (attempt.ok) Object.assign(next, attempt.value);
  const record3 = {
    time: next.time,
    round: at3.round,
    type: change.type,
    params: paramsOf(change),
    accepted: refused === null,
    ...refused ? { reason: refused.reason } : {}
  };
  next.eventLog = withRecord(next.eventLog, record3, fresh);
  return { state: next, refusal: refused };
}
function withRecord(log, record3, fresh) {
  const mine = freshCopy(log, fresh);
  mine.push(record3);
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
function ownValue(record3, key) {
  return Object.hasOwn(record3, key) ? record3[key] : void 0;
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
  const status2 = change.outcome === "success" ? "completed" : "failed";
  return ok({ ...quest, status: status2, outcome: change.outcome });
}
function learn(state, kind, name) {
  const names2 = state.known[kind];
  return names2.length >= KNOWN_LIMIT || names2.includes(name) ? state.known : { ...state.known, [kind]: [...names2, name] };
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
    { code, reason: sentences4[code][parts.language()] + about }
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
        const applied = parts.applyChange(world.game, effect.change, point, freshOf(world));
        world.game = applied.state;
        return applied.refusal ? [applied.refusal] : done;
      }
      case "opening":
        world.game = openStory(world.game, effect);
        return done;
      case "summary":
        addLine(world, { floorId: at3.floorId, round: at3.round, text: effect.text });
        return done;
      case "variable": {
        if (effect.scope !== "branch") return done;
        const refusal3 = writeLayer(variablesOf2(world), effect.key, effect.write);
        return refusal3 ? refuse(refusal3, effect.key) : done;
      }
      case "mvu":
      case "mvu-init": {
        const applied = parts.applyMvu(world.mvu, effect, parts.language());
        world.mvu = applied.record;
        return applied.refusals;
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
function variablesOf2(world) {
  return world.variables;
}
var sentences4 = {
  locked: { zh: "已被手动锁定：", en: "locked by hand: " },
  "key-refused": { zh: "不允许的变量名：", en: "this variable name is not allowed: " },
  "too-large": { zh: "变量值过大：", en: "the value is too large: " },
  "not-a-number": { zh: "需要数字：", en: "a number is needed: " },
  "not-a-list": { zh: "需要列表：", en: "a list is needed: " },
  "patch-failed": { zh: "补丁不再适用：", en: "the patch does not fit any more: " },
  "path-blocked": { zh: "路径不存在：", en: "there is no such place: " }
};

// src/wiring/worlds.ts
async function wireWorlds(base) {
  const [{ applyMvuInLedger }, { renderTree }] = await Promise.all([
    import("./chunk-ledger-mvu-56VH4NOH.js"),
    import("./chunk-render-tree-DM2ETNTI.js")
  ]);
  const ledger = (language) => makeWorldLedger({ empty: emptyGameState, applyChange: makeApplyChange(), applyMvu: applyMvuInLedger, language });
  return {
    ledger,
    stateText: (world, language) => world.mvu ? renderTree(world.mvu, language) : renderState(world.game, language),
    preview(world, effects, at3) {
      const own2 = ledger(() => base.peek()?.language ?? base.host.language());
      const copy = own2.clone(world);
      for (const effect of effects) own2.apply(copy, effect, at3);
      return copy;
    }
  };
}

// src/wiring/turns.ts
function wireTurns(base, { worlds, tools, variables, progress, nextTurn, readStory }) {
  const { host, settings, events, undos } = base;
  const { st, modules, observer, notifier, tokens } = host;
  const { clock: clock2, random, ids, log } = host.platform;
  const runner = makeTurnRunner({
    settings,
    session: base.session,
    ownsChat: base.ownsChat,
    readMaterial: readStory,
    model: makeModelClient({ st, modules, observer, clock: clock2 }),
    tokens,
    clock: clock2,
    random,
    ids,
    log,
    progress,
    notifier,
    events,
    tools,
    nextTurn,
    variables,
    stateText: (world, language) => worlds.stateText(world, language),
    preview: (world, effects, at3) => worlds.preview(world, effects, at3),
    keyScanner: makeScannerCache({ now: () => clock2.now() }),
    screenLanguage: host.language
  });
  const bridge = host.startBridge(runner, {
    enabled: () => settings().enabled,
    letHostToolsRun: () => settings().tools.letHostToolsRun,
    worldbookSource: () => settings().worldbookSource
  });
  undos.add(() => bridge.stop());
  undos.add(guardNewSwipes(st));
  return { runner, bridge };
}

// src/wiring/chat.ts
function wireChat(base, worlds, { runner, bridge }, watcher) {
  const { host, store, actions, events, undos } = base;
  const { st, own: own2, notifier } = host;
  const { clock: clock2, ids, log } = host.platform;
  const claims = wireTabs(base, () => {
    runner.cancel("chat-changed");
    follower.drop();
  });
  const save = async () => {
    if (!await claims.confirm()) throw new NarrativeError("host.not-owner");
    await host.save();
  };
  const hostChat = makeHostChat({
    st,
    own: own2,
    save,
    isShown: (index) => actions.isShown(index),
    showHiding: (index, hidden) => actions.showHiding(index, hidden)
  });
  const hostEvents = makeHostEvents({
    st,
    own: own2,
    busy: () => bridge.busy(),
    regenerating: () => bridge.regenerating()
  });
  const prune = (session) => {
    const { chatId, rows } = session.timeline();
    const needed = new Set(rows.at(-1)?.swipePages ?? []);
    pruneRuns(store, { chatId, needed }, base.settings().retention, clock2.now()).then(
      (pruned) => pruned.runs.length > 0 && log.debug("Old runs were pruned.", pruned),
      (error) => log.warn("Old runs could not be pruned.", error)
    );
  };
  const follower = followChat({
    hostEvents,
    async open() {
      if (!await claims.claim()) return null;
      const session = await openChatSession({
        hostChat,
        store,
        ledger: (language) => worlds.ledger(language),
        clock: clock2,
        ids,
        notifier,
        log,
        screenLanguage: host.language,
        onEdited: () => watcher.onInStep()
      });
      if (session) prune(session);
      return session;
    },
    // The bridge itself ends a tail whose message is swiped, edited or deleted.
    cancelRun(cause) {
      if (cause === "chat-changed") runner.cancel(cause);
    },
    busy: () => runner.status().state !== "idle",
    events,
    onChanged: () => watcher.onChanged(),
    onInStep: () => watcher.onInStep(),
    onNotice: (sentence) => notifier.info(sentence),
    log
  });
  base.follow(follower);
  undos.add(
    renderAfterCommit({
      events,
      settings: base.settings,
      timeline: () => follower.peek()?.timeline() ?? null,
      isShown: (index) => actions.isShown(index),
      fire(index) {
        fireRenderEvents(st, own2, index).catch((error) => log.warn("A listener of a reply failed.", error));
      }
    })
  );
  undos.add(() => follower.stop());
  undos.add(
    hostEvents.onChatDeleted((file) => {
      const forget = async () => {
        const forgotten = await forgetChat(store, hostChat, file);
        if (forgotten.length > 0) await follower.peek()?.variables?.otherBranchesChanged();
      };
      forget().catch((error) => log.warn("A deleted chat was not cleaned up.", error));
    })
  );
  return hostEvents;
}

// src/host/macros.ts
function registerMacro(st, { name, description, read }) {
  const { macros } = st();
  const registry = macros?.registry;
  if (!macros?.register || !registry || registry.hasMacro(name)) return () => void 0;
  macros.register(name, { handler: read, description });
  return () => void registry.unregisterMacro(name);
}

// src/host/slash-commands.ts
var asHtml = (text4) => text4.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
function registerSlashCommand(st, spec) {
  const { SlashCommandParser: parser, SlashCommand } = st();
  if (Object.hasOwn(parser.commands, spec.name)) return () => void 0;
  const command = SlashCommand.fromProps({
    name: spec.name,
    helpString: asHtml(spec.help),
    callback: async (_named, unnamed) => spec.run(typeof unnamed === "string" ? unnamed.trim() : "")
  });
  parser.addCommandObject(command);
  return () => {
    if (parser.commands[spec.name] === command) delete parser.commands[spec.name];
  };
}

// src/ui/commands/na-command.ts
var off = /* @__PURE__ */ new Set(["off", "关", "关闭", "取消", "no", "clear"]);
var opens = (tab) => (deps) => {
  deps.open(tab);
  return "";
};
var guide = (deps, rest) => {
  const words2 = deps.text().commands;
  if (rest === "") {
    const { guide: now } = deps.orders();
    return now === "" ? words2.noGuide : words2.guideIs(now);
  }
  const text4 = off.has(rest.toLowerCase()) ? "" : rest;
  deps.order({ guide: text4 });
  return text4 === "" ? words2.noGuide : words2.guideIs(text4);
};
var plan = (deps, rest) => {
  const skipPlanning = !off.has(rest.toLowerCase());
  deps.order({ skipPlanning });
  const words2 = deps.text().commands;
  return skipPlanning ? words2.noPlan : words2.planAgain;
};
var style = async (deps, rest) => {
  const words2 = deps.text().commands;
  const now = deps.styleNote();
  if (now === null) return deps.text().panel.noChat;
  if (rest === "") return now === "" ? words2.noStyle : words2.styleIs(now);
  const note = off.has(rest.toLowerCase()) ? "" : rest;
  await deps.setStyleNote(note);
  return note === "" ? words2.noStyle : words2.styleIs(note);
};
var status = (deps) => {
  const words2 = deps.text().commands;
  const { guide: ordered, skipPlanning } = deps.orders();
  return [
    deps.running() || words2.idle,
    ...deps.facts(),
    ordered === "" ? "" : words2.guideIs(ordered),
    skipPlanning ? words2.noPlan : ""
  ].filter((line) => line !== "").join("\n");
};
var stop = (deps) => {
  const was = deps.running() !== "";
  deps.stop();
  return was ? deps.text().commands.stopped : deps.text().commands.idle;
};
var analyse = async (deps) => {
  const outcome = await deps.analyse();
  return outcome === null ? deps.text().commands.noReply : deps.text().analysis[outcome];
};
var modes2 = ["native", "compat_plus", "compat_strict"];
var mode = async (deps, rest) => {
  const words2 = deps.text().commands;
  const chosen = modes2.find((name) => name === rest.toLowerCase().replace("-", "_"));
  if (deps.mode() === null) return deps.text().panel.noChat;
  if (chosen) await deps.setMode(chosen);
  const now = deps.mode();
  return now === null ? "" : words2.modeIs(words2.modes[now]);
};
var commands = new Map([
  ...["guide", "引导"].map((word) => [word, guide]),
  ...["noplan", "不规划"].map((word) => [word, plan]),
  ...["style", "文风"].map((word) => [word, style]),
  ...["status", "进度"].map((word) => [word, status]),
  ...["stop", "停止"].map((word) => [word, stop]),
  ...["analyse", "analyze", "分析"].map((word) => [word, analyse]),
  ...["mode", "模式"].map((word) => [word, mode]),
  ...["state", "状态"].map((word) => [word, opens("state")]),
  ...["timeline", "时间线"].map((word) => [word, opens("timeline")]),
  ...["run", "运行"].map((word) => [word, opens("run")]),
  ...["sources", "来源"].map((word) => [word, opens("sources")])
]);
async function runNaCommand(deps, argument) {
  const [, word = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(argument.trim()) ?? [];
  const run = commands.get(word.toLowerCase());
  return run ? run(deps, rest.trim()) : deps.text().commands.help;
}

// src/ui/next-turn-menu.ts
function mountNextTurnMenu(page, text4, actions) {
  const line = (icon, label, onClick) => {
    const made = element(page, "div", {
      className: "list-group-item flex-container flexGap5 interactable",
      attributes: { tabindex: "0", role: "listitem" },
      children: [
        element(page, "div", { className: `fa-solid ${icon} extensionsMenuExtensionButton` }),
        element(page, "span", { text: label })
      ]
    });
    made.addEventListener("click", onClick);
    return made;
  };
  const group = element(page, "div", {
    className: "extension_container narrative-agent-menu",
    children: [
      line("fa-compass", text4.commands.menuGuide, () => actions.guide()),
      line("fa-forward", text4.commands.menuNoPlan, () => actions.toggleSkipPlanning()),
      line("fa-book-open", text4.commands.menuPanels, () => actions.openPanels())
    ]
  });
  page.getElementById("extensionsMenu")?.append(group);
  return () => group.remove();
}
function beginGuide(page) {
  const box = page.querySelector("#send_textarea");
  if (!box) return;
  if (!box.value.startsWith("/na guide")) box.value = `/na guide ${box.value}`;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.focus();
}

// src/wiring/commands.ts
var KEPT_ORDERS = "nextTurn";
function wireNextTurn({ host, peek, changes, undos }, statusLine) {
  const show2 = () => {
    const { commands: words2 } = uiText(host.language());
    const { guide: guide2, skipPlanning } = nextTurn.pending();
    const title = words2.dropOrder;
    statusLine.showOrders([
      ...guide2 === "" ? [] : [{ text: words2.guideIs(guide2), title, takeBack: () => nextTurn.change({ guide: "" }) }],
      ...skipPlanning ? [{ text: words2.noPlan, title, takeBack: () => nextTurn.change({ skipPlanning: false }) }] : []
    ]);
  };
  const nextTurn = makeNextTurn(
    show2,
    () => host.platform.ids.next(),
    (kept2) => {
      peek()?.setChoice(KEPT_ORDERS, kept2).catch((error) => host.platform.log.warn("An order for the next turn could not be kept.", error));
    }
  );
  let restored = null;
  undos.add(
    changes.on(() => {
      const session = peek();
      if (session === null || session === restored) return;
      restored = session;
      nextTurn.restore(session.choice(KEPT_ORDERS));
    })
  );
  return nextTurn;
}
function wireCommands(base, parts) {
  const { host, undos } = base;
  const { nextTurn, panels } = parts;
  const text4 = () => uiText(host.language());
  const deps = commandDeps(base, parts);
  undos.add(
    registerSlashCommand(host.st, {
      name: "na",
      help: text4().commands.help,
      async run(argument) {
        try {
          const answer = await runNaCommand(deps, argument);
          if (answer !== "") host.notifier.info(answer);
          return answer;
        } catch (error) {
          base.showError(error);
          return "";
        }
      }
    })
  );
  undos.add(
    mountNextTurnMenu(document, text4(), {
      guide: () => beginGuide(document),
      toggleSkipPlanning: () => nextTurn.change({ skipPlanning: !nextTurn.pending().skipPlanning }),
      openPanels: () => panels.open("state")
    })
  );
  undos.add(base.events.on("floor.committed", ({ floorId }) => nextTurn.committed(floorId)));
  wireMacros(base);
}
function commandDeps(base, { runner, nextTurn, panels, analyse: analyse2 }) {
  const text4 = () => uiText(base.host.language());
  return {
    text: text4,
    orders: () => nextTurn.pending(),
    order: (part) => nextTurn.change(part),
    styleNote() {
      const session = base.peek();
      const note = session?.choice("styleNote");
      return session === null ? null : typeof note === "string" ? note : "";
    },
    async setStyleNote(note) {
      await base.peek()?.setChoice("styleNote", note === "" ? void 0 : note);
      base.changes.tell();
    },
    running() {
      const { state, step } = runner.status();
      return state === "idle" ? "" : step === void 0 ? text4().status[state] : text4().steps[step];
    },
    facts() {
      const session = base.peek();
      if (!session) return [text4().panel.noChat];
      const { language } = session;
      const round = session.timeline().rows.at(-1)?.round ?? 0;
      const { enabled, promptMode } = base.settings();
      const words2 = text4().commands;
      return [
        enabled ? words2.modeIs(words2.modes[promptMode]) : words2.switchedOff,
        text4().state.round(round),
        timeText(session.head().game.time, language ?? base.host.language()),
        placeName(session.head().game, language ?? base.host.language())
      ];
    },
    stop: () => runner.cancel("stop"),
    async analyse() {
      const row = base.peek()?.timeline().rows.findLast(({ replyIndex, round }) => replyIndex !== null && round > 0);
      return row ? await analyse2(row.floorId) : null;
    },
    open: (tab) => panels.open(tab),
    mode: () => base.peek() ? base.settings().promptMode : null,
    async setMode(mode2) {
      await base.peek()?.setChoice("promptMode", mode2);
      base.changes.tell();
    }
  };
}
function wireMacros(base) {
  const { host } = base;
  const words2 = uiText(host.language()).commands.macros;
  const ofWorld = (read) => () => {
    const session = base.peek();
    if (!session || !base.settings().enabled) return "";
    const round = session.timeline().rows.at(-1)?.round ?? 0;
    const language = languageInUse(base.settings().promptLanguage, session.language, host.language);
    return read(session.head(), language, round);
  };
  const macros = {
    naState: ofWorld(({ game }, language) => renderState(game, language)),
    naSummary: ofWorld(
      ({ summaries }, language) => summaries.map((line) => renderSummaryLine(line, language)).join("\n")
    ),
    naTime: ofWorld(({ game }, language) => timeText(game.time, language)),
    naLocation: ofWorld(({ game }, language) => placeName(game, language)),
    naRound: ofWorld((_world, _language, round) => String(round))
  };
  for (const name of Object.keys(macros)) {
    base.undos.add(registerMacro(host.st, { name, description: words2[name], read: macros[name] }));
  }
}

// src/host/continued-replies.ts
var harmless = ["quiet", "impersonate", "normal", void 0];
function onContinuedReplies(st, handlers) {
  const undos = makeUndoList();
  let before = null;
  let stopped = false;
  undos.add(
    listen(st(), "GENERATION_STARTED", (type, _options, dryRun) => {
      if (dryRun === true || type === "quiet") return;
      before = null;
      stopped = false;
      if (harmless.includes(type)) return;
      handlers.begun();
      if (type === "continue") before = st().chat.at(-1)?.mes ?? null;
    })
  );
  undos.add(listen(st(), "GENERATION_STOPPED", () => void (stopped = true)));
  undos.add(
    listen(
      st(),
      "MESSAGE_RECEIVED",
      (index) => {
        const at3 = Number(index);
        const { chat } = st();
        if (before === null || at3 !== chat.length - 1) return;
        const changed = chat[at3]?.mes !== before;
        before = null;
        const partial2 = stopped;
        if (!changed || chat[at3]?.is_user === true) return;
        setTimeout(() => handlers.written(at3, partial2), 0);
      },
      "last"
    )
  );
  return () => undos.run();
}

// src/wiring/continued.ts
var changesReply = ["swiped", "edited", "deleted", "swipe-deleted"];
function wireContinued(base, runner, hostEvents) {
  const { host, settings, changes, undos } = base;
  const { st, folder } = host;
  const page = makeHostPage();
  let current = null;
  const end = () => {
    current?.abort(new NarrativeError("run.cancelled", { details: { cause: "superseded" } }));
    current = null;
  };
  const isOurs = () => {
    const { enabled, promptMode } = settings();
    const wanted = enabled && promptMode !== "compat_strict";
    return wanted && hostStandDown(st(), { page, folder }, "normal") === null;
  };
  async function analyse2(chatIndex, partial2) {
    end();
    if (!isOurs()) return;
    const mine = new AbortController();
    current = mine;
    await runner.analyseContinued({ chatIndex, partial: partial2, save: () => host.save() }, mine.signal);
    if (current === mine) current = null;
    changes.tell();
  }
  undos.add(
    onContinuedReplies(st, {
      begun: end,
      written: (chatIndex, partial2) => void analyse2(chatIndex, partial2).catch(
        (error) => host.platform.log.warn("A continued reply could not be analysed.", error)
      )
    })
  );
  undos.add(
    hostEvents.onPathChanged((change) => {
      if (changesReply.includes(change)) end();
    })
  );
  undos.add(hostEvents.onChatChanged(end));
  undos.add(end);
}

// src/host/forget-books.ts
function forgetBooks(worldInfo) {
  worldInfo?.worldInfoCache?.clear();
}

// src/host/mount.ts
var PANEL = "#extensions_settings2";
async function mountSettings(st, folder) {
  const panel = document.querySelector(PANEL);
  if (!panel) return null;
  try {
    const html = await st().renderExtensionTemplateAsync(`third-party/${folder}`, "settings");
    const root = document.createElement("div");
    root.className = "narrative-agent-settings";
    root.innerHTML = html;
    panel.append(root);
    return { root, unmount: () => root.remove() };
  } catch {
    return null;
  }
}

// src/ui/settings/chat-choices.ts
function readChatChoices(session) {
  if (!session) return null;
  const enabled = session.choice("enabled");
  const mode2 = session.choice("promptMode");
  const note = session.choice("styleNote");
  return {
    enabled: typeof enabled === "boolean" ? enabled : null,
    promptMode: mode2 === "native" || mode2 === "compat_plus" || mode2 === "compat_strict" ? mode2 : null,
    styleNote: typeof note === "string" ? note : ""
  };
}
async function saveChatChoices(session, choices) {
  await session?.setChoice("enabled", choices.enabled ?? void 0);
  await session?.setChoice("promptMode", choices.promptMode ?? void 0);
  await session?.setChoice("styleNote", choices.styleNote === "" ? void 0 : choices.styleNote);
}

// src/ui/settings/fill-settings-drawer.ts
function fillSettingsDrawer(drawer, deps, onError) {
  const header = drawer.querySelector(".inline-drawer-header");
  const body = drawer.querySelector(".narrative-agent-settings-body");
  let undoPanel = null;
  let removed = false;
  const fill = () => {
    header?.removeEventListener("click", fill);
    import("./chunk-settings-panel-BOGGBMTW.js").then(({ renderSettingsPanel }) => {
      if (!removed && body !== null) undoPanel = renderSettingsPanel(body, deps);
    }).catch(onError);
  };
  header?.addEventListener("click", fill);
  return () => {
    removed = true;
    header?.removeEventListener("click", fill);
    undoPanel?.();
    drawer.remove();
  };
}

// src/wiring/drawer.ts
async function wireDrawer(base, readStory, openPanels) {
  const { host, settingsStore, actions, changes } = base;
  const mounted = await mountSettings(host.st, host.folder);
  if (!mounted) return;
  base.undos.add(
    fillSettingsDrawer(
      mounted.root,
      {
        language: host.language(),
        version: VERSION,
        read: () => settingsStore.read(),
        save(next) {
          settingsStore.save(next);
          changes.tell();
        },
        problems: () => settingsStore.problems(),
        profiles: () => actions.profiles(),
        place: () => ({ card: actions.openCard(), chat: readChatChoices(base.peek()) }),
        saveChatChoices: (choices) => void saveChatChoices(base.peek(), choices).then(() => changes.tell()),
        onChanged: (handler) => changes.on(handler),
        refreshBooks: () => void refreshBooks(base, readStory).catch(base.showError),
        openPanels,
        builtIns: () => loadBuiltIns(base)
      },
      base.showError
    )
  );
}
async function loadBuiltIns({ host, settingsStore, showError }) {
  try {
    const { readBuiltIns } = await import("./chunk-built-ins-L4BDXYBM.js");
    const { promptLanguage, reply } = settingsStore.read();
    return readBuiltIns(promptLanguage === "auto" ? host.language() : promptLanguage, reply);
  } catch (error) {
    showError(error);
    return null;
  }
}
async function refreshBooks({ host, changes }, readStory) {
  forgetBooks(host.modules.worldInfo);
  const { entries } = await readStory();
  const books = new Set(entries.map(({ book }) => book)).size;
  host.notifier.info(uiText(host.language()).sources.refreshed(books, entries.length));
  changes.tell();
}

// src/host/mvu-books.ts
var names = (value) => Array.isArray(value) ? value.filter((name) => typeof name === "string" && name !== "") : [];
var selectedBooks = (worldInfo) => names(worldInfo?.selected_world_info);
function additionalBooks(st, worldInfo) {
  const ctx = st();
  const index = openCharacterIndex(ctx);
  const card = index === null ? null : ctx.characters[index];
  const avatar = isRecord(card) ? card["avatar"] : null;
  if (typeof avatar !== "string") return [];
  const file = avatar.replace(/\.[^.]+$/, "");
  const all = worldInfo?.world_info?.charLore;
  const found = Array.isArray(all) ? all.find((each) => isRecord(each) && each["name"] === file) : void 0;
  return isRecord(found) ? names(found["extraBooks"]) : [];
}
async function variableEntries(st, worldInfo, { source, primary }) {
  const { entries } = await readWorldbooks(st(), worldInfo, { type: "normal", source, activated: [] });
  if (primary === null || source === "card") return entries;
  const known = new Set(entries.filter(({ book }) => book === primary).map(({ uid }) => uid));
  const raw = await worldInfo?.loadWorldInfo?.(primary);
  const all = isRecord(raw) ? own(raw, "entries") : void 0;
  const gates = { trigger: "normal", cardFile: "", cardTags: null };
  const taken = Object.values(isRecord(all) ? all : {}).flatMap((item, index) => {
    const entry = readEntry(item, gates, { book: primary, index });
    return entry && !known.has(entry.uid) ? [entry] : [];
  });
  return [...entries, ...taken];
}

// src/host/mvu-events.ts
var mvuEvents = {
  SINGLE_VARIABLE_UPDATED: "mag_variable_updated",
  VARIABLE_INITIALIZED: "mag_variable_initialized",
  VARIABLE_UPDATE_STARTED: "mag_variable_update_started",
  COMMAND_PARSED: "mag_command_parsed",
  VARIABLE_UPDATE_ENDED: "mag_variable_update_ended",
  BEFORE_MESSAGE_UPDATE: "mag_before_message_update"
};
var zodEvents = {
  commandParsed: "mag_command_parsed_for_zod",
  commandParsedEnded: "mag_command_parsed_ended_for_zod",
  updateEnded: "mag_variable_update_ended_for_zod"
};
var askedEvents = { invoke: "mag_invoke_mvu", update: "mag_update_variable" };
var MVU_INITIALIZED = "global_Mvu_initialized";

// src/host/mvu-realm.ts
var STAND_IN_FLAG = "narrativeAgentStandIn";
function realMvu(realm) {
  const mvu = realm.Mvu;
  if (typeof mvu !== "object" || mvu === null) return null;
  const found = mvu;
  return typeof found.parseMessage === "function" && found[STAND_IN_FLAG] !== true ? found : null;
}
function enabledScripts(realm, card) {
  const helper = realm.TavernHelper;
  const trees = isRecord(helper) ? helper["getScriptTrees"] : void 0;
  const found = [];
  if (typeof trees === "function") {
    for (const type of ["character", "global", "preset"]) {
      try {
        collect(trees({ type }), found, 0);
      } catch {
        continue;
      }
    }
  }
  collect(card, found, 0);
  return found;
}
function collect(node, found, depth) {
  if (depth > 6) return;
  if (Array.isArray(node)) {
    for (const child of node) collect(child, found, depth + 1);
    return;
  }
  if (!isRecord(node) || node["enabled"] === false) return;
  if (typeof node["content"] === "string") found.push(node["content"]);
  for (const key of ["scripts", "value", "tavern_helper", "TavernHelper_scripts"]) collect(node[key], found, depth + 1);
}

// src/host/mvu-records.ts
var shownSwipe2 = (message) => message.swipe_id ?? 0;
function readVariables(message, swipe) {
  const holder = message.variables;
  const record3 = Array.isArray(holder) ? holder[swipe] : isRecord(holder) ? own(holder, String(swipe)) : void 0;
  const copy = isRecord(record3) ? safeJson(record3, 64) : void 0;
  return isRecord(copy) ? copy : null;
}
function readMvuRecord(message, swipe) {
  const record3 = readVariables(message, swipe);
  return record3 && isRecord(record3["stat_data"]) && record3["schema"] !== void 0 ? record3 : null;
}
function writeMvuRecord(message, swipe, record3) {
  const present = readVariables(message, swipe) ?? {};
  const next = mergedRecord(present, record3);
  if (JSON.stringify(next) === JSON.stringify(present)) return false;
  const slots = asArray(message.variables);
  while (slots.length < Math.max(swipe + 1, message.swipes?.length ?? 1)) slots.push({});
  slots[swipe] = next;
  message.variables = slots;
  return true;
}
var mvuKeys = ["stat_data", "schema", "initialized_lorebooks", "display_data", "delta_data"];
function mergedRecord(present, record3) {
  const kept2 = Object.entries(present).filter(([key]) => !mvuKeys.includes(key));
  const ours2 = mvuKeys.flatMap((key) => record3[key] === void 0 ? [] : [[key, record3[key]]]);
  return structuredClone({ ...Object.fromEntries(ours2), ...Object.fromEntries(kept2) });
}
function asArray(holder) {
  if (Array.isArray(holder)) return [...holder];
  const slots = [];
  if (!isRecord(holder)) return slots;
  for (const [key, value] of Object.entries(holder)) {
    const index = /^\d{1,4}$/.test(key) ? Number(key) : -1;
    if (index >= 0) slots[index] = value;
  }
  return Array.from(slots, (slot) => slot ?? {});
}
function realignRecords(message, deletedSwipe) {
  const slots = asArray(message.variables);
  if (!Array.isArray(message.swipes) || slots.length !== message.swipes.length + 1) return false;
  if (deletedSwipe < 0 || deletedSwipe >= slots.length) return false;
  slots.splice(deletedSwipe, 1);
  message.variables = slots;
  return true;
}

// src/host/mvu-scopes.ts
function safeRecord(data) {
  const copy = safeJson(data, 64);
  return isRecord(copy) ? copy : {};
}
function messageOf(st, id) {
  const { chat } = st();
  const index = id === "latest" ? chat.length - 1 : id < 0 ? chat.length + id : id;
  const message = chat[index];
  if (!message) throw new RangeError(`There is no message ${id}.`);
  return { message, swipe: shownSwipe2(message) };
}
function readScope(st, option = { type: "chat" }) {
  if (option.type === "message") {
    const { message, swipe } = messageOf(st, option.message_id ?? "latest");
    return readVariables(message, swipe) ?? {};
  }
  return safeRecord(st().chatMetadata["variables"]);
}
function writeScope(st, data, option = { type: "chat" }) {
  if (option.type !== "message") {
    st().chatMetadata["variables"] = safeRecord(data);
    st().saveMetadataDebounced();
    return;
  }
  const { message, swipe } = messageOf(st, option.message_id ?? "latest");
  const slots = asArray(message.variables);
  while (slots.length <= swipe) slots.push({});
  slots[swipe] = safeRecord(data);
  message.variables = slots;
  st().saveMetadataDebounced();
}

// src/host/mvu-single-variable.ts
var segmentsOf = (path) => path.split(/[.[\]"']+/).filter((segment) => segment !== "");
var childOf = (here, segment) => typeof here === "object" && here !== null ? own(here, segment) : void 0;
var lookUp = (root, path) => segmentsOf(path).reduce(childOf, root);
function withoutDescription(found) {
  if (!Array.isArray(found)) return found;
  const list2 = found;
  return list2.length === 2 && typeof list2[1] === "string" ? list2[0] : list2;
}
function setSingleVariable(data, path, value, reason) {
  const after = safeJson(value, 64);
  const tree = isRecord(data) ? data["stat_data"] : void 0;
  const segments = segmentsOf(path);
  const old = lookUp(tree, path);
  if (!isRecord(data) || after === void 0 || old === void 0 || segments.some(isForbiddenKey)) return null;
  const before = withoutDescription(old);
  const isPair = Array.isArray(old) && before !== old;
  put(tree, isPair ? [...segments, "0"] : segments, after);
  const told = `${show(before)}->${show(after)}${reason === "" ? "" : ` (${reason})`}`;
  for (const copy of ["display_data", "delta_data"]) if (isRecord(data[copy])) put(data[copy], segments, told);
  return { before, after };
}
var show = (value) => typeof value === "string" ? value : JSON.stringify(value);
function put(root, segments, value) {
  let here = root;
  for (const segment of segments.slice(0, -1)) {
    const child = childOf(here, segment);
    if (typeof child === "object" && child !== null) here = child;
    else {
      const made = {};
      here[segment] = made;
      here = made;
    }
  }
  here[segments.at(-1) ?? ""] = value;
}

// src/host/mvu-stand-in.ts
var newest2 = (st) => ({ type: "message", message_id: st().chat.length - 1 });
function makeStandIn(st, engine) {
  const emit2 = (name, ...args) => st().eventSource.emit(name, ...args);
  return {
    [STAND_IN_FLAG]: true,
    events: mvuEvents,
    getMvuData: (option) => readScope(st, option),
    replaceMvuData(data, option) {
      writeScope(st, data, option);
      return Promise.resolve();
    },
    async parseMessage(text4, before) {
      const data = { ...safeRecord(before) };
      if (!isRecord(data["stat_data"])) return data;
      await emit2(mvuEvents.VARIABLE_UPDATE_STARTED, data);
      const commands2 = await engine.commandsOf(text4);
      await emit2(mvuEvents.COMMAND_PARSED, data, commands2, text4);
      await emit2(zodEvents.commandParsed, data, commands2, text4);
      await emit2(zodEvents.commandParsedEnded, data, commands2, text4);
      const tree = data["stat_data"];
      replaceContent(data, await engine.run(commands2, safeRecord(data)));
      for (const path of new Set(commands2.map(({ args }) => args[0] ?? ""))) {
        const [was, is] = [lookUp(tree, path), lookUp(data["stat_data"], path)];
        if (is !== void 0 && JSON.stringify(was) !== JSON.stringify(is)) {
          await emit2(mvuEvents.SINGLE_VARIABLE_UPDATED, data["stat_data"], path, was, is);
        }
      }
      await emit2(mvuEvents.VARIABLE_UPDATE_ENDED, data, before);
      await emit2(zodEvents.updateEnded, data, before);
      return safeRecord(data);
    },
    isDuringExtraAnalysis: () => false,
    getMvuVariable: (data, path, option = {}) => withoutDescription(lookUp(partOf(data, option.category ?? "stat"), path)) ?? option.default_value,
    async setMvuVariable(data, path, value, { reason = "", is_recursive = false } = {}) {
      const change = setSingleVariable(data, path, value, reason);
      if (change && is_recursive) {
        await emit2(mvuEvents.SINGLE_VARIABLE_UPDATED, partOf(data, "stat"), path, change.before, change.after);
      }
      return change !== null;
    },
    getRecordFromMvuData: (data, category) => partOf(data, category),
    async reloadInitVar(data) {
      const next = isRecord(data) ? await engine.reload(safeRecord(data)) : null;
      if (next === null) return false;
      replaceContent(data, next);
      return true;
    },
    getCurrentMvuData: () => readScope(st, newest2(st)),
    replaceCurrentMvuData(data) {
      writeScope(st, data, newest2(st));
      return Promise.resolve();
    }
  };
}
function partOf(data, category) {
  const key = category === "display" ? "display_data" : category === "delta" ? "delta_data" : "stat_data";
  return own(safeRecord(data), key);
}
function replaceContent(data, next) {
  for (const key of Object.keys(data)) if (!Object.hasOwn(next, key)) delete data[key];
  Object.assign(data, next);
}
function placeStandIn(st, realm, standIn) {
  if (realm.Mvu !== void 0) return () => void 0;
  let real = standIn;
  Object.defineProperty(realm, "Mvu", {
    configurable: true,
    enumerable: true,
    get: () => real,
    set(value) {
      real = value;
      Object.defineProperty(realm, "Mvu", { configurable: true, enumerable: true, writable: true, value });
    }
  });
  void st().eventSource.emit(MVU_INITIALIZED);
  const undos = makeUndoList();
  undos.add(() => {
    if (realm.Mvu === standIn) delete realm.Mvu;
  });
  undos.add(answerScripts(st, () => realm.Mvu === standIn ? standIn : null));
  return () => undos.run();
}
function answerScripts(st, here) {
  const source = st().eventSource;
  const invoke = async (text4, variables) => {
    const mvu = here();
    if (!mvu || typeof text4 !== "string" || !isRecord(variables)) return;
    variables["new_variables"] = await mvu.parseMessage(text4, safeRecord(variables["old_variables"]));
  };
  const update = (...[tree, path, value, reason, recursive]) => here()?.setMvuVariable({ stat_data: tree }, String(path), value, {
    reason: typeof reason === "string" ? reason : "",
    is_recursive: recursive === true
  });
  source.on(askedEvents.invoke, invoke);
  source.on(askedEvents.update, update);
  return () => {
    source.removeListener(askedEvents.invoke, invoke);
    source.removeListener(askedEvents.update, update);
  };
}

// src/host/mvu-client.ts
var PARSE_TIMEOUT_MS = 8e3;
function makeMvuHost(deps) {
  const { st, realm } = deps;
  let standIn = null;
  return {
    presence() {
      const presence = presenceOf(st(), realm);
      if (presence.kind === "absent" && standIn && realm.Mvu === void 0) placeStandIn(st, realm, standIn);
      return presence;
    },
    read(index, swipe) {
      const message = st().chat[index];
      return message ? readMvuRecord(message, swipe ?? shownSwipe2(message)) : null;
    },
    readBefore(index) {
      const { chat } = st();
      for (let at3 = Math.min(index, chat.length) - 1; at3 >= 0; at3 -= 1) {
        const message = chat[at3];
        const record3 = message && readMvuRecord(message, shownSwipe2(message));
        if (record3) return record3;
      }
      return null;
    },
    parse(text4, before, signal) {
      const mvu = realMvu(realm) ?? standIn;
      if (!mvu) return Promise.reject(new NarrativeError("tool.unavailable", { message: "MVU is not there." }));
      return parseWith(mvu, { text: text4, before, signal });
    },
    async initialised(record3, swipe) {
      if (realMvu(realm)) return record3;
      const copy = structuredClone(record3);
      await st().eventSource.emit(mvuEvents.VARIABLE_INITIALIZED, copy, swipe);
      const left = safeJson(copy, 64);
      return isRecord(left) ? left : record3;
    },
    async beforeUpdate({ record: record3, text: text4 }) {
      if (realMvu(realm) || !standIn) return { record: record3, text: text4 };
      const message = { variables: structuredClone(record3), message_content: text4 };
      await st().eventSource.emit(mvuEvents.BEFORE_MESSAGE_UPDATE, message);
      const variables = safeJson(message.variables, 64);
      return {
        record: isRecord(variables) ? variables : record3,
        text: typeof message.message_content === "string" ? message.message_content : text4
      };
    },
    write: (writes2) => writes2.filter((write) => writeOne(st(), realm, write)).length,
    realign(index, deletedSwipe) {
      const message = st().chat[index];
      return message ? realignRecords(message, deletedSwipe) : false;
    },
    bookNames: () => bookNamesOf(st(), deps),
    usesZod: () => enabledScripts(realm, cardExtensions(st())).some((script) => script.includes("registerMvuSchema")),
    standIn(engine) {
      const mine = makeStandIn(st, engine);
      standIn = mine;
      const remove2 = placeStandIn(st, realm, mine);
      return () => {
        remove2();
        if (standIn === mine) standIn = null;
      };
    }
  };
}
function presenceOf(ctx, realm) {
  const mvu = realMvu(realm);
  if (mvu) {
    const settings = ctx.extensionSettings["mvu_settings"];
    const extraModel = isRecord(settings) && settings["更新方式"] === "额外模型解析";
    return { kind: "present", extraModel, asking: mvu.isDuringExtraAnalysis?.() === true };
  }
  const canCome = realm.TavernHelper !== void 0;
  const brings = canCome && enabledScripts(realm, cardExtensions(ctx)).some((script) => /MagVarUpdate/i.test(script));
  return { kind: brings ? "expected" : "absent" };
}
function cardExtensions(ctx) {
  const index = openCharacterIndex(ctx);
  const card = index === null ? null : ctx.characters[index];
  const data = isRecord(card) ? card["data"] : null;
  return isRecord(data) ? data["extensions"] : null;
}
function bookNamesOf(ctx, deps) {
  const extensions = cardExtensions(ctx);
  const world = isRecord(extensions) ? extensions["world"] : void 0;
  const primary = typeof world === "string" && world !== "" ? world : null;
  return { global: deps.selectedBooks(), primary, additional: deps.additionalBooks() };
}
async function parseWith(mvu, request) {
  const { text: text4, before, signal } = request;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PARSE_TIMEOUT_MS);
  const stop2 = () => limit.abort();
  signal.addEventListener("abort", stop2, { once: true });
  if (signal.aborted) stop2();
  try {
    const asked = Promise.resolve(mvu.parseMessage(text4, structuredClone(before)));
    const answer = safeJson(await untilAborted(asked, limit.signal, () => abortedBy(signal)), 64);
    if (isRecord(answer) && isRecord(answer["stat_data"])) return answer;
    throw new NarrativeError("tool.failed", { message: "MVU gave no record back." });
  } catch (error) {
    if (error instanceof NarrativeError) throw error;
    throw new NarrativeError("tool.failed", { message: "MVU failed on this message.", cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop2);
  }
}
function abortedBy(signal) {
  if (!signal.aborted) return new NarrativeError("tool.timeout", { message: "MVU did not answer." });
  const reason = signal.reason;
  return reason instanceof NarrativeError ? reason : new NarrativeError("run.cancelled");
}
function writeOne(ctx, realm, { index, swipe, record: record3 }) {
  const message = ctx.chat[index];
  if (!message) return false;
  const changed = writeMvuRecord(message, swipe, record3);
  const mvu = realMvu(realm);
  if (!changed || !mvu || swipe !== shownSwipe2(message)) return changed;
  try {
    const whole = mergedRecord(readVariables(message, swipe) ?? {}, record3);
    mvu.replaceMvuData(whole, { type: "message", message_id: index });
  } catch {
    return true;
  }
  return true;
}

// src/host/message-display.ts
function showMessagesAs(st, shown2) {
  const formatter = st().messageFormatter;
  if (!formatter) return () => void 0;
  let active = true;
  formatter.addHook((text4) => active ? shown2(text4) : text4, { stage: formatter.stage.AFTER_REGEX });
  return () => active = false;
}

// src/host/swipe-deletions.ts
function onSwipeDeleted(st, handler) {
  return listen(
    st(),
    "MESSAGE_SWIPE_DELETED",
    (data) => {
      if (!isRecord(data)) return;
      const [index, swipe] = [Number(data["messageId"]), Number(data["swipeId"])];
      if (Number.isInteger(index) && Number.isInteger(swipe)) handler(index, swipe);
    },
    "last"
  );
}

// src/host/swipe-texts.ts
function swipeTexts(message) {
  if (!message) return [];
  const shown2 = shownSwipe2(message);
  return (message.swipes ?? [message.mes]).map((text4, swipe) => swipe === shown2 ? message.mes : text4);
}

// src/pipeline/keep-variables.ts
function keepVariables(deps) {
  let touched = false;
  let working = false;
  let stopped = false;
  const keep = async () => {
    if (stopped) return;
    const session = deps.session();
    const chat = session && await deps.chat(session);
    if (!session || !chat) {
      deps.standIn(false);
      return;
    }
    if (deps.runner.status().state !== "idle") return;
    const { problems, changed } = await chat.keepInStep();
    problems.forEach(deps.onProblem);
    if (deps.session() !== session) return;
    deps.standIn(session.head().mvu !== null);
    if (changed) deps.onChanged();
  };
  const work = async () => {
    working = true;
    try {
      while (touched && !stopped) {
        await deps.runner.idle();
        touched = false;
        await keep();
      }
    } catch (error) {
      if (!(error instanceof NarrativeError && error.code === "host.chat-changed"))
        deps.log.warn("The variables of the chat could not be brought in step.", error);
    } finally {
      working = false;
      if (touched && !stopped) void work();
    }
  };
  return {
    touch() {
      touched = true;
      if (!working && !stopped) void work();
    },
    stop() {
      stopped = true;
    }
  };
}

// src/pipeline/place-stand-in.ts
function placeStandIn2(host, reload, log) {
  let wanted = false;
  let remove2 = null;
  const place = async () => {
    const { makeUpdateEngine } = await import("./chunk-update-engine-ZB4O37SW.js");
    if (wanted) remove2 ??= host.standIn(makeUpdateEngine(reload));
  };
  return (next) => {
    if (next === wanted) return;
    wanted = next;
    if (next) {
      place().catch((error) => log.warn("The stand-in for MVU could not be placed.", error));
    } else {
      remove2?.();
      remove2 = null;
    }
  };
}

// src/wiring/mvu.ts
function wireMvu(base) {
  const { host, undos, changes, events, settings } = base;
  const { st, modules, notifier } = host;
  const { log } = host.platform;
  const { worldInfo } = modules;
  const mvuHost = makeMvuHost({
    st,
    realm: globalThis,
    selectedBooks: () => selectedBooks(worldInfo),
    additionalBooks: () => additionalBooks(st, worldInfo)
  });
  const variables = makeChatVariables({
    host: mvuHost,
    playPart: () => settings().enabled && !st().groupId,
    save: () => st().saveMetadataDebounced(),
    entries: () => variableEntries(st, worldInfo, { source: settings().worldbookSource, primary: mvuHost.bookNames().primary }),
    swipes: (index) => swipeTexts(st().chat[index]),
    expand: (text4) => expandMacros(st(), text4)
  });
  const current = async () => {
    const session = base.peek();
    return session && variables.chat(session);
  };
  const standIn = placeStandIn2(mvuHost, async (record3) => await (await current())?.reload(record3) ?? null, log);
  let keeping = null;
  const touch = () => keeping?.touch();
  undos.add(() => standIn(false));
  undos.add(showMessagesAs(st, (text4) => settings().enabled ? hideUpdateBlocks(text4) : text4));
  undos.add(onSwipeDeleted(st, (index, swipe) => void mvuHost.realign(index, swipe)));
  return {
    variables,
    panel: {
      ruledByMvu: () => mvuHost.presence().kind === "present",
      newInitialKeys: async () => await (await current())?.newInitialKeys() ?? [],
      async mergeNewInitialKeys() {
        await (await current())?.mergeNewInitialKeys();
        changes.tell();
      }
    },
    touch,
    follow(runner, hostEvents) {
      const kept2 = keepVariables({
        runner,
        chat: variables.chat,
        session: () => base.peek(),
        standIn,
        onProblem: ({ book, where, message }) => notifier.once(`initvar:${book ?? ""}:${where}`, uiText(host.language()).mvu.initialProblem(where, message)),
        onChanged: () => changes.tell(),
        log
      });
      keeping = kept2;
      undos.add(() => kept2.stop());
      undos.add(changes.on(touch));
      undos.add(events.on("floor.committed", touch));
      undos.add(
        hostEvents.onSourcesChanged(() => {
          variables.forgetBooks();
          touch();
        })
      );
      touch();
    }
  };
}

// src/pipeline/offer-preset.ts
async function offerPreset({ questions, language, settings }, preset, signal) {
  const answered = Object.hasOwn(settings.presetChoices, preset.name);
  if (preset.stock || answered || settings.presetMode === "split") return null;
  const { used, dropped } = presetUse(preset.prompts);
  if (used.length === 0) return null;
  const lint = lintPreset(preset.prompts, language, settings.reply.length);
  const sentences5 = lint.map(({ name, identifier, message }) => `${name || identifier}: ${message}`);
  return questions.usePreset({ preset: preset.name, used, dropped, lint: sentences5 }, signal);
}

// src/wiring/preset.ts
function wirePresetOffer(base, runner, readStory) {
  const { host, settingsStore, changes } = base;
  const { log } = host.platform;
  const questions = makePlayerQuestions(document, host.language, log);
  const gone = new AbortController();
  const asked = /* @__PURE__ */ new Set();
  const offer = async () => {
    const settings = base.settings();
    if (!settings.enabled || settings.promptMode !== "native" || settings.presetMode === "split") return;
    await runner.idle();
    const { preset } = await readStory();
    if (asked.has(preset.name) || gone.signal.aborted) return;
    asked.add(preset.name);
    const answer = await offerPreset({ questions, language: host.language(), settings }, preset, gone.signal);
    if (answer === null) return;
    const now = settingsStore.read();
    settingsStore.save({ ...now, presetChoices: { ...now.presetChoices, [preset.name]: answer } });
    changes.tell();
  };
  base.undos.add(() => gone.abort());
  base.undos.add(
    base.events.on("floor.committed", () => {
      offer().catch((error) => log.warn("The preset could not be offered.", error));
    })
  );
}
function wireSources(base, readStory) {
  const { host, settingsStore, settings, changes } = base;
  return {
    async read() {
      const { inspectSources } = await import("./chunk-inspect-sources-2LMMO356.js");
      const deps = {
        settings: settings(),
        language: host.language(),
        estimate: (text4) => host.tokens.estimate(text4)
      };
      return inspectSources(deps, await readStory());
    },
    setTarget(preset, identifier, target) {
      const now = settingsStore.read();
      const others = Object.entries(now.presetTargets[preset] ?? {}).filter(([other]) => other !== identifier);
      const targets = Object.fromEntries(target === null ? others : [...others, [identifier, target]]);
      settingsStore.save({ ...now, presetTargets: { ...now.presetTargets, [preset]: targets } });
      changes.tell();
    }
  };
}

// src/host/fill-input.ts
function fillInput(text4) {
  const input = document.getElementById("send_textarea");
  if (!(input instanceof HTMLTextAreaElement)) return;
  const typed = input.value.trimEnd();
  input.value = typed === "" ? text4 : `${typed}
${text4}`;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.focus();
}

// src/host/newest-tool-output.ts
function newestToolOutput({ chat }) {
  const last = chat.at(-1);
  if (!last || last.is_user || last.is_system) return [];
  const pending = last.swipes !== void 0 && (last.swipe_id ?? 0) >= last.swipes.length;
  return pending ? [] : parsePageMirror(last.extra?.[EXTENSION_KEY])?.toolOutput ?? [];
}

// src/ui/tool-strip.ts
function makeToolStrip({ page, text: text4, onAction }) {
  const strip = element(page, "div", { className: "narrative-agent-tool-strip" });
  let parts = [];
  let watched = null;
  function place() {
    const reply = parts.length === 0 ? null : newestReply(page);
    const target = reply?.querySelector(".mes_block") ?? reply;
    if (!target) strip.remove();
    else if (strip.parentElement !== target)
      target.insertBefore(strip, target.querySelector(".narrative-agent-status"));
  }
  function watch() {
    const chat = page.getElementById("chat");
    if (parts.length > 0 && watched === null && chat !== null) {
      watched = new MutationObserver(place);
      watched.observe(chat, { childList: true });
    } else if (parts.length === 0) {
      watched?.disconnect();
      watched = null;
    }
  }
  function show2(outputs, buttons) {
    const actions = buttons ? [...new Set(outputs.flatMap((output) => readActions(output.text)))] : [];
    parts = [
      ...outputs.flatMap((output) => panelPart(page, output, buttons)),
      ...actions.length === 0 ? [] : [actionsPart(page, text4(), actions, onAction)]
    ];
    strip.replaceChildren(...parts);
    place();
    watch();
  }
  return { show: show2, remove: () => show2([], false) };
}
var actionsBlock = /<actions[^>]{0,100}>[\s\S]*?<\/actions\s*>/gi;
function panelPart(page, { panel, text: text4 }, buttons) {
  if (panel === void 0) return [];
  const body = (buttons ? text4.replace(actionsBlock, "") : text4).trim();
  if (body === "") return [];
  const summary = element(page, "summary", { text: panel });
  const content = element(page, "pre", { className: "narrative-agent-pre", text: body });
  return [element(page, "details", { className: "narrative-agent-tool-panel", children: [summary, content] })];
}
function actionsPart(page, words2, actions, onAction) {
  return element(page, "div", {
    className: "narrative-agent-actions",
    attributes: { role: "group", "aria-label": words2.tools.actions },
    children: actions.map(
      (action) => element(page, "button", {
        className: "menu_button narrative-agent-action",
        text: action,
        attributes: { type: "button" },
        onClick: () => onAction(action)
      })
    )
  });
}

// src/wiring/tool-strip.ts
function wireToolStrip(base) {
  const { host, events, changes, undos } = base;
  const strip = makeToolStrip({ page: document, text: () => uiText(host.language()), onAction: fillInput });
  let underWay = false;
  const refresh = () => {
    const settings = base.settings();
    const shown2 = !underWay && settings.enabled && base.peek() !== null;
    strip.show(shown2 ? newestToolOutput(host.st()) : [], settings.tools.actionButtons);
  };
  const turn = (started) => () => {
    underWay = started;
    refresh();
  };
  const begun = turn(true);
  undos.add(events.on("generation.started", ({ slot }) => (slot === "planning" || slot === "writing") && begun()));
  undos.add(events.on("floor.committed", turn(false)));
  undos.add(events.on("floor.failed", turn(false)));
  undos.add(changes.on(refresh));
  undos.add(() => strip.remove());
}

// src/main.ts
var running = Promise.resolve(null);
async function start() {
  const base = await openBase(import.meta.url);
  const { host, events, changes, undos, actions } = base;
  const worlds = await wireWorlds(base);
  const statusLine = makeStatusLine({
    page: document,
    text: () => uiText(host.language()),
    now: () => host.platform.clock.now(),
    actions: {
      retry: (turn) => actions.retry(turn),
      analyseAgain: (pageId) => void analyseAgainOf(pageId),
      catchUp: () => catchUp.open(),
      stop: () => turns.runner.cancel("stop"),
      openRun: (pageId) => panels.open("run", pageId),
      openState: () => panels.open("state")
    }
  });
  undos.add(() => statusLine.remove());
  const readStory = makeReadStory(base);
  const tools = wireTools(base, new URL("./sandbox-worker.js", import.meta.url), readStory);
  const nextTurn = wireNextTurn(base, statusLine);
  const mvu = wireMvu(base);
  const turns = wireTurns(base, {
    worlds,
    tools: tools.deps,
    variables: mvu.variables,
    progress: statusLine,
    nextTurn,
    readStory
  });
  wirePresetOffer(base, turns.runner, readStory);
  const catchUp = wireCatchUp(base, turns.runner, readStory, statusLine);
  const hostEvents = wireChat(base, worlds, turns, {
    onChanged() {
      statusLine.showChip(base.peek() !== null && base.settings().enabled);
      catchUp.offer();
      changes.tell();
    },
    onInStep: () => mvu.touch()
  });
  mvu.follow(turns.runner, hostEvents);
  wireContinued(base, turns.runner, hostEvents);
  undos.add(
    hostEvents.onChatChanged((chat) => {
      statusLine.clear();
      nextTurn.forget();
      tools.askConsent(chat?.owner ?? null);
    })
  );
  undos.add(
    events.on("floor.committed", () => {
      changes.tell();
      void turns.runner.idle().then(() => tools.askNewConsent());
    })
  );
  wireToolStrip(base);
  const analyse2 = async (floorId) => {
    const outcome = await turns.runner.analyseAgain(floorId);
    changes.tell();
    return outcome;
  };
  const analyseAgainOf = async (pageId) => {
    const rows = base.peek()?.timeline().rows ?? [];
    const row = rows.find((candidate) => candidate.pageId === pageId);
    if (row) await analyse2(row.floorId).catch(base.showError);
  };
  const { bench, records } = wireBench(base, tools, readStory);
  const panels = makePanels(document, {
    language: host.language(),
    session: base.peek,
    onChanged: (handler) => changes.on(handler),
    analyseAgain: (pageId) => void analyseAgainOf(pageId),
    catchUp: () => catchUp.open(),
    detachedPages: (floorId) => base.store.pagesOfFloor(floorId),
    mvu: mvu.panel,
    onError: base.showError,
    sources: wireSources(base, readStory),
    bench,
    decideConsent: (tool) => tools.decide(tool)
  });
  undos.add(() => panels.remove());
  wireCommands(base, { runner: turns.runner, nextTurn, panels, analyse: analyse2 });
  undos.add(
    publishApi(
      makeApi({
        runner: turns.runner,
        notes: nextTurn.notes,
        session: base.session,
        peek: base.peek,
        events,
        renderSummary: renderSummaryLine,
        fork: (index, swipe) => actions.fork(index, swipe),
        deleteMessage: (index) => actions.deleteMessage(index),
        analyseAgain: analyse2,
        tools: {
          bench,
          records,
          settings: () => base.settingsStore.read(),
          saveSettings: (next) => base.settingsStore.save(next)
        }
      })
    )
  );
  await wireDrawer(base, readStory, () => panels.open("state"));
  return () => undos.run();
}
function makeReadStory({ host, settings }) {
  const { st, modules } = host;
  const snapshot2 = makeTurnSnapshot({ st, modules, worldbookSource: () => settings().worldbookSource });
  return () => snapshot2({ type: "normal", prompt: [], activated: [], promptBudget: promptBudget(st) });
}
onAppReady(() => {
  running = start().catch((error) => {
    console.error("[Narrative Agent] could not start.", error);
    return null;
  });
});
async function disable() {
  const undo = await running;
  running = Promise.resolve(null);
  undo?.();
}
async function clean() {
  await disable();
  const { user } = await loadStModules();
  await Promise.all([forgetExtension(currentSt), deleteDatabase(userHandle(user))]);
}
export {
  clean,
  disable
};
