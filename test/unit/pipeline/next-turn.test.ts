/** What is ordered for the next turn alone. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { type FloorId } from '../../../src/domain/ids.ts';
import { chooseSchedule } from '../../../src/pipeline/choose-schedule.ts';
import { makeNextTurn } from '../../../src/pipeline/next-turn.ts';

const floor = (id: string) => id as FloorId;
const started = () => {
  let changes = 0;
  const next = makeNextTurn(() => (changes += 1));
  return { next, changes: () => changes };
};

describe('orders for the next turn', () => {
  it('hold until a reply is committed, and for the swipes of that reply', () => {
    const { next } = started();
    next.change({ guide: 'Let it rain.' });
    expect(next.ordersFor(floor('f1'))).toEqual({ guide: 'Let it rain.', skipPlanning: false });
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

describe('a turn without a plan', () => {
  it('is merged whatever tools and recall would ask for', () => {
    const settings = defaultSettings();
    const recall = { ...settings, pipeline: { ...settings.pipeline, enableTextRecall: true } };
    expect(chooseSchedule(recall, true)).toBe('serial');
    expect(chooseSchedule(recall, true, true)).toBe('merged');
  });
});
