/** The demo's cards and books as a data root takes them, and the three turns it is played with. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {'zh' | 'en'} Language */

/** @param {Language} language */
export function demoSpec(language) {
  const cards = [`lantern-ferry.${language}`, `lantern-ferry-mvu.${language}`].map((name) => ({
    card: read(`cards/${name}.json`),
    paint: lamp,
  }));
  /** @type {Record<string, object>} */
  const worlds = {};
  for (const name of [`lantern-ferry.${language}`, `lantern-ferry-mvu.${language}`]) {
    const world = read(`cards/${name}.json`).data.extensions.world;
    worlds[world] = read(`books/${name}.json`);
  }
  return { cards, worlds, persona: persona[language] };
}

/** The three turns of the demo, as a player would write them. @type {Record<Language, [string, string, string]>} */
export const demoTurns = {
  zh: [
    '我向老秤买一瓶灯油，顺便问阿芜今晚能不能渡我过去。',
    '潮钟响了，我上船，趁落潮渡过雾口。',
    '我想不起来了：阿芜在潮钟下叫我念的是哪句话来着？',
  ],
  en: [
    'I buy a bottle of lamp oil from Old Scales and ask Wren whether she will take me over tonight.',
    'The bell has rung. I board the Latecomer and we cross at ebb.',
    'I try to remember: what did Wren tell me to say at the bell?',
  ],
};

const persona = {
  zh: { name: '旅人', description: '一个背着空提灯的旅人，天亮前要到对岸去。' },
  en: { name: 'Traveller', description: 'A traveller with an empty lantern who has to be on the other side by dawn.' },
};

/** @param {string} file */
function read(file) {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
}

/** A lamp over dark water. @param {number} x @param {number} y @returns {[number, number, number]} */
function lamp(x, y) {
  const glow = Math.exp(-((x - 0.5) ** 2 * 30 + (y - 0.42) ** 2 * 60));
  const reflection = y > 0.62 ? Math.exp(-((x - 0.5) ** 2 * 160)) * (0.5 + 0.5 * Math.cos(y * 160)) * 0.6 : 0;
  const light = Math.min(1, glow + reflection);
  const fog = 30 + 40 * (1 - Math.abs(y - 0.62) * 1.6);
  return [fog * 0.7 + 210 * light, fog * 0.85 + 160 * light, fog * 1.05 + 70 * light];
}
