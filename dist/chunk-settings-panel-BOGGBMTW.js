/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  bounds,
  defaultSettings,
  parseSettings
} from "./chunk-chunk-BLLCYKH4.js";
import {
  readSetting,
  withSetting
} from "./chunk-chunk-JAIETO6Y.js";
import "./chunk-chunk-AOVRO2CB.js";
import {
  F,
  d
} from "./chunk-chunk-OVLQFPK5.js";
import "./chunk-chunk-XOLMVN5G.js";
import {
  $,
  Q,
  a
} from "./chunk-chunk-E7Y4MP62.js";
import "./chunk-chunk-YUU6UVEB.js";
import "./chunk-chunk-KJITHBSO.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-OMIXSY6H.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/ui/settings/setting-fields.ts
var settingGroups = ["basic", "depth", "calls", "sources", "reply", "tools", "data"];
var flag = (path) => ({ path, input: { kind: "flag" } });
var choice = (path, options) => ({
  path,
  input: { kind: "choice", options }
});
var number = (path, range) => ({ path, input: { kind: "number", range } });
var text = (path) => ({ path, input: { kind: "text" } });
var override = (agent) => ({
  path: `agents.${agent}.instructionsOverride`,
  input: { kind: "override", agent }
});
var temperature = (path) => ({
  path,
  input: { kind: "optional-number", range: bounds.temperature }
});
var ownCall = (agent) => [
  { path: `agents.${agent}.profile`, input: { kind: "profile" } },
  number(`agents.${agent}.maxTokens`, bounds.maxTokens),
  temperature(`agents.${agent}.temperature`),
  number(`agents.${agent}.firstTokenTimeoutSeconds`, bounds.firstTokenSeconds),
  number(`agents.${agent}.totalTimeoutSeconds`, bounds.totalSeconds),
  text(`agents.${agent}.instructionsAppend`),
  override(agent)
];
var settingFields = {
  basic: [
    flag("enabled"),
    choice("presetMode", ["none", "split"]),
    choice("worldbookSource", ["auto", "card", "world"]),
    choice("promptLanguage", ["auto", "zh", "en"]),
    choice("promptMode", ["native", "compat_plus", "compat_strict"]),
    choice("swipe", ["rewrite", "replan"]),
    { path: "cards", input: { kind: "remembered" } },
    { path: "presetChoices", input: { kind: "remembered" } },
    { path: "presetTargets", input: { kind: "remembered" } }
  ],
  depth: [
    choice("pipeline.depth", ["lean", "normal", "budget"]),
    number("pipeline.recentTurnsForPlanning", bounds.windowRounds),
    number("pipeline.planningGrowthMargin", bounds.growthRounds),
    number("pipeline.recentTurnsForWriting", bounds.windowRounds),
    number("pipeline.writingGrowthMargin", bounds.growthRounds),
    flag("pipeline.enableTextRecall"),
    flag("pipeline.summaryToWriting"),
    choice("promptLayout", ["auto", "cache", "classic"])
  ],
  calls: [
    number("pipeline.retries", bounds.retries),
    number("pipeline.firstTokenTimeoutSeconds", bounds.firstTokenSeconds),
    number("pipeline.tokenGapTimeoutSeconds", bounds.tokenGapSeconds),
    number("agents.writing.totalTimeoutSeconds", bounds.totalSeconds),
    flag("pipeline.parallelExecutionEnabled"),
    choice("pipeline.tail", ["auto", "held"]),
    number("agents.writing.maxTokens", bounds.maxTokens),
    temperature("agents.writing.temperature"),
    text("agents.writing.instructionsAppend"),
    override("writing"),
    ...ownCall("planning"),
    ...ownCall("mergedAnalysis"),
    flag("agents.mergedAnalysis.antiHallucination"),
    ...ownCall("tool")
  ],
  sources: [
    flag("sources.cardDescription"),
    flag("sources.cardPersonality"),
    flag("sources.cardScenario"),
    flag("sources.cardExamples"),
    flag("sources.authorsNote"),
    flag("sources.characterNote"),
    flag("sources.injectedPrompts"),
    flag("sources.persona"),
    flag("sources.personaToAnalysis"),
    flag("pipeline.ownKeywordScan"),
    flag("pipeline.afterCharToPlanning"),
    flag("state.autoSyncWorldInfo")
  ],
  reply: [
    { path: "reply.length", input: { kind: "length", range: bounds.replyLength } },
    choice("reply.person", ["auto", "first", "second", "third"]),
    choice("reply.tense", ["auto", "past", "present"]),
    choice("reply.playerSpeaks", ["never", "gestures", "free"]),
    choice("messageBody", ["clean", "tagged"]),
    choice("renderEvents", ["minimal", "all"])
  ],
  tools: [
    number("tools.maxCallsPerTurn", bounds.toolCalls),
    number("tools.maxSteps", bounds.toolSteps),
    flag("tools.actionButtons"),
    flag("tools.allowIrreversible"),
    flag("tools.allowPageCode"),
    flag("tools.letHostToolsRun"),
    { path: "tools.allow", input: { kind: "tool-lists" } },
    { path: "tools.deny", input: { kind: "tool-lists" } }
  ],
  data: [
    flag("state.persistToLocalStorage"),
    number("retention.keepCompletedRuns", bounds.keptRuns),
    number("retention.keepFailedRuns", bounds.keptRuns),
    number("retention.maxRunWorkspacesPerChat", bounds.keptRuns),
    number("retention.autoPruneAfterDays", bounds.pruneDays)
  ]
};

// src/ui/settings/built-in-instructions.tsx
function BuiltInInstructions({
  builtIn,
  override: override2,
  basis,
  words,
  onStart,
  onKeep
}) {
  const overridden = override2.trim() !== "";
  const changed = overridden && basis !== "" && basis !== builtIn.version;
  return /* @__PURE__ */ a($, { children: [
    changed && /* @__PURE__ */ a("small", { class: "narrative-agent-warning", role: "status", children: [
      words.oursChanged,
      " ",
      /* @__PURE__ */ a("button", { type: "button", class: "narrative-agent-link", onClick: onKeep, children: words.keepMine })
    ] }),
    /* @__PURE__ */ a("details", { class: "narrative-agent-built-in", children: [
      /* @__PURE__ */ a("summary", { children: words.ours }),
      builtIn.texts.map(({ turn, text: text2 }) => /* @__PURE__ */ a("section", { children: [
        words.oursIn[turn] !== "" && /* @__PURE__ */ a("b", { children: words.oursIn[turn] }),
        /* @__PURE__ */ a("pre", { class: "narrative-agent-pre", children: text2 }),
        !overridden && /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => onStart(text2), children: words.startFrom })
      ] }, turn))
    ] })
  ] });
}

// src/ui/settings/place-settings.tsx
function PlaceSettings({ words, settings, deps, save }) {
  const { card, chat } = deps.place();
  return /* @__PURE__ */ a($, { children: [
    card !== null && /* @__PURE__ */ a(
      Switch,
      {
        id: "narrative-agent-this-card",
        label: words.drawer.thisCard(card.name),
        hint: words.drawer.thisCardHint,
        words: words.drawer,
        value: Object.hasOwn(settings.cards, card.avatar) ? settings.cards[card.avatar] ?? null : null,
        onValue: (value) => save(withCard(deps.read(), card.avatar, value))
      }
    ),
    chat !== null && /* @__PURE__ */ a(ChatSettings, { words, chat, deps })
  ] });
}
function withCard(settings, avatar, value) {
  const others = Object.fromEntries(Object.entries(settings.cards).filter(([other]) => other !== avatar));
  return { ...settings, cards: value === null ? others : { ...others, [avatar]: value } };
}
function ChatSettings({ words, chat, deps }) {
  const change = (part) => deps.saveChatChoices({ ...deps.place().chat ?? chat, ...part });
  const modes = words.fields.promptMode.options ?? {};
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(
      Switch,
      {
        id: "narrative-agent-this-chat",
        label: words.drawer.thisChat,
        hint: words.drawer.thisChatHint,
        words: words.drawer,
        value: chat.enabled,
        onValue: (enabled) => change({ enabled })
      }
    ),
    /* @__PURE__ */ a("div", { class: "narrative-agent-field", children: [
      /* @__PURE__ */ a("label", { for: "narrative-agent-chat-mode", children: words.drawer.chatMode }),
      /* @__PURE__ */ a(
        "select",
        {
          id: "narrative-agent-chat-mode",
          class: "text_pole",
          value: chat.promptMode ?? "",
          onChange: (event) => change({ promptMode: promptMode(event.currentTarget.value) }),
          children: ["", ...Object.keys(modes)].map((mode) => /* @__PURE__ */ a("option", { value: mode, selected: mode === (chat.promptMode ?? ""), children: modes[mode] ?? words.drawer.follow }, mode))
        }
      )
    ] }),
    /* @__PURE__ */ a("div", { class: "narrative-agent-field", children: [
      /* @__PURE__ */ a("label", { for: "narrative-agent-style-note", children: words.drawer.styleNote }),
      /* @__PURE__ */ a(
        "textarea",
        {
          id: "narrative-agent-style-note",
          class: "text_pole textarea_compact",
          rows: 2,
          value: chat.styleNote,
          onChange: (event) => change({ styleNote: event.currentTarget.value })
        }
      ),
      /* @__PURE__ */ a("small", { class: "narrative-agent-hint", children: words.drawer.styleNoteHint })
    ] })
  ] });
}
function promptMode(value) {
  return value === "native" || value === "compat_plus" || value === "compat_strict" ? value : null;
}
function Switch({ id, label, hint, words, value, onValue }) {
  const chosen = value === null ? "" : String(value);
  const choices = { "": words.follow, true: words.on, false: words.off };
  return /* @__PURE__ */ a("div", { class: "narrative-agent-field", children: [
    /* @__PURE__ */ a("label", { for: id, children: label }),
    /* @__PURE__ */ a(
      "select",
      {
        id,
        class: "text_pole",
        value: chosen,
        onChange: (event) => {
          const picked = event.currentTarget.value;
          onValue(picked === "" ? null : picked === "true");
        },
        children: Object.entries(choices).map(([choice2, word]) => /* @__PURE__ */ a("option", { value: choice2, selected: choice2 === chosen, children: word }, choice2))
      }
    ),
    /* @__PURE__ */ a("small", { class: "narrative-agent-hint", children: hint })
  ] });
}

// src/ui/settings/tool-lists.ts
function renderToolLists(lists) {
  return Object.entries(lists).map(([agent, names]) => `${agent}: ${names.join(", ")}`).join("\n");
}
function parseToolLists(text2) {
  const lists = /* @__PURE__ */ new Map();
  for (const line of text2.split("\n").map((part) => part.trim())) {
    if (line === "") continue;
    const parts = /^([^:：]+)[:：](.*)$/.exec(line);
    const agent = parts?.[1]?.trim() ?? "";
    if (agent === "" || agent === "__proto__") return null;
    const names = (parts?.[2] ?? "").split(/[,，、]/).map((name) => name.trim());
    lists.set(agent, [...lists.get(agent) ?? [], ...names.filter((name) => name !== "")]);
  }
  return Object.fromEntries(lists);
}

// src/ui/settings/setting-input.tsx
function SettingInput(props) {
  const { id, input, value, text: text2, words, onValue } = props;
  switch (input.kind) {
    case "flag":
      return /* @__PURE__ */ a(
        "input",
        {
          id,
          type: "checkbox",
          checked: value === true,
          onChange: (event) => onValue(event.currentTarget.checked)
        }
      );
    case "choice":
      return /* @__PURE__ */ a(
        Select,
        {
          id,
          value: String(value),
          choices: input.options.map((option) => ({ value: option, label: text2.options?.[option] ?? option })),
          onValue
        }
      );
    case "number":
      return /* @__PURE__ */ a(NumberInput, { id, value, range: input.range, onValue });
    case "optional-number":
      return /* @__PURE__ */ a(NumberInput, { id, value, range: input.range, onValue: (typed) => onValue(typed ?? null) });
    case "length":
      return /* @__PURE__ */ a(LengthInput, { ...props });
    case "profile":
      return /* @__PURE__ */ a(Select, { id, value: String(value), choices: profileChoices(props), onValue });
    case "text":
    case "override":
      return /* @__PURE__ */ a(TextArea, { id, value: String(value), onText: onValue });
    case "tool-lists":
      return /* @__PURE__ */ a(
        TextArea,
        {
          id,
          value: renderToolLists(value),
          onText: (typed) => onValue(parseToolLists(typed) ?? void 0)
        }
      );
    case "remembered":
      return /* @__PURE__ */ a(Remembered, { record: value, words, onValue });
  }
}
function Select(props) {
  return /* @__PURE__ */ a(
    "select",
    {
      id: props.id,
      class: "text_pole",
      value: props.value,
      onChange: (event) => props.onValue(event.currentTarget.value),
      children: props.choices.map((choice2) => /* @__PURE__ */ a("option", { value: choice2.value, selected: choice2.value === props.value, children: choice2.label }, choice2.value))
    }
  );
}
function NumberInput(props) {
  return /* @__PURE__ */ a(
    "input",
    {
      id: props.id,
      type: "number",
      class: "text_pole",
      min: props.range.min,
      max: props.range.max,
      step: props.range.integer ? 1 : 0.05,
      value: typeof props.value === "number" ? String(props.value) : "",
      onChange: (event) => {
        const typed = event.currentTarget.value.trim();
        props.onValue(typed === "" ? void 0 : Number(typed));
      }
    }
  );
}
function LengthInput({ id, input, value, text: text2, words, onValue }) {
  const range = input.kind === "length" ? input.range : { min: 0, max: 0, integer: true };
  const named = Object.entries(text2.options ?? {}).map(([option, label]) => ({ value: option, label }));
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(
      Select,
      {
        id,
        value: typeof value === "number" ? "number" : String(value),
        choices: [...named, { value: "number", label: words.number }],
        onValue: (chosen) => onValue(chosen === "number" ? 300 : chosen)
      }
    ),
    typeof value === "number" && /* @__PURE__ */ a(NumberInput, { id: `${id}-number`, value, range, onValue })
  ] });
}
function TextArea(props) {
  return /* @__PURE__ */ a(
    "textarea",
    {
      id: props.id,
      class: "text_pole textarea_compact",
      rows: 3,
      value: props.value,
      onChange: (event) => props.onText(event.currentTarget.value)
    }
  );
}
function Remembered(props) {
  const names = Object.keys(props.record);
  if (names.length === 0) return /* @__PURE__ */ a("small", { children: props.words.nothingRemembered });
  const without = (name) => Object.fromEntries(Object.entries(props.record).filter(([other]) => other !== name));
  return /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: names.map((name) => /* @__PURE__ */ a("li", { children: [
    /* @__PURE__ */ a("span", { children: name }),
    /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => props.onValue(without(name)), children: props.words.forget })
  ] }, name)) });
}
function profileChoices({ value, profiles, words }) {
  const known = profiles.map((profile) => ({ value: profile.id, label: profile.name }));
  const chosen = String(value);
  const missing = chosen !== "" && !profiles.some((profile) => profile.id === chosen) ? [{ value: chosen, label: words.missingProfile(chosen) }] : [];
  return [{ value: "", label: words.currentConnection }, ...known, ...missing];
}

// src/ui/settings/settings-text-en.ts
var settingsEn = {
  groups: {
    basic: "Basics",
    depth: "How much of the past",
    calls: "Connections and calls",
    sources: "Sources",
    reply: "Reply",
    tools: "Tools",
    data: "Data"
  },
  agents: { planning: "Planning", writing: "Writing", mergedAnalysis: "Analysis", tool: "Tool" },
  fields: {
    enabled: { label: "Enabled", hint: "Off is as if it were not installed: not one byte of a request changes." },
    cards: { label: "Cards with a switch of their own", hint: "Their switch goes before the one above." },
    presetChoices: { label: "Remembered preset answers", hint: "Given at the first send; they go before “Preset”." },
    presetTargets: {
      label: "Presets whose entries you sent to single steps",
      hint: "Choose them in the panels under “Sources”; only with the preset split."
    },
    presetMode: {
      label: "Preset",
      hint: "Whether the prompt entries of the current preset are handed to the steps.",
      options: { none: "not used", split: "split among the steps" }
    },
    worldbookSource: {
      label: "Worldbooks",
      hint: "Automatic: SillyTavern’s books, and the one in the card only when none is linked.",
      options: { auto: "automatic", card: "the card’s only", world: "SillyTavern’s only" }
    },
    promptLanguage: {
      label: "Language of the prompts",
      hint: "Automatic looks at card and greeting and is fixed at the first round of a chat.",
      options: { auto: "automatic", zh: "Chinese", en: "English" }
    },
    promptMode: {
      label: "Prompt mode",
      hint: "Turns do not promise to follow a preset to the letter. Plus: SillyTavern’s own prompt, with the guide, summaries and state put in, and an analysis after it. Strict: SillyTavern alone makes the prompt, and we send nothing at all.",
      options: {
        native: "turns",
        compat_plus: "SillyTavern’s prompt, with memory and state",
        compat_strict: "strictly compatible"
      }
    },
    swipe: {
      label: "A new candidate by swipe",
      hint: "Rewrite keeps plan and dice, unless input, state or lore changed.",
      options: { rewrite: "rewrite the same plan", replan: "plan anew" }
    },
    "pipeline.depth": {
      label: "Depth",
      hint: "Lean uses the numbers below; normal is 8+8 rounds; by budget takes what fits.",
      options: { lean: "lean", normal: "normal", budget: "by budget" }
    },
    "pipeline.recentTurnsForPlanning": {
      label: "Planning: rounds at least",
      hint: "Planning always sees the text of that many rounds."
    },
    "pipeline.planningGrowthMargin": {
      label: "Planning: rounds it may grow",
      hint: "Cut only then; larger means more hits in the provider’s prompt cache."
    },
    "pipeline.recentTurnsForWriting": {
      label: "Writing: rounds at least",
      hint: "Writing always sees the text of that many rounds."
    },
    "pipeline.writingGrowthMargin": {
      label: "Writing: rounds it may grow",
      hint: "Cut only then; larger means more hits in the provider’s prompt cache."
    },
    "pipeline.enableTextRecall": {
      label: "Recall the text of old rounds",
      hint: "Planning may ask for old rounds by number. Costs one planning call a turn."
    },
    "pipeline.summaryToWriting": {
      label: "Summaries to writing",
      hint: "In serial turns writing also gets the summaries of rounds outside its window."
    },
    promptLayout: {
      label: "Order of the prompt",
      hint: "Cache: what stays the same goes first and rounds are messages of their own, so that a service’s prefix cache makes turns cheaper; the content is that of classic. Automatic: cache where the service has such a cache (Claude, OpenAI, DeepSeek, OpenRouter, Gemini), classic elsewhere.",
      options: { auto: "automatic", cache: "cache", classic: "classic" }
    },
    "pipeline.parallelExecutionEnabled": {
      label: "Parallel finish",
      hint: "Post tools that do not need the analysis run beside it."
    },
    "pipeline.tail": {
      label: "Finishing",
      hint: "Automatic releases the reply at once when its text will not change; held waits for the analysis.",
      options: { auto: "automatic", held: "held" }
    },
    "pipeline.retries": {
      label: "Automatic retries",
      hint: "For network, rate limits and timeouts; only the failed step is repeated."
    },
    "pipeline.firstTokenTimeoutSeconds": {
      label: "Writing: first token (seconds)",
      hint: "A streamed reply without one by then is stopped. Give thinking models more."
    },
    "pipeline.tokenGapTimeoutSeconds": {
      label: "Writing: gap between tokens (seconds)",
      hint: "When a stream is silent that long, it is stopped and what came is kept."
    },
    "agents.writing.totalTimeoutSeconds": {
      label: "Writing: whole reply (seconds)",
      hint: "Only for replies that are not streamed: one that is not there by then is stopped. A stream may take as long as it goes on coming."
    },
    "pipeline.ownKeywordScan": {
      label: "Additional key scan",
      hint: "Finds entries that only this input, the window or the state mention; off equals SillyTavern’s activation."
    },
    "pipeline.afterCharToPlanning": {
      label: "Constant entries after char to planning",
      hint: "By default only writing gets them."
    },
    "sources.cardDescription": { label: "Description", hint: "The description of the card, to planning and writing." },
    "sources.cardPersonality": { label: "Personality", hint: "The personality of the card, to planning and writing." },
    "sources.cardScenario": { label: "Scenario", hint: "The scenario of the card, to planning and writing." },
    "sources.cardExamples": { label: "Example dialogue", hint: "The examples of the card, to planning and writing." },
    "sources.authorsNote": { label: "Author’s note", hint: "The author’s note of the open chat." },
    "sources.characterNote": { label: "Character note", hint: "The note of the card that stands at a depth." },
    "sources.injectedPrompts": {
      label: "Text of other extensions",
      hint: "What others inject, such as vector search or summaries."
    },
    "sources.persona": { label: "Persona", hint: "Your persona, to planning and writing." },
    "sources.personaToAnalysis": {
      label: "Persona to analysis",
      hint: "So that the analysis knows your name and role."
    },
    "state.autoSyncWorldInfo": {
      label: "Places, people and quests from worldbooks",
      hint: "[LOCATION], [NPC] and [QUEST] entries become known; a quest only becomes available."
    },
    "reply.length": {
      label: "Length",
      hint: "Automatic follows the last three replies; the preset may rule it; or give a number.",
      options: { auto: "automatic", preset: "the preset rules it" }
    },
    "reply.person": {
      label: "Person",
      hint: "Automatic follows the greeting and the last replies.",
      options: { auto: "automatic", first: "first", second: "second", third: "third" }
    },
    "reply.tense": {
      label: "Tense",
      hint: "Automatic follows the greeting and the last replies.",
      options: { auto: "automatic", past: "past", present: "present" }
    },
    "reply.playerSpeaks": {
      label: "My character speaks",
      hint: "Whether writing may speak and act for your character.",
      options: { never: "never", gestures: "small gestures", free: "freely" }
    },
    messageBody: {
      label: "Body of messages",
      hint: "Clean: prose and visible tool output. Tagged: with <context> and the like for older display regexes.",
      options: { clean: "clean", tagged: "tagged" }
    },
    renderEvents: {
      label: "Render events",
      hint: "All fires the three render events after saving, for scripts that wait for them.",
      options: { minimal: "minimal", all: "all" }
    },
    "tools.maxCallsPerTurn": { label: "Tool calls in a turn", hint: "Calls beyond it are refused and recorded." },
    "tools.maxSteps": { label: "Tool steps", hint: "How many times a model tool may go back and forth." },
    "tools.allowIrreversible": {
      label: "Allow irreversible tools",
      hint: "What they do is not taken back by a swipe."
    },
    "tools.actionButtons": {
      label: "Buttons for suggested actions",
      hint: "What a tool suggests as <action> becomes a button below the newest reply. It fills the input; nothing is sent."
    },
    "tools.allowPageCode": {
      label: "Allow old tools in the page",
      hint: "Unsafe: such code can read keys and every chat. Even then only code you allow for the page under Panels → Tools runs there."
    },
    "tools.letHostToolsRun": {
      label: "Let SillyTavern’s function tools run",
      hint: "Such a turn passes through as it is; otherwise function tools are left out of our request."
    },
    "tools.allow": {
      label: "Allowed tools",
      hint: "One line a step: “planning: roll_dice, tide”. A step with a line may use nothing else."
    },
    "tools.deny": {
      label: "Forbidden tools",
      hint: "One line a step: “planning: roll_dice, tide”. Forbidden goes before allowed."
    },
    "state.persistToLocalStorage": {
      label: "Keep a database in the browser",
      hint: "Off leaves only the copies in the chat file: no run records, no discarded candidates. Counts when the page is loaded again."
    },
    "retention.keepCompletedRuns": {
      label: "Completed runs kept",
      hint: "Only records of runs are ever cleaned up, never chats or state."
    },
    "retention.keepFailedRuns": { label: "Failed runs kept", hint: "Failed runs are counted apart." },
    "retention.maxRunWorkspacesPerChat": {
      label: "Runs kept for one chat",
      hint: "Completed and failed together; older records go."
    },
    "retention.autoPruneAfterDays": { label: "Clean up runs after days", hint: "0 = never by age." },
    "agents.mergedAnalysis.antiHallucination": {
      label: "Analysis needs evidence",
      hint: "Asks it to record only what the text says, with a quote."
    }
  },
  agentFields: {
    profile: {
      label: "connection",
      hint: "A profile of the Connection Manager; your own selection is never switched."
    },
    maxTokens: { label: "output limit (tokens)", hint: "0 = the default of this step." },
    temperature: { label: "temperature", hint: "Empty = the temperature of the connection." },
    firstTokenTimeoutSeconds: { label: "first token (seconds)", hint: "Later counts as a timeout and is retried." },
    totalTimeoutSeconds: { label: "whole call (seconds)", hint: "The limit of one call." },
    instructionsAppend: { label: "more instructions", hint: "Put after the built-in ones." },
    instructionsOverride: { label: "other instructions", hint: "Replace the built-in ones; empty brings them back." },
    instructionsBasis: {
      label: "basis of the other instructions",
      hint: "Which of our texts they were written against."
    }
  },
  drawer: {
    thisCard: (name) => `The card “${name}”`,
    thisCardHint: "Goes before the main switch.",
    thisChat: "This chat",
    thisChatHint: "Goes before card and main switch; kept in the chat file.",
    chatMode: "Prompt mode of this chat",
    styleNote: "Style note of this chat",
    styleNoteHint: "Planning and writing see it every turn, for example “short sentences, smells”; empty ends it.",
    follow: "as above",
    on: "on",
    off: "off",
    currentConnection: "current connection",
    missingProfile: (id) => `a connection that is gone (${id})`,
    range: (min, max) => `${min} to ${max}`,
    refused: "This value cannot be; the old one was kept.",
    byDefault: "default",
    forget: "Forget",
    nothingRemembered: "none",
    number: "a number of words",
    reset: "Reset everything",
    resetSure: "Really reset? Click again",
    effective: "Changes count from the next turn.",
    problems: (paths) => `Some stored settings could not be read. They are kept aside; these use the default: ${paths}`,
    refreshBooks: "Read the worldbooks again",
    refreshBooksHint: "Changes are noticed by themselves; this is for the doubtful case.",
    open: "Open the panels",
    ours: "Our instructions",
    oursIn: { any: "", merged: "Turns without a plan", planned: "Turns with a plan" },
    startFrom: "Start from this",
    oursChanged: "Our instructions have changed since you wrote yours. Have a look at them; yours stay until you change them.",
    keepMine: "Keep mine"
  }
};

// src/ui/settings/settings-text-zh.ts
var settingsZh = {
  groups: {
    basic: "基本",
    depth: "带多少往事",
    calls: "连接与调用",
    sources: "内容来源",
    reply: "回复",
    tools: "工具",
    data: "数据"
  },
  agents: { planning: "规划", writing: "写作", mergedAnalysis: "分析", tool: "工具" },
  fields: {
    enabled: { label: "启用", hint: "关闭后与没有安装一样：SillyTavern 的请求一个字节也不变。" },
    cards: { label: "单独设置过的角色卡", hint: "这些角色卡有自己的开关，优先于上面的总开关。" },
    presetChoices: { label: "记住的预设选择", hint: "第一次发送时的回答，优先于「预设」一项。" },
    presetTargets: {
      label: "单独指定过去向的预设",
      hint: "在面板的「来源」里逐条选择；只在拆分预设时有效。"
    },
    presetMode: {
      label: "预设",
      hint: "是否把当前预设里的提示词条目交给各步骤。",
      options: { none: "不用", split: "拆分使用" }
    },
    worldbookSource: {
      label: "世界书来源",
      hint: "自动：SillyTavern 的世界书；没有关联世界书时再加上卡内的。",
      options: { auto: "自动", card: "只用卡内的", world: "只用 SillyTavern 的" }
    },
    promptLanguage: {
      label: "提示词语言",
      hint: "自动按角色卡和开场白判断，并在聊天的第一回合固定下来。",
      options: { auto: "自动", zh: "中文", en: "英文" }
    },
    promptMode: {
      label: "提示词模式",
      hint: "回合流水线不保证逐字遵循预设。酒馆提示词加记忆与状态：提示词由 SillyTavern 组装，只放进引导、摘要和状态，之后照常分析。严格兼容：完全由 SillyTavern 组装，本扩展不发任何请求。",
      options: {
        native: "回合流水线",
        compat_plus: "酒馆提示词加记忆与状态",
        compat_strict: "严格兼容"
      }
    },
    swipe: {
      label: "切换到新候选时",
      hint: "重写：同一计划、同一骰子；除非输入、状态或设定变了。",
      options: { rewrite: "按原计划重写", replan: "重新规划" }
    },
    "pipeline.depth": {
      label: "深度",
      hint: "精简：用下面的数字；普通：各 8+8 回合；按预算：放得下多少带多少。",
      options: { lean: "精简", normal: "普通", budget: "按预算" }
    },
    "pipeline.recentTurnsForPlanning": {
      label: "规划：至少带的回合数",
      hint: "规划总能看到最近这么多回合的原文。"
    },
    "pipeline.planningGrowthMargin": {
      label: "规划：可再长的回合数",
      hint: "窗口长到这么多才截一次；数字越大，提示词缓存命中越多。"
    },
    "pipeline.recentTurnsForWriting": {
      label: "写作：至少带的回合数",
      hint: "写作总能看到最近这么多回合的原文。"
    },
    "pipeline.writingGrowthMargin": {
      label: "写作：可再长的回合数",
      hint: "窗口长到这么多才截一次；数字越大，提示词缓存命中越多。"
    },
    "pipeline.enableTextRecall": {
      label: "召回旧回合原文",
      hint: "规划可以点名要旧回合的原文。会多一次规划调用。"
    },
    "pipeline.summaryToWriting": {
      label: "摘要也给写作",
      hint: "串行时，写作额外看到窗口以外回合的摘要。"
    },
    promptLayout: {
      label: "提示词的顺序",
      hint: "缓存：不变的内容放最前，各回合作为单独的消息，服务商的前缀缓存更省钱；内容与经典相同。自动：连接的服务有前缀缓存（Claude、OpenAI、DeepSeek、OpenRouter、Gemini）就用缓存，否则用经典。",
      options: { auto: "自动", cache: "缓存", classic: "经典" }
    },
    "pipeline.parallelExecutionEnabled": {
      label: "并行收尾",
      hint: "不依赖分析的后置工具与分析同时运行，更快。"
    },
    "pipeline.tail": {
      label: "收尾方式",
      hint: "自动：正文不再变动时立即放行，分析在后台；等待：分析完才放行。",
      options: { auto: "自动", held: "等待" }
    },
    "pipeline.retries": { label: "自动重试次数", hint: "只对网络、限流、超时一类的失败，只重做失败的那一步。" },
    "pipeline.firstTokenTimeoutSeconds": {
      label: "写作：等第一个字（秒）",
      hint: "流式输出超过这个时间还没有字，就停止这次请求。思考型模型要放宽。"
    },
    "pipeline.tokenGapTimeoutSeconds": {
      label: "写作：字与字之间（秒）",
      hint: "流式输出中断这么久，就停止并保留已有的正文。"
    },
    "agents.writing.totalTimeoutSeconds": {
      label: "写作：整个回复（秒）",
      hint: "只对不用流式输出的回复有效：这么久还没写完，就停止这次请求。流式输出没有总时长限制。"
    },
    "pipeline.ownKeywordScan": {
      label: "补充关键词扫描",
      hint: "再找出只有本回合输入、窗口或状态才提到的条目；关闭后与 SillyTavern 的激活完全一致。"
    },
    "pipeline.afterCharToPlanning": {
      label: "角色后蓝灯条目也给规划",
      hint: "默认只给写作。"
    },
    "sources.cardDescription": { label: "角色描述", hint: "角色卡的描述交给规划和写作。" },
    "sources.cardPersonality": { label: "性格", hint: "角色卡的性格交给规划和写作。" },
    "sources.cardScenario": { label: "场景", hint: "角色卡的场景交给规划和写作。" },
    "sources.cardExamples": { label: "对话示例", hint: "角色卡的对话示例交给规划和写作。" },
    "sources.authorsNote": { label: "作者注释", hint: "当前聊天的作者注释。" },
    "sources.characterNote": { label: "角色注释", hint: "角色卡里按深度插入的注释。" },
    "sources.injectedPrompts": { label: "其他扩展插入的内容", hint: "例如向量检索、总结扩展的文字。" },
    "sources.persona": { label: "用户设定", hint: "你的人设交给规划和写作。" },
    "sources.personaToAnalysis": { label: "用户设定也给分析", hint: "让分析认得你的名字和身份。" },
    "state.autoSyncWorldInfo": {
      label: "从世界书认识地点、人物、任务",
      hint: "[LOCATION]、[NPC]、[QUEST] 条目进入已知名单；任务只会变成可接。"
    },
    "reply.length": {
      label: "长度",
      hint: "自动：参照最近三条回复；由预设决定：不写长度要求；或给出目标字数。",
      options: { auto: "自动", preset: "由预设决定" }
    },
    "reply.person": {
      label: "人称",
      hint: "自动：跟随开场白和最近的回复。",
      options: { auto: "自动", first: "第一人称", second: "第二人称", third: "第三人称" }
    },
    "reply.tense": {
      label: "时态",
      hint: "主要用于英文；自动：跟随开场白和最近的回复。",
      options: { auto: "自动", past: "过去时", present: "现在时" }
    },
    "reply.playerSpeaks": {
      label: "替我的角色说话",
      hint: "写作能否替你的角色说话和行动。",
      options: { never: "从不", gestures: "只有小动作", free: "可以" }
    },
    messageBody: {
      label: "消息正文",
      hint: "干净：正文和可见的工具输出；带标签：旧的显示正则需要的 <context> 等标签。",
      options: { clean: "干净", tagged: "带标签" }
    },
    renderEvents: {
      label: "渲染事件",
      hint: "全部：存档后再发出三个渲染事件，给依赖它们的脚本。",
      options: { minimal: "最少", all: "全部" }
    },
    "tools.maxCallsPerTurn": { label: "每回合工具调用上限", hint: "超过的调用会被拒绝并记录。" },
    "tools.maxSteps": { label: "工具步数上限", hint: "一个模型工具最多来回几步。" },
    "tools.allowIrreversible": { label: "允许不可撤销的工具", hint: "这类工具做的事无法随候选切换而撤回。" },
    "tools.actionButtons": {
      label: "行动选项显示为按钮",
      hint: "工具用 <action> 给出的选项变成最新回复下面的按钮。点了只填进输入框，不会发送。"
    },
    "tools.allowPageCode": {
      label: "允许旧工具在页面里运行",
      hint: "不安全：这样的代码能读到密钥和所有聊天。打开后，也只有你在「面板 → 工具」里逐个允许的那份代码才会在页面里运行。"
    },
    "tools.letHostToolsRun": {
      label: "让 SillyTavern 的函数工具运行",
      hint: "这样的回合原样放行，不经过流水线；关闭时从请求里去掉函数工具。"
    },
    "tools.allow": { label: "允许名单", hint: "每行「步骤: 工具, 工具」。写了名单的步骤只能用名单里的。" },
    "tools.deny": { label: "禁止名单", hint: "每行「步骤: 工具, 工具」。禁止优先于允许。" },
    "state.persistToLocalStorage": {
      label: "保存在浏览器数据库",
      hint: "关闭后只留聊天文件里的副本，运行记录和旧候选不再保留。重新载入页面后生效。"
    },
    "retention.keepCompletedRuns": { label: "保留的完成运行", hint: "只清理运行记录，绝不碰聊天和状态。" },
    "retention.keepFailedRuns": { label: "保留的失败运行", hint: "失败的运行单独计数。" },
    "retention.maxRunWorkspacesPerChat": { label: "每个聊天的运行上限", hint: "完成与失败合计；更早的记录会被清理。" },
    "retention.autoPruneAfterDays": { label: "多少天后清理运行记录", hint: "0 表示不按时间清理。" },
    "agents.mergedAnalysis.antiHallucination": {
      label: "分析要有依据",
      hint: "要求分析只记录正文写出的事，并附原文。"
    }
  },
  agentFields: {
    profile: { label: "连接", hint: "连接管理器里的配置；你当前选中的连接不会被切换。" },
    maxTokens: { label: "最大输出（tokens）", hint: "0 表示该步骤的默认值。" },
    temperature: { label: "温度", hint: "留空使用连接自己的温度。" },
    firstTokenTimeoutSeconds: { label: "等第一个字（秒）", hint: "超过就算超时，按重试次数再试。" },
    totalTimeoutSeconds: { label: "总时长（秒）", hint: "整次调用的上限。" },
    instructionsAppend: { label: "追加指令", hint: "接在内置指令之后。" },
    instructionsOverride: { label: "替换指令", hint: "完全取代内置指令；清空即恢复。" },
    instructionsBasis: { label: "替换指令的依据", hint: "当时对照的是哪一版内置指令。" }
  },
  drawer: {
    thisCard: (name) => `角色卡「${name}」`,
    thisCardHint: "优先于总开关。",
    thisChat: "这个聊天",
    thisChatHint: "优先于角色卡和总开关，随聊天文件保存。",
    chatMode: "这个聊天的提示词模式",
    styleNote: "这个聊天的文风备注",
    styleNoteHint: "规划和写作每回合都会看到，例如「短句，多写气味」；清空即不再使用。",
    follow: "跟随上级",
    on: "开",
    off: "关",
    currentConnection: "当前连接",
    missingProfile: (id) => `已不存在的连接（${id}）`,
    range: (min, max) => `${min} 到 ${max}`,
    refused: "这个值不行，已保留原来的。",
    byDefault: "恢复默认",
    forget: "忘记",
    nothingRemembered: "没有",
    number: "目标字数",
    reset: "全部恢复默认",
    resetSure: "确定恢复默认？再点一次",
    effective: "改动从下一回合起生效。",
    problems: (paths) => `有读不懂的旧设置，已原样另存，这些项用了默认值：${paths}`,
    refreshBooks: "重新读取世界书",
    refreshBooksHint: "世界书改动会自动发现；拿不准时点这里。",
    open: "打开面板",
    ours: "内置指令",
    oursIn: { any: "", merged: "不规划的回合", planned: "先规划的回合" },
    startFrom: "以此为底稿",
    oursChanged: "你写好替换指令之后，内置指令有了改动。可以看看新的；你的那份在你改动之前一直有效。",
    keepMine: "保留我的"
  }
};

// src/ui/settings/settings-text.ts
function settingsText(language) {
  return language === "zh" ? settingsZh : settingsEn;
}
function fieldText(text2, path) {
  const own = text2.fields[path];
  if (own !== void 0) return own;
  const [, agent, key] = path.split(".");
  const shared = text2.agentFields[key ?? ""];
  const name = text2.agents[agent ?? ""];
  return shared === void 0 || name === void 0 ? null : { ...shared, label: `${name} · ${shared.label}` };
}

// src/ui/settings/settings-panel.tsx
var defaults = defaultSettings();
function renderSettingsPanel(root, deps) {
  Q(/* @__PURE__ */ a(SettingsPanel, { deps }), root);
  return () => Q(null, root);
}
function SettingsPanel({ deps }) {
  const words = settingsText(deps.language);
  const [, redraw] = d(0);
  F(() => deps.onChanged(() => redraw((n) => n + 1)), [deps]);
  const [builtIns, setBuiltIns] = d(null);
  F(() => void deps.builtIns().then(setBuiltIns), [deps]);
  const settings = deps.read();
  const save = (next) => {
    deps.save(next);
    redraw((n) => n + 1);
  };
  const problems = deps.problems();
  return /* @__PURE__ */ a($, { children: [
    problems.length > 0 && /* @__PURE__ */ a("div", { class: "narrative-agent-warning", children: words.drawer.problems(problems.join(", ") || "—") }),
    /* @__PURE__ */ a(Group, { group: "basic", words, settings, deps, save, open: true, children: /* @__PURE__ */ a(PlaceSettings, { words, settings, deps, save }) }),
    settingGroups.filter((group) => group !== "basic").map((group) => /* @__PURE__ */ a(Group, { ...{ group, words, settings, deps, save, builtIns } }, group)),
    /* @__PURE__ */ a(Foot, { words: words.drawer, deps, save })
  ] });
}
function Group({ group, words, settings, deps, save, open, builtIns, children }) {
  const fields = settingFields[group];
  if (fields.length === 0) return null;
  return /* @__PURE__ */ a("details", { class: "narrative-agent-group", open: open === true, "data-group": group, children: [
    /* @__PURE__ */ a("summary", { children: words.groups[group] }),
    fields.map((field) => /* @__PURE__ */ a(Field, { ...{ field, words, settings, deps, save, builtIns: builtIns ?? null } }, field.path)),
    children
  ] });
}
function Field({
  field,
  words,
  settings,
  deps,
  save,
  builtIns
}) {
  const [refusedAt, setRefusedAt] = d(0);
  const text2 = fieldText(words, field.path);
  if (text2 === null) return null;
  const id = `narrative-agent-${field.path.replaceAll(".", "-")}`;
  const value = readSetting(settings, field.path);
  const byDefault = readSetting(defaults, field.path);
  const change = (next) => {
    const checked = parseSettings(withSetting(deps.read(), field.path, next));
    const refused = next === void 0 || checked.problems.length > 0;
    setRefusedAt((n) => refused ? n + 1 : 0);
    if (!refused) save(withBasis(checked.settings, field, builtIns));
  };
  const range = "range" in field.input ? field.input.range : null;
  return /* @__PURE__ */ a("div", { class: `narrative-agent-field narrative-agent-field-${field.input.kind}`, "data-setting": field.path, children: [
    /* @__PURE__ */ a("label", { for: id, children: text2.label }),
    /* @__PURE__ */ a(
      SettingInput,
      {
        id,
        input: field.input,
        value,
        text: text2,
        words: words.drawer,
        profiles: deps.profiles(),
        onValue: change
      },
      refusedAt
    ),
    /* @__PURE__ */ a("small", { class: "narrative-agent-hint", children: [
      text2.hint,
      range !== null && ` (${words.drawer.range(range.min, range.max)})`,
      field.input.kind !== "remembered" && JSON.stringify(value) !== JSON.stringify(byDefault) && /* @__PURE__ */ a("button", { type: "button", class: "narrative-agent-link", onClick: () => change(byDefault), children: words.drawer.byDefault })
    ] }),
    field.input.kind === "override" && builtIns && /* @__PURE__ */ a(
      BuiltInInstructions,
      {
        builtIn: builtIns[field.input.agent],
        override: String(value),
        basis: settings.agents[field.input.agent].instructionsBasis,
        words: words.drawer,
        onStart: change,
        onKeep: () => change(value)
      }
    ),
    refusedAt > 0 && /* @__PURE__ */ a("small", { class: "narrative-agent-warning", role: "alert", children: words.drawer.refused })
  ] });
}
function withBasis(settings, { input }, builtIns) {
  if (input.kind !== "override") return settings;
  const agent = settings.agents[input.agent];
  const own = agent.instructionsOverride.trim() !== "";
  const instructionsBasis = own ? builtIns?.[input.agent].version ?? "" : "";
  return { ...settings, agents: { ...settings.agents, [input.agent]: { ...agent, instructionsBasis } } };
}
function Foot({ words, deps, save }) {
  const [sure, setSure] = d(false);
  const reset = () => {
    if (sure) save(defaultSettings());
    setSure(!sure);
  };
  return /* @__PURE__ */ a("div", { class: "narrative-agent-foot", children: [
    /* @__PURE__ */ a("small", { children: words.effective }),
    /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => deps.openPanels(), children: words.open }),
    /* @__PURE__ */ a(
      "button",
      {
        type: "button",
        class: "menu_button narrative-agent-button",
        title: words.refreshBooksHint,
        onClick: () => deps.refreshBooks(),
        children: words.refreshBooks
      }
    ),
    /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: reset, children: sure ? words.resetSure : words.reset }),
    /* @__PURE__ */ a("small", { children: deps.version })
  ] });
}
export {
  renderSettingsPanel
};
