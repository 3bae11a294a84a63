/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  SourcesTab
} from "./chunk-chunk-VRKQJPGR.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  pendingRounds
} from "./chunk-chunk-N3SBGT7S.js";
import {
  errorText,
  useLoaded
} from "./chunk-chunk-HNMNUUEH.js";
import {
  F,
  T,
  d
} from "./chunk-chunk-OVLQFPK5.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  explainDice
} from "./chunk-chunk-UZDOBSHM.js";
import "./chunk-chunk-XOLMVN5G.js";
import "./chunk-chunk-REXRDUCW.js";
import {
  writePointer
} from "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-K5CV7OZR.js";
import {
  $,
  Q,
  a
} from "./chunk-chunk-E7Y4MP62.js";
import {
  uiText
} from "./chunk-chunk-YUU6UVEB.js";
import "./chunk-chunk-KJITHBSO.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-OMIXSY6H.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import {
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/ui/panels/editable-row.tsx
function EditableRow(props) {
  const { name, shown, pointer, editor, text } = props;
  const [draft, setDraft] = d(null);
  const [wrong, setWrong] = d(false);
  const locked = editor.isLocked(pointer);
  const stop = () => {
    setDraft(null);
    setWrong(false);
  };
  const save = () => {
    const value = props.read(draft ?? "");
    setWrong(value === void 0);
    if (value === void 0) return;
    editor.change(pointer, { op: "set", value });
    stop();
  };
  if (draft !== null) {
    const field = {
      class: "text_pole",
      value: draft,
      "aria-label": name === "" ? text.state.value : name,
      onInput: (event) => setDraft(event.currentTarget.value)
    };
    return /* @__PURE__ */ a("li", { class: "narrative-agent-row", "data-pointer": pointer, children: [
      /* @__PURE__ */ a("span", { class: "narrative-agent-row-name", children: name }),
      props.long === true ? /* @__PURE__ */ a("textarea", { rows: 3, ...field }) : /* @__PURE__ */ a("input", { ...field }),
      /* @__PURE__ */ a(RowButton, { label: text.state.save, onClick: save }),
      /* @__PURE__ */ a(RowButton, { label: text.state.cancel, onClick: stop }),
      props.removable === true && /* @__PURE__ */ a(
        RowButton,
        {
          label: text.state.remove,
          onClick: () => {
            editor.change(pointer, { op: "unset" });
            stop();
          }
        }
      ),
      wrong && /* @__PURE__ */ a("small", { class: "narrative-agent-warning", role: "alert", children: props.hint })
    ] });
  }
  return /* @__PURE__ */ a("li", { class: "narrative-agent-row", "data-pointer": pointer, children: [
    /* @__PURE__ */ a("span", { class: "narrative-agent-row-name", children: name }),
    /* @__PURE__ */ a("span", { class: "narrative-agent-row-value", children: shown }),
    locked && /* @__PURE__ */ a("i", { class: "fa-solid fa-lock", role: "img", title: text.state.locked, "aria-label": text.state.locked }),
    /* @__PURE__ */ a(RowButton, { label: text.state.edit, onClick: () => setDraft(props.typed ?? shown) }),
    /* @__PURE__ */ a(
      RowButton,
      {
        label: locked ? text.state.unlock : text.state.lock,
        onClick: () => editor.change(pointer, { op: locked ? "unlock" : "lock" })
      }
    )
  ] });
}
function RowButton({ label, onClick }) {
  return /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick, children: label });
}

// src/ui/panels/tree-diff.ts
function diffTrees(before, after, path = []) {
  if (isTree(before) && isTree(after)) {
    const keys = /* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => diffTrees(own(before, key), own(after, key), [...path, key]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ pointer: writePointer(path), before, after }];
}
function isTree(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function own(tree, key) {
  return Object.hasOwn(tree, key) ? tree[key] : void 0;
}

// src/ui/panels/mvu-tab.tsx
function MvuTab({ session, mvu, text, onError }) {
  const newKeys = useLoaded(() => mvu?.newInitialKeys() ?? Promise.resolve([]), [mvu, session]);
  const record = session.head().mvu;
  if (mvu === null || record === null) return /* @__PURE__ */ a("p", { children: text.panel.empty });
  const { rows } = session.timeline();
  const last = rows.at(-1);
  const changes = diffTrees(statOf(session.worldAfter(rows.length - 2).mvu), statOf(record));
  const rejected = last === void 0 ? [] : session.rejections(last.floorId).filter(isMvu);
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("p", { children: mvu.ruledByMvu() ? text.mvu.ruledByMvu : text.mvu.ruledByUs }),
    newKeys.state === "ready" && newKeys.value.length > 0 && /* @__PURE__ */ a("p", { children: [
      text.mvu.newKeys(newKeys.value.length),
      ": ",
      newKeys.value.join(", "),
      " ",
      /* @__PURE__ */ a(RowButton, { label: text.mvu.merge, onClick: () => void mvu.mergeNewInitialKeys().catch(onError) })
    ] }),
    /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
      /* @__PURE__ */ a("h4", { children: text.mvu.changes }),
      changes.length === 0 && /* @__PURE__ */ a("small", { children: text.mvu.noChanges }),
      /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: changes.map((change) => /* @__PURE__ */ a("li", { class: "narrative-agent-row", children: [
        /* @__PURE__ */ a("span", { class: "narrative-agent-row-name", children: change.pointer }),
        /* @__PURE__ */ a("span", { class: "narrative-agent-row-value", children: [
          change.before === void 0 ? text.mvu.added : show(change.before),
          " →",
          " ",
          change.after === void 0 ? text.mvu.removed : show(change.after)
        ] })
      ] }, change.pointer)) })
    ] }),
    rejected.length > 0 && /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
      /* @__PURE__ */ a("h4", { children: text.mvu.rejected }),
      /* @__PURE__ */ a("ul", { children: rejected.map((rejection, i) => /* @__PURE__ */ a("li", { children: rejection.reason }, i)) })
    ] }),
    /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
      /* @__PURE__ */ a("h4", { children: text.mvu.tree }),
      /* @__PURE__ */ a("pre", { class: "narrative-agent-pre", children: JSON.stringify(statOf(record) ?? {}, null, 2) })
    ] })
  ] });
}
var statOf = (record) => record?.["stat_data"];
var isMvu = (rejection) => rejection.effect.kind.startsWith("mvu");
var show = (value) => typeof value === "string" ? value : JSON.stringify(value);

// src/ui/panels/run-sources.tsx
function PartTable({ parts, text }) {
  return /* @__PURE__ */ a("table", { class: "narrative-agent-table", children: /* @__PURE__ */ a("tbody", { children: parts.map((part, i) => /* @__PURE__ */ a("tr", { children: [
    /* @__PURE__ */ a("td", { children: text.run.partNames[part.key] }),
    /* @__PURE__ */ a("td", { children: [
      sourceText(part),
      part.why !== void 0 && /* @__PURE__ */ a("small", { children: [
        " ",
        whyText(text, part.why)
      ] })
    ] }),
    /* @__PURE__ */ a("td", { class: "narrative-agent-number", children: part.tokens })
  ] }, i)) }) });
}
function sourceText({ key, source }) {
  return source === "narrative-agent" || source === key ? "" : source.replace(/^entry:/, "");
}
function whyText({ run: { whys } }, why) {
  const at = why.indexOf(":");
  const [reason, key] = at < 0 ? [why, ""] : [why.slice(0, at), why.slice(at + 1)];
  const word = Object.hasOwn(whys, reason) ? whys[reason] : reason;
  return key === "" ? word : `${word}: ${key}`;
}
function LoreView({ lore, text }) {
  const left = lore.unrouted.reduce((sum, { count }) => sum + count, 0);
  if (lore.routed.length + left === 0) return null;
  const { sources: words } = text;
  return /* @__PURE__ */ a("details", { class: "narrative-agent-section", children: [
    /* @__PURE__ */ a("summary", { children: [
      text.run.lore,
      " (",
      lore.routed.length,
      ")",
      left > 0 && ` · ${text.run.notSent(left)}`
    ] }),
    /* @__PURE__ */ a("ul", { children: [
      lore.routed.map(({ source, bucket, why }, i) => /* @__PURE__ */ a("li", { children: [
        source.replace(/^entry:/, ""),
        " ",
        /* @__PURE__ */ a("small", { children: [
          words.buckets[bucket],
          " · ",
          whyText(text, why)
        ] })
      ] }, i)),
      lore.unrouted.map(({ reason, count, entries }) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("b", { children: [
          words.reasons[reason],
          " (",
          count,
          ")"
        ] }),
        " ",
        /* @__PURE__ */ a("small", { children: [
          entries.map((entry) => entry.replace(/^entry:/, "")).join(" · "),
          entries.length < count && " · …"
        ] })
      ] }, reason))
    ] })
  ] });
}

// src/ui/panels/run-report.ts
function reportRun(events) {
  const calls = /* @__PURE__ */ new Map();
  const rungs = [];
  const rejected = [];
  const notes = [];
  const begun = /* @__PURE__ */ new Map();
  const steps = [];
  for (const event of events) {
    if (event.type === "call.started") calls.set(event.callId, startedCall(event));
    else if (event.type === "call.completed" || event.type === "call.failed") endCall(calls, event);
    else if (event.type === "rung.used") rungs.push({ rung: event.rung, detail: event.detail });
    else if (event.type === "change.rejected") rejected.push(event.reason);
    else if (event.type === "note") notes.push(`${event.code}: ${event.detail}`);
    else if (event.type === "step.started") begun.set(event.step, event.at);
    else if (event.type === "step.completed") {
      const { step, at, note = "" } = event;
      steps.push({ step, milliseconds: at - (begun.get(step) ?? at), note });
    }
  }
  const rows = [...calls.values()];
  return {
    calls: rows,
    lore: loreOf(events),
    tools: events.flatMap((event) => event.type === "tool.finished" ? [event.record] : []),
    rungs,
    rejected,
    notes,
    steps,
    tokens: rows.reduce((sum, call) => sum + tokensOf(call), 0),
    milliseconds: (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0)
  };
}
function loreOf(events) {
  return events.find((event) => event.type === "lore.routed") ?? null;
}
function startedCall(event) {
  return {
    callId: event.callId,
    slot: event.slot,
    attempt: event.attempt,
    model: event.model,
    promptTokens: event.promptTokens,
    messages: event.messages.map(readMessage),
    cut: event.cut.map(readCut),
    parts: event.parts ?? [],
    layout: event.layout ?? null,
    answer: null,
    usage: null,
    estimate: null,
    milliseconds: null,
    error: null
  };
}
function endCall(calls, event) {
  const call = calls.get(event.callId);
  if (call === void 0) return;
  const { milliseconds, text = "", estimate = null } = event;
  const ended = { ...call, milliseconds, answer: text === "" ? null : text, estimate };
  calls.set(
    event.callId,
    event.type === "call.completed" ? { ...ended, usage: event.usage } : { ...ended, error: { code: event.code, message: event.message } }
  );
}
function tokensOf(call) {
  return (call.usage?.promptTokens ?? call.promptTokens) + (call.usage?.completionTokens ?? call.estimate ?? 0);
}
function readMessage(message) {
  if (typeof message !== "object" || message === null) return { role: "", text: String(message) };
  const role = "role" in message ? String(message.role) : "";
  const content = "content" in message ? message.content : "";
  return { role, text: contentText(content) };
}
function contentText(content) {
  if (typeof content === "string") return content;
  if (content === void 0) return "";
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map((part) => {
    if (typeof part !== "object" || part === null) return String(part);
    if ("text" in part && typeof part.text === "string") return part.text;
    return "type" in part ? `[${String(part.type)}]` : "[…]";
  }).join("\n");
}
function readCut(cut) {
  if (typeof cut !== "object" || cut === null) return { source: String(cut), tokens: 0 };
  const key = "key" in cut ? String(cut.key) : "";
  const source = "source" in cut ? String(cut.source) : "";
  return {
    source: [key, source].filter((part) => part !== "").join(" · "),
    tokens: "tokens" in cut && typeof cut.tokens === "number" ? cut.tokens : 0
  };
}

// src/ui/panels/tool-records.tsx
function ToolRecords({ records, text, language }) {
  if (records.length === 0) return null;
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("b", { children: text.tools.records }),
    records.map((record) => /* @__PURE__ */ a(RecordView, { record, text, language }, record.executionId))
  ] });
}
function RecordView({ record, text, language }) {
  const ended = text.tools.status[record.status];
  const facts = [
    ...record.phase === "bench" ? [] : [text.tools.stage[record.phase === "post" ? "post_pipeline" : "planning"]],
    ended,
    text.status.seconds(Math.round(record.milliseconds / 100) / 10),
    text.tools.seed(record.seed)
  ];
  const rolls = record.rolls.map((roll) => explainDice(roll, language)).filter((line) => line !== record.text);
  const lines = [record.text, record.message, ...record.coercions, ...rolls];
  return /* @__PURE__ */ a("section", { class: "narrative-agent-section narrative-agent-call", "data-tool": record.tool, "data-status": record.status, children: [
    /* @__PURE__ */ a("h4", { children: record.tool }),
    /* @__PURE__ */ a("small", { class: record.status === "success" ? "" : "narrative-agent-warning", children: facts.join(" · ") }),
    record.reason !== "" && /* @__PURE__ */ a("p", { children: record.reason }),
    /* @__PURE__ */ a("pre", { class: "narrative-agent-pre", children: lines.filter((line) => line !== "").join("\n") }),
    Object.keys(record.arguments).length > 0 && /* @__PURE__ */ a("details", { children: [
      /* @__PURE__ */ a("summary", { children: text.tools.arguments }),
      /* @__PURE__ */ a("pre", { class: "narrative-agent-pre", children: JSON.stringify(record.arguments, null, 2) })
    ] }),
    record.logs.length > 0 && /* @__PURE__ */ a("details", { children: [
      /* @__PURE__ */ a("summary", { children: text.tools.output }),
      /* @__PURE__ */ a("pre", { class: "narrative-agent-pre", children: record.logs.join("\n") })
    ] })
  ] });
}

// src/ui/panels/run-tab.tsx
function RunTab({ session, pageId, text, language }) {
  const shown = pageId ?? session.timeline().rows.findLast((row) => row.pageId !== null)?.pageId ?? null;
  const loaded = useLoaded(
    () => shown === null ? Promise.resolve(null) : session.runOf(shown),
    [session, shown, session.timeline()]
  );
  if (loaded.state === "loading") return /* @__PURE__ */ a("p", { children: text.panel.loading });
  if (loaded.state === "failed") return /* @__PURE__ */ a("p", { children: text.panel.failed + errorText(loaded.error) });
  return loaded.value === null ? /* @__PURE__ */ a("p", { children: text.run.none }) : /* @__PURE__ */ a(RunReportView, { ...loaded.value, text, language });
}
function RunReportView({ run, events, text, language }) {
  const report = reportRun(events);
  const seconds = Math.round(((run.endedAt ?? run.startedAt + report.milliseconds) - run.startedAt) / 1e3);
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("p", { class: "narrative-agent-run-head", children: [
      /* @__PURE__ */ a("b", { children: text.runStatus[run.status] }),
      " · ",
      text.run.schedule[run.schedule],
      " ·",
      " ",
      text.run.total(report.calls.length, seconds, report.tokens)
    ] }),
    run.error !== null && /* @__PURE__ */ a("p", { class: "narrative-agent-warning", children: [
      text.steps[run.error.step],
      ": ",
      errorLine(text, run.error)
    ] }),
    report.calls.map((call) => /* @__PURE__ */ a(CallView, { call, text }, call.callId)),
    report.lore !== null && /* @__PURE__ */ a(LoreView, { lore: report.lore, text }),
    /* @__PURE__ */ a(ToolRecords, { records: report.tools, text, language }),
    /* @__PURE__ */ a(Lines, { title: text.run.rungs, items: report.rungs.map((used) => rungLine(text, used)) }),
    /* @__PURE__ */ a(Lines, { title: text.run.rejected, items: report.rejected }),
    /* @__PURE__ */ a(Lines, { title: text.run.notes, items: report.notes }),
    /* @__PURE__ */ a(
      Lines,
      {
        title: text.run.steps,
        items: report.steps.map(
          ({ step, milliseconds, note }) => [text.steps[step], text.status.seconds(Math.round(milliseconds / 100) / 10), note].filter((part) => part !== "").join(" · ")
        )
      }
    )
  ] });
}
function rungLine(text, used) {
  const name = text.rungs[used.rung] ?? used.rung;
  return used.detail === "" ? name : `${name}: ${used.detail}`;
}
function CallView({ call, text }) {
  const amount = (told, counted) => typeof told === "number" ? String(told) : counted === null ? text.run.unknown : text.run.about(counted);
  const facts = [
    call.model,
    `${text.run.tokensIn} ${amount(call.usage?.promptTokens, call.promptTokens)}`,
    `${text.run.tokensOut} ${amount(call.usage?.completionTokens, call.estimate)}`,
    ...typeof call.usage?.cachedTokens === "number" ? [`${text.run.tokensCached} ${call.usage.cachedTokens}`] : [],
    ...call.layout === null ? [] : [text.run.layout[call.layout]],
    call.milliseconds === null ? text.run.running : text.status.seconds(Math.round(call.milliseconds / 100) / 10)
  ];
  return /* @__PURE__ */ a("section", { class: "narrative-agent-section narrative-agent-call", "data-slot": call.slot, children: [
    /* @__PURE__ */ a("h4", { children: text.run.call(text.slots[call.slot], call.attempt) }),
    /* @__PURE__ */ a("small", { children: facts.filter((fact) => fact !== "").join(" · ") }),
    call.error !== null && /* @__PURE__ */ a("p", { class: "narrative-agent-warning", children: errorLine(text, call.error) }),
    call.parts.length > 0 && /* @__PURE__ */ a(Folded, { title: text.run.parts, children: /* @__PURE__ */ a(PartTable, { parts: call.parts, text }) }),
    /* @__PURE__ */ a(Folded, { title: text.run.sent, children: call.messages.map((message, i) => /* @__PURE__ */ a(Quoted, { title: roleName(text, message.role), body: message.text }, i)) }),
    call.answer !== null && /* @__PURE__ */ a(Folded, { title: text.run.answer, children: /* @__PURE__ */ a(Quoted, { title: "", body: call.answer }) }),
    /* @__PURE__ */ a(Lines, { title: text.run.cut, items: call.cut.map((cut) => text.run.cutLine(cut.source, cut.tokens)) })
  ] });
}
function errorLine(text, { code, message }) {
  const sentence = text.errors[code];
  return [sentence, message === code ? void 0 : message, `(${code})`].filter(Boolean).join(" ");
}
function roleName(text, role) {
  return text.run.roles[role] ?? role;
}
function Folded({ title, children }) {
  return /* @__PURE__ */ a("details", { children: [
    /* @__PURE__ */ a("summary", { children: title }),
    children
  ] });
}
function Quoted({ title, body }) {
  return /* @__PURE__ */ a($, { children: [
    title !== "" && /* @__PURE__ */ a("b", { children: title }),
    /* @__PURE__ */ a("pre", { class: "narrative-agent-pre", children: body })
  ] });
}
function Lines({ title, items }) {
  if (items.length === 0) return null;
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("b", { children: title }),
    /* @__PURE__ */ a("ul", { children: items.map((item, i) => /* @__PURE__ */ a("li", { children: item }, i)) })
  ] });
}

// src/ui/panels/quest-section.tsx
var statuses = ["available", "active", "completed", "failed"];
function QuestSection({ quests, editor, text }) {
  return /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
    /* @__PURE__ */ a("h4", { children: text.state.quests }),
    /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: quests.map(([id, quest]) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a(
        "select",
        {
          class: "text_pole narrative-agent-quest-status",
          "aria-label": id,
          value: quest.status,
          onChange: (event) => editor.change(writePointer(["game", "quests", id, "status"]), {
            op: "set",
            value: event.currentTarget.value
          }),
          children: statuses.map((status) => /* @__PURE__ */ a("option", { value: status, selected: status === quest.status, children: text.state.questStatus[status] }, status))
        }
      ),
      /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: /* @__PURE__ */ a(
        EditableRow,
        {
          name: id,
          shown: quest.stage,
          pointer: writePointer(["game", "quests", id, "stage"]),
          read: (typed) => typed.trim(),
          hint: "",
          editor,
          text
        }
      ) })
    ] }, id)) })
  ] });
}

// src/ui/panels/typed-value.ts
function typedNumber(text) {
  const number = Number(text.trim());
  return text.trim() === "" || !Number.isFinite(number) ? void 0 : number;
}
function typedTime(text) {
  const parts = /^\D*(\d{1,9})\D+(\d{1,2})\s*:\s*(\d{1,2})$/.exec(text.normalize("NFKC").trim());
  if (parts === null) return void 0;
  const [day, hour, minute] = parts.slice(1).map(Number);
  if (day === void 0 || hour === void 0 || minute === void 0) return void 0;
  return day >= 1 && hour < 24 && minute < 60 ? { day, hour, minute } : void 0;
}
function renderTime(time) {
  const two = (n) => String(n).padStart(2, "0");
  return `${two(time.hour)}:${two(time.minute)}`;
}
function typedJson(text) {
  const parsed = parseJson(text.trim());
  return parsed.ok ? parsed.value : text;
}
function renderJson(value) {
  return typeof value === "string" && !parseJson(value.trim()).ok ? value : JSON.stringify(value);
}

// src/ui/panels/value-section.tsx
function ValueSection(props) {
  const { title, path, values, render, read, hint, editor, text } = props;
  return /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
    /* @__PURE__ */ a("h4", { children: title }),
    /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: values.map(([name, value]) => /* @__PURE__ */ a(
      EditableRow,
      {
        name,
        shown: render(value),
        pointer: writePointer([...path, name]),
        removable: true,
        read,
        hint,
        editor,
        text
      },
      name
    )) }),
    /* @__PURE__ */ a(AddRow, { ...props })
  ] });
}
function AddRow({ title, path, values, read, hint, editor, text }) {
  const [draft, setDraft] = d(null);
  const [problem, setProblem] = d("");
  if (draft === null) {
    return /* @__PURE__ */ a(RowButton, { label: `${text.state.add} · ${title}`, onClick: () => setDraft({ name: "", value: "" }) });
  }
  const stop = () => {
    setDraft(null);
    setProblem("");
  };
  const save = () => {
    const name = draft.name.trim();
    const value = read(draft.value);
    if (values.some(([other]) => other === name)) {
      setProblem(text.state.nameTaken);
    } else if (name === "" || value === void 0) {
      setProblem(name === "" ? text.state.name : hint);
    } else {
      editor.change(writePointer([...path, name]), { op: "set", value });
      stop();
    }
  };
  return /* @__PURE__ */ a("div", { class: "narrative-agent-row", children: [
    /* @__PURE__ */ a(
      "input",
      {
        class: "text_pole",
        placeholder: text.state.name,
        "aria-label": text.state.name,
        value: draft.name,
        onInput: (event) => setDraft({ ...draft, name: event.currentTarget.value })
      }
    ),
    /* @__PURE__ */ a(
      "input",
      {
        class: "text_pole",
        placeholder: text.state.value,
        "aria-label": text.state.value,
        value: draft.value,
        onInput: (event) => setDraft({ ...draft, value: event.currentTarget.value })
      }
    ),
    /* @__PURE__ */ a(RowButton, { label: text.state.save, onClick: save }),
    /* @__PURE__ */ a(RowButton, { label: text.state.cancel, onClick: stop }),
    problem !== "" && /* @__PURE__ */ a("small", { class: "narrative-agent-warning", role: "alert", children: problem })
  ] });
}

// src/ui/panels/state-tab.tsx
var SHOWN_AT_FIRST = 20;
function StateTab({ session, text, onError }) {
  const [, redraw] = d(0);
  const world = session.head();
  const after = (done) => {
    done.then(() => redraw((n) => n + 1), onError);
  };
  const editor = {
    isLocked: (pointer) => world.locks.includes(pointer),
    change: (pointer, change) => after(session.edit(pointer, change))
  };
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("div", { class: "narrative-agent-row", children: [
      /* @__PURE__ */ a(RowButton, { label: text.state.undo, onClick: () => after(session.undo()) }),
      /* @__PURE__ */ a(RowButton, { label: text.state.redo, onClick: () => after(session.redo()) })
    ] }),
    world.mvu !== null && /* @__PURE__ */ a("p", { children: text.state.mvuRules }),
    /* @__PURE__ */ a(GameSections, { world, text, editor }),
    /* @__PURE__ */ a(SummarySection, { world, text, editor }),
    /* @__PURE__ */ a(ChangeSections, { session, world, text })
  ] });
}
function GameSections({ world, text, editor }) {
  const { game } = world;
  const common = { editor, text };
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: [
      /* @__PURE__ */ a(
        EditableRow,
        {
          ...common,
          name: text.state.time,
          shown: text.state.clock(game.time.day, renderTime(game.time)),
          typed: `${game.time.day} ${renderTime(game.time)}`,
          pointer: "/game/time",
          read: (typed) => typedTime(typed),
          hint: text.state.badTime
        }
      ),
      /* @__PURE__ */ a(
        EditableRow,
        {
          ...common,
          name: text.state.place,
          shown: game.location === "" ? text.state.noPlace : game.location,
          typed: game.location,
          pointer: "/game/location",
          read: (typed) => typed.trim(),
          hint: ""
        }
      )
    ] }),
    /* @__PURE__ */ a(
      ValueSection,
      {
        ...common,
        title: text.state.goods,
        path: ["game", "inventory"],
        values: Object.entries(game.inventory),
        render: String,
        read: typedNumber,
        hint: text.state.badNumber
      }
    ),
    /* @__PURE__ */ a(
      ValueSection,
      {
        ...common,
        title: text.state.people,
        path: ["game", "relationships"],
        values: Object.entries(game.relationships),
        render: String,
        read: typedNumber,
        hint: text.state.badNumber
      }
    ),
    /* @__PURE__ */ a(QuestSection, { ...common, quests: Object.entries(game.quests) }),
    /* @__PURE__ */ a(
      ValueSection,
      {
        ...common,
        title: text.state.flags,
        path: ["game", "flags"],
        values: Object.entries(game.flags),
        render: renderJson,
        read: typedJson,
        hint: ""
      }
    ),
    /* @__PURE__ */ a(
      ValueSection,
      {
        ...common,
        title: text.state.variables,
        path: ["variables"],
        values: Object.entries(world.variables).flatMap(
          ([name, held]) => "value" in held ? [[name, held.value]] : []
        ),
        render: renderJson,
        read: typedJson,
        hint: ""
      }
    )
  ] });
}
function SummarySection({ world, text, editor }) {
  return /* @__PURE__ */ a(
    Newest,
    {
      title: text.state.summaries,
      text,
      items: world.summaries.map((line) => /* @__PURE__ */ a(
        EditableRow,
        {
          name: line.round === 0 ? text.state.opening : text.state.round(line.round),
          shown: line.text,
          pointer: `/summaries/${line.round}`,
          long: true,
          removable: true,
          read: (typed) => typed.trim() === "" ? void 0 : typed.trim(),
          hint: text.state.value,
          editor,
          text
        },
        line.round
      ))
    }
  );
}
function ChangeSections({ session, world, text }) {
  const rejected = session.timeline().rows.slice(-SHOWN_AT_FIRST).flatMap((row) => session.rejections(row.floorId).map((rejection) => ({ row, rejection })));
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(
      Newest,
      {
        title: text.state.rejected,
        text,
        items: rejected.map(({ row, rejection }) => /* @__PURE__ */ a("li", { class: "narrative-agent-row", children: [
          /* @__PURE__ */ a("span", { class: "narrative-agent-row-name", children: text.state.round(row.round) }),
          /* @__PURE__ */ a("span", { class: "narrative-agent-row-value", children: [
            rejection.reason,
            /* @__PURE__ */ a("small", { children: [
              " ",
              describeEffect(rejection.effect)
            ] })
          ] })
        ] }, `${row.floorId}-${rejection.effectIndex}`))
      }
    ),
    /* @__PURE__ */ a(
      Newest,
      {
        title: text.state.log,
        text,
        items: world.game.eventLog.map((event, i) => /* @__PURE__ */ a("li", { class: "narrative-agent-row", children: [
          /* @__PURE__ */ a("span", { class: "narrative-agent-row-name", children: text.state.round(event.round) }),
          /* @__PURE__ */ a("span", { class: "narrative-agent-row-value", children: [
            event.type,
            " ",
            JSON.stringify(event.params),
            event.reason !== void 0 && /* @__PURE__ */ a("small", { children: [
              " ",
              event.reason
            ] })
          ] })
        ] }, i))
      }
    )
  ] });
}
function describeEffect(effect) {
  return JSON.stringify("change" in effect ? effect.change : effect);
}
function Newest({ title, text, items }) {
  const [count, setCount] = d(SHOWN_AT_FIRST);
  const shown = items.slice(-count).toReversed();
  return /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
    /* @__PURE__ */ a("h4", { children: title }),
    items.length === 0 ? /* @__PURE__ */ a("small", { children: text.panel.empty }) : /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: shown }),
    items.length > count && /* @__PURE__ */ a(RowButton, { label: text.timeline.older, onClick: () => setCount(count + 5 * SHOWN_AT_FIRST) })
  ] });
}

// src/ui/panels/timeline-tab.tsx
var ROWS = 50;
var EXCERPT = 120;
function TimelineTab(props) {
  const [count, setCount] = d(ROWS);
  const timeline = props.session.timeline();
  const { rows } = timeline;
  const waiting = pendingRounds(timeline, { native: true }).length;
  return /* @__PURE__ */ a("div", { children: [
    waiting > 0 && /* @__PURE__ */ a(RowButton, { label: props.text.timeline.catchUp(waiting), onClick: () => props.deps.catchUp() }),
    /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: rows.slice(-count).toReversed().map((row) => /* @__PURE__ */ a(FloorRow, { row, ...props }, row.floorId)) }),
    rows.length === 0 && /* @__PURE__ */ a("small", { children: props.text.panel.empty }),
    rows.length > count && /* @__PURE__ */ a(RowButton, { label: props.text.timeline.older, onClick: () => setCount(count + 4 * ROWS) })
  ] });
}
function FloorRow(props) {
  const { row, session, deps, text, openRun } = props;
  const [open, setOpen] = d(false);
  const { pageId } = row;
  const edit = useLoaded(
    () => row.edited ? session.editMark(row.floorId) : Promise.resolve(null),
    [session, row.hash]
  );
  const runOf = usePageWithRun(row, session);
  const changedMuch = row.edited && edit.state === "ready" && (edit.value?.offerAnalysis ?? true);
  const canAnalyse = changedMuch || row.analysis === "pending" || row.analysis === "failed";
  return /* @__PURE__ */ a("li", { class: "narrative-agent-floor", "data-round": row.round, children: [
    /* @__PURE__ */ a("div", { class: "narrative-agent-row", children: [
      /* @__PURE__ */ a("span", { class: "narrative-agent-row-name", children: row.round === 0 ? text.state.opening : text.state.round(row.round) }),
      /* @__PURE__ */ a("small", { class: "narrative-agent-row-value", children: marksOf(row, text).join(" · ") }),
      pageId !== null && canAnalyse && /* @__PURE__ */ a(RowButton, { label: text.timeline.analyseAgain, onClick: () => deps.analyseAgain(pageId) }),
      runOf !== null && /* @__PURE__ */ a(RowButton, { label: text.timeline.openRun, onClick: () => openRun(runOf) }),
      /* @__PURE__ */ a(RowButton, { label: text.timeline.showCandidates, onClick: () => setOpen(!open) })
    ] }),
    open && /* @__PURE__ */ a(Candidates, { ...props })
  ] });
}
function usePageWithRun({ pageId, floorId }, session) {
  const last = useLoaded(
    () => pageId === null ? session.runOfFloor(floorId) : Promise.resolve(null),
    [session, pageId, floorId]
  );
  return pageId ?? (last.state === "ready" ? last.value?.pageId ?? null : null);
}
function marksOf(row, text) {
  return [
    row.pageId === null ? text.timeline.noReply : text.timeline.candidates(row.swipePages.length),
    text.analysis[row.analysis],
    ...row.partial ? [text.timeline.partial] : [],
    ...row.edited ? [text.timeline.edited] : [],
    ...row.baseMismatch ? [text.timeline.baseMismatch] : []
  ];
}
function Candidates({ row, session, deps, text, openRun }) {
  const [restored, setRestored] = d([]);
  const loaded = useLoaded(() => readCandidates(row, session, deps), [session, row, restored.length]);
  if (loaded.state === "loading") return /* @__PURE__ */ a("p", { children: text.panel.loading });
  if (loaded.state === "failed") return /* @__PURE__ */ a("p", { children: text.panel.failed + errorText(loaded.error) });
  const rows = session.timeline().rows;
  const canRestore = row.replyIndex !== null || rows.at(-1)?.floorId === row.floorId;
  const restore = (pageId) => {
    session.restorePage(pageId).then(
      () => setRestored([...restored, pageId]),
      (error) => deps.onError(error)
    );
  };
  return /* @__PURE__ */ a("ul", { class: "narrative-agent-list narrative-agent-candidates", children: loaded.value.map((candidate) => /* @__PURE__ */ a("li", { class: "narrative-agent-row", "data-page": candidate.pageId, children: [
    /* @__PURE__ */ a("span", { class: "narrative-agent-row-value", children: [
      candidate.excerpt,
      /* @__PURE__ */ a("small", { children: [
        " ",
        [
          text.pageKinds[candidate.kind],
          ...candidate.pageId === row.pageId ? [text.timeline.shown] : [],
          ...candidate.detached ? [text.timeline.detached] : []
        ].join(" · ")
      ] })
    ] }),
    /* @__PURE__ */ a(RowButton, { label: text.timeline.openRun, onClick: () => openRun(candidate.pageId) }),
    candidate.detached && canRestore && !restored.includes(candidate.pageId) && /* @__PURE__ */ a(RowButton, { label: text.timeline.restore, onClick: () => restore(candidate.pageId) })
  ] }, candidate.pageId)) });
}
async function readCandidates(row, session, deps) {
  const known = new Map((await deps.detachedPages(row.floorId)).map((page) => [page.pageId, page]));
  const replaced = new Set(
    row.swipePages.flatMap((pageId) => {
      const page = known.get(pageId);
      return (page?.standsFor ?? []).filter((before) => known.get(before)?.hash === page?.hash);
    })
  );
  const gone = [...known.keys()].filter((pageId) => !row.swipePages.includes(pageId) && !replaced.has(pageId));
  return Promise.all(
    [...row.swipePages, ...gone].map(async (pageId) => {
      const messages = await session.messages.list(row.floorId, pageId);
      const shown = pageId === row.pageId ? row.kind : null;
      return {
        pageId,
        kind: known.get(pageId)?.kind ?? shown ?? "native",
        excerpt: (messages.findLast(({ role }) => role === "assistant")?.text ?? "").slice(0, EXCERPT),
        detached: gone.includes(pageId)
      };
    })
  );
}

// src/ui/panels/tool-trial.tsx
function ToolTrial({ tool, isModel, bench, text, language, onTried }) {
  const [parameters, setParameters] = d(JSON.stringify(tool.sampleParams, null, 2));
  const [result, setResult] = d(null);
  const [control] = d(() => new AbortController());
  F(() => () => control.abort(), [control]);
  const run = (action) => {
    const parsed = parseJson(parameters);
    if (!parsed.ok || !isObject(parsed.value)) {
      setResult(text.tools.badJson);
      return;
    }
    setResult(text.panel.loading);
    action(parsed.value).then(setResult, (error) => setResult(errorText(error)));
  };
  const tryIt = async (given) => {
    const trial = await bench.tryTool(tool.name, given, control.signal);
    if (trial.record.rolls.length > 0) onTried();
    return trialText(trial, text, language);
  };
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("label", { children: [
      text.tools.parameters,
      /* @__PURE__ */ a(
        "textarea",
        {
          class: "text_pole",
          rows: 4,
          value: parameters,
          onInput: (event) => setParameters(event.currentTarget.value)
        }
      )
    ] }),
    /* @__PURE__ */ a("div", { class: "narrative-agent-row", children: [
      /* @__PURE__ */ a(RowButton, { label: text.tools.tryIt, onClick: () => run(tryIt) }),
      isModel && /* @__PURE__ */ a(
        RowButton,
        {
          label: text.tools.preview,
          onClick: () => run(async (given) => promptText(await bench.previewPrompt(tool.name, given), text))
        }
      )
    ] }),
    result !== null && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("b", { children: text.tools.result }),
      /* @__PURE__ */ a("pre", { class: "narrative-agent-pre", children: result })
    ] })
  ] });
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function trialText({ record, effects }, text, language) {
  const rolls = record.rolls.map((roll) => explainDice(roll, language));
  return [
    record.text,
    record.message,
    ...record.coercions,
    ...rolls.filter((line) => line !== record.text),
    ...effects.length > 0 ? [`${text.tools.changes}:`, ...effects.map((effect) => JSON.stringify(effect))] : [],
    ...record.logs.length > 0 ? [`${text.tools.output}:`, ...record.logs] : [],
    `${text.tools.status[record.status]} · ${record.milliseconds} ms`
  ].filter((line) => line !== "").join("\n");
}
function promptText(messages, text) {
  if (messages === null) return text.panel.empty;
  return messages.map(({ role, content }) => {
    const body = typeof content === "string" ? content : JSON.stringify(content);
    return `── ${text.run.roles[role]} ──
${body}`;
  }).join("\n\n");
}

// src/ui/panels/tools-tab.tsx
function ToolsTab({ bench, deps, text }) {
  const [asked, setAsked] = d(0);
  const timeline = deps.session()?.timeline();
  const loaded = useLoaded(() => Promise.all([bench.list(), bench.rolls()]), [bench, asked, timeline]);
  if (loaded.state === "loading") return /* @__PURE__ */ a("p", { children: text.panel.loading });
  if (loaded.state === "failed") return /* @__PURE__ */ a("p", { children: text.panel.failed + errorText(loaded.error) });
  const decide = (tool) => {
    deps.decideConsent?.(tool).then(
      () => setAsked(asked + 1),
      (error) => deps.onError(error)
    );
  };
  const [tools, rolls] = loaded.value;
  return /* @__PURE__ */ a("div", { children: [
    tools.every(({ definition }) => definition?.source.origin === "builtin") && /* @__PURE__ */ a("p", { children: text.tools.none }),
    tools.map((tool, i) => /* @__PURE__ */ a(
      ToolCard,
      {
        tool,
        bench,
        onTried: () => setAsked(asked + 1),
        text,
        language: deps.language,
        decide: tool.codeHash !== null && deps.decideConsent !== void 0 ? () => decide(tool) : null
      },
      i
    )),
    /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
      /* @__PURE__ */ a("h4", { children: text.tools.rolls }),
      rolls.length === 0 && /* @__PURE__ */ a("small", { children: text.panel.empty }),
      /* @__PURE__ */ a("ul", { children: rolls.map((roll, i) => /* @__PURE__ */ a("li", { title: text.tools.seed(roll.record.seed), children: [
        /* @__PURE__ */ a("small", { children: roll.tool }),
        " ",
        roll.text
      ] }, i)) })
    ] })
  ] });
}
function ToolCard({ tool, bench, text, language, onTried, decide }) {
  const { definition } = tool;
  const source = definition?.source.origin === "entry" ? definition.source : tool.lints[0];
  const findings = tool.lints.filter(({ severity }) => severity !== "note").length;
  const facts = [
    ...definition === null ? [] : [text.tools.kind[definition.kind], text.tools.stage[definition.trigger]],
    tool.stateText,
    ...source === void 0 ? [] : [text.tools.place(source.book, source.uid)]
  ];
  return /* @__PURE__ */ a("details", { class: "narrative-agent-section narrative-agent-tool", "data-tool": tool.name, children: [
    /* @__PURE__ */ a("summary", { children: [
      /* @__PURE__ */ a("b", { children: tool.name }),
      " ",
      /* @__PURE__ */ a("small", { children: facts.join(" · ") }),
      findings > 0 && /* @__PURE__ */ a("span", { class: "narrative-agent-warning", children: [
        " ",
        text.tools.findings(findings)
      ] })
    ] }),
    definition !== null && /* @__PURE__ */ a("p", { children: definition.description }),
    tool.lints.length > 0 && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("b", { children: text.tools.lint }),
      /* @__PURE__ */ a("ul", { children: tool.lints.map((lint, i) => /* @__PURE__ */ a("li", { class: lint.severity === "note" ? "" : "narrative-agent-warning", children: lintLine(lint, text, language) }, i)) })
    ] }),
    decide !== null && /* @__PURE__ */ a(RowButton, { label: text.tools.decide, onClick: decide }),
    definition !== null && /* @__PURE__ */ a(ToolTrial, { tool, isModel: definition.kind === "llm", ...{ bench, text, language, onTried } })
  ] });
}
function lintLine(lint, text, language) {
  const place = [
    text.tools.place(lint.book, lint.uid),
    ...lint.line === null ? [] : [text.tools.lineColumn(lint.line, lint.column ?? 1)]
  ].join(", ");
  return `${text.tools.severity[lint.severity]} · ${place}: ${lint[language]}`;
}

// src/ui/panels/panel-window.tsx
function showPanelWindow(page, deps, first) {
  const holder = page.createElement("div");
  holder.className = "narrative-agent-panel-holder";
  page.body.append(holder);
  const returnTo = page.activeElement;
  const close = () => {
    if (!holder.isConnected) return;
    Q(null, holder);
    holder.remove();
    returnTo?.focus();
  };
  Q(/* @__PURE__ */ a(PanelWindow, { deps, first, close }), holder);
  return close;
}
function PanelWindow({ deps, first, close }) {
  const text = uiText(deps.language);
  const [tab, setTab] = d(first.tab);
  const [pageId, setPageId] = d(first.pageId);
  const [, redraw] = d(0);
  const closeButton = T(null);
  F(() => deps.onChanged(() => redraw((n) => n + 1)), [deps]);
  F(() => closeButton.current?.focus(), []);
  const openRun = (id) => {
    setPageId(id);
    setTab("run");
  };
  return /* @__PURE__ */ a(
    "div",
    {
      class: "narrative-agent-panel",
      role: "dialog",
      "aria-label": text.panel.title,
      onKeyDown: (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      },
      children: [
        /* @__PURE__ */ a("div", { class: "narrative-agent-panel-head", children: [
          /* @__PURE__ */ a("div", { role: "tablist", class: "narrative-agent-tabs", children: tabsOf(deps).map((name) => /* @__PURE__ */ a(
            "button",
            {
              type: "button",
              role: "tab",
              "aria-selected": name === tab,
              class: "menu_button narrative-agent-button",
              onClick: () => {
                setPageId(null);
                setTab(name);
              },
              children: text.panel.tabs[name]
            },
            name
          )) }),
          /* @__PURE__ */ a(
            "button",
            {
              ref: closeButton,
              type: "button",
              class: "menu_button narrative-agent-button narrative-agent-close",
              "aria-label": text.panel.close,
              onClick: close,
              children: "✕"
            }
          )
        ] }),
        /* @__PURE__ */ a("div", { class: "narrative-agent-panel-body", role: "tabpanel", children: /* @__PURE__ */ a(TabBody, { tab, pageId, deps, text, openRun }) })
      ]
    }
  );
}
function tabsOf(deps) {
  return [
    "state",
    "timeline",
    "run",
    ...deps.sources === void 0 ? [] : ["sources"],
    ...deps.bench === void 0 ? [] : ["tools"],
    ...deps.mvu === void 0 ? [] : ["mvu"]
  ];
}
function TabBody({ tab, pageId, deps, text, openRun }) {
  const session = deps.session();
  if (tab === "tools" && deps.bench !== void 0) return /* @__PURE__ */ a(ToolsTab, { bench: deps.bench, deps, text });
  if (tab === "sources" && deps.sources !== void 0) return /* @__PURE__ */ a(SourcesTab, { sources: deps.sources, text });
  if (session === null) return /* @__PURE__ */ a("p", { children: text.panel.noChat });
  switch (tab) {
    case "state":
      return /* @__PURE__ */ a(StateTab, { session, text, onError: (error) => deps.onError(error) });
    case "timeline":
      return /* @__PURE__ */ a(TimelineTab, { session, deps, text, openRun });
    case "run":
      return /* @__PURE__ */ a(RunTab, { session, pageId, text, language: deps.language });
    case "mvu":
      return /* @__PURE__ */ a(MvuTab, { session, mvu: deps.mvu ?? null, text, onError: (error) => deps.onError(error) });
    case "sources":
    case "tools":
      return /* @__PURE__ */ a("p", { children: text.panel.empty });
  }
}
export {
  showPanelWindow
};
