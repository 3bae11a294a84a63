/** The invariants of stories, runs and tools: each is a property that names it, or does not apply for a reason given here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const COUNT = 24;

/** Number → what holds. */
const held: Readonly<Record<number, string>> = {
  1: 'a round shows one page, committed and its own, the swipe that is shown',
  2: 'one variable resolves to what all of them resolve to',
  3: 'to another swipe and back is the same world',
  4: 'a sibling changes nothing of another page',
  5: 'a message has exactly one owner',
  6: 'the messages of a page make the text of the chat',
  7: 'a failed turn leaves everything as it was',
  9: 'a promise or a reading done twice is done once',
  10: 'looking writes nothing',
  11: 'a committed page never changes',
  12: 'a journal has no gaps and one end',
  13: 'no row names one that is not there',
  15: 'branches are equal at the fork and apart afterwards',
  16: 'a write lands in its own layer',
  17: 'the fold with keyframes is the naive fold',
  18: 'a deletion is the fold of what is left',
  19: 'the chat file alone gives the same world',
  20: 'values of the chat follow the pages that are shown',
  21: 'a refused tool leaves nothing',
  22: 'the window depends on the count of rounds',
  24: 'two tabs commit once',
};

/** Number → why nothing can break it. */
const notApplicable: Readonly<Record<number, string>> = {
  8: 'there is no export and no import of stories; the chat file is what travels (19)',
  14: 'runs have no files, so there are no paths of files to read',
  23: 'there is no memory above the summary lines, and those are folded with the pages they came from (17, 18)',
};

const files = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));

const numbersIn = (text: string): readonly number[] =>
  [...text.matchAll(/\bI(\d+)\b/g)].map((match) => Number(match[1]));

/** Those in titles of properties, and those that are checked after every command of a story under their number. */
function named(): ReadonlySet<number> {
  const titles = files(join('test', 'property')).flatMap(
    (file) => readFileSync(file, 'utf8').match(/\bit(?:\.each\([\s\S]*?\))?\(\s*['`][^'`\n]*/g) ?? [],
  );
  const story = readFileSync(join('test', 'support', 'story-invariants.ts'), 'utf8');
  const commands = readFileSync(join('test', 'support', 'story-model.ts'), 'utf8');
  const checked = story.match(/^ {2}I\d+: \{$/gm) ?? [];
  const compared = commands.match(/\bunder\('I\d+'/g) ?? [];
  return new Set(numbersIn([...titles, ...checked, ...compared].join('\n')));
}

describe('the invariants', () => {
  const found = named();

  it.each(Object.entries(held))('I%s (%s) is a property', (number) => {
    expect([...found]).toContain(Number(number));
  });

  it('leaves no number without a property or a reason, and none with both', () => {
    const all = [...Object.keys(held), ...Object.keys(notApplicable)].map(Number).sort((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
  });

  it('has no property with a number that does not apply or is not known', () => {
    expect([...found].filter((number) => !Object.hasOwn(held, number))).toEqual([]);
  });
});
