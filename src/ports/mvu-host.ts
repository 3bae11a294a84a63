/** MVU's data in SillyTavern's chat, whoever keeps it: the MVU extension, or we in its place. */
import { type JsonObject } from '../shared/json-value.ts';
import { type Undo } from '../shared/undo-list.ts';

export type MvuPresence =
  /** MVU applies the updates; `extraModel`: it is set to ask its own model and this card supports that. */
  | { readonly kind: 'present'; readonly extraModel: boolean; readonly asking: boolean }
  /** The card's scripts bring MVU, but it is not there (yet, or it failed to load). */
  | { readonly kind: 'expected' }
  | { readonly kind: 'absent' };

/** One floor's record as it shall stand: a numeric index, a swipe. */
export interface RecordWrite {
  readonly index: number;
  readonly swipe: number;
  readonly record: JsonObject;
}

/** The books MVU reads initial variables from, in its order, by name. */
export interface InitialBookNames {
  readonly global: readonly string[];
  readonly primary: string | null;
  readonly additional: readonly string[];
}

/** One update in the form MVU's events carry; listeners may change the list in place. */
export interface MvuCommand {
  type: string;
  full_match: string;
  /** Texts: the path, then values as JSON. */
  args: string[];
  reason: string;
}

/** A floor's text and record as they are about to stand. */
export interface WrittenVariables {
  readonly record: JsonObject;
  readonly text: string;
}

/** Our engine, as the stand-in for MVU needs it. */
export interface UpdateEngine {
  commandsOf(text: string): Promise<MvuCommand[]>;
  run(commands: readonly MvuCommand[], before: JsonObject): Promise<JsonObject>;
  /** The record with what the initial variables have and it lacks; null when nothing is missing or there are none. */
  reload(record: JsonObject): Promise<JsonObject | null>;
}

/**
 * Contract: nothing throws but `parse`, which rejects with `tool.failed` when MVU throws and `tool.timeout` when it
 * hangs. Records handed out are copies. Only MVU's keys are written; other keys of a floor stay.
 */
export interface MvuHost {
  /** Asked every turn: MVU comes and goes with the card. */
  presence(): MvuPresence;
  /** The record of a floor's swipe (the one shown unless told); null when there is none that counts. */
  read(index: number, swipe?: number): JsonObject | null;
  /** The newest record that counts before `index`. */
  readBefore(index: number): JsonObject | null;
  /** What MVU, or our stand-in, makes of the text on that record. Events of MVU fire, cards' scripts may interfere. */
  parse(text: string, before: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** Tells scripts that a floor's variables begin; what they make of them. Only while our stand-in may be asked. */
  initialised(record: JsonObject, swipe: number): Promise<JsonObject>;
  /** Tells scripts that a message is about to be written; what they make of it. A real MVU tells them itself. */
  beforeUpdate(message: WrittenVariables): Promise<WrittenVariables>;
  /** Writes what differs, then tells how many records changed; saving the chat is the caller's. */
  write(writes: readonly RecordWrite[]): number;
  /** After a swipe was deleted: moves the records up, only if nobody else has done it. */
  realign(index: number, deletedSwipe: number): boolean;
  bookNames(): InitialBookNames;
  /** The card's scripts register a zod schema: its records speak the zod dialect. */
  usesZod(): boolean;
  /** Puts our stand-in where MVU would be while it is absent; it gives way at once. */
  standIn(engine: UpdateEngine): Undo;
}
