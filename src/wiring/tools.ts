/** Wires the tools of worldbook authors: their sandbox, and what the player allowed. */
import { classifyEntry } from '../domain/worldbook/classify.ts';
import { makeConsentStore } from '../host/consent-store.ts';
import { expandMacros } from '../host/macro-text.ts';
import { openChat } from '../host/st-context.ts';
import { type ToolDeps } from '../pipeline/tool-deps.ts';
import { type Sandbox } from '../ports/sandbox.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { makePlayerQuestions } from '../ui/dialogs/make-player-questions.ts';
import { type Base } from './base.ts';

export interface Tools {
  /** What a turn needs. */
  readonly deps: ToolDeps;
  /** Asks what the books bring, as long as the chat stays open; call it when another chat was opened. */
  askConsent(owner: string | null): void;
}

/** @param workerUrl the script of the closed sandbox */
export function wireTools(base: Base, workerUrl: URL, readStory: () => Promise<TurnMaterial>): Tools {
  const { host, undos } = base;
  const { st } = host;
  const { clock, log } = host.platform;
  const consents = makeConsentStore(st);
  const questions = makePlayerQuestions(document, host.language, log);
  let sandbox: Sandbox | null = null;
  let asking = new AbortController();
  undos.add(() => sandbox?.stop());
  undos.add(() => asking.abort());

  const ask = async (owner: string, signal: AbortSignal): Promise<void> => {
    if (!base.settings().enabled) return;
    const { entries } = await readStory();
    if (!entries.some((entry) => entry.enabled && classifyEntry(entry).kind === 'tool')) return;
    const { askToolConsent } = await import('../pipeline/ask-tool-consent.ts');
    const cardName = st().name2;
    await askToolConsent({ consents, questions, clock, owner, cardName, language: host.language() }, entries, signal);
  };

  return {
    deps: {
      sandbox: async () => {
        const { makeSandbox } = await import('../sandbox/make-sandbox.ts');
        sandbox ??= makeSandbox(workerUrl);
        return sandbox;
      },
      consents: () => consents.of(openChat(st())?.owner ?? ''),
      expand: (text) => expandMacros(st(), text),
    },
    askConsent(owner) {
      asking.abort();
      asking = new AbortController();
      consents.forgetOnce();
      if (owner !== null)
        ask(owner, asking.signal).catch((error: unknown) => log.warn('Consent could not be asked.', error));
    },
  };
}
