/** The five layers of variables of the open chat. */
import { type PageId } from '../domain/ids.ts';
import { type VariableScope, type VariableWrite } from '../domain/timeline/effect.ts';
import { type JsonValue } from '../shared/json-value.ts';
import { type Resolved, type ScopedLayer } from '../domain/variables/resolve-variables.ts';

/** What became of one variable write of a page at commit. */
export interface Promotion {
  readonly key: string;
  readonly scope: VariableScope;
  readonly status: 'accepted_page_only' | 'promoted' | 'rejected';
  /** Why: the reason its tool gave, or the code it was refused with. */
  readonly reason: string;
}

/** What one page did to one variable; undefined where it was or is not there. */
export interface VariableChange {
  readonly scope: VariableScope;
  readonly key: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** From the opening of a turn until its prompt is built: what macros change then belongs to the turn. */
export interface Assembly {
  /** The prompt is built; what changes from now on is not the turn's doing. */
  end(): void;
  /** The turn failed: what it changed is as it was, unless somebody changed it since. */
  putBack(): void;
}

/**
 * Contract: reads show the head of the path, the narrowest layer first. `set` is for outside a turn: it takes the scope
 * `branch`, `chat` or `global`; `page` and `floor` of a committed floor reject with `floor.immutable`, a refused key or
 * value with `input.invalid`.
 */
export interface SessionVariables {
  layers(): readonly ScopedLayer[];
  resolve(key: string): Resolved | null;
  resolveAll(): ReadonlyMap<string, Resolved>;
  set(key: string, write: VariableWrite, scope: VariableScope): Promise<void>;
  /** Another branch of the story is gone: what only its pages wrote for the chat does not count any more. */
  otherBranchesChanged(): Promise<void>;
  promotions(pageId: PageId): readonly Promotion[];
  /** Of a page that is shown; empty for others. */
  changes(pageId: PageId): readonly VariableChange[];
  watchAssembly(): Assembly;
}
