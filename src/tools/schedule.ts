/** Which post tools must wait for the analysis; the others may run beside it. */
import { type ToolContextKey, type ToolDefinition } from '../domain/tools/tool-definition.ts';
import { type CatalogueTool } from './catalogue.ts';

const changedByAnalysis: readonly ToolContextKey[] = ['story_summary', 'state_summary', 'known_context'];

/** Code that reads `state` sees what the analysis changes; the author's own word comes first. */
export function waitsForAnalysis(tool: ToolDefinition): boolean {
  if (tool.afterAnalysis !== null) return tool.afterAnalysis;
  if (tool.kind === 'builtin') return true;
  return tool.kind === 'code'
    ? /\bstate\b/.test(tool.code)
    : tool.context.some((key) => changedByAnalysis.includes(key));
}

export interface PostSchedule {
  readonly besideAnalysis: readonly CatalogueTool[];
  readonly afterAnalysis: readonly CatalogueTool[];
}

/** @param parallel `pipeline.parallelExecutionEnabled`; without it all wait. The order of the output is not this one. */
export function schedulePostTools(tools: readonly CatalogueTool[], parallel: boolean): PostSchedule {
  const waits = (tool: CatalogueTool): boolean => !parallel || waitsForAnalysis(tool.definition);
  return { besideAnalysis: tools.filter((tool) => !waits(tool)), afterAnalysis: tools.filter(waits) };
}
