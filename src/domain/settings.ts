/** The shape of the settings, frozen for a turn; defaults and validation are in config/settings.ts. */
/** Who gets a preset entry; entries without a choice go where their role says. */
export const presetTargets = ['planning', 'writing', 'both', 'none'] as const;
export type PresetTarget = (typeof presetTargets)[number];

export interface AgentSettings {
  /** Connection Manager profile id; empty = the current connection. */
  readonly profile: string;
  /** 0 = the slot's own default. */
  readonly maxTokens: number;
  readonly temperature: number | null;
  readonly firstTokenTimeoutSeconds: number;
  readonly totalTimeoutSeconds: number;
  readonly instructionsAppend: string;
  /** Replaces the built-in instructions when not empty. */
  readonly instructionsOverride: string;
  /** Which text of ours the override was written against; empty when that is not known. */
  readonly instructionsBasis: string;
}

export interface Settings {
  readonly enabled: boolean;
  /** On or off for one card, by its avatar; a chat's own choice goes before it. */
  readonly cards: Readonly<Record<string, boolean>>;
  /** What the player answered to the offer to use a preset, by the preset's name; goes before `presetMode`. */
  readonly presetChoices: Readonly<Record<string, 'none' | 'split'>>;
  readonly presetMode: 'none' | 'split';
  /** Where single entries of a preset go in split mode: by the preset's name, then by the entry's identifier. */
  readonly presetTargets: Readonly<Record<string, Readonly<Record<string, PresetTarget>>>>;
  readonly worldbookSource: 'auto' | 'card' | 'world';
  readonly promptLanguage: 'auto' | 'zh' | 'en';
  readonly promptMode: 'native' | 'compat_plus' | 'compat_strict';
  readonly promptLayout: 'auto' | 'cache' | 'classic';
  readonly messageBody: 'clean' | 'tagged';
  readonly renderEvents: 'minimal' | 'all';
  readonly swipe: 'rewrite' | 'replan';
  readonly pipeline: {
    readonly recentTurnsForPlanning: number;
    readonly planningGrowthMargin: number;
    readonly recentTurnsForWriting: number;
    readonly writingGrowthMargin: number;
    readonly depth: 'lean' | 'normal' | 'budget';
    readonly parallelExecutionEnabled: boolean;
    readonly enableTextRecall: boolean;
    readonly tail: 'auto' | 'held';
    readonly ownKeywordScan: boolean;
    readonly afterCharToPlanning: boolean;
    readonly summaryToWriting: boolean;
    readonly firstTokenTimeoutSeconds: number;
    readonly tokenGapTimeoutSeconds: number;
    readonly retries: number;
  };
  readonly sources: {
    readonly cardDescription: boolean;
    readonly cardPersonality: boolean;
    readonly cardScenario: boolean;
    readonly cardExamples: boolean;
    readonly authorsNote: boolean;
    readonly characterNote: boolean;
    readonly injectedPrompts: boolean;
    readonly persona: boolean;
    readonly personaToAnalysis: boolean;
  };
  readonly reply: {
    readonly length: 'auto' | 'preset' | number;
    readonly person: 'auto' | 'first' | 'second' | 'third';
    readonly tense: 'auto' | 'past' | 'present';
    readonly playerSpeaks: 'never' | 'gestures' | 'free';
  };
  readonly agents: {
    readonly planning: AgentSettings;
    readonly writing: AgentSettings;
    readonly mergedAnalysis: AgentSettings & { readonly antiHallucination: boolean };
    readonly tool: AgentSettings;
  };
  readonly tools: {
    readonly maxCallsPerTurn: number;
    readonly maxSteps: number;
    readonly allowIrreversible: boolean;
    /** Code the player pinned may run in the page itself; off, it runs in the sandbox like any other. */
    readonly allowPageCode: boolean;
    /** `<actions>` of the newest reply are shown as buttons that fill the input. */
    readonly actionButtons: boolean;
    /** A turn with function tools of other extensions passes through instead of losing them. */
    readonly letHostToolsRun: boolean;
    readonly allow: Readonly<Record<string, readonly string[]>>;
    readonly deny: Readonly<Record<string, readonly string[]>>;
  };
  readonly state: {
    readonly autoSyncWorldInfo: boolean;
    readonly persistToLocalStorage: boolean;
  };
  readonly retention: {
    readonly keepCompletedRuns: number;
    readonly keepFailedRuns: number;
    readonly maxRunWorkspacesPerChat: number;
    readonly autoPruneAfterDays: number;
  };
}
