/** The demo's embedded model: answers every agent's call from the scripted story, in the language of the input. */
import { promptText } from '../../test/host/call-kind.mjs';
import { startModelServer } from '../../test/host/model-server.mjs';
import { plansEn } from './plans.en.mjs';
import { plansZh } from './plans.zh.mjs';
import { inputOf, languageOf } from './read-call.mjs';
import { recordEn } from './record.en.mjs';
import { recordZh } from './record.zh.mjs';
import { scriptEn } from './script.en.mjs';
import { scriptZh } from './script.zh.mjs';
import { writePlan } from './write-plan.mjs';
import { makeWriter } from './write-prose.mjs';
import { writeAnalysis, writePatches } from './write-record.mjs';
import { toolKinds, writeChoices, writeLog } from './write-tools.mjs';

/** @typedef {import('../../test/host/call-kind.mjs').Body} Body */
/** @typedef {import('./story-types.mjs').Story} Story */

/** @type {Record<'zh' | 'en', Story>} */
export const stories = {
  zh: { ...scriptZh, ...recordZh, ...plansZh },
  en: { ...scriptEn, ...recordEn, ...plansEn },
};

/** The name it goes by in the connection settings. */
export const demoModelName = 'lantern-ferry-script';

/**
 * @param {object} [options]
 * @param {number} [options.port]
 * @param {number} [options.tokensPerSecond]
 * @param {number} [options.firstTokenMs]
 */
export async function startDemoModel({ port = 0, tokensPerSecond = 50, firstTokenMs = 600 } = {}) {
  const answer = makeAnswerer();
  return startModelServer({
    port,
    models: [demoModelName],
    kinds: toolKinds,
    // About four Latin letters or one Han character are a token.
    script: (body) => ({
      reply: (_body, call) => answer(call.kind, body),
      firstDelay: firstTokenMs,
      tokenDelay: 1000 / tokensPerSecond,
      chunkSize: languageOf(inputOf(body)) === 'zh' ? 1 : 4,
    }),
  });
}

/** @returns {(kind: string, body: Body) => string} a model with a memory of its own */
export function makeAnswerer() {
  const writeProse = makeWriter();
  return (kind, body) => {
    const story = stories[languageOf(inputOf(body) || promptText(body))];
    switch (kind) {
      case 'planning':
        return writePlan(body, story);
      case 'analysis':
        return writeAnalysis(body, story);
      case 'variables':
        return writePatches(body, story);
      case 'ferry_log':
        return writeLog(body, story);
      case 'choices':
        return writeChoices(body, story);
      default:
        return writeProse(body, story);
    }
  };
}
