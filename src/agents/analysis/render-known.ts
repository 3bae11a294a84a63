/** The names the state knows of, so that the analysis reuses them letter by letter. */
import { type Known } from '../../domain/game-state/game-state.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';

/** Enough for any card; a longer list would cost more than it helps. */
const MAX_NAMES = 60;

const labels = {
  zh: { locations: '已知地点：', npcs: '已知人物：', items: '已知物品：', quests: '已知任务：', comma: '、' },
  en: {
    locations: 'Known places: ',
    npcs: 'Known people: ',
    items: 'Known items: ',
    quests: 'Known quests: ',
    comma: ', ',
  },
} as const;

/** One line per kind that has names; empty without any. */
export function renderKnown(known: Known, language: StoryLanguage): string {
  const words = labels[language];
  return (['locations', 'npcs', 'items', 'quests'] as const)
    .filter((kind) => known[kind].length > 0)
    .map((kind) => words[kind] + known[kind].slice(-MAX_NAMES).join(words.comma))
    .join('\n');
}
