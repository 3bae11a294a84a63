/** One answer from one agent: journal, waits with a visible countdown, one repair, and what was tried is on record. */
import { isCancelled, NarrativeError } from '../domain/errors.ts';
import { type PromptMessage } from '../domain/prompt/segment.ts';
import { type AgentSlot } from '../domain/run/agent-slot.ts';
import { type Rung } from '../domain/run/run.ts';
import { type AgentSettings } from '../domain/settings.ts';
import { type Clock } from '../ports/clock.ts';
import { type ModelClient, type ModelReply } from '../ports/model-client.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { type Journal } from './journal.ts';
import { nextMove, type Tried } from './retry-policy.ts';

export interface AgentCall<Answer> {
  readonly slot: AgentSlot;
  readonly messages: readonly PromptMessage[];
  readonly promptTokens: number;
  readonly cut: readonly unknown[];
  readonly settings: AgentSettings;
  readonly maxTokens: number;
  readonly read: (text: string) => Result<Answer, NarrativeError>;
  /** The sentence of the one repair call; `problem` says what was wrong with the answer. */
  readonly repair: (problem: string) => string;
  /** A smaller prompt after an overflow; null when nothing more can go. */
  readonly trim?: () => readonly PromptMessage[] | null;
  /** The text so far, e.g. to start tools while a plan still streams. */
  readonly onText?: (textSoFar: string) => void;
}

export interface CallDeps {
  readonly model: ModelClient;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly nextId: () => string;
  /** 0 to 1. */
  readonly chance: () => number;
  readonly retries: number;
  readonly rungs: Rung[];
  /** A retry waits until this time (ms since 1970); null: it goes on. */
  readonly onWait: (until: number | null, attempt: number) => void;
}

const ENLARGE_BY = 3;

/** Never rejects but with `run.cancelled`. The caller's messages are never changed. */
export async function callAgent<Answer>(
  deps: CallDeps,
  call: AgentCall<Answer>,
  signal: AbortSignal,
): Promise<Result<Answer, NarrativeError>> {
  let messages = call.messages;
  let maxTokens = call.maxTokens;
  let tried: Tried = { attempts: 0, repaired: false, enlarged: false, trimmed: false };
  for (;;) {
    tried = { ...tried, attempts: tried.attempts + 1 };
    const outcome = await attempt(deps, { ...call, messages, maxTokens }, tried.attempts, signal);
    if (outcome.ok) return outcome;
    const { error, text } = outcome.error;
    const next = nextMove(error, tried, deps.retries, deps.chance());
    switch (next.move) {
      case 'stop':
        return err(error);
      case 'wait':
        note(deps, 'retry', error);
        deps.onWait(deps.clock.now() + next.milliseconds, tried.attempts + 1);
        await untilAborted(deps.clock.sleep(next.milliseconds, signal), signal, () => cancelled(signal));
        deps.onWait(null, tried.attempts + 1);
        break;
      case 'enlarge':
        note(deps, 'retry', error);
        tried = { ...tried, enlarged: true };
        maxTokens *= ENLARGE_BY;
        break;
      case 'trim': {
        const smaller = call.trim?.() ?? null;
        if (!smaller) return err(error);
        note(deps, 'smaller-prompt', error);
        tried = { ...tried, trimmed: true };
        messages = smaller;
        break;
      }
      case 'repair':
        note(deps, 'repair', error);
        tried = { ...tried, repaired: true };
        messages = [
          ...call.messages,
          { role: 'assistant', content: text },
          { role: 'user', content: call.repair(error.message) },
        ];
        break;
    }
  }
}

interface Failure {
  readonly error: NarrativeError;
  /** What the model said, when it said something. */
  readonly text: string;
}

async function attempt<Answer>(
  deps: CallDeps,
  call: AgentCall<Answer>,
  number: number,
  signal: AbortSignal,
): Promise<Result<Answer, Failure>> {
  const { journal, clock } = deps;
  const callId = deps.nextId();
  const began = clock.now();
  const { slot } = call;
  journal.append({
    type: 'call.started',
    callId,
    slot,
    attempt: number,
    model: deps.model.describe(call.settings).model,
    messages: call.messages,
    promptTokens: call.promptTokens,
    cut: call.cut,
  });
  const failed = (error: NarrativeError, text = ''): Result<Answer, Failure> => {
    const milliseconds = clock.now() - began;
    journal.append({
      type: 'call.failed',
      callId,
      slot,
      attempt: number,
      code: error.code,
      message: error.message,
      milliseconds,
    });
    return err({ error, text });
  };
  let reply: ModelReply;
  try {
    const { messages, settings, maxTokens } = call;
    const asked = deps.model.complete(
      { slot, messages, settings, maxTokens, reasoning: 'low', jsonSchema: null },
      signal,
      call.onText,
    );
    reply = await untilAborted(asked, signal, () => cancelled(signal));
  } catch (error) {
    const known = error instanceof NarrativeError ? error : new NarrativeError('model.network', { cause: error });
    const failure = failed(known);
    if (isCancelled(known) || signal.aborted) throw cancelled(signal);
    return failure;
  }
  const { text, usage } = reply;
  if (text.trim() === '') return failed(emptyReply(reply));
  const answer = call.read(text);
  if (!answer.ok) return failed(answer.error, text);
  journal.append({ type: 'call.completed', callId, slot, text, usage, milliseconds: clock.now() - began });
  return ok(answer.value);
}

function emptyReply({ finish, reasoning }: ModelReply): NarrativeError {
  if (finish === 'filter') return new NarrativeError('model.refused');
  if (finish === 'length' || reasoning.trim() !== '') return new NarrativeError('model.budget-eaten');
  return new NarrativeError('model.empty');
}

function note(deps: CallDeps, rung: Rung, error: NarrativeError): void {
  if (!deps.rungs.includes(rung)) deps.rungs.push(rung);
  deps.journal.append({ type: 'rung.used', rung, detail: `${error.code}: ${error.message}` });
}

function cancelled(signal: AbortSignal): NarrativeError {
  const reason: unknown = signal.reason;
  return reason instanceof NarrativeError ? reason : new NarrativeError('run.cancelled');
}
