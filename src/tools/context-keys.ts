/** The ten things an llm tool may ask to see, each with real content in planning and after writing. */
import { type DiceRecord } from '../domain/dice/dice-record.ts';
import { explainDice } from '../domain/dice/explain-dice.ts';
import { type Known } from '../domain/game-state/game-state.ts';
import { neutraliseTags } from '../domain/prompt/neutralise-tags.ts';
import { type Segment } from '../domain/prompt/segment.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type ToolContextKey, toolContextKeys } from '../domain/tools/tool-definition.ts';
import { type SummaryLine } from '../domain/world.ts';
import { classifyEntry } from '../domain/worldbook/classify.ts';
import { sortEntries } from '../domain/worldbook/entry-id.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';

/** What the texts are made from; the pipeline fills it before planning tools and again before post tools. */
export interface ToolContextMaterial {
  readonly language: StoryLanguage;
  /** Every entry of the books in use. */
  readonly entries: readonly WorldbookEntry[];
  /** After the analysis with this round's line. */
  readonly summaries: readonly SummaryLine[];
  /** The newest completed rounds, oldest first; `RECENT_TURNS` are enough. */
  readonly turns: readonly { readonly round: number; readonly input: string; readonly reply: string }[];
  /** In planning the last reply, after writing this turn's prose. */
  readonly narrative: string;
  /** The writer's guide; empty while the plan is still being made and in merged mode. */
  readonly guide: string;
  /** The state as text: of MVU where the chat has it. */
  readonly stateText: string;
  readonly userName: string;
  readonly persona: string;
  readonly input: string;
  /** Rolled so far in this turn. */
  readonly dice: readonly DiceRecord[];
  readonly known: Known;
  /** Puts names in the place of macros. */
  readonly expand?: (text: string) => string;
}

/** Rounds a tool is shown at most. */
export const RECENT_TURNS = 6;

const words = {
  zh: {
    turn: (round: number) => `[轮${round}]`,
    user: '用户: ',
    line: (round: number) => `[第${round}轮] `,
    name: '【用户名】',
    persona: '【用户设定】',
  },
  en: {
    turn: (round: number) => `[round ${round}]`,
    user: 'User: ',
    line: (round: number) => `[round ${round}] `,
    name: '[user name] ',
    persona: '[user persona] ',
  },
} as const;

/** What may go first when the prompt is too long: the highest number; the input and this turn's prose go last. */
const priorities: Readonly<Record<ToolContextKey, number>> = {
  world_full: 90,
  recent_turns: 70,
  story_summary: 60,
  known_context: 50,
  user_persona: 40,
  writing_guide: 30,
  state_summary: 20,
  dice_results: 15,
  narrative_text: 10,
  user_input: 5,
};

/** Between the pieces of a key that may lose them one by one. */
const separators: Readonly<Partial<Record<ToolContextKey, string>>> = {
  world_full: '\n\n',
  story_summary: '\n',
  recent_turns: '\n',
};

/** Several texts, least important first, or one. */
type Render = (material: ToolContextMaterial) => string | readonly string[];

const renders: Readonly<Record<ToolContextKey, Render>> = {
  world_full: ({ entries, expand = (text) => text }) =>
    sortEntries(entries, (entry) => entry)
      .filter((entry) => entry.enabled && entry.gatesOpen && classifyEntry(entry).kind === 'lore')
      .map((entry) => `--- ${entry.comment.trim() || entry.keys[0] || '·'} ---\n${expand(entry.content).trim()}`),
  story_summary: ({ summaries, language }) => summaries.map((line) => words[language].line(line.round) + line.text),
  recent_turns: ({ turns, language }) => {
    const say = words[language];
    return turns
      .slice(-RECENT_TURNS)
      .map(({ round, input, reply }) =>
        [
          ...(input.trim() === '' ? [] : [`${say.turn(round)} ${say.user}${input.trim()}`]),
          ...(reply.trim() === '' ? [] : [`${say.turn(round)} AI: ${reply.trim()}`]),
        ].join('\n'),
      );
  },
  narrative_text: ({ narrative }) => narrative,
  writing_guide: ({ guide }) => guide,
  state_summary: ({ stateText }) => stateText,
  user_persona: ({ userName, persona, language }) =>
    [
      `${words[language].name}${userName}`,
      ...(persona.trim() === '' ? [] : [words[language].persona + persona.trim()]),
    ].join('\n'),
  user_input: ({ input }) => input,
  dice_results: ({ dice, language }) => dice.map((record) => explainDice(record, language)).join('\n'),
  known_context: ({ known }) =>
    JSON.stringify({ locations: known.locations, npcs: known.npcs, items: known.items, quests: known.quests }),
};

/** One segment per key that has something to say, in canonical order whatever the author wrote. */
export function contextSegments(keys: readonly ToolContextKey[], material: ToolContextMaterial): Segment[] {
  return toolContextKeys.flatMap((key) => (keys.includes(key) ? segmentOf(key, renders[key](material)) : []));
}

function segmentOf(key: ToolContextKey, rendered: string | readonly string[]): Segment[] {
  const source = `context:${key}`;
  const texts = (typeof rendered === 'string' ? [rendered] : rendered).map((text) => neutraliseTags(text.trim()));
  const pieces = texts.filter((text) => text !== '').map((text) => ({ text, source }));
  const separator = separators[key] ?? '\n\n';
  const base = { key: 'tool_context', role: 'user', tag: key, source, priority: priorities[key], separator } as const;
  if (pieces.length === 0) return [];
  const text = pieces.map((piece) => piece.text).join(separator);
  return [{ ...base, text, ...(pieces.length > 1 ? { pieces } : {}) }];
}
