import { EMPTY } from '../core/color.js';
import { PLANES, ONE, type Features } from './features.js';
import { KERNEL } from './kernel.js';
import type { Components, Position } from './position.js';
import { instantiate } from './webassembly.js';

/** Channels of every hidden layer; the kernel is made for this number. */
export const CHANNELS = 32;

/** Input planes as the trainer lays them out (a multiple of eight). */
const PADDED_PLANES = 24;

/** Points that the kernel computes at once. */
const TILE = 5;

/** What becomes of a point: Black's, White's, nobody's. */
export const OUTCOMES = 3;

/** Number of weights of a net with so many blocks. */
export function weightCount(blocks: number): number {
  const conv = 9 * CHANNELS * CHANNELS + CHANNELS;
  const input = 9 * PADDED_PLANES * CHANNELS + CHANNELS;
  return input + blocks * (2 * conv + 2 * CHANNELS * CHANNELS) + CHANNELS * OUTCOMES + OUTCOMES;
}

/** A net ready to run: describes each point's fate by three chances (Black's, White's, nobody's), point-major. */
export interface Net {
  run(position: Position, features: Features): Float32Array;
}

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  convolve(x: number, w: number, b: number, y: number, tiles: number, row: number): void;
}

interface Block {
  readonly first: number;
  readonly second: number;
  /** Weights from the means over a point's component, and over the board, to all channels. */
  readonly component: Float32Array;
  readonly board: Float32Array;
}

/**
 * Makes a net from its weights in the trainer's order: input convolution, then per block two convolutions, the matrix of
 * the component means and that of the board means, at last the head.
 *
 * A block adds to its input: relu, convolve, relu, then convolve plus what the means over the point's component say
 * (chains and empty regions in even blocks, areas without the dead in odd ones) plus what the board's means say.
 * A chain of stones gets one answer, the mean of its points'.
 */
export function makeNet(weights: Float32Array, blocks: number): Net {
  if (weights.length !== weightCount(blocks)) throw new TypeError(`Unexpected ${weights.length} weights`);
  const C = CHANNELS;
  const kernel = instantiate(KERNEL) as unknown as Kernel;
  const floats = new Float32Array(kernel.memory.buffer);
  let top = 4;
  let read = 0;

  /** Puts a convolution into the kernel's order and returns where it starts. */
  function takeConvolution(inputs: number): number {
    const at = top;
    for (let tap = 0; tap < 9; tap++) {
      for (let i = 0; i < inputs; i++) {
        for (let o = 0; o < C; o++) {
          floats[at + ((o >> 3) * 9 * C + tap * C + i) * 8 + (o & 7)] = weights[read++]!;
        }
      }
    }
    for (let o = 0; o < C; o++) floats[at + 9 * C * C + o] = weights[read++]!;
    top += 9 * C * C + C;
    return at;
  }

  function take(count: number): Float32Array {
    read += count;
    return weights.subarray(read - count, read);
  }

  const input = takeConvolution(PADDED_PLANES);
  const chain: Block[] = [];
  for (let b = 0; b < blocks; b++) {
    chain.push({
      first: takeConvolution(C),
      second: takeConvolution(C),
      component: take(C * C),
      board: take(C * C),
    });
  }
  const head = take(C * OUTCOMES);
  const headBias = take(OUTCOMES);
  const weightsEnd = top;

  return {
    run(position, features): Float32Array {
      const { width, height } = position;
      const points = width * height;
      const S = width + 1;
      // Margins: the kernel reads one point before the first row, and may write four after the last.
      const room = ((height + 2) * S + 16) * C;
      if (weightsEnd + 4 * room > floats.length) throw new RangeError(`Unexpected size ${width}x${height}`);
      const base = weightsEnd + 8 * C;
      const a = base;
      const h = base + room;
      const x = base + 2 * room;
      const y = base + 3 * room;
      const first = S * C;
      const tiles = Math.ceil((height * S) / TILE);
      const convolve = (from: number, layer: number, to: number): void => {
        kernel.convolve(
          (from + first) * 4,
          layer * 4,
          (layer + 9 * C * C) * 4,
          (to + first) * 4,
          tiles,
          first * 4,
        );
      };

      floats.fill(0, weightsEnd, base + 2 * room);
      for (let p = 0; p < points; p++) {
        const at = a + padded(p, width) * C;
        for (let f = 0; f < PLANES; f++) floats[at + f] = features.planes[p * PLANES + f]! / ONE;
      }
      convolve(a, input, x);
      for (let b = 0; b < blocks; b++) {
        const block = chain[b]!;
        relu(floats, x, a, position, C);
        convolve(a, block.first, h);
        relu(floats, h, h, position, C);
        clearBorder(floats, h, position, tiles, C);
        convolve(h, block.second, y);
        addMeans(floats, h, y, x, position, b % 2 === 0 ? features.chains : features.areas, block);
      }
      relu(floats, x, a, position, C);
      return answers(floats, a, position, features.chains, head, headBias);
    },
  };
}

function padded(point: number, width: number): number {
  return point + width + 1 + Math.floor(point / width);
}

function relu(floats: Float32Array, from: number, to: number, position: Position, C: number): void {
  const { width, height } = position;
  const shift = to - from;
  for (let row = 1; row <= height; row++) {
    const start = from + row * (width + 1) * C;
    for (let i = start, end = start + width * C; i < end; i++) {
      const value = floats[i]!;
      floats[i + shift] = value > 0 ? value : 0;
    }
  }
}

/** Zeroes what the kernel wrote outside the board. */
function clearBorder(floats: Float32Array, at: number, position: Position, tiles: number, C: number): void {
  const { width, height } = position;
  const S = width + 1;
  for (let row = 1; row <= height; row++) floats.fill(0, at + (row * S + width) * C, at + (row + 1) * S * C);
  floats.fill(0, at + (height + 1) * S * C, at + (S + tiles * TILE) * C);
}

/** x += y + what the means of h over components and board say. */
function addMeans(
  floats: Float32Array,
  h: number,
  y: number,
  x: number,
  position: Position,
  components: Components,
  block: Block,
): void {
  const C = CHANNELS;
  const { width } = position;
  const { of, count, size } = components;
  const means = new Float32Array(count * C);
  const board = new Float32Array(C);
  for (let p = 0; p < of.length; p++) {
    const from = h + padded(p, width) * C;
    const to = of[p]! * C;
    for (let c = 0; c < C; c++) means[to + c]! += floats[from + c]!;
  }
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < C; c++) board[c]! += means[k * C + c]! / of.length;
  }
  const everywhere = new Float32Array(C);
  multiply(board, 0, 1, block.board, everywhere, 0);
  const sums = new Float32Array(count * C);
  for (let k = 0; k < count; k++) {
    sums.set(everywhere, k * C);
    multiply(means, k * C, 1 / size[k]!, block.component, sums, k * C);
  }
  for (let p = 0; p < of.length; p++) {
    const at = padded(p, width) * C;
    const from = of[p]! * C;
    for (let c = 0; c < C; c++) floats[x + at + c]! += floats[y + at + c]! + sums[from + c]!;
  }
}

/** to += factor * vector * matrix (rows are inputs). */
function multiply(
  vector: Float32Array,
  at: number,
  factor: number,
  matrix: Float32Array,
  to: Float32Array,
  toAt: number,
): void {
  for (let i = 0; i < CHANNELS; i++) {
    const value = vector[at + i]! * factor;
    if (value === 0) continue;
    for (let c = 0; c < CHANNELS; c++) to[toAt + c]! += value * matrix[i * CHANNELS + c]!;
  }
}

function answers(
  floats: Float32Array,
  at: number,
  position: Position,
  chains: Components,
  head: Float32Array,
  bias: Float32Array,
): Float32Array {
  const { width, stones } = position;
  const { of, count, size } = chains;
  const points = of.length;
  const out = new Float32Array(points * OUTCOMES);
  const means = new Float32Array(count * OUTCOMES);
  for (let p = 0; p < points; p++) {
    const from = at + padded(p, width) * CHANNELS;
    for (let o = 0; o < OUTCOMES; o++) {
      let sum = bias[o]!;
      for (let c = 0; c < CHANNELS; c++) sum += floats[from + c]! * head[c * OUTCOMES + o]!;
      out[p * OUTCOMES + o] = sum;
      means[of[p]! * OUTCOMES + o]! += sum / size[of[p]!]!;
    }
  }
  for (let p = 0; p < points; p++) {
    const source = stones[p] === EMPTY ? out : means;
    const from = (stones[p] === EMPTY ? p : of[p]!) * OUTCOMES;
    const black = source[from]!;
    const white = source[from + 1]!;
    const none = source[from + 2]!;
    const most = Math.max(black, white, none);
    const b = Math.exp(black - most);
    const w = Math.exp(white - most);
    const n = Math.exp(none - most);
    const sum = b + w + n;
    out[p * OUTCOMES] = b / sum;
    out[p * OUTCOMES + 1] = w / sum;
    out[p * OUTCOMES + 2] = n / sum;
  }
  return out;
}
