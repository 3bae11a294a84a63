/** The smallest and largest value of every number a player may set, each with its reason. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

const whole = (min: number, max: number): Bounds => ({ min, max, integer: true });

export const bounds = {
  /** Rounds in a window. A writer without the last round cannot go on; a hundred rounds fill any context. */
  windowRounds: whole(1, 100),
  /** Rounds the window may grow before it is cut; 0 cuts at every turn, which costs the provider's cache. */
  growthRounds: whole(0, 100),
  /** Thinking models can be silent for minutes; under 5 s a healthy server would be cut off. */
  firstTokenSeconds: whole(5, 1_800),
  /** Between two tokens; under 5 s a busy local model would be cut off. */
  tokenGapSeconds: whole(5, 600),
  /** A whole call of our own. */
  totalSeconds: whole(10, 3_600),
  /** Tries after the first; more than five only burn money. */
  retries: whole(0, 5),
  /** 0 = the slot's own default. */
  maxTokens: whole(0, 128_000),
  /** What chat completion sources accept. */
  temperature: { min: 0, max: 2, integer: false },
  /** Characters of a reply when the player sets a number. */
  replyLength: whole(50, 20_000),
  /** Tool calls in one turn; each may cost a model call. */
  toolCalls: whole(0, 64),
  /** Rounds of "the answer asks for another tool". */
  toolSteps: whole(1, 20),
  /** Journals kept; 0 keeps none. They are the only records that are ever pruned. */
  keptRuns: whole(0, 100_000),
  /** Days; 0 = never by age. */
  pruneDays: whole(0, 3_650),
} as const satisfies Record<string, Bounds>;

/** Bytes of one text a player may write into the settings: settings.json is sent whole at each save. */
export const INSTRUCTIONS_LIMIT = 20_000;
