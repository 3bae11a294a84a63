/**
 * Stands for the MVU extension in tests: the documented members of `window.Mvu` and its events, written by us. It knows
 * `replace`, `delta` and `insert`, and like MVU it does a floor from the newest valid floor before it and the floor's text.
 */
import { type Page } from 'playwright-core';

/** What the double saw, for the tests. */
export interface MvuLog {
  readonly parsed: string[];
  readonly replaced: { readonly type: string; readonly message_id: unknown }[];
}

/** Loads it as a card's script would: after the page, at any time. */
export async function loadMvuDouble(page: Page): Promise<void> {
  await page.evaluate(() => {
    interface Data {
      stat_data: Record<string, unknown>;
      schema: unknown;
    }
    interface Message {
      mes: string;
      is_user?: boolean;
      swipe_id?: number;
      variables?: Record<number, unknown>;
    }
    type Option = { type: string; message_id?: number };
    type Operation = { op: string; path: string; value: unknown };
    const host = () =>
      SillyTavern.getContext() as unknown as {
        chat: Message[];
        saveMetadataDebounced(): void;
        eventTypes: Record<string, string>;
        eventSource: {
          on(name: string, listener: (id: unknown) => unknown): void;
          emit(name: string, ...args: unknown[]): Promise<void>;
        };
      };
    const log: { parsed: string[]; replaced: { type: string; message_id: unknown }[] } = { parsed: [], replaced: [] };
    const isData = (data: unknown): data is Data =>
      typeof data === 'object' && data !== null && 'stat_data' in data && 'schema' in data;
    const at = (id: number) => {
      const message = host().chat[id];
      return message?.variables?.[message.swipe_id ?? 0];
    };
    const before = (id: number): Data | null => {
      for (let i = id - 1; i >= 0; i -= 1) {
        const found = at(i);
        if (isData(found)) return structuredClone(found);
      }
      return null;
    };
    const apply = (tree: Record<string, unknown>, { op, path, value }: Operation): void => {
      const keys = path.split('/').slice(1);
      const last = keys.pop() ?? '';
      let here = tree;
      for (const key of keys) here = here[key] as Record<string, unknown>;
      if (op === 'delta') here[last] = Number(here[last]) + Number(value);
      else if (op === 'insert' && Array.isArray(here)) here.push(value);
      else if (op === 'insert' || last in here) here[last] = value;
    };
    const Mvu = {
      events: {
        VARIABLE_INITIALIZED: 'mag_variable_initialized',
        VARIABLE_UPDATE_STARTED: 'mag_variable_update_started',
        COMMAND_PARSED: 'mag_command_parsed',
        VARIABLE_UPDATE_ENDED: 'mag_variable_update_ended',
        BEFORE_MESSAGE_UPDATE: 'mag_before_message_update',
      },
      async parseMessage(text: string, old: Data): Promise<Data> {
        log.parsed.push(text);
        const data = structuredClone(old);
        await host().eventSource.emit('mag_variable_update_started', data);
        for (const [, body = '[]'] of text.matchAll(/<JSONPatch>([\s\S]*?)<\/JSONPatch>/gi)) {
          for (const operation of JSON.parse(body) as Operation[]) apply(data.stat_data, operation);
        }
        await host().eventSource.emit('mag_variable_update_ended', data, old);
        return data;
      },
      replaceMvuData(data: Data, option: Option): void {
        log.replaced.push({ type: option.type, message_id: option.message_id });
        const message = host().chat[Number(option.message_id)];
        if (!message) throw new RangeError('no such message');
        const variables = Array.isArray(message.variables) ? message.variables : [];
        variables[message.swipe_id ?? 0] = data;
        message.variables = variables;
        host().saveMetadataDebounced();
      },
      getMvuData: (option: Option) => structuredClone(at(Number(option.message_id))),
      isDuringExtraAnalysis: () => false,
    };
    const settle = async (raw: unknown): Promise<void> => {
      const id = Number(raw);
      const message = host().chat[id];
      const base = before(id);
      if (!message || !base || (!message.is_user && message.mes.length < 5)) return;
      const next = await Mvu.parseMessage(message.mes, base);
      Mvu.replaceMvuData(next, { type: 'message', message_id: id });
      if (!message.is_user && !message.mes.includes('<StatusPlaceHolderImpl/>'))
        message.mes += '\n\n<StatusPlaceHolderImpl/>';
    };
    const { eventSource, eventTypes } = host();
    eventSource.on(eventTypes['MESSAGE_SENT'] ?? '', settle);
    eventSource.on(eventTypes['MESSAGE_RECEIVED'] ?? '', settle);
    Object.assign(globalThis, { Mvu, mvuLog: log });
    return eventSource.emit('global_Mvu_initialized');
  });
}

export const mvuLog = (page: Page): Promise<MvuLog> =>
  page.evaluate(() => (globalThis as unknown as { mvuLog: MvuLog }).mvuLog);
