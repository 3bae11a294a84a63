/** Strictly compatible: the prompt and the body of every request are SillyTavern's own, and nothing of ours is asked before, beside or after it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Request } from 'playwright-core';
import { foreignMark } from '../host/call-kind.mjs';
import * as player from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import { clearToasts, followed, idle, onDisk, pageErrors, PATIENCE, played, texts } from './support/play.ts';
import { lampCard, openStage, type Stage } from './support/stage.ts';

const modes = ['strict', 'off', 'strict by the chat'] as const;
type Mode = (typeof modes)[number];

const said = (name: string, is_user: boolean, mes: string) => ({
  name,
  is_user,
  mes,
  send_date: '2026-01-01T00:00:00.000Z',
});
const beginning = [
  said('Marta', false, 'The rain begins.'),
  said('Traveller', true, 'I come in.'),
  said('Marta', false, 'Marta nods.'),
];

let stage: Stage;
const sent: string[] = [];
const requests = new Map<Mode, string[]>();
const prompts = new Map<Mode, { before: string[]; after: string[] }>();

beforeAll(async () => {
  const tool = { type: 'llm', trigger: 'planning', function: { name: 'omen' }, system_prompt: 'OMEN' };
  const card = lampCard();
  card.data['description'] = 'Marta keeps the lamp shop. {{setvar::mood::calm}}MOOD {{getvar::mood}}.';
  stage = await openStage({
    cards: [{ card, chat: modes[0], chats: Object.fromEntries(modes.map((mode) => [mode, { messages: beginning }])) }],
    worlds: {
      Lore: worldbook([
        { comment: 'fog', position: 0, content: 'Fog lies over {{char}}.' },
        { comment: '[TOOL:omen]', position: 4, content: JSON.stringify(tool) },
        { comment: '[mvu_update]', position: 1, content: 'Rules.' },
      ]),
    },
    activeWorlds: ['Lore'],
    extension: { promptMode: 'compat_strict' },
  });
  const { page } = stage;
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/backends/chat-completions/generate')) sent.push(request.postData() ?? '');
  });
  await followed(page);
  // The array as it is handed to the first listener, and as the last one leaves it.
  await page.evaluate(() => {
    const held = { before: [] as string[], after: [] as string[] };
    Object.assign(globalThis, { promptsSeen: held });
    const { eventSource, eventTypes } = SillyTavern.getContext();
    const source = eventSource as unknown as Record<
      'makeFirst' | 'makeLast',
      (event: string, listener: (data: { chat: unknown; dryRun: boolean }) => void) => void
    >;
    const event = eventTypes['CHAT_COMPLETION_PROMPT_READY'] ?? '';
    const keep =
      (list: string[]) =>
      ({ chat, dryRun }: { chat: unknown; dryRun: boolean }): void => {
        if (!dryRun) list.push(JSON.stringify(chat));
      };
    source.makeFirst(event, keep(held.before));
    source.makeLast(event, keep(held.after));
  });
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

/** One reply for whatever is asked, and no second question. */
async function asking(reply: string, act: () => Promise<unknown>): Promise<void> {
  stage.model.reset([{ reply }]);
  await act();
  await played(stage);
  await stage.page.waitForTimeout(200);
  expect(stage.model.calls).toHaveLength(1);
  stage.model.verify();
}

async function play(mode: Mode): Promise<void> {
  const { page } = stage;
  await player.openChat(page, mode);
  await idle(page);
  await page.waitForTimeout(1_000); // the dry run after a chat change
  if (mode === 'strict by the chat') {
    await page.evaluate(() => {
      SillyTavern.getContext().extensionSettings['narrative_agent'] = { promptMode: 'native' };
    });
    await player.slash(page, '/na mode compat_strict');
  }
  await clearToasts(page);
  sent.splice(0);
  await page.evaluate(() => {
    const { promptsSeen } = globalThis as unknown as { promptsSeen: Record<string, string[]> };
    for (const list of Object.values(promptsSeen)) list.splice(0);
  });
  await asking('I look around.', () => player.impersonate(page));
  await player.type(page, '');
  await asking('quiet', () => player.quietPrompt(page, `Say ${foreignMark}`));
  await asking('And smiles.', () => player.continueReply(page));
  await asking('Marta laughs.', () => player.swipeRight(page));
  await asking('Marta cries.', () => player.regenerate(page));
  await asking('Marta waits.', () => player.send(page, 'I wait.'));
  expect((await texts(page)).slice(-3)).toEqual(['Marta cries.', 'I wait.', 'Marta waits.']);
  requests.set(mode, [...sent]);
  const seen = await page.evaluate(
    () => (globalThis as unknown as { promptsSeen: { before: string[]; after: string[] } }).promptsSeen,
  );
  prompts.set(mode, seen);
}

describe('send, swipe, regenerate, continue, impersonate, quiet', () => {
  it('AC21: are asked in strict mode with the prompt array as it was handed out, and nothing else is asked', async () => {
    await play('strict');
    const { before, after } = prompts.get('strict') ?? { before: [], after: [] };
    expect(before).toHaveLength(6);
    expect(after).toEqual(before);
    expect(await stage.page.locator('.narrative-agent-stage').count()).toBe(0);
  });

  it('are the same with the mode chosen for the chat alone', async () => {
    await play('strict by the chat');
    const { before, after } = prompts.get('strict by the chat') ?? { before: [], after: [] };
    expect(after).toEqual(before);
  });

  it('are the same, byte for byte, with the extension off', async () => {
    await stage.page.evaluate(() => {
      SillyTavern.getContext().extensionSettings['narrative_agent'] = { enabled: false };
    });
    await play('off');
    const off = requests.get('off') ?? [];
    expect(off).toHaveLength(6);
    for (const mode of modes) {
      expect(requests.get(mode), mode).toEqual(off);
      expect(prompts.get(mode)?.before, mode).toEqual(prompts.get('off')?.before);
    }
  });

  it('leave no page of ours in the chat', async () => {
    await player.openChat(stage.page, 'strict');
    await idle(stage.page);
    const { messages } = await onDisk(stage);
    expect(JSON.stringify(messages)).not.toContain('narrative_agent');
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
