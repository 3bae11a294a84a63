/** What we put into SillyTavern while it runs, and take out again: macros, and the one insertion into its own prompt. */
import { describe, expect, it } from 'vitest';
import { registerMacro } from '../../../src/host/macros.ts';
import { makePromptInsertion } from '../../../src/host/prompt-insertion.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

function engine(...there: string[]) {
  const macros = new Map<string, () => string>(there.map((name) => [name, () => 'theirs']));
  const { st } = makeFakeSt({
    macros: {
      register: (name: string, { handler }: { handler: () => string }) => macros.set(name, handler),
      registry: {
        hasMacro: (name: string) => macros.has(name),
        unregisterMacro: (name: string) => macros.delete(name),
      },
    },
  });
  return { macros, st };
}
const spec = { name: 'naRound', description: 'The round.', read: () => '7' };

describe('a macro', () => {
  it('is read at each expansion and taken out by its undo', () => {
    const { macros, st } = engine();
    const undo = registerMacro(st, spec);
    expect(macros.get('naRound')?.()).toBe('7');
    undo();
    expect(macros.size).toBe(0);
  });

  it('leaves one of that name alone, before and after, and needs no engine', () => {
    const { macros, st } = engine('naRound');
    registerMacro(st, spec)();
    expect(macros.get('naRound')?.()).toBe('theirs');
    expect(() => registerMacro(makeFakeSt().st, spec)()).not.toThrow();
  });
});

describe('the insertion into SillyTavern’s prompt', () => {
  it('stands before the last message until it is cleared, and nothing is touched that was not put', () => {
    const calls: unknown[][] = [];
    const { st } = makeFakeSt({ setExtensionPrompt: (...args: unknown[]) => calls.push(args) });
    const insertion = makePromptInsertion(st);
    insertion.clear();
    insertion.put('State.');
    insertion.clear();
    insertion.clear();
    expect(calls).toEqual([
      ['narrative_agent', 'State.', 1, 1, false, 0],
      ['narrative_agent', '', 1, 1, false, 0],
    ]);
  });
});
