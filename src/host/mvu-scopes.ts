/** Reads and writes variables for card scripts the way MVU names them: a message by number, or the chat. */
import { type JsonObject } from '../shared/json-value.ts';
import { isRecord, safeJson } from '../shared/safe-json.ts';
import { asArray, readVariables, shownSwipe, type MessageWithVariables } from './mvu-records.ts';
import { type St } from './st-context.ts';

export interface VariableOption {
  readonly type?: string;
  readonly message_id?: number | 'latest';
}

/** What listeners left, as plain data: never something that is not JSON. */
export function safeRecord(data: unknown): JsonObject {
  const copy = safeJson(data, 64);
  return isRecord(copy) ? copy : {};
}

function messageOf(st: St, id: number | 'latest'): { message: MessageWithVariables; swipe: number } {
  const { chat } = st();
  const index = id === 'latest' ? chat.length - 1 : id < 0 ? chat.length + id : id;
  const message: MessageWithVariables | undefined = chat[index];
  if (!message) throw new RangeError(`There is no message ${id}.`);
  return { message, swipe: shownSwipe(message) };
}

export function readScope(st: St, option: VariableOption = { type: 'chat' }): JsonObject {
  if (option.type === 'message') {
    const { message, swipe } = messageOf(st, option.message_id ?? 'latest');
    return readVariables(message, swipe) ?? {};
  }
  return safeRecord(st().chatMetadata['variables']);
}

export function writeScope(st: St, data: JsonObject, option: VariableOption = { type: 'chat' }): void {
  if (option.type !== 'message') {
    st().chatMetadata['variables'] = safeRecord(data);
    st().saveMetadataDebounced();
    return;
  }
  const { message, swipe } = messageOf(st, option.message_id ?? 'latest');
  const slots = asArray(message.variables);
  while (slots.length <= swipe) slots.push({});
  slots[swipe] = safeRecord(data);
  message.variables = slots;
  st().saveMetadataDebounced();
}
