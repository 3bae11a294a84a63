/** Answers a planning call: the plan for the intent, with the tools that are on the list and the recall that is asked for. */
import { promptText } from '../../test/host/call-kind.mjs';
import { block, coinsOf, inputOf, intentOf, placeOf } from './read-call.mjs';

/**
 * @param {import('../../test/host/call-kind.mjs').Body} body
 * @param {import('./story-types.mjs').Story} story
 * @returns {string} JSON
 */
export function writePlan(body, story) {
  const text = promptText(body);
  const intent = intentOf(inputOf(body), story);
  const short = intent === 'buy' && (coinsOf(text, story) ?? 2) < 2;
  const plan = short ? story.creditPlan : story.plans[intent];
  const listed = (plan.calls ?? []).filter(({ tool }) => text.includes(tool));
  return JSON.stringify({
    intent: plan.intent,
    ...(text.includes('tool_calls') ? { tool_calls: beforeTheBell(text) ? listed.slice(0, 1) : listed } : {}),
    ...(text.includes('text_recall') ? { text_recall: plan.recall ?? [] } : {}),
    narrative_direction: plan.direction,
    scene_setting: [clock(text), story.placeNames[placeOf(text, story)]].filter(Boolean).join(' '),
    key_points: plan.points,
    tone: plan.tone,
    pacing: plan.pacing,
    continuity_notes: plan.notes,
  });
}

/** While the tide comes in nobody crosses, so there is nothing to roll for. @param {string} text */
function beforeTheBell(text) {
  const now = clock(text);
  return now > '05:00' && now < '19:00' && text.includes('tide');
}

/** The time of day in the state summary, as `19:00`; empty when it is not told. @param {string} text */
function clock(text) {
  return /\b(\d\d:\d\d)\b/.exec(block(text, 'state_summary'))?.[1] ?? '';
}
