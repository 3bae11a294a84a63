/** Reads `[TOOL:name] title` in an entry's title: any case, spaces, full-width brackets and colon, any letters, hyphens. */
const marker = /[[［【]\s{0,4}tool\s{0,4}[:：]([^\]］】\n]{0,120})[\]］】](.*)$/is;

export interface ToolMarker {
  /** Empty when the brackets hold no name. */
  readonly name: string;
  readonly title: string;
}

/** Null when the title is no tool's. */
export function readToolMarker(comment: string): ToolMarker | null {
  const found = marker.exec(comment);
  return found ? { name: (found[1] ?? '').trim(), title: (found[2] ?? '').trim() } : null;
}

/** Letters of any script, digits, `_`, `-`, `.`; at most 64. */
export function isToolName(name: string): boolean {
  return name.length <= 64 && /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.\-·]*$/u.test(name);
}
