/** Cleans up after a deleted chat file, once it is certain that the file is gone. */
import { type BranchId, type PageId } from '../../domain/ids.ts';
import { type HostChat } from '../../ports/host-chat.ts';
import { type BranchRecord, type TimelineStore } from '../../ports/timeline-store.ts';

/**
 * CHAT_DELETED tells a file's name and not whose it was: every owner is asked, and only a branch whose own file is
 * gone goes. What the branch alone used goes with it; the last branch takes the whole story along.
 */
export async function forgetChat(
  store: TimelineStore,
  host: Pick<HostChat, 'chatExists'>,
  file: string,
): Promise<readonly BranchId[]> {
  const forgotten: BranchId[] = [];
  for (const branch of await store.branchesOfName(file)) {
    if (await host.chatExists(branch.owner, branch.file)) continue;
    await forgetBranch(store, branch);
    forgotten.push(branch.branchId);
  }
  return forgotten;
}

async function forgetBranch(store: TimelineStore, branch: BranchRecord): Promise<void> {
  const { branchId, chatId, owner, file } = branch;
  const others = (await store.branchesOfChat(chatId)).filter((other) => other.branchId !== branchId);
  const chunks = await store.chunks(branchId);
  const edits = await store.edits(branchId);
  const outbox = await store.outbox(branchId);
  const whole = others.length === 0 ? await storyOf(store, branch) : {};
  // A file of that name may have been made anew in the meantime, under another branch: that one is not ours.
  const still = await store.branch(branchId);
  if (still?.owner !== owner || still.file !== file) return;
  await store.write(
    {
      remove: {
        branches: [branchId],
        chunks: chunks.map(({ chunkId }) => ({ branchId, chunkId })),
        edits: edits.map(({ id }) => ({ branchId, id })),
        outbox: outbox.map((row) => row.outboxId),
        ...whole,
      },
    },
    'strict',
  );
}

/** Everything of the story outside its branches. */
async function storyOf(store: TimelineStore, { chatId }: BranchRecord) {
  const pages: readonly PageId[] = await store.pagesOfChat(chatId);
  return {
    pages,
    floors: (await store.floorsOfChat(chatId)).map((floor) => floor.floorId),
    runs: (await store.runsOfChat(chatId)).map((run) => run.runId),
    scopes: (await store.scopes('chat', chatId)).map((entry) => entry.entryId),
  };
}
