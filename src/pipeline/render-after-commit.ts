/** `renderEvents: all`: the events older scripts wait for are fired once more when a turn is committed, for a reply in the page. */
import { type NarrativeEvents } from '../domain/run/narrative-event.ts';
import { type Settings } from '../domain/settings.ts';
import { type Timeline } from '../domain/timeline/timeline.ts';
import { type Emitter } from '../shared/emitter.ts';
import { type Undo } from '../shared/undo-list.ts';

export interface RenderDeps {
  readonly events: Pick<Emitter<NarrativeEvents>, 'on'>;
  readonly settings: () => Pick<Settings, 'renderEvents'>;
  /** Of the open chat; null when none is open. */
  readonly timeline: () => Pick<Timeline, 'rows'> | null;
  /** Is the message in the page? */
  readonly isShown: (index: number) => boolean;
  readonly fire: (index: number) => void;
}

export function renderAfterCommit({ events, settings, timeline, isShown, fire }: RenderDeps): Undo {
  return events.on('floor.committed', ({ floorId }) => {
    if (settings().renderEvents !== 'all') return;
    const index = timeline()?.rows.find((row) => row.floorId === floorId)?.replyIndex ?? null;
    if (index !== null && isShown(index)) fire(index);
  });
}
