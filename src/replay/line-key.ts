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

/** Keys for finding the same game twice, also mirrored or turned. Moves, passes and setup count; everything else does not. */
export function lineKey(line: MainLine, width: number, height: number): LineKey {
  const { count, kinds, points } = line;
  const table = leastSymmetry(line, width, height);
  const startA = Math.imul(width, 0x9e3779b1) ^ height;
  const startB = Math.imul(height, 0x85ebca6b) ^ width;
  let a = startA;
  let b = startB;
  // The image's halves are made in the same pass: four chains that do not wait for each other.
  let c = startA;
  let d = startB;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind > ACTION.addEmpty) continue;
    const isPoint = isStone(kind);
    const point = points[i]!;
    const word = (isPoint ? point : 0xffff) | (kind << 16);
    a = Math.imul(a ^ word, 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul(b, 0x01000193) + word;
    b ^= b >>> 13;
    const image = (isPoint ? table[point]! : 0xffff) | (kind << 16);
    c = Math.imul(c ^ image, 0x9e3779b1);
    c ^= c >>> 15;
    d = Math.imul(d, 0x01000193) + image;
    d ^= d >>> 13;
  }
  return {
    exactLow: finish(a, 0x7feb352d),
    exactHigh: finish(b, 0x846ca68b),
    symmetricLow: finish(c, 0x7feb352d),
    symmetricHigh: finish(d, 0x846ca68b),
  };
}

function finish(half: number, factor: number): number {
  return Math.imul(half ^ (half >>> 16), factor) >>> 0;
}

function isStone(kind: number): boolean {
  return kind <= ACTION.playWhite || (kind >= ACTION.addBlack && kind <= ACTION.addEmpty);
}

/** The symmetry under which the points read in order are least; the first of them is the line as it stands. */
function leastSymmetry(line: MainLine, width: number, height: number): Uint16Array {
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
  return all[first]!;
}
