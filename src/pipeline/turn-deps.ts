/** What a turn needs from outside, handed in once by main.ts. */
import { type NarrativeEvents } from '../domain/run/narrative-event.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type FoldPoint } from '../domain/timeline/fold.ts';
import { type World } from '../domain/world.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { type KeyScanner } from '../domain/worldbook/match-keys.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type Clock } from '../ports/clock.ts';
import { type IdSource } from '../ports/id-source.ts';
import { type Log } from '../ports/log.ts';
import { type LiveModelClient } from '../ports/model-client.ts';
import { type Notifier } from '../ports/notifier.ts';
import { type Progress } from '../ports/progress.ts';
import { type Random } from '../ports/random.ts';
import { type TokenCounter } from '../ports/token-counter.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { type NextTurn } from './next-turn.ts';
import { type ChatVariables } from './chat-variables.ts';
import { type ToolDeps } from './tool-deps.ts';
import { type Emitter } from '../shared/emitter.ts';

export interface TurnDeps {
  /** The settings as they are now, with the open card's and chat's own choices applied. */
  readonly settings: () => Settings;
  /** The session of the open chat; null when there is none. Waits for one that is being opened. */
  readonly session: () => Promise<ChatSession | null>;
  /** The open chat is this tab's to play. */
  readonly ownsChat: () => Promise<boolean>;
  /** Reads card, persona and history outside a turn. */
  readonly readMaterial: () => Promise<TurnMaterial>;
  /** Held for a turn when it opens. */
  readonly model: LiveModelClient;
  readonly tokens: TokenCounter;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly log: Log;
  readonly progress: Progress;
  readonly notifier: Notifier;
  readonly events: Emitter<NarrativeEvents>;
  readonly tools: ToolDeps;
  /** What the player ordered for the next turn alone. */
  readonly nextTurn: NextTurn;
  /** The MVU variables of the open chat, whoever rules them. */
  readonly variables: ChatVariables;
  /** The state as agents and tools read it: of MVU where the chat has it. */
  readonly stateText: (world: World, language: StoryLanguage) => string;
  /** The world with a page's effects on top, as the fold would make it; nothing is stored. */
  readonly preview: (world: World, effects: readonly Effect[], at: FoldPoint) => World;
  /** Our own key scan over the books in use; kept while they stay the same. */
  readonly keyScanner: (entries: readonly WorldbookEntry[]) => KeyScanner;
  /** The language of the screen, for sentences to the player. */
  readonly screenLanguage: () => 'zh' | 'en';
}
