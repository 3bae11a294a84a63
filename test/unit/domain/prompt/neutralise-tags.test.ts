import { describe, expect, it } from 'vitest';
import { neutraliseTags } from '../../../../src/domain/prompt/neutralise-tags.ts';
import { promptTags } from '../../../../src/domain/prompt/prompt-tags.ts';

const seen = (text: string) => text.replaceAll('\u200b', '');

describe('neutraliseTags', () => {
  it.each(promptTags)('breaks <%s> whether it opens, closes or is closed in itself', (tag) => {
    for (const text of [`<${tag}>`, `</${tag}>`, `< / ${tag.toUpperCase()} >`, `<${tag}/>`, `<${tag} a="1">`]) {
      const out = neutraliseTags(`a ${text} b`);
      expect(out).not.toContain(text);
      expect(seen(out)).toBe(`a ${text} b`);
    }
  });
  it('keeps every other markup', () => {
    const text = '<b>x</b> <context>y</context> <cards>z</cards> <user_input_2> 1 < 2 <card-x> a<b';
    expect(neutraliseTags(text)).toBe(text);
  });
  it('stays linear on a long run of white space', () => {
    const text = '<' + ' '.repeat(200_000);
    const start = Date.now();
    expect(neutraliseTags(text.repeat(3))).toBe(text.repeat(3));
    expect(Date.now() - start).toBeLessThan(2_000);
  });
  it('changes nothing the second time', () => {
    const once = neutraliseTags('</user_input>');
    expect(neutraliseTags(once)).toBe(once);
  });
});
