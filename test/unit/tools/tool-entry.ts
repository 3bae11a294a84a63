/** A worldbook entry that holds a tool, with only the parts a test is about. */
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';

export function toolEntry(content: string | object, parts: Partial<WorldbookEntry> = {}): WorldbookEntry {
  return {
    book: 'Harbour',
    uid: '1',
    comment: '[TOOL:probe]',
    content: typeof content === 'string' ? content : JSON.stringify(content),
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
    ...parts,
  };
}
