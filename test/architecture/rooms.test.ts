/** The map of rooms, the folders and the table in the documents say the same. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guardedGlobals, rooms } from '../../rooms.mjs';

const names = Object.keys(rooms);
const table = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([a-z]+)\/` \| (.*?) \| (.*?) \|/gm)].map(
  ([, name, holds, imports]) => ({ name, holds, imports }),
);

describe('the map of rooms', () => {
  it('has a room for every folder of src and a folder for every room', () => {
    const folders = readdirSync('src', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && readdirSync(`src/${entry.name}`).length > 0)
      .map((entry) => entry.name);

    expect(folders.filter((folder) => !names.includes(folder))).toEqual([]);
  });

  it('lets no room import one that imports it', () => {
    for (const [name, room] of Object.entries(rooms)) {
      for (const other of room.imports) expect(rooms[other]?.imports, `${other} ↔ ${name}`).not.toContain(name);
    }
  });

  it('names only rooms that exist and globals that are guarded', () => {
    for (const room of Object.values(rooms)) {
      expect(room.imports.filter((other) => !names.includes(other))).toEqual([]);
      expect(room.globals.filter((name) => !guardedGlobals.includes(name))).toEqual([]);
    }
  });

  it('stands in docs/architecture.md as it is', () => {
    const expected = Object.entries(rooms).map(([name, room]) => ({
      name,
      holds: room.holds,
      imports: room.imports.join(', ') || '—',
    }));

    expect(table).toEqual(expected);
  });
});
