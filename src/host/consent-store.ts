/** What the player allowed to run, kept in SillyTavern's settings file, so that it holds on every device. */
import * as z from 'zod/mini';
import { type ConsentKey, type ConsentRecord, type ConsentStore } from '../ports/consent-store.ts';
import { type St } from './st-context.ts';

const KEY = 'narrative_agent_consents';

const recordSchema = z.object({
  owner: z.string(),
  codeHash: z.string(),
  answer: z.enum(['always', 'never', 'page']),
  at: z.number(),
});

export function makeConsentStore(st: St): ConsentStore {
  let once: ConsentRecord[] = [];

  const stored = (): ConsentRecord[] => {
    const raw = st().extensionSettings[KEY];
    return Array.isArray(raw) ? raw.flatMap((item) => recordSchema.safeParse(item).data ?? []) : [];
  };
  const save = (records: readonly ConsentRecord[]): void => {
    st().extensionSettings[KEY] = records;
    st().saveSettingsDebounced();
  };
  const others = (list: readonly ConsentRecord[], { owner, codeHash }: ConsentKey): ConsentRecord[] =>
    list.filter((record) => record.owner !== owner || record.codeHash !== codeHash);

  return {
    of: (owner) => [...once, ...stored()].filter((record) => record.owner === owner),
    put(record) {
      once = others(once, record);
      if (record.answer === 'once') once.push(record);
      else save([...others(stored(), record), record]);
      return Promise.resolve();
    },
    remove(key) {
      once = others(once, key);
      save(others(stored(), key));
      return Promise.resolve();
    },
    forgetOnce() {
      once = [];
    },
  };
}
