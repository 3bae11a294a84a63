/** What a dice expression says and what a roll of it was: every single face, so that a roll can be shown, explained and repeated. */
export const diceModes = ['normal', 'advantage', 'disadvantage', 'exploding'] as const;
export type DiceMode = (typeof diceModes)[number];

export const MAX_DICE = 100;
export const MAX_FACES = 1_000;
export const MAX_EXPLOSIONS = 100;
export const MAX_NUMBER = 1_000_000;

/** `high`/`low` say which dice are kept. */
export interface DiceSelection {
  readonly keep: 'high' | 'low';
  readonly count: number;
}

export type DiceTerm =
  | {
      readonly kind: 'dice';
      readonly sign: 1 | -1;
      readonly count: number;
      readonly faces: number;
      readonly exploding: boolean;
      readonly selection: DiceSelection | null;
    }
  | { readonly kind: 'number'; readonly sign: 1 | -1; readonly value: number };

export interface DiceExpression {
  /** In one spelling: lower case, no spaces, counts written out. */
  readonly text: string;
  readonly terms: readonly DiceTerm[];
}

/** One die with its explosions; its value is the sum of `rolls`. */
export interface RolledDie {
  readonly rolls: readonly number[];
  readonly kept: boolean;
}

export type RolledTerm =
  | { readonly kind: 'dice'; readonly sign: 1 | -1; readonly faces: number; readonly dice: readonly RolledDie[] }
  | { readonly kind: 'number'; readonly sign: 1 | -1; readonly value: number };

export interface RolledSet {
  readonly terms: readonly RolledTerm[];
  readonly total: number;
}

export interface DiceRecord {
  readonly expr: string;
  readonly mode: DiceMode;
  readonly seed: number;
  /** Two with advantage or disadvantage, else one. */
  readonly sets: readonly RolledSet[];
  readonly chosen: number;
  readonly total: number;
  readonly dc: number | null;
  /** `total >= dc`; null without a DC. */
  readonly success: boolean | null;
  /** A natural 20 or 1 on the one d20 that counts; says nothing about success. */
  readonly critical: 'success' | 'failure' | null;
  readonly explosions: number;
  /** What happens now, in the planner's words; null when it gave none or there is no DC. */
  readonly branch: string | null;
}

/** A sentence for people; a bad expression is never a failed check. */
export interface DiceProblem {
  readonly zh: string;
  readonly en: string;
}
