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
      games.set([words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!, names.keep(file), game], into);
      slots[slot] = ++count;
      if (count * FIELDS === games.length) grow();
      return undefined;
    },
    remembered: () => count,
  };
}

interface Names {
  /** Number of a name; the same as before when it is the name of the last call. */
  readonly keep: (name: string) => number;
  readonly text: (number: number) => string;
}

/** Names as UTF-8 in one buffer, each folder once: file names of one folder share most of their text. */
function createNames(): Names {
  const folders: string[] = [];
  const folderNumbers = new Map<string, number>();
  let bytes = Buffer.alloc(16 * 1024);
  let ends = new Uint32Array(1024);
  let folderOf = new Uint32Array(1024);
  let count = 0;
  let last = '';

  return {
    keep(name) {
      if (count > 0 && name === last) return count - 1;
      last = name;
      const cut = name.lastIndexOf('/') + 1;
      const folder = name.slice(0, cut);
      let number = folderNumbers.get(folder);
      if (number === undefined) {
        number = folders.push(folder) - 1;
        folderNumbers.set(folder, number);
      }
      if (count + 1 >= ends.length) {
        ends = doubled(ends);
        folderOf = doubled(folderOf);
      }
      const start = ends[count]!;
      const most = start + (name.length - cut) * 3;
      if (most > bytes.length) bytes = Buffer.concat([bytes], Math.max(most, bytes.length * 2));
      folderOf[count] = number;
      ends[count + 1] = start + bytes.write(name.slice(cut), start, 'utf8');
      return count++;
    },
    text(number) {
      return folders[folderOf[number]!]! + bytes.toString('utf8', ends[number], ends[number + 1]);
    },
  };
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
