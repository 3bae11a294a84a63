/** Reads the chat completion preset: its prompts in their active order, and whether it is a stock one. */
import { type CardFields, type PresetPrompt, type TurnRequest, type TurnType } from '../domain/run/turn-request.ts';
import { expandMacros } from './macro-text.ts';
import { type StContext } from './st-context.ts';
import { presetPromptSchema, promptOrderSchema } from './st-schemas.ts';

/** SillyTavern keeps the order in use under this id; older presets only have the second. */
const ORDER_IDS = ['100001', '100000'];
const STOCK_NAMES = new Set(['', 'default', 'gui']);

function activeOrder(
  settings: StContext['chatCompletionSettings'],
): readonly { identifier: string; enabled: boolean }[] {
  const raw = settings['prompt_order'];
  const lists = Array.isArray(raw) ? raw.flatMap((item) => promptOrderSchema.safeParse(item).data ?? []) : [];
  for (const id of ORDER_IDS) {
    const list = lists.find((item) => String(item.character_id) === id);
    if (list) return list.order;
  }
  return [];
}

/** The card may replace these two, unless the preset forbids it. */
function overridden(
  prompt: { identifier: string; content: string; forbid_overrides: boolean },
  card: CardFields,
): string {
  const replacement = { main: card.systemPrompt, jailbreak: card.jailbreak }[prompt.identifier] ?? '';
  if (replacement === '' || prompt.forbid_overrides) return prompt.content;
  return replacement.replace(/\{\{original\}\}/gi, () => prompt.content);
}

/** Name of the selected preset; empty when SillyTavern does not say. */
export function presetName(ctx: StContext): string {
  const selected = ctx.chatCompletionSettings['preset_settings_openai'];
  return typeof selected === 'string' ? selected : '';
}

export function readPreset(ctx: StContext, type: TurnType, card: CardFields): TurnRequest['preset'] {
  const settings = ctx.chatCompletionSettings;
  const raw = settings['prompts'];
  const all = Array.isArray(raw) ? raw.flatMap((item) => presetPromptSchema.safeParse(item).data ?? []) : [];
  const prompts = activeOrder(settings).flatMap(({ identifier, enabled }): PresetPrompt[] => {
    const prompt = all.find((item) => item.identifier === identifier);
    if (!prompt) return [];
    const triggers = prompt.injection_trigger ?? [];
    const triggered = triggers.length === 0 || triggers.includes(type);
    const used = enabled && triggered && !prompt.marker;
    const content = overridden(prompt, card);
    return [
      {
        identifier,
        name: prompt.name,
        role: prompt.role,
        content: used ? expandMacros(ctx, content) : content,
        enabled,
        marker: prompt.marker,
        triggered,
      },
    ];
  });
  const name = presetName(ctx);
  return { name, stock: STOCK_NAMES.has(name.trim().toLowerCase()), prompts };
}
