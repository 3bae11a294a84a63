import { describe, expect, it } from 'vitest';
import { makeFetchObserver, type FetchOwner } from '../../../src/host/fetch-observer.ts';
import { GENERATE_PATH, tapNextRequest } from '../../../src/host/request-tap.ts';

const answer = JSON.stringify({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] });

function makeOwner(reply: () => Promise<Response> = async () => new Response(answer)) {
  const seen: string[] = [];
  const plain = (async (input: RequestInfo | URL) => {
    seen.push(input as string);
    return reply();
  }) as typeof fetch;
  const owner: FetchOwner = { fetch: plain };
  return { owner, plain, seen };
}
const post = (owner: FetchOwner, body: string, address = GENERATE_PATH, signal?: AbortSignal) =>
  owner.fetch(address, { method: 'POST', body, ...(signal ? { signal } : {}) });
const ours = { matches: (body: string) => body.includes('ours'), streaming: false };

describe('the tap', () => {
  it('sees exactly one fitting request, hands its response on untouched, and is gone at once', async () => {
    const { owner, plain, seen } = makeOwner();
    const tap = tapNextRequest(makeFetchObserver(owner), ours);
    expect(owner.fetch).not.toBe(plain);
    await post(owner, 'foreign');
    await post(owner, 'ours', '/api/other');
    expect(tap.trace().outcome).toBe('unsent');
    const response = post(owner, 'ours');
    expect(owner.fetch).toBe(plain);
    expect(await (await response).text()).toBe(answer);
    expect(await tap.over).toMatchObject({ outcome: 'complete', closed: true, finish: 'stop', textLength: 5 });
    expect(seen).toEqual([GENERATE_PATH, '/api/other', GENERATE_PATH]);
  });

  it('names a dead line, and the caller hears of it too', async () => {
    const { owner } = makeOwner(async () => Promise.reject(new TypeError('Failed to fetch')));
    const tap = tapNextRequest(makeFetchObserver(owner), ours);
    await expect(post(owner, 'ours')).rejects.toThrow('Failed to fetch');
    expect(await tap.over).toMatchObject({ outcome: 'unreachable', status: null });
  });

  it('names an abort', async () => {
    const controller = new AbortController();
    const { owner } = makeOwner(
      () => new Promise((_, reject) => controller.signal.addEventListener('abort', () => reject(new Error('stop')))),
    );
    const tap = tapNextRequest(makeFetchObserver(owner), ours);
    const waiting = post(owner, 'ours', GENERATE_PATH, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toThrow();
    expect(await tap.over).toMatchObject({ outcome: 'aborted' });
  });

  it('names a response that breaks off', async () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"choi'));
        stream.error(new TypeError('network'));
      },
    });
    const { owner } = makeOwner(async () => new Response(body));
    const tap = tapNextRequest(makeFetchObserver(owner), ours);
    await post(owner, 'ours')
      .then((response) => response.text())
      .catch(() => '');
    expect(await tap.over).toMatchObject({ outcome: 'broken', status: 200 });
  });

  it('that is disposed before its request never sees one', async () => {
    const { owner, plain } = makeOwner();
    const tap = tapNextRequest(makeFetchObserver(owner), ours);
    tap.dispose();
    expect(owner.fetch).toBe(plain);
    await post(owner, 'ours');
    expect(await tap.over).toMatchObject({ outcome: 'unsent' });
  });
});

describe('the observer', () => {
  it('leaves a wrapper that came after it in place and only passes through', async () => {
    const { owner, seen } = makeOwner();
    const stop = makeFetchObserver(owner).observe(() => null);
    const below = owner.fetch;
    const theirs = ((input: RequestInfo | URL, init?: RequestInit) => below(input, init)) as typeof fetch;
    owner.fetch = theirs;
    stop();
    expect(owner.fetch).toBe(theirs);
    await owner.fetch('/x');
    expect(seen).toEqual(['/x']);
  });

  it('serves two lookers with one wrapper and removes it with the last', () => {
    const { owner, plain } = makeOwner();
    const observer = makeFetchObserver(owner);
    const first = observer.observe(() => null);
    const second = observer.observe(() => null);
    first();
    expect(owner.fetch).not.toBe(plain);
    second();
    expect(owner.fetch).toBe(plain);
  });
});
