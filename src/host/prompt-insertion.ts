/** Our one insertion into SillyTavern's own prompt: there only while the prompt of a turn of ours is assembled. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { type St } from './st-context.ts';

/** SillyTavern's own numbers: in the chat, before the last message, as the system. */
const IN_CHAT = 1;
const DEPTH = 1;
const SYSTEM = 0;

export interface PromptInsertion {
  put(text: string): void;
  /** May be called at any time. */
  clear(): void;
}

export function makePromptInsertion(st: St): PromptInsertion {
  let there = false;
  const write = (text: string): void => st().setExtensionPrompt?.(EXTENSION_KEY, text, IN_CHAT, DEPTH, false, SYSTEM);
  return {
    put(text) {
      there = true;
      write(text);
    },
    clear() {
      if (there) write('');
      there = false;
    },
  };
}
