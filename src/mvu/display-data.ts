/** The older status bars' view of an update: the tree with `old->new (reason)` at changed places, and those places alone. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { type OperationResult } from './patch/apply-operations.ts';
import { arrayIndex, isContainer, isPlainObject, valueAt, type Segments } from './patch/pointer.ts';
import { makeDraft } from './patch/draft.ts';
import { type Change } from './patch/translation.ts';

export interface DisplayData {
  readonly display_data: JsonObject;
  readonly delta_data: JsonObject;
}

/** `tree` is the tree after the update. */
export function makeDisplayData(tree: JsonObject, results: readonly OperationResult[]): DisplayData {
  const display = makeDraft(tree);
  const delta: Record<string, JsonValue> = {};
  for (const result of results) {
    if (!result.ok) continue;
    for (const note of notesOf(result.change, reasonOf(result.operation))) {
      if (note.path.length === 0) continue;
      if (valueAt(tree, note.path.slice(0, -1)) !== undefined) {
        display.own(note.path.slice(0, -1));
        put(display.root() as Record<string, JsonValue>, note.path, note.text);
      }
      put(delta, note.path, note.text);
    }
  }
  const shown = display.root();
  return { display_data: isPlainObject(shown) ? shown : tree, delta_data: delta };
}

interface Note {
  readonly path: Segments;
  readonly text: string;
}

function notesOf(change: Change, reason: string): readonly Note[] {
  const note = (path: Segments, text: string): Note => ({ path, text: `${text} ${reason}`.trimEnd() });
  const assigned = (container: Segments, key: string | null, value: JsonValue): Note =>
    note(container, `ASSIGNED ${show(value, true)} into ${[...container, ...(key === null ? [] : [key])].join('.')}`);
  switch (change.kind) {
    case 'set':
      return [note(change.path, `${show(change.before)}->${show(change.after)}`)];
    case 'inserted':
      return [assigned(change.container, change.key, change.after)];
    case 'removed':
      return change.fromList ? [] : [note(change.path, `REMOVED ${change.path.join('.')}`)];
    case 'moved':
      return [
        ...(arrayIndex(change.from.at(-1) ?? '') === null
          ? [note(change.from, `REMOVED ${change.from.join('.')}`)]
          : []),
        assigned(change.to.slice(0, -1), change.to.at(-1) ?? null, change.value),
      ];
  }
}

const show = (value: JsonValue, quoted = false): string =>
  typeof value === 'string' && !quoted ? value : JSON.stringify(value);

/** JSON Patch items all carry the same word; a command carries its own comment. */
function reasonOf(operation: JsonValue): string {
  if (!isPlainObject(operation) || operation['command'] === undefined) return '(json_patch)';
  const reason = operation['reason'];
  return typeof reason === 'string' && reason !== '' ? `(${reason})` : '';
}

/** Writes into a tree made for this only; missing levels appear, as lists where the next segment is an index. */
function put(root: Record<string, JsonValue>, path: Segments, text: string): void {
  let here = root;
  path.slice(0, -1).forEach((segment, i) => {
    const child = Object.hasOwn(here, segment) ? here[segment] : undefined;
    const next = isContainer(child) ? child : arrayIndex(path[i + 1] ?? '') === null ? {} : [];
    here[segment] = next;
    here = next as Record<string, JsonValue>;
  });
  here[path.at(-1) ?? ''] = text;
}
