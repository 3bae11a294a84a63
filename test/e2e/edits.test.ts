/** What a player sets by hand, in a real SillyTavern: it stays over swipe, reload and another browser, and can be undone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../host/chromium.mjs';
import { openCharacter, openPage, reloadPage, send, swipeLeft, swipeRight } from '../host/player.mjs';
import {
  finds,
  followed,
  freshChat,
  gain,
  idle,
  lose,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  turnOf,
  writes,
} from './support/play.ts';
import { openStage, type Stage, state } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await freshChat(stage);
  stage.model.reset(turnOf('Marta gives you three coins.', [gain('coin', 3)]));
  await send(stage.page, 'I ask for coins.');
  await idle(stage.page);
});
afterAll(async () => {
  await stage?.close();
});

type Edit = 'set' | 'lock' | 'unlock' | 'undo' | 'redo';

const edit = (name: Edit, path = '', value: string | number | null = null): Promise<string | boolean> =>
  stage.page.evaluate<string | boolean, [Edit, string, string | number | null]>(
    ([op, at, to]) => {
      const { state: by } = globalThis.NarrativeAgent!.api;
      if (op === 'set') return by.set(at, to);
      return op === 'lock' || op === 'unlock' ? by[op](at) : by[op]();
    },
    [name, path, value],
  );
const goods = async () => (await state(stage.page)).inventory;

it('a value set by hand counts at once and reaches the file', async () => {
  await edit('set', 'inventory.coin', 50);
  expect(await goods()).toEqual({ coin: 50 });
  const { header } = await onDisk(stage);
  expect(JSON.stringify(header.chat_metadata['narrative_agent'])).toContain('/game/inventory/coin');
});

it('the next turn starts from it, and so does each swipe of that turn', async () => {
  const { page, model } = stage;
  model.reset([
    writes('You pay ten.'),
    finds('Ten were paid.', [lose('coin', 10)]),
    writes('You pay twenty.'),
    finds('Twenty were paid.', [lose('coin', 20)]),
  ]);
  await send(page, 'I pay.');
  await idle(page);
  expect(await goods()).toEqual({ coin: 40 });
  await swipeRight(page);
  await played(stage);
  expect(await goods()).toEqual({ coin: 30 });
});

it('an edit of the newest round is folded after whichever candidate is shown', async () => {
  const { page } = stage;
  await edit('set', 'location', 'cellar');
  expect((await state(page)).location).toBe('cellar');
  await swipeLeft(page);
  await expect.poll(goods).toEqual({ coin: 40 });
  expect((await state(page)).location).toBe('cellar');
});

it('what is locked no model changes', async () => {
  const { page, model } = stage;
  await edit('lock', 'inventory.coin');
  model.reset([writes('A thief takes your coins.'), finds('Coins were taken.', [lose('coin', 5), gain('note')])]);
  await send(page, 'I sleep.');
  await played(stage);
  expect(await goods()).toEqual({ coin: 40, note: 1 });
});

it('undo and redo step back and forth', async () => {
  await edit('set', 'inventory.note', 7);
  expect(await goods()).toEqual({ coin: 40, note: 7 });
  expect(await edit('undo')).toBe(true);
  expect(await goods()).toEqual({ coin: 40, note: 1 });
  expect(await edit('redo')).toBe(true);
  expect(await goods()).toEqual({ coin: 40, note: 7 });
});

it('everything survives a reload', async () => {
  const { page } = stage;
  const before = await state(page);
  await reloadPage(page);
  await openCharacter(page, 'Marta');
  await followed(page);
  expect(await state(page)).toEqual(before);
  expect(await edit('undo')).toBe(true);
  expect(await goods()).toEqual({ coin: 40, note: 1 });
});

it(
  'another browser sees the edits and the lock, and can undo them',
  async () => {
    const before = await state(stage.page);
    const other = await launchChromium();
    try {
      const page = await openPage(other, stage.url);
      page.setDefaultTimeout(PATIENCE);
      await openCharacter(page, 'Marta');
      await followed(page);
      expect(await state(page)).toEqual(before);
      expect(await page.evaluate(() => globalThis.NarrativeAgent!.api.state.redo())).toBe(true);
      expect((await state(page)).inventory).toEqual({ coin: 40, note: 7 });
      await page.evaluate(() => globalThis.NarrativeAgent!.api.state.undo());
    } finally {
      await other.close();
    }
  },
  3 * PATIENCE,
);

it('unlocking lets the story change it again', async () => {
  const { page, model } = stage;
  // The other browser wrote the file: this one must read it before it writes again.
  await reloadPage(page);
  await openCharacter(page, 'Marta');
  await followed(page);
  await edit('unlock', 'inventory.coin');
  model.reset([writes('You pay four.'), finds('Four were paid.', [lose('coin', 4)])]);
  await send(page, 'I pay again.');
  await played(stage);
  expect((await goods())['coin']).toBe(36);
});

it('a path that leads nowhere and a value that does not fit are refused', async () => {
  const before = await state(stage.page);
  for (const [path, value] of [
    ['inventory.coin', 'many'],
    ['nonsense.coin', 3],
    ['flags.__proto__', 1],
    ['', 1],
  ] as const) {
    await expect(edit('set', path, value), path).rejects.toThrow();
  }
  expect(await state(stage.page)).toEqual(before);
  expect(pageErrors(stage)).toEqual([]);
});
