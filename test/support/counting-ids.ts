/** Ids that count up, so that failures read well. */
export function countingIds(prefix = 'id'): { next: () => string } {
  let n = 0;
  return { next: () => `${prefix}${(n += 1)}` };
}
