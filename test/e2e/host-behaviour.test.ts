/** What people and SillyTavern do to a chat outside turns, in the real host: the state follows what is left on the path. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as player from '../host/player.mjs';
import { followed, freshChat, gain, idle, pageErrors, played, texts, turnOf } from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

let stage: Stage;
let home = '';

/** A round of one coin and one summary line. */
async function say(n: number): Promise<void> {
  stage.model.reset(turnOf(`Reply ${n}.`, [gain('coin')]));
  await player.send(stage.page, `Input ${n}.`);
  await played(stage);
}
const coins = async (): Promise<number> => (await state(stage.page)).inventory['coin'] ?? 0;
const ids = () => stage.page.evaluate(() => globalThis.NarrativeAgent!.api.sessions.current());

/** Coins, and the numbers of the summary lines: one of each for every round that is left. */
async function leaves(expected: readonly number[]): Promise<void> {
  await expect.poll(coins).toBe(expected.length);
  const rounds = (await summaries(stage.page)).map((line) => Number(/\d+/.exec(line)?.[0]));
  expect(rounds).toEqual(expected);
}

async function openFile(name: string): Promise<void> {
  await player.openChat(stage.page, name);
  await followed(stage.page);
  await idle(stage.page);
}

beforeAll(async () => {
  stage = await openStage();
  await freshChat(stage);
  for (const n of [1, 2, 3, 4]) await say(n);
  home = await player.chatName(stage.page);
});
afterAll(async () => {
  await stage?.close();
});

it('a branch from any message has the state of that message, and its parent keeps its own', async () => {
  const before = await ids();
  await player.branchFrom(stage.page, 4);
  await followed(stage.page);
  await leaves([1, 2]);
  const branch = await ids();
  expect([branch?.chatId, branch?.branchId === before?.branchId]).toEqual([before?.chatId, false]);
  await openFile(home);
  await leaves([1, 2, 3, 4]);
  expect(await ids()).toEqual(before);
});

it('a checkpoint is a branch of its own', async () => {
  await player.slash(stage.page, '/checkpoint-create mesId=6 the third');
  await openFile('the third');
  await leaves([1, 2, 3]);
  await openFile(home);
  await leaves([1, 2, 3, 4]);
});

it('/hide takes a message out of prompts and leaves the state', async () => {
  await player.slash(stage.page, '/hide 4');
  await leaves([1, 2, 3, 4]);
  await player.slash(stage.page, '/unhide 4');
});

it('a message that is moved, of which nobody is told, loses nothing', async () => {
  await player.moveMessage(stage.page, 8, 'up');
  await player.moveMessage(stage.page, 7, 'down');
  await leaves([1, 2, 3, 4]);
  expect(await texts(stage.page)).toContain('Reply 4.');
});

it('what another extension writes is a round without effects, and the next turn goes on from there', async () => {
  await player.slash(stage.page, '/sendas name=Marta Another hand wrote this.');
  await expect.poll(async () => (await timeline(stage.page)).at(-1)?.round).toBe(5);
  await leaves([1, 2, 3, 4]);
  await say(6);
  await leaves([1, 2, 3, 4, 6]);
});

it('AC11: /cut of a round in the middle leaves the fold of the rest, and marks what was built on it', async () => {
  await player.slash(stage.page, '/cut 3-4');
  await leaves([1, 3, 4, 6]);
  expect((await timeline(stage.page)).map(({ round, baseMismatch }) => [round, baseMismatch])).toContainEqual([
    3,
    true,
  ]);
});

it('/del of the last message takes its effects along; the input can be answered anew', async () => {
  await player.slash(stage.page, '/del 1');
  await leaves([1, 3, 4]);
  stage.model.reset(turnOf('Reply 6, anew.', [gain('coin')]));
  await player.regenerate(stage.page);
  await played(stage);
  await leaves([1, 3, 4, 6]);
});

it('a deleted swipe gives way to the candidate that is shown then', async () => {
  stage.model.reset(turnOf('Reply 6, richer.', [gain('coin', 5)]));
  await player.swipeRight(stage.page);
  await played(stage);
  await expect.poll(coins).toBe(8);
  await player.deleteSwipe(stage.page);
  await leaves([1, 3, 4, 6]);
});

it('AC65: a renamed chat is the same branch', async () => {
  const before = await ids();
  home = await player.renameChat(stage.page, 'The renamed one');
  await followed(stage.page);
  expect(await ids()).toEqual(before);
  await leaves([1, 3, 4, 6]);
});

it('no error reached the page', () => {
  expect(pageErrors(stage)).toEqual([]);
});
