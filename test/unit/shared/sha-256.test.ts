/** SHA-256 agrees with Node's own. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from '../../../src/shared/sha-256.ts';

it.each(['', 'abc', '港口的潮水', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'x🎲'.repeat(500)])(
  'agrees for “%s”',
  (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);
