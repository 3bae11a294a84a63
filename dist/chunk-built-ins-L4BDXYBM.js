/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  mergedWritingTexts,
  planningTexts,
  playerSpeaksLine,
  styleLine,
  writingTexts
} from "./chunk-chunk-NDPMO6E4.js";
import {
  analysisTexts,
  fillPrompt,
  pickText
} from "./chunk-chunk-UMRS6PXT.js";
import "./chunk-chunk-JAIETO6Y.js";
import "./chunk-chunk-5FPFTVW6.js";
import {
  extractionInstructions
} from "./chunk-chunk-26SXFQAK.js";
import "./chunk-chunk-AOVRO2CB.js";
import "./chunk-chunk-6AARQOP5.js";
import "./chunk-chunk-5SD2KC4A.js";
import "./chunk-chunk-YTK4B242.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-6TLKJUH5.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-XOLMVN5G.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-YUU6UVEB.js";
import "./chunk-chunk-KJITHBSO.js";
import {
  textHash
} from "./chunk-chunk-CJOOAXHJ.js";
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

// src/agents/built-in-instructions.ts
var texts = {
  "merged-writing": mergedWritingTexts,
  writing: writingTexts,
  planning: planningTexts,
  analysis: analysisTexts
};
function builtInInstructions(agent, language, reply, lite = false) {
  const writes = agent === "merged-writing" || agent === "writing";
  const values = { playerSpeaks: playerSpeaksLine(reply, language), style: styleLine(reply, language) };
  return fillPrompt(pickText(texts[agent], language, lite), writes ? values : {});
}
function builtInVersion(agents) {
  return textHash(agents.flatMap((agent) => [texts[agent].zh.full, texts[agent].en.full]).join("\n"));
}

// src/wiring/built-ins.ts
function readBuiltIns(language, reply) {
  const textOf = (agent) => builtInInstructions(agent, language, reply).trim();
  return {
    planning: { version: builtInVersion(["planning"]), texts: [{ turn: "any", text: textOf("planning") }] },
    writing: {
      version: builtInVersion(["merged-writing", "writing"]),
      texts: [
        { turn: "merged", text: textOf("merged-writing") },
        { turn: "planned", text: textOf("writing") }
      ]
    },
    mergedAnalysis: { version: builtInVersion(["analysis"]), texts: [{ turn: "any", text: textOf("analysis") }] },
    tool: {
      version: textHash(Object.values(extractionInstructions).join("\n")),
      texts: [{ turn: "any", text: extractionInstructions[language].trim() }]
    }
  };
}
export {
  readBuiltIns
};
