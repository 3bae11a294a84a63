/** Wires the turn: the runner with what it needs, and the bridge that hands it SillyTavern's requests. */
import { makeScannerCache } from '../domain/worldbook/scanner-cache.ts';
import { type Bridge } from '../host/bridge.ts';
import { guardNewSwipes } from '../host/host-chat.ts';
import { makeModelClient } from '../host/model-client.ts';
import { type NextTurn } from '../pipeline/next-turn.ts';
import { type ChatVariables } from '../pipeline/chat-variables.ts';
import { type ToolDeps } from '../pipeline/tool-deps.ts';
import { makeTurnRunner, type StoryRunner } from '../pipeline/turn-runner.ts';
import { type Progress } from '../ports/progress.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { type Base } from './base.ts';
import { type Worlds } from './worlds.ts';

export interface TurnParts {
  readonly worlds: Worlds;
  readonly tools: ToolDeps;
  readonly variables: ChatVariables;
  readonly progress: Progress;
  readonly nextTurn: NextTurn;
  readonly readStory: () => Promise<TurnMaterial>;
}

export interface Turns {
  readonly runner: StoryRunner;
  readonly bridge: Bridge;
}

export function wireTurns(base: Base, { worlds, tools, variables, progress, nextTurn, readStory }: TurnParts): Turns {
  const { host, settings, events, undos } = base;
  const { st, modules, observer, notifier, tokens } = host;
  const { clock, random, ids, log } = host.platform;
  const runner = makeTurnRunner({
    settings,
    session: base.session,
    ownsChat: base.ownsChat,
    readMaterial: readStory,
    model: makeModelClient({ st, modules, observer, clock }),
    tokens,
    clock,
    random,
    ids,
    log,
    progress,
    notifier,
    events,
    tools,
    nextTurn,
    variables,
    stateText: (world, language) => worlds.stateText(world, language),
    preview: (world, effects, at) => worlds.preview(world, effects, at),
    keyScanner: makeScannerCache({ now: () => clock.now() }),
    screenLanguage: host.language,
  });
  const bridge = host.startBridge(runner, {
    enabled: () => settings().enabled,
    letHostToolsRun: () => settings().tools.letHostToolsRun,
    worldbookSource: () => settings().worldbookSource,
  });
  undos.add(() => bridge.stop());
  undos.add(guardNewSwipes(st));
  return { runner, bridge };
}
