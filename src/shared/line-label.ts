/** Finds the label a line of text begins with: `intent: …`, `**意图**：…`, `## events`, `【基调】…`, `- type: move`, `| tone | low |`. */

export interface LineLabel {
  /** As written, without its decoration. */
  readonly name: string;
  /** What stands behind the colon on the same line, and where that begins in the line. */
  readonly rest: string;
  readonly restAt: number;
  /** A bullet or a number stands before it. */
  readonly bullet: boolean;
  /** A heading, bold or bracketed name without a colon. */
  readonly heading: boolean;
  /** What decorates it: `**`, `##`, `【`, a quote; empty for a plain one. */
  readonly mark: string;
}

/** A label is short; what is longer is a sentence with a colon in it. */
const MAX_LABEL = 80;
const bullet = /^(?:[-*+•·]|\d{1,3}[.)、．])[ \t\u3000]+/;
const hashes = /^#{1,6}[ \t]*/;
const bracketed = /^【([^【】]{1,40})】[:：]?/;
const cells = /^\|([^|]{1,80})\|/;
const openMark = /^[*`"'“「]+/;
const closeMark = /[*`"'”」\s]+$/;
const numbering = /^(?:\d{1,2}|[一二三四五六七八九十]{1,2})[.)、．][ \t]*/;
const colon = /[:：=]/;

/** Null when the line begins with no label. */
export function lineLabel(line: string): LineLabel | null {
  const start = bullet.exec(line)?.[0] ?? '';
  const marks = hashes.exec(line.slice(start.length, start.length + 10))?.[0] ?? '';
  const at = start.length + marks.length;
  const head = line.slice(at, at + MAX_LABEL);
  const label = (name: string, length: number, heading: boolean): LineLabel | null => {
    const behind = at + length;
    const plain = name.replace(openMark, '').replace(closeMark, '').replace(numbering, '').trim();
    if (plain === '') return null;
    // `**intent:** …` closes its mark behind the colon.
    const opened = openMark.exec(name)?.[0] ?? '';
    const closing =
      opened !== '' && !closeMark.test(name.trimEnd()) && line.startsWith(opened, behind) ? opened.length : 0;
    const blanks = /^\s*/.exec(line.slice(behind + closing))?.[0].length ?? 0;
    const restAt = behind + closing + blanks;
    const mark = marks.trim() || opened || (heading ? line.charAt(at) : '');
    return { name: plain, rest: line.slice(restAt).trimEnd(), restAt, bullet: start !== '', heading, mark };
  };
  const inBrackets = bracketed.exec(head);
  if (inBrackets) return label(inBrackets[1] ?? '', inBrackets[0].length, true);
  const cell = cells.exec(head);
  if (cell) return withoutBar(label(cell[1] ?? '', cell[0].length, false));
  const mark = colon.exec(head);
  if (mark) return label(head.slice(0, mark.index), mark.index + (head.startsWith('=>', mark.index) ? 2 : 1), false);
  const whole = line.slice(at).trim();
  const decorated = marks !== '' || (whole.length > 4 && /^(\*\*|__).+\1$/.test(whole));
  return decorated && whole.length <= MAX_LABEL ? label(whole, line.length - at, true) : null;
}

function withoutBar(label: LineLabel | null): LineLabel | null {
  return label && { ...label, rest: label.rest.replace(/\s*\|$/, '') };
}
