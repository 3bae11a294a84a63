/** A chat of 200 rounds that was never ours, native or of an older version: the first turn remembers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat, send } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import { finds, followed, idle, pageErrors, PATIENCE, played, promptOf, writes } from './support/play.ts';
import { lampCard, openStage, type Stage, timeline } from './support/stage.ts';

const ROUNDS = 200;
const said = (name: string, mes: string) => ({
  name,
  is_user: name === 'Traveller',
  mes,
  send_date: '2026-01-01T00:00:00.000Z',
});
const deed = (n: number): string => `deed-${n}-done`;

const chatOf = (reply: (n: number) => string) => ({
  messages: [
    said('Marta', 'You step into the lamp shop.'),
    ...Array.from({ length: ROUNDS }, (_, i) => [
      said('Traveller', `I ask for number ${i + 1}.`),
      said('Marta', reply(i + 1)),
    ]).flat(),
  ],
});

const prose = (n: number): string =>
  `Marta hands over a lamp; ${deed(n)}. ${'The rain goes on and on. '.repeat(12)}`.trim();
const short = (n: number): string =>
  `<context>\n${prose(n)}\n</context>\n<summary>\n[第${n}轮] 用户意图：要灯 | 叙事要点：told-${n}-end\n</summary>`;
const long = (n: number): string =>
  `<context>\n${prose(n)}\n</context>\n<summary>\n[第${n}轮]\n时间：夜\n叙事要点：told-${n}-end\n重要记忆点：\n- memory-${n}\n</summary>\n<state_panel>\npanel-${n}\n</state_panel>`;

const chats = { native: chatOf(prose), 'older, short': chatOf(short), 'older, long': chatOf(long) };
const tool = JSON.stringify({
  type: 'code',
  trigger: 'planning',
  function: { name: 'roll_dice', description: 'dice' },
});

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    maxContext: 16_000,
    cards: [{ card: lampCard(), chat: 'start', chats: { start: { messages: [said('Marta', 'Hello.')] }, ...chats } }],
    worlds: { Planner: worldbook([{ comment: '[TOOL:roll_dice]', position: 4, content: tool }]) },
    activeWorlds: ['Planner'],
    extension: { pipeline: { enableTextRecall: true } },
  });
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

const plan = JSON.stringify({
  intent: 'remember',
  tool_calls: [],
  text_recall: [7],
  narrative_direction: 'on',
  scene_setting: '',
  key_points: [],
  tone: 'calm',
  pacing: 'slow',
  continuity_notes: [],
});
const count = (text: string, pattern: RegExp): number => new Set(text.match(pattern)).size;

describe.each(Object.keys(chats))('%s', (name) => {
  it('opens at once and goes on without amnesia', async () => {
    const { page, model } = stage;
    const began = Date.now();
    await openChat(page, name);
    await followed(page);
    await idle(page);
    console.info(`${name}: opened in ${Date.now() - began} ms`);
    await expect.poll(async () => (await timeline(page)).length).toBe(ROUNDS + 1);
    model.reset([{ when: 'planning', reply: plan }, writes('Marta nods.'), finds('She nodded.')]);
    await send(page, 'What was the seventh?');
    await played(stage);
    const [planning, writing, analysis] = ['planning', 'writing', 'analysis'].map((kind) =>
      promptOf(model.callsOf(kind)[0]),
    );
    // The newest rounds stand there word for word, in the writer's prompt and in the planner's.
    for (const n of [ROUNDS, ROUNDS - 1, ROUNDS - 2]) expect(writing).toContain(prose(n));
    expect(planning).toContain(prose(ROUNDS));
    // The one that was asked for is given back in its own words.
    expect(writing).toContain(`${deed(7)}.`);
    expect(planning).not.toContain(`${deed(7)}.`);
    if (name === 'native') {
      // Without a summary rounds stay in sight as far as there is room.
      expect(count(writing ?? '', /deed-\d+-done/g)).toBeGreaterThan(20);
    } else {
      // What the old messages told is the story so far; none of their panels and tags is story.
      expect(count(planning ?? '', /told-\d+-end/g)).toBeGreaterThan(ROUNDS - 20);
      expect(analysis).toContain('told-1-end');
      expect(count(writing ?? '', /deed-\d+-done/g)).toBeLessThan(12);
      for (const text of [planning, writing]) expect(text).not.toMatch(/panel-\d|<summary>|<context>/);
    }
    expect((await timeline(page)).at(-1)).toMatchObject({ round: ROUNDS + 1, analysis: 'done' });
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
