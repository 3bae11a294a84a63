/** The routing table: which part of which agent's prompt an entry belongs to, or why it belongs nowhere. */
import { classifyEntry, type EntryKind } from './classify.ts';
import { type ActivatedEntry } from './activate.ts';
import { isEmbedded, type WorldbookEntry } from './entry.ts';
import { entryId, sortEntries } from './entry-id.ts';

export type LoreBucket =
  'worldinfo1' | 'worldinfo2' | 'worldinfo3_constant' | 'worldinfo3_keyword' | 'examples_before' | 'examples_after';

export type UnroutedReason =
  | 'disabled'
  | 'gates-closed'
  | 'empty'
  | 'left-to-sillytavern'
  /** Only SillyTavern could decide, and it does not know the card's book. */
  | 'embedded-only'
  | 'not-activated'
  | 'never-activates'
  | 'placed-elsewhere'
  | `filtered-${Exclude<EntryKind, 'lore'>}`;

export interface RoutedEntry {
  readonly entry: WorldbookEntry;
  readonly bucket: LoreBucket;
  readonly planning: boolean;
  readonly writing: boolean;
  /** `constant`, or what activated it: `sillytavern`, `input:key`, `window:key`, `state:key`. */
  readonly why: string;
  /** Said in the inspector when the place is not the one the author asked for. */
  readonly note?: 'position-has-no-place' | 'role-has-no-place';
}

export interface RoutedLore {
  /** By order and uid within each bucket. */
  readonly routed: readonly RoutedEntry[];
  readonly unrouted: readonly { readonly entry: WorldbookEntry; readonly reason: UnroutedReason }[];
}

export interface RouteInput {
  /** Every entry of the books in use. */
  readonly entries: readonly WorldbookEntry[];
  /** What is active this turn, from `activateEntries`. */
  readonly activated: readonly ActivatedEntry[];
  /** Settings `pipeline.afterCharToPlanning`. */
  readonly afterCharToPlanning: boolean;
  /** Texts that are sent anyway and into which SillyTavern may have worked entries (author's note, outlets in the preset or card). */
  readonly placedTexts?: readonly string[];
}

/** Pure; every entry given comes back exactly once. */
export function routeEntries(input: RouteInput): RoutedLore {
  const active = new Map(input.activated.map((item) => [entryId(item.entry), item]));
  const known = new Set(input.entries.map(entryId));
  // Entries that only SillyTavern knows of (forced by a script) are lore like any other.
  const extra = input.activated.filter(({ entry }) => !known.has(entryId(entry))).map(({ entry }) => entry);
  const routed: RoutedEntry[] = [];
  const unrouted: RoutedLore['unrouted'][number][] = [];
  const seen = new Set<string>();
  for (const entry of [...input.entries, ...extra]) {
    const id = entryId(entry);
    if (seen.has(id)) continue;
    seen.add(id);
    const outcome = routeEntry(entry, active.get(id), input);
    if (typeof outcome === 'string') unrouted.push({ entry, reason: outcome });
    else routed.push(outcome);
  }
  return { routed: sortEntries(routed, ({ entry }) => entry), unrouted };
}

function routeEntry(
  stored: WorldbookEntry,
  active: ActivatedEntry | undefined,
  input: RouteInput,
): RoutedEntry | UnroutedReason {
  const { kind } = classifyEntry(stored);
  if (kind !== 'lore') return `filtered-${kind}`;
  if (!active) {
    if (!stored.enabled) return 'disabled';
    if (!stored.gatesOpen) return 'gates-closed';
  }
  // SillyTavern has expanded the macros of what it activated; use that text.
  const entry = active?.entry ?? stored;
  if (entry.content.trim() === '') return 'empty';
  return entry.constant ? routeConstant(entry, active !== undefined, input) : routeKeyed(entry, active, input);
}

function routeKeyed(
  entry: WorldbookEntry,
  active: ActivatedEntry | undefined,
  input: RouteInput,
): RoutedEntry | UnroutedReason {
  if (!active) {
    if (isEmbedded(entry) && (entry.hostOnly || entry.vectorized)) return 'embedded-only';
    return canActivate(entry) ? 'not-activated' : 'never-activates';
  }
  if (isPlaced(entry, input)) return 'placed-elsewhere';
  const why = active.key === undefined ? active.reason : `${active.reason}:${active.key}`;
  return { entry, bucket: 'worldinfo3_keyword', planning: true, writing: true, why };
}

function routeConstant(entry: WorldbookEntry, active: boolean, input: RouteInput): RoutedEntry | UnroutedReason {
  if (!active && entry.hostOnly) {
    // Its chance, group or delay decides each turn, and only SillyTavern plays that out.
    if (!isEmbedded(entry)) return 'left-to-sillytavern';
    // Nobody plays it out for a book that is not imported: constant lore is better sent than lost, orders are not lore.
    if (entry.content.trimStart().startsWith('@@')) return 'embedded-only';
  }
  if (isPlaced(entry, input)) return 'placed-elsewhere';
  return { entry, why: 'constant', ...placeOf(entry, input.afterCharToPlanning) };
}

/**
 * Constant entries by position. 0, 1 and 4 are the documented ones. The others have no place of their own in our
 * prompts: 2 and 3 (around the author's note), 7 (an outlet nobody opened) and at-depth entries spoken by user or
 * assistant all mean "late in the prompt", so they stand first in `<worldinfo3>`, with a note; 5 and 6 stand around
 * the examples, as they do in SillyTavern.
 */
function placeOf(
  entry: WorldbookEntry,
  afterCharToPlanning: boolean,
): Pick<RoutedEntry, 'bucket' | 'planning' | 'writing' | 'note'> {
  const both = { planning: true, writing: true };
  switch (entry.position) {
    case 0:
      return { bucket: 'worldinfo2', ...both };
    case 1:
      return { bucket: 'worldinfo3_constant', planning: afterCharToPlanning, writing: true };
    case 4:
      return entry.role === 0
        ? { bucket: 'worldinfo1', ...both }
        : { bucket: 'worldinfo3_constant', ...both, note: 'role-has-no-place' };
    case 5:
      return { bucket: 'examples_before', ...both };
    case 6:
      return { bucket: 'examples_after', ...both };
    default:
      return { bucket: 'worldinfo3_constant', ...both, note: 'position-has-no-place' };
  }
}

/** Only entries at 2, 3 and 7 SillyTavern works into texts that reach us by another way. */
function isPlaced({ position, content }: WorldbookEntry, { placedTexts = [] }: RouteInput): boolean {
  return [2, 3, 7].includes(position) && placedTexts.some((text) => text.includes(content.trim()));
}

function canActivate(entry: WorldbookEntry): boolean {
  return entry.vectorized || entry.hostOnly || entry.keys.some((key) => key.trim() !== '');
}
