/** The player's preset and books in a real SillyTavern: the offer after the first turn, targets of single entries, where each text goes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import { followed, freshChat, pageErrors, played, promptOf, turnOf } from './support/play.ts';
import { openStage, type Stage } from './support/stage.ts';

const prompt = (identifier: string, content: string, part: object = {}) => ({
  identifier,
  name: identifier,
  role: 'system',
  content,
  system_prompt: false,
  marker: false,
  ...part,
});
const prompts = [
  prompt('main', 'PRESET-MAIN narrate plainly.', { system_prompt: true }),
  prompt('dusk', 'PRESET-DUSK everything happens at dusk.', { role: 'user' }),
  prompt('thoughts', 'First think inside <think> tags, step by step.'),
  { identifier: 'chatHistory', name: 'Chat History', system_prompt: true, marker: true },
];
const dusk = {
  prompts,
  prompt_order: [{ character_id: 100001, order: prompts.map(({ identifier }) => ({ identifier, enabled: true })) }],
};

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    presets: { Dusk: dusk },
    preset: 'Dusk',
    worlds: {
      Quay: worldbook([
        { content: 'LORE-QUAY The quay is long.', comment: 'Quay', constant: true, position: 0 },
        { content: 'LORE-BELL The bell rings at nine.', comment: 'Bell', key: ['bell'] },
        { content: 'LORE-HEAVY', comment: 'Heavy', key: ['/(a+)+b/'] },
      ]),
    },
    activeWorlds: ['Quay'],
  });
  await followed(stage.page);
});
afterAll(async () => {
  await stage?.close();
});

const storedChoices = () =>
  stage.page.evaluate(
    () =>
      (SillyTavern.getContext().extensionSettings['narrative_agent'] as { presetChoices?: object } | undefined)
        ?.presetChoices,
  );

describe('a preset that is not a stock one', () => {
  it('is left out of the first turn, which is not held up; then the player is asked', async () => {
    const { page, model } = stage;
    model.reset(turnOf('Marta nods.'));
    await send(page, 'I nod.');
    await played(stage);
    expect(promptOf(model.calls[0])).not.toContain('PRESET-');
    const dialog = page.locator('.narrative-agent-dialog');
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain('3 of 3');
    await page.screenshot({ path: 'artifacts/preset-offer.png' });
    await dialog.getByRole('button', { name: 'Use them' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await storedChoices()).toEqual({ Dusk: 'split' });
  });

  it('is used from the next turn on, and nobody is asked again', async () => {
    const { page, model } = stage;
    model.reset(turnOf('Marta waits.'));
    await send(page, 'I wait for the bell.');
    await played(stage);
    expect(promptOf(model.calls[0])).toMatch(/PRESET-MAIN[\s\S]*PRESET-DUSK/);
    expect(await page.locator('.narrative-agent-dialog').count()).toBe(0);
  });
});

describe('the panel of the sources', () => {
  it('shows where each text goes and what fights the turn; an entry can be sent to nobody', async () => {
    const { page, model } = stage;
    await page.locator('.narrative-agent-chip').click();
    await page.locator('.narrative-agent-tabs button', { hasText: 'Sources' }).click();
    const panel = page.locator('.narrative-agent-panel-body');
    await panel.locator('h4').first().waitFor();
    const text = await panel.innerText();
    expect(text).toContain('Preset “Dusk”');
    expect(text).toContain('Demands a fixed chain of thought');
    expect(text).toContain('near the top (worldinfo2)');
    expect(text).toContain('this pattern repeats a repeat');
    await page.screenshot({ path: 'artifacts/sources-en.png' });
    await panel.getByLabel('Goes to: dusk').selectOption('none');
    await panel.getByText('you chose nobody').or(panel.getByLabel('Goes to: dusk')).first().waitFor();
    await page.locator('.narrative-agent-close').click();

    await freshChat(stage);
    model.reset(turnOf('Marta smiles.'));
    await send(page, 'I smile.');
    await played(stage);
    expect(promptOf(model.calls[0])).toContain('PRESET-MAIN');
    expect(promptOf(model.calls[0])).not.toContain('PRESET-DUSK');
    expect(pageErrors(stage)).toEqual([]);
  });
});
