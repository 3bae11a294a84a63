import { describe, expect, it } from 'vitest';
import { readEntry, type EntryGates } from '../../../src/host/read-entry.ts';

const gates: EntryGates = { trigger: 'normal', cardFile: 'Wren', cardTags: ['t1'] };
const read = (raw: unknown, over: Partial<EntryGates> = {}) =>
  readEntry(raw, { ...gates, ...over }, { book: 'Harbour', index: 4 });

describe('a worldbook entry', () => {
  const scan = { caseSensitive: true, matchWholeWords: true };
  it.each([
    ['SillyTavern’s own choice when it makes none', {}, true, true],
    ['its own choice', { caseSensitive: false, matchWholeWords: false }, false, false],
    [
      'its own choice as a card writes it',
      { extensions: { case_sensitive: false, match_whole_words: false } },
      false,
      false,
    ],
    [
      'SillyTavern’s own choice for an empty one',
      { caseSensitive: null, extensions: { match_whole_words: null } },
      true,
      true,
    ],
  ])('is scanned by %s', (_, part, caseSensitive, matchWholeWords) => {
    expect(read({ content: 'x', key: ['art'], ...part }, { scan })).toMatchObject({ caseSensitive, matchWholeWords });
  });

  it.each([
    ['in a world file', { scanDepth: 1 }, 1],
    ['in a card', { extensions: { scan_depth: 0 } }, 0],
    ['that is empty', { scanDepth: null }, undefined],
    ['of none', {}, undefined],
  ])('says its own scan depth %s', (_, part, depth) => {
    expect(read({ content: 'x', ...part })?.scanDepth).toBe(depth);
  });

  it('of a world file is read', () => {
    expect(
      read({
        uid: 3,
        world: 'Quay',
        comment: 'Bell',
        content: 'It rings.',
        key: ['bell'],
        keysecondary: ['night'],
        selectiveLogic: 3,
        order: 7,
        position: 4,
        depth: 2,
        role: 1,
        constant: true,
        caseSensitive: true,
        disable: false,
      }),
    ).toMatchObject({
      book: 'Quay',
      uid: '3',
      comment: 'Bell',
      keys: ['bell'],
      secondaryKeys: ['night'],
      selectiveLogic: 3,
      order: 7,
      position: 4,
      depth: 2,
      role: 1,
      constant: true,
      caseSensitive: true,
      matchWholeWords: null,
      enabled: true,
      gatesOpen: true,
      hostOnly: false,
    });
  });

  it('of a card is read the same', () => {
    expect(
      read({
        id: 3,
        name: 'Bell',
        content: 'It rings.',
        keys: ['bell'],
        secondary_keys: ['night'],
        insertion_order: 7,
        enabled: true,
        position: 'before_char',
        extensions: { position: 4, depth: 2, role: 1, selectiveLogic: 3, case_sensitive: true, vectorized: true },
      }),
    ).toMatchObject({
      book: 'Harbour',
      uid: '3',
      comment: 'Bell',
      keys: ['bell'],
      secondaryKeys: ['night'],
      selectiveLogic: 3,
      order: 7,
      position: 4,
      depth: 2,
      role: 1,
      caseSensitive: true,
      vectorized: true,
    });
  });

  it.each([
    [{ position: 'before_char' }, 0],
    [{ position: 'after_char' }, 1],
    [{ position: 'at_depth' }, 4],
    [{ position: 6 }, 6],
    [{}, 0],
  ])('%j stands at position %i', (raw, position) => {
    expect(read(raw)?.position).toBe(position);
  });

  it.each([
    [{ disable: true }, false],
    [{ disable: false, enabled: false }, true],
    [{ enabled: false }, false],
    [{}, true],
  ])('%j is enabled: %s', (raw, enabled) => {
    expect(read(raw)).toMatchObject({ enabled, gatesOpen: enabled });
  });

  it.each([
    [{ triggers: ['swipe'] }, false],
    [{ triggers: ['normal', 'swipe'] }, true],
    [{ characterFilter: { names: ['Wren'], isExclude: false, tags: [] } }, true],
    [{ characterFilter: { names: ['Other'], isExclude: false, tags: [] } }, false],
    [{ characterFilter: { names: ['Wren'], isExclude: true, tags: [] } }, false],
    [{ characterFilter: { names: [], tags: ['t1'], isExclude: false } }, true],
    [{ characterFilter: { names: [], tags: ['t2'], isExclude: false } }, false],
    [{ characterFilter: { names: [], tags: ['t1'], isExclude: true } }, false],
  ])('%j opens its gates: %s', (raw, open) => {
    expect(read(raw)?.gatesOpen).toBe(open);
  });

  it('is not filtered by tags where the card has no list of them', () => {
    expect(
      read({ characterFilter: { names: [], tags: ['t2'], isExclude: false } }, { cardTags: null })?.gatesOpen,
    ).toBe(true);
  });

  it.each([
    { probability: 50, useProbability: true },
    { sticky: 2 },
    { cooldown: 1 },
    { delay: 3 },
    { delayUntilRecursion: true },
    { group: 'weather' },
    { decorators: ['@@activate'] },
    { extensions: { probability: 10 } },
    { extensions: { delay_until_recursion: 1 } },
    { extensions: { group: 'weather' } },
  ])('with %j is left to SillyTavern', (raw) => {
    expect(read(raw)?.hostOnly).toBe(true);
  });

  it.each([
    { probability: 50, useProbability: false },
    { probability: 100 },
    { sticky: 0 },
    { sticky: null, group: '' },
  ])('with %j is not', (raw) => {
    expect(read(raw)?.hostOnly).toBe(false);
  });

  it('with malformed fields falls back field by field', () => {
    expect(read({ uid: {}, key: 'bell', order: 'first', content: 5, comment: 'Bell' })).toMatchObject({
      uid: '4',
      keys: [],
      order: 100,
      content: '',
      comment: 'Bell',
    });
    expect(read('nothing')).toBeNull();
  });
});
