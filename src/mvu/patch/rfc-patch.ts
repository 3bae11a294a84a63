/** RFC 6902: one operation through fast-json-patch with its validation on, behind our own guard of paths and values. */
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { type JsonValue } from '../../shared/json-value.ts';
import { isForbiddenKey } from '../../shared/safe-json.ts';
import { makeDraft, type Draft } from './draft.ts';
import { arrayIndex, childOf, isContainer, MAX_PATH_DEPTH, parsePointer, toPointer, type Segments } from './pointer.ts';
import { refuse, type Refusal } from './refusal.ts';
import { checkValue } from './safe-value.ts';

export type RfcOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

export type RfcResult = { readonly ok: true; readonly value: JsonValue } | Refusal;

const withValue = new Set(['add', 'replace', 'test']);
const withFrom = new Set(['move', 'copy']);

/**
 * The door for a whole RFC 6902 list: sequential, on copies, all or nothing; `document` is never changed.
 * Never throws; the first operation that does not hold refuses the list.
 */
export function applyRfcPatch(document: JsonValue, patch: unknown): RfcResult {
  if (!Array.isArray(patch)) return refuse('not-an-operation');
  const draft = makeDraft(document);
  for (const raw of patch as readonly unknown[]) {
    const operation = readRfcOperation(raw);
    if ('ok' in operation) return operation;
    const refusal = applyRfcOperation(draft, operation);
    if (refusal) return refusal;
  }
  return { ok: true, value: draft.root() };
}

/** Reads one operation from foreign data. */
export function readRfcOperation(raw: unknown): RfcOperation | Refusal {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return refuse('not-an-operation');
  const { op, path, from, value } = raw as Record<string, unknown>;
  if (typeof op !== 'string') return refuse('not-an-operation');
  if (typeof path !== 'string') return refuse('bad-path');
  if (op === 'remove') return { op, path };
  if (withFrom.has(op)) {
    return typeof from === 'string' ? { op: op as 'move' | 'copy', from, path } : refuse('bad-path', 'from');
  }
  if (!withValue.has(op)) return refuse('unknown-op', op);
  if (value === undefined) return refuse('no-value', path);
  return checkValue(value) ?? { op: op as 'add' | 'replace' | 'test', path, value: value as JsonValue };
}

/** Applies one operation to the draft; null when done, else why not, and then the draft is as it was. */
export function applyRfcOperation(draft: Draft, operation: RfcOperation): Refusal | null {
  const guarded = guard(draft.root(), operation);
  if ('ok' in guarded) return guarded;
  // A move is two changes inside the library: it must not start on containers that earlier operations already own.
  const before = 'from' in operation ? draft.keep() : draft.root();
  draft.own(guarded.path.slice(0, -1));
  if (guarded.from) draft.own(guarded.from.slice(0, -1));
  try {
    draft.setRoot(fastJsonPatch.applyOperation(draft.root(), operation as Operation, true, true).newDocument);
    return null;
  } catch {
    draft.setRoot(before);
    return refuse(operation.op === 'test' ? 'test-failed' : 'internal', operation.path);
  }
}

interface Guarded {
  readonly path: Segments;
  readonly from: Segments | null;
}

function guard(root: JsonValue, operation: RfcOperation): Guarded | Refusal {
  const path = checkedPointer(operation.path);
  if ('ok' in path) return path;
  if (operation.op === 'add') return mayAdd(root, path) ?? { path, from: null };
  if (!('from' in operation)) return exists(root, path) ?? { path, from: null };
  const from = checkedPointer(operation.from);
  if ('ok' in from) return from;
  const inside = from.length < path.length && from.every((segment, i) => segment === path[i]);
  if (operation.op === 'move' && inside) return refuse('into-itself', operation.path);
  return exists(root, from) ?? mayAdd(root, path) ?? { path, from };
}

function checkedPointer(pointer: string): Segments | Refusal {
  const segments = parsePointer(pointer);
  if (!segments || segments.length > MAX_PATH_DEPTH) return refuse('bad-path', pointer);
  return segments.some(isForbiddenKey) ? refuse('forbidden', pointer) : segments;
}

/** Own properties only: the library itself would take `/toString` for something that is there. */
function exists(root: JsonValue, segments: Segments): Refusal | null {
  let here: JsonValue | undefined = root;
  for (const segment of segments) {
    if (Array.isArray(here) && arrayIndex(segment) === null) return refuse('not-an-index', toPointer(segments));
    here = childOf(here, segment);
    if (here === undefined) return refuse('missing', toPointer(segments));
  }
  return null;
}

function mayAdd(root: JsonValue, segments: Segments): Refusal | null {
  const last = segments.at(-1);
  if (last === undefined) return null;
  let parent: JsonValue | undefined = root;
  for (const segment of segments.slice(0, -1)) parent = childOf(parent, segment);
  if (parent === undefined) return refuse('missing-parent', toPointer(segments));
  if (!isContainer(parent)) return refuse('not-a-container', toPointer(segments));
  if (!Array.isArray(parent) || last === '-') return null;
  const index = arrayIndex(last);
  return index === null || index > parent.length ? refuse('not-an-index', toPointer(segments)) : null;
}
