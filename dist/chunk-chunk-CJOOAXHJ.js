/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/shared/text-hash.ts
var PRIME = 16777619;
function textHash(text) {
  let a = 2166136261;
  let b = 2538058380;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, PRIME);
    b = Math.imul(b ^ unit + i, PRIME);
  }
  a = Math.imul(a ^ text.length, PRIME);
  b = Math.imul(b ^ a >>> 7, PRIME);
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

export {
  textHash
};
