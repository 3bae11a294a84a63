/** roll_dice: a check whose outcome the writer gets as a fact, with the branch that now holds. */
import { explainDice } from '../../domain/dice/explain-dice.ts';
import { readDiceMode } from '../../domain/dice/read-dice-mode.ts';
import { rollDice } from '../../domain/dice/roll-dice.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type BuiltInRun, textParam, type ToolProblem } from './built-in-run.ts';

const own = (params: JsonObject, name: string): JsonValue =>
  Object.hasOwn(params, name) ? (params[name] ?? null) : null;

/** Absent, null and empty mean no DC; what is there and no number is a problem. */
function readDc(value: JsonValue): Result<number | null, ToolProblem> {
  if (value === null || value === '') return ok(null);
  const number = typeof value === 'string' ? Number(value.normalize('NFKC').replace(/^\s*dc\s*/i, '')) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? ok(number)
    : err({
        zh: `DC 应为数字，不是 ${JSON.stringify(value)}`,
        en: `the DC must be a number, not ${JSON.stringify(value)}`,
      });
}

export const rollDiceTool: BuiltInRun = ({ params, call, view, seed }) => {
  const mode = readDiceMode(own(params, 'mode'));
  if (!mode.ok) return mode;
  const dc = readDc(own(params, 'dc') ?? own(params, 'difficulty'));
  if (!dc.ok) return dc;
  const rolled = rollDice(
    {
      expr: textParam(params, 'expr', 'expression', 'formula', 'dice', 'notation'),
      mode: mode.value,
      dc: dc.value,
      successBranch: call.successBranch || textParam(params, 'success_branch'),
      failureBranch: call.failureBranch || textParam(params, 'failure_branch'),
    },
    seed,
  );
  if (!rolled.ok) return rolled;
  const record = rolled.value;
  const { expr, total, success, critical, branch } = record;
  return ok({
    value: { expr, mode: record.mode, total, dc: record.dc, success, critical, branch },
    text: explainDice(record, view.language),
    rolls: [record],
  });
};
