/** What effects do to the world of a story: game state, summaries, the branch's variables and the MVU record together. */
import { type FreshParts } from '../domain/game-state/fresh-parts.ts';
import { type GameState } from '../domain/game-state/game-state.ts';
import { openStory } from '../domain/game-state/open-story.ts';
import { type StateChange } from '../domain/game-state/state-change.ts';
import { editedWorld } from '../domain/hand-edits/edit-world.ts';
import { brokenLock } from '../domain/hand-edits/locks.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type FoldPoint, type Ledger, type Refusal } from '../domain/timeline/fold.ts';
import { type HandEdit } from '../domain/timeline/hand-edit.ts';
import { writeLayer, type WriteRefusal } from '../domain/variables/variable-layer.ts';
import { type LayerValue, type SummaryLine, type World } from '../domain/world.ts';

/** Applies one of the ten changes; a refusal says why in the chat's language. */
export type ApplyChange = (
  state: GameState,
  change: StateChange,
  at: { readonly round: number; readonly language: StoryLanguage },
  /** Parts of `state` that may be changed in place. */
  fresh: FreshParts,
) => { readonly state: GameState; readonly refusal: Refusal | null };

type MvuEffect = Extract<Effect, { readonly kind: 'mvu' | 'mvu-init' }>;
/** Applies a list of MVU operations; refused ones are told, the others are done. */
export type ApplyMvu = (
  record: World['mvu'],
  effect: MvuEffect,
  language: StoryLanguage,
) => { readonly record: World['mvu']; readonly refusals: readonly Refusal[] };

export interface LedgerParts {
  readonly empty: GameState;
  readonly applyChange: ApplyChange;
  readonly applyMvu: ApplyMvu;
  /** Asked at each refusal, since a chat's language is fixed only at its first round. */
  readonly language: () => StoryLanguage;
}

type Draft = { -readonly [K in keyof World]: World[K] };
const done: readonly Refusal[] = [];

export function makeWorldLedger(parts: LedgerParts): Ledger<World> {
  const refuse = (code: keyof typeof sentences, about: string): readonly Refusal[] => [
    { code, reason: sentences[code][parts.language()] + about },
  ];

  /** What was copied since a world was cloned; whoever shares a world ends that. */
  const fresh = new WeakMap<World, FreshParts>();
  const freshOf = (world: World): FreshParts => {
    let parts = fresh.get(world);
    if (!parts) fresh.set(world, (parts = new Set()));
    return parts;
  };
  const share = (world: World): World => {
    fresh.delete(world);
    return snapshot(world);
  };

  const change = (world: Draft, effect: Effect, at: FoldPoint): readonly Refusal[] => {
    switch (effect.kind) {
      case 'state': {
        const point = { round: at.round, language: parts.language() };
        const applied = parts.applyChange(world.game, effect.change, point, freshOf(world));
        world.game = applied.state;
        return applied.refusal ? [applied.refusal] : done;
      }
      case 'opening':
        world.game = openStory(world.game, effect);
        return done;
      case 'summary':
        addLine(world, { floorId: at.floorId, round: at.round, text: effect.text });
        return done;
      case 'variable': {
        // Page and floor values stay where they are; chat and global ones have their own log.
        if (effect.scope !== 'branch') return done;
        const refusal = writeLayer(variablesOf(world), effect.key, effect.write);
        return refusal ? refuse(refusal, effect.key) : done;
      }
      case 'mvu':
      case 'mvu-init': {
        const applied = parts.applyMvu(world.mvu, effect, parts.language());
        world.mvu = applied.record;
        return applied.refusals;
      }
    }
  };

  const guarded = (world: Draft, effect: Effect, at: FoldPoint): readonly Refusal[] => {
    const before = share(world);
    const refusals = change(world, effect, at);
    const broken = brokenLock(before, world);
    if (broken === null) return refusals;
    restore(world, before);
    if (effect.kind === 'mvu' && effect.operations.length > 1) {
      return effect.operations.flatMap((operation) => guarded(world, { ...effect, operations: [operation] }, at));
    }
    return refuse('locked', broken);
  };

  return {
    empty: () => ({ game: parts.empty, summaries: [], variables: {}, mvu: null, locks: [] }),
    clone: share,
    apply: (world, effect, at) => (world.locks.length > 0 ? guarded(world, effect, at) : change(world, effect, at)),
    edit(world: Draft, edit: HandEdit, at) {
      if (edit.op === 'set' || edit.op === 'unset' || edit.value !== undefined) {
        const next = editedWorld(world, edit.pointer, edit.op === 'unset' ? undefined : edit.value, at.floorId);
        if (next) restore(world, next);
      }
      if (edit.op === 'lock' || edit.op === 'unlock') {
        const others = world.locks.filter((pointer) => pointer !== edit.pointer);
        world.locks = edit.op === 'lock' ? [...others, edit.pointer] : others;
      }
    },
  };
}

/** The parts that are changed in place are lists and the layer; the rest is replaced as a whole. */
function snapshot(world: World): World {
  return { ...world, summaries: [...world.summaries], variables: { ...world.variables } };
}

function restore(world: Draft, from: World): void {
  Object.assign(world, snapshot(from));
}

/** The arrays and layers of a clone are its own, so they may grow in place. */
function addLine(world: Draft, line: SummaryLine): void {
  (world.summaries as SummaryLine[]).push(line);
}

function variablesOf(world: Draft): Record<string, LayerValue> {
  return world.variables;
}

const sentences: Record<WriteRefusal | 'locked', { readonly zh: string; readonly en: string }> = {
  locked: { zh: '已被手动锁定：', en: 'locked by hand: ' },
  'key-refused': { zh: '不允许的变量名：', en: 'this variable name is not allowed: ' },
  'too-large': { zh: '变量值过大：', en: 'the value is too large: ' },
  'not-a-number': { zh: '需要数字：', en: 'a number is needed: ' },
  'not-a-list': { zh: '需要列表：', en: 'a list is needed: ' },
  'patch-failed': { zh: '补丁不再适用：', en: 'the patch does not fit any more: ' },
  'path-blocked': { zh: '路径不存在：', en: 'there is no such place: ' },
};
