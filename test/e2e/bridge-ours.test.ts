/** The armed prompt is ours and nobody else's; tails never mix; stop stops: proven on a real SillyTavern. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closePopups,
  continueReply,
  deleteLast,
  editMessage,
  impersonate,
  quietPrompt,
  rawPrompt,
  readChat,
  regenerate,
  send,
  sendByEnter,
  shownText,
  swipeLeft,
  swipeRight,
  waitIdle,
} from '../host/player.mjs';
import { openProbeStage, type ProbeStage } from './support/bridge/probe-stage.ts';

const input = 'I ask for the fare.';
const prose = 'Two coins, says Wren, and the rope creaks in the dark.';
const foreignText = '[[foreign]] Summarise the story so far.';

let probe: ProbeStage;

beforeAll(async () => {
  probe = await openProbeStage();
});
afterAll(async () => {
  await probe.close();
});

const texts = async () => (await readChat(probe.page)).map(({ mes }) => mes);
const calls = async () => (await probe.notes()).map(({ call }) => call);
const only = async (...names: string[]) => (await calls()).filter((call) => names.includes(call));

/** Everything the model was sent, one call after the other. */
const prompts = (kind: string) => probe.stage.model.callsOf(kind).map(({ body }) => body.messages);

async function idle() {
  await waitIdle(probe.page);
  await closePopups(probe.page);
}

/** What the same foreign call is sent when nothing of ours runs: the measure for "byte-identical". */
async function foreignAlone(how: 'raw' | 'quiet'): Promise<unknown> {
  probe.stage.model.reset([{ when: 'foreign', reply: 'alone' }]);
  await (how === 'raw' ? rawPrompt(probe.page, foreignText) : quietPrompt(probe.page, foreignText));
  await idle();
  return prompts('foreign')[0];
}

describe.each([true, false])('streaming: %s', (stream) => {
  it('sends exactly our messages, with our parameters and no tools', async () => {
    await probe.fresh(stream, { temperature: 0.3, maxTokens: 4_000 });
    probe.stage.model.reset([{ when: 'writing', reply: prose }]);
    await send(probe.page, input);
    await idle();
    probe.stage.model.verify();
    const { body } = probe.stage.model.callsOf('writing')[0]!;
    expect(body.messages).toEqual([
      { role: 'system', content: '[[probe]] You write the story.' },
      { role: 'user', content: `[[probe]] <user_input>${input}</user_input>` },
    ]);
    expect(body).toMatchObject({ temperature: 0.3, max_tokens: 4_000, stream });
    expect(body).not.toHaveProperty('tools');
    expect(await texts()).toEqual(['The ferry waits.', input, prose]);
    expect(await only('arm', 'armed', 'prepare', 'complete', 'fail', 'done')).toEqual([
      'arm',
      'armed',
      'prepare',
      'complete',
      'done',
    ]);
    expect((await probe.disk()).map(({ mes }) => mes)).toEqual(await texts());
  });

  it('reads the turn: input, history, card, preset and connection', async () => {
    await probe.fresh(stream);
    probe.stage.model.reset([{ reply: prose }]);
    await send(probe.page, `${input} {{user}}`);
    await idle();
    const material = (await probe.page.evaluate(() => globalThis.bridgeProbe.material))!;
    expect(material).toMatchObject({
      type: 'normal',
      input: `${input} Traveller`,
      userName: 'Traveller',
      characterName: 'Wren',
      card: { description: 'A ferry keeper.', firstMessage: 'The ferry waits.' },
      connection: { source: 'custom', model: 'scripted' },
    });
    expect(material.history.map(({ role, text }) => [role, text])).toEqual([['assistant', 'The ferry waits.']]);
    expect(material.preset.prompts.find(({ identifier }) => identifier === 'main')).toMatchObject({ enabled: true });
    expect(material.promptBudget).toBeGreaterThan(500);
  });

  describe.each(['raw', 'quiet'] as const)('a foreign %s prompt', (how) => {
    const ask = () => (how === 'raw' ? rawPrompt(probe.page, foreignText) : quietPrompt(probe.page, foreignText));
    /** A quiet prompt holds the whole chat: it is compared with what it must hold, and with what it may not. */
    async function untouched(answer: string, measure: unknown) {
      const [sent] = prompts('foreign');
      expect(answer).toBe('FOREIGN ANSWER');
      expect(JSON.stringify(sent)).not.toContain('[[probe]]');
      expect(JSON.stringify(sent)).toContain(foreignText);
      if (how === 'raw') expect(sent).toEqual(measure);
      const [ours] = prompts('writing');
      expect(JSON.stringify(ours)).not.toContain('[[foreign]]');
      expect(JSON.stringify(ours)).toContain('[[probe]]');
      expect(await texts()).toEqual(['The ferry waits.', input, prose]);
      probe.stage.model.verify();
    }
    const script = () => [
      { when: 'writing', reply: prose },
      { when: 'foreign', reply: 'FOREIGN ANSWER' },
    ];

    it('before the turn passes through', async () => {
      await probe.fresh(stream);
      const measure = await foreignAlone(how);
      probe.stage.model.reset(script());
      const answer = await ask();
      await send(probe.page, input);
      await idle();
      await untouched(answer, measure);
      expect(await only('armed')).toHaveLength(1);
    });

    it('while we are armed and preparing passes through', async () => {
      await probe.fresh(stream, { prepareTakes: 1_500 });
      const measure = await foreignAlone(how);
      probe.stage.model.reset(script());
      await send(probe.page, input);
      await probe.noted('prepare');
      const answer = await ask();
      expect(await probe.page.evaluate(() => document.body.dataset['generating'])).toBe('true');
      await idle();
      await untouched(answer, measure);
    });

    it('in the moment between arming and our prompt passes through', async () => {
      await probe.fresh(stream, { armTakes: 300 });
      const measure = await foreignAlone(how);
      probe.stage.model.reset(script());
      await send(probe.page, input);
      const answer = await ask();
      await idle();
      await untouched(answer, measure);
    });

    it('while we write passes through', async () => {
      await probe.fresh(stream);
      const measure = await foreignAlone(how);
      probe.stage.model.reset([
        { when: 'writing', reply: prose, firstDelay: 1_200 },
        { when: 'foreign', reply: 'FOREIGN ANSWER' },
      ]);
      await send(probe.page, input);
      await probe.stage.model.waitForCall('writing');
      const answer = await ask();
      await idle();
      await untouched(answer, measure);
    });

    it.each(['held', 'released'] as const)('during a %s tail passes through', async (tail) => {
      await probe.fresh(stream, { tail, tailTakes: 1_500 });
      const measure = await foreignAlone(how);
      probe.stage.model.reset(script());
      await send(probe.page, input);
      await probe.noted('complete');
      const answer = await ask();
      await idle();
      await untouched(answer, measure);
      expect(await only('done', 'cut')).toEqual(['done']);
    });
  });

  it('leaves continue, impersonate and dry runs alone', async () => {
    await probe.fresh(stream);
    probe.stage.model.reset([{ reply: prose }, { reply: ' More follows.' }, { reply: 'I wait at the rail.' }]);
    await send(probe.page, input);
    await idle();
    await continueReply(probe.page);
    await idle();
    await impersonate(probe.page);
    await idle();
    const last = (await texts()).at(-1)!;
    expect(last.startsWith(prose)).toBe(true);
    expect(last).toContain('More follows.');
    expect(await probe.page.locator('#send_textarea').inputValue()).toBe('I wait at the rail.');
    expect(await only('arm')).toHaveLength(1);
    const [, continued, impersonated] = probe.stage.model.calls;
    expect(JSON.stringify(continued!.body.messages)).not.toContain('[[probe]]');
    expect(JSON.stringify(impersonated!.body.messages)).not.toContain('[[probe]]');
    await probe.page.locator('#send_textarea').fill('');
  });

  describe('during a released tail', () => {
    /** A tail that shall be cancelled takes longer than a slow machine needs to do so. */
    async function turnWithTail(tailTakes = 3_000) {
      await probe.fresh(stream, { tail: 'released', tailTakes });
      probe.stage.model.reset([{ reply: prose }, { reply: 'The second reply.', optional: true }]);
      await send(probe.page, input);
      await probe.noted('complete');
      await probe.page.waitForFunction(() => !document.body.dataset['generating']);
    }

    it('Enter waits for the tail, and the runs do not mix', async () => {
      await turnWithTail();
      await sendByEnter(probe.page, 'And the second fare?');
      await idle();
      expect(await texts()).toEqual(['The ferry waits.', input, prose, 'And the second fare?', 'The second reply.']);
      expect(await only('armed', 'complete', 'done', 'cut')).toEqual([
        'armed',
        'complete',
        'done',
        'armed',
        'complete',
        'done',
      ]);
    });

    it('a swipe cancels it and gets a page of its own', async () => {
      await turnWithTail(30_000);
      await swipeRight(probe.page);
      await idle();
      expect(await probe.notesOf('cut')).toMatchObject([{ cause: 'swipe' }]);
      const last = (await readChat(probe.page)).at(-1)!;
      expect(last.swipes).toEqual([prose, 'The second reply.']);
      expect(last.swipe_id).toBe(1);
      await swipeLeft(probe.page);
      expect(await shownText(probe.page, -1)).toBe(prose);
    });

    it('an edit of its message cancels it', async () => {
      await turnWithTail(30_000);
      await editMessage(probe.page, 2, 'A quite different text.');
      await idle();
      expect(await probe.notesOf('cut')).toMatchObject([{ cause: 'edit' }]);
      expect((await texts()).at(-1)).toBe('A quite different text.');
    });

    it('an edit of another message does not', async () => {
      await turnWithTail();
      await editMessage(probe.page, 1, 'I ask for the price.');
      await idle();
      expect(await only('done', 'cut')).toEqual(['done']);
    });

    it('its deletion cancels it', async () => {
      await turnWithTail(30_000);
      await deleteLast(probe.page);
      await idle();
      expect(await probe.notesOf('cut')).toMatchObject([{ cause: 'delete' }]);
      expect(await texts()).toEqual(['The ferry waits.', input]);
    });

    it('a regenerate cancels it and replaces the message', async () => {
      await turnWithTail();
      await regenerate(probe.page);
      await idle();
      expect(await only('cut')).toHaveLength(1);
      expect(await texts()).toEqual(['The ferry waits.', input, 'The second reply.']);
    });
  });

  describe('stop is idle within a second', () => {
    /** Milliseconds from the click until SillyTavern is unlocked and no run is active, measured in the page. */
    async function stopped(): Promise<number> {
      const took = await probe.page.evaluate(async () => {
        const began = performance.now();
        document.querySelector<HTMLElement>('#mes_stop')!.click();
        const busy = () =>
          document.body.dataset['generating'] !== undefined || globalThis.bridgeProbe.runner.status().state !== 'idle';
        while (busy() && performance.now() - began < 15_000) await new Promise((resolve) => setTimeout(resolve, 10));
        return performance.now() - began;
      });
      await idle();
      return took;
    }
    const restored = async () => {
      expect(await texts()).toEqual(['The ferry waits.', input]);
      expect((await probe.disk()).map(({ mes }) => mes)).toEqual(['The ferry waits.', input]);
      expect(await probe.notesOf('fail')).toMatchObject([{ ending: 'stopped' }]);
    };

    it('while arming waits', async () => {
      await probe.fresh(stream, { armTakes: 2_500 });
      probe.stage.model.reset([]);
      await send(probe.page, input);
      await probe.noted('arm');
      expect(await stopped()).toBeLessThan(1_000);
      await probe.noted('fail');
      await restored();
    });

    it('while preparing', async () => {
      await probe.fresh(stream, { prepareTakes: 20_000 });
      probe.stage.model.reset([]);
      await send(probe.page, input);
      await probe.noted('prepare');
      expect(await stopped()).toBeLessThan(1_000);
      await restored();
    });

    it('before the first token', async () => {
      await probe.fresh(stream, { firstTokenSeconds: 60 });
      probe.stage.model.reset([{ fault: 'hang-first' }]);
      await send(probe.page, input);
      await probe.stage.model.waitForCall('writing');
      await probe.page.waitForTimeout(200);
      expect(await stopped()).toBeLessThan(1_000);
      await restored();
    });

    it('in the middle of the prose, which stays', async () => {
      if (!stream) return;
      await probe.fresh(stream, { gapSeconds: 60 });
      probe.stage.model.reset([{ reply: prose, fault: 'hang-mid', tokenDelay: 50 }]);
      await send(probe.page, input);
      await probe.page.locator('#chat .last_mes .mes_text', { hasText: 'Two coins' }).waitFor();
      expect(await stopped()).toBeLessThan(1_000);
      expect(await probe.notesOf('complete')).toMatchObject([{ ending: 'stopped' }]);
      const last = (await texts()).at(-1)!;
      expect(prose.startsWith(last)).toBe(true);
      await expect.poll(async () => (await probe.disk()).at(-1)?.mes).toBe(last);
    });

    it('in a held tail, and the prose stays', async () => {
      await probe.fresh(stream, { tail: 'held', tailTakes: 20_000 });
      probe.stage.model.reset([{ reply: prose }]);
      await send(probe.page, input);
      await probe.noted('complete');
      expect(await stopped()).toBeLessThan(1_000);
      expect(await probe.notesOf('cut')).toMatchObject([{ cause: 'stop' }]);
      expect(await texts()).toEqual(['The ferry waits.', input, prose]);
    });

    it('a stopped regenerate puts the old message back, on disk too', async () => {
      await probe.fresh(stream);
      probe.stage.model.reset([{ reply: prose }]);
      await send(probe.page, input);
      await idle();
      await probe.script({ prepareTakes: 20_000 });
      await probe.page.evaluate(() => void globalThis.bridgeProbe.notes.splice(0));
      await regenerate(probe.page);
      await probe.noted('prepare');
      expect(await stopped()).toBeLessThan(1_000);
      expect(await texts()).toEqual(['The ferry waits.', input, prose]);
      expect((await probe.disk()).map(({ mes }) => mes)).toEqual(['The ferry waits.', input, prose]);
    });
  });

  it('a failed preparation sends nothing and leaves the input', async () => {
    await probe.fresh(stream, { prepareFails: 'model.auth' });
    probe.stage.model.reset([]);
    await send(probe.page, input);
    await probe.noted('fail');
    await idle();
    probe.stage.model.verify();
    expect(await probe.notesOf('fail')).toMatchObject([{ ending: 'failed', code: 'model.auth' }]);
    expect(await texts()).toEqual(['The ferry waits.', input]);
    await probe.script({ prepareFails: null });
    probe.stage.model.reset([{ reply: prose }]);
    await send(probe.page, 'Again.');
    await idle();
    expect((await texts()).at(-1)).toBe(prose);
  });

  it('switched off, SillyTavern sends its own prompt and nobody is asked', async () => {
    await probe.fresh(stream);
    await probe.page.evaluate(() => void (globalThis.bridgeProbe.enabled = false));
    probe.stage.model.reset([{ reply: prose }]);
    await send(probe.page, input);
    await idle();
    expect(await calls()).not.toContain('arm');
    expect(JSON.stringify(probe.stage.model.calls[0]!.body.messages)).not.toContain('[[probe]]');
    expect(await texts()).toEqual(['The ferry waits.', input, prose]);
  });
});
