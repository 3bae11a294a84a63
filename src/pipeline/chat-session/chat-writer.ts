/** Writes into chat[] so that nothing is lost on the way: recorded in the outbox first, struck off once the file is saved. */
import { parseChatMirror } from '../../domain/timeline/parse-mirror.ts';
import { type ChatWrite } from '../../ports/host-chat.ts';
import { type OutboxRow, type StoreBatch } from '../../ports/timeline-store.ts';
import { saveFile } from './save-file.ts';
import { revOf, type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';

export interface ChatWriter {
  /** Commits `batch` together with the promise to do `writes`, does them, saves the file. Rejects when the chat changed. */
  commit(batch: StoreBatch, writes: readonly ChatWrite[]): Promise<void>;
  /** Does what an earlier session promised and could not do. The number of writes whose place was not found any more. */
  replay(rows: readonly OutboxRow[]): Promise<number>;
  /** Resolves when nothing is left to be struck off. */
  idle(): Promise<void>;
}

export function makeChatWriter(core: SessionCore, guard: StoreGuard): ChatWriter {
  const { hostChat, ids, clock } = core.deps;
  /** Done in memory, not in the file yet: the next save writes them all. */
  const unsaved: string[] = [];
  let striking: Promise<unknown> = Promise.resolve();
  /** Nobody waits for it: what is promised twice is done once. */
  const strikeOff = (outbox: readonly string[]): void => {
    striking = Promise.all([striking, guard.write({ remove: { outbox } }, 'relaxed')]);
  };
  return {
    async commit(batch, writes) {
      core.view();
      const outboxId = ids.next();
      const row: OutboxRow = { outboxId, branchId: core.identity.branchId, at: clock.now(), writes };
      await guard.write({ ...batch, outbox: [row] }, 'strict');
      // The transaction may have taken a while: the chat must still be ours before a byte of it is touched.
      core.view();
      hostChat.write(writes);
      unsaved.push(outboxId);
      if (await saveFile(core.deps)) strikeOff(unsaved.splice(0));
    },
    async replay(rows) {
      if (rows.length === 0) return 0;
      let lost = 0;
      for (const row of rows) lost += hostChat.write(stillNeeded(core, row.writes)).lost.length;
      if (!(await saveFile(core.deps))) return lost;
      strikeOff(rows.map((row) => row.outboxId));
      return lost;
    },
    async idle() {
      await striking;
    },
  };
}

/** Leaves out texts that are there already, and a mirror of the chat older than what the file says. */
function stillNeeded(core: SessionCore, writes: readonly ChatWrite[]): readonly ChatWrite[] {
  const { messages, mirror } = core.view();
  const rev = revOf(parseChatMirror(mirror));
  return writes.filter((write) => {
    if (write.kind === 'chat') return revOf(write.mirror) > rev;
    if (write.kind === 'input-text') return messages[write.index]?.text !== write.text;
    if (write.kind !== 'text') return true;
    const message = messages[write.at.index];
    const shown = message?.swipeId === write.at.swipe ? message.text : message?.swipes[write.at.swipe]?.text;
    return shown !== write.text;
  });
}
