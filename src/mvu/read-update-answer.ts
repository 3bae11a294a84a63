/** Reads what the variable model answers: a tagged block, an object with a list, a bare list, commands; fenced, cut or after thinking. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { type AnswerShape } from '../shared/answer-shape.ts';
import { readAnswer } from '../shared/read-answer.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { splitThinking } from '../shared/split-thinking.ts';
import { extractUpdates, findBlocks, plainOperation, readBlock } from './extract-updates.ts';

export interface UpdateAnswer {
  readonly operations: readonly JsonObject[];
  /** The answer ended too early; what is here is complete. */
  readonly cutOff: boolean;
}

const shape: AnswerShape = {
  keys: ['patches'],
  aliases: { json_patch: 'patches', patch: 'patches', delta: 'patches', operations: 'patches', updates: 'patches' },
  list: { key: 'patches', itemKeys: ['op'] },
};

/** `[]` is an answer: nothing changed. The error is a sentence for a repair call. */
export async function readUpdateAnswer(raw: string): Promise<Result<UpdateAnswer, string>> {
  const { answer } = splitThinking(raw);
  // Of several blocks the last complete one is the answer, what stands before it is a draft.
  for (const block of [...findBlocks(answer)].reverse()) {
    const read = await readBlock(block.body);
    if (typeof read !== 'string') return ok({ operations: read, cutOff: false });
  }
  const opened = /<json_?patch>(?![\s\S]*<json_?patch>)([\s\S]*)$/i.exec(answer)?.[1];
  const body = opened ?? answer;
  if (/^\s*(?:```\w*\s*)?\[\s*\](?:\s*```)?\s*$/.test(body)) return ok({ operations: [], cutOff: false });
  const read = readAnswer(body, shape);
  if (read.ok) return readList(read.value.value['patches'], read.value.cutOff || opened !== undefined);
  const commands = await extractUpdates(answer);
  if (commands.operations.length > 0) return ok({ operations: commands.operations, cutOff: false });
  const block = await readBlock(body);
  return typeof block === 'string' ? err(read.error.message) : ok({ operations: block, cutOff: false });
}

async function readList(list: JsonValue | undefined, cutOff: boolean): Promise<Result<UpdateAnswer, string>> {
  if (Array.isArray(list)) return ok({ operations: (list as readonly JsonValue[]).map(plainOperation), cutOff });
  if (typeof list !== 'string') return err('`patches` is not a list.');
  // Some write the list as a text, or commands as a text.
  const block = await readBlock(list);
  if (typeof block !== 'string') return ok({ operations: block, cutOff });
  const { operations } = await extractUpdates(list);
  return operations.length > 0 ? ok({ operations, cutOff }) : err(block);
}
