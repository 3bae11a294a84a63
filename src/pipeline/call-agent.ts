/** One answer from one agent: journal, waits with a visible countdown, one repair, and what was tried is on record. */
import { NarrativeError } from '../domain/errors.ts';
import { type PromptMessage } from '../domain/prompt/segment.ts';
import { type Rung } from '../domain/run/run.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { type AgentCall, type CallDeps } from './agent-call.ts';
import { type CallFailure, callOnce, cancelled } from './call-once.ts';
import { failureText } from './failure-text.ts';
import { type NextMove, nextMove, type Tried } from './retry-policy.ts';

const ENLARGE_BY = 3;
/** Characters of a bad answer that are quoted back for its repair. */
const QUOTE_LIMIT = 12_000;

interface Asking {
  readonly messages: readonly PromptMessage[];
  readonly maxTokens: number;
  readonly tried: Tried;
}

/**
 * Never rejects but with `run.cancelled`. The caller's messages are never changed. A failure's `message` is a sentence
 * for the player; its `details` name `slot`, `source`, `model` and `profile`, and `said` is what was reported.
 */
export async function callAgent<Answer>(
  deps: CallDeps,
  call: AgentCall<Answer>,
  signal: AbortSignal,
): Promise<Result<Answer, NarrativeError>> {
  let asking: Asking = {
    messages: call.messages,
    maxTokens: call.maxTokens,
    tried: { attempts: 0, repaired: false, enlarged: false, trimmed: false },
  };
  for (;;) {
    if (signal.aborted) throw cancelled(signal);
    const tried = { ...asking.tried, attempts: asking.tried.attempts + 1 };
    const { messages, maxTokens } = asking;
    const outcome = await callOnce(deps, { ...call, messages, maxTokens }, tried.attempts, signal);
    if (outcome.ok) return outcome;
    const failure = outcome.error;
    const next = nextMove(failure.error, tried, deps.retries, deps.chance());
    const again = nextAsking(call, { ...asking, tried }, failure, next);
    if (again === null) return fromThoughts(call, failure) ?? err(explained(deps, call, failure.error));
    note(deps, next.move, failure.error);
    if (next.move === 'wait') await wait(deps, next.milliseconds, tried.attempts + 1, signal);
    asking = again;
  }
}

/** What to ask next; null when there is nothing more to try. */
function nextAsking<Answer>(
  call: AgentCall<Answer>,
  asking: Asking,
  failure: CallFailure,
  next: NextMove,
): Asking | null {
  const { tried } = asking;
  switch (next.move) {
    case 'stop':
      return null;
    case 'wait':
      return asking;
    case 'enlarge':
      return { ...asking, maxTokens: asking.maxTokens * ENLARGE_BY, tried: { ...tried, enlarged: true } };
    case 'trim': {
      const messages = call.trim?.() ?? null;
      return messages && { ...asking, messages, tried: { ...tried, trimmed: true } };
    }
    case 'repair': {
      const messages: readonly PromptMessage[] = [
        ...asking.messages,
        { role: 'assistant', content: failure.text.slice(0, QUOTE_LIMIT) },
        { role: 'user', content: call.repair(failure.error.message) },
      ];
      return { ...asking, messages, tried: { ...tried, repaired: true } };
    }
  }
}

async function wait(deps: CallDeps, milliseconds: number, attempt: number, signal: AbortSignal): Promise<void> {
  deps.onWait(deps.clock.now() + milliseconds, attempt);
  try {
    await untilAborted(deps.clock.sleep(milliseconds, signal), signal, () => cancelled(signal));
  } catch {
    // Whatever the clock rejects with, a wait ends early only because the run was stopped.
    throw cancelled(signal);
  } finally {
    deps.onWait(null, attempt);
  }
}

/** Some servers put the whole answer where the thinking belongs; it is looked at only when nothing else is left. */
function fromThoughts<Answer>(
  call: AgentCall<Answer>,
  { thoughts }: CallFailure,
): Result<Answer, NarrativeError> | null {
  const read = thoughts.trim() === '' ? null : call.read(thoughts);
  return read?.ok ? ok(read.value) : null;
}

function explained<Answer>(deps: CallDeps, call: AgentCall<Answer>, error: NarrativeError): NarrativeError {
  const connection = deps.model.describe(call.settings);
  const { code, retry, message } = error;
  return new NarrativeError(code, {
    message: failureText({ code, slot: call.slot, connection }, deps.screenLanguage?.() ?? 'en'),
    details: { ...error.details, ...connection, slot: call.slot, said: message },
    cause: error,
    retry,
  });
}

const rungOf = {
  wait: 'retry',
  enlarge: 'retry',
  trim: 'smaller-prompt',
  repair: 'repair',
  stop: null,
} as const satisfies Record<NextMove['move'], Rung | null>;

function note(deps: CallDeps, move: NextMove['move'], error: NarrativeError): void {
  const rung = rungOf[move];
  if (rung === null) return;
  if (!deps.rungs.includes(rung)) deps.rungs.push(rung);
  deps.journal.append({ type: 'rung.used', rung, detail: `${error.code}: ${error.message}` });
}
