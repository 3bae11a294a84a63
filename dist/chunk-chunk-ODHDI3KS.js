/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  spokenText
} from "./chunk-chunk-5PEN3X6U.js";

// src/domain/prompt/story-language.ts
var HAN_SHARE = 0.2;
var han = /\p{Script=Han}/u;
var letter = /\p{L}/u;
var SAMPLE = 2e4;
function storyLanguage(setting, texts) {
  if (setting !== "auto") return setting;
  return hanShare(texts.join("\n")) >= HAN_SHARE ? "zh" : "en";
}
function languageInUse(setting, fixed, otherwise) {
  return setting === "auto" ? fixed ?? otherwise() : setting;
}
function hanShare(text) {
  let letters = 0;
  let hans = 0;
  for (const character of text.slice(0, SAMPLE)) {
    if (!letter.test(character)) continue;
    letters += 1;
    if (han.test(character)) hans += 1;
  }
  return letters === 0 ? 0 : hans / letters;
}

// src/domain/game-state/state-words.ts
function stateWords({ location, inventory, relationships, quests, flags }) {
  return [
    location,
    ...Object.keys(inventory),
    ...Object.keys(relationships),
    ...Object.entries(quests).flatMap(([id, { stage }]) => [id, stage]),
    ...wordsIn(flags)
  ].filter((word) => word !== "").join("\n");
}
function wordsIn(value) {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return Object.entries(value).flatMap(([key, item]) => [key, ...wordsIn(item)]);
}

// src/pipeline/scan-texts.ts
function scanTexts({ input, rounds, world, stateText }) {
  const window = rounds.map(({ messages }) => spokenText(messages)).filter((text) => text !== "").join("\n");
  return { input, window, state: world.mvu ? stateText : stateWords(world.game) };
}

export {
  storyLanguage,
  languageInUse,
  scanTexts
};
