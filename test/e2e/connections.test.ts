/** The connections of a turn in a real SillyTavern: chosen when it begins, whatever is chosen while it runs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { regenerate, send } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import { clearToasts, finds, freshChat, PATIENCE, pageErrors, played, writes } from './support/play.ts';
import { openStage, type Stage } from './support/stage.ts';

const dice = JSON.stringify({
  type: 'code',
  trigger: 'planning',
  function: { name: 'toss', description: 'a coin', parameters: { type: 'object', properties: {} } },
  code: 'return "heads";',
});
const plan = JSON.stringify({
  intent: 'go on',
  tool_calls: [],
  text_recall: [],
  narrative_direction: 'on',
  scene_setting: 'the shop',
  key_points: ['rain'],
  tone: 'calm',
  pacing: 'slow',
  continuity_notes: [],
});

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    worlds: { Tools: worldbook([{ comment: '[TOOL:toss]', position: 4, content: dice }]) },
    activeWorlds: ['Tools'],
    profiles: [{ id: 'notes', name: 'Notes', model: 'notes-model' }],
    extension: {
      pipeline: { enableTextRecall: true },
      agents: { mergedAnalysis: { profile: 'notes' } },
    },
  });
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

/** As the player would in the API panel, and in the Connection Manager. */
const choose = (model: string, temperature: number) =>
  stage.page.evaluate(
    ([name, warmth]) => {
      const { chatCompletionSettings, extensionSettings } = SillyTavern.getContext();
      Object.assign(chatCompletionSettings, { custom_model: name, temp_openai: warmth });
      const manager = extensionSettings['connectionManager'] as { profiles: { model: string }[] };
      manager.profiles[0]!.model = `${name}-notes`;
    },
    [model, temperature] as const,
  );

const models = () => stage.model.calls.map(({ kind, body }) => [kind, body.model]);

it('AC27: a model chosen after planning began is the next turn’s', async () => {
  const { page, model } = stage;
  await freshChat(stage);
  await clearToasts(page);
  await choose('first', 0.2);
  model.reset([
    { when: 'planning', reply: plan, before: () => choose('second', 0.9) },
    writes('Marta gives you a coin.'),
    finds('A coin was given.'),
  ]);
  await send(page, 'I ask for work.');
  await played(stage);
  expect(models()).toEqual([
    ['planning', 'first'],
    ['writing', 'first'],
    ['analysis', 'first-notes'],
  ]);
  expect(model.callsOf('writing')[0]!.body).toMatchObject({ temperature: 0.2, stream: true });
  model.reset([{ when: 'planning', reply: plan }, writes('She gives you two.'), finds('Two coins were given.')]);
  await regenerate(page);
  await played(stage);
  expect(models()).toEqual([
    ['planning', 'second'],
    ['writing', 'second'],
    ['analysis', 'second-notes'],
  ]);
  expect(model.callsOf('writing')[0]!.body).toMatchObject({ temperature: 0.9 });
  expect(pageErrors(stage)).toEqual([]);
});
