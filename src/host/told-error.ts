/** Some proxies hand a service's error on as if the model had said it: as prose, as its JSON body, as its web page. */
import { parseJson } from '../shared/json.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { type ProviderRefusal, refusedStatus, speaksOfRefusal } from './llm-errors.ts';
import { readRefusal } from './provider-reply.ts';

/** Longer texts are stories, whatever they begin with. */
const LONGEST = 600;

/** The head of such a sentence; a story that begins so and is nothing else is not worth the risk. */
const errorHead =
  /^[^\p{L}\d]{0,6}(?:(?:api|https?|request|upstream|server|proxy|provider|network|openai|anthropic|gemini|claude|deepseek|openrouter|internal|fetch|connection|stream|model)\s+){0,2}(?:error|failed)\s*[:：\-–—([\d]/iu;
const errorHeadZh =
  /^[^\p{L}\d]{0,6}(?:API|请求|接口|服务器?|网络|上游|模型|调用|生成|代理){0,3}\s*(?:错误|出错|异常|失败|报错)[】\])）\s]*[:：，,(（\d]/iu;
const statusHead = /^[^\p{L}\d]{0,6}(?:HTTP\s*)?([45]\d\d)[:\s]+([a-z ]{4,24})/iu;
const webPage = /^<(?:!doctype html|html)\b/i;

const refusal = (text: string, status: number | null = null): ProviderRefusal => ({
  status,
  statusText: '',
  message: text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300),
  code: '',
  retryAfter: '',
});

/** The refusal a text is as a whole; null when it is a text of the model. */
export function toldError(text: string): ProviderRefusal | null {
  const whole = text.trim();
  if (whole === '') return null;
  if (webPage.test(whole)) {
    const title = /<title>([^<]{0,200})/i.exec(whole)?.[1] ?? '';
    return refusal(title || whole.slice(0, 300), statusIn(title));
  }
  if (whole.length > LONGEST) return null;
  if (whole.startsWith('{')) return errorBody(whole);
  const phrase = statusHead.exec(whole);
  if (phrase && refusedStatus(phrase[2] ?? '') === Number(phrase[1])) return refusal(whole, Number(phrase[1]));
  if (!errorHead.test(whole) && !errorHeadZh.test(whole)) return null;
  const status = statusIn(whole);
  return status !== null || speaksOfRefusal(whole) ? refusal(whole, status) : null;
}

function statusIn(text: string): number | null {
  const found = /(?<![\d.])[45]\d\d(?![\d.]\d|\d)/.exec(text)?.[0];
  return found === undefined ? null : Number(found);
}

/** Only an object that is about an error and nothing else: an answer of a tool may hold one too. */
function errorBody(text: string): ProviderRefusal | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isRecord(parsed.value)) return null;
  const error = own(parsed.value, 'error');
  const named = isRecord(error) && typeof error['message'] === 'string';
  if (!named && !(typeof error === 'string' && Object.keys(parsed.value).length <= 2)) return null;
  return readRefusal(parsed.value, null, '', '');
}
