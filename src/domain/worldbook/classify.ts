/** Tells what an entry is for by the markers in its title, and by its content where the title forgot to say it. */
import { parseJson } from '../../shared/json.ts';
import { type StoryLanguage } from '../run/turn-request.ts';
import { type WorldbookEntry } from './entry.ts';

export type EntryKind = 'lore' | 'tool' | 'ui' | 'initvar' | 'mvu-update' | 'tool-by-content';

export interface EntryClass {
  /** `lore` goes to the story agents; the others are filtered. */
  readonly kind: EntryKind;
  /** Says how variables change: for the variable model, whatever else the entry is. */
  readonly mvuUpdate: boolean;
  /** `[mvu_plot]`: for the story agents, never for the variable model. */
  readonly mvuPlot: boolean;
}

const marker = {
  tool: /[[［【]\s{0,4}tool\s{0,4}[:：]/i,
  ui: /\[\s{0,4}ui\s{0,4}\]/i,
  initvar: /\[\s{0,4}initvar\s{0,4}\]/i,
  mvuUpdate: /\[\s{0,4}mvu_update\s{0,4}\]/i,
  mvuPlot: /\[\s{0,4}mvu_plot\s{0,4}\]/i,
};

/** Markers count in any case and anywhere in the title; with both MVU markers an entry is lore and a rule. */
export function classifyEntry(entry: Pick<WorldbookEntry, 'comment' | 'content'>): EntryClass {
  const { comment, content } = entry;
  const mvuUpdate = marker.mvuUpdate.test(comment);
  const mvuPlot = marker.mvuPlot.test(comment);
  return { kind: kindOf(comment, content, mvuUpdate && !mvuPlot), mvuUpdate, mvuPlot };
}

function kindOf(comment: string, content: string, onlyRule: boolean): EntryKind {
  if (marker.tool.test(comment)) return 'tool';
  if (marker.initvar.test(comment)) return 'initvar';
  if (marker.ui.test(comment)) return 'ui';
  if (onlyRule) return 'mvu-update';
  return isToolContent(content) ? 'tool-by-content' : 'lore';
}

export interface EntryLint {
  readonly book: string;
  readonly uid: string;
  readonly comment: string;
  readonly code: 'tool-by-content';
  /** For the book's author. */
  readonly message: string;
}

/** Entries that look like tools but do not say so: they are kept out of the prompt and never registered. */
export function lintEntries(entries: readonly WorldbookEntry[], language: StoryLanguage): EntryLint[] {
  return entries
    .filter((entry) => entry.enabled && classifyEntry(entry).kind === 'tool-by-content')
    .map(({ book, uid, comment }) => ({ book, uid, comment, code: 'tool-by-content', message: lintMessage[language] }));
}

const lintMessage: Record<StoryLanguage, string> = {
  zh: '内容是工具定义，但标题没有 [TOOL:名称]。它不会注入提示，也不会注册为工具；请在标题前加上 [TOOL:名称]。',
  en: 'The content defines a tool, but the title has no [TOOL:name]. It is neither sent nor registered; put [TOOL:name] at the start of the title.',
};

const toolType = /["']?type["']?\s{0,20}:\s{0,20}["'](?:llm|code)["']/;
const toolFunction = /["']?function["']?\s{0,20}:\s{0,20}\{/;
const fence = /^```[a-z0-9]*\s*\n([\s\S]*?)\n?```$/i;

function isToolContent(content: string): boolean {
  const trimmed = content.trim();
  const text = (fence.exec(trimmed)?.[1] ?? trimmed).trim();
  if (!text.startsWith('{')) return false;
  const parsed = parseJson(text);
  // Broken tool JSON (a trailing comma, a raw line break) would be noise in a prompt just the same.
  if (!parsed.ok) return toolType.test(text) && toolFunction.test(text);
  const value = parsed.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const tool = value as { readonly [key: string]: unknown };
  const named = tool['function'];
  return (
    (tool['type'] === 'llm' || tool['type'] === 'code') &&
    typeof named === 'object' &&
    named !== null &&
    'name' in named &&
    typeof named.name === 'string'
  );
}
