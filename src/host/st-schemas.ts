/** Loose shapes of what SillyTavern hands us: unknown fields stay, a malformed field falls back alone. */
import * as z from 'zod/mini';

const text = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);
const number = (byDefault: number) =>
  z.catch(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' && value !== '' ? Number(value) : value)),
      z.number(),
    ),
    byDefault,
  );
const texts = z.catch(
  z.pipe(
    z.array(z.unknown()),
    z.transform((list: unknown[]) => list.filter((item): item is string => typeof item === 'string')),
  ),
  [],
);
const maybe = <T extends z.core.$ZodType>(type: T) => z.catch(z.optional(type), undefined);
const flagOrNull = z.catch(z.nullable(z.boolean()), null);
const amount = z.catch(z.nullable(z.union([z.number(), z.boolean()])), null);

/** A worldbook entry in either dialect; the reader decides between the names. */
export const entrySchema = z.looseObject({
  uid: z.catch(z.union([z.number(), z.string()]), ''),
  id: z.catch(z.union([z.number(), z.string()]), ''),
  world: text,
  comment: text,
  name: text,
  content: text,
  key: z.optional(texts),
  keys: z.optional(texts),
  keysecondary: z.optional(texts),
  secondary_keys: z.optional(texts),
  disable: maybe(z.boolean()),
  enabled: maybe(z.boolean()),
  constant: flag,
  vectorized: maybe(z.boolean()),
  selective: maybe(z.boolean()),
  selectiveLogic: maybe(z.number()),
  position: z.catch(z.optional(z.union([z.number(), z.string()])), undefined),
  depth: maybe(z.number()),
  role: z.catch(z.optional(z.nullable(z.number())), undefined),
  order: maybe(z.number()),
  insertion_order: maybe(z.number()),
  caseSensitive: flagOrNull,
  matchWholeWords: flagOrNull,
  probability: maybe(z.number()),
  useProbability: maybe(z.boolean()),
  group: text,
  sticky: amount,
  cooldown: amount,
  delay: amount,
  delayUntilRecursion: amount,
  triggers: z.optional(texts),
  decorators: z.optional(texts),
  characterFilter: z.catch(
    z.optional(z.looseObject({ isExclude: flag, names: z.optional(texts), tags: z.optional(texts) })),
    undefined,
  ),
  extensions: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
});
export type StEntry = z.infer<typeof entrySchema>;

/** A card, as far as we read it. */
export const characterSchema = z.looseObject({
  name: text,
  avatar: text,
  data: z.catch(
    z.optional(
      z.looseObject({
        extensions: z.catch(z.optional(z.looseObject({ world: text })), undefined),
        character_book: z.catch(
          z.optional(z.looseObject({ name: text, entries: z.catch(z.array(z.unknown()), []) })),
          undefined,
        ),
      }),
    ),
    undefined,
  ),
});
export type StCharacter = z.infer<typeof characterSchema>;

/** One prompt of a chat completion preset. */
export const presetPromptSchema = z.looseObject({
  identifier: text,
  name: text,
  role: z.catch(z.enum(['system', 'user', 'assistant']), 'system'),
  content: text,
  marker: flag,
  forbid_overrides: flag,
  injection_trigger: z.optional(texts),
});

export const promptOrderSchema = z.looseObject({
  character_id: z.catch(z.union([z.number(), z.string()]), ''),
  order: z.catch(z.array(z.looseObject({ identifier: text, enabled: flag })), []),
});

/** A regex script of the player, the card or the preset. */
export const regexScriptSchema = z.looseObject({
  id: text,
  scriptName: text,
  promptOnly: flag,
  placement: z.catch(z.array(z.unknown()), []),
  minDepth: maybe(z.nullable(z.number())),
  maxDepth: maybe(z.nullable(z.number())),
});

/** An entry of `extensionPrompts`. */
export const extensionPromptSchema = z.looseObject({
  value: text,
  position: number(-1),
  depth: number(0),
  role: number(0),
  filter: z.optional(z.unknown()),
});

/** A Connection Manager profile. */
export const profileSchema = z.looseObject({
  name: text,
  api: text,
  model: text,
  preset: text,
  proxy: text,
  'api-url': text,
  'secret-id': text,
  'prompt-post-processing': text,
});
