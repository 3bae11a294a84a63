/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  bareSummary,
  composeAnalysis,
  fillTemplate,
  hasRoundLabel,
  labelledRound,
  readAnalysis
} from "./chunk-chunk-UMRS6PXT.js";
import {
  languageInUse,
  scanTexts,
  storyLanguage
} from "./chunk-chunk-ODHDI3KS.js";
import {
  callAgent,
  callDeps,
  callRoom,
  cancelled,
  chooseLayout,
  fitPrompt,
  smallerPrompt
} from "./chunk-chunk-MFHU7CZ7.js";
import {
  makeJournal,
  nothingTold
} from "./chunk-chunk-A7GIB32G.js";
import {
  noteMessage,
  nothingYet
} from "./chunk-chunk-26SXFQAK.js";
import {
  activeToolEntries,
  cleanReply,
  inputOf,
  proseOf,
  renderRound,
  roundTurns,
  toolEntries
} from "./chunk-chunk-5PEN3X6U.js";
import {
  gatherRounds
} from "./chunk-chunk-P3UUPY7A.js";
import {
  untilAborted
} from "./chunk-chunk-IHGEZULJ.js";
import {
  once
} from "./chunk-chunk-4Q6YCZR6.js";
import {
  deepFreeze
} from "./chunk-chunk-XO3DSS5A.js";
import {
  emptyPreset,
  splitPreset
} from "./chunk-chunk-KJITHBSO.js";
import {
  activateEntries,
  routeEntries,
  sentParts,
  whyBySource
} from "./chunk-chunk-OMIXSY6H.js";
import {
  NarrativeError,
  isCancelled
} from "./chunk-chunk-QRHHLME7.js";

// src/domain/timeline/is-by-analysis.ts
function isByAnalysis(effect) {
  if (effect.kind === "state") return effect.source === void 0 || effect.source === "analysis";
  return effect.kind === "summary" || effect.kind === "opening";
}

// src/pipeline/announce-pages.ts
function announcePages({ events }, session, pages, reason) {
  for (const { floorId, effects } of pages) {
    const row = session.timeline().rows.find((each) => each.floorId === floorId);
    if (row?.pageId == null) continue;
    const { pageId, round, analysis } = row;
    const summaries = effects.flatMap((effect) => effect.kind === "summary" ? [effect.text] : []);
    for (const text of summaries) events.emit("memory.extracted", { round, text, source: "analysis" });
    events.emit("floor.committed", {
      floorId,
      pageId,
      round,
      analysis,
      effects,
      changes: (session.variables?.changes(pageId) ?? []).map((change) => ({ ...change, pageId })),
      rejected: session.rejections(floorId).map((rejection) => ({ code: rejection.code, reason: rejection.reason }))
    });
    events.emit("page.activated", { floorId, pageId, reason });
    if (summaries.length > 0) {
      events.emit("memory.committed", { operations: summaries.map((text) => ({ op: "create", round, text })) });
    }
  }
}

// src/pipeline/publish-run-event.ts
function publishRunEvent(events, event) {
  const { runId } = event;
  switch (event.type) {
    case "call.started":
      events.emit("generation.started", {
        slot: event.slot,
        runId,
        model: event.model,
        promptTokens: event.promptTokens
      });
      return;
    case "call.completed":
      events.emit("generation.completed", {
        slot: event.slot,
        runId,
        text: event.text,
        usage: event.usage
      });
      return;
    case "call.failed":
      events.emit("generation.failed", {
        slot: event.slot,
        runId,
        code: event.code,
        message: event.message,
        attempt: event.attempt
      });
      return;
    default:
  }
}

// src/pipeline/repeated-run.ts
function repeatedRun({ clock }, { state, type, before, status, error }) {
  const failed = status === "failed";
  return {
    runId: state.runId,
    type,
    floorId: state.opened.floorId,
    pageId: state.opened.pageId,
    schedule: before?.schedule ?? state.schedule,
    status,
    step: failed ? "analyse" : "commit",
    startedAt: state.startedAt,
    endedAt: clock.now(),
    rungs: state.notes.rungs,
    error: failed ? { code: error?.code ?? "answer.invalid", message: error?.message ?? "", step: "analyse" } : null,
    seed: before?.seed ?? state.seed,
    plan: before?.plan ?? null,
    planBasis: before?.planBasis ?? null
  };
}

// src/pipeline/prompt-parts.ts
function partsOf({ tokens }, { sources }, segments) {
  return sentParts(segments, (text) => tokens.estimate(text), whyBySource(sources.lore));
}

// src/pipeline/repair.en.md
var repair_en_default = "The answer above could not be read: {{problem}}\nAnswer once more, completely, in the JSON format that was asked for, and nothing but the JSON.\n";

// src/pipeline/repair.zh.md
var repair_zh_default = "上面的回答无法读取：{{problem}}\n请按要求的 JSON 格式重新完整回答一次，只输出 JSON。\n";

// src/pipeline/repair-text.ts
var LONGEST_QUOTE = 400;
function repairText(problem, language) {
  return fillTemplate({ zh: repair_zh_default, en: repair_en_default }[language], { problem: problem.slice(0, LONGEST_QUOTE) }).trim();
}

// src/pipeline/tell-shortened.ts
var sentences = {
  zh: "上下文放不下整段正文：分析只看到了开头和结尾，中间已省略（提示词里有标记）。换用更大的上下文，或者让回复短一些。",
  en: "The context is too small for the whole passage: the analysis saw its beginning and end, with a mark where the middle was left out. A larger context or shorter replies help."
};
function tellShortened({ notifier, screenLanguage }, { notes, journal, session }, given, cut) {
  const whole = given.filter(({ middleMark }) => middleMark !== void 0);
  const shortened = cut.filter(
    ({ key, source }) => whole.some((segment) => segment.key === key && segment.source === source)
  );
  if (shortened.length === 0) return;
  if (!notes.rungs.includes("smaller-prompt")) notes.rungs.push("smaller-prompt");
  const detail = shortened.map(({ source, tokens }) => `${source}: ${tokens} tokens out of the middle`).join(", ");
  journal.append({ type: "rung.used", rung: "smaller-prompt", detail });
  notifier.once(`middle-cut:${session.timeline().chatId}`, sentences[screenLanguage()]);
}

// src/pipeline/ask-fitted.ts
async function askFitted(deps, state, { segments, answerTokens, inputParts = [], ...call }, signal) {
  const { request, settings } = state;
  const { context, maxTokens, promptLimit } = callRoom(request, call.settings.maxTokens || answerTokens);
  const layout = chooseLayout(settings.promptLayout, state.model.describe(call.settings).source);
  const fitting = fitPrompt(deps.tokens, segments, promptLimit, { inputParts, layout });
  const prompt = await untilAborted(fitting, signal, () => cancelled(signal));
  tellShortened(deps, state, segments, prompt.cut);
  return callAgent(
    callDeps(deps, state),
    {
      ...call,
      messages: prompt.messages,
      promptTokens: prompt.tokens,
      cut: prompt.cut,
      parts: partsOf(deps, state, prompt.segments),
      layout,
      maxTokens,
      context,
      repair: (problem) => repairText(problem, request.language),
      trim: (limit) => smallerPrompt(deps.tokens, { segments, refused: prompt, limit, inputParts })
    },
    signal
  );
}

// src/pipeline/steps/analyse-turn.ts
var ANSWER_TOKENS = 2e3;
var ROUND_TOKENS = 500;
async function analyseTurn(deps, state, signal) {
  const { journal } = state;
  journal.append({ type: "step.started", step: "analyse" });
  try {
    const answer = await ask(deps, state, signal);
    if (!answer.ok) return withoutAnswer(deps, state, "failed", answer.error);
    if (answer.value.cutOff) deps.progress.notice({ kind: "degraded", detail: "answer.cut-off" });
    const findings = takeAnswer(state, answer.value);
    journal.append({ type: "step.completed", step: "analyse" });
    return findings;
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn("The analysis failed in an unexpected way.", error);
    return withoutAnswer(deps, state, isCancelled(error) ? "pending" : "failed", null);
  }
}
async function ask(deps, state, signal) {
  const { request, settings, sources } = state;
  return askFitted(
    deps,
    state,
    {
      slot: "analysis",
      segments: composeAnalysis({ ...sources, prose: cleanReply(state.written.text) }),
      settings: settings.agents.mergedAnalysis,
      answerTokens: ANSWER_TOKENS + sources.pending.length * ROUND_TOKENS,
      read: (text) => readAnalysis(text, request.language)
    },
    signal
  );
}
function takeAnswer(state, answer) {
  const { journal, notes, rounds } = state;
  if (answer.cutOff) {
    notes.rungs.push("salvage");
    journal.append({ type: "rung.used", rung: "salvage", detail: `${answer.lost} lost` });
  }
  if (!state.variablesRule) reject(state, answer);
  const greeting = rounds.find(({ round }) => round === 0);
  const opening = answer.opening ? [{ kind: "opening", ...answer.opening }] : [];
  const earlier = answer.earlier.flatMap((found) => {
    const asked = state.sources.pending.some(({ round }) => round === found.round);
    const row = rounds.find(({ round }) => round === found.round)?.row;
    if (!asked || !row) return [];
    if (!state.variablesRule) reject(state, found);
    return [{ floorId: row.floorId, effects: effectsOf(found, state.variablesRule) }];
  });
  const first = state.sources.greeting !== null && greeting ? [{ floorId: greeting.row.floorId, effects: opening }] : [];
  return {
    analysis: "done",
    effects: [...state.effects, ...effectsOf(answer, state.variablesRule)],
    earlier: [...first, ...earlier]
  };
}
function effectsOf({ summary, changes }, variablesRule) {
  const states = (variablesRule ? [] : changes).map((found) => ({
    kind: "state",
    ...found,
    source: "analysis"
  }));
  return summary === null ? states : [{ kind: "summary", text: summary }, ...states];
}
function reject(state, { rejected }) {
  for (const { code, reason, proposal } of rejected) {
    state.journal.append({ type: "change.rejected", code, reason, proposal });
  }
}
function withoutAnswer(deps, state, analysis, error) {
  const { journal, notes, opened } = state;
  notes.rungs.push("keep-last-state");
  journal.append({ type: "rung.used", rung: "keep-last-state", detail: error?.code ?? analysis });
  deps.progress.notice({
    kind: analysis === "failed" ? "analysis-failed" : "analysis-pending",
    pageId: opened.pageId,
    detail: error?.message ?? ""
  });
  return { analysis, effects: state.effects, earlier: [], ...error ? { error } : {} };
}

// src/domain/history/read-summaries.ts
var emptyHeading = /^(?:状态追踪|重要记忆点|state|key memories)\s*[:：]?\s*$/i;
var block = /<summary>([\s\S]*?)<\/summary>/gi;
function readMessageSummaries(message) {
  return [...message.matchAll(block)].flatMap((match) => readSummaryText(match[1] ?? ""));
}
function messageSummary(message) {
  const text = readMessageSummaries(message).map((summary) => summary.text).join(" ");
  return text === "" ? null : text;
}
function readSummaryText(text) {
  const groups = [];
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "") continue;
    const current = groups.at(-1);
    if (!current || hasRoundLabel(line)) groups.push({ round: labelledRound(line), lines: [bareSummary(line)] });
    else current.lines.push(bareSummary(line.replace(/^[-*•]\s*/, "")));
  }
  return groups.flatMap(({ round, lines }) => {
    const parts = lines.filter((line) => line !== "" && !emptyHeading.test(line));
    return parts.length === 0 ? [] : [{ round, text: parts.join("；") }];
  });
}

// src/domain/history/old-summaries.ts
function withOldSummaries(world, rounds) {
  const committed = new Set(world.summaries.map(({ floorId }) => floorId));
  const old = rounds.flatMap(({ row, round, messages }) => {
    if (committed.has(row.floorId)) return [];
    const text = messages.filter(({ role }) => role === "assistant").map((message) => messageSummary(message.text) ?? "").filter((part) => part !== "").join(" ");
    return text === "" ? [] : [{ floorId: row.floorId, round, text }];
  });
  if (old.length === 0) return world;
  return { ...world, summaries: [...world.summaries, ...old].sort((a, b) => a.round - b.round) };
}

// src/domain/history/stable-window.ts
function roundsOutside(count, { n, m }) {
  const excess = count - (n + m);
  return excess <= 0 ? 0 : Math.ceil(excess / (m + 1)) * (m + 1);
}
function windowSize(pipeline, agent) {
  if (pipeline.depth === "normal") return { n: 8, m: 8 };
  if (pipeline.depth === "budget") return { n: Number.MAX_SAFE_INTEGER / 4, m: 0 };
  return agent === "planning" ? { n: pipeline.recentTurnsForPlanning, m: pipeline.planningGrowthMargin } : { n: pipeline.recentTurnsForWriting, m: pipeline.writingGrowthMargin };
}
function chooseWindow(rounds, size, rideBudget) {
  const counted = rounds.filter(({ round }) => round > 0);
  const outside = roundsOutside(counted.length, size);
  if (outside === 0) return { rounds, ridingAlong: 0 };
  const riding = [];
  let left = rideBudget;
  for (const round of counted.slice(0, outside).reverse()) {
    if (round.summarised) continue;
    if (round.tokens > left) break;
    left -= round.tokens;
    riding.unshift(round);
  }
  return { rounds: [...riding, ...counted.slice(outside)], ridingAlong: riding.length };
}

// src/domain/worldbook/known-names.ts
var markers = {
  locations: /\[\s{0,4}location\s{0,4}\]/i,
  npcs: /\[\s{0,4}npc\s{0,4}\]/i,
  quests: /\[\s{0,4}quest\s{0,4}\]/i
};
function knownNames(entries) {
  const found = { locations: /* @__PURE__ */ new Set(), npcs: /* @__PURE__ */ new Set(), quests: /* @__PURE__ */ new Set() };
  for (const entry of entries) {
    if (!entry.enabled || !entry.gatesOpen) continue;
    for (const kind of ["locations", "npcs", "quests"]) {
      if (!markers[kind].test(entry.comment)) continue;
      const name = nameOf(entry, markers[kind]);
      if (name !== "") found[kind].add(name);
    }
  }
  return { locations: [...found.locations], npcs: [...found.npcs], quests: [...found.quests] };
}
function withKnownNames(world, entries) {
  const names = knownNames(entries);
  const { known } = world.game;
  const add = (kind) => [
    ...known[kind],
    ...names[kind].filter((name) => !known[kind].includes(name))
  ];
  const more = { ...known, locations: add("locations"), npcs: add("npcs"), quests: add("quests") };
  const grown = ["locations", "npcs", "quests"].some((kind) => more[kind].length > known[kind].length);
  return grown ? { ...world, game: { ...world.game, known: more } } : world;
}
function nameOf(entry, marker) {
  const key = entry.keys.map((text) => text.trim()).find((text) => text !== "" && !text.startsWith("/"));
  return key ?? entry.comment.replace(marker, "").trim();
}

// src/pipeline/choose-schedule.ts
function chooseSchedule(settings, planningTools, skipPlanning = false) {
  if (skipPlanning) return "merged";
  const { enableTextRecall, parallelExecutionEnabled } = settings.pipeline;
  if (!enableTextRecall && !planningTools) return "merged";
  return parallelExecutionEnabled ? "parallel" : "serial";
}

// src/pipeline/guidance-of.ts
function guidanceOf({ session, orders }) {
  const note = session.choice("styleNote");
  return [typeof note === "string" ? note.trim() : "", orders.guide.trim()].filter((text) => text !== "").join("\n");
}

// src/pipeline/steps/gather-sources.ts
var PENDING_LIMIT = 3;
var MEASURED_REPLIES = 3;
var LITE_BELOW_TOKENS = 6e3;
var RIDE_SHARE = 0.5;
async function gatherSources(deps, read, along = null) {
  const state = await withVariables(read);
  const { opened, request, settings } = state;
  const { language } = request;
  const rounds = gatherRounds(opened.before, request.history);
  const remembered = withOldSummaries(opened.base, rounds);
  const world = settings.state.autoSyncWorldInfo ? withKnownNames(remembered, request.entries) : remembered;
  const summarised = new Set(world.summaries.map(({ floorId }) => floorId));
  const candidates = windowRounds(deps, request, { rounds, summarised });
  const writingWindow = agentWindow(candidates, windowSize(settings.pipeline, "writing"), request);
  const planningWindow = agentWindow(candidates, windowSize(settings.pipeline, "planning"), request);
  const stateText = deps.stateText(world, language);
  const { entries, activated } = request;
  const scanner = settings.pipeline.ownKeywordScan ? deps.keyScanner(entries) : null;
  const inWindow = new Set(writingWindow.turns.map(({ round }) => round));
  const scanned = rounds.filter(({ round }) => inWindow.has(round));
  const texts = scanTexts({ input: request.input, rounds: scanned, world, stateText });
  const active = activateEntries(activated, scanner, texts);
  const tools = await toolsOfTurn(deps, state, texts);
  const schedule = chooseSchedule(settings, tools?.planning ?? false, withoutPlan(state));
  const sources = {
    ...nothingYet,
    request,
    world,
    stateText,
    lore: routeEntries({
      entries,
      activated: active,
      afterCharToPlanning: settings.pipeline.afterCharToPlanning,
      placedTexts: placedTexts(request, settings.presetMode)
    }),
    preset: settings.presetMode === "split" ? splitPreset(request.preset.prompts, targetsOf(request)) : emptyPreset,
    planningWindow,
    writingWindow,
    recentReplies: rounds.slice(-MEASURED_REPLIES).map(({ messages }) => proseOf(messages)),
    guidance: guidanceOf(state),
    notes: state.orders.notes.map(noteMessage),
    lite: request.promptBudget < LITE_BELOW_TOKENS,
    greeting: state.variablesRule ? null : greetingToRead(rounds),
    variablesRule: state.variablesRule,
    pending: along ? asPending(rounds.filter(({ row }) => along.has(row.floorId))) : waitingRounds(rounds),
    toolList: schedule === "merged" ? "" : tools?.list ?? ""
  };
  for (const use of request.regexUses?.() ?? []) deps.events.emit("regex.applied", use);
  deps.events.emit("worldbook.matched", {
    entries: sources.lore.routed.map(({ entry, why }) => ({ book: entry.book, uid: entry.uid, reason: why }))
  });
  return { ...state, schedule, sources, rounds, tools };
}
async function withVariables(state) {
  const { mvu } = state.opened.base;
  if (mvu === null) return state;
  const { expandVariables } = await import("./chunk-expand-variables-I6OPGYXS.js");
  return { ...state, request: expandVariables(state.request, mvu) };
}
function targetsOf({ settings, preset }) {
  return Object.hasOwn(settings.presetTargets, preset.name) ? settings.presetTargets[preset.name] ?? {} : {};
}
function withoutPlan({ orders, settings }) {
  return orders.skipPlanning || settings.promptMode !== "native";
}
async function toolsOfTurn(deps, state, texts) {
  const { entries } = state.request;
  if (toolEntries(entries).length === 0 && !state.settings.pipeline.enableTextRecall) return null;
  const { openTurnTools } = await import("./chunk-turn-tools-VWKV62R3.js");
  return openTurnTools(deps, state, entries, activeToolEntries(state.request, texts));
}
function placedTexts({ injected, card, preset }, mode) {
  const prompts = mode === "split" ? preset.prompts.map(({ content }) => content) : [];
  return [...injected.map(({ text }) => text), card.description, card.scenario, card.systemPrompt, ...prompts];
}
function windowRounds(deps, { language }, { rounds, summarised }) {
  return rounds.flatMap(({ row, round, messages }) => {
    if (row.pageId === null) return [];
    const text = once(() => renderRound({ round, messages }, language));
    const tokens = once(() => deps.tokens.estimate(text()));
    if (round === 0 && text() === "") return [];
    const candidate = {
      round,
      summarised: summarised.has(row.floorId),
      get text() {
        return text();
      },
      get tokens() {
        return tokens();
      },
      turns: () => roundTurns({ round, messages }, language)
    };
    return [candidate];
  });
}
function agentWindow(candidates, size, request) {
  const chosen = chooseWindow(candidates, size, Math.floor(request.promptBudget * RIDE_SHARE));
  const shown = chosen.rounds.filter(({ text }) => text !== "");
  const hiddenRiders = chosen.rounds.slice(0, chosen.ridingAlong).filter(({ text }) => text === "").length;
  return {
    turns: shown.map(({ round, text, turns }) => ({ round, text, turns: turns() })),
    ridingAlong: chosen.ridingAlong - hiddenRiders
  };
}
function greetingToRead(rounds) {
  const first = rounds[0];
  if (first?.round !== 0 || first.row.pageId === null || first.row.analysis === "done") return null;
  const text = proseOf(first.messages);
  return text === "" ? null : text;
}
function waitingRounds(rounds) {
  const waiting = rounds.filter(
    ({ row, round }) => round > 0 && (row.analysis === "pending" || row.analysis === "failed")
  );
  return asPending(waiting.slice(-PENDING_LIMIT));
}
function asPending(rounds) {
  return rounds.map(({ round, messages }) => ({ round, input: inputOf(messages), prose: proseOf(messages) })).filter(({ prose }) => prose !== "");
}

// src/pipeline/steps/read-request.ts
function readRequest(open, material) {
  const { session, settings, runId } = open;
  const chosen = settings.promptLanguage;
  const { card, history } = material;
  const greeting = () => history.find(({ role }) => role === "assistant")?.text ?? card.firstMessage;
  const language = languageInUse(
    chosen,
    session.language,
    () => storyLanguage("auto", [card.description, card.scenario, greeting()])
  );
  if (session.language === null) session.setLanguage(language);
  return { ...open, request: deepFreeze({ ...material, runId, language, settings }) };
}

// src/pipeline/analyse-again.ts
async function analyseRounds(deps, session, floorIds, signal) {
  await session.reconcile("analyse");
  const { state, row, reply } = await prepareAnalysis(deps, session, floorIds, "analyse");
  const { opened, journal } = state;
  const findings = await analyseTurn(
    telling(deps, floorIds.length === 1 ? row.pageId : null),
    { ...state, written: { text: reply.text } },
    signal
  );
  const type = floorIds.length > 1 ? "catch-up" : "analyse";
  const before = await session.runOf(row.pageId ?? opened.pageId);
  if (findings.analysis !== "done") {
    const error = findings.error ?? null;
    const status2 = signal.aborted ? "cancelled" : "failed";
    journal.append({ type: "run.ended", status: status2, ...error === null ? {} : { code: error.code } });
    const run2 = repeatedRun(deps, { state, type, before: before?.run ?? null, status: status2, error });
    await session.saveRun({ ...run2, pageId: row.pageId ?? run2.pageId }, journal.all());
    return { status: findings.analysis, rounds: 0, error };
  }
  const status = row.partial ? "partial" : "completed";
  journal.append({ type: "run.ended", status });
  await session.commit({
    runId: state.runId,
    floorId: row.floorId,
    pageId: opened.pageId,
    basePageId: opened.basePageId,
    kind: "reanalysed",
    chatIndex: reply.chatIndex,
    swipe: row.swipe,
    writtenText: reply.text,
    finalText: reply.text,
    partial: row.partial,
    analysis: "done",
    effects: findings.effects,
    messages: [],
    toolOutput: reply.toolOutput ?? [],
    earlier: findings.earlier,
    events: journal.all()
  });
  const run = repeatedRun(deps, { state, type, before: before?.run ?? null, status, error: null });
  await session.saveRun(run, journal.all());
  announcePages(deps, session, [...findings.earlier, { floorId: row.floorId, effects: findings.effects }], "analyse");
  const asked = new Set(floorIds);
  const along = findings.earlier.filter(({ floorId }) => asked.has(floorId)).length;
  return { status: "done", rounds: 1 + along, error: null };
}
async function prepareAnalysis(deps, session, floorIds, turnType) {
  const { rows } = session.timeline();
  const asked = new Set(floorIds);
  const ordinal = rows.findLastIndex((row2) => asked.has(row2.floorId));
  const row = rows[ordinal];
  if (row?.replyIndex == null) {
    throw new NarrativeError("input.invalid", { message: "This floor has no reply to analyse." });
  }
  const { replyIndex } = row;
  const material = await deps.readMaterial();
  const reply = material.history.find(({ chatIndex }) => chatIndex === replyIndex);
  if (!reply) throw new NarrativeError("input.invalid", { message: "The reply of this floor could not be read." });
  const open = openState(deps, session, ordinal);
  const inputs = material.history.filter(({ chatIndex }) => row.inputIndexes.includes(chatIndex));
  const history = material.history.filter(({ chatIndex }) => chatIndex < Math.min(replyIndex, ...row.inputIndexes));
  const gathered = await gatherSources(
    deps,
    readRequest(open, { ...material, type: "normal", history, input: inputOf(inputs), inputParts: [] }),
    floorIds.length > 1 ? asked : null
  );
  open.journal.append({ type: "run.started", turnType, schedule: gathered.schedule });
  const effects = session.effectsOf(row.pageId).filter((effect) => !isByAnalysis(effect));
  return { state: { ...gathered, effects }, row, reply };
}
function telling(deps, pageId) {
  const { progress } = deps;
  return {
    ...deps,
    progress: {
      status: (status) => progress.status(status),
      notice(notice) {
        if (pageId !== null) progress.notice("pageId" in notice ? { ...notice, pageId } : notice);
      }
    }
  };
}
function openState(deps, session, ordinal) {
  const { rows } = session.timeline();
  const row = rows[ordinal];
  if (!row) throw new NarrativeError("input.invalid", { message: "There is no such floor." });
  const runId = deps.ids.next();
  const settings = deps.settings();
  return {
    runId,
    type: "normal",
    seed: deps.random.seed(),
    startedAt: deps.clock.now(),
    settings,
    model: deps.model.hold(Object.values(settings.agents)),
    orders: nothingTold,
    session,
    opened: {
      floorId: row.floorId,
      pageId: deps.ids.next(),
      round: row.round,
      ordinal,
      basePageId: rows[ordinal - 1]?.pageId ?? null,
      base: session.worldAfter(ordinal - 1),
      before: rows.slice(0, ordinal),
      rewritten: null,
      firstOfFloor: false,
      firstOfChat: false
    },
    variablesRule: session.worldAfter(ordinal).mvu !== null,
    initial: [],
    journal: makeJournal(runId, deps.clock, (event) => publishRunEvent(deps.events, event)),
    notes: { step: "analyse", rungs: [], staged: [] },
    unfinished: null
  };
}

export {
  guidanceOf,
  isByAnalysis,
  announcePages,
  publishRunEvent,
  repeatedRun,
  partsOf,
  askFitted,
  analyseTurn,
  gatherSources,
  readRequest,
  analyseRounds,
  prepareAnalysis
};
