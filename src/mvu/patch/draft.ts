/** A tree that is being changed: containers are copied the first time a change reaches them, the original never moves. */
import { type JsonValue } from '../../shared/json-value.ts';
import { childOf, isContainer, isPlainObject, type Segments } from './pointer.ts';

export interface Draft {
  root(): JsonValue;
  /** Makes every container along `segments` (the root included) safe to change in place; missing steps end the walk. */
  own(segments: Segments): void;
  setRoot(root: JsonValue): void;
  /** From here on nothing of the present root is changed in place, so that it can be gone back to. */
  keep(): JsonValue;
}

export function makeDraft(start: JsonValue): Draft {
  let root = start;
  let owned = new WeakSet();
  const copy = (value: JsonValue): JsonValue => {
    if (!isContainer(value) || owned.has(value)) return value;
    const mine = isPlainObject(value) ? { ...value } : value.slice();
    owned.add(mine);
    return mine;
  };
  return {
    root: () => root,
    own(segments) {
      root = copy(root);
      let here = root;
      for (const segment of segments) {
        const child = childOf(here, segment);
        if (child === undefined || !isContainer(child)) return;
        const mine = copy(child);
        if (mine !== child) (here as Record<string, JsonValue>)[segment] = mine;
        here = mine;
      }
    },
    setRoot(next) {
      root = next;
    },
    keep() {
      owned = new WeakSet();
      return root;
    },
  };
}
