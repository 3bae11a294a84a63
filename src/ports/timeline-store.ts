/** The local database of stories: everything a chat file has no room for, and what must survive a crash. */
import { type BranchId, type ChatId, type FloorId, type HandEditId, type PageId, type RunId } from '../domain/ids.ts';
import { type Run, type RunEvent } from '../domain/run/run.ts';
import { type Floor, type FloorStatus } from '../domain/timeline/floor.ts';
import { type HandEdit } from '../domain/timeline/hand-edit.ts';
import { type MessageOverlay } from '../domain/timeline/message-overlay.ts';
import { type PageMirror } from '../domain/timeline/mirror.ts';
import { type Page } from '../domain/timeline/page.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type ScopeEntry } from '../domain/variables/scope-log.ts';
import { type ChatWrite } from './host-chat.ts';

export interface BranchRecord {
  readonly branchId: BranchId;
  readonly chatId: ChatId;
  readonly owner: string;
  readonly file: string;
  readonly integrity: string;
  readonly group: boolean;
  readonly parent: BranchId | null;
  readonly language: StoryLanguage | null;
  /** The chunks of the path, in order. */
  readonly chunkIds: readonly string[];
  readonly updatedAt: number;
}

/** A row of the path as it was last seen, with the shown page and its effects. */
export interface StoredRow {
  readonly floorId: FloorId;
  readonly round: number;
  readonly page: PageMirror | null;
}

export interface PathChunk {
  readonly branchId: BranchId;
  readonly chunkId: string;
  readonly rows: readonly StoredRow[];
}

export interface StoredPage extends Page {
  readonly chatId: ChatId;
  readonly round: number;
  /** The whole text of the swipe at commit. */
  readonly text: string;
  readonly toolOutput: NonNullable<PageMirror['toolOutput']>;
  /** By message: a stored message's id, `reply`, or `input-<n>`. */
  readonly overlays?: Readonly<Record<string, MessageOverlay>>;
}

export interface StoredFloor extends Floor {
  readonly chatId: ChatId;
}

export interface StoredRun extends Run {
  readonly chatId: ChatId;
}

export interface StoredEdit extends HandEdit {
  readonly branchId: BranchId;
}

/** Writes to chat[] that are not known to be on disk yet. */
export interface OutboxRow {
  readonly outboxId: string;
  readonly branchId: BranchId;
  readonly at: number;
  readonly writes: readonly ChatWrite[];
}

/** Everything one transaction does: checks first, then removals, then puts; all of it or nothing. */
export interface StoreBatch {
  /** Compare-and-set: the floor must have one of these statuses; `null` stands for a floor not known yet. */
  readonly expectFloors?: readonly { readonly floorId: FloorId; readonly from: readonly (FloorStatus | null)[] }[];
  readonly branches?: readonly BranchRecord[];
  readonly chunks?: readonly PathChunk[];
  readonly floors?: readonly StoredFloor[];
  /** A page that is there already is never overwritten by another `hash` or other effects once its analysis is done. */
  readonly pages?: readonly StoredPage[];
  readonly runs?: readonly StoredRun[];
  readonly events?: readonly RunEvent[];
  readonly edits?: readonly StoredEdit[];
  readonly scopes?: readonly ScopeEntry[];
  readonly outbox?: readonly OutboxRow[];
  readonly remove?: {
    readonly chunks?: readonly { readonly branchId: BranchId; readonly chunkId: string }[];
    readonly edits?: readonly { readonly branchId: BranchId; readonly id: HandEditId }[];
    readonly outbox?: readonly string[];
    readonly branches?: readonly BranchId[];
    readonly pages?: readonly PageId[];
    readonly floors?: readonly FloorId[];
    /** With their journals. */
    readonly runs?: readonly RunId[];
    readonly scopes?: readonly string[];
  };
}

/**
 * Contract: reads give what the last resolved `write` left. `write` is one transaction: when it rejects, nothing of it
 * was done (`floor.conflict`, `storage.quota`, `storage.missing`, `storage.corrupt` for a journal with a gap). `strict`
 * resolves only when the data is on disk as far as the browser can tell.
 */
export interface TimelineStore {
  /** `memory`: nothing outlives the page; the player was told why. */
  readonly kind: 'durable' | 'memory';
  branch(branchId: BranchId): Promise<BranchRecord | null>;
  /** The branch last seen in this file. */
  branchOfFile(owner: string, file: string): Promise<BranchRecord | null>;
  branchesOfChat(chatId: ChatId): Promise<readonly BranchRecord[]>;
  /** Branches last seen in a file of this name, whoever owns it. */
  branchesOfName(file: string): Promise<readonly BranchRecord[]>;
  /** In no order; the branch's `chunkIds` has it. */
  chunks(branchId: BranchId): Promise<readonly PathChunk[]>;
  page(pageId: PageId): Promise<StoredPage | null>;
  pagesOfFloor(floorId: FloorId): Promise<readonly StoredPage[]>;
  pagesOfChat(chatId: ChatId): Promise<readonly PageId[]>;
  floor(floorId: FloorId): Promise<StoredFloor | null>;
  floorsOfChat(chatId: ChatId): Promise<readonly StoredFloor[]>;
  edits(branchId: BranchId): Promise<readonly StoredEdit[]>;
  /** In the order they were added. */
  outbox(branchId: BranchId): Promise<readonly OutboxRow[]>;
  /** Newest first. */
  runsOfPage(pageId: PageId): Promise<readonly StoredRun[]>;
  runsOfChat(chatId: ChatId): Promise<readonly StoredRun[]>;
  events(runId: RunId): Promise<readonly RunEvent[]>;
  scopes(scope: ScopeEntry['scope'], scopeId: string): Promise<readonly ScopeEntry[]>;
  write(batch: StoreBatch, durability: 'strict' | 'relaxed'): Promise<void>;
  close(): void;
}
