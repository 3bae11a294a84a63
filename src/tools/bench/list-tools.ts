/** Every tool of the books with its state and lint, for the author's bench and the API. */
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type BenchTool } from '../../ports/tool-bench.ts';
import { buildCatalogue, type CatalogueInput, type CatalogueTool } from '../catalogue.ts';
import { codeHashOf, consentFor, needsConsent } from '../consent.ts';
import { type ReadTool } from '../definition/read-definition.ts';
import { refusalWords } from '../refusal-words.ts';
import { sampleParams } from './sample-params.ts';

/** In the order of the entries, broken ones included, then the built-in tools that no entry replaces. */
export function listTools(input: CatalogueInput, language: StoryLanguage): BenchTool[] {
  const catalogue = buildCatalogue(input);
  const rows = input.tools.map((tool) => row(tool, catalogue.find(tool.definition?.name ?? ''), input, language));
  const shown = new Set(rows.map(({ name }) => name));
  const builtIn = catalogue.tools.filter(
    ({ definition }) => definition.source.origin === 'builtin' && !shown.has(definition.name),
  );
  return [
    ...rows,
    ...builtIn.map(({ definition }) => ({
      ...words('ready', language),
      name: definition.name,
      definition,
      lints: [],
      codeHash: null,
      consent: null,
      sampleParams: sampleParams(definition.parameters),
    })),
  ];
}

function words(state: BenchTool['state'], language: StoryLanguage): Pick<BenchTool, 'state' | 'stateText'> {
  const stateText = state === 'ready' ? { zh: '可用', en: 'ready' }[language] : refusalWords(state, language);
  return { state, stateText };
}

function row(
  tool: ReadTool,
  found: CatalogueTool | undefined,
  input: CatalogueInput,
  language: StoryLanguage,
): BenchTool {
  const { definition, name, entry, lints } = tool;
  const isOff = !entry.enabled || !entry.gatesOpen;
  const mine = found && found.definition === definition ? found.state : isOff ? 'disabled' : 'invalid_definition';
  const hasCode = definition !== null && needsConsent(definition);
  return {
    ...words(mine, language),
    name,
    definition,
    lints,
    codeHash: hasCode ? codeHashOf(definition) : null,
    consent: hasCode ? consentFor(definition, input.consents) : null,
    sampleParams: definition ? sampleParams(definition.parameters) : {},
  };
}
