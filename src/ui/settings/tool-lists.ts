/** Tool names by agent, written one agent a line: `planning: roll_dice, tide`. */
export type ToolLists = Readonly<Record<string, readonly string[]>>;

export function renderToolLists(lists: ToolLists): string {
  return Object.entries(lists)
    .map(([agent, names]) => `${agent}: ${names.join(', ')}`)
    .join('\n');
}

/** null when a line has no agent before a colon; full-width punctuation is read too. */
export function parseToolLists(text: string): ToolLists | null {
  const lists = new Map<string, string[]>();
  for (const line of text.split('\n').map((part) => part.trim())) {
    if (line === '') continue;
    const parts = /^([^:：]+)[:：](.*)$/.exec(line);
    const agent = parts?.[1]?.trim() ?? '';
    if (agent === '' || agent === '__proto__') return null;
    const names = (parts?.[2] ?? '').split(/[,，、]/).map((name) => name.trim());
    lists.set(agent, [...(lists.get(agent) ?? []), ...names.filter((name) => name !== '')]);
  }
  return Object.fromEntries(lists);
}
