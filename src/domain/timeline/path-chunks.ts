/** Cuts the path into chunks for storage, so that a change rewrites only the chunk it is in. */
import { type FloorId } from '../ids.ts';

export const CHUNK_ROWS = 64;

export interface ChunkLayout {
  readonly chunkId: string;
  readonly floors: readonly FloorId[];
}

/** Rows that were in one chunk and still follow each other stay in it; new rows join the chunk before them while it has room. */
export function layoutChunks(
  previous: readonly ChunkLayout[],
  floors: readonly FloorId[],
  nextId: () => string,
): readonly ChunkLayout[] {
  const chunkOf = new Map<FloorId, string>();
  for (const chunk of previous) for (const floor of chunk.floors) chunkOf.set(floor, chunk.chunkId);
  const used = new Set<string>();
  const layout: { chunkId: string; home: string | undefined; floors: FloorId[] }[] = [];
  for (const floor of floors) {
    const home = chunkOf.get(floor);
    const last = layout.at(-1);
    if (last && last.floors.length < CHUNK_ROWS && (home === undefined || home === last.home)) {
      last.floors.push(floor);
      continue;
    }
    const chunkId = home !== undefined && !used.has(home) ? home : nextId();
    used.add(chunkId);
    layout.push({ chunkId, home: home ?? chunkId, floors: [floor] });
  }
  return layout.map(({ chunkId, floors: rows }) => ({ chunkId, floors: rows }));
}
