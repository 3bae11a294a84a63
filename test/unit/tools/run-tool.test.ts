/** The one door: rights, parameters, all four kinds, records, effects. */
import { describe, expect, it } from 'vitest';
import { NarrativeError } from '../../../src/domain/errors.ts';
import { type ExecutionRecord } from '../../../src/domain/run/execution.ts';
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';
import { type RefusalReason, type ToolCall } from '../../../src/domain/tools/tool-call.ts';
import { hashOfCode } from '../../../src/tools/consent.ts';
import { renderResult, renderResults } from '../../../src/tools/render-results.ts';
import { runTool, type ToolOutcome, type ToolRunDeps, type ToolRunInput } from '../../../src/tools/run-tool.ts';
import {
  call,
  catalogueOf,
  type CatalogueParts,
  material,
  scriptedModel,
  settings,
  toolDeps,
  view,
} from './tool-bed.ts';
import { toolEntry } from './tool-entry.ts';

const never = new AbortController().signal;
const probe = { type: 'code', function: { name: 'probe', description: 'd' }, code: 'return 1' };
const teller = {
  type: 'llm',
  function: { name: 'teller', description: 'd' },
  system_prompt: 'Tell.',
  context: ['user_input'],
};

interface Bed extends Partial<Omit<ToolRunInput, 'call' | 'catalogue'>> {
  readonly entries?: readonly WorldbookEntry[];
  readonly parts?: CatalogueParts;
  readonly deps?: Partial<ToolRunDeps>;
  readonly signal?: AbortSignal;
}

async function run(asked: ToolCall, bed: Bed = {}): Promise<ToolOutcome> {
  const { entries = [], parts = {}, deps = {}, signal = never, ...rest } = bed;
  return runTool(
    {
      call: asked,
      catalogue: await catalogueOf(entries, parts),
      phase: 'planning',
      slot: 'planning',
      settings: settings(),
      use: { calls: 0, steps: 1 },
      index: 0,
      occurrence: 0,
      turnSeed: 5,
      owner: { runId: 'r' as never, floorId: 'f' as never, pageId: 'p' as never },
      view: view(),
      material: () => material(),
      history: [],
      effects: [],
      ...rest,
    },
    toolDeps(deps),
    signal,
  );
}

describe('rights', () => {
  const keyed = toolEntry(probe, { constant: false, keys: ['attack'] });
  const refusals: [string, RefusalReason, Bed][] = [
    ['an unknown name', 'tool_not_found', {}],
    ['a keyed entry that did not fire', 'not_active', { entries: [keyed] }],
    ['a disabled entry', 'disabled', { entries: [toolEntry(probe, { enabled: false })] }],
    ['code nobody was asked about', 'approval_required', { entries: [toolEntry(probe)], parts: { consents: [] } }],
    [
      'a browser without a sandbox',
      'sandbox_unavailable',
      { entries: [toolEntry(probe)], parts: { sandbox: { ok: false, reason: 'no-wasm' } } },
    ],
    ['a post tool in planning', 'wrong_phase', { entries: [toolEntry({ ...probe, trigger: 'post' })] }],
    [
      'a name on the deny list',
      'deny_listed',
      {
        entries: [toolEntry(probe)],
        settings: settings({ deny: { planning: ['probe'] }, allow: { planning: ['probe'] } }),
      },
    ],
    [
      'a name not on the allow list',
      'not_in_allow_list',
      { entries: [toolEntry(probe)], settings: settings({ allow: { planning: ['other'] } }) },
    ],
    ['the ninth call', 'max_calls_exceeded', { entries: [toolEntry(probe)], use: { calls: 8, steps: 1 } }],
    ['the sixth step', 'max_steps_exceeded', { entries: [toolEntry(probe)], use: { calls: 0, steps: 6 } }],
    [
      'an irreversible tool',
      'irreversible_blocked',
      { entries: [toolEntry({ ...probe, side_effect: 'irreversible' })] },
    ],
  ];

  it.each(refusals)('refuses %s: %s', async (_, reason, bed) => {
    const { record, effects } = await run(call('probe'), bed);
    expect(record).toMatchObject({ status: 'denied', refusal: reason, tool: 'probe', runId: 'r', pageId: 'p' });
    expect(record.message).not.toBe('');
    expect(effects).toEqual([]);
  });

  it('runs a keyed entry that fired, one on the allow list, and an irreversible one when switched on', async () => {
    expect((await run(call('probe'), { entries: [keyed], parts: { active: [keyed] } })).record.status).toBe('success');
    expect(
      (
        await run(call('probe'), {
          entries: [toolEntry(probe)],
          settings: settings({ allow: { planning: ['probe'] } }),
        })
      ).record.status,
    ).toBe('success');
    const irreversible = toolEntry({ ...probe, side_effect: 'irreversible' });
    expect(
      (await run(call('probe'), { entries: [irreversible], settings: settings({ allowIrreversible: true }) })).record
        .status,
    ).toBe('success');
  });

  it('asks again when the code changed', async () => {
    const parts = { consents: [{ owner: 'card', codeHash: 'of other code', answer: 'always', at: 0 } as const] };
    expect((await run(call('probe'), { entries: [toolEntry(probe)], parts })).record.refusal).toBe('approval_required');
  });

  it('finds a name past capitals, blanks and hyphens', async () => {
    expect((await run(call(' Roll-Dice'), {})).record).toMatchObject({ tool: 'roll_dice', status: 'error' });
  });
});

describe('code tools', () => {
  it('get checked params, the state with the built-in fields and the MVU tree, and dice', async () => {
    const parameters = { type: 'object', properties: { base: { type: 'number' } }, required: ['base'] };
    const entry = toolEntry({
      ...probe,
      function: { ...probe.function, parameters },
      code: 'const r = roll("1d6"); return [params.base + 1, state.hp, state.location, state.stat_data.hp[1], state.inventory.coin, r.total <= 6]',
    });
    const { record } = await run(call('probe', { base: '4' }), { entries: [entry] });
    expect(record).toMatchObject({
      status: 'success',
      result: [5, 7, 'pier', 'health', 3, true],
      arguments: { base: 4 },
      coercions: ['base: "4" → 4'],
    });
    expect(record.rolls).toHaveLength(1);
  });

  it('are not run with parameters that do not fit', async () => {
    const parameters = { type: 'object', properties: { base: { type: 'number' } }, required: ['base'] };
    const entry = toolEntry({ ...probe, function: { ...probe.function, parameters } });
    expect((await run(call('probe', {}), { entries: [entry] })).record).toMatchObject({
      status: 'error',
      code: 'tool.invalid-input',
      message: 'base: is required',
    });
  });

  it('may write, and the writes are effects of the page', async () => {
    const entry = toolEntry({
      ...probe,
      code: `return { text: 'done', changes: [
        { op: 'set', path: 'mood', value: 'happy' },
        { op: 'set', path: 'trust', value: 4, scope: 'branch' },
        { op: 'delta', path: '/hp', value: -2 },
        { op: 'add', path: 'inventory.coin', value: 2 },
        { op: 'replace', path: '/location', value: 'mill' },
        { op: 'remove', path: '/__proto__/x' },
      ] }`,
    });
    const { record, effects } = await run(call('probe'), { entries: [entry] });
    expect(record).toMatchObject({ status: 'success', result: 'done', text: 'done' });
    expect(effects).toEqual([
      { kind: 'variable', scope: 'page', key: 'mood', write: { op: 'set', value: 'happy' }, source: 'tool' },
      { kind: 'variable', scope: 'branch', key: 'trust', write: { op: 'set', value: 4 }, source: 'tool' },
      { kind: 'mvu', operations: [{ op: 'delta', path: '/hp', value: -2 }], source: 'tool' },
      { kind: 'state', change: { type: 'add_item', item: 'coin', quantity: 2 }, source: 'tool' },
      { kind: 'state', change: { type: 'move', location: 'mill' }, source: 'tool' },
    ]);
    expect(record.logs).toEqual([expect.stringContaining('no usable path')]);
  });

  it('may not write when they say they do not', async () => {
    const entry = toolEntry({
      ...probe,
      side_effect: 'none',
      code: 'return { text: "x", changes: [{ path: "a", value: 1 }] }',
    });
    const { effects, record } = await run(call('probe'), { entries: [entry] });
    expect(effects).toEqual([]);
    expect(record.logs).toEqual([expect.stringContaining('ignored')]);
  });

  it('leave a named error with the line when they fail', async () => {
    const { record } = await run(call('probe'), {
      entries: [toolEntry({ ...probe, code: 'return 1 +\n nothing.here' })],
    });
    expect(record).toMatchObject({ status: 'error', code: 'tool.failed' });
    expect(record.message).toMatch(/nothing.*line 2/);
  });
});

describe('llm tools', () => {
  it('get their prompt, the context they asked for and the parameters', async () => {
    const model = scriptedModel(() => '  The lamp burns low.  ');
    const { record } = await run(call('teller', { topic: 'lamp' }, { reason: 'mood' }), {
      entries: [toolEntry(teller)],
      deps: { model },
    });
    expect(record).toMatchObject({ status: 'success', text: 'The lamp burns low.' });
    const [request] = model.asked;
    expect(request).toMatchObject({ slot: 'tool', maxTokens: 1_500 });
    expect(request?.messages[0]).toEqual({ role: 'system', content: 'Tell.' });
    const user = String(request?.messages[1]?.content);
    expect(user).toContain('<user_input>\nI light the lamp\n</user_input>');
    expect(user).toContain('"topic": "lamp"');
    expect(user).not.toContain('state_summary');
    expect(user.trimEnd()).toMatch(/English\.$/);
  });

  it('may answer with changes', async () => {
    const model = scriptedModel(
      () => '```json\n{"text":"Night falls.","changes":[{"op":"delta","path":"time","value":60}]}\n```',
    );
    const { record, effects } = await run(call('teller'), { entries: [toolEntry(teller)], deps: { model } });
    expect(record.text).toBe('Night falls.');
    expect(effects).toEqual([{ kind: 'state', change: { type: 'pass_time', minutes: 60 }, source: 'tool' }]);
  });

  it.each([
    ['model.timeout', 'zh', '工具错误：teller：超时，没有结果'],
    ['model.auth', 'zh', '工具错误：teller：没有得到结果'],
    ['model.overflow', 'en', 'Tool error: teller: no result'],
    ['answer.not-json', 'en', 'Tool error: teller: no result'],
    ['tool.failed', 'en', 'Tool error: teller: Tool: the key was refused. Check the key.'],
  ] as const)('tell the writer of %s in few words, without the remedy for the player (%s)', (code, language, line) => {
    const failed = { tool: 'teller', status: 'error', code, message: 'Tool: the key was refused. Check the key.' };
    expect(renderResult(failed as ExecutionRecord, language)).toBe(line);
  });

  it("keep the name of the model's error", async () => {
    const model = scriptedModel(() => Promise.reject(new NarrativeError('model.timeout', { message: 'too slow' })));
    expect((await run(call('teller'), { entries: [toolEntry(teller)], deps: { model } })).record).toMatchObject({
      status: 'timeout',
      code: 'model.timeout',
      message: 'too slow',
    });
    const silent = scriptedModel(() => '  ');
    expect((await run(call('teller'), { entries: [toolEntry(teller)], deps: { model: silent } })).record).toMatchObject(
      { status: 'error', code: 'model.empty' },
    );
  });

  it('end at once when the turn is stopped, even when the model does not listen', async () => {
    const controller = new AbortController();
    const model = scriptedModel(() => new Promise(() => undefined));
    const running = run(call('teller'), { entries: [toolEntry(teller)], deps: { model }, signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(running).rejects.toMatchObject({ code: 'run.cancelled' });
  });
});

describe('a call that is cut off', () => {
  const endless = { ...toolDeps().sandbox, run: () => new Promise<never>(() => undefined) };
  const late = {
    ...toolDeps().sandbox,
    run: () =>
      Promise.resolve({
        ok: false,
        error: { code: 'tool.timeout', message: 'late', line: null },
        logs: [],
        rolls: [],
        milliseconds: 1,
      } as const),
  };
  const entry = toolEntry(probe);
  const pinned = [{ owner: 'card', codeHash: hashOfCode('return 1'), answer: 'page' as const, at: 0 }];
  const inPage = { consents: pinned, pageCode: true };
  const lasting = toolEntry({ ...probe, side_effect: 'irreversible' });
  const allowed = settings({ allowIrreversible: true });

  it.each<[string, Bed, string]>([
    ['stopped in the sandbox: failed', { entries: [entry] }, 'error'],
    ['stopped in the page: uncertain', { entries: [entry], parts: inPage }, 'uncertain'],
    ['stopped while it does what cannot be undone: uncertain', { entries: [lasting], settings: allowed }, 'uncertain'],
  ])('%s, on record', async (_, bed, status) => {
    const controller = new AbortController();
    const records: ExecutionRecord[] = [];
    const deps = {
      sandbox: endless,
      pageSandbox: endless,
      onStopped: (record: ExecutionRecord) => records.push(record),
    };
    const running = run(call('probe', { a: 1 }), { ...bed, deps, signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(running).rejects.toMatchObject({ code: 'run.cancelled' });
    expect(records).toMatchObject([{ tool: 'probe', status, code: 'run.cancelled', arguments: { a: 1 } }]);
  });

  it.each<[string, Bed, string]>([
    ['in the sandbox: took too long', { entries: [entry] }, 'timeout'],
    ['in the page: uncertain', { entries: [entry], parts: inPage }, 'uncertain'],
  ])('by its limit %s', async (_, bed, status) => {
    const deps = { sandbox: late, pageSandbox: late };
    expect((await run(call('probe'), { ...bed, deps })).record).toMatchObject({ status, code: 'tool.timeout' });
  });

  it('runs in the sandbox when page code is switched off, however it was pinned', async () => {
    const bed = { entries: [entry], parts: { consents: pinned, pageCode: false } };
    const deps = { pageSandbox: endless };
    expect((await run(call('probe'), { ...bed, deps })).record).toMatchObject({ status: 'success', result: 1 });
  });
});

describe('built-in tools', () => {
  it('roll with the same seed the same, in fresh records', async () => {
    const [a, b] = [await run(call('roll_dice', { expr: '3d6' })), await run(call('roll_dice', { expr: '3d6' }))];
    expect(a.record.rolls).toEqual(b.record.rolls);
    expect((await run(call('roll_dice', { expr: '3d6' }), { occurrence: 1 })).record.seed).not.toBe(a.record.seed);
    expect((await run(call('roll_dice', { expr: '3d6' }), { turnSeed: 6 })).record.seed).not.toBe(a.record.seed);
  });

  it.each(['expr', 'expression', 'formula', 'dice'])('read the dice from %s', async (name) => {
    expect((await run(call('roll_dice', { [name]: '1d1' }))).record).toMatchObject({
      status: 'success',
      arguments: { expr: '1d1' },
    });
  });

  it.each(['Advantage', '优势', 'ADV'])('read the mode %s', async (mode) => {
    expect((await run(call('roll_dice', { expr: '1d20', mode }))).record.rolls[0]?.mode).toBe('advantage');
  });

  it('hand the branch that happened to the writer, and never the other one', async () => {
    const asked = call(
      'roll_dice',
      { expr: '1d1', dc: '1' },
      { successBranch: 'the door opens', failureBranch: 'the alarm rings' },
    );
    const { record } = await run(asked);
    expect(renderResult(record, 'en')).toBe('Check: 1d1 = [1] = 1 (DC 1) → success: the door opens');
  });

  it('say what is wrong with dice, and that is no failed check', async () => {
    const { record } = await run(call('roll_dice', { expr: 'attack', dc: 10 }));
    expect(record).toMatchObject({ status: 'error', rolls: [] });
    expect(renderResult(record, 'en')).toMatch(/^Tool error: roll_dice: .*attack/);
    expect(renderResult(record, 'zh')).toMatch(/^工具错误：/);
  });

  it('read variables of every kind, and what was written earlier in the turn', async () => {
    const read = async (key: string, bed: Bed = {}) => (await run(call('get_variable', { key }), bed)).record.result;
    expect(await read('mood')).toBe('calm');
    expect(await read('hp')).toBe(7);
    expect(await read('pack.rope')).toBe(1);
    expect(await read('location')).toBe('pier');
    expect(await read('state.inventory.coin')).toBe(3);
    const written = await run(call('set_variable', { key: 'mood', value: 'sad' }));
    expect(written.effects).toEqual([
      { kind: 'variable', scope: 'page', key: 'mood', write: { op: 'set', value: 'sad' }, source: 'tool' },
    ]);
    expect(await read('mood', { effects: written.effects })).toBe('sad');
    for (const key of ['__proto__', 'constructor', 'a.__proto__.b', '', 'unknown']) {
      expect((await run(call('get_variable', { key }))).record.status).toBe('error');
    }
  });

  it('read what the chat and all chats know where nothing narrower says anything', async () => {
    const outer = [
      { mood: { value: 'angry' }, season: { value: 'autumn' } },
      { season: { value: 'spring' }, visits: { value: 3 } },
    ];
    const wider = { ...view(), outer };
    const read = async (key: string) => (await run(call('get_variable', { key }), { view: wider })).record.result;
    expect([await read('mood'), await read('season'), await read('visits')]).toEqual(['calm', 'autumn', 3]);
  });

  it('set no variable across chats', async () => {
    expect((await run(call('set_variable', { key: 'a', value: 1, scope: 'global' }))).record.status).toBe('error');
    expect((await run(call('set_variable', { key: '__proto__', value: 1 }))).effects).toEqual([]);
  });

  it('choose by chance, each option once, weights counted', async () => {
    const choose = async (params: ToolCall['params']) => (await run(call('random_choice', params))).record.result;
    expect(['a', 'b', 'c']).toContain(await choose({ options: ['a', 'b', 'c'] }));
    expect(['红', '蓝']).toContain(await choose({ choices: '红、蓝' }));
    expect([...((await choose({ options: ['a', 'b', 'c'], count: 3 })) as string[])].sort()).toEqual(['a', 'b', 'c']);
    expect(await choose({ options: ['a', 'b'], weights: [0, 1] })).toBe('b');
    expect((await run(call('random_choice', { options: [] }))).record.status).toBe('error');
  });

  it('tell the time, search the summaries, and say what is known of people', async () => {
    expect((await run(call('get_time'))).record.result).toMatchObject({
      day: 2,
      hour: 18,
      minute: 5,
      location: 'pier',
      round: 3,
    });
    expect((await run(call('query_memory', { query: 'lantern' }))).record.text).toBe(
      '[round 1] Mara lent the lantern.',
    );
    expect((await run(call('query_memory', { keyword: 'dragon' }))).record.status).toBe('error');
    const person = async (name: string) => (await run(call('get_character_info', { name }))).record.result;
    expect(await person('mara')).toMatchObject({ name: 'Mara', personality: 'dry', relationship: 12 });
    expect(await person('Ren')).toMatchObject({ persona: 'a ferryman' });
    expect(await person('Odo')).toEqual({ name: 'Odo' });
    expect((await run(call('get_character_info', { name: 'nobody' }))).record.status).toBe('error');
  });

  it('give way to a code tool of the same name', async () => {
    const entry = toolEntry(
      { type: 'code', function: { name: 'roll_dice' }, code: 'return 4' },
      { comment: '[TOOL:roll_dice]' },
    );
    expect((await run(call('roll_dice'), { entries: [entry] })).record).toMatchObject({ kind: 'code', result: 4 });
  });
});

describe('what the writer is told', () => {
  it("is one line per result in the order of the calls, values with their tool's name", async () => {
    const entries = [
      toolEntry(probe),
      toolEntry({ ...probe, function: { name: 'table' }, code: 'return { a: [1] }' }, { uid: '2' }),
    ];
    const second = (await run(call('probe'), { entries, index: 1 })).record;
    const first = (await run(call('table'), { entries, index: 0 })).record;
    expect(renderResults([second, first], 'zh')).toEqual(['table：{\n  "a": [\n    1\n  ]\n}', 'probe：1']);
  });

  it('says that a refused call did not run, but not twice the same', async () => {
    expect(renderResult((await run(call('ghost'))).record, 'en')).toBe(
      'Tool error: ghost not run, there is no such tool',
    );
    expect(renderResult((await run(call('get_time'), { refusal: 'duplicate_call' })).record, 'en')).toBe('');
  });
});

describe('the bench', () => {
  it('tries tools of either phase that are not active, but none that is not allowed', async () => {
    const entry = toolEntry({ ...probe, trigger: 'post' }, { constant: false, keys: ['x'] });
    expect((await run(call('probe'), { entries: [entry], phase: 'bench' })).record).toMatchObject({
      status: 'success',
      phase: 'bench',
    });
    expect(
      (await run(call('probe'), { entries: [entry], phase: 'bench', parts: { consents: [] } })).record.refusal,
    ).toBe('approval_required');
  });
});
