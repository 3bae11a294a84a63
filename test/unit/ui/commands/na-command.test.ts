/** `/na …`: each word in both languages, and what it answers. */
import { describe, expect, it } from 'vitest';
import { type Settings } from '../../../../src/domain/settings.ts';
import { type NaCommandDeps, runNaCommand } from '../../../../src/ui/commands/na-command.ts';
import { uiText } from '../../../../src/ui/text.ts';

function stage(over: Partial<NaCommandDeps> = {}) {
  const done: unknown[] = [];
  let orders = { guide: '', skipPlanning: false };
  let note = '';
  let mode: Settings['promptMode'] = 'native';
  const deps: NaCommandDeps = {
    text: () => uiText('en'),
    orders: () => orders,
    order: (part) => (orders = { ...orders, ...part }),
    styleNote: () => note,
    setStyleNote: (text) => Promise.resolve(void (note = text)),
    running: () => '',
    facts: () => ['Round 3'],
    stop: () => done.push('stop'),
    analyse: () => Promise.resolve('done'),
    open: (tab) => done.push(tab),
    mode: () => mode,
    setMode: (next) => Promise.resolve(void (mode = next)),
    ...over,
  };
  return { say: (argument: string) => runNaCommand(deps, argument), orders: () => orders, done };
}

describe('/na', () => {
  it.each(['guide', 'GUIDE', '引导'])(
    '%s orders a guide for the next turn, tells it, and takes it back',
    async (word) => {
      const { say, orders } = stage();
      expect(await say(`${word}  Let it rain,\nsoftly.`)).toBe('Guide for the next turn: Let it rain,\nsoftly.');
      expect(orders().guide).toBe('Let it rain,\nsoftly.');
      expect(await say(word)).toContain('Let it rain');
      expect(await say(`${word} off`)).toBe('The next turn has no guide.');
      expect(orders().guide).toBe('');
    },
  );

  it.each(['noplan', '不规划'])('%s skips the next plan, and off takes it back', async (word) => {
    const { say, orders } = stage();
    await say(word);
    expect(orders().skipPlanning).toBe(true);
    await say(`${word} off`);
    expect(orders().skipPlanning).toBe(false);
  });

  it('keeps a style note with the chat, and says when none is open', async () => {
    const { say } = stage();
    expect(await say('style short sentences')).toBe('Style note of this chat: short sentences');
    expect(await say('文风')).toBe('Style note of this chat: short sentences');
    expect(await say('style off')).toBe('This chat has no style note.');
    expect(await stage({ styleNote: () => null }).say('style x')).toBe('No chat is open.');
  });

  it('tells where things stand', async () => {
    const { say } = stage();
    await say('guide Fog.');
    await say('noplan');
    expect((await say('status')).split('\n')).toEqual([
      'No turn is running.',
      'Round 3',
      'Guide for the next turn: Fog.',
      'The next turn is written without a plan.',
    ]);
    expect(await stage({ running: () => 'planning' }).say('进度')).toMatch(/^planning/);
  });

  it('stops, analyses again, and opens the panels', async () => {
    const { say, done } = stage({ running: () => 'writing' });
    expect(await say('stop')).toBe('Stopped.');
    expect(await say('analyse')).toBe('analysed');
    expect(await stage({ analyse: () => Promise.resolve(null) }).say('分析')).toBe('There is no reply to analyse yet.');
    for (const tab of ['state', 'timeline', 'run', 'sources', '状态', '来源']) expect(await say(tab)).toBe('');
    expect(done).toEqual(['stop', 'state', 'timeline', 'run', 'sources', 'state', 'sources']);
  });

  it('shows and changes the prompt mode of the chat', async () => {
    const { say } = stage();
    expect(await say('mode')).toBe('Prompt mode: turns');
    expect(await say('mode compat-plus')).toContain('memory and state');
    expect(await say('模式 nonsense')).toContain('memory and state');
    expect(await stage({ mode: () => null }).say('mode')).toBe('No chat is open.');
  });

  it.each(['', 'help', 'constructor', '？'])('answers "%s" with the list of words', async (word) => {
    expect(await stage().say(word)).toMatch(/^\/na guide TEXT/);
  });
});
