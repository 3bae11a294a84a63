/** Turns journal entries into the public generation events. */
import { type NarrativeEvents } from '../domain/run/narrative-event.ts';
import { type RunEvent } from '../domain/run/run.ts';
import { type Emitter } from '../shared/emitter.ts';

export function publishRunEvent(events: Emitter<NarrativeEvents>, event: RunEvent): void {
  const { runId } = event;
  switch (event.type) {
    case 'call.started':
      events.emit('generation.started', {
        slot: event.slot,
        runId,
        model: event.model,
        promptTokens: event.promptTokens,
      });
      return;
    case 'call.completed':
      events.emit('generation.completed', {
        slot: event.slot,
        runId,
        text: event.text,
        usage: event.usage,
      });
      return;
    case 'call.failed':
      events.emit('generation.failed', {
        slot: event.slot,
        runId,
        code: event.code,
        message: event.message,
        attempt: event.attempt,
      });
      return;
    default:
  }
}
