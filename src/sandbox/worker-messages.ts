/** What the page and the sandbox's Worker say to each other: the engine once, then plain texts and numbers only. */
import { type SandboxError, type SandboxOutcome } from '../ports/sandbox.ts';
import { type JobText } from './job-text.ts';

export type WorkerRequest =
  /** The compiled engine: sent first, and kept by the page for the Worker that comes after a killed one. */
  | { readonly id: 0; readonly kind: 'engine'; readonly engine: WebAssembly.Module }
  | { readonly id: number; readonly kind: 'run'; readonly job: JobText }
  | { readonly id: number; readonly kind: 'check'; readonly code: string; readonly limitMs: number };

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'ran'; readonly id: number; readonly outcome: SandboxOutcome }
  | { readonly kind: 'checked'; readonly id: number; readonly error: SandboxError | null };
