/** What is typed and clicked for the next turn, in Chinese. */
import { type UiText } from './ui-text.ts';

export const commandsZh: UiText['commands'] = {
  help: '/na 引导 内容（下一回合）、不规划 [取消]、文风 内容（本聊天）、进度、停止、分析、模式 [native|compat_plus|compat_strict]、状态、时间线、运行、来源；英文：guide noplan style status stop analyse mode state timeline run sources',
  guideIs: (guide) => `下一回合的引导：${guide}`,
  noGuide: '下一回合没有引导。',
  noPlan: '下一回合不规划，直接写。',
  planAgain: '下一回合照常规划。',
  styleIs: (note) => `本聊天的文风备注：${note}`,
  noStyle: '本聊天没有文风备注。',
  idle: '没有进行中的回合。',
  stopped: '已停止。',
  noReply: '还没有可以分析的回复。',
  switchedOff: '在这里已关闭。',
  modeIs: (mode) => `提示词模式：${mode}`,
  modes: { native: '回合流水线', compat_plus: '酒馆提示词加记忆与状态', compat_strict: '严格兼容' },
  dropOrder: '撤回',
  menuGuide: '引导下一回合',
  menuNoPlan: '下一回合不规划',
  menuPanels: 'Narrative Agent 面板',
  macros: {
    naState: '故事的状态：时间、地点、物品、人物、任务、标记。',
    naSummary: '故事的摘要，从旧到新。',
    naTime: '故事里的日期与时刻。',
    naLocation: '故事发生的地点。',
    naRound: '最新回合的编号。',
  },
};
