/** What players order for the next turn in a real SillyTavern: commands, macros, no plan, words from outside, SillyTavern's own prompt. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCharacter, reloadPage, send, slash } from '../host/player.mjs';
import {
  clearToasts,
  finds,
  followed,
  freshChat,
  gain,
  onDisk,
  pageErrors,
  played,
  promptOf,
  turnOf,
  writes,
} from './support/play.ts';
import { openStage, type Stage, state } from './support/stage.ts';

/** What of SillyTavern's context only this file looks at. */
interface Macros {
  substituteParams(text: string): string;
  readonly extensionPrompts: Readonly<Record<string, { value?: string } | undefined>>;
  readonly SlashCommandParser: { readonly commands: object };
}

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ extension: { pipeline: { enableTextRecall: true } } });
  await followed(stage.page);
});
afterAll(async () => {
  await stage?.close();
});

const plan = { when: 'planning', reply: JSON.stringify({ narrative_direction: 'Marta waits.' }) } as const;
const chips = () => stage.page.locator('.narrative-agent-order').allInnerTexts();

describe('/na', () => {
  it('guides one turn without a plan; the next is planned again, and nothing of it stands in the chat', async () => {
    const { page, model } = stage;
    await slash(page, '/na guide Let it rain harder.');
    await slash(page, '/na noplan');
    expect(await chips()).toHaveLength(2);
    await clearToasts(page);
    model.reset(turnOf('Marta closes the shutter.', [gain('lamp')]));
    await send(page, 'I look up. ((OOC: keep it short))');
    await played(stage);
    expect(model.calls.map(({ kind }) => kind)).toEqual(['writing', 'analysis']);
    expect(promptOf(model.calls[0])).toMatch(/<guidance>\s*Let it rain harder\./);
    expect(promptOf(model.calls[0])).toContain('((OOC: keep it short))');
    expect(promptOf(model.calls[1])).not.toMatch(/OOC|rain harder/);
    expect(await chips()).toEqual([]);

    model.reset([plan, ...turnOf('Marta waits.')]);
    await send(page, 'I wait.');
    await played(stage);
    expect(model.calls.map(({ kind }) => kind)).toEqual(['planning', 'writing', 'analysis']);
    expect(promptOf(model.calls[1])).not.toMatch(/rain harder|keep it short/);
  });

  it('keeps what is ordered over a reload until it is played', async () => {
    const { page, model } = stage;
    await slash(page, '/na guide Snow at last.');
    await slash(page, '/na noplan');
    await expect.poll(async () => JSON.stringify(await onDisk(stage))).toContain('Snow at last.');
    await reloadPage(page);
    await openCharacter(page, 'Marta');
    await followed(page);
    await expect.poll(chips).toHaveLength(2);
    await clearToasts(page);
    model.reset(turnOf('Snow falls.'));
    await send(page, 'I look out.');
    await played(stage);
    expect(model.calls.map(({ kind }) => kind)).toEqual(['writing', 'analysis']);
    expect(promptOf(model.calls[0])).toMatch(/<guidance>\s*Snow at last\./);
    expect(await chips()).toEqual([]);
  });

  it('gives its macros to SillyTavern', async () => {
    const text = await stage.page.evaluate(() =>
      (SillyTavern.getContext() as unknown as Macros).substituteParams('{{naRound}} | {{naState}} | {{naSummary}}'),
    );
    expect(text).toMatch(/^3 \| Time: day 1[\s\S]*lampx1[\s\S]*\| \[Round 1\] It was told: Marta closes the shutter\./);
  });
});

describe('SillyTavern’s own prompt with memory and state', () => {
  it('keeps its messages as they are, puts in one, and the state goes on', async () => {
    const { page, model } = stage;
    await slash(page, '/na mode compat_plus');
    await slash(page, '/na guide Fog comes in.');
    await clearToasts(page);
    model.reset([writes('Fog comes in.'), finds('Fog came in.', [gain('coin', 2)])]);
    await send(page, 'I open the door.');
    await played(stage);
    const messages = (model.calls[0]?.body.messages ?? []) as { role: string; content: string }[];
    const inserted = messages.filter(({ content }) => content.includes('<story_summary>'));
    expect(inserted).toHaveLength(1);
    expect(inserted[0]?.role).toBe('system');
    expect(inserted[0]?.content).toMatch(
      /Marta closes the shutter[\s\S]*<state_summary>[\s\S]*lampx1[\s\S]*Fog comes in\./,
    );
    expect(messages.at(-1)).toMatchObject({ role: 'user', content: 'I open the door.' });
    expect(messages.some(({ role, content }) => role === 'assistant' && content === 'Marta waits.')).toBe(true);
    expect((await state(page)).inventory).toEqual({ lamp: 1, coin: 2 });
    // The insertion is gone when the turn is over.
    expect(
      await page.evaluate(() => {
        const prompts = (SillyTavern.getContext() as unknown as Macros).extensionPrompts;
        return prompts['narrative_agent']?.value ?? '';
      }),
    ).toBe('');
  });
});

describe('the wand menu', () => {
  it('skips the next plan and begins a guide; leaving takes commands, macros and menu away', async () => {
    const { page } = stage;
    await freshChat(stage);
    await page.evaluate(() =>
      document.querySelectorAll<HTMLElement>('.narrative-agent-menu .list-group-item')[1]?.click(),
    );
    expect(await chips()).toHaveLength(1);
    await page.evaluate(() =>
      document.querySelectorAll<HTMLElement>('.narrative-agent-menu .list-group-item')[0]?.click(),
    );
    expect(await page.locator('#send_textarea').inputValue()).toBe('/na guide ');
    // As text: the test runner would rewrite the import.
    await page.evaluate(
      `import('/scripts/extensions/third-party/narrative-agent/dist/index.js').then((entry) => entry.disable())`,
    );
    expect(await page.locator('.narrative-agent-menu, .narrative-agent-status').count()).toBe(0);
    expect(
      await page.evaluate(() => {
        const st = SillyTavern.getContext() as unknown as Macros;
        return [st.substituteParams('{{naRound}}'), 'na' in st.SlashCommandParser.commands];
      }),
    ).toEqual(['{{naRound}}', false]);
    expect(pageErrors(stage)).toEqual([]);
  });
});
