/** What the analysis may see: summaries, state, this round's input and prose; no lore, no history, no plan. */
import { type Piece } from '../../domain/prompt/segment.ts';
import { type AgentSettings } from '../../domain/settings.ts';
import { type Known } from '../../domain/game-state/game-state.ts';
import { withoutOoc } from '../../domain/history/ooc.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type SummaryLine } from '../../domain/world.ts';
import { type Names } from '../instructions.ts';
import { personaText } from '../story-view.ts';
import { notesFor } from '../notes-for.ts';
import { type PendingRound, type TurnSources } from '../turn-view.ts';

export interface AnalysisView {
  readonly language: StoryLanguage;
  readonly lite: boolean;
  readonly names: Names;
  readonly settings: AgentSettings;
  readonly antiHallucination: boolean;
  readonly summaries: readonly SummaryLine[];
  readonly persona: string;
  readonly stateText: string;
  readonly known: Known;
  readonly quests: boolean;
  readonly greeting: string | null;
  readonly variablesRule: boolean;
  readonly pending: readonly PendingRound[];
  /** What it alone was told for this round. */
  readonly notes: readonly Piece[];
  readonly input: string;
  readonly prose: string;
}

export function analysisView(sources: TurnSources): AnalysisView {
  const { request, world } = sources;
  const { settings } = request;
  const { sources: use, agents } = settings;
  return {
    language: request.language,
    lite: sources.lite,
    names: { user: request.userName, character: request.characterName },
    settings: agents.mergedAnalysis,
    antiHallucination: agents.mergedAnalysis.antiHallucination,
    summaries: world.summaries,
    persona: use.persona && use.personaToAnalysis ? personaText(request) : '',
    stateText: sources.stateText,
    known: world.game.known,
    quests: Object.keys(world.game.quests).length > 0 || world.game.known.quests.length > 0,
    greeting: sources.greeting,
    variablesRule: sources.variablesRule,
    pending: sources.pending,
    notes: notesFor(sources.notes, ['analysis']),
    input: withoutOoc(request.input),
    prose: sources.prose,
  };
}
