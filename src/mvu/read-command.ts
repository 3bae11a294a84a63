/** Reads the older update language, `_.set('a.b', 1);//why`: nothing in it is ever evaluated. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { parseJson } from '../shared/json.ts';
import { parseJson5 } from '../shared/parse-json5.ts';

export interface FoundCommand {
  readonly start: number;
  readonly end: number;
  readonly operation: JsonObject;
}

const head = /_\.(set|insert|assign|remove|unset|delete|add)\(/g;
const nameOf: ReadonlyMap<string, string> = new Map([
  ['assign', 'insert'],
  ['unset', 'remove'],
  ['delete', 'remove'],
]);
const MAX_COMMAND_LENGTH = 20_000;

/** Every command that is closed and followed at once by `;`, in the order of the text. */
export async function findCommands(text: string): Promise<readonly FoundCommand[]> {
  const found: FoundCommand[] = [];
  for (const match of text.matchAll(head)) {
    const start = match.index;
    const from = start + match[0].length;
    const pieces = start < (found.at(-1)?.end ?? 0) ? null : splitArguments(text, from);
    if (!pieces || text[pieces.end] !== ';') continue;
    const comment = /^[ \t]*\/\/(.*)/.exec(text.slice(pieces.end + 1, pieces.end + 500))?.[1]?.trim();
    const name = match[1] ?? '';
    const operation = await readArguments(nameOf.get(name) ?? name, pieces.parts, comment ?? '');
    found.push({ start, end: pieces.end + 1 + (comment?.length ?? 0), operation });
  }
  return found;
}

const quoted = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`/y;

/** The pieces between top-level commas up to the closing parenthesis; null when it never closes. */
function splitArguments(
  text: string,
  from: number,
): { readonly parts: readonly string[]; readonly end: number } | null {
  const parts: string[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at < text.length && at - from < MAX_COMMAND_LENGTH; at += 1) {
    const char = text.charAt(at);
    if ('"\'`'.includes(char)) {
      quoted.lastIndex = at;
      if (!quoted.test(text)) return null;
      at = quoted.lastIndex - 1;
    } else if ('([{'.includes(char)) depth += 1;
    else if (depth > 0) depth -= ')]}'.includes(char) ? 1 : 0;
    else if (char === ',' || char === ')') {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
      if (char === ')') return { parts: parts.length === 1 && parts[0] === '' ? [] : parts, end: at + 1 };
    }
  }
  return null;
}

async function readArguments(command: string, parts: readonly string[], reason: string): Promise<JsonObject> {
  const args: JsonValue[] = [];
  const base = reason === '' ? { command } : { command, reason };
  for (const [i, part] of parts.entries()) {
    const value = i === 0 ? readPath(part) : await readLiteral(part);
    if (value === undefined) return { ...base, args, unreadable: part.slice(0, 100) };
    args.push(value);
  }
  return { ...base, args };
}

const readPath = (part: string): string => /^(["'`])([\s\S]*)\1$/.exec(part)?.[2] ?? part;

/** JSON, then JSON5, then a plain word as text; what looks like more than that is refused. */
async function readLiteral(part: string): Promise<JsonValue | undefined> {
  const strict = parseJson(part);
  if (strict.ok) return strict.value;
  const template = /^`([^`$]*)`$/.exec(part);
  if (template) return template[1];
  const json5 = await parseJson5(part);
  if (json5.ok) return json5.value;
  return part === '' || part === 'undefined' || /^[[{"'`(]/.test(part) ? undefined : part;
}
