import { describe, expect, it } from 'vitest';
import { analysisTexts } from '../../../src/agents/analysis/agent.ts';
import { fillPrompt } from '../../../src/agents/fill-prompt.ts';
import { composeInstructions } from '../../../src/agents/instructions.ts';
import { mergedWritingTexts } from '../../../src/agents/merged-writing/agent.ts';
import { planningTexts } from '../../../src/agents/planning/agent.ts';
import { writingTexts } from '../../../src/agents/writing/agent.ts';

const agents = { merged: mergedWritingTexts, writing: writingTexts, planning: planningTexts, analysis: analysisTexts };
const rows = Object.entries(agents).flatMap(([agent, texts]) =>
  (['zh', 'en'] as const).flatMap((language) =>
    (['full', 'lite'] as const).map((form) => ({ agent, language, form, text: texts[language][form] })),
  ),
);
/** A rough upper bound: a token a Han character, four thirds of a token a word. */
const tokens = (text: string) =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) + (text.match(/[A-Za-z']+/g)?.length ?? 0) * 1.34;

describe('the instructions', () => {
  it.each(rows)('of $agent, $language, $form are short: few rules, few tokens', ({ form, text }) => {
    const rules = text.split('\n').filter((line) => /^\d+\. /.test(line));
    expect(rules.length).toBeGreaterThan(4);
    expect(rules.length).toBeLessThanOrEqual(form === 'lite' ? 6 : 12);
    expect(tokens(text)).toBeLessThan(form === 'lite' ? 200 : 450);
  });
  it.each(rows)('of $agent, $language, $form neither shout nor threaten nor name a tag', ({ text }) => {
    const shouted = text.match(/\b[A-Z]{3,}\b/g)?.filter((word) => !['JSON', 'OOC'].includes(word));
    expect(shouted ?? []).toEqual([]);
    expect(text).not.toMatch(/!|！|必须|严禁|禁止|务必|警告|\bmust\b|\bnever ever\b|\bwarning\b|\bpenalt/i);
    expect(text).not.toMatch(/<\/?[a-z_]+\d?>/);
  });
  it.each(Object.entries(agents))('of %s say the same number of things in both languages', (_, texts) => {
    for (const form of ['full', 'lite'] as const) {
      const count = (text: string) => text.split('\n').filter((line) => /^\d+\. /.test(line)).length;
      expect(count(texts.zh[form])).toBe(count(texts.en[form]));
    }
  });
});

describe('composeInstructions', () => {
  const names = { user: 'Mira', character: 'Wren' };
  it('puts what the player adds behind ours, with names in the place of macros', () => {
    const settings = { instructionsOverride: '', instructionsAppend: ' Let {{char}} tease {{ USER }}. {{other}} ' };
    expect(composeInstructions('ours', settings, names, ['always'])).toBe(
      'ours\n\nalways\n\nLet Wren tease Mira. {{other}}',
    );
  });
  it('takes the override for ours, and keeps the sentences the prompt relies on', () => {
    const settings = { instructionsOverride: 'mine', instructionsAppend: '' };
    expect(composeInstructions('ours', settings, names, ['always'])).toBe('mine\n\nalways');
  });
});

describe('fillPrompt', () => {
  it('drops a line that is only a place with nothing to say', () => {
    expect(fillPrompt('a\n{{b}}\nc {{d}}', { b: '', d: '' })).toBe('a\nc');
    expect(fillPrompt('a\n{{b}}\nc', { b: 'B' })).toBe('a\nB\nc');
  });
  it('still refuses a missing and an unused name', () => {
    expect(() => fillPrompt('a\n{{b}}', {})).toThrow(RangeError);
    expect(() => fillPrompt('a', { b: '' })).toThrow(RangeError);
  });
});
