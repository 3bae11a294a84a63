/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/prompt/split-preset.ts
var emptyPreset = { planningSystem: [], writingSystem: [], writingUser: [], dropped: [] };
function splitPreset(prompts, targets = {}) {
  const planningSystem = [];
  const writingSystem = [];
  const writingUser = [];
  const dropped = [];
  for (const prompt of prompts) {
    const target = targetOf(prompt, targets);
    const reason = whyDropped(prompt, target);
    if (reason !== null) {
      dropped.push({ identifier: prompt.identifier, name: prompt.name, reason });
      continue;
    }
    const piece = { text: prompt.content.trim(), source: `preset:${prompt.name || prompt.identifier}` };
    if (target !== "writing") planningSystem.push(piece);
    if (target !== "planning") (prompt.role === "user" ? writingUser : writingSystem).push(piece);
  }
  return { planningSystem, writingSystem, writingUser, dropped };
}
function targetOf({ identifier, role }, targets) {
  const chosen = Object.hasOwn(targets, identifier) ? targets[identifier] : void 0;
  return chosen ?? (role === "user" ? "writing" : "both");
}
function presetUse(prompts) {
  const withText = prompts.filter((prompt) => !prompt.marker && prompt.content.trim() !== "");
  const names = (used) => withText.filter((prompt) => whyDropped(prompt, "both") === null === used).map((prompt) => prompt.name || prompt.identifier);
  return { used: names(true), dropped: names(false) };
}
function whyDropped(prompt, target) {
  if (prompt.marker) return "marker";
  if (!prompt.enabled) return "disabled";
  if (!prompt.triggered) return "not-triggered";
  if (prompt.content.trim() === "") return "empty";
  if (prompt.role === "assistant") return "assistant-role";
  return target === "none" ? "by-choice" : null;
}

export {
  emptyPreset,
  splitPreset,
  targetOf,
  presetUse,
  whyDropped
};
