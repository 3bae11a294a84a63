/** The acceptance checks of floors, pages, messages, variables, crash and recovery: each has a test that names it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Number → what it is about. */
const required: Readonly<Record<number, string>> = {
  1: 'the status of a floor',
  2: 'a committed page is immutable',
  3: 'regenerated pages are kept and restorable',
  4: 'the five layers of variables',
  5: 'a write for the page alone',
  6: 'a promoted write',
  7: 'siblings start from their predecessor',
  9: 'a branch is equal at its fork',
  10: 'a value of the chat follows its page',
  11: 'a floor deleted in the middle',
  13: 'a continued reply counts once',
  14: 'a failed swipe or regenerate',
  15: 'a failed send',
  16: 'an unreadable analysis',
  17: 'hiding a message',
  18: 'a message for this turn only',
  19: 'tool results stay out of later prompts',
  36: 'two tabs',
  47: 'the window',
  48: 'round numbers after a deletion',
  53: 'stop during planning',
  60: 'retention',
  62: 'the state from the file alone',
  65: 'a rename',
  66: 'deleted chats of one name',
  67: 'variables of swipes stay aligned',
  68: 'killed at any write',
  69: 'a full database',
};

/** Those about what SillyTavern itself does: at least one of their tests drives the real one. */
const inRealSillyTavern = [2, 3, 7, 9, 10, 11, 13, 14, 15, 16, 17, 36, 48, 53, 62, 65, 66, 67, 68, 69];

/** Of the same chapters, without a test of their own. */
const elsewhere: Readonly<Record<number, string>> = {
  39: 'an irreversible tool that was cut off: no tool of ours is irreversible yet',
  49: 'MVU: its own room has the checks',
  52: 'render events: the host room has the checks',
  70: 'a page without a secure context: each fallback is tested where it is',
  75: 'speed: measured by the bench, which fails on ratios',
};

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));

/** Numbers named in a title of a test or of a group, by file. */
function namedIn(file: string): readonly number[] {
  const titles = readFileSync(file, 'utf8').match(/\b(?:it|describe)(?:\.each\([\s\S]*?\))?\(\s*['`][^'`\n]*/g) ?? [];
  return [...titles, readFileSync(file, 'utf8').split('\n', 1)[0] ?? ''].flatMap((title) =>
    [...title.matchAll(/\bAC(\d+)\b/g)].map((match) => Number(match[1])),
  );
}

const all = ['unit', 'property', 'contract', 'golden', 'e2e'].flatMap((folder) => filesOf(join('test', folder)));
const named = new Set(all.flatMap(namedIn));
const real = new Set(all.filter((file) => file.startsWith(join('test', 'e2e'))).flatMap(namedIn));

describe('the acceptance checks', () => {
  it.each(Object.entries(required))('AC%s (%s) has a test', (number) => {
    expect([...named]).toContain(Number(number));
  });

  it.each(inRealSillyTavern)('AC%s is checked in the real SillyTavern', (number) => {
    expect([...real]).toContain(number);
  });

  it('names no check both as required and as left to others', () => {
    expect(Object.keys(elsewhere).filter((number) => Object.hasOwn(required, number))).toEqual([]);
  });
});
