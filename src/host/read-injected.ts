/** Reads what SillyTavern and other extensions inject into the prompt: author's note, vectors, summaries. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { type InjectedPrompt } from '../domain/run/turn-request.ts';
import { expandMacros } from './macro-text.ts';
import { type StContext } from './st-context.ts';
import { extensionPromptSchema } from './st-schemas.ts';

const IN_CHAT = 1;
const NONE = -1;
/** Routed by other ways: worldbook entries at depth and outlets, the card's depth prompt, a quiet generation's text. */
const routedElsewhere = /^(customDepthWI|customWIOutlet|__STORY_STRING__|QUIET_PROMPT|DEPTH_PROMPT)/i;

export function readInjected(ctx: StContext): readonly InjectedPrompt[] {
  return Object.entries(ctx.extensionPrompts).flatMap(([key, raw]): InjectedPrompt[] => {
    const parsed = extensionPromptSchema.safeParse(raw);
    if (!parsed.success || key === EXTENSION_KEY || routedElsewhere.test(key)) return [];
    const { value, position, depth, role } = parsed.data;
    const text = expandMacros(ctx, value).trim();
    if (text === '' || position === NONE) return [];
    const who = role === 1 ? 'user' : role === 2 ? 'assistant' : 'system';
    return [{ key, role: who, depth: position === IN_CHAT ? depth : null, text }];
  });
}
