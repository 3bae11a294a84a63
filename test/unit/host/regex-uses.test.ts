/** Which regex scripts changed what goes into the prompt. */
import { describe, expect, it } from 'vitest';
import { readHistory } from '../../../src/host/read-history.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const script = (scriptName: string, part: object = {}) => ({
  scriptName,
  promptOnly: true,
  placement: [2],
  find: scriptName,
  ...part,
});
const scripts = [
  script('fog'),
  script('salt', { maxDepth: 0 }),
  script('lamp', { promptOnly: false }),
  script('quay', { placement: [1] }),
];
const run = (raw: unknown, text: string) => text.replaceAll((raw as { find: string }).find, '');
const regex = {
  getRegexedString: (text: string, _place: number, { depth = 0 }: { depth?: number }) =>
    run(scripts[0], depth === 0 ? run(scripts[1], text) : text),
  getRegexScripts: () => scripts,
  runRegexScript: run,
};
const reply = (mes: string) => ({ mes, name: 'Wren', is_user: false });

describe('the use of regex scripts', () => {
  it('is told by script: messages changed, characters before and after; depth and place count', () => {
    const { ctx } = makeFakeSt({}, [reply('fog and salt'), reply('plain lamp quay'), reply('salt fog')]);
    const { history, regexUses } = readHistory(ctx, regex, 'normal');
    expect(regexUses()).toEqual([]);
    expect(history.map(({ text }) => text)).toHaveLength(3);
    expect(regexUses()).toEqual([
      { script: 'fog', before: 12 + 8, after: 9 + 5, replaced: 2 },
      { script: 'salt', before: 5, after: 1, replaced: 1 },
    ]);
  });

  it('is empty without scripts, and without the regex extension', () => {
    const { ctx } = makeFakeSt({}, [reply('fog')]);
    for (const module of [{ ...regex, getRegexScripts: () => [] }, null]) {
      const { history, regexUses } = readHistory(ctx, module, 'normal');
      expect(history.map(({ text }) => text)).toHaveLength(1);
      expect(regexUses()).toEqual([]);
    }
  });
});
