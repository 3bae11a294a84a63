/** SillyTavern carries out the macros of the card before it asks us: that is taken back, and done again from the world before the round. */
import { isForbiddenKey, isRecord } from '../shared/safe-json.ts';
import { openCharacterIndex, type St, type StContext } from './st-context.ts';
import { readCard, type ReadCard } from './turn-snapshot.ts';

export interface CardMacros {
  /** A generation of the player's begins. */
  begin(): void;
  /** Takes back what the card's macros did since; what is returned does it again. */
  takeBack(): () => void;
  /** Reads the card of a turn: its macros count from the variables as they are now. */
  carryOut(): ReadCard;
}

const writes = /\{\{\s*(?:set|add|inc|dec)var\s*::\s*([^{}:]+?)\s*(?:::|\}\})/gi;

export function makeCardMacros(st: St): CardMacros {
  let before: Readonly<Record<string, unknown>> | null = null;
  const variables = (): Record<string, unknown> => {
    const there = st().chatMetadata['variables'];
    return isRecord(there) ? there : {};
  };
  return {
    begin() {
      before = { ...variables() };
    },
    takeBack() {
      const then = before;
      before = null;
      if (!then) return () => undefined;
      const now = variables();
      const changed = writtenKeys(st()).filter((key) => now[key] !== then[key]);
      const after = { ...now };
      const put = (from: Readonly<Record<string, unknown>>): void => {
        for (const key of changed) {
          if (Object.hasOwn(from, key)) now[key] = from[key];
          else delete now[key];
        }
      };
      put(then);
      return () => put(after);
    },
    carryOut: () => readCard(st()),
  };
}

/** Names of the chat variables that macros in the card's own texts write. */
function writtenKeys(ctx: StContext): string[] {
  const index = openCharacterIndex(ctx);
  const card = index === null ? null : ctx.characters[index];
  const texts = JSON.stringify([card, ctx.powerUserSettings['persona_description'], ctx.chatMetadata['scenario']]);
  const keys = [...texts.matchAll(writes)].map(([, key = '']) => key);
  return [...new Set(keys)].filter((key) => !isForbiddenKey(key));
}
