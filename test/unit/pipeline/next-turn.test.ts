/** What is ordered for the next turn alone. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { type FloorId } from '../../../src/domain/ids.ts';
import { chooseSchedule } from '../../../src/pipeline/choose-schedule.ts';
import { makeNextTurn } from '../../../src/pipeline/next-turn.ts';

const floor = (id: string) => id as FloorId;
const ids = () => {
  let count = 0;
  return () => `n${(count += 1)}`;
};
const kept = () => {
  let stored: unknown;
  const open = () =>
    makeNextTurn(
      () => undefined,
      ids(),
      (value) => (stored = JSON.parse(JSON.stringify(value ?? null))),
    );
  return { open, stored: () => stored };
};
const started = () => {
  let changes = 0;
  const next = makeNextTurn(() => (changes += 1), ids());
  return { next, changes: () => changes };
};

describe('orders for the next turn', () => {
  it('hold until a reply is committed, and for the swipes of that reply', () => {
    const { next } = started();
    next.change({ guide: 'Let it rain.' });
    expect(next.ordersFor(floor('f1'))).toEqual({ guide: 'Let it rain.', skipPlanning: false, notes: [] });
    // A failed turn is tried again on another floor.
    expect(next.ordersFor(floor('f2')).guide).toBe('Let it rain.');
    next.committed(floor('f2'));
    expect(next.pending().guide).toBe('');
    expect(next.ordersFor(floor('f2')).guide).toBe('Let it rain.');
    expect(next.ordersFor(floor('f3')).guide).toBe('');
  });

  it('given while a turn runs are meant for the one after it', () => {
    const { next } = started();
    next.change({ skipPlanning: true });
    next.ordersFor(floor('f1'));
    next.change({ guide: 'Fog.' });
    next.committed(floor('f1'));
    expect(next.pending().guide).toBe('Fog.');
  });

  it('are forgotten with the chat, and every change is told', () => {
    const { next, changes } = started();
    next.change({ guide: 'Fog.' });
    next.ordersFor(floor('f1'));
    next.forget();
    expect(next.ordersFor(floor('f1')).guide).toBe('');
    expect(changes()).toBe(2);
  });
});

describe('orders kept with the chat', () => {
  it('are there after a reload until they are played, and for the swipes of the reply after that', () => {
    const { open, stored } = kept();
    open().change({ guide: 'Let it rain.', skipPlanning: true });
    const again = open();
    again.restore(stored());
    expect(again.pending()).toEqual({ guide: 'Let it rain.', skipPlanning: true });
    again.ordersFor(floor('f1'));
    again.committed(floor('f1'));
    const later = open();
    later.restore(stored());
    expect(later.pending()).toEqual({ guide: '', skipPlanning: false });
    expect(later.ordersFor(floor('f1')).guide).toBe('Let it rain.');
    expect(later.ordersFor(floor('f2')).guide).toBe('');
  });

  it('that were taken back are not there after a reload', () => {
    const { open, stored } = kept();
    const next = open();
    next.change({ guide: 'Fog.' });
    next.change({ guide: '' });
    expect(stored()).toBeNull();
  });

  it('do not take the place of what was ordered before the chat was read', () => {
    const next = makeNextTurn(() => undefined, ids());
    next.change({ guide: 'New.' });
    next.restore({ guide: 'Old.', skipPlanning: true });
    expect(next.pending()).toEqual({ guide: 'New.', skipPlanning: false });
  });

  it('of another chat are not written into this one', () => {
    const { open, stored } = kept();
    const next = open();
    next.change({ guide: 'Fog.' });
    const before = stored();
    next.forget();
    expect(stored()).toBe(before);
  });

  it.each([
    null,
    7,
    'x',
    [],
    { guide: 3 },
    { played: { floorId: 4 } },
    { skipPlanning: 'yes' },
    { notes: 'x' },
    { notes: [{ id: 'a' }] },
  ])('that are no orders are none: %j', (value) => {
    const next = makeNextTurn(() => undefined, ids());
    next.restore(value);
    expect(next.pending()).toEqual({ guide: '', skipPlanning: false });
    expect(next.ordersFor(floor('f1'))).toEqual({ guide: '', skipPlanning: false, notes: [] });
  });
});

describe('notes for the next rounds', () => {
  const note = (text: string, turns = 1) => ({ text, turns, agents: ['writing'] as const, source: 'weather' });
  const told = (next: ReturnType<typeof makeNextTurn>, id: string) =>
    next.ordersFor(floor(id)).notes.map(({ text }) => text);

  it('AC18: hold for the round they are read for and its swipes, and for no later one', () => {
    const { next } = started();
    next.notes.add(note('It snows.'));
    expect(told(next, 'f1')).toEqual(['It snows.']);
    // The turn failed: the next try reads it too.
    expect(told(next, 'f2')).toEqual(['It snows.']);
    next.committed(floor('f2'));
    expect(next.notes.list()).toEqual([]);
    expect(told(next, 'f2')).toEqual(['It snows.']);
    next.committed(floor('f2'));
    expect(told(next, 'f3')).toEqual([]);
    next.committed(floor('f3'));
    expect(told(next, 'f2')).toEqual([]);
  });

  it('for several rounds count rounds, not calls, and not what is committed beside them', () => {
    const { next } = started();
    next.notes.add(note('It snows.', 2));
    told(next, 'f1');
    next.committed(floor('older'));
    next.committed(floor('f1'));
    told(next, 'f1');
    next.committed(floor('f1'));
    expect(told(next, 'f2')).toEqual(['It snows.']);
    next.committed(floor('f2'));
    expect(told(next, 'f3')).toEqual([]);
  });

  it('do not end what the player ordered, nor the other way round', () => {
    const { next } = started();
    next.notes.add(note('It snows.', 2));
    next.change({ guide: 'Fog.' });
    expect(next.ordersFor(floor('f1'))).toMatchObject({ guide: 'Fog.', notes: [{ text: 'It snows.' }] });
    next.committed(floor('f1'));
    expect(next.ordersFor(floor('f1'))).toMatchObject({ guide: 'Fog.', notes: [{ text: 'It snows.' }] });
    expect(next.ordersFor(floor('f2'))).toMatchObject({ guide: '', notes: [{ text: 'It snows.' }] });
  });

  it('outlive a reload, can be taken back, and are gone with the chat', () => {
    const { open, stored } = kept();
    const first = open();
    const id = first.notes.add(note('It snows.'));
    first.notes.add(note('A bell rings.', 3));
    told(first, 'f1');
    first.committed(floor('f1'));
    const again = open();
    again.restore(stored());
    expect(told(again, 'f1')).toEqual(['It snows.', 'A bell rings.']);
    expect(told(again, 'f2')).toEqual(['A bell rings.']);
    expect([again.notes.remove(id), again.notes.remove(id)]).toEqual([true, false]);
    again.forget();
    expect(told(again, 'f2')).toEqual([]);
    expect(stored()).not.toBeNull();
  });
});

describe('a turn without a plan', () => {
  it('is merged whatever tools and recall would ask for', () => {
    const settings = defaultSettings();
    const recall = { ...settings, pipeline: { ...settings.pipeline, enableTextRecall: true } };
    expect(chooseSchedule(recall, true)).toBe('serial');
    expect(chooseSchedule(recall, true, true)).toBe('merged');
  });
});
