/** Reads one piece of a provider's answer, streamed or whole, in any of the shapes SillyTavern passes on. */
import { type Usage } from '../domain/run/run.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { type ProviderRefusal } from './llm-errors.ts';

export type Finish = 'stop' | 'length' | 'filter' | 'unknown';

export interface ReplyPiece {
  readonly text: string;
  readonly reasoning: string;
  /** null: this piece does not say how the answer ends. */
  readonly finish: Finish | null;
  readonly usage: Usage | null;
  readonly refusal: ProviderRefusal | null;
  readonly model: string;
}

const finishOf: Readonly<Record<string, Finish>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  complete: 'stop',
  tool_calls: 'stop',
  tool_use: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'filter',
  refusal: 'filter',
  safety: 'filter',
  recitation: 'filter',
  blocklist: 'filter',
  prohibited_content: 'filter',
  sensitive: 'filter',
};

function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (Array.isArray(here) && typeof key === 'number') here = here[key];
    else if (isRecord(here)) here = own(here, String(key));
    else return undefined;
  }
  return here;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => (isRecord(part) && part['thought'] !== true ? textOf(own(part, 'text')) : '')).join('');
}

const firstText = (...values: readonly unknown[]): string => values.map(textOf).find((text) => text !== '') ?? '';

const count = (...values: readonly unknown[]): number | null =>
  values.find((value): value is number => typeof value === 'number' && Number.isFinite(value)) ?? null;

function readUsage(data: unknown): Usage | null {
  const found = [
    at(data, 'usage'),
    at(data, 'message', 'usage'),
    at(data, 'usageMetadata'),
    at(data, 'delta', 'usage', 'tokens'),
  ].find(isRecord);
  if (!found) return null;
  return {
    promptTokens: count(found['prompt_tokens'], found['input_tokens'], found['promptTokenCount']),
    completionTokens: count(found['completion_tokens'], found['output_tokens'], found['candidatesTokenCount']),
    cachedTokens: count(
      at(found, 'prompt_tokens_details', 'cached_tokens'),
      found['prompt_cache_hit_tokens'],
      found['cache_read_input_tokens'],
      found['cachedContentTokenCount'],
    ),
  };
}

function readFinish(data: unknown): Finish | null {
  const word = [
    at(data, 'choices', 0, 'finish_reason'),
    at(data, 'delta', 'stop_reason'),
    at(data, 'stop_reason'),
    at(data, 'candidates', 0, 'finishReason'),
    at(data, 'promptFeedback', 'blockReason'),
    at(data, 'delta', 'finish_reason'),
    at(data, 'finish_reason'),
  ].find((value): value is string => typeof value === 'string' && value !== '');
  return word === undefined ? null : (finishOf[word.toLowerCase()] ?? 'unknown');
}

/** An error object or sentence inside a body, whatever its status was; null when there is none. */
export function readRefusal(
  data: unknown,
  status: number | null,
  statusText: string,
  retryAfter: string,
): ProviderRefusal | null {
  const error = at(data, 'error') ?? at(data, 'detail', 'error') ?? at(data, 'detail');
  const bare = at(data, 'object') === 'error' || at(data, 'type') === 'error' ? data : null;
  const found = error === undefined || error === null || error === false ? bare : error;
  if (found === null || found === undefined) return null;
  const inner = isRecord(found) ? found : {};
  const word = [inner['code'], inner['type'], inner['status']].find(
    (value): value is string | number => (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
  const quota = at(data, 'quota_error') === true;
  return {
    status,
    statusText,
    message: firstText(found, inner['message'], at(data, 'message')),
    code: quota ? 'insufficient_quota' : String(word ?? ''),
    retryAfter,
  };
}

/** One parsed `data:` line of a stream, or the whole body of an answer that did not stream. */
export function readReplyPiece(data: unknown): ReplyPiece {
  const delta = at(data, 'choices', 0, 'delta');
  const message = at(data, 'choices', 0, 'message');
  const parts = at(data, 'candidates', 0, 'content', 'parts');
  return {
    text: firstText(
      at(delta, 'content'),
      at(message, 'content'),
      at(data, 'choices', 0, 'text'),
      at(data, 'delta', 'text'),
      parts,
      at(data, 'delta', 'message', 'content', 'text'),
      at(data, 'responseContent', 'parts'),
      at(data, 'content'),
    ),
    reasoning: firstText(
      at(delta, 'reasoning_content'),
      at(delta, 'reasoning'),
      at(message, 'reasoning_content'),
      at(message, 'reasoning'),
      at(data, 'delta', 'thinking'),
    ),
    finish: readFinish(data),
    usage: readUsage(data),
    refusal: readRefusal(data, null, '', ''),
    model: firstText(at(data, 'model'), at(data, 'message', 'model')),
  };
}
