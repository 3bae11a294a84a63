/** Where the turn stands, for the status line; never part of a message. */
import { type NarrativeError } from '../domain/errors.ts';
import { type StepName } from '../domain/run/run.ts';
import { type TurnType } from '../domain/run/turn-request.ts';

export interface TurnStatus {
  readonly state: 'idle' | 'preparing' | 'writing' | 'completing';
  readonly step?: StepName;
  readonly floorId?: string;
  /** Model calls made in this turn so far. */
  readonly calls?: number;
  readonly startedAt?: number;
  /** A retry is waiting: until when, in ms since 1970, and which attempt comes. */
  readonly retryAt?: number;
  readonly attempt?: number;
}

export type TurnNotice =
  | {
      readonly kind: 'failed';
      /** The page the turn was to make: its run is kept under it. */
      readonly pageId: string;
      readonly error: NarrativeError;
      readonly step: StepName;
      /** What a retry would do again. */
      readonly turn: TurnType;
      readonly canRetry: boolean;
    }
  | { readonly kind: 'analysis-pending' | 'analysis-failed'; readonly pageId: string; readonly detail: string }
  /** Rounds of this chat were never analysed. */
  | { readonly kind: 'catch-up'; readonly rounds: number }
  | { readonly kind: 'degraded'; readonly detail: string }
  /** The reply was cut off or stopped; what is there was kept. */
  | { readonly kind: 'partial' }
  | { readonly kind: 'done'; readonly calls: number; readonly seconds: number; readonly rejected: number };

/** Contract: never throws, never awaited. */
export interface Progress {
  status(status: TurnStatus): void;
  notice(notice: TurnNotice): void;
}
