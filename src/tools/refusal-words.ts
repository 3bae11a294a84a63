/** Why a call was refused, in words. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type RefusalReason } from '../domain/tools/tool-call.ts';

const words: Readonly<Record<RefusalReason, Readonly<Record<StoryLanguage, string>>>> = {
  disabled: { zh: '已停用', en: 'it is disabled' },
  tool_not_found: { zh: '没有这个工具', en: 'there is no such tool' },
  slot_not_allowed: { zh: '这个角色不能调用工具', en: 'this agent may not call tools' },
  deny_listed: { zh: '在禁用名单里', en: 'it is on the deny list' },
  not_in_allow_list: { zh: '不在允许名单里', en: 'it is not on the allow list' },
  max_calls_exceeded: { zh: '本轮调用次数已满', en: 'this turn has used all its calls' },
  max_steps_exceeded: { zh: '本轮步数已满', en: 'this turn has used all its steps' },
  irreversible_blocked: { zh: '不可逆操作未开放', en: 'irreversible tools are switched off' },
  not_active: { zh: '本轮没有触发它的关键词', en: 'none of its keywords came up this turn' },
  approval_required: { zh: '玩家还没有允许它的代码', en: 'the player has not allowed its code yet' },
  approval_denied: { zh: '玩家不允许它的代码', en: 'the player does not allow its code' },
  sandbox_unavailable: { zh: '此浏览器不能运行代码工具', en: 'this browser cannot run code tools' },
  wrong_phase: { zh: '它不在这个阶段运行', en: 'it does not run in this phase' },
  duplicate_call: { zh: '与前一次调用完全相同', en: 'the same call was made before' },
  invalid_definition: { zh: '定义有误', en: 'its definition is not valid' },
};

export function refusalWords(reason: RefusalReason, language: StoryLanguage): string {
  return words[reason][language];
}
