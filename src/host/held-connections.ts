/** The connections of one turn: those in use when it begins, whatever is chosen while it runs. */
import { NarrativeError } from '../domain/errors.ts';
import { type AgentSettings } from '../domain/settings.ts';
import { isRecord } from '../shared/safe-json.ts';
import { connectionFor, currentConnection, type Connection } from './connection.ts';
import { type StContext } from './st-context.ts';
import { type OpenAiModule } from './st-modules.ts';

export type ConnectionOf = (settings: AgentSettings) => Connection;

/** Texts of the prompt manager; none of them is part of a body. */
const notSampling = new Set(['prompts', 'prompt_order', 'extensions']);

/** The connection in use, with its sampling as it is now. Without SillyTavern's own list of names only model and source are held. */
export function holdCurrent(ctx: StContext, openai: OpenAiModule | null): Connection {
  const names = Object.entries(openai?.settingsToUpdate ?? {});
  const preset: Record<string, unknown> = {};
  for (const [key, place] of names) {
    const name: unknown = Array.isArray(place) ? place[1] : undefined;
    if (typeof name === 'string' && !notSampling.has(key)) preset[key] = ctx.chatCompletionSettings[name];
  }
  return { ...currentConnection(ctx), preset: structuredClone(preset) };
}

/** @param agents whose connections are resolved now; a profile that is gone is said when it is used (`model.not-found`) */
export function holdConnections(
  ctx: StContext,
  openai: OpenAiModule | null,
  agents: readonly AgentSettings[],
): ConnectionOf {
  const held = new Map<string, Connection | NarrativeError>([['', holdCurrent(ctx, openai)]]);
  for (const agent of agents) if (!held.has(agent.profile)) held.set(agent.profile, resolved(ctx, openai, agent));
  return (settings) => {
    const found = held.get(settings.profile) ?? resolved(ctx, openai, settings);
    if (found instanceof NarrativeError) throw found;
    return found;
  };
}

function resolved(ctx: StContext, openai: OpenAiModule | null, agent: AgentSettings): Connection | NarrativeError {
  try {
    const connection = connectionFor(ctx, openai, agent);
    return { ...connection, preset: structuredClone(connection.preset) };
  } catch (error) {
    if (error instanceof NarrativeError) return error;
    throw error;
  }
}

/** What the body of a reply has apart from its connection. */
const notConnection = new Set([
  'type',
  'messages',
  'stream',
  'user_name',
  'char_name',
  'group_names',
  'use_sysprompt',
  'assistant_prefill',
  'json_schema',
  'tools',
  'tool_choice',
  'stop',
  'n',
]);

/**
 * Gives a writing request the model, address and sampling its turn began with, in place. Another source is left as it
 * is: SillyTavern reads the reply in the words of the source that is chosen now. Rejects with what SillyTavern throws.
 */
export async function keepConnection(
  ctx: StContext,
  openai: OpenAiModule | null,
  { held, body }: { readonly held: Connection; readonly body: Record<string, unknown> },
): Promise<void> {
  const now = holdCurrent(ctx, openai);
  if (now.source !== held.source || JSON.stringify(now) === JSON.stringify(held)) return;
  const kept: unknown = await ctx.ChatCompletionService.presetToGeneratePayload(
    structuredClone(held.preset),
    { chat_completion_source: held.source },
    { ...held.fields, messages: [] },
  );
  if (!isRecord(kept)) return;
  for (const key of Object.keys(body)) if (!notConnection.has(key)) delete body[key];
  for (const [key, value] of Object.entries(kept)) if (!notConnection.has(key)) body[key] = value;
}
