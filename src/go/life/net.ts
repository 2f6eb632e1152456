import { EMPTY } from '../../core/color.js';
import { bytesOfBase64, instantiate } from '../../core/webassembly.js';
import { PRODUCTS } from '../../core/kernels/bytes.js';
import {
  ANSWER,
  CHANNELS,
  PRODUCT_LAYERS,
  NO_BIAS,
  OUTCOMES,
  PLANE_COUNT,
  PLANES,
  ROWS,
  SHORT_ROW,
  SIDE,
} from '../../core/kernels/layout.js';
import { type NetInput, ONE } from './net-input.js';
import type { Components, Position } from '../board/position.js';

/** Input planes as the trainer lays them out (a multiple of eight). */
const PADDED_PLANES = 24;

/** Numbers of weights: of a convolution, of a block, and of all outside the blocks. */
const CONVOLUTION = 9 * CHANNELS * CHANNELS + CHANNELS;
const BLOCK = 2 * CONVOLUTION + 2 * CHANNELS * CHANNELS;
const ENDS = 9 * PADDED_PLANES * CHANNELS + CHANNELS + CHANNELS * OUTCOMES + OUTCOMES;

/** Number of weights of a net with this many blocks. */
export function weightCount(blocks: number): number {
  return ENDS + blocks * BLOCK;
}

/** Numbers in single precision, or the bits of numbers in half precision (IEEE 754), none of them infinite or NaN. */
export type Weights = Float32Array | Uint16Array;

/** A net ready to run: three chances for each point (Black's, White's, nobody's), point-major. */
export interface Net {
  run(position: Position, input: NetInput): Float32Array;
}

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  widen(from: number, to: number, count: number): void;
  arrange(matrix: number, to: number): void;
  transform(taps: number, inputs: number, w: number): void;
  spread(x: number, v: number, across: number, down: number, row: number, plane: number): void;
  shorten(x: number, matrices: number, w: number): void;
  multiply(x: number, w: number, b: number, y: number, rows: number): void;
  multiplyPlanes(
    x: number,
    w: number,
    y: number,
    rows: number,
    matrices: number,
    plane: number,
    shorts: number,
  ): void;
  gather(m: number, y: number, b: number, across: number, down: number, row: number, plane: number): void;
  enter(points: number, places: number, planes: number, one: number, a: number): void;
  rectify(points: number, places: number, x: number, y: number): void;
  total(points: number, places: number, parts: number, x: number, sums: number): void;
  means(count: number, sizes: number, sums: number, points: number, board: number): void;
  finish(points: number, places: number, parts: number, y: number, sums: number, x: number, a: number): void;
  answer(points: number, places: number, x: number, head: number, to: number): void;
}

/** Bytes of all channels of a point. */
const POINT = CHANNELS * 4;

/** Bytes of a convolution's factors: 16 bits each, and the scale of each plane. */
const FACTORS = PLANE_COUNT * CHANNELS * (2 * CHANNELS + 4);

/** Where a block's weights are in the kernel's memory. */
interface Block {
  readonly first: number;
  readonly second: number;
  /** From the means over a point's component to all channels. */
  readonly component: number;
  /** From the means over the board to all channels. */
  readonly board: number;
}

/** A kernel, its memory as numbers, and where its weights are. */
interface Loaded {
  readonly kernel: Kernel;
  readonly floats: Float32Array;
  readonly entry: number;
  readonly blocks: readonly Block[];
  readonly head: number;
  /** End of the weights. */
  readonly end: number;
}

/** Reserves bytes of a memory from `start` on, on boundaries of 16: each call returns where they start. */
function allocator(memory: ArrayBuffer, start: number): (size: number) => number {
  let top = start;
  return (size) => {
    const at = top;
    top += (size + 15) & ~15;
    if (top > memory.byteLength) throw new RangeError('this size of board has no room in the net');
    return at;
  };
}

/** Loads weights in the trainer's order into a kernel, in the kernel's order. */
function load(weights: Weights): Loaded {
  const count = (weights.length - ENDS) / BLOCK;
  if (!Number.isInteger(count)) throw new TypeError(`${weights.length} weights are those of no net`);
  const kernel = instantiate(PRODUCTS) as Kernel;
  const memory = kernel.memory.buffer;
  const floats = new Float32Array(memory);
  const C = CHANNELS;
  /** Scratch space for filters while they are transformed, for the result until it is shortened, and for half precision. */
  const taps = memory.byteLength - 9 * C * POINT;
  const matrices = taps - PLANE_COUNT * C * POINT;
  const halves = matrices - 9 * C * POINT;
  const reserve = allocator(memory, PRODUCT_LAYERS);
  let read = 0;

  /** Writes the next weights as floats. */
  function take(size: number, at: number): void {
    const some = weights.subarray(read, (read += size));
    if (some instanceof Float32Array) floats.set(some, at / 4);
    else {
      new Uint16Array(memory).set(some, halves / 2);
      kernel.widen(halves, at, size);
    }
  }

  /** Writes a transformed convolution and, after it, its bias in the kernel's order; returns where they start. */
  function takeConvolution(inputs: number): number {
    const at = reserve(FACTORS + POINT);
    take(9 * inputs * C, taps);
    floats.fill(0, matrices / 4, taps / 4);
    kernel.transform(taps, inputs, matrices);
    kernel.shorten(matrices, PLANE_COUNT, at);
    take(C, at + FACTORS);
    return at;
  }

  function takeMatrix(): number {
    const at = reserve(C * POINT);
    take(C * C, taps);
    kernel.arrange(taps, at);
    return at;
  }

  /** The head, outcome by outcome, and its bias. */
  function takeHead(): number {
    const at = reserve(OUTCOMES * POINT + 4 * ANSWER);
    take(C * OUTCOMES, taps);
    for (let i = 0; i < C * OUTCOMES; i++)
      floats[at / 4 + (i % OUTCOMES) * C + Math.floor(i / OUTCOMES)] = floats[taps / 4 + i]!;
    take(OUTCOMES, at + OUTCOMES * POINT);
    return at;
  }

  const entry = takeConvolution(PADDED_PLANES);
  const blocks = Array.from({ length: count }, (): Block => {
    const [first, second] = [takeConvolution(C), takeConvolution(C)];
    return { first, second, component: takeMatrix(), board: takeMatrix() };
  });
  const head = takeHead();
  return { kernel, floats, entry, blocks, head, end: reserve(0) };
}

/**
 * Makes a net from its weights in the trainer's order: input convolution, then per block two convolutions and the matrices
 * of the component means and of the board means, finally the head.
 *
 * A block adds to its input: relu, convolve, relu, then convolve plus the product of the means over the point's component
 * (chains and empty regions in even blocks, areas without the dead in odd ones) plus that of the means over the board.
 * A chain of stones gets one answer, the mean of its points'.
 */
export function makeNet(weights: Weights): Net {
  const loaded = load(weights);
  return { run: (position, input) => runNet(loaded, position, input) };
}

function runNet(
  { kernel, floats, entry, blocks, head, end }: Loaded,
  position: Position,
  input: NetInput,
): Float32Array {
  const { width, height } = position;
  const points = width * height;
  const across = Math.ceil(width / SIDE);
  const down = Math.ceil(height / SIDE);
  const row = (across * SIDE + 2) * POINT;
  const tiles = across * down;
  const most = Math.ceil(tiles / ROWS) * ROWS;
  const plane = most * POINT;
  const size = (down * SIDE + 2) * row;
  const reserve = allocator(kernel.memory.buffer, end);
  const words = new Int32Array(kernel.memory.buffer);
  const places = reserve(points * 4);
  const chains = reserve(points * 4);
  const areas = reserve(points * 4);
  const chainSizes = reserve(points * 4);
  const areaSizes = reserve(points * 4);
  const planes = reserve(points * PLANES);
  const [a, h, x, y] = [reserve(size), reserve(size), reserve(size), reserve(size)];
  const v = reserve(PLANE_COUNT * plane);
  const m = reserve(PLANE_COUNT * plane);
  const shorts = reserve(most * SHORT_ROW);
  const means = reserve((points + ROWS) * POINT);
  const sums = reserve((points + ROWS) * POINT);
  const whole = reserve(ROWS * POINT);
  const everywhere = reserve(ROWS * POINT);
  const answers = reserve(points * 4 * ANSWER);
  const inner = row + POINT;

  const convolve = (from: number, layer: number, to: number): void => {
    kernel.spread(from, v, across, down, row, plane);
    kernel.multiplyPlanes(v, layer, m, tiles, PLANE_COUNT, plane, shorts);
    kernel.gather(m, to + inner, layer + FACTORS, across, down, row, plane);
  };
  /** By component: the products of the means of h over the component and over the board. */
  const sumMeans = (count: number, parts: number, sizes: number, block: Block): void => {
    floats.fill(0, means / 4, (means + count * POINT) / 4);
    kernel.total(points, places, parts, h, means);
    kernel.means(count, sizes, means, points, whole);
    kernel.multiply(whole, block.board, NO_BIAS, everywhere, 1);
    kernel.multiply(means, block.component, everywhere, sums, count);
  };

  for (let p = 0; p < points; p++) {
    const column = p % width;
    words[places / 4 + p] = inner + ((p - column) / width) * row + column * POINT;
    words[chains / 4 + p] = input.chains.of[p]! * POINT;
    words[areas / 4 + p] = input.areas.of[p]! * POINT;
  }
  words.set(input.chains.size.subarray(0, input.chains.count), chainSizes / 4);
  words.set(input.areas.size.subarray(0, input.areas.count), areaSizes / 4);
  new Int8Array(kernel.memory.buffer).set(input.planes, planes);
  floats.fill(0, a / 4, x / 4);
  kernel.enter(points, places, planes, ONE, a);
  convolve(a, entry, x);
  kernel.rectify(points, places, x, a);
  for (const [b, block] of blocks.entries()) {
    const isOfChains = b % 2 === 0;
    const parts = isOfChains ? chains : areas;
    convolve(a, block.first, y);
    kernel.rectify(points, places, y, h);
    if (isOfChains) sumMeans(input.chains.count, chains, chainSizes, block);
    else sumMeans(input.areas.count, areas, areaSizes, block);
    convolve(h, block.second, y);
    kernel.finish(points, places, parts, y, sums, x, a);
  }
  kernel.answer(points, places, a, head, answers);
  return chancesOf(floats.subarray(answers / 4, answers / 4 + points * ANSWER), position, input.chains);
}

/** Chances of the outcomes from the head's answer for each point; the points of a chain share their mean. */
function chancesOf(answers: Float32Array, { stones }: Position, chains: Components): Float32Array {
  const { of, count, size, content } = chains;
  const points = of.length;
  const chances = new Float32Array(points * OUTCOMES);
  const means = new Float32Array(count * ANSWER);
  for (let p = 0; p < points; p++) {
    if (stones[p] === EMPTY) {
      putChances(answers, p * ANSWER, chances, p * OUTCOMES);
      continue;
    }
    const at = of[p]! * ANSWER;
    for (let o = 0; o < OUTCOMES; o++) means[at + o]! += answers[p * ANSWER + o]! / size[of[p]!]!;
  }
  const shared = new Float32Array(count * OUTCOMES);
  for (let c = 0; c < count; c++) {
    if (content[c] !== EMPTY) putChances(means, c * ANSWER, shared, c * OUTCOMES);
  }
  for (let p = 0; p < points; p++) {
    if (stones[p] === EMPTY) continue;
    for (let o = 0; o < OUTCOMES; o++) chances[p * OUTCOMES + o] = shared[of[p]! * OUTCOMES + o]!;
  }
  return chances;
}

/** Turns log-odds of three outcomes into chances that sum to one (softmax). */
function putChances(odds: Float32Array, from: number, chances: Float32Array, to: number): void {
  const black = odds[from]!;
  const white = odds[from + 1]!;
  const none = odds[from + 2]!;
  const most = Math.max(black, white, none);
  const b = Math.exp(black - most);
  const w = Math.exp(white - most);
  const n = Math.exp(none - most);
  const sum = b + w + n;
  chances[to] = b / sum;
  chances[to + 1] = w / sum;
  chances[to + 2] = n / sum;
}

/** Weights from base64 of their bits in half precision, little-endian. */
export function weightsOfBase64(base64: string): Weights {
  // A copy, because Node's own bytes may start in the middle of a buffer.
  return new Uint16Array(new Uint8Array(bytesOfBase64(base64)).buffer);
}
