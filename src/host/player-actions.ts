/** What our own buttons ask of SillyTavern, and the few lists they show. */
import { type TurnType } from '../domain/run/turn-request.ts';
import { openChat, openCharacterIndex, type St } from './st-context.ts';
import { type BookmarksModule } from './st-modules.ts';

export interface PlayerActions {
  /** Does again what brought no reply; a swipe is swiped again, so that the page that stands there stays. */
  retry(turn: TurnType): void;
  /** Connection Manager profiles, in the player's order. */
  profiles(): readonly { readonly id: string; readonly name: string }[];
  /** Null when no card is open, or a group is. */
  openCard(): { readonly avatar: string; readonly name: string } | null;
  /** Branches the chat after a message and opens the branch; its name, or null when none was made. */
  fork(index: number, swipe: number | null): Promise<string | null>;
  /** Deletes a message as the player would; false when SillyTavern did not. */
  deleteMessage(index: number): Promise<boolean>;
  isShown(index: number): boolean;
  /** Marks a message in the page as hidden from prompts, or as not. */
  showHiding(index: number, hidden: boolean): void;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function makePlayerActions(st: St, bookmarks: BookmarksModule | null): PlayerActions {
  return {
    retry: (turn) => {
      const button = turn === 'swipe' ? '#chat .last_mes .swipe_right' : '#option_regenerate';
      document.querySelector<HTMLElement>(button)?.click();
    },
    profiles() {
      const manager = st().extensionSettings['connectionManager'];
      const profiles: unknown = isObject(manager) ? manager['profiles'] : null;
      if (!Array.isArray(profiles)) return [];
      return profiles.flatMap((profile: unknown) => {
        if (!isObject(profile)) return [];
        const { id, name } = profile;
        return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
      });
    },
    openCard() {
      const ctx = st();
      const chat = openChat(ctx);
      if (!chat || openCharacterIndex(ctx) === null) return null;
      return { avatar: chat.owner, name: ctx.name2 };
    },
    async fork(index, swipe) {
      const name: unknown = await bookmarks?.branchChat(index, { swipeId: swipe });
      return typeof name === 'string' && name !== '' ? name : null;
    },
    async deleteMessage(index) {
      const message = st().chat[index];
      if (!message) return false;
      await st().deleteMessage?.(index);
      return !st().chat.includes(message);
    },
    showHiding(index, hidden) {
      document.querySelector(`#chat .mes[mesid="${index}"]`)?.setAttribute('is_system', String(hidden));
    },
    isShown: (index) => document.querySelector(`#chat .mes[mesid="${index}"]`) !== null,
  };
}
