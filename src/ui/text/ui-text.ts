/** Every sentence the screen can show outside the settings, as one typed table: a language that lacks one does not compile. */
import { type ErrorCode } from '../../domain/errors.ts';
import { type Rung, type RunStatus, type StepName } from '../../domain/run/run.ts';
import { type AnalysisStatus, type PageKind } from '../../domain/timeline/page.ts';

type Count = (n: number) => string;

export interface UiText {
  readonly steps: Readonly<Record<StepName, string>>;
  /** What went wrong and what mends it, by code; shown with the message of the error behind it. */
  readonly errors: Readonly<Record<ErrorCode, string>>;
  readonly rungs: Readonly<Record<Rung, string>>;
  readonly runStatus: Readonly<Record<RunStatus, string>>;
  readonly analysis: Readonly<Record<AnalysisStatus, string>>;
  readonly pageKinds: Readonly<Record<PageKind, string>>;
  readonly slots: Readonly<Record<'planning' | 'writing' | 'analysis' | 'verifier' | 'tool', string>>;
  readonly status: {
    readonly preparing: string;
    readonly writing: string;
    readonly completing: string;
    readonly seconds: Count;
    readonly calls: Count;
    readonly retryIn: (seconds: number, attempt: number) => string;
    readonly retrying: Count;
    readonly failedIn: (step: string) => string;
    readonly retry: string;
    readonly analysisPending: string;
    readonly analysisFailed: string;
    readonly analyseAgain: string;
    readonly partial: string;
    readonly degraded: (why: string) => string;
    readonly rejected: Count;
    readonly details: string;
    readonly close: string;
    readonly label: string;
  };
  readonly panel: {
    readonly title: string;
    readonly close: string;
    readonly noChat: string;
    readonly loading: string;
    readonly failed: string;
    readonly empty: string;
    readonly tabs: Readonly<Record<'state' | 'timeline' | 'run' | 'tools' | 'mvu', string>>;
  };
  readonly state: {
    readonly time: string;
    readonly clock: (day: number, clock: string) => string;
    readonly place: string;
    readonly noPlace: string;
    readonly goods: string;
    readonly people: string;
    readonly quests: string;
    readonly flags: string;
    readonly variables: string;
    readonly summaries: string;
    readonly round: Count;
    readonly opening: string;
    readonly log: string;
    readonly rejected: string;
    readonly edit: string;
    readonly save: string;
    readonly cancel: string;
    readonly lock: string;
    readonly unlock: string;
    readonly locked: string;
    readonly remove: string;
    readonly add: string;
    readonly name: string;
    readonly value: string;
    readonly undo: string;
    readonly redo: string;
    readonly badNumber: string;
    readonly badTime: string;
    readonly nameTaken: string;
    readonly questStatus: Readonly<Record<'available' | 'active' | 'completed' | 'failed', string>>;
    readonly mvuRules: string;
  };
  readonly timeline: {
    readonly noReply: string;
    readonly candidates: Count;
    readonly shown: string;
    readonly edited: string;
    readonly baseMismatch: string;
    readonly partial: string;
    readonly detached: string;
    readonly restore: string;
    readonly restored: string;
    readonly analyseAgain: string;
    readonly openRun: string;
    readonly showCandidates: string;
    readonly older: string;
  };
  readonly run: {
    readonly none: string;
    readonly schedule: Readonly<Record<'serial' | 'merged' | 'parallel', string>>;
    readonly call: (slot: string, attempt: number) => string;
    readonly tokensIn: string;
    readonly tokensOut: string;
    readonly tokensCached: string;
    readonly sent: string;
    readonly answer: string;
    readonly cut: string;
    readonly cutLine: (source: string, tokens: number) => string;
    readonly rungs: string;
    readonly rejected: string;
    readonly notes: string;
    readonly steps: string;
    readonly unknown: string;
    readonly copy: string;
    readonly running: string;
    readonly total: (calls: number, seconds: number, tokens: number) => string;
    readonly roles: Readonly<Record<'system' | 'user' | 'assistant', string>>;
  };
  readonly tools: {
    readonly none: string;
    readonly state: Readonly<
      Record<
        | 'ready'
        | 'disabled'
        | 'not_active'
        | 'approval_required'
        | 'approval_denied'
        | 'sandbox_unavailable'
        | 'broken',
        string
      >
    >;
    readonly stage: Readonly<Record<'planning' | 'post_pipeline', string>>;
    readonly kind: Readonly<Record<'code' | 'llm' | 'builtin', string>>;
    readonly lint: string;
    readonly parameters: string;
    readonly tryIt: string;
    readonly preview: string;
    readonly result: string;
    readonly badJson: string;
    readonly rolls: string;
    readonly rollFrom: (tool: string, round: number) => string;
    readonly consentTitle: (card: string) => string;
    readonly consentCode: string;
    readonly consentOnce: string;
    readonly consentAlways: string;
    readonly consentNever: string;
    readonly consentLater: string;
    readonly consentPage: string;
    readonly consentPageWarning: string;
    readonly consentPageAllow: string;
  };
  readonly mvu: {
    readonly ruledByMvu: string;
    readonly ruledByUs: string;
    readonly changes: string;
    readonly noChanges: string;
    readonly rejected: string;
    readonly tree: string;
    readonly added: string;
    readonly removed: string;
    readonly newKeys: Count;
    readonly merge: string;
  };
  readonly preset: {
    readonly offer: (used: number, all: number, preset: string) => string;
    readonly explain: string;
    readonly use: string;
    readonly skip: string;
    readonly dropped: string;
    readonly lint: string;
  };
  readonly catchUp: {
    readonly offer: (rounds: number, calls: number, tokens: number) => string;
    readonly start: string;
    readonly cancel: string;
    readonly resume: string;
    readonly progress: (done: number, all: number) => string;
    readonly done: Count;
    readonly stopped: (done: number, all: number) => string;
  };
}
