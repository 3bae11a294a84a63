/** How a request ends, proven on a real SillyTavern: every fault of the server × send, swipe, regenerate × streaming and not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault } from '../host/model-faults.mjs';
import { closePopups, readChat, regenerate, send, shownText, swipeRight, waitIdle } from '../host/player.mjs';
import { openProbeStage, type ProbeStage } from './support/bridge/probe-stage.ts';

type Action = 'send' | 'swipe' | 'regenerate';

interface Expected {
  readonly code: string;
  /** Some prose came before the fault. */
  readonly partial: boolean;
}

const whole = (code: string): Expected => ({ code, partial: false });
const cut = (code: string): Expected => ({ code, partial: true });

const faults: readonly { fault: Fault; streaming: Expected; plain: Expected }[] = [
  { fault: 'http-401', streaming: whole('model.auth'), plain: whole('model.auth') },
  { fault: 'http-429', streaming: whole('model.rate-limited'), plain: whole('model.rate-limited') },
  { fault: 'http-500', streaming: whole('model.server'), plain: whole('model.server') },
  { fault: 'hang-first', streaming: whole('model.timeout'), plain: whole('model.timeout') },
  { fault: 'hang-mid', streaming: cut('model.timeout'), plain: whole('model.timeout') },
  { fault: 'end-quiet', streaming: cut('model.cut-stream'), plain: whole('model.cut-stream') },
  { fault: 'error-mid', streaming: cut('model.server'), plain: whole('model.server') },
  { fault: 'error-200', streaming: whole('model.server'), plain: whole('model.server') },
];

const input = 'I ask for the fare.';
const old = 'The old reply stands on the page.';
const fresh = 'A new reply that is long enough to be cut in the middle.';

let probe: ProbeStage;

beforeAll(async () => {
  probe = await openProbeStage();
});
afterAll(async () => {
  await probe.close();
});

/** Settled: no generation shown, nothing pending in the bridge, the toasts of SillyTavern out of the way. */
async function settled() {
  await waitIdle(probe.page);
  await closePopups(probe.page);
  await probe.page.evaluate(() => document.querySelectorAll('#toast-container > *').forEach((toast) => toast.remove()));
}

async function act(action: Action) {
  if (action === 'send') return send(probe.page, input);
  if (action === 'swipe') return swipeRight(probe.page);
  return regenerate(probe.page);
}

/** What a failed turn leaves alone can serve the next case; a fresh chat only where a partial reply came in. */
async function withReply(action: Action, stream: boolean): Promise<string[]> {
  const script = { firstTokenSeconds: 1, gapSeconds: 1 };
  const before = await readChat(probe.page);
  const last = before.at(-1);
  const ready = action === 'send' ? before.length > 0 : last?.mes === old && last.swipes?.length === 1;
  if (ready) await probe.reuse(stream, script);
  else await probe.fresh(stream, script);
  if (action !== 'send' && !ready) {
    probe.stage.model.reset([{ reply: old }]);
    await send(probe.page, input);
    await settled();
    expect((await readChat(probe.page)).at(-1)?.mes).toBe(old);
    await probe.page.evaluate(() => void globalThis.bridgeProbe.notes.splice(0));
  }
  return (await readChat(probe.page)).map(({ mes }) => mes);
}

describe.each([true, false])('streaming: %s', (stream) => {
  describe.each(['send', 'swipe', 'regenerate'] as const)('%s', (action) => {
    it.each(faults)('$fault is named rightly and leaves the chat in order', async ({ fault, streaming, plain }) => {
      const expected = stream ? streaming : plain;
      const before = await withReply(action, stream);
      probe.stage.model.reset([{ reply: fresh, fault }]);

      await act(action);
      const end = await probe.noted(expected.partial ? 'complete' : 'fail');
      await settled();

      expect(end).toMatchObject({ ending: 'failed', code: expected.code });
      const names = (await probe.notes()).map((note) => note.call);
      expect(names.filter((name) => name === 'armed')).toHaveLength(1);
      expect(names.filter((name) => name === 'complete' || name === 'fail')).toHaveLength(1);

      const chat = await readChat(probe.page);
      const disk = await probe.disk();
      expect(disk.map(({ mes }) => mes)).toEqual(chat.map(({ mes }) => mes));
      const last = chat.at(-1)!;
      if (expected.partial) {
        expect(fresh.startsWith(last.mes)).toBe(true);
        expect(last.mes.length).toBeGreaterThan(0);
        expect(last.swipes?.[last.swipe_id ?? 0]).toBe(last.mes);
        expect(disk.at(-1)!.swipes).toEqual(last.swipes);
        if (action === 'swipe') expect(last.swipes).toEqual([old, last.mes]);
      } else if (action === 'send') {
        expect(chat.map(({ mes }) => mes)).toEqual([...before, input]);
        expect(await shownText(probe.page, -1)).toBe(input);
      } else {
        expect(chat.map(({ mes }) => mes)).toEqual(before);
        expect(last.swipes).toEqual([old]);
        expect(last.swipe_id).toBe(0);
        expect(disk.at(-1)).toMatchObject({ mes: old, swipes: [old], swipe_id: 0 });
        expect(await shownText(probe.page, -1)).toBe(old);
      }
      expect(await probe.page.locator('#send_but').isVisible()).toBe(true);
      // A save that is still under way is looked at too; after it nothing of ours may be left on the page's fetch.
      const isNative = () => probe.page.evaluate(() => globalThis.fetch.toString().includes('[native code]'));
      await expect.poll(isNative, { timeout: 5_000 }).toBe(true);
      probe.stage.model.verify();
    });
  });
});
