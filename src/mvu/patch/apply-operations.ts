/** The engine's door: a list of operations, one after the other, each wholly or not at all; the old tree never changes. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { type Dialect } from '../record.ts';
import { translateClassic } from './classic-dialect.ts';
import { makeDraft, type Draft } from './draft.ts';
import { readOperation } from './operation.ts';
import { isPlainObject } from './pointer.ts';
import { refuse, type Refusal } from './refusal.ts';
import { applyRfcOperation } from './rfc-patch.ts';
import { type Change, type Translation } from './translation.ts';
import { translateZod } from './zod-dialect.ts';

export const MAX_OPERATIONS = 200;

export type OperationResult = { readonly index: number; readonly operation: JsonValue } & (
  { readonly ok: true; readonly change: Change } | Refusal
);

export interface EngineOptions {
  readonly dialect: Dialect;
  readonly schema: JsonValue | undefined;
  /** The card's own schema: gives back the tree it makes of the proposed one, or null when it rejects it. */
  readonly settle?: (tree: JsonObject) => JsonObject | null;
}

export interface Applied {
  readonly tree: JsonObject;
  readonly results: readonly OperationResult[];
}

/** Never throws. `tree` is shared where nothing changed and the same object when nothing was done. */
export function applyOperations(tree: JsonObject, operations: readonly unknown[], options: EngineOptions): Applied {
  const draft = makeDraft(tree);
  const results = operations.map((raw, index): OperationResult => {
    const operation = raw as JsonValue;
    if (index >= MAX_OPERATIONS) return { index, operation, ...refuse('too-many') };
    const before = draft.root();
    try {
      const done = applyOne(draft, raw, options);
      return done.ok ? { index, operation, ok: true, change: done.change } : { index, operation, ...done };
    } catch {
      draft.keep();
      draft.setRoot(before);
      return { index, operation, ...refuse('internal') };
    }
  });
  const root = draft.root();
  return { tree: isPlainObject(root) ? root : tree, results };
}

function applyOne(draft: Draft, raw: unknown, options: EngineOptions): Translation | Refusal {
  const operation = readOperation(raw);
  if ('ok' in operation) return operation;
  const tree = draft.root();
  const translation =
    options.dialect === 'zod'
      ? translateZod(operation, tree)
      : translateClassic(operation, { tree, schema: options.schema });
  if (!translation.ok) return translation;
  // With a single step the library either does it or leaves the tree; more steps need a tree to go back to.
  const needsReturn = translation.steps.length > 1 || options.settle !== undefined;
  const before = needsReturn ? draft.keep() : tree;
  for (const step of translation.steps) {
    const refusal = applyRfcOperation(draft, step);
    if (refusal) {
      draft.setRoot(before);
      return refusal;
    }
  }
  return settled(draft, before, options) ?? translation;
}

function settled(draft: Draft, before: JsonValue, { settle }: EngineOptions): Refusal | null {
  const root = draft.root();
  if (!settle || !isPlainObject(root)) return null;
  const accepted = settle(root);
  draft.setRoot(accepted ?? before);
  return accepted ? null : refuse('schema');
}
