import { describe, expect, it } from 'vitest';
import { makeTraceReader } from '../../../src/host/request-trace.ts';

const sse = (...pieces: unknown[]) =>
  pieces.map((piece) => `data: ${typeof piece === 'string' ? piece : JSON.stringify(piece)}\n\n`).join('');
const openai = (content: string, finish: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});

function read(streaming: boolean, body: string, { status = 200, step = 7, statusText = '' } = {}) {
  const reader = makeTraceReader(streaming);
  reader.head(status, statusText, '');
  for (let i = 0; i < body.length; i += step) reader.chunk(body.slice(i, i + step));
  reader.end('complete');
  return reader.trace();
}

describe('a streamed answer', () => {
  it.each([1, 7, 1_000])('is read whatever the pieces (%i characters)', (step) => {
    const body = sse(
      openai('He'),
      openai('llo'),
      openai('', 'stop'),
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } },
      '[DONE]',
    );
    expect(read(true, body, { step })).toMatchObject({
      closed: true,
      finish: 'stop',
      textLength: 5,
      usage: { promptTokens: 5, completionTokens: 2, cachedTokens: null },
      refusal: null,
    });
  });

  it('that ends without a word is not closed', () => {
    expect(read(true, sse(openai('He')))).toMatchObject({ closed: false, finish: null, textLength: 2 });
  });

  it('with CRLF lines and comments is read', () => {
    const body = `: keep-alive\r\n\r\n${sse(openai('Hi'), '[DONE]').replaceAll('\n', '\r\n')}`;
    expect(read(true, body, { step: 3 })).toMatchObject({ closed: true, textLength: 2, refusal: null });
  });

  it('keeps an error that comes in the middle', () => {
    const error = { error: { message: 'The server had an error.', code: 'server_error' } };
    expect(read(true, sse(openai('He'), error))).toMatchObject({
      textLength: 2,
      refusal: { message: 'The server had an error.', code: 'server_error', status: 200 },
    });
  });

  it('that is no stream but an error body is a refusal', () => {
    expect(read(true, JSON.stringify({ error: { message: 'Overloaded' } }))).toMatchObject({
      closed: false,
      refusal: { message: 'Overloaded' },
    });
  });

  it.each([
    [
      'Claude',
      [
        { type: 'content_block_delta', delta: { text: 'Hi' } },
        { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 9 } },
        { type: 'message_stop' },
      ],
      'length',
      9,
    ],
    [
      'Gemini',
      [
        {
          candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'SAFETY' }],
          usageMetadata: { candidatesTokenCount: 3 },
        },
      ],
      'filter',
      3,
    ],
  ] as const)('of %s is understood', (_name, pieces, finish, tokens) => {
    expect(read(true, sse(...pieces))).toMatchObject({ finish, textLength: 2, usage: { completionTokens: tokens } });
  });

  it('tells thinking from prose', () => {
    const body = sse({ choices: [{ delta: { reasoning_content: 'hm' } }] }, openai('', 'length'), '[DONE]');
    expect(read(true, body)).toMatchObject({ textLength: 0, reasoningLength: 2, finish: 'length' });
  });
});

describe('an answer in one piece', () => {
  it('is closed when it is whole', () => {
    const body = JSON.stringify({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }], model: 'm' });
    expect(read(false, body)).toMatchObject({ closed: true, finish: 'stop', textLength: 5, model: 'm' });
  });

  it('that is no JSON is not closed', () => {
    expect(read(false, '<html>')).toMatchObject({ closed: false, finish: null });
  });

  it.each([
    [{ error: { message: 'Too Many Requests' }, quota_error: true }, 'insufficient_quota'],
    [{ error: 'plain words' }, ''],
    [{ detail: { error: { message: 'nested', type: 'x' } } }, 'x'],
    [{ object: 'error', message: 'vllm', code: 400 }, '400'],
  ])('with status 200 and %j is a refusal', (body, code) => {
    expect(read(false, JSON.stringify(body)).refusal?.code).toBe(code);
  });

  it('does not take `error: null` for an error', () => {
    const body = { error: null, choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] };
    expect(read(false, JSON.stringify(body)).refusal).toBeNull();
  });

  it('with an error status keeps what was said, JSON or not', () => {
    expect(read(false, 'Bad gateway page', { status: 502 }).refusal).toMatchObject({
      status: 502,
      message: 'Bad gateway page',
    });
    expect(
      read(true, '{"error":{"message":"key"}}', { status: 400, statusText: 'Unauthorized' }).refusal,
    ).toMatchObject({
      status: 400,
      statusText: 'Unauthorized',
      message: 'key',
    });
  });
});
