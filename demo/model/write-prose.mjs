/** Writes the prose of a turn: the scene that fits intent and tool results, in another wording each time it is asked again. */
import { promptText } from '../../test/host/call-kind.mjs';
import { block, coinsOf, inputOf, intentOf, placeOf, rollOf } from './read-call.mjs';

/** @typedef {import('../../test/host/call-kind.mjs').Body} Body */
/** @typedef {import('./story-types.mjs').Story} Story */
/** @typedef {import('./story-types.mjs').SceneName} SceneName */

/** @returns {(body: Body, story: Story) => string} remembers what it was asked, and that it has said it is a script */
export function makeWriter() {
  /** @type {Map<string, number>} */
  const asked = new Map();
  let noticeGiven = false;

  return (body, story) => {
    const text = promptText(body);
    const variants = story.scenes[sceneOf(body, story)];
    const key = `${inputOf(body)}\n${text.length}`;
    const times = asked.get(key) ?? 0;
    asked.set(key, times + 1);
    const told = variants.findIndex((variant) => text.includes(openingOf(variant)));
    const prose = variants[(told + 1 + times) % variants.length] ?? '';
    const there = placeOf(text, story) === 'pier' ? 'lighthouse' : 'pier';
    const scene = prose.replace('{arrive}', story.arrive[there]);
    if (noticeGiven) return scene;
    noticeGiven = true;
    return `${scene}\n\n${story.notice}`;
  };
}

/** @param {Body} body @param {Story} story @returns {SceneName} */
export function sceneOf(body, story) {
  const text = promptText(body);
  const results = rollOf(text, story);
  switch (intentOf(inputOf(body), story)) {
    case 'look':
      return `look-${placeOf(text, story)}`;
    case 'talk':
      return 'talk';
    case 'buy':
      return (coinsOf(text, story) ?? 2) < 2 || text.includes(story.creditPlan.direction) ? 'credit' : 'buy';
    case 'sneak':
      return results === undefined ? 'sneak-watch' : results ? 'sneak-made' : 'sneak-caught';
    case 'cross':
      if (story.flood.test(block(text, 'tool_results'))) return 'cross-wait';
      return results === false ? 'cross-turned' : 'cross-made';
    case 'recall':
      return text.includes(story.password) ? 'recall' : 'forgot';
    case 'other':
      return 'other';
  }
}

/** The first sentence tells whether a variant stands in the history already. @param {string} variant */
function openingOf(variant) {
  return variant.slice(0, 24);
}
