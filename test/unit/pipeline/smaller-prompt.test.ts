import { describe, expect, it } from 'vitest';
import { type Segment } from '../../../src/domain/prompt/segment.ts';
import { callRoom } from '../../../src/pipeline/call-room.ts';
import { fitPrompt } from '../../../src/pipeline/fit-prompt.ts';
import { smallerPrompt } from '../../../src/pipeline/smaller-prompt.ts';
import { type TokenCounter } from '../../../src/ports/token-counter.ts';

const tokens: TokenCounter = { count: (text) => Promise.resolve(text.length), estimate: (text) => text.length };
const segment = (key: Segment['key'], text: string, priority: number): Segment => ({
  key,
  role: 'user',
  text,
  tag: null,
  source: key,
  priority,
});
const task = segment('task', 'T'.repeat(100), 0);
const lore = segment('worldinfo2', 'L'.repeat(60), 50);
const notes = segment('injected', 'N'.repeat(60), 90);

describe('a prompt a service refused as too long', () => {
  const refusedOf = (segments: readonly Segment[]) => fitPrompt(tokens, segments, 10_000);

  it('loses what matters least, and keeps what must stay', async () => {
    const segments = [lore, notes, task];
    const refused = await refusedOf(segments);
    const smaller = await smallerPrompt(tokens, { segments, refused, limit: null });
    expect(smaller?.tokens).toBeLessThan(refused.tokens);
    expect(smaller?.cut.map(({ key }) => key)).toContain('injected');
    expect(smaller?.segments).toContain(task);
  });

  it('goes down to what must stay when a share of it is out of reach', async () => {
    const segments = [segment('injected', 'N'.repeat(20), 90), task];
    const refused = await refusedOf(segments);
    const smaller = await smallerPrompt(tokens, { segments, refused, limit: null });
    expect(smaller?.segments).toEqual([task]);
  });

  it('obeys the limit the service told', async () => {
    const segments = [lore, notes, task];
    const refused = await refusedOf(segments);
    const smaller = await smallerPrompt(tokens, { segments, refused, limit: 160 });
    expect(smaller?.tokens).toBeLessThanOrEqual(160);
  });

  it('is null when nothing may go', async () => {
    const refused = await refusedOf([task]);
    expect(await smallerPrompt(tokens, { segments: [task], refused, limit: 50 })).toBeNull();
  });
});

describe('the room of a call', () => {
  it('never promises prompt and answer more than the context', () => {
    for (const promptBudget of [500, 3_096, 7_000, 100_000]) {
      for (const replyTokens of [100, 1_000, 30_000]) {
        for (const wanted of [1_500, 2_000, 128_000]) {
          const { context, maxTokens, promptLimit } = callRoom({ promptBudget, replyTokens }, wanted);
          expect(maxTokens + promptLimit).toBeLessThanOrEqual(context);
          expect(promptLimit).toBeGreaterThan(0);
        }
      }
    }
  });
});
