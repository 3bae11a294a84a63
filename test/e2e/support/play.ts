/** What e2e files say again and again: a fresh chat, scripted steps, the status line, the file on disk. */
import { expect } from 'vitest';
import { type Page } from 'playwright-core';
import { messageText } from '../../host/call-kind.mjs';
import { type Step } from '../../host/model-script.mjs';
import { chatName, newChat, readChat, readChatFile, waitIdle } from '../../host/player.mjs';
import { analysis, type Stage } from './stage.ts';

/** A busy machine needs long; what hangs is found all the same. */
export const PATIENCE = 90_000;

export const gain = (item: string, quantity = 1): object => ({ type: 'add_item', params: { item, quantity } });
export const lose = (item: string, quantity = 1): object => ({ type: 'remove_item', params: { item, quantity } });

export const writes = (reply: string, more: Partial<Step> = {}): Step => ({ when: 'writing', reply, ...more });
export const finds = (summary: string, events: readonly object[] = [], more: object = {}): Step => ({
  when: 'analysis',
  reply: analysis(summary, events, more),
});
export const answers = (reply: string, more: Partial<Step> = {}): Step => ({ when: 'analysis', reply, ...more });

/** Both halves of a quiet turn. */
export const turnOf = (prose: string, events: readonly object[] = []): Step[] => [
  writes(prose),
  finds(`It was told: ${prose}`, events),
];

export const idle = (page: Page): Promise<void> => waitIdle(page, PATIENCE);

/** Waits until the extension follows the open chat. */
export async function followed(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis.NarrativeAgent?.api.sessions.timeline().length ?? 0) > 0, undefined, {
    timeout: PATIENCE,
  });
}

const currentId = (page: Page): Promise<string | null> =>
  page.evaluate(() => globalThis.NarrativeAgent?.api.sessions.current()?.chatId ?? null);

/** A new chat with the open character, followed by the extension. */
export async function freshChat({ page, model }: Stage, stream = true): Promise<void> {
  await idle(page);
  await clearToasts(page);
  model.reset([]);
  const before = await currentId(page);
  await newChat(page);
  await page.waitForFunction(
    (old) => {
      const now = globalThis.NarrativeAgent?.api.sessions.current()?.chatId;
      return now !== undefined && now !== old;
    },
    before,
    { timeout: PATIENCE },
  );
  await page.evaluate((on) => {
    SillyTavern.getContext().chatCompletionSettings['stream_openai'] = on;
  }, stream);
  await idle(page);
}

/** Toasts lie over buttons. */
export async function clearToasts(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelectorAll('#toast-container > *').forEach((toast) => toast.remove()));
}

export const texts = async (page: Page): Promise<string[]> => (await readChat(page)).map(({ mes }) => mes);

export const onDisk = async ({ dataRoot, page }: Stage, card = 'Marta') =>
  readChatFile(dataRoot, card, await chatName(page));

/** The prompt of a call as one text. */
export const promptOf = (call: { body: { messages?: { role: string; content: unknown }[] } } | undefined): string =>
  (call?.body.messages ?? []).map(messageText).join('\n\n');

/** What the status line says; empty when it is not there. */
export async function statusText(page: Page): Promise<string> {
  const line = page.locator('.narrative-agent-status');
  return (await line.count()) === 0 ? '' : line.first().innerText();
}

/** Nothing of ours stands in story text: not in chat[], not in a swipe, not on the screen. */
export async function expectCleanText(page: Page): Promise<void> {
  for (const { mes, swipes = [] } of await readChat(page)) {
    for (const text of [mes, ...swipes]) expect(text).not.toMatch(/narrative.?agent|analys|Retry|failed|placeholder/i);
  }
  expect(await page.locator('#chat .mes_text [class*="narrative-agent"]').count()).toBe(0);
}

/** Presses stop `delay` ms after SillyTavern shows a generation; how long it and the turn need to be idle then, in ms. */
export async function stopAndMeasure(page: Page, delay = 0): Promise<number> {
  return page.evaluate(async (wait) => {
    while (document.body.dataset['generating'] === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, wait));
    const began = performance.now();
    document.querySelector<HTMLElement>('#mes_stop')?.click();
    const busy = (): boolean =>
      document.body.dataset['generating'] !== undefined ||
      globalThis.NarrativeAgent?.api.turn.status().state !== 'idle';
    while (busy() && performance.now() - began < 60_000) await new Promise((resolve) => setTimeout(resolve, 10));
    return performance.now() - began;
  }, delay);
}

/** Idle, and the model's script kept; else the status line tells more. */
export async function played({ page, model }: Stage): Promise<void> {
  await idle(page);
  try {
    model.verify();
  } catch (cause) {
    throw new Error(`${String(cause)}\nStatus line: ${await statusText(page)}`, { cause });
  }
}

/** What SillyTavern itself leaves unhandled when it is stopped or the server refuses. */
const hostErrors =
  /Clicked stop button|Generation was aborted|signal is aborted without reason|Got response status \d|^Error: (Unauthorized|Too Many Requests|Internal Server Error)$/;

/** Errors in the page that are not SillyTavern's own. */
export const pageErrors = (stage: Stage): string[] => stage.pageErrors.filter((error) => !hostErrors.test(error));

/** A second is promised; a machine that is busy with other things gets five. */
export const STOP_LIMIT = 5_000;
