/** The record of a turn in a real SillyTavern: each call with what came back and how it ended, the writing call too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, swipeRight } from '../host/player.mjs';
import { answers, finds, freshChat, pageErrors, PATIENCE, played, stopAndMeasure, writes } from './support/play.ts';
import { openStage, type Stage } from './support/stage.ts';

const prose = 'Marta trims the wick, and the room comes back out of the dark.';
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

type Ended = { type: string; slot: string; text?: string; code?: string; milliseconds: number; estimate?: number };

/** How the calls of the newest turn ended, failed turns too. */
const endings = async (): Promise<Ended[]> =>
  stage.page.evaluate(async () => {
    const { pages, sessions } = globalThis.NarrativeAgent!.api;
    const run = await pages.run(sessions.timeline().at(-1)?.pageId ?? '');
    return (run?.events ?? []).filter(
      ({ type }) => type === 'call.completed' || type === 'call.failed',
    ) as unknown as Ended[];
  });

/** What the public events said since `hear`. */
const heard = () => stage.page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
const hear = () =>
  stage.page.evaluate(() => {
    const said: string[] = [];
    (globalThis as unknown as { heard: string[] }).heard = said;
    for (const name of ['generation.started', 'generation.completed', 'generation.failed'] as const)
      globalThis.NarrativeAgent!.on(name, ({ slot }) => said.push(`${name} ${slot}`));
  });

describe.each([true, false])('streaming: %s', (stream) => {
  beforeAll(() => freshChat(stage, stream));

  it('a finished writing has its text, its time and its tokens', async () => {
    await hear();
    stage.model.reset([writes(prose), finds('Marta lit the lamp.')]);
    await send(stage.page, 'I wait.');
    await played(stage);
    const [writing, analysis] = await endings();
    expect(writing).toMatchObject({ type: 'call.completed', slot: 'writing', text: prose });
    expect(writing?.milliseconds).toBeGreaterThan(0);
    expect(writing?.estimate).toBeGreaterThan(5);
    expect(analysis).toMatchObject({ type: 'call.completed', slot: 'analysis' });
    expect(await heard()).toEqual([
      'generation.started writing',
      'generation.completed writing',
      'generation.started analysis',
      'generation.completed analysis',
    ]);
  });

  it('the run panel shows it as ended, with its answer', async () => {
    await stage.page.locator('.narrative-agent-status button', { hasText: 'Details' }).click();
    const call = stage.page.locator('.narrative-agent-call[data-slot=writing]');
    await call.waitFor({ timeout: PATIENCE });
    expect(await call.innerText()).not.toMatch(/running|unknown/);
    await call.locator('summary', { hasText: 'answer' }).click();
    expect(await call.innerText()).toContain(prose);
    await stage.page.keyboard.press('Escape');
  });
});

it('a writing that was stopped says so, with what had come', async () => {
  await freshChat(stage);
  stage.model.reset([writes(prose, { tokenDelay: 250 })]);
  await send(stage.page, 'I wait.');
  await stage.page.locator('#chat .last_mes .mes_text', { hasText: 'Marta trims' }).waitFor({ timeout: PATIENCE });
  await stopAndMeasure(stage.page);
  await played(stage);
  const [writing] = await endings();
  expect(writing).toMatchObject({ type: 'call.failed', slot: 'writing', code: 'run.cancelled' });
  expect(writing?.text).toMatch(/^Marta/);
});

it('a writing that broke off says why', async () => {
  stage.model.reset([writes(prose, { fault: 'end-quiet' }), finds('It rained.')]);
  await swipeRight(stage.page);
  await played(stage);
  const [writing] = await endings();
  expect(writing).toMatchObject({ type: 'call.failed', slot: 'writing', code: 'model.cut-stream' });
  expect(prose.startsWith((writing?.text ?? '?').trimEnd())).toBe(true);
});

it('an analysis that could not be read is shown with what the model said', async () => {
  await freshChat(stage);
  const said = 'I would rather talk about the weather.';
  stage.model.reset([writes(prose), answers(said), answers(said)]);
  await send(stage.page, 'I wait.');
  await played(stage);
  expect((await endings()).filter(({ slot }) => slot === 'analysis')).toMatchObject([
    { type: 'call.failed', text: said },
    { type: 'call.failed', text: said },
  ]);
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
