/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  withoutOoc
} from "./chunk-chunk-6AARQOP5.js";
import {
  RECENT_TURNS
} from "./chunk-chunk-Y5O5YSWD.js";
import {
  splitThinking,
  thinkingTags
} from "./chunk-chunk-RN45VB7U.js";
import {
  once
} from "./chunk-chunk-4Q6YCZR6.js";
import {
  classifyEntry,
  makeKeyScanner
} from "./chunk-chunk-OMIXSY6H.js";
import {
  entryId
} from "./chunk-chunk-FUERR5PH.js";

// src/domain/history/markup-blocks.ts
var MAX_TAGS = 5e3;
var tagPattern = /<(\/?)([\p{L}][\p{L}\p{N}_.:-]{0,63})(?:\s[^<>]{0,500})?(\/?)>/gu;
function readTags(text) {
  const tags = [];
  const open = /* @__PURE__ */ new Map();
  for (const match of text.matchAll(tagPattern)) {
    if (tags.length >= MAX_TAGS) break;
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
function startsLine(text, at) {
  let from = at - 1;
  while (from >= 0 && (text[from] === " " || text[from] === "	")) from -= 1;
  return from < 0 || text[from] === "\n";
}
function endsLine(text, end) {
  let to = end;
  while (to < text.length && (text[to] === " " || text[to] === "	" || text[to] === "\r")) to += 1;
  return to >= text.length || text[to] === "\n";
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
function cleanReply(text, outputs = []) {
  const prose = outputs.reduce((rest, output) => isPanelOutput(output) ? rest : withoutLast(rest, output.text), text);
  const kept = outputs.filter(
    (output) => output.keepInHistory && (isPanelOutput(output) || text.includes(output.text))
  );
  return [cleanProse(prose.trim()), ...kept.map((output) => output.text.trim())].filter((part) => part !== "").join("\n\n");
}
var isPanelOutput = ({ panel }) => panel !== void 0;
function cleanProse(text) {
  if (text.length < NOTICE_LENGTH && notices.some((notice) => text.startsWith(notice))) return "";
  return storyOf(storyBlocks(withoutComments(withoutThinking(text))), 0);
}
function cleanUserText(text) {
  const said = withoutOoc(withoutThinking(text));
  return tidy(cutTags(said, (_, tag) => glued.has(tag.name) ? "block" : "keep").kept);
}
function withoutLast(text, part) {
  const at = part.trim() === "" ? -1 : text.lastIndexOf(part.trim());
  return at < 0 ? text : text.slice(0, at) + text.slice(at + part.trim().length);
}
function withoutThinking(text) {
  const split = splitThinking(text, [...thinkingTags, "thought"]);
  if (!split.unclosed) return split.answer;
  return split.answer.trim() === "" ? "" : text;
}
function withoutComments(text) {
  let kept = "";
  let from = 0;
  for (let at = text.indexOf("<!--"); at >= 0; at = text.indexOf("<!--", from)) {
    const end = text.indexOf("-->", at);
    if (end < 0) break;
    kept += text.slice(from, at);
    from = end + 3;
  }
  return kept + text.slice(from);
}
function storyBlocks(text) {
  const opens = [...text.matchAll(/<context>/gi)];
  if (opens.length === 0) return text;
  return opens.map((open, i) => {
    const from = open.index + open[0].length;
    const rest = text.slice(from, opens[i + 1]?.index);
    const end = rest.toLowerCase().lastIndexOf("</context>");
    return (end < 0 ? rest : rest.slice(0, end)).trim();
  }).filter((block) => block !== "").join("\n\n");
}
function storyOf(text, depth) {
  const { kept, blocks } = cutTags(text, treatmentOf);
  const story = tidy(kept);
  if (story !== "" || depth > 3) return story;
  const longest = blocks.filter(({ name }) => !panels.has(name)).sort((a, b) => b.body.length - a.body.length)[0];
  return longest ? storyOf(longest.body, depth + 1) : "";
}
function treatmentOf(text, tag) {
  if (tag.kind === "close") return !tag.paired && (panels.has(tag.name) || wrappers.has(tag.name)) ? "tag" : "keep";
  if (wrappers.has(tag.name)) return "tag";
  if (tag.kind === "alone") return isPanel(text, tag, tag) ? "block" : "keep";
  if (tag.close) return isPanel(text, tag, tag.close) ? "block" : "keep";
  const stands = startsLine(text, tag.at) && endsLine(text, tag.end);
  return stands && (panels.has(tag.name) || tag.name.includes("_")) ? "rest" : "keep";
}
function isPanel(text, open, close) {
  if (panels.has(open.name)) return true;
  if (markup.has(open.name)) return false;
  const lineBreak = text.indexOf("\n", open.end);
  const spansLines = lineBreak >= 0 && lineBreak < close.at;
  return spansLines || startsLine(text, open.at) && endsLine(text, close.end);
}
function cutTags(text, treat) {
  const blocks = [];
  const closed = /* @__PURE__ */ new Set();
  let kept = "";
  let from = 0;
  for (const tag of readTags(text)) {
    if (tag.at < from) continue;
    const treatment = closed.has(tag) ? "tag" : treat(text, tag);
    if (treatment === "keep") continue;
    kept += text.slice(from, tag.at);
    from = tag.end;
    if (treatment === "tag" && tag.close) closed.add(tag.close);
    if (treatment === "rest") return { kept, blocks };
    if (treatment === "block" && tag.close) {
      blocks.push({ name: tag.name, body: text.slice(tag.end, tag.close.at) });
      from = tag.close.end;
    }
  }
  return { kept: kept + text.slice(from), blocks };
}
function tidy(text) {
  return text.split("\n").map((line) => line.trimEnd()).join("\n").replace(/\n{3,}/g, "\n\n").trim();
}

// src/domain/history/render-turns.ts
var words = {
  zh: { round: (n) => `[轮${n}]`, user: "用户", assistant: "AI", narrator: "旁白" },
  en: { round: (n) => `[Round ${n}]`, user: "User", assistant: "AI", narrator: "Narrator" }
};
function renderRound(round, language) {
  const say = words[language];
  const parts = round.messages.flatMap((message) => {
    const text = visibleText(message);
    if (text === "" || message.role === "system") return [];
    return [`${say[message.role]}: ${text}`];
  });
  return parts.length === 0 ? "" : `${say.round(round.round)} ${parts.join(" | ")}`;
}
function roundTurns(round, language) {
  const say = words[language];
  const turns = [];
  for (const message of round.messages) {
    const text = visibleText(message);
    if (text === "" || message.role === "system") continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    const line = message.role === "assistant" ? text : `${say[message.role]}: ${text}`;
    const last = turns.at(-1);
    if (last?.role === role) last.text += role === "user" ? `
${line}` : `

${line}`;
    else turns.push({ role, text: line });
  }
  const [first] = turns;
  if (!first) return [];
  const label = say.round(round.round);
  if (first.role === "assistant") return [{ role: "user", text: label }, ...turns];
  return [{ role: "user", text: `${label} ${first.text}` }, ...turns.slice(1)];
}
function visibleText(message) {
  if (message.hidden) return "";
  return message.role === "assistant" ? cleanReply(message.text, message.toolOutput) : cleanUserText(message.text);
}
function spokenText(messages) {
  return messages.filter(({ role }) => role !== "system").map(visibleText).filter((text) => text !== "").join("\n");
}
function proseOf(messages) {
  return messages.filter(({ role }) => role === "assistant").map((message) => cleanReply(message.text, message.toolOutput)).filter((text) => text !== "").join("\n\n");
}
function inputOf(messages) {
  return messages.filter(({ role }) => role === "user" || role === "narrator").map(visibleText).filter((text) => text !== "").join("\n\n");
}

// src/pipeline/tool-scene.ts
function outerLayers(session) {
  const layers = session?.variables?.layers() ?? [];
  return layers.filter(({ scope }) => scope === "chat" || scope === "global").map(({ values }) => values);
}
function toolWorld({ material, language, round, now, outer }, world) {
  const { description, personality, scenario } = material.card;
  return {
    world,
    language,
    userName: material.userName,
    characterName: material.characterName,
    persona: material.persona.description,
    card: { description, personality, scenario },
    round,
    now,
    outer
  };
}
function toolMaterial({ material, language, expand }, story) {
  const { rounds, world, stateText } = story;
  const shown = rounds.filter(({ round, row }) => round > 0 && row.pageId !== null).map(({ round, messages }) => {
    const visible = messages.filter(({ hidden }) => !hidden);
    return { round, input: once(() => inputOf(visible)), reply: once(() => proseOf(visible)) };
  });
  return {
    language,
    entries: material.entries,
    summaries: world.summaries,
    turns: newestTurns(shown),
    narrative: shown.findLast(({ reply }) => reply() !== "")?.reply() ?? "",
    guide: "",
    stateText,
    userName: material.userName,
    persona: material.persona.description,
    input: material.input,
    dice: [],
    known: world.game.known,
    expand
  };
}
function newestTurns(rounds) {
  const turns = [];
  for (let i = rounds.length - 1; i >= 0 && turns.length < RECENT_TURNS; i -= 1) {
    const { round = 0, input, reply } = rounds[i] ?? {};
    const turn = { round, input: input?.() ?? "", reply: reply?.() ?? "" };
    if (turn.input !== "" || turn.reply !== "") turns.unshift(turn);
  }
  return turns;
}
function outputRounds(rounds) {
  return rounds.map(({ round, messages }) => {
    const reply = messages.findLast(({ role }) => role === "assistant");
    const outputs = (reply?.toolOutput ?? []).map(({ tool, text }) => ({ tool, text }));
    return {
      round,
      outputs,
      get messageText() {
        return reply?.text ?? "";
      }
    };
  });
}
function toolEntries(entries) {
  return entries.filter((entry) => entry.enabled && classifyEntry(entry).kind === "tool");
}
function activeToolEntries({ entries, activated }, texts) {
  const keyed = toolEntries(entries).filter((entry) => !entry.constant && entry.gatesOpen);
  const found = makeKeyScanner(keyed).scan(texts);
  return new Set([...activated, ...found.map(({ entry }) => entry)].map(entryId));
}

export {
  cleanReply,
  renderRound,
  roundTurns,
  spokenText,
  proseOf,
  inputOf,
  outerLayers,
  toolWorld,
  toolMaterial,
  outputRounds,
  toolEntries,
  activeToolEntries
};
