/** Every author's recipe, in both languages, and every example of the older format loads and runs. */
import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../src/shared/json-value.ts';
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';
import { readDefinition } from '../../../src/tools/definition/read-definition.ts';
import { placeOutput } from '../../../src/tools/place-output.ts';
import { renderResult } from '../../../src/tools/render-results.ts';
import { runTool, type ToolOutcome } from '../../../src/tools/run-tool.ts';
import { toolEntriesOf, tutorialIn } from '../../support/tutorial.ts';
import { call, catalogueOf, material, scriptedModel, settings, toolDeps, view, world } from './tool-bed.ts';
import { toolEntry } from './tool-entry.ts';

type Both<T> = Readonly<Record<'zh' | 'en', T>>;

interface Trial {
  readonly params?: JsonObject;
  readonly successBranch?: string;
  readonly failureBranch?: string;
  readonly state?: Both<Record<string, number>>;
  /** What the model says. */
  readonly answer?: string;
  readonly result?: unknown;
  readonly text?: RegExp;
  /** In the line for the writer. */
  readonly writer?: string;
  readonly prompt?: readonly string[];
  readonly rolls?: number;
  readonly effects?: readonly object[];
  readonly placed?: string;
  readonly actions?: readonly string[];
}

/** What each recipe is tried with, and what must come of it. */
const trials: Readonly<Record<string, Trial>> = {
  luck: { rolls: 1, text: /^[1-6]$/ },
  roll_dice: {
    params: { mode: 'Normal', expr: '1d1+4', dc: '5' },
    successBranch: 'the rope holds',
    failureBranch: 'the rope snaps',
    result: { total: 5, success: true },
    writer: 'the rope holds',
    rolls: 1,
  },
  calc_damage: { params: { attack: '9', armor: 4 }, result: 5 },
  tide: { text: /^(ebb|落潮)/ },
  encounter: { rolls: 1, text: /./ },
  advisor: { params: { npc: 'Mara' }, answer: 'She wants the lamp.', prompt: ['"npc": "Mara"', '<user_input>'] },
  ferry_log: {
    answer: '<ferry_log>dusk, upstream</ferry_log>',
    prompt: ['<narrative_text>', '<state_summary>', '<tool_history>'],
    placed: '<ferry_log>dusk, upstream</ferry_log>',
  },
  choices: {
    answer: '<actions><action>Row out</action><action>Ask Mara</action></actions>',
    prompt: ['<user_persona>'],
    actions: ['Row out', 'Ask Mara'],
    placed: '',
  },
  quest_board: {
    answer: '<board>the lantern</board>',
    prompt: ['<known_context>'],
    placed: '<board>the lantern</board>',
  },
  burn_oil: {
    params: { minutes: 25 },
    state: { zh: { 灯油: 2 }, en: { oil: 2 } },
    effects: [{ kind: 'state', change: { type: 'remove_item', quantity: 2 } }],
  },
};

const cases = (['zh', 'en'] as const).flatMap((language) =>
  toolEntriesOf(tutorialIn[language]).map(({ title, content }) => ({ title, content, language })),
);

async function run(
  entry: WorldbookEntry,
  language: 'zh' | 'en',
  trial: Trial,
): Promise<ToolOutcome & { readonly prompt: string }> {
  const model = scriptedModel(() => trial.answer ?? 'done');
  const definition = (await readDefinition(entry))?.definition;
  if (!definition) throw new Error('unreadable');
  const inventory = trial.state?.[language] ?? world.game.inventory;
  const outcome = await runTool(
    {
      call: call(definition.name, trial.params ?? {}, {
        successBranch: trial.successBranch ?? '',
        failureBranch: trial.failureBranch ?? '',
      }),
      catalogue: await catalogueOf([entry], { active: [entry] }),
      phase: definition.trigger === 'planning' ? 'planning' : 'post',
      slot: 'planning',
      settings: settings(),
      use: { calls: 0, steps: 1 },
      index: 0,
      occurrence: 0,
      turnSeed: 3,
      owner: { runId: null, floorId: null, pageId: null },
      view: view({ language, world: { ...world, game: { ...world.game, inventory } } }),
      material: () => material({ language }),
      history: [
        { round: 2, outputs: [{ tool: definition.name, text: '<state_panel>old</state_panel>' }], messageText: '' },
      ],
      effects: [],
    },
    toolDeps({ model }),
    new AbortController().signal,
  );
  return {
    ...outcome,
    prompt: JSON.stringify(model.asked[0]?.messages ?? '')
      .replaceAll('\\"', '"')
      .replaceAll('\\\\"', '"'),
  };
}

describe('recipes of the tutorial', () => {
  it('are at least eight in each language, each with a trial', () => {
    const names = cases.map(({ title }) => /\[TOOL:([^\]]+)\]/.exec(title)?.[1] ?? '');
    expect(cases.length).toBeGreaterThanOrEqual(2 * 8);
    expect(new Set(names)).toEqual(new Set(Object.keys(trials)));
  });

  it.each(cases)(
    '$title in $language loads without a complaint and does what it says',
    async ({ title, content, language }) => {
      const entry = toolEntry(content, { comment: title });
      const read = await readDefinition(entry);
      const trial = trials[read?.definition?.name ?? ''] ?? {};
      expect(read?.lints).toEqual([]);
      const { record, effects, tool, prompt } = await run(entry, language, trial);
      expect(record).toMatchObject({ message: '', status: 'success' });
      if (typeof trial.result === 'object') expect(record.result).toMatchObject(trial.result as object);
      else if (trial.result !== undefined) expect(record.result).toBe(trial.result);
      if (trial.text) expect(record.text).toMatch(trial.text);
      if (trial.writer) expect(renderResult(record, language)).toContain(trial.writer);
      if (trial.failureBranch) expect(renderResult(record, language)).not.toContain(trial.failureBranch);
      if (trial.rolls !== undefined) expect(record.rolls).toHaveLength(trial.rolls);
      for (const part of trial.prompt ?? []) expect(prompt).toContain(part);
      if (trial.effects) expect(effects).toMatchObject(trial.effects);
      if (!tool || tool.definition.trigger === 'planning') return;
      const placed = placeOutput(tool.definition, record.text);
      if (trial.placed !== undefined) expect(placed.messageText).toBe(trial.placed);
      if (trial.actions) expect(placed.actions).toEqual(trial.actions);
    },
  );
});

describe('examples of the older format', () => {
  const load = async (content: object | string, comment: string) => readDefinition(toolEntry(content, { comment }));

  it('quest_board: an llm tool after writing with tag and lookback', async () => {
    const content = {
      type: 'llm',
      trigger: 'post_pipeline',
      function: {
        name: 'quest_board',
        description: 'list open leads',
        parameters: { type: 'object', properties: { tone: { type: 'string', description: 'mood' } }, required: [] },
      },
      context: ['narrative_text', 'state_summary'],
      system_prompt: '…',
      code: '…',
      output_tag: 'board',
      tag_lookback: 2,
    };
    expect(await load(content, '[TOOL:quest_board]')).toMatchObject({
      definition: { kind: 'llm', trigger: 'post_pipeline', outputTag: 'board', tagLookback: 2 },
      lints: [],
    });
  });

  it('roll_dice without code or trigger', async () => {
    const content = {
      type: 'code',
      function: {
        name: 'roll_dice',
        description: '掷骰',
        parameters: {
          type: 'object',
          properties: {
            mode: { type: 'string', enum: ['normal', 'advantage', 'disadvantage', 'exploding'] },
            expr: { type: 'string' },
            dc: { type: 'number' },
          },
          required: ['mode', 'expr'],
        },
      },
    };
    expect(await load(content, '[TOOL:roll_dice]')).toMatchObject({
      definition: { kind: 'builtin', trigger: 'planning' },
      lints: [],
    });
    const { record } = await run(toolEntry(content, { comment: '[TOOL:roll_dice]' }), 'zh', {
      params: { expr: '1d20+5', mode: 'advantage', dc: 15 },
    });
    expect(record).toMatchObject({ status: 'success', rolls: [{ mode: 'advantage', dc: 15 }] });
  });

  it('custom code that reads state.hp', async () => {
    const content = {
      type: 'code',
      function: {
        name: 'hit',
        description: 'd',
        parameters: { type: 'object', properties: { atk: { type: 'number' }, def: { type: 'number' } } },
      },
      code: 'const left = state.hp - Math.max(0, params.atk - params.def); return "hp " + left;',
    };
    const { record } = await run(toolEntry(content, { comment: '[TOOL:hit]' }), 'zh', { params: { atk: 5, def: 2 } });
    expect(record.result).toBe('hp 4');
  });

  it('an llm planning tool that asks for the prose gets the last one', async () => {
    const content = {
      type: 'llm',
      trigger: 'planning',
      function: { name: 'mood', description: 'd' },
      context: ['narrative_text'],
      system_prompt: 'Mood?',
    };
    const { prompt } = await run(toolEntry(content, { comment: '[TOOL:mood]' }), 'en', { params: {} });
    expect(prompt).toContain('Rain on the planks.');
  });

  it('code that answers {text, changes} and an llm tool that answers patches', async () => {
    const code = {
      type: 'code',
      function: { name: 'c', description: 'd' },
      code: 'return { output: "o", changes: [{ op: "replace", path: "/hp", value: 3 }] }',
    };
    expect(await run(toolEntry(code, { comment: '[TOOL:c]' }), 'en', { params: {} })).toMatchObject({
      record: { text: 'o' },
      effects: [{ kind: 'mvu' }],
    });
    const llm = { type: 'llm', function: { name: 'l', description: 'd', instruction: 'Do.' } };
    const answer = '{"patches":[{"op":"delta","path":"/hp","value":-1}],"text":"t"}';
    expect(await run(toolEntry(llm, { comment: '[TOOL:l]' }), 'en', { params: {}, answer })).toMatchObject({
      record: { text: 't' },
      effects: [{ kind: 'mvu' }],
    });
  });

  it('the damage example of the source, braces and quotes escaped by hand', async () => {
    const content =
      '{"type":"code","trigger":"planning","function":{"name":"calc_damage","description":"计算最终伤害：基础伤害 - 护甲值，最低为 1","parameters":{"type":"object","properties":{"base_damage":{"type":"number","description":"基础伤害值"},"armor":{"type":"number","description":"护甲值"}},"required":["base_damage"]}},"code":"const dmg = params.base_damage - (params.armor || 0); return Math.max(1, dmg);"}';
    const { record } = await run(toolEntry(content, { comment: '[TOOL:calc_damage]' }), 'zh', {
      params: { base_damage: 2, armor: 9 },
    });
    expect(renderResult(record, 'zh')).toBe('calc_damage：1');
  });
});
