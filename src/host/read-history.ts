/** Reads chat[] as the agents may see it: prompt regex and macros applied where a text is read, the round's own input apart. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { parsePageMirror } from '../domain/timeline/parse-mirror.ts';
import { type HistoryMessage, type RegexUse, type TurnType } from '../domain/run/turn-request.ts';
import { lateMessage } from '../domain/history/late-text.ts';
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
  /** Of the messages read so far. */
  readonly regexUses: () => readonly RegexUse[];
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
function promptText(ctx: StContext, scripts: Scripts | null, { mes, place, depth }: RawText): string {
  const text = scripts ? scripts.regex.getRegexedString(mes, place, { isPrompt: true, depth }) : mes;
  if (text !== mes) scripts?.uses.changed(mes, place, depth);
  return expandMacros(ctx, text).replace(/\r/g, '');
}

/** A message as it stood when the turn began, whatever becomes of it until it is read. */
interface RawText {
  readonly mes: string;
  readonly place: typeof PLACE_USER | typeof PLACE_AI;
  readonly depth: number;
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
    const place = message.is_user ? PLACE_USER : PLACE_AI;
    const raw: RawText = { mes: message.mes, place, depth: hidden ? 0 : shown - passed };
    const toolOutput = parsePageMirror(message.extra?.[EXTENSION_KEY])?.toolOutput;
    const facts = { chatIndex, role: roleOf(message), name: message.name ?? '', hidden };
    return [lateMessage(toolOutput ? { ...facts, toolOutput } : facts, () => promptText(ctx, scripts, raw))];
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
    regexUses: () => scripts?.uses.all() ?? [],
  };
}
