/** Reads JSON5 from outside; the parser is loaded the first time it is needed. */
import { type JsonValue } from './json-value.ts';
import { err, ok, type Result } from './result.ts';
import { safeJson } from './safe-json.ts';

const MAX_LENGTH = 1_000_000;

/** The value as plain JSON (forbidden names dropped, NaN and infinities left out), or what is wrong with the text. */
export async function parseJson5(text: string): Promise<Result<JsonValue, string>> {
  if (text.length > MAX_LENGTH) return err(`Longer than ${MAX_LENGTH} characters.`);
  const { default: json5 } = await import('json5');
  try {
    const value = safeJson(json5.parse<unknown>(text));
    return value === undefined ? err('Not a value JSON can hold.') : ok(value);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}
