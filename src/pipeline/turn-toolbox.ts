/** What the steps of a turn may do with its tools; turn-tools.ts makes it, loaded when a book brings a tool. */
import { type TurnSources } from '../agents/turn-view.ts';
import { type DiceRecord } from '../domain/dice/dice-record.ts';
import { type Round } from '../domain/history/rounds.ts';
import { type World } from '../domain/world.ts';
import { type Catalogue } from '../tools/catalogue.ts';
import { type ToolContextMaterial } from '../tools/context-keys.ts';
import { type ToolWorld } from '../tools/tool-world.ts';
import { type PlanningTools } from './steps/run-planning-tools.ts';
import { type PostTools } from './steps/run-post-tools.ts';

export interface TurnTools {
  readonly catalogue: Catalogue;
  /** For the planner. */
  readonly list: string;
  /** A planning tool of a book exists: the turn is serial. */
  readonly planning: boolean;
  /** Post tools will add to the message's text. */
  readonly changesMessage: boolean;
  /** Starts listening for the planner's calls. */
  openPlanning(state: ToolStage, signal: AbortSignal): PlanningTools;
  /** Starts the post tools that need not wait for the analysis. */
  openPost(state: PostStage, signal: AbortSignal): PostTools;
  /** What post tools see when the analysis is done: the world with this turn's effects. */
  postView(state: PostStage, world: World): { readonly view: ToolWorld; readonly material: () => ToolContextMaterial };
}

/** What planning tools may see of the turn so far. */
export interface ToolStage {
  readonly rounds: readonly Round[];
  readonly stateText: string;
}

/** What post tools may see of it. */
export interface PostStage {
  readonly rounds: readonly Round[];
  readonly sources: TurnSources;
  readonly prose: string;
  readonly dice: readonly DiceRecord[];
  readonly toolCalls: number;
}
