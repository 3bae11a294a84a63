/** Asks whether code a card's books bring may run: all that is undecided when a chat opens, one tool on the author's bench. */
import { type ToolDefinition } from '../domain/tools/tool-definition.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { type Clock } from '../ports/clock.ts';
import { type ConsentRecord, type ConsentStore } from '../ports/consent-store.ts';
import { type PlayerQuestions } from '../ports/player-questions.ts';
import { codeHashOf, consentQuestion, needsConsent } from '../tools/consent.ts';
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

export interface BroughtCode {
  readonly entries: readonly WorldbookEntry[];
  /** Hashes of code that was asked about since the chat was opened. */
  readonly putOff: ReadonlySet<string>;
}

/**
 * Not answered is asked again at the next opening; until then the planner does not see the tools.
 * @returns the hashes of what was asked about
 */
export async function askToolConsent(
  deps: ConsentDeps,
  { entries, putOff }: BroughtCode,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const tools = (await readDefinitions(entries)).flatMap(({ definition, entry }) =>
    definition && entry.enabled ? [definition] : [],
  );
  const decided = deps.consents.of(deps.owner);
  const isNew = (tool: ToolDefinition): boolean => !needsConsent(tool) || !putOff.has(codeHashOf(tool));
  return ask(deps, { tools: tools.filter(isNew), decided, offerPage: false }, signal);
}

/** Asks about one tool again, whatever was answered before; not answered leaves that as it is. */
export async function askAboutTool(
  deps: ConsentDeps,
  tool: ToolDefinition,
  offerPage: boolean,
  signal: AbortSignal,
): Promise<void> {
  await ask(deps, { tools: [tool], decided: [], offerPage }, signal);
}

interface Asked {
  readonly tools: readonly ToolDefinition[];
  readonly decided: readonly ConsentRecord[];
  readonly offerPage: boolean;
}

async function ask(
  deps: ConsentDeps,
  { tools, decided, offerPage }: Asked,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { consents, questions, owner, clock, cardName, language } = deps;
  const question = consentQuestion(tools, decided, language);
  if (!question || signal.aborted) return [];
  const { undecided, text } = question;
  const answer = await questions.mayRun({ card: cardName, text, tools: undecided, offerPage }, signal);
  const hashes = undecided.map(({ codeHash }) => codeHash);
  if (answer === null) return hashes;
  for (const codeHash of hashes) await consents.put({ owner, codeHash, answer, at: clock.now() });
  return hashes;
}
