/** Follows SillyTavern's own generation as one turn: arms it, hands it our prompt, tells how it ended, runs the tail. */
import { makeUndoList, type Undo } from '../shared/undo-list.ts';
import { isRecord } from '../shared/safe-json.ts';
import { makeArming } from './arm-turn.ts';
import { type BridgeDeps } from './bridge-deps.ts';
import { makeCardMacros } from './card-macros.ts';
import { listen } from './events.ts';
import { isLive, type ForegroundTurn } from './foreground-turn.ts';
import { keepConnection } from './held-connections.ts';
import { makeLockKeeper } from './keep-lock.ts';
import { makePromptInsertion } from './prompt-insertion.ts';
import { makePromptHandover } from './prompt-handover.ts';
import { rememberLastReply } from './restore-message.ts';
import { makeSettling } from './settle-turn.ts';
import { openChat } from './st-context.ts';
import { tailBreak } from './tail-guard.ts';
import { makeThrottle } from './throttle.ts';
import { applyParameters, watchRequest, type RequestBody } from './writing-request.ts';

export interface Bridge {
  /** SillyTavern's generation for a turn of ours is under way (not its tail). */
  busy(): boolean;
  /** A regenerate has begun: the deletion it raises is part of it. */
  regenerating(): boolean;
  /** Leaves SillyTavern as if we had never been there; cancels a running turn. */
  stop: Undo;
}

const TOKENS_EVERY = 100;

const toolsSentence = {
  en: 'Function tools of other extensions are not offered to the writing model in a Narrative Agent turn.',
  zh: '在 Narrative Agent 回合中，不会向写作模型提供其他扩展的函数工具。',
};

/** Call it when SillyTavern is ready (APP_READY), so that our listeners stand behind those of other extensions. */
export function startBridge(deps: BridgeDeps): Bridge {
  const { st, runner, lock, own } = deps;
  const undos = makeUndoList();
  let turn: ForegroundTurn | null = null;
  let regenerating = false;
  /** Stop was pressed after SillyTavern began and before it asked us: it goes on, but can send nothing any more. */
  let stoppedEarly = false;

  const insertion = makePromptInsertion(st);
  const settling = makeSettling(deps, (over) => {
    insertion.clear();
    if (turn === over) turn = null;
  });
  const handover = makePromptHandover(deps, settling);
  const cardMacros = makeCardMacros(st);
  const arming = makeArming(deps, cardMacros);
  const tokens = makeThrottle(TOKENS_EVERY);
  const keepLock = makeLockKeeper({ deps, arming, settling, current: () => turn });

  const on = <Name extends Parameters<typeof listen>[1]>(
    name: Name,
    listener: Parameters<typeof listen<Name>>[2],
    placement?: Parameters<typeof listen>[3],
  ): void => undos.add(listen(st(), name, listener, placement));

  function writingOf(index: unknown): ForegroundTurn | null {
    if (turn?.stage !== 'writing' || index !== st().chat.length - 1) return null;
    return turn;
  }

  async function intercept(chat: unknown, contextSize: unknown, abort: unknown, type: unknown): Promise<void> {
    regenerating = false;
    insertion.clear();
    if (typeof abort !== 'function') return;
    const next = await arming.arm(
      {
        chat: Array.isArray(chat) ? chat : [],
        contextSize: Number(contextSize) || 0,
        abort: abort as (immediately: boolean) => void,
        type,
        stopped: stoppedEarly,
      },
      turn,
    );
    if (!next) return;
    turn = next;
    if (next.insertion !== '') insertion.put(next.insertion);
    next.signal.addEventListener('abort', () => cancelled(next), { once: true });
  }

  /** The run was cancelled by another hand than SillyTavern's stop button: SillyTavern has to be told. */
  function cancelled(mine: ForegroundTurn): void {
    if (!isLive(mine) || mine.stage === 'settling' || mine.stopped || mine.ownStop) return;
    mine.stopped = true;
    mine.ownStop = true;
    st().stopGeneration();
  }

  function cancelTail(): void {
    if (turn?.stage !== 'tail' || own.active()) return;
    const cause = tailBreak(st(), turn);
    if (cause) runner.cancel(cause);
  }

  function onStopped(): void {
    const stoppedArming = arming.stop();
    if (stoppedArming || turn?.ownStop !== true) {
      if (turn) turn.stopped = true;
      runner.cancel('stop');
    }
    // Before its request is out nobody else will end the turn.
    if (turn?.stage === 'armed' || turn?.stage === 'sending') void settling.withoutProse(turn, { kind: 'stopped' });
    else if (!stoppedArming && !isLive(turn)) stoppedEarly = true;
  }

  async function onSettings(body: unknown): Promise<void> {
    if (!isRecord(body) || !Array.isArray(body['messages'])) return;
    const request = body as RequestBody;
    const mine = turn;
    if (!(await handover.claim(mine, request)) || !mine) return;
    await keepConnection(st(), deps.openai, { held: mine.connection, body: request });
    const parameters = runner.parameters(mine.runId);
    if (applyParameters(request, parameters)) deps.notifier.once('tools-stripped', toolsSentence[deps.language()]);
    mine.stage = 'writing';
    watchRequest(
      { observer: deps.observer, turn: mine, body: request, parameters },
      {
        onTimeout(phase) {
          mine.timedOut = phase;
          mine.ownStop = true;
          st().stopGeneration();
        },
        onOver: () =>
          void settling
            .requestOver(mine)
            .catch((error: unknown) => deps.log.warn('A turn could not be settled.', error)),
      },
    );
  }

  async function onReceived(index: unknown): Promise<void> {
    const mine = writingOf(index);
    if (!mine?.streaming) return;
    await settling.received(mine, Number(index));
  }

  async function onRendered(index: unknown): Promise<void> {
    const mine = writingOf(index);
    if (mine && !mine.streaming) {
      const done = settling.received(mine, Number(index));
      await done;
    }
    if (turn?.ending != null) await settling.rendered(turn);
  }

  function onChatChanged(): void {
    if (!turn) return;
    const chat = openChat(st());
    const same = chat?.owner === turn.chat.owner && chat.file === turn.chat.file;
    if (same && turn.stage !== 'tail') return;
    runner.cancel('chat-changed');
    if (!isLive(turn)) return;
    turn.ownStop = true;
    turn.stopped = true;
    st().stopGeneration();
  }

  deps.realm.narrativeAgentInterceptor = intercept;
  undos.add(() => delete deps.realm.narrativeAgentInterceptor);

  on('GENERATION_STARTED', (type, options, dryRun) => {
    if (dryRun === true) return;
    if (type === 'quiet') handover.quietStarted(isRecord(options) ? options['quiet_prompt'] : '');
    else {
      stoppedEarly = false;
      cardMacros.begin();
    }
    regenerating = type === 'regenerate';
    if (type === 'regenerate') {
      arming.remember(deps.enabled() ? rememberLastReply(st()) : null);
      if (turn?.stage === 'tail') runner.cancel('delete');
    }
    if (type === 'continue' && turn?.stage === 'tail') runner.cancel('edit');
  });
  on('WORLD_INFO_ACTIVATED', (entries) => {
    if (turn?.stage === 'armed' && Array.isArray(entries)) turn.activated ??= entries as unknown[];
  });
  on('GENERATE_AFTER_COMBINE_PROMPTS', (data) => {
    if (turn?.stage === 'armed' && isRecord(data) && data['dryRun'] === false) turn.expectsPrompt = true;
  });
  on(
    'CHAT_COMPLETION_PROMPT_READY',
    (data) => {
      if (!isRecord(data) || data['dryRun'] !== false || !Array.isArray(data['chat'])) return;
      return handover.promptReady(turn, data['chat']);
    },
    'last',
  );
  on('GENERATE_AFTER_DATA', (data, dryRun) => {
    if (dryRun === true || !isRecord(data)) return;
    handover.generated(turn, data['prompt']);
    if (turn?.stage === 'sending') insertion.clear();
  });
  on('CHAT_COMPLETION_SETTINGS_READY', onSettings, 'last');
  on('STREAM_TOKEN_RECEIVED', (text) => {
    const mine = turn;
    if (mine?.stage !== 'writing' || typeof text !== 'string') return;
    tokens.run(() => runner.tokens(mine.runId, text));
  });
  on(
    'MESSAGE_RECEIVED',
    (index) => {
      // SillyTavern has opened its lock by now; other listeners may take their time before ours is called.
      const mine = writingOf(index);
      if (mine?.streaming) lock.guard(mine.runId);
    },
    'first',
  );
  on('MESSAGE_RECEIVED', onReceived, 'last');
  on('CHARACTER_MESSAGE_RENDERED', onRendered, 'last');
  on('GENERATION_STOPPED', onStopped);
  on('GENERATION_ENDED', () => {
    regenerating = false;
    void keepLock();
  });
  on('MESSAGE_SWIPED', cancelTail);
  on('MESSAGE_EDITED', cancelTail);
  on('MESSAGE_UPDATED', cancelTail);
  on('MESSAGE_DELETED', cancelTail);
  on('MESSAGE_SWIPE_DELETED', cancelTail);
  on('CHAT_CHANGED', onChatChanged, 'first');

  return {
    busy: () => isLive(turn),
    regenerating: () => regenerating,
    stop() {
      undos.run();
      insertion.clear();
      runner.cancel('api');
      if (turn) lock.release(turn.runId);
      turn?.watchdog?.stop();
      turn?.tap?.dispose();
      turn = null;
    },
  };
}
