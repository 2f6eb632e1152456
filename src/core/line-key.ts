import { ACTION, type MainLine } from './line.js';
import { symmetriesOf } from './point.js';

/**
 * Two 32-bit halves each; equal keys mean equal main lines (moves, setup, size) but for a chance of about 2^-64, of 2^-32 where
 * only the setup of a node differs. Baselines and the search for copies name games by them, decisions do not where there is setup.
 */
export interface LineKey {
  readonly exactLow: number;
  readonly exactHigh: number;
  /** Key of the line's least image under the symmetries of the board. */
  readonly symmetricLow: number;
  readonly symmetricHigh: number;
}

/**
 * Called with the key of each beginning of a line: its first `stones` stones and passes, setup stones of a node all at once.
 * A beginning of the least image is the least image of the beginning, so keys of lines and of beginnings compare.
 */
export type BeginningSeen = (
  stones: number,
  exactLow: number,
  exactHigh: number,
  symmetricLow: number,
  symmetricHigh: number,
) => void;

/**
 * Keys for finding the same game twice, also mirrored or turned. Moves, passes and setup count; nothing else does, not even
 * the order of setup stones in a node.
 */
export function lineKey(line: MainLine, width: number, height: number, seen?: BeginningSeen): LineKey {
  const { count, kinds, points } = line;
  const table = symmetriesOf(width, height)[leastSymmetry(line, width, height)]!;
  const startA = Math.imul(width, 0x9e3779b1) ^ height;
  const startB = Math.imul(height, 0x85ebca6b) ^ width;
  let a = startA;
  let b = startB;
  // The image's halves are made in the same loop: four independent chains of operations.
  let c = startA;
  let d = startB;
  let stones = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind > ACTION.addEmpty) continue;
    let word: number;
    let image: number;
    if (kind >= ACTION.addBlack) {
      const end = endOfSetup(line, i);
      word = setupWord(line, i, end, undefined);
      image = setupWord(line, i, end, table);
      stones += end - i;
      i = end - 1;
    } else {
      const isPoint = kind <= ACTION.playWhite;
      const point = points[i]!;
      word = (isPoint ? point : 0xffff) | (kind << 16);
      image = (isPoint ? table[point]! : 0xffff) | (kind << 16);
      stones++;
    }
    a = Math.imul(a ^ word, 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul(b, 0x01000193) + word;
    b ^= b >>> 13;
    c = Math.imul(c ^ image, 0x9e3779b1);
    c ^= c >>> 15;
    d = Math.imul(d, 0x01000193) + image;
    d ^= d >>> 13;
    if (seen !== undefined) seen(stones, low(a), high(b), low(c), high(d));
  }
  return { exactLow: low(a), exactHigh: high(b), symmetricLow: low(c), symmetricHigh: high(d) };
}

function low(half: number): number {
  return Math.imul(half ^ (half >>> 16), 0x7feb352d) >>> 0;
}

function high(half: number): number {
  return Math.imul(half ^ (half >>> 16), 0x846ca68b) >>> 0;
}

/** Index after the last setup stone in a row in one node. */
function endOfSetup({ count, kinds, nodes }: MainLine, start: number): number {
  let end = start + 1;
  while (end < count && nodes[end] === nodes[start] && isSetup(kinds[end]!)) end++;
  return end;
}

function isSetup(kind: number): boolean {
  return kind >= ACTION.addBlack && kind <= ACTION.addEmpty;
}

/** One word for setup stones in any order, or for their images. */
function setupWord(line: MainLine, start: number, end: number, table: Uint16Array | undefined): number {
  let sum = 0;
  for (let i = start; i < end; i++) {
    const point = line.points[i]!;
    const word = (table === undefined ? point : table[point]!) | (line.kinds[i]! << 16);
    const mixed = Math.imul(word ^ (word >>> 9), 0x9e3779b1);
    sum = (sum + Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)) >>> 0;
  }
  return sum;
}

/** Number of the symmetry under which the words read in order are least; the first of them is the identity. */
function leastSymmetry(line: MainLine, width: number, height: number): number {
  const all = symmetriesOf(width, height);
  let alive = (1 << all.length) - 1;
  const { count, kinds, points } = line;
  for (let i = 0; i < count && (alive & (alive - 1)) !== 0; i++) {
    const kind = kinds[i]!;
    const isRun = isSetup(kind);
    if (!isRun && kind > ACTION.playWhite) continue;
    const end = isRun ? endOfSetup(line, i) : i + 1;
    let least = Infinity;
    let best = 0;
    for (let s = 0; s < all.length; s++) {
      if ((alive & (1 << s)) === 0) continue;
      const image = isRun ? setupWord(line, i, end, all[s]) : all[s]![points[i]!]!;
      if (image < least) {
        least = image;
        best = 1 << s;
      } else if (image === least) {
        best |= 1 << s;
      }
    }
    alive = best;
    i = end - 1;
  }
  return 31 - Math.clz32(alive & -alive);
}
