/** Reads data that people and models write by hand: JSON, JSON5, broken JSON, YAML, TOML, whichever it is. */
import { type JsonValue } from '../shared/json-value.ts';
import { parseJson } from '../shared/json.ts';
import { readLeniently } from '../shared/lenient-json.ts';
import { parseJson5 } from '../shared/parse-json5.ts';
import { parseYaml } from '../shared/parse-yaml.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { looksLikeToml, parseToml } from './parse-toml.ts';

const MAX_LENGTH = 200_000;

/** A text that begins like JSON is read as JSON first, every other one as YAML first. The error is the first reader's. */
export async function parseData(text: string): Promise<Result<JsonValue, string>> {
  const source = text.replace(/^\uFEFF/, '').trim();
  if (source === '') return err('The text is empty.');
  if (source.length > MAX_LENGTH) return err(`Longer than ${MAX_LENGTH} characters.`);
  if (looksLikeToml(source)) {
    const toml = parseToml(source);
    if (toml.ok) return toml;
  }
  return /^[[{｛［]/.test(source) ? readJsonFirst(source) : readYamlFirst(source);
}

async function readJsonFirst(source: string): Promise<Result<JsonValue, string>> {
  const strict = parseJson(source);
  if (strict.ok) return strict;
  const json5 = await parseJson5(source);
  if (json5.ok) return json5;
  const repaired = repairJson(source);
  if (repaired.ok) return repaired;
  const yaml = await parseYaml(source);
  return yaml.ok ? yaml : err(strict.error.message);
}

/** Our own lenient reader, from the first bracket; what was cut off at the end is left out. */
function repairJson(source: string): Result<JsonValue, string> {
  const reading = readLeniently(source, 0, { left: 20_000 + source.length * 6 });
  if (reading.kind === 'broken') return err('It cannot be repaired.');
  if (reading.kind === 'whole' && source.slice(reading.end).trim() !== '') return err('There is text after the data.');
  return ok(reading.value);
}

async function readYamlFirst(source: string): Promise<Result<JsonValue, string>> {
  const plain = await parseYaml(source);
  const narrowed = narrowColons(source);
  const other = narrowed === source ? null : await parseYaml(narrowed);
  // Full-width colons are text to YAML: keys written with them would vanish into one long value.
  if (other?.ok && typeof other.value === 'object') return other;
  if (plain.ok) return plain;
  const json5 = await parseJson5(source);
  return json5.ok ? json5 : plain;
}

/** `键：值` at the start of a line becomes `键: 值`, outside block texts and quoted texts. */
function narrowColons(source: string): string {
  let blockIndent = -1;
  return source
    .split('\n')
    .map((line) => {
      const indent = line.length - line.trimStart().length;
      if (blockIndent >= 0 && (line.trim() === '' || indent > blockIndent)) return line;
      blockIndent = /[:：]\s*[|>][+-]?\d?\s*(?:#.*)?$/.test(line) ? indent : -1;
      return line.replace(/^(\s*(?:- +)*[^\s:：'"#\-[\]{}|>][^:：'"#\n]{0,40})：[ \t]*/, '$1: ');
    })
    .join('\n');
}
