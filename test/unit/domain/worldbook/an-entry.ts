/** An entry for tests: a keyed, enabled lore entry unless told otherwise. */
import { type WorldbookEntry } from '../../../../src/domain/worldbook/entry.ts';

export const anEntry = (part: Partial<WorldbookEntry> = {}): WorldbookEntry => ({
  book: 'Harbour',
  uid: '1',
  comment: '',
  content: 'lore',
  keys: [],
  secondaryKeys: [],
  selectiveLogic: 0,
  selective: true,
  enabled: true,
  constant: false,
  vectorized: false,
  position: 0,
  depth: 4,
  role: 0,
  order: 100,
  caseSensitive: null,
  matchWholeWords: null,
  hostOnly: false,
  gatesOpen: true,
  ...part,
});
