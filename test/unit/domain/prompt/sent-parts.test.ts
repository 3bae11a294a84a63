/** The compact record of what a prompt was made of. */
import { describe, expect, it } from 'vitest';
import { type Segment } from '../../../../src/domain/prompt/segment.ts';
import { sentParts } from '../../../../src/domain/prompt/sent-parts.ts';
import { recordLore, whyBySource } from '../../../../src/domain/worldbook/lore-record.ts';
import { routeEntries } from '../../../../src/domain/worldbook/route.ts';
import { anEntry } from '../worldbook/an-entry.ts';

const segment = (part: Partial<Segment>): Segment => ({
  key: 'card',
  role: 'user',
  tag: null,
  text: 'abc',
  source: 'card',
  priority: 1,
  ...part,
});
const pieces = (...sources: string[]) => sources.map((source) => ({ source, text: 'ab' }));

describe('the parts of a prompt', () => {
  it('are one row a piece, with tokens and why an entry is in', () => {
    const lore = segment({ key: 'worldinfo2', pieces: pieces('entry:Quay#1', 'entry:Bell#2') });
    const why = new Map([['entry:Bell#2', 'input:bell']]);
    expect(sentParts([segment({}), lore], (text) => text.length, why)).toEqual([
      { key: 'card', source: 'card', tokens: 3 },
      { key: 'worldinfo2', source: 'entry:Quay#1', tokens: 2 },
      { key: 'worldinfo2', source: 'entry:Bell#2', tokens: 2, why: 'input:bell' },
    ]);
  });

  it('tell a run of rounds as one', () => {
    const turns = segment({ key: 'recent_turns', text: 'abcdef', pieces: pieces('round:3', 'round:4', 'round:5') });
    expect(sentParts([turns], (text) => text.length)).toEqual([
      { key: 'recent_turns', source: 'round:3 – round:5', tokens: 6 },
    ]);
  });
});

describe('the record of the lore', () => {
  it('names every entry once: with place and reason, or among those not sent; a long list is counted', () => {
    const off = Array.from({ length: 150 }, (_, n) => anEntry({ uid: `${n + 10}`, comment: `E${n}`, enabled: false }));
    const bell = anEntry({ uid: '2', comment: 'Bell', keys: ['bell'] });
    const lore = routeEntries({
      entries: [anEntry({ uid: '1', comment: 'Quay', constant: true }), bell, anEntry({ uid: '3' }), ...off],
      activated: [{ entry: bell, reason: 'input', key: 'bell' }],
      afterCharToPlanning: false,
    });
    const record = recordLore(lore);
    expect(record.routed).toEqual([
      { source: 'entry:Quay#1', book: 'Harbour', bucket: 'worldinfo2', why: 'constant' },
      { source: 'entry:Bell#2', book: 'Harbour', bucket: 'worldinfo3_keyword', why: 'input:bell' },
    ]);
    expect(record.unrouted.map(({ reason, count, entries }) => [reason, count, entries.length])).toEqual([
      ['never-activates', 1, 1],
      ['disabled', 150, 100],
    ]);
    expect(whyBySource(lore).get('entry:Bell#2')).toBe('input:bell');
  });
});
