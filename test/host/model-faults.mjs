/** The ways a model server lets its caller down, each as one thing that happens on the wire. */

/**
 * - `http-<status>`: an error status with an OpenAI error body
 * - `reset`: the connection is closed before anything is sent
 * - `hang-headers`: not even headers come
 * - `hang-first`: headers come (when streaming), no token
 * - `hang-mid`: the text stops in the middle, the connection stays open
 * - `end-early`: the connection breaks in the middle
 * - `end-quiet`: the stream ends in the middle, in good order but without finish reason and `[DONE]`
 * - `error-mid`: an error object in the middle of the stream, then its end
 * - `error-200`: status 200 with an error body
 * - `not-json`: status 200 with a web page
 *
 * @typedef {`http-${number}` | 'reset' | 'hang-headers' | 'hang-first' | 'hang-mid' | 'end-early' | 'end-quiet'
 *   | 'error-mid' | 'error-200' | 'not-json'} Fault
 */

/** @type {Record<number, [type: string, message: string]>} */
const statusWords = {
  400: ['invalid_request_error', 'The request is not valid.'],
  401: ['invalid_api_key', 'Incorrect API key provided.'],
  403: ['permission_denied', 'This key may not use this model.'],
  404: ['model_not_found', 'The model does not exist.'],
  408: ['request_timeout', 'Request timeout.'],
  413: ['context_length_exceeded', 'The prompt is longer than the context of this model.'],
  429: ['rate_limit_exceeded', 'Rate limit reached.'],
  500: ['server_error', 'The server had an error.'],
  502: ['bad_gateway', 'Bad gateway.'],
  503: ['overloaded', 'The model is overloaded.'],
};

/** @param {number} status @param {string} [words] the provider's own sentence */
export function errorBody(status, words) {
  const [type, message] = statusWords[status] ?? ['error', `Status ${status}.`];
  return { error: { message: words ?? message, type, code: type, param: null } };
}

/**
 * Plays the faults that come before any text.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {import('./model-script.mjs').Step} step
 * @param {{ stream: boolean }} request
 * @returns {'answered' | 'hangs' | 'text'} what has happened; `text`: nothing yet, the text may come
 */
export function faultBeforeText(response, { fault, retryAfter, errorWords }, { stream }) {
  const status = fault?.startsWith('http-') ? Number(fault.slice(5)) : undefined;
  if (status !== undefined) {
    const retry = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    response.writeHead(status, { 'content-type': 'application/json', ...retry });
    response.end(JSON.stringify(errorBody(status, errorWords)));
    return 'answered';
  }
  switch (fault) {
    case 'reset':
      response.socket?.destroy();
      return 'answered';
    case 'hang-headers':
      return 'hangs';
    case 'hang-first':
      if (stream) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      return 'hangs';
    case 'error-200':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(errorBody(500, errorWords)));
      return 'answered';
    case 'not-json':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>');
      return 'answered';
    default:
      return 'text';
  }
}

/** @param {Fault | undefined} fault @returns {boolean} the fault strikes after some text */
export function strikesInText(fault) {
  return fault === 'hang-mid' || fault === 'end-early' || fault === 'end-quiet' || fault === 'error-mid';
}
