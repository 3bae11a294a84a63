/** The author's bench: state and lint, trials, prompts, rolls; nothing of it changes the story. */
import { describe, expect, it } from 'vitest';
import { makeToolBench } from '../../../src/tools/bench/make-tool-bench.ts';
import { codeHashOf } from '../../../src/tools/consent.ts';
import { readDefinitions } from '../../../src/tools/definition/read-definitions.ts';
import { material, sandbox, scriptedModel, settings, toolDeps, view } from './tool-bed.ts';
import { toolEntry } from './tool-entry.ts';

const model = scriptedModel(() => 'told');

async function bench() {
  const tools = await readDefinitions([
    toolEntry(
      { type: 'code', function: { name: 'good', description: 'd' }, code: 'return roll("1d6").total' },
      { uid: '1', order: 1, comment: '[TOOL:good]' },
    ),
    toolEntry(
      { type: 'code', function: { name: 'torn', description: 'd' }, code: 'return (' },
      { uid: '2', order: 2, comment: '[TOOL:torn]' },
    ),
    toolEntry(
      {
        type: 'llm',
        function: { name: 'teller', description: 'd' },
        system_prompt: 'Tell.',
        trigger: 'post',
        context: ['user_input'],
      },
      { uid: '3', order: 3, comment: '[TOOL:teller]', constant: false, keys: ['x'] },
    ),
  ]);
  const consents = tools
    .slice(0, 1)
    .map(({ definition }) => ({ owner: 'c', codeHash: codeHashOf(definition!), answer: 'always' as const, at: 0 }));
  const scene = {
    catalogue: { tools, activeEntries: new Set<string>(), consents, sandbox: sandbox.available(), pageCode: false },
    settings: settings(),
    screenLanguage: 'en' as const,
    view: view(),
    material: material(),
    history: [],
  };
  return makeToolBench({
    ...toolDeps({ model }),
    sandbox: () => Promise.resolve(sandbox),
    pageSandbox: () => Promise.resolve(sandbox),
    scene: () => Promise.resolve(scene),
    seed: () => 4,
    records: () => Promise.resolve([]),
  });
}

const signal = new AbortController().signal;

describe('the bench', () => {
  it('lists state, lint and malformed code with its place', async () => {
    const rows = await (await bench()).list();
    expect(rows.slice(0, 3).map(({ name, state }) => [name, state])).toEqual([
      ['good', 'ready'],
      ['torn', 'invalid_definition'],
      ['teller', 'not_active'],
    ]);
    expect(rows[0]?.lints).toEqual([]);
    expect(rows[1]?.lints).toMatchObject([{ code: 'code-syntax', line: 1, severity: 'error' }]);
    expect(rows[2]?.stateText).toMatch(/keyword/);
  });

  it('tries a tool, and the roll log shows it', async () => {
    const made = await bench();
    const { record } = await made.tryTool('good', {}, signal);
    expect(record).toMatchObject({ status: 'success', phase: 'bench', runId: null });
    expect(await made.rolls()).toMatchObject([{ tool: 'good', record: { expr: '1d6', total: record.result } }]);
    expect((await made.tryTool('torn', {}, signal)).record).toMatchObject({
      status: 'denied',
      refusal: 'approval_required',
    });
  });

  it('shows the very prompt that would be sent', async () => {
    const made = await bench();
    const shown = await made.previewPrompt('teller', { a: 1 });
    await made.tryTool('teller', { a: 1 }, signal);
    expect(model.asked.at(-1)?.messages).toEqual(shown);
    expect(await made.previewPrompt('good', {})).toBeNull();
    expect(await made.previewPrompt('nobody', {})).toBeNull();
  });
});
