/** What tools may see of a story: the view of its world and the texts of the context keys, in a turn and on the author's bench. */
import { once } from '../domain/history/late-text.ts';
import { inputOf, proseOf } from '../domain/history/render-turns.ts';
import { type Round } from '../domain/history/rounds.ts';
import { type StoryLanguage, type TurnRequest } from '../domain/run/turn-request.ts';
import { type World } from '../domain/world.ts';
import { entryId } from '../domain/worldbook/entry-id.ts';
import { classifyEntry } from '../domain/worldbook/classify.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { makeKeyScanner, type ScanTexts } from '../domain/worldbook/match-keys.ts';
import { type VariableLayer } from '../domain/variables/variable-layer.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { RECENT_TURNS, type ToolContextMaterial } from '../tools/context-keys.ts';
import { type OutputRound } from '../tools/tag-history.ts';
import { type ToolWorld } from '../tools/tool-world.ts';

/** What does not change while the tools of one turn run. */
export interface SceneFacts {
  readonly material: TurnMaterial | TurnRequest;
  readonly language: StoryLanguage;
  /** The round that is being made. */
  readonly round: number;
  /** In ms since 1970. */
  readonly now: number;
  /** Puts names in the place of macros. */
  readonly expand: (text: string) => string;
  /** The variables of the chat and of all chats. */
  readonly outer: readonly VariableLayer[];
}

/** The layers wider than the branch's: they are not folded, so the session tells them. */
export function outerLayers(session: ChatSession | null): readonly VariableLayer[] {
  const layers = session?.variables?.layers() ?? [];
  return layers.filter(({ scope }) => scope === 'chat' || scope === 'global').map(({ values }) => values);
}

export function toolWorld({ material, language, round, now, outer }: SceneFacts, world: World): ToolWorld {
  const { description, personality, scenario } = material.card;
  return {
    world,
    language,
    userName: material.userName,
    characterName: material.characterName,
    persona: material.persona.description,
    card: { description, personality, scenario },
    round,
    now,
    outer,
  };
}

/** Before the writing: the last reply is the newest prose, and no guide and no dice are there yet. */
export function toolMaterial(
  { material, language, expand }: SceneFacts,
  story: { readonly rounds: readonly Round[]; readonly world: World; readonly stateText: string },
): ToolContextMaterial {
  const { rounds, world, stateText } = story;
  const shown = rounds
    .filter(({ round, row }) => round > 0 && row.pageId !== null)
    .map(({ round, messages }) => {
      const visible = messages.filter(({ hidden }) => !hidden);
      return { round, input: once(() => inputOf(visible)), reply: once(() => proseOf(visible)) };
    });
  return {
    language,
    entries: material.entries,
    summaries: world.summaries,
    turns: newestTurns(shown),
    narrative: shown.findLast(({ reply }) => reply() !== '')?.reply() ?? '',
    guide: '',
    stateText,
    userName: material.userName,
    persona: material.persona.description,
    input: material.input,
    dice: [],
    known: world.game.known,
    expand,
  };
}

interface LateTurn {
  readonly round: number;
  readonly input: () => string;
  readonly reply: () => string;
}

/** Those a tool may be shown, oldest first; what is older is not even read. */
function newestTurns(rounds: readonly LateTurn[]): ToolContextMaterial['turns'] {
  const turns: ToolContextMaterial['turns'][number][] = [];
  for (let i = rounds.length - 1; i >= 0 && turns.length < RECENT_TURNS; i -= 1) {
    const { round = 0, input, reply } = rounds[i] ?? {};
    const turn = { round, input: input?.() ?? '', reply: reply?.() ?? '' };
    if (turn.input !== '' || turn.reply !== '') turns.unshift(turn);
  }
  return turns;
}

/** What tools put out in earlier rounds, as the shown pages tell. */
export function outputRounds(rounds: readonly Round[]): OutputRound[] {
  return rounds.map(({ round, messages }) => {
    const reply = messages.findLast(({ role }) => role === 'assistant');
    const outputs = (reply?.toolOutput ?? []).map(({ tool, text }) => ({ tool, text }));
    return {
      round,
      outputs,
      get messageText() {
        return reply?.text ?? '';
      },
    };
  });
}

/** The enabled tool entries of the books. */
export function toolEntries(entries: readonly WorldbookEntry[]): WorldbookEntry[] {
  return entries.filter((entry) => entry.enabled && classifyEntry(entry).kind === 'tool');
}

/** Ids of the keyed tool entries whose keys come up, and of what SillyTavern activated. */
export function activeToolEntries(
  { entries, activated }: Pick<TurnMaterial, 'entries' | 'activated'>,
  texts: ScanTexts,
): ReadonlySet<string> {
  const keyed = toolEntries(entries).filter((entry) => !entry.constant && entry.gatesOpen);
  const found = makeKeyScanner(keyed).scan(texts);
  return new Set([...activated, ...found.map(({ entry }) => entry)].map(entryId));
}
