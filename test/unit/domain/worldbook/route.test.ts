import { describe, expect, it } from 'vitest';
import { type WorldbookEntry } from '../../../../src/domain/worldbook/entry.ts';
import { routeEntries, type RouteInput } from '../../../../src/domain/worldbook/route.ts';
import { anEntry } from './an-entry.ts';

const route = (entries: WorldbookEntry[], part: Partial<RouteInput> = {}) =>
  routeEntries({ entries, activated: [], afterCharToPlanning: false, ...part });
const hit = (entry: WorldbookEntry) => ({ entry, reason: 'sillytavern' as const });

/** Bucket and agents for each position, constant or keyed, spoken by system or user. */
const table: [position: number, role: 0 | 1 | 2, constant: boolean, expected: string][] = [
  [0, 0, true, 'worldinfo2 planning+writing'],
  [0, 1, true, 'worldinfo2 planning+writing'],
  [1, 0, true, 'worldinfo3_constant writing'],
  [1, 1, true, 'worldinfo3_constant writing'],
  [2, 0, true, 'worldinfo3_constant planning+writing position-has-no-place'],
  [2, 1, true, 'worldinfo3_constant planning+writing position-has-no-place'],
  [3, 0, true, 'worldinfo3_constant planning+writing position-has-no-place'],
  [3, 1, true, 'worldinfo3_constant planning+writing position-has-no-place'],
  [4, 0, true, 'worldinfo1 planning+writing'],
  [4, 1, true, 'worldinfo3_constant planning+writing role-has-no-place'],
  [4, 2, true, 'worldinfo3_constant planning+writing role-has-no-place'],
  [5, 0, true, 'examples_before planning+writing'],
  [5, 1, true, 'examples_before planning+writing'],
  [6, 0, true, 'examples_after planning+writing'],
  [6, 1, true, 'examples_after planning+writing'],
  [7, 0, true, 'worldinfo3_constant planning+writing position-has-no-place'],
  [7, 1, true, 'worldinfo3_constant planning+writing position-has-no-place'],
  ...([0, 1, 2, 3, 4, 5, 6, 7] as const).flatMap((position): typeof table => [
    [position, 0, false, 'worldinfo3_keyword planning+writing'],
    [position, 1, false, 'worldinfo3_keyword planning+writing'],
  ]),
];

describe('routeEntries', () => {
  it.each(table)('position %i, role %i, constant %s → %s', (position, role, constant, expected) => {
    const entry = anEntry({ position, role, constant, keys: ['bell'] });
    const { routed, unrouted } = route([entry], { activated: constant ? [] : [hit(entry)] });
    expect(unrouted).toEqual([]);
    const [found] = routed;
    const agents = [found?.planning && 'planning', found?.writing && 'writing'].filter(Boolean).join('+');
    expect([found?.bucket, agents, found?.note].filter(Boolean).join(' ')).toBe(expected);
  });

  it.each([
    ['disabled', { enabled: false, gatesOpen: false, constant: true }],
    ['gates-closed', { gatesOpen: false, constant: true }],
    ['empty', { constant: true, content: ' \n' }],
    ['left-to-sillytavern', { constant: true, hostOnly: true }],
    ['not-activated', { keys: ['bell'] }],
    ['not-activated', { vectorized: true }],
    ['embedded-only', { book: '', vectorized: true }],
    ['embedded-only', { book: '', hostOnly: true, keys: ['bell'] }],
    ['embedded-only', { book: '', hostOnly: true, constant: true, content: '@@dont_activate\nlore' }],
    ['not-activated', { book: '', keys: ['bell'] }],
    ['never-activates', { book: '', keys: [] }],
    ['never-activates', { keys: [' '] }],
    ['filtered-tool', { comment: '[TOOL:x]', constant: true }],
    ['filtered-ui', { comment: '[UI]', constant: true }],
    ['filtered-initvar', { comment: '[initvar]', enabled: false }],
    ['filtered-mvu-update', { comment: '[mvu_update]', constant: true }],
    ['filtered-tool-by-content', { content: '{"type":"code","function":{"name":"x"}}', constant: true }],
  ] as const)('says %s of an entry it places nowhere', (reason, part) => {
    const entry = anEntry(part);
    expect(route([entry])).toEqual({ routed: [], unrouted: [{ entry, reason }] });
  });

  it('sends the constants of a book that SillyTavern does not know', () => {
    const entry = anEntry({ book: '', constant: true, hostOnly: true });
    expect(route([entry]).routed).toMatchObject([{ entry, why: 'constant', bucket: 'worldinfo2' }]);
  });

  it('filters a marked entry even when SillyTavern activated it', () => {
    const entry = anEntry({ comment: '[TOOL:x]', keys: ['x'] });
    expect(route([entry], { activated: [hit(entry)] }).unrouted).toEqual([{ entry, reason: 'filtered-tool' }]);
  });

  it('brings every entry back exactly once, those only SillyTavern knows of included', () => {
    const entries = table.map(([position, role, constant], i) =>
      anEntry({ uid: String(i), position, role, constant, keys: i % 3 === 0 ? ['k'] : [], enabled: i % 7 !== 0 }),
    );
    const forced = anEntry({ book: 'Other', uid: '0' });
    const { routed, unrouted } = route([...entries, entries[2]!], { activated: [hit(entries[20]!), hit(forced)] });
    const ids = [...routed, ...unrouted].map(({ entry }) => `${entry.book}/${entry.uid}`);
    expect(ids.sort()).toEqual([...entries, forced].map((entry) => `${entry.book}/${entry.uid}`).sort());
  });

  it('lists by order, then uid as a number, then as it stood', () => {
    const part = { constant: true };
    const { routed } = route([
      anEntry({ ...part, uid: '10', order: 20 }),
      anEntry({ ...part, uid: '9', order: 20 }),
      anEntry({ ...part, uid: '11', order: 10 }),
      anEntry({ ...part, uid: '9', order: 20, book: 'Second' }),
    ]);
    expect(routed.map(({ entry }) => `${entry.uid}${entry.book[0]}`)).toEqual(['11H', '9H', '9S', '10H']);
  });

  it('sends position 1 to planning too when the switch says so', () => {
    const entry = anEntry({ constant: true, position: 1 });
    expect(route([entry], { afterCharToPlanning: true }).routed[0]?.planning).toBe(true);
  });

  it('uses the text SillyTavern expanded', () => {
    const entry = anEntry({ constant: true, content: '{{user}} waits' });
    const { routed } = route([entry], { activated: [hit({ ...entry, content: 'Mira waits' })] });
    expect(routed[0]?.entry.content).toBe('Mira waits');
  });

  it('plays a constant entry with chances only when SillyTavern drew it', () => {
    const entry = anEntry({ constant: true, hostOnly: true });
    expect(route([entry], { activated: [hit(entry)] }).routed).toHaveLength(1);
  });

  it.each([2, 3, 7])('does not repeat a position-%i entry that a sent text already holds', (position) => {
    const entry = anEntry({ constant: true, position, content: 'Speak low. ' });
    const placedTexts = ['note: Speak low. Always.'];
    expect(route([entry], { placedTexts }).unrouted).toEqual([{ entry, reason: 'placed-elsewhere' }]);
    const before = anEntry({ ...entry, position: 0 });
    expect(route([before], { placedTexts }).routed).toHaveLength(1);
  });

  it.each([2, 3, 7])('does not repeat a keyed position-%i entry that a sent text already holds', (position) => {
    const entry = anEntry({ keys: ['bell'], position, content: 'Speak low. ' });
    const activated = [hit(entry)];
    const placedTexts = ['note: Speak low. Always.'];
    expect(route([entry], { activated, placedTexts }).unrouted).toEqual([{ entry, reason: 'placed-elsewhere' }]);
    expect(route([entry], { activated, placedTexts: ['another note'] }).routed).toHaveLength(1);
    const before = anEntry({ ...entry, position: 0 });
    expect(route([before], { activated: [hit(before)], placedTexts }).routed).toHaveLength(1);
  });

  it('tells why an entry is there', () => {
    const entry = anEntry({ keys: ['bell'] });
    const why = (reason: 'input' | 'sillytavern', key?: string) =>
      route([entry], { activated: [{ entry, reason, ...(key === undefined ? {} : { key }) }] }).routed[0]?.why;
    expect(why('sillytavern')).toBe('sillytavern');
    expect(why('input', 'bell')).toBe('input:bell');
  });
});
