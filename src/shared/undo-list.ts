/** Collects the undo of everything that was started and runs it once, in reverse. */
export type Undo = () => void;

export interface UndoList {
  add(undo: Undo): void;
  /** Runs every undo in reverse order, even if one throws; rethrows the first error at the end. */
  run(): void;
}

export function makeUndoList(): UndoList {
  let undos: Undo[] = [];
  return {
    add(undo) {
      undos.push(undo);
    },
    run() {
      const mine = undos.reverse();
      undos = [];
      const errors: unknown[] = [];
      for (const undo of mine) {
        try {
          undo();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
