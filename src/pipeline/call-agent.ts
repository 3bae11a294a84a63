/** One answer from one agent: journal, waits with a visible countdown, one repair, and what was tried is on record. */
import { NarrativeError } from '../domain/errors.ts';
import { type Rung } from '../domain/run/run.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { wellFormed } from '../shared/well-formed.ts';
import { type AgentCall, type CallDeps } from './agent-call.ts';
import { type CallFailure, callOnce, cancelled } from './call-once.ts';
import { failureText } from './failure-text.ts';
import { type NextMove, nextMove, type Tried } from './retry-policy.ts';

const ENLARGE_BY = 3;
/** Characters of a bad answer that are quoted back for its repair. */
const QUOTE_LIMIT = 12_000;
/** What shows the model its own answer when the context is nearly full. */
const SHORTEST_QUOTE = 80;

type Asking = Pick<AgentCall<unknown>, 'messages' | 'promptTokens' | 'cut' | 'maxTokens' | 'settings'> & {
  readonly tried: Tried;
};

const untried: Tried = { attempts: 0, repaired: false, enlarged: false, trimmed: false };

/**
 * Never rejects but with `run.cancelled`. The caller's messages are never changed. A failure's `message` is a sentence
 * for the player; its `details` name `slot`, `source`, `model` and `profile`, and `said` is what was reported.
 */
export async function callAgent<Answer>(
  deps: CallDeps,
  call: AgentCall<Answer>,
  signal: AbortSignal,
): Promise<Result<Answer, NarrativeError>> {
  const { messages, promptTokens, cut, maxTokens, settings } = call;
  let asking: Asking = { messages, promptTokens, cut, maxTokens, settings, tried: untried };
  for (;;) {
    if (signal.aborted) throw cancelled(signal);
    const tried = { ...asking.tried, attempts: asking.tried.attempts + 1 };
    const outcome = await callOnce(deps, { ...call, ...asking }, tried.attempts, signal);
    if (outcome.ok) return outcome;
    const failure = outcome.error;
    const next = nextMove(failure.error, tried, deps.retries, deps.chance());
    // A smaller prompt is counted by SillyTavern's server, which may be slow.
    const asked = nextAsking(call, { ...asking, tried }, failure, next);
    const again = await untilAborted(asked, signal, () => cancelled(signal));
    if (again !== null) {
      note(deps, next.move, failure.error);
      if (next.move === 'wait') await wait(deps, next.milliseconds, tried.attempts + 1, signal);
      asking = again;
      continue;
    }
    const thought = await fromThoughts(call, failure);
    if (thought) return thought;
    const error = explained(deps, { ...call, settings: asking.settings }, failure.error);
    if (asking.settings.profile === '') return err(error);
    // What was wrong with a connection of its own says nothing about the one the player writes with.
    useRung(deps, 'other-profile', failure.error);
    deps.onOtherConnection?.(error.message);
    asking = { messages, promptTokens, cut, maxTokens, settings: { ...settings, profile: '' }, tried: untried };
  }
}

/** What to ask next; null when there is nothing more to try. */
async function nextAsking<Answer>(
  call: AgentCall<Answer>,
  asking: Asking,
  failure: CallFailure,
  next: NextMove,
): Promise<Asking | null> {
  const { tried } = asking;
  switch (next.move) {
    case 'stop':
      return null;
    case 'wait':
      return asking;
    case 'enlarge': {
      const maxTokens = Math.min(asking.maxTokens * ENLARGE_BY, roomLeft(call, asking.promptTokens));
      return maxTokens > asking.maxTokens ? { ...asking, maxTokens, tried: { ...tried, enlarged: true } } : null;
    }
    case 'trim': {
      const limit = failure.error.details['contextTokens'];
      const smaller = (await call.trim?.(typeof limit === 'number' ? limit : null)) ?? null;
      if (!smaller) return null;
      const { messages, tokens, cut } = smaller;
      return { ...asking, messages, promptTokens: tokens, cut, tried: { ...tried, trimmed: true } };
    }
    case 'repair': {
      const question = call.repair(failure.error.message);
      // A character may be a whole token.
      const room = roomLeft(call, asking.promptTokens) - asking.maxTokens - question.length;
      const quoted = wellFormed(failure.text.slice(0, Math.max(SHORTEST_QUOTE, Math.min(QUOTE_LIMIT, room))));
      const messages = [
        ...asking.messages,
        { role: 'assistant', content: quoted },
        { role: 'user', content: question },
      ] as const;
      return { ...asking, messages, tried: { ...tried, repaired: true } };
    }
  }
}

/** Tokens of the context that the prompt leaves. */
function roomLeft<Answer>({ context }: AgentCall<Answer>, promptTokens: number): number {
  return context === undefined ? Infinity : Math.max(0, context - promptTokens);
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
async function fromThoughts<Answer>(
  call: AgentCall<Answer>,
  { thoughts }: CallFailure,
): Promise<Result<Answer, NarrativeError> | null> {
  const read = thoughts.trim() === '' ? null : await call.read(thoughts);
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
  if (rung !== null) useRung(deps, rung, error);
}

function useRung(deps: CallDeps, rung: Rung, error: NarrativeError): void {
  if (!deps.rungs.includes(rung)) deps.rungs.push(rung);
  deps.journal.append({ type: 'rung.used', rung, detail: `${error.code}: ${error.message}` });
}
