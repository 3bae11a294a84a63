/** Every way a model call can go wrong, as a step of the scripted server, with what is right to do about it. */
import { type FullReply, type Step } from '../../host/model-script.mjs';

export interface FailureKind {
  readonly name: string;
  /** What the server does. */
  readonly step: Partial<Step>;
  /** Requests an agent makes before it gives up, with one retry allowed. */
  readonly calls: number;
  /** The same for a tool, which may answer in any form; null: its answer stands. */
  readonly toolCalls: number | null;
  /** What the writing leaves: nothing, the beginning of its prose, or all of it (null: this is no failure of prose). */
  readonly prose: 'none' | 'partial' | null;
  /** What the player reads about the writing. */
  readonly says?: RegExp;
  /** The browser itself repeats such a request when it likes to. */
  readonly uncounted?: true;
  /** How a second request differs from the first. */
  readonly again?: 'same' | 'smaller' | 'larger' | 'repair';
}

const failing = (name: string, step: Partial<Step>, says: RegExp, more: Partial<FailureKind> = {}): FailureKind => {
  const calls = more.calls ?? 2;
  return { name, step, calls, toolCalls: calls, prose: 'none', says, ...(calls > 1 ? { again: 'same' } : {}), ...more };
};

const answering = (name: string, reply: string | FullReply, more: Partial<FailureKind>): FailureKind => ({
  name,
  step: { reply },
  calls: 2,
  toolCalls: 2,
  prose: null,
  ...more,
});

const overflows: readonly (readonly [string, number, string])[] = [
  [
    'OpenAI',
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9216 tokens. Please reduce the length of the messages.",
  ],
  ['Anthropic', 400, 'prompt is too long: 215000 tokens > 200000 maximum'],
  ['Gemini', 400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
  [
    'llama.cpp',
    400,
    'the request exceeds the available context size. try increasing the context size or enable context shift',
  ],
  ['DeepSeek', 400, '输入长度超过模型最大上下文长度限制'],
];

const once = { calls: 1, toolCalls: 1 } as const;
const server = /error of its own/;
const partial = { prose: 'partial' } as const;
const late = /did not answer in time/;

export const failureKinds: readonly FailureKind[] = [
  failing('no connection', { fault: 'reset' }, /cannot be reached|broke off|error of its own/),
  failing('408', { fault: 'http-408' }, late, { uncounted: true }),
  failing('429', { fault: 'http-429' }, /limits requests/),
  failing('429 with Retry-After', { fault: 'http-429', retryAfter: 1 }, /limits requests/),
  failing('500', { fault: 'http-500' }, server),
  failing('502', { fault: 'http-502' }, server),
  failing('503', { fault: 'http-503' }, server),
  failing('no headers', { fault: 'hang-headers' }, late),
  failing('no first token', { fault: 'hang-first' }, late),
  failing('a gap between tokens', { fault: 'hang-mid' }, late, partial),
  failing('endless', { reply: 'drip '.repeat(500), tokenDelay: 60 }, late, { prose: null }),
  failing('a stream that ends early', { fault: 'end-quiet' }, /broke off/, partial),
  failing('a connection that breaks', { fault: 'end-early' }, /broke off/, partial),
  failing('an error in mid-stream', { fault: 'error-mid' }, server, partial),
  failing('200 with an error', { fault: 'error-200' }, server),
  failing('200 with a web page', { fault: 'not-json' }, /broke off|returned nothing|error of its own/),
  failing('401', { fault: 'http-401' }, /key was refused/, once),
  failing('403', { fault: 'http-403' }, /key was refused/, once),
  failing('404', { fault: 'http-404' }, /no such model/, once),
  ...overflows.map(([who, status, errorWords]) =>
    failing(`overflow as ${who} says it`, { fault: `http-${status}`, errorWords }, /longer than the context/, {
      again: 'smaller',
    }),
  ),
  failing('a content filter', { reply: { content: '', finish_reason: 'content_filter' } }, /declines/, once),
  failing('nothing', { reply: '' }, /returned nothing/),
  failing(
    'thinking that eats the budget',
    { reply: { content: '', reasoning: 'Let me think {"summary_entries": …', finish_reason: 'length' } },
    /Thinking used up/,
    { again: 'larger' },
  ),
  failing(
    'an error told as text',
    { reply: 'Error: 429 Too Many Requests. Please try again later.' },
    /limits requests/,
  ),
  failing(
    'an error body as text',
    { reply: '{"error":{"message":"The server is overloaded.","type":"overloaded_error","code":503}}' },
    server,
  ),
  answering(
    'an answer cut off by length',
    { content: '{"int', finish_reason: 'length' },
    { again: 'larger', toolCalls: null, prose: 'partial' },
  ),
  answering('prose instead of JSON', 'The rain goes on and Marta smiles at it.', { again: 'repair', toolCalls: null }),
  answering('JSON of another shape', '{"weather": "rain", "mood": ["calm"]}', { again: 'repair', toolCalls: null }),
];
