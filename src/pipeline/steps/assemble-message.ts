/** The message as it shall stand in the chat: the prose, then what post tools show, clean or with the older tags. */
export interface MessageParts {
  readonly prose: string;
  /** Numbered summary line; only the tagged body shows it. */
  readonly summary: string | null;
  /** Visible outputs in their stable order. */
  readonly outputs: readonly string[];
}

/** `clean` leaves a reply without tool output byte-identical. */
export function assembleMessage(parts: MessageParts, body: 'clean' | 'tagged'): string {
  const outputs = parts.outputs.map((output) => output.trim()).filter((text) => text !== '');
  if (body === 'clean') return outputs.length === 0 ? parts.prose : [parts.prose.trimEnd(), ...outputs].join('\n\n');
  const context = `<context>\n${parts.prose.trim()}\n</context>`;
  const summary = parts.summary === null ? [] : [`<summary>\n${parts.summary}\n</summary>`];
  return [context, ...summary, ...outputs].join('\n\n');
}
