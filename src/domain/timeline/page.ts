/** A page is one candidate of a floor; once committed nothing in it changes. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type FloorId, type MessageId, type PageId, type RunId } from '../ids.ts';
import { type Effect } from './effect.ts';

export type PageKind = 'greeting' | 'generated' | 'native' | 'imported' | 'continued' | 'reanalysed';

/** `none`: nobody asked; `pending`: not yet or stopped; `failed`: tried and unreadable. Both of the latter offer retry. */
export type AnalysisStatus = 'none' | 'pending' | 'done' | 'failed';

export type MessageRole = 'user' | 'assistant' | 'system' | 'narrator' | 'tool' | 'director' | 'memory' | 'verifier';

export interface Visibility {
  readonly user: boolean;
  readonly prompt: boolean;
  /** Agent slots that may see it; absent = all. */
  readonly agents?: readonly string[];
}

export interface PageMessage {
  readonly messageId: MessageId;
  readonly role: MessageRole;
  readonly text: string;
  readonly visibility: Visibility;
  /** `turn`: only for the turn it was made in. */
  readonly validity: 'always' | 'turn';
  /** Where it came from, e.g. `host`, `tool:ferry_log`. */
  readonly source: string;
}

export interface Page {
  readonly pageId: PageId;
  readonly floorId: FloorId;
  readonly kind: PageKind;
  /** Of the whole text of the swipe as it stood at commit. */
  readonly hash: TextHash;
  /** The active page of the floor before, at the time; null at the beginning. */
  readonly basePageId: PageId | null;
  /** Pages of the same text that this one took the place of, oldest first. */
  readonly standsFor?: readonly PageId[];
  readonly partial: boolean;
  readonly analysis: AnalysisStatus;
  readonly effects: readonly Effect[];
  /** What scripts and other extensions did to the variables while this page was shown; the only part that may still grow. */
  readonly adjustments?: readonly Effect[];
  readonly messages: readonly PageMessage[];
  readonly runId: RunId | null;
  readonly createdAt: number;
}
