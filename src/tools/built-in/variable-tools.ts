/** get_variable and set_variable: what a name stands for, and a write that counts when the page is committed. */
import { VARIABLE_LIMIT_BYTES } from '../../domain/variables/variable-layer.ts';
import { readVariableKey } from '../../domain/variables/variable-key.ts';
import { type VariablePolicy, type VariableScope } from '../../domain/timeline/effect.ts';
import { err, ok } from '../../shared/result.ts';
import { utf8Length } from '../../shared/utf8-length.ts';
import { readToolVariable } from '../tool-world.ts';
import { type BuiltInRun, textParam } from './built-in-run.ts';

/** A model may not write across chats. */
const scopes: readonly VariableScope[] = ['page', 'floor', 'branch', 'chat'];
const policies: readonly VariablePolicy[] = ['replace', 'if_absent', 'add', 'max', 'min', 'append_unique'];

const badKey = (key: string) => err({ zh: `变量名“${key}”不能用`, en: `the variable name “${key}” cannot be used` });

export const getVariableTool: BuiltInRun = ({ params, view, effects }) => {
  const key = textParam(params, 'key', 'name', 'path', 'variable');
  if (!readVariableKey(key)) return badKey(key);
  const value = readToolVariable(view, key, effects);
  return value === undefined
    ? err({ zh: `没有名为“${key}”的变量`, en: `there is no variable named “${key}”` })
    : ok({ value });
};

export const setVariableTool: BuiltInRun = ({ params }) => {
  const key = textParam(params, 'key', 'name', 'path', 'variable');
  if (!readVariableKey(key)) return badKey(key);
  const { value } = params;
  if (value === undefined) return err({ zh: '缺少 value', en: 'value is missing' });
  if (utf8Length(JSON.stringify(value)) > VARIABLE_LIMIT_BYTES) {
    return err({ zh: '值超过 64 KB', en: 'the value is larger than 64 KB' });
  }
  const scope = scopes.find((known) => known === textParam(params, 'scope')) ?? 'page';
  const policy = policies.find((known) => known === textParam(params, 'policy'));
  return ok({
    value: { key, value, scope },
    effects: [
      { kind: 'variable', scope, key, write: { op: 'set', value, ...(policy ? { policy } : {}) }, source: 'tool' },
    ],
  });
};
