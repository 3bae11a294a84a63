/** Prints a played turn: prose, state, model calls, picture; keeps what went wrong. */
import * as player from '../../test/host/player.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../src/domain/game-state/game-state.ts').GameState} GameState */
/** @typedef {{ text: string, state: GameState | undefined }} Seen */
/** @typedef {ReturnType<typeof makeReport>} Report */

/** @param {import('../../test/host/model-server.mjs').ModelServer | undefined} server the embedded model, when it is the one */
export function makeReport(server) {
  /** @type {string[]} */
  const failures = [];
  let callsSeen = 0;

  /** @param {string} sentence */
  const fail = (sentence) => {
    failures.push(sentence);
    console.log(`  ✗ ${sentence}`);
  };

  /** @param {Page} page @returns {Promise<Seen>} */
  async function see(page) {
    const text = (await player.readChat(page)).at(-1)?.mes ?? '';
    const state = await page.evaluate(() => globalThis.NarrativeAgent?.api.state.get());
    if (state) console.log(`\n${stateLine(state)}`);
    return { text, state };
  }

  return {
    scripted: server !== undefined,
    fail,

    /** @param {string} what @param {boolean} holds */
    check(what, holds) {
      if (holds) console.log(`  ✓ ${what}`);
      else fail(what);
    },

    /** @param {Page} page */
    async opening(page) {
      const version = await page.evaluate(() => globalThis.NarrativeAgent?.version);
      console.log(version ? `Narrative Agent ${version}\n` : 'Plain SillyTavern, without the extension\n');
      console.log((await player.readChat(page))[0]?.mes);
      callsSeen = server?.calls.length ?? 0;
    },

    /**
     * @param {Page} page @param {number} n @param {string} input @param {() => Promise<void>} act
     * @param {string} [picture]
     * @returns {Promise<Seen>}
     */
    async turn(page, n, input, act, picture = `turn-${n}`) {
      console.log(`\n──── ${n} ────\n> ${input}\n`);
      const began = Date.now();
      await act();
      await player.waitIdle(page, 180_000);
      const last = (await player.readChat(page)).at(-1);
      console.log(last?.mes);
      if (!last || last.is_user || last.mes.trim() === '') fail(`turn ${n} brought no reply`);
      const seen = await see(page);
      const analysis = await page.evaluate(() => globalThis.NarrativeAgent?.api.sessions.timeline().at(-1)?.analysis);
      if (analysis !== undefined && analysis !== 'done') fail(`the analysis of turn ${n} is ${analysis}`);
      if (server) {
        const calls = server.calls.slice(callsSeen);
        callsSeen = server.calls.length;
        const list = calls.map(({ kind, startedAt, endedAt = startedAt }) => `${kind} ${endedAt - startedAt} ms`);
        console.log(`${calls.length} model calls: ${list.join(', ')}; the turn took ${Date.now() - began} ms`);
      }
      await page.locator('#chat').evaluate((chat) => chat.scrollTo(0, chat.scrollHeight));
      await player.screenshot(page, `artifacts/${picture}.png`);
      return seen;
    },

    /** @param {Page} page @param {string} title */
    async look(page, title) {
      console.log(`\n──── ${title} ────`);
      return see(page);
    },

    /** @param {string} left @param {GameState} a @param {string} right @param {GameState | undefined} b */
    sideBySide(left, a, right, b) {
      console.log(`\n${left}: ${stateLine(a)}\n${right}: ${b ? stateLine(b) : '—'}`);
    },

    /** @returns {boolean} nothing failed */
    close() {
      console.log(failures.length ? `\n${failures.length} failed:\n- ${failures.join('\n- ')}` : '\nAll turns played.');
      return failures.length === 0;
    },
  };
}

/** @param {GameState} state */
function stateLine({ time, location, inventory, relationships, quests, flags }) {
  const clock = [time.hour, time.minute].map((part) => String(part).padStart(2, '0')).join(':');
  return `day ${time.day} ${clock} · ${location} · ${JSON.stringify({ inventory, relationships, quests, flags })}`;
}
