/** What the tools of a turn need from outside; the tools themselves are loaded when a book brings one. */
import { type ConsentRecord } from '../ports/consent-store.ts';
import { type Sandbox } from '../ports/sandbox.ts';

export interface ToolDeps {
  /** Loaded at the first code tool. */
  readonly sandbox: () => Promise<Sandbox>;
  /** For code the player pinned to the page; loaded only where the setting allows it. */
  readonly pageSandbox: () => Promise<Sandbox>;
  /** What the player allowed for the open card. */
  readonly consents: () => readonly ConsentRecord[];
  /** Puts names in the place of macros, without side effects. */
  readonly expand: (text: string) => string;
}
