/** The story text of a message: thinking, panels, variable blocks and notices of older versions removed by structure. */

/** Replies that are notices of the earlier extension, never story. */
const notices = [
  '⚠️ 生成已中断',
  'API请求失败或被打断，工作流终止！',
  'API请求超时或被打断，工作流意外终止！',
  '工作流执行异常，请检查控制台日志。',
  '工作流已终止',
  '__NA_PLACEHOLDER__',
  '\\_\\_NA\\_PLACEHOLDER\\_\\_',
  '正在创作故事…',
];
const noticeStarts = ['[多Agent叙事系统出错', '[多Agent叙事系统执行出错'];

/** Elements that are part of how prose is set; any other block is a panel. */
const markup = new Set(
  (
    'a abbr b bdi bdo big blockquote br center cite code del dfn div em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li ' +
    'mark ol p pre q rp rt ruby s samp small span strike strong sub sup table tbody td th thead tr tt u ul var'
  ).split(' '),
);
/** Panels wherever they stand, also in the middle of a line. */
const panels = new Set([
  'think',
  'thinking',
  'thought',
  'reasoning',
  'summary',
  'state_panel',
  'actions',
  'details',
  'updatevariable',
  'update',
  'jsonpatch',
  'json_patch',
  'initvar',
  'analysis',
  'statusplaceholderimpl',
]);

export interface ShownOutput {
  readonly text: string;
  readonly keepInHistory?: true;
}

/** @param outputs what post tools added to this very message; it goes unless the tool keeps it in history */
export function cleanReply(text: string, outputs: readonly ShownOutput[] = []): string {
  const own = outputs.reduce((rest, output) => (output.keepInHistory ? rest : withoutLast(rest, output.text)), text);
  const trimmed = own.trim();
  if (notices.includes(trimmed) || noticeStarts.some((start) => trimmed.startsWith(start))) return '';
  return tidy(withoutPanels(storyBlocks(withoutThinking(trimmed))));
}

/** Players may write what they like: only variable blocks and thinking go. */
export function cleanUserText(text: string): string {
  return tidy(withoutThinking(text));
}

function withoutLast(text: string, part: string): string {
  const at = part.trim() === '' ? -1 : text.lastIndexOf(part.trim());
  return at < 0 ? text : text.slice(0, at) + text.slice(at + part.trim().length);
}

/** A thought that was never closed takes the rest only when it opens the message. */
function withoutThinking(text: string): string {
  const closed = text.replace(/<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>/gi, '');
  const lone = /^\s*<(?:think|thinking|thought|reasoning)>/i.exec(closed);
  if (lone) return '';
  const end = /^[\s\S]*?<\/(?:think|thinking|thought|reasoning)>/i.exec(closed);
  return end ? closed.slice(end[0].length) : closed;
}

/** Older messages carry their story in `<context>`: all blocks count, and a closing tag inside the prose ends nothing. */
function storyBlocks(text: string): string {
  const opens = [...text.matchAll(/<context>/gi)];
  if (opens.length === 0) return text;
  return opens
    .map((open, i) => {
      const from = open.index + open[0].length;
      const rest = text.slice(from, opens[i + 1]?.index);
      const end = rest.toLowerCase().lastIndexOf('</context>');
      return (end < 0 ? rest : rest.slice(0, end)).trim();
    })
    .filter((block) => block !== '')
    .join('\n\n');
}

interface Tag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'alone';
  readonly at: number;
  readonly end: number;
}

function withoutPanels(text: string): string {
  const tags = readTags(text);
  let kept = '';
  let from = 0;
  for (let i = 0; i < tags.length; i += 1) {
    const tag = tags[i];
    if (!tag || tag.at < from || tag.kind === 'close') continue;
    const end = tag.kind === 'alone' ? tag : closingOf(tags, i);
    if (!end || !isPanel(text, tag, end)) continue;
    kept += text.slice(from, tag.at);
    from = end.end;
  }
  return kept + text.slice(from);
}

function readTags(text: string): Tag[] {
  return [...text.matchAll(/<(\/?)([\p{L}][\p{L}\p{N}_.:-]{0,63})(?:\s[^<>]{0,500})?(\/?)>/gu)].map((match) => ({
    name: (match[2] ?? '').toLowerCase(),
    kind: match[1] === '/' ? 'close' : match[3] === '/' ? 'alone' : 'open',
    at: match.index,
    end: match.index + match[0].length,
  }));
}

function closingOf(tags: readonly Tag[], openIndex: number): Tag | null {
  const name = tags[openIndex]?.name;
  let depth = 0;
  for (const tag of tags.slice(openIndex)) {
    if (tag.name !== name || tag.kind === 'alone') continue;
    depth += tag.kind === 'open' ? 1 : -1;
    if (depth === 0) return tag;
  }
  return null;
}

/** A block of its own (begins a line, or spans several) that is no markup. */
function isPanel(text: string, open: Tag, close: Tag): boolean {
  if (panels.has(open.name)) return true;
  if (markup.has(open.name)) return false;
  const before = text.slice(0, open.at);
  const startsLine = before === '' || /\n[ \t]*$/.test(before);
  const endsLine = /^[ \t]*(?:\n|$)/.test(text.slice(close.end));
  return (startsLine && endsLine) || text.slice(open.end, close.at).includes('\n');
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
