import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTokenWatchdog } from '../../../src/host/token-watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the watchdog', () => {
  const start = (limits: Parameters<typeof startTokenWatchdog>[0]) => {
    const phases: string[] = [];
    return { phases, dog: startTokenWatchdog(limits, (phase) => phases.push(phase)) };
  };

  it('waits for the first token, and signs of life do not count as one', () => {
    const { phases, dog } = start({ firstToken: 1_000, gap: 200, total: null });
    vi.advanceTimersByTime(900);
    dog.beat(false);
    vi.advanceTimersByTime(200);
    expect(phases).toEqual(['first-token']);
  });

  it('then watches the gap, which any data resets', () => {
    const { phases, dog } = start({ firstToken: 1_000, gap: 200, total: null });
    dog.beat(true);
    vi.advanceTimersByTime(150);
    dog.beat(false);
    vi.advanceTimersByTime(150);
    expect(phases).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(phases).toEqual(['gap']);
  });

  it('limits an answer that does not stream by its whole time only', () => {
    const { phases, dog } = start({ firstToken: null, gap: 10, total: 500 });
    dog.beat(true);
    vi.advanceTimersByTime(499);
    expect(phases).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(phases).toEqual(['total']);
  });

  it('calls once, and never after it was stopped', () => {
    const one = start({ firstToken: 100, gap: 100, total: 150 });
    vi.advanceTimersByTime(1_000);
    expect(one.phases).toEqual(['first-token']);
    const two = start({ firstToken: 100, gap: 100, total: 150 });
    two.dog.stop();
    two.dog.beat(true);
    vi.advanceTimersByTime(1_000);
    expect(two.phases).toEqual([]);
  });

  it.each([
    ['first-token', { firstToken: 60_000, gap: 30_000, total: null }, false],
    ['gap', { firstToken: 60_000, gap: 30_000, total: null }, true],
    ['total', { firstToken: null, gap: 30_000, total: 60_000 }, false],
  ] as const)(
    'waits once more when the page slept past its %s, so that what has arrived is read',
    (phase, limits, flows) => {
      const { phases, dog } = start(limits);
      if (flows) dog.beat(true);
      sleep(3_600_000, phase === 'gap' ? 30_000 : 60_000);
      expect(phases).toEqual([]);
      // Nothing came: the second time is the last.
      sleep(3_600_000, phase === 'gap' ? 30_000 : 60_000);
      expect(phases).toEqual([phase]);
    },
  );

  it('goes on as before when data comes after a sleep', () => {
    const { phases, dog } = start({ firstToken: 60_000, gap: 30_000, total: null });
    sleep(3_600_000, 60_000);
    dog.beat(true);
    vi.advanceTimersByTime(29_000);
    dog.beat(true);
    vi.advanceTimersByTime(29_000);
    expect(phases).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(phases).toEqual(['gap']);
  });

  it('waits again after every sleep that data followed', () => {
    const { phases, dog } = start({ firstToken: 60_000, gap: 30_000, total: null });
    dog.beat(true);
    for (const _ of [1, 2, 3]) {
      sleep(600_000, 30_000);
      dog.beat(true);
    }
    expect(phases).toEqual([]);
  });

  /** The clock runs on while timers stand still; then `due` milliseconds of timers pass. */
  function sleep(asleep: number, due: number): void {
    vi.setSystemTime(Date.now() + asleep);
    vi.advanceTimersByTime(due);
  }
});
