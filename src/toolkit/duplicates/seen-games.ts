import { longer } from '../../core/bytes.js';
import { finding } from '../../core/findings/finding.js';
import { createKeyIndex } from '../../core/key-index.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { LineKey } from '../../referee/replay/line-key.js';

/** Most games to keep, about 50 bytes each; later ones are still compared with these. */
const MAX_SEEN = 1_000_000;

/** The earlier game that a game repeats. */
export interface Earlier {
  readonly file: string;
  readonly game: number;
  /** It is the same only after mirroring or turning the board. */
  readonly symmetric: boolean;
}

/** The finding about a game that repeats an earlier one. */
export function duplicateFinding({ file, game, symmetric }: Earlier): PlacedFinding {
  return { ...finding('game/duplicate', { file, game, symmetric }), line: 0, column: 0 };
}

/** Games with fewer plays may agree by chance, and are not compared. */
const MIN_PLAYS = 10;

/** What is compared of a game. */
export interface ComparedGame {
  readonly game: number;
  readonly plays: number;
  readonly lineKey: LineKey;
}

/** Writes the words of a game into `MetGames.keys`; returns its number for `MetGames.games`. */
export function writeMet(keys: Uint32Array, at: number, compared: ComparedGame | undefined): number {
  if (!compared || compared.plays < MIN_PLAYS) {
    keys.fill(0, at, at + MET_WORDS);
    return 0;
  }
  const { lineKey } = compared;
  keys[at] = lineKey.exactLow;
  keys[at + 1] = lineKey.exactHigh;
  keys[at + 2] = lineKey.symmetricLow;
  keys[at + 3] = lineKey.symmetricHigh;
  return compared.game;
}

/** Words of a game in `MetGames.keys`. */
export const MET_WORDS = 4;

/** Games of some files, one entry per game unless stated otherwise. */
export interface MetGames {
  /** Four words of its main line: exact low, exact high, symmetric low, symmetric high. */
  readonly keys: Uint32Array;
  /** Its number in its file; 0 for one that is not compared. */
  readonly games: Uint32Array;
  /** Index into `names`. */
  readonly files: Uint32Array;
  /** Of the files. */
  readonly names: readonly string[];
}

/** Finds repeated games in a run, in bounded memory. */
export interface SeenGames {
  /** Keeps the games with a new main line. Returns for each game the number of the one that it repeats; 0 for none. */
  readonly meet: (met: MetGames) => Uint32Array;
  /** The game with this number, which the game at an index repeats. */
  readonly earlier: (number: number, met: MetGames, index: number) => Earlier;
  readonly count: () => number;
}

const FIELDS = 6; // exact low, exact high, symmetric low, symmetric high, file, game

/** Equal and mirrored games share the symmetric key. */
export function createSeenGames(most = MAX_SEEN): SeenGames {
  const names = createNames();
  // Signed, as V8 makes an object of each larger number.
  let games = new Int32Array(FIELDS);
  const lines = createKeyIndex(
    (index) => games[index * FIELDS + 2]!,
    (index) => games[index * FIELDS + 3]!,
  );
  let count = 0;

  function keep(words: Int32Array, at: number, file: string, game: number): void {
    const into = count * FIELDS;
    if (into === games.length) games = longer(games, into * 2);
    games[into] = words[at]!;
    games[into + 1] = words[at + 1]!;
    games[into + 2] = words[at + 2]!;
    games[into + 3] = words[at + 3]!;
    games[into + 4] = names.keep(file);
    games[into + 5] = game;
    lines.add(count++);
  }

  // Nothing here depends on whether games repeat others: V8 would compile it again at the first that does.
  function meet({ keys, games: numbers, files, names: from }: MetGames): Uint32Array {
    const words = new Int32Array(keys.buffer, keys.byteOffset, keys.length);
    const repeated = new Uint32Array(numbers.length);
    for (let i = 0; i < numbers.length; i++) {
      const game = numbers[i]!;
      if (game === 0) continue;
      const at = i * 4;
      const index = lines.find(words[at + 2]!, words[at + 3]!);
      if (index < 0 && count < most) keep(words, at, from[files[i]!]!, game);
      repeated[i] = index + 1;
    }
    return repeated;
  }

  return {
    meet,
    earlier(number, { keys }, index) {
      const first = (number - 1) * FIELDS;
      const isSame = [0, 1].every((word) => games[first + word]! >>> 0 === keys[index * 4 + word]);
      return { file: names.text(games[first + 4]!), game: games[first + 5]!, symmetric: !isSame };
    },
    count: () => count,
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Names by number. */
interface Names {
  /** Number of a name; the same as before when it is the name of the last call. */
  readonly keep: (name: string) => number;
  readonly text: (number: number) => string;
}

/** Names as UTF-8 in one buffer, each folder once: file names of one folder share most of their text. */
export function createNames(): Names {
  const folders: string[] = [];
  const folderNumbers = new Map<string, number>();
  let bytes = new Uint8Array(256);
  let ends = new Uint32Array(2);
  let folderOf = new Uint32Array(2);
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
      if (most > bytes.length) bytes = longer(bytes, most);
      folderOf[count] = lastFolder;
      ends[count + 1] = start + encoder.encodeInto(name.slice(cut), bytes.subarray(start)).written;
      return count++;
    },
    text(number) {
      return folders[folderOf[number]!]! + decoder.decode(bytes.subarray(ends[number], ends[number + 1]));
    },
  };
}
