/** What planning, writing and merged writing all see: the card's side of the story, its lore, the last turns, the input. */
import { type Piece } from '../domain/prompt/segment.ts';
import { type InjectedPrompt, type StoryLanguage, type TurnRequest } from '../domain/run/turn-request.ts';
import { type LoreBucket, type RoutedLore } from '../domain/worldbook/route.ts';
import { entrySource } from '../domain/worldbook/entry-id.ts';
import { notesFor } from './notes-for.ts';
import { type AgentWindow, type TurnSources } from './turn-view.ts';

export type LoreView = Readonly<Record<LoreBucket, readonly Piece[]>>;

export interface StoryView {
  readonly language: StoryLanguage;
  readonly lite: boolean;
  readonly names: { readonly user: string; readonly character: string };
  readonly lore: LoreView;
  /** Already through the switches: what is off is empty. */
  readonly card: {
    readonly description: string;
    readonly personality: string;
    readonly scenario: string;
    readonly examples: string;
  };
  readonly persona: string;
  readonly authorsNote: readonly Piece[];
  readonly characterNote: string;
  readonly injected: readonly Piece[];
  readonly window: AgentWindow;
  readonly guidance: string;
  readonly notes: readonly Piece[];
  readonly input: string;
}

/** SillyTavern's own names for two of its injections. */
const AUTHORS_NOTE = '2_floating_prompt';
const PERSONA = 'PERSONA_DESCRIPTION';

export function storyView(sources: TurnSources, agent: 'planning' | 'writing' | 'merged'): StoryView {
  const { request } = sources;
  const { card, settings } = request;
  const use = settings.sources;
  const when = (wanted: boolean, text: string): string => (wanted ? text : '');
  return {
    language: request.language,
    lite: sources.lite,
    names: { user: request.userName, character: request.characterName },
    lore: loreFor(sources.lore, agent),
    card: {
      description: when(use.cardDescription, card.description),
      personality: when(use.cardPersonality, card.personality),
      scenario: when(use.cardScenario, card.scenario),
      examples: when(use.cardExamples, card.examples),
    },
    persona: when(use.persona, personaText(inItsPlace(request))),
    authorsNote: request.injected.filter(isAuthorsNote).flatMap((note) => notePieces(note, request)),
    characterNote: when(use.characterNote, card.depthPrompt),
    injected: [
      ...(use.injectedPrompts ? request.injected.filter((prompt) => isForeign(prompt, request)).map(asPiece) : []),
      ...(use.persona && request.persona.place === 'depth' ? [personaPiece(request)] : []),
    ],
    window: agent === 'planning' ? sources.planningWindow : sources.writingWindow,
    guidance: sources.guidance,
    notes: notesFor(sources.notes, agent === 'merged' ? ['planning', 'writing'] : [agent]),
    input: request.input,
  };
}

const personaLabels: Record<StoryLanguage, readonly [name: string, description: string]> = {
  zh: ['【用户名】', '【用户设定】'],
  en: ['Name: ', 'Description: '],
};

export function personaText({ persona, language }: Pick<TurnRequest, 'persona' | 'language'>): string {
  const [name, description] = personaLabels[language];
  const lines = [
    persona.name === '' ? '' : name + persona.name,
    persona.description.trim() === '' ? '' : description + persona.description.trim(),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** A persona in the author's note or at a depth leaves its name alone where personas stand. */
function inItsPlace({ persona, language }: TurnRequest): Pick<TurnRequest, 'persona' | 'language'> {
  const elsewhere = persona.place === 'authors-note' || persona.place === 'depth';
  return { language, persona: elsewhere ? { ...persona, description: '' } : persona };
}

function personaPiece({ persona }: TurnRequest): Piece {
  return { text: persona.description.trim(), source: 'persona' };
}

/** The note, with the persona SillyTavern may have worked into it; each has a switch of its own. */
function notePieces(note: InjectedPrompt, request: TurnRequest): readonly Piece[] {
  const { authorsNote, persona } = request.settings.sources;
  const { place, description } = request.persona;
  const inside = description.trim();
  if (place !== 'authors-note' || inside === '' || !note.text.includes(inside))
    return authorsNote ? [asPiece(note)] : [];
  if (!authorsNote) return persona ? [personaPiece(request)] : [];
  return [asPiece(persona ? note : { ...note, text: note.text.split(inside).join('').trim() })];
}

/** Merged writing is planner and writer in one: it sees the lore of both. */
function loreFor(lore: RoutedLore, agent: 'planning' | 'writing' | 'merged'): LoreView {
  const view: Record<LoreBucket, Piece[]> = {
    worldinfo1: [],
    worldinfo2: [],
    worldinfo3_constant: [],
    worldinfo3_keyword: [],
    examples_before: [],
    examples_after: [],
  };
  for (const { entry, bucket, planning, writing } of lore.routed) {
    if (agent === 'planning' ? !planning : agent === 'writing' ? !writing : !planning && !writing) continue;
    view[bucket].push({ text: entry.content, source: entrySource(entry) });
  }
  return view;
}

function asPiece({ key, text }: InjectedPrompt): Piece {
  return { text, source: `injected:${key}` };
}

function isAuthorsNote({ key }: InjectedPrompt): boolean {
  return key === AUTHORS_NOTE;
}

/** Persona and character note reach us as such; SillyTavern injects them a second time when they stand at a depth. */
function isForeign(prompt: InjectedPrompt, { persona, card }: TurnRequest): boolean {
  if (isAuthorsNote(prompt) || prompt.key === PERSONA) return false;
  const text = prompt.text.trim();
  return text !== persona.description.trim() && text !== card.depthPrompt.trim();
}
