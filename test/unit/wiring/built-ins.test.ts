/** What the drawer shows as our instructions. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { readBuiltIns } from '../../../src/wiring/built-ins.ts';

const { agents, reply } = defaultSettings();

describe('readBuiltIns', () => {
  it('has texts and a version for every agent with settings, in the language asked for', () => {
    const [zh, en] = [readBuiltIns('zh', reply), readBuiltIns('en', reply)];
    expect(Object.keys(en).toSorted()).toEqual(Object.keys(agents).toSorted());
    for (const agent of Object.keys(agents) as (keyof typeof agents)[]) {
      expect(en[agent].version).toBe(zh[agent].version);
      for (const { text } of en[agent].texts) expect(text).not.toMatch(/\p{Script=Han}|\{\{/u);
      for (const { text } of zh[agent].texts) expect(text).toMatch(/\p{Script=Han}/u);
    }
    expect(new Set(Object.values(en).map(({ version }) => version)).size).toBe(4);
  });
});
