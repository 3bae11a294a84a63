/** The open chat as the pipeline works with it: its path, its worlds, and the only way to commit. */
import { type JsonValue } from '../shared/json-value.ts';
import { type BranchId, type ChatId, type FloorId, type HandEditId, type PageId, type RunId } from '../domain/ids.ts';
import { type Run, type RunEvent } from '../domain/run/run.ts';
import { type StoryLanguage, type TurnType } from '../domain/run/turn-request.ts';
import { type EditMark } from '../domain/timeline/edit-mark.ts';
import { type Effect, type Rejection } from '../domain/timeline/effect.ts';
import { type AnalysisStatus, type Page, type PageMessage } from '../domain/timeline/page.ts';
import { type PathRow, type Timeline } from '../domain/timeline/timeline.ts';
import { type ToolOutput } from '../domain/tools/tool-output.ts';
import { type World } from '../domain/world.ts';
import { type SessionMessages } from './session-messages.ts';
import { type SessionVariables } from './session-variables.ts';

export interface OpenedTurn {
  readonly floorId: FloorId;
  readonly pageId: PageId;
  readonly round: number;
  /** Place of the floor on the path. */
  readonly ordinal: number;
  readonly basePageId: PageId | null;
  /** The world this turn starts from: the fold of everything before the floor. */
  readonly base: World;
  /** Rows before the floor. */
  readonly before: readonly PathRow[];
  /** The run whose page a swipe rewrites, when it is still known. */
  readonly rewritten: Run | null;
  /** No turn was opened on the floor before. */
  readonly firstOfFloor: boolean;
  /** The first turn of a chat nobody knew. */
  readonly firstOfChat: boolean;
}

export interface StoryBranch {
  readonly branchId: BranchId;
  readonly parent: BranchId | null;
  /** Where it was seen last. */
  readonly owner: string;
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Everything one finished turn leaves behind; committed in one transaction. */
export interface CommitRequest {
  readonly runId: RunId;
  readonly floorId: FloorId;
  readonly pageId: PageId;
  readonly basePageId: PageId | null;
  readonly kind: Page['kind'];
  readonly chatIndex: number;
  readonly swipe: number;
  /** The text the message had when the writing ended. */
  readonly writtenText: string;
  /** The text it shall have now: the same unless visible tool output was added. */
  readonly finalText: string;
  readonly partial: boolean;
  readonly analysis: AnalysisStatus;
  readonly effects: readonly Effect[];
  readonly messages: readonly Omit<PageMessage, 'messageId'>[];
  readonly toolOutput: readonly ToolOutput[];
  /** Effects found for earlier rounds in the same call (the greeting, pending rounds): each becomes a `reanalysed` page. */
  readonly earlier: readonly { readonly floorId: FloorId; readonly effects: readonly Effect[] }[];
  readonly events: readonly RunEvent[];
}

export interface CommitResult {
  readonly world: World;
  readonly rejections: readonly Rejection[];
}

export interface ReconcileReport {
  /** Anything differs from what was known: the panel redraws, `page.activated` may fire. */
  readonly changed: boolean;
  readonly activated: readonly { readonly floorId: FloorId; readonly pageId: PageId; readonly reason: string }[];
  /** Sentences for the player (data was rebuilt from the file, a keyframe took over, …). */
  readonly notices: readonly string[];
}

/**
 * Contract: every method belongs to the chat the session was opened for; after the chat changed they reject with
 * `host.chat-changed`. `commit` is one transaction followed by idempotent writes to chat[]; if storage is gone it
 * still writes the mirrors. Nothing here calls a model.
 */
export interface ChatSession {
  ids(): { readonly chatId: ChatId; readonly branchId: BranchId };
  readonly language: StoryLanguage | null;
  setLanguage(language: StoryLanguage): void;
  reconcile(reason: string): Promise<ReconcileReport>;
  timeline(): Timeline;
  /** The world after the row at `ordinal`; -1 is the empty world. */
  worldAfter(ordinal: number): World;
  head(): World;
  /** What the fold skipped on the active page of that floor. */
  rejections(floorId: FloorId): readonly Rejection[];
  /** The five layers of variables; absent in sessions that know none. */
  readonly variables?: SessionVariables;
  /** Effects of a page the chat holds, without its adjustments; empty when nothing is known of it. */
  effectsOf(pageId: PageId | null): readonly Effect[];
  /**
   * Adds to what others did while the shown page of that floor was shown; the worlds follow at once. Rejects with
   * `input.invalid` when the floor shows no page.
   */
  adjust(floorId: FloorId, effects: readonly Effect[]): Promise<void>;
  readonly messages: SessionMessages;
  page(pageId: PageId): Promise<Page | null>;
  /** What an edit by hand did to the reply; null when it was not edited, or its first text is not known here. */
  editMark(floorId: FloorId): Promise<EditMark | null>;
  /** Every page of the floor the database knows, also those no longer in the chat. */
  pagesOfFloor(floorId: FloorId): Promise<readonly Page[]>;
  /** The branches of this story the database knows, this one among them. */
  branches(): Promise<readonly StoryBranch[]>;
  openTurn(type: TurnType, runId: RunId): Promise<OpenedTurn>;
  /** Stamps ids into the fresh message and saves the chat, before any analysis: the prose is safe from here. */
  secureProse(
    opened: OpenedTurn,
    at: { readonly chatIndex: number; readonly swipe: number; readonly partial: boolean },
  ): Promise<void>;
  commit(request: CommitRequest): Promise<CommitResult>;
  /** The turn left nothing: the floor is failed (send) or stays as it was (swipe, regenerate). */
  failTurn(opened: OpenedTurn, run: Run, events: readonly RunEvent[]): Promise<void>;
  saveRun(run: Run, events: readonly RunEvent[]): Promise<void>;
  /** Of a page that was analysed again: its own run when it has one, else the one that wrote it. */
  runOf(pageId: PageId): Promise<{ readonly run: Run; readonly events: readonly RunEvent[] } | null>;
  /** The newest run of a floor, also one that left no page. */
  runOfFloor(floorId: FloorId): Promise<Run | null>;
  edit(
    pointer: string,
    change: { readonly op: 'set' | 'unset' | 'lock' | 'unlock'; readonly value?: JsonValue },
  ): Promise<HandEditId>;
  undo(): Promise<boolean>;
  redo(): Promise<boolean>;
  /** Puts a page that is no longer in the chat back: as a swipe, or as the reply at the end that was deleted. */
  restorePage(pageId: PageId): Promise<void>;
  /** Per-chat choices kept in the chat's own metadata. */
  choice(key: string): unknown;
  setChoice(key: string, value: JsonValue | undefined): Promise<void>;
  close(): Promise<void>;
}
