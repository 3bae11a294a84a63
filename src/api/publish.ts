/** Puts the public API on the page and takes it away again. */
import { API_NAME } from '../config/identity.ts';
import { type Undo } from '../shared/undo-list.ts';
import { type NarrativeAgentApi } from './narrative-agent.ts';

export function publishApi(api: NarrativeAgentApi): Undo {
  const frozen = Object.freeze({ ...api, api: Object.freeze(api.api) });
  Object.defineProperty(globalThis, API_NAME, { value: frozen, configurable: true, enumerable: true });
  return () => void Reflect.deleteProperty(globalThis, API_NAME);
}
