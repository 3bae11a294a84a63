/** The compact copy of a page that rides in the chat file, so that the state can be rebuilt from the .jsonl alone. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type BranchId, type ChatId, type FloorId, type PageId } from '../ids.ts';
import { type ToolOutput } from '../tools/tool-output.ts';
import { type Effect } from './effect.ts';
import { type HandEdit } from './hand-edit.ts';
import { type AnalysisStatus, type PageKind } from './page.ts';

export const MIRROR_VERSION = 1;
/** Bytes of one swipe's mirror as UTF-8 JSON; above it the effects move into a keyframe of the chat's metadata. */
export const MIRROR_LIMIT_BYTES = 8_192;

/** More pages of one text are not remembered; each is one repeated analysis. */
export const STANDS_FOR_LIMIT = 8;

/** `extra.narrative_agent` of a reply and of each of its swipes. */
export interface PageMirror {
  readonly v: typeof MIRROR_VERSION;
  readonly floorId: FloorId;
  readonly pageId: PageId;
  readonly basePageId: PageId | null;
  readonly kind: PageKind;
  /** Pages of the same text that this one took the place of: what was built on them is built on it. */
  readonly standsFor?: readonly PageId[];
  readonly hash: TextHash;
  readonly round: number;
  readonly analysis: AnalysisStatus;
  readonly partial?: true;
  readonly effects: readonly Effect[];
  /** What scripts and other extensions did to the variables while this page was shown; folded after its effects. */
  readonly adjustments?: readonly Effect[];
  /** The effects did not fit and stand in the keyframe of this page in the chat's metadata. */
  readonly truncated?: true;
  /** How many at the end of that keyframe are adjustments. */
  readonly adjusted?: number;
  /** What post tools showed. */
  readonly toolOutput?: readonly ToolOutput[];
}

/** `extra.narrative_agent` of a user's message. */
export interface InputMirror {
  readonly v: typeof MIRROR_VERSION;
  readonly floorId: FloorId;
  /** So that the round keeps its number while it has no reply. */
  readonly round?: number;
}

/** `chat_metadata.narrative_agent`. */
export interface ChatMirror {
  readonly v: typeof MIRROR_VERSION;
  readonly chatId: ChatId;
  readonly branchId: BranchId;
  /** ST's integrity id and file name when this was written: tells a branch, a copy and a rename apart. */
  readonly integrity: string;
  readonly file: string;
  /** Avatar or group id when this was written: tells a conversion to a group from a rename. */
  readonly owner?: string;
  readonly language?: 'zh' | 'en';
  readonly enabled?: boolean;
  readonly promptMode?: 'native' | 'compat_plus' | 'compat_strict';
  readonly handEdits: readonly HandEdit[];
  /** Effects of pages whose mirror was truncated. */
  readonly keyframes?: Readonly<Record<string, readonly Effect[]>>;
  /** Per-chat choices that later issues add; unknown keys are kept. */
  readonly [key: string]: unknown;
}
