/** Looks at requests of the page without touching them; the page's fetch is wrapped only while somebody looks. */
import { type Undo } from '../shared/undo-list.ts';

/** What is wrapped: the page, or a stand-in in tests. */
export interface FetchOwner {
  fetch: typeof fetch;
}

export interface SeenRequest {
  /** Path or address as the caller gave it. */
  readonly address: string;
  /** The body where it is text; null otherwise. */
  readonly body: string | null;
  readonly signal: AbortSignal | null;
}

export interface ResponseSink {
  /** Called before the caller gets the response; it may be cloned here and only here. */
  response(response: Response): void;
  failed(error: unknown): void;
}

/** Null: not interested in this request. */
export type Look = (request: SeenRequest) => ResponseSink | null;

export interface FetchObserver {
  observe(look: Look): Undo;
}

function describe(input: RequestInfo | URL, init: RequestInit | undefined): SeenRequest {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.pathname : input.url;
  const body = init?.body;
  return { address, body: typeof body === 'string' ? body : null, signal: init?.signal ?? null };
}

export function makeFetchObserver(owner: FetchOwner): FetchObserver {
  const looks = new Set<Look>();
  let remove: Undo | null = null;

  function install(): Undo {
    const original = owner.fetch;
    const wrapped: typeof fetch = async (input, init) => {
      const request = looks.size === 0 ? null : describe(input, init);
      const sinks = request === null ? [] : [...looks].flatMap((look) => look(request) ?? []);
      if (sinks.length === 0) return original.call(globalThis, input, init);
      try {
        const response = await original.call(globalThis, input, init);
        for (const sink of sinks) sink.response(response);
        return response;
      } catch (error) {
        for (const sink of sinks) sink.failed(error);
        throw error;
      }
    };
    owner.fetch = wrapped;
    return () => {
      // Somebody may have wrapped fetch after us: then we stay in their chain and only pass through.
      if (owner.fetch === wrapped) owner.fetch = original;
    };
  }

  return {
    observe(look) {
      looks.add(look);
      remove ??= install();
      return () => {
        looks.delete(look);
        if (looks.size > 0) return;
        remove?.();
        remove = null;
      };
    },
  };
}
