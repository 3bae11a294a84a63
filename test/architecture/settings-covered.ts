/** For every setting the test file that fails when the setting is ignored. A new setting is added here with its test. */

const turn = 'unit/pipeline/steps/settings-of-a-turn.test.ts';
const request = 'unit/pipeline/writing-parameters.test.ts';
const controls = 'unit/pipeline/reply-controls.test.ts';
const isolation = 'unit/agents/isolation.test.ts';
const calls = 'unit/pipeline/steps/settings-of-a-call.test.ts';
const permission = 'unit/tools/run-tool.test.ts';
const pruning = 'unit/pipeline/chat-session/housekeeping.test.ts';
const drawer = 'unit/ui/settings/settings-panel.test.ts';

const files: Readonly<Record<string, string>> = {
  enabled: request,
  cards: 'unit/config/effective-settings.test.ts',
  presetChoices: 'unit/config/effective-settings.test.ts',
  presetMode: turn,
  presetTargets: turn,
  worldbookSource: 'unit/host/read-worldbooks.test.ts',
  promptLanguage: turn,
  promptMode: request,
  promptLayout: turn,
  messageBody: turn,
  renderEvents: 'unit/pipeline/render-after-commit.test.ts',
  swipe: turn,
  'pipeline.recentTurnsForPlanning': turn,
  'pipeline.planningGrowthMargin': turn,
  'pipeline.recentTurnsForWriting': turn,
  'pipeline.writingGrowthMargin': turn,
  'pipeline.depth': turn,
  'pipeline.parallelExecutionEnabled': turn,
  'pipeline.enableTextRecall': turn,
  'pipeline.tail': turn,
  'pipeline.ownKeywordScan': turn,
  'pipeline.afterCharToPlanning': isolation,
  'pipeline.summaryToWriting': isolation,
  'pipeline.firstTokenTimeoutSeconds': request,
  'pipeline.tokenGapTimeoutSeconds': request,
  'pipeline.retries': turn,
  'agents.writing.temperature': request,
  'agents.writing.maxTokens': request,
  'agents.writing.totalTimeoutSeconds': request,
  // Nothing reads these two: the writing call is SillyTavern's own, over the open connection.
  'agents.writing.profile': calls,
  'agents.writing.firstTokenTimeoutSeconds': request,
  'agents.mergedAnalysis.antiHallucination': 'golden/prompts/prompts.test.ts',
  'tools.maxCallsPerTurn': calls,
  'tools.maxSteps': calls,
  'tools.allowIrreversible': permission,
  'tools.allowPageCode': calls,
  'tools.actionButtons': 'unit/wiring/tool-strip.test.ts',
  'tools.letHostToolsRun': 'unit/host/arm-turn.test.ts',
  'tools.allow': permission,
  'tools.deny': permission,
  'state.autoSyncWorldInfo': turn,
  'state.persistToLocalStorage': 'unit/storage/open-store.test.ts',
};

const groups: readonly (readonly [pattern: RegExp, file: string])[] = [
  [/^sources\./, isolation],
  [/^reply\./, controls],
  [/^retention\./, pruning],
  [/^agents\.\w+\.instructionsBasis$/, drawer],
  [/^agents\.\w+\.instructions(Append|Override)$/, controls],
  [/^agents\.(planning|mergedAnalysis|tool)\./, calls],
];

/** Relative to `test/`; empty when no test is named for the setting. */
export function coveredBy(path: string): string {
  return files[path] ?? groups.find(([pattern]) => pattern.test(path))?.[1] ?? '';
}
