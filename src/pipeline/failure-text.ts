/** The sentence a player reads when a call of ours failed for good: which agent, which connection, what mends it. */
import { type ErrorCode } from '../domain/errors.ts';
import { type AgentSlot } from '../domain/run/agent-slot.ts';

export type ScreenLanguage = 'zh' | 'en';
type Sentence = Readonly<Record<ScreenLanguage, string>>;

export interface FailedCall {
  readonly code: ErrorCode;
  readonly slot: AgentSlot;
  readonly connection: { readonly source: string; readonly model: string; readonly profile: string };
}

const agents: Readonly<Record<AgentSlot, Sentence>> = {
  planning: { zh: '规划', en: 'Planning' },
  writing: { zh: '写作', en: 'Writing' },
  analysis: { zh: '分析', en: 'Analysis' },
  verifier: { zh: '校验', en: 'Verifier' },
  tool: { zh: '工具', en: 'Tool' },
};

const unknown: Sentence = { zh: '调用失败。可以重试。', en: 'the call failed. Try again.' };

const sentences: Partial<Record<ErrorCode, Sentence>> = {
  'model.timeout': {
    zh: '模型太久没有回应。请重试，或放宽该步骤的等待时间。',
    en: 'the model took too long. Try again, or allow this step more time.',
  },
  'model.rate-limited': {
    zh: '服务限流了。请稍后重试，或给该步骤换一个连接。',
    en: 'the service limits the rate. Try later, or give this step another connection.',
  },
  'model.network': {
    zh: '连不上服务。请检查网络和接口地址。',
    en: 'the service cannot be reached. Check the network and the address of the connection.',
  },
  'model.server': { zh: '服务自己出错了。请稍后重试。', en: 'the service failed. Try again in a while.' },
  'model.cut-stream': { zh: '回答在半途断开了。请重试。', en: 'the answer broke off. Try again.' },
  'model.empty': {
    zh: '模型返回了空内容。请重试，或换一个模型。',
    en: 'the answer was empty. Try again, or take another model.',
  },
  'model.budget-eaten': {
    zh: '思考用完了全部输出长度。请加大该步骤的最大输出，或降低思考强度。',
    en: 'thinking used up the whole output. Raise the maximum output of this step, or lower the reasoning.',
  },
  'model.auth': {
    zh: '接口拒绝了密钥。请在连接设置里检查密钥。',
    en: 'the key was refused. Check the key in the connection settings.',
  },
  'model.not-found': {
    zh: '没有这个模型或地址。请检查连接里的模型名和地址。',
    en: 'there is no such model or address. Check both in the connection settings.',
  },
  'model.overflow': {
    zh: '提示词超过了模型的上下文。请减少世界书或保留的回合，或换上下文更大的模型。',
    en: 'the prompt is longer than the context of the model. Keep fewer rounds or less lore, or take a larger model.',
  },
  'model.refused': {
    zh: '模型拒绝回答。可以改写输入，或给该步骤换一个模型。',
    en: 'the model refused. Rephrase the input, or give this step another model.',
  },
  'model.rejected': {
    zh: '接口不接受这次请求。请检查连接的参数。',
    en: 'the request was rejected. Check the parameters of the connection.',
  },
  'answer.cut-off': {
    zh: '回答不完整。请加大该步骤的最大输出。',
    en: 'the answer is incomplete. Raise the maximum output of this step.',
  },
  'answer.not-json': {
    zh: '没有按要求的格式回答。请重试，或给该步骤换一个模型。',
    en: 'the answer is not in the format asked for. Try again, or give this step another model.',
  },
  'answer.invalid': {
    zh: '回答缺了必要的内容。请重试，或给该步骤换一个模型。',
    en: 'the answer lacks what was asked for. Try again, or give this step another model.',
  },
};

const instead: Record<ScreenLanguage, (sentence: string) => string> = {
  zh: (sentence) => `${sentence}已改用当前连接。`,
  en: (sentence) => `${sentence} The current connection was used instead.`,
};

/** A slot's own connection failed, as `sentence` says; the player's current one was used. */
export function otherConnection(sentence: string, language: ScreenLanguage): string {
  return instead[language](sentence);
}

const unplanned: Record<ScreenLanguage, (sentence: string) => string> = {
  zh: (sentence) => `${sentence}本回合不经规划继续。`,
  en: (sentence) => `${sentence} The turn went on without a plan.`,
};

export function withoutPlanText(sentence: string, language: ScreenLanguage): string {
  return unplanned[language](sentence);
}

const unchanged: Record<ScreenLanguage, (sentence: string) => string> = {
  zh: (sentence) => `${sentence}变量保持不变。`,
  en: (sentence) => `${sentence} The variables stay as they were.`,
};

/** The variable model failed, as `sentence` says. */
export function unchangedVariablesText(sentence: string, language: ScreenLanguage): string {
  return unchanged[language](sentence);
}

/** Where a call went, in few words; empty when nothing is known. */
export function connectionText({ profile, source, model }: FailedCall['connection']): string {
  return [profile, source, model].filter((part) => part !== '').join(' · ');
}

export function failureText({ code, slot, connection }: FailedCall, language: ScreenLanguage): string {
  const sentence = (sentences[code] ?? unknown)[language];
  const where = connectionText(connection);
  const agent = agents[slot][language];
  if (language === 'zh') return `${agent}${where === '' ? '' : `（${where}）`}：${sentence}`;
  return `${agent}${where === '' ? '' : ` (${where})`}: ${sentence}`;
}
