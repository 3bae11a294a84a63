/** Text cut inside an emoji holds half a character, which some servers refuse for ever: it is replaced. */

const halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The same text with every lone surrogate replaced by U+FFFD. */
export function wellFormed(text: string): string {
  // Known to newer engines only; it spares the pattern in nearly every case.
  const { isWellFormed } = text as { isWellFormed?: () => boolean };
  return isWellFormed?.call(text) === true ? text : text.replace(halves, '\uFFFD');
}
