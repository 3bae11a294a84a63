/** Data that is fetched when a panel opens: still coming, there, or failed. */
import { useLayoutEffect, useState } from 'preact/hooks';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

/** Fetches anew when one of `on` changes; an answer that comes too late is dropped. */
export function useLoaded<T>(load: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  useLayoutEffect(() => {
    let wanted = true;
    load().then(
      (value) => {
        if (wanted) setLoaded({ state: 'ready', value });
      },
      (error: unknown) => {
        if (wanted) setLoaded({ state: 'failed', error });
      },
    );
    return () => {
      wanted = false;
    };
  }, on);
  return loaded;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
