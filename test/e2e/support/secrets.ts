/** A secret in every source of a turn, which agent may see which, and a played first turn whose secrets are history. */
import { expect } from 'vitest';
import { send } from '../../host/player.mjs';
import { worldbook } from '../../host/worldbook.mjs';
import { followed, played, texts } from './play.ts';
import { analysis, lampCard, openStage, type Stage, type StageOptions } from './stage.ts';

/** Short, and no two alike in a part. */
export const secret = (name: string): string => `Zq${name.replace(/\W/g, '')}qZ`;

const said = (name: string, mes: string, more: object = {}) => ({
  name,
  is_user: name === 'Traveller',
  mes,
  send_date: '2026-01-01T00:00:00.000Z',
  ...more,
});

const oldChat = [
  said(
    'Marta',
    `<context>\nYou enter. ${secret('oldGreeting')}\n</context>\n<summary>\n[第0轮] ${secret('oldSummaryZero')}\n</summary>`,
  ),
  said('Traveller', `I look. ${secret('oldInput')}`),
  said(
    'Marta',
    [
      `<think>{"secret": "${secret('oldThought')}"}</think>`,
      `<context>\nThe lamp burns. ${secret('oldProse')}\n</context>`,
      `<summary>\n[第1轮] 叙事要点：${secret('oldSummary')}\n</summary>`,
      `<state_panel>\n${secret('oldPanel')}\n</state_panel>`,
      `<UpdateVariable>\n_.set('a', 1, 2);//${secret('oldVariables')}\n</UpdateVariable>`,
      `<!-- ${secret('oldComment')} -->`,
    ].join('\n'),
  ),
  said('Traveller', `Never sent. ${secret('hiddenUser')}`, { is_system: true }),
  said('Marta', `Never sent. ${secret('hiddenReply')}`, { is_system: true }),
  said('Note', secret('narrator'), { extra: { type: 'narrator' } }),
  said('Traveller', 'I wait.'),
  said('Marta', `⚠️ 生成已中断 ${secret('oldNotice')}`),
];

const entry = (name: string, more: object = {}) => ({ comment: name, content: secret(`lore.${name}`), ...more });
const lore = worldbook([
  entry('before', { position: 0 }),
  entry('after', { position: 1 }),
  entry('noteTop', { position: 2 }),
  entry('noteBottom', { position: 3 }),
  entry('depthSystem', { position: 4, role: 0 }),
  entry('depthUser', { position: 4, role: 1 }),
  entry('examplesTop', { position: 5 }),
  entry('examplesBottom', { position: 6 }),
  entry('outlet', { position: 7, outletName: 'nowhere' }),
  entry('keyed', { key: ['bell'] }),
  entry('silent', { key: ['neverSaid'] }),
  entry('disabled', { disable: true }),
  entry('[InitVar] begin', { disable: true, content: `hp: ${secret('lore.initvar')}` }),
  entry('[initvar]on', { content: `mp: ${secret('lore.initvarOn')}` }),
  entry('x [MVU_UPDATE] rules', { content: secret('lore.rules') }),
  entry('[mvu_plot] part', { content: secret('lore.plot') }),
  entry('[UI]', { content: secret('lore.ui') }),
  entry(' [ui] bar', { content: secret('lore.uiLoose') }),
  entry('forgot its marker', {
    content: JSON.stringify({ type: 'code', function: { name: 'lost' }, code: secret('lore.toolByContent') }),
  }),
  entry('[LOCATION] quay', { key: ['quayside'], content: secret('lore.location') }),
  entry('other trigger', { triggers: ['impersonate'], content: secret('lore.gated') }),
]);

const tool = (name: string, trigger: string, more: object = {}) =>
  JSON.stringify({
    type: 'llm',
    trigger,
    function: { name, description: secret(`${name}.description`), parameters: { type: 'object', properties: {} } },
    context: [],
    system_prompt: `You are ${name}-of-the-hour. ${secret(`${name}.prompt`)}`,
    ...more,
  });
const planner = worldbook([{ comment: '[tool：omen] 预兆', position: 0, content: tool('omen', 'planning') }]);
const posts = worldbook([
  { comment: ' [TOOL:panel]', position: 0, content: tool('panel', 'post_pipeline', { output_tag: 'panel' }) },
]);

const block = (identifier: string, role: string, more: object = {}) => ({
  identifier,
  name: identifier,
  role,
  content: secret(`preset.${identifier}`),
  system_prompt: false,
  marker: false,
  injection_position: 0,
  injection_depth: 4,
  ...more,
});
const blocks = [
  block('main', 'system', { system_prompt: true }),
  block('styleSystem', 'system'),
  block('styleUser', 'user'),
  block('styleAssistant', 'assistant'),
  block('atDepth', 'system', { injection_position: 1 }),
  block('off', 'system'),
  block('otherTrigger', 'system', { injection_trigger: ['impersonate'] }),
  { identifier: 'chatHistory', name: 'Chat History', system_prompt: true, marker: true },
];
const preset = {
  prompts: blocks,
  prompt_order: [
    { character_id: 100000, order: [{ identifier: 'off', enabled: true }] },
    { character_id: 100001, order: blocks.map(({ identifier }) => ({ identifier, enabled: identifier !== 'off' })) },
  ],
};

export type Call = 'planning' | 'writing' | 'merged' | 'analysis' | 'variables' | 'omen' | 'panel';
const story: readonly Call[] = ['planning', 'writing', 'merged'];
const prose: readonly Call[] = ['writing', 'merged'];
const notes: readonly Call[] = ['planning', 'merged', 'analysis'];
const none: readonly Call[] = [];

/** Who may see what; what is not named here is seen by nobody. */
export const allowed: Readonly<Record<string, readonly Call[]>> = {
  'card.description': story,
  'card.personality': story,
  'card.scenario': story,
  'card.examples': story,
  'card.system': prose,
  'card.jailbreak': prose,
  'card.depth': story,
  'card.creatorNotes': none,
  'card.alternate': none,
  persona: ['planning', 'writing', 'merged', 'analysis'],
  authorsNote: story,
  injected: story,
  'lore.before': story,
  'lore.after': prose,
  'lore.noteTop': story,
  'lore.noteBottom': story,
  'lore.depthSystem': story,
  'lore.depthUser': story,
  'lore.examplesTop': story,
  'lore.examplesBottom': story,
  'lore.outlet': story,
  'lore.keyed': story,
  'lore.plot': story,
  'lore.embedded': story,
  'lore.silent': none,
  'lore.disabled': none,
  // The variables are the state.
  'lore.initvar': [...notes, 'variables'],
  'lore.initvarOn': [...notes, 'variables'],
  'lore.rules': ['variables'],
  'lore.ui': none,
  'lore.uiLoose': none,
  'lore.toolByContent': none,
  'lore.location': none,
  'lore.gated': none,
  oldGreeting: story,
  oldInput: story,
  oldProse: story,
  narrator: story,
  oldSummary: notes,
  oldSummaryZero: notes,
  oldThought: none,
  oldPanel: none,
  oldVariables: none,
  oldComment: none,
  oldNotice: none,
  hiddenUser: none,
  hiddenReply: none,
  firstInput: story,
  firstProse: story,
  firstThought: none,
  firstReasoning: none,
  firstPanel: none,
  summary: notes,
  // What the analysis says of goods is not believed where variables rule.
  state: none,
  input: ['planning', 'writing', 'merged', 'analysis', 'variables'],
  prose: ['analysis', 'variables'],
  'omen.description': ['planning'],
  'omen.prompt': ['omen'],
  'panel.description': none,
  'panel.prompt': ['panel'],
  omenResult: ['writing'],
  'plan.intent': none,
  'plan.reason': ['omen'],
  'plan.branch': none,
  'plan.direction': ['writing'],
  'plan.scene': ['writing'],
  'plan.point': ['writing'],
  'plan.tone': ['writing'],
  'plan.continuity': ['writing'],
  'preset.main': none,
  'preset.styleSystem': none,
  'preset.styleUser': none,
  'preset.styleAssistant': none,
  'preset.atDepth': none,
  'preset.off': none,
  'preset.otherTrigger': none,
};
/** With `presetMode: split` the preset brings the card's orders along where it lets the card take its place. */
export const split: typeof allowed = {
  ...allowed,
  'preset.styleSystem': story,
  'preset.styleUser': prose,
  'preset.atDepth': story,
  'card.system': story,
  'card.jailbreak': none,
};

export const plan = JSON.stringify({
  intent: secret('plan.intent'),
  tool_calls: [{ tool: 'omen', params: {}, reason: secret('plan.reason'), success_branch: secret('plan.branch') }],
  text_recall: [],
  narrative_direction: secret('plan.direction'),
  scene_setting: secret('plan.scene'),
  key_points: [secret('plan.point')],
  tone: secret('plan.tone'),
  pacing: 'slow',
  continuity_notes: [secret('plan.continuity')],
});

/** The first turn is played; `kinds` are told apart before the tools. */
export async function openSecrets(kinds: NonNullable<StageOptions['kinds']> = []): Promise<Stage> {
  const card = lampCard();
  Object.assign(card.data, {
    description: secret('card.description'),
    personality: secret('card.personality'),
    scenario: secret('card.scenario'),
    mes_example: `<START>\n{{user}}: hm\n{{char}}: ${secret('card.examples')}`,
    system_prompt: secret('card.system'),
    post_history_instructions: secret('card.jailbreak'),
    creator_notes: secret('card.creatorNotes'),
    alternate_greetings: [secret('card.alternate')],
    extensions: { depth_prompt: { prompt: secret('card.depth'), depth: 4, role: 'system' } },
    character_book: {
      entries: [
        {
          id: 1,
          keys: [],
          content: secret('lore.embedded'),
          enabled: true,
          constant: true,
          insertion_order: 10,
          position: 'before_char',
          extensions: {},
        },
      ],
    },
  });
  const note = { note_prompt: secret('authorsNote'), note_interval: 1, note_position: 1, note_depth: 4, note_role: 0 };
  const stage = await openStage({
    cards: [{ card, chats: { old: { messages: oldChat, metadata: note } } }],
    persona: { name: 'Traveller', description: secret('persona') },
    worlds: { Lore: lore, Planner: planner, Posts: posts },
    activeWorlds: ['Lore', 'Posts'],
    presets: { Mine: preset },
    preset: 'Mine',
    kinds: [...kinds, { kind: 'omen', words: ['omen-of-the-hour'] }, { kind: 'panel', words: ['panel-of-the-hour'] }],
    settings: { power_user: { prefer_character_prompt: true, prefer_character_jailbreak: true } },
  });
  const { page, model } = stage;
  await followed(page);
  await page.evaluate(
    `import('/scripts/world-info.js').then((it) => void (globalThis.playerBooks = it.selected_world_info))`,
  );
  await page.evaluate((text) => {
    const context = SillyTavern.getContext() as unknown as {
      setExtensionPrompt(key: string, value: string, position: number, depth: number): void;
    };
    context.setExtensionPrompt('another_extension', text, 1, 3);
  }, secret('injected'));
  model.reset([
    {
      when: 'writing',
      reply: {
        content: `<think>${secret('firstThought')}</think>It rains. ${secret('firstProse')}`,
        reasoning: secret('firstReasoning'),
      },
    },
    { when: 'panel', reply: `<panel>\n${secret('firstPanel')}\n</panel>` },
    {
      when: 'analysis',
      reply: analysis(secret('summary'), [{ type: 'add_item', params: { item: secret('state'), quantity: 1 } }]),
    },
    { when: 'variables', reply: '{"patches":[]}' },
  ]);
  await send(page, `I begin. ${secret('firstInput')}`);
  await played(stage);
  expect((await texts(page)).at(-1)).toContain(secret('firstPanel'));
  return stage;
}
