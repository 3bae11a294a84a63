import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/shared/json.ts';
import { readAnswer } from '../../src/shared/read-answer.ts';
import { corpus } from '../fixtures/answers/corpus.ts';
import { analysisShape } from '../fixtures/answers/shapes.ts';

const name = fc.constantFrom(
  '旧码头',
  'harbour',
  '他说"好"',
  'a, b',
  '{x}',
  'line\nbreak',
  '“引号”',
  "it's",
  '\\',
  '🚢',
);
const event = fc.record({
  type: fc.constantFrom('move', 'add_item', 'pass_time'),
  params: fc.record({ item: name, quantity: fc.integer({ min: 1, max: 99 }) }),
});
const answer = fc.record({
  summary_entries: fc.array(name, { maxLength: 3 }),
  events: fc.array(event, { maxLength: 5 }),
});

const piece = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '“',
    '”',
    ':',
    '：',
    ',',
    '，',
    '\\',
    '\n',
    '//',
    '/*',
    '*/',
    '<think>',
    '</think>',
  ],
  ...[
    '```',
    'events',
    '\nevents:\n',
    '\n**summary**：',
    '\n  - type: ',
    '\n    constructor: ',
    '\n__proto__: ',
    '\\n',
    '"events":',
    '"__proto__":',
    '"constructor":{"prototype":',
    'null',
    '1',
    '-',
    '…',
    '\uD83D',
    ' ',
  ],
);

describe('readAnswer', () => {
  it('never throws and never touches a prototype, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
        ),
        (text) => {
          const read = readAnswer(text, analysisShape);
          expect(typeof read.ok).toBe('boolean');
          expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
          if (read.ok) {
            expect(Object.getPrototypeOf(read.value.value)).toBe(Object.prototype);
            expect(JSON.stringify(read.value.value)).not.toMatch(/"(?:__proto__|constructor|prototype)":/);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('reads strict JSON exactly as JSON.parse does, fenced or in prose too', () => {
    fc.assert(
      fc.property(answer, fc.constantFrom('', '```json\n', 'Here it is: ', '<think>{a}</think>'), (value, before) => {
        const read = readAnswer(before + JSON.stringify(value, null, before.length % 3), analysisShape);
        expect(read.ok && read.value.value).toEqual(value);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps whole events only, each as it was, wherever the text is cut', () => {
    fc.assert(
      fc.property(answer, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (value, at, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        const cut = text.slice(0, Math.floor(at * (text.length - 1)));
        const read = readAnswer(cut, analysisShape);
        if (!read.ok) return;
        expect(read.value.cutOff).toBe(true);
        const kept = read.value.value as { events?: unknown[]; summary_entries?: unknown[] };
        expect(value.events.slice(0, kept.events?.length ?? 0)).toEqual(kept.events ?? []);
        expect(value.summary_entries.slice(0, kept.summary_entries?.length ?? 0)).toEqual(kept.summary_entries ?? []);
      }),
      { numRuns: 3_000 },
    );
  });

  it('survives any one character lost, doubled or replaced in a bad answer', () => {
    const texts = corpus.map((entry) => entry.text).filter((text) => text.length > 0);
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.constantFrom('', '"', '}', ']', ',', '\\', 'x'),
        (text, at, by) => {
          const index = at % text.length;
          const damaged = text.slice(0, index) + by + text.slice(index + 1);
          expect(typeof readAnswer(damaged, analysisShape).ok).toBe('boolean');
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe('parseJson', () => {
  it('agrees with JSON.parse on everything that holds no refused name', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(!/__proto__|constructor|prototype/.test(text));
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
      { numRuns: 1_000 },
    );
  });
});
