/** A real SillyTavern with the extension, a scripted model and an open chat: what every e2e file plays on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Page } from 'playwright-core';
import { launchChromium } from '../../host/chromium.mjs';
import { makeDataRoot } from '../../host/data-root.mjs';
import { startModelServer } from '../../host/model-server.mjs';
import { openCharacter, openPage, waitIdle } from '../../host/player.mjs';
import { startSillyTavern } from '../../host/sillytavern.mjs';

export const repository = resolve(import.meta.dirname, '../../..');

type DataRootSpec = Parameters<typeof makeDataRoot>[0];
type Model = Awaited<ReturnType<typeof startModelServer>>;
type Kinds = NonNullable<NonNullable<Parameters<typeof startModelServer>[0]>['kinds']>;

export interface StageOptions extends Partial<Omit<DataRootSpec, 'dir' | 'modelUrl'>> {
  readonly locale?: 'zh-CN' | 'en-US';
  /** Name of the character to open; null opens none. */
  readonly open?: string | null;
  /** Kinds of model calls the scripts tell apart, before the usual ones. */
  readonly kinds?: Kinds;
}

export interface Stage {
  readonly page: Page;
  readonly model: Model;
  readonly dataRoot: ReturnType<typeof makeDataRoot>;
  readonly url: string;
  readonly browser: Awaited<ReturnType<typeof launchChromium>>;
  /** Errors the page threw so far. */
  readonly pageErrors: string[];
  close(): Promise<void>;
}

/** Our own small card: a greeting that names a place and an hour. */
export const lampCard = (name = 'Marta'): { data: { name: string } & Record<string, unknown> } => ({
  data: {
    name,
    description: `${name} keeps the lamp shop at the end of the quay.`,
    personality: 'dry, exact',
    scenario: 'A rainy evening in the lamp shop.',
    first_mes: 'You step into the lamp shop. It is 18:40 and the rain has just begun. Marta looks up.',
    mes_example: '',
    alternate_greetings: ['You find the lamp shop closed. A note on the door says: back at 20:00.'],
  },
});

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { locale = 'en-US', open = 'Marta', kinds = [], ...spec } = options;
  const dir = mkdtempSync(join(tmpdir(), 'na-stage-'));
  const model = await startModelServer({ pace: { tokenDelay: 2, firstDelay: 10 }, kinds });
  const dataRoot = makeDataRoot({
    dir,
    extensionDir: repository,
    cards: [{ card: lampCard() }],
    stream: true,
    ...spec,
    modelUrl: model.url,
  });
  const sillyTavern = await startSillyTavern({ dataRoot });
  const browser = await launchChromium({ locale });
  const pageErrors: string[] = [];
  const page = await openPage(browser, sillyTavern.url, {
    onPage: (opened: Page) => opened.on('pageerror', (error) => pageErrors.push(String(error))),
  });
  // A guard against hanging, not a measure: the machine may be busy with other things.
  page.setDefaultTimeout(60_000);
  if (open !== null) await openCharacter(page, open);
  await page.waitForFunction(() => 'NarrativeAgent' in globalThis);
  await waitIdle(page);
  return {
    page,
    model,
    dataRoot,
    url: sillyTavern.url,
    browser,
    pageErrors,
    async close() {
      await browser.close();
      await sillyTavern.stop();
      await model.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** An analysis answer as a model would give it. */
export const analysis = (summary: string, events: readonly object[] = [], more: object = {}): string =>
  JSON.stringify({ ...more, summary_entries: [summary], events });

export const state = (page: Page) => page.evaluate(() => globalThis.NarrativeAgent!.api.state.get());
export const summaries = (page: Page): Promise<string[]> =>
  page.evaluate(() => globalThis.NarrativeAgent!.api.state.summaries());
export const timeline = (page: Page) => page.evaluate(() => globalThis.NarrativeAgent!.api.sessions.timeline());
