/** A worldbook entry in one shape, whichever of the two dialects it came from. */
export interface WorldbookEntry {
  /** Name of the book; `` for the card's embedded one. */
  readonly book: string;
  readonly uid: string;
  readonly comment: string;
  readonly content: string;
  readonly keys: readonly string[];
  readonly secondaryKeys: readonly string[];
  /** 0 and-any, 1 not-all, 2 not-any, 3 and-all. */
  readonly selectiveLogic: 0 | 1 | 2 | 3;
  readonly selective: boolean;
  readonly enabled: boolean;
  readonly constant: boolean;
  readonly vectorized: boolean;
  /** 0 before char, 1 after char, 2 and 3 author's note, 4 at depth, 5 and 6 examples, 7 outlet. */
  readonly position: number;
  readonly depth: number;
  /** 0 system, 1 user, 2 assistant. */
  readonly role: 0 | 1 | 2;
  readonly order: number;
  /** Null where neither the entry nor SillyTavern chooses. */
  readonly caseSensitive: boolean | null;
  readonly matchWholeWords: boolean | null;
  /** Messages SillyTavern looks through for its keys, where the entry says so itself. */
  readonly scanDepth?: number;
  /** ST rolls, groups, times or recurses this entry itself: our own scan leaves it alone. */
  readonly hostOnly: boolean;
  /** Passed ST's static gates: enabled, character filter, triggers. */
  readonly gatesOpen: boolean;
}

/** Of a card's book that is not imported: SillyTavern does not know the entry and decides nothing about it. */
export function isEmbedded({ book }: Pick<WorldbookEntry, 'book'>): boolean {
  return book === '';
}
