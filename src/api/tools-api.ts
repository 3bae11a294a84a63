/** `api.tools`: what tools there are, which may run now, what they did, and who may call which. */
import { type ExecutionRecord } from '../domain/run/execution.ts';
import { type Settings } from '../domain/settings.ts';
import { type BenchTool, type ToolBench } from '../ports/tool-bench.ts';
import { type RecordFilter, type ToolRecords } from '../ports/tool-records.ts';
import { defaultPermissions, permissionsOf, readPermissions, type ToolPermissions } from './tool-permissions.ts';

export interface ToolsApiDeps {
  readonly bench: Pick<ToolBench, 'list'>;
  readonly records: ToolRecords;
  readonly settings: () => Settings;
  readonly saveSettings: (settings: Settings) => void;
}

/** One tool as its author defined it; broken ones have lints and no kind. */
export interface ToolEntry {
  readonly name: string;
  readonly title: string;
  readonly kind: 'code' | 'llm' | 'builtin' | null;
  readonly trigger: 'planning' | 'post_pipeline' | null;
  readonly description: string;
  readonly parameters: unknown;
  readonly context: readonly string[];
  readonly sideEffect: 'none' | 'sandbox' | 'irreversible' | null;
  /** Where it is defined; null for built-in ones. */
  readonly source: { readonly book: string; readonly uid: string } | null;
  readonly lints: BenchTool['lints'];
}

/** One line of the catalogue as the next turn would have it. */
export interface RuntimeTool {
  readonly name: string;
  readonly trigger: 'planning' | 'post_pipeline' | null;
  readonly available: boolean;
  /** Null when it is available, else e.g. `approval_required`. */
  readonly reason: string | null;
  readonly reasonText: string;
}

/** A record in one line. */
export interface CallRecord {
  readonly executionId: string;
  readonly tool: string;
  readonly phase: ExecutionRecord['phase'];
  readonly status: ExecutionRecord['status'];
  /** The refusal or the error's code; null when it went well. */
  readonly reason: string | null;
  readonly floorId: string | null;
  readonly pageId: string | null;
  readonly at: number;
  readonly milliseconds: number;
}

export function makeToolsApi({ bench, records, settings, saveSettings }: ToolsApiDeps) {
  const permissions = (): ToolPermissions => permissionsOf(settings().tools);
  const save = (next: Partial<ToolPermissions>): ToolPermissions => {
    const now = settings();
    saveSettings({ ...now, tools: { ...now.tools, ...next } });
    return permissions();
  };
  return {
    /** Every tool entry of the books in use, in their order, broken ones included. */
    list: async (): Promise<ToolEntry[]> => (await bench.list()).filter((tool) => !isBuiltIn(tool)).map(toolEntry),
    /** The built-in tools that no entry replaces. */
    builtin: async (): Promise<ToolEntry[]> => (await bench.list()).filter(isBuiltIn).map(toolEntry),
    /** What the next turn could call, and why not the rest. */
    runtime: async (): Promise<RuntimeTool[]> => (await bench.list()).map(runtimeTool),
    /** Records of the open chat, oldest first. */
    executions: (filter: RecordFilter = {}): Promise<readonly ExecutionRecord[]> => records.find(filter),
    /** The same rows, one line each. */
    callRecords: async (filter: RecordFilter = {}): Promise<CallRecord[]> =>
      (await records.find(filter)).map(callRecord),
    /**
     * Rights per agent. `replace` puts what it does not name back to the default, `merge` keeps it. Both throw
     * `input.invalid` on a wrong shape.
     */
    permissions: {
      get: permissions,
      replace: (next: unknown): ToolPermissions => save({ ...defaultPermissions(), ...readPermissions(next) }),
      merge(next: unknown): ToolPermissions {
        const given = readPermissions(next);
        const { allow, deny } = permissions();
        return save({ ...given, allow: { ...allow, ...given.allow }, deny: { ...deny, ...given.deny } });
      },
    },
  };
}

function isBuiltIn({ definition }: BenchTool): boolean {
  return definition?.source.origin === 'builtin';
}

function toolEntry({ name, definition, lints }: BenchTool): ToolEntry {
  const nothing = {
    title: '',
    kind: null,
    trigger: null,
    description: '',
    parameters: null,
    context: [],
    sideEffect: null,
  };
  const { title, kind, trigger, description, parameters, context, sideEffect } = definition ?? nothing;
  const place = definition?.source.origin === 'entry' ? definition.source : lints[0];
  const source = place ? { book: place.book, uid: place.uid } : null;
  return structuredClone({ name, title, kind, trigger, description, parameters, context, sideEffect, source, lints });
}

function runtimeTool({ name, definition, state, stateText }: BenchTool): RuntimeTool {
  const available = state === 'ready';
  return {
    name,
    trigger: definition?.trigger ?? null,
    available,
    reason: available ? null : state,
    reasonText: stateText,
  };
}

function callRecord(record: ExecutionRecord): CallRecord {
  const { executionId, tool, phase, status, refusal, code, pageId, floorId, startedAt, milliseconds } = record;
  return { executionId, tool, phase, status, reason: refusal ?? code, floorId, pageId, at: startedAt, milliseconds };
}
