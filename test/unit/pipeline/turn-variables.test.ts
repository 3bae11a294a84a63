/** The variables in a turn: macros in its prompts, what tools did beside the update, what the screen shows of it. */
import { describe, expect, it } from 'vitest';
import { type TurnRequest } from '../../../src/domain/run/turn-request.ts';
import { hideUpdateBlocks, withMvuParts } from '../../../src/mvu/message-text.ts';
import { expandVariables } from '../../../src/pipeline/steps/expand-variables.ts';
import { settleVariables } from '../../../src/pipeline/steps/settle-variables.ts';
import { type MvuStep } from '../../../src/pipeline/steps/update-mvu.ts';
import { type TurnDeps } from '../../../src/pipeline/turn-deps.ts';
import { type AssembledState } from '../../../src/pipeline/turn-state.ts';
import { type RecordWrite } from '../../../src/ports/mvu-host.ts';
import { recordFrom, type Tree } from '../mvu/base-card.ts';
import { entry } from '../mvu/entry.ts';

const start = await recordFrom('金币: 100\n包: [灯, $__META_EXTENSIBLE__$]');
const macro = '{{get_message_variable::stat_data.金币}}';

describe('macros of card makers', () => {
  it('are values in lore, preset, card, persona, notes and history', () => {
    const request = {
      entries: [entry({ content: macro })],
      activated: [entry({ content: macro })],
      preset: { name: '', stock: false, prompts: [{ content: macro }] },
      injected: [{ text: macro }],
      history: [{ text: macro }],
      persona: { name: '', description: macro },
      card: {
        name: '',
        description: macro,
        personality: macro,
        scenario: macro,
        examples: macro,
        systemPrompt: macro,
        jailbreak: '',
        depthPrompt: macro,
        firstMessage: '',
      },
    } as unknown as TurnRequest;
    const text = JSON.stringify(expandVariables(request, start));
    expect(text).not.toContain('_variable::');
    expect(text.match(/"100"/g)).toHaveLength(12);
  });
});

describe('settling', () => {
  const delta = (value: number) => ({ op: 'delta', path: '/金币', value });
  const step = (value: number): MvuStep => ({
    effects: [{ kind: 'mvu', operations: [delta(value)], source: 'mvu' }],
    blockOperations: [delta(value)],
    report: { source: 'extractor', because: null, rejected: [], changes: [], cutOff: false, error: null },
  });

  const settle = async (variables: MvuStep | null, effects: AssembledState['effects'], aborted = false) => {
    const writes: RecordWrite[] = [];
    const host = {
      presence: () => ({ kind: 'absent' }),
      parse: () => Promise.reject(new Error('not there')),
      beforeUpdate: async (message: unknown) => message,
      write: (list: RecordWrite[]) => writes.push(...list),
    };
    const deps = {
      variables: { host, chat: async () => null },
      log: { warn: () => undefined, debug: () => undefined },
    } as unknown as TurnDeps;
    const state = {
      opened: { base: { mvu: start } },
      written: { chatIndex: 2, swipe: 1, text: '正文。' },
      finalText: '正文。',
      initial: [],
      effects,
      variables,
      journal: { append: () => undefined },
    } as unknown as AssembledState;
    const signal = aborted ? AbortSignal.abort() : new AbortController().signal;
    return { settled: await settleVariables(deps, state, signal), writes };
  };

  it('puts what tools did to the variables into the record and the block, before the update', async () => {
    const byTool = { kind: 'mvu', operations: [delta(-10)], source: 'tool' } as const;
    const { settled, writes } = await settle(step(-1), [{ kind: 'summary', text: '付了钱。' }, byTool]);
    expect((writes[0]?.record['stat_data'] as Tree).金币).toBe(89);
    expect(settled.effects.map(({ kind }) => kind)).toEqual(['summary', 'mvu', 'mvu']);
    expect(settled.finalText).toBe(withMvuParts('正文。', [delta(-10), delta(-1)]));
  });

  it('gives a round without changes its record and its mark all the same', async () => {
    const { settled, writes } = await settle(null, []);
    expect(writes).toMatchObject([{ index: 2, swipe: 1, record: { stat_data: { 金币: 100 } } }]);
    expect(settled.finalText).toBe('正文。\n\n<StatusPlaceHolderImpl/>');
  });

  it('touches nothing in the chat when the turn was stopped, and keeps what was found', async () => {
    const { settled, writes } = await settle(step(-1), [], true);
    expect([writes, settled.finalText, settled.effects]).toEqual([[], '正文。', step(-1).effects]);
  });
});

describe('on the screen', () => {
  const block = '<UpdateVariable>\n<Analysis>a\n\nb</Analysis>\n<JSONPatch>[]</JSONPatch>\n</UpdateVariable>';

  it('a block that no rule of the card folded is not shown, whatever its tags', () => {
    expect(hideUpdateBlocks(`正文。\n\n${block}`)).toBe('正文。');
    expect(hideUpdateBlocks('正文。<json_patch>[]</json_patch>后')).toBe('正文。后');
  });

  it('what the card folded stays in its fold, and other text is left alone', () => {
    const folded = `正文。\n<details><summary>变量</summary>\n${block}\n</details>`;
    expect(hideUpdateBlocks(folded)).toBe(folded);
    expect(hideUpdateBlocks(`<details>日志</details>${block}`)).toBe('<details>日志</details>');
    expect(hideUpdateBlocks('她说 <update> 就是更新。')).toBe('她说 <update> 就是更新。');
  });
});
