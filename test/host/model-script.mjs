/** A script for the model server: which step answers a call, which calls nobody expected, which steps nobody used. */

/** @typedef {import('./call-kind.mjs').CallKind} CallKind */
/** @typedef {import('./call-kind.mjs').Body} Body */
/** @typedef {import('./model-faults.mjs').Fault} Fault */

/**
 * @typedef {object} FullReply
 * @property {string} content
 * @property {string} [reasoning]
 * @property {string} [finish_reason] default `stop`
 * @property {Record<string, unknown>} [usage] default: counted when the request asks for it
 * @property {unknown[]} [tool_calls]
 */

/** @typedef {string | FullReply | ((body: Body, call: Call) => string | FullReply)} Reply */

/**
 * @typedef {object} Step
 * @property {CallKind | ((body: Body) => boolean)} [when] default: any call
 * @property {Reply} [reply] default: an empty text
 * @property {Fault} [fault]
 * @property {number} [faultAfter] how much of the text comes before a fault in mid-stream, 0 to 1; default 0.5
 * @property {string} [errorWords] the sentence of an error body, instead of the usual one
 * @property {number} [retryAfter] seconds, for the Retry-After header
 * @property {number} [chunkSize] characters a token; default 4
 * @property {number} [firstDelay] milliseconds before the first token
 * @property {number} [tokenDelay] milliseconds between tokens
 * @property {(call: Call) => unknown} [before] awaited before the answer begins: a gate for tests
 * @property {number} [times] how many calls it answers; default 1, `Infinity` for all
 * @property {boolean} [optional] may stay unused
 * @property {string} [name] for messages
 */

/** @typedef {Step[] | ((body: Body, n: number) => Step | undefined)} Script */

/**
 * One request as the server saw it.
 *
 * @typedef {object} Call
 * @property {number} n from 1
 * @property {CallKind} kind
 * @property {Body} body
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {number} startedAt
 * @property {number} [firstTokenAt]
 * @property {number} [endedAt] answered, failed or given up by the caller
 * @property {boolean} aborted the caller hung up before the answer was complete
 * @property {string} sent the text that was sent so far
 * @property {Step} [step]
 * @property {Promise<void>} done resolves at `endedAt`
 */

/**
 * @param {Script} script
 * @param {{ ordered?: boolean }} [options] ordered: only the next step may answer
 */
export function makeScript(script, { ordered = false } = {}) {
  const left = Array.isArray(script) ? script.map((step) => ({ step, times: step.times ?? 1, used: 0 })) : [];
  /** @type {Call[]} */
  const unexpected = [];

  return {
    /** @param {Call} call @returns {Step | undefined} the step that answers; none: the call was not expected */
    take(call) {
      const step = Array.isArray(script) ? fromList(call) : script(call.body, call.n);
      if (!step) unexpected.push(call);
      return step;
    },

    /** @returns {string[]} a sentence for each thing that did not go by the script */
    complaints() {
      const calls = unexpected.map((call) => `call ${call.n} (${call.kind}) was not expected`);
      const steps = left
        .filter(({ step, used, times }) => !step.optional && used < (times === Infinity ? 1 : times))
        .map(({ step, used, times }) => `${nameOf(step)} was used ${used} times of ${times}`);
      return [...calls, ...steps];
    },
  };

  /** @param {Call} call */
  function fromList(call) {
    const open = left.filter(({ used, times }) => used < times);
    const candidates = ordered ? open.slice(0, 1) : open;
    const found = candidates.find(({ step }) => fits(step, call));
    if (found) found.used++;
    return found?.step;
  }
}

/** @param {Step} step @param {Call} call */
function fits({ when }, call) {
  if (when === undefined) return true;
  return typeof when === 'function' ? when(call.body) : when === call.kind;
}

/** @param {Step} step */
function nameOf(step) {
  const when = typeof step.when === 'string' ? step.when : step.when ? 'matched' : 'any';
  const reply = typeof step.reply === 'string' ? `: ${step.reply.slice(0, 40)}` : '';
  return `step "${step.name ?? `${when}${step.fault ? ` ${step.fault}` : ''}${reply}`}"`;
}
