/** Reads chat[] as the agents may see it: prompt regex and macros applied, the round's own input apart. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { parsePageMirror } from '../domain/timeline/parse-mirror.ts';
import { type HistoryMessage, type RegexUse, type TurnType } from '../domain/run/turn-request.ts';
import { expandMacros } from './macro-text.ts';
import { makeRegexUses, type RegexUses } from './regex-uses.ts';
import { type StContext, type StMessage } from './st-context.ts';
import { type RegexModule } from './st-modules.ts';

/** SillyTavern's own numbers for where a regex script applies. */
const PLACE_USER = 1;
const PLACE_AI = 2;

export interface ReadHistory {
  readonly history: readonly HistoryMessage[];
  readonly input: string;
  readonly regexes: readonly RegexUse[];
}

function roleOf(message: StMessage): HistoryMessage['role'] {
  const extra = message.extra ?? {};
  if (extra['type'] === 'narrator') return 'narrator';
  const small =
    Array.isArray(extra['tool_invocations']) || extra['isSmallSys'] === true || typeof extra['type'] === 'string';
  if (message.is_system && small) return 'system';
  return message.is_user ? 'user' : 'assistant';
}

function isIgnored(ctx: StContext, message: StMessage): boolean {
  const ignore = ctx.symbols?.ignore;
  return ignore !== undefined && Boolean((message.extra as Record<symbol, unknown> | undefined)?.[ignore]);
}

/** `depth` counts from the end of what enters the prompt, 0 is the last message. */
function promptText(ctx: StContext, scripts: Scripts | null, message: StMessage, depth: number): string {
  const place = message.is_user ? PLACE_USER : PLACE_AI;
  const text = scripts ? scripts.regex.getRegexedString(message.mes, place, { isPrompt: true, depth }) : message.mes;
  if (text !== message.mes) scripts?.uses.changed(message.mes, place, depth);
  return expandMacros(ctx, text).replace(/\r/g, '');
}

interface Scripts {
  readonly regex: RegexModule;
  readonly uses: RegexUses;
}

export function readHistory(ctx: StContext, regex: RegexModule | null, type: TurnType): ReadHistory {
  // A pending swipe still shows the old page in chat[]: it is what gets rewritten, not history.
  const chat = type === 'swipe' ? ctx.chat.slice(0, -1) : ctx.chat;
  const shown = chat.filter((message) => !message.is_system).length;
  const scripts = regex && { regex, uses: makeRegexUses(regex) };
  let passed = 0;
  const all = chat.flatMap((message, chatIndex): HistoryMessage[] => {
    const hidden = message.is_system === true;
    if (!hidden) passed += 1;
    if (typeof message.mes !== 'string' || isIgnored(ctx, message)) return [];
    const text = promptText(ctx, scripts, message, hidden ? 0 : shown - passed);
    const toolOutput = parsePageMirror(message.extra?.[EXTENSION_KEY])?.toolOutput;
    const entry = { chatIndex, role: roleOf(message), name: message.name ?? '', text, hidden };
    return [toolOutput ? { ...entry, toolOutput } : entry];
  });
  // A reply closes its round however it is shown: neither hidden nor ignored is undone.
  const lastReply = chat.findLastIndex((message) => roleOf(message) === 'assistant');
  const isInput = ({ chatIndex, role, hidden }: HistoryMessage): boolean =>
    chatIndex > lastReply && (role === 'user' || role === 'narrator') && !hidden;
  return {
    history: all.filter((message) => !isInput(message)),
    input: all
      .filter(isInput)
      .map((message) => message.text)
      .join('\n\n'),
    regexes: scripts?.uses.all() ?? [],
  };
}
