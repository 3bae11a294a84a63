/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  withCheckedCode
} from "./chunk-chunk-2ZHY3H7D.js";
import {
  buildCatalogue,
  findTool,
  llmToolPrompt,
  refusalWords,
  runTool
} from "./chunk-chunk-Y5O5YSWD.js";
import {
  explainDice
} from "./chunk-chunk-UZDOBSHM.js";
import {
  codeHashOf,
  consentFor,
  needsConsent
} from "./chunk-chunk-W3YI32LA.js";

// src/tools/bench/sample-params.ts
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isList = (value) => Array.isArray(value);
var MAX_DEPTH = 6;
function sampleParams(schema, depth = 0) {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(
      ([name, property]) => isObject(property) && depth < MAX_DEPTH ? [[name, sampleValue(property, depth + 1)]] : []
    )
  );
}
function sampleValue(schema, depth) {
  if (schema["default"] !== void 0) return schema["default"];
  const choices = isList(schema["enum"]) ? schema["enum"] : isList(schema["examples"]) ? schema["examples"] : [];
  if (choices[0] !== void 0) return choices[0];
  const type = isList(schema["type"]) ? schema["type"][0] : schema["type"];
  switch (type) {
    case "number":
    case "integer":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
    case "boolean":
      return true;
    case "array":
      return isObject(schema["items"]) && depth < MAX_DEPTH ? [sampleValue(schema["items"], depth + 1)] : [];
    case "object":
      return sampleParams(schema, depth);
    default:
      return "";
  }
}

// src/tools/bench/list-tools.ts
function listTools(input, language) {
  const catalogue = buildCatalogue(input);
  const rows = input.tools.map((tool) => row(tool, catalogue.find(tool.definition?.name ?? ""), input, language));
  const shown = new Set(rows.map(({ name }) => name));
  const builtIn = catalogue.tools.filter(
    ({ definition }) => definition.source.origin === "builtin" && !shown.has(definition.name)
  );
  return [
    ...rows,
    ...builtIn.map(({ definition }) => ({
      ...words("ready", language),
      name: definition.name,
      definition,
      lints: [],
      codeHash: null,
      consent: null,
      sampleParams: sampleParams(definition.parameters)
    }))
  ];
}
function words(state, language) {
  const stateText = state === "ready" ? { zh: "可用", en: "ready" }[language] : refusalWords(state, language);
  return { state, stateText };
}
function row(tool, found, input, language) {
  const { definition, name, entry, lints } = tool;
  const isOff = !entry.enabled || !entry.gatesOpen;
  const mine = found && found.definition === definition ? found.state : isOff ? "disabled" : "invalid_definition";
  const hasCode = definition !== null && needsConsent(definition);
  return {
    ...words(mine, language),
    name,
    definition,
    lints,
    codeHash: hasCode ? codeHashOf(definition) : null,
    consent: hasCode ? consentFor(definition, input.consents) : null,
    sampleParams: definition ? sampleParams(definition.parameters) : {}
  };
}

// src/tools/bench/roll-log.ts
function rollLog(records, language) {
  return records.flatMap(
    ({ rolls, tool, startedAt }) => rolls.map((record) => ({ record, text: explainDice(record, language), tool, at: startedAt }))
  ).reverse();
}

// src/tools/bench/make-tool-bench.ts
function makeToolBench(deps) {
  const trials = [];
  return {
    async list() {
      const { catalogue, screenLanguage } = await deps.scene();
      const tools = await withCheckedCode(catalogue.tools, await deps.sandbox());
      return listTools({ ...catalogue, tools }, screenLanguage);
    },
    async tryTool(name, params, signal) {
      const { catalogue, settings, view, material, history } = await deps.scene();
      const call = { tool: name, params, successBranch: "", failureBranch: "", reason: "" };
      const { record, effects } = await runTool(
        {
          call,
          catalogue: buildCatalogue(catalogue),
          phase: "bench",
          slot: "tool",
          settings,
          use: { calls: 0, steps: 0 },
          index: trials.length,
          occurrence: 0,
          turnSeed: deps.seed(),
          owner: { runId: null, floorId: null, pageId: null },
          view,
          material: () => material,
          history,
          effects: []
        },
        {
          ...deps,
          sandbox: await deps.sandbox(),
          pageSandbox: settings.tools.allowPageCode ? await deps.pageSandbox() : null
        },
        signal
      );
      trials.push(record);
      return { record, effects };
    },
    async previewPrompt(name, params) {
      const { catalogue, material, history } = await deps.scene();
      const tool = findTool(buildCatalogue(catalogue), name)?.definition;
      if (tool?.kind !== "llm") return null;
      return llmToolPrompt({ tool, params, call: { reason: "" }, material, history }).messages;
    },
    async rolls() {
      const [{ screenLanguage }, records] = await Promise.all([deps.scene(), deps.records()]);
      return rollLog([...records, ...trials], screenLanguage);
    }
  };
}

export {
  makeToolBench
};
