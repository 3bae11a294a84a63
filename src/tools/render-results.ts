/** What the writer is told of the tools: one line or block per result, as fixed facts. */
import { type ExecutionRecord } from '../domain/run/execution.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';

const words = {
  zh: { error: '工具错误：', colon: '：', refused: '未执行，', noAnswer: '没有得到结果', late: '超时，没有结果' },
  en: { error: 'Tool error: ', colon: ': ', refused: 'not run, ', noAnswer: 'no result', late: 'no result in time' },
} as const;

/** A roll with its branch and the text of an llm tool stand alone; a value gets the tool's name in front. */
export function renderResult(record: ExecutionRecord, language: StoryLanguage): string {
  const say = words[language];
  switch (record.status) {
    case 'success':
      return (record.rolls.length > 0 && record.kind === 'builtin') || record.kind === 'llm'
        ? record.text
        : `${record.tool}${say.colon}${record.text}`;
    case 'denied':
    case 'blocked':
      // The planner said the same thing twice; the writer has its result already.
      return record.refusal === 'duplicate_call' ? '' : `${say.error}${record.tool} ${say.refused}${record.message}`;
    case 'error':
    case 'timeout':
    case 'uncertain':
      return `${say.error}${record.tool}${say.colon}${reasonOf(record, language)}`;
    case 'running':
    case 'queued':
      return '';
  }
}

/** What mends a failed call is the player's business: the writer only learns that there is no result. */
function reasonOf({ code, message }: ExecutionRecord, language: StoryLanguage): string {
  if (code === 'model.timeout') return words[language].late;
  return code !== null && /^(?:model|answer)\./.test(code) ? words[language].noAnswer : message;
}

/** In the order of the calls; what has nothing to say is left out. */
export function renderResults(records: readonly ExecutionRecord[], language: StoryLanguage): string[] {
  return [...records]
    .sort((a, b) => a.index - b.index)
    .map((record) => renderResult(record, language).trim())
    .filter((line) => line !== '');
}
