/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/prompt/story-language.ts
var HAN_SHARE = 0.2;
var han = /\p{Script=Han}/u;
var letter = /\p{L}/u;
var SAMPLE = 2e4;
function storyLanguage(setting, texts) {
  if (setting !== "auto") return setting;
  return hanShare(texts.join("\n")) >= HAN_SHARE ? "zh" : "en";
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

export {
  storyLanguage
};
