/** Looks through preset and books outside a turn: who would get each piece, why not, and what fights the turn. */
import { lintPreset } from '../domain/prompt/preset-lint.ts';
import { targetOf, whyDropped } from '../domain/prompt/split-preset.ts';
import { type Settings } from '../domain/settings.ts';
import { scannable } from '../domain/worldbook/activate.ts';
import { lintEntries } from '../domain/worldbook/classify.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { entryId } from '../domain/worldbook/entry-id.ts';
import { makeKeyScanner } from '../domain/worldbook/match-keys.ts';
import { routeEntries } from '../domain/worldbook/route.ts';
import { type PatternRefusal } from '../domain/worldbook/weigh-pattern.ts';
import { type BookEntry, type PresetBlock, type SourceReport } from '../ports/source-report.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';

type Language = 'zh' | 'en';

export interface InspectDeps {
  /** As they count in the open chat. */
  readonly settings: Settings;
  readonly language: Language;
  readonly estimate: (text: string) => number;
}

export function inspectSources(deps: InspectDeps, material: Pick<TurnMaterial, 'preset' | 'entries'>): SourceReport {
  const { preset, entries } = material;
  return {
    preset: { name: preset.name, mode: deps.settings.presetMode, blocks: presetBlocks(deps, preset) },
    entries: bookEntries(deps, entries),
  };
}

function presetBlocks(deps: InspectDeps, { name: preset, prompts }: TurnMaterial['preset']): PresetBlock[] {
  const { settings, language, estimate } = deps;
  const targets = Object.hasOwn(settings.presetTargets, preset) ? (settings.presetTargets[preset] ?? {}) : {};
  const lints = lintPreset(prompts, language, settings.reply.length);
  return prompts
    .filter((prompt) => !prompt.marker && prompt.content.trim() !== '')
    .map((prompt) => {
      const target = targetOf(prompt, targets);
      const { identifier, name, role } = prompt;
      return {
        identifier,
        name: name || identifier,
        role,
        target,
        chosen: Object.hasOwn(targets, identifier),
        drop: whyDropped(prompt, target),
        tokens: estimate(prompt.content),
        lint: lints.filter((lint) => lint.identifier === identifier).map(({ message }) => message),
      };
    });
}

/** Keyed entries are shown with the place they take when their keys match. */
function bookEntries({ settings, language, estimate }: InspectDeps, entries: readonly WorldbookEntry[]): BookEntry[] {
  const { afterCharToPlanning } = settings.pipeline;
  const waiting = routeEntries({ entries, activated: [], afterCharToPlanning });
  const keyed = waiting.unrouted.filter(({ reason }) => reason === 'not-activated').map(({ entry }) => entry);
  const activated = keyed.map((entry) => ({ entry, reason: 'input' as const }));
  const { routed, unrouted } = routeEntries({ entries, activated, afterCharToPlanning });
  const lints = lintsByEntry(entries, language);
  const row = (entry: WorldbookEntry, rest: Pick<BookEntry, 'place' | 'reason'>): BookEntry => ({
    book: entry.book,
    uid: entry.uid,
    title: entry.comment.trim() || (entry.keys[0] ?? ''),
    tokens: estimate(entry.content),
    lint: lints.get(entryId(entry)) ?? [],
    ...rest,
  });
  return [
    ...routed.map(({ entry, bucket, planning, writing, note }) =>
      row(entry, { place: { bucket, planning, writing, ...(note ? { note } : {}) }, reason: null }),
    ),
    ...unrouted.map(({ entry, reason }) => row(entry, { place: null, reason })),
  ];
}

function lintsByEntry(entries: readonly WorldbookEntry[], language: Language): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (id: string, message: string): void => void found.set(id, [...(found.get(id) ?? []), message]);
  for (const lint of lintEntries(entries, language)) add(entryId(lint), lint.message);
  for (const { entry, key, why } of makeKeyScanner(scannable(entries)).refused) {
    add(entryId(entry), `${key}: ${refusals[language][why]}`);
  }
  return found;
}

const refusals: Record<Language, Record<PatternRefusal, string>> = {
  zh: {
    'too-long': '正则太长，不会用它匹配。',
    'nested-quantifier': '正则里有嵌套的重复，可能卡死，不会用它匹配。',
    backreference: '正则里有反向引用，不会用它匹配。',
    'too-heavy': '正则的代价太高，不会用它匹配。',
    unreadable: '正则写法有误，不会用它匹配。',
  },
  en: {
    'too-long': 'this pattern is too long and is never matched.',
    'nested-quantifier': 'this pattern repeats a repeat, which may hang, and is never matched.',
    backreference: 'this pattern refers back to a group and is never matched.',
    'too-heavy': 'this pattern costs too much and is never matched.',
    unreadable: 'this pattern cannot be read and is never matched.',
  },
};
