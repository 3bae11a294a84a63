/** Tells which agent a model call belongs to, by marker words in its messages. */

/** @typedef {'analysis' | 'planning' | 'writing' | 'variables' | 'foreign' | (string & {})} CallKind */
/** @typedef {{ role: string, content: unknown }} BodyMessage */
/** @typedef {{ model?: string, stream?: boolean, messages?: BodyMessage[], max_tokens?: number } & Record<string, unknown>} Body */

/**
 * One row: the call is of this kind when its text holds every word. The first row that fits wins.
 *
 * @typedef {{ kind: CallKind, words: string[] }} KindRow
 */

/** A prompt with this word is not ours: tests put it into the quiet and raw prompts of "other extensions". */
export const foreignMark = '[[foreign]]';

/** @type {readonly KindRow[]} */
export const defaultKinds = [
  { kind: 'foreign', words: [foreignMark] },
  { kind: 'analysis', words: ['summary_entries'] },
  { kind: 'variables', words: ['"patches": ['] },
  { kind: 'planning', words: ['narrative_direction', 'key_points'] },
];

/**
 * @param {Body} body
 * @param {readonly KindRow[]} [kinds]
 * @returns {CallKind} `writing` when no row fits
 */
export function kindOf(body, kinds = defaultKinds) {
  const text = promptText(body);
  return kinds.find(({ words }) => words.every((word) => text.includes(word)))?.kind ?? 'writing';
}

/** @param {Body} body @returns {string} all message texts, in order */
export function promptText(body) {
  return (body.messages ?? []).map(messageText).join('\n\n');
}

/** @param {BodyMessage} message @returns {string} */
export function messageText({ content }) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('');
}
