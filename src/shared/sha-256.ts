/** SHA-256 without `crypto.subtle`, which pages at http:// addresses do not have; for fingerprints that nobody may forge. */
const initial = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = makeConstants();

function makeConstants(): Uint32Array {
  const found: number[] = [];
  for (let candidate = 2; found.length < 64; candidate += 1) {
    let isPrime = true;
    for (let d = 2; d * d <= candidate; d += 1) if (candidate % d === 0) isPrime = false;
    if (isPrime) found.push(Math.floor((Math.cbrt(candidate) % 1) * 4_294_967_296));
  }
  return Uint32Array.from(found);
}

const rotateRight = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));

function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const block = new Uint8Array(length);
  block.set(bytes);
  block[bytes.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(length - 8, Math.floor((bytes.length * 8) / 4_294_967_296));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function compress(state: Uint32Array, view: DataView, offset: number): void {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + i * 4);
  const at = (list: Uint32Array, i: number): number => list[i] ?? 0;
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [at(words, i - 15), at(words, i - 2)];
    const s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3);
    const s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10);
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + at(constants, i) + at(words, i)) >>> 0;
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] = at(state, i) + value;
  });
}

/** 64 hex digits of the text's UTF-8 bytes. */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text));
  const state = Uint32Array.from(initial);
  for (let offset = 0; offset < view.byteLength; offset += 64) compress(state, view, offset);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}
