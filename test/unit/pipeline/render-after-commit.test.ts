import { describe, expect, it } from 'vitest';
import { type NarrativeEvents } from '../../../src/domain/run/narrative-event.ts';
import { type PathRow } from '../../../src/domain/timeline/timeline.ts';
import { renderAfterCommit } from '../../../src/pipeline/render-after-commit.ts';
import { makeEmitter } from '../../../src/shared/emitter.ts';

type Committed = NarrativeEvents['floor.committed'];

function stage(over: {
  readonly renderEvents?: 'all' | 'minimal';
  readonly shown?: boolean;
  readonly reply?: number | null;
}) {
  const events = makeEmitter<NarrativeEvents>(() => undefined);
  const fired: number[] = [];
  let renderEvents = over.renderEvents ?? 'all';
  const row = { floorId: 'f1', replyIndex: over.reply === undefined ? 4 : over.reply } as PathRow;
  const undo = renderAfterCommit({
    events,
    settings: () => ({ renderEvents }),
    timeline: () => ({ rows: [row] }),
    isShown: () => over.shown ?? true,
    fire: (index) => fired.push(index),
  });
  const commit = (floorId = 'f1') => events.emit('floor.committed', { floorId } as Committed);
  return { fired, commit, undo, set: (next: 'all' | 'minimal') => (renderEvents = next) };
}

describe('renderEvents', () => {
  it('all: the reply of the committed floor is announced, from the next commit on', () => {
    const { fired, commit, set } = stage({ renderEvents: 'minimal' });
    commit();
    expect(fired).toEqual([]);
    set('all');
    commit();
    expect(fired).toEqual([4]);
  });
  it.each([
    ['a reply that is not in the page', { shown: false }],
    ['a floor without a reply', { reply: null }],
  ])('all: not for %s', (_, over) => {
    const { fired, commit } = stage(over);
    commit();
    expect(fired).toEqual([]);
  });
  it('all: not for a floor that is not on the path, and not after it was undone', () => {
    const { fired, commit, undo } = stage({});
    commit('f9');
    undo();
    commit();
    expect(fired).toEqual([]);
  });
});
