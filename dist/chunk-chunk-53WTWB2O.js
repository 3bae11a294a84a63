/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  readDefinitions
} from "./chunk-chunk-E2CWTNPY.js";
import {
  codeHashOf,
  consentQuestion,
  needsConsent
} from "./chunk-chunk-W3YI32LA.js";

// src/pipeline/ask-tool-consent.ts
async function askToolConsent(deps, { entries, putOff }, signal) {
  const tools = (await readDefinitions(entries)).flatMap(
    ({ definition, entry }) => definition && entry.enabled ? [definition] : []
  );
  const decided = deps.consents.of(deps.owner);
  const isNew = (tool) => !needsConsent(tool) || !putOff.has(codeHashOf(tool));
  return ask(deps, { tools: tools.filter(isNew), decided, offerPage: false }, signal);
}
async function askAboutTool(deps, tool, offerPage, signal) {
  await ask(deps, { tools: [tool], decided: [], offerPage }, signal);
}
async function ask(deps, { tools, decided, offerPage }, signal) {
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

export {
  askToolConsent,
  askAboutTool
};
