/** What the settings say about SillyTavern's own request, and whether a turn is ours at all. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { type Settings } from '../../../src/domain/settings.ts';
import { type TurnDeps } from '../../../src/pipeline/turn-deps.ts';
import { makeTurnRunner } from '../../../src/pipeline/turn-runner.ts';

const base = defaultSettings();
const runner = (part: Partial<Settings>) =>
  makeTurnRunner({
    settings: () => ({ ...base, ...part }),
    session: () => Promise.resolve(null),
    ownsChat: () => Promise.resolve(true),
    progress: { status: () => undefined, notice: () => undefined },
  } as unknown as TurnDeps);
const parameters = (part: Partial<Settings>) => runner(part).parameters('none' as never);
const writing = (part: Partial<Settings['agents']['writing']>) => ({
  agents: { ...base.agents, writing: { ...base.agents.writing, ...part } },
});

describe('the parameters of the writing request', () => {
  it('take the prefill away with preset mode none, and leave it where SillyTavern’s prompt or the preset rules', () => {
    expect(parameters({ presetMode: 'none' }).dropPrefill).toBe(true);
    expect(parameters({ presetMode: 'split' }).dropPrefill).toBe(false);
    expect(parameters({ presetMode: 'none', promptMode: 'compat_plus' }).dropPrefill).toBe(false);
  });
  it('have temperature and length only where the player set them', () => {
    expect(parameters(writing({ temperature: 0.4, maxTokens: 900 }))).toMatchObject({
      temperature: 0.4,
      maxTokens: 900,
    });
    expect(parameters({})).not.toHaveProperty('temperature');
    expect(parameters({})).not.toHaveProperty('maxTokens');
    const compat = parameters({ ...writing({ temperature: 0.4, maxTokens: 900 }), promptMode: 'compat_plus' });
    expect(compat).not.toHaveProperty('temperature');
    expect(compat).not.toHaveProperty('maxTokens');
  });
  it('have the waiting times of the player', () => {
    const pipeline = { ...base.pipeline, firstTokenTimeoutSeconds: 33, tokenGapTimeoutSeconds: 22 };
    expect(parameters({ pipeline, ...writing({ totalTimeoutSeconds: 444 }) })).toMatchObject({
      firstTokenTimeoutSeconds: 33,
      tokenGapTimeoutSeconds: 22,
      totalTimeoutSeconds: 444,
    });
  });
});

describe('a turn', () => {
  it.each([
    [{ enabled: false }, 'disabled'],
    [{ promptMode: 'compat_strict' }, 'strict'],
    [{}, 'no-chat'],
  ] as const)('with %j is not ours: %s', async (part, reason) => {
    expect(await runner(part).arm('normal')).toEqual({ ours: false, reason });
  });
});
