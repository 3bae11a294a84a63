/** The count that stands in an item's name: "三瓶药水", "a bundle of rope", "2 torches", "药水x3". */
import { readNumber } from './read-number.ts';

export interface CountedName {
  /** The name without its count. */
  readonly bare: string;
  /** Null when the name tells no count. */
  readonly count: number | null;
}

// Words that rather belong to a name (节 in 九节鞭, 口 in 一口钟, 味, 面, 层) are left out on purpose.
const measure = '把个只瓶枚块张件根支枝颗粒条本册封份袋包盒箱桶杯碗壶罐捆束串双对副套卷片柄顶匹朵株棵滴盏斤些点';
const chineseCount = new RegExp(`^([零一二两三四五六七八九十百几半]{1,4}|\\d{1,6})\\s*([${measure}])\\s*(.+)$`, 'u');
const englishCount =
  /^(an?|the|some|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,6})\s+(?:(?:pair|bundle|bottle|piece|bag|set|handful|sheet|stack)s?\s+of\s+)?(\S.*)$/i;
const countBehind = /^(.*\S)\s*(?:[x×*✕]\s*(\d{1,6})|\((\d{1,6})\))$/i;
const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const vague = new Set(['几', '些', '点', '半', 'the', 'some']);

/** `name` should be trimmed. */
export function splitCount(name: string): CountedName {
  const behind = countBehind.exec(name);
  if (behind) return { bare: behind[1] ?? name, count: Number(behind[2] ?? behind[3]) };
  const chinese = chineseCount.exec(name);
  if (chinese) return fromChinese(name, chinese[1] ?? '', chinese[2] ?? '', chinese[3] ?? '');
  const english = englishCount.exec(name);
  if (!english) return { bare: name, count: null };
  const word = (english[1] ?? '').toLowerCase();
  const bare = english[2] ?? name;
  if (vague.has(word)) return { bare, count: null };
  if (word === 'a' || word === 'an') return { bare, count: 1 };
  const place = words.indexOf(word);
  return { bare, count: place >= 0 ? place + 1 : Number(word) };
}

/** A single character left over is a word of its own ("四件套", "九把刀") unless it is just one of it. */
function fromChinese(name: string, numeral: string, unit: string, bare: string): CountedName {
  const count = readNumber(numeral);
  if (Array.from(bare).length === 1 && count !== 1) return { bare: name, count: null };
  return { bare, count: vague.has(numeral) || vague.has(unit) ? null : count };
}
