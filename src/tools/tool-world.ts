/** What a tool may see of the world: one frozen view per turn, with the writes of the turn's earlier tools on top. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type World } from '../domain/world.ts';
import { readLayer, type VariableLayer, writeLayer } from '../domain/variables/variable-layer.ts';
import { type LayerValue } from '../domain/world.ts';
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { valueAt } from '../shared/json-pointer.ts';
import { readVariableKey } from '../domain/variables/variable-key.ts';

export interface ToolWorld {
  readonly world: World;
  readonly language: StoryLanguage;
  readonly userName: string;
  readonly characterName: string;
  readonly persona: string;
  readonly card: { readonly description: string; readonly personality: string; readonly scenario: string };
  /** The round that is being made. */
  readonly round: number;
  /** Of the player's clock, in ms since 1970: fixed for the turn. */
  readonly now: number;
  /** The layers wider than the branch's, the narrowest first. */
  readonly outer?: readonly VariableLayer[];
}

/** The MVU tree; empty where the chat has none. */
export function mvuTree(world: World): JsonObject {
  const tree = world.mvu ? own(world.mvu, 'stat_data') : undefined;
  return isRecord(tree) ? (tree as JsonObject) : {};
}

/** A value MVU stores with its description beside it: `[value, "what it is"]`. */
function isDescribed(value: JsonValue): value is readonly [JsonValue, string] {
  return Array.isArray(value) && value.length === 2 && typeof value[1] === 'string' && !Array.isArray(value[0]);
}

/** The tree with plain values, as code reads it. */
export function plainMvu(value: JsonValue): JsonValue {
  if (isDescribed(value) && typeof value[0] !== 'string') return plainMvu(value[0]);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(plainMvu);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([key]) => key !== '$meta')
      .map(([key, part]) => [key, plainMvu(part)]),
  );
}

/**
 * `state` of a code tool: the built-in fields, and the MVU tree beside them under its own names (a built-in field is
 * never hidden; the whole tree is also under `mvu`, and as stored under `stat_data`).
 */
export function sandboxState({ world }: ToolWorld): JsonObject {
  const { time, location, inventory, relationships, quests, flags, eventLog, known } = world.game;
  const stored = mvuTree(world);
  const tree = plainMvu(stored) as JsonObject;
  const variables = Object.fromEntries(
    Object.entries(world.variables).flatMap(([key, layer]) => ('value' in layer ? [[key, layer.value]] : [])),
  );
  const fields = {
    time,
    location,
    inventory,
    relationships,
    quests,
    flags,
    eventLog: eventLog.slice(-50),
    known,
    knownLocations: known.locations,
    knownNpcs: known.npcs,
    variables,
    mvu: tree,
    stat_data: stored,
  };
  return { ...tree, ...(fields as unknown as JsonObject) };
}

/** The page's own layer as the effects so far make it. */
function pageLayer(effects: readonly Effect[]): VariableLayer {
  const layer: Record<string, LayerValue> = {};
  for (const effect of effects) if (effect.kind === 'variable') writeLayer(layer, effect.key, effect.write);
  return layer;
}

/** Looks a name up: what this turn wrote, the variables, the MVU tree, the game state; undefined when nobody knows it. */
export function readToolVariable(view: ToolWorld, key: string, effects: readonly Effect[]): JsonValue | undefined {
  const layers = [pageLayer(effects), view.world.variables, ...(view.outer ?? [])];
  for (const layer of layers) {
    const found = readLayer(layer, key);
    if (found) return 'value' in found ? found.value : undefined;
  }
  const path = readVariableKey(key)?.path;
  if (!path) return undefined;
  const [head, ...rest] = path;
  const isPrefix = head === 'state' || head === 'stat_data' || head === 'mvu';
  return valueAt(sandboxState(view), isPrefix && rest.length > 0 ? rest : path);
}
