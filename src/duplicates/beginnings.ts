import type { GameRecord } from '../record/record.js';
import { lineKey } from '../replay/line-key.js';
import { BEGINNINGS, KEY, type KeyTable, levelOf } from './game-keys.js';

/** Words of one line that is looked for: stones, then the four halves of its key. */
export const SOUGHT_WORDS = 5;

/** Lines that may be the beginning of longer ones, and where those are. */
export interface Question {
  /** Heads of the lines that are looked for. */
  readonly heads: readonly number[];
  /** SOUGHT_WORDS for each of them. */
  readonly sought: Uint32Array;
  /** Heads of the lines that may begin like them. */
  readonly longer: readonly number[];
}

/** The bits of a sort key below the word of a beginning: longer lines count as this long. */
const MOST_STONES = 2 ** 21 - 1;

/**
 * Which lines must be read again because the last beginning that is kept of a line is also that of a longer line.
 * `undefined`: there is none. Time is that of sorting, memory eight bytes a game.
 */
export function askBeginnings(table: KeyTable, fewest: number): Question | undefined {
  const shared = sharedBeginnings(table);
  const longer = new Set<number>();
  const heads: number[] = [];
  for (let i = 0; i < table.count(); i++) {
    const stones = table.word(i, KEY.stones);
    if (stones === 0 || !table.isHead(i)) continue;
    const level = levelOf(stones, fewest);
    if (level < 0) continue;
    const most = shared[level]!.get(table.word(i, KEY.beginnings + level));
    if (most !== undefined && most > Math.min(stones, MOST_STONES)) heads.push(i);
    for (let l = 0; l <= level; l++) {
      if (shared[l]!.has(table.word(i, KEY.beginnings + l))) longer.add(i);
    }
  }
  if (heads.length === 0) return undefined;
  const sought = new Uint32Array(heads.length * SOUGHT_WORDS);
  for (const [h, head] of heads.entries()) {
    const fields = [KEY.stones, KEY.symmetricLow, KEY.symmetricHigh, KEY.exactLow, KEY.exactHigh];
    for (const [f, field] of fields.entries()) sought[h * SOUGHT_WORDS + f] = table.word(head, field);
  }
  return { heads, sought, longer: [...longer] };
}

/** For each level the beginnings that lines of different lengths share, with the stones of the longest. */
function sharedBeginnings(table: KeyTable): Map<number, number>[] {
  return Array.from({ length: BEGINNINGS }, (_, level) => {
    const keys = new Float64Array(table.count());
    let count = 0;
    for (let i = 0; i < keys.length; i++) {
      const beginning = table.word(i, KEY.beginnings + level);
      if (beginning === 0 || !table.isHead(i)) continue;
      keys[count++] = beginning * (MOST_STONES + 1) + Math.min(table.word(i, KEY.stones), MOST_STONES);
    }
    const sorted = keys.subarray(0, count).sort();
    const shared = new Map<number, number>();
    for (let i = 1; i < count; i++) {
      if (sorted[i] === sorted[i - 1]) continue;
      const beginning = Math.floor(sorted[i]! / (MOST_STONES + 1));
      if (beginning !== Math.floor(sorted[i - 1]! / (MOST_STONES + 1))) continue;
      shared.set(beginning, sorted[i]! % (MOST_STONES + 1));
    }
    return shared;
  });
}

/** A sought line that a game begins with. */
export interface Found {
  /** Index among the sought lines. */
  readonly sought: number;
  readonly board: 'same' | 'turned';
}

/** Makes the function that tells which of the sought lines a game begins with and goes on behind. */
export function createProbe(sought: Uint32Array): (record: GameRecord) => Found[] {
  const byLow = new Map<number, number[]>();
  for (let s = 0; s * SOUGHT_WORDS < sought.length; s++) {
    const low = sought[s * SOUGHT_WORDS + 1]!;
    const others = byLow.get(low);
    if (others) others.push(s);
    else byLow.set(low, [s]);
  }
  return ({ isGo, line, width, height }) => {
    if (!isGo) return [];
    const found: Found[] = [];
    let all = 0;
    lineKey(line, width, height, (stones, exactLow, exactHigh, low, high) => {
      all = stones;
      for (const s of byLow.get(low) ?? []) {
        const at = s * SOUGHT_WORDS;
        if (sought[at] !== stones || sought[at + 2] !== high) continue;
        const isSame = sought[at + 3] === exactLow && sought[at + 4] === exactHigh;
        found.push({ sought: s, board: isSame ? 'same' : 'turned' });
      }
    });
    return found.filter(({ sought: s }) => sought[s * SOUGHT_WORDS]! < all);
  };
}
