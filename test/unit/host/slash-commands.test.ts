import { describe, expect, it } from 'vitest';
import { registerSlashCommand } from '../../../src/host/slash-commands.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const spec = { name: 'na', help: 'Shows <state>.', run: (argument: string) => `ran ${argument}` };

describe('a slash command', () => {
  it('gets its argument, answers into the pipe, and is taken out by its undo', async () => {
    const { ctx, st } = makeFakeSt();
    const undo = registerSlashCommand(st, spec);
    const command = ctx.SlashCommandParser.commands['na'] as {
      helpString: string;
      callback: (named: unknown, unnamed: unknown) => Promise<string>;
    };
    expect(await command.callback({}, ' state ')).toBe('ran state');
    expect(await command.callback({}, undefined)).toBe('ran ');
    expect(command.helpString).toBe('Shows &lt;state&gt;.');
    undo();
    expect(ctx.SlashCommandParser.commands).not.toHaveProperty('na');
  });

  it('leaves another extension’s command of that name alone, before and after', () => {
    const { ctx, st } = makeFakeSt();
    const theirs = { name: 'na' };
    ctx.SlashCommandParser.commands['na'] = theirs;
    registerSlashCommand(st, spec)();
    expect(ctx.SlashCommandParser.commands['na']).toBe(theirs);
  });
});
