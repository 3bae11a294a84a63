/** Whose prompt is whose while a turn waits for its own. */
import { describe, expect, it } from 'vitest';
import { type BridgeDeps } from '../../../src/host/bridge-deps.ts';
import { type ForegroundTurn } from '../../../src/host/foreground-turn.ts';
import { makePromptHandover } from '../../../src/host/prompt-handover.ts';
import { type Settling } from '../../../src/host/settle-turn.ts';
import { type RequestBody } from '../../../src/host/writing-request.ts';

const said = (content: string) => ({ role: 'user', content });

function armed() {
  const ended: unknown[] = [];
  const context = {
    characters: [{ avatar: 'a.png' }],
    characterId: 0,
    groupId: null,
    getCurrentChatId: () => 'harbour',
    stopGeneration: () => ended.push('stopped'),
  };
  const held: string[] = [];
  const deps = {
    st: () => context,
    runner: { prepare: async () => [said('ours')] },
    page: { generating: () => false },
    lock: { hold: (runId: string) => held.push(runId) },
    readMaterial: async () => ({}),
    log: { warn: () => undefined },
  } as unknown as BridgeDeps;
  const turn = {
    runId: 'run',
    type: 'normal',
    signal: new AbortController().signal,
    chat: { owner: 'a.png', file: 'harbour' },
    userText: 'I buy oil.',
    stage: 'armed',
    expectsPrompt: true,
    activated: null,
    generated: new WeakSet(),
    prepared: null,
    messages: [],
    stopped: false,
  } as unknown as ForegroundTurn;
  const settling = { withoutProse: async (_turn: unknown, ending: unknown) => ended.push(ending) };
  return { handover: makePromptHandover(deps, settling as unknown as Settling), turn, ended, held };
}

describe('while a turn waits for its prompt', () => {
  it('6.2 q: quiet and raw calls of others keep theirs, and the turn still gets its own', async () => {
    const { handover, turn, ended, held } = armed();
    for (const ask of ['List the goods.', 'List them again.']) {
      handover.quietStarted(ask);
      const quiet = [said('I buy oil.'), said(ask)];
      await handover.promptReady(turn, quiet);
      handover.generated(turn, quiet);
      expect(quiet).toEqual([said('I buy oil.'), said(ask)]);
      const body = { type: 'quiet', messages: quiet } as unknown as RequestBody;
      expect(await handover.claim(turn, body)).toBe(false);
      expect(body.messages).toEqual(quiet);
    }
    await handover.promptReady(turn, [said('Translate: oil')]);
    expect([turn.stage, turn.expectsPrompt]).toEqual(['armed', true]);

    const own: unknown[] = [said('main'), said('I buy oil.')];
    await handover.promptReady(turn, own);
    expect(own).toEqual([said('ours')]);
    const late = { type: 'quiet', messages: [said('a late one')] } as unknown as RequestBody;
    expect(await handover.claim(turn, late)).toBe(false);
    expect(await handover.claim(turn, { type: 'normal', messages: own })).toBe(true);
    // A quiet generation that ended has opened the lock: it is held again, and nothing was stopped.
    expect([held, ended]).toEqual([['run'], []]);
  });
});
