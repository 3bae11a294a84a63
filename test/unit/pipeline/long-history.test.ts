/** What a turn reads of a long chat. */
import { expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { emptyGameState } from '../../../src/domain/game-state/game-state.ts';
import { type PathRow } from '../../../src/domain/timeline/timeline.ts';
import { type World } from '../../../src/domain/world.ts';
import { readHistory } from '../../../src/host/read-history.ts';
import { type StMessage } from '../../../src/host/st-context.ts';
import { gatherSources } from '../../../src/pipeline/steps/gather-sources.ts';
import { readRequest } from '../../../src/pipeline/steps/read-request.ts';
import { recallText } from '../../../src/pipeline/steps/recall-text.ts';
import { outputRounds, toolMaterial } from '../../../src/pipeline/tool-scene.ts';
import { type TurnDeps } from '../../../src/pipeline/turn-deps.ts';
import { type OpenState, type PlannedState } from '../../../src/pipeline/turn-state.ts';
import { type TurnMaterial } from '../../../src/ports/turn-runner.ts';
import { RECENT_TURNS } from '../../../src/tools/context-keys.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const ROUNDS = 3_000;
const macro = '{{get_message_variable::stat_data.gold}}';

/** Every message of the chat holds a macro; the last one waits for its reply. */
function longChat(): { chat: StMessage[]; rows: PathRow[]; world: World } {
  const chat: StMessage[] = [];
  const rows: PathRow[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    chat.push({ name: 'P', is_user: true, mes: `{{user}} goes on, ${round}.`, extra: {} });
    chat.push({ name: 'Mira', is_user: false, mes: `Prose ${round} for {{user}}.`, extra: {} });
    const place = { floorId: `f${round}`, round, pageId: `p${round}`, inputIndexes: [chat.length - 2] };
    rows.push({ ...place, replyIndex: chat.length - 1, analysis: 'done' } as unknown as PathRow);
  }
  chat.push({ name: 'P', is_user: true, mes: 'And now, {{user}}?', extra: {} });
  const summaries = rows.map(({ floorId, round }) => ({ floorId, round, text: `Line ${round}.` }));
  return { chat, rows, world: { game: emptyGameState, summaries, variables: {}, mvu: null, locks: [] } };
}

it.each([
  ['with variables', { stat_data: { gold: 5 } }],
  ['without variables', null],
])('a turn expands the messages of its window and those it recalls, and no others: %s', async (_, mvu) => {
  const { chat, rows, world } = longChat();
  if (mvu) for (const message of chat) message.mes += macro;
  const expanded: string[] = [];
  const regexed: string[] = [];
  const { ctx } = makeFakeSt(
    { substituteParams: (text: string) => (expanded.push(text), text.replaceAll('{{user}}', 'Ann')) },
    chat,
  );
  const regex = { getRegexedString: (text: string) => (regexed.push(text), text) };
  const defaults = defaultSettings();
  const withRecall = (enableTextRecall: boolean) => ({
    ...defaults,
    pipeline: { ...defaults.pipeline, ownKeywordScan: false, enableTextRecall },
  });
  const material = {
    ...readHistory(ctx, regex, 'normal'),
    ...{ type: 'normal', entries: [], activated: [], injected: [], promptBudget: 8_000, userName: 'Ann' },
    preset: { name: '', stock: true, prompts: [] },
    card: {
      name: 'Mira',
      description: '',
      personality: '',
      scenario: '',
      examples: '',
      systemPrompt: '',
      depthPrompt: '',
    },
    persona: { name: 'Ann', description: '' },
  } as unknown as TurnMaterial;
  const open = {
    session: { language: 'en', choice: () => undefined },
    // The tools of a turn are another part: below only what they would be shown is made.
    settings: withRecall(false),
    orders: { guide: '', notes: [] },
    opened: { base: { ...world, mvu }, before: rows },
  } as unknown as OpenState;
  const deps = {
    stateText: () => '',
    events: { emit: () => undefined },
    tokens: { estimate: (text: string) => text.length },
  } as unknown as TurnDeps;
  const gathered = await gatherSources(deps, readRequest(open, material));
  const window = gathered.sources.planningWindow.turns;
  expect(window.at(-1)?.text).toBe(
    `[Round ${ROUNDS}] User: Ann goes on, ${ROUNDS}.${mvu ? '5' : ''} | AI: Prose ${ROUNDS} for Ann.${mvu ? '5' : ''}`,
  );
  const planned = {
    ...gathered,
    settings: withRecall(true),
    notes: {},
    journal: { append: () => undefined },
    sources: { ...gathered.sources, plan: { textRecall: [7] } },
  } as unknown as PlannedState;
  expect(recallText(deps, planned).sources.recalled).toEqual([{ round: 7, text: `Prose 7 for Ann.${mvu ? '5' : ''}` }]);
  outputRounds(gathered.rounds);
  toolMaterial(
    { material: gathered.request, language: 'en', round: ROUNDS + 1, now: 0, expand: (text) => text, outer: [] },
    { rounds: gathered.rounds, world, stateText: '' },
  );
  // The input, the windows and what tools are shown, the reply that is recalled; each message once.
  expect(expanded.length).toBeLessThanOrEqual(1 + 2 * Math.max(window.length, RECENT_TURNS) + 1);
  expect(new Set(expanded).size).toBe(expanded.length);
  expect(regexed.length).toBe(expanded.length);
});
