/** @vitest-environment jsdom */
/** The panels: what they show of a chat, and what the player can do with it. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunEvent } from '../../../../src/domain/run/run.ts';
import { makePanels, type Panels } from '../../../../src/ui/panels/open-panels.ts';
import { type PanelDeps, type PanelTab } from '../../../../src/ui/panels/panel-deps.ts';
import { aPage, aRow, aSession, aWorld } from './a-session.ts';

/** The chunk is loaded once beforehand: on a busy machine that alone takes longer than a test may. */
beforeAll(async () => {
  await import('../../../../src/ui/panels/panel-window.tsx');
}, 60_000);

let panels: Panels;
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
const body = (): string => document.querySelector('.narrative-agent-panel-body')?.textContent ?? '';
const row = (pointer: string): HTMLElement => document.querySelector(`[data-pointer="${pointer}"]`)!;

function press(label: string, within: ParentNode = document): void {
  const found = [...within.querySelectorAll('button')].find((button) => button.textContent === label);
  if (found === undefined) throw new Error(`no button "${label}"`);
  found.click();
}

async function write(within: ParentNode, value: string): Promise<void> {
  const field = within.querySelector<HTMLInputElement>('input, textarea')!;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
}

async function open(tab: PanelTab, parts: Partial<PanelDeps> = {}): Promise<void> {
  panels = makePanels(document, {
    language: 'en',
    session: () => null,
    onChanged: () => () => undefined,
    analyseAgain: vi.fn(),
    catchUp: vi.fn(),
    detachedPages: async () => [],
    onError: vi.fn(),
    ...parts,
  });
  panels.open(tab);
  await vi.waitFor(() => expect(document.querySelector('.narrative-agent-panel')).not.toBeNull(), {
    interval: 5,
    timeout: 20_000,
  });
  await settle();
}

afterEach(() => {
  panels.remove();
  document.body.replaceChildren();
});

describe('the window', () => {
  it('says that no chat is open', async () => {
    await open('state');

    expect(body()).toContain('No chat is open.');
  });

  it('closes by Escape and gives the focus back', async () => {
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    await open('state');

    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

    expect(document.querySelector('.narrative-agent-panel')).toBeNull();
    expect(document.activeElement).toBe(field);
  });

  it('shows no tab for what is not there', async () => {
    await open('state');

    expect([...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual([
      'State',
      'Timeline',
      'Run',
    ]);
  });

  it('stays closed after it was removed', async () => {
    await open('state');
    panels.remove();

    panels.open('state');
    await settle();

    expect(document.querySelector('.narrative-agent-panel')).toBeNull();
  });
});

describe('the state tab', () => {
  it('shows time, place, goods, people, quests, flags, variables and summaries', async () => {
    await open('state', { session: () => aSession().session });

    for (const part of ['Day 2, 18:40', 'pier', 'coin', 'Wren', 'find a boat', 'bell', 'calm', 'Bought oil.']) {
      expect(body()).toContain(part);
    }
    expect(body()).not.toContain('gone');
  });

  it.each([
    ['/game/inventory/coin', '7', 7],
    ['/game/inventory/oil~1lamp', '0', 0],
    ['/game/time', '３ 06：05', { day: 3, hour: 6, minute: 5 }],
    ['/game/location', ' lighthouse ', 'lighthouse'],
    ['/game/flags/bell', 'false', false],
    ['/game/flags/bell', 'rung twice', 'rung twice'],
    ['/summaries/1', 'Bought two jars of oil.', 'Bought two jars of oil.'],
    ['/variables/mood', '{"a":1}', { a: 1 }],
  ])('hands on an edit of %s', async (pointer, typed, value) => {
    const { session, asked } = aSession();
    await open('state', { session: () => session });

    press('Edit', row(pointer));
    await settle();
    await write(row(pointer), typed);
    press('Save', row(pointer));

    expect(asked).toEqual([['edit', pointer, { op: 'set', value }]]);
  });

  it.each([
    ['/game/inventory/coin', 'many'],
    ['/game/inventory/coin', ''],
    ['/game/time', 'noon'],
    ['/game/time', '1 25:00'],
    ['/game/time', '0 10:00'],
    ['/summaries/1', '  '],
  ])('refuses to make %s %j', async (pointer, typed) => {
    const { session, asked } = aSession();
    await open('state', { session: () => session });

    press('Edit', row(pointer));
    await settle();
    await write(row(pointer), typed);
    press('Save', row(pointer));
    await settle();

    expect(asked).toEqual([]);
    expect(row(pointer).querySelector('[role=alert]')).not.toBeNull();
  });

  it('locks, unlocks, takes away, undoes and redoes', async () => {
    const { session, asked } = aSession();
    await open('state', { session: () => session });

    press('Unlock', row('/game/inventory/coin'));
    press('Lock', row('/game/relationships/Wren'));
    press('Edit', row('/game/flags/bell'));
    await settle();
    press('Remove', row('/game/flags/bell'));
    press('Undo');
    press('Redo');

    expect(asked).toEqual([
      ['edit', '/game/inventory/coin', { op: 'unlock' }],
      ['edit', '/game/relationships/Wren', { op: 'lock' }],
      ['edit', '/game/flags/bell', { op: 'unset' }],
      ['undo'],
      ['redo'],
    ]);
  });

  it('adds a value, but not over one that is there', async () => {
    const { session, asked } = aSession();
    await open('state', { session: () => session });
    press('Add · Goods');
    await settle();
    const [name, value] = [...document.querySelectorAll<HTMLInputElement>('.narrative-agent-section input')];
    const fill = async (field: HTMLInputElement, text: string): Promise<void> => {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await settle();
    };

    await fill(name!, 'coin');
    await fill(value!, '3');
    press('Save');
    await settle();
    expect(asked).toEqual([]);
    expect(body()).toContain('exists already');
    await fill(name!, 'rope');
    press('Save');

    expect(asked).toEqual([['edit', '/game/inventory/rope', { op: 'set', value: 3 }]]);
  });

  it('tells why a change was not applied, and shows text of models as text', async () => {
    const rejections = [
      {
        effectIndex: 0,
        effect: { kind: 'state', change: { type: 'remove_item', item: '<img src=x>', quantity: 9 } },
        code: 'not-enough',
        reason: 'There is only 1.',
      },
    ] as const;
    await open('state', { session: () => aSession({ rejections }).session });

    expect(body()).toContain('There is only 1.');
    expect(document.querySelector('.narrative-agent-panel img')).toBeNull();
  });

  it('hands a refused edit to the player', async () => {
    const onError = vi.fn();
    const { session } = aSession();
    const refusal = new Error('no');
    await open('state', { session: () => ({ ...session, undo: () => Promise.reject(refusal) }), onError });

    press('Undo');
    await settle();

    expect(onError).toHaveBeenCalledWith(refusal);
  });

  it('shows the newest twenty of a thousand summaries until asked', async () => {
    const summaries = Array.from({ length: 1_000 }, (_, i) => ({
      floorId: 'f' as never,
      round: i,
      text: `line ${i};`,
    }));
    await open('state', { session: () => aSession({ world: { ...aWorld, summaries } }).session });

    expect(body()).toContain('line 999;');
    expect(body()).not.toContain('line 979;');
    press('Show earlier rounds');
    await settle();
    expect(body()).toContain('line 979;');
  });
});

const event = (seq: number, more: object): RunEvent => ({ runId: 'r', seq, at: seq * 1_000, ...more }) as RunEvent;
const aRun = {
  run: {
    runId: 'r',
    type: 'normal',
    schedule: 'merged',
    status: 'completed',
    step: 'commit',
    startedAt: 0,
    endedAt: 9_000,
    rungs: [],
    error: null,
  },
  events: [
    event(0, { type: 'step.started', step: 'recall' }),
    event(0.5, { type: 'step.completed', step: 'recall', note: '3, 5' }),
    event(0.6, { type: 'note', code: 'recall.unknown', detail: '99' }),
    event(0, { type: 'run.started', turnType: 'normal', schedule: 'merged' }),
    event(1, {
      type: 'call.started',
      callId: 'c1',
      slot: 'writing',
      attempt: 1,
      model: 'm-large',
      promptTokens: 900,
      messages: [
        { role: 'system', content: 'Write <b>well</b>.' },
        { role: 'user', content: [{ type: 'text', text: 'Go on.' }, { type: 'image_url' }] },
      ],
      cut: [{ key: 'worldinfo3', source: 'entry:Harbour#3', tokens: 120, reason: 'budget_exceeded' }],
      parts: [
        { key: 'instructions', source: 'narrative-agent', tokens: 310 },
        { key: 'worldinfo3', source: 'entry:Bell#2', tokens: 44, why: 'input:bell' },
      ],
    }),
    event(2, {
      type: 'call.completed',
      callId: 'c1',
      slot: 'writing',
      text: 'Fog rolls in.',
      usage: { promptTokens: 1_000, completionTokens: 50, cachedTokens: 400 },
      milliseconds: 4_200,
    }),
    event(3, {
      type: 'call.started',
      callId: 'c2',
      slot: 'analysis',
      attempt: 2,
      model: 'm-small',
      promptTokens: 300,
      messages: [],
      cut: [],
    }),
    event(4, {
      type: 'call.failed',
      callId: 'c2',
      slot: 'analysis',
      attempt: 2,
      code: 'model.timeout',
      message: 'silent for 90 s',
      milliseconds: 90_000,
    }),
    event(5, { type: 'rung.used', rung: 'keep-last-state', detail: 'analysis' }),
    event(5, {
      type: 'lore.routed',
      routed: [{ source: 'entry:Bell#2', book: 'Harbour', bucket: 'worldinfo3_keyword', why: 'input:bell' }],
      unrouted: [{ reason: 'never-activates', count: 3, entries: ['entry:Mute#7'] }],
    }),
    event(6, { type: 'change.rejected', code: 'locked', reason: 'coin is locked', proposal: {} }),
  ],
};

describe('the run tab', () => {
  it('shows what was sent, what came back, what was cut and what it cost', async () => {
    const { session, asked } = aSession({ run: aRun as never });
    await open('run', { session: () => session });

    expect(asked).toEqual([['runOf', 'p1']]);
    for (const part of [
      'completed',
      '2 calls · 9 s · 1350 tokens',
      'Writing',
      'm-large · in 1000 · out 50 · cached 400 · 4.2 s',
      'Write <b>well</b>.',
      'Go on.\n[image_url]',
      'Fog rolls in.',
      'worldinfo3 · entry:Harbour#3: about 120 tokens',
      'Analysis (attempt 2)',
      'silent for 90 s (model.timeout)',
      'last state kept: analysis',
      'coin is locked',
      'recall.unknown: 99',
      'recall · 0.5 s · 3, 5',
      'Bell#2 key in the input: bell44',
      'Worldbook entries of this turn (1) · 3 entries not sent',
      'has no keys and is not constant (3) Mute#7 · …',
    ]) {
      expect(body()).toContain(part);
    }
    expect(document.querySelector('.narrative-agent-pre b')).toBeNull();
  });

  it('says when there is no record', async () => {
    await open('run', { session: () => aSession({ run: null }).session });

    expect(body()).toContain('no record of a run');
  });
});

describe('the timeline tab', () => {
  it('shows the newest round first, with its marks', async () => {
    const rows = [aRow(0), aRow(1, { edited: true, partial: true, swipePages: ['p1', 'p1b'] as never })];
    const analyseAgain = vi.fn();
    await open('timeline', { session: () => aSession({ rows }).session, analyseAgain });

    expect(body().indexOf('Round 1')).toBeLessThan(body().indexOf('Opening'));
    expect(body()).toContain('2 candidates · analysed · unfinished · text changed after it was saved');
    press('Analyse again');
    expect(analyseAgain).toHaveBeenCalledWith('p1');
  });

  it('offers no analysis for a mended comma, and a catch-up for what nobody analysed', async () => {
    const small = { changed: 0.01, numbers: false, names: false, offerAnalysis: false };
    const rows = [aRow(0), aRow(1, { edited: true }), aRow(2, { kind: 'native', analysis: 'none' })];
    const catchUp = vi.fn();
    await open('timeline', { session: () => aSession({ rows, editMark: small }).session, catchUp });

    expect(body()).toContain('text changed after it was saved');
    expect(body()).not.toContain('Analyse again');
    press('Catch up (1)…');
    expect(catchUp).toHaveBeenCalledOnce();
  });

  it('restores a page that is no longer in the chat, once', async () => {
    const { session, asked } = aSession({ texts: { lost: 'another evening' } });
    await open('timeline', { session: () => session, detachedPages: async () => [aPage('lost', 'another evening')] });

    press('Show candidates', document.querySelector('[data-round="1"]')!);
    await settle();
    expect(document.querySelector('[data-page="lost"]')?.textContent).toContain('another evening');
    press('Restore as a candidate');
    await settle();

    expect(asked).toEqual([['restorePage', 'lost']]);
    expect(document.querySelector('[data-page="lost"]')?.textContent).not.toContain('Restore');
  });

  it('opens the run of a round', async () => {
    const { session, asked } = aSession({ run: aRun as never });
    await open('timeline', { session: () => session });

    press('Show the run', document.querySelector('[data-round="0"]')!);
    await settle();

    expect(asked).toEqual([['runOf', 'p0']]);
    expect(body()).toContain('m-large');
  });

  it('opens the run of a turn that left no reply', async () => {
    const run = { ...aRun, run: { ...aRun.run, pageId: 'failed-page' } };
    const rows = [aRow(0), aRow(1, { pageId: null, replyIndex: null, swipePages: [] })];
    const { session, asked } = aSession({ rows, run: run as never });
    await open('timeline', { session: () => session });
    await settle();

    press('Show the run', document.querySelector('[data-round="1"]')!);
    await settle();

    expect(asked).toEqual([['runOf', 'failed-page']]);
  });

  it('shows no button for a round nobody took a turn in', async () => {
    const rows = [aRow(0), aRow(1, { pageId: null, replyIndex: null, swipePages: [] })];
    await open('timeline', { session: () => aSession({ rows }).session });
    await settle();

    expect(document.querySelector('[data-round="1"]')?.textContent).not.toContain('Show the run');
  });

  it('does not call the page lost that an analysis replaced', async () => {
    const newer = { ...aPage('p1', 'the text'), standsFor: ['old'] as never };
    const detachedPages = async () => [aPage('old', 'the text'), newer, aPage('lost', 'another evening')];
    await open('timeline', { session: () => aSession({}).session, detachedPages });

    press('Show candidates', document.querySelector('[data-round="1"]')!);
    await settle();

    expect(document.querySelector('[data-page="old"]')).toBeNull();
    expect(document.querySelector('[data-page="lost"]')).not.toBeNull();
  });

  it.each([
    ['at the end of the chat', [], true],
    ['where other rounds follow', [aRow(2)], false],
  ] as const)('a deleted reply can be put back only at the end: %s', async (_where, after, offered) => {
    const rows = [aRow(0), aRow(1, { pageId: null, replyIndex: null, swipePages: [] }), ...after];
    const detachedPages = async () => [aPage('lost', 'another evening')];
    const { session } = aSession({ rows, texts: { lost: 'another evening' } });
    await open('timeline', { session: () => session, detachedPages });

    press('Show candidates', document.querySelector('[data-round="1"]')!);
    await settle();

    expect(document.querySelector('[data-page="lost"]')?.textContent).toContain('another evening');
    expect(document.querySelector('[data-page="lost"]')?.textContent?.includes('Restore')).toBe(offered);
  });
});

describe('the author’s bench', () => {
  const tool = {
    name: 'tide',
    definition: {
      kind: 'llm',
      trigger: 'planning',
      description: 'Height of the tide.',
      source: { origin: 'entry', book: 'Harbour', uid: '3' },
    },
    state: 'ready',
    stateText: 'ready',
    lints: [
      {
        severity: 'note',
        code: 'unknown-field',
        book: 'Harbour',
        uid: '3',
        comment: '[TOOL:tide]',
        line: 2,
        column: 5,
        zh: '',
        en: 'unknown field “pramaters”, not used',
      },
    ],
    codeHash: 'abc',
    consent: null,
    sampleParams: { hour: 6 },
  };
  const record = {
    text: '<i>ebb</i>',
    message: '',
    coercions: [],
    logs: ['depth 2'],
    rolls: [],
    status: 'success',
    milliseconds: 3,
  };
  const bench = {
    list: vi.fn(async () => [tool]),
    tryTool: vi.fn(async (..._: unknown[]) => ({ record, effects: [{ kind: 'summary', text: 'x' }] })),
    previewPrompt: vi.fn(async () => [{ role: 'system', content: 'You are the sea.' }]),
    rolls: async () => [{ record: { seed: 4 }, at: 0, tool: 'roll_dice', text: '1d20: 9 = 9, DC 12, failed' }],
  };
  const openBench = (more: Partial<PanelDeps> = {}): Promise<void> => open('tools', { bench: bench as never, ...more });

  it('lists tools with findings and the roll log', async () => {
    await openBench();

    for (const part of [
      'tide',
      'model · planning · ready · Harbour #3',
      'note · Harbour #3, line 2, column 5: unknown field “pramaters”, not used',
      'roll_dice',
      'DC 12, failed',
    ]) {
      expect(body()).toContain(part);
    }
  });

  it('tries a tool and previews its prompt with the parameters given', async () => {
    await openBench();
    await write(document.querySelector('.narrative-agent-tool')!, '{"hour": 7}');

    press('Try it');
    await settle();
    expect(bench.tryTool).toHaveBeenCalledWith('tide', { hour: 7 }, expect.any(AbortSignal));
    expect(body()).toContain(
      '<i>ebb</i>\nWould change:\n{"kind":"summary","text":"x"}\nPrinted:\ndepth 2\ndone · 3 ms',
    );
    press('Preview the prompt');
    await settle();
    expect(body()).toContain('You are the sea.');
  });

  it('stops a trial when the window is closed', async () => {
    bench.tryTool.mockClear();
    await openBench();
    press('Try it');

    panels.remove();

    expect((bench.tryTool.mock.lastCall?.[2] as AbortSignal).aborted).toBe(true);
  });

  it('asks again whether code may run and shows what was decided', async () => {
    const decideConsent = vi.fn(async () => undefined);
    await openBench({ decideConsent });
    bench.list.mockClear();

    press('Allow or forbid…');
    await settle();

    expect(decideConsent).toHaveBeenCalledWith(tool);
    expect(bench.list).toHaveBeenCalledOnce();
  });

  it.each(['hour 7', '[7]', '7'])('does not run a tool with %j for parameters', async (typed) => {
    bench.tryTool.mockClear();
    await openBench();
    await write(document.querySelector('.narrative-agent-tool')!, typed);

    press('Try it');
    await settle();

    expect(bench.tryTool).not.toHaveBeenCalled();
    expect(body()).toContain('not valid JSON');
  });
});

describe('the variables tab', () => {
  it('shows who rules, what changed, what was refused and new initial variables', async () => {
    const mergeNewInitialKeys = vi.fn(async () => undefined);
    const world = { ...aWorld, mvu: { stat_data: { hp: 7, bag: ['oil'], lamp: { lit: true } } } };
    const worldBefore = { ...aWorld, mvu: { stat_data: { hp: 9, bag: ['oil'], rope: 1 } } };
    const rejections = [
      {
        effectIndex: 0,
        effect: { kind: 'mvu', operations: [], source: 'mvu' },
        code: 'locked',
        reason: 'hp is locked',
      },
    ] as never;
    await open('mvu', {
      session: () => aSession({ world, worldBefore, rejections }).session,
      mvu: { ruledByMvu: () => false, newInitialKeys: async () => ['fog'], mergeNewInitialKeys },
    });

    for (const part of [
      'MVU is not installed',
      '/hp9 → 7',
      '/rope1 → removed',
      '/lampnew → {"lit":true}',
      'hp is locked',
    ]) {
      expect(body()).toContain(part);
    }
    expect(body()).not.toContain('/bag');
    press('Merge new initial variables');
    expect(mergeNewInitialKeys).toHaveBeenCalledOnce();
  });
});
