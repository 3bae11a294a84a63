/** Reads the initial variables out of an entry or a greeting: tagged or not, fenced or not, in any of the formats. */
import { type JsonObject } from '../shared/json-value.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { parseData } from './parse-data.ts';
import { checkValue } from './patch/safe-value.ts';
import { isPlainObject } from './patch/pointer.ts';

const fence = /```[^\n`]*\n([\s\S]*?)```/;
const tagged = /<initvar>([\s\S]*?)<\/initvar>/gi;
/** An initial tree may be larger than a value in an update, yet not endless. */
const MAX_TREE = 500_000;

/** One entry's tree; the error says what is wrong, for the card's author. Macros are expanded by the caller. */
export async function readInitvar(content: string): Promise<Result<JsonObject, string>> {
  const inner = [...content.matchAll(tagged)][0]?.[1] ?? content;
  const body = fence.exec(inner)?.[1] ?? inner;
  const parsed = await parseData(body);
  if (!parsed.ok) return parsed;
  if (!isPlainObject(parsed.value)) return err('The content is not a list of names with values (an object).');
  const refusal = checkValue(parsed.value, MAX_TREE);
  return refusal ? err(`${refusal.code} ${refusal.about}`.trim()) : ok(parsed.value);
}

export interface GreetingTrees {
  readonly trees: readonly JsonObject[];
  readonly problems: readonly string[];
}

/** Every `<initvar>` block of a greeting; a broken one is reported and skipped. */
export async function readGreetingInitvars(greeting: string): Promise<GreetingTrees> {
  const trees: JsonObject[] = [];
  const problems: string[] = [];
  for (const [, inner = ''] of greeting.matchAll(tagged)) {
    const read = await readInitvar(inner);
    if (read.ok) trees.push(read.value);
    else problems.push(read.error);
  }
  return { trees, problems };
}
