/** Reads text through SillyTavern's macros and leaves no variable changed: each expansion carries out every macro of the card again. */
import { isRecord } from '../shared/safe-json.ts';
import { type StContext } from './st-context.ts';

type VariableHolder = Pick<StContext, 'chatMetadata' | 'extensionSettings'>;

/** `read` has to be synchronous; what it throws goes through. */
export function withoutVariableWrites<Value>(ctx: VariableHolder, read: () => Value): Value {
  const undos = [remember(ctx.chatMetadata, 'variables'), rememberGlobals(ctx.extensionSettings['variables'])];
  try {
    return read();
  } finally {
    for (const undo of undos) undo();
  }
}

function rememberGlobals(variables: unknown): () => void {
  return isRecord(variables) ? remember(variables, 'global') : () => undefined;
}

/** Macros replace whole values, so that a copy of the first level is enough. */
function remember(holder: Record<string, unknown>, name: string): () => void {
  const there = holder[name];
  if (!isRecord(there)) {
    return () => {
      if (there === undefined) delete holder[name];
      else holder[name] = there;
    };
  }
  const before = { ...there };
  return () => {
    for (const key of Object.keys(there)) if (!Object.hasOwn(before, key)) delete there[key];
    for (const [key, value] of Object.entries(before)) if (there[key] !== value) there[key] = value;
    holder[name] = there;
  };
}
