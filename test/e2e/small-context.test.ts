/** A context of 4,096 tokens: whatever is too big, no request exceeds it, and what was left out is said. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageText } from '../host/call-kind.mjs';
import { type Call, type Step } from '../host/model-script.mjs';
import { openCharacter, send } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import {
  clearToasts,
  finds,
  freshChat,
  gain,
  pageErrors,
  PATIENCE,
  played,
  promptOf,
  statusText,
  texts,
  writes,
} from './support/play.ts';
import { lampCard, openStage, type Stage, timeline } from './support/stage.ts';

const CONTEXT = 4_096;
/** About `tokens` tokens of plain words, in sentences that can be told apart. */
const filler = (name: string, tokens: number): string =>
  Array.from({ length: Math.ceil(tokens / 10) }, (_, i) => `The ${name} number ${i} stands by the old quay.`).join(' ');

const tool = JSON.stringify({
  type: 'code',
  trigger: 'planning',
  function: { name: 'roll_dice', description: 'dice', parameters: { type: 'object', properties: {} } },
});
const plan = (direction: string): string =>
  JSON.stringify({
    intent: 'go on',
    tool_calls: [],
    text_recall: [1],
    narrative_direction: direction,
    scene_setting: 'quay',
    key_points: ['rain'],
    tone: 'calm',
    pacing: 'slow',
    continuity_notes: [],
  });

let stage: Stage;

beforeAll(async () => {
  const huge = lampCard('Hulda');
  huge.data['description'] = filler('shelf', 5_000);
  stage = await openStage({
    maxContext: CONTEXT,
    maxTokens: 600,
    cards: [{ card: lampCard() }, { card: huge }],
    worlds: {
      Lore: worldbook(
        Array.from({ length: 20 }, (_, i) => ({
          comment: `entry ${i}`,
          position: [0, 1, 4, 3][i % 4] ?? 0,
          content: filler(`lore${i}`, 300),
        })),
      ),
      Planner: worldbook([{ comment: '[TOOL:roll_dice]', position: 4, content: tool }]),
    },
    activeWorlds: ['Lore'],
  });
  const { page } = stage;
  await page.evaluate(
    `import('/scripts/world-info.js').then((it) => void (globalThis.playerBooks = it.selected_world_info))`,
  );
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

async function choose(books: readonly string[], pipeline: object = {}): Promise<void> {
  await stage.page.evaluate(
    ([names, value]) => {
      SillyTavern.getContext().extensionSettings['narrative_agent'] = { pipeline: value };
      const chosen = (globalThis as unknown as { playerBooks: string[] }).playerBooks;
      chosen.splice(0, chosen.length, ...names);
    },
    [books, pipeline] as const,
  );
}

/** By SillyTavern's own counting, with what a chat format adds to each message. */
async function tokensOf(call: Call): Promise<number> {
  const parts = (call.body.messages ?? []).map(messageText);
  const counted = await stage.page.evaluate(
    (all) =>
      Promise.all(
        all.map((text) =>
          (
            SillyTavern.getContext() as unknown as { getTokenCountAsync(text: string): Promise<number> }
          ).getTokenCountAsync(text),
        ),
      ),
    parts,
  );
  return counted.reduce((sum, tokens) => sum + tokens + 4, 0) + (call.body.max_tokens ?? 0);
}

async function expectFit(kinds: readonly string[]): Promise<void> {
  expect(stage.model.calls.map(({ kind }) => kind)).toEqual(kinds);
  for (const call of stage.model.calls) expect(await tokensOf(call), call.kind).toBeLessThanOrEqual(CONTEXT);
}

/** What the record of the newest turn says of its writing call. */
const cutOfWriting = () =>
  stage.page.evaluate(async () => {
    const { pages, sessions } = globalThis.NarrativeAgent!.api;
    const run = await pages.run(sessions.timeline().at(-1)?.pageId ?? '');
    const event = run?.events.find((each) => each.type === 'call.started' && each.slot === 'writing');
    return event?.type === 'call.started' ? (event.cut as { key: string; source: string; tokens: number }[]) : [];
  });

const toasts = () => stage.page.locator('#toast-container .toast-message').allInnerTexts();

async function turn(input: string, steps: readonly Step[]): Promise<void> {
  stage.model.reset([...steps]);
  await send(stage.page, input);
  await played(stage);
}

describe('6,000 tokens of constant lore', () => {
  const written = [writes('The rain goes on.'), finds('It rained.')];

  it.each([
    ['merged', ['Lore'], {}, ['writing', 'analysis']],
    ['serial', ['Lore', 'Planner'], {}, ['planning', 'writing', 'analysis']],
    [
      'parallel, with recall',
      ['Lore', 'Planner'],
      { parallelExecutionEnabled: true, enableTextRecall: true },
      ['planning', 'writing', 'analysis'],
    ],
  ] as const)('%s', async (_name, books, pipeline, kinds) => {
    const { page } = stage;
    await choose(books, pipeline);
    await freshChat(stage);
    const planned: Step[] = kinds.length === 3 ? [{ when: 'planning', reply: plan('go on') }] : [];
    await turn('I look around.', [...planned, ...written]);
    await expectFit(kinds);
    const cut = await cutOfWriting();
    expect(cut.some(({ key }) => key.startsWith('worldinfo'))).toBe(true);
    expect(cut.every(({ source, tokens }) => source !== '' && tokens > 0)).toBe(true);
    expect((await toasts()).join('\n')).toMatch(/left out of this turn/);
    // What no budget may touch is there.
    const writing = promptOf(stage.model.callsOf('writing')[0]);
    expect(writing).toContain('I look around.');
    expect(writing).toContain('You step into the lamp shop.');
    await clearToasts(page);
    await turn('I look again.', [...planned, ...written]);
    expect((await toasts()).join('\n'), 'said once a chat').not.toMatch(/left out of this turn/);
    await expectFit(kinds);
    expect((await timeline(page)).at(-1)).toMatchObject({ round: 2, analysis: 'done' });
  });
});

describe('siblings', () => {
  const serial = ['planning', 'writing', 'analysis'];
  const steps = (direction = 'go on'): Step[] => [
    { when: 'planning', reply: plan(direction) },
    writes('The rain goes on.'),
    finds('It rained.'),
  ];

  it('a huge card keeps its beginning', async () => {
    await choose(['Planner']);
    await openCharacter(stage.page, 'Hulda');
    await freshChat(stage);
    await turn('I look around.', steps());
    await expectFit(serial);
    const writing = promptOf(stage.model.callsOf('writing')[0]);
    expect(writing).toContain('The shelf number 0 stands');
    expect(writing).not.toContain('The shelf number 499 stands');
    expect((await cutOfWriting()).some(({ source }) => source === 'card.description')).toBe(true);
    await openCharacter(stage.page, 'Marta');
  });

  it('a huge persona keeps its beginning', async () => {
    await choose(['Planner']);
    await freshChat(stage);
    const setPersona = (text: string) =>
      stage.page.evaluate((value) => {
        (SillyTavern.getContext() as unknown as { powerUserSettings: Record<string, unknown> }).powerUserSettings[
          'persona_description'
        ] = value;
      }, text);
    await setPersona(filler('habit', 5_000));
    await turn('I look around.', steps());
    await setPersona('');
    await expectFit(serial);
    expect(promptOf(stage.model.callsOf('writing')[0])).toContain('The habit number 0 stands');
  });

  it('a huge plan keeps its beginning', async () => {
    await choose(['Planner']);
    await freshChat(stage);
    await turn('I look around.', steps(filler('idea', 5_000)));
    await expectFit(serial);
    expect(promptOf(stage.model.callsOf('writing')[0])).toContain('The idea number 0 stands');
  });

  it('a huge state', async () => {
    await choose(['Planner']);
    await freshChat(stage);
    const things = Array.from({ length: 400 }, (_, i) => gain(`a very long name of the thing number ${i}`));
    await turn('I pack.', [
      { when: 'planning', reply: plan('go on') },
      writes('You pack it all.'),
      finds('It was packed.', things),
    ]);
    await turn('I look around.', steps());
    await expectFit(serial);
    expect((await timeline(stage.page)).at(-1)).toMatchObject({ analysis: 'done' });
  });

  it('an older message that is huge', async () => {
    await choose(['Planner']);
    await freshChat(stage);
    await turn('I listen.', [
      { when: 'planning', reply: plan('go on') },
      writes(filler('tale', 2_500)),
      // Too long to be analysed in one piece here: the round waits, and must not stand in the way of the next.
      { ...finds('A tale was told.'), optional: true },
    ]);
    await turn('I look around.', steps());
    await expectFit(serial);
    expect((await texts(stage.page)).at(-1)).toBe('The rain goes on.');
  });

  it('an input that is huge is never cut: nothing is sent, it stays, and the player is told', async () => {
    const { page, model } = stage;
    await choose(['Planner']);
    await freshChat(stage);
    const input = filler('wish', 5_000);
    model.reset([]);
    await send(page, input);
    await played(stage);
    expect((await texts(page)).at(-1)).toBe(input);
    expect(await statusText(page)).toMatch(/longer than the context/);
    expect(model.calls).toEqual([]);
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
