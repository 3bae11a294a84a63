/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  fitToolPrompt,
  toolModelDeps
} from "./chunk-chunk-YYIQOGW4.js";
import "./chunk-chunk-4LYTCLHK.js";
import {
  callAgent,
  callDeps,
  unchangedVariablesText
} from "./chunk-chunk-MFHU7CZ7.js";
import {
  updateMvu
} from "./chunk-chunk-A7GIB32G.js";
import "./chunk-chunk-26SXFQAK.js";
import "./chunk-chunk-AOVRO2CB.js";
import "./chunk-chunk-P3UUPY7A.js";
import "./chunk-chunk-6AARQOP5.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-Y5O5YSWD.js";
import {
  renderPrompt
} from "./chunk-chunk-5SD2KC4A.js";
import "./chunk-chunk-IHGEZULJ.js";
import "./chunk-chunk-W76UK7QJ.js";
import "./chunk-chunk-UCUWRUCS.js";
import "./chunk-chunk-27EIXC5I.js";
import "./chunk-chunk-HLIDK6WY.js";
import "./chunk-chunk-NOXGUHJZ.js";
import "./chunk-chunk-YTK4B242.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-6TLKJUH5.js";
import "./chunk-chunk-XO3DSS5A.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-UZDOBSHM.js";
import "./chunk-chunk-XOLMVN5G.js";
import "./chunk-chunk-REXRDUCW.js";
import "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-RIX6DGCV.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-W3YI32LA.js";
import "./chunk-chunk-KJITHBSO.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-OMIXSY6H.js";
import "./chunk-chunk-UBWOWBGO.js";
import {
  NarrativeError,
  isCancelled
} from "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/ask-extractor.ts
var MAX_TOKENS = 2e3;
var repairSentence = {
  zh: (problem) => `上面的回答无法读取（${problem}）。请只输出 {"patches": […]} 这样的一个 JSON 对象。`,
  en: (problem) => `That answer could not be read (${problem}). Give one JSON object like {"patches": […]} and nothing else.`
};
function makeAskExtractor(deps, settings, language, fit) {
  return async (segments, read, signal) => {
    const wanted = settings.maxTokens > 0 ? settings.maxTokens : MAX_TOKENS;
    const whole = {
      messages: renderPrompt(segments),
      maxTokens: wanted,
      promptTokens: deps.estimate(segments.map(({ text }) => text).join("\n")),
      cut: []
    };
    const prompt = fit ? await fit(segments, wanted, signal) : whole;
    return callAgent(deps, { ...prompt, slot: "tool", settings, read, repair: repairSentence[language] }, signal);
  };
}

// src/pipeline/steps/update-variables.ts
async function updateVariables(deps, state, signal) {
  const { journal, opened, request, settings, written } = state;
  const { tool } = settings.agents;
  try {
    const chat = await deps.variables.chat(state.session);
    const ask = makeAskExtractor(
      callDeps(deps, state),
      tool,
      request.language,
      fitToolPrompt(toolModelDeps(deps, state))
    );
    const round = {
      language: request.language,
      prose: written.text,
      input: request.input,
      record: opened.base.mvu,
      entries: request.entries,
      activated: request.activated,
      mvuAsksItself: await chat?.mvuAsksItself() ?? false,
      instructionsAppend: tool.instructionsAppend,
      instructionsOverride: tool.instructionsOverride
    };
    const step = await updateMvu(round, ask, signal);
    report(deps, state, step);
    return step;
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn("The variables failed in an unexpected way.", error);
    journal.append({ type: "note", code: "variables.stopped", detail: "" });
    return null;
  }
}
function report(deps, { journal, notes }, { report: told }) {
  for (const { code, reason, operation } of told.rejected) {
    journal.append({ type: "change.rejected", code, reason, proposal: operation });
  }
  journal.append({
    type: "note",
    code: `variables.${told.because ?? told.source}`,
    detail: String(told.changes.length)
  });
  const error = told.error ?? (told.cutOff ? new NarrativeError("answer.cut-off") : null);
  if (!error) return;
  notes.rungs.push(told.error ? "keep-last-state" : "salvage");
  journal.append({
    type: "rung.used",
    rung: notes.rungs.at(-1) ?? "salvage",
    detail: `${error.code}: ${error.message}`
  });
  const detail = told.error ? unchangedVariablesText(error.message, deps.screenLanguage()) : error.code;
  deps.progress.notice({ kind: "degraded", detail });
}
export {
  updateVariables
};
