/** One request to a model, with its two lines in the journal and its answer read. */
import { isCancelled, NarrativeError } from '../domain/errors.ts';
import { type ModelReply } from '../ports/model-client.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { type AgentCall, type CallDeps } from './agent-call.ts';

export interface CallFailure {
  readonly error: NarrativeError;
  /** What the model said, when it said something. */
  readonly text: string;
  /** What it thought, when it said nothing: the answer may stand there. */
  readonly thoughts: string;
}

/** Never rejects but with `run.cancelled`. */
export async function callOnce<Answer>(
  deps: CallDeps,
  call: AgentCall<Answer>,
  number: number,
  signal: AbortSignal,
): Promise<Result<Answer, CallFailure>> {
  const { journal, clock } = deps;
  const { slot, messages, settings, maxTokens } = call;
  const callId = deps.nextId();
  const began = clock.now();
  const failed = (error: NarrativeError, text = '', thoughts = ''): Result<Answer, CallFailure> => {
    const milliseconds = clock.now() - began;
    const { code, message } = error;
    const said = text === '' ? thoughts : text;
    const told = said === '' ? {} : { text: said, estimate: deps.estimate(said) };
    journal.append({ type: 'call.failed', callId, slot, attempt: number, code, message, ...told, milliseconds });
    return err({ error, text, thoughts });
  };
  journal.append({
    type: 'call.started',
    callId,
    slot,
    attempt: number,
    model: deps.model.describe(settings).model,
    messages,
    promptTokens: call.promptTokens,
    cut: call.cut,
    ...(call.parts ? { parts: call.parts } : {}),
    ...(call.layout ? { layout: call.layout } : {}),
  });
  let reply: ModelReply;
  try {
    const request = { slot, messages, settings, maxTokens, reasoning: 'low', jsonSchema: null } as const;
    reply = await untilAborted(deps.model.complete(request, signal, call.onText), signal, () => cancelled(signal));
  } catch (error) {
    const known = error instanceof NarrativeError ? error : new NarrativeError('model.network', { cause: error });
    const failure = failed(known);
    if (isCancelled(known) || signal.aborted) throw cancelled(signal);
    return failure;
  }
  const { text, usage, reasoning } = reply;
  if (text.trim() === '') return failed(emptyReply(reply), '', reasoning);
  const answer = await call.read(text);
  if (!answer.ok) return failed(unreadable(reply, answer.error), text);
  const milliseconds = clock.now() - began;
  journal.append({ type: 'call.completed', callId, slot, text, usage, estimate: deps.estimate(text), milliseconds });
  return ok(answer.value);
}

/** Why the service ended the answer explains more than what is wrong with its text. */
function unreadable({ finish }: ModelReply, error: NarrativeError): NarrativeError {
  if (finish === 'filter') return new NarrativeError('model.refused');
  if (finish === 'length') return new NarrativeError('answer.cut-off', { message: error.message });
  return error;
}

function emptyReply({ finish, reasoning }: ModelReply): NarrativeError {
  if (finish === 'filter') return new NarrativeError('model.refused');
  if (finish === 'length' || reasoning.trim() !== '') return new NarrativeError('model.budget-eaten');
  return new NarrativeError('model.empty');
}

/** What a stopped wait rejects with: the cause of the stop where it is known. */
export function cancelled(signal: AbortSignal): NarrativeError {
  const reason: unknown = signal.reason;
  return reason instanceof NarrativeError && isCancelled(reason) ? reason : new NarrativeError('run.cancelled');
}
