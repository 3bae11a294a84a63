/** Answers analysis and variable calls: whatever phrase stands in the prose, its consequence is recorded, and nothing else. */
import { promptText } from '../../test/host/call-kind.mjs';
import { block } from './read-call.mjs';

/** @typedef {import('../../test/host/call-kind.mjs').Body} Body */
/** @typedef {import('./story-types.mjs').Story} Story */
/** @typedef {import('./story-types.mjs').Fact} Fact */

/** @param {Body} body @param {Story} story @returns {string} JSON */
export function writeAnalysis(body, story) {
  const text = promptText(body);
  const prose = block(text, 'turn_text') || text;
  const greeting = block(text, 'greeting');
  return JSON.stringify({
    summary_entries: [traceOf(prose, story).summary],
    events: [...eventsOf(greeting, story.goods), ...eventsOf(prose, story.facts)],
    ...(greeting ? { opening: openingOf(greeting, story) } : {}),
    ...(block(text, 'earlier_rounds') ? { earlier: earlierOf(text, story) } : {}),
  });
}

/** @param {Body} body @param {Story} story @returns {string} JSON */
export function writePatches(body, story) {
  const text = promptText(body);
  const prose = ['turn_text', 'narrative_text'].map((tag) => block(text, tag)).find(Boolean) ?? text;
  const patches = story.facts.filter(({ quote }) => prose.includes(quote)).flatMap((fact) => fact.patches ?? []);
  return JSON.stringify({ patches });
}

/** @param {string} prose @param {Story} story */
export function traceOf(prose, story) {
  return story.traces.find(({ mark }) => prose.includes(mark)) ?? story.anyTrace;
}

/** @param {string} text @param {Fact[]} facts */
function eventsOf(text, facts) {
  return facts
    .filter(({ quote }) => text.includes(quote))
    .flatMap(({ quote, events = [] }) => events.map((event) => ({ ...event, quote })));
}

/** @param {string} greeting @param {Story} story */
function openingOf(greeting, story) {
  const place = story.greetingOf.lighthouse.test(greeting) ? 'lighthouse' : 'pier';
  return { location: story.placeNames[place], day: 1, hour: 18, minute: 40 };
}

/** Rounds that were never analysed ride along. @param {string} text @param {Story} story */
function earlierOf(text, story) {
  return block(text, 'earlier_rounds')
    .split(/(?=^\[(?:第\s*\d+\s*轮|Round \d+)\])/m)
    .flatMap((part) => {
      const round = /^\[(?:第\s*|Round )(\d+)/.exec(part)?.[1];
      if (!round) return [];
      const { summary } = traceOf(part, story);
      return [{ round: Number(round), summary_entries: [summary], events: eventsOf(part, story.facts) }];
    });
}
