/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/shared/undo-list.ts
function makeUndoList() {
  let undos = [];
  return {
    add(undo) {
      undos.push(undo);
    },
    run() {
      const mine = undos.reverse();
      undos = [];
      const errors = [];
      for (const undo of mine) {
        try {
          undo();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    }
  };
}

export {
  makeUndoList
};
