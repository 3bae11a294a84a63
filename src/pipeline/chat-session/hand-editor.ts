/** Hand edits of the open chat: made at its head, undone and redone in order, kept in the database and in the chat file. */
import { NarrativeError } from '../../domain/errors.ts';
import { type HandEditId } from '../../domain/ids.ts';
import { editedWorld, valueInWorld } from '../../domain/hand-edits/edit-world.ts';
import { type HandEdit } from '../../domain/timeline/hand-edit.ts';
import { type PathRow } from '../../domain/timeline/timeline.ts';
import { type World } from '../../domain/world.ts';
import { type ChatSession } from '../../ports/chat-session.ts';
import { type StoreBatch } from '../../ports/timeline-store.ts';
import { safeJson } from '../../shared/safe-json.ts';
import { type ChatWriter } from './chat-writer.ts';
import { type SessionCore } from './session-core.ts';
import { inputStamps, pageStamps } from './stamp-floor.ts';

type EditChange = Parameters<ChatSession['edit']>[1];

export interface HandEditor {
  /** Rejects with `input.invalid` where the pointer leads nowhere or may not hold the value. */
  edit(pointer: string, change: EditChange): Promise<HandEditId>;
  undo(): Promise<boolean>;
  redo(): Promise<boolean>;
}

export function makeHandEditor(core: SessionCore, writer: ChatWriter): HandEditor {
  const { deps, identity } = core;

  const keep = async (edits: readonly HandEdit[], batch: StoreBatch): Promise<void> => {
    core.setHandEdits(edits);
    core.touch();
    core.refresh();
    const view = core.view();
    const floors = new Set(edits.map((edit) => edit.floorId));
    const rows = core.timeline().rows.filter((row) => floors.has(row.floorId));
    await writer.commit(batch, [
      ...rows.flatMap((row) => [
        ...pageStamps(core, view, row),
        ...inputStamps(view, row, row.inputIndexes, core.hashOf),
      ]),
      { kind: 'chat', mirror: core.nextChatMirror() },
    ]);
    core.refresh();
  };

  const flip = async (edit: HandEdit | undefined, undone: boolean): Promise<boolean> => {
    if (!edit) return false;
    const flipped = { ...edit, undone };
    await keep(
      core.handEdits().map((each) => (each.id === edit.id ? flipped : each)),
      { edits: [{ ...flipped, branchId: identity.branchId }] },
    );
    return true;
  };

  return {
    async edit(pointer, change) {
      core.refresh();
      const row = headRow(core);
      const edit: HandEdit = {
        id: deps.ids.next() as HandEditId,
        floorId: row.floorId,
        seq: Math.max(-1, ...core.handEdits().map((each) => each.seq)) + 1,
        at: deps.clock.now(),
        pointer,
        op: change.op,
        undone: false,
        ...valueOf(change),
      };
      checkEdit(core.fold.after(core.timeline().rows.length - 1), edit);
      // A new edit ends what could be redone.
      const dropped = core.handEdits().filter((each) => each.undone);
      const { branchId } = identity;
      await keep([...core.handEdits().filter((each) => !each.undone), edit], {
        edits: [{ ...edit, branchId }],
        remove: { edits: dropped.map(({ id }) => ({ branchId, id })) },
      });
      return edit.id;
    },
    undo: () =>
      flip(
        byOrder(core).findLast((edit) => !edit.undone),
        true,
      ),
    redo: () =>
      flip(
        byOrder(core).find((edit) => edit.undone),
        false,
      ),
  };
}

const byOrder = (core: SessionCore): readonly HandEdit[] => [...core.handEdits()].sort((a, b) => a.seq - b.seq);

/** The last floor that shows a page: what is edited there is the base of the next turn. */
function headRow(core: SessionCore): PathRow {
  const row = core.timeline().rows.findLast((each) => each.pageId !== null);
  if (!row)
    throw new NarrativeError('input.invalid', { message: 'The chat has no reply yet that an edit could belong to.' });
  return row;
}

function valueOf(change: EditChange): { readonly value?: NonNullable<HandEdit['value']> } | { readonly value: null } {
  if (change.op === 'unset' || change.op === 'unlock' || change.value === undefined) return {};
  const value = safeJson(change.value);
  return value === undefined ? {} : { value };
}

function checkEdit(world: World, edit: HandEdit): void {
  const { pointer, op, value, floorId } = edit;
  if (op === 'unlock') return;
  const next = op === 'lock' && value === undefined ? valueInWorld(world, pointer) : value;
  const leads =
    op === 'unset' ? editedWorld(world, pointer, undefined, floorId) : editedWorld(world, pointer, next, floorId);
  // A place that is empty may be locked too: nothing will ever be put there.
  if (leads || (op === 'lock' && next === undefined && pointer.startsWith('/'))) return;
  throw new NarrativeError('input.invalid', {
    message: `"${pointer}" cannot hold that value.`,
    details: { pointer, op, value },
  });
}
