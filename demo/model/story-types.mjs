/** The shape of a scripted story: what the demo model can write, and what follows from each phrase it writes. */

/** @typedef {'look' | 'talk' | 'buy' | 'sneak' | 'cross' | 'recall' | 'other'} Intent */
/** @typedef {'pier' | 'lighthouse'} Place */

/**
 * @typedef {'look-pier' | 'look-lighthouse' | 'talk' | 'buy' | 'credit' | 'cross-made' | 'cross-turned' | 'cross-wait'
 *   | 'sneak-made' | 'sneak-caught' | 'sneak-watch' | 'recall' | 'forgot' | 'other'} SceneName
 */

/**
 * @typedef {object} Script
 * @property {[Intent, RegExp][]} intents the first that fits the input
 * @property {string} notice that this is a script, said once
 * @property {Record<SceneName, string[]>} scenes each with its variants; `{arrive}` is filled in
 * @property {Record<Place, string>} arrive the sentence of arriving there
 * @property {Record<Place, string>} placeNames
 * @property {Record<Place, RegExp>} greetingOf what only the greeting at this place says
 * @property {string} password the words of round 0
 * @property {RegExp} coins finds their number in a state summary
 * @property {RegExp} success
 * @property {RegExp} flood what the tide tool says while the tide comes in
 */

/**
 * What a phrase means: wherever it stands in the prose, this happened.
 *
 * @typedef {object} Fact
 * @property {string} quote the phrase, verbatim
 * @property {{ type: string, params: Record<string, unknown> }[]} [events]
 * @property {{ op: string, path: string, value?: unknown }[]} [patches] the same in the MVU twin
 */

/**
 * What a scene leaves behind, found by a phrase that only it has.
 *
 * @typedef {object} Trace
 * @property {string} mark
 * @property {string} summary
 * @property {string} log
 * @property {string[]} choices
 */

/**
 * @typedef {object} StoryRecord
 * @property {Fact[]} goods what the greeting says the player has
 * @property {Fact[]} facts
 * @property {Trace[]} traces
 * @property {Trace} anyTrace when no mark is found
 */

/**
 * @typedef {object} Plan
 * @property {string} intent
 * @property {string} direction
 * @property {string[]} points
 * @property {string} tone
 * @property {string} pacing
 * @property {string[]} notes
 * @property {{ tool: string, params: Record<string, unknown>, success_branch?: string, failure_branch?: string,
 *   reason: string }[]} [calls]
 * @property {number[]} [recall]
 */

/**
 * @typedef {object} Plans
 * @property {Record<Intent, Plan>} plans
 * @property {Plan} creditPlan for buying with too few coins
 */

/** @typedef {Script & StoryRecord & Plans} Story */

export {};
