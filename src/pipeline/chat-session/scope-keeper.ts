/** The chat and global layers of the open chat: a log in the database, and what the visible pages themselves say. */
import { type PageId } from '../../domain/ids.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { foldScope, type ScopeEntry } from '../../domain/variables/scope-log.ts';
import { type VariableLayer } from '../../domain/variables/variable-layer.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';

type Scope = ScopeEntry['scope'];

export interface ScopeWriter {
  readonly pageId: PageId | null;
  readonly effects: readonly Effect[];
}

/** A page never writes for all stories by itself: only a person or the API does. */
export function mayWrite(scope: Scope, pageId: PageId | null): boolean {
  return scope === 'chat' || pageId === null;
}

export interface ScopeKeeper {
  /** Reads the logs, and which pages other branches of the story show. */
  load(): Promise<void>;
  /** @param without a page whose writes are left out */
  layer(scope: Scope, without?: PageId): VariableLayer;
  /** Entries for pages that are being committed, or for a person (`null`); they count once `add` was called. */
  entriesFor(writers: readonly ScopeWriter[]): readonly ScopeEntry[];
  add(entries: readonly ScopeEntry[]): void;
}

export function makeScopeKeeper(core: SessionCore, guard: StoreGuard): ScopeKeeper {
  const { deps, identity } = core;
  let log: readonly ScopeEntry[] = [];
  let elsewhere: ReadonlySet<PageId> = new Set();
  const idOf = (scope: Scope): string => (scope === 'chat' ? identity.chatId : '');

  const entriesFor: ScopeKeeper['entriesFor'] = (writers) => {
    const seq = { chat: nextSeq('chat'), global: nextSeq('global') };
    const entry = (pageId: PageId | null, effect: Effect): readonly ScopeEntry[] => {
      if (effect.kind !== 'variable' || (effect.scope !== 'chat' && effect.scope !== 'global')) return [];
      const { scope, key, write } = effect;
      if (!mayWrite(scope, pageId)) return [];
      seq[scope] += 1;
      return [{ entryId: deps.ids.next(), scope, scopeId: idOf(scope), seq: seq[scope] - 1, pageId, key, write }];
    };
    return writers.flatMap(({ pageId, effects }) => effects.flatMap((effect) => entry(pageId, effect)));
  };

  const nextSeq = (scope: Scope): number =>
    log.reduce((next, entry) => (entry.scope === scope ? Math.max(next, entry.seq + 1) : next), 0);

  /** Writes of visible pages the log does not know: the database was lost, the file was not. */
  const fromPath = (scope: Scope): readonly ScopeEntry[] => {
    const known = new Set(log.map((entry) => entry.pageId));
    return core.timeline().rows.flatMap(({ pageId }) => {
      const page = pageId === null || known.has(pageId) ? undefined : core.pages().get(pageId);
      return (page?.effects ?? []).flatMap((effect): readonly ScopeEntry[] => {
        if (effect.kind !== 'variable' || effect.scope !== scope || !mayWrite(scope, pageId)) return [];
        return [{ entryId: '', scope, scopeId: idOf(scope), seq: -1, pageId, key: effect.key, write: effect.write }];
      });
    });
  };

  /** Those of `writers` that another branch shows; paths are read only while one of them is looked for. */
  const shownElsewhere = async (writers: ReadonlySet<PageId>): Promise<Set<PageId>> => {
    const found = new Set<PageId>();
    const branches = writers.size > 0 ? await guard.read(deps.store.branchesOfChat(identity.chatId), []) : [];
    for (const { branchId } of branches) {
      if (branchId === identity.branchId) continue;
      if (found.size === writers.size) break;
      const chunks = await guard.read(deps.store.chunks(branchId), []);
      for (const { rows } of chunks)
        for (const { page } of rows) if (page && writers.has(page.pageId)) found.add(page.pageId);
    }
    return found;
  };

  return {
    async load() {
      const chat = await guard.read(deps.store.scopes('chat', identity.chatId), []);
      const global = await guard.read(deps.store.scopes('global', ''), []);
      log = [...chat, ...global];
      const pages = await shownElsewhere(new Set(chat.flatMap(({ pageId }) => pageId ?? [])));
      // Pages of other stories are not ours to judge: what they wrote for all counts.
      for (const entry of global) if (entry.pageId !== null && !core.pages().has(entry.pageId)) pages.add(entry.pageId);
      elsewhere = pages;
    },
    layer(scope, without) {
      const shown = new Set(core.timeline().rows.map((row) => row.pageId));
      const entries = [...fromPath(scope), ...log.filter((entry) => entry.scope === scope)];
      return foldScope(entries, (pageId) => pageId !== without && (shown.has(pageId) || elsewhere.has(pageId)));
    },
    entriesFor,
    add(entries) {
      log = [...log, ...entries];
    },
  };
}
