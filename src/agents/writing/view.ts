/** What writing may see in serial mode: the story so far and the guide, but neither state nor plan beyond it. */
import { type Piece } from '../../domain/prompt/segment.ts';
import { type AgentSettings, type Settings } from '../../domain/settings.ts';
import { type SummaryLine } from '../../domain/world.ts';
import { cardOrders, type CardOrders } from '../card-orders.ts';
import { renderGuide } from '../planning/render-guide.ts';
import { storyView, type StoryView } from '../story-view.ts';
import { type RoundText, type TurnSources } from '../turn-view.ts';

export interface WritingView extends StoryView, CardOrders {
  readonly settings: AgentSettings;
  readonly reply: Settings['reply'];
  readonly presetSystem: readonly Piece[];
  readonly presetUser: readonly Piece[];
  /** Only with the switch: the lines of rounds outside the window. */
  readonly summaries: readonly SummaryLine[];
  readonly recalled: readonly RoundText[];
  readonly guide: string;
  readonly toolResults: readonly string[];
  readonly recentReplies: readonly string[];
}

export function writingView(sources: TurnSources): WritingView {
  const { request, world, plan } = sources;
  const { settings } = request;
  return {
    ...storyView(sources, 'writing'),
    ...cardOrders(request),
    settings: settings.agents.writing,
    reply: settings.reply,
    presetSystem: sources.preset.writingSystem,
    presetUser: sources.preset.writingUser,
    summaries: settings.pipeline.summaryToWriting ? outsideWindow(world.summaries, sources) : [],
    recalled: sources.recalled,
    guide: plan ? renderGuide(plan, request.language) : '',
    toolResults: sources.toolResults,
    recentReplies: sources.recentReplies,
  };
}

function outsideWindow(lines: readonly SummaryLine[], { writingWindow }: TurnSources): SummaryLine[] {
  const shown = new Set(writingWindow.turns.map(({ round }) => round));
  return lines.filter(({ round }) => !shown.has(round));
}
