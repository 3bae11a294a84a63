/** I21: a call that is refused runs nothing and leaves nothing, whatever the lists and limits say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentSlots } from '../../src/domain/run/agent-slot.ts';
import { type Settings } from '../../src/domain/settings.ts';
import { runTool } from '../../src/tools/run-tool.ts';
import {
  call,
  catalogueOf,
  material,
  sandbox,
  scriptedModel,
  settings,
  toolDeps,
  view,
} from '../unit/tools/tool-bed.ts';
import { toolEntry } from '../unit/tools/tool-entry.ts';

const tool = { function: { name: 'probe', description: 'd' } };
const definitions = [
  { ...tool, type: 'code', code: 'return 1' },
  { ...tool, type: 'llm', system_prompt: 'Tell.', context: ['user_input'] },
] as const;

const names = fc.uniqueArray(fc.constantFrom('probe', 'other', '*'), { maxLength: 3 });
/** Any one of many rules refuses: most of what is asked must be right for a call to run at all. */
const mostly = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const lists = mostly(
  {},
  fc.dictionary(fc.constantFrom(...agentSlots, '*'), names, { maxKeys: 3, noNullPrototype: true }),
);
const rights: fc.Arbitrary<Partial<Settings['tools']>> = fc.record({
  allow: lists,
  deny: lists,
  maxCallsPerTurn: mostly(4, fc.nat(4)),
  maxSteps: mostly(3, fc.nat(3)),
  allowIrreversible: fc.boolean(),
});
const asked = fc.record({
  definition: fc.constantFrom(...definitions),
  irreversible: fc.boolean(),
  post: fc.boolean(),
  enabled: mostly(true, fc.boolean()),
  consent: mostly(true, fc.boolean()),
  slot: fc.constantFrom('planning', 'tool', 'analysis'),
  phase: fc.constantFrom('planning', 'post'),
  calls: fc.nat(4),
  steps: fc.nat(3),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

/** The rules once more, in the words of the settings. */
function isForbidden(
  { slot, phase, post, enabled, irreversible, calls, steps, consent, definition }: Asked,
  { allow, deny, maxCallsPerTurn, maxSteps, allowIrreversible }: Settings['tools'],
): boolean {
  const listed = (of: Readonly<Record<string, readonly string[]>>): boolean =>
    [of[slot], of['*']].some((list) => list?.some((name) => name === 'probe' || name === '*'));
  const hasList = allow[slot] !== undefined || allow['*'] !== undefined;
  return [
    calls >= maxCallsPerTurn || steps > maxSteps,
    (phase === 'post') !== post || !enabled,
    definition.type === 'code' && !consent,
    listed(deny) || (hasList && !listed(allow)),
    irreversible && !allowIrreversible,
  ].some(Boolean);
}

describe('rights of tools', () => {
  it('I21: a refused call asks no model, runs no code and has no effects; any other does run', async () => {
    let seen = { refused: 0, ran: 0 };
    await fc.assert(
      fc.asyncProperty(asked, rights, async (what, given) => {
        const { definition, irreversible, post, enabled, consent, slot, phase, calls, steps } = what;
        const trigger = post ? 'post' : 'planning';
        const side = irreversible ? { side_effect: 'irreversible' } : {};
        const entry = toolEntry({ ...definition, ...side, trigger }, { enabled });
        let runs = 0;
        const model = scriptedModel(() => {
          runs += 1;
          return 'told';
        });
        const counting: typeof sandbox = {
          ...sandbox,
          run(job, signal) {
            runs += 1;
            return sandbox.run(job, signal);
          },
        };
        const { record, effects } = await runTool(
          {
            call: call('probe'),
            catalogue: await catalogueOf([entry], consent ? {} : { consents: [] }),
            settings: settings(given),
            use: { calls, steps },
            ...{ phase, slot, index: 0, occurrence: 0, turnSeed: 5, view: view(), history: [], effects: [] },
            owner: { runId: 'r' as never, floorId: 'f' as never, pageId: 'p' as never },
            material: () => material(),
          },
          toolDeps({ model, sandbox: counting }),
          new AbortController().signal,
        );
        const forbidden = isForbidden(what, settings(given).tools);
        expect(record.status === 'denied').toBe(forbidden);
        expect(runs).toBe(forbidden ? 0 : 1);
        if (forbidden) expect([effects, record.refusal === null]).toEqual([[], false]);
        seen = { refused: seen.refused + (forbidden ? 1 : 0), ran: seen.ran + (forbidden ? 0 : 1) };
      }),
      { numRuns: 300 },
    );
    expect(Math.min(seen.refused, seen.ran)).toBeGreaterThan(10);
  });
});
