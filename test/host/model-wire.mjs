/** Writes one scripted answer on the wire, as a stream of chunks or as one JSON, with its delays and faults. */
import { errorBody, faultBeforeText, strikesInText } from './model-faults.mjs';
import { promptText } from './call-kind.mjs';

/** @typedef {import('./model-script.mjs').Call} Call */
/** @typedef {import('./model-script.mjs').FullReply} FullReply */
/** @typedef {import('./model-script.mjs').Step} Step */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * @param {ServerResponse} response
 * @param {Call} call
 * @param {Step} step
 * @param {AbortSignal} gone the caller hung up, or the server stops
 */
export async function answer(response, call, step, gone) {
  await step.before?.(call);
  if (gone.aborted) return;
  const stream = call.body.stream === true;
  const state = faultBeforeText(response, step, { stream });
  if (state === 'answered') return;
  if (state === 'hangs') return untilGone(gone);
  const reply = fullReply(step, call);
  await (stream ? streamText(response, call, step, reply, gone) : sendWhole(response, call, step, reply, gone));
}

/** @param {Step} step @param {Call} call @returns {FullReply} */
function fullReply({ reply = '' }, call) {
  const made = typeof reply === 'function' ? reply(call.body, call) : reply;
  return typeof made === 'string' ? { content: made } : made;
}

/**
 * @param {ServerResponse} response @param {Call} call @param {Step} step @param {FullReply} reply
 * @param {AbortSignal} gone
 */
async function streamText(response, call, step, reply, gone) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).flushHeaders();
  const head = { id: `call-${call.n}`, object: 'chat.completion.chunk', model: call.body.model, created: seconds() };
  /** @param {object} delta @param {string | null} [finish] */
  const send = (delta, finish = null) =>
    response.write(sse({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] }));

  await pause(step.firstDelay, gone);
  send({ role: 'assistant', content: '' });
  for (const piece of pieces(reply.reasoning ?? '', step)) {
    send({ reasoning_content: piece });
    await pause(step.tokenDelay, gone);
  }
  for (const piece of pieces(textBeforeFault(reply.content, step), step)) {
    if (gone.aborted) return;
    call.firstTokenAt ??= Date.now();
    call.sent += piece;
    send({ content: piece });
    await pause(step.tokenDelay, gone);
  }
  if (gone.aborted) return;
  switch (step.fault) {
    case 'hang-mid':
      return untilGone(gone);
    case 'end-early':
      await pause(50, gone); // else the last chunks are lost with the socket
      return void response.socket?.destroy();
    case 'end-quiet':
      return void response.end();
    case 'error-mid':
      return void response.end(sse(errorBody(503)));
  }
  if (reply.tool_calls) send({ tool_calls: reply.tool_calls });
  send({}, reply.finish_reason ?? (reply.tool_calls ? 'tool_calls' : 'stop'));
  const usage = reply.usage ?? (wantsUsage(call) ? countedUsage(call, reply) : undefined);
  if (usage) response.write(sse({ ...head, choices: [], usage }));
  response.end('data: [DONE]\n\n');
}

/**
 * @param {ServerResponse} response @param {Call} call @param {Step} step @param {FullReply} reply
 * @param {AbortSignal} gone
 */
async function sendWhole(response, call, step, reply, gone) {
  await pause(step.firstDelay, gone);
  for (const _ of step.tokenDelay ? pieces(reply.content, step) : []) await pause(step.tokenDelay, gone);
  if (gone.aborted) return;
  if (step.fault === 'hang-mid') return untilGone(gone);
  if (step.fault === 'error-mid') return void response.writeHead(200).end(JSON.stringify(errorBody(503)));
  const { content, reasoning, tool_calls } = reply;
  const message = {
    role: 'assistant',
    content,
    ...(reasoning ? { reasoning_content: reasoning } : {}),
    ...(tool_calls ? { tool_calls } : {}),
  };
  const json = JSON.stringify({
    id: `call-${call.n}`,
    object: 'chat.completion',
    created: seconds(),
    model: call.body.model,
    choices: [{ index: 0, message, finish_reason: reply.finish_reason ?? 'stop' }],
    usage: reply.usage ?? countedUsage(call, reply),
  });
  response.setHeader('content-type', 'application/json');
  if (step.fault === 'end-early' || step.fault === 'end-quiet') {
    response.setHeader('content-length', Buffer.byteLength(json));
    response.write(json.slice(0, json.length / 2));
    await pause(50, gone);
    return void response.socket?.destroy();
  }
  call.firstTokenAt = Date.now();
  call.sent = content;
  response.end(json);
}

/** @param {string} text @param {Step} step */
function textBeforeFault(text, { fault, faultAfter = 0.5 }) {
  return strikesInText(fault) ? text.slice(0, Math.round(text.length * faultAfter)) : text;
}

/** @param {string} text @param {Step} step @returns {string[]} whole characters, chunkSize at a time */
function pieces(text, { chunkSize = 4 }) {
  const characters = [...text];
  const list = [];
  for (let i = 0; i < characters.length; i += chunkSize) list.push(characters.slice(i, i + chunkSize).join(''));
  return list;
}

/** @param {Call} call */
function wantsUsage({ body }) {
  return /** @type {{ include_usage?: boolean } | undefined} */ (body['stream_options'])?.include_usage === true;
}

/** A rough count, four characters a token. @param {Call} call @param {FullReply} reply */
function countedUsage({ body }, reply) {
  const prompt_tokens = Math.ceil(promptText(body).length / 4);
  const completion_tokens = Math.ceil((reply.content.length + (reply.reasoning ?? '').length) / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** @param {unknown} json */
function sse(json) {
  return `data: ${JSON.stringify(json)}\n\n`;
}

function seconds() {
  return Math.floor(Date.now() / 1000);
}

/** @param {number | undefined} ms @param {AbortSignal} gone @returns {Promise<void>} */
function pause(ms, gone) {
  if (!ms || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    gone.addEventListener('abort', finish, { once: true });
  });
}

/** @param {AbortSignal} gone @returns {Promise<void>} */
function untilGone(gone) {
  if (gone.aborted) return Promise.resolve();
  return new Promise((resolve) => gone.addEventListener('abort', () => resolve(), { once: true }));
}
