import { describe, expect, it } from 'vitest';
import { refusalError, retryAfterMs, type ProviderRefusal } from '../../../src/host/llm-errors.ts';

const refusal = (over: Partial<ProviderRefusal>): ProviderRefusal => ({
  status: 400,
  statusText: '',
  message: '',
  code: '',
  retryAfter: '',
  ...over,
});
const codeOf = (over: Partial<ProviderRefusal>) => refusalError(refusal(over), 0).code;

describe('a refused request', () => {
  it.each([
    [401, 'model.auth'],
    [402, 'model.rate-limited'],
    [403, 'model.auth'],
    [404, 'model.not-found'],
    [408, 'model.timeout'],
    [413, 'model.overflow'],
    [422, 'model.rejected'],
    [429, 'model.rate-limited'],
    [500, 'model.server'],
    [502, 'model.server'],
    [503, 'model.server'],
    [504, 'model.timeout'],
    [529, 'model.server'],
  ])('with status %i is %s', (status, code) => {
    expect(codeOf({ status })).toBe(code);
  });

  it.each([
    ['Unauthorized', 'model.auth'],
    ['Too Many Requests', 'model.rate-limited'],
    ['Internal Server Error', 'model.server'],
    ['Payment Required', 'model.rate-limited'],
    ['Gateway Timeout', 'model.timeout'],
  ])('is known by its reason phrase alone: %s', (phrase, code) => {
    expect(codeOf({ status: 200, message: phrase })).toBe(code);
    expect(codeOf({ status: 400, statusText: phrase, message: 'no' })).toBe(code);
  });

  it.each([
    ['This model has a maximum context length of 8192 tokens.', 'model.overflow'],
    ['prompt is too long: 210000 tokens > 200000 maximum', 'model.overflow'],
    ['Incorrect API key provided.', 'model.auth'],
    ['You exceeded your current quota, please check your plan.', 'model.rate-limited'],
    ['账户余额不足', 'model.rate-limited'],
    ['The response was filtered due to the content policy.', 'model.refused'],
    ['The model `x-1` does not exist', 'model.not-found'],
    ['connect ECONNREFUSED 127.0.0.1:1', 'model.network'],
    ['Something else entirely.', 'model.rejected'],
  ])('with status 400 is read by its words: %s', (message, code) => {
    expect(codeOf({ message })).toBe(code);
  });

  it.each([
    ["This model's maximum context length is 8192 tokens. However, your messages resulted in 9216 tokens.", 8192],
    ['prompt is too long: 215000 tokens > 200000 maximum', 200000],
    ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1048576],
    ['the request exceeds the available context size. try increasing the context size', null],
    ['context_length_exceeded: max context window is 4096, got 5000', 4096],
    ['输入长度超过模型最大上下文长度限制', null],
    ['输入内容超出模型上下文长度 32768', 32768],
    ['Input is too long for requested model: too many tokens', null],
    ['Please reduce the length of the messages or completion.', null],
  ])('that is too long says how much fits: %s', (message, tokens) => {
    const error = refusalError(refusal({ message }), 0);
    expect(error.code).toBe('model.overflow');
    expect(error.details['contextTokens'] ?? null).toBe(tokens);
  });

  it('believes the provider’s own code before words and status', () => {
    expect(codeOf({ status: 429, code: 'insufficient_quota', message: 'rate limit' })).toBe('model.rate-limited');
    expect(refusalError(refusal({ status: 429, code: 'insufficient_quota' }), 0).retry).toBe('user');
    expect(refusalError(refusal({ status: 429, message: 'Rate limit reached' }), 0).retry).toBe('auto');
    expect(codeOf({ status: 200, code: '429', message: 'RESOURCE' })).toBe('model.rate-limited');
  });

  it('knows an answer that broke off from a line that was dead before', () => {
    const cut = 'Invalid response body while trying to fetch http://x: aborted';
    expect(codeOf({ status: 502, code: 'ECONNRESET', message: cut })).toBe('model.cut-stream');
    expect(codeOf({ status: 502, code: 'ECONNRESET', message: 'read ECONNRESET' })).toBe('model.network');
  });

  it('keeps the provider’s sentence', () => {
    expect(refusalError(refusal({ message: 'No.' }), 0).message).toBe('No.');
  });
});

describe('the wait before another try', () => {
  it.each([
    ['20', '', 20_000],
    ['0', '', 0],
    [new Date(70_000).toUTCString(), '', 60_000],
    ['', 'Please try again in 1.5s.', 1_500],
    ['', 'try again in 250ms', 250],
    ['', 'Please wait 2 minutes', 120_000],
    ['', '"retryDelay": "34s"', 34_000],
    ['', 'retry_after: 12', 12_000],
    ['', 'No hint here.', null],
  ])('header %j, sentence %j: %j ms', (header, message, wanted) => {
    expect(retryAfterMs(header, message, 10_000)).toBe(wanted);
  });
});
