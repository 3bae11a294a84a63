/** What every change must hold to, wherever it came from: a model just now, or a chat file years later. */
import { type JsonValue } from '../../shared/json-value.ts';
import { isRefusedName } from '../../shared/json.ts';
import { type ChangeRefusalCode } from './refusal-text.ts';
import { type StateChange } from './state-change.ts';

/** A refusal before it is put into words. */
export interface Fault {
  readonly code: ChangeRefusalCode;
  readonly about: string;
}

export const NAME_LIMIT = 120;
/** Characters of a flag's value as JSON. */
const FLAG_LIMIT = 4_000;
const QUANTITY_LIMIT = 1_000_000_000;
/** A thousand years. */
const MINUTES_LIMIT = 60 * 24 * 366 * 1_000;
const RELATION_LIMIT = 100;

/** Examples of a schema that a model handed back. */
const placeholders = new Set(['string', 'name', 'item_name', 'npc_name', 'location_name', 'quest_id', 'flag_name']);
const emptyName = /^[\p{P}\s]*$/u;
const bracketed = /^(?:<[^<>]*>|\{[^{}]*\}|\$\{.*\})$/;
const control = /[\p{Cc}\u2028\u2029]/u;

/** Null when the change is well formed. */
export function checkChange(change: StateChange): Fault | null {
  switch (change.type) {
    case 'move':
      return checkName(change.location, 'location');
    case 'add_item':
    case 'remove_item':
      return checkName(change.item, 'item') ?? checkCount(change.quantity, QUANTITY_LIMIT);
    case 'set_relationship':
      return checkName(change.npc, 'npc') ?? checkRelation(change.value);
    case 'modify_relationship':
      return checkName(change.npc, 'npc') ?? checkDelta(change.delta);
    case 'start_quest':
    case 'advance_quest':
      return checkName(change.questId, 'quest_id') ?? checkName(change.stage, 'stage');
    case 'complete_quest':
      return checkName(change.questId, 'quest_id');
    case 'set_flag':
      return checkName(change.flag, 'flag') ?? checkFlagValue(change.flag, change.value);
    case 'pass_time':
      return checkCount(change.minutes, MINUTES_LIMIT);
  }
}

function checkName(name: string, about: string): Fault | null {
  if (emptyName.test(name)) return { code: 'name-missing', about };
  if (name.length > NAME_LIMIT) return { code: 'name-too-long', about: name };
  if (isRefusedName(name) || control.test(name)) return { code: 'name-forbidden', about: name };
  return placeholders.has(name.toLowerCase()) || bracketed.test(name) ? { code: 'placeholder', about: name } : null;
}

function checkCount(count: number, limit: number): Fault | null {
  const about = String(count);
  if (count <= 0) return { code: 'not-positive', about };
  return checkWhole(count) ?? (count > limit ? { code: 'too-large', about } : null);
}

function checkRelation(value: number): Fault | null {
  return (
    checkWhole(value) ?? (Math.abs(value) > RELATION_LIMIT ? { code: 'out-of-range', about: String(value) } : null)
  );
}

/** From one end to the other is the longest way there is. */
function checkDelta(delta: number): Fault | null {
  const about = String(delta);
  if (delta === 0) return { code: 'no-change', about };
  return checkWhole(delta) ?? (Math.abs(delta) > RELATION_LIMIT * 2 ? { code: 'too-large', about } : null);
}

function checkWhole(value: number): Fault | null {
  const about = String(value);
  if (!Number.isFinite(value)) return { code: 'not-a-number', about };
  return Number.isInteger(value) ? null : { code: 'not-whole', about };
}

function checkFlagValue(flag: string, value: JsonValue | undefined): Fault | null {
  if (value === undefined) return { code: 'value-missing', about: flag };
  return JSON.stringify(value).length > FLAG_LIMIT ? { code: 'value-too-large', about: flag } : null;
}
