/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/dice/dice-record.ts
var MAX_DICE = 100;
var MAX_FACES = 1e3;
var MAX_EXPLOSIONS = 100;
var MAX_NUMBER = 1e6;

export {
  MAX_DICE,
  MAX_FACES,
  MAX_EXPLOSIONS,
  MAX_NUMBER
};
