/** Makes the first record of a chat or greeting from the books' initial variables and the greeting's own. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { extractUpdates } from './extract-updates.ts';
import { type MvuEffect } from './apply-effects.ts';
import { readGreetingInitvars, readInitvar } from './read-initvar.ts';
import { type Dialect, ZOD_SCHEMA_MARK } from './record.ts';
import { buildSchema } from './schema/build-schema.ts';
import { mergeObjects } from './schema/fill-template.ts';

/** Contents are what the entries say with SillyTavern's macros expanded. */
export interface InitialBook {
  readonly name: string;
  readonly entries: readonly { readonly comment: string; readonly content: string }[];
}

export interface InitialProblem {
  /** Title of the entry, or `greeting`. */
  readonly where: string;
  readonly book: string | null;
  /** For the card's author. */
  readonly message: string;
}

export interface InitialSources {
  /** In MVU's order: selected for all chats, the card's own, the card's additional ones. */
  readonly books: readonly InitialBook[];
  /** The card's own book; a greeting with its own variables replaces that one. */
  readonly primary: string | null;
  /** The greeting as it is shown, macros expanded; empty when there is none. */
  readonly greeting: string;
  readonly dialect: Dialect;
}

export interface Initial {
  /** For the greeting's page, in order: the record, then what the greeting's own updates change. Empty: no variables. */
  readonly effects: readonly MvuEffect[];
  readonly problems: readonly InitialProblem[];
}

/** Entries of one book are merged deeply, later ones win; between books the first book with a root key keeps it. */
export async function readInitial(sources: InitialSources): Promise<Initial> {
  const problems: InitialProblem[] = [];
  const greeting = await readGreetingInitvars(sources.greeting);
  for (const message of greeting.problems) problems.push({ where: 'greeting', book: null, message });
  const hasOwn = greeting.trees.length > 0;
  let tree: JsonObject = greeting.trees.reduce<JsonObject>(mergeTrees, {});
  const books: Record<string, JsonValue> = hasOwn && sources.primary !== null ? { [sources.primary]: [] } : {};
  for (const book of sources.books) {
    if (hasOwn && book.name === sources.primary) continue;
    const read = await readBook(book);
    problems.push(...read.problems);
    if (read.tree === null) continue;
    books[book.name] = [];
    tree = { ...read.tree, ...tree };
  }
  if (!hasOwn && Object.keys(books).length === 0) return { effects: [], problems };
  const updates = await extractUpdates(sources.greeting);
  const effects: MvuEffect[] = [{ kind: 'mvu-init', record: makeRecord(tree, books, sources.dialect) }];
  if (updates.operations.length > 0) effects.push({ kind: 'mvu', operations: updates.operations, source: 'card' });
  return { effects, problems };
}

/** A book that was added while the story runs: its root keys are added to what is there, texts are not carried out again. */
export async function readAddedBooks(
  books: readonly InitialBook[],
  initialised: JsonObject,
  dialect: Dialect,
): Promise<Initial> {
  const fresh = books.filter((book) => !Object.hasOwn(initialised, book.name));
  return readInitial({ books: fresh, primary: null, greeting: '', dialect });
}

async function readBook(book: InitialBook): Promise<{ tree: JsonObject | null; problems: InitialProblem[] }> {
  const problems: InitialProblem[] = [];
  let tree: JsonObject | null = null;
  for (const { comment, content } of book.entries) {
    const read = await readInitvar(content);
    if (read.ok) tree = mergeTrees(tree ?? {}, read.value);
    else problems.push({ where: comment, book: book.name, message: read.error });
  }
  return { tree, problems };
}

const mergeTrees = (under: JsonObject, over: JsonObject): JsonObject => mergeObjects(under, over) as JsonObject;

function makeRecord(tree: JsonObject, books: JsonObject, dialect: Dialect): JsonObject {
  if (dialect === 'zod') return { stat_data: tree, schema: ZOD_SCHEMA_MARK, initialized_lorebooks: books };
  const built = buildSchema(tree, null);
  return {
    stat_data: built.tree,
    schema: built.schema,
    initialized_lorebooks: books,
    display_data: built.tree,
    delta_data: {},
  };
}
