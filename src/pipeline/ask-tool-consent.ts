/** When a chat opens: tells what code the card's books bring, and asks whether it may run. */
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { type Clock } from '../ports/clock.ts';
import { type ConsentStore } from '../ports/consent-store.ts';
import { type PlayerQuestions } from '../ports/player-questions.ts';
import { consentQuestion } from '../tools/consent.ts';
import { readDefinitions } from '../tools/definition/read-definitions.ts';

export interface ConsentDeps {
  readonly consents: ConsentStore;
  readonly questions: PlayerQuestions;
  readonly clock: Clock;
  /** Avatar of the open card. */
  readonly owner: string;
  readonly cardName: string;
  readonly language: 'zh' | 'en';
}

/** Not answered is asked again at the next opening; until then the planner does not see the tools. */
export async function askToolConsent(
  deps: ConsentDeps,
  entries: readonly WorldbookEntry[],
  signal: AbortSignal,
): Promise<void> {
  const { consents, questions, owner } = deps;
  const tools = (await readDefinitions(entries)).flatMap(({ definition, entry }) =>
    definition && entry.enabled ? [definition] : [],
  );
  const question = consentQuestion(tools, consents.of(owner), deps.language);
  if (!question || signal.aborted) return;
  const { undecided, text } = question;
  const answer = await questions.mayRun({ card: deps.cardName, text, tools: undecided }, signal);
  if (answer === null) return;
  for (const { codeHash } of undecided) await consents.put({ owner, codeHash, answer, at: deps.clock.now() });
}
