/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import "./chunk-chunk-A7GIB32G.js";
import {
  withMvuParts
} from "./chunk-chunk-26SXFQAK.js";
import "./chunk-chunk-AOVRO2CB.js";
import "./chunk-chunk-P3UUPY7A.js";
import "./chunk-chunk-6AARQOP5.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-Y5O5YSWD.js";
import "./chunk-chunk-5SD2KC4A.js";
import "./chunk-chunk-IHGEZULJ.js";
import {
  adoptDifference
} from "./chunk-chunk-W76UK7QJ.js";
import "./chunk-chunk-UCUWRUCS.js";
import {
  applyMvu
} from "./chunk-chunk-27EIXC5I.js";
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

// src/pipeline/steps/settle-mvu.ts
async function settleMvu(step, place, host, signal) {
  const { record, text } = place;
  if (record === null || place.mvuAsksItself) return { effects: step.effects, finalText: text, error: null };
  const finalText = withMvuParts(text, step.blockOperations);
  const ours = fold(record, step.effects);
  const base = host.presence().kind === "present" ? host.readBefore(place.index) : record;
  const applied = base === null ? ours : await applyOutside(finalText, { base, ours }, host, signal);
  const theirs = applied instanceof NarrativeError ? ours : applied;
  const told = base === null ? null : await tell(theirs, finalText, host, signal);
  const difference = adoptDifference(ours, told?.record ?? theirs ?? void 0, "mvu");
  if (told) host.write([{ index: place.index, swipe: place.swipe, record: told.record }]);
  return {
    effects: difference ? [...step.effects, difference] : step.effects,
    finalText: told?.text ?? finalText,
    error: applied instanceof NarrativeError ? applied : null
  };
}
async function tell(record, text, host, signal) {
  const told = record && await host.beforeUpdate({ record, text });
  if (signal.aborted) throw new NarrativeError("run.cancelled");
  return told;
}
async function applyOutside(text, records, host, signal) {
  try {
    return await host.parse(text, records.base, signal);
  } catch (error) {
    if (signal.aborted || isCancelled(error)) throw error;
    if (!(error instanceof NarrativeError)) return new NarrativeError("tool.failed", { cause: error });
    return error.code === "tool.unavailable" ? records.ours : error;
  }
}
function fold(record, effects) {
  return effects.reduce(
    (before, effect) => effect.kind === "mvu" || effect.kind === "mvu-init" ? applyMvu(before, effect).record : before,
    record
  );
}

// src/pipeline/steps/unchanged-variables.ts
var unchangedVariables = {
  effects: [],
  blockOperations: null,
  report: { source: "none", because: null, rejected: [], changes: [], cutOff: false, error: null }
};

// src/pipeline/steps/settle-variables.ts
async function settleVariables(deps, state, signal) {
  const { opened, written, finalText: text, initial } = state;
  const { step, others } = withToolUpdates(state.variables ?? unchangedVariables, state.effects);
  const found = { ...state, effects: [...initial, ...others, ...step.effects] };
  if (signal.aborted) return found;
  try {
    const chat = await deps.variables.chat(state.session);
    const place = {
      index: written.chatIndex,
      swipe: written.swipe,
      text,
      record: opened.base.mvu,
      mvuAsksItself: await chat?.mvuAsksItself() ?? false
    };
    const settled = await settleMvu(step, place, deps.variables.host, signal);
    if (settled.error) {
      deps.log.warn("MVU did not carry the update out.", settled.error);
      state.journal.append({ type: "note", code: "variables.mvu-failed", detail: settled.error.message });
    }
    return { ...state, effects: [...initial, ...others, ...settled.effects], finalText: settled.finalText };
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn("The variables could not be settled.", error);
    return found;
  }
}
function withToolUpdates(step, effects) {
  const ofTools = effects.filter((effect) => effect.kind === "mvu");
  if (ofTools.length === 0) return { step, others: effects };
  const operations = ofTools.flatMap((effect) => effect.operations);
  return {
    step: {
      ...step,
      effects: [...ofTools, ...step.effects],
      blockOperations: [...operations, ...step.blockOperations ?? []]
    },
    others: effects.filter((effect) => effect.kind !== "mvu")
  };
}
export {
  settleVariables
};
