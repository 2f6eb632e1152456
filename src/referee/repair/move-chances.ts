import { EMPTY, type Stone } from '../../core/color.js';
import { bySize, type Point } from '../../core/point.js';
import { componentsOf, fourNeighborsOf } from '../../go/board/position.js';
import WEIGHTS from './move-weights.json' with { type: 'json' };

/** A position before a move, and the two moves before it; -1: none, or a pass. */
export interface Situation {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  readonly color: Stone;
  readonly last: Point;
  readonly lastOwn: Point;
}

/** What is seen of a point, each a set of which one holds: names of `MoveWeights`, without the pattern. */
export const MOVE_SIGNS = {
  last: 18,
  lastOwn: 18,
  edge: 6,
  capture: 4,
  escape: 3,
  selfAtari: 3,
  atari: 2,
  ofLast: 5,
  ofOwn: 5,
  weak: 4,
};

/** Weights of a log-linear model of moves: which point a player takes next. */
export interface MoveWeights {
  /** Patterns of the eight neighbors with their weights, packed: see `packPatterns`. Codes are the smallest of the symmetric ones. */
  readonly patterns: string;
  /** Patterns, with their weights, of the eight and the four points behind the next ones, where they are seen often enough. */
  readonly wide: string;
  /** Factor of the pattern's weight, and the weight of each sign's value. */
  readonly pattern: number;
  readonly signs: Readonly<Record<keyof typeof MOVE_SIGNS, readonly number[]>>;
}

const NAMES = Object.keys(MOVE_SIGNS) as (keyof typeof MOVE_SIGNS)[];
export const SIGN_COUNT = NAMES.length;
/** Where the values of each sign begin among those of all. */
const SIGN_STARTS = Int32Array.from(NAMES, (_, i) =>
  NAMES.slice(0, i).reduce((sum, name) => sum + MOVE_SIGNS[name], 0),
);

/** Content of a neighbor off the board. */
const EDGE = 3;

/** The eight neighbors, clockwise from the upper left, and the points two away: up, right, down, left. */
// prettier-ignore
const AROUND: readonly (readonly [number, number])[] = [
  ...([[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]] as const),
  ...([[0, -2], [2, 0], [0, 2], [-2, 0]] as const),
];

/** The points around each point; the number of points off the board. */
const aroundOf = bySize((width, height): Int16Array => {
  const points = width * height;
  return Int16Array.from({ length: AROUND.length * points }, (_, i) => {
    const [dx, dy] = AROUND[i % AROUND.length]!;
    const p = Math.floor(i / AROUND.length);
    const x = (p % width) + dx;
    const y = Math.floor(p / width) + dy;
    return x < 0 || y < 0 || x >= width || y >= height ? points : y * width + x;
  });
});

/** Reads patterns of a position as the player whose turn it is sees it: own stones 1, the opponent's 2, and off the board `EDGE`. */
export function patternReader({ width, height, stones, color }: Situation): (point: Point) => number {
  const around = aroundOf(width, height);
  const seen = new Uint8Array(stones.length + 1);
  for (let p = 0; p < stones.length; p++) {
    const stone = stones[p]!;
    seen[p] = stone === EMPTY ? EMPTY : stone === color ? 1 : 2;
  }
  seen[stones.length] = EDGE;
  return (point) => {
    let code = 0;
    const at = AROUND.length * point;
    for (let i = 0; i < AROUND.length; i++) code |= seen[around[at + i]!]! << (2 * i);
    return code;
  };
}

/** Of a wide pattern, the eight neighbors. */
export const EIGHT = 0xffff;

/** A pattern in all its turns and mirrors. */
export function symmetricWides(code: number): number[] {
  const of = (each: (i: number) => number): number => {
    let made = 0;
    for (let i = 0; i < 12; i++) made |= ((code >> (2 * each(i))) & 3) << (2 * i);
    return made;
  };
  const found: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    found.push(of((i) => (i < 8 ? (i + 2 * turn) % 8 : 8 + ((i - 8 + turn) % 4))));
    found.push(of((i) => (i < 8 ? (16 - i + 2 * turn) % 8 : 8 + ((7 - (i - 8) + turn) % 4))));
  }
  return found;
}

/** Distance as it is felt on a board: dx + dy + max(dx, dy), at most the last class. */
function distanceClass(dx: number, dy: number): number {
  const [x, y] = [Math.abs(dx), Math.abs(dy)];
  return Math.min(x + y + Math.max(x, y), MOVE_SIGNS.last - 1);
}

/** A position with its chains, and those of the last moves; -1: none. */
interface Chains extends Situation {
  readonly chain: Int16Array;
  readonly size: Int16Array;
  readonly liberties: Uint16Array;
  readonly near: Int16Array;
  readonly lastChain: number;
  readonly ownChain: number;
}

function chainsOf(situation: Situation): Chains {
  const { width, height, stones, last, lastOwn } = situation;
  const near = fourNeighborsOf(width, height);
  const { of: chain, count, size } = componentsOf(situation);
  const chainAt = (point: Point): number => (point < 0 || stones[point] === EMPTY ? -1 : chain[point]!);
  const liberties = libertiesOf(stones, near, chain, count);
  return { ...situation, chain, size, liberties, near, lastChain: chainAt(last), ownChain: chainAt(lastOwn) };
}

/** Signs of every empty point of a position: `of[SIGN_COUNT * point + sign]`. */
export function signsOf(situation: Situation, of: Uint8Array = new Uint8Array(0)): Uint8Array {
  const { width, height, stones, last, lastOwn } = situation;
  const points = width * height;
  const signs = of.length >= SIGN_COUNT * points ? of : new Uint8Array(SIGN_COUNT * points);
  signs.fill(0);
  const chains = chainsOf(situation);
  const [lastX, lastY] = [last % width, Math.floor(last / width)];
  const [ownX, ownY] = [lastOwn % width, Math.floor(lastOwn / width)];
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      if (stones[p] !== EMPTY) continue;
      const at = SIGN_COUNT * p;
      if (last >= 0) signs[at] = distanceClass(x - lastX, y - lastY);
      if (lastOwn >= 0) signs[at + 1] = distanceClass(x - ownX, y - ownY);
      signs[at + 2] = Math.min(x, y, width - 1 - x, height - 1 - y, 5);
      lookBeside(chains, p, signs);
    }
  }
  return signs;
}

/** The signs of a point that depend on the chains beside it. */
function lookBeside(chains: Chains, point: Point, signs: Uint8Array): void {
  const { stones, color, chain, size, liberties, near } = chains;
  const at = SIGN_COUNT * point;
  let taken = 0;
  let left = 0;
  let most = 0;
  for (let i = 0; i < 4; i++) {
    const q = near[4 * point + i]!;
    if (stones[q] === EMPTY) {
      if (q !== point) left++;
      continue;
    }
    const c = chain[q]!;
    const free = liberties[c]!;
    if (c === chains.lastChain) signs[at + 7] = Math.min(free, 4);
    if (c === chains.ownChain) signs[at + 8] = Math.min(free, 4);
    if (stones[q] === color) {
      if (free === 1) signs[at + 4] = Math.max(signs[at + 4]!, size[c]! > 1 ? 2 : 1);
      if (free === 2) signs[at + 9] = Math.max(signs[at + 9]!, Math.min(size[c]!, 3));
      most = Math.max(most, free - 1);
    } else if (free === 1) taken += size[c]!;
    else if (free === 2) signs[at + 6] = 1;
  }
  left += most + taken;
  signs[at + 3] = Math.min(taken, 3);
  signs[at + 5] = left === 0 ? 2 : left === 1 ? 1 : 0;
}

function libertiesOf(stones: Uint8Array, near: Int16Array, chain: Int16Array, count: number): Uint16Array {
  const found = new Uint16Array(count);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY) continue;
    for (let i = 4 * p; i < 4 * p + 4; i++) {
      if (stones[near[i]!] === EMPTY) continue;
      const beside = chain[near[i]!]!;
      let isFirst = true;
      for (let j = 4 * p; j < i; j++) if (chain[near[j]!] === beside) isFirst = false;
      if (isFirst) found[beside]!++;
    }
  }
  return found;
}

/** Weights are packed in steps of this, from `-BASE` steps on, one byte each. */
const STEP = 0.04;
const BASE = 200;

/** Patterns in base64: differences of the ascending codes, seven bits a byte with the highest set if more follow, then a byte for each weight. */
export function packPatterns(weights: ReadonlyMap<number, number>): string {
  const sorted = [...weights].sort(([a], [b]) => a - b);
  const bytes: number[] = [];
  let before = 0;
  for (const [code] of sorted) {
    let rest = code - before;
    for (; rest >= 128; rest >>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
    before = code;
  }
  for (const [, weight] of sorted) bytes.push(Math.max(0, Math.min(255, Math.round(weight / STEP) + BASE)));
  return btoa(String.fromCharCode(...bytes));
}

export function unpackPatterns(text: string): Map<number, number> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const codes: number[] = [];
  let at = 0;
  // Of the rest, one byte is the weight of each code.
  while (bytes.length - at > codes.length) {
    let code = codes.at(-1) ?? 0;
    for (let shift = 0, isMore = true; isMore; shift += 7) {
      const byte = bytes[at++]!;
      code += (byte & 127) << shift;
      isMore = byte > 127;
    }
    codes.push(code);
  }
  return new Map(codes.map((code, i) => [code, (bytes[at + i]! - BASE) * STEP]));
}

/** Places for the wide patterns: a power of two, at least twice as many as there are patterns with their symmetric ones. */
const WIDE_BITS = 15;

/** The weights of wide patterns by their codes: open addressing, because a `Map` takes a third of the model's time. */
class WideWeights {
  private readonly codes = new Int32Array(1 << WIDE_BITS).fill(-1);
  private readonly weights = new Float32Array(1 << WIDE_BITS);

  /** Where a code is, or would be. */
  at(code: number): number {
    let at = Math.imul(code, 0x9e3779b1) >>> (32 - WIDE_BITS);
    while (this.codes[at] !== code && this.codes[at] !== -1) at = (at + 1) % this.codes.length;
    return at;
  }

  set(code: number, weight: number): void {
    const at = this.at(code);
    this.codes[at] = code;
    this.weights[at] = weight;
  }

  get(code: number): number | undefined {
    const at = this.at(code);
    return this.codes[at] === code ? this.weights[at] : undefined;
  }
}

/** A model that gives the logarithms of the chances of all points, in a position where the player may take any empty one. */
export function moveModel({ patterns, wide, pattern, signs }: MoveWeights = WEIGHTS) {
  const ofWide = new WideWeights();
  const ofPattern = new Float32Array(EIGHT + 1);
  for (const [code, weight] of unpackPatterns(wide))
    for (const one of symmetricWides(code)) ofWide.set(one, pattern * weight);
  for (const [code, weight] of unpackPatterns(patterns))
    for (const one of symmetricWides(code)) ofPattern[one] = pattern * weight;
  const ofSign = Float32Array.from(NAMES.flatMap((name) => signs[name]));
  let scratch: Uint8Array = new Uint8Array(0);
  return (situation: Situation): Float32Array => {
    const { stones } = situation;
    const wideAt = patternReader(situation);
    const seen = (scratch = signsOf(situation, scratch));
    const scores = new Float32Array(stones.length).fill(IMPOSSIBLE);
    let sum = 0;
    for (let p = 0; p < stones.length; p++) {
      if (stones[p] !== EMPTY) continue;
      const wide = wideAt(p);
      let score = ofWide.get(wide) ?? ofPattern[wide & EIGHT]!;
      for (let i = 0; i < SIGN_COUNT; i++) score += ofSign[SIGN_STARTS[i]! + seen[SIGN_COUNT * p + i]!]!;
      scores[p] = score;
      sum += Math.exp(score);
    }
    const whole = Math.log(sum);
    for (let p = 0; p < scores.length; p++)
      if (stones[p] === EMPTY) scores[p] = Math.max(MIN_LOG, scores[p]! - whole);
    return scores;
  };
}
export type MoveModel = ReturnType<typeof moveModel>;

/** Logarithms of the least chance of a move on an empty point, and of one on a stone. */
const MIN_LOG = -9;
export const IMPOSSIBLE = -10;
