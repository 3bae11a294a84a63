/** Turns of a small story of our own, in both languages, for prompt tests. */
import { nothingYet, type TurnSources } from '../../../src/agents/turn-view.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { emptyGameState } from '../../../src/domain/game-state/game-state.ts';
import { type FloorId, type RunId } from '../../../src/domain/ids.ts';
import { emptyPreset } from '../../../src/domain/prompt/split-preset.ts';
import { type StoryLanguage, type TurnRequest } from '../../../src/domain/run/turn-request.ts';
import { type Settings } from '../../../src/domain/settings.ts';
import { type World } from '../../../src/domain/world.ts';
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';
import { routeEntries } from '../../../src/domain/worldbook/route.ts';

export const words = {
  zh: {
    user: '米拉',
    character: '阿芜',
    description: '阿芜是雾港的摆渡人，话少，手上有灯油的气味。',
    personality: '沉静，守信',
    scenario: '黄昏的码头，潮水正在退。',
    examples: '<START>\n米拉：今晚走吗？\n阿芜：退了潮再说。',
    depthPrompt: '阿芜从不在雾里高声说话。',
    persona: '初到雾港的信使，随身带一封没有署名的信。',
    greeting: '暮色四点一刻就压到了码头上。阿芜把灯挂上船头，看了你一眼。',
    input: '我问她过不过河。',
    prose: '阿芜没有回头。“退了潮再说。”她把一盏灯递给你，收下两枚铜币。',
    fog: '雾里听得见钟声，看不见钟。',
    harbour: '雾港只有一条渡船，退潮时开。',
    tide: '今夜的潮比往常低。',
    bell: '潮钟敲三下，渡船离岸。',
    summaryA: '米拉在码头遇见阿芜，问起渡船。',
    summaryB: '阿芜答应退潮后渡河，米拉答应不在雾里说话。',
    turnA: '[轮1] 用户: 我走上码头。 | AI: 潮水在木桩间退下去。',
    turnB: '[轮2] 用户: 我等着。 | AI: 钟响了一下。',
    state: '时间：第1天 18:40\n地点：雾港码头\n物品：铜币x7\nNPC关系：阿芜: 5\n任务：无\n标记：无',
    note: '保持压低的语气。',
    style: '句子要短，少用比喻。',
    taste: '多写潮声与灯光。',
    result: '检定结果：1d20 = [9] = 9 (DC 12) → 失败',
    recall: '[第0轮]\n阿芜低声告诉你：听到钟声就说“我渡灯”。',
    guide: '让雾更浓一些',
    tools: '可用工具：\n- roll_dice: 掷骰。参数: expr(表达式), dc(难度)',
    pendingInput: '我把信藏起来。',
    pendingProse: '你把信塞进灯座。没有人看见。',
  },
  en: {
    user: 'Mira',
    character: 'Wren',
    description: 'Wren rows the ferry of Fogharbour; she speaks little and smells of lamp oil.',
    personality: 'quiet, keeps her word',
    scenario: 'The pier at dusk; the tide is going out.',
    examples: '<START>\nMira: Do we leave tonight?\nWren: Ask me at ebb.',
    depthPrompt: 'Wren never raises her voice in fog.',
    persona: 'A courier new to the harbour, with a letter nobody signed.',
    greeting: 'Dusk lies on the pier by a quarter past four. Wren hangs the lantern on the bow and looks at you.',
    input: 'I ask her whether she will take me across.',
    prose: 'Wren does not turn. "Ask me at ebb." She hands you a lamp and takes two coins for it.',
    fog: 'In the fog the bell is heard and never seen.',
    harbour: 'There is one ferry in Fogharbour; it leaves at ebb.',
    tide: 'Tonight the tide is lower than usual.',
    bell: 'Three strokes of the tide bell, and the ferry casts off.',
    summaryA: 'Mira met Wren on the pier and asked for the ferry.',
    summaryB: 'Wren agreed to cross after ebb; Mira promised not to speak in the fog.',
    turnA: '[Round 1] User: I walk onto the pier. | AI: The tide draws back between the piles.',
    turnB: '[Round 2] User: I wait. | AI: The bell strikes once.',
    state: 'Time: day 1 18:40\nPlace: the pier\nItems: coin x7\nRelations: Wren: 5\nQuests: none\nFlags: none',
    note: 'Keep the voices low.',
    style: 'Short sentences, few similes.',
    taste: 'Dwell on the tide and the lamplight.',
    result: 'Roll: 1d20 = [9] = 9 (DC 12) → failure',
    recall: '[Round 0]\nWren told you under her breath: at the bell, say "I carry light".',
    guide: 'Let the fog thicken',
    tools: 'Tools:\n- roll_dice: rolls dice. Parameters: expr (expression), dc (difficulty)',
    pendingInput: 'I hide the letter.',
    pendingProse: 'You push the letter into the foot of the lamp. Nobody sees.',
  },
} as const;

const entry = (uid: string, content: string, part: Partial<WorldbookEntry>): WorldbookEntry => ({
  book: 'Fogharbour',
  uid,
  comment: '',
  content,
  keys: [],
  secondaryKeys: [],
  selectiveLogic: 0,
  selective: true,
  enabled: true,
  constant: true,
  vectorized: false,
  position: 0,
  depth: 4,
  role: 0,
  order: 100,
  caseSensitive: null,
  matchWholeWords: null,
  hostOnly: false,
  gatesOpen: true,
  ...part,
});

export function aRequest(language: StoryLanguage, settings: Settings = defaultSettings()): TurnRequest {
  const w = words[language];
  const bell = entry('4', w.bell, { constant: false, position: 1, keys: ['bell', '钟'] });
  return {
    runId: 'run-1' as RunId,
    type: 'normal',
    language,
    settings,
    userName: w.user,
    characterName: w.character,
    history: [{ chatIndex: 0, role: 'assistant', name: w.character, text: w.greeting, hidden: false }],
    input: w.input,
    inputParts: [],
    card: {
      name: w.character,
      description: w.description,
      personality: w.personality,
      scenario: w.scenario,
      examples: w.examples,
      systemPrompt: '',
      jailbreak: '',
      depthPrompt: w.depthPrompt,
      firstMessage: w.greeting,
    },
    persona: { name: w.user, description: w.persona },
    activated: [bell],
    entries: [
      entry('1', w.fog, { position: 4 }),
      entry('2', w.harbour, { position: 0 }),
      entry('3', w.tide, { position: 1 }),
      bell,
    ],
    preset: { name: '', stock: true, prompts: [] },
    injected: [{ key: '2_floating_prompt', role: 'system', depth: 4, text: w.note }],
    promptBudget: 8_000,
    replyTokens: 1_000,
    connection: { source: 'custom', model: 'scripted' },
  };
}

/** The first turn after the greeting. */
export function firstTurn(language: StoryLanguage, settings?: Settings): TurnSources {
  const w = words[language];
  const request = aRequest(language, settings);
  const greeting = { round: 0, text: language === 'zh' ? `[轮0] AI: ${w.greeting}` : `[Round 0] AI: ${w.greeting}` };
  const world: World = { game: emptyGameState, summaries: [], variables: {}, mvu: null, locks: [] };
  const activated = request.activated.map((item) => ({ entry: item, reason: 'sillytavern' as const }));
  return {
    ...nothingYet,
    request,
    world,
    stateText: w.state,
    lore: routeEntries({ entries: request.entries, activated, afterCharToPlanning: false }),
    preset: emptyPreset,
    planningWindow: { turns: [greeting], ridingAlong: 0 },
    writingWindow: { turns: [greeting], ridingAlong: 0 },
    recentReplies: [w.greeting],
  };
}

/** A turn in the middle, with two summary lines and two turns in the window. */
export function laterTurn(language: StoryLanguage, settings?: Settings): TurnSources {
  const w = words[language];
  const first = firstTurn(language, settings);
  const turns = [
    { round: 1, text: w.turnA },
    { round: 2, text: w.turnB },
  ];
  const summaries = [w.summaryA, w.summaryB].map((text, i) => ({
    floorId: `f${i + 1}` as FloorId,
    round: i + 1,
    text,
  }));
  return {
    ...first,
    world: { ...first.world, summaries },
    planningWindow: { turns, ridingAlong: 0 },
    writingWindow: { turns, ridingAlong: 0 },
  };
}
