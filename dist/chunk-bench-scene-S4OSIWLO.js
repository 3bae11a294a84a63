/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import "./chunk-chunk-ZCUM4F3F.js";
import "./chunk-chunk-2ZHY3H7D.js";
import {
  languageInUse,
  scanTexts,
  storyLanguage
} from "./chunk-chunk-ODHDI3KS.js";
import {
  activeToolEntries,
  outerLayers,
  outputRounds,
  toolMaterial,
  toolWorld
} from "./chunk-chunk-5PEN3X6U.js";
import {
  gatherRounds
} from "./chunk-chunk-P3UUPY7A.js";
import "./chunk-chunk-6AARQOP5.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-Y5O5YSWD.js";
import "./chunk-chunk-5SD2KC4A.js";
import "./chunk-chunk-IHGEZULJ.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-4Q6YCZR6.js";
import "./chunk-chunk-XO3DSS5A.js";
import "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-UZDOBSHM.js";
import "./chunk-chunk-REXRDUCW.js";
import "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  readDefinitions
} from "./chunk-chunk-E2CWTNPY.js";
import "./chunk-chunk-RIX6DGCV.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-W3YI32LA.js";
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

// src/pipeline/bench-scene.ts
var SCANNED_ROUNDS = 4;
async function readBenchScene(deps, empty) {
  const [session, material, sandbox] = await Promise.all([deps.session(), deps.readMaterial(), deps.tools.sandbox()]);
  const settings = deps.settings();
  const rows = session?.timeline().rows ?? [];
  const world = session?.head() ?? empty;
  const rounds = gatherRounds(rows, material.history);
  const language = languageInUse(
    settings.promptLanguage,
    session?.language ?? null,
    () => storyLanguage("auto", [material.card.description])
  );
  const facts = {
    material,
    language,
    round: (rows.at(-1)?.round ?? 0) + 1,
    now: deps.clock.now(),
    expand: deps.tools.expand,
    outer: outerLayers(session)
  };
  const stateText = deps.stateText(world, language);
  const texts = scanTexts({ input: material.input, rounds: rounds.slice(-SCANNED_ROUNDS), world, stateText });
  return {
    catalogue: {
      tools: await readDefinitions(material.entries),
      activeEntries: activeToolEntries(material, texts),
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
