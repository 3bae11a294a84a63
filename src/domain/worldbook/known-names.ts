/** The names a worldbook teaches the state: places, people, quests. */
import { type Known } from '../game-state/game-state.ts';
import { type World } from '../world.ts';
import { type WorldbookEntry } from './entry.ts';

const markers = {
  locations: /\[\s{0,4}location\s{0,4}\]/i,
  npcs: /\[\s{0,4}npc\s{0,4}\]/i,
  quests: /\[\s{0,4}quest\s{0,4}\]/i,
};

/** A quest named here is available, never active. */
type KnownNames = Pick<Known, 'locations' | 'npcs' | 'quests'>;

/** From enabled entries whose gates are open: the first plain key, else the rest of the title. In the books' order, each once. */
export function knownNames(entries: readonly WorldbookEntry[]): KnownNames {
  const found = { locations: new Set<string>(), npcs: new Set<string>(), quests: new Set<string>() };
  for (const entry of entries) {
    if (!entry.enabled || !entry.gatesOpen) continue;
    for (const kind of ['locations', 'npcs', 'quests'] as const) {
      if (!markers[kind].test(entry.comment)) continue;
      const name = nameOf(entry, markers[kind]);
      if (name !== '') found[kind].add(name);
    }
  }
  return { locations: [...found.locations], npcs: [...found.npcs], quests: [...found.quests] };
}

/** The world with the books' names among the known ones, after those of the story; the same world when none is new. */
export function withKnownNames(world: World, entries: readonly WorldbookEntry[]): World {
  const names = knownNames(entries);
  const { known } = world.game;
  const add = (kind: keyof KnownNames): readonly string[] => [
    ...known[kind],
    ...names[kind].filter((name) => !known[kind].includes(name)),
  ];
  const more = { ...known, locations: add('locations'), npcs: add('npcs'), quests: add('quests') };
  const grown = (['locations', 'npcs', 'quests'] as const).some((kind) => more[kind].length > known[kind].length);
  return grown ? { ...world, game: { ...world.game, known: more } } : world;
}

function nameOf(entry: WorldbookEntry, marker: RegExp): string {
  const key = entry.keys.map((text) => text.trim()).find((text) => text !== '' && !text.startsWith('/'));
  return key ?? entry.comment.replace(marker, '').trim();
}
