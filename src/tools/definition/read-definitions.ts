/** Reads all tools of the books in use, in the order of the entries; one that is broken hides no other. */
import { type WorldbookEntry } from '../../domain/worldbook/entry.ts';
import { sortEntries } from '../../domain/worldbook/entry-id.ts';
import { isBuiltInName } from '../built-in/built-in-names.ts';
import { makeLintPad } from './make-lint.ts';
import { readDefinition, type ReadTool } from './read-definition.ts';

/**
 * Of two usable tools with one name the first enabled one counts; the other is kept in the list without a definition.
 * @param entries every entry of the books in use, in any order
 */
export async function readDefinitions(entries: readonly WorldbookEntry[]): Promise<readonly ReadTool[]> {
  const read = await Promise.all(sortEntries(entries, (entry) => entry).map(readDefinition));
  const owners = new Map<string, WorldbookEntry>();
  return read.flatMap((tool) => {
    if (!tool) return [];
    const { definition, entry } = tool;
    if (!definition || !entry.enabled || !entry.gatesOpen) return [tool];
    const owner = owners.get(definition.name);
    const pad = makeLintPad(entry);
    if (owner) {
      pad.add('error', 'duplicate-name', {
        zh: `“${definition.name}”已由条目“${owner.comment}”（${owner.book || '卡内世界书'} #${owner.uid}）定义，此条目不生效`,
        en: `“${definition.name}” is already defined by “${owner.comment}” (${owner.book || 'card'} #${owner.uid}); this entry has no effect`,
      });
      return [{ ...tool, definition: null, lints: [...tool.lints, ...pad.lints] }];
    }
    owners.set(definition.name, entry);
    if (definition.kind !== 'builtin' && isBuiltInName(definition.name)) {
      pad.add('note', 'replaces-builtin', {
        zh: `代替了内置工具“${definition.name}”`,
        en: `takes the place of the built-in tool “${definition.name}”`,
      });
    }
    return [{ ...tool, lints: [...tool.lints, ...pad.lints] }];
  });
}
