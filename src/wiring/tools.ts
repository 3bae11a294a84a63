/** Wires the tools of worldbook authors: their sandbox, what the player allowed, and the questions about it. */
import { makeConsentStore } from '../host/consent-store.ts';
import { expandMacros } from '../host/macro-text.ts';
import { openChat } from '../host/st-context.ts';
import { type ConsentDeps } from '../pipeline/ask-tool-consent.ts';
import { type ToolDeps } from '../pipeline/tool-deps.ts';
import { toolEntries } from '../pipeline/tool-scene.ts';
import { type ConsentStore } from '../ports/consent-store.ts';
import { type Sandbox } from '../ports/sandbox.ts';
import { type BenchTool } from '../ports/tool-bench.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { makePlayerQuestions } from '../ui/dialogs/make-player-questions.ts';
import { type Base } from './base.ts';

export interface Tools {
  /** What a turn needs. */
  readonly deps: ToolDeps;
  /** Asks what the books bring, as long as the chat stays open; call it when another chat was opened. */
  askConsent(owner: string | null): void;
  /** Asks what the books bring since then; call it between turns. What was put off is not asked about again. */
  askNewConsent(): void;
  /** Asks about one tool again. */
  decide(tool: BenchTool): Promise<void>;
}

/** @param workerUrl the script of the closed sandbox */
export function wireTools(base: Base, workerUrl: URL, readStory: () => Promise<TurnMaterial>): Tools {
  const { host, undos } = base;
  const { st } = host;
  const { clock, log } = host.platform;
  const consents = makeConsentStore(st);
  const questions = makePlayerQuestions(document, host.language, log);
  let asking = new AbortController();
  let putOff = new Set<string>();
  let running = false;
  undos.add(() => asking.abort());

  const ownerNow = (): string => openChat(st())?.owner ?? '';
  const consentDeps = (owner: string): ConsentDeps => {
    const cardName = st().name2;
    return { consents, questions, clock, owner, cardName, language: host.language() };
  };

  const ask = async (owner: string, signal: AbortSignal): Promise<void> => {
    if (!base.settings().enabled || running) return;
    running = true;
    const mine = putOff;
    try {
      const { entries } = await readStory();
      if (toolEntries(entries).length === 0) return;
      const { askToolConsent } = await import('../pipeline/ask-tool-consent.ts');
      const asked = await askToolConsent(consentDeps(owner), { entries, putOff: mine }, signal);
      for (const hash of asked) mine.add(hash);
    } finally {
      running = false;
    }
  };
  const start = (owner: string | null): void => {
    if (owner === null) return;
    ask(owner, asking.signal).catch((error: unknown) => log.warn('Consent could not be asked.', error));
  };

  return {
    deps: { ...sandboxes(base, workerUrl, { consents, ownerNow }), expand: (text) => expandMacros(st(), text) },
    askConsent(owner) {
      asking.abort();
      asking = new AbortController();
      putOff = new Set();
      running = false;
      consents.forgetOnce();
      start(owner);
    },
    askNewConsent: () => start(openChat(st())?.owner ?? null),
    async decide({ definition }) {
      if (!definition) return;
      const { askAboutTool } = await import('../pipeline/ask-tool-consent.ts');
      await askAboutTool(consentDeps(ownerNow()), definition, base.settings().tools.allowPageCode, asking.signal);
    },
  };
}

interface Allowed {
  readonly consents: ConsentStore;
  readonly ownerNow: () => string;
}

function sandboxes(base: Base, workerUrl: URL, { consents, ownerNow }: Allowed): Omit<ToolDeps, 'expand'> {
  let closed: Sandbox | null = null;
  base.undos.add(() => closed?.stop());
  const pinned = (): readonly string[] =>
    consents.of(ownerNow()).flatMap(({ answer, codeHash }) => (answer === 'page' ? [codeHash] : []));
  return {
    sandbox: async () => {
      const { makeSandbox } = await import('../sandbox/make-sandbox.ts');
      return (closed ??= makeSandbox(workerUrl));
    },
    pageSandbox: async () => {
      const [{ makePageSandbox }, { hashOfCode }] = await Promise.all([
        import('../sandbox/page-runner.ts'),
        import('../tools/consent.ts'),
      ]);
      return makePageSandbox((code) => base.settings().tools.allowPageCode && pinned().includes(hashOfCode(code)));
    },
    consents: () => consents.of(ownerNow()),
  };
}
