/** The map of rooms: what each folder of src/ holds, which rooms and packages it may import, and which globals it may name. */

/**
 * @typedef {object} Room
 * @property {string} holds one line for people
 * @property {string[]} imports rooms it may import (itself is always allowed)
 * @property {string[]} packages npm packages it may import
 * @property {string[]} globals host globals it may name, beyond plain JavaScript
 */

/** Globals that belong to one room or another; every room that does not list one may not name it. */
export const guardedGlobals = [
  'SillyTavern',
  'window',
  'document',
  'globalThis',
  'localStorage',
  'indexedDB',
  'IDBKeyRange',
  'fetch',
  'Worker',
  'Blob',
  'URL',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'navigator',
  'crypto',
  'performance',
  'console',
];

/** @type {Record<string, Room>} */
export const rooms = {
  shared: {
    holds: 'leaf helpers that know no word of the trade',
    imports: [],
    packages: ['jsonrepair', 'yaml', 'json5'],
    globals: [],
  },
  domain: {
    holds:
      'timeline, effects, variables, game state, history window, worldbook routing, prompt segments, run: pure functions',
    imports: ['shared'],
    packages: ['zod'],
    globals: [],
  },
  ports: {
    holds: 'types of what the core needs from outside',
    imports: ['shared', 'domain'],
    packages: [],
    globals: [],
  },
  config: {
    holds: 'settings schema with the only defaults, migrations, limits, identity',
    imports: ['shared', 'domain'],
    packages: ['zod'],
    globals: [],
  },
  agents: {
    holds: 'per agent: what it sees, what it is told, what it answers',
    imports: ['shared', 'domain'],
    packages: ['zod'],
    globals: [],
  },
  tools: {
    holds: '[TOOL:] definitions, catalogue, permissions, schedule, dice',
    imports: ['shared', 'domain', 'ports'],
    packages: ['zod'],
    globals: [],
  },
  mvu: {
    holds: 'initvar, update rules, the patch dialects',
    imports: ['shared', 'domain'],
    packages: ['zod', 'fast-json-patch'],
    globals: [],
  },
  pipeline: {
    holds: 'the order of one turn',
    imports: ['shared', 'domain', 'ports', 'config', 'agents', 'tools', 'mvu'],
    packages: ['zod'],
    globals: [],
  },
  host: {
    holds: 'the only room that touches SillyTavern',
    imports: ['shared', 'domain', 'ports', 'config'],
    packages: ['zod'],
    globals: [
      'SillyTavern',
      'window',
      'document',
      'globalThis',
      'localStorage',
      'fetch',
      'URL',
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'navigator',
      'crypto',
      'performance',
      'console',
    ],
  },
  storage: {
    holds: 'the only room that touches IndexedDB',
    imports: ['shared', 'domain', 'ports', 'config'],
    packages: ['zod', 'idb'],
    globals: [
      'indexedDB',
      'IDBKeyRange',
      'Blob',
      'navigator',
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
    ],
  },
  sandbox: {
    holds: 'the only room that runs foreign code',
    imports: ['shared', 'domain', 'ports'],
    packages: ['quickjs-wasi'],
    globals: ['Worker', 'Blob', 'URL', 'setTimeout', 'clearTimeout', 'performance', 'globalThis', 'fetch'],
  },
  ui: {
    holds: 'the only room that builds DOM',
    imports: ['shared', 'domain', 'ports', 'config'],
    packages: ['preact'],
    globals: ['document', 'window', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'URL', 'Blob'],
  },
  api: {
    holds: 'globalThis.NarrativeAgent',
    imports: ['shared', 'domain', 'ports', 'config'],
    packages: ['zod'],
    globals: ['globalThis'],
  },
  wiring: {
    holds: 'builds the adapters of one part and hands them to the core; holds no rule',
    imports: [
      'shared',
      'domain',
      'ports',
      'config',
      'agents',
      'tools',
      'mvu',
      'pipeline',
      'host',
      'storage',
      'sandbox',
      'ui',
      'api',
    ],
    packages: [],
    globals: ['document', 'globalThis', 'URL'],
  },
};
