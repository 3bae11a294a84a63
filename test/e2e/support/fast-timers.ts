/** Makes the smallest time limits a player may set pass in a moment: in the page, only for the lengths named here. */
import { type Page } from 'playwright-core';

/** Seconds to set in the settings; nothing else in SillyTavern waits so long. */
export const limits = { firstToken: 7, gap: 8, total: 11 } as const;

/** Milliseconds those limits take then. */
const shortened = { 7_000: 1_000, 8_000: 1_000, 11_000: 2_000 } as const;

/** Back-off waits of half a second and more are odd numbers of milliseconds; round ones belong to others. */
export async function shortenLimits(page: Page, backOff = true): Promise<void> {
  await page.evaluate(
    ([table, waits]) => {
      const native = globalThis.setTimeout.bind(globalThis);
      const quick = (ms: number): number => {
        const known = (table as Record<number, number>)[ms];
        if (known !== undefined) return known;
        return waits && ms > 500 && ms < 1_000 && ms % 50 !== 0 ? 20 : ms;
      };
      globalThis.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
        native(run, quick(ms ?? 0), ...(rest as []))) as typeof globalThis.setTimeout;
    },
    [shortened, backOff] as const,
  );
}

/** Settings with these limits everywhere. */
export function limitSettings(): object {
  const agent = { firstTokenTimeoutSeconds: limits.firstToken, totalTimeoutSeconds: limits.total };
  return {
    pipeline: { firstTokenTimeoutSeconds: limits.firstToken, tokenGapTimeoutSeconds: limits.gap, retries: 1 },
    agents: { planning: agent, writing: agent, mergedAnalysis: agent, tool: agent },
  };
}
