import { readFileSync, writeFileSync } from 'node:fs';
import { CHANNELS, PLANES } from '../../src/core/kernels/layout.js';
import { weightCount } from '../../src/go/life/net.js';

/**
 * Reads the weights of the trainer's output: planes, channels, blocks, number of weights (int32 each), then the weights.
 * Throws when it is for a net of another shape.
 */
export function readTrained(file: string): Float32Array {
  const bytes = readFileSync(file);
  const [planes, channels, blocks = 0, count = 0] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at));
  if (planes !== PLANES || channels !== CHANNELS || count !== weightCount(blocks)) {
    throw new Error(`Unexpected net: ${planes} planes, ${channels} channels, ${count} weights`);
  }
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset + 16, bytes.byteOffset + 16 + 4 * count));
}

/** Writes weights as the trainer reads them. */
export function writeTrained(weights: Float32Array, file: string): void {
  const blocks = [1, 2, 3, 4, 5, 6, 7, 8].find((count) => weightCount(count) === weights.length) ?? 0;
  const head = Int32Array.of(PLANES, CHANNELS, blocks, weights.length);
  writeFileSync(file, Buffer.concat([head, weights].map(({ buffer }) => Buffer.from(buffer))));
}

/** Where weights come from: written beside them. */
export interface Origin {
  readonly command: string;
  readonly seed: number;
  /** The weights that the training went on from. */
  readonly from?: Origin;
  /** Steps of 32 games, by round. */
  readonly steps: readonly number[];
  readonly data: string;
  readonly date: string;
}

/** Writes the file that ships, FILE.bin, the weights in half precision and little endian; and its origin, FILE.json. */
export function packWeights(weights: Float32Array, origin: Origin, file: string): void {
  const halves = new DataView(new ArrayBuffer(2 * weights.length));
  for (let i = 0; i < weights.length; i++) halves.setUint16(2 * i, toHalf(weights[i]!), true);
  writeFileSync(`${file}.bin`, halves);
  writeFileSync(`${file}.json`, `${JSON.stringify(origin, undefined, 2)}\n`);
}

/** Bits of the nearest half-precision number; too small a value becomes 0, too large a one the largest. */
export function toHalf(value: number): number {
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.min(Math.abs(value), 65504);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const bits = (exponent + 15) * 1024 + Math.round((size / 2 ** exponent - 1) * 1024);
  return sign | bits;
}

/** The number that bits in half precision mean, by their definition. */
export function fromHalf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits >= 0x8000 ? -size : size;
}

/** Reads FILE.bin as `packWeights` writes it. */
export function readPacked(file: string): Float32Array {
  const bytes = readFileSync(`${file}.bin`);
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => fromHalf(bytes.readUInt16LE(2 * i)));
}
