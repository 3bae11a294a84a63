/** Two answers with dummy names, so that the model sees both a quiet round and a full one. */
import { type StoryLanguage } from '../../domain/run/turn-request.ts';

const text = {
  zh: {
    quiet: '甲向乙打听去丁镇的路，乙劝他等天亮，甲没有答应。',
    full: '甲用两枚铜币向乙买下一盏灯，约定天亮前归还；乙不知道灯座里藏着信。',
    place: '丁镇的码头',
    item: '灯',
    person: '乙',
    quotes: ['两人走到丁镇的码头', '接过了那盏灯', '乙的脸色缓和下来'],
  },
  en: {
    quiet: 'A asks B for the road to D; B advises to wait for daylight, and A promises nothing.',
    full: 'A buys a lamp from B for two coins and promises it back by dawn; B does not know of the letter hidden in its foot.',
    place: 'the pier of D',
    item: 'lamp',
    person: 'B',
    quotes: ['they reached the pier of D', 'took the lamp', "B's face softened"],
  },
} as const;

export function emptyExample(language: StoryLanguage): string {
  return JSON.stringify({ summary_entries: [text[language].quiet], events: [] });
}

export function fullExample(
  language: StoryLanguage,
  form: { readonly lite: boolean; readonly quotes: boolean },
): string {
  const { full, place, item, person, quotes } = text[language];
  const event = (type: string, params: object, quote: string): object =>
    form.lite ? { type, ...params } : { type, params, ...(form.quotes ? { quote } : {}) };
  return JSON.stringify({
    summary_entries: [full],
    events: [
      event('move', { location: place }, quotes[0]),
      event('add_item', { item, quantity: 1 }, quotes[1]),
      event('modify_relationship', { npc: person, delta: 5 }, quotes[2]),
    ],
  });
}
