/** A chat of twelve native rounds that existed before: offered, estimated, stopped, resumed, and what it leaves. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reloadPage, openCharacter, send } from '../host/player.mjs';
import { followed, freshChat, gain, idle, onDisk, pageErrors, played, statusText, turnOf } from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await freshChat(stage);
  await stage.page.evaluate(async () => {
    const host = SillyTavern.getContext();
    for (let n = 1; n <= 12; n += 1) {
      host.chat.push({ name: 'Traveller', is_user: true, mes: `Input of round ${n}.`, extra: {} });
      host.chat.push({
        name: host.name2,
        is_user: false,
        mes: `Reply of round ${n}: you find a coin.`,
        extra: {},
      });
    }
    await host.saveChat();
    await host.reloadCurrentChat();
  });
  await followed(stage.page);
});
afterAll(async () => {
  await stage?.close();
});

const record = (round: number) => ({ round, summary_entries: [`Found coin ${round}.`], events: [gain('coin')] });
/** One answer for the rounds of a batch: the last stands at the top level. */
const answer = (first: number, last: number, more: object = {}) => ({
  when: 'analysis',
  reply: JSON.stringify({
    summary_entries: [`Found coin ${last}.`],
    events: [gain('coin')],
    earlier: Array.from({ length: last - first }, (_, i) => record(first + i)),
    ...more,
  }),
});
const dialog = () => stage.page.getByRole('dialog', { name: 'Catch up' });
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

it('is offered beside the newest reply, and nothing is sent before it is asked for', async () => {
  await expect.poll(() => statusText(stage.page)).toContain('12 rounds of this chat have no summary yet.');
  expect(stage.model.calls).toEqual([]);
});

it('says what it will cost', async () => {
  await stage.page.getByRole('button', { name: 'Catch up…' }).click();
  await dialog().waitFor();
  expect(await dialog().innerText()).toMatch(/12 rounds .* about 3 calls and \d+ tokens/);
  expect(stage.model.calls).toEqual([]);
});

it('stops between calls, keeps what is done, and resumes with the rest', async () => {
  const { model, page } = stage;
  model.reset([
    answer(1, 5, { opening: { location: 'lamp shop', day: 1, hour: 18, minute: 40 } }),
    { when: 'analysis', fault: 'hang-headers' },
  ]);
  await press('Catch up');
  await expect.poll(() => dialog().innerText()).toContain('5 of 12 rounds done');
  await expect.poll(() => model.calls.length).toBe(2);
  await press('Stop');
  await expect.poll(() => dialog().innerText()).toContain('Stopped at 5 of 12 rounds');
  expect((await state(page)).inventory).toEqual({ coin: 5 });
  model.reset([answer(6, 10), answer(11, 12)]);
  await press('Continue');
  await expect.poll(() => dialog().innerText()).toContain('12 rounds caught up.');
  model.verify();
  await press('Close');
  expect((await state(page)).inventory).toEqual({ coin: 12 });
  expect(await summaries(page)).toHaveLength(12);
});

it('leaves the text as it is and makes a page that says how it came about', async () => {
  const rows = (await timeline(stage.page)).slice(1);
  expect(rows.map(({ analysis }) => analysis)).toEqual(rows.map(() => 'done'));
  const { messages } = await onDisk(stage);
  expect(
    messages
      .filter(({ is_user }) => !is_user)
      .slice(1)
      .map(({ mes }) => mes),
  ).toEqual(Array.from({ length: 12 }, (_, n) => `Reply of round ${n + 1}: you find a coin.`));
  const kinds = await stage.page.evaluate(async () => {
    const { api } = globalThis.NarrativeAgent!;
    const [, second] = api.sessions.timeline();
    return (await api.pages.get(second!.pageId!))?.kind;
  });
  expect(kinds).toBe('reanalysed');
});

it('is in the file: after a reload the state is the same and nothing is offered any more', async () => {
  await reloadPage(stage.page);
  await openCharacter(stage.page, 'Marta');
  await followed(stage.page);
  expect((await state(stage.page)).inventory).toEqual({ coin: 12 });
  expect(await statusText(stage.page)).not.toContain('no summary yet');
});

it('the next turn goes on from it', async () => {
  stage.model.reset(turnOf('One more coin.', [gain('coin')]));
  await send(stage.page, 'I look again.');
  await played(stage);
  expect((await state(stage.page)).inventory).toEqual({ coin: 13 });
  expect((await timeline(stage.page)).at(-1)?.round).toBe(13);
  await idle(stage.page);
  expect(pageErrors(stage)).toEqual([]);
});
