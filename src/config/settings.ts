/** The settings: their schema, the only place a default is written, and how stored ones are read and saved. */
import * as z from 'zod/mini';
import { presetTargets, type Settings } from '../domain/settings.ts';
import { isPlainObject, ownEntries, removeAt, type RawObject } from './raw-object.ts';
import { INSTRUCTIONS_LIMIT, bounds, type Bounds } from './limits.ts';
import { SETTINGS_VERSION, migrateSettings, settingsVersion } from './settings-migrations.ts';

/** Under `extension_settings`: settings that could not be read as a whole are kept here, newest last. */
export const KEPT_SETTINGS_KEY = 'narrative_agent_kept';

const numberIn = (range: Bounds) => {
  const base = z.number().check(z.minimum(range.min), z.maximum(range.max));
  return range.integer ? base.check(z.multipleOf(1)) : base;
};
const number = (range: Bounds, byDefault: number) => z._default(numberIn(range), byDefault);
const flag = (byDefault: boolean) => z._default(z.boolean(), byDefault);
const text = () => z._default(z.string().check(z.maxLength(INSTRUCTIONS_LIMIT)), '');
const choice = <const T extends readonly [string, ...string[]]>(options: T, byDefault: T[number]) =>
  z._default(z.enum(options), byDefault);
const group = <T extends z.core.$ZodLooseShape>(shape: T) => z.prefault(z.object(shape), {} as never);
const byName = <T extends z.core.$ZodType>(value: T) => z._default(z.record(z.string(), value), () => ({}));

const agent = (times: { readonly firstToken: number; readonly total: number }) => ({
  profile: text(),
  maxTokens: number(bounds.maxTokens, 0),
  temperature: z._default(z.nullable(numberIn(bounds.temperature)), null),
  firstTokenTimeoutSeconds: number(bounds.firstTokenSeconds, times.firstToken),
  totalTimeoutSeconds: number(bounds.totalSeconds, times.total),
  instructionsAppend: text(),
  instructionsOverride: text(),
  instructionsBasis: text(),
});

const settingsSchema = z.object({
  enabled: flag(true),
  cards: byName(z.boolean()),
  presetChoices: byName(z.enum(['none', 'split'])),
  presetMode: choice(['none', 'split'], 'none'),
  presetTargets: byName(z.record(z.string(), z.enum(presetTargets))),
  worldbookSource: choice(['auto', 'card', 'world'], 'auto'),
  promptLanguage: choice(['auto', 'zh', 'en'], 'auto'),
  promptMode: choice(['native', 'compat_plus', 'compat_strict'], 'native'),
  promptLayout: choice(['auto', 'cache', 'classic'], 'auto'),
  messageBody: choice(['clean', 'tagged'], 'clean'),
  renderEvents: choice(['minimal', 'all'], 'minimal'),
  swipe: choice(['rewrite', 'replan'], 'rewrite'),
  pipeline: group({
    recentTurnsForPlanning: number(bounds.windowRounds, 4),
    planningGrowthMargin: number(bounds.growthRounds, 4),
    recentTurnsForWriting: number(bounds.windowRounds, 3),
    writingGrowthMargin: number(bounds.growthRounds, 4),
    depth: choice(['lean', 'normal', 'budget'], 'lean'),
    parallelExecutionEnabled: flag(false),
    enableTextRecall: flag(false),
    tail: choice(['auto', 'held'], 'auto'),
    ownKeywordScan: flag(true),
    afterCharToPlanning: flag(false),
    summaryToWriting: flag(false),
    firstTokenTimeoutSeconds: number(bounds.firstTokenSeconds, 180),
    tokenGapTimeoutSeconds: number(bounds.tokenGapSeconds, 90),
    retries: number(bounds.retries, 2),
  }),
  sources: group({
    cardDescription: flag(true),
    cardPersonality: flag(true),
    cardScenario: flag(true),
    cardExamples: flag(true),
    authorsNote: flag(true),
    characterNote: flag(true),
    injectedPrompts: flag(true),
    persona: flag(true),
    personaToAnalysis: flag(true),
  }),
  reply: group({
    length: z._default(z.union([z.enum(['auto', 'preset']), numberIn(bounds.replyLength)]), 'auto'),
    person: choice(['auto', 'first', 'second', 'third'], 'auto'),
    tense: choice(['auto', 'past', 'present'], 'auto'),
    playerSpeaks: choice(['never', 'gestures', 'free'], 'never'),
  }),
  agents: group({
    planning: group(agent({ firstToken: 90, total: 180 })),
    writing: group(agent({ firstToken: 180, total: 900 })),
    mergedAnalysis: group({ ...agent({ firstToken: 90, total: 180 }), antiHallucination: flag(true) }),
    tool: group(agent({ firstToken: 60, total: 120 })),
  }),
  tools: group({
    maxCallsPerTurn: number(bounds.toolCalls, 8),
    maxSteps: number(bounds.toolSteps, 5),
    allowIrreversible: flag(false),
    allowPageCode: flag(false),
    actionButtons: flag(true),
    letHostToolsRun: flag(false),
    allow: byName(z.array(z.string())),
    deny: byName(z.array(z.string())),
  }),
  state: group({ autoSyncWorldInfo: flag(true), persistToLocalStorage: flag(true) }),
  retention: group({
    keepCompletedRuns: number(bounds.keptRuns, 500),
    keepFailedRuns: number(bounds.keptRuns, 50),
    maxRunWorkspacesPerChat: number(bounds.keptRuns, 1_000),
    autoPruneAfterDays: number(bounds.pruneDays, 0),
  }),
});

export interface ParsedSettings {
  readonly settings: Settings;
  /** The stored object as it was, when a part of it could not be read; the caller keeps it aside before any save. */
  readonly kept: unknown;
  /** One path for each part that fell back to its default, e.g. `pipeline.retries`; `version` when it is newer. */
  readonly problems: readonly string[];
}

/** Stored settings of any age → settings of today. Each field falls back alone; never throws. `raw` is not changed. */
export function parseSettings(raw: unknown): ParsedSettings {
  if (raw === undefined || raw === null) return { settings: defaultSettings(), kept: null, problems: [] };
  if (!isPlainObject(raw)) return { settings: defaultSettings(), kept: raw, problems: [''] };
  const problems: string[] = [];
  const version = settingsVersion(raw);
  if (version === 'newer') problems.push('version');
  let candidate: unknown = migrateSettings(raw);
  for (;;) {
    const result = settingsSchema.safeParse(candidate);
    if (result.success) return { settings: result.data, kept: problems.length > 0 ? raw : null, problems };
    const before = problems.length;
    for (const issue of result.error.issues) {
      const removed = removeAt(candidate, issue.path);
      candidate = removed.rest;
      if (removed.path !== null) problems.push(removed.path.map(String).join('.'));
    }
    if (problems.length === before) return { settings: defaultSettings(), kept: raw, problems: [...problems, ''] };
  }
}

export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}

/** These are leaves although they are objects: they are saved whole, so that a removed name stays removed. */
const wholeRecords = new Set(['cards', 'presetChoices', 'presetTargets', 'tools.allow', 'tools.deny']);

/** What to store: today's settings over the stored object, so that keys we do not know survive. `raw` is not changed. */
export function settingsToStore(raw: unknown, settings: Settings): RawObject {
  const stored = isPlainObject(raw) ? raw : {};
  return { ...merge(stored, settings as unknown as RawObject, ''), version: SETTINGS_VERSION };
}

function merge(stored: RawObject, ours: RawObject, at: string): RawObject {
  const merged: Record<string, unknown> = Object.fromEntries(ownEntries(stored));
  for (const [key, value] of ownEntries(ours)) {
    const path = at === '' ? key : `${at}.${key}`;
    const old = merged[key];
    merged[key] =
      isPlainObject(value) && !wholeRecords.has(path) ? merge(isPlainObject(old) ? old : {}, value, path) : value;
  }
  return merged;
}
