import { EMPTY } from '../core/color.js';
import { PLANES, ONE, type Features } from './features.js';
import { KERNEL } from './kernel.js';
import type { Components, Position } from './position.js';
import { instantiate } from '../core/webassembly.js';

/** Channels of every hidden layer; the kernel is made for this number. */
export const CHANNELS = 32;

/** Input planes as the trainer lays them out (a multiple of eight). */
const PADDED_PLANES = 24;

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
  transform(taps: number, inputs: number, w: number): void;
  spread(x: number, v: number, across: number, down: number, row: number, plane: number): void;
  multiply(x: number, w: number, b: number, y: number, groups: number, planes: number, plane: number): void;
  gather(m: number, y: number, b: number, across: number, down: number, row: number, plane: number): void;
  rectify(points: number, places: number, x: number, y: number): void;
  total(points: number, places: number, parts: number, x: number, sums: number): void;
  finish(points: number, places: number, parts: number, y: number, sums: number, x: number, a: number): void;
}

/** Bytes of all channels of a point. */
const POINT = CHANNELS * 4;

/** Points to a side that the kernel computes at once, planes that it makes of them, and rows that it multiplies at once. */
const SIDE = 4;
const PLANE_COUNT = 36;
const ROWS = 5;

/** The kernel's own scratch lies before; from here on CHANNELS zeros, then what is laid out below. */
const NO_BIAS = 1024;
const FIRST_FREE = 2048;

interface Block {
  readonly first: number;
  readonly second: number;
  /** Weights from the means over a point's component to all channels, where the kernel has them. */
  readonly component: number;
  /** The same from the means over the board. */
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
  const memory = kernel.memory.buffer;
  const floats = new Float32Array(memory);
  const words = new Int32Array(memory);
  /** Where filters lie for as long as they are transformed. */
  const taps = memory.byteLength - 9 * C * POINT;
  let top = FIRST_FREE;
  let read = 0;

  function take(count: number): Float32Array {
    read += count;
    return weights.subarray(read - count, read);
  }

  /** Where the next so many bytes lie, on a boundary of 16. */
  function reserve(bytes: number): number {
    const at = top;
    top += (bytes + 15) & ~15;
    if (top > memory.byteLength) throw new RangeError('Unexpected size of board');
    return at;
  }

  /** Puts a convolution, transformed, and its bias behind it, into the kernel's order and returns where they start. */
  function takeConvolution(inputs: number): number {
    const at = reserve((PLANE_COUNT * C + 1) * POINT);
    floats.set(take(9 * inputs * C), taps / 4);
    kernel.transform(taps, inputs, at);
    floats.set(take(C), at / 4 + PLANE_COUNT * C * C);
    return at;
  }

  function takeMatrix(): number {
    const at = reserve(C * POINT);
    putMatrix(take(C * C), floats, at / 4);
    return at;
  }

  const input = takeConvolution(PADDED_PLANES);
  const chain: Block[] = [];
  for (let b = 0; b < blocks; b++) {
    chain.push({
      first: takeConvolution(C),
      second: takeConvolution(C),
      component: takeMatrix(),
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
      const across = Math.ceil(width / SIDE);
      const down = Math.ceil(height / SIDE);
      const stride = across * SIDE + 2;
      const row = stride * POINT;
      const groups = Math.ceil((across * down) / ROWS);
      const plane = groups * ROWS * POINT;
      top = weightsEnd;
      const places = reserve(points * 4);
      const chains = reserve(points * 4);
      const areas = reserve(points * 4);
      const board = reserve((down * SIDE + 2) * row);
      const size = top - board;
      const a = board;
      const h = reserve(size);
      const x = reserve(size);
      const y = reserve(size);
      const v = reserve(PLANE_COUNT * plane);
      const m = reserve(PLANE_COUNT * plane);
      const most = points + ROWS;
      const means = reserve(most * POINT);
      const sums = reserve(most * POINT);
      const everywhere = reserve(POINT);
      const inner = row + POINT;

      const convolve = (from: number, layer: number, to: number): void => {
        kernel.spread(from, v, across, down, row, plane);
        kernel.multiply(v, layer, NO_BIAS, m, groups, PLANE_COUNT, plane);
        kernel.gather(m, to + inner, layer + PLANE_COUNT * C * POINT, across, down, row, plane);
      };
      /** What the means of h over components and board say, where the components' table lies; returns that place. */
      const meanSums = (of: Components, parts: number, block: Block): number => {
        const { count } = of;
        floats.fill(0, means / 4, (means + count * POINT) / 4);
        kernel.total(points, places, parts, h, means);
        scaleMeans(floats, means / 4, of, points, block.board, everywhere / 4);
        kernel.multiply(means, block.component, everywhere, sums, Math.ceil(count / ROWS), 1, 0);
        return parts;
      };

      floats.fill(0, a / 4, x / 4);
      for (let p = 0; p < points; p++) {
        const place = (Math.floor(p / width) + 1) * row + ((p % width) + 1) * POINT;
        words[places / 4 + p] = place;
        words[chains / 4 + p] = features.chains.of[p]! * POINT;
        words[areas / 4 + p] = features.areas.of[p]! * POINT;
        const at = (a + place) / 4;
        for (let f = 0; f < PLANES; f++) floats[at + f] = features.planes[p * PLANES + f]! / ONE;
      }
      convolve(a, input, x);
      kernel.rectify(points, places, x, a);
      for (let b = 0; b < blocks; b++) {
        const block = chain[b]!;
        convolve(a, block.first, y);
        kernel.rectify(points, places, y, h);
        const parts =
          b % 2 === 0 ? meanSums(features.chains, chains, block) : meanSums(features.areas, areas, block);
        convolve(h, block.second, y);
        kernel.finish(points, places, parts, y, sums, x, a);
      }
      const last = (p: number): number => (a + words[places / 4 + p]!) / 4;
      return answers(floats, last, position, features.chains, head, headBias);
    },
  };
}

/** Makes means of the sums over components, and tells what the means over the board say. */
function scaleMeans(
  floats: Float32Array,
  means: number,
  { count, size }: Components,
  points: number,
  matrix: Float32Array,
  everywhere: number,
): void {
  const C = CHANNELS;
  const board = new Float32Array(C);
  for (let k = 0; k < count; k++) {
    const part = 1 / size[k]!;
    for (let c = 0, at = means + k * C; c < C; c++, at++) {
      board[c]! += floats[at]!;
      floats[at]! *= part;
    }
  }
  floats.fill(0, everywhere, everywhere + C);
  for (let i = 0; i < C; i++) {
    const value = board[i]! / points;
    for (let c = 0; c < C; c++) floats[everywhere + c]! += value * matrix[i * C + c]!;
  }
}

/** Writes a matrix [input][output] in the kernel's order, eight outputs at a time. */
function putMatrix(matrix: Float32Array, floats: Float32Array, at: number): void {
  const C = CHANNELS;
  for (let i = 0; i < C; i++) {
    for (let o = 0; o < C; o++) floats[at + ((o >> 3) * C + i) * 8 + (o & 7)] = matrix[i * C + o]!;
  }
}

function answers(
  floats: Float32Array,
  placeOf: (p: number) => number,
  position: Position,
  chains: Components,
  head: Float32Array,
  bias: Float32Array,
): Float32Array {
  const { stones } = position;
  const { of, count, size } = chains;
  const points = of.length;
  const out = new Float32Array(points * OUTCOMES);
  const means = new Float32Array(count * OUTCOMES);
  for (let p = 0; p < points; p++) {
    const from = placeOf(p);
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
