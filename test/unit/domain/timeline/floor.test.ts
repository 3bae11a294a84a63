import { describe, expect, it } from 'vitest';
import { canMoveFloor, type FloorStatus } from '../../../../src/domain/timeline/floor.ts';

const statuses: readonly FloorStatus[] = ['draft', 'generating', 'committed', 'failed'];

describe('AC1: the status of a floor', () => {
  it('moves along five of the sixteen ways', () => {
    const allowed = statuses.flatMap((from) =>
      statuses.filter((to) => canMoveFloor(from, to)).map((to) => `${from}→${to}`),
    );

    expect(allowed).toEqual([
      'draft→generating',
      'draft→failed',
      'generating→committed',
      'generating→failed',
      'failed→generating',
    ]);
  });
});
