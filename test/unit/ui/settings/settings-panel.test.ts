/** @vitest-environment jsdom */
/** The settings drawer: what is changed there is saved, what cannot be is refused. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../../../../src/config/settings.ts';
import { type Settings } from '../../../../src/domain/settings.ts';
import { fillSettingsDrawer } from '../../../../src/ui/settings/fill-settings-drawer.ts';
import {
  type BuiltIns,
  type ChatChoices,
  type SettingsPanelDeps,
} from '../../../../src/ui/settings/settings-panel-deps.ts';

/** The chunk is loaded once beforehand: on a busy machine that alone takes longer than a test may. */
beforeAll(async () => {
  await import('../../../../src/ui/settings/settings-panel.tsx');
}, 60_000);

let saved: Settings;
let chat: ChatChoices | null;
let ours: BuiltIns;
let undo: () => void;
let changed: () => void;

const deps = (): SettingsPanelDeps => ({
  language: 'en',
  version: '0.1.0',
  read: () => saved,
  save: (settings) => {
    saved = settings;
  },
  problems: () => ['pipeline.retries'],
  profiles: () => [{ id: 'p1', name: 'Small and cheap' }],
  place: () => ({ card: { avatar: 'ferry.png', name: 'The Lantern Ferry' }, chat }),
  saveChatChoices: (choices) => {
    chat = choices;
  },
  onChanged: (handler) => {
    changed = handler;
    return () => undefined;
  },
  refreshBooks: vi.fn(),
  openPanels: vi.fn(),
  builtIns: async () => ours,
});

async function open(): Promise<void> {
  document.body.innerHTML =
    '<div id="drawer"><div class="inline-drawer-header"></div><div class="narrative-agent-settings-body"></div></div>';
  undo = fillSettingsDrawer(document.getElementById('drawer')!, deps(), (error) => {
    throw error;
  });
  document.querySelector<HTMLElement>('.inline-drawer-header')!.click();
  await vi.waitFor(() => expect(document.querySelector('[data-group]')).not.toBeNull(), {
    interval: 5,
    timeout: 20_000,
  });
}

const builtIns = (version: string): BuiltIns => {
  const of = (text: string) => ({ version, texts: [{ turn: 'any' as const, text }] });
  const writing = {
    version,
    texts: [
      { turn: 'merged' as const, text: 'Write.' },
      { turn: 'planned' as const, text: 'Write it.' },
    ],
  };
  return { planning: of('Plan.'), writing, mergedAnalysis: of('Read.'), tool: of('Change.') };
};

const field = (path: string): HTMLInputElement =>
  document.querySelector(`#narrative-agent-${path.replaceAll('.', '-')}`)!;
const select = (path: string): HTMLSelectElement =>
  document.querySelector(`#narrative-agent-${path.replaceAll('.', '-')}`)!;
const button = (label: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find((candidate) => candidate.textContent === label)!;
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

async function type(path: string, value: string): Promise<void> {
  const input = field(path);
  input.value = value;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await settle();
}

beforeEach(async () => {
  saved = defaultSettings();
  chat = { enabled: null, promptMode: null, styleNote: '' };
  ours = builtIns('v1');
  await open();
});

afterEach(() => undo());

describe('the settings drawer', () => {
  it('is empty until it is opened', () => {
    undo();
    document.body.innerHTML =
      '<div id="d"><div class="inline-drawer-header"></div><p class="narrative-agent-settings-body"></p></div>';
    undo = fillSettingsDrawer(document.getElementById('d')!, deps(), () => undefined);

    expect(document.querySelector('.narrative-agent-settings-body')?.childElementCount).toBe(0);
  });

  it('saves a switch, a choice, a number and a text', async () => {
    field('enabled').click();
    await type('swipe', 'replan');
    await type('pipeline.recentTurnsForWriting', '9');
    await type('agents.planning.instructionsAppend', 'Be terse.');

    expect(saved).toMatchObject({
      enabled: false,
      swipe: 'replan',
      pipeline: { recentTurnsForWriting: 9 },
      agents: { planning: { instructionsAppend: 'Be terse.' } },
    });
  });

  it.each([['0'], ['2.5'], ['-1'], ['']])('refuses %j rounds, says so and shows the old number', async (typed) => {
    await type('pipeline.recentTurnsForWriting', typed);

    expect(saved.pipeline.recentTurnsForWriting).toBe(3);
    expect(document.querySelector('[role=alert]')?.textContent).toContain('cannot be');
    expect(field('pipeline.recentTurnsForWriting').value).toBe('3');
  });

  it('has the time for a reply that is not streamed, and says that it counts for those only', async () => {
    await type('agents.writing.totalTimeoutSeconds', '1200');

    expect(saved.agents.writing.totalTimeoutSeconds).toBe(1_200);
    const row = field('agents.writing.totalTimeoutSeconds').closest('.narrative-agent-field');
    expect(row?.textContent).toMatch(/Writing: whole reply .*Only for replies that are not streamed/);
  });

  it('reads an empty temperature as that of the connection', async () => {
    await type('agents.planning.temperature', '0.4');
    expect(saved.agents.planning.temperature).toBe(0.4);

    await type('agents.planning.temperature', '');
    expect(saved.agents.planning.temperature).toBeNull();
  });

  it('takes a length in words', async () => {
    await type('reply.length', 'number');
    await type('reply.length-number', '250');

    expect(saved.reply.length).toBe(250);
  });

  it('offers the connection profiles and keeps one that is gone visible', async () => {
    saved = { ...saved, agents: { ...saved.agents, tool: { ...saved.agents.tool, profile: 'gone' } } };
    changed();
    await settle();

    const names = [...select('agents.tool.profile').options].map((option) => option.textContent);

    expect(names).toEqual(['current connection', 'Small and cheap', 'a connection that is gone (gone)']);
    expect(select('agents.tool.profile').value).toBe('gone');
  });

  it('reads lists of tools and refuses a line without an agent', async () => {
    await type('tools.deny', 'planning: roll_dice， tide\nwriting：');
    expect(saved.tools.deny).toEqual({ planning: ['roll_dice', 'tide'], writing: [] });

    await type('tools.deny', 'roll_dice');
    expect(saved.tools.deny).toEqual({ planning: ['roll_dice', 'tide'], writing: [] });
  });

  it('switches the open card on, off and back to the main switch', async () => {
    await type('this-card', 'false');
    expect(saved.cards).toEqual({ 'ferry.png': false });

    await type('this-card', '');
    expect(saved.cards).toEqual({});
  });

  it('keeps the choices of the open chat with the chat', async () => {
    await type('this-chat', 'false');
    await type('chat-mode', 'compat_strict');
    await type('style-note', 'Short sentences.');

    expect(chat).toEqual({ enabled: false, promptMode: 'compat_strict', styleNote: 'Short sentences.' });
    expect(saved).toEqual(defaultSettings());
  });

  it('brings one setting back to its default', async () => {
    await type('swipe', 'replan');

    button('default').click();

    expect(saved.swipe).toBe('rewrite');
  });

  it('resets everything at the second click only', async () => {
    await type('swipe', 'replan');

    button('Reset everything').click();
    await settle();
    expect(saved.swipe).toBe('replan');
    button('Really reset? Click again').click();

    expect(saved).toEqual(defaultSettings());
  });

  it('says which stored settings could not be read', () => {
    expect(document.body.textContent).toContain('pipeline.retries');
  });

  it('leaves nothing behind when it is removed', () => {
    undo();

    expect(document.getElementById('drawer')).toBeNull();
  });
});

describe('our instructions under an override', () => {
  const place = (agent: string): HTMLElement =>
    document.querySelector(`[data-setting="agents.${agent}.instructionsOverride"]`)!;
  const mark = (agent: string): string => place(agent).querySelector('[role=status]')?.textContent ?? '';

  it('can be read, one for each kind of turn, and started from', async () => {
    await settle();
    expect([...place('writing').querySelectorAll('pre')].map((text) => text.textContent)).toEqual([
      'Write.',
      'Write it.',
    ]);
    place('writing')
      .querySelectorAll('section button')[1]!
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await settle();
    expect(saved.agents.writing).toMatchObject({ instructionsOverride: 'Write it.', instructionsBasis: 'v1' });
    expect(place('writing').querySelector('section button')).toBeNull();
    expect(saved.agents.planning.instructionsBasis).toBe('');
  });

  it('say so when they have changed since, until the player keeps or changes the own ones', async () => {
    await settle();
    await type('agents.planning.instructionsOverride', 'My way.');
    expect(mark('planning')).toBe('');
    undo();
    ours = builtIns('v2');
    await open();
    await settle();
    expect(mark('planning')).toContain('changed since');
    expect(mark('writing')).toBe('');
    button('Keep mine').click();
    await settle();
    expect(mark('planning')).toBe('');
    expect(saved.agents.planning).toMatchObject({ instructionsOverride: 'My way.', instructionsBasis: 'v2' });
    await type('agents.planning.instructionsOverride', '');
    expect(saved.agents.planning.instructionsBasis).toBe('');
  });

  it('say nothing of an override whose basis nobody knows', async () => {
    undo();
    saved = { ...saved, agents: { ...saved.agents, tool: { ...saved.agents.tool, instructionsOverride: 'Old.' } } };
    await open();
    await settle();
    expect(mark('tool')).toBe('');
  });
});
