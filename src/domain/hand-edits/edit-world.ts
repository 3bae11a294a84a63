/** Reads and changes the world by the pointers of hand edits. */
import { readPointer, valueAt, withoutValueAt, withValueAt } from '../../shared/json-pointer.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { isRecord } from '../../shared/safe-json.ts';
import { type GameState } from '../game-state/game-state.ts';
import { type FloorId } from '../ids.ts';
import { type EditPointer } from '../timeline/hand-edit.ts';
import { writeLayer } from '../variables/variable-layer.ts';
import { type LayerValue, type SummaryLine, type World } from '../world.ts';
import { isEditableRoot, mayHold } from './check-game-value.ts';

/** `undefined` takes the place away. */
export type EditValue = JsonValue | undefined;

/** What stands at a pointer; undefined when nothing does or it leads nowhere. */
export function valueInWorld(world: World, pointer: EditPointer): JsonValue | undefined {
  const [root, ...path] = readPointer(pointer) ?? [];
  switch (root) {
    case 'game':
      return valueAt(world.game as unknown as JsonValue, path);
    case 'summaries':
      return lineOf(world.summaries, path[0])?.text;
    case 'variables': {
      const [name = '', ...inner] = path;
      const held = Object.hasOwn(world.variables, name) ? world.variables[name] : undefined;
      return held && 'value' in held ? valueAt(held.value, inner) : undefined;
    }
    case 'mvu':
      return world.mvu === null ? undefined : valueAt(world.mvu, path);
    default:
      return undefined;
  }
}

/** A changed copy that shares what did not change; null when the pointer leads nowhere or may not hold the value. */
export function editedWorld(world: World, pointer: EditPointer, value: EditValue, floorId: FloorId): World | null {
  const [root, ...path] = readPointer(pointer) ?? [];
  switch (root) {
    case 'game':
      return editedGame(world, path, value);
    case 'summaries':
      return editedSummaries(world, path, value, floorId);
    case 'variables':
      return editedVariables(world, path, value);
    case 'mvu':
      return editedMvu(world, path, value);
    default:
      return null;
  }
}

function editedGame(world: World, path: readonly string[], value: EditValue): World | null {
  const [name, ...inner] = path;
  if (name === undefined || !isEditableRoot(name)) return null;
  if (value === undefined && (inner.length === 0 || name === 'time')) return null;
  const old = world.game[name as keyof GameState] as unknown as JsonValue;
  const next = value === undefined ? withoutValueAt(old, inner) : withValueAt(old, inner, value);
  if (next === undefined || !mayHold(name, next)) return null;
  return { ...world, game: { ...world.game, [name]: next } };
}

const lineOf = (lines: readonly SummaryLine[], round: string | undefined): SummaryLine | undefined =>
  lines.find((line) => String(line.round) === round);

function editedSummaries(world: World, path: readonly string[], value: EditValue, floorId: FloorId): World | null {
  const [round = '', ...more] = path;
  if (more.length > 0 || !/^\d{1,9}$/.test(round)) return null;
  const others = world.summaries.filter((line) => String(line.round) !== round);
  if (value === undefined) return { ...world, summaries: others };
  if (typeof value !== 'string' || value.trim() === '') return null;
  const old = lineOf(world.summaries, round);
  const line: SummaryLine = { floorId: old?.floorId ?? floorId, round: Number(round), text: value };
  return {
    ...world,
    summaries: old
      ? world.summaries.map((each) => (each === old ? line : each))
      : [...others, line].sort((a, b) => a.round - b.round),
  };
}

function editedVariables(world: World, path: readonly string[], value: EditValue): World | null {
  const [name, ...inner] = path;
  if (name === undefined) return null;
  const layer: Record<string, LayerValue> = { ...world.variables };
  if (inner.length === 0) {
    const refusal = writeLayer(layer, name, value === undefined ? { op: 'unset' } : { op: 'set', value });
    return refusal ? null : { ...world, variables: layer };
  }
  const held = Object.hasOwn(layer, name) ? layer[name] : undefined;
  const old = held && 'value' in held ? held.value : undefined;
  const next = value === undefined ? withoutValueAt(old ?? {}, inner) : withValueAt(old, inner, value);
  if (next === undefined || writeLayer(layer, name, { op: 'set', value: next })) return null;
  return { ...world, variables: layer };
}

function editedMvu(world: World, path: readonly string[], value: EditValue): World | null {
  if (path.length === 0) return value !== undefined && isRecord(value) ? { ...world, mvu: value } : null;
  const old: JsonValue = world.mvu ?? {};
  const next = value === undefined ? withoutValueAt(old, path) : withValueAt(old, path, value);
  return next !== undefined && isRecord(next) ? { ...world, mvu: next } : null;
}
