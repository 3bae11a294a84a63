/** The books initial variables may come from, as SillyTavern's world-info module keeps them. */
import { isRecord, own } from '../shared/safe-json.ts';
import { readWorldbooks } from './read-worldbooks.ts';
import { openCharacterIndex, type St } from './st-context.ts';
import { type WorldInfoModule } from './st-modules.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { type Settings } from '../domain/settings.ts';
import { readEntry } from './read-entry.ts';

const names = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string' && name !== '') : [];

/** Books selected for all chats. */
export const selectedBooks = (worldInfo: WorldInfoModule | null): readonly string[] =>
  names(worldInfo?.selected_world_info);

/** The open card's additional books; they are kept under the file name of its avatar. */
export function additionalBooks(st: St, worldInfo: WorldInfoModule | null): readonly string[] {
  const ctx = st();
  const index = openCharacterIndex(ctx);
  const card = index === null ? null : ctx.characters[index];
  const avatar = isRecord(card) ? card['avatar'] : null;
  if (typeof avatar !== 'string') return [];
  const file = avatar.replace(/\.[^.]+$/, '');
  const all = worldInfo?.world_info?.charLore;
  const found: unknown = Array.isArray(all) ? all.find((each) => isRecord(each) && each['name'] === file) : undefined;
  return isRecord(found) ? names(found['extraBooks']) : [];
}

/**
 * Every entry of the books in use, disabled ones too. Entries of the card's own book come from the book itself: MVU may
 * take some of them out while SillyTavern loads them.
 */
export async function variableEntries(
  st: St,
  worldInfo: WorldInfoModule | null,
  { source, primary }: { readonly source: Settings['worldbookSource']; readonly primary: string | null },
): Promise<readonly WorldbookEntry[]> {
  const { entries } = await readWorldbooks(st(), worldInfo, { type: 'normal', source, activated: [] });
  if (primary === null || source === 'card') return entries;
  const known = new Set(entries.filter(({ book }) => book === primary).map(({ uid }) => uid));
  const raw: unknown = await worldInfo?.loadWorldInfo?.(primary);
  const all = isRecord(raw) ? own(raw, 'entries') : undefined;
  const gates = { trigger: 'normal', cardFile: '', cardTags: null };
  const taken = Object.values(isRecord(all) ? all : {}).flatMap((item, index) => {
    const entry = readEntry(item, gates, { book: primary, index });
    return entry && !known.has(entry.uid) ? [entry] : [];
  });
  return [...entries, ...taken];
}
