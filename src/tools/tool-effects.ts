/** Turns what a tool wants changed (`{changes:[{op, path, value}]}`) into effects of the page; they count at commit. */
import { type StateChange } from '../domain/game-state/state-change.ts';
import { readVariableKey } from '../domain/variables/variable-key.ts';
import { type Effect, type VariableScope } from '../domain/timeline/effect.ts';
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { writePointer } from '../shared/json-pointer.ts';
import { mvuTree, type ToolWorld } from './tool-world.ts';

export interface ToolEffects {
  readonly effects: readonly Effect[];
  /** One English line per change that could not be taken. */
  readonly refused: readonly string[];
}

const MAX_CHANGES = 50;
const scopes: readonly VariableScope[] = ['page', 'floor', 'branch', 'chat'];
const gameFields = ['location', 'inventory', 'relationships', 'flags', 'time'];

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Op = 'set' | 'add' | 'remove';

const ops = new Map<string, Op>([
  ['set', 'set'],
  ['replace', 'set'],
  ['assign', 'set'],
  ['insert', 'set'],
  ['delta', 'add'],
  ['add', 'add'],
  ['inc', 'add'],
  ['increment', 'add'],
  ['remove', 'remove'],
  ['delete', 'remove'],
  ['unset', 'remove'],
]);

/** `add` means a sum for numbers, and putting in otherwise (as in RFC 6902). */
function readOp(change: JsonObject): Op | null {
  const word = typeof change['op'] === 'string' ? change['op'].trim().toLowerCase() : 'set';
  const op = ops.get(word) ?? null;
  return op === 'add' && typeof change['value'] !== 'number' ? 'set' : op;
}

interface Change {
  readonly op: Op;
  readonly path: readonly string[];
  readonly value: JsonValue;
  readonly raw: JsonObject;
}

function readChange(item: JsonValue): Change | string {
  if (!isObject(item)) return `not an object: ${JSON.stringify(item).slice(0, 60)}`;
  const given = item['path'] ?? item['key'] ?? item['name'];
  const key = typeof given === 'string' ? readVariableKey(given.trim()) : null;
  const op = readOp(item);
  if (!key) return `no usable path: ${JSON.stringify(given ?? null).slice(0, 60)}`;
  if (!op) return `unknown op: ${JSON.stringify(item['op']).slice(0, 40)}`;
  if (op !== 'remove' && item['value'] === undefined) return `${key.flat}: value is missing`;
  return { op, path: key.path, value: item['value'] ?? null, raw: item };
}

/** @param list what stands under `changes` or `patches` */
export function readToolChanges(list: JsonValue | undefined, view: ToolWorld): ToolEffects {
  if (list === undefined || list === null) return { effects: [], refused: [] };
  if (!Array.isArray(list)) return { effects: [], refused: ['changes must be a list of {op, path, value}'] };
  const effects: Effect[] = [];
  const refused: string[] = [];
  const items = list as readonly JsonValue[];
  for (const item of items.slice(0, MAX_CHANGES)) {
    const change = readChange(item);
    const effect = typeof change === 'string' ? change : effectOf(change, view);
    if (typeof effect === 'string') refused.push(effect);
    else effects.push(effect);
  }
  if (items.length > MAX_CHANGES) refused.push(`only the first ${MAX_CHANGES} changes are taken`);
  return { effects, refused };
}

/** The head of the path says what is meant: a prefix, a field of the state, a branch of the MVU tree, else a variable. */
function effectOf(change: Change, view: ToolWorld): Effect | string {
  const [head = '', ...rest] = change.path;
  if (rest.length > 0 && (head === 'mvu' || head === 'stat_data')) return mvuEffect(change, rest);
  if (rest.length > 0 && (head === 'state' || head === 'game')) return gameEffect(change, rest, view);
  if (rest.length > 0 && head === 'variables') return variableEffect(change, rest);
  if (Object.hasOwn(mvuTree(view.world), head)) return mvuEffect(change, change.path);
  return gameFields.includes(head) ? gameEffect(change, change.path, view) : variableEffect(change, change.path);
}

function mvuEffect({ op, value, raw }: Change, path: readonly string[]): Effect {
  const pointer = writePointer(path);
  const inserts = raw['op'] === 'insert';
  const operation: JsonObject =
    op === 'remove'
      ? { op: 'remove', path: pointer }
      : { op: op === 'add' ? 'delta' : inserts ? 'insert' : 'replace', path: pointer, value };
  return { kind: 'mvu', operations: [operation], source: 'tool' };
}

function variableEffect({ op, value, raw }: Change, path: readonly string[]): Effect {
  const scope = scopes.find((known) => known === raw['scope'] || known === raw['promote']) ?? 'page';
  const key = path.length === 1 ? (path[0] ?? '') : writePointer(path);
  const write =
    op === 'remove'
      ? ({ op: 'unset' } as const)
      : ({ op: 'set', value, ...(op === 'add' ? { policy: 'add' as const } : {}) } as const);
  return { kind: 'variable', scope, key, write, source: 'tool' };
}

function gameEffect(change: Change, path: readonly string[], view: ToolWorld): Effect | string {
  const [field = '', name] = path;
  const { op, value } = change;
  const state = (proposed: StateChange | null): Effect | string =>
    proposed ? { kind: 'state', change: proposed, source: 'tool' } : `${path.join('.')}: cannot be changed that way`;
  switch (field) {
    case 'location':
      return state(
        op === 'set' && typeof value === 'string' && value.trim() !== '' ? { type: 'move', location: value } : null,
      );
    case 'time':
      return state(op === 'add' && typeof value === 'number' ? { type: 'pass_time', minutes: value } : null);
    case 'flags':
      return state(name && op !== 'add' ? { type: 'set_flag', flag: name, value } : null);
    case 'relationships':
      return state(relationChange(name, op, value));
    case 'inventory':
      return state(itemChange(name, change, view));
    default:
      return state(null);
  }
}

function relationChange(npc: string | undefined, op: Op, value: JsonValue): StateChange | null {
  if (!npc || typeof value !== 'number' || op === 'remove') return null;
  return op === 'add' ? { type: 'modify_relationship', npc, delta: value } : { type: 'set_relationship', npc, value };
}

/** A total becomes the difference to what is there. */
function itemChange(item: string | undefined, { op, value }: Change, view: ToolWorld): StateChange | null {
  if (!item) return null;
  const { inventory } = view.world.game;
  const now = Object.hasOwn(inventory, item) ? (inventory[item] ?? 0) : 0;
  const wanted = op === 'remove' ? -now : typeof value === 'number' ? (op === 'add' ? value : value - now) : NaN;
  if (!Number.isInteger(wanted) || wanted === 0) return null;
  return wanted > 0 ? { type: 'add_item', item, quantity: wanted } : { type: 'remove_item', item, quantity: -wanted };
}
