/** Builds every part of the host room once, for main.ts to wire. */
import { type Settings } from '../domain/settings.ts';
import { type Notifier } from '../ports/notifier.ts';
import { type TokenCounter } from '../ports/token-counter.ts';
import { type TurnRunner } from '../ports/turn-runner.ts';
import { startBridge, type Bridge } from './bridge.ts';
import { folderOf } from './extension-folder.ts';
import { makeFetchObserver, type FetchObserver } from './fetch-observer.ts';
import { makeGenerationLock } from './generation-lock.ts';
import { makeHostPage } from './host-page.ts';
import { makeNotifier } from './notifier.ts';
import { makeOwnWrites, type OwnWrites } from './own-writes.ts';
import { makePlatform, type Platform } from './platform.ts';
import { saveOpenChat } from './save-chat.ts';
import { screenLanguage } from './screen-language.ts';
import { currentSt, type St } from './st-context.ts';
import { loadStModules, type StModules } from './st-modules.ts';
import { makeTokenCounter } from './token-counter.ts';
import { makeTurnSnapshot } from './turn-snapshot.ts';
import { userHandle } from './user-handle.ts';

export interface BridgeSettings {
  /** Off: the bridge says and does nothing. */
  readonly enabled: () => boolean;
  readonly letHostToolsRun: () => boolean;
  readonly worldbookSource: () => Settings['worldbookSource'];
}

export interface Host {
  readonly st: St;
  readonly modules: StModules;
  readonly platform: Platform;
  readonly notifier: Notifier;
  readonly tokens: TokenCounter;
  readonly observer: FetchObserver;
  /** Share it between host chat, host events and bridge. */
  readonly own: OwnWrites;
  readonly userHandle: string;
  /** Folder this extension is installed in. */
  readonly folder: string;
  readonly language: () => 'zh' | 'en';
  /** Writes the open chat to disk. */
  readonly save: () => Promise<void>;
  /** Call it when SillyTavern is ready. */
  startBridge(runner: TurnRunner, settings: BridgeSettings): Bridge;
}

/** `moduleUrl`: the `import.meta.url` of our bundle. Rejects when there is no SillyTavern. */
export async function makeHost(moduleUrl: string, st: St = currentSt): Promise<Host> {
  st();
  const modules = await loadStModules();
  const platform = makePlatform();
  const observer = makeFetchObserver(globalThis);
  const own = makeOwnWrites();
  const notifier = makeNotifier(st);
  const folder = folderOf(moduleUrl);
  const language = (): 'zh' | 'en' => screenLanguage(st());
  const save = (): Promise<void> => saveOpenChat(st, observer);
  return {
    st,
    modules,
    platform,
    notifier,
    tokens: makeTokenCounter(st),
    observer,
    own,
    userHandle: userHandle(modules.user),
    folder,
    language,
    save,
    startBridge: (runner, settings) =>
      startBridge({
        st,
        openai: modules.openai,
        page: makeHostPage(),
        runner,
        lock: makeGenerationLock(st, modules.script),
        own,
        notifier,
        log: platform.log,
        clock: platform.clock,
        observer,
        realm: globalThis as { narrativeAgentInterceptor?: unknown },
        folder,
        enabled: settings.enabled,
        letHostToolsRun: settings.letHostToolsRun,
        language,
        readMaterial: makeTurnSnapshot({ st, modules, worldbookSource: settings.worldbookSource }),
        save,
      }),
  };
}
