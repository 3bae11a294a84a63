/** AC68: the page is killed at any point of a turn; the next opening shows the turn absent or complete, and the player's text. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as player from '../host/player.mjs';
import { finds, freshChat, gain, played, texts, turnOf, writes } from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';
import { makeVictim, type Victim } from './support/victim.ts';

let stage: Stage;
let victim: Victim;
let coins = 0;

const last = async () => (await timeline(victim.page())).at(-1)!;
const inventory = async () => (await state(victim.page())).inventory['coin'] ?? 0;

/** The next commit is the last thing that happens in the page. */
const hangAtCommit = (): Promise<void> =>
  victim.page().evaluate(() => {
    const { put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      if (this.name === 'outbox') {
        this.transaction.addEventListener('complete', () => {
          for (;;);
        });
      }
      return put.value?.call(this, value, key) as IDBRequest<IDBValidKey>;
    };
  });

beforeAll(async () => {
  stage = await openStage();
  victim = await makeVictim(stage);
  await freshChat(stage);
  stage.model.reset(turnOf('The first coin.', [gain('coin')]));
  await player.send(victim.page(), 'Begin.');
  await played(victim.stage());
  coins = 1;
});
afterAll(async () => {
  await stage?.close();
});

/** Whatever came before: the chat can be played on, and everything counts once. */
afterEach(async () => {
  const before = await inventory();
  stage.model.reset(turnOf('One more coin.', [gain('coin')]));
  await player.send(victim.page(), 'And on.');
  await played(victim.stage());
  expect(await inventory()).toBe(before + 1);
  coins = before + 1;
});

it('AC68: killed while the reply is being written: the input stays, the turn is absent and can be asked for', async () => {
  stage.model.reset([writes('Never seen to its end.', { tokenDelay: 500 })]);
  await player.send(victim.page(), 'Input of a killed writing.');
  await victim.page().locator('#chat .last_mes .mes_text', { hasText: 'Neve' }).waitFor();
  await victim.kill();
  await victim.open();
  expect((await texts(victim.page())).at(-1)).toBe('Input of a killed writing.');
  expect(await inventory()).toBe(coins);
  expect(await last()).toMatchObject({ pageId: null });
  stage.model.reset(turnOf('Written after all.', [gain('coin')]));
  await player.regenerate(victim.page());
  await played(victim.stage());
  expect(await inventory()).toBe(coins + 1);
});

it('AC68: killed before the commit: the prose stays, and its analysis is offered', async () => {
  stage.model.reset([
    writes('Prose that is safe.'),
    { ...finds('Never read.', [gain('coin', 50)]), firstDelay: 60_000 },
  ]);
  await player.send(victim.page(), 'Input of a killed analysis.');
  await expect.poll(() => stage.model.calls.filter(({ kind }) => kind === 'analysis').length).toBe(1);
  await victim.kill();
  await victim.open();
  expect((await texts(victim.page())).slice(-2)).toEqual(['Input of a killed analysis.', 'Prose that is safe.']);
  expect(await last()).toMatchObject({ analysis: 'pending' });
  expect(await inventory()).toBe(coins);
  await victim.page().locator('.narrative-agent-status').first().waitFor();
  stage.model.reset([finds('A coin.', [gain('coin')])]);
  await victim.page().evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), (await last()).floorId);
  expect(await inventory()).toBe(coins + 1);
});

it('AC68: killed between the commit and the chat: the next opening completes it', async () => {
  stage.model.reset(turnOf('Committed and not written down.', [gain('coin')]));
  const file = await player.chatName(victim.page());
  await hangAtCommit();
  await player.type(victim.page(), 'Input of a killed commit.');
  // The page hangs before it could answer.
  victim
    .page()
    .locator('#send_but')
    .click()
    .catch(() => undefined);
  await expect.poll(victim.promised).toBe(1);
  await victim.kill();
  const { messages } = player.readChatFile(stage.dataRoot, 'Marta', file);
  const stored = JSON.stringify(messages.at(-1)?.extra?.['narrative_agent'] ?? null);
  expect(stored).not.toContain('add_item');
  await victim.open();
  await expect.poll(inventory).toBe(coins + 1);
  expect((await texts(victim.page())).slice(-2)).toEqual([
    'Input of a killed commit.',
    'Committed and not written down.',
  ]);
  expect(await last()).toMatchObject({ analysis: 'done' });
  await expect.poll(victim.promised).toBe(0);
});

it('AC68: killed after the chat was changed and before SillyTavern saved it: it is written once', async () => {
  const rows = (await timeline(victim.page())).length;
  stage.model.reset([writes('Rewritten.'), { ...finds('A coin more.', [gain('coin', 2)]), firstDelay: 1_500 }]);
  await player.swipeRight(victim.page());
  await expect.poll(() => stage.model.calls.filter(({ kind }) => kind === 'analysis').length).toBe(1);
  await victim.page().waitForTimeout(500);
  await victim.holdSaves();
  await expect.poll(victim.promised).toBe(1);
  await victim.page().waitForTimeout(300);
  await victim.kill();
  await victim.open();
  await expect.poll(inventory).toBe(coins + 1);
  expect((await timeline(victim.page())).length).toBe(rows);
  expect(await last()).toMatchObject({ activePage: 1, analysis: 'done', edited: false });
  expect((await summaries(victim.page())).at(-1)).toContain('A coin more.');
  await expect.poll(victim.promised).toBe(0);
});

it('AC68: killed after everything was saved: nothing changes', async () => {
  const before = [
    await timeline(victim.page()),
    await summaries(victim.page()),
    await texts(victim.page()),
    await inventory(),
  ];
  await victim.kill();
  await victim.open();
  expect([
    await timeline(victim.page()),
    await summaries(victim.page()),
    await texts(victim.page()),
    await inventory(),
  ]).toEqual(before);
});
