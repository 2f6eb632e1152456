import { bytesOfBase64 } from '../core/base64.js';

/** Reads base64 of little-endian IEEE 754 half-precision numbers, none of them infinite or NaN. */
export function readHalfFloats(base64: string): Float32Array {
  const bytes = bytesOfBase64(base64);
  const words = new Uint32Array(bytes.length >> 1);
  // Sign, exponent and fraction in their places; only the exponent counts from elsewhere, also that of the smallest numbers.
  for (let i = 0; i < words.length; i++) {
    const bits = bytes[2 * i]! | (bytes[2 * i + 1]! << 8);
    words[i] = ((bits & 0x8000) << 16) | ((bits & 0x7fff) << 13);
  }
  const values = new Float32Array(words.buffer);
  for (let i = 0; i < values.length; i++) values[i]! *= EXPONENT_SHIFT;
  return values;
}

/** Exponents count from -127 in single precision and from -15 in half precision. */
const EXPONENT_SHIFT = 2 ** 112;

/** Nearest half-precision number, as bits; too small becomes 0, too large the largest. */
export function toHalf(value: number): number {
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.min(Math.abs(value), 65504);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const bits = (exponent + 15) * 1024 + Math.round((size / 2 ** exponent - 1) * 1024);
  return sign | bits;
}
