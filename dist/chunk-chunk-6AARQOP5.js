/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/history/ooc.ts
var ooc = /[(（]{2}\s{0,4}ooc(?![a-z])[\s\S]{0,4000}?[)）]{2}/gi;
function withoutOoc(text) {
  if (!/ooc/i.test(text)) return text;
  return text.replace(ooc, "").replace(/[ \t]+\n/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
}

export {
  withoutOoc
};
