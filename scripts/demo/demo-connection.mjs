/** The model the demo talks to: the player's own when it is named in the environment, else the embedded script. */
import { demoModelName, startDemoModel } from '../../demo/model/start-demo-model.mjs';

/**
 * @typedef {object} Connection
 * @property {string} url
 * @property {string} name
 * @property {string} [key]
 * @property {import('../../test/host/model-server.mjs').ModelServer} [server] the embedded one
 */

/** @param {Parameters<typeof startDemoModel>[0]} pace @returns {Promise<Connection>} */
export async function demoConnection(pace) {
  const { OPENAI_BASE_URL: url, OPENAI_API_KEY: key, MODEL: name } = process.env;
  if (!url) {
    const server = await startDemoModel(pace);
    return { url: server.url, name: demoModelName, server };
  }
  if (!name) throw new Error('OPENAI_BASE_URL is set: name the model in MODEL as well.');
  return { url, name, ...(key ? { key } : {}) };
}
