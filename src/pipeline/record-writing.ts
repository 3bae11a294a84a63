/** The record of how the writing call ended: it is SillyTavern's own request, so its end is told by the bridge. */
import { NarrativeError } from '../domain/errors.ts';
import { type RequestEnding } from '../ports/turn-runner.ts';
import { writingCallId } from './steps/compose-writing.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type ComposedState } from './turn-state.ts';

/** `text`: the prose that came, however it ended. */
export function recordWriting(
  deps: TurnDeps,
  { runId, journal }: ComposedState,
  text: string,
  ending: RequestEnding,
): void {
  const callId = writingCallId(runId);
  const began = journal.all().find((event) => event.type === 'call.started' && event.callId === callId);
  const milliseconds = deps.clock.now() - (began?.at ?? deps.clock.now());
  const call = { callId, slot: 'writing', text, milliseconds, estimate: deps.tokens.estimate(text) } as const;
  if (ending.kind === 'finished') {
    journal.append({ type: 'call.completed', ...call, usage: ending.usage });
    return;
  }
  const { code, message } = ending.kind === 'failed' ? ending.error : new NarrativeError('run.cancelled');
  journal.append({ type: 'call.failed', ...call, attempt: 1, code, message });
}
