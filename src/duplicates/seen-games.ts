import { longer } from '../core/bytes.js';
/** Most games to keep, about 50 bytes each; later ones are still compared with these. */
export const MOST_SEEN = 1_000_000;

/** The earlier game that a game repeats. */
export interface Earlier {
  readonly file: string;
  readonly game: number;
  /** It is the same only after mirroring or turning the board. */
  readonly symmetric: boolean;
}

/** Keys of one game's main line: four words, exact low, exact high, symmetric low, symmetric high. */
export interface KeyWords {
  readonly words: Uint32Array;
  readonly at: number;
}

/** Finds repeated games in a run, in bounded memory. */
export interface SeenGames {
  /** The first game with the same main line; where there is none, the game is kept. */
  readonly meet: (keys: KeyWords, file: string, game: number) => Earlier | undefined;
  readonly count: () => number;
  /** The games since the last call, for a resumed run. */
  readonly take: () => KeptGames;
  /** Restores games that an earlier run took out. */
  readonly restore: (games: KeptGames) => void;
}

/** Keys of games as plain data. */
export interface KeptGames {
  /** Base64 of five 32-bit words a game, little-endian: four of its key, its number. */
  readonly words: string;
  /** The file of each game; '' for that of the game before. */
  readonly files: readonly string[];
}

const FIELDS = 6; // exact low, exact high, symmetric low, symmetric high, file, game
const KEPT_WORDS = 5;

/** Equal and mirrored games share the symmetric key. */
export function createSeenGames(most = MOST_SEEN): SeenGames {
  const names = createNames();
  let games = new Uint32Array(1024 * FIELDS);
  const lines = createKeyIndex(
    (index) => games[index * FIELDS + 2]!,
    (index) => games[index * FIELDS + 3]!,
  );
  let count = 0;
  let taken = 0;

  function meet({ words, at }: KeyWords, file: string, game: number): Earlier | undefined {
    const index = lines.find(words[at + 2]!, words[at + 3]!);
    if (index >= 0) {
      const first = index * FIELDS;
      const symmetric = games[first] !== words[at] || games[first + 1] !== words[at + 1];
      return { file: names.text(games[first + 4]!), game: games[first + 5]!, symmetric };
    }
    if (count >= most) return undefined;
    const into = count * FIELDS;
    for (let i = 0; i < 4; i++) games[into + i] = words[at + i]!;
    games[into + 4] = names.keep(file);
    games[into + 5] = game;
    lines.add(count++);
    if (count * FIELDS === games.length) games = longer(games, games.length * 2);
    return undefined;
  }

  return {
    meet,
    count: () => count,
    take() {
      const bytes = Buffer.alloc((count - taken) * KEPT_WORDS * 4);
      const files: string[] = [];
      for (let i = taken, end = 0, last = ''; i < count; i++) {
        const at = i * FIELDS;
        for (const field of [0, 1, 2, 3, 5]) end = bytes.writeUInt32LE(games[at + field]!, end);
        const file = names.text(games[at + 4]!);
        files.push(file === last ? '' : file);
        last = file;
      }
      taken = count;
      return { words: bytes.toString('base64'), files };
    },
    restore({ words, files }) {
      const bytes = Buffer.from(words, 'base64');
      const key = new Uint32Array(4);
      let file = '';
      for (const [i, name] of files.entries()) {
        const at = i * KEPT_WORDS * 4;
        for (let word = 0; word < 4; word++) key[word] = bytes.readUInt32LE(at + word * 4);
        if (name !== '') file = name;
        meet({ words: key, at: 0 }, file, bytes.readUInt32LE(at + 16));
      }
      taken = count;
    },
  };
}

/** Names by number. */
export interface Names {
  /** Number of a name; the same as before when it is the name of the last call. */
  readonly keep: (name: string) => number;
  readonly text: (number: number) => string;
}

/** Names as UTF-8 in one buffer, each folder once: file names of one folder share most of their text. */
export function createNames(): Names {
  const folders: string[] = [];
  const folderNumbers = new Map<string, number>();
  let bytes = Buffer.alloc(16 * 1024);
  let ends = new Uint32Array(1024);
  let folderOf = new Uint32Array(1024);
  let count = 0;
  let last = '';
  let lastFolder = 0;

  function numberOf(folder: string): number {
    const known = folderNumbers.get(folder);
    if (known !== undefined) return known;
    folderNumbers.set(folder, folders.length);
    return folders.push(folder) - 1;
  }

  return {
    keep(name) {
      if (count > 0 && name === last) return count - 1;
      last = name;
      const cut = name.lastIndexOf('/') + 1;
      const before = folders[lastFolder];
      if (before?.length !== cut || !name.startsWith(before)) lastFolder = numberOf(name.slice(0, cut));
      if (count + 1 >= ends.length) {
        ends = longer(ends, count + 2);
        folderOf = longer(folderOf, count + 2);
      }
      const start = ends[count]!;
      const most = start + (name.length - cut) * 3;
      if (most > bytes.length) bytes = Buffer.concat([bytes], Math.max(most, bytes.length * 2));
      folderOf[count] = lastFolder;
      ends[count + 1] = start + bytes.write(name.slice(cut), start, 'utf8');
      return count++;
    },
    text(number) {
      return folders[folderOf[number]!]! + bytes.toString('utf8', ends[number], ends[number + 1]);
    },
  };
}

/** Finds records by a key of two words; the caller keeps the records. */
export interface KeyIndex {
  /** The record with this key; -1 if there is none, which `add` then adds. */
  readonly find: (low: number, high: number) => number;
  /** Adds a record whose key was looked for last. */
  readonly add: (record: number) => void;
}

/** Open addressing. `lowOf`, `highOf`: the key of a record. */
export function createKeyIndex(
  lowOf: (record: number) => number,
  highOf: (record: number) => number,
): KeyIndex {
  let slots = new Uint32Array(2048);
  let count = 0;
  let last = 0;

  function find(low: number, high: number): number {
    const mask = slots.length - 1;
    for (last = (low ^ Math.imul(high, 0x9e3779b1)) & mask; ; last = (last + 1) & mask) {
      const record = slots[last]! - 1;
      if (record < 0 || (lowOf(record) === low && highOf(record) === high)) return record;
    }
  }

  return {
    find,
    add(record) {
      slots[last] = record + 1;
      if (++count * 2 <= slots.length) return;
      const before = slots;
      slots = new Uint32Array(before.length * 2);
      for (const place of before) {
        if (place === 0) continue;
        find(lowOf(place - 1), highOf(place - 1));
        slots[last] = place;
      }
    },
  };
}
