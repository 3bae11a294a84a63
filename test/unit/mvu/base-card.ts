/** The base card of the numbered compatibility cases, and short ways to update it. */
import { applyMvu } from '../../../src/mvu/apply-effects.ts';
import { extractUpdates } from '../../../src/mvu/extract-updates.ts';
import { readInitial } from '../../../src/mvu/init-record.ts';
import { type OperationResult } from '../../../src/mvu/patch/apply-operations.ts';
import { type JsonObject } from '../../../src/shared/json-value.ts';

export const baseYaml = `
世界: {地点: 码头, 天气: 晴}
主角:
  金币: 50
  体力: [80, "0-100"]
  坐标: [1, 2]
  双串: [甲, 乙]
  仓库: [绳索, 火把, $__META_EXTENSIBLE__$]
  技能:
    $meta: {extensible: true, template: {等级: 1, 描述: 待定}}
    剑术: {等级: 3, 描述: 熟练}
  任务: {主线: a}
  备注: null
`;

export async function recordFrom(content: string, dialect: 'classic' | 'zod' = 'classic'): Promise<JsonObject> {
  const books = [{ name: '雾港', entries: [{ comment: '[initvar]', content }] }];
  const { effects, problems } = await readInitial({ books, primary: '雾港', greeting: '', dialect });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const record = effects.reduce<JsonObject | null>((before, effect) => applyMvu(before, effect).record, null);
  if (!record) throw new Error('no record');
  return record;
}

/** A tree as tests look into it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every level may hold anything
export type Tree = any;

export interface Outcome {
  readonly record: JsonObject;
  readonly tree: Tree;
  readonly results: readonly OperationResult[];
  /** Codes of the refused operations, in order. */
  readonly refused: readonly string[];
}

export function patch(record: JsonObject, operations: readonly unknown[]): Outcome {
  const before = JSON.stringify(record);
  const applied = applyMvu(record, { kind: 'mvu', operations: operations as JsonObject[], source: 'mvu' });
  if (JSON.stringify(record) !== before) throw new Error('the old record was changed');
  const after = applied.record ?? {};
  const refused = applied.results.flatMap((result) => (result.ok ? [] : [result.code]));
  return { record: after, tree: after['stat_data'], results: applied.results, refused };
}

export async function say(record: JsonObject, text: string): Promise<Outcome> {
  const { operations } = await extractUpdates(text);
  return patch(record, operations);
}

export const block = (body: string): string =>
  `<UpdateVariable>\n<JSONPatch>\n${body}\n</JSONPatch>\n</UpdateVariable>`;
