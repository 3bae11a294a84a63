/** `tools.letHostToolsRun`: a turn that would cost other extensions their function tools passes through, or is ours. */
import { expect, it } from 'vitest';
import { makeArming } from '../../../src/host/arm-turn.ts';
import { type BridgeDeps } from '../../../src/host/bridge-deps.ts';
import { type CardMacros } from '../../../src/host/card-macros.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

it.each([
  ['off, tools are there', false, [{}], 'asked', 0],
  ['on, tools are there', true, [{}], 'passed', 1],
  ['on, no tool is there', true, [], 'asked', 0],
] as const)('%s', async (_, letHostToolsRun, tools, outcome, said) => {
  const asked: string[] = [];
  const told: string[] = [];
  const { st } = makeFakeSt({ ToolManager: { tools }, canPerformToolCalls: () => true });
  const arming = makeArming(
    {
      st,
      page: { generating: () => false, loadedFolders: () => [] },
      runner: { arm: (type: string) => (asked.push(type), Promise.resolve({ ours: false, reason: 'no-chat' })) },
      notifier: { once: (_key: string, sentence: string) => told.push(sentence) },
      folder: 'mine',
      enabled: () => true,
      letHostToolsRun: () => letHostToolsRun,
      language: () => 'en',
    } as unknown as BridgeDeps,
    { takeBack: () => () => undefined } as unknown as CardMacros,
  );
  const request = { chat: [], contextSize: 1_000, abort: () => undefined, type: 'normal', stopped: false };
  expect(await arming.arm(request, null)).toBeNull();
  expect(asked.length > 0 ? 'asked' : 'passed').toBe(outcome);
  expect(told).toHaveLength(said);
});
