/** Reads the notes a chat file kept: what is no note is none. */
import * as z from 'zod/mini';
import { type FloorId } from '../domain/ids.ts';
import { notedAgents, noteLimits, type TurnNote } from '../domain/run/turn-note.ts';

const schema = z.object({
  id: z.string(),
  text: z.string().check(z.minLength(1), z.maxLength(noteLimits.characters)),
  agents: z.array(z.enum(notedAgents)),
  turns: z.number().check(z.minimum(1), z.maximum(noteLimits.turns)),
  source: z.string(),
  floors: z.array(z.string()),
});

export function readNotes(kept: unknown): readonly TurnNote[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, noteLimits.count).flatMap((raw): TurnNote[] => {
    const { success, data } = schema.safeParse(raw);
    return success ? [{ ...data, floors: data.floors as FloorId[] }] : [];
  });
}
