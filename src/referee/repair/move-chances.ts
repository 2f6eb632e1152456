import { EMPTY, type Stone } from '../../core/color.js';
import { bySize, type Point } from '../../core/point.js';
import { componentsOf, neighborsOf } from '../../go/board/position.js';
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
  /** The same of the eight and the four points behind the next ones, where they are seen often enough. */
  readonly wide: string;
  /** Factor of the pattern's weight, and the weight of each sign's value. */
  readonly pattern: number;
  readonly signs: Readonly<Record<keyof typeof MOVE_SIGNS, readonly number[]>>;
}

const NAMES = Object.keys(MOVE_SIGNS) as (keyof typeof MOVE_SIGNS)[];
export const SIGN_COUNT = NAMES.length;

/** Content of a neighbor off the board. */
const EDGE = 3;

/** The eight neighbors, clockwise from the upper left, and the points two away: up, right, down, left. */
// prettier-ignore
const AROUND: readonly (readonly [number, number])[] = [
  ...([[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]] as const),
  ...([[0, -2], [2, 0], [0, 2], [-2, 0]] as const),
];

/** The points around each point; -1 off the board. */
const aroundOf = bySize((width, height): Int16Array => {
  const found = new Int16Array(AROUND.length * width * height);
  for (let p = 0; p < width * height; p++) {
    AROUND.forEach(([dx, dy], i) => {
      const x = (p % width) + dx;
      const y = Math.floor(p / width) + dy;
      const isOff = x < 0 || y < 0 || x >= width || y >= height;
      found[AROUND.length * p + i] = isOff ? -1 : y * width + x;
    });
  }
  return found;
});

let smallestCodes: Uint16Array | undefined;

/** The smallest code of a pattern under turns and mirrors. */
function smallestOf(code: number): number {
  smallestCodes ??= Uint16Array.from({ length: 1 << 16 }, (_, each) => {
    let smallest = each;
    let mirrored = 0;
    for (let i = 0; i < 8; i++) mirrored |= ((each >> (2 * i)) & 3) << (2 * ((8 - i) % 8));
    for (const start of [each, mirrored]) {
      for (let turn = 0, code = start; turn < 4; turn++) {
        code = ((code << 4) | (code >> 12)) & 0xffff;
        if (code < smallest) smallest = code;
      }
    }
    return smallest;
  });
  return smallestCodes[code]!;
}

/** The pattern of the eight neighbors of an empty point: the smallest of the symmetric ones. */
export function patternAt(situation: Situation, point: Point): number {
  return patternIn(wideAt(situation, point));
}

/** The same of a wide pattern. */
function patternIn(wide: number): number {
  return smallestOf(wide & 0xffff);
}

/**
 * The pattern of the eight neighbors and the four points behind, as it lies, for the player whose turn it is: own stones 1,
 * the opponent's 2.
 */
export function wideAt(
  { width, height, stones, color }: Situation,
  point: Point,
  around = aroundOf(width, height),
): number {
  let code = 0;
  for (let i = 0; i < AROUND.length; i++) {
    const at = around[AROUND.length * point + i]!;
    const content = at < 0 ? EDGE : stones[at]!;
    code |= (content === EMPTY || content === EDGE ? content : content === color ? 1 : 2) << (2 * i);
  }
  return code;
}

/** A wide pattern in all its turns and mirrors. */
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
function distanceClass(width: number, a: Point, b: Point): number {
  if (b < 0) return 0;
  const dx = Math.abs((a % width) - (b % width));
  const dy = Math.abs(Math.floor(a / width) - Math.floor(b / width));
  return Math.min(dx + dy + Math.max(dx, dy), MOVE_SIGNS.last - 1);
}

/** A position with its chains, and those of the last moves; -1: none. */
interface Chains extends Situation {
  readonly chain: Int16Array;
  readonly size: Int16Array;
  readonly liberties: Uint16Array;
  readonly lastChain: number;
  readonly ownChain: number;
}

function chainsOf(situation: Situation): Chains {
  const { stones, last, lastOwn } = situation;
  const { of: chain, count, size } = componentsOf(situation);
  const chainAt = (point: Point): number => (point < 0 || stones[point] === EMPTY ? -1 : chain[point]!);
  const liberties = libertiesOf(situation, chain, count);
  return { ...situation, chain, size, liberties, lastChain: chainAt(last), ownChain: chainAt(lastOwn) };
}

/** Signs of every empty point of a position: `of[SIGN_COUNT * point + sign]`. */
export function signsOf(situation: Situation, of: Uint8Array = new Uint8Array(0)): Uint8Array {
  const { width, height, stones, last, lastOwn } = situation;
  const points = width * height;
  const signs = of.length >= SIGN_COUNT * points ? of : new Uint8Array(SIGN_COUNT * points);
  signs.fill(0);
  const chains = chainsOf(situation);
  const near = neighborsOf(width, height);
  for (let p = 0; p < points; p++) {
    if (stones[p] !== EMPTY) continue;
    const x = p % width;
    const y = Math.floor(p / width);
    const at = SIGN_COUNT * p;
    signs[at] = distanceClass(width, p, last);
    signs[at + 1] = distanceClass(width, p, lastOwn);
    signs[at + 2] = Math.min(x, y, width - 1 - x, height - 1 - y, 5);
    lookBeside(chains, near[p]!, signs, at);
  }
  return signs;
}

/** The signs of a point that depend on the chains beside it; those of the point begin at `at`. */
function lookBeside(chains: Chains, near: readonly Point[], signs: Uint8Array, at: number): void {
  const { stones, color, chain, size, liberties } = chains;
  let taken = 0;
  let left = 0;
  let most = 0;
  for (const q of near) {
    if (stones[q] === EMPTY) {
      left++;
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

/** Liberties of each chain, counted to two and the further ones to more. */
function libertiesOf({ width, height, stones }: Situation, chain: Int16Array, count: number): Uint16Array {
  const near = neighborsOf(width, height);
  const found = new Uint16Array(count);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY) continue;
    const beside = near[p]!;
    for (let i = 0; i < beside.length; i++) {
      const q = beside[i]!;
      if (stones[q] === EMPTY) continue;
      let isFirst = true;
      for (let j = 0; j < i; j++)
        if (stones[beside[j]!] !== EMPTY && chain[beside[j]!] === chain[q]) isFirst = false;
      if (isFirst) found[chain[q]!]!++;
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

/** A model that gives the logarithms of the chances of all points, in a position where the player may take any empty one. */
export function moveModel({ patterns, wide, pattern, signs }: MoveWeights = WEIGHTS) {
  const ofWide = new Map<number, number>();
  for (const [code, weight] of unpackPatterns(wide)) {
    for (const one of symmetricWides(code)) ofWide.set(one, pattern * weight);
  }
  const ofPattern = new Float32Array(1 << 16);
  for (const [code, weight] of unpackPatterns(patterns)) ofPattern[code] = pattern * weight;
  const ofSign = NAMES.map((name) => signs[name]);
  let scratch: Uint8Array = new Uint8Array(0);
  return (situation: Situation): Float32Array => {
    const { width, height, stones } = situation;
    const around = aroundOf(width, height);
    scratch = signsOf(situation, scratch);
    const scores = new Float32Array(stones.length).fill(IMPOSSIBLE);
    let sum = 0;
    for (let p = 0; p < stones.length; p++) {
      if (stones[p] !== EMPTY) continue;
      const wide = wideAt(situation, p, around);
      let score = ofWide.get(wide) ?? ofPattern[patternIn(wide)]!;
      for (let i = 0; i < SIGN_COUNT; i++) score += ofSign[i]![scratch[SIGN_COUNT * p + i]!]!;
      scores[p] = score;
      sum += Math.exp(score);
    }
    const whole = Math.log(sum);
    for (let p = 0; p < scores.length; p++)
      if (stones[p] === EMPTY) scores[p] = Math.max(LEAST, scores[p]! - whole);
    return scores;
  };
}
export type MoveModel = ReturnType<typeof moveModel>;

/** Logarithms of the least chance of a move on an empty point, and of one on a stone. */
const LEAST = -9;
export const IMPOSSIBLE = -10;
