/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  parseJson5,
  parseYaml
} from "./chunk-chunk-VCW5XSGG.js";
import {
  readLeniently
} from "./chunk-chunk-YRI47BRS.js";
import {
  isForbiddenKey
} from "./chunk-chunk-K5CV7OZR.js";
import {
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import {
  MAX_LOOKBACK,
  MAX_TOOL_LIMIT_MS,
  toolContextKeys
} from "./chunk-chunk-BUTJVY3T.js";

// src/tools/built-in/built-in-names.ts
var builtInNames = [
  "get_variable",
  "set_variable",
  "roll_dice",
  "random_choice",
  "get_time",
  "query_memory",
  "get_character_info"
];
function isBuiltInName(name) {
  return builtInNames.includes(name);
}

// src/tools/definition/spellings.ts
function plainWord(text) {
  return text.normalize("NFKC").trim().replace(/^(?:<\/?|\{\{)|(?:>|\}\})$/g, "").replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[\s-]+/g, "_").toLowerCase();
}
var spell = (table) => new Map(
  Object.keys(table).flatMap(
    (meaning) => [meaning, ...table[meaning].split(" ").filter((word) => word !== "")].map((word) => [word, meaning])
  )
);
var kindWords = spell({
  code: "js javascript script function_code 代码 脚本",
  llm: "ai model prompt gpt chat 模型 大模型"
});
var triggerWords = spell({
  planning: "plan planner pre pre_pipeline before before_writing before_reply planning_phase 规划 规划阶段 前置 正文前 写作前 回复前",
  post_pipeline: "post postpipeline post_planning after after_writing end final post_process post_writing after_reply after_response 后处理 后置 正文后 写作后 回复后 写完后 收尾"
});
var contextWords = new Map([
  ...toolContextKeys.map((key) => [key, key]),
  ...spell({
    world_full: "world world_info worldinfo worldbook lorebook lore 世界书",
    story_summary: "summary summaries story_summaries 摘要 剧情摘要",
    recent_turns: "recent_turn history chat_history recent_history recent chat_log chat 最近对话 对话记录 聊天记录 历史",
    narrative_text: "narrative prose text narration 正文",
    writing_guide: "planning_output plan guide narrative_direction 写作指导",
    state_summary: "state status variables mvu stat_data game_state 状态 变量 数值",
    user_persona: "persona user 用户设定",
    user_input: "input user_message last_message 用户输入",
    dice_results: "dice dice_result rolls 骰子结果",
    known_context: "known known_names 已知"
  })
]);
var placementWords = spell({
  message: "inline body chat 正文",
  folded: "fold collapsed details 折叠",
  panel: "side sidebar panel_only hidden 面板 隐藏"
});
var sideEffectWords = spell({
  none: "read read_only query 无",
  sandbox: "write state staged 沙盒",
  irreversible: "external permanent 不可逆"
});
function nearestWord(word, known) {
  if (word.length < 4) return null;
  for (const candidate of known) if (candidate.length >= 4 && isOneSlipAway(word, candidate)) return candidate;
  return null;
}
function isOneSlipAway(a, b) {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  const rest = (text, skipped) => text.slice(start + skipped);
  if (rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1)) return true;
  return a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2);
}
function lookUp(table, word) {
  const meaning = table.get(word);
  if (meaning !== void 0) return { meaning, exact: true };
  return { meaning: table.get(nearestWord(word, table.keys()) ?? "") ?? null, exact: false };
}

// src/tools/definition/field-reader.ts
function makeFieldReader(record) {
  const byWord = new Map(Object.keys(record).map((key) => [plainWord(key), key]));
  const taken = /* @__PURE__ */ new Set();
  return {
    take(...names) {
      for (const name of names) {
        const key = byWord.get(name);
        const value = key === void 0 ? void 0 : record[key];
        if (key === void 0 || value === void 0) continue;
        taken.add(key);
        if (value !== null && value !== "") return { name: key, value };
      }
      return null;
    },
    rest: () => Object.keys(record).filter((key) => !taken.has(key))
  };
}

// src/tools/definition/locate.ts
function placeAt(text, index) {
  const before = text.slice(0, Math.max(0, Math.min(index, text.length))).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
function findKey(text, key, from) {
  for (let at = text.indexOf(key, from); at >= 0; at = text.indexOf(key, at + 1)) {
    const before = text[at - 1] ?? "\n";
    const after = text.slice(at + key.length, at + key.length + 8);
    if (/[\s"'“‘`{,，[-]/.test(before) && /^["'”’`]?\s{0,4}[:：=]/.test(after)) return at;
  }
  return -1;
}
function placeOfKey(text, path) {
  let at = -1;
  for (const key of path) {
    const next = findKey(text, key, Math.max(at, 0));
    if (next < 0) break;
    at = next;
  }
  return at < 0 ? null : placeAt(text, at);
}

// src/tools/definition/make-lint.ts
function makeLintPad(entry) {
  const lints = [];
  return {
    lints,
    add(severity, code, { zh, en }, at = null) {
      const place = at === null || "line" in at ? at : placeOfKey(entry.content, at);
      const { book, uid, comment } = entry;
      lints.push({
        severity,
        code,
        book,
        uid,
        comment,
        line: place?.line ?? null,
        column: place?.column ?? null,
        zh,
        en
      });
    }
  };
}

// src/tools/definition/read-entry-text.ts
var MAX_LENGTH = 2e5;
var fence = /^```[\w-]{0,20}[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/;
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function expectedAt(text, index) {
  const char = text[index];
  const before = text.slice(0, index).trimEnd().at(-1);
  if (char === void 0) return { zh: "缺少结尾的括号或引号", en: "a closing bracket or quote is missing" };
  if (char === "\n" || char === "\r" || char === "	") {
    return {
      zh: "文字里有真正的换行或制表符，应写成 \\n 或 \\t",
      en: "a real line break or tab inside a text; write \\n or \\t"
    };
  }
  if ((char === "}" || char === "]") && before === ",")
    return { zh: "最后一项后面多了逗号", en: "a comma after the last item" };
  if (char === "/" || char === "#") return { zh: "JSON 不能有注释", en: "JSON has no comments" };
  if (char === "'" || char === "“" || char === "”") return { zh: '引号应为 "', en: 'quotes must be "' };
  if (char === "：" || char === "，") return { zh: "应使用半角标点", en: "a half-width sign is needed" };
  if (before === '"')
    return {
      zh: '文字里的引号应写成 \\"，或缺少逗号、冒号',
      en: 'a quote inside a text must be \\", or a comma or colon is missing'
    };
  return { zh: "这里不是合法的 JSON", en: "this is not JSON here" };
}
function forgiven(code, source, index) {
  const expected = index === null ? null : expectedAt(source, index);
  const place = index === null ? null : placeAt(source, index);
  const lead = {
    repaired: { zh: "不是严格的 JSON，但能读懂", en: "not strict JSON, but it could be read" },
    "cut-off": { zh: "内容没有写完，只用了完整的部分", en: "the content breaks off; only its complete parts are used" },
    "not-readable": { zh: "读不懂这个条目的内容", en: "the content of this entry cannot be read" },
    "more-than-one": {
      zh: "一个条目只能写一个工具，只用了第一个；其余的请各写一个条目",
      en: "an entry holds one tool: only the first is used; give each of the others an entry of its own"
    }
  }[code];
  if (code === "more-than-one") return { code, place, ...lead };
  if (code === "not-readable" && !source.includes("{")) return { code, place, ...noDefinition(source) };
  const detail = { zh: expected ? `：${expected.zh}` : "", en: expected ? `: ${expected.en}` : "" };
  return { code, place, zh: lead.zh + detail.zh, en: lead.en + detail.en };
}
function noDefinition(source) {
  if (source.trim() === "") return { zh: "条目是空的", en: "the entry is empty" };
  const code = '{"type":"code","function":{"description":"…"},"code":"return …"}';
  const prompt = '{"type":"llm","function":{"description":"…"},"system_prompt":"…"}';
  const example = /\breturn\b/.test(source) ? code : prompt;
  return {
    zh: `这里应是一个工具定义，不能只写代码或提示词。例如 ${example}`,
    en: `a tool's definition belongs here, not bare code or a bare prompt. For example ${example}`
  };
}
function readSeveral(content, text, strict) {
  if (strict.ok) {
    if (!Array.isArray(strict.value)) return null;
    const [first2, second] = strict.value.filter(isObject);
    return first2 ? { value: first2, problem: second ? forgiven("more-than-one", content, null) : null } : null;
  }
  const stopped = strict.error.position;
  if (stopped === null || text[stopped] !== "{") return null;
  const first = parseJson(text.slice(0, stopped));
  if (!first.ok || !isObject(first.value)) return null;
  return { value: first.value, problem: forgiven("more-than-one", content, content.indexOf(text) + stopped) };
}
async function readEntryText(content) {
  if (content.length > MAX_LENGTH) return { value: null, problem: forgiven("not-readable", content, null) };
  const trimmed = content.replace(/^[\s\uFEFF\u200B]+/, "").trimEnd();
  const text = (fence.exec(trimmed)?.[1] ?? trimmed).trim();
  const strict = parseJson(text);
  if (strict.ok && isObject(strict.value)) return { value: strict.value, problem: null };
  const several = readSeveral(content, text, strict);
  if (several) return several;
  const brace = text.search(/[{｛]/);
  const yaml = brace === 0 ? null : await parseYaml(text);
  if (yaml?.ok && isObject(yaml.value)) return { value: yaml.value, problem: null };
  const stopped = strict.ok ? null : strict.error.position;
  return readCarelessly(content, { text, brace }, stopped === null ? null : content.indexOf(text) + stopped);
}
async function readCarelessly(content, { text, brace }, stopped) {
  const unreadable = { value: null, problem: forgiven("not-readable", content, stopped) };
  if (brace < 0) return unreadable;
  const json5 = await parseJson5(text.slice(brace));
  if (json5.ok && isObject(json5.value)) return { value: json5.value, problem: forgiven("repaired", content, stopped) };
  const careless = readLeniently(text, brace, { left: 2e4 + text.length * 8 });
  if (careless.kind === "broken" || !isObject(careless.value)) return unreadable;
  const code = careless.kind === "cut" || careless.dropped > 0 ? "cut-off" : "repaired";
  return { value: careless.value, problem: forgiven(code, content, stopped) };
}

// src/tools/definition/read-parameters.ts
var emptyParameters = { type: "object", properties: {} };
var MAX_PARAMETERS = 50;
var typeWords = /* @__PURE__ */ new Map([
  ["string", "string"],
  ["str", "string"],
  ["text", "string"],
  ["文本", "string"],
  ["字符串", "string"],
  ["number", "number"],
  ["float", "number"],
  ["double", "number"],
  ["数字", "number"],
  ["数值", "number"],
  ["integer", "integer"],
  ["int", "integer"],
  ["整数", "integer"],
  ["boolean", "boolean"],
  ["bool", "boolean"],
  ["布尔", "boolean"],
  ["array", "array"],
  ["list", "array"],
  ["数组", "array"],
  ["object", "object"],
  ["dict", "object"],
  ["对象", "object"],
  ["null", "null"]
]);
var isObject2 = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isList = (value) => Array.isArray(value);
function readTypeWord(value) {
  return typeof value === "string" ? typeWords.get(value.trim().toLowerCase()) : void 0;
}
function readProperty(value) {
  if (typeof value === "string") {
    const [head = "", ...rest2] = value.split(/[\s,，:：(（]+/);
    const type2 = readTypeWord(head);
    const description = type2 ? value.slice(head.length).replace(/^[\s,，:：]+/, "") : value;
    return {
      schema: { type: type2 ?? "string", ...description.trim() === "" ? {} : { description: description.trim() } },
      required: type2 !== void 0 && rest2.some((word2) => /^(required|必填)/i.test(word2))
    };
  }
  if (isList(value) && value.length > 0 && value.every((choice) => typeof choice !== "object")) {
    return { schema: { enum: value }, required: false };
  }
  if (!isObject2(value)) return null;
  const { required, type, ...rest } = value;
  const word = readTypeWord(type);
  const inner = isObject2(rest["properties"]) ? { ...rest, ...readObjectSchema({ ...rest, required: required ?? [] }).schema } : rest;
  const kept = word ? { type: word } : type === void 0 ? {} : { type };
  return { schema: { ...inner, ...kept }, required: required === true };
}
function readObjectSchema(schema) {
  const given = isObject2(schema["properties"]) ? schema["properties"] : {};
  const properties = {};
  const required = /* @__PURE__ */ new Set();
  const bad = [];
  for (const [name, value] of Object.entries(given).slice(0, MAX_PARAMETERS)) {
    const property = isForbiddenKey(name) ? null : readProperty(value);
    if (!property) bad.push(name);
    else {
      properties[name] = property.schema;
      if (property.required) required.add(name);
    }
  }
  const listed = isList(schema["required"]) ? schema["required"] : [schema["required"]];
  for (const name of listed) {
    if (typeof name !== "string") continue;
    if (Object.hasOwn(properties, name)) required.add(name);
    else bad.push(name);
  }
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !["properties", "required", "type"].includes(key))
  );
  return {
    schema: { ...rest, type: "object", properties, ...required.size > 0 ? { required: [...required] } : {} },
    bad
  };
}
function byName(list) {
  return Object.fromEntries(
    list.flatMap((item) => {
      if (typeof item === "string") return [[item, { type: "string" }]];
      if (!isObject2(item) || typeof item["name"] !== "string") return [];
      const { name, ...schema } = item;
      return [[name, schema]];
    })
  );
}
function readParameters(value) {
  if (value === void 0 || value === null) return { schema: emptyParameters, bad: [] };
  if (isList(value)) return readObjectSchema({ properties: byName(value) });
  if (!isObject2(value)) return null;
  const isSchema = isObject2(value["properties"]) || value["type"] === "object" || Object.keys(value).length === 0;
  return readObjectSchema(isSchema ? value : { properties: value });
}

// src/tools/definition/read-tool-marker.ts
var marker = /[[［【]\s{0,4}tool\s{0,4}[:：]([^\]］】\n]{0,120})[\]］】](.*)$/is;
function readToolMarker(comment) {
  const found = marker.exec(comment);
  return found ? { name: (found[1] ?? "").trim(), title: (found[2] ?? "").trim() } : null;
}
function isToolName(name) {
  return name.length <= 64 && /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.\-·]*$/u.test(name);
}

// src/tools/definition/read-function.ts
function textOf(value) {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map((line) => textOf(line)).join("\n");
  return "";
}
function bodyOf(value) {
  if (Array.isArray(value)) return value.map((line) => bodyOf(line)).join("\n");
  return typeof value === "string" ? value : "";
}
function readName({ inner, whole }, marker2, pad) {
  const given = textOf((inner.take("name", "名称", "名字") ?? whole.take("name", "tool_name", "名称", "名字"))?.value);
  const written = given || marker2.name;
  const name = written.normalize("NFC").replace(/\s+/g, "_");
  if (name === "") {
    pad.add("error", "missing-name", {
      zh: "没有工具名：请写 function.name，或写在标题 [TOOL:名称] 里",
      en: "no tool name: write function.name, or put it into the title [TOOL:name]"
    });
    return null;
  }
  if (!isToolName(name)) {
    const words = {
      zh: `工具名“${written}”不能用：只可用文字、数字、_ 和 -，最多 64 字`,
      en: `the tool name “${written}” cannot be used: letters, digits, _ and -, 64 at most`
    };
    pad.add("error", "bad-name", words, ["function", "name"]);
    return null;
  }
  if (name !== written) {
    const words = { zh: `工具名里的空格改成了 _：${name}`, en: `spaces in the tool name became _: ${name}` };
    pad.add("note", "bad-name", words, ["function", "name"]);
  }
  if (given !== "" && marker2.name !== "" && marker2.name.replace(/\s+/g, "_") !== name) {
    const words = {
      zh: `标题里的名称“${marker2.name}”与 function.name“${name}”不同，以后者为准`,
      en: `the title says “${marker2.name}”, function.name says “${name}”; the latter counts`
    };
    pad.add("warning", "name-differs", words, ["function", "name"]);
  }
  return name;
}
function guessKind(has) {
  if (has.code || has.builtin) return "code";
  return has.prompt ? "llm" : null;
}
function readKind(whole, has, pad) {
  const found = whole.take("type", "kind", "类型");
  const word = plainWord(textOf(found?.value));
  const { meaning, exact } = lookUp(kindWords, word);
  if (exact) return meaning;
  const guess = meaning ?? guessKind(has);
  if (word === "function" && guess) return guess;
  const expected = { zh: '应为 "llm" 或 "code"', en: 'expected "llm" or "code"' };
  const said = found ? { zh: `type“${textOf(found.value)}”`, en: `type “${textOf(found.value)}”` } : { zh: "没有 type", en: "no type" };
  const taken = guess ? { zh: `，按 ${guess} 处理`, en: `; taken as ${guess}` } : { zh: "", en: "" };
  const words = { zh: `${said.zh}：${expected.zh}${taken.zh}`, en: `${said.en}: ${expected.en}${taken.en}` };
  pad.add(guess ? "warning" : "error", found ? "unknown-type" : "missing-type", words, found ? [found.name] : null);
  return guess;
}
function readTrigger({ whole, inner }, pad) {
  const found = whole.take("trigger", "phase", "when", "stage", "触发", "时机") ?? inner.take("trigger");
  if (!found) return "planning";
  const word = plainWord(textOf(found.value));
  const { meaning: near, exact } = lookUp(triggerWords, word);
  if (exact) return near;
  const words = {
    zh: `trigger“${textOf(found.value)}”：应为 "planning" 或 "post_pipeline"${near ? `，按 ${near} 处理` : ""}`,
    en: `trigger “${textOf(found.value)}”: expected "planning" or "post_pipeline"${near ? `; taken as ${near}` : ""}`
  };
  pad.add(near ? "warning" : "error", "unknown-trigger", words, [found.name]);
  return near;
}
var parameterNames = ["parameters", "params", "arguments", "input_schema", "args", "参数"];
function readSchema({ whole, inner }, pad) {
  const found = inner.take(...parameterNames) ?? whole.take(...parameterNames);
  const read = readParameters(found?.value);
  if (!read) {
    const words = {
      zh: 'parameters 应为对象：{"type":"object","properties":{…}}；现在按没有参数处理',
      en: 'parameters must be an object: {"type":"object","properties":{…}}; taken as none'
    };
    pad.add("warning", "bad-parameters", words, [found?.name ?? "parameters"]);
    return emptyParameters;
  }
  for (const name of read.bad) {
    const words = {
      zh: `参数“${name}”读不懂：每个参数应为 {"type":…,"description":…}，required 只列已有的参数`,
      en: `the parameter “${name}” cannot be read: each is {"type":…,"description":…}, and required lists existing ones only`
    };
    pad.add("warning", "bad-parameters", words, [found?.name ?? "parameters", name]);
  }
  return read.schema;
}
function readPrompt({ whole, inner }) {
  const names = ["system_prompt", "systemprompt", "prompt", "system", "instruction", "instructions", "提示词"];
  const found = whole.take(...names) ?? inner.take(...names) ?? whole.take("user_persona");
  return bodyOf(found?.value).trim();
}
var fence2 = /^```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/;
function readCode({ whole, inner }) {
  const found = whole.take("code", "script", "js", "javascript", "source", "代码") ?? inner.take("code", "script");
  const text = bodyOf(found?.value).trim();
  return functionBody(fence2.exec(text)?.[1] ?? text);
}
var functionHead = /^(?:async\s+)?(?:function\b[^{]{0,200}|\([^()]{0,200}\)\s*=>\s*)/;
function functionBody(code) {
  const text = code.trim().replace(/;+$/, "");
  const head = functionHead.exec(text)?.[0];
  if (head === void 0) return code;
  const isArrowValue = !head.startsWith("function") && !head.startsWith("async function") && text[head.length] !== "{";
  return isArrowValue || endOfBlock(text, head.length) === text.length ? `return (${text})(params, state);` : code;
}
function endOfBlock(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}" && (depth -= 1) === 0) return at + 1;
  }
  return -1;
}

// src/tools/definition/read-output.ts
function contextList(value) {
  if (Array.isArray(value)) return value.map((item) => textOf(item));
  if (isObject2(value)) return Object.keys(value).filter((key) => value[key] !== false && value[key] !== null);
  return textOf(value).split(/[,，、;；|\n]+|\s{2,}/);
}
var everything = /* @__PURE__ */ new Set(["all", "*", "全部", "所有"]);
function readContext(whole, pad) {
  const found = whole.take("context", "contexts", "context_keys", "上下文");
  if (!found) return [];
  const keys = /* @__PURE__ */ new Set();
  for (const given of contextList(found.value)) {
    if (given.trim() === "") continue;
    const word = plainWord(given);
    if (everything.has(word)) {
      for (const key of toolContextKeys) keys.add(key);
      continue;
    }
    const parts = contextWords.has(word) ? [word] : given.trim().split(/\s+/).map(plainWord);
    for (const part of parts) {
      const { meaning: key, exact } = lookUp(contextWords, part);
      if (key) keys.add(key);
      if (exact) continue;
      const words = {
        zh: `context 里没有“${part}”${key ? `，按 ${key} 处理` : `；可用：${toolContextKeys.join("、")}`}`,
        en: `context has no “${part}”${key ? `; taken as ${key}` : `; known: ${toolContextKeys.join(", ")}`}`
      };
      pad.add("warning", "unknown-context", words, [found.name]);
    }
  }
  return toolContextKeys.filter((key) => keys.has(key));
}
function readTag(whole, pad) {
  const found = whole.take("output_tag", "outputtag", "tag", "输出标签");
  if (!found) return null;
  const tag = textOf(found.value).replace(/^<\/?\s*|\s*\/?>$/g, "").trim();
  if (/^[\p{L}_][\p{L}\p{M}\p{N}_.:-]{0,63}$/u.test(tag)) return tag;
  const words = {
    zh: `output_tag“${tag}”不是标签名，例如 state_panel；现在不用它`,
    en: `output_tag “${tag}” is no tag name such as state_panel; it is not used`
  };
  pad.add("warning", "bad-output-tag", words, [found.name]);
  return null;
}
var units = /\s*(?:ms|s|sec|seconds?|毫秒|秒|轮|rounds?|tokens?)$/i;
function readNumber(whole, names, range, pad) {
  const found = whole.take(...names);
  if (!found) return null;
  const given = Number(textOf(found.value).normalize("NFKC").replace(units, "") || NaN);
  const used = Number.isFinite(given) ? Math.min(Math.max(Math.round(given), range.min), range.max) : null;
  if (used === given) return used;
  const words = {
    zh: `${found.name} 应为 ${range.min} 到 ${range.max} 的整数${used === null ? "" : `，按 ${used} 处理`}`,
    en: `${found.name} must be a whole number from ${range.min} to ${range.max}${used === null ? "" : `; taken as ${used}`}`
  };
  pad.add("warning", "bad-value", words, [found.name]);
  return used;
}
var yes = /^(?:true|yes|on|1|是|开)$/i;
var no = /^(?:false|no|off|0|否|关)$/i;
function readFlag(whole, names, pad) {
  const found = whole.take(...names);
  if (!found) return null;
  const text = textOf(found.value);
  if (yes.test(text)) return true;
  if (no.test(text)) return false;
  const words = { zh: `${found.name} 应为 true 或 false`, en: `${found.name} must be true or false` };
  pad.add("warning", "bad-value", words, [found.name]);
  return null;
}
function readChoice(whole, names, choices, pad) {
  const found = whole.take(...names);
  if (!found) return null;
  const choice = choices.get(plainWord(textOf(found.value))) ?? null;
  if (choice === null) {
    const known = [...new Set(choices.values())].join(", ");
    const words = {
      zh: `${found.name}“${textOf(found.value)}”：应为 ${known} 之一`,
      en: `${found.name} “${textOf(found.value)}”: expected one of ${known}`
    };
    pad.add("warning", "bad-value", words, [found.name]);
  }
  return choice;
}
var SECONDS_BELOW = 10;
function readLimit(whole, pad) {
  const names = ["limit_ms", "time_limit_ms", "timeout_ms", "time_limit", "timeout"];
  const limit = readNumber(whole, names, { min: 1, max: MAX_TOOL_LIMIT_MS }, pad);
  return limit !== null && limit <= SECONDS_BELOW ? Math.min(limit * 1e3, MAX_TOOL_LIMIT_MS) : limit;
}
function readOutput(whole, pad) {
  return {
    context: readContext(whole, pad),
    outputTag: readTag(whole, pad),
    tagLookback: readNumber(whole, ["tag_lookback", "taglookback", "lookback"], { min: 0, max: MAX_LOOKBACK }, pad) ?? 0,
    placement: readChoice(whole, ["placement", "place", "display"], placementWords, pad) ?? "message",
    keepInHistory: readFlag(whole, ["keep_in_history", "keepinhistory"], pad) ?? false,
    sideEffect: readChoice(whole, ["side_effect", "sideeffect", "side_effects"], sideEffectWords, pad) ?? "sandbox",
    limitMs: readLimit(whole, pad),
    maxTokens: readNumber(whole, ["max_tokens", "maxtokens"], { min: 16, max: 16384 }, pad),
    afterAnalysis: readFlag(whole, ["after_analysis", "wait_for_analysis", "waitforanalysis"], pad)
  };
}

// src/tools/definition/read-definition.ts
async function readDefinition(entry) {
  const marker2 = readToolMarker(entry.comment);
  if (!marker2) return null;
  const pad = makeLintPad(entry);
  const { value, problem } = await readEntryText(entry.content);
  if (problem) {
    const severity = {
      "not-readable": "error",
      "cut-off": "warning",
      "more-than-one": "warning",
      repaired: "note"
    };
    pad.add(severity[problem.code], problem.code, problem, problem.place);
  }
  const definition = value ? readObject(entry, marker2, value, pad) : null;
  if (definition && !entry.constant && entry.keys.every((key) => key.trim() === "")) {
    pad.add("warning", "unreachable", {
      zh: "条目既不是常驻（蓝灯）也没有关键词，工具永远不会启用",
      en: "the entry is neither constant nor has it a key: the tool never becomes active"
    });
  }
  return { entry, name: definition?.name ?? (marker2.name || entry.comment), definition, lints: pad.lints };
}
function readObject(entry, marker2, value, pad) {
  const whole = makeFieldReader(value);
  const nested = whole.take("function", "func", "tool")?.value;
  const inner = isObject2(nested) ? makeFieldReader(nested) : whole;
  const fields = { whole, inner };
  const name = readName(fields, marker2, pad);
  const body = readBody(fields, name, pad);
  const trigger = readTrigger(fields, pad);
  const parameters = readSchema(fields, pad);
  const output = readOutput(whole, pad);
  for (const field of /* @__PURE__ */ new Set([...whole.rest(), ...inner === whole ? [] : inner.rest()])) {
    const words = { zh: `不认识的字段“${field}”，未使用`, en: `unknown field “${field}”, not used` };
    pad.add("note", "unknown-field", words, [field]);
  }
  if (name === null || trigger === null || !body) return null;
  const { book, uid, comment, order, constant } = entry;
  const source = { origin: "entry", book, uid, comment, order, constant };
  return { name, title: marker2.title, trigger, parameters, ...body, ...output, source };
}
var descriptionNames = ["description", "desc", "描述", "说明"];
function readBody(fields, name, pad) {
  const { inner, whole } = fields;
  const code = readCode(fields);
  const prompt = readPrompt(fields);
  const description = textOf((inner.take(...descriptionNames) ?? whole.take(...descriptionNames))?.value);
  const builtin = code === "" && name !== null && isBuiltInName(name);
  const kind = readKind(whole, { code: code !== "", prompt: prompt !== "", builtin }, pad);
  if (!kind || !hasBody({ kind, code, prompt, description, builtin }, pad)) return null;
  if (kind === "llm") return { kind, description, systemPrompt: prompt || description, code: "" };
  lintCode(code, pad);
  return { kind: builtin ? "builtin" : "code", description, systemPrompt: "", code };
}
function hasBody({ kind, code, prompt, description, builtin }, pad) {
  if (description === "" && !builtin) {
    pad.add("note", "missing-description", {
      zh: "没有 description：规划时不知道何时该用它",
      en: "no description: the planner cannot tell when to use it"
    });
  }
  if (kind === "code") {
    if (code !== "" || builtin) return true;
    pad.add("error", "missing-code", { zh: "code 工具没有 code", en: "a code tool without code" });
    return false;
  }
  if (prompt !== "") return true;
  const usable = description !== "";
  pad.add(usable ? "warning" : "error", "missing-prompt", {
    zh: `llm 工具没有 system_prompt${usable ? "，改用 description" : ""}`,
    en: `an llm tool without system_prompt${usable ? "; its description is used" : ""}`
  });
  return usable;
}
var pageName = /(?<![\w$.'"`])(window|document|SillyTavern|Mvu|TavernHelper|jQuery|localStorage|sessionStorage|fetch|XMLHttpRequest|setTimeout|setInterval|eventOn|getContext|triggerSlash|\$|_)\s*(?:\.|\(|\[)/;
function lintCode(code, pad) {
  if (code !== "" && !/\breturn\b/.test(code)) {
    pad.add(
      "warning",
      "no-return",
      {
        zh: "代码里没有 return：工具不会有结果。写成 return …;",
        en: "the code has no return: the tool gives no result. Write return …;"
      },
      ["code"]
    );
  }
  const found = pageName.exec(code);
  if (!found) return;
  pad.add(
    "warning",
    "needs-page",
    {
      zh: `代码用到了页面上的“${found[1] ?? ""}”；代码工具在沙盒里运行，只有 params、state、roll 和普通 JavaScript`,
      en: `the code uses “${found[1] ?? ""}” of the page; code tools run in a sandbox with params, state, roll and plain JavaScript`
    },
    ["code"]
  );
}

export {
  builtInNames,
  isBuiltInName,
  makeLintPad,
  readDefinition
};
