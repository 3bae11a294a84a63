/** Which run a page was made by, also after it was analysed again and when its turn failed. */
import { describe, expect, it } from 'vitest';
import { type PageId, type RunId } from '../../../../src/domain/ids.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer } from '../../../support/story-player.ts';

describe('the run of a page', () => {
  it('is the writing run, also when the page was analysed again with another turn', async () => {
    const player = await makePlayer();
    await player.send('Go', 'First.', [coins(1)], { analysis: 'pending' });
    const first = player.session.timeline().rows[1]!;
    const wrote = await player.session.runOf(first.pageId!);

    await player.send('On', 'Second.', [coins(1)], { earlier: [{ floorId: first.floorId, effects: [coins(2)] }] });
    const now = player.session.timeline().rows[1]!.pageId!;

    expect(now).not.toBe(first.pageId);
    expect((await player.session.runOf(now))?.run.runId).toBe(wrote?.run.runId);
  });

  it('is what a swipe of a page analysed again rewrites from', async () => {
    const player = await makePlayer();
    await player.send('Go', 'First.', [coins(1)]);
    const row = player.session.timeline().rows[1]!;
    await player.session.commit({
      runId: 'again' as RunId,
      floorId: row.floorId,
      pageId: 'again-page' as PageId,
      basePageId: player.session.timeline().rows[0]?.pageId ?? null,
      kind: 'reanalysed',
      chatIndex: row.replyIndex!,
      swipe: row.swipe,
      writtenText: 'First.',
      finalText: 'First.',
      partial: false,
      analysis: 'done',
      effects: [coins(3)],
      messages: [],
      toolOutput: [],
      earlier: [],
      events: [],
    });
    expect(player.session.timeline().rows[1]?.pageId).toBe('again-page');

    player.host.beginSwipe();
    const opened = await player.session.openTurn('swipe', 'swiping' as RunId);

    expect(opened.rewritten).toMatchObject({ pageId: row.pageId, seed: 7 });
  });

  it('is found by the floor for a turn that left no page', async () => {
    const player = await makePlayer();
    await player.send('Go', 'First.', [coins(1)]);
    const opened = await player.failed(
      'normal',
      () => player.host.sendUser('On'),
      () => undefined,
    );

    expect(await player.session.runOfFloor(opened.floorId)).toMatchObject({ pageId: opened.pageId, status: 'failed' });
    expect(await player.session.runOfFloor('unknown' as typeof opened.floorId)).toBeNull();
  });
});
