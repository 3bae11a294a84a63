/** Which settings the drawer shows, in which group, and with which kind of input. */
import { bounds, type Bounds } from '../../config/limits.ts';
import { type AgentName, type SettingPath } from './setting-path.ts';

export const settingGroups = ['basic', 'depth', 'calls', 'sources', 'reply', 'tools', 'data'] as const;
export type SettingGroup = (typeof settingGroups)[number];

export type FieldInput =
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'number'; readonly range: Bounds }
  /** Empty = the connection's own. */
  | { readonly kind: 'optional-number'; readonly range: Bounds }
  /** `auto`, `preset` or a number. */
  | { readonly kind: 'length'; readonly range: Bounds }
  | { readonly kind: 'text' }
  /** Takes the place of a text of ours, which can be looked at. */
  | { readonly kind: 'override'; readonly agent: AgentName }
  | { readonly kind: 'profile' }
  /** Agent → tool names, one agent a line. */
  | { readonly kind: 'tool-lists' }
  /** A record the player can only take names out of. */
  | { readonly kind: 'remembered' };

export interface SettingField {
  readonly path: SettingPath;
  readonly input: FieldInput;
}

const flag = (path: SettingPath): SettingField => ({ path, input: { kind: 'flag' } });
const choice = (path: SettingPath, options: readonly string[]): SettingField => ({
  path,
  input: { kind: 'choice', options },
});
const number = (path: SettingPath, range: Bounds): SettingField => ({ path, input: { kind: 'number', range } });
const text = (path: SettingPath): SettingField => ({ path, input: { kind: 'text' } });
const override = (agent: AgentName): SettingField => ({
  path: `agents.${agent}.instructionsOverride`,
  input: { kind: 'override', agent },
});
const temperature = (path: SettingPath): SettingField => ({
  path,
  input: { kind: 'optional-number', range: bounds.temperature },
});

/** Writing is SillyTavern's own request: its connection is the open one, its waiting times stand under `pipeline`. */
const ownCall = (agent: Exclude<AgentName, 'writing'>): readonly SettingField[] => [
  { path: `agents.${agent}.profile`, input: { kind: 'profile' } },
  number(`agents.${agent}.maxTokens`, bounds.maxTokens),
  temperature(`agents.${agent}.temperature`),
  number(`agents.${agent}.firstTokenTimeoutSeconds`, bounds.firstTokenSeconds),
  number(`agents.${agent}.totalTimeoutSeconds`, bounds.totalSeconds),
  text(`agents.${agent}.instructionsAppend`),
  override(agent),
];

export const settingFields: Readonly<Record<SettingGroup, readonly SettingField[]>> = {
  basic: [
    flag('enabled'),
    choice('presetMode', ['none', 'split']),
    choice('worldbookSource', ['auto', 'card', 'world']),
    choice('promptLanguage', ['auto', 'zh', 'en']),
    choice('promptMode', ['native', 'compat_plus', 'compat_strict']),
    choice('swipe', ['rewrite', 'replan']),
    { path: 'cards', input: { kind: 'remembered' } },
    { path: 'presetChoices', input: { kind: 'remembered' } },
    { path: 'presetTargets', input: { kind: 'remembered' } },
  ],
  depth: [
    choice('pipeline.depth', ['lean', 'normal', 'budget']),
    number('pipeline.recentTurnsForPlanning', bounds.windowRounds),
    number('pipeline.planningGrowthMargin', bounds.growthRounds),
    number('pipeline.recentTurnsForWriting', bounds.windowRounds),
    number('pipeline.writingGrowthMargin', bounds.growthRounds),
    flag('pipeline.enableTextRecall'),
    flag('pipeline.summaryToWriting'),
    choice('promptLayout', ['auto', 'cache', 'classic']),
  ],
  calls: [
    number('pipeline.retries', bounds.retries),
    number('pipeline.firstTokenTimeoutSeconds', bounds.firstTokenSeconds),
    number('pipeline.tokenGapTimeoutSeconds', bounds.tokenGapSeconds),
    number('agents.writing.totalTimeoutSeconds', bounds.totalSeconds),
    flag('pipeline.parallelExecutionEnabled'),
    choice('pipeline.tail', ['auto', 'held']),
    number('agents.writing.maxTokens', bounds.maxTokens),
    temperature('agents.writing.temperature'),
    text('agents.writing.instructionsAppend'),
    override('writing'),
    ...ownCall('planning'),
    ...ownCall('mergedAnalysis'),
    flag('agents.mergedAnalysis.antiHallucination'),
    ...ownCall('tool'),
  ],
  sources: [
    flag('sources.cardDescription'),
    flag('sources.cardPersonality'),
    flag('sources.cardScenario'),
    flag('sources.cardExamples'),
    flag('sources.authorsNote'),
    flag('sources.characterNote'),
    flag('sources.injectedPrompts'),
    flag('sources.persona'),
    flag('sources.personaToAnalysis'),
    flag('pipeline.ownKeywordScan'),
    flag('pipeline.afterCharToPlanning'),
    flag('state.autoSyncWorldInfo'),
  ],
  reply: [
    { path: 'reply.length', input: { kind: 'length', range: bounds.replyLength } },
    choice('reply.person', ['auto', 'first', 'second', 'third']),
    choice('reply.tense', ['auto', 'past', 'present']),
    choice('reply.playerSpeaks', ['never', 'gestures', 'free']),
    choice('messageBody', ['clean', 'tagged']),
    choice('renderEvents', ['minimal', 'all']),
  ],
  tools: [
    number('tools.maxCallsPerTurn', bounds.toolCalls),
    number('tools.maxSteps', bounds.toolSteps),
    flag('tools.actionButtons'),
    flag('tools.allowIrreversible'),
    flag('tools.allowPageCode'),
    flag('tools.letHostToolsRun'),
    { path: 'tools.allow', input: { kind: 'tool-lists' } },
    { path: 'tools.deny', input: { kind: 'tool-lists' } },
  ],
  data: [
    flag('state.persistToLocalStorage'),
    number('retention.keepCompletedRuns', bounds.keptRuns),
    number('retention.keepFailedRuns', bounds.keptRuns),
    number('retention.maxRunWorkspacesPerChat', bounds.keptRuns),
    number('retention.autoPruneAfterDays', bounds.pruneDays),
  ],
};

const basisReason = 'kept by the drawer beside the override';

/** Settings without an input, each with its reason; every other one must stand above. */
export const fieldsNotShown: Readonly<Partial<Record<SettingPath, string>>> = {
  'agents.writing.profile': 'the writing call is SillyTavern’s own request over the open connection',
  'agents.writing.firstTokenTimeoutSeconds': 'pipeline.firstTokenTimeoutSeconds rules the writing call',
  'agents.planning.instructionsBasis': basisReason,
  'agents.writing.instructionsBasis': basisReason,
  'agents.mergedAnalysis.instructionsBasis': basisReason,
  'agents.tool.instructionsBasis': basisReason,
};
