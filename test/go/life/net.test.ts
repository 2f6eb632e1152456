import { describe, expect, test } from 'vitest';
import { EMPTY } from '../../../src/core/color.js';
import { PRODUCTS } from '../../../src/core/kernels/bytes.js';
import { CHANNELS, PRODUCT_LAYERS, OUTCOMES, PLANES } from '../../../src/core/kernels/layout.js';
import { prove } from '../../../src/go/life/benson.js';
import { netInputOf as describePosition, type NetInput, ONE } from '../../../src/go/life/net-input.js';
import { instantiate } from '../../../src/core/webassembly.js';
import { makeNet, weightCount, weightsOfBase64 } from '../../../src/go/life/net.js';
import { fromHalf, toHalf } from '../../train/pack.js';
import { sharedPlayer } from '../../../src/go/life/playouts.js';
import { type Components, componentsOf, type Position } from '../../../src/go/board/position.js';
import { runReflected } from '../../../src/go/life/estimate-net.js';
import { WEIGHTS } from '../../../src/go/life/weights.js';
import { position } from './support.js';

const C = CHANNELS;
const PADDED = 24;
/** Blocks of the net that ships. */
const BLOCKS = 6;

/** The net written down literally, a board point at a time. */
function literally(weights: Float32Array, blocks: number, board: Position, features: NetInput): number[] {
  const { width, height, stones } = board;
  const points = width * height;
  let read = 0;
  const take = (count: number): Float32Array => weights.subarray(read, (read += count));
  const convolution = (inputs: number, from: number[][]): number[][] => {
    const w = take(9 * inputs * C);
    const bias = take(C);
    return from.map((_, p) => {
      const out = Array.from(bias);
      for (let tap = 0; tap < 9; tap++) {
        const y = Math.floor(p / width) + Math.floor(tap / 3) - 1;
        const x = (p % width) + (tap % 3) - 1;
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        from[y * width + x]!.forEach((value, i) => {
          for (let o = 0; o < C; o++) out[o]! += value * w[(tap * inputs + i) * C + o]!;
        });
      }
      return out;
    });
  };
  const relu = (values: number[][]): number[][] =>
    values.map((row) => row.map((value) => Math.max(0, value)));
  const meansOf = (values: number[][], of: (p: number) => number): Map<number, number[]> => {
    const sums = new Map<number, number[]>();
    const counts = new Map<number, number>();
    values.forEach((row, p) => {
      const key = of(p);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const sum = sums.get(key);
      if (sum) row.forEach((value, c) => (sum[c]! += value));
      else sums.set(key, [...row]);
    });
    for (const [key, sum] of sums)
      sums.set(
        key,
        sum.map((value) => value / counts.get(key)!),
      );
    return sums;
  };
  const planes = Array.from({ length: points }, (_, p) =>
    Array.from({ length: PADDED }, (_f, f) => (f < PLANES ? features.planes[p * PLANES + f]! / ONE : 0)),
  );
  let x = convolution(PADDED, planes);
  for (let b = 0; b < blocks; b++) {
    const h = relu(convolution(C, relu(x)));
    const y = convolution(C, h);
    const byComponent = take(C * C);
    const byBoard = take(C * C);
    const parts: Components = b % 2 === 0 ? features.chains : features.areas;
    const means = meansOf(h, (p) => parts.of[p]!);
    const whole = meansOf(h, () => 0).get(0)!;
    x = x.map((row, p) =>
      row.map((value, c) => {
        let sum = value + y[p]![c]!;
        means.get(parts.of[p]!)!.forEach((mean, i) => (sum += mean * byComponent[i * C + c]!));
        whole.forEach((mean, i) => (sum += mean * byBoard[i * C + c]!));
        return sum;
      }),
    );
  }
  const head = take(C * OUTCOMES);
  const bias = take(OUTCOMES);
  const logits = relu(x).map((row) =>
    Array.from(bias, (start, o) =>
      row.reduce((sum, value, c) => sum + value * head[c * OUTCOMES + o]!, start),
    ),
  );
  const chainMeans = meansOf(logits, (p) => features.chains.of[p]!);
  return logits.flatMap((own, p) => {
    const row = stones[p] === EMPTY ? own : chainMeans.get(features.chains.of[p]!)!;
    const most = Math.max(...row);
    const powers = row.map((value) => Math.exp(value - most));
    const sum = powers.reduce((a, b) => a + b);
    return powers.map((power) => power / sum);
  });
}

function featuresOf(board: Position): NetInput {
  const chains = componentsOf(board);
  const sums = sharedPlayer().run(board, 16);
  return describePosition(board, chains, sums, prove(board, chains));
}

const boards = [
  `.X.O.
   XXOO.
   .XO.O
   XXOO.
   ..XO.`,
  `..X.O..
   ..X.O..
   .OX.OX.
   ..X.O..`,
  `X`,
];

describe('the net', () => {
  const packed = weightsOfBase64(WEIGHTS);
  const weights = Float32Array.from(packed, fromHalf);
  const net = makeNet(packed);

  test.each(boards)('computes what it says: %s', (diagram) => {
    const board = position(diagram);
    const features = featuresOf(board);
    const expected = literally(weights, BLOCKS, board, features);
    const got = net.run(board, features);
    expect(got.length).toBe(expected.length);
    expected.forEach((chance, i) => expect(Math.abs(got[i]! - chance)).toBeLessThan(5e-4));
  });

  test('numbers of one sign, as large as they get, do not overflow', () => {
    const board = position('XO.XO.\n.XO.XO\nO.XO.X\nXO.XO.\n.XO.XO\nO.XO.X');
    const seen = featuresOf(board);
    const features = { ...seen, planes: new Int8Array(seen.planes.length).fill(ONE) };
    for (const value of [0.01, 1]) {
      const even = new Float32Array(weightCount(1)).fill(value);
      // The head brings sums of the size that three convolutions make to differences of about one.
      for (let i = even.length - (C + 1) * OUTCOMES; i < even.length; i++) {
        even[i] = ((i % OUTCOMES) * 1e-9) / value ** 3;
      }
      const expected = literally(even, 1, board, features);
      const got = makeNet(even).run(board, features);
      expect(Math.max(...expected)).toBeLessThan(0.99);
      expected.forEach((chance, i) => expect(Math.abs(got[i]! - chance)).toBeLessThan(1e-3));
    }
  });

  test('a whole board is computed as exactly', () => {
    const stones = new Uint8Array(361).map((_, p) => [0, 1, 2, 2, 0, 1, 1][(p * p + (p >> 3)) % 7]!);
    const board = { width: 19, height: 19, stones };
    const features = featuresOf(board);
    const expected = literally(weights, BLOCKS, board, features);
    const got = net.run(board, features);
    const off = expected.map((chance, i) => Math.abs(got[i]! - chance));
    expect(Math.max(...off)).toBeLessThan(1e-2);
    expect(off.reduce((a, b) => a + b) / off.length).toBeLessThan(2e-4);
  });

  test('a big board leaves nothing behind for a small one', () => {
    const board = position(boards[0]!);
    const features = featuresOf(board);
    const before = net.run(board, features);
    const big: Position = { width: 25, height: 25, stones: new Uint8Array(625).map((_, p) => (p * 7) % 3) };
    net.run(big, featuresOf(big));
    expect(net.run(board, features)).toEqual(before);
  });

  test('the second look is the first at the board turned round with the colors exchanged', () => {
    const board = position(boards[1]!);
    const points = board.stones.length;
    const none = new Int16Array(points);
    const sums = { playouts: 1, blackFirst: none, whiteFirst: none, kept: none };
    const seen = (start: Position): NetInput =>
      describePosition(start, componentsOf(start), sums, prove(start, componentsOf(start)));
    const turned: Position = {
      ...board,
      stones: Uint8Array.from(board.stones, (stone) => (stone === EMPTY ? EMPTY : 3 - stone)).reverse(),
    };
    // The order in which components are summed up differs, and what is rounded with it.
    const look = runReflected(net, board, seen(board));
    const plain = net.run(turned, seen(turned));
    for (let p = 0; p < points; p++) {
      const q = points - 1 - p;
      expect(look[p * OUTCOMES]).toBeCloseTo(plain[q * OUTCOMES + 1]!, 3);
      expect(look[p * OUTCOMES + 1]).toBeCloseTo(plain[q * OUTCOMES]!, 3);
      expect(look[p * OUTCOMES + 2]).toBeCloseTo(plain[q * OUTCOMES + 2]!, 3);
    }
  });

  test('weights in single precision give the same', () => {
    const board = position(boards[0]!);
    expect(makeNet(weights).run(board, featuresOf(board))).toEqual(net.run(board, featuresOf(board)));
  });

  test('weights of another shape are refused', () => {
    expect(() => makeNet(weights.subarray(1))).toThrow(TypeError);
    expect(weights.length).toBe(weightCount(BLOCKS));
  });

  test('less than a megabyte ships', () => {
    expect(WEIGHTS.length + PRODUCTS.wasm.length).toBeLessThan(1e6);
  });
});

describe('half-precision numbers', () => {
  const { memory, widen } = instantiate(PRODUCTS) as {
    readonly memory: { readonly buffer: ArrayBuffer };
    readonly widen: (from: number, to: number, count: number) => void;
  };

  test('every one is its sign, fraction and power of two', () => {
    const finite = Uint16Array.from({ length: 65536 }, (_, bits) => bits).filter(
      (bits) => ((bits >> 10) & 31) < 31,
    );
    const to = PRODUCT_LAYERS + 2 * finite.length;
    new Uint16Array(memory.buffer).set(finite, PRODUCT_LAYERS / 2);
    widen(PRODUCT_LAYERS, to, finite.length);
    expect(new Float32Array(memory.buffer, to, finite.length)).toEqual(Float32Array.from(finite, fromHalf));
  });

  test.each([0, 1, -1, 0.5, 65504, 2 ** -14, 2 ** -24, -3.140625, 1023 * 2 ** -24])('%d is kept', (value) => {
    expect(fromHalf(toHalf(value))).toBe(value);
  });

  test('others move by less than a thousandth', () => {
    for (let value = 0.001; value < 1000; value *= 1.37) {
      expect(Math.abs(fromHalf(toHalf(value)) / value - 1)).toBeLessThan(1 / 2000);
    }
  });
});
