/** A fingerprint of what a plan was made from: a swipe keeps its plan and its rolls only while this stays the same. */
import { notesFor } from '../agents/notes-for.ts';
import { type TurnSources } from '../agents/turn-view.ts';
import { textHash } from '../shared/text-hash.ts';

export function planBasis({ request, world, stateText, lore, toolList, guidance, notes }: TurnSources): string {
  const entries = lore.routed.map(({ entry, bucket }) => [bucket, entry.book, entry.uid, entry.content]);
  return textHash(
    JSON.stringify([
      request.input,
      stateText,
      world.summaries.map(({ text }) => text),
      entries,
      toolList,
      [guidance, ...notesFor(notes, ['planning']).map(({ text }) => text)].join('\n'),
    ]),
  );
}
