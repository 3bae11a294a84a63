import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../src/shared/read-answer.ts';
import { analysisShape } from '../fixtures/answers/shapes.ts';

const fill = (piece: string): string => piece.repeat(Math.floor(999_000 / piece.length));

/** As long as text that is read by its labels may be. */
const short = (piece: string): string => piece.repeat(Math.floor(199_000 / piece.length));

const hostile: Record<string, string> = {
  brackets: fill('['),
  braces: fill('{'),
  'objects in objects': fill('{"a":'),
  'lists of opened objects': fill('[{"type":'),
  'unescaped quotes': `{"summary_entries":["${fill('a"b ')}"]}x`,
  'quotes and commas': `{"summary_entries":["${fill('","')}`,
  'quotes before blanks': `{"events":["${fill('"          ')}`,
  'quotes before comments': `{"events":["${fill('"/*')}`,
  'comments never closed': fill('{/*'),
  'keys without colons': fill('{"a" '),
  'bare keys': fill('{a   '),
  'one long bare key': `{a${fill(' ')}`,
  'blanks between': `{"events"${fill(' ')}x`,
  'line breaks in a string': `{"events":"${fill('\n')}"x`,
  'line breaks and keys': `{"events":"${fill('\n"a')}`,
  backslashes: `{"events":"${fill('\\')}`,
  'thinking tags': fill('<think '),
  'thinking tags, closed': fill('<think></think>'),
  'curly quotes': `{“events”：“${fill('“”')}`,
  'small objects': fill('{"a":1}'),
  'loose events': fill('{"type":"move"} '),
  'truncated lists': fill('[1,{"a":[2,'),
  'closing braces': `{"events":[${fill('}')}`,
  'written line breaks': `{"events"${fill('\\n ')}x`,
  'written line breaks in a string': `{"events":["${fill('"\\n')}`,
  'written line breaks before braces': fill('{\\n'),
  'comments with written line breaks': `{${fill('//\\n')}`,
  'escaped objects': fill('{\\n\\"a\\": '),
  labels: fill('events:\n'),
  'labels with opened lists': fill('events: [\n'),
  'labels of every kind': short('**summary**: a\n## events\n- type: b\n'),
  'bullets in bullets': `events:\n${Array.from({ length: 1_200 }, (_, i) => `${' '.repeat(i)}- a:`).join('\n')}`,
  'bullets without end': `events:\n${short('- ')}`,
  'members without end': `events:\n${short('a:\n ')}`,
  'one long line with a label': `events: ${short('a, b: ')}`,
  'many pairs on a line': `events:\n${short('- a: 1, b: 2, c: {\n')}`,
  'blank lines behind labels': `summary:${short('\n')}events:`,
  'written line breaks and labels': short('events:\\n- a: b\\n'),
  'labels, short enough to be read': short('events:\n'),
  'opened lists, short enough to be read': short('events: [\n'),
  'bars and brackets': short('| 【 '),
  'bold without end': short('**a\n'),
  'a long word': `{"events":${fill('x')}}`,
};

describe('readAnswer on a megabyte made to hurt', () => {
  it.each(Object.entries(hostile))('%s: read or refused, in time', (_, text) => {
    const start = process.cpuUsage();
    const read = readAnswer(text, analysisShape);
    const { user } = process.cpuUsage(start);
    expect(typeof read.ok).toBe('boolean');
    // 200 ms on a quiet machine; the rest is slack for cold code and shared caches.
    expect(user / 1_000).toBeLessThan(1_000);
  });

  it('refuses more than a megabyte at once', () => {
    expect(readAnswer('x'.repeat(1_000_001), analysisShape)).toMatchObject({ ok: false, error: { kind: 'too-long' } });
  });
});
