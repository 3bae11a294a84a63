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
});
