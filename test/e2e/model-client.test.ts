/** Our own model calls through a real SillyTavern: the right connection, real aborts, errors by their kind, nobody disturbed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fault } from '../host/model-faults.mjs';
import { recordEvents } from '../host/player.mjs';
import { type ProbeRequest } from './support/bridge/probe-ask.ts';
import { openProbeStage, type ProbeStage } from './support/bridge/probe-stage.ts';

const text = 'Sum it up.';
const reply = 'A summary that is long enough to be cut somewhere.';
let probe: ProbeStage;

beforeAll(async () => {
  probe = await openProbeStage({
    profiles: [{ id: 'other', name: 'Other model', model: 'other-model' }],
  });
});
afterAll(async () => {
  await probe.close();
});

const ask = (request: Partial<ProbeRequest> = {}) =>
  probe.page.evaluate((wanted) => globalThis.bridgeProbe.ask(wanted), { text, ...request });
const selections = () => probe.page.evaluate(() => JSON.stringify(SillyTavern.getContext().chatCompletionSettings));

it('streams the answer of the current connection, raises no event and changes no selection', async () => {
  probe.stage.model.reset([{ reply }]);
  const events = await recordEvents(probe.page);
  const before = await selections();
  const answer = await ask({ temperature: 0.2 });
  expect(answer).toMatchObject({ reply: { text: reply, finish: 'stop', model: 'scripted' }, untouched: true });
  expect(answer.pieces).toBeGreaterThan(1);
  const { body } = probe.stage.model.calls[0]!;
  expect(body).toMatchObject({ model: 'scripted', stream: true, temperature: 0.2, max_tokens: 321 });
  expect(body.messages).toEqual([{ role: 'user', content: text }]);
  const raised = (await events.names()).filter((name) => /^(GENERAT|CHAT_COMPLETION|MESSAGE|STREAM)/.test(name));
  expect(raised).toEqual([]);
  expect(await selections()).toBe(before);
});

it('uses a profile without selecting it', async () => {
  probe.stage.model.reset([{ reply }]);
  const before = await selections();
  expect(await ask({ profile: 'other' })).toMatchObject({ reply: { text: reply } });
  expect(probe.stage.model.calls[0]!.body.model).toBe('other-model');
  expect(await selections()).toBe(before);
  expect(await ask({ profile: 'gone' })).toMatchObject({ code: 'model.not-found' });
});

it('asks for a schema where one is given, in one piece', async () => {
  probe.stage.model.reset([{ reply: '{"a":1}' }]);
  expect(await ask({ schema: true })).toMatchObject({ reply: { text: '{"a":1}' }, pieces: 0 });
  expect(probe.stage.model.calls[0]!.body['response_format']).toMatchObject({ type: 'json_schema' });
  expect(probe.stage.model.calls[0]!.body.stream).toBe(false);
});

it('keeps two calls at once apart', async () => {
  probe.stage.model.reset([
    { when: (body) => JSON.stringify(body.messages).includes('first'), reply: 'one', firstDelay: 300 },
    { when: (body) => JSON.stringify(body.messages).includes('second'), fault: 'http-429' },
  ]);
  const [first, second] = await Promise.all([ask({ text: 'first' }), ask({ text: 'second' })]);
  expect(first).toMatchObject({ reply: { text: 'one' } });
  expect(second).toMatchObject({ code: 'model.rate-limited' });
});

it('really closes the request when it is aborted', async () => {
  probe.stage.model.reset([{ fault: 'hang-first' }]);
  const answer = await ask({ abortAfter: 300 });
  expect(answer.code).toBe('run.cancelled');
  const call = probe.stage.model.calls[0]!;
  await call.done;
  expect(call.aborted).toBe(true);
});

it.each<[Fault, boolean, string]>([
  ['http-401', false, 'model.auth'],
  ['http-401', true, 'model.auth'],
  ['http-413', false, 'model.overflow'],
  ['http-429', false, 'model.rate-limited'],
  ['http-429', true, 'model.rate-limited'],
  ['http-500', false, 'model.server'],
  ['http-500', true, 'model.server'],
  ['hang-first', false, 'model.timeout'],
  ['hang-first', true, 'model.timeout'],
  ['hang-mid', false, 'model.timeout'],
  ['end-quiet', false, 'model.cut-stream'],
  ['end-quiet', true, 'model.cut-stream'],
  ['error-mid', false, 'model.server'],
  ['error-200', false, 'model.server'],
  ['error-200', true, 'model.server'],
])('names %s (schema: %s) as %s', async (fault, schema, code) => {
  probe.stage.model.reset([{ reply, fault }]);
  expect(await ask({ schema, firstTokenSeconds: 1, totalSeconds: 2 })).toMatchObject({ code });
});

it('names an answer without text', async () => {
  probe.stage.model.reset([{ reply: '' }]);
  expect(await ask()).toMatchObject({ code: 'model.empty' });
  probe.stage.model.reset([{ reply: { content: '', reasoning: 'hm', finish_reason: 'length' } }]);
  expect(await ask()).toMatchObject({ code: 'model.budget-eaten' });
});
