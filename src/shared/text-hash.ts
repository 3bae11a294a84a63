/** A fast, synchronous fingerprint of a text; works without a secure context. */
import { type Brand } from './brand.ts';

export type TextHash = Brand<string, 'TextHash'>;

const PRIME = 0x01000193;

/** 64 bits as 16 hex digits: two FNV-1a lanes with different seeds, length mixed in. Not for secrets. */
export function textHash(text: string): TextHash {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, PRIME);
    b = Math.imul(b ^ (unit + i), PRIME);
  }
  a = Math.imul(a ^ text.length, PRIME);
  b = Math.imul(b ^ (a >>> 7), PRIME);
  return ((a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0')) as TextHash;
}
