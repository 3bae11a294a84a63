/** What the bridge and its parts are handed. */
import { type Clock } from '../ports/clock.ts';
import { type Log } from '../ports/log.ts';
import { type Notifier } from '../ports/notifier.ts';
import { type TurnMaterial, type TurnRunner } from '../ports/turn-runner.ts';
import { type FetchObserver } from './fetch-observer.ts';
import { type GenerationLock } from './generation-lock.ts';
import { type HostPage } from './host-page.ts';
import { type OwnWrites } from './own-writes.ts';
import { type St } from './st-context.ts';
import { type OpenAiModule } from './st-modules.ts';
import { type MaterialFacts } from './turn-snapshot.ts';

export interface BridgeDeps {
  readonly st: St;
  /** SillyTavern's module of chat completion; null where it has none. */
  readonly openai: OpenAiModule | null;
  readonly page: HostPage;
  readonly runner: TurnRunner;
  readonly lock: GenerationLock;
  readonly own: OwnWrites;
  readonly notifier: Notifier;
  readonly log: Log;
  readonly clock: Clock;
  readonly observer: FetchObserver;
  /** Where SillyTavern looks for the interceptor: the page, or a stand-in in tests. */
  readonly realm: { narrativeAgentInterceptor?: unknown };
  /** Folder this extension is installed in. */
  readonly folder: string;
  /** Off: nothing is said and nothing is done. */
  readonly enabled: () => boolean;
  /** Settings `tools.letHostToolsRun`. */
  readonly letHostToolsRun: () => boolean;
  readonly language: () => 'zh' | 'en';
  /** Reads SillyTavern once for a turn. */
  readonly readMaterial: (facts: MaterialFacts) => Promise<TurnMaterial>;
  /** Writes the open chat to disk; rejects when another chat is open. */
  readonly save: () => Promise<void>;
}
