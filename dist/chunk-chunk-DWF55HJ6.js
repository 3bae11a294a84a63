/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/settings.ts
var presetTargets = ["planning", "writing", "both", "none"];

export {
  presetTargets
};
