/** What is not right with a tool entry: where exactly, what was expected, in both languages. */
export type ToolLintCode =
  | 'not-readable'
  | 'cut-off'
  | 'repaired'
  | 'missing-name'
  | 'bad-name'
  | 'name-differs'
  | 'duplicate-name'
  | 'replaces-builtin'
  | 'missing-type'
  | 'unknown-type'
  | 'unknown-trigger'
  | 'unknown-context'
  | 'unknown-field'
  | 'missing-code'
  | 'missing-prompt'
  | 'missing-description'
  | 'more-than-one'
  | 'no-return'
  | 'code-syntax'
  | 'needs-page'
  | 'bad-parameters'
  | 'bad-output-tag'
  | 'bad-value'
  | 'unreachable';

/** `error`: the tool cannot be used; `warning`: it can, but something of it is left out; `note`: it was read all the same. */
export type ToolLintSeverity = 'error' | 'warning' | 'note';

export interface ToolLint {
  readonly severity: ToolLintSeverity;
  readonly code: ToolLintCode;
  readonly book: string;
  readonly uid: string;
  /** The entry's title. */
  readonly comment: string;
  /** In the entry's content, from 1; null when the whole entry is meant. */
  readonly line: number | null;
  readonly column: number | null;
  readonly zh: string;
  readonly en: string;
}
