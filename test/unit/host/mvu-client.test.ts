/** MVU behind its port: records on messages, the real one, our stand-in, and who gives way to whom. */
import { describe, expect, it, vi } from 'vitest';
import { additionalBooks } from '../../../src/host/mvu-books.ts';
import { makeMvuHost } from '../../../src/host/mvu-client.ts';
import { type MvuRealm } from '../../../src/host/mvu-realm.ts';
import { type MessageWithVariables } from '../../../src/host/mvu-records.ts';
import { openChat, type StContext } from '../../../src/host/st-context.ts';
import { makeUpdateEngine } from '../../../src/mvu/update-engine.ts';
import { type JsonObject } from '../../../src/shared/json-value.ts';
import { block, recordFrom, type Tree } from '../mvu/base-card.ts';

type Lore = Parameters<typeof additionalBooks>[1];

const signal = new AbortController().signal;
const start = await recordFrom('金币: 5\n包: [灯, $__META_EXTENSIBLE__$]');
const record = (coins: number): JsonObject => ({
  stat_data: { 金币: coins },
  schema: { type: 'object', properties: {} },
  initialized_lorebooks: {},
});

function setUp(chat: MessageWithVariables[], extra: Partial<Record<keyof StContext, unknown>> = {}) {
  const listeners = new Map<string, ((...args: Tree[]) => unknown)[]>();
  const told: string[] = [];
  const context = {
    chat,
    chatMetadata: {} as Record<string, unknown>,
    characters: [{ avatar: 'a.png', data: { extensions: {} } }],
    characterId: 0,
    groupId: null,
    extensionSettings: {} as Record<string, unknown>,
    saveMetadataDebounced: () => undefined,
    eventSource: {
      on: (name: string, listener: (...args: Tree[]) => unknown) => on(name, listener),
      removeListener: (name: string, listener: unknown) =>
        listeners.set(
          name,
          (listeners.get(name) ?? []).filter((each) => each !== listener),
        ),
      async emit(name: string, ...args: unknown[]) {
        told.push(name);
        for (const listener of listeners.get(name) ?? []) await listener(...args);
      },
    },
    ...extra,
  } as unknown as StContext;
  const realm: MvuRealm = {};
  const host = makeMvuHost({
    st: () => context,
    realm,
    selectedBooks: () => ['全局'],
    additionalBooks: () => ['副书'],
  });
  const on = (name: string, listener: (...args: Tree[]) => unknown) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  return { host, realm, context, told, on };
}

const reply = (variables?: unknown, swipes = 1, swipe = 0): MessageWithVariables => ({
  mes: 'x',
  swipes: Array.from({ length: swipes }, (_, i) => `t${i}`),
  swipe_id: swipe,
  ...(variables === undefined ? {} : { variables }),
});

describe('records', () => {
  it('are read for the shown swipe, from arrays and from objects, and only when stat_data and schema are there', () => {
    const { host } = setUp([
      reply([record(1), record(2)], 2, 1),
      reply({ '0': record(3) }),
      reply([{ stat_data: { 金币: 9 } }]),
      reply([record(4), {}], 2, 1),
    ]);
    expect(host.read(0)?.['stat_data']).toEqual({ 金币: 2 });
    expect(host.read(0, 0)?.['stat_data']).toEqual({ 金币: 1 });
    expect(host.read(1)?.['stat_data']).toEqual({ 金币: 3 });
    expect([host.read(2), host.read(3), host.read(9)]).toEqual([null, null, null]);
  });

  it('before a floor is the newest that counts, hidden floors included, never the floor itself', () => {
    const { host } = setUp([
      reply([record(1)]),
      { ...reply([record(2)]), is_system: true },
      reply([{}]),
      reply([record(8)]),
    ]);
    expect(host.readBefore(3)?.['stat_data']).toEqual({ 金币: 2 });
    expect(host.readBefore(0)).toBeNull();
  });

  it('are written by number and swipe; keys of others stay, and equal records are no change', () => {
    const message = reply([{ 脚本: 1, stat_data: { old: 1 }, schema: {} }, {}], 2, 1);
    const { host } = setUp([message]);
    expect(
      host.write([
        { index: 0, swipe: 0, record: record(5) },
        { index: 7, swipe: 0, record: record(5) },
      ]),
    ).toBe(1);
    expect((message.variables as Tree)[0]).toEqual({ ...record(5), 脚本: 1 });
    expect(host.write([{ index: 0, swipe: 0, record: record(5) }])).toBe(0);
  });

  it('6.2 l: of a new swipe without one are those of the floor before, whatever its other swipes hold', () => {
    for (const variables of [[record(2)], [record(2), {}], { '0': record(2) }]) {
      const { host } = setUp([reply([record(1)]), reply(variables, 2, 1), reply()]);
      expect(host.read(1)).toBeNull();
      expect(host.readBefore(2)?.['stat_data']).toEqual({ 金币: 1 });
    }
  });

  it('6.2 m: written by number are read back on every swipe, and the other swipes keep theirs', async () => {
    for (const variables of [[record(1)], { '0': record(1) }, { '0': record(1), '1': record(2) }]) {
      const message = reply(variables, 2, 1);
      const { host, realm } = setUp([reply([record(0)]), message, reply()]);
      host.standIn(makeUpdateEngine());
      const mvu = realm.Mvu as Tree;
      host.write([{ index: 1, swipe: 1, record: record(5) }]);
      expect(host.read(1)?.['stat_data']).toEqual({ 金币: 5 });
      message.variables = variables;
      await mvu.replaceMvuData(record(7), { type: 'message', message_id: 1 });
      expect(mvu.getMvuData({ type: 'message', message_id: 1 }).stat_data).toEqual({ 金币: 7 });
      expect([host.read(1, 0), host.read(1, 1)].map((found) => found?.['stat_data'])).toEqual([
        { 金币: 1 },
        { 金币: 7 },
      ]);
      expect(host.read(0)?.['stat_data']).toEqual({ 金币: 0 });
    }
  });

  it('6.2 f: are never mixed with the chat’s variables, in either direction', async () => {
    const message = reply([start]);
    const ofChat = { stat_data: { 金币: 999, 旧: 1 }, schema: {}, 好感: 3 };
    const { host, realm, context } = setUp([reply(), message], {
      chatMetadata: { variables: structuredClone(ofChat) },
    });
    host.standIn(makeUpdateEngine());
    const mvu = realm.Mvu as Tree;
    expect([host.read(0), host.readBefore(1)]).toEqual([null, null]);
    expect(mvu.getMvuData({ type: 'message', message_id: 0 })).toEqual({});
    expect(host.read(1)).toEqual(start);
    host.write([{ index: 0, swipe: 0, record: record(4) }]);
    await mvu.replaceMvuData(record(6), { type: 'message', message_id: 1 });
    expect(message.variables).toEqual([record(6)]);
    expect(host.read(0)).toEqual(record(4));
    expect(context.chatMetadata['variables']).toEqual(ofChat);
  });

  it('6.2 o: of two cards of one name, each has its own chat and its own books, by avatar', () => {
    const card = (avatar: string, world: string) => ({ name: '阿芜', avatar, data: { extensions: { world } } });
    const charLore = [
      { name: '阿芜', extraBooks: ['甲副'] },
      { name: '阿芜1', extraBooks: ['乙副'] },
    ];
    const seen = [0, 1].map((characterId) => {
      const { host, context } = setUp([], {
        characters: [card('阿芜.png', '甲书'), card('阿芜1.png', '乙书')],
        characterId,
        getCurrentChatId: () => '同名的聊天',
      });
      const additional = additionalBooks(() => context, { world_info: { charLore } } as unknown as Lore);
      return [openChat(context)?.owner, host.bookNames().primary, additional];
    });
    expect(seen).toEqual([
      ['阿芜.png', '甲书', ['甲副']],
      ['阿芜1.png', '乙书', ['乙副']],
    ]);
  });

  it('are not shared with what was handed in', () => {
    const message = reply();
    const { host } = setUp([message]);
    const mine = record(5) as Tree;
    host.write([{ index: 0, swipe: 0, record: mine }]);
    mine.stat_data.金币 = 6;
    (host.read(0) as Tree).stat_data.金币 = 7;
    expect(host.read(0)?.['stat_data']).toEqual({ 金币: 5 });
  });

  it('37, AC67: move up after a swipe was deleted, once, whoever does it', () => {
    const message = reply([record(101), record(102), record(103)], 2, 1);
    const { host } = setUp([message]);
    expect(host.realign(0, 1)).toBe(true);
    expect(host.read(0)?.['stat_data']).toEqual({ 金币: 103 });
    expect(host.realign(0, 1)).toBe(false);
    expect(message.variables).toHaveLength(2);
  });

  it('35: other keys of the record are kept when a floor is done again', () => {
    const message = reply([{ ...record(99), 笔记: '留' }]);
    const { host } = setUp([message]);
    host.write([{ index: 0, swipe: 0, record: record(3) }]);
    expect((message.variables as Tree)[0]).toMatchObject({ stat_data: { 金币: 3 }, 笔记: '留' });
  });
});

describe('presence', () => {
  it('is asked anew each time, and tells the extra-model mode', () => {
    const { host, realm, context } = setUp([]);
    expect(host.presence()).toEqual({ kind: 'absent' });
    realm.Mvu = { parseMessage: () => null, replaceMvuData: () => undefined, isDuringExtraAnalysis: () => true };
    context.extensionSettings['mvu_settings'] = { 更新方式: '额外模型解析' };
    expect(host.presence()).toEqual({ kind: 'present', extraModel: true, asking: true });
    delete realm.Mvu;
    expect(host.presence()).toEqual({ kind: 'absent' });
  });

  it('6.2 u: is expected when an enabled script of the card would load it and something could run that script', () => {
    const scripts = [
      { type: 'script', enabled: true, content: "import 'https://example.invalid/MagVarUpdate/bundle.js'" },
    ];
    const { host, realm } = setUp([], {
      characters: [{ avatar: 'a.png', data: { extensions: { tavern_helper: { scripts }, world: '主书' } } }],
    });
    expect(host.presence()).toEqual({ kind: 'absent' });
    realm.TavernHelper = { getScriptTrees: () => [] };
    expect(host.presence()).toEqual({ kind: 'expected' });
    scripts[0]!.enabled = false;
    expect(host.presence()).toEqual({ kind: 'absent' });
    expect(host.bookNames()).toEqual({ global: ['全局'], primary: '主书', additional: ['副书'] });
  });

  it('knows a card that registers a zod schema', () => {
    const { host, realm } = setUp([]);
    expect(host.usesZod()).toBe(false);
    realm.TavernHelper = {
      getScriptTrees: ({ type }: { type: string }) =>
        type === 'character'
          ? [{ type: 'folder', enabled: true, scripts: [{ enabled: true, content: 'registerMvuSchema(x)' }] }]
          : [],
    };
    expect(host.usesZod()).toBe(true);
  });
});

describe('the real MVU', () => {
  it('parses on a copy, and is told of written records by number', async () => {
    const message = reply();
    const { host, realm } = setUp([reply([record(50)]), message]);
    const replaceMvuData = vi.fn();
    realm.Mvu = {
      parseMessage: async (_text: string, before: Tree) => {
        before.stat_data.金币 -= 5;
        return before;
      },
      replaceMvuData,
    };
    const before = host.readBefore(1)!;
    const after = await host.parse('x', before, signal);
    expect([before['stat_data'], after['stat_data']]).toEqual([{ 金币: 50 }, { 金币: 45 }]);
    host.write([{ index: 1, swipe: 0, record: after }]);
    expect(replaceMvuData).toHaveBeenCalledWith(expect.objectContaining({ stat_data: { 金币: 45 } }), {
      type: 'message',
      message_id: 1,
    });
    expect(host.read(1)?.['stat_data']).toEqual({ 金币: 45 });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      'tool.failed',
    ],
    ['rejects', () => Promise.reject(new Error('boom')), 'tool.failed'],
    ['gives nothing back', () => undefined, 'tool.failed'],
  ])('that %s is an error of its own', async (_, parseMessage, code) => {
    const { host, realm } = setUp([]);
    realm.Mvu = { parseMessage, replaceMvuData: () => undefined };
    await expect(host.parse('x', record(1), signal)).rejects.toMatchObject({ code });
  });

  it('that hangs is given up on, and a stop ends the wait at once', async () => {
    vi.useFakeTimers();
    try {
      const { host, realm } = setUp([]);
      realm.Mvu = { parseMessage: () => new Promise(() => undefined), replaceMvuData: () => undefined };
      const hung = expect(host.parse('x', record(1), signal)).rejects.toMatchObject({ code: 'tool.timeout' });
      await vi.advanceTimersByTimeAsync(10_000);
      await hung;
      const stop = new AbortController();
      const stopped = expect(host.parse('x', record(1), stop.signal)).rejects.toMatchObject({ code: 'run.cancelled' });
      stop.abort();
      await stopped;
    } finally {
      vi.useRealTimers();
    }
  });

  it('is missing: parsing says so', async () => {
    await expect(setUp([]).host.parse('x', record(1), signal)).rejects.toMatchObject({ code: 'tool.unavailable' });
  });
});

describe('our stand-in', () => {
  const text = `船走了。${block('[{"op":"delta","path":"/金币","value":-2},{"op":"insert","path":"/包/-","value":"油"}]')}`;

  it('6.2 r: has the members of MVU, reads a message by number, is announced, and gives way when the real one comes', () => {
    const { host, realm, told } = setUp([reply([start])]);
    const undo = host.standIn(makeUpdateEngine());
    const mvu = realm.Mvu as Tree;
    expect(told).toContain('global_Mvu_initialized');
    expect(host.presence()).toEqual({ kind: 'absent' });
    expect(mvu.getMvuData({ type: 'message', message_id: 0 }).stat_data.金币).toBe(5);
    expect(mvu.getMvuData({ type: 'message', message_id: -1 }).stat_data.金币).toBe(5);
    expect(() => mvu.getMvuData({ type: 'message', message_id: 4 })).toThrow(RangeError);
    expect(mvu.getMvuVariable(start, '包[0]')).toBe('灯');
    expect(mvu.getMvuVariable(start, '无', { default_value: 3 })).toBe(3);
    expect(mvu.isDuringExtraAnalysis()).toBe(false);
    const real = { parseMessage: () => null, replaceMvuData: () => undefined };
    realm.Mvu = real;
    expect(host.presence().kind).toBe('present');
    undo();
    expect(realm.Mvu).toBe(real);
  });

  it('comes back when the real one goes, and leaves with its undo', () => {
    const { host, realm } = setUp([]);
    const undo = host.standIn(makeUpdateEngine());
    realm.Mvu = { parseMessage: () => null, replaceMvuData: () => undefined };
    delete realm.Mvu;
    expect(host.presence()).toEqual({ kind: 'absent' });
    expect((realm.Mvu as Tree).narrativeAgentStandIn).toBe(true);
    undo();
    expect(realm.Mvu).toBeUndefined();
  });

  it('never stands where the real one is already', () => {
    const { host, realm } = setUp([]);
    const real = { parseMessage: () => null, replaceMvuData: () => undefined };
    realm.Mvu = real;
    host.standIn(makeUpdateEngine());
    expect(realm.Mvu).toBe(real);
  });

  it('applies a text with MVU’s events in MVU’s order', async () => {
    const { host, told } = setUp([]);
    host.standIn(makeUpdateEngine());
    const after = await host.parse(text, start, signal);
    expect(after['stat_data']).toEqual({ 金币: 3, 包: ['灯', '油'] });
    expect(told.slice(1)).toEqual([
      'mag_variable_update_started',
      'mag_command_parsed',
      'mag_command_parsed_for_zod',
      'mag_command_parsed_ended_for_zod',
      'mag_variable_updated',
      'mag_variable_updated',
      'mag_variable_update_ended',
      'mag_variable_update_ended_for_zod',
    ]);
  });

  it('lets a script change the commands in place, in the words of the events', async () => {
    const { host, on } = setUp([]);
    host.standIn(makeUpdateEngine());
    on('mag_command_parsed', (_data, commands) => {
      expect(commands.map((c: Tree) => [c.type, ...c.args])).toEqual([
        ['add', '金币', '-2'],
        ['insert', '包', '"-"', '"油"'],
      ]);
      commands[0].args[1] = '-1';
      commands.splice(1, 1);
    });
    expect((await host.parse(text, start, signal))['stat_data']).toEqual({ 金币: 4, 包: ['灯'] });
  });

  it('lets a card’s schema take the commands over and settle the data', async () => {
    const { host, on } = setUp([]);
    host.standIn(makeUpdateEngine());
    on('mag_command_parsed_for_zod', (data, commands) => {
      for (const command of commands)
        if (command.type === 'add')
          data.stat_data.金币 = Math.max(4, Number(data.stat_data.金币) + Number(command.args[1]));
    });
    on('mag_command_parsed_ended_for_zod', (_data, commands) => commands.splice(0));
    on('mag_variable_update_ended_for_zod', (data) => {
      data.schema = '没有用别管这个';
      delete data.display_data;
    });
    const after = await host.parse(text, start, signal);
    expect(after['stat_data']).toEqual({ 金币: 4, 包: ['灯'] });
    expect(after['schema']).toBe('没有用别管这个');
    expect(after).not.toHaveProperty('display_data');
  });

  it('writes data where a script says, as a copy', async () => {
    const message = reply([start]);
    const { host, realm, context } = setUp([message]);
    host.standIn(makeUpdateEngine());
    const data = record(9) as Tree;
    await (realm.Mvu as Tree).replaceMvuData(data, { type: 'message', message_id: 0 });
    data.stat_data.金币 = 1;
    expect(host.read(0)?.['stat_data']).toEqual({ 金币: 9 });
    await (realm.Mvu as Tree).replaceMvuData({ a: 1 }, { type: 'chat' });
    expect(context.chatMetadata['variables']).toEqual({ a: 1 });
  });

  it('tells each changed variable with its old and new value', async () => {
    const { host, on } = setUp([]);
    host.standIn(makeUpdateEngine());
    const heard: Tree[] = [];
    on('mag_variable_updated', (_tree, path, was, is) => heard.push([path, was, is]));
    await host.parse(text, start, signal);
    expect(heard).toEqual([
      ['金币', 5, 3],
      ['包', ['灯'], ['灯', '油']],
    ]);
  });

  it('sets one existing variable, writes through to a described value, and says so when asked', async () => {
    const { host, realm, on } = setUp([]);
    host.standIn(makeUpdateEngine());
    const mvu = realm.Mvu as Tree;
    const heard: Tree[] = [];
    on('mag_variable_updated', (...args) => heard.push(args.slice(1)));
    const data: Tree = { stat_data: { 体力: [80, '0-100'], 名: '甲' }, display_data: {}, delta_data: {} };
    expect(await mvu.setMvuVariable(data, '体力', 70, { reason: '累', is_recursive: true })).toBe(true);
    expect(await mvu.setMvuVariable(data, '名', '乙')).toBe(true);
    expect(await mvu.setMvuVariable(data, '没有', 1)).toBe(false);
    expect(await mvu.setMvuVariable(data, '__proto__.x', 1)).toBe(false);
    expect(data.stat_data).toEqual({ 体力: [70, '0-100'], 名: '乙' });
    expect(data.delta_data).toEqual({ 体力: '80->70 (累)', 名: '甲->乙' });
    expect(heard).toEqual([['体力', 80, 70]]);
  });

  it('reads initial variables again into what a script holds', async () => {
    const { host, realm } = setUp([]);
    host.standIn(
      makeUpdateEngine(async (held) => ({ ...held, stat_data: { 银: 1, ...(held['stat_data'] as object) } })),
    );
    const data: Tree = { stat_data: { 金: 2 } };
    expect(await (realm.Mvu as Tree).reloadInitVar(data)).toBe(true);
    expect(data.stat_data).toEqual({ 金: 2, 银: 1 });
    const none = setUp([]);
    none.host.standIn(makeUpdateEngine());
    expect(await (none.realm.Mvu as Tree).reloadInitVar(data)).toBe(false);
  });

  it('knows the current data: those of the newest message', async () => {
    const { host, realm } = setUp([reply([record(1)]), reply([record(2)])]);
    host.standIn(makeUpdateEngine());
    const mvu = realm.Mvu as Tree;
    expect(mvu.getCurrentMvuData().stat_data).toEqual({ 金币: 2 });
    await mvu.replaceCurrentMvuData(record(7));
    expect([host.read(0)?.['stat_data'], host.read(1)?.['stat_data']]).toEqual([{ 金币: 1 }, { 金币: 7 }]);
  });

  it('answers what scripts ask by event, and only while it stands there', async () => {
    const { host, context } = setUp([]);
    const remove = host.standIn(makeUpdateEngine());
    const asked: Tree = { old_variables: start };
    await context.eventSource.emit('mag_invoke_mvu', text, asked);
    expect(asked.new_variables.stat_data).toEqual({ 金币: 3, 包: ['灯', '油'] });
    const tree = { 金币: 5 };
    await context.eventSource.emit('mag_update_variable', tree, '金币', 6, 'why', false);
    expect(tree).toEqual({ 金币: 6 });
    remove();
    const late: Tree = { old_variables: start };
    await context.eventSource.emit('mag_invoke_mvu', text, late);
    expect(late).not.toHaveProperty('new_variables');
  });

  it('tells scripts that variables begin and that a message is about to be written; what they change counts', async () => {
    const { host, on } = setUp([]);
    host.standIn(makeUpdateEngine());
    on('mag_variable_initialized', (data, swipe) => (data.stat_data.金币 = 10 + Number(swipe)));
    on('mag_before_message_update', (message) => {
      message.variables.stat_data.金币 = 6;
      message.message_content = 'x!';
    });
    expect((await host.initialised(record(5), 2))['stat_data']).toEqual({ 金币: 12 });
    const told = await host.beforeUpdate({ record: record(5), text: 'x' });
    expect([told.record['stat_data'], told.text]).toEqual([{ 金币: 6 }, 'x!']);
  });

  it('a real MVU tells its own events', async () => {
    const { host, realm, on } = setUp([]);
    realm.Mvu = { parseMessage: () => record(1), replaceMvuData: () => undefined };
    on('mag_variable_initialized', (data) => (data.stat_data.金币 = 0));
    on('mag_before_message_update', (message) => (message.message_content = ''));
    expect((await host.initialised(record(5), 0))['stat_data']).toEqual({ 金币: 5 });
    expect((await host.beforeUpdate({ record: record(5), text: 'x' })).text).toBe('x');
  });
});
