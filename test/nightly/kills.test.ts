/** AC68: killed for real at moments spread over everything that is written, a chat opens with each deed done or not done. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/domain/dice/seeded-random.ts';
import * as player from '../host/player.mjs';
import { finds, followed, freshChat, gain, onDisk, played, texts, turnOf, writes } from '../e2e/support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from '../e2e/support/stage.ts';
import { makeVictim, type Victim } from '../e2e/support/victim.ts';

/** Kills of each deed. */
const MOMENTS = 6;
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
const random = seededRandom(seed);

let stage: Stage;
let victim: Victim;
let kills = 0;
let turns = 0;

const page = () => victim.page();
const rows = () => timeline(page());
const last = async () => (await rows()).at(-1)!;
const items = async (): Promise<Record<string, number>> => ({ ...(await state(page())).inventory });

/** What is in the chat before the deed must be there after it. */
async function look() {
  return { texts: await texts(page()), items: await items(), lines: (await summaries(page())).length };
}

/** A turn that is played to its end; the item it brings. */
async function playTurn(): Promise<string> {
  const item = `lamp ${(turns += 1)}`;
  stage.model.reset(turnOf(`You buy ${item}.`, [gain(item)]));
  await player.send(page(), `I buy ${item}.`);
  await played(victim.stage());
  return item;
}

/** Slow enough that a kill finds it at work. */
const slowTurn = (prose: string, item: string) => [
  writes(prose, { tokenDelay: 60, optional: true }),
  { ...finds(`It was told: ${prose}`, [gain(item)]), firstDelay: 250, optional: true },
];

/** Starts the deed, waits for the moment, kills, opens again; nothing that was promised is left undone. */
async function killedAfter(wait: number, deed: () => Promise<unknown>): Promise<void> {
  deed().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, wait));
  await victim.kill();
  kills += 1;
  await victim.open();
  await expect.poll(victim.promised).toBe(0);
}

/** Every moment of `longest` milliseconds, one of each part. */
const moments = (longest: number): number[] =>
  Array.from({ length: MOMENTS }, (_, part) => Math.round(((part + random.next()) / MOMENTS) * longest));

beforeAll(async () => {
  console.log(`KILL_SEED=${seed}`);
  stage = await openStage();
  victim = await makeVictim(stage);
  await freshChat(stage);
  await playTurn();
});
afterAll(async () => {
  console.log(`${kills} kills`);
  await stage?.close();
});

/** Whatever came before, the story goes on. */
afterEach(async () => {
  const before = await items();
  const item = await playTurn();
  expect(await items()).toEqual({ ...before, [item]: 1 });
});

describe('AC68: killed for real', () => {
  it.each(moments(2_600))('%i ms into a turn: the turn is absent or complete, the input is there', async (wait) => {
    const before = await look();
    const item = `oil ${(turns += 1)}`;
    const [input, prose] = [`I ask for ${item}.`, `Marta hands you ${item} across the counter.`];
    stage.model.reset(slowTurn(prose, item));
    await player.type(page(), input);
    await killedAfter(wait, async () => {
      await page().locator('#send_but').click();
    });
    const now = await look();
    expect(now.texts.slice(0, before.texts.length)).toEqual(before.texts);
    const [said, told] = now.texts.slice(before.texts.length);
    // SillyTavern itself saves the input; a kill before that finds it in nobody's hands but the text field's.
    if (said === undefined && wait < 500) {
      expect(now).toEqual(before);
      return;
    }
    expect(said).toBe(input);
    const { analysis, pageId, floorId } = await last();
    const whole = now.items[item] === 1;
    expect(now.items).toEqual(whole ? { ...before.items, [item]: 1 } : before.items);
    expect(now.lines).toBe(before.lines + (whole ? 1 : 0));
    if (told === undefined) expect([whole, pageId]).toEqual([false, null]);
    else expect([prose.startsWith(told.replace(/…$/, '')), analysis === 'done']).toEqual([true, whole]);
    if (told === undefined || whole) return;
    stage.model.reset([finds('Found after all.', [gain(item)])]);
    await page().evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), floorId);
    expect(await items()).toEqual({ ...before.items, [item]: 1 });
  });

  it.each(moments(2_600))('%i ms into a swipe: one candidate counts, and the old one is kept', async (wait) => {
    const old = await playTurn();
    const before = await look();
    const { [old]: _gone, ...without } = before.items;
    const item = `wick ${(turns += 1)}`;
    const prose = `You take ${item} instead.`;
    stage.model.reset(slowTurn(prose, item));
    await killedAfter(wait, () => player.swipeRight(page()));
    const now = await look();
    const [first] = (await player.readChat(page())).at(-1)?.swipes ?? [];
    expect([now.texts.length, first]).toEqual([before.texts.length, before.texts.at(-1)]);
    expect(now.texts.slice(0, -1)).toEqual(before.texts.slice(0, -1));
    const { analysis, activePage } = await last();
    if (activePage === 0) expect(now).toEqual(before);
    else expect(now.items).toEqual(analysis === 'done' ? { ...without, [item]: 1 } : without);
  });

  it.each(moments(1_200))('%i ms into an edit: the old words or the new ones, and what they did', async (wait) => {
    const before = await look();
    const index = before.texts.length - 1;
    const words = `Edited words ${(turns += 1)}.`;
    await killedAfter(wait, () => player.editMessage(page(), index, words));
    const now = await look();
    expect([before.texts[index], words]).toContain(now.texts[index]);
    expect({ ...now, texts: now.texts.slice(0, index) }).toEqual({ ...before, texts: before.texts.slice(0, index) });
    expect(await last()).toMatchObject({ analysis: 'done', edited: now.texts[index] === words });
  });

  it.each(moments(900))('%i ms into “analyse again”: what was found before or what is found now', async (wait) => {
    const old = await playTurn();
    const before = await look();
    const { [old]: _gone, ...without } = before.items;
    const item = `flint ${(turns += 1)}`;
    const { floorId } = await last();
    stage.model.reset([{ ...finds('Found again.', [gain(item)]), firstDelay: 250, optional: true }]);
    await killedAfter(wait, () =>
      page().evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), floorId),
    );
    const now = await look();
    expect([now.texts, now.lines]).toEqual([before.texts, before.lines]);
    expect([before.items, { ...without, [item]: 1 }]).toContainEqual(now.items);
    expect((await last()).analysis).toBe('done');
  });

  it.each(moments(400))('%i ms into the return of a candidate: it is a swipe again or it can be one', async (wait) => {
    await playTurn();
    const gone = (await last()).pageId!;
    const words = (await texts(page())).at(-1)!;
    const item = `globe ${(turns += 1)}`;
    stage.model.reset(turnOf(`You find ${item}.`, [gain(item)]));
    await player.regenerate(page());
    await played(victim.stage());
    const before = await look();
    await killedAfter(wait, () => page().evaluate((id) => globalThis.NarrativeAgent!.api.pages.restore(id), gone));
    expect(await look()).toEqual(before);
    await page().evaluate((id) => globalThis.NarrativeAgent!.api.pages.restore(id), gone);
    const { swipes = [] } = (await player.readChat(page())).at(-1)!;
    expect([swipes.length, swipes.filter((text) => text === words).length]).toEqual([2, 1]);
    expect((await last()).pages).toContain(gone);
    expect(await look()).toEqual(before);
  });

  const record = (round: number) => ({ round, summary_entries: [`Found ${round}.`], events: [gain(`coin ${round}`)] });
  const batch = (first: number, final: number) => ({
    ...{ when: 'analysis' as const, firstDelay: 250, optional: true },
    reply: JSON.stringify({
      ...{ summary_entries: [`Found ${final}.`], events: [gain(`coin ${final}`)] },
      earlier: Array.from({ length: final - first }, (_, n) => record(first + n)),
    }),
  });

  it.each(moments(1_500))('%i ms into catching up: a round is caught up or it is offered again', async (wait) => {
    await freshChat(victim.stage());
    await page().evaluate(async () => {
      const host = SillyTavern.getContext();
      for (let n = 1; n <= 10; n += 1) {
        host.chat.push({ name: 'Traveller', is_user: true, mes: `Input of round ${n}.`, extra: {} });
        host.chat.push({ name: host.name2, is_user: false, mes: `Reply of round ${n}: you find a coin.`, extra: {} });
      }
      await host.saveChat();
      await host.reloadCurrentChat();
    });
    await followed(page());
    const before = await look();
    stage.model.reset([batch(1, 5), batch(6, 10)]);
    await page().getByRole('button', { name: 'Catch up…' }).click();
    const dialog = page().getByRole('dialog', { name: 'Catch up' });
    await dialog.waitFor();
    await killedAfter(wait, () => dialog.getByRole('button', { name: 'Catch up', exact: true }).click());
    const now = await look();
    expect(now.texts).toEqual(before.texts);
    const done = (await rows()).filter(({ round, analysis }) => round > 0 && analysis === 'done');
    expect([0, 5, 10]).toContain(done.length);
    expect(now.items).toEqual(Object.fromEntries(done.map(({ round }) => [`coin ${round}`, 1])));
    expect(now.lines).toBe(done.length);
    const { messages } = await onDisk(victim.stage());
    expect(messages.map(({ mes }) => mes)).toEqual(before.texts);
  });

  it('was killed often enough', () => {
    expect(kills).toBe(6 * MOMENTS);
  });
});
