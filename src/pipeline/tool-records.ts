/** Reads the records of tool calls out of the journals of the open chat's runs. */
import { type ChatId, type PageId } from '../domain/ids.ts';
import { type ExecutionRecord } from '../domain/run/execution.ts';
import { type TimelineStore } from '../ports/timeline-store.ts';
import { type RecordFilter, type ToolRecords } from '../ports/tool-records.ts';

const READ_RUNS = 100;
const KNOWN_RUNS = 400;
const DEFAULT_LIMIT = 200;
const MOST_RECORDS = 2_000;

/** @param chatId of the open chat; null when none is open */
export function makeToolRecords(
  store: Pick<TimelineStore, 'runsOfChat' | 'runsOfPage' | 'events'>,
  chatId: () => ChatId | null,
): ToolRecords {
  /** A run that ended does not change any more, so its journal is read once. */
  const known = new Map<string, readonly ExecutionRecord[]>();

  async function recordsOf({ runId, endedAt }: { readonly runId: string; readonly endedAt: number | null }) {
    const before = known.get(runId);
    if (before) return before;
    const events = await store.events(runId as Parameters<typeof store.events>[0]);
    const records = events.flatMap((event) => (event.type === 'tool.finished' ? [event.record] : []));
    if (endedAt !== null) known.set(runId, records);
    for (const oldest of known.keys()) if (known.size > KNOWN_RUNS) known.delete(oldest);
    return records;
  }

  return {
    async find(filter = {}) {
      const chat = chatId();
      if (chat === null) return [];
      const { pageId, runId } = filter;
      const all = pageId === undefined ? await store.runsOfChat(chat) : await store.runsOfPage(pageId as PageId);
      const runs = all
        .filter((run) => run.chatId === chat && (runId === undefined || run.runId === runId))
        .sort((a, b) => a.startedAt - b.startedAt);
      const records = await Promise.all(runs.slice(-READ_RUNS).map(recordsOf));
      const limit = Math.min(Math.max(filter.limit ?? DEFAULT_LIMIT, 0), MOST_RECORDS);
      const found = records.flat().filter((record) => fits(record, filter));
      return limit === 0 ? [] : found.slice(-limit);
    },
  };
}

function fits(record: ExecutionRecord, { floorId, pageId, tool, status }: RecordFilter): boolean {
  return (
    (floorId === undefined || record.floorId === floorId) &&
    (pageId === undefined || record.pageId === pageId) &&
    (tool === undefined || record.tool === tool) &&
    (status === undefined || record.status === status)
  );
}
