/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import "./chunk-chunk-5CI4OKOD.js";
import "./chunk-chunk-W3MDLXO4.js";
import {
  storyLanguage
} from "./chunk-chunk-MGMMTODM.js";
import {
  activeToolEntries,
  outerLayers,
  outputRounds,
  renderRound,
  toolMaterial,
  toolWorld
} from "./chunk-chunk-7ZPWZYTR.js";
import {
  gatherRounds
} from "./chunk-chunk-P3UUPY7A.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-7YIFSMC7.js";
import "./chunk-chunk-IHGEZULJ.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-UZDOBSHM.js";
import "./chunk-chunk-REXRDUCW.js";
import "./chunk-chunk-WP6GTI2E.js";
import {
  readDefinitions
} from "./chunk-chunk-3JG7W3CC.js";
import "./chunk-chunk-P2UMLISW.js";
import "./chunk-chunk-BJWCLA2Q.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-W3YI32LA.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-PVMHFKV7.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-DWF55HJ6.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/bench-scene.ts
var SCANNED_ROUNDS = 4;
async function readBenchScene(deps, empty) {
  const [session, material, sandbox] = await Promise.all([deps.session(), deps.readMaterial(), deps.tools.sandbox()]);
  const settings = deps.settings();
  const rows = session?.timeline().rows ?? [];
  const world = session?.head() ?? empty;
  const rounds = gatherRounds(rows, material.history);
  const language = session?.language ?? storyLanguage(settings.promptLanguage, [material.card.description]);
  const facts = {
    material,
    language,
    round: (rows.at(-1)?.round ?? 0) + 1,
    now: deps.clock.now(),
    expand: deps.tools.expand,
    outer: outerLayers(session)
  };
  const stateText = deps.stateText(world, language);
  const window = rounds.slice(-SCANNED_ROUNDS).map((round) => renderRound(round, language)).join("\n");
  return {
    catalogue: {
      tools: await readDefinitions(material.entries),
      activeEntries: activeToolEntries(material, { input: material.input, window, state: stateText }),
      consents: deps.tools.consents(),
      sandbox: sandbox.available(),
      pageCode: settings.tools.allowPageCode
    },
    settings,
    screenLanguage: deps.screenLanguage(),
    view: toolWorld(facts, world),
    material: toolMaterial(facts, { rounds, world, stateText }),
    history: outputRounds(rounds)
  };
}
export {
  readBenchScene
};
