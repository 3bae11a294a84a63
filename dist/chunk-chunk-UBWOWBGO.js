/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/game-state/game-state.ts
var emptyGameState = {
  time: { day: 1, hour: 0, minute: 0 },
  location: "",
  inventory: {},
  relationships: {},
  quests: {},
  flags: {},
  eventLog: [],
  known: { locations: [], npcs: [], items: [], quests: [] }
};

export {
  emptyGameState
};
