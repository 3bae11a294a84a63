/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/shared/result.ts
var ok = (value) => ({ ok: true, value });
var err = (error) => ({ ok: false, error });

export {
  ok,
  err
};
