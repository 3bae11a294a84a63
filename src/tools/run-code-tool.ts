/** Runs a code tool in the sandbox and reads its result: a value, or `{text, changes}`. */
import { type ToolDefinition } from '../domain/tools/tool-definition.ts';
import { type Sandbox } from '../ports/sandbox.ts';
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isRecord } from '../shared/safe-json.ts';
import { readToolChanges } from './tool-effects.ts';
import { failedRun, textOfValue, type ToolRun } from './tool-run.ts';
import { sandboxState, type ToolWorld } from './tool-world.ts';

export interface CodeInput {
  readonly tool: ToolDefinition;
  readonly params: JsonObject;
  readonly view: ToolWorld;
  readonly seed: number;
}

interface Result {
  readonly value: JsonValue;
  readonly changes: JsonValue | undefined;
}

/** `{text|output, changes}` is a result with writes; every other object is a value. */
export function splitChanges(value: JsonValue): Result {
  if (!isRecord(value) || !('changes' in value || 'patches' in value)) return { value, changes: undefined };
  const { changes, patches, ...rest } = value;
  const said = rest['text'] ?? rest['output'] ?? rest['result'];
  const only = Object.keys(rest).length === 1 && said !== undefined;
  return { value: only ? said : Object.keys(rest).length === 0 ? '' : rest, changes: changes ?? patches };
}

export async function runCodeTool(input: CodeInput, sandbox: Sandbox, signal: AbortSignal): Promise<ToolRun> {
  const { tool, params, view, seed } = input;
  const outcome = await sandbox.run(
    {
      code: tool.code,
      params,
      state: sandboxState(view),
      seed,
      now: view.now,
      ...(tool.limitMs === null ? {} : { limitMs: tool.limitMs }),
    },
    signal,
  );
  const { logs, rolls } = outcome;
  if (!outcome.ok) {
    const { code, message, line } = outcome.error;
    return failedRun(code, line === null ? message : `${message} (line ${line})`, { logs, rolls });
  }
  const { value, changes } = splitChanges(outcome.value);
  if (changes !== undefined && tool.sideEffect === 'none') {
    return {
      ok: true,
      value,
      text: textOfValue(value),
      rolls,
      effects: [],
      logs: [...logs, 'changes ignored: side_effect is none'],
    };
  }
  const { effects, refused } = readToolChanges(changes, view);
  return {
    ok: true,
    value,
    text: textOfValue(value),
    rolls,
    effects,
    logs: [...logs, ...refused.map((line) => `change refused: ${line}`)],
  };
}
