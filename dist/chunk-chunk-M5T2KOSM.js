/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/worldbook/entry.ts
function isEmbedded({ book }) {
  return book === "";
}

// src/domain/settings.ts
var presetTargets = ["planning", "writing", "both", "none"];

export {
  isEmbedded,
  presetTargets
};
