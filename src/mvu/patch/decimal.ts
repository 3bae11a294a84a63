/** Adds numbers the way people write them: 50 + 0.1 + 0.2 is 50.3. */

/** More decimals than any card counts with; beyond them ordinary addition is as good. */
const MAX_SCALE = 40;

/** The exact decimal sum, rounded to a double once; digits that are only floating-point noise are dropped. */
export function addDecimals(a: number, b: number): number {
  const left = readDecimal(a);
  const right = readDecimal(b);
  const scale = Math.max(left.scale, right.scale);
  if (scale > MAX_SCALE) return a + b;
  const sum = left.digits * 10n ** BigInt(scale - left.scale) + right.digits * 10n ** BigInt(scale - right.scale);
  const exact = Number(`${sum}e-${scale}`);
  return Number.isInteger(exact) ? exact : Number(exact.toPrecision(15));
}

function readDecimal(value: number): { readonly digits: bigint; readonly scale: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}
