import { ACTION, type MainLine } from '../core/line.js';
import { symmetriesOf } from '../core/symmetry.js';

/** Two 32-bit halves each; equal keys mean equal main lines (moves, setup, size) but for a chance of about 2^-64. */
export interface LineKey {
  readonly exactLow: number;
  readonly exactHigh: number;
  /** Key of the line's least image under the symmetries of the board. */
  readonly symmetricLow: number;
  readonly symmetricHigh: number;
}

let low = 0;
let high = 0;

/** Keys for finding the same game twice, also mirrored or turned. Moves, passes and setup count; everything else does not. */
export function lineKey(line: MainLine, width: number, height: number): LineKey {
  hash(line, width, height, undefined);
  const exactLow = low;
  const exactHigh = high;
  const table = leastSymmetry(line, width, height);
  if (table) hash(line, width, height, table);
  return { exactLow, exactHigh, symmetricLow: low, symmetricHigh: high };
}

function hash(line: MainLine, width: number, height: number, table: Uint16Array | undefined): void {
  const { count, kinds, points } = line;
  let a = Math.imul(width, 0x9e3779b1) ^ height;
  let b = Math.imul(height, 0x85ebca6b) ^ width;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind > ACTION.addEmpty) continue;
    const point = points[i]!;
    const word = (isStone(kind) ? (table ? table[point]! : point) : 0xffff) | (kind << 16);
    a = Math.imul(a ^ word, 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul(b, 0x01000193) + word;
    b ^= b >>> 13;
  }
  low = Math.imul(a ^ (a >>> 16), 0x7feb352d) >>> 0;
  high = Math.imul(b ^ (b >>> 16), 0x846ca68b) >>> 0;
}

function isStone(kind: number): boolean {
  return kind <= ACTION.playWhite || (kind >= ACTION.addBlack && kind <= ACTION.addEmpty);
}

/** The symmetry under which the points read in order are least; `undefined` when that is the line as it stands. */
function leastSymmetry(line: MainLine, width: number, height: number): Uint16Array | undefined {
  const all = symmetriesOf(width, height);
  let alive = (1 << all.length) - 1;
  const { count, kinds, points } = line;
  for (let i = 0; i < count && (alive & (alive - 1)) !== 0; i++) {
    if (!isStone(kinds[i]!)) continue;
    let least = 0x10000;
    let best = 0;
    for (let s = 0; s < all.length; s++) {
      if ((alive & (1 << s)) === 0) continue;
      const image = all[s]![points[i]!]!;
      if (image < least) {
        least = image;
        best = 1 << s;
      } else if (image === least) {
        best |= 1 << s;
      }
    }
    alive = best;
  }
  const first = 31 - Math.clz32(alive & -alive);
  return first === 0 ? undefined : all[first];
}
