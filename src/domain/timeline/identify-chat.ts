/** Tells which story an opened chat file is: the one we know, the same under a new name, or a branch or copy of it. */
import { type BranchId, type ChatId } from '../ids.ts';
import { type HostChatView } from './host-chat-view.ts';
import { type ChatMirror } from './mirror.ts';

export interface ChatIdentity {
  readonly chatId: ChatId;
  readonly branchId: BranchId;
  readonly how: 'known' | 'renamed' | 'forked' | 'new';
  /** The branch this one was forked from. */
  readonly parent: BranchId | null;
}

/** What the database knows of a file without a mirror. */
export interface KnownBranch {
  readonly chatId: ChatId;
  readonly branchId: BranchId;
}

/** The file whose existence decides between a rename and a copy; null when nothing needs to be asked. */
export function fileToCheck(
  view: HostChatView,
  mirror: ChatMirror | null,
): { readonly owner: string; readonly file: string } | null {
  if (!mirror || hasOtherIntegrity(view, mirror)) return null;
  const owner = mirror.owner ?? view.owner;
  return mirror.file === view.file && owner === view.owner ? null : { owner, file: mirror.file };
}

/** `oldFileExists` answers `fileToCheck`; it is not looked at where that is null. */
export function identifyChat(
  view: HostChatView,
  mirror: ChatMirror | null,
  known: { readonly branch: KnownBranch | null; readonly oldFileExists: boolean },
  nextId: () => string,
): ChatIdentity {
  if (!mirror) {
    if (known.branch) return { ...known.branch, how: 'known', parent: null };
    return { chatId: nextId() as ChatId, branchId: nextId() as BranchId, how: 'new', parent: null };
  }
  const { chatId, branchId } = mirror;
  const asked = fileToCheck(view, mirror);
  if (hasOtherIntegrity(view, mirror) || (asked && known.oldFileExists)) {
    return { chatId, branchId: nextId() as BranchId, how: 'forked', parent: branchId };
  }
  return { chatId, branchId, how: asked ? 'renamed' : 'known', parent: null };
}

function hasOtherIntegrity(view: HostChatView, mirror: ChatMirror): boolean {
  return view.integrity !== '' && mirror.integrity !== '' && view.integrity !== mirror.integrity;
}
