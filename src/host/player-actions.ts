/** What our own buttons ask of SillyTavern, and the few lists they show. */
import { openChat, openCharacterIndex, type St } from './st-context.ts';

export interface PlayerActions {
  /** Generates the reply of the last input once more. */
  retry(): void;
  /** Connection Manager profiles, in the player's order. */
  profiles(): readonly { readonly id: string; readonly name: string }[];
  /** Null when no card is open, or a group is. */
  openCard(): { readonly avatar: string; readonly name: string } | null;
  isShown(index: number): boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function makePlayerActions(st: St): PlayerActions {
  return {
    retry: () => document.querySelector<HTMLElement>('#option_regenerate')?.click(),
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
    isShown: (index) => document.querySelector(`#chat .mes[mesid="${index}"]`) !== null,
  };
}
