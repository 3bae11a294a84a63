/** What MVU and JS-Slash-Runner put on the page, as far as we look at it; both may be missing, late or broken. */
import { isRecord } from '../shared/safe-json.ts';

/** Set on our stand-in, so that it is never taken for the real one. */
export const STAND_IN_FLAG = 'narrativeAgentStandIn';

export interface MvuGlobal {
  parseMessage(text: string, before: unknown): unknown;
  replaceMvuData(data: unknown, option: { type: string; message_id?: number }): unknown;
  isDuringExtraAnalysis?(): unknown;
  readonly [STAND_IN_FLAG]?: boolean;
}

/** The page as far as MVU is concerned; `globalThis` in SillyTavern. */
export interface MvuRealm {
  Mvu?: unknown;
  TavernHelper?: unknown;
}

/** The real MVU, when it is there now. */
export function realMvu(realm: MvuRealm): MvuGlobal | null {
  const mvu = realm.Mvu;
  if (typeof mvu !== 'object' || mvu === null) return null;
  const found = mvu as MvuGlobal;
  return typeof found.parseMessage === 'function' && found[STAND_IN_FLAG] !== true ? found : null;
}

/** Texts of the enabled scripts that JSR would run for this card, for all cards and for the preset. */
export function enabledScripts(realm: MvuRealm, card: unknown): readonly string[] {
  const helper = realm.TavernHelper;
  const trees = isRecord(helper) ? helper['getScriptTrees'] : undefined;
  const found: string[] = [];
  if (typeof trees === 'function') {
    for (const type of ['character', 'global', 'preset']) {
      try {
        collect((trees as (option: object) => unknown)({ type }), found, 0);
      } catch {
        // Older versions do not know every type; the card's own data below still tells.
        continue;
      }
    }
  }
  collect(card, found, 0);
  return found;
}

/** Script trees nest folders; only what is enabled counts. */
function collect(node: unknown, found: string[], depth: number): void {
  if (depth > 6) return;
  if (Array.isArray(node)) {
    for (const child of node) collect(child, found, depth + 1);
    return;
  }
  if (!isRecord(node) || node['enabled'] === false) return;
  if (typeof node['content'] === 'string') found.push(node['content']);
  for (const key of ['scripts', 'value', 'tavern_helper', 'TavernHelper_scripts']) collect(node[key], found, depth + 1);
}
