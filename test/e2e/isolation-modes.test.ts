/** A secret in every source, where SillyTavern's own prompt is kept, and in the calls that are asked beside a turn. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { promptText } from '../host/call-kind.mjs';
import { type Call as ModelCall, type Step } from '../host/model-script.mjs';
import { regenerate, send, slash } from '../host/player.mjs';
import { clearToasts, followed, freshChat, idle, PATIENCE, pageErrors, played, statusText } from './support/play.ts';
import { allowed, type Call, openSecrets, plan, secret } from './support/secrets.ts';
import { analysis, type Stage, timeline } from './support/stage.ts';

let stage: Stage;
/** The turn that is played: what was said in the ones before is history. */
let number = 0;
const ofTurn = (name: string): string => secret(`${name}.now${'abcdefghijklmnop'[number] ?? 'z'}`);

beforeAll(async () => {
  // SillyTavern's own prompt holds a tool's entry as it stands in its book.
  stage = await openSecrets([{ kind: 'writing', words: ['"system_prompt"'] }]);
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});
beforeEach(() => clearToasts(stage.page));

async function choose(settings: object, serial = false): Promise<void> {
  await stage.page.evaluate(
    ([value, planned]) => {
      SillyTavern.getContext().extensionSettings['narrative_agent'] = value;
      const books = (globalThis as unknown as { playerBooks: string[] }).playerBooks;
      books.splice(0, books.length, 'Lore', 'Posts', ...(planned ? ['Planner'] : []));
    },
    [settings, serial] as const,
  );
}

const ofThisTurn = ['input', 'prose', 'guide', 'told', 'badAnswer', 'omenResult'];
const names = [...new Set([...Object.keys(allowed), ...ofThisTurn])];
const held = (text: string): string[] =>
  names.filter((name) => text.includes(ofThisTurn.includes(name) ? ofTurn(name) : secret(name)));
const heldBy = (call: ModelCall | undefined): string[] => held(promptText(call?.body ?? {}));
const rowOf = (call: Call, ...more: string[]): string[] =>
  names.filter((name) => allowed[name]?.includes(call) || more.includes(name));

const tail = (): Step[] => [
  { when: 'panel', reply: '<panel>\ncalm\n</panel>' },
  { when: 'analysis', reply: analysis(ofTurn('told')) },
  { when: 'variables', reply: '{"patches":[]}' },
];
const prose = (): Step => ({ when: 'writing', reply: `The bell rings. ${ofTurn('prose')}` });
const ring = () => send(stage.page, `I ring the bell. ${ofTurn('input')}`);

async function play(steps: Step[], act: () => Promise<unknown>): Promise<readonly ModelCall[]> {
  stage.model.reset(steps);
  await act();
  await stage.model.waitForCall('writing', PATIENCE);
  await played(stage);
  await idle(stage.page);
  return stage.model.calls;
}

/** What only we know of. */
const ours = ['summary', 'state', 'guide', 'told', 'lore.initvar', 'plan.direction', 'omenResult'];

describe('SillyTavern’s own prompt', () => {
  let own: unknown[];

  it('holds nothing of ours in strict mode, and nothing else is asked', async () => {
    number += 1;
    await choose({ promptMode: 'compat_strict' }, true);
    await slash(stage.page, `/na guide ${ofTurn('guide')}`);
    for (const act of [ring, () => regenerate(stage.page)]) {
      const calls = await play([prose()], act);
      expect(calls).toHaveLength(1);
      const seen = heldBy(calls[0]);
      expect(seen.filter((name) => ours.includes(name))).toEqual([]);
      expect(seen).toContain('input');
      expect(promptText(calls[0]?.body ?? {})).not.toMatch(/<(story_summary|state_summary|guidance|worldinfo\d)>/);
      own = calls[0]?.body.messages ?? [];
    }
  });

  it.each(['regenerate', 'send'] as const)(
    'is kept at a %s, with one message of ours: guide, summaries, state',
    async (action) => {
      await choose({ promptMode: 'compat_plus' }, true);
      if (action === 'send') {
        number += 1;
        await slash(stage.page, `/na guide ${ofTurn('guide')}`);
      }
      const calls = await play([prose(), ...tail()], action === 'send' ? ring : () => regenerate(stage.page));
      expect(calls.map(({ kind }) => kind).sort()).toEqual(['analysis', 'panel', 'variables', 'writing']);
      const of = (kind: string) => calls.find((call) => call.kind === kind);
      const messages = (of('writing')?.body.messages ?? []) as { role: string; content: string }[];
      const inserted = messages.filter(({ content }) => content.includes('<story_summary>'));
      expect(inserted).toHaveLength(1);
      const known = ['summary', 'lore.initvar', 'lore.initvarOn', 'guide'];
      expect(held(inserted[0]?.content ?? '').sort()).toEqual(known.sort());
      const rest = messages.filter((message) => message !== inserted[0]);
      if (action === 'regenerate') expect(rest, 'the rest is what SillyTavern asks by itself').toEqual(own);
      const outside = held(rest.map(({ content }) => content).join('\n'));
      expect(outside.filter((name) => ours.includes(name))).toEqual([]);
      // What an earlier extension wrote into the text is the text's.
      expect(outside).toEqual(expect.arrayContaining(['input', 'oldProse', 'oldSummary', 'oldSummaryZero']));
      for (const kind of ['analysis', 'variables', 'panel'] as const)
        expect(heldBy(of(kind)), kind).toEqual(rowOf(kind));
    },
  );
});

describe('the repair call', () => {
  it.each(['planning', 'analysis', 'variables'] as const)(
    'of %s sees what the first call saw, and its answer',
    async (agent) => {
      number += 1;
      await choose({ pipeline: { recentTurnsForPlanning: 50, recentTurnsForWriting: 50 } }, true);
      const bad: Step = { when: agent, reply: `Well, ${ofTurn('badAnswer')}.`, name: 'the bad answer' };
      const calls = await play(
        [bad, { when: 'planning', reply: plan }, { when: 'omen', reply: ofTurn('omenResult') }, prose(), ...tail()],
        ring,
      );
      const asked = calls.filter(({ kind }) => kind === agent);
      expect(asked).toHaveLength(2);
      expect(heldBy(asked[0])).toEqual(rowOf(agent));
      expect(heldBy(asked[1])).toEqual(rowOf(agent, 'badAnswer'));
      for (const call of calls) if (call.kind !== agent) expect(heldBy(call), call.kind).not.toContain('badAnswer');
    },
  );
});

it('“Analyse again” sees what the analysis saw: not what came of it, and nothing of the writing', async () => {
  const { page, model } = stage;
  const floor = (await timeline(page)).at(-1)?.floorId ?? '';
  model.reset([{ when: 'analysis', reply: analysis(ofTurn('told')) }]);
  expect(await page.evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), floor)).toBe('done');
  await played(stage);
  expect(model.calls.map(({ kind }) => kind)).toEqual(['analysis']);
  expect(heldBy(model.calls[0])).toEqual(rowOf('analysis'));
});

describe('catching up', () => {
  const part = (name: string, round: number): string => secret(`caught.${name}.${'abcdefg'[round] ?? 'z'}`);
  const rounds = [1, 2, 3, 4, 5, 6];
  const kinds = ['input', 'prose', 'thought', 'comment', 'hidden', 'told'];
  const seen = (call: ModelCall | undefined): string[] => {
    const text = promptText(call?.body ?? {});
    return rounds.flatMap((n) => kinds.filter((kind) => text.includes(part(kind, n))).map((kind) => `${kind} ${n}`));
  };
  const records = (...of: number[]) =>
    of.map((round) => ({ round, summary_entries: [part('told', round)], events: [] }));

  it('sees the rounds it is asked for, what came of those before, the state, the persona, and no other chat', async () => {
    const { page, model } = stage;
    await choose({});
    await freshChat(stage);
    const talk = rounds.flatMap((n) => [
      { is_user: true, is_system: true, mes: part('hidden', n) },
      { is_user: true, mes: `I go on. ${part('input', n)}` },
      {
        is_user: false,
        mes: `<think>${part('thought', n)}</think>The rain goes on. ${part('prose', n)} <!-- ${part('comment', n)} -->`,
      },
    ]);
    await page.evaluate(async (messages) => {
      const host = SillyTavern.getContext();
      for (const message of messages) {
        host.chat.push({ name: message.is_user ? 'Traveller' : host.name2, extra: {}, ...message });
      }
      await host.saveChat();
      await host.reloadCurrentChat();
    }, talk);
    await followed(page);
    await expect.poll(() => statusText(page)).toContain('6 rounds of this chat have no summary yet.');
    model.reset([
      {
        when: 'analysis',
        reply: JSON.stringify({ summary_entries: [part('told', 5)], events: [], earlier: records(1, 2, 3, 4) }),
      },
      { when: 'analysis', reply: analysis(part('told', 6)) },
    ]);
    const dialog = page.getByRole('dialog', { name: 'Catch up' });
    await page.getByRole('button', { name: 'Catch up…' }).click();
    await dialog.getByRole('button', { name: 'Catch up', exact: true }).click();
    await expect.poll(() => dialog.innerText(), { timeout: PATIENCE }).toContain('6 rounds caught up.');
    await played(stage);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    expect(model.calls).toHaveLength(2);
    const both = ['persona', 'lore.initvar', 'lore.initvarOn'];
    for (const call of model.calls) expect(heldBy(call)).toEqual(names.filter((name) => both.includes(name)));
    // What the player hid is no story here either.
    expect(seen(model.calls[0])).toEqual([1, 2, 3, 4, 5].flatMap((n) => [`input ${n}`, `prose ${n}`]));
    const last = [...[1, 2, 3, 4, 5].map((n) => `told ${n}`), 'input 6', 'prose 6'];
    expect(seen(model.calls[1])).toEqual(last);
    model.reset([{ when: 'analysis', reply: analysis(part('told', 6)) }]);
    const floor = (await timeline(page)).at(-1)?.floorId ?? '';
    await page.evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), floor);
    expect(seen(model.calls[0])).toEqual(last);
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
