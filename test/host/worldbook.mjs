/** Fills short worldbook entries up to the full form of SillyTavern's world files. */

/**
 * The fields most tests name; every other field of a SillyTavern entry may be given too.
 *
 * @typedef {object} WorldEntry
 * @property {string} content
 * @property {string} [comment] title, or a marker such as `[TOOL:name]`
 * @property {string[]} [key] primary keys
 * @property {string[]} [keysecondary]
 * @property {boolean} [constant] default: true when there is no key
 * @property {boolean} [disable]
 * @property {number} [position] 0 before, 1 after, 2 and 3 author's note, 4 at depth, 5 and 6 examples, 7 outlet
 * @property {number} [order]
 * @property {number} [depth]
 * @property {number} [role] 0 system, 1 user, 2 assistant
 */

/**
 * @param {(WorldEntry & Record<string, unknown>)[]} entries
 * @returns {{ entries: Record<string, Record<string, unknown>> }} a world file
 */
export function worldbook(entries) {
  return { entries: Object.fromEntries(entries.map((entry, uid) => [String(uid), fullEntry(entry, uid)])) };
}

/** @param {WorldEntry & Record<string, unknown>} entry @param {number} uid */
function fullEntry(entry, uid) {
  return {
    uid,
    key: [],
    keysecondary: [],
    comment: '',
    constant: !entry.key?.length,
    vectorized: false,
    selective: true,
    selectiveLogic: 0,
    addMemo: true,
    order: 100,
    position: 0,
    disable: false,
    ignoreBudget: false,
    excludeRecursion: false,
    preventRecursion: false,
    delayUntilRecursion: false,
    probability: 100,
    useProbability: true,
    depth: 4,
    group: '',
    groupOverride: false,
    groupWeight: 100,
    scanDepth: null,
    caseSensitive: null,
    matchWholeWords: null,
    useGroupScoring: null,
    automationId: '',
    role: 0,
    sticky: 0,
    cooldown: 0,
    delay: 0,
    triggers: [],
    displayIndex: uid,
    ...entry,
  };
}
