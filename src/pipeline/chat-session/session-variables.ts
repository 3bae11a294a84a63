/** Reads the five layers at the head, writes outside a turn, and keeps SillyTavern's chat variables in step. */
import { NarrativeError } from '../../domain/errors.ts';
import { type PageId } from '../../domain/ids.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import {
  externalChanges,
  markOf,
  projectionChanges,
  type ProjectionMark,
} from '../../domain/variables/host-projection.ts';
import { pageLayers } from '../../domain/variables/page-layers.ts';
import { resolveAllVariables, resolveVariable, type ScopedLayer } from '../../domain/variables/resolve-variables.ts';
import { type VariableLayer, writeLayer } from '../../domain/variables/variable-layer.ts';
import { type Promotion, type SessionVariables } from '../../ports/session-variables.ts';
import { isRecord } from '../../shared/safe-json.ts';
import { adjustPage } from './adjust-page.ts';
import { type ChatWriter } from './chat-writer.ts';
import { type ScopeKeeper } from './scope-keeper.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';
import { type TaskQueue } from './task-queue.ts';
import { variableChanges } from './variable-changes.ts';
import { watchAssembly } from './watch-assembly.ts';

export interface VariableKeeper extends SessionVariables {
  /** Takes over what others changed in SillyTavern's variables, as adjustments of the page that was shown. */
  absorb(): Promise<void>;
  /** The same for the page that was just committed: what changed during its turn is its own. */
  absorbInto(pageId: PageId): Promise<void>;
  /** What the chat held before its first turn becomes the page's that turn begins from. */
  adoptFirst(basePageId: PageId | null): Promise<void>;
  /** Writes the branch layer of the head into SillyTavern's variables. */
  project(): void;
  /** Writes the layer a turn starts from: macros of its prompt count from there. */
  projectBase(layer: VariableLayer): void;
}

/** Key of the chat's mirror that holds the fingerprints of the projected values. */
const MARK = 'projected';

interface Parts {
  readonly core: SessionCore;
  readonly guard: StoreGuard;
  readonly writer: ChatWriter;
  readonly scopes: ScopeKeeper;
  readonly queue: TaskQueue;
}

export function makeVariableKeeper({ core, guard, writer, scopes, queue }: Parts): VariableKeeper {
  const { hostChat } = core.deps;
  /** The page that was shown when the variables were last projected. */
  let projectedFor: PageId | null = null;

  const head = (): PageId | null => core.timeline().rows.findLast((row) => row.pageId !== null)?.pageId ?? null;
  const layerAtHead = () => core.fold.after(core.timeline().rows.length - 1).variables;
  const mark = (): ProjectionMark => {
    const held = core.choice(MARK);
    return isRecord(held) ? (held as ProjectionMark) : {};
  };

  const layers = (): readonly ScopedLayer[] => {
    const pageId = head();
    const own = pageLayers((pageId === null ? undefined : core.pages().get(pageId))?.effects ?? []);
    return [
      { scope: 'page', values: own.page },
      { scope: 'floor', values: own.floor },
      { scope: 'branch', values: layerAtHead() },
      { scope: 'chat', values: scopes.layer('chat') },
      { scope: 'global', values: scopes.layer('global') },
    ];
  };

  const setNow = async (...[key, write, scope]: Parameters<SessionVariables['set']>): Promise<void> => {
    if (scope === 'page' || scope === 'floor') throw new NarrativeError('floor.immutable');
    const layer = { ...(scope === 'branch' ? layerAtHead() : scopes.layer(scope)) };
    const refusal = writeLayer(layer, key, write);
    if (refusal)
      throw new NarrativeError('input.invalid', { message: `${key}: ${refusal}`, details: { key, refusal } });
    const effect: Effect = { kind: 'variable', scope, key, write, source: 'api' };
    core.touch();
    if (scope !== 'branch') {
      const entries = scopes.entriesFor([{ pageId: null, effects: [effect] }]);
      await guard.write({ scopes: entries }, 'strict');
      scopes.add(entries);
      return;
    }
    core.refresh();
    const pageId = head();
    const change = pageId === null ? null : await adjustPage(core, guard, pageId, [effect]);
    if (!change)
      throw new NarrativeError('input.invalid', { message: 'There is no reply yet the value could belong to.' });
    await writer.commit(change.batch, [...change.writes, { kind: 'chat', mirror: core.nextChatMirror() }]);
    core.refresh();
    project();
  };

  const project = (layer: VariableLayer = layerAtHead()): void => {
    if (!core.touched()) return;
    // Another chat's variables are none of this session's.
    core.view();
    const changes = projectionChanges(layer, hostChat.readVariables(), mark());
    if (Object.keys(changes).length > 0) hostChat.writeVariables(changes);
    projectedFor = head();
    const next = markOf(hostChat.readVariables(), layer);
    if (JSON.stringify(next) === JSON.stringify(mark())) return;
    core.patchMirror({ [MARK]: next });
    hostChat.write([{ kind: 'chat', mirror: core.nextChatMirror() }]);
  };

  const absorbInto = async (pageId: PageId): Promise<void> => {
    if (!core.touched()) return;
    core.view();
    const row = core.rowOfPage(pageId);
    if (!row) return;
    const shown = row.pageId === pageId;
    // While another page is shown its own layer is unknown; only what differs from the last projection counts.
    const effects = externalChanges(shown ? layerAtHead() : {}, hostChat.readVariables(), mark());
    const real = shown
      ? effects
      : effects.filter((effect) => effect.kind === 'variable' && Object.hasOwn(mark(), effect.key));
    const change = real.length > 0 ? await adjustPage(core, guard, pageId, real) : null;
    if (!change) return;
    core.view();
    hostChat.write(change.writes);
    await guard.write(change.batch, 'relaxed');
    core.refresh();
  };

  return {
    layers,
    resolve: (key) => resolveVariable(layers(), key),
    resolveAll: () => resolveAllVariables(layers()),
    set: (key, write, scope) => queue.run(() => setNow(key, write, scope)),
    otherBranchesChanged: () => queue.run(() => scopes.load()),
    promotions: (pageId) => promotionsOf(core, pageId),
    changes: (pageId) => variableChanges(core, scopes, pageId),
    watchAssembly: () => watchAssembly(core),
    async absorb() {
      const pageId = projectedFor !== null && core.pages().has(projectedFor) ? projectedFor : head();
      if (pageId !== null) await absorbInto(pageId);
    },
    absorbInto,
    async adoptFirst(basePageId) {
      if (basePageId !== null && core.choice(MARK) === undefined) await absorbInto(basePageId);
    },
    project: () => project(),
    projectBase: (layer) => project(layer),
  };
}

function promotionsOf(core: SessionCore, pageId: PageId): readonly Promotion[] {
  const page = core.pages().get(pageId);
  const place = page ? core.row(page.floorId) : null;
  const rejected = place?.row.pageId === pageId ? core.fold.rejections(place.ordinal) : [];
  return (page?.effects ?? []).flatMap((effect, index): readonly Promotion[] => {
    if (effect.kind !== 'variable') return [];
    const { key, scope, reason = '' } = effect;
    const refusal = rejected.find((each) => each.effectIndex === index);
    if (refusal) return [{ key, scope, status: 'rejected', reason: refusal.code }];
    if (scope === 'global') return [{ key, scope, status: 'rejected', reason: 'policy_forbidden' }];
    const narrow = scope === 'page' || scope === 'floor';
    return [{ key, scope, status: narrow ? 'accepted_page_only' : 'promoted', reason }];
  });
}
