/** AC36: two tabs on one chat: the lock goes to one of them, and what gets past it commits one page a run. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NarrativeError } from '../../src/domain/errors.ts';
import { type RunId } from '../../src/domain/ids.ts';
import { type Run } from '../../src/domain/run/run.ts';
import { openChatSession } from '../../src/pipeline/chat-session/open-chat-session.ts';
import { type ChatClaim } from '../../src/ports/chat-ownership.ts';
import { type ChatSession, type CommitRequest, type OpenedTurn } from '../../src/ports/chat-session.ts';
import { makeMemoryStore } from '../../src/storage/memory/memory-store.ts';
import { emptyTables } from '../../src/storage/memory/tables.ts';
import { makeLeaseOwnership, makeMemoryLeases } from '../../src/storage/ownership/lease-ownership.ts';
import { coins } from '../support/reply-mirror.ts';
import { makePlayer } from '../support/story-player.ts';

const place = { owner: 'mira.png', file: 'one' };

describe('one chat in several tabs', () => {
  it('I24: is held by one of them at most, whoever claims, takes over, lets go or falls asleep', async () => {
    const step = fc.tuple(
      fc.constantFrom('claim', 'take over', 'let go', 'look', 'time passes'),
      fc.nat(2),
      fc.nat(60_000),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let now = 0;
        // No tab renews its lease by itself: each sleeps as deeply as a browser lets it.
        const clock = { now: () => now, sleep: () => new Promise<void>(() => undefined) };
        const table = makeMemoryLeases();
        const log = { debug: () => undefined, warn: () => undefined };
        const tabs = ['one', 'two', 'three'].map((tab) => makeLeaseOwnership({ table, clock, tab, log }));
        const claims: (ChatClaim | null)[] = [null, null, null];
        for (const [what, tab, time] of steps) {
          if (what === 'time passes') now += time;
          else if (what === 'look') await claims[tab]?.confirm();
          else if (what === 'let go') {
            claims[tab]?.release();
            claims[tab] = null;
          } else if (!claims[tab]?.held || claims[tab].lost.aborted) {
            const claim = await (what === 'claim' ? tabs[tab]?.claim(place) : tabs[tab]?.takeOver(place));
            claims[tab] = claim ?? null;
          }
          const held = await Promise.all(
            claims.map((claim) => (claim?.held ? claim.confirm() : Promise.resolve(false))),
          );
          expect(held.filter(Boolean).length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('I24: commits one page for a run and lets one run into a round, whatever the order of their steps', async () => {
    const step = fc.tuple(fc.constantFrom('open', 'commit', 'commit for the other', 'fail'), fc.nat(1));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const tables = emptyTables();
        const player = await makePlayer(makeMemoryStore(tables));
        player.host.sendUser('Go.');
        const tabs: readonly ChatSession[] = [
          player.session,
          (await openChatSession(player.deps)) ?? expect.fail('no chat'),
        ];
        const runs: { tab: number; runId: RunId; opened: OpenedTurn; chatIndex: number; text: string }[] = [];
        const done = new Set<RunId>();
        const own = (tab: number) => runs.findLast((run) => run.tab === tab && !done.has(run.runId));
        for (const [what, tab] of steps) {
          const run = what === 'open' ? undefined : own(what === 'commit for the other' ? 1 - tab : tab);
          if (what === 'open' && !own(tab)) {
            const runId = `run ${runs.length}` as RunId;
            await tabs[tab]?.reconcile('turn');
            const opened = await tabs[tab]?.openTurn('normal', runId).catch(conflict);
            if (opened) runs.push({ tab, runId, opened, chatIndex: -1, text: `Reply of ${runId}.` });
          } else if (run && what === 'fail') {
            const { opened, runId } = run;
            await tabs[tab]?.failTurn(opened, { ...failed, floorId: opened.floorId, pageId: opened.pageId, runId }, []);
            done.add(runId);
          } else if (run) {
            const chatIndex = run.chatIndex < 0 ? player.host.addReply(run.text) : run.chatIndex;
            run.chatIndex = chatIndex;
            const request = requestOf(run);
            const committed = await tabs[tab]?.commit(request).catch(conflict);
            if (committed) {
              done.add(run.runId);
              // A tab that heard nothing of it does it again.
              await tabs[1 - tab]?.commit(request).catch(conflict);
            }
          }
          const open = [...tables.floors.values()].filter(({ status }) => status === 'generating');
          const inside = runs.filter(
            ({ runId, opened }) => !done.has(runId) && open.some((f) => f.floorId === opened.floorId),
          );
          expect(new Set(inside.map(({ opened }) => opened.floorId)).size).toBe(inside.length);
          const pages = [...tables.pages.values()];
          expect(new Set(pages.map(({ text }) => text)).size).toBe(pages.length);
        }
      }),
    );
  });
});

const failed: Omit<Run, 'runId' | 'floorId' | 'pageId'> = {
  ...{ type: 'normal', schedule: 'merged', status: 'failed', step: 'write', startedAt: 0, endedAt: 1, rungs: [] },
  ...{ error: null, seed: 1, plan: null, planBasis: null },
};

function conflict(error: unknown): null {
  if (error instanceof NarrativeError && error.code === 'floor.conflict') return null;
  throw error;
}

function requestOf(run: { runId: RunId; opened: OpenedTurn; chatIndex: number; text: string }): CommitRequest {
  const { opened, runId, chatIndex, text } = run;
  return {
    ...{ runId, chatIndex, swipe: 0, floorId: opened.floorId, pageId: opened.pageId },
    ...{ basePageId: opened.basePageId, kind: 'generated', writtenText: text, finalText: text, partial: false },
    ...{ analysis: 'done', effects: [coins(1)], messages: [], toolOutput: [], earlier: [], events: [] },
  };
}
