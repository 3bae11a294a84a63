/** Where texts go, in English. */
import { type UiText } from './ui-text.ts';

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const sourcesEn: UiText['sources'] = {
  preset: (name) => `Preset “${name || 'without a name'}”`,
  presetUnused: 'The preset is not used now (setting “Preset”); this is what split mode would send.',
  entries: (n) => `Worldbooks: ${plural(n, 'entry', 'entries')}`,
  noEntries: 'No worldbook is in use.',
  keyed: 'when its keys match',
  byRole: 'as its role says',
  target: 'Goes to',
  targets: { planning: 'planning', writing: 'writing', both: 'planning and writing', none: 'nobody' },
  drops: {
    disabled: 'switched off in the preset',
    'not-triggered': 'not for this kind of turn',
    marker: 'a place holder of SillyTavern',
    empty: 'empty',
    'assistant-role': 'has the assistant role (prefill)',
    'by-choice': 'you chose nobody',
  },
  buckets: {
    worldinfo1: 'system message (worldinfo1)',
    worldinfo2: 'near the top (worldinfo2)',
    worldinfo3_constant: 'after the turns, constant (worldinfo3)',
    worldinfo3_keyword: 'after the turns, by keys (worldinfo3)',
    examples_before: 'before the examples',
    examples_after: 'after the examples',
  },
  reasons: {
    disabled: 'switched off',
    'gates-closed': 'not for this card or kind of turn',
    empty: 'empty',
    'left-to-sillytavern': 'SillyTavern decides (chance, group or timing)',
    'embedded-only': 'chance, group, timing, decorator or vectors need SillyTavern: import the card’s book',
    'not-activated': 'no key matched',
    'never-activates': 'has no keys and is not constant',
    'placed-elsewhere': 'stands in another text already',
    'filtered-tool': 'a tool',
    'filtered-ui': 'for the screen only',
    'filtered-initvar': 'initial variables',
    'filtered-mvu-update': 'rules for the variables',
    'filtered-tool-by-content': 'a tool without [TOOL:name] in its title',
  },
  notes: {
    'position-has-no-place': 'its position has no place of its own here',
    'role-has-no-place': 'its role has no place of its own here',
  },
  tokens: (n) => `about ${plural(n, 'token', 'tokens')}`,
  refreshed: (books, entries) =>
    `Read again: ${plural(books, 'book', 'books')}, ${plural(entries, 'entry', 'entries')}.`,
};
