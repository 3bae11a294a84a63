/** `api.branches`: the lines of the open story, and new ones from any round and any candidate. */
import { NarrativeError } from '../domain/errors.ts';
import { type FloorId, type PageId } from '../domain/ids.ts';
import { type PathRow } from '../domain/timeline/timeline.ts';
import { type StoryBranch } from '../ports/chat-session.ts';
import { type OpenSession } from './open-session.ts';

export interface BranchesApiDeps {
  readonly open: OpenSession;
  /** SillyTavern's own branching, opened at once; null when it made none. `swipe`: null = the one shown. */
  readonly fork: (index: number, swipe: number | null) => Promise<string | null>;
}

export function makeBranchesApi({ open, fork }: BranchesApiDeps) {
  return {
    /** The branches this browser has seen, the open one marked. */
    async list(): Promise<readonly (StoryBranch & { readonly current: boolean })[]> {
      const session = await open();
      const { branchId } = session.timeline();
      const branches = await session.branches();
      return branches.map(({ branchId: id, parent, owner, file, updatedAt }) => ({
        ...{ branchId: id, parent, owner, file, updatedAt },
        current: id === branchId,
      }));
    },
    /**
     * A new chat file that ends with the round, opened at once; resolves to its name. Rejects with `input.invalid` for
     * a round without a reply and for a candidate the chat does not hold.
     */
    async fork(floorId: string, { pageId }: { readonly pageId?: string } = {}): Promise<string> {
      const session = await open();
      const row = session.timeline().rows.find((each) => each.floorId === (floorId as FloorId));
      const name = row?.replyIndex == null ? null : await fork(row.replyIndex, swipeOf(row, pageId));
      if (name === null) throw new NarrativeError('input.invalid', { message: 'No branch can begin there.' });
      return name;
    },
  };
}

function swipeOf(row: PathRow, pageId: string | undefined): number | null {
  if (pageId === undefined || pageId === row.pageId) return null;
  const swipe = row.swipePages.indexOf(pageId as PageId);
  if (swipe < 0) throw new NarrativeError('input.invalid', { message: 'The chat does not hold this candidate.' });
  return swipe;
}
