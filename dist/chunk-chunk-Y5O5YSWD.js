/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  neutraliseTags,
  readAnswer,
  renderPrompt
} from "./chunk-chunk-5SD2KC4A.js";
import {
  untilAborted
} from "./chunk-chunk-IHGEZULJ.js";
import {
  deepFreeze
} from "./chunk-chunk-XO3DSS5A.js";
import {
  deriveSeed,
  rollDice,
  seededRandom
} from "./chunk-chunk-ENXDUZF6.js";
import {
  explainDice
} from "./chunk-chunk-UZDOBSHM.js";
import {
  VARIABLE_LIMIT_BYTES,
  readLayer,
  readVariableKey,
  utf8Length,
  valueAt,
  writeLayer,
  writePointer
} from "./chunk-chunk-WP6GTI2E.js";
import {
  builtInNames,
  isBuiltInName
} from "./chunk-chunk-RIX6DGCV.js";
import {
  isForbiddenKey,
  isRecord,
  own
} from "./chunk-chunk-K5CV7OZR.js";
import {
  consentFor,
  needsConsent
} from "./chunk-chunk-W3YI32LA.js";
import {
  classifyEntry
} from "./chunk-chunk-OMIXSY6H.js";
import {
  NarrativeError,
  isCancelled
} from "./chunk-chunk-QRHHLME7.js";
import {
  entryId,
  sortEntries
} from "./chunk-chunk-FUERR5PH.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";
import {
  toolContextKeys
} from "./chunk-chunk-BUTJVY3T.js";

// src/tools/context-keys.ts
var RECENT_TURNS = 6;
var words = {
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
var priorities = {
  world_full: 90,
  recent_turns: 70,
  story_summary: 60,
  known_context: 50,
  user_persona: 40,
  writing_guide: 30,
  state_summary: 20,
  dice_results: 15,
  narrative_text: 10,
  user_input: 5
};
var separators = {
  world_full: "\n\n",
  story_summary: "\n",
  recent_turns: "\n"
};
var renders = {
  world_full: ({ entries, expand = (text2) => text2 }) => sortEntries(entries, (entry) => entry).filter((entry) => entry.enabled && entry.gatesOpen && classifyEntry(entry).kind === "lore").map((entry) => `--- ${entry.comment.trim() || entry.keys[0] || "·"} ---
${expand(entry.content).trim()}`),
  story_summary: ({ summaries, language }) => summaries.map((line) => words[language].line(line.round) + line.text),
  recent_turns: ({ turns, language }) => {
    const say = words[language];
    return turns.slice(-RECENT_TURNS).map(
      ({ round, input, reply }) => [
        ...input.trim() === "" ? [] : [`${say.turn(round)} ${say.user}${input.trim()}`],
        ...reply.trim() === "" ? [] : [`${say.turn(round)} AI: ${reply.trim()}`]
      ].join("\n")
    );
  },
  narrative_text: ({ narrative }) => narrative,
  writing_guide: ({ guide }) => guide,
  state_summary: ({ stateText }) => stateText,
  user_persona: ({ userName, persona, language }) => [
    `${words[language].name}${userName}`,
    ...persona.trim() === "" ? [] : [words[language].persona + persona.trim()]
  ].join("\n"),
  user_input: ({ input }) => input,
  dice_results: ({ dice, language }) => dice.map((record) => explainDice(record, language)).join("\n"),
  known_context: ({ known }) => JSON.stringify({ locations: known.locations, npcs: known.npcs, items: known.items, quests: known.quests })
};
function contextSegments(keys, material) {
  return toolContextKeys.flatMap((key) => keys.includes(key) ? segmentOf(key, renders[key](material)) : []);
}
function segmentOf(key, rendered) {
  const source = `context:${key}`;
  const texts = (typeof rendered === "string" ? [rendered] : rendered).map((text3) => neutraliseTags(text3.trim()));
  const pieces = texts.filter((text3) => text3 !== "").map((text3) => ({ text: text3, source }));
  const separator = separators[key] ?? "\n\n";
  const base = { key: "tool_context", role: "user", tag: key, source, priority: priorities[key], separator };
  if (pieces.length === 0) return [];
  const text2 = pieces.map((piece) => piece.text).join(separator);
  return [{ ...base, text: text2, ...pieces.length > 1 ? { pieces } : {} }];
}

// src/domain/tools/bodies-of-tag.ts
var MAX_BODIES = 8;
function standsAt(text2, at, wanted) {
  return text2.slice(at, at + wanted.length).toLowerCase() === wanted;
}
function indexOfTag(text2, wanted, from) {
  for (let at = text2.indexOf("<", from); at >= 0; at = text2.indexOf("<", at + 1))
    if (standsAt(text2, at, wanted)) return at;
  return -1;
}
function bodiesOfTag(text2, tag, most = MAX_BODIES) {
  const [opening, closing] = [`<${tag.toLowerCase()}`, `</${tag.toLowerCase()}>`];
  const bodies = [];
  let from = 0;
  while (bodies.length < most) {
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

// src/tools/tag-history.ts
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
  const fields = {
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
  return { ...tree, ...fields };
}
function pageLayer(effects) {
  const layer = {};
  for (const effect of effects) if (effect.kind === "variable") writeLayer(layer, effect.key, effect.write);
  return layer;
}
function readToolVariable(view, key, effects) {
  const layers = [pageLayer(effects), view.world.variables, ...view.outer ?? []];
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
  const names2 = (isList(schema["type"]) ? schema["type"] : [schema["type"]]).flatMap((type) => {
    if (typeof type !== "string") return [];
    if (type === "array" && isObject(schema["items"]))
      return [say.of(typeName(schema["items"], language) || say.types.object)];
    return [Object.hasOwn(say.types, type) ? say.types[type] : type];
  });
  return names2.join(say.or);
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

// src/tools/built-in/built-in-run.ts
var textParam = (params, ...names2) => {
  for (const name of names2) {
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
  const record = rolled.value;
  const { expr, total, success, critical, branch } = record;
  return ok({
    value: { expr, mode: record.mode, total, dc: record.dc, success, critical, branch },
    text: explainDice(record, view.language),
    rolls: [record]
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
  const words5 = query.split(/[\s,，、;；]+/).filter((word) => word !== "");
  const limit = Math.min(Math.max(Number(textParam(params, "limit", "count")) || 5, 1), MAX_LINES);
  const scored = view.world.summaries.map((line) => ({ line, score: words5.filter((word) => line.text.toLowerCase().includes(word)).length })).filter(({ score }) => words5.length === 0 || score > 0).sort((a, b) => b.score - a.score || b.line.round - a.line.round).slice(0, limit).sort((a, b) => a.line.round - b.line.round);
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
  const same = (a) => a.trim().toLowerCase() === asked.toLowerCase();
  if (same(userName) || ["user", "{{user}}", "玩家"].some(same)) {
    return ok({ value: { name: userName, persona } });
  }
  const known = Object.entries(world.game.relationships).find(([name]) => same(name));
  const relation = known ? { relationship: known[1] } : {};
  if (same(characterName) || ["char", "{{char}}", "角色"].some(same)) {
    return ok({ value: { name: characterName, ...card, ...relation } });
  }
  if (known || world.game.known.npcs.some(same)) return ok({ value: { name: asked, ...relation } });
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
var object = (properties, required = []) => ({
  type: "object",
  properties,
  ...required.length > 0 ? { required } : {}
});
var offers = {
  get_variable: [
    "读取变量、MVU 变量或状态 / read a variable, an MVU variable or the state",
    object({ key: text("名称或路径 / name or path") }, ["key"])
  ],
  set_variable: [
    "写入变量，正文确定后生效 / write a variable; it counts once the reply is kept",
    object(
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
    object(
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
    object(
      {
        options: { type: "array", items: { type: "string" }, minItems: 1 },
        weights: { type: "array", items: { type: "number" } },
        count: { type: "integer", minimum: 1, default: 1 }
      },
      ["options"]
    )
  ],
  get_time: ["故事里的时间与地点 / time and place of the story", object({})],
  query_memory: [
    "在前情摘要中查找 / search the summaries",
    object(
      {
        query: text("关键词，空格分隔 / words, by spaces"),
        limit: { type: "integer", minimum: 1, maximum: 20, default: 5 }
      },
      ["query"]
    )
  ],
  get_character_info: [
    "人物资料 / what is known about a person",
    object({ name: text("人名，默认主角色 / name; the main character by default") })
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
function runsInPage(definition, { pageCode, consents }) {
  return pageCode && consentFor(definition, consents) === "page";
}
function stateOf({ entry }, definition, input) {
  if (!entry.enabled || !entry.gatesOpen) return "disabled";
  if (needsConsent(definition)) {
    const consent = consentFor(definition, input.consents);
    if (consent === null) return "approval_required";
    if (consent === "never") return "approval_denied";
    if (!runsInPage(definition, input) && !input.sandbox.ok) return "sandbox_unavailable";
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
    found.set(definition.name, { definition, state, inPage: runsInPage(definition, input) });
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

// src/tools/llm-tool-prompt.ts
var words3 = {
  zh: {
    nothing: "（没有可用的上下文）",
    task: (tool, reason) => `请完成工具“${tool}”的任务${reason === "" ? "" : `（调用原因：${reason}）`}，只输出结果本身，用简体中文。`
  },
  en: {
    nothing: "(no context)",
    task: (tool, reason) => `Do the task of the tool “${tool}”${reason === "" ? "" : ` (called because: ${reason})`}. Output its result only, in English.`
  }
};
var HISTORY_PRIORITY = 55;
function llmToolPrompt({ tool, params, call, material, history }) {
  const { language, expand = (text2) => text2 } = material;
  const say = words3[language];
  const block = (tag, text2, source, priority) => text2 === "" ? [] : [{ key: "tool_context", role: "user", tag, text: text2, source, priority }];
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
    ...block(
      "tool_history",
      neutraliseTags(renderTagHistory(tool, history, language)),
      `history:${tool.name}`,
      HISTORY_PRIORITY
    ),
    ...block(
      "params",
      Object.keys(params).length === 0 ? "" : neutraliseTags(JSON.stringify(params, null, 2)),
      "call",
      0
    ),
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
  return words3[language].task(tool.name, neutraliseTags(reason.replace(/\s+/g, " ").trim()).slice(0, 200));
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
  const plain = { ...params };
  for (const [canonical, others] of Object.entries(aliases[name] ?? {})) {
    for (const other of others) {
      const value = plain[other];
      if (value === void 0 || Object.hasOwn(known, other)) continue;
      delete plain[other];
      plain[canonical] ??= value;
    }
  }
  const mode = name === "roll_dice" && typeof plain["mode"] === "string" ? readDiceMode(plain["mode"]) : null;
  if (mode?.ok) plain["mode"] = mode.value;
  if (name === "random_choice" && typeof plain["options"] === "string") {
    plain["options"] = plain["options"].split(/[,，、;；|\n]+/).map((part) => part.trim());
  }
  return plain;
}

// src/tools/permission.ts
function listFor(lists, slot) {
  const own3 = Object.hasOwn(lists, slot) ? lists[slot] ?? [] : null;
  const all = Object.hasOwn(lists, "*") ? lists["*"] ?? [] : null;
  return own3 || all ? [...own3 ?? [], ...all ?? []] : null;
}
var names = (list, tool) => list.includes(tool) || list.includes("*");
function refusalOf({ tool, slot, phase, use }, rights) {
  if (use.calls >= rights.maxCallsPerTurn) return "max_calls_exceeded";
  if (use.steps > rights.maxSteps) return "max_steps_exceeded";
  if (!tool) return "tool_not_found";
  const { name, trigger, sideEffect } = tool.definition;
  if (trigger !== phase) return "wrong_phase";
  const denied = listFor(rights.deny, slot);
  if (denied && names(denied, name)) return "deny_listed";
  const allowed = listFor(rights.allow, slot);
  if (allowed && !names(allowed, name)) return "not_in_allow_list";
  if (tool.state !== "ready") return tool.state;
  return sideEffect === "irreversible" && !rights.allowIrreversible ? "irreversible_blocked" : null;
}

// src/tools/refusal-words.ts
var words4 = {
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
  return words4[reason][language];
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

// src/tools/run-llm-tool.ts
var DEFAULT_TOKENS = 1500;
var changesShape = { keys: ["changes", "patches"] };
async function runLlmTool(input, { model, settings }, signal) {
  const { tool, view } = input;
  const { segments, messages } = llmToolPrompt(input);
  const maxTokens = tool.maxTokens ?? (settings.maxTokens || DEFAULT_TOKENS);
  try {
    const reply = await model.complete(
      { slot: "tool", messages, composed: segments, settings, maxTokens, reasoning: "low", jsonSchema: null },
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
  const plain = { ok: true, value: text2, text: text2, rolls: [], logs: [], effects: [] };
  const isJson = /^(?:```[\w-]*\s*)?\{/.test(text2);
  const read = isJson && tool.sideEffect !== "none" ? readAnswer(text2, changesShape) : null;
  if (!read?.ok) return plain;
  const { value, changes } = splitChanges(read.value.value);
  const { effects, refused } = readToolChanges(changes, view);
  const logs = refused.map((line) => `change refused: ${line}`);
  return { ok: true, value: read.value.value, text: textOfValue(value), rolls: [], logs, effects };
}

// src/tools/validate-params.ts
var MAX_DEPTH = 16;
var MAX_PROBLEMS = 8;
var isObject3 = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isList3 = (value) => Array.isArray(value);
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
  if (isList3(branches)) return checkBranches(given, branches.filter(isObject3), path, at);
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
  if (isList3(value)) return checkList(value, schema, path, at);
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
  if (isList3(type)) return type.filter((word) => typeof word === "string");
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
      return isList3(value);
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
  return isList3(schema["enum"]) ? schema["enum"] : [];
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
  if (isList3(value)) measure(value.length, "minItems", "maxItems", "the number of items");
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
  const required = isList3(schema["required"]) ? schema["required"] : [];
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
    const refusal = refused ?? "tool_not_found";
    const message = refusalWords(refusal, input.view.language);
    return { record: { ...blank, status: "denied", refusal, message }, effects: [], tool };
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
  const began = { ...blank, arguments: params, coercions: valid.coercions };
  const running = runKind(input, tool, { params, seed, deps, signal });
  const run = await untilAborted(running, signal, cancelled).catch((error) => {
    if (isCancelled(error)) deps.onStopped?.(stopped(began, tool, deps.clock.now() - startedAt));
    throw error;
  });
  const record = {
    ...began,
    rolls: run.rolls,
    logs: run.logs,
    milliseconds: deps.clock.now() - startedAt,
    ...run.ok ? { status: "success", result: run.value, text: run.text } : { status: statusOf(run.code, tool), code: run.code, message: run.message }
  };
  return { record, effects: run.effects, tool };
}
var cancelled = () => new NarrativeError("run.cancelled");
var reachesOut = ({ definition, inPage }) => inPage || definition.sideEffect === "irreversible";
function statusOf(code, tool) {
  if (code !== "tool.timeout" && code !== "model.timeout") return "error";
  return reachesOut(tool) ? "uncertain" : "timeout";
}
function stopped(record, tool, milliseconds) {
  return { ...record, milliseconds, status: reachesOut(tool) ? "uncertain" : "error", code: "run.cancelled" };
}
function refuse({ phase, slot, use, settings }, tool) {
  if (phase === "bench" && tool) {
    const { trigger: trigger2 } = tool.definition;
    const state = tool.state === "not_active" ? "ready" : tool.state;
    return refusalOf({ tool: { ...tool, state }, slot, phase: trigger2, use: { calls: 0, steps: 0 } }, settings.tools);
  }
  const trigger = phase === "post" ? "post_pipeline" : "planning";
  return refusalOf({ tool: tool ?? void 0, slot, phase: trigger, use }, settings.tools);
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
  const plain = kind === "builtin" && isBuiltInName(name) ? plainParams(name, given, known) : given;
  const valid = validateParams(plain, parameters);
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

export {
  RECENT_TURNS,
  bodiesOfTag,
  renderToolList,
  buildCatalogue,
  findTool,
  offeredTools,
  hasPlanningEntry,
  postTools,
  llmToolPrompt,
  refusalWords,
  runTool
};
