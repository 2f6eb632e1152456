import { createDuplicates, type Duplicates } from './duplicates.js';
import type { RememberedGames } from './journal.js';

const WORDS = 5; // exact low, exact high, symmetric low, symmetric high, game

/** Duplicates that can be carried over to a later run. */
export interface Remembered {
  readonly duplicates: Duplicates;
  /** What came to be remembered since the last call. */
  readonly take: () => RememberedGames;
  /** Remembers what an earlier run took. */
  readonly restore: (games: RememberedGames) => void;
}

export function createRemembered(): Remembered {
  const inner = createDuplicates();
  let words: number[] = [];
  let files: string[] = [];
  let last = '';
  return {
    duplicates: {
      remembered: inner.remembered,
      meet(keys, file, game) {
        const before = inner.remembered();
        const earlier = inner.meet(keys, file, game);
        if (inner.remembered() > before) {
          for (let i = 0; i < 4; i++) words.push(keys.words[keys.at + i]!);
          words.push(game);
          files.push(file === last ? '' : file);
          last = file;
        }
        return earlier;
      },
    },
    take() {
      const bytes = Buffer.alloc(words.length * 4);
      for (let i = 0; i < words.length; i++) bytes.writeUInt32LE(words[i]!, i * 4);
      const taken = { words: bytes.toString('base64'), files };
      words = [];
      files = [];
      last = '';
      return taken;
    },
    restore(games) {
      const bytes = Buffer.from(games.words, 'base64');
      const key = new Uint32Array(4);
      let file = '';
      for (let g = 0; g < games.files.length; g++) {
        const at = g * WORDS * 4;
        for (let i = 0; i < 4; i++) key[i] = bytes.readUInt32LE(at + i * 4);
        file = games.files[g] === '' ? file : games.files[g]!;
        inner.meet({ words: key, at: 0 }, file, bytes.readUInt32LE(at + 16));
      }
    },
  };
}
