/** Records of tool calls, read back from the journals of the open chat. */
import { describe, expect, it } from 'vitest';
import { type ChatId, type RunId } from '../../../src/domain/ids.ts';
import { type RunEvent } from '../../../src/domain/run/run.ts';
import { makeToolRecords } from '../../../src/pipeline/tool-records.ts';
import { type StoredRun } from '../../../src/ports/timeline-store.ts';

const run = (runId: string, startedAt: number, chatId = 'c'): StoredRun =>
  ({ runId, startedAt, endedAt: startedAt + 1, chatId }) as unknown as StoredRun;

const finished = (tool: string, pageId: string, status = 'success'): RunEvent =>
  ({ type: 'tool.finished', record: { tool, pageId, floorId: 'f', status } }) as unknown as RunEvent;

function records(open: string | null = 'c') {
  const read: string[] = [];
  const journals: Record<string, RunEvent[]> = {
    old: [finished('tide', 'p1'), { type: 'step.started' } as RunEvent],
    new: [finished('log', 'p2'), finished('tide', 'p2', 'denied')],
    other: [finished('tide', 'p9')],
  };
  const store = {
    runsOfChat: () => Promise.resolve([run('new', 20), run('old', 10)]),
    runsOfPage: (pageId: string) =>
      Promise.resolve(pageId === 'p2' ? [run('new', 20)] : pageId === 'p9' ? [run('other', 5, 'another')] : []),
    events(runId: RunId) {
      read.push(runId);
      return Promise.resolve(journals[runId] ?? []);
    },
  };
  return { read, records: makeToolRecords(store, () => open as ChatId | null) };
}

describe('records of tools', () => {
  it('come oldest first, and a journal is read once', async () => {
    const { records: found, read } = records();
    expect((await found.find()).map(({ tool }) => tool)).toEqual(['tide', 'log', 'tide']);
    await found.find();
    expect(read).toEqual(['old', 'new']);
  });

  it('are found by page, tool, status, and the newest so many', async () => {
    const { records: found } = records();
    expect(await found.find({ pageId: 'p2' })).toHaveLength(2);
    expect(await found.find({ tool: 'tide' })).toHaveLength(2);
    expect(await found.find({ status: 'denied' })).toMatchObject([{ tool: 'tide', pageId: 'p2' }]);
    expect(await found.find({ limit: 1 })).toMatchObject([{ pageId: 'p2', status: 'denied' }]);
    expect(await found.find({ limit: 0 })).toEqual([]);
    expect(await found.find({ runId: 'old' })).toMatchObject([{ pageId: 'p1' }]);
  });

  it('of another chat, or without one, are none', async () => {
    expect(await records().records.find({ pageId: 'p9' })).toEqual([]);
    expect(await records(null).records.find()).toEqual([]);
  });
});
