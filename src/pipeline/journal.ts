/** The journal of one run: append-only, numbered from 0 without gaps, and the source of the events others hear. */
import { type RunId } from '../domain/ids.ts';
import { type RunEvent } from '../domain/run/run.ts';
import { type Clock } from '../ports/clock.ts';

type Unnumbered<E> = E extends RunEvent ? Omit<E, 'runId' | 'seq' | 'at'> : never;
export type JournalEntry = Unnumbered<RunEvent>;

export interface Journal {
  readonly runId: RunId;
  append(entry: JournalEntry): void;
  all(): readonly RunEvent[];
  /** Model calls started so far. */
  calls(): number;
}

export function makeJournal(runId: RunId, clock: Clock, onAppend: (event: RunEvent) => void): Journal {
  const events: RunEvent[] = [];
  return {
    runId,
    append(entry) {
      const event = { ...entry, runId, seq: events.length, at: clock.now() } as RunEvent;
      events.push(event);
      onAppend(event);
    },
    all: () => events,
    calls: () => events.filter((event) => event.type === 'call.started').length,
  };
}
