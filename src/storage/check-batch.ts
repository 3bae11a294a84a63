/** The checks both stores make before a batch is written. */
import { NarrativeError } from '../domain/errors.ts';
import { type RunId } from '../domain/ids.ts';
import { type RunEvent } from '../domain/run/run.ts';
import { type StoreBatch, type StoredFloor, type StoredPage } from '../ports/timeline-store.ts';

type Expectation = NonNullable<StoreBatch['expectFloors']>[number];

/** Throws `floor.conflict` when the floor is not in a status the writer expected. */
export function checkFloor(expected: Expectation, floor: StoredFloor | undefined): void {
  const status = floor?.status ?? null;
  if (expected.from.includes(status)) return;
  throw new NarrativeError('floor.conflict', {
    message: `The round is ${status ?? 'not known'}, expected ${expected.from.map((s) => s ?? 'not known').join(' or ')}.`,
    details: { floorId: expected.floorId, status },
  });
}

/** Throws `floor.immutable` when a page whose analysis is done would get another text or other effects. */
export function checkPage(next: StoredPage, old: StoredPage | undefined): void {
  if (old?.analysis !== 'done') return;
  if (old.hash === next.hash && JSON.stringify(old.effects) === JSON.stringify(next.effects)) return;
  throw new NarrativeError('floor.immutable', { details: { pageId: next.pageId } });
}

/** Groups events by run, in order of `seq`. */
export function eventsByRun(events: readonly RunEvent[]): ReadonlyMap<RunId, readonly RunEvent[]> {
  const byRun = new Map<RunId, RunEvent[]>();
  for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
    const same = byRun.get(event.runId);
    if (same) same.push(event);
    else byRun.set(event.runId, [event]);
  }
  return byRun;
}

/** Throws `storage.corrupt` when the journal would get a gap; `length` events are stored already. */
export function checkJournal(events: readonly RunEvent[], length: number): void {
  let next = length;
  for (const { seq, runId } of events) {
    if (seq > next)
      throw new NarrativeError('storage.corrupt', { message: 'The journal has a gap.', details: { runId } });
    next = Math.max(next, seq + 1);
  }
}
