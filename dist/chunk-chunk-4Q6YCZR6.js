/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  deepFreeze
} from "./chunk-chunk-XO3DSS5A.js";

// src/domain/history/late-text.ts
function lateMessage(facts, read) {
  const { chatIndex, role, name, hidden, toolOutput } = facts;
  const text = once(read);
  return Object.freeze({
    ...{ chatIndex, role, name, hidden },
    ...toolOutput ? { toolOutput: deepFreeze(toolOutput) } : {},
    get text() {
      return text();
    }
  });
}
function once(make) {
  let made = null;
  return () => (made ??= { value: make() }).value;
}

export {
  lateMessage,
  once
};
