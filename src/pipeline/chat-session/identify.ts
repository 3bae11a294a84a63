/** Finds out which story the open file is, asking the host and the database where the file alone cannot tell. */
import { type ChatIdentity, fileToCheck, identifyChat } from '../../domain/timeline/identify-chat.ts';
import { type HandEdit } from '../../domain/timeline/hand-edit.ts';
import { type HostChatView } from '../../domain/timeline/host-chat-view.ts';
import { type ChatMirror } from '../../domain/timeline/mirror.ts';
import { parseChatMirror } from '../../domain/timeline/parse-mirror.ts';
import { type OutboxRow } from '../../ports/timeline-store.ts';
import { revOf, type OpenedChat } from './session-core.ts';
import { type SessionDeps } from './session-deps.ts';
import { type StoreGuard } from './store-guard.ts';

export interface FoundChat extends OpenedChat {
  readonly outbox: readonly OutboxRow[];
}

export async function findChat(deps: SessionDeps, guard: StoreGuard, view: HostChatView): Promise<FoundChat> {
  const inFile = parseChatMirror(view.mirror);
  const asked = fileToCheck(view, inFile);
  const oldFileExists =
    asked !== null &&
    ((await deps.hostChat.chatExists(asked.owner, asked.file)) || (await movedOn(deps, guard, view, inFile)));
  const branch = inFile ? null : await guard.read(deps.store.branchOfFile(view.owner, view.file), null);
  const known = branch && (branch.integrity === view.integrity || branch.integrity === '') ? branch : null;
  const identity: ChatIdentity = identifyChat(view, inFile, { branch: known, oldFileExists }, () => deps.ids.next());
  const outbox = await guard.read(deps.store.outbox(identity.branchId), []);
  const mirror = newest([
    inFile,
    ...outbox.flatMap((row) => row.writes.flatMap((w) => (w.kind === 'chat' ? w.mirror : []))),
  ]);
  const handEdits: readonly HandEdit[] = mirror
    ? mirror.handEdits
    : await guard.read(deps.store.edits(identity.branchId), []);
  return { view, identity, mirror, handEdits, outbox };
}

/** The story this file is a copy of was renamed since: its branch lives on under a third name. */
async function movedOn(
  { hostChat, store }: SessionDeps,
  guard: StoreGuard,
  view: HostChatView,
  inFile: ChatMirror | null,
): Promise<boolean> {
  const branch = inFile && (await guard.read(store.branch(inFile.branchId), null));
  if (!branch || (branch.owner === view.owner && branch.file === view.file)) return false;
  return hostChat.chatExists(branch.owner, branch.file);
}

/** The file tells what other devices did; only what was promised and never written is newer. */
function newest(mirrors: readonly (ChatMirror | null)[]): ChatMirror | null {
  return mirrors.reduce((best, next) => (next && (!best || revOf(next) > revOf(best)) ? next : best), null);
}
