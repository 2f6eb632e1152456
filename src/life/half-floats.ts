/** Reads base64 of little-endian IEEE 754 half-precision numbers. */
export function readHalfFloats(base64: string): Float32Array {
  const bytes = atob(base64);
  const values = new Float32Array(bytes.length >> 1);
  for (let i = 0; i < values.length; i++) {
    values[i] = fromHalf(bytes.charCodeAt(2 * i) | (bytes.charCodeAt(2 * i + 1) << 8));
  }
  return values;
}

/** The number that 16 bits stand for; infinities and NaN, which weights never are, come out as large numbers. */
export function fromHalf(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Nearest half-precision number, as bits; too small becomes 0, too large the largest. */
export function toHalf(value: number): number {
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.min(Math.abs(value), 65504);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const bits = (exponent + 15) * 1024 + Math.round((size / 2 ** exponent - 1) * 1024);
  return sign | bits;
}
