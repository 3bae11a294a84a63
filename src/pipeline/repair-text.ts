/** What the one repair call says: what was wrong, and to answer again in the format asked for. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { fillTemplate } from '../shared/template.ts';
import repairEn from './repair.en.md';
import repairZh from './repair.zh.md';

const LONGEST_QUOTE = 400;

export function repairText(problem: string, language: StoryLanguage): string {
  return fillTemplate({ zh: repairZh, en: repairEn }[language], { problem: problem.slice(0, LONGEST_QUOTE) }).trim();
}
