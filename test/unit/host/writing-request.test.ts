/** How long the writing request may take: a stream as long as it goes on coming, a reply in one piece as long as the player says. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ForegroundTurn } from '../../../src/host/foreground-turn.ts';
import { type WritingParameters } from '../../../src/ports/turn-runner.ts';
import { watchRequest } from '../../../src/host/writing-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const parameters: WritingParameters = {
  dropPrefill: false,
  firstTokenTimeoutSeconds: 60,
  tokenGapTimeoutSeconds: 30,
  totalTimeoutSeconds: 1_200,
};

/** What ran out within so many seconds of silence. */
function timedOut(stream: boolean, seconds: number): string[] {
  const turn = { messages: [] } as unknown as ForegroundTurn;
  const observer = { observe: () => () => undefined };
  const phases: string[] = [];
  const watch = { onTimeout: (phase: string) => phases.push(phase), onOver: () => undefined };
  watchRequest({ observer, turn, body: { type: 'normal', stream, messages: [] }, parameters }, watch);
  vi.advanceTimersByTime(seconds * 1_000);
  turn.watchdog?.stop();
  return phases;
}

it('a reply that is not streamed has the time the player set for the whole reply', () => {
  expect(timedOut(false, 1_199)).toEqual([]);
  expect(timedOut(false, 1_201)).toEqual(['total']);
});

it('a streamed one is judged by its first token', () => {
  expect(timedOut(true, 61)).toEqual(['first-token']);
});
