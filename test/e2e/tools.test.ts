/** Tools of worldbooks in a real SillyTavern: all four kinds in merged, serial and parallel turns, consent, history, swipes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Page } from 'playwright-core';
import { hashOfCode } from '../../src/tools/consent.ts';
import { kindOf, promptText } from '../host/call-kind.mjs';
import { type Step } from '../host/model-script.mjs';
import { openCharacter, readChat, regenerate, reloadPage, send, swipeLeft, swipeRight } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import { expectCleanText, followed, freshChat, gain, idle, pageErrors, PATIENCE, promptOf } from './support/play.ts';
import { analysis, lampCard, openStage, type Stage, state } from './support/stage.ts';

const lockpickCode = 'return "the lockpick";';
const tool = (order: number, name: string, content: object | string, more: object = {}) => ({
  comment: `[TOOL:${name}] The ${name}`,
  content: typeof content === 'string' ? content : JSON.stringify(content),
  order,
  ...more,
});

/** After the prose: a model tool that looks back, a code tool that reads the new state, one beside the message. */
const postBook = worldbook([
  tool(30, 'ledger', {
    type: 'code',
    trigger: 'post_pipeline',
    function: { name: 'ledger', description: 'coins' },
    code: 'return `<ledger>coins: ${state.inventory.coin ?? 0}</ledger>`;',
    keepInHistory: true,
  }),
  tool(10, 'log', {
    type: 'llm',
    trigger: 'post',
    function: { name: 'log', description: 'a log' },
    context: ['narrative_text'],
    system_prompt: 'LOG-KEEPER: one line.',
    output_tag: 'log',
    tag_lookback: 2,
  }),
  tool(20, 'choices', {
    type: 'llm',
    trigger: 'post_pipeline',
    function: { name: 'choices', description: 'what next' },
    context: ['user_input', 'state_summary'],
    system_prompt: 'CHOOSER: two actions.',
    placement: 'panel',
  }),
  tool(40, 'broken', '{\n  "type": "llm",\n  "function": "broken" "trigger": 7\n', {}),
]);

/** Before it: a code tool, a model tool, and one the player never allowed. */
const planBook = worldbook([
  tool(10, 'tide', {
    type: 'code',
    function: {
      name: 'tide',
      description: 'the tide',
      parameters: { type: 'object', properties: { hour: { type: 'integer' } }, required: ['hour'] },
    },
    code: 'return `TIDE ${params.hour}/${roll("1d1000").total} at ${state.location}`;',
  }),
  tool(20, 'adviser', {
    type: 'llm',
    function: {
      name: 'adviser',
      description: 'advice',
      parameters: { type: 'object', properties: { npc: { type: 'string' } } },
    },
    context: ['user_input'],
    system_prompt: 'ADVISER: two sentences.',
  }),
  tool(30, 'lockpick', { type: 'code', function: { name: 'lockpick', description: 's' }, code: lockpickCode }),
]);

let stage: Stage;
/** What the planner answers next. */
let plan: object = {};
let prose = 'Marta counts ten coins into your palm.';
let facts: readonly object[] = [];
/** Awaited before the analysis answers. */
let gate: () => Promise<unknown> = () => Promise.resolve();

function script(body: Parameters<typeof kindOf>[0], n: number): Step {
  const text = promptText(body);
  if (text.includes('LOG-KEEPER')) return { reply: `<log>line ${n}</log>` };
  if (text.includes('CHOOSER')) {
    return { reply: '<actions><action>Ask <i>Marta</i></action><action>Leave</action></actions>' };
  }
  if (text.includes('ADVISER')) return { reply: `ADVICE ${/"npc": "(\w+)"/.exec(text)?.[1] ?? 'none'}` };
  const kind = kindOf(body);
  if (kind === 'planning') return { reply: JSON.stringify({ narrative_direction: 'on', ...plan }) };
  if (kind === 'analysis') return { reply: analysis('It happened.', facts), before: () => gate() };
  return { reply: prose };
}

const calls = () => stage.model.calls.map((call) => ({ kind: tellKind(call), text: promptOf(call), call }));
function tellKind(call: Parameters<typeof promptOf>[0] & { kind: string }): string {
  const text = promptOf(call);
  return ['LOG-KEEPER', 'CHOOSER', 'ADVISER'].find((word) => text.includes(word)) ?? call.kind;
}
const textsOf = (kind: string): string[] => calls().flatMap((call) => (call.kind === kind ? [call.text] : []));
const records = (page: Page, filter: object = {}) =>
  page.evaluate((wanted) => globalThis.NarrativeAgent!.api.tools.executions(wanted), filter);
const lastMessage = async () => (await readChat(stage.page)).at(-1);
const setting = (path: readonly string[], value: unknown) =>
  stage.page.evaluate(
    ([keys, to]) => {
      const all = SillyTavern.getContext().extensionSettings as Record<string, Record<string, unknown>>;
      const ours = (all['narrative_agent'] ??= {});
      const [group = '', key] = keys;
      if (key === undefined) ours[group] = to;
      else ours[group] = { ...(ours[group] as object), [key]: to };
    },
    [path, value] as const,
  );
const press = (name: string) => stage.page.getByRole('button', { name, exact: true }).click();

async function play(input: string): Promise<void> {
  stage.model.reset(script);
  await send(stage.page, input);
  await idle(stage.page);
}

beforeAll(async () => {
  stage = await openStage({
    open: null,
    cards: [{ card: lampCard() }, { card: lampCard('Odo') }],
    worlds: { Post: postBook, Plan: planBook },
    activeWorlds: ['Post'],
    extraBooks: { Odo: ['Plan'] },
    settings: {
      extension_settings: {
        narrative_agent_consents: [{ owner: 'Odo.png', codeHash: hashOfCode(lockpickCode), answer: 'never', at: 1 }],
      },
    },
  });
  stage.model.reset(script);
});
afterAll(async () => {
  await stage?.close();
});

describe('a card whose book brings tools for after the prose', () => {
  it('asks when the chat opens, in plain words, before any code runs', async () => {
    const { page } = stage;
    await openCharacter(page, 'Marta');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain('ledger');
    expect(await dialog.innerText()).not.toMatch(/in the page/);
    await press('Always allow');
    await dialog.waitFor({ state: 'detached' });
    await followed(page);
  });

  it('shows their output in the order of the entries, made from the new state, in a merged turn', async () => {
    facts = [gain('coin', 10)];
    await play('I ask for my wages.');
    expect(
      calls()
        .map(({ kind }) => kind)
        .slice(0, 2),
    ).toEqual(['writing', 'analysis']);
    expect((await lastMessage())?.mes).toMatch(
      /^Marta counts ten coins into your palm\.\n\n<log>line \d<\/log>\n\n<ledger>coins: 10<\/ledger>$/,
    );
    expect(textsOf('LOG-KEEPER')[0]).toContain('Marta counts ten coins');
    expect(textsOf('CHOOSER')[0]).toContain('I ask for my wages.');
    expect(await records(stage.page)).toMatchObject([
      { tool: 'log', status: 'success', phase: 'post', kind: 'llm' },
      { tool: 'choices', status: 'success' },
      { tool: 'ledger', status: 'success', kind: 'code', result: '<ledger>coins: 10</ledger>' },
    ]);
    await expectCleanText(stage.page);
  });

  it('offers actions as buttons that fill the input and send nothing, also after the chat is drawn again', async () => {
    const { page, model } = stage;
    const buttons = page.locator('.narrative-agent-action');
    await expect.poll(() => buttons.allInnerTexts()).toEqual(['Ask Marta', 'Leave']);
    expect(await page.locator('#chat .mes_text .narrative-agent-action').count()).toBe(0);
    await reloadPage(page);
    await openCharacter(page, 'Marta');
    await followed(page);
    await expect.poll(() => buttons.allInnerTexts()).toEqual(['Ask Marta', 'Leave']);
    const before = model.calls.length;
    await buttons.first().click();
    expect(await page.locator('#send_textarea').inputValue()).toBe('Ask Marta');
    expect(model.calls).toHaveLength(before);
    await page.locator('#send_textarea').fill('');
  });

  it('lets a tool look back on its own last rounds, and nobody else', async () => {
    facts = [];
    prose = 'The rain goes on.';
    await play('I wait.');
    const [second = ''] = textsOf('LOG-KEEPER');
    expect(second).toMatch(/<tool_history>\s*<log>\s*line \d+\s*<\/log>\s*<\/tool_history>/);
    await play('I wait longer.');
    const [third = ''] = textsOf('LOG-KEEPER');
    expect(third).toMatch(/--- 2 rounds ago ---\s*line \d+\s*--- 1 round ago ---\s*line \d+/);
    for (const { kind, text } of calls()) {
      if (kind === 'LOG-KEEPER') continue;
      expect(text, kind).not.toMatch(/tool_history|<log>|line \d+<|<actions>/);
    }
    // `keepInHistory` is what makes output part of the story.
    expect(textsOf('writing')[0]).toContain('<ledger>coins: 10</ledger>');
  });

  it('runs beside the analysis what does not need it, when that is switched on, in the same order', async () => {
    await setting(['pipeline', 'parallelExecutionEnabled'], true);
    facts = [gain('coin', 5)];
    let logged = false;
    gate = async () => {
      for (let i = 0; i < 200 && !logged; i += 1) {
        logged = textsOf('LOG-KEEPER').length > 0;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await play('I count again.');
    gate = () => Promise.resolve();
    expect(logged).toBe(true);
    expect((await lastMessage())?.mes).toMatch(/<\/log>\n\n<ledger>coins: 15<\/ledger>$/);
    await setting(['pipeline', 'parallelExecutionEnabled'], false);
  });

  it('lists a broken entry with its place, tries a tool, and shows the prompt of another', async () => {
    const { page } = stage;
    await page.locator('.narrative-agent-chip').first().click();
    await page.locator('.narrative-agent-tabs button', { hasText: 'Tools' }).click();
    const panel = page.locator('.narrative-agent-panel');
    const card = (name: string) => panel.locator(`[data-tool="${name}"]`);
    await card('broken').waitFor({ timeout: PATIENCE });
    await card('broken').locator('summary').first().click();
    expect(await card('broken').innerText()).toMatch(/Post #3, line \d+, column \d+/);
    await card('ledger').locator('summary').first().click();
    await card('ledger').getByRole('button', { name: 'Try it' }).click();
    await expect.poll(() => card('ledger').innerText()).toContain('<ledger>coins: 15</ledger>');
    await card('log').locator('summary').first().click();
    await card('log').getByRole('button', { name: 'Preview the prompt' }).click();
    await expect.poll(() => card('log').innerText()).toContain('LOG-KEEPER');
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/bench.png` });
    await page.locator('.narrative-agent-close').click();
  });
});

describe.each([false, true])('a card with planning tools, parallel: %s', (parallel) => {
  const planned = (more: readonly object[] = []) => ({
    tool_calls: [
      { tool: 'tide', params: { hour: '6' }, reason: 'high water?' },
      { tool: 'adviser', params: { npc: 'Marta' } },
      { tool: 'lockpick', params: {} },
      ...more,
    ],
  });

  beforeAll(async () => {
    const { page } = stage;
    await setting(['pipeline', 'parallelExecutionEnabled'], parallel);
    if (!parallel) {
      await openCharacter(page, 'Odo');
      await page.getByRole('dialog').waitFor();
      expect(await page.getByRole('dialog').innerText()).not.toContain('lockpick');
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/consent.png` });
      await press('Always allow');
      await followed(page);
    }
    await freshChat(stage);
  });

  it('plans, rolls and hands the results to the writer alone', async () => {
    plan = planned([{ tool: 'set_variable', params: { key: 'mood', value: 'calm', scope: 'branch' } }]);
    facts = [];
    prose = 'You sail at dusk.';
    await play('I take the boat.');
    const [planning = ''] = textsOf('planning');
    const [writing = ''] = textsOf('writing');
    expect(planning).toMatch(/tide[\s\S]*hour/);
    expect(planning).toContain('adviser');
    expect(planning).not.toContain('lockpick');
    expect(/<tool_results>[^]*?<.tool_results>/.exec(writing)?.[0]).toMatch(
      /^<tool_results>\s*tide: TIDE 6\/\d+ at[^\n]*\s+ADVICE Marta/,
    );
    expect(writing).not.toContain('the lockpick');
    for (const kind of ['planning', 'analysis', 'LOG-KEEPER', 'CHOOSER']) {
      for (const text of textsOf(kind)) expect(text, kind).not.toMatch(/TIDE 6|ADVICE/);
    }
    expect(await records(stage.page, { status: 'denied' })).toMatchObject([
      { tool: 'lockpick', refusal: 'approval_denied' },
    ]);
    expect((await lastMessage())?.mes).not.toMatch(/TIDE|ADVICE/);
  });

  it('counts what a tool wrote when the reply is kept', async () => {
    const mood = () =>
      stage.page.evaluate(
        () => (SillyTavern.getContext().chatMetadata['variables'] as Record<string, unknown> | undefined)?.['mood'],
      );
    await expect.poll(mood).toBe('calm');
    plan = {};
    await setting(['swipe'], 'replan');
    stage.model.reset(script);
    await swipeRight(stage.page);
    await idle(stage.page);
    expect(textsOf('planning')).toHaveLength(1);
    await expect.poll(mood).toBeUndefined();
    await swipeLeft(stage.page);
    await idle(stage.page);
    await expect.poll(mood).toBe('calm');
    await setting(['swipe'], 'rewrite');
  });

  it('keeps plan and rolls at a swipe that rewrites, in fresh records', async () => {
    plan = planned();
    await play('I look at the water.');
    const rolled = /TIDE 6\/\d+/.exec(textsOf('writing')[0] ?? '')?.[0];
    expect(rolled).toBeDefined();
    const first = await records(stage.page, { tool: 'tide', limit: 1 });
    stage.model.reset(script);
    await swipeRight(stage.page);
    await idle(stage.page);
    expect(textsOf('planning')).toEqual([]);
    expect(textsOf('writing')[0]).toContain(rolled);
    const [again] = await records(stage.page, { tool: 'tide', limit: 1 });
    expect(again).toMatchObject({ seed: first[0]?.seed, text: first[0]?.text });
    expect(again?.executionId).not.toBe(first[0]?.executionId);
    expect(again?.pageId).not.toBe(first[0]?.pageId);
  });

  it('never lets a result into a later prompt, and rolls anew at a regenerate', async () => {
    const before = await records(stage.page, { tool: 'tide', limit: 1 });
    plan = {};
    await play('I go home.');
    for (const { kind, text } of calls()) expect(text, kind).not.toMatch(/TIDE 6|ADVICE/);
    plan = planned();
    stage.model.reset(script);
    await regenerate(stage.page);
    await idle(stage.page);
    const [anew] = await records(stage.page, { tool: 'tide', limit: 1 });
    expect(anew?.seed).not.toBe(before[0]?.seed);
    expect(pageErrors(stage)).toEqual([]);
  });
});

it('the state is as the replies say', async () => {
  expect(await state(stage.page)).toMatchObject({ inventory: {} });
});
