/** Answers the calls of the two post tools in the demo's book: the ferry log and the choices. */
import { promptText } from '../../test/host/call-kind.mjs';
import { block } from './read-call.mjs';
import { traceOf } from './write-record.mjs';

/** @typedef {import('../../test/host/call-kind.mjs').Body} Body */
/** @typedef {import('./story-types.mjs').Story} Story */

/** Words of the tools' own calls; without the extension the book's entries stand in SillyTavern's own prompt too. @type {import('../../test/host/call-kind.mjs').KindRow[]} */
export const toolKinds = [
  { kind: 'ferry_log', words: ['<narrative_text>', '<ferry_log> 和 </ferry_log>'] },
  { kind: 'ferry_log', words: ['<narrative_text>', '<ferry_log> and </ferry_log>'] },
  { kind: 'choices', words: ['<narrative_text>', '<choices> 和 </choices>'] },
  { kind: 'choices', words: ['<narrative_text>', '<choices> and </choices>'] },
];

/** @param {Body} body @param {Story} story */
export function writeLog(body, story) {
  return `<ferry_log>\n${traceOf(proseOf(body), story).log}\n</ferry_log>`;
}

/** @param {Body} body @param {Story} story */
export function writeChoices(body, story) {
  const lines = traceOf(proseOf(body), story).choices.map((choice, index) => `${index + 1}. ${choice}`);
  return `<choices>\n${lines.join('\n')}\n</choices>`;
}

/** @param {Body} body */
function proseOf(body) {
  const text = promptText(body);
  return block(text, 'narrative_text') || text;
}
