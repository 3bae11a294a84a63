/** What the one repair call says: what was wrong, and to answer again in the format asked for. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';

const LONGEST_QUOTE = 400;

export function repairText(problem: string, language: StoryLanguage): string {
  const quoted = problem.slice(0, LONGEST_QUOTE);
  return language === 'zh'
    ? `上面的回答无法读取：${quoted}\n请按要求的 JSON 格式重新完整回答一次，只输出 JSON。`
    : `The answer above could not be read: ${quoted}\nAnswer once more, completely, in the JSON format that was asked for, and nothing but the JSON.`;
}
