/** The body of a call of ours: SillyTavern computes it from the preset, we set what the agent needs. */
import { type ModelRequest } from '../ports/model-client.ts';
import { type Connection } from './connection.ts';
import { type StContext } from './st-context.ts';

export type ModelBody = Record<string, unknown>;

/** Cut answers, spent tokens or broken JSON come of these; none of them serves an agent. */
const unwanted = [
  'stop',
  'n',
  'tools',
  'tool_choice',
  'logprobs',
  'top_logprobs',
  'assistant_prefill',
  'enable_web_search',
];

/** Above `low`: notes need no long thinking. */
const longThinking = new Set(['medium', 'high', 'xhigh', 'max']);

/** Rejects with what SillyTavern throws; the request's message objects are copied. */
export async function modelRequestBody(
  ctx: StContext,
  connection: Connection,
  request: ModelRequest,
): Promise<ModelBody> {
  const { source, preset, fields } = connection;
  const messages = request.messages.map((message) => structuredClone(message));
  const body: ModelBody = await ctx.ChatCompletionService.presetToGeneratePayload(
    structuredClone(preset),
    // A preset carries its own source, and SillyTavern computes what depends on it from there.
    { chat_completion_source: source },
    { ...fields, messages, stream: request.jsonSchema === null },
  );
  for (const key of unwanted) delete body[key];
  const limit = 'max_completion_tokens' in body ? 'max_completion_tokens' : 'max_tokens';
  if (request.maxTokens > 0) body[limit] = request.maxTokens;
  // Models that take no temperature have had the key removed.
  if (request.settings.temperature !== null && 'temperature' in body)
    body['temperature'] = request.settings.temperature;
  const effort = body['reasoning_effort'];
  if (request.reasoning === 'low' && typeof effort === 'string' && longThinking.has(effort)) {
    body['reasoning_effort'] = 'low';
  }
  if (request.jsonSchema) {
    body['json_schema'] = { name: request.jsonSchema.name, value: request.jsonSchema.schema, strict: true };
  }
  return body;
}
