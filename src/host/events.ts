/** Typed listening to SillyTavern's events; every subscription returns its undo. */
import { type Undo } from '../shared/undo-list.ts';
import { type StContext, type StListener } from './st-context.ts';

/** What an event hands over, as far as we read it. Values come from outside: the readers check them. */
export interface StEvents {
  APP_READY: readonly [];
  GENERATION_STARTED: readonly [type: unknown, options: unknown, dryRun: unknown];
  GENERATION_ENDED: readonly [];
  GENERATION_STOPPED: readonly [];
  WORLD_INFO_ACTIVATED: readonly [entries: unknown];
  GENERATE_AFTER_COMBINE_PROMPTS: readonly [data: unknown];
  GENERATE_AFTER_DATA: readonly [data: unknown, dryRun: unknown];
  CHAT_COMPLETION_PROMPT_READY: readonly [data: unknown];
  CHAT_COMPLETION_SETTINGS_READY: readonly [body: unknown];
  STREAM_TOKEN_RECEIVED: readonly [text: unknown];
  MESSAGE_RECEIVED: readonly [index: unknown, type: unknown];
  CHARACTER_MESSAGE_RENDERED: readonly [index: unknown, type: unknown];
  MESSAGE_SENT: readonly [index: unknown];
  MESSAGE_SWIPED: readonly [index: unknown];
  MESSAGE_EDITED: readonly [index: unknown];
  MESSAGE_UPDATED: readonly [index: unknown];
  MESSAGE_DELETED: readonly [newLength: unknown];
  MESSAGE_SWIPE_DELETED: readonly [data: unknown];
  MORE_MESSAGES_LOADED: readonly [];
  CHAT_CHANGED: readonly [chatId: unknown];
  CHAT_RENAMED: readonly [data: unknown];
  CHAT_DELETED: readonly [name: unknown];
  GROUP_CHAT_DELETED: readonly [name: unknown];
  WORLDINFO_UPDATED: readonly [name: unknown];
  WORLDINFO_SETTINGS_UPDATED: readonly [];
  CHARACTER_EDITED: readonly [data: unknown];
  OAI_PRESET_CHANGED_AFTER: readonly [];
  PRESET_CHANGED: readonly [];
  PERSONA_CHANGED: readonly [];
  PERSONA_UPDATED: readonly [];
}
export type StEventName = keyof StEvents;

/** `last`: after every listener registered so far; `first`: before them. */
export type Placement = 'normal' | 'first' | 'last';

/** Events this version of SillyTavern does not know are never heard; that is no error. */
export function listen<Name extends StEventName>(
  ctx: StContext,
  name: Name,
  listener: (...args: StEvents[Name]) => unknown,
  placement: Placement = 'normal',
): Undo {
  const event = ctx.eventTypes[name];
  if (event === undefined) return () => undefined;
  const source = ctx.eventSource;
  const handler = listener as StListener;
  if (placement === 'last') source.makeLast(event, handler);
  else if (placement === 'first') source.makeFirst(event, handler);
  else source.on(event, handler);
  return () => source.removeListener(event, handler);
}

/** Emits an event of SillyTavern's own and resolves when every listener is done. */
export async function emit<Name extends StEventName>(
  ctx: StContext,
  name: Name,
  ...args: StEvents[Name]
): Promise<void> {
  const event = ctx.eventTypes[name];
  if (event !== undefined) await ctx.eventSource.emit(event, ...args);
}
