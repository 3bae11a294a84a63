/** The persona stands where the player put it, once. */
import { describe, expect, it } from 'vitest';
import { composeAnalysis } from '../../../src/agents/analysis/agent.ts';
import { composeMergedWriting } from '../../../src/agents/merged-writing/agent.ts';
import { composePlanning } from '../../../src/agents/planning/agent.ts';
import { composeWriting } from '../../../src/agents/writing/agent.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { type InjectedPrompt, type TurnRequest } from '../../../src/domain/run/turn-request.ts';
import { type Settings } from '../../../src/domain/settings.ts';
import { makeTurnSnapshot } from '../../../src/host/turn-snapshot.ts';
import { firstTurn } from '../../support/agents/a-turn.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const PERSONA = 'A courier with a letter nobody signed.';
const NOTE = 'Keep the fog in every scene.';
const compose = { planning: composePlanning, writing: composeWriting, merged: composeMergedWriting };
const injection = (value: string, depth = 4) => ({ value, position: 1, depth, role: 0 });

/** SillyTavern's number, and what it injects for it. */
const table: [number, Record<string, object>, segment: string | null][] = [
  [0, { '2_floating_prompt': injection(NOTE) }, 'user_persona'],
  [1, { '2_floating_prompt': injection(NOTE) }, 'user_persona'],
  [2, { '2_floating_prompt': injection(`Lore.\n${PERSONA}\n${NOTE}`) }, 'authors_note'],
  [3, { '2_floating_prompt': injection(`${NOTE}\n${PERSONA}\nLore.`) }, 'authors_note'],
  [2, { '2_floating_prompt': injection(NOTE) }, null],
  [4, { '2_floating_prompt': injection(NOTE), PERSONA_DESCRIPTION: injection(PERSONA, 2) }, 'injected'],
  [9, { '2_floating_prompt': injection(NOTE) }, null],
];

async function read(position: number, extensionPrompts: Record<string, object>) {
  const { ctx, st } = makeFakeSt({
    extensionPrompts,
    powerUserSettings: { persona_description: PERSONA, persona_description_position: position },
    getCharacterCardFields: () => ({ persona: PERSONA }),
  });
  const none = { script: null, worldInfo: null, openai: null, regex: null, user: null, bookmarks: null };
  const snapshot = makeTurnSnapshot({ st, modules: none, worldbookSource: () => 'auto' });
  expect(ctx.name1).toBe('Traveller');
  return snapshot({ type: 'normal', prompt: [], activated: [], promptBudget: 1_000 });
}

function sourcesOf(part: Pick<TurnRequest, 'persona'> & { injected: readonly InjectedPrompt[] }, settings: Settings) {
  const turn = firstTurn('en', settings);
  const { persona, injected } = part;
  return { ...turn, request: { ...turn.request, persona, injected } };
}

describe.each(table)('a persona at position %i, beside %j', (position, prompts, segment) => {
  const count = (text: string) => text.split(PERSONA).length - 1;

  it.each(Object.entries(compose))(`stands in %s’s ${segment ?? 'nothing'} alone`, async (_, composeAgent) => {
    const segments = composeAgent(sourcesOf(await read(position, prompts), defaultSettings()));
    const holders = segments.filter(({ text }) => text.includes(PERSONA));
    expect(holders.map(({ key, text }) => [key, count(text)])).toEqual(segment === null ? [] : [[segment, 1]]);
    expect(segments.map(({ text }) => text).join('\n')).toContain(NOTE);
  });

  it('is told to the analysis once, unless it goes nowhere', async () => {
    const segments = composeAnalysis(sourcesOf(await read(position, prompts), defaultSettings()));
    expect(count(segments.map(({ text }) => text).join('\n'))).toBe(position === 9 ? 0 : 1);
  });

  it('goes nowhere when its switch is off, and the note stays', async () => {
    const { sources, ...rest } = defaultSettings();
    const settings = { ...rest, sources: { ...sources, persona: false } };
    const text = composePlanning(sourcesOf(await read(position, prompts), settings)).map((part) => part.text);
    expect([count(text.join('\n')), text.join('\n').includes(NOTE)]).toEqual([0, true]);
  });

  it('stays when the note’s switch is off', async () => {
    const { sources, ...rest } = defaultSettings();
    const settings = { ...rest, sources: { ...sources, authorsNote: false } };
    const text = composePlanning(sourcesOf(await read(position, prompts), settings)).map((part) => part.text);
    expect([count(text.join('\n')), text.join('\n').includes(NOTE)]).toEqual([segment === null ? 0 : 1, false]);
  });
});
