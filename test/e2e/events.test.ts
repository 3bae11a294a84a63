/** The fourteen events other extensions may listen to, in a real SillyTavern: when each fires, how often, and with what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NarrativeEventName } from '../../src/domain/run/narrative-event.ts';
import { openCharacter, reloadPage, send, swipeLeft, swipeRight } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import { answers, finds, followed, freshChat, gain, idle, pageErrors, played, writes } from './support/play.ts';
import { openStage, type Stage, state, timeline } from './support/stage.ts';

type Heard = readonly [NarrativeEventName, Record<string, unknown>, coins: unknown];

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    worlds: { Lore: worldbook([{ comment: 'quay', key: ['quay'], content: 'The quay is wet.', position: 1 }]) },
    activeWorlds: ['Lore'],
  });
  await stage.page.evaluate(() => {
    const settings = SillyTavern.getContext().extensionSettings;
    settings['regex'] = [
      {
        id: 'mud',
        scriptName: 'no mud',
        findRegex: '/mud/g',
        replaceString: 'sand',
        trimStrings: [],
        placement: [1],
        disabled: false,
        markdownOnly: false,
        promptOnly: true,
        runOnEdit: false,
        substituteRegex: 0,
      },
    ];
  });
});
afterAll(async () => {
  await stage?.close();
});

const hear = () =>
  stage.page.evaluate(() => {
    const heard: unknown[] = [];
    (globalThis as unknown as { heard: unknown[] }).heard = heard;
    const api = globalThis.NarrativeAgent!;
    const names = [
      ...(['session.created', 'floor.created', 'floor.committed', 'floor.failed', 'page.activated'] as const),
      ...(['message.appended', 'generation.started', 'generation.chunk', 'generation.completed'] as const),
      ...(['generation.failed', 'memory.extracted', 'memory.committed', 'worldbook.matched', 'regex.applied'] as const),
    ];
    for (const name of names)
      api.on(name, (payload: object) =>
        heard.push([name, JSON.parse(JSON.stringify(payload)), api.api.state.get()?.inventory['coin'] ?? 0]),
      );
  });

/** What was heard since last asked. */
const heard = async (): Promise<Heard[]> =>
  (await stage.page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard.splice(0))) as Heard[];
const names = (all: readonly Heard[]) => all.map(([name]) => name).filter((name) => name !== 'generation.chunk');
const of = (all: readonly Heard[], name: NarrativeEventName) =>
  all.filter(([each]) => each === name).map(([, data]) => data);

async function turn(input: string, coins: number): Promise<void> {
  stage.model.reset([writes('Marta points at the quay.'), finds('She pointed.', [gain('coin', coins)])]);
  await send(stage.page, input);
  await played(stage);
}

describe('AC35: the events', () => {
  beforeAll(async () => {
    await freshChat(stage);
    await hear();
  });

  it('of a first turn come in the order things happen', async () => {
    await turn('I walk the quay in the mud.', 3);
    const all = await heard();
    expect(names(all)).toEqual([
      'session.created',
      'floor.created',
      'regex.applied',
      'worldbook.matched',
      'generation.started',
      'generation.completed',
      'generation.started',
      'generation.completed',
      'message.appended',
      // The opening was analysed along with the first round.
      'floor.committed',
      'page.activated',
      'memory.extracted',
      'floor.committed',
      'page.activated',
      'memory.committed',
    ]);
    const [row] = (await timeline(stage.page)).slice(-1);
    const { floorId, pageId } = row as unknown as Record<string, string>;
    expect(of(all, 'floor.committed')).toMatchObject([
      { round: 0, analysis: 'done' },
      { floorId, pageId, round: 1, analysis: 'done', rejected: [], effects: expect.any(Array), changes: [] },
    ]);
    expect(of(all, 'worldbook.matched')).toMatchObject([{ entries: [{ book: 'Lore' }] }]);
    expect(of(all, 'regex.applied')).toMatchObject([{ script: 'no mud', replaced: 1 }]);
    expect(of(all, 'message.appended')).toMatchObject([{ role: 'assistant', text: 'Marta points at the quay.' }]);
    expect(of(all, 'generation.chunk').at(-1)).toMatchObject({ slot: 'writing' });
    expect(of(all, 'session.created')).toMatchObject([
      { chatId: expect.stringMatching(/./), branchId: expect.stringMatching(/./) },
    ]);
    // Whoever listens reads the world as it is now, not as it was.
    expect(all.find(([name, { round }]) => name === 'floor.committed' && round === 1)?.[2]).toBe(3);
  });

  it('of a swipe tell of no new round, and a swipe back tells which page counts again', async () => {
    const [before] = (await timeline(stage.page)).slice(-1) as unknown as { pageId: string }[];
    stage.model.reset([writes('Marta shrugs.'), finds('She shrugged.', [gain('coin', 5)])]);
    await swipeRight(stage.page);
    await played(stage);
    const swiped = await heard();
    expect(names(swiped)).not.toContain('session.created');
    expect(names(swiped)).not.toContain('floor.created');
    expect(names(swiped)).toContain('floor.committed');
    await swipeLeft(stage.page);
    await idle(stage.page);
    await expect.poll(async () => (await state(stage.page)).inventory).toEqual({ coin: 3 });
    expect(of(await heard(), 'page.activated')).toMatchObject([{ pageId: before?.pageId }]);
  });

  it('of a second turn tell of its round and not of the chat', async () => {
    await turn('I go on.', 1);
    const all = await heard();
    expect(names(all)).not.toContain('session.created');
    expect(of(all, 'floor.created')).toMatchObject([{ round: 2 }]);
  });

  it('of a failed turn say which step failed and why, and the retry opens the same floor', async () => {
    stage.model.reset([writes('', { fault: 'http-401' })]);
    await send(stage.page, 'I call out.');
    await played(stage);
    const all = await heard();
    expect(names(all).filter((name) => /^(floor|generation)/.test(name))).toEqual([
      'floor.created',
      'generation.started',
      'generation.failed',
      'floor.failed',
    ]);
    const [{ floorId } = {}] = of(all, 'floor.created');
    expect(of(all, 'floor.failed')).toMatchObject([{ floorId, stage: 'write', code: 'model.auth' }]);
    expect(of(all, 'generation.failed')).toMatchObject([{ slot: 'writing', code: 'model.auth' }]);
    stage.model.reset([writes('Nobody hears you.'), finds('Nobody heard.')]);
    await stage.page.locator('.narrative-agent-status button', { hasText: 'Retry' }).click();
    await played(stage);
    const again = await heard();
    expect(names(again)).not.toContain('floor.created');
    expect(of(again, 'floor.committed')).toMatchObject([{ floorId, round: 3 }]);
  });

  it('of a round that is analysed again tell of its new page, and a round that rides along has its own', async () => {
    stage.model.reset([writes('A bell rings.'), answers('No idea.'), answers('No idea.')]);
    await send(stage.page, 'I listen.');
    await played(stage);
    await heard();
    const last = async () => {
      const row = (await timeline(stage.page)).at(-1) as unknown as Record<'floorId' | 'pageId', string>;
      return { floorId: row.floorId, pageId: row.pageId };
    };
    const pending = await last();
    stage.model.reset([finds('A bell rang.', [gain('coin', 2)])]);
    await stage.page.evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), pending.floorId);
    const now = await last();
    const again = await heard();
    expect(now.pageId).not.toBe(pending.pageId);
    expect(of(again, 'floor.committed')).toMatchObject([{ ...now, analysis: 'done', rejected: [] }]);
    expect(of(again, 'page.activated')).toMatchObject([{ ...now, reason: 'analyse' }]);
    expect(of(again, 'memory.committed')).toHaveLength(1);

    stage.model.reset([writes('It stops.'), answers('No idea.'), answers('No idea.')]);
    await send(stage.page, 'I wait.');
    await played(stage);
    const { floorId } = await last();
    await heard();
    const earlier = [{ round: 5, summary_entries: ['The bell stopped.'], events: [gain('coin', 1)] }];
    stage.model.reset([writes('It is quiet.'), finds('It was quiet.', [], { earlier })]);
    await send(stage.page, 'I wait on.');
    await played(stage);
    expect(of(await heard(), 'floor.committed')).toMatchObject([
      { floorId, round: 5, analysis: 'done' },
      { ...(await last()), round: 6, analysis: 'done' },
    ]);
  });

  it('of a chat that is known already do not tell of it again after a reload', async () => {
    await reloadPage(stage.page);
    await openCharacter(stage.page, 'Marta');
    await followed(stage.page);
    await hear();
    await turn('I sleep.', 1);
    expect(names(await heard())).not.toContain('session.created');
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
