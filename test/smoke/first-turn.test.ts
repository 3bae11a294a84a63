/** The shortest proof that it plays: one streaming turn in a real SillyTavern, with the state it leads to. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, shownText } from '../host/player.mjs';
import { finds, gain, idle, statusText, writes } from '../e2e/support/play.ts';
import { openStage, type Stage, state, summaries } from '../e2e/support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

it('one streaming turn: prose, state, summary, two calls', async () => {
  const { page, model } = stage;
  model.reset([
    writes('Marta counts ten coins into your palm.'),
    finds('The player got ten coins from Marta.', [gain('coin', 10)], { opening: { location: 'lamp shop' } }),
  ]);
  await send(page, 'I ask Marta for my wages.');
  await idle(page);
  model.verify();
  expect(await shownText(page, -1)).toBe('Marta counts ten coins into your palm.');
  expect(await state(page)).toMatchObject({ inventory: { coin: 10 }, location: 'lamp shop' });
  expect(await summaries(page)).toEqual(['[Round 1] The player got ten coins from Marta.']);
  expect(await statusText(page)).toMatch(/2 calls/);
  expect(stage.pageErrors).toEqual([]);
});
