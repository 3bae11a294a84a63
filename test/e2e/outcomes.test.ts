/** How a turn may end in a real SillyTavern: stopped, refused, cut off, before and after the first visible character. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fault } from '../host/model-faults.mjs';
import { readChat, regenerate, send, shownText, swipeLeft, swipeRight, type as writeInput } from '../host/player.mjs';
import {
  clearToasts,
  expectCleanText,
  finds,
  freshChat,
  gain,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  promptOf,
  statusText,
  STOP_LIMIT,
  stopAndMeasure,
  texts,
  turnOf,
  writes,
} from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

const old = 'Marta gives you a coin.';
const fresh = 'The rain drums on the roof and nobody says a word for a long while.';
const opening = [
  'You step into the lamp shop. It is 18:40 and the rain has just begun. Marta looks up.',
  'I wait.',
  old,
];

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});
afterEach(() => clearToasts(stage.page));

/** A chat with one committed round in it. */
async function withRound(stream = true) {
  await freshChat(stage, stream);
  stage.model.reset(turnOf(old, [gain('coin')]));
  await send(stage.page, 'I wait.');
  await played(stage);
}

async function act(action: 'swipe' | 'regenerate') {
  await (action === 'swipe' ? swipeRight(stage.page) : regenerate(stage.page));
}

/** The old reply stands as it stood: in memory, on the screen, on disk, in the world. */
async function expectOldRound() {
  const { page } = stage;
  expect(await texts(page)).toEqual(opening);
  const last = (await readChat(page)).at(-1);
  expect(last).toMatchObject({ swipes: [old], swipe_id: 0 });
  expect(await shownText(page, -1)).toBe(old);
  const disk = (await onDisk(stage)).messages;
  expect(disk.map(({ mes }) => mes)).toEqual(opening);
  expect(disk.at(-1)).toMatchObject({ swipes: [old], swipe_id: 0, extra: { narrative_agent: { analysis: 'done' } } });
  expect((await state(page)).inventory).toEqual({ coin: 1 });
  expect(await summaries(page)).toEqual([`[Round 1] It was told: ${old}`]);
  expect((await timeline(page)).at(-1)).toMatchObject({ round: 1, analysis: 'done', pages: expect.any(Array) });
  await expectCleanText(page);
}

describe('stop before the first visible character', () => {
  beforeAll(() => withRound());

  it('of a swipe and of a regenerate shows the old page', async () => {
    for (const action of ['swipe', 'regenerate'] as const) {
      stage.model.reset([writes('', { fault: 'hang-first' })]);
      await act(action);
      await stage.model.waitForCall('writing', PATIENCE);
      expect(await stopAndMeasure(stage.page), action).toBeLessThan(STOP_LIMIT);
      await played(stage);
      await expectOldRound();
    }
  });

  it('of a send leaves the input, and Retry writes the round', async () => {
    const { page, model } = stage;
    model.reset([writes('', { fault: 'hang-first' })]);
    await send(page, 'I leave.');
    await model.waitForCall('writing', PATIENCE);
    expect(await stopAndMeasure(page)).toBeLessThan(STOP_LIMIT);
    await played(stage);
    expect(await texts(page)).toEqual([...opening, 'I leave.']);
    expect((await onDisk(stage)).messages.map(({ mes }) => mes)).toEqual([...opening, 'I leave.']);
    expect((await state(page)).inventory).toEqual({ coin: 1 });
    await expectCleanText(page);

    model.reset(turnOf('You leave the shop.', [gain('umbrella')]));
    await page.locator('.narrative-agent-status button', { hasText: 'Retry' }).click();
    await played(stage);
    expect(await texts(page)).toEqual([...opening, 'I leave.', 'You leave the shop.']);
    expect((await state(page)).inventory).toEqual({ coin: 1, umbrella: 1 });
    expect((await timeline(page)).map(({ round }) => round)).toEqual([0, 1, 2]);
  });

  it('AC53: while the prompt is still being made ends the turn too', async () => {
    const { page, model } = stage;
    const before = await texts(page);
    await writeInput(page, 'I come back.');
    for (const delay of [0, 20, 60, 120, 250, 500]) {
      model.reset([writes('', { optional: true, fault: 'hang-first' })]);
      const stopped = stopAndMeasure(page, delay);
      await (delay === 0 ? page.locator('#send_but').click() : regenerate(page));
      expect(await stopped, `after ${delay} ms`).toBeLessThan(STOP_LIMIT);
      await played(stage);
      expect(await texts(page), `after ${delay} ms`).toEqual([...before, 'I come back.']);
    }
    model.reset(turnOf('You come back in.', [gain('key')]));
    await regenerate(page);
    await played(stage);
    expect((await state(page)).inventory).toEqual({ coin: 1, umbrella: 1, key: 1 });
  });
});

describe('stop after some prose', () => {
  beforeAll(() => withRound());

  it('keeps what was written, analyses nothing, and the next turn takes it along', async () => {
    const { page, model } = stage;
    model.reset([writes(fresh, { tokenDelay: 250 })]);
    await send(page, 'I listen.');
    await page.locator('#chat .last_mes .mes_text', { hasText: 'The rain' }).waitFor({ timeout: PATIENCE });
    expect(await stopAndMeasure(page)).toBeLessThan(STOP_LIMIT);
    await played(stage);
    const kept = (await texts(page)).at(-1) ?? '';
    expect(fresh.startsWith(kept.trimEnd())).toBe(true);
    expect(kept.length).toBeGreaterThan(7);
    expect((await onDisk(stage)).messages.at(-1)?.mes).toBe(kept);
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 2, partial: true, analysis: 'pending' });
    expect(await statusText(page)).toMatch(/not analysed yet/);
    await expectCleanText(page);

    model.reset([
      writes('Marta lights a lamp.'),
      finds('Marta lit a lamp.', [gain('lamp')], {
        earlier: [{ round: 2, summary_entries: ['It rained.'], events: [gain('puddle')] }],
      }),
    ]);
    await send(page, 'I look at her.');
    await played(stage);
    expect(promptOf(model.calls[1])).toContain('<earlier_rounds>');
    expect(promptOf(model.calls[1])).toContain('The rain');
    expect((await state(page)).inventory).toEqual({ coin: 1, puddle: 1, lamp: 1 });
    expect(await summaries(page)).toEqual([
      `[Round 1] It was told: ${old}`,
      '[Round 2] It rained.',
      '[Round 3] Marta lit a lamp.',
    ]);
    expect((await timeline(page)).slice(-2)).toMatchObject([
      { round: 2, partial: true, analysis: 'done', baseMismatch: false },
      { round: 3, partial: false, analysis: 'done', baseMismatch: false },
    ]);
  });

  it('turn.cancel() of the API stops the stream as the button does', async () => {
    const { page, model } = stage;
    model.reset([writes(fresh, { tokenDelay: 250 })]);
    await regenerate(page);
    await page.locator('#chat .last_mes .mes_text', { hasText: 'The rain' }).waitFor({ timeout: PATIENCE });
    const took = await page.evaluate(async () => {
      const began = performance.now();
      globalThis.NarrativeAgent!.api.turn.cancel();
      while (document.body.dataset['generating'] !== undefined && performance.now() - began < 60_000) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return performance.now() - began;
    });
    expect(took).toBeLessThan(STOP_LIMIT);
    await played(stage);
    expect(model.calls[0]?.aborted).toBe(true);
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 3, partial: true, analysis: 'pending' });
    model.reset(turnOf('Marta lights a lamp.', [gain('lamp')]));
    await regenerate(page);
    await played(stage);
  });

  it('of a swipe keeps the cut page beside the old one', async () => {
    const { page, model } = stage;
    model.reset([writes(fresh, { tokenDelay: 250 })]);
    await swipeRight(page);
    await page.locator('#chat .last_mes .mes_text', { hasText: 'The rain' }).waitFor({ timeout: PATIENCE });
    expect(await stopAndMeasure(page)).toBeLessThan(STOP_LIMIT);
    await played(stage);
    const last = (await readChat(page)).at(-1);
    expect(last?.swipes).toHaveLength(2);
    expect(last?.swipes?.[0]).toBe('Marta lights a lamp.');
    expect((await state(page)).inventory).toEqual({ coin: 1, puddle: 1 });
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 3, partial: true, analysis: 'pending' });
  });
});

describe('stop during the analysis', () => {
  beforeAll(() => withRound());
  const hanging = { when: 'analysis', fault: 'hang-first' } as const;

  const setTail = (tail: 'auto' | 'held') =>
    stage.page.evaluate((value) => {
      const settings = SillyTavern.getContext().extensionSettings;
      settings['narrative_agent'] = { ...(settings['narrative_agent'] as object), pipeline: { tail: value } };
    }, tail);

  it('keeps the prose as pending: held, by the stop button', async () => {
    const { page, model } = stage;
    await setTail('held');
    model.reset([writes('Marta nods.'), hanging]);
    await send(page, 'I nod.');
    await model.waitForCall('analysis', PATIENCE);
    expect(await stopAndMeasure(page)).toBeLessThan(STOP_LIMIT);
    await played(stage);
    expect((await texts(page)).at(-1)).toBe('Marta nods.');
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 2, partial: false, analysis: 'pending' });
    await setTail('auto');
  });

  it('is made up for by “Analyse again”', async () => {
    const { page, model } = stage;
    model.reset([finds('They nodded.', [gain('nod')])]);
    await page.locator('.narrative-agent-status button', { hasText: 'Analyse again' }).click();
    await played(stage);
    expect((await state(page)).inventory).toEqual({ coin: 1, nod: 1 });
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 2, analysis: 'done' });
    expect((await texts(page)).at(-1)).toBe('Marta nods.');
    expect(await summaries(page)).toHaveLength(2);
  });

  it('released, a cancelled analysis can be repeated through the API', async () => {
    const { page, model } = stage;
    model.reset([writes('Marta hums.'), hanging]);
    await send(page, 'I hum.');
    await model.waitForCall('analysis', PATIENCE);
    const took = await page.evaluate(async () => {
      const { turn } = globalThis.NarrativeAgent!.api;
      const began = performance.now();
      turn.cancel();
      await turn.idle();
      return performance.now() - began;
    });
    expect(took).toBeLessThan(STOP_LIMIT);
    const row = (await timeline(page)).at(-1);
    expect(row).toMatchObject({ round: 3, analysis: 'pending' });
    model.reset([finds('They hummed.', [gain('tune')])]);
    const outcome = await page.evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), row!.floorId);
    expect(outcome).toBe('done');
    model.verify();
    expect((await state(page)).inventory).toEqual({ coin: 1, nod: 1, tune: 1 });
  });

  it('released, a swipe, an edit or a deletion of its message ends the analysis', async () => {
    const { page, model } = stage;
    model.reset([writes('Marta yawns.'), hanging, ...turnOf('Marta sighs.', [gain('sigh')])]);
    await send(page, 'I yawn.');
    await model.waitForCall('analysis', PATIENCE);
    await page.waitForFunction(() => !document.body.dataset['generating']);
    await swipeRight(page);
    await played(stage);
    expect((await readChat(page)).at(-1)?.swipes).toEqual(['Marta yawns.', 'Marta sighs.']);
    expect((await state(page)).inventory).toEqual({ coin: 1, nod: 1, tune: 1, sigh: 1 });
    expect((await onDisk(stage)).messages.at(-1)?.swipes).toEqual(['Marta yawns.', 'Marta sighs.']);
  });
});

describe('the server refuses before any prose', () => {
  const refusals: readonly { fault: Fault; says: RegExp }[] = [
    { fault: 'http-401', says: /key was refused/ },
    { fault: 'http-429', says: /limits requests/ },
    { fault: 'http-500', says: /error of its own/ },
  ];

  describe.each([true, false])('streaming: %s', (stream) => {
    beforeAll(() => withRound(stream));

    it('AC14: a swipe and a regenerate leave the old round as it was', async () => {
      for (const [action, fault] of [
        ['regenerate', 'http-500'],
        ['swipe', 'http-429'],
      ] as const) {
        stage.model.reset([writes('', { fault })]);
        await act(action);
        await played(stage);
        await expectOldRound();
        expect(await statusText(stage.page), action).toMatch(fault === 'http-429' ? /limits requests/ : /of its own/);
      }
    });

    it('Retry of a swipe swipes again and costs no old page', async () => {
      const { page, model } = stage;
      model.reset(turnOf('Marta shrugs.', [gain('shrug')]));
      await page.locator('.narrative-agent-status button', { hasText: 'Retry' }).click();
      await model.waitForCall('analysis', PATIENCE);
      await played(stage);
      expect((await readChat(page)).at(-1)).toMatchObject({ swipes: [old, 'Marta shrugs.'], swipe_id: 1 });
      expect((await state(page)).inventory).toEqual({ shrug: 1 });
      await swipeLeft(page);
      await expect.poll(async () => (await state(page)).inventory).toEqual({ coin: 1 });
    });

    it('AC15: a send leaves the input, says why, and Retry works', async () => {
      const { page, model } = stage;
      for (const { fault, says } of refusals) {
        model.reset([writes('', { fault })]);
        if (fault === 'http-401') await send(page, 'I ask for more.');
        else await page.locator('.narrative-agent-status button', { hasText: 'Retry' }).click();
        await model.waitForCall('writing', PATIENCE);
        await played(stage);
        expect(await texts(page), fault).toEqual([...opening, 'I ask for more.']);
        expect((await onDisk(stage)).messages.map(({ mes }) => mes)).toEqual([...opening, 'I ask for more.']);
        expect(await statusText(page)).toMatch(says);
        await expectCleanText(page);
        await clearToasts(page);
      }
      model.reset(turnOf('Marta gives you more.', [gain('coin', 2)]));
      await page.locator('.narrative-agent-status button', { hasText: 'Retry' }).click();
      await model.waitForCall('analysis', PATIENCE);
      await played(stage);
      expect((await state(page)).inventory).toEqual({ coin: 3 });
      expect((await timeline(page)).map(({ round }) => round)).toEqual([0, 1, 2]);
      expect(await statusText(page)).not.toMatch(/Retry/);
    });
  });
});

describe('the answer breaks off in mid-stream', () => {
  beforeAll(() => withRound());

  it.each(['end-quiet', 'error-mid'] as const)('%s: the page is kept as partial and analysed', async (fault) => {
    const { page, model } = stage;
    model.reset([writes(fresh, { fault }), finds('It rained.', [gain('drop')])]);
    await (fault === 'end-quiet' ? send(page, 'I listen.') : swipeRight(page));
    await played(stage);
    const kept = (await texts(page)).at(-1) ?? '';
    expect(fresh.startsWith(kept.trimEnd())).toBe(true);
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 2, partial: true, analysis: 'done' });
    expect((await state(page)).inventory).toEqual({ coin: 1, drop: 1 });
    expect(await statusText(page)).toMatch(/not finished/);
    await expectCleanText(page);
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
