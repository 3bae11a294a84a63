/** Reads the books in use: SillyTavern's own choice, the card's embedded book, and what SillyTavern activated. */
import { type TurnType } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { expandMacros } from './macro-text.ts';
import { readEntry, type EntryGates } from './read-entry.ts';
import { openCharacterIndex, type StContext } from './st-context.ts';
import { type RegexModule, type WorldInfoModule } from './st-modules.ts';
import { characterSchema, type StCharacter } from './st-schemas.ts';

export interface ReadBooks {
  readonly entries: readonly WorldbookEntry[];
  readonly activated: readonly WorldbookEntry[];
}

export interface BooksRequest {
  readonly type: TurnType;
  readonly source: Settings['worldbookSource'];
  /** Entries of WORLD_INFO_ACTIVATED, their text already expanded. */
  readonly activated: readonly unknown[];
  /** Runs the player's world info scripts over the texts; absent: they stay as they are. */
  readonly regex?: RegexModule | null;
}

/** SillyTavern's own numbers: regex scripts for world info, and the only position that has a depth. */
const PLACE_WORLD_INFO = 5;
const AT_DEPTH = 4;

/** As SillyTavern does it when it puts the entry into a prompt; the entry itself keeps its text. */
function withScripts(entry: WorldbookEntry, regex: RegexModule | null | undefined): WorldbookEntry {
  if (!regex || isData(entry)) return entry;
  const depth = entry.position === AT_DEPTH ? { depth: entry.depth } : {};
  return { ...entry, content: regex.getRegexedString(entry.content, PLACE_WORLD_INFO, { isPrompt: true, ...depth }) };
}

/** Tools, initial variables and screen entries are data: a macro in them belongs to their own reader. */
const isData = (entry: WorldbookEntry): boolean => /\[\s*(tool\s*[:：]|initvar|ui\s*\])/i.test(entry.comment);

export function openCharacter(ctx: StContext): StCharacter | null {
  const index = openCharacterIndex(ctx);
  if (index === null) return null;
  const parsed = characterSchema.safeParse(ctx.characters[index]);
  return parsed.success ? parsed.data : null;
}

interface BooksHost {
  readonly ctx: StContext;
  readonly worldInfo: WorldInfoModule | null;
}

function gatesOf({ ctx, worldInfo }: BooksHost, card: StCharacter | null, type: TurnType): EntryGates {
  const avatar = card?.avatar ?? '';
  const tags = ctx.tagMap?.[avatar];
  return {
    trigger: type,
    cardFile: avatar.replace(/\.[^.]+$/, ''),
    cardTags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : null,
    scan: {
      caseSensitive: worldInfo?.world_info_case_sensitive === true,
      matchWholeWords: worldInfo?.world_info_match_whole_words === true,
    },
  };
}

const readAll = (raw: readonly unknown[], gates: EntryGates, book: string): WorldbookEntry[] =>
  raw.flatMap((item, index) => readEntry(item, gates, { book, index }) ?? []);

/** A card may name a book that was never imported; SillyTavern then reads none. */
function isInstalled(book: string, worldInfo: WorldInfoModule | null): boolean {
  const installed = worldInfo?.world_names;
  return book !== '' && (!Array.isArray(installed) || installed.includes(book));
}

/** Never rejects: a book that cannot be read is missing. */
export async function readWorldbooks(
  ctx: StContext,
  worldInfo: WorldInfoModule | null,
  request: BooksRequest,
): Promise<ReadBooks> {
  const card = openCharacter(ctx);
  const gates = gatesOf({ ctx, worldInfo }, card, request.type);
  const { source } = request;
  const linked = isInstalled(card?.data?.extensions?.world ?? '', worldInfo);
  const wantsEmbedded = source === 'card' || (source === 'auto' && !linked);
  const embedded = wantsEmbedded ? readAll(card?.data?.character_book?.entries ?? [], gates, '') : [];
  const ofHost = source === 'card' ? [] : readAll((await worldInfo?.getSortedEntries()) ?? [], gates, '');
  const inWords = (text: string): string => expandMacros(ctx, text);
  const expand = (entry: WorldbookEntry): WorldbookEntry => {
    if (!entry.gatesOpen || isData(entry)) return entry;
    const { content, keys, secondaryKeys } = entry;
    const said = { content: inWords(content), keys: keys.map(inWords), secondaryKeys: secondaryKeys.map(inWords) };
    return withScripts({ ...entry, ...said }, request.regex);
  };
  return {
    entries: [...ofHost, ...embedded].map(expand),
    activated:
      source === 'card' ? [] : readAll(request.activated, gates, '').map((entry) => withScripts(entry, request.regex)),
  };
}
