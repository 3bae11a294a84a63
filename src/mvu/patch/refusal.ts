/** Why an operation was not carried out: a closed list of codes, and the sentence for each in both languages. */
export type RefusalCode =
  | 'not-an-operation'
  | 'unknown-op'
  | 'too-many'
  | 'bad-path'
  | 'forbidden'
  | 'missing'
  | 'missing-parent'
  | 'not-a-container'
  | 'not-an-index'
  | 'locked'
  | 'required'
  | 'read-only'
  | 'new-category'
  | 'no-value'
  | 'bad-value'
  | 'not-a-number'
  | 'not-a-date'
  | 'into-itself'
  | 'test-failed'
  | 'schema'
  | 'internal';

/** An operation that was refused: nothing of it was done. */
export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  /** The place or word the code speaks of; empty when there is none. */
  readonly about: string;
}

export const refuse = (code: RefusalCode, about = ''): Refusal => ({ ok: false, code, about });

const sentences: Record<RefusalCode, { readonly zh: string; readonly en: string }> = {
  'not-an-operation': { zh: '不是有效的操作', en: 'not a valid operation' },
  'unknown-op': { zh: '不支持的操作类型', en: 'this kind of operation is not supported' },
  'too-many': {
    zh: '一次更新的操作太多，后面的没有执行',
    en: 'too many operations in one update; the rest was left out',
  },
  'bad-path': { zh: '路径写法有误', en: 'the path is not well formed' },
  forbidden: { zh: '路径或值里有不允许的键名', en: 'the path or the value holds a key that is not allowed' },
  missing: { zh: '变量不存在', en: 'there is no such variable' },
  'missing-parent': { zh: '上级变量不存在', en: 'the variable it should go into does not exist' },
  'not-a-container': {
    zh: '上级变量不是对象或数组',
    en: 'the variable it should go into is neither an object nor an array',
  },
  'not-an-index': { zh: '数组下标无效', en: 'this is not a valid place in the list' },
  locked: {
    zh: '结构已锁定，不能新增（卡片没有为它设置 extensible）',
    en: 'locked: the card does not allow new keys here (no extensible)',
  },
  required: { zh: '结构已锁定，不能删除', en: 'locked: the card does not allow removing this' },
  'read-only': { zh: '只读变量', en: 'this variable is read-only' },
  'new-category': { zh: '不能新增一级分类', en: 'new first-level categories are not allowed' },
  'no-value': { zh: '缺少 value', en: 'the value is missing' },
  'bad-value': { zh: '值无法使用', en: 'the value cannot be used' },
  'not-a-number': { zh: '类型不符：需要数字', en: 'wrong type: a number is needed' },
  'not-a-date': { zh: '类型不符：需要数字或日期', en: 'wrong type: a number or a date is needed' },
  'into-itself': { zh: '不能移动到自己里面', en: 'a variable cannot be moved into itself' },
  'test-failed': { zh: 'test 操作不成立', en: 'the test did not hold' },
  schema: { zh: '卡片的变量结构不接受这个值', en: 'the card’s schema does not accept this' },
  internal: { zh: '执行时出错', en: 'it failed while being carried out' },
};

/** One sentence for the player, e.g. `缺少 value：/主角/金币`. */
export function describeRefusal(refusal: Pick<Refusal, 'code' | 'about'>, language: 'zh' | 'en'): string {
  const sentence = sentences[refusal.code][language];
  if (refusal.about === '') return sentence;
  return language === 'zh' ? `${sentence}：${refusal.about}` : `${sentence}: ${refusal.about}`;
}
