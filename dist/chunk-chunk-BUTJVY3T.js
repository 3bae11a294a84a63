/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/tools/tool-definition.ts
var toolContextKeys = [
  "world_full",
  "story_summary",
  "recent_turns",
  "narrative_text",
  "writing_guide",
  "state_summary",
  "user_persona",
  "user_input",
  "dice_results",
  "known_context"
];
var MAX_LOOKBACK = 20;
var MAX_TOOL_LIMIT_MS = 5e3;

export {
  toolContextKeys,
  MAX_LOOKBACK,
  MAX_TOOL_LIMIT_MS
};
