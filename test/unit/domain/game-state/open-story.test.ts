import { describe, expect, it } from 'vitest';
import { emptyGameState } from '../../../../src/domain/game-state/game-state.ts';
import { openStory } from '../../../../src/domain/game-state/open-story.ts';

describe('openStory', () => {
  it('sets place and clock, and the place is known', () => {
    const state = openStory(emptyGameState, { location: '雾港', time: { day: 2, hour: 18, minute: 40 } });
    expect(state).toMatchObject({ location: '雾港', time: { day: 2, hour: 18, minute: 40 } });
    expect(state.known.locations).toEqual(['雾港']);
  });

  it.each([
    { day: 0, hour: 1, minute: 0 },
    { day: 1, hour: 24, minute: 0 },
    { day: 1, hour: 1, minute: 60 },
    { day: 1, hour: 1.5, minute: 0 },
    { day: 1, hour: -1, minute: 0 },
  ])('keeps the clock as it was for %j, and takes the place all the same', (time) => {
    const state = openStory(emptyGameState, { location: 'pier', time });
    expect(state).toMatchObject({ location: 'pier', time: emptyGameState.time });
  });

  it('leaves a place out that is none', () => {
    expect(openStory(emptyGameState, { location: ' ', time: { day: 3, hour: 0, minute: 0 } })).toEqual({
      ...emptyGameState,
      time: { day: 3, hour: 0, minute: 0 },
    });
  });
});
