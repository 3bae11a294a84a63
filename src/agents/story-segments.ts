/** The blocks the story agents have in common; each agent puts them in its own order. */
import { type Piece, type Segment } from '../domain/prompt/segment.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type SummaryLine } from '../domain/world.ts';
import { renderSummaryLine } from '../domain/history/summary-line.ts';
import { cutPriority } from './cut-priority.ts';
import { makeSegment, makeSegments } from './make-segments.ts';
import { type StoryView } from './story-view.ts';
import { type AgentWindow, type RoundText } from './turn-view.ts';

/** The newest turns and summary lines go last when a prompt is cut. */
const NEWEST_TURNS = 2;
const NEWEST_SUMMARIES = 30;

export function presetSystem(pieces: readonly Piece[]): Segment[] {
  return makeSegments({ key: 'preset_system', tag: null, role: 'system', priority: cutPriority.preset }, pieces);
}

export function userPreset(pieces: readonly Piece[]): Segment[] {
  return makeSegments({ key: 'user_preset', tag: 'user_preset', priority: cutPriority.preset, steady: true }, pieces);
}

export function worldinfo1({ lore }: StoryView): Segment[] {
  const place = { key: 'worldinfo1', tag: 'worldinfo1', role: 'system', priority: cutPriority.worldinfo1 } as const;
  return makeSegments(place, lore.worldinfo1);
}

function worldinfo2({ lore }: StoryView): Segment[] {
  const place = { key: 'worldinfo2', tag: 'worldinfo2', priority: cutPriority.worldinfo2, steady: true } as const;
  return makeSegments(place, lore.worldinfo2);
}

/** Constant entries first, then what is active this turn; one block for the reader, two for the budget. */
function worldinfo3({ lore }: StoryView): Segment[] {
  const place = { key: 'worldinfo3', tag: 'worldinfo3' } as const;
  return [
    ...makeSegments(
      { ...place, priority: cutPriority.afterCharLore, source: 'constant', steady: true },
      lore.worldinfo3_constant,
    ),
    ...makeSegments({ ...place, priority: cutPriority.keyedLore, source: 'active' }, lore.worldinfo3_keyword),
  ];
}

const cardLabels: Record<
  StoryLanguage,
  { readonly name: string; readonly personality: string; readonly scenario: string }
> = {
  zh: { name: '【角色】', personality: '性格：', scenario: '情景：' },
  en: { name: 'Character: ', personality: 'Personality: ', scenario: 'Scenario: ' },
};

function cardSegments({ card, names, language }: StoryView): Segment[] {
  const labels = cardLabels[language];
  const block = (part: 'description' | 'personality' | 'scenario', label: string, priority: number): Segment[] => {
    const text = card[part].trim();
    const place = { key: 'card', tag: 'card', priority, steady: true } as const;
    return text === '' ? [] : makeSegment(place, label + text, `card.${part}`);
  };
  return [
    ...block('description', `${labels.name}${names.character}\n`, cutPriority.cardDescription),
    ...block('personality', labels.personality, cutPriority.cardCharacter),
    ...block('scenario', labels.scenario, cutPriority.cardCharacter),
  ];
}

function examples({ card, lore }: StoryView): Segment[] {
  return makeSegments({ key: 'examples', tag: 'examples', priority: cutPriority.examples, steady: true }, [
    ...lore.examples_before,
    { text: card.examples, source: 'card.examples' },
    ...lore.examples_after,
  ]);
}

export function userPersona(persona: string): Segment[] {
  const place = { key: 'user_persona', tag: 'user_persona', priority: cutPriority.persona, steady: true } as const;
  return makeSegment(place, persona, 'persona');
}

export function storySummary(lines: readonly SummaryLine[], language: StoryLanguage): Segment[] {
  const place = { key: 'story_summary', tag: 'story_summary', separator: '\n' } as const;
  const pieces = lines.map((line) => ({ text: renderSummaryLine(line, language), source: `round:${line.round}` }));
  const cut = Math.max(0, pieces.length - NEWEST_SUMMARIES);
  return [
    ...makeSegments({ ...place, priority: cutPriority.olderSummaries, source: 'older' }, pieces.slice(0, cut)),
    ...makeSegments({ ...place, priority: cutPriority.newestSummaries, source: 'newest' }, pieces.slice(cut)),
  ];
}

function recentTurns({ turns, ridingAlong }: AgentWindow): Segment[] {
  const place = { key: 'recent_turns', tag: 'recent_turns' } as const;
  const pieces = turns.map(asPiece);
  const newest = Math.max(0, pieces.length - NEWEST_TURNS);
  const riding = Math.min(ridingAlong, newest);
  return [
    ...makeSegments({ ...place, priority: cutPriority.turnsRidingAlong, source: 'riding' }, pieces.slice(0, riding)),
    ...makeSegments({ ...place, priority: cutPriority.windowTurns, source: 'window' }, pieces.slice(riding, newest)),
    ...makeSegments({ ...place, priority: cutPriority.newestTurns, source: 'newest' }, pieces.slice(newest)),
  ];
}

/** What stands in the world and the card before anything happened. */
export function worldBefore(view: StoryView): Segment[] {
  return [...worldinfo2(view), ...cardSegments(view), ...examples(view)];
}

/** The window's rounds, the lore after them, the notes. */
export function storyNow(view: StoryView): Segment[] {
  return [...recentTurns(view.window), ...worldinfo3(view), ...notes(view)];
}

/** Author's note, character note and what other extensions inject, late in the prompt as in SillyTavern. */
function notes(view: StoryView): Segment[] {
  const { notes: priority, injected } = cutPriority;
  return [
    ...makeSegments({ key: 'authors_note', tag: 'authors_note', priority }, view.authorsNote),
    ...makeSegment({ key: 'character_note', tag: 'character_note', priority }, view.characterNote, 'card.depthPrompt'),
    ...makeSegments({ key: 'injected', tag: 'injected', priority: injected }, view.injected),
  ];
}

export function textRecall(recalled: readonly RoundText[]): Segment[] {
  return makeSegments({ key: 'text_recall', tag: 'text_recall', priority: cutPriority.recall }, recalled.map(asPiece));
}

export function toolResults(results: readonly string[]): Segment[] {
  const place = { key: 'tool_results', tag: 'tool_results', separator: '\n' } as const;
  return makeSegments(
    { ...place, priority: cutPriority.toolResults },
    results.map((text, index) => ({ text, source: `tool:${index + 1}` })),
  );
}

export function stateSummary(text: string): Segment[] {
  return makeSegment({ key: 'state_summary', tag: 'state_summary', priority: cutPriority.stateSummary }, text, 'state');
}

/** What the player orders always stands; notes of other extensions go before a turn fails for want of room. */
export function guidance(text: string, notes: readonly Piece[]): Segment[] {
  return [
    ...makeSegment({ key: 'guidance', tag: 'guidance', priority: cutPriority.never }, text, 'guide'),
    ...makeSegments({ key: 'guidance', tag: 'guidance', priority: cutPriority.notes, source: 'notes' }, notes),
  ];
}

export function userInput(text: string): Segment[] {
  return makeSegment({ key: 'user_input', tag: 'user_input', priority: cutPriority.never }, text, 'input');
}

function asPiece({ round, text, turns }: RoundText): Piece {
  return { text, source: `round:${round}`, ...(turns ? { turns } : {}) };
}
