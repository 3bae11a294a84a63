/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  makeToolModel
} from "./chunk-chunk-WE752EJV.js";
import {
  callDeps
} from "./chunk-chunk-4UV57P6T.js";
import {
  updateMvu
} from "./chunk-chunk-H7PSLI76.js";
import "./chunk-chunk-RHIO47KQ.js";
import "./chunk-chunk-P3UUPY7A.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  renderPrompt
} from "./chunk-chunk-7YIFSMC7.js";
import "./chunk-chunk-IHGEZULJ.js";
import "./chunk-chunk-MS75B6WD.js";
import "./chunk-chunk-UIPN3E73.js";
import "./chunk-chunk-A64DREN7.js";
import "./chunk-chunk-V7V2O4MB.js";
import "./chunk-chunk-22ILXIJX.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-6TLKJUH5.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-UZDOBSHM.js";
import "./chunk-chunk-XOLMVN5G.js";
import "./chunk-chunk-REXRDUCW.js";
import "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-P2UMLISW.js";
import "./chunk-chunk-BJWCLA2Q.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-W3YI32LA.js";
import "./chunk-chunk-KJITHBSO.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-PVMHFKV7.js";
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
import "./chunk-chunk-DWF55HJ6.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/ask-extractor.ts
var MAX_TOKENS = 2e3;
var repairSentence = {
  zh: (problem) => `上面的回答无法读取（${problem}）。请只输出 {"patches": […]} 这样的一个 JSON 对象。`,
  en: (problem) => `That answer could not be read (${problem}). Give one JSON object like {"patches": […]} and nothing else.`
};
function makeAskExtractor(model, settings, language) {
  const complete = async (messages, signal) => {
    const maxTokens = settings.maxTokens > 0 ? settings.maxTokens : MAX_TOKENS;
    const request = { slot: "tool", messages, settings, maxTokens, reasoning: "low", jsonSchema: null };
    return (await model.complete(request, signal)).text;
  };
  return async (segments, read, signal) => {
    const messages = renderPrompt(segments);
    const text = await complete(messages, signal);
    const answer = await read(text);
    if (answer.ok) return answer;
    const again = repairSentence[language](answer.error.message);
    const repaired = [...messages, { role: "assistant", content: text }, { role: "user", content: again }];
    return read(await complete(repaired, signal));
  };
}

// src/pipeline/steps/update-variables.ts
async function updateVariables(deps, state, signal) {
  const { journal, opened, request, settings, written } = state;
  const { tool } = settings.agents;
  try {
    const chat = await deps.variables.chat(state.session);
    const ask = makeAskExtractor(makeToolModel(callDeps(deps, state), deps.tokens), tool, request.language);
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
  deps.progress.notice({ kind: "degraded", detail: error.code });
}
export {
  updateVariables
};
