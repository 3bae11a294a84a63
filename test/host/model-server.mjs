/** A scripted OpenAI-compatible server on loopback: answers by script, records every call, complains about surprises. */
import { createServer } from 'node:http';
import { defaultKinds, kindOf } from './call-kind.mjs';
import { errorBody } from './model-faults.mjs';
import { makeScript } from './model-script.mjs';
import { answer } from './model-wire.mjs';

/** @typedef {import('./model-script.mjs').Call} Call */
/** @typedef {import('./model-script.mjs').Step} Step */
/** @typedef {import('./model-script.mjs').Script} Script */
/** @typedef {import('./call-kind.mjs').Body} Body */
/** @typedef {Awaited<ReturnType<typeof startModelServer>>} ModelServer */

/**
 * @param {object} [options]
 * @param {Script} [options.script] steps, or a function that decides call by call
 * @param {boolean} [options.ordered] only the next step may answer
 * @param {Partial<Step>} [options.pace] what every step inherits, such as `tokenDelay`
 * @param {import('./call-kind.mjs').KindRow[]} [options.kinds] rows looked at before the usual ones
 * @param {string[]} [options.models]
 * @param {number} [options.port]
 */
export async function startModelServer(options = {}) {
  const { pace = {}, kinds = [], models = ['scripted'], port = 0 } = options;
  const table = [...kinds, ...defaultKinds];
  let script = makeScript(options.script ?? [], { ordered: options.ordered ?? false });
  /** @type {Call[]} */
  let calls = [];
  /** @type {Set<() => void>} */
  const watchers = new Set();
  /** @type {Set<AbortController>} */
  const open = new Set();

  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url?.endsWith('/models')) {
      const data = models.map((id) => ({ id, object: 'model', owned_by: 'script' }));
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    }
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) {
      return void response.writeHead(404).end(JSON.stringify(errorBody(404)));
    }
    void complete(request, response);
  });

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  async function complete(request, response) {
    /** @type {Body} */
    const body = JSON.parse(await textOf(request));
    const ended = resolvers();
    /** @type {Call} */
    const call = {
      n: calls.length + 1,
      kind: kindOf(body, table),
      body,
      headers: request.headers,
      startedAt: Date.now(),
      aborted: false,
      sent: '',
      done: ended.promise,
    };
    calls.push(call);
    const gone = new AbortController();
    open.add(gone);
    response.once('close', () => {
      if (!response.writableFinished && !call.endedAt) call.aborted = true;
      gone.abort();
    });
    const step = script.take(call);
    if (step) call.step = step;
    notify();
    try {
      if (step) await answer(response, call, { ...pace, ...step }, gone.signal);
      else refuse(response, call);
    } catch (error) {
      console.error('The scripted model failed:', error);
      response.destroy();
    }
    call.endedAt = Date.now();
    open.delete(gone);
    ended.resolve();
    notify();
  }

  function notify() {
    for (const watcher of watchers) watcher();
  }

  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/v1`;

  return {
    url,

    /** Every call since the start or the last reset. */
    get calls() {
      return calls;
    },

    /** @param {import('./call-kind.mjs').CallKind} kind */
    callsOf: (kind) => calls.filter((call) => call.kind === kind),

    /**
     * Waits for a call, also one that came already.
     *
     * @param {import('./call-kind.mjs').CallKind | ((call: Call) => boolean)} which
     * @param {number} [timeoutMs]
     * @returns {Promise<Call>}
     */
    waitForCall(which, timeoutMs = 30_000) {
      const fits = typeof which === 'function' ? which : (/** @type {Call} */ call) => call.kind === which;
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = calls.find(fits);
          if (!found) return;
          stop();
          resolve(found);
        };
        const timer = setTimeout(() => {
          stop();
          const kindsSeen = calls.map(({ kind }) => kind).join(', ') || 'none';
          reject(new Error(`No such call within ${timeoutMs} ms; calls so far: ${kindsSeen}.`));
        }, timeoutMs);
        const stop = () => {
          watchers.delete(look);
          clearTimeout(timer);
        };
        watchers.add(look);
        look();
      });
    },

    /** Throws when a call was not expected or a step was not used. */
    verify() {
      const complaints = script.complaints();
      if (complaints.length > 0) throw new Error(`The model's script was not kept:\n- ${complaints.join('\n- ')}`);
    },

    /** @param {Script} next @param {{ ordered?: boolean }} [how] */
    reset(next, how) {
      script = makeScript(next, how);
      calls = [];
    },

    /** Ends open answers and closes the port. */
    async stop() {
      for (const gone of open) gone.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @param {import('node:http').ServerResponse} response @param {Call} call */
function refuse(response, call) {
  const message = `The script has no step for call ${call.n} (${call.kind}).`;
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'unexpected_call' } }));
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<string>} */
async function textOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function resolvers() {
  let resolve = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
