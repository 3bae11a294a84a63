/** Reads what SillyTavern and other extensions inject into the prompt: author's note, vectors, summaries. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { type InjectedPrompt } from '../domain/run/turn-request.ts';
import { expandMacros } from './macro-text.ts';
import { type StContext } from './st-context.ts';
import { extensionPromptSchema } from './st-schemas.ts';

const BEFORE_PROMPT = 2;
const IN_CHAT = 1;
const NONE = -1;
/** Milliseconds a prompt's own filter may take to answer. */
const FILTER_MS = 1_000;
/** Routed by other ways: worldbook entries at depth and outlets, the card's depth prompt, a quiet generation's text. */
const routedElsewhere = /^(customDepthWI|customWIOutlet|__STORY_STRING__|QUIET_PROMPT|DEPTH_PROMPT)/i;

interface Placed {
  readonly prompt: InjectedPrompt;
  /** Stands before SillyTavern's main prompt. */
  readonly before: boolean;
}

/** In SillyTavern's order: those outside the chat first, then the deeper the earlier. Never rejects. */
export async function readInjected(ctx: StContext): Promise<readonly InjectedPrompt[]> {
  const found = await Promise.all(Object.entries(ctx.extensionPrompts).map(([key, raw]) => readOne(ctx, key, raw)));
  return found
    .flat()
    .sort(inOrder)
    .map(({ prompt }) => prompt);
}

async function readOne(ctx: StContext, key: string, raw: unknown): Promise<readonly Placed[]> {
  const parsed = extensionPromptSchema.safeParse(raw);
  if (!parsed.success || key === EXTENSION_KEY || routedElsewhere.test(key)) return [];
  const { value, position, depth, role, filter } = parsed.data;
  if (value.trim() === '' || position === NONE || !(await applies(filter))) return [];
  const text = expandMacros(ctx, value).trim();
  if (text === '') return [];
  const who = role === 1 ? 'user' : role === 2 ? 'assistant' : 'system';
  const prompt = { key, role: who, depth: position === IN_CHAT ? depth : null, text } as const;
  return [{ prompt, before: position === BEFORE_PROMPT }];
}

/** Only a filter that answers no takes its prompt out: SillyTavern drops none because its filter failed. */
async function applies(filter: unknown): Promise<boolean> {
  if (typeof filter !== 'function') return true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), FILTER_MS);
  });
  try {
    return Boolean(await Promise.race([(filter as () => unknown)(), late]));
  } catch {
    // Another extension's fault; its prompt is sent as SillyTavern sends it.
    return true;
  } finally {
    clearTimeout(timer);
  }
}

/** At one depth SillyTavern puts the assistant's first and the system's last, each by key. */
const byRole = { assistant: 0, user: 1, system: 2 } as const;

function inOrder(a: Placed, b: Placed): number {
  const deep = (b.prompt.depth ?? Infinity) - (a.prompt.depth ?? Infinity);
  if (a.prompt.depth === null && b.prompt.depth === null) return Number(b.before) - Number(a.before);
  if (deep !== 0) return deep;
  return byRole[a.prompt.role] - byRole[b.prompt.role] || (a.prompt.key < b.prompt.key ? -1 : 1);
}
