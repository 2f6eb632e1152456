/** Sketches of plays, which agree in part where games agree but for a few moves. */
import { ACTION, type MainLine } from '../../core/line.js';
import { symmetriesOf } from '../../core/point.js';

/** Words of a sketch. */
export const SKETCH_WORDS = 16;
/** Plays of one shingle. */
const SHINGLE = 4;
/** The points of the plays of a line, without their colors: where a record lacks a move, all later plays may have the other. */
export function playsOf({ count, kinds, points }: MainLine): Uint16Array {
  const plays = new Uint16Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) if (kinds[i]! <= ACTION.playWhite) plays[length++] = points[i]!;
  return plays.subarray(0, length);
}

/**
 * Writes the sketch of a line: of the hashes of all runs of SHINGLE plays, each the least of those of its images under the symmetries of
 * the board, the least in each of SKETCH_WORDS classes; 0 where a class has none.
 */
export function writeSketch(
  words: Uint32Array,
  at: number,
  line: MainLine,
  width: number,
  height: number,
): void {
  const plays = playsOf(line);
  const symmetries = symmetriesOf(width, height);
  const mixed = new Uint32Array(plays.length);
  for (const table of symmetries) {
    for (let i = SHINGLE - 1; i < plays.length; i++) {
      let hash = width;
      for (let j = i - SHINGLE + 1; j <= i; j++) {
        hash = Math.imul(hash ^ table[plays[j]!]!, 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      const word = hash >>> 0 || 1;
      if (mixed[i] === 0 || word < mixed[i]!) mixed[i] = word;
    }
  }
  for (let i = SHINGLE - 1; i < plays.length; i++) {
    // The least of eight hashes is small: its bits are mixed again before it is put into a class.
    const hash = Math.imul(mixed[i]! ^ (mixed[i]! >>> 16), 0x7feb352d);
    const word = (hash ^ (hash >>> 15)) >>> 0 || 1;
    const into = at + (word % SKETCH_WORDS);
    if (words[into] === 0 || word < words[into]!) words[into] = word;
  }
}
