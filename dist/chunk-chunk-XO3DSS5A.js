/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/shared/deep-freeze.ts
function deepFreeze(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

export {
  deepFreeze
};
