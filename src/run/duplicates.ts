import { createNames } from './names.js';

/** Games that are remembered at most; later ones are still compared with these. About 50 bytes each. */
export const MOST_REMEMBERED = 1_000_000;

/** The earlier game that a game repeats. */
export interface Earlier {
  readonly file: string;
  readonly game: number;
  /** It is the same only after mirroring or turning the board. */
  readonly symmetric: boolean;
}

/** Keys of one game's main line, four words as in `TaskResult.keys`. */
export interface KeyWords {
  readonly words: Uint32Array;
  readonly at: number;
}

/** Finds games that were seen before in the run. Memory is bounded and holds no object for a game. */
export interface Duplicates {
  /** The first game with the same main line, if there was one; otherwise the game is remembered. */
  readonly meet: (keys: KeyWords, file: string, game: number) => Earlier | undefined;
  readonly remembered: () => number;
}

const FIELDS = 6; // exact low, exact high, symmetric low, symmetric high, file, game

/** Open addressing on the symmetric key, which equal and mirrored games share. */
export function createDuplicates(most = MOST_REMEMBERED): Duplicates {
  const names = createNames();
  let slots = new Uint32Array(2048);
  let games = new Uint32Array(1024 * FIELDS);
  let count = 0;

  function slotOf(low: number, high: number): number {
    const mask = slots.length - 1;
    let slot = (low ^ Math.imul(high, 0x9e3779b1)) & mask;
    for (;;) {
      const index = slots[slot]!;
      if (index === 0) return slot;
      const at = (index - 1) * FIELDS;
      if (games[at + 2] === low && games[at + 3] === high) return slot;
      slot = (slot + 1) & mask;
    }
  }

  function grow(): void {
    const larger = new Uint32Array(games.length * 2);
    larger.set(games);
    games = larger;
    slots = new Uint32Array(slots.length * 2);
    for (let i = 0; i < count; i++) slots[slotOf(games[i * FIELDS + 2]!, games[i * FIELDS + 3]!)] = i + 1;
  }

  return {
    meet({ words, at }, file, game) {
      const slot = slotOf(words[at + 2]!, words[at + 3]!);
      const index = slots[slot]!;
      if (index !== 0) {
        const first = (index - 1) * FIELDS;
        const symmetric = games[first] !== words[at] || games[first + 1] !== words[at + 1];
        return { file: names.text(games[first + 4]!), game: games[first + 5]!, symmetric };
      }
      if (count >= most) return undefined;
      const into = count * FIELDS;
      for (let i = 0; i < 4; i++) games[into + i] = words[at + i]!;
      games[into + 4] = names.keep(file);
      games[into + 5] = game;
      slots[slot] = ++count;
      if (count * FIELDS === games.length) grow();
      return undefined;
    },
    remembered: () => count,
  };
}
