import { describe, expect, it } from 'vitest';
import { editMark } from '../../../../src/domain/timeline/edit-mark.ts';

describe('an edit by hand', () => {
  it('offers nothing for a comma', () => {
    expect(
      editMark('She waits at the quay and says nothing.', 'She waits at the quay, and says nothing.', []).offerAnalysis,
    ).toBe(false);
  });

  it('offers the analysis when a number, a name or more than a tenth changed', () => {
    expect(editMark('You pay 3 coins.', 'You pay 4 coins.', [])).toMatchObject({ numbers: true, offerAnalysis: true });
    expect(editMark('你把灯交给阿芜。', '你把灯交给老秤。', ['阿芜', '老秤'])).toMatchObject({
      names: true,
      offerAnalysis: true,
    });
    expect(editMark('a short line', 'another text entirely', []).offerAnalysis).toBe(true);
  });
});
