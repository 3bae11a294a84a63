/** What planning may see: the story so far in summaries and turns, the state, the tools. */
import { type Piece } from '../../domain/prompt/segment.ts';
import { type AgentSettings } from '../../domain/settings.ts';
import { type SummaryLine } from '../../domain/world.ts';
import { storyView, type StoryView } from '../story-view.ts';
import { type TurnSources } from '../turn-view.ts';

export interface PlanningView extends StoryView {
  readonly settings: AgentSettings;
  readonly presetSystem: readonly Piece[];
  readonly toolList: string;
  readonly recall: boolean;
  readonly summaries: readonly SummaryLine[];
  readonly stateText: string;
}

export function planningView(sources: TurnSources): PlanningView {
  const { request, world } = sources;
  return {
    ...storyView(sources, 'planning'),
    settings: request.settings.agents.planning,
    presetSystem: sources.preset.planningSystem,
    toolList: sources.toolList,
    recall: request.settings.pipeline.enableTextRecall,
    summaries: world.summaries,
    stateText: sources.stateText,
  };
}
