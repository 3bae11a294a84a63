import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, makeApplyChange } from '../../src/domain/game-state/apply-change.ts';
import { checkChange } from '../../src/domain/game-state/check-change.ts';
import { emptyGameState, type GameState } from '../../src/domain/game-state/game-state.ts';
import { normaliseChange } from '../../src/domain/game-state/normalise-change.ts';
import { type StateChange } from '../../src/domain/game-state/state-change.ts';
import { type JsonValue } from '../../src/shared/json-value.ts';

const word = fc.oneof(
  fc.constantFrom(
    'rope',
    '银币',
    '一把铁剑',
    '铁剑',
    'Mara',
    '__proto__',
    'constructor',
    '',
    ' ',
    'string',
    '3',
    'toString',
  ),
  fc.string({ maxLength: 8 }),
);
const number = fc.oneof(
  fc.integer({ min: -300, max: 300 }),
  fc.double(),
  fc.constantFrom('3', 'NaN', '+2', '-7', '半'),
  fc.constant(null),
);
const types = [
  'move',
  'add_item',
  'remove_item',
  'set_relationship',
  'modify_relationship',
  'start_quest',
  'advance_quest',
  'complete_quest',
  'set_flag',
  'pass_time',
];
const params = fc.record(
  {
    location: word,
    item: word,
    quantity: number,
    npc: word,
    value: fc.oneof(number, word, fc.jsonValue({ maxDepth: 2 })),
    delta: number,
    quest_id: word,
    stage: word,
    outcome: fc.constantFrom('success', 'failure', 'x'),
    flag: word,
    amount: number,
    unit: fc.constantFrom('minutes', 'hour', 'days', 'weeks', '小时', 'moons'),
  },
  { requiredKeys: [] },
);
const proposal = fc.oneof(
  fc.record({ type: fc.constantFrom(...types, 'nonsense'), params }),
  fc.record({ type: fc.constantFrom(...types) }).chain((head) => params.map((rest) => ({ ...rest, ...head }))),
  fc.jsonValue(),
) as fc.Arbitrary<JsonValue>;

function expectSound(state: GameState): void {
  for (const [item, count] of Object.entries(state.inventory)) {
    expect(item.trim()).not.toBe('');
    expect(Number.isSafeInteger(count) && count > 0).toBe(true);
  }
  for (const value of Object.values(state.relationships))
    expect(Number.isInteger(value) && Math.abs(value) <= 100).toBe(true);
  for (const quest of Object.values(state.quests)) {
    expect(quest.outcome !== undefined).toBe(quest.status === 'completed' || quest.status === 'failed');
    expect(quest.stage).not.toBe('');
  }
  for (const value of Object.values(state.flags)) expect(value).toBeDefined();
  const { day, hour, minute } = state.time;
  expect(day >= 1 && hour >= 0 && hour < 24 && minute >= 0 && minute < 60).toBe(true);
  expect([day, hour, minute].every(Number.isInteger)).toBe(true);
  expect(state.eventLog.length).toBeLessThanOrEqual(200);
  for (const names of Object.values(state.known)) expect(new Set(names).size).toBe(names.length);
  for (const part of [state.inventory, state.relationships, state.quests, state.flags]) {
    expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
    expect(Object.keys(part)).not.toContain('__proto__');
  }
}

describe('the game state', () => {
  it('is sound after any proposals, and every one leaves its record', () => {
    fc.assert(
      fc.property(fc.array(proposal, { maxLength: 40 }), (proposals) => {
        const remembering = makeApplyChange();
        let state = emptyGameState;
        let told = 0;
        for (const item of proposals) {
          const read = normaliseChange(item, 'zh');
          if (!read.ok) {
            expect(read.error.reason).not.toBe('');
            continue;
          }
          const before = JSON.stringify(state);
          const applied = applyChange(state, read.value, { round: 1, language: 'zh' });
          expect(remembering(state, read.value, { round: 1, language: 'zh' })).toEqual(applied);
          expect(JSON.stringify(state)).toBe(before);
          told += 1;
          expect(applied.state.eventLog.at(-1)?.accepted).toBe(applied.refusal === null);
          state = applied.state;
        }
        expect(state.eventLog).toHaveLength(Math.min(told, 200));
        expectSound(state);
      }),
      { numRuns: 1_000 },
    );
  });

  it('survives being written to a file and read again: what was normalised still holds', () => {
    fc.assert(
      fc.property(proposal, (item) => {
        const read = normaliseChange(item, 'en');
        if (!read.ok) return;
        expect(checkChange(JSON.parse(JSON.stringify(read.value)) as StateChange)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});
