/** Our instructions for the settings drawer: each agent's texts, as they would be sent now, and their version. */
import { builtInInstructions, builtInVersion } from '../agents/built-in-instructions.ts';
import { type Settings } from '../domain/settings.ts';
import { extractionInstructions } from '../mvu/extractor/compose-extraction.ts';
import { textHash } from '../shared/text-hash.ts';
import { type BuiltIns } from '../ui/settings/settings-panel-deps.ts';

export function readBuiltIns(language: 'zh' | 'en', reply: Settings['reply']): BuiltIns {
  const textOf = (agent: Parameters<typeof builtInInstructions>[0]): string =>
    builtInInstructions(agent, language, reply).trim();
  return {
    planning: { version: builtInVersion(['planning']), texts: [{ turn: 'any', text: textOf('planning') }] },
    writing: {
      version: builtInVersion(['merged-writing', 'writing']),
      texts: [
        { turn: 'merged', text: textOf('merged-writing') },
        { turn: 'planned', text: textOf('writing') },
      ],
    },
    mergedAnalysis: { version: builtInVersion(['analysis']), texts: [{ turn: 'any', text: textOf('analysis') }] },
    tool: {
      version: textHash(Object.values(extractionInstructions).join('\n')),
      texts: [{ turn: 'any', text: extractionInstructions[language].trim() }],
    },
  };
}
