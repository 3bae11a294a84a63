/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import "./chunk-chunk-QOPUJCTM.js";
import "./chunk-chunk-UMRS6PXT.js";
import "./chunk-chunk-ODHDI3KS.js";
import "./chunk-chunk-MFHU7CZ7.js";
import "./chunk-chunk-A7GIB32G.js";
import "./chunk-chunk-26SXFQAK.js";
import "./chunk-chunk-AOVRO2CB.js";
import {
  inputOf,
  proseOf
} from "./chunk-chunk-5PEN3X6U.js";
import "./chunk-chunk-P3UUPY7A.js";
import "./chunk-chunk-6AARQOP5.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-Y5O5YSWD.js";
import "./chunk-chunk-5SD2KC4A.js";
import "./chunk-chunk-IHGEZULJ.js";
import "./chunk-chunk-W76UK7QJ.js";
import "./chunk-chunk-UCUWRUCS.js";
import "./chunk-chunk-27EIXC5I.js";
import "./chunk-chunk-HLIDK6WY.js";
import "./chunk-chunk-NOXGUHJZ.js";
import "./chunk-chunk-YTK4B242.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-6TLKJUH5.js";
import "./chunk-chunk-4Q6YCZR6.js";
import "./chunk-chunk-XO3DSS5A.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  pendingRounds
} from "./chunk-chunk-N3SBGT7S.js";
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
  NarrativeError
} from "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/domain/timeline/catch-up-batches.ts
var ROUNDS_PER_CALL = 5;
function catchUpBatches(rounds, roomTokens) {
  const batches = [];
  let tokens = 0;
  for (const round of rounds) {
    const last = batches.at(-1);
    if (last && last.length < ROUNDS_PER_CALL && tokens + round.tokens <= roomTokens) {
      last.push(round);
      tokens += round.tokens;
    } else {
      batches.push([round]);
      tokens = round.tokens;
    }
  }
  return batches;
}

// src/pipeline/catch-up.ts
var ROUNDS_SHARE = 0.5;
var FRAME_TOKENS = 2e3;
var RECORD_TOKENS = 200;
async function planCatchUp(deps, session) {
  const material = await deps.readMaterial();
  const room = Math.floor(material.promptBudget * ROUNDS_SHARE);
  const waiting = waitingRounds(deps, session, material.history);
  if (waiting.length === 0) return null;
  const calls = catchUpBatches(waiting, room).length;
  const text = waiting.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    rounds: waiting.length,
    calls,
    tokens: text + calls * FRAME_TOKENS + waiting.length * RECORD_TOKENS,
    async run(signal, onProgress) {
      let done = 0;
      const stopped = () => signal.aborted;
      const { history } = await deps.readMaterial();
      for (const batch of catchUpBatches(waitingRounds(deps, session, history), room)) {
        if (stopped()) break;
        const floors = batch.map(({ floorId }) => floorId);
        const found = await deps.analyse(floors, signal);
        if (found.status !== "done" && stopped()) break;
        if (found.status !== "done") throw found.error ?? new NarrativeError("answer.invalid");
        done += found.rounds;
        deps.onChanged();
        onProgress(done);
      }
      return done;
    }
  };
}
function waitingRounds(deps, session, history) {
  const byIndex = new Map(history.map((message) => [message.chatIndex, message]));
  return pendingRounds(session.timeline(), { native: true }).flatMap(({ floorId, inputIndexes, replyIndex }) => {
    const messages = [...inputIndexes, ...replyIndex === null ? [] : [replyIndex]].flatMap(
      (i) => byIndex.get(i) ?? []
    );
    const prose = proseOf(messages);
    if (prose === "") return [];
    return [{ floorId, tokens: deps.tokens.estimate(`${inputOf(messages)}
${prose}`) }];
  });
}
export {
  planCatchUp
};
