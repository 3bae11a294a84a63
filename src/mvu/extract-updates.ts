/** Takes the updates out of a text: JSON Patch blocks and `_.set(...)` commands, in the order they stand there. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { splitThinking, thinkingTags } from '../shared/split-thinking.ts';
import { parseData } from './parse-data.ts';
import { isPlainObject } from './patch/pointer.ts';
import { findCommands } from './read-command.ts';

export interface FoundUpdates {
  /** As effects keep them. */
  readonly operations: readonly JsonObject[];
  /** Blocks that could be read, empty ones included. */
  readonly blocks: number;
  /** What stood in a block and could not be read, for the player. */
  readonly problems: readonly string[];
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly body: string;
}

/** A draft in the model's thinking, or in the analysis it writes before the patch, is no update. */
const draftTags = [...thinkingTags, 'analysis'];

/** For the text of a floor: only closed blocks and complete commands count, wherever they stand. */
export async function extractUpdates(text: string): Promise<FoundUpdates> {
  const { answer } = splitThinking(text, draftTags);
  const blocks = findBlocks(answer);
  const commands = (await findCommands(answer)).filter(
    (command) => !blocks.some((block) => command.start >= block.start && command.end <= block.end),
  );
  const problems: string[] = [];
  const pieces: { readonly start: number; readonly operations: readonly JsonObject[] }[] = commands.map(
    ({ start, operation }) => ({ start, operations: [operation] }),
  );
  let readable = 0;
  for (const block of blocks) {
    const read = await readBlock(block.body);
    if (typeof read === 'string') problems.push(read);
    else {
      readable += 1;
      pieces.push({ start: block.start, operations: read });
    }
  }
  const operations = pieces.sort((a, b) => a.start - b.start).flatMap((piece) => piece.operations);
  return { operations, blocks: readable, problems };
}

/** The closed blocks; of several opening tags before one closing tag the innermost counts. */
export function findBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly start: number; readonly from: number; readonly name: string } | null = null;
  for (const tag of text.matchAll(/<(\/?)(jsonpatch|json_patch)>/gi)) {
    const name = (tag[2] ?? '').toLowerCase();
    if (tag[1] === '') open = { start: tag.index, from: tag.index + tag[0].length, name };
    else if (open?.name === name) {
      blocks.push({ start: open.start, end: tag.index + tag[0].length, body: text.slice(open.from, tag.index) });
      open = null;
    }
  }
  return blocks;
}

/** The operations of a block, or a sentence why it cannot be read. */
export async function readBlock(body: string): Promise<readonly JsonObject[] | string> {
  const inner = /```[^\n`]*\n([\s\S]*?)(?:```|$)/.exec(body)?.[1] ?? body;
  const parsed = await parseData(inner);
  if (!parsed.ok) return parsed.error;
  const list = Array.isArray(parsed.value) ? (parsed.value as readonly JsonValue[]) : listIn(parsed.value);
  return list ? list.map(plainOperation) : 'The block holds no list of operations.';
}

const listNames = ['patches', 'json_patch', 'jsonPatch', 'patch', 'delta', 'operations'];

function listIn(value: JsonValue): readonly JsonValue[] | null {
  if (!isPlainObject(value)) return null;
  for (const name of listNames) if (Array.isArray(value[name])) return value[name] as readonly JsonValue[];
  return typeof value['op'] === 'string' ? [value] : null;
}

const fields = ['op', 'path', 'from', 'to', 'value'] as const;

/** Only the fields an operation has: nothing else of a model's answer gets into an effect. */
export function plainOperation(item: JsonValue): JsonObject {
  if (!isPlainObject(item)) return {};
  const plain: Record<string, JsonValue> = {};
  for (const field of fields) {
    const value = item[field];
    if (value !== undefined) plain[field] = value;
  }
  return plain;
}
