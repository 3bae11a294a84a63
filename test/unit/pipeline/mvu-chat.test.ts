/** A chat's variables outside of turns: their beginning per greeting, books that join, keys the author added, and the asking of the model. */
import { describe, expect, it } from 'vitest';
import { type FloorId, type PageId, type RunId } from '../../../src/domain/ids.ts';
import { type Effect } from '../../../src/domain/timeline/effect.ts';
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';
import { applyMvu } from '../../../src/mvu/apply-effects.ts';
import { type CallDeps } from '../../../src/pipeline/agent-call.ts';
import { makeAskExtractor } from '../../../src/pipeline/ask-extractor.ts';
import { makeJournal } from '../../../src/pipeline/journal.ts';
import { makeMvuChat, type MvuChatDeps } from '../../../src/pipeline/mvu-chat.ts';
import { readExtraction } from '../../../src/pipeline/steps/update-mvu.ts';
import { type ModelClient } from '../../../src/ports/model-client.ts';
import { type MvuHost, type MvuPresence } from '../../../src/ports/mvu-host.ts';
import { type JsonObject } from '../../../src/shared/json-value.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { block, type Tree } from '../mvu/base-card.ts';
import { entry } from '../mvu/entry.ts';

const initvar = (content: string, book = '主书'): WorldbookEntry =>
  entry({ book, comment: '[initvar]', content, enabled: false, gatesOpen: false });

function openChat(greetings: string[], entries: WorldbookEntry[], presence: MvuPresence = { kind: 'absent' }) {
  // `round`: the text of a second floor that SillyTavern wrote on its own; null before there is one.
  const state = { swipe: 0, presence, entries, saved: 0, round: null as string | null };
  const adjustments = new Map<string, Effect[]>();
  const records = new Map<string, JsonObject>();
  const pageId = () => `g${state.swipe}` as PageId;
  const roundId = 'r1' as PageId;
  const effectsOf = (page: PageId) => adjustments.get(page) ?? [];
  const mvuAfter = (ordinal: number) =>
    [...effectsOf(pageId()), ...(ordinal > 0 ? effectsOf(roundId) : [])].reduce<JsonObject | null>(
      (before, effect) => applyMvu(before, effect as never).record,
      null,
    );
  const mvu = () => mvuAfter(1);
  const host: MvuHost = {
    presence: () => state.presence,
    read: (index, swipe = state.swipe) => records.get(`${index}:${swipe}`) ?? null,
    readBefore: () => null,
    parse: () => Promise.reject(new Error('not used')),
    write(writes) {
      let changed = 0;
      for (const { index, swipe, record } of writes) {
        const at = `${index}:${swipe}`;
        if (JSON.stringify(records.get(at)) !== JSON.stringify(record)) changed += 1;
        records.set(at, structuredClone(record));
      }
      return changed;
    },
    realign: () => false,
    initialised: async (record) => record,
    beforeUpdate: async (message) => message,
    bookNames: () => ({ global: ['全局'], primary: '主书', additional: [] }),
    usesZod: () => false,
    standIn: () => () => undefined,
  };
  const session = {
    timeline: () => ({
      rows: [
        { floorId: 'f0' as FloorId, pageId: pageId(), replyIndex: 0, inputIndexes: [], swipe: state.swipe },
        ...(state.round === null
          ? []
          : [{ floorId: 'f1', pageId: roundId, replyIndex: 2, inputIndexes: [1], swipe: 0, analysis: 'none' }]),
      ],
    }),
    effectsOf,
    worldAfter: (ordinal: number) => ({ mvu: mvuAfter(ordinal) }),
    head: () => ({ mvu: mvu() }),
  } as unknown as MvuChatDeps['session'];
  const chat = makeMvuChat({
    session,
    host,
    adjust: async (floor, effects) => {
      const page = floor === 'f1' ? roundId : pageId();
      adjustments.set(page, [...effectsOf(page), ...effects]);
    },
    save: () => (state.saved += 1),
    entries: async () => state.entries,
    swipes: (index) => (index === 0 ? greetings : [state.round ?? '']),
    expand: (text) => text.replaceAll('{{user}}', '旅人'),
  });
  const stat = (swipe: number): Tree => records.get(`0:${swipe}`)?.['stat_data'];
  return { chat, state, records, adjustments, stat, mvu };
}

describe('the beginning', () => {
  const greetings = ['码头。', '灯塔。<initvar>金: 3</initvar>'];

  it('gives every greeting its own record, and the shown one its effects, once', async () => {
    const { chat, stat, adjustments, state } = openChat(greetings, [initvar('金: 5\n名: "{{user}}"')]);
    expect(await chat.keepInStep()).toEqual({ problems: [], changed: true });
    expect([stat(0), stat(1)]).toEqual([{ 金: 5, 名: '旅人' }, { 金: 3 }]);
    expect([...adjustments.keys()]).toEqual(['g0']);
    expect(state.saved).toBe(1);
    await chat.keepInStep();
    expect(adjustments.get('g0')).toHaveLength(1);
    state.swipe = 1;
    await chat.keepInStep();
    expect(stat(1)).toEqual({ 金: 3 });
    expect(adjustments.get('g1')).toHaveLength(1);
  });

  it('reports what cannot be read, and is nothing for other cards', async () => {
    const broken = openChat(greetings.slice(0, 1), [initvar('金: [')]);
    expect((await broken.chat.keepInStep()).problems).toMatchObject([{ where: '[initvar]', book: '主书' }]);
    const other = openChat(['你好。'], [entry({ comment: 'lore' })]);
    expect(await other.chat.keepInStep()).toEqual({ problems: [], changed: false });
    expect([other.records.size, other.adjustments.size, other.state.saved]).toEqual([0, 0, 0]);
  });

  it('leaves it to MVU where MVU is, and adopts what MVU made', async () => {
    const { chat, records, mvu } = openChat(greetings, [initvar('金: 5')], {
      kind: 'present',
      extraModel: false,
      asking: false,
    });
    await chat.keepInStep();
    expect(mvu()).toBeNull();
    records.set('0:0', { stat_data: { 金: 7 }, schema: { type: 'object' }, initialized_lorebooks: { 主书: [] } });
    await chat.keepInStep();
    expect(mvu()?.['stat_data']).toEqual({ 金: 7 });
    expect(chat.ruledByMvu()).toBe(true);
  });

  it('6.2 d: a new chat of the same card starts afresh, and its greeting is no turn', async () => {
    const card = () => openChat([`码头。${block('[{"op":"delta","path":"/金","value":1}]')}`], [initvar('金: 5')]);
    const before = card();
    await before.chat.keepInStep();
    before.state.round = block('[{"op":"delta","path":"/金","value":10}]');
    await before.chat.keepInStep();
    expect(before.mvu()?.['stat_data']).toEqual({ 金: 16 });
    const fresh = card();
    expect(await fresh.chat.keepInStep()).toEqual({ problems: [], changed: true });
    for (let again = 0; again < 2; again += 1)
      expect(await fresh.chat.keepInStep()).toEqual({ problems: [], changed: false });
    expect([fresh.stat(0), fresh.state.saved]).toEqual([{ 金: 6 }, 1]);
    expect(before.mvu()?.['stat_data']).toEqual({ 金: 16 });
  });

  it('6.2 s: of a card without a greeting waits for its first floor', async () => {
    const { chat } = openChat([], [initvar('金: 5')]);
    expect(await chat.initialEffects()).toMatchObject([{ kind: 'mvu-init', record: { stat_data: { 金: 5 } } }]);
  });
});

describe('while the story runs', () => {
  it('a book that joins brings its missing root keys', async () => {
    const { chat, state, stat } = openChat(['码头。'], [initvar('金: 5')]);
    await chat.keepInStep();
    state.entries = [...state.entries, initvar('金: 1\n全: 2', '全局')];
    await chat.keepInStep();
    expect(stat(0)).toEqual({ 金: 5, 全: 2 });
  });

  it('6.2 e: a book that joins runs no update again, neither the greeting’s nor a reply’s', async () => {
    const greeting = `码头。${block('[{"op":"delta","path":"/金","value":1}]')}`;
    const { chat, state, mvu, records } = openChat([greeting], [initvar('金: 5')]);
    await chat.keepInStep();
    state.round = block('[{"op":"delta","path":"/金","value":10}]');
    await chat.keepInStep();
    state.entries = [...state.entries, initvar('金: 1\n全: 2', '全局')];
    await chat.keepInStep();
    await chat.keepInStep();
    expect(mvu()?.['stat_data']).toEqual({ 金: 16, 全: 2 });
    expect(records.get('2:0')?.['stat_data']).toEqual({ 金: 16, 全: 2 });
    expect(records.get('0:0')?.['stat_data']).toEqual({ 金: 6 });
  });

  it('6.2 k: new initial keys are offered and merged', async () => {
    const { chat, state, stat } = openChat(['码头。'], [initvar('金: 5')]);
    await chat.keepInStep();
    expect(await chat.newInitialKeys()).toEqual([]);
    state.entries = [initvar('金: 9\n银: {数: 1}')];
    expect(await chat.newInitialKeys()).toEqual(['银']);
    await chat.mergeNewInitialKeys();
    expect(stat(0)).toEqual({ 金: 5, 银: { 数: 1 } });
    expect(await chat.newInitialKeys()).toEqual([]);
  });

  it('MVU’s own model counts only for cards that sort their entries', async () => {
    const asks = (entries: WorldbookEntry[], presence: MvuPresence) =>
      openChat(['码头。'], entries, presence).chat.mvuAsksItself();
    const present: MvuPresence = { kind: 'present', extraModel: true, asking: false };
    expect(await asks([initvar('金: 5')], present)).toBe(false);
    expect(await asks([entry({ book: '别的', comment: '[mvu_plot]' })], present)).toBe(false);
    expect(await asks([entry({ book: '主书', comment: '[MVU_update]' })], present)).toBe(true);
    expect(await asks([entry({ book: '主书', comment: '[mvu_update]' })], { ...present, extraModel: false })).toBe(
      false,
    );
    expect(await asks([entry({ book: '主书', comment: '[mvu_update]' })], { kind: 'absent' })).toBe(false);
  });

  it('asked twice at once it takes nothing over twice', async () => {
    const { chat, adjustments } = openChat(['码头。'], [initvar('金: 5')]);
    const [first, second] = await Promise.all([chat.keepInStep(), chat.keepInStep()]);
    expect(adjustments.get('g0')).toHaveLength(1);
    expect([first.changed, second.changed]).toEqual([true, false]);
  });
});

describe('makeAskExtractor', () => {
  const settings = { maxTokens: 0, profile: '' } as never;
  const deps = (client: ModelClient): CallDeps => ({
    model: client,
    estimate: () => 1,
    clock: fakeClock(),
    journal: makeJournal('run' as RunId, fakeClock(), () => undefined),
    nextId: countingIds('call').next,
    chance: () => 0,
    retries: 1,
    rungs: [],
    onWait: () => undefined,
  });
  const segment = { key: 'task', role: 'user', text: 'go', tag: null, source: 'task', priority: 0 } as const;
  const model = (...texts: (string | { text: string; finish: string })[]) => {
    const asked: string[] = [];
    const room: number[] = [];
    const client = {
      describe: () => ({ source: 'custom', model: 'm', profile: '' }),
      complete: async ({ messages, maxTokens }: { messages: readonly unknown[]; maxTokens: number }) => {
        asked.push(JSON.stringify(messages));
        room.push(maxTokens);
        const reply = texts.shift() ?? '';
        return { finish: 'stop', reasoning: '', ...(typeof reply === 'string' ? { text: reply } : reply) };
      },
    } as unknown as ModelClient;
    return { asked, room, ask: makeAskExtractor(deps(client), settings, 'en') };
  };
  const { signal } = new AbortController();

  it('asks once when the answer can be read', async () => {
    const { ask, asked } = model('{"patches":[]}');
    expect(await ask([segment], readExtraction, signal)).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
  });

  it('repairs once, quoting what was wrong, and then gives up', async () => {
    const good = model('no idea', '[{"op":"remove","path":"/a"}]');
    expect(await good.ask([segment], readExtraction, signal)).toMatchObject({ ok: true });
    expect(good.asked[1]).toContain('no idea');
    const bad = model('no idea', 'still none', '[]');
    expect(await bad.ask([segment], readExtraction, signal)).toMatchObject({ ok: false });
    expect(bad.asked).toHaveLength(2);
  });

  it('gives an answer the service cut off more room instead of quoting it', async () => {
    const { ask, asked, room } = model({ text: '{"pat', finish: 'length' }, '{"patches":[]}');
    expect(await ask([segment], readExtraction, signal)).toMatchObject({ ok: true });
    expect(asked[1]).toBe(asked[0]);
    expect(room[1]).toBeGreaterThan(room[0] ?? 0);
  });

  it('ends with a sentence that names the connection and what mends it', async () => {
    const { ask } = model('no idea', 'still none');
    const answer = await ask([segment], readExtraction, signal);
    expect(answer.ok ? '' : answer.error.message).toMatch(/custom · m\): the answer is not in the format/);
  });
});
