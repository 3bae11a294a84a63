/** A move is a removal and then an insertion, each by the dialect's own rules; both must hold. */
import { type JsonValue } from '../../shared/json-value.ts';
import { makeDraft } from './draft.ts';
import { type Operation } from './operation.ts';
import { parsePointer, valueAt, type Segments } from './pointer.ts';
import { refuse, type Refusal } from './refusal.ts';
import { applyRfcOperation } from './rfc-patch.ts';
import { findPlace, findTarget } from './spell-path.ts';
import { type Translation } from './translation.ts';

export interface MoveRules {
  readonly remove: (path: Segments) => Translation | Refusal;
  /** `tree` is the tree without the moved value. */
  readonly insert: (path: Segments, value: JsonValue, tree: JsonValue) => Translation | Refusal;
}

export function translateMove(
  operation: Extract<Operation, { kind: 'move' }>,
  tree: JsonValue,
  rules: MoveRules,
): Translation | Refusal {
  const from = findTarget(tree, operation.from);
  if ('ok' in from) return from;
  const wanted = findPlace(tree, operation.to);
  if ('ok' in wanted) return wanted;
  if (from.every((segment, i) => segment === wanted[i])) return refuse('into-itself', operation.to.text);
  const value = valueAt(tree, from);
  const removal = rules.remove(from);
  if (!removal.ok || value === undefined) return removal.ok ? refuse('missing', operation.from.text) : removal;
  const draft = makeDraft(tree);
  for (const step of removal.steps) applyRfcOperation(draft, step);
  // Places behind the removed one have moved up: the goal is read again, as RFC 6902 does.
  const to = findPlace(draft.root(), operation.to);
  if ('ok' in to) return to;
  const insertion = rules.insert(to, value, draft.root());
  if (!insertion.ok) return insertion;
  const reached = parsePointer(insertion.steps[0]?.path ?? '') ?? to;
  return {
    ok: true,
    steps: [...removal.steps, ...insertion.steps],
    change: { kind: 'moved', from, to: reached, value },
  };
}
