/** The card's own system prompt and post-history text: orders to the narrator, for the agents that write. */
import { type Segment } from '../domain/prompt/segment.ts';
import { type TurnRequest } from '../domain/run/turn-request.ts';
import { cutPriority } from './cut-priority.ts';
import { makeSegment } from './make-segments.ts';

export interface CardOrders {
  readonly cardSystem: string;
  readonly afterHistory: string;
}

/** In split mode both stand in the preset already, in the place of its main and jailbreak prompts. */
export function cardOrders({ card, settings }: Pick<TurnRequest, 'card' | 'settings'>): CardOrders {
  if (settings.presetMode === 'split') return { cardSystem: '', afterHistory: '' };
  return { cardSystem: withoutOriginal(card.systemPrompt), afterHistory: withoutOriginal(card.jailbreak) };
}

export function cardSystem({ cardSystem: text }: CardOrders): Segment[] {
  const place = {
    key: 'card',
    tag: 'card_instructions',
    role: 'system',
    priority: cutPriority.cardDescription,
  } as const;
  return makeSegment(place, text, 'card.systemPrompt');
}

export function afterHistory({ afterHistory: text }: CardOrders): Segment[] {
  const place = { key: 'card', tag: 'card_instructions', priority: cutPriority.cardDescription } as const;
  return makeSegment(place, text, 'card.jailbreak');
}

/** Stands for the preset's own text, and there is none here. */
function withoutOriginal(text: string): string {
  return text.replace(/\{\{\s{0,4}original\s{0,4}\}\}/gi, '');
}
