/** Where texts go, in Chinese. */
import { type UiText } from './ui-text.ts';

export const sourcesZh: UiText['sources'] = {
  preset: (name) => `预设「${name || '未命名'}」`,
  presetUnused: '现在没有使用预设（设置项「预设」）；下面是拆分模式会发送的内容。',
  entries: (n) => `世界书：${n} 个条目`,
  noEntries: '没有启用的世界书。',
  keyed: '关键词命中时',
  byRole: '按角色',
  target: '发给',
  targets: { planning: '规划', writing: '写作', both: '规划和写作', none: '都不发' },
  drops: {
    disabled: '预设里关闭了',
    'not-triggered': '不用于这类生成',
    marker: '酒馆的占位条目',
    empty: '内容为空',
    'assistant-role': '角色是助手（预填充）',
    'by-choice': '你选了都不发',
  },
  buckets: {
    worldinfo1: '系统消息（worldinfo1）',
    worldinfo2: '靠近开头（worldinfo2）',
    worldinfo3_constant: '最近回合之后，常驻（worldinfo3）',
    worldinfo3_keyword: '最近回合之后，关键词（worldinfo3）',
    examples_before: '示例对话之前',
    examples_after: '示例对话之后',
  },
  reasons: {
    disabled: '已关闭',
    'gates-closed': '不用于这张卡或这类生成',
    empty: '内容为空',
    'left-to-sillytavern': '由酒馆决定（概率、分组或计时）',
    'not-activated': '没有命中关键词',
    'never-activates': '没有关键词，也不是常驻',
    'placed-elsewhere': '已经在别处的文字里',
    'filtered-tool': '是工具',
    'filtered-ui': '只用于界面',
    'filtered-initvar': '初始变量',
    'filtered-mvu-update': '变量更新规则',
    'filtered-tool-by-content': '像工具，但标题没有 [TOOL:名称]',
  },
  notes: {
    'position-has-no-place': '它的位置在这里没有对应的地方',
    'role-has-no-place': '它的角色在这里没有对应的地方',
  },
  tokens: (n) => `约 ${n} tokens`,
  refreshed: (books, entries) => `已重新读取：${books} 本书，${entries} 个条目。`,
};
