/** The instructions as the settings show them: to read, to start an override from, and to see when ours have changed since. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';
import { textHash, type TextHash } from '../shared/text-hash.ts';
import { analysisTexts } from './analysis/agent.ts';
import { fillPrompt } from './fill-prompt.ts';
import { pickText } from './instructions.ts';
import { mergedWritingTexts } from './merged-writing/agent.ts';
import { planningTexts } from './planning/agent.ts';
import { playerSpeaksLine, styleLine } from './reply-lines.ts';
import { writingTexts } from './writing/agent.ts';

export type InstructedAgent = 'merged-writing' | 'writing' | 'planning' | 'analysis';

const texts = {
  'merged-writing': mergedWritingTexts,
  writing: writingTexts,
  planning: planningTexts,
  analysis: analysisTexts,
};

/** Filled with the player's reply controls, as they would be sent. */
export function builtInInstructions(
  agent: InstructedAgent,
  language: StoryLanguage,
  reply: Settings['reply'],
  lite = false,
): string {
  const writes = agent === 'merged-writing' || agent === 'writing';
  const values = { playerSpeaks: playerSpeaksLine(reply, language), style: styleLine(reply, language) };
  return fillPrompt(pickText(texts[agent], language, lite), writes ? values : {});
}

/** Changes when we change a text of one of these, in any language, whatever the player's controls are. */
export function builtInVersion(agents: readonly InstructedAgent[]): TextHash {
  return textHash(agents.flatMap((agent) => [texts[agent].zh.full, texts[agent].en.full]).join('\n'));
}
