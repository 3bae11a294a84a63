/** Paths of the public state API: `inventory.coin`, `/inventory/coin` or `summaries.3`, turned into the session's pointers. */
import { NarrativeError } from '../domain/errors.ts';

const roots: Readonly<Record<string, string>> = {
  time: '/game/time',
  location: '/game/location',
  inventory: '/game/inventory',
  relationships: '/game/relationships',
  quests: '/game/quests',
  flags: '/game/flags',
  known: '/game/known',
  summaries: '/summaries',
  variables: '/variables',
  mvu: '/mvu',
};

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Throws `input.invalid` with a sentence when the path does not begin with a known root or names a forbidden key. */
export function statePointer(path: string): string {
  const parts = path.startsWith('/') ? pointerParts(path) : path.split('.');
  const known = parts[0] === 'game' ? parts.slice(1) : parts;
  const [root = '', ...rest] = known;
  const base = Object.hasOwn(roots, root) ? roots[root] : undefined;
  if (base === undefined) {
    throw new NarrativeError('input.invalid', {
      message: `"${path}" does not begin with one of: ${Object.keys(roots).join(', ')}.`,
    });
  }
  if (rest.some((part) => part === '' || forbidden.has(part))) {
    throw new NarrativeError('input.invalid', { message: `"${path}" has an empty or forbidden part.` });
  }
  return base + rest.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function pointerParts(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
