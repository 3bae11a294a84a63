/** Moves a date written as text by some milliseconds; a time without a zone counts as UTC, so that every device agrees. */
const DATE =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/i;

/** ISO text of the shifted moment; null when `text` is not a date or the result is outside what dates can say. */
export function shiftDate(text: string, milliseconds: number): string | null {
  const found = DATE.exec(text.trim());
  if (!found) return null;
  const part = (i: number): number => Number(found[i] ?? 0);
  const fraction = Number((found[7] ?? '0').padEnd(3, '0'));
  const zone = (found[9] === '-' ? -1 : 1) * (part(10) * 60 + part(11)) * 60_000;
  const at = Date.UTC(part(1), part(2) - 1, part(3), part(4), part(5), part(6), fraction) - zone;
  if (part(2) < 1 || part(2) > 12 || part(3) < 1 || part(3) > 31 || part(4) > 24 || part(5) > 59) return null;
  const moved = new Date(at + milliseconds);
  return Number.isNaN(moved.getTime()) ? null : moved.toISOString();
}
