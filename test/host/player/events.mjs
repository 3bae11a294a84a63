/** Records SillyTavern's events in the page, in the order they were emitted. */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, args: unknown[], at: number }} SeenEvent name as in `event_types`, args as JSON */

/** Too many and too alike to compare. */
const chatty = [
  'STREAM_TOKEN_RECEIVED',
  'SMOOTH_STREAM_TOKEN_RECEIVED',
  'SETTINGS_UPDATED',
  'EXTENSION_SETTINGS_LOADED',
];

/**
 * @param {Page} page
 * @returns {Promise<{ names: () => Promise<string[]>, all: () => Promise<SeenEvent[]>, clear: () => Promise<void> }>}
 *   names: without tokens and settings; `DRY:` marks the events of a dry run
 */
export async function recordEvents(page) {
  await page.evaluate(() => {
    const { eventSource, eventTypes } = SillyTavern.getContext();
    /** @type {NonNullable<typeof globalThis.playerEvents>} */
    const seen = [];
    globalThis.playerEvents = seen;
    const known = new Set();
    for (const [name, event] of Object.entries(eventTypes)) {
      if (known.has(event)) continue; // two names of one event
      known.add(event);
      eventSource.on(event, (...args) => {
        if (globalThis.playerEvents !== seen) return;
        let copy;
        try {
          copy = JSON.parse(JSON.stringify(args));
        } catch {
          copy = args.map(String);
        }
        seen.push({ name, args: copy, at: performance.now() });
      });
    }
  });
  const all = () => page.evaluate(() => globalThis.playerEvents ?? []);
  return {
    all,
    names: async () => (await all()).filter(({ name }) => !chatty.includes(name)).map(label),
    clear: () => page.evaluate(() => void globalThis.playerEvents?.splice(0)),
  };
}

/** @param {SeenEvent} event */
function label({ name, args }) {
  const [first, second, third] = args;
  const dry =
    (name === 'GENERATION_STARTED' || name === 'GENERATION_AFTER_COMMANDS' ? third : undefined) === true ||
    (name === 'GENERATE_AFTER_DATA' && second === true) ||
    /** @type {{ dryRun?: boolean } | null | undefined} */ (first)?.dryRun === true;
  return dry ? `DRY:${name}` : name;
}
