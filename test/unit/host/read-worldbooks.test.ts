import { describe, expect, it } from 'vitest';
import { readWorldbooks } from '../../../src/host/read-worldbooks.ts';
import { type WorldInfoModule } from '../../../src/host/st-modules.ts';
import { type Settings } from '../../../src/domain/settings.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const ofHost = { uid: 1, world: 'Quay', content: 'Host.', key: ['art'] };
const embedded = { id: 1, content: 'Embedded.', keys: ['bell'] };

function read(source: Settings['worldbookSource'], world: string, module: Partial<WorldInfoModule>) {
  const card = {
    name: 'Wren',
    avatar: 'Wren.png',
    data: { extensions: { world }, character_book: { entries: [embedded] } },
  };
  const { ctx } = makeFakeSt({ characters: [card] });
  const worldInfo = { getSortedEntries: () => Promise.resolve([ofHost]), ...module };
  return readWorldbooks(ctx, worldInfo, { type: 'normal', source, activated: [] });
}

describe('the books in use', () => {
  it.each([
    ['the embedded book too when none is linked', 'auto', '', ['Quay'], ['Host.', 'Embedded.']],
    ['the linked book when it is installed', 'auto', 'Quay', ['Quay'], ['Host.']],
    ['the embedded book when the linked one is not installed', 'auto', 'Gone', ['Quay'], ['Host.', 'Embedded.']],
    ['the embedded book when no book is installed', 'auto', 'Gone', [], ['Host.', 'Embedded.']],
    ['the linked book when the list of books is not known', 'auto', 'Quay', undefined, ['Host.']],
    ['the embedded book alone', 'card', 'Quay', ['Quay'], ['Embedded.']],
    ['SillyTavern’s books alone', 'world', 'Gone', [], ['Host.']],
  ] as const)('are %s', async (_, source, world, names, contents) => {
    const { entries } = await read(source, world, { world_names: names });
    expect(entries.map(({ content }) => content)).toEqual(contents);
  });

  it('count as active what SillyTavern activated, unless only the card’s own book is in use', async () => {
    for (const [source, uids] of [
      ['auto', ['1']],
      ['world', ['1']],
      ['card', []],
    ] as const) {
      const module = { getSortedEntries: () => Promise.resolve([ofHost]) };
      const { activated } = await readWorldbooks(makeFakeSt().ctx, module, {
        type: 'normal',
        source,
        activated: [ofHost],
      });
      expect(activated.map(({ uid }) => uid)).toEqual(uids);
    }
  });

  it('are scanned by the choices SillyTavern has now', async () => {
    const module = { world_info_case_sensitive: true, world_info_match_whole_words: true };
    const { entries } = await read('auto', '', module);
    expect(entries.map(({ caseSensitive, matchWholeWords }) => [caseSensitive, matchWholeWords])).toEqual([
      [true, true],
      [true, true],
    ]);
    const off = await read('auto', '', { ...module, world_info_match_whole_words: false });
    expect(off.entries.map(({ matchWholeWords }) => matchWholeWords)).toEqual([false, false]);
  });
});

describe('the texts of an entry', () => {
  const entries = [
    {
      uid: 1,
      world: 'Quay',
      content: '{{char}} hums.',
      key: ['{{user}}'],
      keysecondary: ['{{char}}'],
      position: 4,
      depth: 3,
    },
    { uid: 2, world: 'Quay', content: 'A hum.', key: ['art'], position: 0, depth: 3 },
    { uid: 3, world: 'Quay', comment: '[TOOL:hum]', content: 'hum()', key: ['art'] },
  ];
  const module = { getSortedEntries: () => Promise.resolve(entries) };
  const ofQuay = (part: object) =>
    readWorldbooks(makeFakeSt().ctx, module, { type: 'normal', source: 'world', activated: entries, ...part });

  it('have their macros expanded in first and secondary keys alike', async () => {
    const [entry] = (await ofQuay({})).entries;
    expect([entry?.keys, entry?.secondaryKeys]).toEqual([['Traveller'], ['Wren']]);
  });

  it('go through the world info scripts, with a depth only at a depth; data is left as it is', async () => {
    const seen: [string, number, unknown][] = [];
    const regex = {
      getRegexedString: (text: string, place: number, options: { isPrompt?: boolean; depth?: number }) => {
        seen.push([text, place, options]);
        return text.replaceAll('hum', 'sing');
      },
    };
    const books = await ofQuay({ regex });
    expect(books.entries.map(({ content }) => content)).toEqual(['Wren sings.', 'A sing.', 'hum()']);
    expect(books.activated.map(({ content }) => content)).toEqual(['{{char}} sings.', 'A sing.', 'hum()']);
    expect(seen.slice(0, 2)).toEqual([
      ['Wren hums.', 5, { isPrompt: true, depth: 3 }],
      ['A hum.', 5, { isPrompt: true }],
    ]);
  });
});
