/** Wires the player's preset and books: the offer to use the preset when a turn without it is over, and the look at where each text goes. */
import { offerPreset } from '../pipeline/offer-preset.ts';
import { type TurnMaterial, type TurnRunner } from '../ports/turn-runner.ts';
import { makePlayerQuestions } from '../ui/dialogs/make-player-questions.ts';
import { type SourcesDeps } from '../ui/panels/sources-tab.tsx';
import { type Base } from './base.ts';

export function wirePresetOffer(base: Base, runner: TurnRunner, readStory: () => Promise<TurnMaterial>): void {
  const { host, settingsStore, changes } = base;
  const { log } = host.platform;
  const questions = makePlayerQuestions(document, host.language, log);
  const gone = new AbortController();
  /** Presets asked about on this page: who closed the question is not asked after every turn. */
  const asked = new Set<string>();

  const offer = async (): Promise<void> => {
    const settings = base.settings();
    if (!settings.enabled || settings.promptMode !== 'native' || settings.presetMode === 'split') return;
    await runner.idle();
    const { preset } = await readStory();
    if (asked.has(preset.name) || gone.signal.aborted) return;
    asked.add(preset.name);
    const answer = await offerPreset({ questions, language: host.language(), settings }, preset, gone.signal);
    if (answer === null) return;
    const now = settingsStore.read();
    settingsStore.save({ ...now, presetChoices: { ...now.presetChoices, [preset.name]: answer } });
    changes.tell();
  };

  base.undos.add(() => gone.abort());
  base.undos.add(
    base.events.on('floor.committed', () => {
      offer().catch((error: unknown) => log.warn('The preset could not be offered.', error));
    }),
  );
}

/** What the sources tab shows; its code is loaded when it is first asked. */
export function wireSources(base: Base, readStory: () => Promise<TurnMaterial>): SourcesDeps {
  const { host, settingsStore, settings, changes } = base;
  return {
    async read() {
      const { inspectSources } = await import('../pipeline/inspect-sources.ts');
      const deps = {
        settings: settings(),
        language: host.language(),
        estimate: (text: string) => host.tokens.estimate(text),
      };
      return inspectSources(deps, await readStory());
    },
    setTarget(preset, identifier, target) {
      const now = settingsStore.read();
      const others = Object.entries(now.presetTargets[preset] ?? {}).filter(([other]) => other !== identifier);
      const targets = Object.fromEntries(target === null ? others : [...others, [identifier, target]]);
      settingsStore.save({ ...now, presetTargets: { ...now.presetTargets, [preset]: targets } });
      changes.tell();
    },
  };
}
