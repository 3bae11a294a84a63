/** The variables of a round, with and without MVU, and the records on the chat along the path. */
import { describe, expect, it } from 'vitest';
import { NarrativeError } from '../../../src/domain/errors.ts';
import { type FloorId, type PageId } from '../../../src/domain/ids.ts';
import { type Effect } from '../../../src/domain/timeline/effect.ts';
import { applyMvu } from '../../../src/mvu/apply-effects.ts';
import { settleMvu } from '../../../src/pipeline/steps/settle-mvu.ts';
import { updateMvu, type AskExtractor, type MvuRound } from '../../../src/pipeline/steps/update-mvu.ts';
import { makeMvuSync } from '../../../src/pipeline/sync-mvu.ts';
import { type MvuHost, type MvuPresence, type RecordWrite } from '../../../src/ports/mvu-host.ts';
import { makeUpdateEngine } from '../../../src/mvu/update-engine.ts';
import { type JsonObject } from '../../../src/shared/json-value.ts';
import { err } from '../../../src/shared/result.ts';
import { block, recordFrom, type Tree } from '../mvu/base-card.ts';
import { entry } from '../mvu/entry.ts';

const start = await recordFrom('金币: 100\n包: [灯, $__META_EXTENSIBLE__$]');
const { signal } = new AbortController();
const round = (facts: Partial<MvuRound> = {}): MvuRound => ({
  language: 'zh',
  prose: '你买了一瓶油。',
  input: '买油',
  record: start,
  entries: [
    entry({
      uid: '1',
      comment: '[mvu_update]规则',
      content: '金币: 0~99，现在 {{get_message_variable::stat_data.金币}}',
    }),
    entry({ uid: '2', comment: '[MVU_UPDATE] keyed', content: 'KEYED', constant: false }),
    entry({ uid: '3', comment: '[mvu_plot]', content: 'PLOT' }),
    entry({ uid: '4', comment: '[initvar]', content: 'INIT', enabled: false }),
  ],
  activated: [],
  mvuAsksItself: false,
  instructionsAppend: '',
  instructionsOverride: '',
  ...facts,
});
const answering =
  (text: string, seen: string[] = []): AskExtractor =>
  async (segments, read) => {
    seen.push(segments.map((segment) => segment.text).join('\n---\n'));
    return read(text);
  };
const never: AskExtractor = () => Promise.reject(new Error('must not be asked'));

describe('updateMvu', () => {
  it('asks with rules, variables and this round, and makes one effect', async () => {
    const seen: string[] = [];
    const answer = '{"patches":[{"op":"delta","path":"/金币","value":-2},{"op":"replace","path":"/无","value":1}]}';
    const step = await updateMvu(round(), answering(answer, seen), signal);
    expect(step.effects).toEqual([
      {
        kind: 'mvu',
        source: 'mvu',
        operations: [
          { op: 'delta', path: '/金币', value: -2 },
          { op: 'replace', path: '/无', value: 1 },
        ],
      },
    ]);
    expect(step.blockOperations).toHaveLength(2);
    expect(step.report).toMatchObject({
      source: 'extractor',
      rejected: [{ code: 'missing', reason: '变量不存在：/无' }],
    });
    expect(step.report.changes).toEqual([{ path: ['金币'], before: 100, after: 98 }]);
    expect(seen[0]).toContain('金币: 0~99，现在 100');
    expect(seen[0]).toContain('你买了一瓶油。');
    for (const hidden of ['KEYED', 'PLOT', 'INIT']) expect(seen[0]).not.toContain(hidden);
  });

  it('uses the reply’s own block and asks nobody', async () => {
    const prose = `你买了一瓶油。${block('[{"op":"delta","path":"/金币","value":-2}]')}`;
    const step = await updateMvu(round({ prose }), never, signal);
    expect(step).toMatchObject({ effects: [{ kind: 'mvu' }], blockOperations: null, report: { source: 'reply' } });
  });

  it('leaves the variables when the model fails or cannot be read, and says so', async () => {
    const failing: AskExtractor = async () => err(new NarrativeError('model.timeout'));
    expect(await updateMvu(round(), failing, signal)).toMatchObject({
      effects: [],
      report: { error: { code: 'model.timeout' } },
    });
    expect(await updateMvu(round(), answering('nothing to tell'), signal)).toMatchObject({
      effects: [],
      report: { error: { code: 'answer.not-json' } },
    });
    expect(await updateMvu(round(), () => Promise.reject(new Error('boom')), signal)).toMatchObject({
      report: { error: { code: 'tool.failed' } },
    });
  });

  it('holds the model to read-only names in both dialects', async () => {
    const answer =
      '[{"op":"replace","path":"/_船号","value":1},{"op":"move","from":"/包","to":"/x/_y"},{"op":"delta","path":"/金币","value":1}]';
    const step = await updateMvu(round(), answering(answer), signal);
    expect(step.blockOperations).toEqual([{ op: 'delta', path: '/金币', value: 1 }]);
  });

  it('asks nobody without variables, or where MVU asks its own model', async () => {
    expect(await updateMvu(round({ record: null }), never, signal)).toMatchObject({
      effects: [],
      report: { because: 'no-variables' },
    });
    expect(await updateMvu(round({ mvuAsksItself: true }), never, signal)).toMatchObject({
      report: { because: 'mvu-extra-model' },
    });
  });

  it('6.2 j: tells why a tree that may not grow refused what it was given', async () => {
    const record = await recordFrom('任务: {}');
    const answer =
      '[{"op":"insert","path":"/任务/支线","value":1},{"op":"replace","path":"/任务/主线","value":1},{"op":"insert","path":"/任务/支线/一","value":1}]';
    const { report } = await updateMvu(round({ record }), answering(answer), signal);
    expect(report.rejected.map(({ code }) => code)).toEqual(['locked', 'missing', 'missing-parent']);
    for (const { reason } of report.rejected) expect(reason).toContain('/任务/');
    expect(report.changes).toEqual([]);
  });

  it('stops when the turn is stopped', async () => {
    const stop = new AbortController();
    stop.abort(new NarrativeError('run.cancelled'));
    const asked = updateMvu(round(), () => Promise.reject(new NarrativeError('run.cancelled')), stop.signal);
    await expect(asked).rejects.toMatchObject({ code: 'run.cancelled' });
  });
});

/** A chat as the port sees it: a record per (index, swipe), and an MVU of choice. */
function fakeHost(presence: MvuPresence, parse?: MvuHost['parse']) {
  const records = new Map<string, JsonObject>();
  const key = (index: number, swipe = 0) => `${index}:${swipe}`;
  const host: MvuHost = {
    presence: () => presence,
    read: (index, swipe) => records.get(key(index, swipe)) ?? null,
    readBefore(index) {
      for (let at = index - 1; at >= 0; at -= 1) {
        const found = records.get(key(at));
        if (found) return found;
      }
      return null;
    },
    parse: parse ?? (async (text, before) => makeUpdateEngine().run(await makeUpdateEngine().commandsOf(text), before)),
    write(writes: readonly RecordWrite[]) {
      const changed = writes.filter(
        ({ index, swipe, record }) => JSON.stringify(records.get(key(index, swipe))) !== JSON.stringify(record),
      );
      for (const { index, swipe, record } of changed) records.set(key(index, swipe), structuredClone(record));
      return changed.length;
    },
    realign: () => false,
    initialised: async (record) => record,
    beforeUpdate: async (message) => message,
    bookNames: () => ({ global: [], primary: null, additional: [] }),
    usesZod: () => false,
    standIn: () => () => undefined,
  };
  return { host, records };
}

describe('settleMvu', () => {
  const place = { index: 2, swipe: 0, text: '你买了一瓶油。', record: start, mvuAsksItself: false };
  const stepOf = async () => updateMvu(round(), answering('[{"op":"delta","path":"/金币","value":-2}]'), signal);
  const coins = (record: JsonObject | null | undefined): unknown => (record?.['stat_data'] as Tree)?.金币;

  it('6.2 h: writes the record before the text is shown: one block, one mark', async () => {
    const { host, records } = fakeHost({ kind: 'absent' });
    const settled = await settleMvu(await stepOf(), place, host, signal);
    expect(coins(records.get('2:0'))).toBe(98);
    expect(settled.finalText.match(/<JSONPatch>/g)).toHaveLength(1);
    expect(settled.finalText.endsWith('<StatusPlaceHolderImpl/>')).toBe(true);
    expect(settled).toMatchObject({ error: null, effects: [{ kind: 'mvu' }] });
    expect(settled.effects).toHaveLength(1);
  });

  it('lets MVU apply on the floor before, and keeps what it made different', async () => {
    const { host, records } = fakeHost({ kind: 'present', extraModel: false, asking: false }, async (_text, before) => {
      const after = structuredClone(before) as Tree;
      after.stat_data.金币 = 97;
      return after;
    });
    records.set('0:0', start);
    const settled = await settleMvu(await stepOf(), place, host, signal);
    expect(coins(records.get('2:0'))).toBe(97);
    expect(settled.effects).toMatchObject([{ kind: 'mvu' }, { kind: 'mvu', exact: true, source: 'mvu' }]);
    const folded = settled.effects.reduce<JsonObject | null>(
      (before, effect) => applyMvu(before, effect as never).record,
      start,
    );
    expect(coins(folded)).toBe(97);
  });

  it('writes nothing where MVU has no floor to start from', async () => {
    const { host, records } = fakeHost({ kind: 'present', extraModel: false, asking: false });
    expect((await settleMvu(await stepOf(), place, host, signal)).effects).toHaveLength(1);
    expect(records.size).toBe(0);
  });

  it('lets our own engine stand in when MVU fails', async () => {
    const { host, records } = fakeHost({ kind: 'present', extraModel: false, asking: false }, () =>
      Promise.reject(new NarrativeError('tool.timeout')),
    );
    records.set('0:0', start);
    const settled = await settleMvu(await stepOf(), place, host, signal);
    expect(settled.error?.code).toBe('tool.timeout');
    expect(coins(records.get('2:0'))).toBe(98);
  });

  it('leaves text and record alone where MVU asks its own model, and in chats without variables', async () => {
    const { host, records } = fakeHost({ kind: 'present', extraModel: true, asking: false });
    const step = await updateMvu(round({ mvuAsksItself: true }), never, signal);
    expect((await settleMvu(step, { ...place, mvuAsksItself: true }, host, signal)).finalText).toBe(place.text);
    expect((await settleMvu(step, { ...place, record: null }, host, signal)).finalText).toBe(place.text);
    expect(records.size).toBe(0);
  });

  it('gives each swipe its own record from the same start', async () => {
    const { host, records } = fakeHost({ kind: 'absent' });
    for (const swipe of [0, 1]) await settleMvu(await stepOf(), { ...place, swipe }, host, signal);
    expect([coins(records.get('2:0')), coins(records.get('2:1'))]).toEqual([98, 98]);
  });
});

describe('makeMvuSync', () => {
  const delta = (value: number): Effect => ({
    kind: 'mvu',
    operations: [{ op: 'delta', path: '/金币', value }],
    source: 'mvu',
  });

  /** A path of one greeting and rounds, each with one page of effects. */
  function story(...rounds: Effect[][]) {
    const pages: Effect[][] = [[{ kind: 'mvu-init', record: start }], ...rounds];
    const shown = { swipe: 0 };
    const swipeOf = (ordinal: number) => (ordinal === pages.length - 1 ? shown.swipe : 0);
    const worldAfter = (ordinal: number) => ({
      mvu: pages
        .slice(0, ordinal + 1)
        .flat()
        .reduce<JsonObject | null>((before, effect) => applyMvu(before, effect as never).record, null),
    });
    const session = {
      timeline: () => ({
        rows: pages.map((_, i) => ({
          floorId: `f${i}` as FloorId,
          pageId: `p${i}.${swipeOf(i)}` as PageId,
          replyIndex: i * 2,
          inputIndexes: i === 0 ? [] : [i * 2 - 1],
          swipe: swipeOf(i),
        })),
      }),
      worldAfter,
    } as unknown as Parameters<typeof makeMvuSync>[0]['session'];
    const { host, records } = fakeHost({ kind: 'absent' });
    const adjust = async (floorId: FloorId, effects: readonly Effect[]) =>
      void pages[Number(floorId.slice(1))]?.push(...effects);
    const coins = () => [...records].sort().map(([at, record]) => [at, (record['stat_data'] as Tree).金币]);
    return { sync: makeMvuSync({ session, host, adjust }), host, records, pages, coins, shown };
  }

  it('writes every floor, the inputs with what they start from', () => {
    const { sync, coins } = story([delta(-10)], [delta(-5)]);
    expect(sync.project(0)).toBe(5);
    expect(coins()).toEqual([
      ['0:0', 100],
      ['1:0', 100],
      ['2:0', 90],
      ['3:0', 90],
      ['4:0', 85],
    ]);
    expect(sync.project(0)).toBe(0);
  });

  it('writes later floors anew when one in the middle goes, and adopts nothing', async () => {
    const { sync, pages, coins } = story([delta(-10)], [delta(-5)]);
    sync.project(0);
    pages[1] = [];
    expect(await sync.adopt()).toBe(null);
    sync.project(0);
    expect(coins().at(-1)).toEqual(['4:0', 95]);
  });

  it('6.2 i: takes over an edit by MVU’s manager or a script, and later floors follow', async () => {
    const { sync, records, coins } = story([delta(-10)], [delta(-5)]);
    sync.project(0);
    const edited = structuredClone(records.get('2:0')) as Tree;
    edited.stat_data.金币 = 50;
    records.set('2:0', edited);
    expect(await sync.adopt()).toBe(1);
    sync.project(0);
    expect(coins().slice(2)).toEqual([
      ['2:0', 50],
      ['3:0', 50],
      ['4:0', 45],
    ]);
    expect(await sync.adopt()).toBe(null);
  });

  it('6.2 l: gives a new swipe without a record what the floor before it ends with', async () => {
    const { sync, pages, coins, records, shown } = story([delta(-10)], [delta(-5)]);
    sync.project(0);
    shown.swipe = 1;
    pages[2] = [];
    expect(await sync.adopt()).toBe(null);
    expect(sync.project()).toBe(1);
    expect(coins().slice(-2)).toEqual([
      ['4:0', 85],
      ['4:1', 90],
    ]);
    expect(records.get('4:1')).toEqual(records.get('3:0'));
  });

  it('takes over what happened while nobody watched', async () => {
    const { sync, records } = story([], []);
    const made = structuredClone(start) as Tree;
    made.stat_data.包.push('油');
    records.set('2:0', made);
    expect(await sync.adopt()).toBe(1);
    sync.project(0);
    expect((records.get('4:0')?.['stat_data'] as Tree).包).toEqual(['灯', '油']);
  });
});
