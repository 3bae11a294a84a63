/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import "./chunk-chunk-GRDW3UNR.js";
import {
  readDefinitions
} from "./chunk-chunk-J4THFFCK.js";
import {
  consentQuestion
} from "./chunk-chunk-NQ4TEPDI.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/ask-tool-consent.ts
async function askToolConsent(deps, entries, signal) {
  const { consents, questions, owner } = deps;
  const tools = (await readDefinitions(entries)).flatMap(
    ({ definition, entry }) => definition && entry.enabled ? [definition] : []
  );
  const question = consentQuestion(tools, consents.of(owner), deps.language);
  if (!question || signal.aborted) return;
  const { undecided, text } = question;
  const answer = await questions.mayRun({ card: deps.cardName, text, tools: undecided }, signal);
  if (answer === null) return;
  for (const { codeHash } of undecided) await consents.put({ owner, codeHash, answer, at: deps.clock.now() });
}
export {
  askToolConsent
};
