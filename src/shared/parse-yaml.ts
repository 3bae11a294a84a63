/** Reads YAML 1.2 from outside; the parser is loaded the first time it is needed. */
import { type JsonValue } from './json-value.ts';
import { err, ok, type Result } from './result.ts';
import { safeJson } from './safe-json.ts';

/** More repetitions by alias than any honest entry has. */
const MAX_ALIASES = 50;
const MAX_LENGTH = 1_000_000;

/** The document as plain JSON values (forbidden names dropped), or what is wrong with it, in the parser's words. */
export async function parseYaml(text: string): Promise<Result<JsonValue, string>> {
  if (text.length > MAX_LENGTH) return err(`Longer than ${MAX_LENGTH} characters.`);
  const { parseDocument } = await import('yaml');
  try {
    const document = parseDocument(text, { version: '1.2', merge: true, uniqueKeys: false, logLevel: 'silent' });
    const problem = document.errors[0];
    if (problem) return err(problem.message);
    return ok(safeJson(document.toJS({ maxAliasCount: MAX_ALIASES })) ?? null);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}
