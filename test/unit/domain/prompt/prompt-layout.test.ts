import { describe, expect, it } from 'vitest';
import { composeAnalysis } from '../../../../src/agents/analysis/agent.ts';
import { composeMergedWriting } from '../../../../src/agents/merged-writing/agent.ts';
import { composePlanning } from '../../../../src/agents/planning/agent.ts';
import { type TurnSources } from '../../../../src/agents/turn-view.ts';
import { composeWriting } from '../../../../src/agents/writing/agent.ts';
import { type FloorId } from '../../../../src/domain/ids.ts';
import { fitBudget } from '../../../../src/domain/prompt/budget.ts';
import { renderRound, roundTurns } from '../../../../src/domain/history/render-turns.ts';
import { chooseLayout, layOut } from '../../../../src/domain/prompt/prompt-layout.ts';
import { type PromptLayout, type RenderedPrompt, type Segment } from '../../../../src/domain/prompt/segment.ts';
import { type HistoryMessage, type StoryLanguage } from '../../../../src/domain/run/turn-request.ts';
import { laterTurn } from '../../../support/agents/a-turn.ts';

const said = (role: HistoryMessage['role'], text: string, chatIndex: number): HistoryMessage => ({
  chatIndex,
  role,
  name: '',
  text,
  hidden: false,
});

/** Turn `at` of a story whose rounds, summaries, state, input and keyed lore are new every time; `from`: the window's first round. */
function turn(language: StoryLanguage, at: number, from: number): TurnSources {
  const base = laterTurn(language);
  const turns = Array.from({ length: at - from }, (_, i) => from + i).map((round) => {
    const messages = [
      said('user', `I try door ${round}. `.repeat(4), round * 2),
      said('assistant', `Behind door ${round} the tide was waiting. `.repeat(20), round * 2 + 1),
    ];
    return {
      round,
      text: renderRound({ round, messages }, language),
      turns: roundTurns({ round, messages }, language),
    };
  });
  const window = { turns, ridingAlong: 0 };
  return {
    ...base,
    request: { ...base.request, input: `I open door ${at}.` },
    stateText: `clock ${at}`,
    guidance: `note ${at}`,
    toolResults: [`roll ${at}`],
    world: {
      ...base.world,
      summaries: Array.from({ length: at - 1 }, (_, i) => ({
        floorId: `f${i}` as FloorId,
        round: i + 1,
        text: `Door ${i + 1} was tried.`,
      })),
    },
    planningWindow: window,
    writingWindow: window,
    prose: `Prose ${at}`,
  };
}

const agents: Record<string, (sources: TurnSources) => readonly Segment[]> = {
  planning: composePlanning,
  writing: composeWriting,
  'merged writing': composeMergedWriting,
};
const rows = Object.keys(agents).flatMap((agent) => (['zh', 'en'] as const).map((language) => ({ agent, language })));

function render(segments: readonly Segment[], layout: PromptLayout, limit = 1_000_000): RenderedPrompt {
  const fitted = fitBudget(segments, { limit, count: (text) => text.length, layout });
  if (!fitted.ok) throw fitted.error;
  return fitted.value;
}

const flat = ({ messages }: RenderedPrompt) =>
  messages.map(({ role, content }) => `${role}:${content as string}`).join('\0');

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

describe('the cache layout', () => {
  it.each(rows)('of $agent, $language: all but the last message comes again, byte for byte', ({ agent, language }) => {
    const compose = agents[agent];
    if (!compose) throw new Error(agent);
    const now = render(compose(turn(language, 8, 4)), 'cache');
    const next = render(compose(turn(language, 9, 4)), 'cache');
    const kept = now.messages.slice(0, -1);
    expect(next.messages.slice(0, kept.length)).toEqual(kept);
    expect(next.messages.length).toBe(now.messages.length + 2);
    const share = sharedLength(flat(now), flat(next)) / flat(now).length;
    const classic = [8, 9].map((at) => flat(render(compose(turn(language, at, 4)), 'classic')));
    const before = sharedLength(classic[0] ?? '', classic[1] ?? '') / (classic[0] ?? '').length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeGreaterThan(before);
  });

  it.each(rows)(
    'of $agent, $language: user and assistant alternate after the system message',
    ({ agent, language }) => {
      const { messages } = render(agents[agent]?.(turn(language, 8, 4)) ?? [], 'cache');
      const roles = messages.map(({ role }) => role);
      expect(roles[0]).toBe('system');
      expect(roles.slice(1).every((role, i) => role === (i % 2 === 0 ? 'user' : 'assistant'))).toBe(true);
      expect(roles.at(-1)).toBe('user');
    },
  );

  it.each(rows)('of $agent, $language: says what the classic one says, and nothing else', ({ agent, language }) => {
    const segments = agents[agent]?.(turn(language, 8, 4)) ?? [];
    const pieces = (list: readonly Segment[]) =>
      list
        .flatMap((segment) => segment.pieces ?? [segment])
        .map(({ text }) => text)
        .sort();
    expect(pieces(layOut(segments, 'cache'))).toEqual(pieces(segments));
    expect(layOut(layOut(segments, 'cache'), 'cache')).toEqual(layOut(segments, 'cache'));
    const text = flat(render(segments, 'cache'));
    for (const word of ['clock 8', 'note 8', 'roll 8', 'I open door 8.']) {
      if (flat(render(segments, 'classic')).includes(word)) expect(text.split('\0').at(-1)).toContain(word);
    }
  });

  it('puts the summaries of rounds that left the window before the rounds, those of shown rounds after them', () => {
    const messages = render(composePlanning(turn('en', 8, 4)), 'cache').messages.map(
      ({ content }) => content as string,
    );
    expect(messages[1]).toContain('Door 3 was tried.');
    expect(messages[1]).not.toContain('Door 4 was tried.');
    expect(messages.at(-1)).toContain('Door 4 was tried.');
  });

  it('of the analysis lets the summaries grow at the end of the shared beginning', () => {
    const now = flat(render(composeAnalysis(turn('en', 8, 4)), 'cache'));
    const next = flat(render(composeAnalysis(turn('en', 9, 4)), 'cache'));
    const shared = sharedLength(now, next);
    expect(now.slice(0, shared)).toContain('Door 7 was tried.');
    expect(next.slice(shared)).not.toContain('<user_persona>');
  });

  it('loses rounds one by one when the budget is short, and never more than the limit is sent', () => {
    const segments = composePlanning(turn('en', 8, 1));
    const whole = render(segments, 'cache');
    const limit = Math.floor(whole.tokens * 0.8);
    const fitted = render(segments, 'cache', limit);
    expect(fitted.tokens).toBeLessThanOrEqual(limit);
    expect(fitted.cut.length).toBeGreaterThan(0);
    expect(flat(fitted).length).toBeLessThan(limit);
    expect(flat(fitted)).toContain('I open door 8.');
  });

  it('keeps images with the input, in the last message', () => {
    const image = { type: 'image_url', image_url: { url: 'data:,' } };
    const segments = composeMergedWriting(turn('en', 8, 4));
    const fitted = fitBudget(segments, {
      limit: 1e6,
      count: (text) => text.length,
      layout: 'cache',
      inputParts: [image],
    });
    if (!fitted.ok) throw fitted.error;
    const last = fitted.value.messages.at(-1)?.content as unknown[];
    expect(last.at(-1)).toBe(image);
    expect(fitted.value.messages.slice(0, -1).every(({ content }) => typeof content === 'string')).toBe(true);
  });

  it('is the classic shape where no round is shown', () => {
    const { messages } = render(composeMergedWriting(turn('zh', 1, 1)), 'cache');
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});

describe('chooseLayout', () => {
  it('by itself takes the cache order where the service caches, the classic one elsewhere', () => {
    for (const source of ['claude', 'openai', 'deepseek', 'openrouter', 'makersuite']) {
      expect(chooseLayout('auto', source)).toBe('cache');
    }
    for (const source of ['custom', 'koboldcpp', '', 'constructor'])
      expect(chooseLayout('auto', source)).toBe('classic');
  });

  it('obeys the player', () => {
    expect(chooseLayout('classic', 'claude')).toBe('classic');
    expect(chooseLayout('cache', 'custom')).toBe('cache');
  });
});

describe('roundTurns', () => {
  const round = (...messages: HistoryMessage[]) => roundTurns({ round: 3, messages }, 'en');
  it('joins neighbours of one side and gives the label to the player’s', () => {
    const turns = round(
      said('user', 'a', 0),
      said('narrator', 'b', 1),
      said('assistant', 'c', 2),
      said('assistant', 'd', 3),
    );
    expect(turns).toEqual([
      { role: 'user', text: '[Round 3] User: a\nNarrator: b' },
      { role: 'assistant', text: 'c\n\nd' },
    ]);
  });
  it('labels a round without input', () => {
    expect(round(said('assistant', 'c', 0))[0]).toEqual({ role: 'user', text: '[Round 3]' });
  });
  it('shows nothing of hidden messages', () => {
    expect(round({ ...said('user', 'a', 0), hidden: true }, said('system', 'x', 1))).toEqual([]);
  });
});
