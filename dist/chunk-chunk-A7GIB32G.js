/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  composeExtraction,
  noteLimits,
  notedAgents,
  notesAfter,
  notesOn,
  readPlan
} from "./chunk-chunk-26SXFQAK.js";
import {
  _enum,
  _gte,
  _lte,
  _maxLength,
  _minLength,
  array,
  number,
  object,
  string
} from "./chunk-chunk-AOVRO2CB.js";
import {
  bodiesOfTag,
  findTool,
  postTools,
  runTool
} from "./chunk-chunk-Y5O5YSWD.js";
import {
  readAnswer
} from "./chunk-chunk-5SD2KC4A.js";
import {
  diffTrees,
  findMvuEntries,
  shouldExtract
} from "./chunk-chunk-W76UK7QJ.js";
import {
  extractUpdates,
  findBlocks,
  plainOperation,
  readBlock
} from "./chunk-chunk-UCUWRUCS.js";
import {
  applyMvu
} from "./chunk-chunk-27EIXC5I.js";
import {
  statDataOf
} from "./chunk-chunk-YTK4B242.js";
import {
  splitThinking
} from "./chunk-chunk-RN45VB7U.js";
import {
  expandVariableMacros
} from "./chunk-chunk-6TLKJUH5.js";
import {
  describeRefusal,
  refuse
} from "./chunk-chunk-WCZGWCNY.js";
import {
  isRecord,
  own
} from "./chunk-chunk-K5CV7OZR.js";
import {
  NarrativeError,
  isCancelled
} from "./chunk-chunk-QRHHLME7.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/mvu/extractor/update-rules.ts
function readUpdateRules(entries, activated, record) {
  const fired = new Set(activated.map(({ book, uid }) => `${book}
${uid}`));
  return findMvuEntries(entries).updateRules.filter((entry) => entry.gatesOpen && (entry.constant || fired.has(`${entry.book}
${entry.uid}`))).sort((a, b) => a.order - b.order).map((entry) => expandVariableMacros(entry.content, { message: record }).trim()).filter((text) => text !== "");
}

// src/mvu/read-update-answer.ts
var shape = {
  keys: ["patches"],
  aliases: { json_patch: "patches", patch: "patches", delta: "patches", operations: "patches", updates: "patches" },
  list: { key: "patches", itemKeys: ["op"] }
};
async function readUpdateAnswer(raw) {
  const { answer } = splitThinking(raw);
  for (const block2 of [...findBlocks(answer)].reverse()) {
    const read2 = await readBlock(block2.body);
    if (typeof read2 !== "string") return ok({ operations: read2, cutOff: false });
  }
  const opened = /<json_?patch>(?![\s\S]*<json_?patch>)([\s\S]*)$/i.exec(answer)?.[1];
  const body = opened ?? answer;
  if (/^\s*(?:```\w*\s*)?\[\s*\](?:\s*```)?\s*$/.test(body)) return ok({ operations: [], cutOff: false });
  const read = readAnswer(body, shape);
  if (read.ok) return readList(read.value.value["patches"], read.value.cutOff || opened !== void 0);
  const commands = await extractUpdates(answer);
  if (commands.operations.length > 0) return ok({ operations: commands.operations, cutOff: false });
  const block = await readBlock(body);
  return typeof block === "string" ? err(read.error.message) : ok({ operations: block, cutOff: false });
}
async function readList(list, cutOff) {
  if (Array.isArray(list)) return ok({ operations: list.map(plainOperation), cutOff });
  if (typeof list !== "string") return err("`patches` is not a list.");
  const block = await readBlock(list);
  if (typeof block !== "string") return ok({ operations: block, cutOff });
  const { operations } = await extractUpdates(list);
  return operations.length > 0 ? ok({ operations, cutOff }) : err(block);
}

// src/pipeline/steps/update-mvu.ts
async function updateMvu(round, ask, signal) {
  const verdict = await shouldExtract({
    prose: round.prose,
    hasRecord: round.record !== null,
    mvuAsksItself: round.mvuAsksItself
  });
  if (!verdict.extract && verdict.because !== "reply-has-block") return nothing(verdict.because, null);
  if (!verdict.extract || round.record === null) {
    const { operations: operations2 } = await extractUpdates(round.prose);
    return finish(round, operations2, { source: "reply", because: "reply-has-block", cutOff: false });
  }
  const answer = await askSafely(round, round.record, ask, signal);
  if (!answer.ok) return nothing(null, answer.error);
  const { operations, cutOff } = answer.value;
  const step = finish(round, operations.filter(spares), { source: "extractor", because: null, cutOff });
  const spared = operations.filter((operation) => !spares(operation)).map((operation) => refused(operation, refuse("read-only", placeOf(operation)), round.language));
  return { ...step, report: { ...step.report, rejected: [...spared, ...step.report.rejected] } };
}
var spares = ({ path, from, to }) => ![path, from, to].some((text) => typeof text === "string" && /(?:^|[/.])_/.test(text));
async function askSafely(round, record, ask, signal) {
  const rules = readUpdateRules(round.entries, round.activated, record);
  const segments = composeExtraction({ ...round, record, rules });
  try {
    return await ask(segments, readExtraction, signal);
  } catch (error) {
    if (signal.aborted || isCancelled(error)) throw error;
    return err(error instanceof NarrativeError ? error : new NarrativeError("tool.failed", { cause: error }));
  }
}
async function readExtraction(text) {
  const read = await readUpdateAnswer(text);
  return read.ok ? read : err(new NarrativeError("answer.not-json", { message: read.error }));
}
function finish(round, operations, from) {
  const effects = operations.length === 0 ? [] : [{ kind: "mvu", operations, source: "mvu" }];
  const applied = applyMvu(round.record, { kind: "mvu", operations, source: "mvu" });
  const rejected = applied.results.flatMap(
    (result) => result.ok ? [] : [refused(result.operation, result, round.language)]
  );
  const changes = diffTrees(statDataOf(round.record), statDataOf(applied.record));
  const needsBlock = from.source === "extractor" && operations.length > 0;
  return {
    effects,
    blockOperations: needsBlock ? operations : null,
    report: { ...from, rejected, changes, error: null }
  };
}
var placeOf = ({ path, from }) => [path, from].find((text) => typeof text === "string") ?? "";
function refused(operation, refusal, language) {
  return { operation, code: refusal.code, reason: describeRefusal(refusal, language) };
}
function nothing(because, error) {
  const report = { source: "none", because, rejected: [], changes: [], cutOff: false, error };
  return { effects: [], blockOperations: null, report };
}

// src/tools/render-results.ts
var words = {
  zh: { error: "工具错误：", colon: "：", refused: "未执行，", noAnswer: "没有得到结果", late: "超时，没有结果" },
  en: { error: "Tool error: ", colon: ": ", refused: "not run, ", noAnswer: "no result", late: "no result in time" }
};
function renderResult(record, language) {
  const say = words[language];
  switch (record.status) {
    case "success":
      return record.rolls.length > 0 && record.kind === "builtin" || record.kind === "llm" ? record.text : `${record.tool}${say.colon}${record.text}`;
    case "denied":
    case "blocked":
      return record.refusal === "duplicate_call" ? "" : `${say.error}${record.tool} ${say.refused}${record.message}`;
    case "error":
    case "timeout":
    case "uncertain":
      return `${say.error}${record.tool}${say.colon}${reasonOf(record, language)}`;
    case "running":
    case "queued":
      return "";
  }
}
function reasonOf({ code, message }, language) {
  if (code === "model.timeout") return words[language].late;
  return code !== null && /^(?:model|answer)\./.test(code) ? words[language].noAnswer : message;
}
function renderResults(records, language) {
  return [...records].sort((a, b) => a.index - b.index).map((record) => renderResult(record, language).trim()).filter((line) => line !== "");
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
  function plain(char) {
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
      else done.push(...plain(char));
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
  const isIrreversible = (call) => findTool(input.catalogue, call.tool)?.definition.sideEffect === "irreversible";
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
        if (!call || isIrreversible(call)) continue;
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
      const records = outcomes.map(({ record }, index) => ({ ...record, index }));
      for (const record of records) deps.onRecord(record);
      const stray = await strays(started, records.length);
      for (const record of stray) deps.onRecord(record);
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
  return left.map(({ record }, i) => ({
    ...record,
    index: from + i,
    status: "blocked",
    message: "not in the final plan"
  }));
}

// src/domain/tools/read-actions.ts
var MAX_ACTIONS = 12;
var MAX_ACTION_LENGTH = 300;
function readActions(text) {
  const actions = bodiesOfTag(text, "actions").flatMap(bodiesOfEach).map(
    (action) => action.replace(/<[^>]{0,200}>/g, "").replace(/\s+/g, " ").trim()
  ).filter((action) => action !== "").map((action) => action.slice(0, MAX_ACTION_LENGTH));
  return [...new Set(actions)].slice(0, MAX_ACTIONS);
}
function bodiesOfEach(body) {
  const tagged = bodiesOfTag(body, "action", MAX_ACTIONS);
  return tagged.length > 0 ? tagged : body.split("\n").map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)、])\s*/, ""));
}

// src/tools/place-output.ts
var escapeHtml = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
function folded(title, text) {
  return `<details>
<summary>${escapeHtml(title)}</summary>

${text}

</details>`;
}
function placeOutput(tool, text) {
  const title = tool.title || tool.name;
  const messageText = { message: text, folded: folded(title, text), panel: "" }[tool.placement];
  return {
    tool: tool.name,
    title,
    placement: tool.placement,
    text,
    messageText,
    keepInHistory: tool.keepInHistory,
    actions: readActions(text)
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
      for (const { record } of outcomes) deps.onRecord(record);
      return {
        records: outcomes.map(({ record }) => record),
        effects: outcomes.flatMap((outcome) => outcome.effects),
        outputs: outcomes.flatMap(
          ({ record, tool }) => tool && record.status === "success" && record.text.trim() !== "" ? [placeOutput(tool.definition, record.text.trim())] : []
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

// src/pipeline/read-notes.ts
var schema = object({
  id: string(),
  text: string().check(_minLength(1), _maxLength(noteLimits.characters)),
  agents: array(_enum(notedAgents)),
  turns: number().check(_gte(1), _lte(noteLimits.turns)),
  source: string(),
  floors: array(string())
});
function readNotes(kept) {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, noteLimits.count).flatMap((raw) => {
    const { success, data } = schema.safeParse(raw);
    return success ? [{ ...data, floors: data.floors }] : [];
  });
}

// src/pipeline/next-turn.ts
var noOrders = { guide: "", skipPlanning: false };
var nothingTold = { ...noOrders, notes: [] };
var isEmpty = ({ guide, skipPlanning }) => guide === "" && !skipPlanning;
function makeNextTurn(onChanged, nextId, keep = () => {
}) {
  let pending = noOrders;
  let played = null;
  let notes = [];
  let asked = null;
  const keepAll = () => keep(asKept(pending, played, notes));
  const set = (next) => {
    pending = next;
    onChanged();
  };
  return {
    notes: {
      list: () => notes.filter(({ floors, turns }) => floors.length < turns),
      add(note) {
        const id = nextId();
        notes = [...notes, { ...note, id, floors: [] }];
        keepAll();
        return id;
      },
      remove(id) {
        const left = notes.filter((note) => note.id !== id);
        if (left.length === notes.length) return false;
        notes = left;
        keepAll();
        return true;
      }
    },
    pending: () => pending,
    change(part) {
      set({ ...pending, ...part });
      keepAll();
    },
    ordersFor(floorId) {
      asked = floorId;
      if (!isEmpty(pending)) played = { floorId, orders: pending };
      const orders = played?.floorId === floorId ? played.orders : noOrders;
      return { ...orders, notes: notesOn(notes, floorId) };
    },
    committed(floorId) {
      const read = notes.length > 0 && asked === floorId;
      if (read) notes = notesAfter(notes, floorId);
      const done = played?.floorId === floorId && played.orders === pending;
      if (done) set(noOrders);
      if (read || done) keepAll();
    },
    forget() {
      played = null;
      notes = [];
      asked = null;
      set(noOrders);
    },
    restore(kept) {
      if (!isRecord(kept)) return;
      const before = own(kept, "played");
      const floorId = isRecord(before) ? own(before, "floorId") : void 0;
      if (played === null && isRecord(before) && typeof floorId === "string") {
        played = { floorId, orders: readOrders(before) };
      }
      if (notes.length === 0) notes = readNotes(own(kept, "notes"));
      if (isEmpty(pending) && !isEmpty(readOrders(kept))) set(readOrders(kept));
    }
  };
}
function asKept(pending, played, notes) {
  if (isEmpty(pending) && played === null && notes.length === 0) return void 0;
  return {
    ...pending,
    ...played ? { played: { floorId: played.floorId, ...played.orders } } : {},
    ...notes.length > 0 ? { notes: notes.map((note) => ({ ...note })) } : {}
  };
}
function readOrders(kept) {
  const guide = own(kept, "guide");
  return { guide: typeof guide === "string" ? guide : "", skipPlanning: own(kept, "skipPlanning") === true };
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
  if (a === b) return true;
  return a.floorId === b.floorId && a.pageId === b.pageId && a.round === b.round && a.effects.length === b.effects.length && a.adjustments.length === b.adjustments.length && sameEdits(a.edits, b.edits);
}
function withEdits(row, editsOf) {
  const edits = editsOf(row.floorId);
  return sameEdits(row.edits, edits) ? row : { ...row, edits };
}
function sameEdits(a, b) {
  return a === b || a.length === b.length && a.every((edit, i) => edit.id === b[i]?.id && edit.seq === b[i].seq);
}

// src/domain/timeline/fold.ts
function foldRow(ledger, world, row) {
  const rejections = [];
  const own2 = row.effects.length;
  const apply = (effect, effectIndex) => {
    for (const { code, reason } of ledger.apply(world, effect, row)) {
      rejections.push({ effectIndex, effect, code, reason });
    }
  };
  row.effects.forEach(apply);
  row.adjustments.forEach((effect, i) => apply(effect, own2 + i));
  for (const edit of row.edits) ledger.edit(world, edit, row);
  return rejections;
}
var RECENT = 6;
function makeFold(ledger, every = 256) {
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

// src/pipeline/chat-variables.ts
function makeChatVariables(deps) {
  let kept = null;
  let books = null;
  const entries = () => books ??= deps.entries();
  const open = async (session) => {
    const { makeMvuChat } = await import("./chunk-mvu-chat-37Q2RDXN.js");
    return makeMvuChat({
      ...deps,
      entries,
      session,
      adjust: (floorId, effects) => session.adjust(floorId, effects)
    });
  };
  return {
    host: deps.host,
    async chat(session) {
      if (!deps.playPart()) return null;
      if (kept?.session !== session) {
        kept = { session, chat: open(session) };
        books = null;
      }
      return kept.chat;
    },
    forgetBooks: () => books = null
  };
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

export {
  narrativeEventNames,
  makeEmitter,
  readActions,
  makeJournal,
  nothingTold,
  makeNextTurn,
  updateMvu,
  openPlanningTools,
  changesMessage,
  openPostTools,
  editsByFloor,
  withEdits,
  makeFold,
  makeChatVariables
};
