/** AC60: pruning at random moments of random play takes records of runs only, and nothing that a path needs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pruneRuns } from '../../src/pipeline/chat-session/prune-runs.ts';
import { type Model, startModel, type Step, take } from '../support/story-model.ts';

const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(1_000), fc.nat(50), fc.nat(50));
const keeps = fc.record({
  keepCompletedRuns: fc.nat(3),
  keepFailedRuns: fc.nat(2),
  maxRunWorkspacesPerChat: fc.nat(4),
  autoPruneAfterDays: fc.nat(1),
});

async function pruneOnce({ player }: Model, keep: Parameters<typeof pruneRuns>[2]): Promise<void> {
  const { store, session } = player;
  const { chatId, branchId, rows } = session.timeline();
  const world = session.head();
  const pages = await store.pagesOfChat(chatId);
  const runs = await store.runsOfChat(chatId);
  const needed = new Set(rows.at(-1)?.swipePages ?? []);
  for (const branch of await store.branchesOfChat(chatId)) {
    if (branch.branchId === branchId) continue;
    const chunks = await store.chunks(branch.branchId);
    const shown = chunks.find(({ chunkId }) => chunkId === branch.chunkIds.at(-1))?.rows.at(-1)?.page;
    if (shown) needed.add(shown.pageId);
  }
  const before = new Map(await Promise.all(runs.map(async ({ runId }) => [runId, await store.events(runId)] as const)));
  const pruned = await pruneRuns(store, { chatId, needed: new Set(rows.at(-1)?.swipePages ?? []) }, keep, 1e12);

  const left = await store.runsOfChat(chatId);
  const gone = new Set(pruned.runs);
  expect(new Set(left.map(({ runId }) => runId))).toEqual(
    new Set(runs.map(({ runId }) => runId).filter((runId) => !gone.has(runId))),
  );
  for (const run of runs.filter(({ runId }) => gone.has(runId))) {
    expect(run.status).not.toBe('running');
    expect(needed).not.toContain(run.pageId);
    expect(await store.events(run.runId)).toEqual([]);
  }
  expect(await store.pagesOfChat(chatId)).toEqual(pages);
  expect(session.head()).toEqual(world);
  const journals = await Promise.all(left.map(async ({ runId }) => [runId, await store.events(runId)] as const));
  const added = journals.flatMap(([runId, events]) => events.slice(before.get(runId)?.length ?? 0));
  const keeper = left.some(({ status }) => status !== 'running');
  expect(added).toHaveLength(keeper && gone.size > 0 ? 1 : 0);
  for (const note of added) expect(note).toMatchObject({ type: 'note', code: 'retention.pruned' });
  expect((await pruneRuns(store, { chatId, needed }, keep, 1e12)).runs).toEqual([]);
}

describe('AC60: retention', () => {
  it('takes no page, no state and no run a swipe of any branch rewrites from, and notes what went', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, keeps), { minLength: 12, maxLength: 12 }), async (played) => {
        const model = await startModel();
        for (const [each, keep] of played) {
          await take(model, [each[0] % 2 === 0 ? 0 : each[0], each[1], each[2]]);
          await pruneOnce(model, keep);
        }
        const world = model.player.session.head();
        await model.player.host.save();
        await model.player.reopen();
        expect(model.player.session.head()).toEqual(world);
      }),
      { numRuns: 40 },
    );
  });
});
