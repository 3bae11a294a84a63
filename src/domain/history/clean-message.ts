/** The story text of a message: thinking, panels, variable blocks and notices of older versions removed by structure. */
import { splitThinking, thinkingTags } from '../../shared/split-thinking.ts';
import { withoutOoc } from './ooc.ts';
import { type ToolOutput } from '../tools/tool-output.ts';
import { endsLine, readTags, startsLine, type Tag } from './markup-blocks.ts';

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
  '[多Agent叙事系统出错',
  '[多Agent叙事系统执行出错',
];
/** Longer than any notice with what it quotes: a story may begin with the same words. */
const NOTICE_LENGTH = 400;

/** Elements that are part of how prose is set; any other block is a panel. */
const markup = new Set(
  (
    'a abbr b bdi bdo big blockquote br center cite code del dfn div em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li ' +
    'mark ol p pre q rp rt ruby s samp small span strike strong sub sup table tbody td th thead tr tt u ul var'
  ).split(' '),
);
/** Panels wherever they stand, also in the middle of a line. */
const panels = new Set(
  (
    'think thinking thought reasoning summary state_panel actions details style script updatevariable update ' +
    'jsonpatch json_patch initvar analysis statusplaceholderimpl'
  ).split(' '),
);
/** Blocks that hold the story itself: only their tags go. */
const wrappers = new Set(['context', 'content', 'story', 'narrative', 'prose', '正文', '内容']);
/** What versions before ours put behind a player's words. */
const glued = new Set(['current_state', 'updatevariable', 'jsonpatch', 'initvar', 'statusplaceholderimpl']);

type ShownOutput = Pick<ToolOutput, 'text' | 'keepInHistory' | 'panel'>;

/**
 * @param outputs what post tools showed with this very message; it goes, and what a tool keeps in history stands behind
 *   the story as it is, whatever its tags are
 */
export function cleanReply(text: string, outputs: readonly ShownOutput[] = []): string {
  const prose = outputs.reduce((rest, output) => (isPanelOutput(output) ? rest : withoutLast(rest, output.text)), text);
  const kept = outputs.filter(
    (output) => output.keepInHistory && (isPanelOutput(output) || text.includes(output.text)),
  );
  return [cleanProse(prose.trim()), ...kept.map((output) => output.text.trim())]
    .filter((part) => part !== '')
    .join('\n\n');
}

const isPanelOutput = ({ panel }: ShownOutput): boolean => panel !== undefined;

function cleanProse(text: string): string {
  if (text.length < NOTICE_LENGTH && notices.some((notice) => text.startsWith(notice))) return '';
  return storyOf(storyBlocks(withoutComments(withoutThinking(text))), 0);
}

/** Players may write what they like: only variable blocks, glued state, thinking and words from outside the story go. */
export function cleanUserText(text: string): string {
  const said = withoutOoc(withoutThinking(text));
  return tidy(cutTags(said, (_, tag) => (glued.has(tag.name) ? 'block' : 'keep')).kept);
}

function withoutLast(text: string, part: string): string {
  const at = part.trim() === '' ? -1 : text.lastIndexOf(part.trim());
  return at < 0 ? text : text.slice(0, at) + text.slice(at + part.trim().length);
}

/** A thought that was never closed takes the rest only when it opens the message: elsewhere it may be a word of the story. */
function withoutThinking(text: string): string {
  const split = splitThinking(text, [...thinkingTags, 'thought']);
  if (!split.unclosed) return split.answer;
  return split.answer.trim() === '' ? '' : text;
}

function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at);
    if (end < 0) break;
    kept += text.slice(from, at);
    from = end + 3;
  }
  return kept + text.slice(from);
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

/** If nothing is left, the story stood in a block of unknown name: the longest one is it. */
function storyOf(text: string, depth: number): string {
  const { kept, blocks } = cutTags(text, treatmentOf);
  const story = tidy(kept);
  if (story !== '' || depth > 3) return story;
  const longest = blocks.filter(({ name }) => !panels.has(name)).sort((a, b) => b.body.length - a.body.length)[0];
  return longest ? storyOf(longest.body, depth + 1) : '';
}

type Treatment = 'keep' | 'tag' | 'block' | 'rest';

function treatmentOf(text: string, tag: Tag): Treatment {
  if (tag.kind === 'close') return !tag.paired && (panels.has(tag.name) || wrappers.has(tag.name)) ? 'tag' : 'keep';
  if (wrappers.has(tag.name)) return 'tag';
  if (tag.kind === 'alone') return isPanel(text, tag, tag) ? 'block' : 'keep';
  if (tag.close) return isPanel(text, tag, tag.close) ? 'block' : 'keep';
  const stands = startsLine(text, tag.at) && endsLine(text, tag.end);
  return stands && (panels.has(tag.name) || tag.name.includes('_')) ? 'rest' : 'keep';
}

/** A block of its own (begins a line and ends one, or spans several) that is no markup. */
function isPanel(text: string, open: Tag, close: Tag): boolean {
  if (panels.has(open.name)) return true;
  if (markup.has(open.name)) return false;
  const lineBreak = text.indexOf('\n', open.end);
  const spansLines = lineBreak >= 0 && lineBreak < close.at;
  return spansLines || (startsLine(text, open.at) && endsLine(text, close.end));
}

interface CutText {
  readonly kept: string;
  readonly blocks: readonly { readonly name: string; readonly body: string }[];
}

/** Takes out tags, blocks or the rest of the text, as `treat` says for each tag that still stands. */
function cutTags(text: string, treat: (text: string, tag: Tag) => Treatment): CutText {
  const blocks: { name: string; body: string }[] = [];
  const closed = new Set<Tag>();
  let kept = '';
  let from = 0;
  for (const tag of readTags(text)) {
    if (tag.at < from) continue;
    const treatment = closed.has(tag) ? 'tag' : treat(text, tag);
    if (treatment === 'keep') continue;
    kept += text.slice(from, tag.at);
    from = tag.end;
    if (treatment === 'tag' && tag.close) closed.add(tag.close);
    if (treatment === 'rest') return { kept, blocks };
    if (treatment === 'block' && tag.close) {
      blocks.push({ name: tag.name, body: text.slice(tag.end, tag.close.at) });
      from = tag.close.end;
    }
  }
  return { kept: kept + text.slice(from), blocks };
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
