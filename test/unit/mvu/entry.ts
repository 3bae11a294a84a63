/** Worldbook entries for tests, with everything that does not matter filled in. */
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';

export const entry = (facts: Partial<WorldbookEntry>): WorldbookEntry => ({
  book: '雾港',
  uid: '1',
  comment: '',
  content: '',
  keys: [],
  secondaryKeys: [],
  selectiveLogic: 0,
  selective: false,
  enabled: true,
  constant: true,
  vectorized: false,
  position: 0,
  depth: 4,
  role: 0,
  order: 100,
  caseSensitive: null,
  matchWholeWords: null,
  hostOnly: false,
  gatesOpen: true,
  ...facts,
});
