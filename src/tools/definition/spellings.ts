/** The words authors write for kinds, triggers, context keys and placements, and what they mean. */
import {
  type ToolContextKey,
  toolContextKeys,
  type ToolPlacement,
  type ToolSideEffect,
  type ToolTrigger,
} from '../../domain/tools/tool-definition.ts';

/** `recentTurns`, `Recent Turns`, `recent-turns` → `recent_turns`. */
export function plainWord(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/^(?:<\/?|\{\{)|(?:>|\}\})$/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

const spell = <T extends string>(table: Readonly<Record<T, string>>): ReadonlyMap<string, T> =>
  new Map(
    (Object.keys(table) as T[]).flatMap((meaning) =>
      [meaning, ...table[meaning].split(' ').filter((word) => word !== '')].map((word) => [word, meaning] as const),
    ),
  );

export const kindWords = spell<'code' | 'llm'>({
  code: 'js javascript script function_code 代码 脚本',
  llm: 'ai model prompt gpt chat 模型 大模型',
});

export const triggerWords = spell<ToolTrigger>({
  planning:
    'plan planner pre pre_pipeline before before_writing before_reply planning_phase 规划 规划阶段 前置 正文前 写作前 回复前',
  post_pipeline:
    'post postpipeline post_planning after after_writing end final post_process post_writing after_reply after_response 后处理 后置 正文后 写作后 回复后 写完后 收尾',
});

export const contextWords: ReadonlyMap<string, ToolContextKey> = new Map([
  ...toolContextKeys.map((key) => [key, key] as const),
  ...spell<ToolContextKey>({
    world_full: 'world world_info worldinfo worldbook lorebook lore 世界书',
    story_summary: 'summary summaries story_summaries 摘要 剧情摘要',
    recent_turns:
      'recent_turn history chat_history recent_history recent chat_log chat 最近对话 对话记录 聊天记录 历史',
    narrative_text: 'narrative prose text narration 正文',
    writing_guide: 'planning_output plan guide narrative_direction 写作指导',
    state_summary: 'state status variables mvu stat_data game_state 状态 变量 数值',
    user_persona: 'persona user 用户设定',
    user_input: 'input user_message last_message 用户输入',
    dice_results: 'dice dice_result rolls 骰子结果',
    known_context: 'known known_names 已知',
  }),
]);

export const placementWords = spell<ToolPlacement>({
  message: 'inline body chat 正文',
  folded: 'fold collapsed details 折叠',
  panel: 'side sidebar panel_only hidden 面板 隐藏',
});

export const sideEffectWords = spell<ToolSideEffect>({
  none: 'read read_only query 无',
  sandbox: 'write state staged 沙盒',
  irreversible: 'external permanent 不可逆',
});

/** The known word that differs from `word` by one letter or two neighbours swapped; null when none or a short word. */
function nearestWord(word: string, known: Iterable<string>): string | null {
  if (word.length < 4) return null;
  for (const candidate of known) if (candidate.length >= 4 && isOneSlipAway(word, candidate)) return candidate;
  return null;
}

function isOneSlipAway(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  const rest = (text: string, skipped: number): string => text.slice(start + skipped);
  if (rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1)) return true;
  return a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2);
}

/** What a word means in a table; `exact` is false when it was read past one slip of the keyboard. */
export function lookUp<T>(
  table: ReadonlyMap<string, T>,
  word: string,
): { readonly meaning: T | null; readonly exact: boolean } {
  const meaning = table.get(word);
  if (meaning !== undefined) return { meaning, exact: true };
  return { meaning: table.get(nearestWord(word, table.keys()) ?? '') ?? null, exact: false };
}
