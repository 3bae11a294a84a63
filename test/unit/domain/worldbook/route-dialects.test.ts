import { describe, expect, it } from 'vitest';
import { routeEntries } from '../../../../src/domain/worldbook/route.ts';
import { readEntry } from '../../../../src/host/read-entry.ts';

const gates = { trigger: 'normal', cardFile: 'wren', cardTags: null };
const bucketOf = (raw: object) => {
  const entry = readEntry(raw, gates, { book: 'Fogharbour', index: 0 });
  if (!entry) throw new Error('not an entry');
  const { routed, unrouted } = routeEntries({ entries: [entry], activated: [], afterCharToPlanning: false });
  return routed[0]?.bucket ?? unrouted[0]?.reason;
};

describe('an entry of either dialect', () => {
  const st = { uid: 1, key: [], keysecondary: [], comment: '', content: 'lore', constant: true, disable: false };
  const card = { id: 1, keys: [], comment: '', content: 'lore', constant: true, enabled: true };
  it.each([
    ['position 0', { ...st, position: 0 }, 'worldinfo2'],
    ['before_char', { ...card, position: 'before_char' }, 'worldinfo2'],
    ['extensions.position 0', { ...card, position: 'after_char', extensions: { position: 0 } }, 'worldinfo2'],
    ['position 1', { ...st, position: 1 }, 'worldinfo3_constant'],
    ['after_char', { ...card, position: 'after_char' }, 'worldinfo3_constant'],
    ['position 4', { ...st, position: 4, role: 0 }, 'worldinfo1'],
    ['at_depth', { ...card, position: 'at_depth' }, 'worldinfo1'],
    ['extensions.position 4', { ...card, position: 'before_char', extensions: { position: 4 } }, 'worldinfo1'],
    ['at depth as the user', { ...st, position: 4, role: 1 }, 'worldinfo3_constant'],
    ['at depth as the user, by extension', { ...card, extensions: { position: 4, role: 1 } }, 'worldinfo3_constant'],
    ['disabled', { ...st, position: 0, disable: true }, 'disabled'],
    ['not enabled', { ...card, position: 'before_char', enabled: false }, 'disabled'],
    ['a tool by name only', { ...card, comment: '', name: '[TOOL:x]' }, 'filtered-tool'],
  ])('with %s goes where its author meant', (_, raw, expected) => {
    expect(bucketOf(raw)).toBe(expected);
  });
});
