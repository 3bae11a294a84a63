/** What SillyTavern tells us outside a turn: the open chat changed, or something changed in it. */
import { type Undo } from '../shared/undo-list.ts';

export type PathChange =
  | 'swiped'
  | 'edited'
  | 'deleted'
  | 'swipe-deleted'
  | 'received'
  | 'sent'
  | 'updated'
  | 'more-loaded'
  | 'generation-ended';

/** Contract: handlers are called after SillyTavern's own work, never while one of ours is running; they may not throw. */
export interface HostEvents {
  /** Also called once at start when a chat is open already. `null`: no chat is open. */
  onChatChanged(handler: (chat: { readonly owner: string; readonly file: string } | null) => void): Undo;
  onChatRenamed(handler: (from: string, to: string) => void): Undo;
  /** The name only; the owner is not told (the caller checks that the file is gone). */
  onChatDeleted(handler: (file: string) => void): Undo;
  /** Something in the open chat changed outside our own writes; `index` where the host tells it. */
  onPathChanged(handler: (change: PathChange, index: number | null) => void): Undo;
  /** A worldbook, the card or the preset was edited: caches of them are dropped. */
  onSourcesChanged(handler: (what: 'worldbook' | 'card' | 'preset' | 'persona') => void): Undo;
}
