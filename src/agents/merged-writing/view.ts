/** What merged writing may see: all that planning and writing see, but no guide. */
import { type SplitPreset } from '../../domain/prompt/split-preset.ts';
import { type Piece } from '../../domain/prompt/segment.ts';
import { type AgentSettings, type Settings } from '../../domain/settings.ts';
import { type SummaryLine } from '../../domain/world.ts';
import { cardOrders, type CardOrders } from '../card-orders.ts';
import { storyView, type StoryView } from '../story-view.ts';
import { type RoundText, type TurnSources } from '../turn-view.ts';

export interface MergedWritingView extends StoryView, CardOrders {
  readonly settings: AgentSettings;
  readonly reply: Settings['reply'];
  readonly presetSystem: readonly Piece[];
  readonly presetUser: readonly Piece[];
  readonly summaries: readonly SummaryLine[];
  readonly stateText: string;
  readonly recalled: readonly RoundText[];
  readonly toolResults: readonly string[];
  readonly recentReplies: readonly string[];
}

export function mergedWritingView(sources: TurnSources): MergedWritingView {
  const { request, world } = sources;
  const { settings } = request;
  return {
    ...storyView(sources, 'merged'),
    ...cardOrders(sources.request),
    settings: settings.agents.writing,
    reply: settings.reply,
    presetSystem: eitherSystem(sources.preset),
    presetUser: sources.preset.writingUser,
    summaries: world.summaries,
    stateText: sources.stateText,
    recalled: sources.recalled,
    toolResults: sources.toolResults,
    recentReplies: sources.recentReplies,
  };
}

/** Planning's and writing's system text together, each piece once. */
function eitherSystem({ planningSystem, writingSystem }: SplitPreset): Piece[] {
  const both = new Map<string, Piece>();
  for (const piece of [...planningSystem, ...writingSystem]) both.set(`${piece.source}\n${piece.text}`, piece);
  return [...both.values()];
}
