/** The open chat at its head, as the author's bench works with it. */
import { gatherRounds } from '../domain/history/rounds.ts';
import { languageInUse, storyLanguage } from '../domain/prompt/story-language.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';
import { type World } from '../domain/world.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type Clock } from '../ports/clock.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { type BenchScene } from '../tools/bench/make-tool-bench.ts';
import { readDefinitions } from '../tools/definition/read-definitions.ts';
import { scanTexts } from './scan-texts.ts';
import { type ToolDeps } from './tool-deps.ts';
import {
  activeToolEntries,
  outerLayers,
  outputRounds,
  type SceneFacts,
  toolMaterial,
  toolWorld,
} from './tool-scene.ts';

export interface BenchSceneDeps {
  readonly session: () => Promise<ChatSession | null>;
  readonly readMaterial: () => Promise<TurnMaterial>;
  readonly settings: () => Settings;
  readonly tools: ToolDeps;
  readonly stateText: (world: World, language: StoryLanguage) => string;
  readonly screenLanguage: () => StoryLanguage;
  readonly clock: Clock;
}

/** Rounds whose words may activate a keyed tool. */
const SCANNED_ROUNDS = 4;

/** Without a chat: the books in use and an empty story. */
export async function readBenchScene(deps: BenchSceneDeps, empty: World): Promise<BenchScene> {
  const [session, material, sandbox] = await Promise.all([deps.session(), deps.readMaterial(), deps.tools.sandbox()]);
  const settings = deps.settings();
  const rows = session?.timeline().rows ?? [];
  const world = session?.head() ?? empty;
  const rounds = gatherRounds(rows, material.history);
  const language = languageInUse(settings.promptLanguage, session?.language ?? null, () =>
    storyLanguage('auto', [material.card.description]),
  );
  const facts: SceneFacts = {
    material,
    language,
    round: (rows.at(-1)?.round ?? 0) + 1,
    now: deps.clock.now(),
    expand: deps.tools.expand,
    outer: outerLayers(session),
  };
  const stateText = deps.stateText(world, language);
  const texts = scanTexts({ input: material.input, rounds: rounds.slice(-SCANNED_ROUNDS), world, stateText });
  return {
    catalogue: {
      tools: await readDefinitions(material.entries),
      activeEntries: activeToolEntries(material, texts),
      consents: deps.tools.consents(),
      sandbox: sandbox.available(),
      pageCode: settings.tools.allowPageCode,
    },
    settings,
    screenLanguage: deps.screenLanguage(),
    view: toolWorld(facts, world),
    material: toolMaterial(facts, { rounds, world, stateText }),
    history: outputRounds(rounds),
  };
}
