/** The path: the floors chat[] shows, in order, each with the page that is active there. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type BranchId, type ChatId, type FloorId, type PageId } from '../ids.ts';
import { type AnalysisStatus, type PageKind } from './page.ts';

export interface PathRow {
  readonly floorId: FloorId;
  /** 0 for the greeting; later 1 + the highest before it; never renumbered. */
  readonly round: number;
  /** null: the floor has an input but no reply (a draft or failed floor). */
  readonly pageId: PageId | null;
  readonly kind: PageKind | null;
  readonly analysis: AnalysisStatus;
  readonly partial: boolean;
  /** Index of the reply in chat[]; null when there is none. */
  readonly replyIndex: number | null;
  readonly inputIndexes: readonly number[];
  /** The page of each swipe, in ST's order. */
  readonly swipePages: readonly PageId[];
  readonly swipe: number;
  /** Hash of the text shown now. */
  readonly hash: TextHash | null;
  /** The text was changed by hand since the page was committed. */
  readonly edited: boolean;
  /** The page was built on another page than the one before it now. */
  readonly baseMismatch: boolean;
}

export interface Timeline {
  readonly chatId: ChatId;
  readonly branchId: BranchId;
  readonly rows: readonly PathRow[];
}
