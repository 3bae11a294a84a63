/** Where a post tool's visible output goes: into the message, into it but folded, or beside it; and the buttons it offers. */
import { type ToolPlacement, type ToolDefinition } from '../domain/tools/tool-definition.ts';
import { readActions } from '../domain/tools/read-actions.ts';

export interface PlacedOutput {
  readonly tool: string;
  readonly title: string;
  readonly placement: ToolPlacement;
  /** As the tool gave it. */
  readonly text: string;
  /** What is appended to the message; empty for a panel. */
  readonly messageText: string;
  readonly keepInHistory: boolean;
  /** Texts that fill the input when their button is pressed; plain text, never markup. */
  readonly actions: readonly string[];
}

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The summary is the author's title as plain text; SillyTavern sanitises what is inside as it does every message. */
function folded(title: string, text: string): string {
  return `<details>\n<summary>${escapeHtml(title)}</summary>\n\n${text}\n\n</details>`;
}

/** @param text trimmed output; an empty one must not be placed */
export function placeOutput(tool: ToolDefinition, text: string): PlacedOutput {
  const title = tool.title || tool.name;
  const messageText = { message: text, folded: folded(title, text), panel: '' }[tool.placement];
  return {
    tool: tool.name,
    title,
    placement: tool.placement,
    text,
    messageText,
    keepInHistory: tool.keepInHistory,
    actions: readActions(text),
  };
}
