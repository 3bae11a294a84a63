/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  expandVariableMacros
} from "./chunk-chunk-6TLKJUH5.js";
import {
  lateMessage
} from "./chunk-chunk-4Q6YCZR6.js";
import "./chunk-chunk-XO3DSS5A.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/steps/expand-variables.ts
function expandVariables(request, record) {
  const expand = (text) => expandVariableMacros(text, { message: record });
  const content = (part) => ({
    ...part,
    content: expand(part.content)
  });
  const lore = (entries) => entries.map(content);
  const { card, persona, preset } = request;
  return {
    ...request,
    entries: lore(request.entries),
    activated: lore(request.activated),
    preset: { ...preset, prompts: preset.prompts.map(content) },
    injected: request.injected.map((injected) => ({ ...injected, text: expand(injected.text) })),
    history: request.history.map((message) => lateMessage(message, () => expand(message.text))),
    persona: { ...persona, description: expand(persona.description) },
    card: {
      ...card,
      description: expand(card.description),
      personality: expand(card.personality),
      scenario: expand(card.scenario),
      examples: expand(card.examples),
      systemPrompt: expand(card.systemPrompt),
      depthPrompt: expand(card.depthPrompt)
    }
  };
}
export {
  expandVariables
};
