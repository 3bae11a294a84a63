/** Turns what a provider, SillyTavern's server or the network says into our error codes: by kind where there is one, by words only at the end. */
import { NarrativeError, type ErrorCode, type Retry } from '../domain/errors.ts';

/** What is known about a refused request. */
export interface ProviderRefusal {
  readonly status: number | null;
  readonly statusText: string;
  readonly message: string;
  /** The provider's own code or type, e.g. `insufficient_quota`. */
  readonly code: string;
  /** `Retry-After` as it stood in the header; empty when there was none. */
  readonly retryAfter: string;
}

interface Verdict {
  readonly code: ErrorCode;
  readonly retry?: Retry;
}

/** SillyTavern's server hands on only the reason phrase of a refused request that did not stream. */
const statusOfPhrase: Readonly<Record<string, number>> = {
  'bad request': 400,
  unauthorized: 401,
  'payment required': 402,
  forbidden: 403,
  'not found': 404,
  'request timeout': 408,
  'payload too large': 413,
  'content too large': 413,
  'unprocessable entity': 422,
  'unprocessable content': 422,
  'too many requests': 429,
  'internal server error': 500,
  'bad gateway': 502,
  'service unavailable': 503,
  'gateway timeout': 504,
};

const verdictOfCode: Readonly<Record<string, Verdict>> = {
  invalid_api_key: { code: 'model.auth' },
  authentication_error: { code: 'model.auth' },
  permission_error: { code: 'model.auth' },
  permission_denied: { code: 'model.auth' },
  unauthenticated: { code: 'model.auth' },
  insufficient_quota: { code: 'model.rate-limited', retry: 'user' },
  billing_hard_limit_reached: { code: 'model.rate-limited', retry: 'user' },
  rate_limit_exceeded: { code: 'model.rate-limited' },
  rate_limit_error: { code: 'model.rate-limited' },
  resource_exhausted: { code: 'model.rate-limited' },
  context_length_exceeded: { code: 'model.overflow' },
  request_too_large: { code: 'model.overflow' },
  model_not_found: { code: 'model.not-found' },
  not_found_error: { code: 'model.not-found' },
  content_filter: { code: 'model.refused' },
  content_policy_violation: { code: 'model.refused' },
  overloaded_error: { code: 'model.server' },
  server_error: { code: 'model.server' },
  api_error: { code: 'model.server' },
  internal_error: { code: 'model.server' },
  unavailable: { code: 'model.server' },
  timeout: { code: 'model.timeout' },
  timeout_error: { code: 'model.timeout' },
  deadline_exceeded: { code: 'model.timeout' },
  econnrefused: { code: 'model.network' },
  econnreset: { code: 'model.network' },
  enotfound: { code: 'model.network' },
  eai_again: { code: 'model.network' },
  etimedout: { code: 'model.network' },
  err_stream_premature_close: { code: 'model.cut-stream' },
};

/** The number of tokens a service takes, in the sentences that name it: 4 to 8 digits, not the ones that were sent. */
const statedLimits = [
  /maximum context (?:length|window|size)[^\d]{0,24}(\d{4,8})/i,
  /tokens\s*>\s*(\d{4,8})\s*(?:maximum|limit)?/i,
  /maximum (?:number of )?(?:input )?tokens[^\d]{0,24}\(?(\d{4,8})/i,
  /(?:context (?:length|size|window)|n_ctx)[^\d]{0,24}(\d{4,8})/i,
  /上下文(?:长度|窗口)?[^\d]{0,12}(\d{4,8})/,
];

function contextTokens(message: string): number | null {
  for (const pattern of statedLimits) {
    const found = pattern.exec(message)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}

/** SillyTavern's server says so when an answer broke off in the middle; the code of it may be that of a dead line. */
const brokenBody = /invalid response body|invalid json response|premature close|unexpected end of/i;

const verdictOfWords: readonly (readonly [RegExp, Verdict])[] = [
  [
    /context.{0,20}(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|token limit|(input )?token count.{0,40}exceed|(input|prompt).{0,20}exceed.{0,30}(tokens|context)|reduce the length|上下文.{0,6}(长度|超)|超(过|出).{0,10}(上下文|token)/i,
    { code: 'model.overflow' },
  ],
  [
    /insufficient.{0,12}(quota|balance|credit|funds)|exceeded your current quota|billing|余额不足|欠费/i,
    { code: 'model.rate-limited', retry: 'user' },
  ],
  [/rate.?limit|too many requests|请求过于频繁|限流/i, { code: 'model.rate-limited' }],
  [/api.?key|unauthori[sz]ed|authenticat|invalid token|密钥|鉴权/i, { code: 'model.auth' }],
  [/content.?(filter|policy)|safety|moderation|flagged|敏感|违规/i, { code: 'model.refused' }],
  [/model.{0,40}(not found|does not exist|not exist)|no such model|模型不存在/i, { code: 'model.not-found' }],
  [/terminated|socket hang up/i, { code: 'model.cut-stream' }],
  [/econnrefused|econnreset|enotfound|eai_again|network|failed to fetch|getaddrinfo/i, { code: 'model.network' }],
  [/timed? ?out|deadline/i, { code: 'model.timeout' }],
  [/overloaded|server error|unavailable|bad gateway/i, { code: 'model.server' }],
];

const verdictOfExactStatus: Readonly<Record<number, Verdict>> = {
  402: { code: 'model.rate-limited', retry: 'user' },
  404: { code: 'model.not-found' },
  408: { code: 'model.timeout' },
  413: { code: 'model.overflow' },
  504: { code: 'model.timeout' },
};

function verdictOfStatus(status: number, words: Verdict | null): Verdict {
  const exact = verdictOfExactStatus[status];
  if (exact) return exact;
  // A 429 may mean an empty purse, which no waiting mends.
  if (status === 429) return words?.code === 'model.rate-limited' ? words : { code: 'model.rate-limited' };
  if (status === 401 || status === 403) {
    return { code: words?.code === 'model.refused' ? 'model.refused' : 'model.auth' };
  }
  // SillyTavern's own 502 wraps whatever its request to the provider died of.
  if (status >= 500 && status !== 502) return { code: 'model.server' };
  const byDefault = status >= 400 && status < 500 ? 'model.rejected' : 'model.server';
  return words ?? { code: byDefault };
}

function effectiveStatus(refusal: ProviderRefusal): number | null {
  const ofCode = /^[45]\d\d$/.test(refusal.code) ? Number(refusal.code) : null;
  const ofMessage = statusOfPhrase[refusal.message.trim().toLowerCase()] ?? null;
  const ofPhrase = statusOfPhrase[refusal.statusText.trim().toLowerCase()] ?? null;
  const { status } = refusal;
  // SillyTavern turns a 401 into "400 Unauthorized", and most refusals into a 200.
  if (status !== null && status >= 400 && status !== 400) return status;
  return ofPhrase ?? ofCode ?? ofMessage ?? status;
}

/** The status a reason phrase belongs to, e.g. 429 for `Too Many Requests`; null for other words. */
export function refusedStatus(phrase: string): number | null {
  const words = phrase.trim().toLowerCase();
  return Object.entries(statusOfPhrase).find(([known]) => words.startsWith(known))?.[1] ?? null;
}

/** Does a sentence say what services say when they refuse? */
export function speaksOfRefusal(sentence: string): boolean {
  return verdictOfWords.some(([pattern]) => pattern.test(sentence));
}

/** Milliseconds to wait before another try, from the header or the provider's sentence; null when nobody says. */
export function retryAfterMs(header: string, message: string, now: number): number | null {
  const seconds = Number(header);
  if (header !== '' && Number.isFinite(seconds) && seconds >= 0) return Math.round(seconds * 1_000);
  const date = header === '' ? Number.NaN : Date.parse(header);
  if (Number.isFinite(date)) return Math.max(0, date - now);
  const said =
    /(?:try again|retry|wait)\D{0,20}(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|seconds?|m|min|minutes?)\b/i.exec(message) ??
    /retry.?(?:delay|after)"?\s*[:=]\s*"?(\d+(?:\.\d+)?)(ms|s|m)?/i.exec(message);
  if (!said) return null;
  const amount = Number(said[1]);
  const unit = (said[2] ?? 's').toLowerCase();
  if (unit.startsWith('ms') || unit.startsWith('milli')) return Math.round(amount);
  return Math.round(amount * (unit.startsWith('m') ? 60_000 : 1_000));
}

/** The error a refused request becomes. `now`: ms since 1970, for a Retry-After that is a date. */
export function refusalError(refusal: ProviderRefusal, now: number): NarrativeError {
  const cut: Verdict | undefined = brokenBody.test(refusal.message) ? { code: 'model.cut-stream' } : undefined;
  const words = verdictOfWords.find(([pattern]) => pattern.test(refusal.message))?.[1] ?? null;
  const status = effectiveStatus(refusal);
  const verdict =
    cut ??
    verdictOfCode[refusal.code.toLowerCase()] ??
    (status === null ? (words ?? { code: 'model.server' }) : verdictOfStatus(status, words));
  const wait = retryAfterMs(refusal.retryAfter, refusal.message, now);
  const context = verdict.code === 'model.overflow' ? contextTokens(refusal.message) : null;
  return new NarrativeError(verdict.code, {
    message: refusal.message || refusal.statusText || (status === null ? verdict.code : `HTTP ${status}`),
    details: {
      status,
      code: refusal.code,
      ...(wait === null ? {} : { retryAfterMs: wait }),
      ...(context === null ? {} : { contextTokens: context }),
    },
    ...(verdict.retry === undefined ? {} : { retry: verdict.retry }),
  });
}
