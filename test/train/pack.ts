import { readFileSync, writeFileSync } from 'node:fs';
import { PLANES } from '../../src/life/features.js';
import { toHalf } from '../../src/life/half-floats.js';
import { CHANNELS, weightCount } from '../../src/life/net.js';

/** The trainer's output: planes, channels, blocks, number of weights (int32 each), then the weights. */
export interface TrainedWeights {
  readonly blocks: number;
  readonly weights: Float32Array;
}

/** Reads the trainer's output; throws when it is for a net of another shape. */
export function readTrained(file: string): TrainedWeights {
  const bytes = readFileSync(file);
  const [planes, channels, blocks = 0, count = 0] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at));
  if (planes !== PLANES || channels !== CHANNELS || count !== weightCount(blocks)) {
    throw new Error(`Unexpected net: ${planes} planes, ${channels} channels, ${count} weights`);
  }
  return {
    blocks,
    weights: new Float32Array(bytes.buffer.slice(bytes.byteOffset + 16, bytes.byteOffset + 16 + 4 * count)),
  };
}

/** Writes the module that ships: weights in half precision as base64. */
export function packWeights({ blocks, weights }: TrainedWeights, file: string): void {
  const halves = new Uint16Array(weights.length);
  for (let i = 0; i < weights.length; i++) halves[i] = toHalf(weights[i]!);
  const base64 = Buffer.from(halves.buffer).toString('base64');
  const lines = base64.match(/.{1,4000}/g) ?? [];
  writeFileSync(
    file,
    `/** Weights of the ownership net, trained by test/train: half precision, little endian, base64. */
export const BLOCKS = ${blocks};

export const WEIGHTS =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`,
  );
}
