/** Puts the variables' values where card makers left their macros, in every text of the turn that becomes a prompt. */
import { lateMessage } from '../../domain/history/late-text.ts';
import { type TurnRequest } from '../../domain/run/turn-request.ts';
import { type WorldbookEntry } from '../../domain/worldbook/entry.ts';
import { expandVariableMacros } from '../../mvu/macros.ts';
import { type JsonObject } from '../../shared/json-value.ts';

/** @param record the variables the turn starts from */
export function expandVariables(request: TurnRequest, record: JsonObject): TurnRequest {
  const expand = (text: string): string => expandVariableMacros(text, { message: record });
  const content = <Part extends { readonly content: string }>(part: Part): Part => ({
    ...part,
    content: expand(part.content),
  });
  const lore = (entries: readonly WorldbookEntry[]): readonly WorldbookEntry[] => entries.map(content);
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
      depthPrompt: expand(card.depthPrompt),
    },
  };
}
