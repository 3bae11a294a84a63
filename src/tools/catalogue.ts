/** The tools of one turn, fixed when it begins: what there is, what is ready, and why the rest is not. */
import { type RefusalReason } from '../domain/tools/tool-call.ts';
import { type ToolDefinition, type ToolTrigger } from '../domain/tools/tool-definition.ts';
import { entryId } from '../domain/worldbook/entry-id.ts';
import { type ConsentRecord } from '../ports/consent-store.ts';
import { type Sandbox } from '../ports/sandbox.ts';
import { deepFreeze } from '../shared/deep-freeze.ts';
import { builtInTools } from './built-in/built-in-tools.ts';
import { consentFor, needsConsent } from './consent.ts';
import { type ReadTool } from './definition/read-definition.ts';
import { byName } from './render-tool-list.ts';

export type CatalogueState =
  | 'ready'
  | Extract<RefusalReason, 'disabled' | 'not_active' | 'approval_required' | 'approval_denied' | 'sandbox_unavailable'>;

export interface CatalogueTool {
  readonly definition: ToolDefinition;
  readonly state: CatalogueState;
  /** Run in the page itself, since the player pinned this very code. */
  readonly inPage: boolean;
}

export interface Catalogue {
  /** Sorted by name. */
  readonly tools: readonly CatalogueTool[];
  find(name: string): CatalogueTool | undefined;
}

export interface CatalogueInput {
  /** From `readDefinitions`. */
  readonly tools: readonly ReadTool[];
  /** Ids (`entryId`) of the keyed entries that are active in this turn. */
  readonly activeEntries: ReadonlySet<string>;
  readonly consents: readonly ConsentRecord[];
  readonly sandbox: ReturnType<Sandbox['available']>;
  /** Pinned code may run in the page: the setting is on. */
  readonly pageCode: boolean;
}

/** With the setting off, code that was allowed more runs in the sandbox. */
function runsInPage(definition: ToolDefinition, { pageCode, consents }: CatalogueInput): boolean {
  return pageCode && consentFor(definition, consents) === 'page';
}

function stateOf({ entry }: ReadTool, definition: ToolDefinition, input: CatalogueInput): CatalogueState {
  if (!entry.enabled || !entry.gatesOpen) return 'disabled';
  if (needsConsent(definition)) {
    const consent = consentFor(definition, input.consents);
    if (consent === null) return 'approval_required';
    if (consent === 'never') return 'approval_denied';
    if (!runsInPage(definition, input) && !input.sandbox.ok) return 'sandbox_unavailable';
  }
  return entry.constant || input.activeEntries.has(entryId(entry)) ? 'ready' : 'not_active';
}

/** Entries count before the built-in tools of the same name; a disabled entry hides nothing. */
export function buildCatalogue(input: CatalogueInput): Catalogue {
  const found = new Map<string, CatalogueTool>();
  for (const tool of input.tools) {
    const { definition } = tool;
    if (!definition) continue;
    const state = stateOf(tool, definition, input);
    const before = found.get(definition.name);
    if (before && before.state !== 'disabled') continue;
    found.set(definition.name, { definition, state, inPage: runsInPage(definition, input) });
  }
  for (const definition of builtInTools) {
    const before = found.get(definition.name);
    if (!before || before.state === 'disabled')
      found.set(definition.name, { definition, state: 'ready', inPage: false });
  }
  const tools = deepFreeze([...found.values()].sort((a, b) => byName(a.definition, b.definition)));
  return { tools, find: (name) => found.get(name) };
}

/** Names are compared past capitals and blanks, since models change both. */
export function findTool(catalogue: Catalogue, name: string): CatalogueTool | undefined {
  const word = (text: string): string =>
    text
      .normalize('NFKC')
      .trim()
      .replace(/[\s-]+/g, '_')
      .toLowerCase();
  return catalogue.find(name) ?? catalogue.tools.find(({ definition }) => word(definition.name) === word(name));
}

/**
 * The planning tools the planner is told of: those that are ready, and keyed ones that did not fire, so that the list
 * does not change from turn to turn.
 */
export function offeredTools(catalogue: Catalogue): readonly ToolDefinition[] {
  return catalogue.tools
    .filter(
      ({ state, definition }) => definition.trigger === 'planning' && (state === 'ready' || state === 'not_active'),
    )
    .map(({ definition }) => definition);
}

/** A planning tool of a book that may be called: only this makes a turn serial; built-in ones never do. */
export function hasPlanningEntry(catalogue: Catalogue): boolean {
  return offeredTools(catalogue).some(({ source }) => source.origin === 'entry');
}

/** The post tools of this turn in their stable order: that of the entries. */
export function postTools(catalogue: Catalogue): readonly CatalogueTool[] {
  return catalogue.tools
    .filter(
      ({ state, definition }) => definition.trigger === ('post_pipeline' satisfies ToolTrigger) && state === 'ready',
    )
    .sort((a, b) => orderOf(a) - orderOf(b) || byName(a.definition, b.definition));
}

function orderOf({ definition }: CatalogueTool): number {
  return definition.source.origin === 'entry' ? definition.source.order : 0;
}
