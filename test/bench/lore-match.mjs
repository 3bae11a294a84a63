/**
 * B1: matching 10,000 entries with 20 keys each against a window of 8,000 characters, beside a plain scan of the same
 * meaning measured in the same run. `node test/bench/lore-match.mjs`; exits 1 when a ratio is off.
 */
import { build } from 'esbuild';
import { cpus } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ENTRIES = 10_000;
const KEYS = 20;
const WINDOW = 8_000;
/** The plain scan is measured on a part and multiplied, since the whole takes long. */
const PART = 200;

async function loadScanner() {
  const source = fileURLToPath(new URL('../../src/domain/worldbook/match-keys.ts', import.meta.url));
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, format: 'esm', write: false });
  const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64');
  /** @type {typeof import('../../src/domain/worldbook/match-keys.ts')} */
  const module = await import(`data:text/javascript;base64,${code}`);
  return module.makeKeyScanner;
}

let seed = 12_345;
const random = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
/** @template T @param {readonly T[]} from */
const pick = (from) => /** @type {T} */ (from[Math.floor(random() * from.length)]);
const hans = Array.from({ length: 2_500 }, (_, i) => String.fromCharCode(0x4e00 + i * 7));
const letters = [...'etaoinshrdlucmfwypvbgk'];
const han = (/** @type {number} */ length) => Array.from({ length }, () => pick(hans)).join('');
const word = (/** @type {number} */ length) => Array.from({ length }, () => pick(letters)).join('');
const key = () => {
  const kind = random();
  if (kind < 0.6) return han(2 + Math.floor(random() * 3));
  if (kind < 0.95) return word(5 + Math.floor(random() * 6));
  return `/${word(5)}(?:s|${word(3)})?|${han(2)}.{0,6}${han(1)}/i`;
};
const text = (/** @type {number} */ length) => {
  let out = '';
  while (out.length < length) out += random() < 0.7 ? han(6) + '，' : ` ${word(6)} `;
  return out.slice(0, length);
};

/** @type {import('../../src/domain/worldbook/entry.ts').WorldbookEntry[]} */
const entries = Array.from({ length: ENTRIES }, (_, i) => ({
  book: 'bench',
  uid: String(i),
  comment: '',
  content: '',
  keys: Array.from({ length: KEYS }, key),
  secondaryKeys: [],
  selectiveLogic: 0,
  selective: true,
  enabled: true,
  constant: false,
  vectorized: false,
  position: 1,
  depth: 4,
  role: 0,
  order: 100,
  caseSensitive: null,
  matchWholeWords: true,
  hostOnly: false,
  gatesOpen: true,
}));
const texts = { input: text(60), window: text(WINDOW), state: text(300) };

/** As SillyTavern does it: each key alone, the text lowered and a border pattern built for each. */
function plainScan(/** @type {typeof entries} */ part) {
  const haystack = [texts.input, texts.window, texts.state].join('\n');
  return part.filter((entry) => entry.keys.some((text) => matches(haystack, text, entry.matchWholeWords)));
}
function matches(
  /** @type {string} */ haystack,
  /** @type {string} */ written,
  /** @type {boolean | null} */ wholeWords,
) {
  const regex = /^\/([\s\S]+?)\/([gimsuy]*)$/.exec(written);
  if (regex) return new RegExp(regex[1] ?? '', regex[2]).test(haystack);
  const lowered = haystack.toLowerCase();
  const needle = written.toLowerCase();
  if (!wholeWords || /\s/.test(needle)) return lowered.includes(needle);
  return new RegExp(`(?:^|\\W)(${needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})(?:$|\\W)`).test(lowered);
}

/** @template T @param {() => T} run */
const time = (run) => {
  const start = performance.now();
  const value = run();
  return { milliseconds: performance.now() - start, value };
};

/**
 * @returns {Promise<{ name: string, milliseconds: number, goal: number, ratio: number, most: number }[]>} `ratio` is to
 *   the plain scan of the same run; more than `most` is a failure
 */
export async function benchLoreMatch() {
  const makeKeyScanner = await loadScanner();
  const built = time(() => makeKeyScanner(entries));
  built.value.scan(texts);
  const scans = Array.from({ length: 5 }, () => time(() => built.value.scan(texts)));
  const scanned = scans.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
  const plain = time(() => plainScan(entries.slice(0, PART)));
  const whole = (plain.milliseconds * ENTRIES) / PART;
  const ours = new Set(scanned.value.map(({ entry }) => entry.uid));
  const missed = plain.value.find((entry) => !ours.has(entry.uid));
  if (missed) throw new Error(`The scan missed entry ${missed.uid}: ${missed.keys.join(', ')}`);
  const first = built.milliseconds + scanned.milliseconds;
  return [
    {
      name: 'lore scan',
      milliseconds: scanned.milliseconds,
      goal: 60,
      ratio: scanned.milliseconds / whole,
      most: 1 / 150,
    },
    { name: 'lore build and scan', milliseconds: first, goal: 560, ratio: first / whole, most: 1 / 5 },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = await benchLoreMatch();
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  for (const { name, milliseconds, goal, ratio, most } of rows) {
    console.log(
      `${name}: ${milliseconds.toFixed(1)} ms (goal ${goal}), 1/${(1 / ratio).toFixed(0)} of a plain scan (at most 1/${1 / most})`,
    );
  }
  if (rows.some(({ ratio, most }) => ratio > most)) process.exitCode = 1;
}
