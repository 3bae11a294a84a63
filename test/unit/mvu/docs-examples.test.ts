/** The page for card makers: its examples do what it says, and both languages have the same parts. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { patch, recordFrom, say } from './base-card.ts';

const page = (language: 'zh' | 'en') => readFileSync(`docs/mvu${language === 'zh' ? '.zh-CN' : ''}.md`, 'utf8');
const example = (text: string, name: string): string => {
  const found = new RegExp(`\`\`\`\\w+ ${name}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (found === undefined) throw new Error(`no example ${name}`);
  return found;
};

describe.each(['zh', 'en'] as const)('the page for card makers, %s', (language) => {
  const text = page(language);

  it('has initial variables that take all of its operations', async () => {
    const record = await recordFrom(example(text, 'initvar'));
    const { refused, results } = patch(record, JSON.parse(example(text, 'patch')) as unknown[]);
    expect([refused, results.length]).toEqual([[], 5]);
  });

  it('has commands that are all carried out', async () => {
    const record = await recordFrom(example(text, 'initvar'));
    const { refused, results } = await say(record, example(text, 'commands'));
    expect([refused, results.length]).toEqual([[], 4]);
  });
});

describe.each(['zh', 'en'] as const)('the chapter for card makers, %s', (language) => {
  const tutorial = readFileSync('TUTORIAL.md', 'utf8');
  const start = tutorial.indexOf(language === 'zh' ? '\n## 给 MVU 卡作者' : '\n## For makers of MVU cards');
  const text = tutorial.slice(start, tutorial.indexOf('\n## ', start + 1));
  const book = JSON.parse(readFileSync(`demo/books/lantern-ferry-mvu.${language}.json`, 'utf8')) as {
    entries: Record<string, { comment: string; content: string }>;
  };
  const contents = Object.values(book.entries).map(({ content }) => content);

  it('has a smallest card whose list takes what is gained', async () => {
    const record = await recordFrom(example(text, 'smallest'));
    const path = language === 'zh' ? '/主角/背包/-' : '/hero/bag/-';
    expect(patch(record, [{ op: 'insert', path, value: 'x' }]).refused).toEqual([]);
  });

  it('shows the demo card as it is played', () => {
    expect(contents).toContain(`<initvar>\n${example(text, 'initvar').trimEnd()}\n</initvar>`);
    expect(contents).toContain(example(text, 'rules').trimEnd());
    expect(contents).toContain(example(text, 'plot').trimEnd());
  });
});

it('both languages have the same parts', () => {
  const shape = (text: string) => text.match(/^(?:#+ |\||```|- |\d\. )/gm)?.map((mark) => mark.trim());
  expect(shape(page('zh'))).toEqual(shape(page('en')));
});
