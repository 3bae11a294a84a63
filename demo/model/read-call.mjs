/** Reads from a model call what a scripted storyteller needs: language, input, results, and where the player is. */
import { messageText, promptText } from '../../test/host/call-kind.mjs';

/** @typedef {import('../../test/host/call-kind.mjs').Body} Body */
/** @typedef {import('./story-types.mjs').Script} Script */
/** @typedef {import('./story-types.mjs').Intent} Intent */

/** @param {string} text @returns {'zh' | 'en'} by the share of Han characters */
export function languageOf(text) {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = text.match(/[A-Za-z]+/g)?.length ?? 0;
  return han > latin ? 'zh' : 'en';
}

/** The last block with this tag, opened and closed; instructions may name the tag alone. @param {string} text @param {string} tag */
export function block(text, tag) {
  const end = text.lastIndexOf(`</${tag}>`);
  const start = text.lastIndexOf(`<${tag}>`, end);
  return end < 0 || start < 0 ? '' : text.slice(start + tag.length + 2, end).trim();
}

/** What the player wrote, with or without the extension's tags. @param {Body} body */
export function inputOf(body) {
  const tagged = block(promptText(body), 'user_input');
  if (tagged) return tagged;
  const last = (body.messages ?? []).findLast(({ role }) => role === 'user');
  return last ? messageText(last).trim() : '';
}

/** @param {string} input @param {Script} script @returns {Intent} */
export function intentOf(input, script) {
  return script.intents.find(([, pattern]) => pattern.test(input))?.[0] ?? 'other';
}

/**
 * How the last roll ended; undefined when nothing was rolled.
 *
 * @param {string} text the whole prompt @param {Script} script
 * @returns {boolean | undefined}
 */
export function rollOf(text, script) {
  const roll = block(text, 'tool_results')
    .split('\n')
    .findLast((line) => /\bDC\b/i.test(line));
  if (!roll) return undefined;
  const [, total, dc] = /=\s*(-?\d+)\s*[(（]\s*DC\s*(\d+)/i.exec(roll) ?? [];
  return total && dc ? Number(total) >= Number(dc) : script.success.test(roll);
}

/** @param {string} text the whole prompt @param {Script} script @returns {import('./story-types.mjs').Place} */
export function placeOf(text, script) {
  const last = (/** @type {string} */ phrase) => text.lastIndexOf(phrase);
  const [pier, lighthouse] = [last(script.arrive.pier), last(script.arrive.lighthouse)];
  if (pier !== lighthouse) return pier > lighthouse ? 'pier' : 'lighthouse';
  return script.greetingOf.lighthouse.test(text) ? 'lighthouse' : 'pier';
}

/** Coins in the state summary; undefined when the call does not show the state. @param {string} text @param {Script} script */
export function coinsOf(text, script) {
  const state = block(text, 'state_summary');
  const found = script.coins.exec(state)?.[1];
  if (found !== undefined) return Number(found);
  return undefined;
}
