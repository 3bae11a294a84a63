/** @vitest-environment jsdom */
/** What tools showed goes while a turn is under way, whatever kind of turn, and comes back with its end. */
import { beforeEach, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { type NarrativeEvents } from '../../../src/domain/run/narrative-event.ts';
import { makeEmitter } from '../../../src/shared/emitter.ts';
import { makeUndoList } from '../../../src/shared/undo-list.ts';
import { type Base } from '../../../src/wiring/base.ts';
import { wireToolStrip } from '../../../src/wiring/tool-strip.ts';

const output = {
  tool: 'panel',
  text: 'All quiet.\n<actions><action>Wait</action></actions>',
  panel: 'Watch',
};
const reply = {
  mes: 'Well.',
  extra: {
    narrative_agent: {
      v: 1,
      chatId: 'c',
      branchId: 'b',
      floorId: 'f',
      pageId: 'p',
      kind: 'generated',
      round: 1,
      basePageId: null,
      hash: 'h',
      partial: false,
      analysis: 'done',
      effects: [],
      toolOutput: [output],
    },
  },
};
const settings = defaultSettings();
let actionButtons = true;
let events: ReturnType<typeof makeEmitter<NarrativeEvents>>;
const shown = (): boolean => document.body.textContent.includes('All quiet.');
const started = (slot: 'planning' | 'writing' | 'analysis') =>
  events.emit('generation.started', { slot, runId: 'r', model: '', promptTokens: 0 });

beforeEach(() => {
  document.body.innerHTML = '<div id="chat"><div class="mes last_mes"><div class="mes_text"></div></div></div>';
  events = makeEmitter<NarrativeEvents>(() => undefined);
  let tell = (): void => undefined;
  wireToolStrip({
    host: { st: () => ({ chat: [reply] }), language: () => 'en' },
    events,
    changes: { on: (handler: () => void) => ((tell = handler), () => undefined), tell: () => tell() },
    undos: makeUndoList(),
    settings: () => ({ ...settings, tools: { ...settings.tools, actionButtons } }),
    peek: () => ({}),
  } as unknown as Base);
  tell();
});

it.each(['planning', 'writing'] as const)('is gone from the first %s call on, also of a swipe', (slot) => {
  expect(shown()).toBe(true);
  started(slot);
  expect(shown()).toBe(false);
  events.emit('floor.failed', { floorId: 'f', stage: 'write', code: 'model.auth', message: '' });
  expect(shown()).toBe(true);
});

it('has buttons for actions, or shows them as text where the player wants none', () => {
  expect(document.querySelector('button')?.textContent).toBe('Wait');
  actionButtons = false;
  started('writing');
  events.emit('floor.failed', { floorId: 'f', stage: 'write', code: 'model.auth', message: '' });
  actionButtons = true;
  expect(document.querySelector('button')).toBeNull();
  expect(document.body.textContent).toContain('Wait');
});

it('stays while an older round is analysed again', () => {
  started('analysis');
  expect(shown()).toBe(true);
});
