import { expect, it } from 'vitest';
import { makeOwnWrites } from '../../../src/host/own-writes.ts';
import { fireRenderEvents } from '../../../src/host/render-events.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

it('fires the three events older scripts wait for, in their order, one listener after the other, as our own', async () => {
  const { ctx, st, emitted } = makeFakeSt();
  const own = makeOwnWrites();
  const seen: string[] = [];
  ctx.eventSource.on('message_edited', async () => {
    await Promise.resolve();
    seen.push(`edited, own: ${String(own.active())}`);
  });
  ctx.eventSource.on('character_message_rendered', () => void seen.push(`rendered, own: ${String(own.active())}`));
  await fireRenderEvents(st, own, 4);
  expect(emitted).toEqual([
    ['message_edited', 4],
    ['message_updated', 4],
    ['character_message_rendered', 4, 'normal'],
  ]);
  expect(seen).toEqual(['edited, own: true', 'rendered, own: true']);
  await Promise.resolve();
  expect(own.active()).toBe(false);
});
