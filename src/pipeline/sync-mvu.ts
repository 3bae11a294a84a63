/** Keeps the MVU records on chat[] and the fold in step: what others changed becomes an adjustment, the rest is written anew. */
import { type FloorId, type PageId } from '../domain/ids.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type PathRow } from '../domain/timeline/timeline.ts';
import { adoptDifference, stateTextOf } from '../mvu/adopt-difference.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type MvuHost, type RecordWrite } from '../ports/mvu-host.ts';
import { type JsonObject } from '../shared/json-value.ts';
import { textHash } from '../shared/text-hash.ts';

export interface MvuSyncDeps {
  readonly session: Pick<ChatSession, 'timeline' | 'worldAfter'>;
  readonly host: MvuHost;
  /** Adds effects to the adjustments of the floor's shown page and brings the fold in step. */
  readonly adjust: (floorId: FloorId, effects: readonly Effect[]) => Promise<void>;
}

export interface MvuSync {
  /** Takes over what MVU, its manager or a script changed; resolves to the first row that was adjusted, null when none was. */
  adopt(): Promise<number | null>;
  /**
   * Writes the fold's records; tells how many messages changed (the chat is to be saved then). Without a row it begins
   * where the path differs from the last time, at the latest with the recent rows; after a hand edit name its row.
   */
  project(fromOrdinal?: number): number;
}

/** Rows at the end that are compared with what stands on them; what is older is history. */
const RECENT_ROWS = 20;

/** The last reply, the one before it (a swipe starts there) and an input that waits. */
const STARTING_ROWS = 3;

/** One per opened chat: it remembers what it wrote, to tell a change by others from a path that has moved on. */
export function makeMvuSync({ session, host, adjust }: MvuSyncDeps): MvuSync {
  const written = new Map<PageId, string>();
  let projected: readonly (PageId | null)[] = [];

  const differenceAt = (row: PathRow, ordinal: number): Effect | null => {
    if (row.pageId === null || row.replyIndex === null) return null;
    const found = host.read(row.replyIndex, row.swipe);
    if (!found || written.get(row.pageId) === fingerprint(found)) return null;
    return adoptDifference(session.worldAfter(ordinal).mvu, found, 'external');
  };

  return {
    async adopt() {
      let first: number | null = null;
      const count = session.timeline().rows.length;
      for (let ordinal = Math.max(0, count - RECENT_ROWS); ordinal < count; ordinal += 1) {
        const row = session.timeline().rows[ordinal];
        const difference = row && differenceAt(row, ordinal);
        // Where the fold knows no variables yet, only the rows a turn may start from need them.
        if (!row || !difference || (difference.kind === 'mvu-init' && ordinal < count - STARTING_ROWS)) continue;
        await adjust(row.floorId, [difference]);
        first ??= ordinal;
      }
      return first;
    },
    project(fromOrdinal) {
      const writes: RecordWrite[] = [];
      const pages = session.timeline().rows.map((row) => row.pageId);
      const from = fromOrdinal ?? Math.max(0, Math.min(firstDifference(projected, pages), pages.length - RECENT_ROWS));
      projected = pages;
      session.timeline().rows.forEach((row, ordinal) => {
        if (ordinal < from) return;
        const after = session.worldAfter(ordinal).mvu;
        const before = ordinal === 0 ? null : session.worldAfter(ordinal - 1).mvu;
        if (before) writes.push(...row.inputIndexes.map((index) => ({ index, swipe: 0, record: before })));
        if (!after || row.pageId === null || row.replyIndex === null) return;
        written.set(row.pageId, fingerprint(after));
        writes.push({ index: row.replyIndex, swipe: row.swipe, record: after });
      });
      return host.write(writes);
    },
  };
}

function firstDifference(before: readonly unknown[], after: readonly unknown[]): number {
  const at = after.findIndex((page, i) => page !== before[i]);
  return at < 0 ? after.length : at;
}

const fingerprint = (record: JsonObject): string => textHash(stateTextOf(record));
