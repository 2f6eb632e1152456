/** Which lines have to be read again to find those that are the beginning of longer ones. */
import { BEGINNINGS, KEY, levelOf, type KeyTable } from './game-keys.js';

/** Lines that may be the beginning of longer ones, and those longer ones. */
export interface Question {
  /** Heads of the sought lines. */
  readonly heads: readonly number[];
  /** Heads of the lines that may begin with them, or whose plays are asked for. */
  readonly longer: readonly number[];
}

/** Most stones that a sort key can hold beside the word of a beginning: longer lines count as this long. */
const MAX_STONES = 2 ** 21 - 1;

/**
 * The lines to read again, because the last kept beginning of a line is also a beginning of a longer line; `undefined` if
 * there are none. Takes the time of a sort, and eight bytes per game.
 */
export function askBeginnings(table: KeyTable, fewest: number): Question {
  const shared = sharedBeginnings(table);
  const longer = new Set<number>();
  const heads: number[] = [];
  for (let i = 0; i < table.count(); i++) {
    const stones = table.word(i, KEY.stones);
    if (stones === 0 || !table.isHead(i)) continue;
    const level = levelOf(stones, fewest);
    if (level < 0) continue;
    const most = shared[level]!.get(table.word(i, KEY.beginnings + level));
    if (most !== undefined && most > Math.min(stones, MAX_STONES)) heads.push(i);
    for (let l = 0; l <= level; l++) {
      if (shared[l]!.has(table.word(i, KEY.beginnings + l))) longer.add(i);
    }
  }
  return { heads, longer: [...longer] };
}

/** For each level, the beginnings that lines of different lengths share, with the stones of the longest. */
function sharedBeginnings(table: KeyTable): Map<number, number>[] {
  return Array.from({ length: BEGINNINGS }, (_, level) => {
    const keys = new Float64Array(table.count());
    let count = 0;
    for (let i = 0; i < keys.length; i++) {
      const beginning = table.word(i, KEY.beginnings + level);
      if (beginning === 0 || !table.isHead(i)) continue;
      keys[count++] = beginning * (MAX_STONES + 1) + Math.min(table.word(i, KEY.stones), MAX_STONES);
    }
    const sorted = keys.subarray(0, count).sort();
    const shared = new Map<number, number>();
    for (let i = 1; i < count; i++) {
      if (sorted[i] === sorted[i - 1]) continue;
      const beginning = Math.floor(sorted[i]! / (MAX_STONES + 1));
      if (beginning !== Math.floor(sorted[i - 1]! / (MAX_STONES + 1))) continue;
      shared.set(beginning, sorted[i]! % (MAX_STONES + 1));
    }
    return shared;
  });
}
