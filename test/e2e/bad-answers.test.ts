/** Answers of the analysis as bad models give them, in a real SillyTavern: read where they can be, never at the prose's cost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../host/player.mjs';
import {
  answers,
  expectCleanText,
  finds,
  freshChat,
  gain,
  pageErrors,
  played,
  promptOf,
  statusText,
  texts,
  turnOf,
  writes,
} from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

const journal = () =>
  stage.page.evaluate(async () => {
    const { pages, sessions } = globalThis.NarrativeAgent!.api;
    const run = await pages.run(sessions.timeline().at(-1)?.pageId ?? '');
    return run?.events ?? [];
  });

/** What an answer says of one round: one item, a summary with a quote in it. */
const record = (item: string) => ({ summary_entries: [`She said yes to the ${item}.`], events: [gain(item)] });
const strict = (item: string): string => JSON.stringify(record(item));

const forms: readonly { name: string; form: (item: string) => string }[] = [
  {
    name: 'fenced, with words around',
    form: (item) => `Here it is:\n\`\`\`json\n${strict(item)}\n\`\`\`\nAnything else?`,
  },
  {
    name: 'trailing commas',
    form: (item) =>
      `{"summary_entries":["She said yes to the ${item}.",],"events":[{"type":"add_item","params":{"item":"${item}","quantity":1,},},],}`,
  },
  {
    name: 'comments',
    form: (item) =>
      `{ // the round\n"summary_entries":["She said yes to the ${item}."], /* one */ "events":${JSON.stringify([gain(item)])}}`,
  },
  {
    name: 'thinking before it',
    form: (item) => `<think>Perhaps {"summary_entries":["no"],"events":[{"type":"add_item"}]}?</think>${strict(item)}`,
  },
  { name: 'two objects', form: (item) => `{"summary_entries":["draft"],"events":[]}\nCorrected:\n${strict(item)}` },
  { name: 'an object of something else first', form: (item) => `{"status":"ok"}\n${strict(item)}` },
  {
    name: 'full-width quotes and colons',
    form: (item) =>
      strict(item)
        .replace(/"([^"]*)"/g, '“$1”')
        .replaceAll(':', '：')
        .replaceAll(',', '，'),
  },
  { name: 'a string inside a string', form: (item) => JSON.stringify(strict(item)) },
  {
    name: 'raw quotes inside a string',
    form: (item) => `{"summary_entries":["She said "yes" to the ${item}."],"events":${JSON.stringify([gain(item)])}}`,
  },
];

describe('an answer that can be read', () => {
  beforeAll(() => freshChat(stage));

  it.each(forms)('$name', async ({ name, form }) => {
    const { page, model } = stage;
    const item = `thing ${forms.findIndex((each) => each.name === name)}`;
    const before = (await state(page)).inventory;
    const round = (await summaries(page)).length + 1;
    model.reset([writes('Marta talks.'), answers(form(item))]);
    await send(page, 'I listen.');
    await played(stage);
    expect((await state(page)).inventory).toEqual({ ...before, [item]: 1 });
    expect((await summaries(page)).at(-1)?.replaceAll('"', '')).toBe(`[Round ${round}] She said yes to the ${item}.`);
    expect((await timeline(page)).at(-1)).toMatchObject({ round, analysis: 'done' });
    expect((await texts(page)).at(-1)).toBe('Marta talks.');
  });
});

describe('an answer that is cut off', () => {
  beforeAll(() => freshChat(stage));

  it('keeps its complete events and says what is lost', async () => {
    const { page, model } = stage;
    const whole = JSON.stringify({
      summary_entries: ['Things were found.'],
      events: [gain('cup'), gain('bowl'), gain('jug')],
    });
    model.reset([writes('You find things.'), answers(whole.slice(0, whole.indexOf('jug') + 2))]);
    await send(page, 'I search.');
    await played(stage);
    expect((await state(page)).inventory).toEqual({ cup: 1, bowl: 1 });
    expect(await summaries(page)).toEqual(['[Round 1] Things were found.']);
    expect((await timeline(page)).at(-1)).toMatchObject({ analysis: 'done' });
    expect(await journal()).toContainEqual(
      expect.objectContaining({ type: 'rung.used', rung: 'salvage', detail: '1 lost' }),
    );
    expect(await statusText(page)).toMatch(/answer is incomplete/);
    await expectCleanText(page);
  });
});

describe('an answer that cannot be read', () => {
  beforeAll(() => freshChat(stage));
  const nonsense = 'The player talked and Marta smiled at the rain.';

  it('is repaired by one call', async () => {
    const { page, model } = stage;
    model.reset([writes('Marta smiles.'), answers(nonsense), finds('She smiled.', [gain('smile')])]);
    await send(page, 'I smile.');
    await played(stage);
    const [, first, repair] = model.calls;
    expect(promptOf(repair)).toContain(nonsense);
    expect(repair?.body.messages?.length).toBe((first?.body.messages?.length ?? 0) + 2);
    expect((await state(page)).inventory).toEqual({ smile: 1 });
    expect(await statusText(page)).toMatch(/3 calls/);
  });

  it('AC16: twice: the prose stays, the round is failed, and the next turn takes it along', async () => {
    const { page, model } = stage;
    model.reset([writes('Marta laughs.'), answers(nonsense), answers(nonsense)]);
    await send(page, 'I joke.');
    await played(stage);
    expect((await texts(page)).at(-1)).toBe('Marta laughs.');
    expect((await state(page)).inventory).toEqual({ smile: 1 });
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 2, analysis: 'failed' });
    expect(await statusText(page)).toMatch(/analysis of this round failed/i);
    expect(await statusText(page)).toMatch(/Analyse again/);
    await expectCleanText(page);

    model.reset([
      writes('Marta is quiet.'),
      finds('Quiet fell.', [gain('silence')], {
        earlier: [{ round: 2, summary_entries: ['She laughed.'], events: [gain('laugh')] }],
      }),
    ]);
    await send(page, 'I wait.');
    await played(stage);
    expect(promptOf(model.calls[1])).toContain('<earlier_rounds>');
    expect((await state(page)).inventory).toEqual({ smile: 1, laugh: 1, silence: 1 });
    expect((await timeline(page)).map(({ analysis }) => analysis).slice(1)).toEqual(['done', 'done', 'done']);
  });

  it('a refusal or a dead server costs neither prose nor turn', async () => {
    const { page, model } = stage;
    model.reset([writes('The lamp goes out.'), answers('', { fault: 'http-401' })]);
    await send(page, 'I blow.');
    await played(stage);
    expect((await texts(page)).at(-1)).toBe('The lamp goes out.');
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 4, analysis: 'failed' });
    model.reset(turnOf('It is dark.', [gain('dark')]));
    await send(page, 'I wait.');
    await played(stage);
    expect((await state(page)).inventory).toEqual({ smile: 1, laugh: 1, silence: 1, dark: 1 });
    expect((await timeline(page)).map(({ round }) => round)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('is analysed again by hand', async () => {
    const { page, model } = stage;
    const row = (await timeline(page)).find(({ round }) => round === 4);
    model.reset([finds('The lamp went out.', [gain('wick')])]);
    await page.evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), row?.floorId ?? '');
    model.verify();
    expect((await state(page)).inventory).toMatchObject({ wick: 1, dark: 1 });
    expect((await timeline(page)).map(({ baseMismatch }) => baseMismatch)).not.toContain(true);
    expect((await summaries(page)).map((line) => line.slice(0, 9))).toEqual([1, 2, 3, 4, 5].map((n) => `[Round ${n}]`));
    expect(pageErrors(stage)).toEqual([]);
  });
});
