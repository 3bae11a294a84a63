/** The tutorial: both languages have the same chapters, every example in it loads, every link into it arrives. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { narrativeEventNames } from '../../src/domain/run/narrative-event.ts';
import { readDefinition } from '../../src/tools/definition/read-definition.ts';
import { toolEntriesOf, tutorial, tutorialIn } from '../support/tutorial.ts';

const { zh, en } = tutorialIn;

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** Outside code blocks only. */
const headings = (text: string): Heading[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^(#{1,6}) (.+)$/gm)].map((match) => ({
    level: match[1]!.length,
    text: match[2]!,
  }));

/** As GitHub makes anchors. */
const anchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1]!);

describe('the documents', () => {
  it.each(['README.md', 'README.zh-CN.md', 'TUTORIAL.md', 'CONTRIBUTING.md', 'docs/architecture.md'])(
    'name only files that are there: %s',
    (file) => {
      const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '');
      const quoted = [...text.matchAll(/`((?:demo|docs|test|scripts)\/[\w./-]+\w)`/g)].map((match) => match[1]!);
      const linked = [...text.matchAll(/(?<!!)\[[^\]]*\]\((?!https?:|#)([^)#]+)/g)].map((match) =>
        path.join(path.dirname(file), match[1]!),
      );

      expect([...quoted, ...linked].filter((name) => !existsSync(name))).toEqual([]);
    },
  );

  it('have a first screen with the same parts in both languages', () => {
    const parts = (text: string): number[] =>
      [/^## /gm, /^- /gm, /^> - /gm, /^\|/gm, /^```/gm].map((pattern) => text.match(pattern)?.length ?? 0);

    expect(parts(readFileSync('README.md', 'utf8'))).toEqual(parts(readFileSync('README.zh-CN.md', 'utf8')));
  });
});

describe('the tutorial', () => {
  it('has the same chapters in both languages', () => {
    const levels = (text: string): number[] => headings(text).map((heading) => heading.level);

    expect(levels(zh).length).toBeGreaterThan(20);
    expect(levels(zh)).toEqual(levels(en));
  });

  it('has the same number of rows, examples and links in both languages', () => {
    for (const pattern of [/^\|/gm, /^```/gm, /^- /gm, /^\d\. /gm]) {
      expect(zh.match(pattern)?.length, String(pattern)).toBe(en.match(pattern)?.length);
    }
  });

  it.each(['zh', 'en'])('has JSON that is JSON (%s)', (language) => {
    for (const block of blocks(language === 'zh' ? zh : en, 'json')) {
      expect(() => JSON.parse(block), block).not.toThrow();
    }
  });

  it.each(['zh', 'en'])('has a first tool and nine recipes that load without a finding (%s)', async (language) => {
    const entries = toolEntriesOf(language === 'zh' ? zh : en);

    expect(entries).toHaveLength(10);
    for (const { title, content } of entries) {
      const read = await readDefinition({ ...anEntry, comment: title, content });

      expect(read?.definition?.name, title).toBe(/\[TOOL:(.+)\]/.exec(title)?.[1]);
      expect(read?.lints, title).toEqual([]);
    }
  });

  it('names every event there is', () => {
    for (const text of [zh, en]) {
      for (const name of narrativeEventNames) expect(text).toContain(`\`${name}\``);
    }
  });

  it.each(['README.md', 'README.zh-CN.md', 'TUTORIAL.md'])('is reached by the links of %s', (file) => {
    const anchors = new Set(headings(tutorial).map((heading) => anchor(heading.text)));
    const own = file === 'TUTORIAL.md' ? '' : 'TUTORIAL\\.md';
    const links = [...readFileSync(file, 'utf8').matchAll(new RegExp(`\\]\\(${own}#([^)]+)\\)`, 'g'))].map(
      (match) => match[1]!,
    );

    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !anchors.has(link))).toEqual([]);
  });
});

const anEntry = {
  book: 'Tutorial',
  uid: '1',
  keys: [],
  secondaryKeys: [],
  selectiveLogic: 0,
  selective: false,
  enabled: true,
  constant: true,
  vectorized: false,
  position: 0,
  depth: 4,
  role: 0,
  order: 100,
  caseSensitive: null,
  matchWholeWords: null,
  hostOnly: false,
  gatesOpen: true,
} as const;
