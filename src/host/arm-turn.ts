/** SillyTavern's generate interceptor: decides whether this generation is a turn of ours, before anything is assembled. */
import { NarrativeError } from '../domain/errors.ts';
import { type ArmVerdict } from '../ports/turn-runner.ts';
import { isRecord } from '../shared/safe-json.ts';
import { type BridgeDeps } from './bridge-deps.ts';
import { type CardMacros } from './card-macros.ts';
import { isLive, makeForegroundTurn, type ForegroundTurn } from './foreground-turn.ts';
import { holdCurrent } from './held-connections.ts';
import { pendingSwipe, restoreChat, type RemovedMessage } from './restore-message.ts';
import { openChat } from './st-context.ts';
import { hostStandDown, offersHostTools, standDownSentence } from './stand-down.ts';
import { isTurnType } from './turn-type.ts';

export interface ArmRequest {
  /** Copies of the chat's messages as they go into the prompt. */
  readonly chat: readonly unknown[];
  /** Tokens the prompt may have. */
  readonly contextSize: number;
  readonly abort: (immediately: boolean) => void;
  readonly type: unknown;
  /** Stop was pressed already. */
  readonly stopped: boolean;
}

export interface Arming {
  /** Resolves with the new turn, or null when the generation is not ours or was aborted; never rejects. */
  arm(request: ArmRequest, current: ForegroundTurn | null): Promise<ForegroundTurn | null>;
  /** A regenerate is about to take this message out. */
  remember(removed: RemovedMessage | null): void;
  /** SillyTavern waits for our verdict. */
  waiting(): boolean;
  /** Stop was pressed. True when an arming waited and is given up. */
  stop(): boolean;
}

type OurVerdict = Extract<ArmVerdict, { readonly ours: true }>;

const busySentence = {
  en: 'A turn is still running; stop it first.',
  zh: '上一回合仍在进行，请先停止它。',
};

const otherTabSentence = {
  en: 'This chat is played in another tab; nothing was sent.',
  zh: '这个聊天正在另一个标签页里使用，没有发送任何内容。',
};

function lastUserText(chat: readonly unknown[]): string {
  const last = chat.findLast((message) => isRecord(message) && message['is_user'] === true);
  return isRecord(last) && typeof last['mes'] === 'string' ? last['mes'] : '';
}

export function makeArming(deps: BridgeDeps, cardMacros: CardMacros): Arming {
  const { st, runner, notifier, log } = deps;
  let removed: RemovedMessage | null = null;
  let giveUp: (() => void) | null = null;

  async function putBack(taken: RemovedMessage | null): Promise<void> {
    if (!taken) return;
    await deps.page.untilQuiet(2_000);
    const chat = { owner: taken.owner, file: taken.file };
    await restoreChat(st, deps.own, { type: 'regenerate', baseLength: taken.index, chat, removed: taken, swipe: null });
    await deps.save();
  }

  const refuse = (request: ArmRequest, taken: RemovedMessage | null): null => {
    request.abort(true);
    void putBack(taken).catch((error: unknown) => log.warn('The message could not be put back.', error));
    return null;
  };

  /** Null: stop was pressed before the verdict came; a verdict that comes later is taken back. */
  async function askRunner(type: ForegroundTurn['type']): Promise<ArmVerdict | null> {
    const asked = runner.arm(type);
    const stopped = new Promise<null>((resolve) => {
      giveUp = () => resolve(null);
    });
    try {
      const verdict = await Promise.race([asked, stopped]);
      if (verdict === null) {
        void asked
          .then((late) => (late.ours ? runner.fail(late.runId, { kind: 'stopped' }) : undefined))
          .catch((error: unknown) => log.warn('A stopped turn could not be opened.', error));
      }
      return verdict;
    } finally {
      giveUp = null;
    }
  }

  async function standsDown(type: ForegroundTurn['type']): Promise<boolean> {
    const reason =
      hostStandDown(st(), { page: deps.page, folder: deps.folder }, type) ??
      (deps.letHostToolsRun() && (await offersHostTools(st(), type)) ? 'host-tools' : null);
    const sentence = reason === null ? null : standDownSentence(reason, deps.language());
    if (sentence !== null) notifier.once(`stand-down:${String(reason)}`, sentence);
    return reason !== null;
  }

  async function verdictFor(type: ForegroundTurn['type']): Promise<OurVerdict | 'alone' | 'refused'> {
    try {
      const verdict = await askRunner(type);
      if (verdict?.ours) return verdict;
      if (verdict?.reason === 'not-owner') {
        notifier.warn(otherTabSentence[deps.language()]);
        return 'refused';
      }
      return verdict === null || verdict.reason === 'refused' ? 'refused' : 'alone';
    } catch (error) {
      log.warn('The turn could not be opened.', error);
      const known = error instanceof NarrativeError ? error : new NarrativeError('storage.corrupt', { cause: error });
      notifier.error(known.message);
      // Playing on alone is better than not at all, except into a chat that is not the one the turn was meant for.
      return known.code === 'host.chat-changed' || known.code === 'host.not-owner' ? 'refused' : 'alone';
    }
  }

  return {
    remember(taken) {
      removed = taken;
    },
    waiting: () => giveUp !== null,
    stop() {
      giveUp?.();
      return giveUp !== null;
    },
    async arm(request, current) {
      const taken = request.type === 'regenerate' ? removed : null;
      removed = null;
      if (!deps.enabled() || !isTurnType(request.type) || (await standsDown(request.type))) return null;
      if (request.stopped) return refuse(request, taken);
      if (current?.stage === 'settling') await current.settled;
      if (isLive(current)) {
        notifier.warn(busySentence[deps.language()]);
        return refuse(request, taken);
      }
      const chat = openChat(st());
      if (!chat) return null;
      const carryOutAgain = cardMacros.takeBack();
      const verdict = await verdictFor(request.type);
      if (verdict === 'refused') return refuse(request, taken);
      if (verdict === 'alone') {
        carryOutAgain();
        return null;
      }
      return makeForegroundTurn({
        runId: verdict.runId,
        insertion: verdict.insertion ?? '',
        type: request.type,
        signal: verdict.signal,
        card: cardMacros.carryOut(),
        connection: holdCurrent(st(), deps.openai),
        chat,
        baseLength: st().chat.length,
        promptBudget: request.contextSize,
        userText: lastUserText(request.chat),
        removed: taken,
        swipe: request.type === 'swipe' ? pendingSwipe(st()) : null,
      });
    },
  };
}
