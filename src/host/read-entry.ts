/** One worldbook entry in the core's shape, whichever of the two dialects it is written in. */
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { entrySchema, type StEntry } from './st-schemas.ts';

/** What SillyTavern's static gates compare an entry with. */
export interface EntryGates {
  /** Generation type as SillyTavern names it. */
  readonly trigger: string;
  /** File name of the card's avatar without its extension. */
  readonly cardFile: string;
  /** Tag ids of the open card; null when it has no list at all (then the tag filter does not apply). */
  readonly cardTags: readonly string[] | null;
  /** SillyTavern's own choices for entries that make none; absent where they are not known. */
  readonly scan?: { readonly caseSensitive: boolean; readonly matchWholeWords: boolean };
}

const namedPositions: Readonly<Record<string, number>> = { before_char: 0, after_char: 1, at_depth: 4 };

function readPosition(entry: StEntry): number {
  const raw = entry.extensions?.['position'] ?? entry.position;
  if (typeof raw === 'number') return raw;
  if (typeof raw === 'string') return namedPositions[raw] ?? (/^\d$/.test(raw) ? Number(raw) : 1);
  return 0;
}

const isEnabled = (entry: StEntry): boolean => (entry.disable === undefined ? (entry.enabled ?? true) : !entry.disable);

function passesFilter(entry: StEntry, gates: EntryGates): boolean {
  const filter = entry.characterFilter;
  if (!filter) return true;
  const names = filter.names ?? [];
  if (names.length > 0 && names.includes(gates.cardFile) === filter.isExclude) return false;
  const tags = filter.tags ?? [];
  if (tags.length === 0 || gates.cardTags === null) return true;
  return gates.cardTags.some((tag) => tags.includes(tag)) !== filter.isExclude;
}

function isTriggered(entry: StEntry, trigger: string): boolean {
  const own = entry.extensions?.['triggers'];
  const triggers = entry.triggers ?? (Array.isArray(own) ? own : []);
  return triggers.length === 0 || triggers.includes(trigger);
}

const isSet = (value: unknown): boolean =>
  (typeof value === 'number' && value > 0) || value === true || (typeof value === 'string' && value !== '');

/** A field of either dialect: SillyTavern's own name first, then the card's `extensions` name. */
const field = (entry: StEntry, name: string, inExtensions = name): unknown => {
  const direct = entry[name];
  return direct === undefined || direct === null || direct === '' ? entry.extensions?.[inExtensions] : direct;
};

/** SillyTavern rolls, groups, times or recurses it, or a decorator decides. */
function isHostOnly(entry: StEntry): boolean {
  const chance = field(entry, 'probability');
  const rolled = field(entry, 'useProbability') !== false && typeof chance === 'number' && chance < 100;
  const decorated = (entry.decorators ?? []).length > 0 || /^@@(dont_)?activate/.test(entry.content);
  const host = [
    field(entry, 'sticky'),
    field(entry, 'cooldown'),
    field(entry, 'delay'),
    field(entry, 'delayUntilRecursion', 'delay_until_recursion'),
    field(entry, 'group'),
  ];
  return rolled || decorated || host.some(isSet);
}

const asRole = (value: unknown): 0 | 1 | 2 => (value === 1 || value === 2 ? value : 0);
const asLogic = (value: unknown): 0 | 1 | 2 | 3 => (value === 1 || value === 2 || value === 3 ? value : 0);
const asFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const asNumber = (value: unknown, byDefault: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : byDefault;

function howScanned(
  entry: StEntry,
  { scan }: EntryGates,
): Pick<WorldbookEntry, 'caseSensitive' | 'matchWholeWords' | 'scanDepth'> {
  const depth = field(entry, 'scanDepth', 'scan_depth');
  return {
    caseSensitive: asFlag(field(entry, 'caseSensitive', 'case_sensitive')) ?? scan?.caseSensitive ?? null,
    matchWholeWords: asFlag(field(entry, 'matchWholeWords', 'match_whole_words')) ?? scan?.matchWholeWords ?? null,
    ...(typeof depth === 'number' && depth >= 0 ? { scanDepth: depth } : {}),
  };
}

/** Null for what is no entry. `index` names entries without an id; `book` where the entry does not say its own. */
export function readEntry(
  raw: unknown,
  gates: EntryGates,
  place: { readonly book: string; readonly index: number },
): WorldbookEntry | null {
  const parsed = entrySchema.safeParse(raw);
  if (!parsed.success) return null;
  const entry = parsed.data;
  const enabled = isEnabled(entry);
  const id = [entry.uid, entry.id].find((value) => value !== '') ?? place.index;
  return {
    book: entry.world || place.book,
    uid: String(id),
    comment: entry.comment || entry.name,
    content: entry.content,
    keys: entry.key ?? entry.keys ?? [],
    secondaryKeys: entry.keysecondary ?? entry.secondary_keys ?? [],
    selectiveLogic: asLogic(field(entry, 'selectiveLogic')),
    selective: entry.selective ?? true,
    enabled,
    constant: entry.constant,
    vectorized: field(entry, 'vectorized') === true,
    position: readPosition(entry),
    depth: asNumber(field(entry, 'depth'), 4),
    role: asRole(field(entry, 'role')),
    order: asNumber(field(entry, 'order') ?? entry.insertion_order, 100),
    ...howScanned(entry, gates),
    hostOnly: isHostOnly(entry),
    gatesOpen: enabled && passesFilter(entry, gates) && isTriggered(entry, gates.trigger),
  };
}
