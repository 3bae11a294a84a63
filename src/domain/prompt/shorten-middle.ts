/** Takes the middle out of a text that must stay but does not fit: its beginning and its end tell most of what happened. */

/** Characters; what is no longer than this stays as it is. */
const SHORTEST = 240;
const sentenceEnd = /[\n.!?。！？…”"」』]/;

/**
 * @param mark stands where the middle was, on a line of its own
 * @param fits whether a text is short enough; of two texts the shorter one fits rather than the longer
 * @returns the longest text that fits, in whole sentences where there are any; the shortest there is when none does
 */
export function shortenMiddle(text: string, mark: string, fits: (text: string) => boolean): string {
  if (text.length <= SHORTEST) return text;
  let low = SHORTEST;
  let high = text.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(withoutMiddle(text, mark, middle))) low = middle;
    else high = middle - 1;
  }
  return withoutMiddle(text, mark, low);
}

function withoutMiddle(text: string, mark: string, length: number): string {
  const half = Math.floor(length / 2);
  return [headOf(text.slice(0, half)), mark, tailOf(text.slice(text.length - half))].join('\n');
}

/** Back to the end of a sentence, where that costs less than half; never half a character. */
function headOf(head: string): string {
  for (let at = head.length; at > head.length / 2; at -= 1) {
    if (sentenceEnd.test(head.charAt(at - 1))) return head.slice(0, at).trimEnd();
  }
  return head.replace(/[\uD800-\uDBFF]$/, '').trimEnd();
}

function tailOf(tail: string): string {
  for (let at = 1; at < tail.length / 2; at += 1) {
    const ends = sentenceEnd.test(tail.charAt(at - 1)) && !sentenceEnd.test(tail.charAt(at));
    if (ends) return tail.slice(at).trimStart();
  }
  return tail.replace(/^[\uDC00-\uDFFF]/, '').trimStart();
}
