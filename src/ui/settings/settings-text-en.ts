/** The settings drawer in English. */
import { type SettingsWords } from './settings-words.ts';

export const settingsEn: SettingsWords = {
  groups: {
    basic: 'Basics',
    depth: 'How much of the past',
    calls: 'Connections and calls',
    sources: 'Sources',
    reply: 'Reply',
    tools: 'Tools',
    data: 'Data',
  },
  agents: { planning: 'Planning', writing: 'Writing', mergedAnalysis: 'Analysis', tool: 'Tool' },
  fields: {
    enabled: { label: 'Enabled', hint: 'Off is as if it were not installed: not one byte of a request changes.' },
    cards: { label: 'Cards with a switch of their own', hint: 'Their switch goes before the one above.' },
    presetChoices: { label: 'Remembered preset answers', hint: 'Given at the first send; they go before “Preset”.' },
    presetTargets: {
      label: 'Presets whose entries you sent to single steps',
      hint: 'Choose them in the panels under “Sources”; only with the preset split.',
    },
    presetMode: {
      label: 'Preset',
      hint: 'Whether the prompt entries of the current preset are handed to the steps.',
      options: { none: 'not used', split: 'split among the steps' },
    },
    worldbookSource: {
      label: 'Worldbooks',
      hint: 'Automatic: SillyTavern’s books, and the one in the card only when none is linked.',
      options: { auto: 'automatic', card: 'the card’s only', world: 'SillyTavern’s only' },
    },
    promptLanguage: {
      label: 'Language of the prompts',
      hint: 'Automatic looks at card and greeting and is fixed at the first round of a chat.',
      options: { auto: 'automatic', zh: 'Chinese', en: 'English' },
    },
    promptMode: {
      label: 'Prompt mode',
      hint: 'Turns do not promise to follow a preset to the letter. Plus: SillyTavern’s own prompt, with the guide, summaries and state put in, and an analysis after it. Strict: SillyTavern alone makes the prompt, and we send nothing at all.',
      options: {
        native: 'turns',
        compat_plus: 'SillyTavern’s prompt, with memory and state',
        compat_strict: 'strictly compatible',
      },
    },
    swipe: {
      label: 'A new candidate by swipe',
      hint: 'Rewrite keeps plan and dice, unless input, state or lore changed.',
      options: { rewrite: 'rewrite the same plan', replan: 'plan anew' },
    },
    'pipeline.depth': {
      label: 'Depth',
      hint: 'Lean uses the numbers below; normal is 8+8 rounds; by budget takes what fits.',
      options: { lean: 'lean', normal: 'normal', budget: 'by budget' },
    },
    'pipeline.recentTurnsForPlanning': {
      label: 'Planning: rounds at least',
      hint: 'Planning always sees the text of that many rounds.',
    },
    'pipeline.planningGrowthMargin': {
      label: 'Planning: rounds it may grow',
      hint: 'Cut only then; larger means more hits in the provider’s prompt cache.',
    },
    'pipeline.recentTurnsForWriting': {
      label: 'Writing: rounds at least',
      hint: 'Writing always sees the text of that many rounds.',
    },
    'pipeline.writingGrowthMargin': {
      label: 'Writing: rounds it may grow',
      hint: 'Cut only then; larger means more hits in the provider’s prompt cache.',
    },
    'pipeline.enableTextRecall': {
      label: 'Recall the text of old rounds',
      hint: 'Planning may ask for old rounds by number. Costs one planning call a turn.',
    },
    'pipeline.summaryToWriting': {
      label: 'Summaries to writing',
      hint: 'In serial turns writing also gets the summaries of rounds outside its window.',
    },
    promptLayout: {
      label: 'Order of the prompt',
      hint: 'Cache: what stays the same goes first and rounds are messages of their own, so that a service’s prefix cache makes turns cheaper; the content is that of classic. Automatic: cache where the service has such a cache (Claude, OpenAI, DeepSeek, OpenRouter, Gemini), classic elsewhere.',
      options: { auto: 'automatic', cache: 'cache', classic: 'classic' },
    },
    'pipeline.parallelExecutionEnabled': {
      label: 'Parallel finish',
      hint: 'Post tools that do not need the analysis run beside it.',
    },
    'pipeline.tail': {
      label: 'Finishing',
      hint: 'Automatic releases the reply at once when its text will not change; held waits for the analysis.',
      options: { auto: 'automatic', held: 'held' },
    },
    'pipeline.retries': {
      label: 'Automatic retries',
      hint: 'For network, rate limits and timeouts; only the failed step is repeated.',
    },
    'pipeline.firstTokenTimeoutSeconds': {
      label: 'Writing: first token (seconds)',
      hint: 'A streamed reply without one by then is stopped. Give thinking models more.',
    },
    'pipeline.tokenGapTimeoutSeconds': {
      label: 'Writing: gap between tokens (seconds)',
      hint: 'When a stream is silent that long, it is stopped and what came is kept.',
    },
    'agents.writing.totalTimeoutSeconds': {
      label: 'Writing: whole reply (seconds)',
      hint: 'Only for replies that are not streamed: one that is not there by then is stopped. A stream may take as long as it goes on coming.',
    },
    'pipeline.ownKeywordScan': {
      label: 'Additional key scan',
      hint: 'Finds entries that only this input, the window or the state mention; off equals SillyTavern’s activation.',
    },
    'pipeline.afterCharToPlanning': {
      label: 'Constant entries after char to planning',
      hint: 'By default only writing gets them.',
    },
    'sources.cardDescription': { label: 'Description', hint: 'The description of the card, to planning and writing.' },
    'sources.cardPersonality': { label: 'Personality', hint: 'The personality of the card, to planning and writing.' },
    'sources.cardScenario': { label: 'Scenario', hint: 'The scenario of the card, to planning and writing.' },
    'sources.cardExamples': { label: 'Example dialogue', hint: 'The examples of the card, to planning and writing.' },
    'sources.authorsNote': { label: 'Author’s note', hint: 'The author’s note of the open chat.' },
    'sources.characterNote': { label: 'Character note', hint: 'The note of the card that stands at a depth.' },
    'sources.injectedPrompts': {
      label: 'Text of other extensions',
      hint: 'What others inject, such as vector search or summaries.',
    },
    'sources.persona': { label: 'Persona', hint: 'Your persona, to planning and writing.' },
    'sources.personaToAnalysis': {
      label: 'Persona to analysis',
      hint: 'So that the analysis knows your name and role.',
    },
    'state.autoSyncWorldInfo': {
      label: 'Places, people and quests from worldbooks',
      hint: '[LOCATION], [NPC] and [QUEST] entries become known; a quest only becomes available.',
    },
    'reply.length': {
      label: 'Length',
      hint: 'Automatic follows the last three replies; the preset may rule it; or give a number.',
      options: { auto: 'automatic', preset: 'the preset rules it' },
    },
    'reply.person': {
      label: 'Person',
      hint: 'Automatic follows the greeting and the last replies.',
      options: { auto: 'automatic', first: 'first', second: 'second', third: 'third' },
    },
    'reply.tense': {
      label: 'Tense',
      hint: 'Automatic follows the greeting and the last replies.',
      options: { auto: 'automatic', past: 'past', present: 'present' },
    },
    'reply.playerSpeaks': {
      label: 'My character speaks',
      hint: 'Whether writing may speak and act for your character.',
      options: { never: 'never', gestures: 'small gestures', free: 'freely' },
    },
    messageBody: {
      label: 'Body of messages',
      hint: 'Clean: prose and visible tool output. Tagged: with <context> and the like for older display regexes.',
      options: { clean: 'clean', tagged: 'tagged' },
    },
    renderEvents: {
      label: 'Render events',
      hint: 'All fires the three render events after saving, for scripts that wait for them.',
      options: { minimal: 'minimal', all: 'all' },
    },
    'tools.maxCallsPerTurn': { label: 'Tool calls in a turn', hint: 'Calls beyond it are refused and recorded.' },
    'tools.maxSteps': { label: 'Tool steps', hint: 'How many times a model tool may go back and forth.' },
    'tools.allowIrreversible': {
      label: 'Allow irreversible tools',
      hint: 'What they do is not taken back by a swipe.',
    },
    'tools.actionButtons': {
      label: 'Buttons for suggested actions',
      hint: 'What a tool suggests as <action> becomes a button below the newest reply. It fills the input; nothing is sent.',
    },
    'tools.allowPageCode': {
      label: 'Allow old tools in the page',
      hint: 'Unsafe: such code can read keys and every chat. Even then only code you allow for the page under Panels → Tools runs there.',
    },
    'tools.letHostToolsRun': {
      label: 'Let SillyTavern’s function tools run',
      hint: 'Such a turn passes through as it is; otherwise function tools are left out of our request.',
    },
    'tools.allow': {
      label: 'Allowed tools',
      hint: 'One line a step: “planning: roll_dice, tide”. A step with a line may use nothing else.',
    },
    'tools.deny': {
      label: 'Forbidden tools',
      hint: 'One line a step: “planning: roll_dice, tide”. Forbidden goes before allowed.',
    },
    'state.persistToLocalStorage': {
      label: 'Keep a database in the browser',
      hint: 'Off leaves only the copies in the chat file: no run records, no discarded candidates. Counts when the page is loaded again.',
    },
    'retention.keepCompletedRuns': {
      label: 'Completed runs kept',
      hint: 'Only records of runs are ever cleaned up, never chats or state.',
    },
    'retention.keepFailedRuns': { label: 'Failed runs kept', hint: 'Failed runs are counted apart.' },
    'retention.maxRunWorkspacesPerChat': {
      label: 'Runs kept for one chat',
      hint: 'Completed and failed together; older records go.',
    },
    'retention.autoPruneAfterDays': { label: 'Clean up runs after days', hint: '0 = never by age.' },
    'agents.mergedAnalysis.antiHallucination': {
      label: 'Analysis needs evidence',
      hint: 'Asks it to record only what the text says, with a quote.',
    },
  },
  agentFields: {
    profile: {
      label: 'connection',
      hint: 'A profile of the Connection Manager; your own selection is never switched.',
    },
    maxTokens: { label: 'output limit (tokens)', hint: '0 = the default of this step.' },
    temperature: { label: 'temperature', hint: 'Empty = the temperature of the connection.' },
    firstTokenTimeoutSeconds: { label: 'first token (seconds)', hint: 'Later counts as a timeout and is retried.' },
    totalTimeoutSeconds: { label: 'whole call (seconds)', hint: 'The limit of one call.' },
    instructionsAppend: { label: 'more instructions', hint: 'Put after the built-in ones.' },
    instructionsOverride: { label: 'other instructions', hint: 'Replace the built-in ones; empty brings them back.' },
    instructionsBasis: {
      label: 'basis of the other instructions',
      hint: 'Which of our texts they were written against.',
    },
  },
  drawer: {
    thisCard: (name) => `The card “${name}”`,
    thisCardHint: 'Goes before the main switch.',
    thisChat: 'This chat',
    thisChatHint: 'Goes before card and main switch; kept in the chat file.',
    chatMode: 'Prompt mode of this chat',
    styleNote: 'Style note of this chat',
    styleNoteHint: 'Planning and writing see it every turn, for example “short sentences, smells”; empty ends it.',
    follow: 'as above',
    on: 'on',
    off: 'off',
    currentConnection: 'current connection',
    missingProfile: (id) => `a connection that is gone (${id})`,
    range: (min, max) => `${min} to ${max}`,
    refused: 'This value cannot be; the old one was kept.',
    byDefault: 'default',
    forget: 'Forget',
    nothingRemembered: 'none',
    number: 'a number of words',
    reset: 'Reset everything',
    resetSure: 'Really reset? Click again',
    effective: 'Changes count from the next turn.',
    problems: (paths) => `Some stored settings could not be read. They are kept aside; these use the default: ${paths}`,
    refreshBooks: 'Read the worldbooks again',
    refreshBooksHint: 'Changes are noticed by themselves; this is for the doubtful case.',
    open: 'Open the panels',
    ours: 'Our instructions',
    oursIn: { any: '', merged: 'Turns without a plan', planned: 'Turns with a plan' },
    startFrom: 'Start from this',
    oursChanged:
      'Our instructions have changed since you wrote yours. Have a look at them; yours stay until you change them.',
    keepMine: 'Keep mine',
  },
};
