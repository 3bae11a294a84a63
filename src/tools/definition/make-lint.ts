/** Makes lint messages for one entry, with the place where it is written. */
import { type ToolLint, type ToolLintCode, type ToolLintSeverity } from '../../domain/tools/tool-lint.ts';
import { type WorldbookEntry } from '../../domain/worldbook/entry.ts';
import { placeOfKey, type Place } from './locate.ts';

export interface LintWords {
  readonly zh: string;
  readonly en: string;
}

export interface LintPad {
  readonly lints: readonly ToolLint[];
  /** @param at the path of keys to the field, or a place; nothing for the whole entry */
  add(severity: ToolLintSeverity, code: ToolLintCode, words: LintWords, at?: readonly string[] | Place | null): void;
}

export function makeLintPad(entry: WorldbookEntry): LintPad {
  const lints: ToolLint[] = [];
  return {
    lints,
    add(severity, code, { zh, en }, at = null) {
      const place = at === null || 'line' in at ? at : placeOfKey(entry.content, at);
      const { book, uid, comment } = entry;
      lints.push({
        severity,
        code,
        book,
        uid,
        comment,
        line: place?.line ?? null,
        column: place?.column ?? null,
        zh,
        en,
      });
    },
  };
}
