/** Tells listeners of pages that count from now on: what they changed, what was refused, what is remembered. */
import { type FloorId } from '../domain/ids.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type TurnDeps } from './turn-deps.ts';

export interface CountingPage {
  readonly floorId: FloorId;
  readonly effects: readonly Effect[];
}

/** Call it after the commit: whoever listens reads the new world. A floor that is gone by now is passed over. */
export function announcePages(
  { events }: Pick<TurnDeps, 'events'>,
  session: Pick<ChatSession, 'timeline' | 'rejections' | 'variables'>,
  pages: readonly CountingPage[],
  reason: 'commit' | 'continue' | 'analyse',
): void {
  for (const { floorId, effects } of pages) {
    const row = session.timeline().rows.find((each) => each.floorId === floorId);
    if (row?.pageId == null) continue;
    const { pageId, round, analysis } = row;
    const summaries = effects.flatMap((effect) => (effect.kind === 'summary' ? [effect.text] : []));
    for (const text of summaries) events.emit('memory.extracted', { round, text, source: 'analysis' });
    events.emit('floor.committed', {
      floorId,
      pageId,
      round,
      analysis,
      effects,
      changes: (session.variables?.changes(pageId) ?? []).map((change) => ({ ...change, pageId })),
      rejected: session.rejections(floorId).map((rejection) => ({ code: rejection.code, reason: rejection.reason })),
    });
    events.emit('page.activated', { floorId, pageId, reason });
    if (summaries.length > 0) {
      events.emit('memory.committed', { operations: summaries.map((text) => ({ op: 'create', round, text })) });
    }
  }
}
