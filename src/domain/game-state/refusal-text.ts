/** Why a change was refused, as a sentence in the chat's language. */
import { type StoryLanguage } from '../run/turn-request.ts';

const sentences = {
  'not-an-object': { zh: '不是一个事件对象', en: 'this is no event object' },
  'unknown-type': { zh: '未知的事件类型：', en: 'unknown type of event: ' },
  'name-missing': { zh: '缺少名称：', en: 'a name is missing: ' },
  'name-too-long': { zh: '名称过长：', en: 'the name is too long: ' },
  'name-forbidden': { zh: '不允许的名称：', en: 'this name is not allowed: ' },
  placeholder: { zh: '这是示例里的占位词：', en: 'this is a placeholder of the example: ' },
  'no-change': { zh: '没有任何变化：', en: 'this changes nothing: ' },
  'number-missing': { zh: '缺少数值：', en: 'a number is missing: ' },
  'not-a-number': { zh: '不是数值：', en: 'this is no number: ' },
  'not-whole': { zh: '必须是整数：', en: 'it must be a whole number: ' },
  'not-positive': { zh: '必须大于 0：', en: 'it must be above 0: ' },
  'too-large': { zh: '数值过大：', en: 'the number is too large: ' },
  'out-of-range': { zh: '必须在 -100 到 100 之间：', en: 'it must be between -100 and 100: ' },
  'unknown-unit': { zh: '未知的时间单位：', en: 'unknown unit of time: ' },
  'unknown-outcome': { zh: '结果只能是成功或失败：', en: 'the outcome must be success or failure: ' },
  'value-missing': { zh: '缺少标记的值：', en: 'the flag has no value: ' },
  'value-too-large': { zh: '标记的值过大：', en: 'the value of the flag is too large: ' },
  'not-enough': { zh: '数量不足：', en: 'there are not enough: ' },
  'quest-active': { zh: '任务已在进行中：', en: 'the quest is under way already: ' },
  'quest-over': { zh: '任务已经结束：', en: 'the quest is over already: ' },
  'quest-not-active': { zh: '任务没有在进行：', en: 'the quest is not under way: ' },
} as const satisfies Record<string, Record<StoryLanguage, string>>;

export type ChangeRefusalCode = keyof typeof sentences;

export interface ChangeRefusal {
  readonly code: ChangeRefusalCode;
  readonly reason: string;
}

const QUOTE_LIMIT = 60;

export function refusal(code: ChangeRefusalCode, about: string, language: StoryLanguage): ChangeRefusal {
  const sentence = sentences[code][language];
  return { code, reason: sentence + about.slice(0, QUOTE_LIMIT) };
}
