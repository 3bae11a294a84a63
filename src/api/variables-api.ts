/** `api.variables`: the five layers at the head, what the running turn wants to write, what became of what a page wrote. */
import { NarrativeError } from '../domain/errors.ts';
import { type PageId } from '../domain/ids.ts';
import { type Effect, type VariablePolicy, type VariableScope } from '../domain/timeline/effect.ts';
import { type Resolved } from '../domain/variables/resolve-variables.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type Promotion, type SessionVariables } from '../ports/session-variables.ts';
import { type JsonValue } from '../shared/json-value.ts';
import { safeJson } from '../shared/safe-json.ts';
import { type OpenSession } from './open-session.ts';

export interface VariableTarget {
  /** `branch`, `chat` or `global`; page and floor belong to turns. */
  readonly scope: VariableScope;
  readonly policy?: VariablePolicy;
}

export interface StagedWrite {
  readonly key: string;
  readonly scope: VariableScope;
  readonly op: 'set' | 'unset' | 'mask';
  readonly value?: JsonValue;
}

const scopes: readonly string[] = ['page', 'floor', 'branch', 'chat', 'global'];
const policies: readonly string[] = ['replace', 'if_absent', 'add', 'max', 'min', 'append_unique', 'patch'];

export interface VariablesApiDeps {
  readonly open: OpenSession;
  readonly peek: () => ChatSession | null;
  /** Effects the running turn has found so far. */
  readonly staged: () => readonly Effect[];
}

export function makeVariablesApi({ open, peek, staged }: VariablesApiDeps) {
  const variables = async (): Promise<SessionVariables> => {
    const found = (await open()).variables;
    if (!found) throw new NarrativeError('host.missing', { message: 'This chat knows no variables.' });
    return found;
  };
  const checked = ({ scope, policy }: VariableTarget): VariableTarget => {
    if (!scopes.includes(scope)) throw invalid(`"scope" has to be one of: ${scopes.join(', ')}.`);
    if (policy !== undefined && !policies.includes(policy)) {
      throw invalid(`"policy" has to be one of: ${policies.join(', ')}.`);
    }
    return { scope, ...(policy === undefined ? {} : { policy }) };
  };

  return {
    /** The value at the head, the narrowest layer first; undefined when no layer knows the key. */
    get: (key: string): JsonValue | undefined => peek()?.variables?.resolve(key)?.value,
    /** The value and the layer it comes from. */
    resolve: (key: string): Resolved | null => peek()?.variables?.resolve(key) ?? null,
    resolveAll: (): Readonly<Record<string, Resolved>> =>
      Object.fromEntries(peek()?.variables?.resolveAll() ?? new Map<string, Resolved>()),
    /** Rejects with `input.invalid` for a refused key or value, with `floor.immutable` for the scopes of a page. */
    async set(key: string, value: JsonValue, target: VariableTarget): Promise<void> {
      const { scope, policy } = checked(target);
      const safe = safeJson(value);
      if (safe === undefined) throw invalid('The value is no JSON.');
      await (await variables()).set(key, { op: 'set', value: safe, ...(policy ? { policy } : {}) }, scope);
    },
    /** Takes the key out of one layer; a wider one shows again. */
    async unset(key: string, target: VariableTarget): Promise<void> {
      await (await variables()).set(key, { op: 'unset' }, checked(target).scope);
    },
    /** Hides the key in wider layers too. */
    async mask(key: string, target: VariableTarget): Promise<void> {
      await (await variables()).set(key, { op: 'mask' }, checked(target).scope);
    },
    /** What the running turn will write if it is committed. */
    staged: (): readonly StagedWrite[] =>
      staged().flatMap((effect): readonly StagedWrite[] => {
        if (effect.kind !== 'variable') return [];
        const { key, scope, write } = effect;
        return [{ key, scope, op: write.op, ...(write.op === 'set' ? { value: write.value } : {}) }];
      }),
    /** What became of each write of a page. */
    promotions: (pageId: string): readonly Promotion[] => peek()?.variables?.promotions(pageId as PageId) ?? [],
  };
}

const invalid = (message: string): NarrativeError => new NarrativeError('input.invalid', { message });
