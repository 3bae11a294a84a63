import { describe, expect, it } from 'vitest';
import { activateEntries, scannable } from '../../../../src/domain/worldbook/activate.ts';
import { makeKeyScanner } from '../../../../src/domain/worldbook/match-keys.ts';
import { knownNames, withKnownNames } from '../../../../src/domain/worldbook/known-names.ts';
import { emptyGameState } from '../../../../src/domain/game-state/game-state.ts';
import { anEntry } from './an-entry.ts';

const texts = { input: '我去找铁匠', window: 'the bell rang', state: '' };
const smith = anEntry({ uid: '1', keys: ['铁匠'] });
const bell = anEntry({ uid: '2', keys: ['bell'] });
const other = anEntry({ uid: '3', keys: ['x'], constant: true });

const emptyWorld = { summaries: [], variables: {}, mvu: null, locks: [] };

describe('activateEntries', () => {
  it('adds what only the current input or the window reaches, each with its reason', () => {
    const all = activateEntries([other, bell], makeKeyScanner(scannable([smith, bell, other])), texts);
    expect(all.map(({ entry, reason, key }) => [entry.uid, reason, key])).toEqual([
      ['3', 'sillytavern', undefined],
      ['2', 'sillytavern', undefined],
      ['1', 'input', '铁匠'],
    ]);
  });
  it('equals the set of SillyTavern when the own scan is off', () => {
    expect(activateEntries([other, bell], null, texts).map(({ entry }) => entry)).toEqual([other, bell]);
  });
  it('keeps the text SillyTavern expanded', () => {
    const expanded = { ...smith, content: 'expanded' };
    const all = activateEntries([expanded], makeKeyScanner([smith]), texts);
    expect(all.map(({ entry }) => entry.content)).toEqual(['expanded']);
  });
});

describe('scannable', () => {
  it.each([
    ['disabled', { enabled: false }],
    ['closed by a gate', { gatesOpen: false }],
    ['constant', { constant: true }],
    ['vectorized', { vectorized: true }],
    ['played out by SillyTavern', { hostOnly: true }],
    ['scanned by SillyTavern to a depth of its own', { scanDepth: 1 }],
    ['a tool', { comment: '[TOOL:x]' }],
    ['a variable rule', { comment: '[mvu_update]' }],
  ])('leaves an entry alone that is %s', (_, part) => {
    expect(scannable([anEntry({ keys: ['bell'], ...part })])).toEqual([]);
  });
  it('takes a plot entry', () => {
    expect(scannable([anEntry({ comment: '[mvu_plot]' })])).toHaveLength(1);
  });
});

describe('knownNames', () => {
  it('reads the first plain key, else the title, of places, people and quests', () => {
    expect(
      knownNames([
        anEntry({ comment: '[LOCATION] 码头', keys: ['/pier/', ' 雾港码头 ', '码头'] }),
        anEntry({ comment: 'Wren [npc]', keys: [] }),
        anEntry({ comment: '[NPC]', keys: ['阿芜'] }),
        anEntry({ comment: '[Quest] lost oil', keys: ['lost-oil'] }),
        anEntry({ comment: '[QUEST] again', keys: ['lost-oil'] }),
        anEntry({ comment: '[NPC] off', keys: ['Nobody'], enabled: false }),
        anEntry({ comment: '[NPC] elsewhere', keys: ['Stranger'], gatesOpen: false }),
        anEntry({ comment: '[NPC]', keys: ['/re/'] }),
        anEntry({ comment: 'plain', keys: ['Plain'] }),
      ]),
    ).toEqual({ locations: ['雾港码头'], npcs: ['Wren', '阿芜'], quests: ['lost-oil'] });
  });
});

describe('withKnownNames', () => {
  const world = { ...emptyWorld, game: { ...emptyGameState, known: { ...emptyGameState.known, locations: ['Quay'] } } };

  it('adds the names of the books behind those of the story, each once; a quest is known and not active', () => {
    const grown = withKnownNames(world, [
      anEntry({ uid: '1', comment: '[LOCATION] Quay', keys: ['Quay'] }),
      anEntry({ uid: '2', comment: '[LOCATION] Lighthouse', keys: ['Lighthouse'] }),
      anEntry({ uid: '3', comment: '[QUEST] Salt', keys: ['Salt'] }),
    ]);
    expect(grown.game.known).toMatchObject({ locations: ['Quay', 'Lighthouse'], quests: ['Salt'] });
    expect(grown.game.quests).toEqual({});
    expect(world.game.known.locations).toEqual(['Quay']);
  });

  it('leaves a world alone that knows all', () => {
    expect(withKnownNames(world, [anEntry({ comment: '[LOCATION] Quay', keys: ['Quay'] })])).toBe(world);
  });
});

describe('a book that SillyTavern does not know', () => {
  it('is scanned by us whatever depth its entries ask for', () => {
    const entry = anEntry({ book: '', scanDepth: 1 });
    expect(scannable([entry])).toEqual([entry]);
  });
});
