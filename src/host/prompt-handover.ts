/** Hands our messages to SillyTavern's own prompt, and nobody else's; repairs it where a foreign prompt got in between. */
import { isCancelled, NarrativeError } from '../domain/errors.ts';
import { type PromptMessage } from '../domain/prompt/segment.ts';
import { isRecord } from '../shared/safe-json.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { type BridgeDeps } from './bridge-deps.ts';
import { type ForegroundTurn } from './foreground-turn.ts';
import { copyMessages, promptHoldsText } from './prompt-text.ts';
import { type Settling } from './settle-turn.ts';
import { openChat } from './st-context.ts';
import { type RequestBody } from './writing-request.ts';

export interface PromptHandover {
  /** CHAT_COMPLETION_PROMPT_READY. Resolves when SillyTavern may go on; never rejects. */
  promptReady(turn: ForegroundTurn | null, prompt: unknown[]): Promise<void>;
  /** GENERATE_AFTER_DATA: this prompt belongs to a real Generate. */
  generated(turn: ForegroundTurn | null, prompt: unknown): void;
  /** CHAT_COMPLETION_SETTINGS_READY. Resolves true when `body` is our writing request and holds our messages. */
  claim(turn: ForegroundTurn | null, body: RequestBody): Promise<boolean>;
  /** A quiet generation began: its prompt holds the whole chat too, and this text. */
  quietStarted(text: unknown): void;
}

export function makePromptHandover(deps: BridgeDeps, settling: Settling): PromptHandover {
  const { st, runner } = deps;
  /** For each of our message objects: the prompt it took the place of. */
  const replaced = new WeakMap<object, readonly unknown[]>();
  /** Objects of prompts whose turn was stopped or failed: they may not be sent. */
  const refused = new WeakSet<object>();
  let quietTexts: string[] = [];

  const isOurs = (message: unknown): message is object =>
    typeof message === 'object' && message !== null && replaced.has(message);

  function stop(turn: ForegroundTurn, prompt: readonly unknown[]): void {
    for (const message of prompt) if (isRecord(message)) refused.add(message);
    turn.ownStop = true;
    // Another generation may have replaced the controller the player's stop aborted: abort the one in use now.
    st().stopGeneration();
  }

  function ensureSame(turn: ForegroundTurn): void {
    const chat = openChat(st());
    if (chat?.owner !== turn.chat.owner || chat.file !== turn.chat.file) throw new NarrativeError('host.chat-changed');
    if (turn.stopped || turn.signal.aborted) throw new NarrativeError('run.cancelled');
  }

  async function prepare(turn: ForegroundTurn, prompt: readonly unknown[]): Promise<readonly PromptMessage[] | null> {
    const cancelled = (): Error =>
      turn.signal.reason instanceof NarrativeError ? turn.signal.reason : new NarrativeError('run.cancelled');
    turn.stage = 'preparing';
    try {
      ensureSame(turn);
      // A quiet generation that ended since arming has opened SillyTavern's lock.
      if (!deps.page.generating()) deps.lock.hold(turn.runId);
      const { type, activated, promptBudget, card } = turn;
      const reading = deps.readMaterial({ type, prompt, activated: activated ?? [], promptBudget, card });
      const material = await untilAborted(reading, turn.signal, cancelled);
      const messages = copyMessages(await untilAborted(runner.prepare(turn.runId, material), turn.signal, cancelled));
      ensureSame(turn);
      for (const message of messages) replaced.set(message, prompt);
      turn.messages = messages;
      turn.stage = 'sending';
      return messages;
    } catch (error) {
      stop(turn, prompt);
      const known = error instanceof NarrativeError ? error : new NarrativeError('input.invalid', { cause: error });
      if (known !== error) deps.log.warn('The prompt could not be prepared.', error);
      const wanted = turn.stopped || isCancelled(known);
      void settling.withoutProse(turn, wanted ? { kind: 'stopped' } : { kind: 'failed', error: known });
      return null;
    }
  }

  return {
    quietStarted(text) {
      if (typeof text === 'string' && text.trim() !== '') quietTexts = [...quietTexts.slice(-15), text];
    },
    generated(turn, prompt) {
      if (!turn || !Array.isArray(prompt)) return;
      for (const message of prompt as unknown[]) if (isRecord(message)) turn.generated.add(message);
    },
    async promptReady(turn, prompt) {
      if (turn?.stage !== 'armed' || !turn.expectsPrompt) return;
      if (!promptHoldsText(prompt, turn.userText)) return;
      if (quietTexts.some((text) => promptHoldsText(prompt.slice(-1), text))) return;
      turn.expectsPrompt = false;
      quietTexts = [];
      const theirs = [...prompt];
      turn.prepared = prepare(turn, theirs);
      const messages = await turn.prepared;
      // In place: SillyTavern sends the array it handed out, whatever becomes of the event.
      if (messages) prompt.splice(0, prompt.length, ...messages);
    },
    async claim(turn, body) {
      const mine = body.messages.find(isOurs);
      const typed = turn !== null && body['type'] === turn.type;
      if (body.messages.some((message) => isRecord(message) && refused.has(message))) {
        st().stopGeneration();
        return false;
      }
      if (mine && !(typed && turn.messages.some((message) => message === mine))) {
        // It came through a prompt we took for ours: its own messages go back.
        body.messages = [...(replaced.get(mine) ?? [])];
        return false;
      }
      if (!typed || turn.stage === 'writing' || turn.stage === 'settling' || turn.stage === 'over') return false;
      if (mine) return true;
      const real = body.messages.some((message) => isRecord(message) && turn.generated.has(message));
      if (!real && !sameTexts(body.messages, turn.messages)) return false;
      turn.prepared ??= prepare(turn, [...body.messages]);
      const messages = await turn.prepared;
      if (!messages) return false;
      body.messages = [...messages];
      return true;
    },
  };
}

/** Another extension handed on copies of our messages. */
function sameTexts(sent: readonly unknown[], ours: readonly PromptMessage[]): boolean {
  const contents = new Set(sent.map((message) => (isRecord(message) ? message['content'] : undefined)));
  return ours.length > 0 && ours.every((message) => contents.has(message.content));
}
