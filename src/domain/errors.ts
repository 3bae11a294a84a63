/** One error class with a closed list of codes; the first word of a code says who can mend it. */
export type Retry = 'auto' | 'user' | 'never';

/** Who retries by default: `auto` the code, `user` a person, `never` nobody. */
const retryOf = {
  'model.timeout': 'auto',
  'model.rate-limited': 'auto',
  'model.network': 'auto',
  'model.server': 'auto',
  'model.cut-stream': 'auto',
  'model.empty': 'auto',
  'model.budget-eaten': 'auto',
  'model.auth': 'user',
  'model.not-found': 'user',
  'model.overflow': 'user',
  'model.refused': 'user',
  'model.rejected': 'user',
  'answer.cut-off': 'auto',
  'answer.not-json': 'auto',
  'answer.invalid': 'auto',
  'tool.unknown': 'never',
  'tool.invalid-input': 'never',
  'tool.failed': 'user',
  'tool.timeout': 'user',
  'tool.memory': 'user',
  'tool.output-too-large': 'never',
  'tool.denied': 'user',
  'tool.no-consent': 'user',
  'tool.unavailable': 'user',
  'author.tool-invalid': 'never',
  'author.initvar-invalid': 'never',
  'state.rejected': 'never',
  'floor.immutable': 'never',
  'floor.conflict': 'user',
  'storage.blocked': 'user',
  'storage.missing': 'user',
  'storage.quota': 'user',
  'storage.too-new': 'never',
  'storage.corrupt': 'never',
  'host.missing': 'never',
  'host.chat-changed': 'user',
  'host.not-owner': 'user',
  'run.cancelled': 'never',
  'input.invalid': 'never',
} as const satisfies Record<string, Retry>;

export type ErrorCode = keyof typeof retryOf;

export interface ErrorFacts {
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** Overrides the code's own rule, e.g. a 400 that says the key is wrong. */
  readonly retry?: Retry;
}

export class NarrativeError extends Error {
  readonly code: ErrorCode;
  readonly retry: Retry;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    super(facts.message ?? code, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'NarrativeError';
    this.code = code;
    this.retry = facts.retry ?? retryOf[code];
    this.details = facts.details ?? {};
  }
}

export const errorCodes = Object.keys(retryOf) as readonly ErrorCode[];

export function isCancelled(error: unknown): boolean {
  return error instanceof NarrativeError && error.code === 'run.cancelled';
}
