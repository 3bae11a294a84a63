/** Reading a valid analysis answer of 40 KB against JSON.parse of the same text, measured in turn in the same run. */
import { readAnswer } from '../../src/shared/read-answer.ts';
import { analysisShape } from '../fixtures/answers/shapes.ts';

/** Of our time to that of JSON.parse. */
const LIMIT = 1.2;

function validAnswer(bytes: number): string {
  const events: unknown[] = [];
  const summary = ['艾琳在旧码头收下三枚银币，答应天亮前开船。'];
  let text = '';
  for (let i = 0; text.length < bytes; i += 1) {
    events.push({
      type: 'add_item',
      params: { item: `铁钉${i}`, quantity: (i % 9) + 1 },
      quote: `她从第${i}只木箱里数出铁钉，放在甲板上。`,
    });
    if (i % 10 === 0) text = JSON.stringify({ summary_entries: summary, events });
  }
  return text;
}

/** The best of many short batches: the least disturbed one. */
function best(work: () => unknown, batch: number): number {
  let least = Infinity;
  for (let round = 0; round < 80; round += 1) {
    const start = performance.now();
    for (let i = 0; i < batch; i += 1) work();
    least = Math.min(least, (performance.now() - start) / batch);
  }
  return least;
}

const text = validAnswer(40_000);
const careless = '```json\n' + text.replaceAll('},{', '},\n{').replace(/\]\}$/, ',],}') + '\n```';
const ours = (): unknown => readAnswer(text, analysisShape);
const theirs = (): unknown => JSON.parse(text);
best(ours, 5);
best(theirs, 5);

// The machine may be busy: the smallest of a few ratios is the one least disturbed.
const ratios = [1, 2, 3].map(() => {
  const reference = best(theirs, 10);
  const milliseconds = best(ours, 10);
  return { ratio: milliseconds / reference, milliseconds, reference };
});
const measured = ratios.reduce((a, b) => (b.ratio < a.ratio ? b : a));
const loosely = readAnswer(careless, analysisShape);
if (!loosely.ok) throw new Error(loosely.error.message);

console.log(`valid, ${text.length} characters: ${measured.milliseconds.toFixed(3)} ms`);
console.log(`JSON.parse of the same: ${measured.reference.toFixed(3)} ms`);
console.log(`ratio ${measured.ratio.toFixed(2)} (limit ${LIMIT})`);
console.log(`fenced, with trailing commas: ${best(() => readAnswer(careless, analysisShape), 1).toFixed(2)} ms`);
if (measured.ratio > LIMIT) process.exitCode = 1;
