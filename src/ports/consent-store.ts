/** What the player allowed: one answer per card and very code. */
export interface ConsentKey {
  /** Avatar of the card (or id of the group) whose books bring the code. */
  readonly owner: string;
  /** SHA-256 of the code. */
  readonly codeHash: string;
}

/** `once`: until the chat is left; `page`: this very code may run in the page itself, with full access. */
export type ConsentAnswer = 'once' | 'always' | 'never' | 'page';

export interface ConsentRecord extends ConsentKey {
  readonly answer: ConsentAnswer;
  /** In ms since 1970. */
  readonly at: number;
}

/** Contract: never throws; without storage the answers last as long as the page. `once` is forgotten with the chat. */
export interface ConsentStore {
  /** All answers for one card. */
  of(owner: string): readonly ConsentRecord[];
  put(record: ConsentRecord): Promise<void>;
  /** Takes an answer back. */
  remove(key: ConsentKey): Promise<void>;
  /** The chat was left: answers of `once` end. */
  forgetOnce(): void;
}
