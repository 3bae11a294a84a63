/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  joinPieces,
  renderLayout,
  renderRole,
  wellFormed
} from "./chunk-chunk-5SD2KC4A.js";
import {
  untilAborted
} from "./chunk-chunk-IHGEZULJ.js";
import {
  NarrativeError,
  isCancelled
} from "./chunk-chunk-QRHHLME7.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/pipeline/failure-text.ts
var agents = {
  planning: { zh: "规划", en: "Planning" },
  writing: { zh: "写作", en: "Writing" },
  analysis: { zh: "分析", en: "Analysis" },
  verifier: { zh: "校验", en: "Verifier" },
  tool: { zh: "工具", en: "Tool" }
};
var unknown = { zh: "调用失败。可以重试。", en: "the call failed. Try again." };
var sentences = {
  "model.timeout": {
    zh: "模型太久没有回应。请重试，或放宽该步骤的等待时间。",
    en: "the model took too long. Try again, or allow this step more time."
  },
  "model.rate-limited": {
    zh: "服务限流了。请稍后重试，或给该步骤换一个连接。",
    en: "the service limits the rate. Try later, or give this step another connection."
  },
  "model.network": {
    zh: "连不上服务。请检查网络和接口地址。",
    en: "the service cannot be reached. Check the network and the address of the connection."
  },
  "model.server": { zh: "服务自己出错了。请稍后重试。", en: "the service failed. Try again in a while." },
  "model.cut-stream": { zh: "回答在半途断开了。请重试。", en: "the answer broke off. Try again." },
  "model.empty": {
    zh: "模型返回了空内容。请重试，或换一个模型。",
    en: "the answer was empty. Try again, or take another model."
  },
  "model.budget-eaten": {
    zh: "思考用完了全部输出长度。请加大该步骤的最大输出，或降低思考强度。",
    en: "thinking used up the whole output. Raise the maximum output of this step, or lower the reasoning."
  },
  "model.auth": {
    zh: "接口拒绝了密钥。请在连接设置里检查密钥。",
    en: "the key was refused. Check the key in the connection settings."
  },
  "model.not-found": {
    zh: "没有这个模型或地址。请检查连接里的模型名和地址。",
    en: "there is no such model or address. Check both in the connection settings."
  },
  "model.overflow": {
    zh: "提示词超过了模型的上下文。请减少世界书或保留的回合，或换上下文更大的模型。",
    en: "the prompt is longer than the context of the model. Keep fewer rounds or less lore, or take a larger model."
  },
  "model.refused": {
    zh: "模型拒绝回答。可以改写输入，或给该步骤换一个模型。",
    en: "the model refused. Rephrase the input, or give this step another model."
  },
  "model.rejected": {
    zh: "接口不接受这次请求。请检查连接的参数。",
    en: "the request was rejected. Check the parameters of the connection."
  },
  "answer.cut-off": {
    zh: "回答不完整。请加大该步骤的最大输出。",
    en: "the answer is incomplete. Raise the maximum output of this step."
  },
  "answer.not-json": {
    zh: "没有按要求的格式回答。请重试，或给该步骤换一个模型。",
    en: "the answer is not in the format asked for. Try again, or give this step another model."
  },
  "answer.invalid": {
    zh: "回答缺了必要的内容。请重试，或给该步骤换一个模型。",
    en: "the answer lacks what was asked for. Try again, or give this step another model."
  }
};
var instead = {
  zh: (sentence) => `${sentence}已改用当前连接。`,
  en: (sentence) => `${sentence} The current connection was used instead.`
};
function otherConnection(sentence, language) {
  return instead[language](sentence);
}
var unplanned = {
  zh: (sentence) => `${sentence}本回合不经规划继续。`,
  en: (sentence) => `${sentence} The turn went on without a plan.`
};
function withoutPlanText(sentence, language) {
  return unplanned[language](sentence);
}
var unchanged = {
  zh: (sentence) => `${sentence}变量保持不变。`,
  en: (sentence) => `${sentence} The variables stay as they were.`
};
function unchangedVariablesText(sentence, language) {
  return unchanged[language](sentence);
}
function connectionText({ profile, source, model }) {
  return [profile, source, model].filter((part) => part !== "").join(" · ");
}
function failureText({ code, slot, connection }, language) {
  const sentence = (sentences[code] ?? unknown)[language];
  const where = connectionText(connection);
  const agent = agents[slot][language];
  if (language === "zh") return `${agent}${where === "" ? "" : `（${where}）`}：${sentence}`;
  return `${agent}${where === "" ? "" : ` (${where})`}: ${sentence}`;
}

// src/pipeline/call-deps.ts
function callDeps(deps, state) {
  const { model, journal, notes, settings, startedAt, opened } = state;
  return {
    model,
    clock: deps.clock,
    journal,
    nextId: () => deps.ids.next(),
    estimate: (text) => deps.tokens.estimate(text),
    chance: () => deps.random.seed() / 4294967296,
    retries: settings.pipeline.retries,
    rungs: notes.rungs,
    screenLanguage: deps.screenLanguage,
    onOtherConnection: (sentence) => deps.progress.notice({ kind: "degraded", detail: otherConnection(sentence, deps.screenLanguage()) }),
    onWait(until, attempt) {
      deps.progress.status({
        state: notes.step === "plan" ? "preparing" : "completing",
        step: notes.step,
        floorId: opened.floorId,
        calls: journal.calls(),
        startedAt,
        ...until === null ? {} : { retryAt: until, attempt }
      });
    }
  };
}

// src/pipeline/call-once.ts
async function callOnce(deps, call, number, signal) {
  const { journal, clock } = deps;
  const { slot, messages, settings, maxTokens } = call;
  const callId = deps.nextId();
  const began = clock.now();
  const failed = (error, text2 = "", thoughts = "") => {
    const milliseconds2 = clock.now() - began;
    const { code, message } = error;
    const said = text2 === "" ? thoughts : text2;
    const told = said === "" ? {} : { text: said, estimate: deps.estimate(said) };
    journal.append({ type: "call.failed", callId, slot, attempt: number, code, message, ...told, milliseconds: milliseconds2 });
    return err({ error, text: text2, thoughts });
  };
  journal.append({
    type: "call.started",
    callId,
    slot,
    attempt: number,
    model: deps.model.describe(settings).model,
    messages,
    promptTokens: call.promptTokens,
    cut: call.cut,
    ...call.parts ? { parts: call.parts } : {},
    ...call.layout ? { layout: call.layout } : {}
  });
  let reply;
  try {
    const request = { slot, messages, settings, maxTokens, reasoning: "low", jsonSchema: null };
    reply = await untilAborted(deps.model.complete(request, signal, call.onText), signal, () => cancelled(signal));
  } catch (error) {
    const known = error instanceof NarrativeError ? error : new NarrativeError("model.network", { cause: error });
    const failure = failed(known);
    if (isCancelled(known) || signal.aborted) throw cancelled(signal);
    return failure;
  }
  const { text, usage, reasoning } = reply;
  if (text.trim() === "") return failed(emptyReply(reply), "", reasoning);
  const answer = await call.read(text);
  if (!answer.ok) return failed(unreadable(reply, answer.error), text);
  const milliseconds = clock.now() - began;
  journal.append({ type: "call.completed", callId, slot, text, usage, estimate: deps.estimate(text), milliseconds });
  return ok(answer.value);
}
function unreadable({ finish }, error) {
  if (finish === "filter") return new NarrativeError("model.refused");
  if (finish === "length") return new NarrativeError("answer.cut-off", { message: error.message });
  return error;
}
function emptyReply({ finish, reasoning }) {
  if (finish === "filter") return new NarrativeError("model.refused");
  if (finish === "length" || reasoning.trim() !== "") return new NarrativeError("model.budget-eaten");
  return new NarrativeError("model.empty");
}
function cancelled(signal) {
  const reason = signal.reason;
  return reason instanceof NarrativeError && isCancelled(reason) ? reason : new NarrativeError("run.cancelled");
}

// src/pipeline/retry-policy.ts
var FIRST_WAIT_MS = 1e3;
var LONGEST_WAIT_MS = 3e4;
var LONGEST_WISH_MS = 3e5;
function nextMove(error, tried, retries, chance) {
  switch (error.code) {
    case "model.budget-eaten":
    case "answer.cut-off":
      return tried.enlarged ? { move: "stop" } : { move: "enlarge" };
    case "model.overflow":
      return tried.trimmed ? { move: "stop" } : { move: "trim" };
    case "answer.not-json":
    case "answer.invalid":
      return tried.repaired ? { move: "stop" } : { move: "repair" };
    default:
      if (error.retry !== "auto" || tried.attempts > retries || wishOf(error) > LONGEST_WISH_MS)
        return { move: "stop" };
      return { move: "wait", milliseconds: waitBefore(error, tried.attempts, chance) };
  }
}
function waitBefore(error, attempts, chance) {
  const backOff = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (0.5 + chance / 2);
  const wish = wishOf(error);
  return Math.round(wish > backOff ? wish * (1 + chance / 10) : backOff);
}
function wishOf(error) {
  const wish = error.details["retryAfterMs"];
  return typeof wish === "number" && Number.isFinite(wish) && wish > 0 ? wish : 0;
}

// src/pipeline/call-agent.ts
var ENLARGE_BY = 3;
var QUOTE_LIMIT = 12e3;
var SHORTEST_QUOTE = 80;
var untried = { attempts: 0, repaired: false, enlarged: false, trimmed: false };
async function callAgent(deps, call, signal) {
  const { messages, promptTokens, cut, maxTokens, settings } = call;
  let asking = { messages, promptTokens, cut, maxTokens, settings, tried: untried };
  for (; ; ) {
    if (signal.aborted) throw cancelled(signal);
    const tried = { ...asking.tried, attempts: asking.tried.attempts + 1 };
    const outcome = await callOnce(deps, { ...call, ...asking }, tried.attempts, signal);
    if (outcome.ok) return outcome;
    const failure = outcome.error;
    const next = nextMove(failure.error, tried, deps.retries, deps.chance());
    const asked = nextAsking(call, { ...asking, tried }, failure, next);
    const again = await untilAborted(asked, signal, () => cancelled(signal));
    if (again !== null) {
      note(deps, next.move, failure.error);
      if (next.move === "wait") await wait(deps, next.milliseconds, tried.attempts + 1, signal);
      asking = again;
      continue;
    }
    const thought = await fromThoughts(call, failure);
    if (thought) return thought;
    const error = explained(deps, { ...call, settings: asking.settings }, failure.error);
    if (asking.settings.profile === "") return err(error);
    useRung(deps, "other-profile", failure.error);
    deps.onOtherConnection?.(error.message);
    asking = { messages, promptTokens, cut, maxTokens, settings: { ...settings, profile: "" }, tried: untried };
  }
}
async function nextAsking(call, asking, failure, next) {
  const { tried } = asking;
  switch (next.move) {
    case "stop":
      return null;
    case "wait":
      return asking;
    case "enlarge": {
      const maxTokens = Math.min(asking.maxTokens * ENLARGE_BY, roomLeft(call, asking.promptTokens));
      return maxTokens > asking.maxTokens ? { ...asking, maxTokens, tried: { ...tried, enlarged: true } } : null;
    }
    case "trim": {
      const limit = failure.error.details["contextTokens"];
      const smaller = await call.trim?.(typeof limit === "number" ? limit : null) ?? null;
      if (!smaller) return null;
      const { messages, tokens, cut } = smaller;
      return { ...asking, messages, promptTokens: tokens, cut, tried: { ...tried, trimmed: true } };
    }
    case "repair": {
      const question = call.repair(failure.error.message);
      const room = roomLeft(call, asking.promptTokens) - asking.maxTokens - question.length;
      const quoted = wellFormed(failure.text.slice(0, Math.max(SHORTEST_QUOTE, Math.min(QUOTE_LIMIT, room))));
      const messages = [
        ...asking.messages,
        { role: "assistant", content: quoted },
        { role: "user", content: question }
      ];
      return { ...asking, messages, tried: { ...tried, repaired: true } };
    }
  }
}
function roomLeft({ context }, promptTokens) {
  return context === void 0 ? Infinity : Math.max(0, context - promptTokens);
}
async function wait(deps, milliseconds, attempt, signal) {
  deps.onWait(deps.clock.now() + milliseconds, attempt);
  try {
    await untilAborted(deps.clock.sleep(milliseconds, signal), signal, () => cancelled(signal));
  } catch {
    throw cancelled(signal);
  } finally {
    deps.onWait(null, attempt);
  }
}
async function fromThoughts(call, { thoughts }) {
  const read = thoughts.trim() === "" ? null : await call.read(thoughts);
  return read?.ok ? ok(read.value) : null;
}
function explained(deps, call, error) {
  const connection = deps.model.describe(call.settings);
  const { code, retry, message } = error;
  return new NarrativeError(code, {
    message: failureText({ code, slot: call.slot, connection }, deps.screenLanguage?.() ?? "en"),
    details: { ...error.details, ...connection, slot: call.slot, said: message },
    cause: error,
    retry
  });
}
var rungOf = {
  wait: "retry",
  enlarge: "retry",
  trim: "smaller-prompt",
  repair: "repair",
  stop: null
};
function note(deps, move, error) {
  const rung = rungOf[move];
  if (rung !== null) useRung(deps, rung, error);
}
function useRung(deps, rung, error) {
  if (!deps.rungs.includes(rung)) deps.rungs.push(rung);
  deps.journal.append({ type: "rung.used", rung, detail: `${error.code}: ${error.message}` });
}

// src/pipeline/call-room.ts
var ANSWER_SHARE = 0.4;
function callRoom({ promptBudget, replyTokens }, wanted) {
  const context = promptBudget + replyTokens;
  const maxTokens = Math.min(wanted, Math.max(1, Math.floor(context * ANSWER_SHARE)));
  return { context, maxTokens, promptLimit: Math.min(promptBudget, context - maxTokens) };
}

// src/domain/prompt/prompt-layout.ts
var cachingSources = /* @__PURE__ */ new Set([
  "claude",
  "openai",
  "azure_openai",
  "deepseek",
  "openrouter",
  "makersuite",
  "vertexai"
]);
function chooseLayout(wanted, source) {
  if (wanted !== "auto") return wanted;
  return cachingSources.has(source) ? "cache" : "classic";
}
function layOut(segments, layout) {
  if (layout === "classic") return segments;
  const system = segments.filter(({ role }) => role === "system");
  const user = segments.filter(({ role }) => role === "user").flatMap(placed(firstShown(segments)));
  const at = (wanted) => user.filter(({ place }) => place === wanted).map(({ segment }) => segment);
  return [...system, ...at("steady"), ...at("summary"), ...at("rounds"), ...at("turn")];
}
function firstShown(segments) {
  const shown = segments.filter(({ key }) => key === "recent_turns").flatMap(piecesOf);
  return shown.reduce((least, { source }) => Math.min(least, roundOf(source)), Infinity);
}
var piecesOf = (segment) => segment.pieces ?? [segment];
function roundOf(source) {
  const round = /^round:(\d+)$/.exec(source)?.[1];
  return round === void 0 ? Infinity : Number(round);
}
function placed(first) {
  return (segment) => {
    if (segment.key === "recent_turns") return [{ place: "rounds", segment }];
    if (segment.key !== "story_summary") return [{ place: segment.steady ? "steady" : "turn", segment }];
    const gone = piecesOf(segment).filter(({ source }) => roundOf(source) < first || first === Infinity);
    const shown = piecesOf(segment).filter((piece) => !gone.includes(piece));
    return [
      ...partOf(segment, gone).map((part) => ({ place: "summary", segment: part })),
      ...partOf(segment, shown).map((part) => ({ place: "turn", segment: part }))
    ];
  };
}
function partOf(segment, pieces) {
  const [only] = pieces;
  if (!only) return [];
  const { pieces: _, ...base } = segment;
  if (pieces.length === 1) return [{ ...base, text: only.text, source: only.source }];
  return [{ ...base, pieces, text: joinPieces(segment, pieces) }];
}

// src/domain/prompt/shorten-middle.ts
var SHORTEST = 240;
var sentenceEnd = /[\n.!?。！？…”"」』]/;
function shortenMiddle(text, mark, fits) {
  if (text.length <= SHORTEST) return text;
  let low = SHORTEST;
  let high = text.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(withoutMiddle(text, mark, middle))) low = middle;
    else high = middle - 1;
  }
  return withoutMiddle(text, mark, low);
}
function withoutMiddle(text, mark, length) {
  const half = Math.floor(length / 2);
  return [headOf(text.slice(0, half)), mark, tailOf(text.slice(text.length - half))].join("\n");
}
function headOf(head) {
  for (let at = head.length; at > head.length / 2; at -= 1) {
    if (sentenceEnd.test(head.charAt(at - 1))) return head.slice(0, at).trimEnd();
  }
  return head.replace(/[\uD800-\uDBFF]$/, "").trimEnd();
}
function tailOf(tail) {
  for (let at = 1; at < tail.length / 2; at += 1) {
    const ends = sentenceEnd.test(tail.charAt(at - 1)) && !sentenceEnd.test(tail.charAt(at));
    if (ends) return tail.slice(at).trimStart();
  }
  return tail.replace(/^[\uDC00-\uDFFF]/, "").trimStart();
}

// src/domain/prompt/budget.ts
var TOKENS_PER_MESSAGE = 4;
var WORTH_A_PART = 200;
var SHORTEST_PART = 60;
function fitBudget(given, budget) {
  const { layout = "classic" } = budget;
  const segments = layOut(given, layout);
  const kept = segments.map((segment) => segment.text.trim() === "" ? null : segment);
  const cut = [];
  const shortenedAt = /* @__PURE__ */ new Set();
  const queue = cutOrder(segments);
  let tokens = countAll(kept, budget.count, layout);
  let guess = tokens;
  while (tokens > budget.limit) {
    const next = queue.shift();
    if (!next) {
      tokens = shortenKept(kept, cut, budget);
      if (tokens > budget.limit) return err(overflow(tokens, budget.limit));
      break;
    }
    const segment = kept[next.index];
    if (!segment) continue;
    const lost = removeNext(segment);
    kept[next.index] = lost.rest;
    if (lost.rest?.pieces?.length) queue.unshift(next);
    let size = budget.count(lost.text);
    if (lost.rest === null && size > WORTH_A_PART && !shortenedAt.has(next.index)) {
      const room = budget.limit - countAll(kept, budget.count, layout) - TOKENS_PER_MESSAGE;
      const part = beginningOf(segment, room, budget.count);
      kept[next.index] = part;
      shortenedAt.add(next.index);
      if (part) {
        size -= budget.count(part.text);
        queue.unshift(next);
      }
    }
    cut.push({ key: segment.key, source: lost.source, tokens: Math.max(1, size), reason: "budget_exceeded" });
    guess -= size;
    if (guess <= budget.limit || queue.length === 0) {
      tokens = countAll(kept, budget.count, layout);
      guess = tokens;
    }
  }
  const rest = kept.filter((segment) => segment !== null);
  return ok({ messages: renderLayout(rest, layout, budget.inputParts), segments: rest, tokens, cut, layout });
}
function shortenKept(kept, cut, { limit, count, layout = "classic" }) {
  const longestFirst = kept.flatMap(
    (segment, index) => segment?.middleMark === void 0 ? [] : [{ segment, index, mark: segment.middleMark }]
  ).sort((a, b) => b.segment.text.length - a.segment.text.length);
  let tokens = countAll(kept, count, layout);
  for (const { segment, index, mark } of longestFirst) {
    if (tokens <= limit) break;
    const { pieces: _, turns: __, ...whole } = segment;
    const text = shortenMiddle(segment.text, mark, (shorter) => {
      kept[index] = { ...whole, text: shorter };
      return countAll(kept, count, layout) <= limit;
    });
    kept[index] = text === segment.text ? segment : { ...whole, text };
    tokens = countAll(kept, count, layout);
    if (text === segment.text) continue;
    const lost = Math.max(1, count(segment.text) - count(text));
    cut.push({ key: segment.key, source: segment.source, tokens: lost, reason: "budget_exceeded" });
  }
  return tokens;
}
function cutOrder(segments) {
  return segments.map((segment, index) => ({ index, priority: segment.priority })).filter(({ priority }) => priority > 0).sort((a, b) => b.priority - a.priority || b.index - a.index);
}
function removeNext(segment) {
  const [first, ...others] = segment.pieces ?? [];
  if (first === void 0) return { rest: null, text: segment.text, source: segment.source };
  const rest = others.length === 0 ? null : { ...segment, pieces: others, text: joinPieces(segment, others) };
  return { rest, text: first.text, source: first.source };
}
function beginningOf(segment, room, count) {
  if (room < SHORTEST_PART) return null;
  const parts = segment.text.split(/(?<=[\n.!?。！？])/);
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(shortened(parts, middle)) <= room) low = middle;
    else high = middle - 1;
  }
  const text = shortened(parts, low);
  const { pieces: _, turns: __, ...rest } = segment;
  return low === 0 || count(text) < SHORTEST_PART ? null : { ...rest, text };
}
var shortened = (parts, length) => `${parts.slice(0, length).join("").trimEnd()} …`;
function countAll(segments, count, layout) {
  const present = segments.filter((segment) => segment !== null);
  const texts = [renderRole(present, "system"), renderRole(present, "user")].filter((text) => text !== "");
  const more = layout === "cache" ? messagesOfRounds(present) * TOKENS_PER_MESSAGE : 0;
  return texts.reduce((sum, text) => sum + count(text) + TOKENS_PER_MESSAGE, TOKENS_PER_MESSAGE + more);
}
function messagesOfRounds(segments) {
  const rounds = segments.filter(({ key }) => key === "recent_turns").flatMap((segment) => segment.pieces ?? [segment]);
  return rounds.reduce((sum, { turns = [] }) => sum + Math.max(2, turns.length), 0);
}
function overflow(needed, limit) {
  return new NarrativeError("model.overflow", {
    message: `What must stay in the prompt takes ${needed} tokens, the limit is ${limit}.`,
    details: { needed, limit }
  });
}

// src/pipeline/fit-prompt.ts
var TOKENS_PER_PART = 1600;
async function fitPrompt(tokens, segments, limit, { inputParts = [], layout = "classic" } = {}) {
  const room = limit - inputParts.length * TOKENS_PER_PART;
  const roughly = fitBudget(segments, { limit: room, count: (text) => tokens.estimate(text), inputParts, layout });
  if (roughly.ok && roughly.value.cut.length === 0) return roughly.value;
  const exact = await exactCounts(tokens, layOut(segments, layout));
  const fitted = fitBudget(segments, {
    limit: room,
    count: (text) => exact.get(text) ?? scaled(tokens, text, exact),
    inputParts,
    layout
  });
  if (!fitted.ok) throw fitted.error;
  return fitted.value;
}
async function exactCounts(tokens, segments) {
  const texts = /* @__PURE__ */ new Set([renderRole(segments, "system"), renderRole(segments, "user")]);
  for (const segment of segments) {
    texts.add(segment.text);
    for (const piece of segment.pieces ?? []) texts.add(piece.text);
  }
  texts.delete("");
  const counted = await Promise.all([...texts].map(async (text) => [text, await tokens.count(text)]));
  return new Map(counted);
}
function scaled(tokens, text, exact) {
  let estimated = 0;
  let real = 0;
  for (const [known, count] of exact) {
    estimated += tokens.estimate(known);
    real += count;
  }
  const factor = estimated === 0 ? 1 : Math.min(1, real / estimated * 1.05);
  return Math.ceil(tokens.estimate(text) * factor);
}

// src/pipeline/smaller-prompt.ts
var SHARES = [0.7, 0.5, 0.35];
var lostBy = ({ cut }) => cut.reduce((sum, { tokens }) => sum + tokens, 0);
async function smallerPrompt(tokens, { segments, refused, limit, inputParts = [] }) {
  const fit = (goal) => fitPrompt(tokens, segments, goal, { inputParts, layout: refused.layout ?? "classic" });
  const smaller = (prompt) => prompt.cut.length > refused.cut.length || lostBy(prompt) > lostBy(refused) ? prompt : null;
  for (const share of SHARES) {
    try {
      const found = smaller(await fit(Math.floor(Math.min(refused.tokens, limit ?? refused.tokens) * share)));
      if (found) return found;
    } catch (error) {
      const needed = error instanceof NarrativeError ? error.details["needed"] : null;
      if (typeof needed !== "number" || needed >= refused.tokens) return null;
      return smaller(await fit(needed + inputParts.length * TOKENS_PER_PART));
    }
  }
  return null;
}

export {
  chooseLayout,
  withoutPlanText,
  unchangedVariablesText,
  connectionText,
  failureText,
  cancelled,
  callAgent,
  callDeps,
  callRoom,
  TOKENS_PER_PART,
  fitPrompt,
  smallerPrompt
};
