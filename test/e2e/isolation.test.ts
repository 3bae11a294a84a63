/** A secret in every source: the requests the server really received hold exactly those their row allows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptText } from '../host/call-kind.mjs';
import { regenerate, send } from '../host/player.mjs';
import { idle, PATIENCE, pageErrors, played } from './support/play.ts';
import { allowed, type Call, openSecrets, plan, secret, split } from './support/secrets.ts';
import { analysis, type Stage } from './support/stage.ts';

let stage: Stage;
/** The turn that is played: what was said in the ones before is history. */
let number = 0;
const ofTurn = (name: string): string => secret(`${name}.${'abcdefghijklmnop'[number] ?? 'z'}`);

beforeAll(async () => {
  stage = await openSecrets();
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

async function choose(settings: object, serial: boolean): Promise<void> {
  await stage.page.evaluate(
    ([value, planned]) => {
      SillyTavern.getContext().extensionSettings['narrative_agent'] = value;
      const books = (globalThis as unknown as { playerBooks: string[] }).playerBooks;
      books.splice(0, books.length, 'Lore', 'Posts', ...(planned ? ['Planner'] : []));
    },
    [settings, serial] as const,
  );
}

/** Plays one turn and tells, for each call, which secrets it held. */
async function seen(serial: boolean, act: () => Promise<unknown>): Promise<Map<Call, string[]>> {
  const { model } = stage;
  model.reset([
    ...(serial
      ? ([
          { when: 'planning', reply: plan },
          { when: 'omen', reply: secret('omenResult') },
        ] as const)
      : []),
    { when: 'writing', reply: `The bell rings. ${ofTurn('prose')}` },
    { when: 'panel', reply: '<panel>\ncalm\n</panel>' },
    { when: 'analysis', reply: analysis('The bell rang.') },
    { when: 'variables', reply: '{"patches":[]}' },
  ]);
  await act();
  await played(stage);
  await idle(stage.page);
  const names = Object.keys(allowed);
  return new Map(
    model.calls.map((call) => {
      const text = promptText(call.body);
      const kind = (call.kind === 'writing' && !serial ? 'merged' : call.kind) as Call;
      const now = (name: string): string => (name === 'input' || name === 'prose' ? ofTurn(name) : secret(name));
      return [kind, names.filter((name) => text.includes(now(name)))];
    }),
  );
}

const modes: readonly (readonly [name: string, settings: object, rows: typeof allowed])[] = [
  ['without a preset', { presetMode: 'none' }, allowed],
  ['with a split preset', { presetMode: 'split' }, split],
];
const schedules: readonly (readonly [name: string, serial: boolean, pipeline: object])[] = [
  ['merged', false, {}],
  ['serial', true, {}],
  ['parallel', true, { parallelExecutionEnabled: true }],
];

describe.each(schedules)('%s', (_schedule, serial, pipeline) => {
  describe.each(modes)('%s', (_mode, settings, rows) => {
    const expected = (call: Call): string[] => Object.keys(rows).filter((name) => rows[name]?.includes(call));
    const act = {
      send: () => send(stage.page, `I ring the bell. ${ofTurn('input')}`),
      regenerate: () => regenerate(stage.page),
    };
    // The first turn of the round; later actions on it would see no other sources.
    it.each(['send', 'regenerate'] as const)('%s', async (action) => {
      if (action === 'send') number += 1;
      const window = { recentTurnsForPlanning: 50, recentTurnsForWriting: 50 };
      await choose({ ...settings, pipeline: { ...window, ...pipeline } }, serial);
      const calls = await seen(serial, act[action]);
      const kinds: Call[] = serial
        ? ['planning', 'omen', 'writing', 'panel', 'analysis', 'variables']
        : ['merged', 'panel', 'analysis', 'variables'];
      expect([...calls.keys()].sort()).toEqual([...kinds].sort());
      const found = Object.fromEntries(kinds.map((kind) => [kind, calls.get(kind)]));
      expect(found).toEqual(Object.fromEntries(kinds.map((kind) => [kind, expected(kind)])));
    });
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
