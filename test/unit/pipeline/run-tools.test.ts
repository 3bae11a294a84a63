/** Planning tools while the plan streams, post tools beside the analysis: order, isolation, seeds, stop. */
import { describe, expect, it } from 'vitest';
import { type ExecutionRecord } from '../../../src/domain/run/execution.ts';
import { type ToolCall } from '../../../src/domain/tools/tool-call.ts';
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';
import {
  openPlanningTools,
  type PlanningToolsDeps,
  type PlanningToolsInput,
  runPlanningTools,
} from '../../../src/pipeline/steps/run-planning-tools.ts';
import {
  changesMessage,
  openPostTools,
  type PostToolsDeps,
  type PostToolsInput,
} from '../../../src/pipeline/steps/run-post-tools.ts';
import { call, catalogueOf, material, scriptedModel, settings, toolDeps, view, world } from '../tools/tool-bed.ts';
import { toolEntry } from '../tools/tool-entry.ts';

const never = new AbortController().signal;
const owner = { runId: 'r' as never, floorId: 'f' as never, pageId: 'p' as never };

async function planning(
  entries: readonly WorldbookEntry[] = [],
  parts: Partial<PlanningToolsInput> = {},
): Promise<PlanningToolsInput> {
  return {
    catalogue: await catalogueOf(entries),
    settings: settings(),
    turnSeed: 9,
    owner,
    view: view(),
    history: [],
    material: ({ dice, guide }) => material({ dice, guide }),
    ...parts,
  };
}

function journalled(
  parts: Partial<PlanningToolsDeps> = {},
): PlanningToolsDeps & { readonly records: ExecutionRecord[] } {
  const records: ExecutionRecord[] = [];
  return { ...toolDeps(parts), onRecord: (record) => records.push(record), records };
}

const asPlan = (calls: readonly ToolCall[]): string =>
  JSON.stringify({
    tool_calls: calls.map(({ tool, params, successBranch, failureBranch, reason }) => ({
      tool,
      params,
      success_branch: successBranch,
      failure_branch: failureBranch,
      reason,
    })),
    narrative_direction: 'on',
  });

const teller = { type: 'llm', function: { name: 'teller', description: 'd' }, system_prompt: 'Tell.' };

describe('what cannot be undone', () => {
  it('waits for the final plan', async () => {
    const lasting = toolEntry({
      type: 'llm',
      function: { name: 'post', description: 'd' },
      system_prompt: 'p',
      side_effect: 'irreversible',
    });
    const model = scriptedModel(() => 'sent');
    const allowed = settings({ allowIrreversible: true });
    const tools = openPlanningTools(await planning([lasting], { settings: allowed }), journalled({ model }), never);
    tools.onText(asPlan([call('post')]));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(model.asked).toHaveLength(0);
    expect((await tools.finish([], '')).records).toEqual([]);
    const again = openPlanningTools(await planning([lasting], { settings: allowed }), journalled({ model }), never);
    again.onText(asPlan([call('post')]));
    expect((await again.finish([call('post')], '')).results).toEqual(['sent']);
  });
});

describe('planning tools', () => {
  it('start while the plan still streams', async () => {
    const model = scriptedModel(() => 'told');
    const calls = [call('teller', { about: 'rain' }), call('roll_dice', { expr: '1d20' })];
    const tools = openPlanningTools(await planning([toolEntry(teller)]), journalled({ model }), never);
    const text = asPlan(calls);
    tools.onText(text.slice(0, text.indexOf('roll_dice')));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(model.asked).toHaveLength(1);
    tools.onText(text);
    const { results, records } = await tools.finish(calls, '');
    expect(model.asked).toHaveLength(1);
    expect(results[0]).toBe('told');
    expect(results[1]).toMatch(/^Check: 1d20/);
    expect(records.map(({ index, status }) => [index, status])).toEqual([
      [0, 'success'],
      [1, 'success'],
    ]);
  });

  it('give the same with and without streaming, and the same again for a swipe, in fresh records', async () => {
    const calls = [
      call('roll_dice', { expr: '2d6' }, { reason: 'a' }),
      call('roll_dice', { expr: '2d6' }, { reason: 'b' }),
    ];
    const input = await planning();
    const streamed = openPlanningTools(input, journalled(), never);
    streamed.onText(asPlan(calls));
    const one = await streamed.finish(calls, '');
    const two = await runPlanningTools({ ...input, calls, guide: '' }, journalled(), never);
    expect(one.results).toEqual(two.results);
    expect(one.records[0]?.seed).not.toBe(one.records[1]?.seed);
    const other = await runPlanningTools({ ...input, turnSeed: 10, calls, guide: '' }, journalled(), never);
    expect(other.records[0]?.seed).not.toBe(one.records[0]?.seed);
  });

  it('keep the order of the plan, whatever ends first', async () => {
    const slow = scriptedModel(() => new Promise((resolve) => setTimeout(() => resolve('slow'), 20)));
    const calls = [call('teller'), call('get_time'), call('roll_dice', { expr: '1d1' })];
    const deps = journalled({ model: slow });
    const { results } = await runPlanningTools(
      { ...(await planning([toolEntry(teller)])), calls, guide: '' },
      deps,
      never,
    );
    expect(results[0]).toBe('slow');
    expect(deps.records.map(({ tool }) => tool)).toEqual(['teller', 'get_time', 'roll_dice']);
  });

  it('see what the call before them wrote', async () => {
    const calls = [call('set_variable', { key: 'mood', value: 'sad' }), call('get_variable', { key: 'mood' })];
    const { results, effects } = await runPlanningTools(
      { ...(await planning()), calls, guide: '' },
      journalled(),
      never,
    );
    expect(results[1]).toBe('get_variable：sad'.replace('：', ': '));
    expect(effects).toHaveLength(1);
  });

  it('give llm tools the dice so far and the guide of the finished plan', async () => {
    const entry = toolEntry({ ...teller, context: ['dice_results', 'writing_guide'] });
    const model = scriptedModel(() => 'x');
    const calls = [call('roll_dice', { expr: '1d1' }), call('teller')];
    const tools = openPlanningTools(await planning([entry]), journalled({ model }), never);
    tools.onText(asPlan(calls));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(model.asked).toHaveLength(0);
    await tools.finish(calls, 'Direction: inward');
    const prompt = String(model.asked[0]?.messages[1]?.content);
    expect(prompt).toContain('<writing_guide>\nDirection: inward');
    expect(prompt).toContain('<dice_results>\nCheck: 1d1 = [1] = 1');
  });

  it('run the same call once, and two that differ in their reason twice', async () => {
    const same = call('roll_dice', { expr: '1d20' }, { reason: 'leap' });
    const deps = journalled();
    const tools = openPlanningTools(await planning(), deps, never);
    const calls = [same, same, call('roll_dice', { expr: '1d20' }, { reason: 'second leap' })];
    tools.onText(asPlan(calls));
    const { results } = await tools.finish(calls, '');
    expect(results).toHaveLength(2);
    expect(deps.records.map(({ refusal }) => refusal)).toEqual([null, 'duplicate_call', null]);
  });

  it('count refused calls, and refuse the ninth', async () => {
    const calls = [
      call('ghost'),
      ...Array.from({ length: 9 }, (_, i) => call('roll_dice', { expr: '1d20' }, { reason: String(i) })),
    ];
    const { records } = await runPlanningTools({ ...(await planning()), calls, guide: '' }, journalled(), never);
    expect(records.map(({ refusal }) => refusal)).toEqual([
      'tool_not_found',
      ...Array.from({ length: 7 }, () => null),
      'max_calls_exceeded',
      'max_calls_exceeded',
    ]);
  });

  it('keep what is the same when the planner is asked again, and drop the rest with its effects', async () => {
    const model = scriptedModel(() => 'told');
    const kept = call('teller', { about: 'rain' });
    const dropped = call('set_variable', { key: 'mood', value: 'sad' });
    const deps = journalled({ model });
    const tools = openPlanningTools(await planning([toolEntry(teller)]), deps, never);
    tools.onText(asPlan([dropped, kept]));
    tools.onText('{');
    tools.onText(asPlan([kept]));
    const { effects, results } = await tools.finish([kept], '');
    expect(model.asked).toHaveLength(1);
    expect(effects).toEqual([]);
    expect(results).toEqual(['told']);
    expect(deps.records.map(({ tool, status }) => [tool, status])).toEqual([
      ['teller', 'success'],
      ['set_variable', 'blocked'],
    ]);
  });

  it('tell the writer of a tool that failed', async () => {
    const model = scriptedModel(() => Promise.reject(new Error('down')));
    const { results } = await runPlanningTools(
      { ...(await planning([toolEntry(teller)])), calls: [call('teller')], guide: '' },
      journalled({ model }),
      never,
    );
    expect(results[0]).toMatch(/^Tool error: teller/);
  });

  it('stop with the turn', async () => {
    const controller = new AbortController();
    const model = scriptedModel(() => new Promise(() => undefined));
    const tools = openPlanningTools(await planning([toolEntry(teller)]), journalled({ model }), controller.signal);
    tools.onText(asPlan([call('teller')]));
    const finished = tools.finish([call('teller')], '');
    controller.abort();
    await expect(finished).rejects.toMatchObject({ code: 'run.cancelled' });
  });
});

const post = (name: string, order: number, rest: object = {}) =>
  toolEntry(
    { ...teller, function: { name, description: 'd' }, trigger: 'post_pipeline', ...rest },
    { uid: name, comment: `[TOOL:${name}]`, order },
  );

async function postInput(
  entries: readonly WorldbookEntry[],
  parts: Partial<PostToolsInput> = {},
): Promise<PostToolsInput> {
  return {
    catalogue: await catalogueOf(entries),
    settings: settings(),
    turnSeed: 9,
    owner,
    history: [],
    callsSoFar: 0,
    parallel: true,
    before: { view: view(), material: () => material({ stateText: 'OLD' }) },
    ...parts,
  };
}

const after = {
  view: view({ world: { ...world, game: { ...world.game, location: 'mill' } } }),
  material: () => material({ stateText: 'NEW' }),
};
const toolOf = (request: { messages: readonly { content: unknown }[] }): string =>
  /tool “(\w+)”/.exec(JSON.stringify(request.messages))?.[1] ?? '';

describe('post tools', () => {
  it('run beside the analysis when they do not need it, and the others see what it led to', async () => {
    const model = scriptedModel((request) =>
      JSON.stringify(request.messages).includes('NEW') ? 'new' : 'old or none',
    );
    const deps: PostToolsDeps = journalled({ model });
    const tools = openPostTools(
      await postInput([
        post('a', 1, { context: ['state_summary'] }),
        post('b', 2, { context: ['narrative_text'] }),
        post('c', 3, { type: 'code', code: 'return state.location' }),
      ]),
      deps,
      never,
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(model.asked.map(toolOf)).toEqual(['b']);
    const { outputs } = await tools.finish(after);
    expect(outputs.map(({ tool, text }) => [tool, text])).toEqual([
      ['a', 'new'],
      ['b', 'old or none'],
      ['c', 'mill'],
    ]);
  });

  it('all wait, one after the other, without the switch; the order of the output is the same', async () => {
    const model = scriptedModel((request) => toolOf(request));
    const entries = [post('b', 2), post('a', 1, { context: ['state_summary'] })];
    const serial = openPostTools(await postInput(entries, { parallel: false }), journalled({ model }), never);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(model.asked).toHaveLength(0);
    const one = await serial.finish(after);
    const two = await openPostTools(await postInput(entries), journalled({ model }), never).finish(after);
    expect(one.outputs.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(two.outputs).toEqual(one.outputs);
  });

  it('leave a record and no output when they fail or say nothing', async () => {
    const model = scriptedModel((request) => (toolOf(request) === 'a' ? '  ' : 'fine'));
    const { outputs, records } = await openPostTools(
      await postInput([post('a', 1), post('b', 2)]),
      journalled({ model }),
      never,
    ).finish(after);
    expect(outputs.map(({ tool }) => tool)).toEqual(['b']);
    expect(records.map(({ status }) => status)).toEqual(['error', 'success']);
  });

  it("count with the planner's calls", async () => {
    const { records } = await openPostTools(
      await postInput([post('a', 1), post('b', 2)], { callsSoFar: 7 }),
      journalled(),
      never,
    ).finish(after);
    expect(records.map(({ refusal }) => refusal)).toEqual([null, 'max_calls_exceeded']);
  });

  it('hold the tail only when they change the message', async () => {
    expect(changesMessage(await catalogueOf([post('a', 1)]))).toBe(true);
    expect(changesMessage(await catalogueOf([post('a', 1, { placement: 'panel' })]))).toBe(false);
    expect(changesMessage(await catalogueOf([toolEntry(teller)]))).toBe(false);
  });

  it("write effects that are the page's", async () => {
    const entry = post('a', 1, {
      type: 'code',
      code: 'return { text: "x", changes: [{ path: "seen", value: true, scope: "branch" }] }',
    });
    const { effects, outputs } = await openPostTools(await postInput([entry]), journalled(), never).finish(after);
    expect(effects).toEqual([
      { kind: 'variable', scope: 'branch', key: 'seen', write: { op: 'set', value: true }, source: 'tool' },
    ]);
    expect(outputs[0]?.text).toBe('x');
  });

  it('stop with the turn, those that run beside the analysis too', async () => {
    const controller = new AbortController();
    const model = scriptedModel(() => new Promise(() => undefined));
    const tools = openPostTools(await postInput([post('a', 1)]), journalled({ model }), controller.signal);
    const finished = tools.finish(after);
    controller.abort();
    await expect(finished).rejects.toMatchObject({ code: 'run.cancelled' });
  });
});
