/** Puts commands into SillyTavern's slash parser and takes exactly those out again. */
import { type Undo } from '../shared/undo-list.ts';
import { type St } from './st-context.ts';

export interface SlashCommandSpec {
  readonly name: string;
  /** Shown in SillyTavern's list of commands; plain text. */
  readonly help: string;
  /** Gets what stands after the name; resolves to what goes into the pipe. */
  readonly run: (argument: string) => Promise<string> | string;
}

const asHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A command of that name that is there already (another extension's) is left alone. */
export function registerSlashCommand(st: St, spec: SlashCommandSpec): Undo {
  const { SlashCommandParser: parser, SlashCommand } = st();
  if (Object.hasOwn(parser.commands, spec.name)) return () => undefined;
  const command = SlashCommand.fromProps({
    name: spec.name,
    helpString: asHtml(spec.help),
    callback: async (_named: unknown, unnamed: unknown) => spec.run(typeof unnamed === 'string' ? unnamed.trim() : ''),
  });
  parser.addCommandObject(command);
  return () => {
    if (parser.commands[spec.name] === command) delete parser.commands[spec.name];
  };
}
