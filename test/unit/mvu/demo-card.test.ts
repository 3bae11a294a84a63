/** The MVU twin of the demo card goes through our own readers, in both languages. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyMvu } from '../../../src/mvu/apply-effects.ts';
import { readUpdateRules } from '../../../src/mvu/extractor/update-rules.ts';
import { findMvuEntries, isForStory, usesMvu } from '../../../src/mvu/find-entries.ts';
import { readInitial } from '../../../src/mvu/init-record.ts';
import { initialBooksOf } from '../../../src/mvu/initial-books.ts';
import { expandVariableMacros } from '../../../src/mvu/macros.ts';
import { statDataOf } from '../../../src/mvu/record.ts';
import { type JsonObject } from '../../../src/shared/json-value.ts';
import { patch, type Tree } from './base-card.ts';
import { entry } from './entry.ts';

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const names = {
  zh: { oil: '灯油', coins: '铜币', pack: '背包', boat: '_船号', lantern: '提灯' },
  en: { oil: 'oil', coins: 'coins', pack: 'pack', boat: '_boat', lantern: 'lantern' },
};

describe.each(['zh', 'en'] as const)('the demo card with variables, %s', (language) => {
  const card = json(`demo/cards/lantern-ferry-mvu.${language}.json`).data;
  const book: string = card.extensions.world;
  const raw: Tree[] = Object.values(json(`demo/books/lantern-ferry-mvu.${language}.json`).entries);
  const entries = raw.map((e) =>
    entry({
      book,
      uid: String(e.uid),
      comment: e.comment,
      content: e.content,
      enabled: !e.disable,
      constant: e.constant,
      order: e.order,
      gatesOpen: !e.disable,
    }),
  );
  const { oil, coins, pack, boat, lantern } = names[language];
  const startWith = async (greeting: string): Promise<JsonObject> => {
    const sources = initialBooksOf(entries, { global: [], primary: book, additional: [] }, (text) => text);
    const { effects, problems } = await readInitial({ ...sources, greeting, dialect: 'classic' });
    expect(problems).toEqual([]);
    const record = effects.reduce<JsonObject | null>((before, effect) => applyMvu(before, effect).record, null);
    return record ?? {};
  };

  it('is recognised and routed: rules to the variable model, plot to the story, initial variables to nobody', () => {
    const found = findMvuEntries(entries);
    expect(usesMvu(entries, [])).toBe(true);
    expect([found.initial.length, found.updateRules.length > 0, found.plot.length > 0]).toEqual([1, true, true]);
    for (const hidden of [...found.initial, ...found.updateRules]) expect(isForStory(hidden)).toBe(false);
    for (const shown of found.plot) expect(isForStory(shown)).toBe(true);
    expect(readUpdateRules(entries, [], null)).toHaveLength(found.updateRules.length);
  });

  it('starts each greeting with its own goods', async () => {
    const pier = statDataOf(await startWith(card.first_mes));
    const tower = statDataOf(await startWith(card.alternate_greetings[0]));
    expect([pier[coins], pier[oil]]).toEqual([5, 0]);
    expect([tower[coins], tower[oil]]).toEqual([3, 1]);
    expect(Object.keys(tower)).toEqual(Object.keys(pier));
  });

  it('takes a purchase, grows the pack and refuses what the card does not know', async () => {
    const record = await startWith(card.first_mes);
    const { tree, refused } = patch(record, [
      { op: 'delta', path: `/${coins}`, value: -2 },
      { op: 'delta', path: `/${oil}`, value: 1 },
      { op: 'insert', path: `/${pack}/-`, value: 'oil flask' },
      { op: 'insert', path: '/stranger', value: 1 },
    ]);
    expect([tree[coins], tree[oil], tree[pack].at(-1)]).toEqual([3, 1, 'oil flask']);
    expect(refused).toEqual(['locked']);
  });

  it('shows its variables to the story agents through its own macro', async () => {
    const record = await startWith(card.first_mes);
    const plot = findMvuEntries(entries)
      .plot.map((e) => expandVariableMacros(e.content, { message: record }))
      .join('\n');
    expect(plot).toContain(`${coins}: 5`);
    expect(plot).toContain(lantern);
    expect(plot).toContain(boat);
    expect(plot).not.toContain('{{');
  });
});
