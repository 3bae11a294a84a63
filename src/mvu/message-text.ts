/** The MVU parts of a message's text: the update block and the mark of the status bar, put in once and taken out for prompts. */
import { type JsonObject } from '../shared/json-value.ts';

export const STATUS_MARK = '<StatusPlaceHolderImpl/>';

const statusMarks = /\s*<StatusPlaceHolderImpl\s*\/>/gi;
const echoedVariables = /\s*<(status_current_variables?)>[\s\S]*?<\/\1>/gi;
const updateBlocks = /\s*<(update|updatevariable|variableupdate)>(?:(?!<\1>)[\s\S])*?<\/\1>/gi;
const patchBlocks = /\s*<(jsonpatch|json_patch)>(?:(?!<\1>)[\s\S])*?<\/\1>/gi;

/** The block MVU reads back, written by us from operations of a model. */
export function renderUpdateBlock(operations: readonly JsonObject[]): string {
  // A closing tag inside a value would end the block.
  const json = JSON.stringify(operations, null, 1).replaceAll('</', '<\\/');
  return `<UpdateVariable>\n<JSONPatch>\n${json}\n</JSONPatch>\n</UpdateVariable>`;
}

/**
 * The final text of a floor: the prose, one block if the reply did not bring its own, one mark.
 * @param operations null when the text already holds its update, or there is none
 */
export function withMvuParts(text: string, operations: readonly JsonObject[] | null): string {
  const prose = text.replace(statusMarks, '').replace(echoedVariables, '').trimEnd();
  const block = operations === null ? '' : `\n\n${renderUpdateBlock(operations)}`;
  return `${prose}${block}\n\n${STATUS_MARK}`;
}

/** The text for the screen: blocks that no display rule of the card has folded away are not shown. */
export function hideUpdateBlocks(text: string): string {
  if (!/<(?:update|variableupdate|json_?patch)/i.test(text)) return text;
  const unlessFolded = (block: string, _tag: string, offset: number, whole: string): string => {
    const before = whole.slice(0, offset);
    return count(before, '<details') > count(before, '</details') ? block : '';
  };
  return text.replace(updateBlocks, unlessFolded).replace(patchBlocks, unlessFolded);
}

const count = (text: string, part: string): number => text.toLowerCase().split(part).length - 1;

/** The text as agents may read it: without update blocks, marks and echoed variables. */
export function withoutMvuParts(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replace(updateBlocks, '')
    .replace(patchBlocks, '')
    .replace(echoedVariables, '')
    .replace(statusMarks, '')
    .replace(/<initvar>[\s\S]*?<\/initvar>/gi, '')
    .trimEnd();
}
