import { describe, expect, it } from 'vitest';
import { composeAnalysis } from '../../../src/agents/analysis/agent.ts';
import { composeMergedWriting } from '../../../src/agents/merged-writing/agent.ts';
import { composePlanning } from '../../../src/agents/planning/agent.ts';
import { composeWriting } from '../../../src/agents/writing/agent.ts';
import { type FloorId } from '../../../src/domain/ids.ts';
import { fitBudget } from '../../../src/domain/prompt/budget.ts';
import { routeEntries } from '../../../src/domain/worldbook/route.ts';
import { anEntry } from '../domain/worldbook/an-entry.ts';
import { laterTurn } from '../../support/agents/a-turn.ts';

/** Four characters a token, as an estimate for English. */
const count = (text: string) => Math.ceil(text.length / 4);
const filler = (tokens: number, mark: string) => `${mark} `.padEnd(tokens * 4, 'lorem ');

const entries = Array.from({ length: 12 }, (_, i) =>
  anEntry({ uid: String(i), constant: true, position: i % 2 === 0 ? 4 : 0, content: filler(500, `ENTRY${i};`) }),
);
const turn = laterTurn('en');
const turns = Array.from({ length: 12 }, (_, i) => ({ round: i + 1, text: filler(250, `TURN${i + 1};`) }));
const sources = {
  ...turn,
  lore: routeEntries({ entries, activated: [], afterCharToPlanning: false }),
  planningWindow: { turns, ridingAlong: 4 },
  writingWindow: { turns, ridingAlong: 4 },
  prose: filler(300, 'PROSE;'),
};
const agents = { composeMergedWriting, composePlanning, composeWriting };

describe.each(Object.entries({ ...agents, composeAnalysis }))('%s with notes of other extensions', (_, compose) => {
  const note = (text: string, agent: string) => ({
    role: 'system' as const,
    text,
    visibility: { user: false, prompt: true, agents: [agent] },
    validity: 'turn' as const,
    source: 'weather',
  });
  const notes = (['planning', 'writing', 'analysis'] as const).map((agent) => note(filler(2_000, 'NOTE;'), agent));
  const fit = (more: object) => fitBudget(compose({ ...turn, prose: 'PROSE', ...more }), { limit: 3_072, count });

  it('loses them before the turn fails for want of room, and says so; what the player orders stays', () => {
    const result = fit({ notes: [...notes, ...notes], guidance: 'GUIDE' });
    if (!result.ok) throw result.error;
    const text = result.value.messages.map(({ content }) => content as string).join('\n');
    expect(result.value.cut.map(({ source }) => source)).toContain('note:weather');
    if (compose !== composeAnalysis) expect(text).toContain('GUIDE');
  });
});

describe.each(Object.entries(agents))('%s with 3,072 tokens, 6,000 of lore and 3,000 of turns', (_, compose) => {
  const result = fitBudget(compose(sources), { limit: 3_072, count });
  if (!result.ok) throw result.error;
  const prompt = result.value;
  const text = prompt.messages.map(({ content }) => content as string).join('\n');

  it('stays within the limit', () => {
    expect(prompt.tokens).toBeLessThanOrEqual(3_072);
  });
  it('keeps instructions, input and task whole', () => {
    const segments = compose(sources);
    for (const key of ['instructions', 'user_input', 'task'] as const) {
      expect(text).toContain(segments.find((segment) => segment.key === key)?.text);
    }
  });
  it('names every entry it left out', () => {
    const gone = entries.filter(({ uid }) => !text.includes(`ENTRY${uid};`)).map(({ uid }) => `entry:Harbour#${uid}`);
    expect(gone.length).toBeGreaterThan(0);
    expect(
      prompt.cut
        .filter(({ source }) => source.startsWith('entry:'))
        .map(({ source }) => source)
        .sort(),
    ).toEqual(gone.sort());
    expect(prompt.cut.every(({ reason, tokens }) => reason === 'budget_exceeded' && tokens > 0)).toBe(true);
  });
  it('keeps the newest turns longest and loses those that only ride along first', () => {
    const cutTurns = prompt.cut.filter(({ key }) => key === 'recent_turns').map(({ source }) => source);
    expect(cutTurns.slice(0, 4)).toEqual(['round:1', 'round:2', 'round:3', 'round:4']);
    expect(text).toContain('TURN12;');
  });
});

it('keeps the newest summary lines when there are hundreds', () => {
  const summaries = Array.from({ length: 500 }, (_, i) => ({
    floorId: `f${i}` as FloorId,
    round: i + 1,
    text: filler(40, `LINE${i + 1};`),
  }));
  const long = { ...sources, world: { ...turn.world, summaries }, prose: 'Nothing happened.' };
  const result = fitBudget(composeAnalysis(long), { limit: 4_000, count });
  if (!result.ok) throw result.error;
  const text = result.value.messages.map(({ content }) => content as string).join('\n');
  expect(result.value.tokens).toBeLessThanOrEqual(4_000);
  expect(text).toContain('LINE500;');
  expect(text).not.toContain('LINE1;');
});
