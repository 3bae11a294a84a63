/** random_choice: picks from a list by the turn's seeded chance, with weights when given. */
import { seededRandom, type SeededRandom } from '../../domain/dice/seeded-random.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { err, ok } from '../../shared/result.ts';
import { type BuiltInRun, textParam } from './built-in-run.ts';

const MAX_OPTIONS = 200;

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

function optionsOf(params: JsonObject): readonly JsonValue[] {
  for (const name of ['options', 'choices', 'items', 'list']) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (isList(value)) return value.slice(0, MAX_OPTIONS);
    if (typeof value === 'string')
      return value
        .split(/[,，、;；|\n]+/)
        .map((part) => part.trim())
        .filter((part) => part !== '');
  }
  return [];
}

function weightsOf(params: JsonObject, count: number): number[] {
  const given = isList(params['weights']) ? params['weights'] : [];
  return Array.from({ length: count }, (_, i) => {
    const weight = given[i];
    return typeof weight === 'number' && weight >= 0 && Number.isFinite(weight) ? weight : given.length > 0 ? 0 : 1;
  });
}

function pick(weights: readonly number[], random: SeededRandom): number {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (left -= weight) < 0);
  return found >= 0 ? found : weights.findLastIndex((weight) => weight > 0);
}

export const randomChoiceTool: BuiltInRun = ({ params, seed }) => {
  const options = optionsOf(params);
  const weights = weightsOf(params, options.length);
  if (!weights.some((weight) => weight > 0)) return err({ zh: '没有可选项', en: 'there is nothing to choose from' });
  const wanted = Number(textParam(params, 'count')) || 1;
  const count = Math.min(Math.max(Math.round(wanted), 1), weights.filter((weight) => weight > 0).length);
  const random = seededRandom(seed);
  const left = [...weights];
  const picked = Array.from({ length: count }, () => {
    const index = pick(left, random);
    // Each option once.
    left[index] = 0;
    return options[index] ?? null;
  });
  return ok({ value: count === 1 ? (picked[0] ?? null) : picked });
};
