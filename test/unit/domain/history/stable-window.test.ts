import { describe, expect, it } from 'vitest';
import {
  chooseWindow,
  roundsOutside,
  type WindowRound,
  windowSize,
} from '../../../../src/domain/history/stable-window.ts';
import { type Settings } from '../../../../src/domain/settings.ts';

const path = (last: number, summarisedTo: number, first = 0): WindowRound[] =>
  Array.from({ length: last - first + 1 }, (_, i) => ({
    round: first + i,
    summarised: first + i <= summarisedTo,
    tokens: 100,
  }));
const shown = (last: number, n: number, m: number): number[] =>
  chooseWindow(path(last, last, 1), { n, m }, 0).rounds.map(({ round }) => round);
const span = (rounds: readonly number[]): string => `${rounds[0]}-${rounds.at(-1)}`;

describe('the n+m window', () => {
  it.each([
    [3, 6, { 1: '1-1', 9: '1-9', 10: '8-10', 11: '8-11', 14: '8-14', 16: '8-16', 17: '15-17' }],
    [4, 5, { 9: '1-9', 10: '7-10', 14: '7-14', 15: '7-15', 16: '13-16' }],
    [3, 4, { 7: '1-7', 8: '6-8' }],
    [2, 0, { 1: '1-1', 2: '1-2', 3: '2-3', 9: '8-9' }],
    [1, 0, { 1: '1-1', 2: '2-2' }],
  ] as [number, number, Record<number, string>][])('n=%i m=%i', (n, m, windows) => {
    for (const [last, window] of Object.entries(windows)) expect(span(shown(Number(last), n, m))).toBe(window);
  });

  it('AC47: n=4 m=4 over twenty rounds', () => {
    const windows = Array.from({ length: 20 }, (_, i) => shown(i + 1, 4, 4));
    expect(windows.map((rounds) => rounds.length)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 4, 5, 6, 7, 8, 4, 5, 6, 7, 8, 4, 5,
    ]);
    expect(windows.map((rounds) => rounds[0])).toEqual([
      1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 11, 11, 11, 11, 11, 16, 16,
    ]);
  });

  it('counts rounds, not numbers: a deleted round moves nothing else', () => {
    const rounds = path(10, 10, 1).filter(({ round }) => round !== 3);
    expect(chooseWindow(rounds, { n: 4, m: 4 }, 0).rounds.map(({ round }) => round)).toEqual([7, 8, 9, 10]);
  });

  it('shows the greeting until the first cut', () => {
    expect(chooseWindow(path(8, 8), { n: 4, m: 4 }, 0).rounds[0]?.round).toBe(0);
    expect(chooseWindow(path(9, 9), { n: 4, m: 4 }, 0).rounds[0]?.round).toBe(6);
  });

  it('is never empty while there are rounds, and never larger than n+m', () => {
    for (let n = 1; n <= 9; n += 1)
      for (let m = 0; m <= 9; m += 1)
        for (let count = 1; count <= 60; count += 1) {
          const left = count - roundsOutside(count, { n, m });
          expect(left >= Math.min(n, count) && left <= n + m).toBe(true);
        }
  });
});

describe('rounds without a committed summary', () => {
  it('ride along in front of the window', () => {
    const choice = chooseWindow(path(9, 3, 1), { n: 4, m: 4 }, 1_000);
    expect(choice.rounds.map(({ round }) => round)).toEqual([4, 5, 6, 7, 8, 9]);
    expect(choice.ridingAlong).toBe(2);
  });

  it('leave as soon as their summary is committed', () => {
    expect(chooseWindow(path(9, 9, 1), { n: 4, m: 4 }, 1_000).ridingAlong).toBe(0);
  });

  it('of a long chat ride along up to the budget, the newest of them', () => {
    const choice = chooseWindow(path(200, 0), { n: 4, m: 4 }, 5_000);
    expect(choice.ridingAlong).toBe(50);
    expect(choice.rounds.at(-1)?.round).toBe(200);
    const numbers = choice.rounds.map(({ round }) => round);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => 200 - numbers.length + 1 + i));
  });

  it('ride along across a gap of summarised ones', () => {
    const rounds = path(9, 9, 1).map((round) => (round.round === 2 ? { ...round, summarised: false } : round));
    expect(chooseWindow(rounds, { n: 4, m: 4 }, 1_000).rounds.map(({ round }) => round)).toEqual([2, 6, 7, 8, 9]);
  });
});

describe('windowSize', () => {
  const pipeline = {
    recentTurnsForPlanning: 4,
    planningGrowthMargin: 4,
    recentTurnsForWriting: 3,
    writingGrowthMargin: 0,
  } as Settings['pipeline'];

  it('follows the depth', () => {
    expect(windowSize({ ...pipeline, depth: 'lean' }, 'planning')).toEqual({ n: 4, m: 4 });
    expect(windowSize({ ...pipeline, depth: 'lean' }, 'writing')).toEqual({ n: 3, m: 0 });
    expect(windowSize({ ...pipeline, depth: 'normal' }, 'writing')).toEqual({ n: 8, m: 8 });
    expect(roundsOutside(1_000_000, windowSize({ ...pipeline, depth: 'budget' }, 'writing'))).toBe(0);
  });
});
