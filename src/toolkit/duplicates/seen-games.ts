import { longer } from '../../core/bytes.js';
import { finding } from '../../core/findings/finding.js';
import { createKeyIndex } from '../../core/key-index.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { RepairedLine } from '../../referee/repair/repair.js';
import type { LineKey } from '../../core/line-key.js';

/** Most games to keep, about 50 bytes each; later ones are still compared with these. */
const MAX_SEEN = 1_000_000;

/** Most lines of broken records once repaired to keep. */
const MAX_REPAIRED = 100_000;

/** The earlier game that a game repeats. */
export interface Earlier {
  readonly file: string;
  readonly game: number;
  /** It is the same only after mirroring or turning the board. */
  readonly symmetric: boolean;
  /** It is the same only with a repair, as `repairText` writes it, of the later record (`here`) or of the earlier one. */
  readonly repair?: string;
  readonly where?: 'here' | 'there';
}

/** The finding about a game that repeats an earlier one. */
export function duplicateFinding(earlier: Earlier): PlacedFinding {
  return { ...finding('game/duplicate', earlier), line: 0, column: 0 };
}

/** Games with fewer plays may agree by chance, and are not compared. */
const MIN_PLAYS = 10;

/** What is compared of a game. */
export interface ComparedGame {
  readonly game: number;
  readonly plays: number;
  readonly lineKey: LineKey;
  readonly repaired?: readonly RepairedLine[] | undefined;
}

/** A line that the broken record at an index of `MetGames.games` would be. */
export interface RepairedGame extends RepairedLine {
  readonly index: number;
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
  /** Of broken records, in the order of the games. */
  readonly repaired: readonly RepairedGame[];
}

/** Finds repeated games in a run, in bounded memory. */
export interface SeenGames {
  /** Keeps the games with a new main line. Returns by index, ascending, the games that repeat earlier ones. */
  readonly meet: (met: MetGames) => ReadonlyMap<number, Earlier>;
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
  function meetAll({ keys, games: numbers, files, names: from }: MetGames): Uint32Array {
    const words = new Int32Array(keys.buffer, keys.byteOffset, keys.length);
    const kept = new Uint32Array(numbers.length);
    for (let i = 0; i < numbers.length; i++) {
      const game = numbers[i]!;
      if (game === 0) continue;
      const at = i * 4;
      const index = lines.find(words[at + 2]!, words[at + 3]!);
      kept[i] = index + 1;
      if (index >= 0 || count >= most) continue;
      keep(words, at, from[files[i]!]!, game);
    }
    return kept;
  }

  /** The earlier game at an index, which is the same as a line. */
  function earlierOf(index: number, { exactLow, exactHigh }: LineKey): Earlier {
    const first = index * FIELDS;
    const isSame = games[first]! >>> 0 === exactLow && games[first + 1]! >>> 0 === exactHigh;
    return { file: names.text(games[first + 4]!), game: games[first + 5]!, symmetric: !isSame };
  }

  /** The one of the first `known` games that is the same as a line. */
  function earlierWith(lineKey: LineKey, known: number): Earlier | undefined {
    const index = lines.find(lineKey.symmetricLow | 0, lineKey.symmetricHigh | 0);
    return index >= 0 && index < known ? earlierOf(index, lineKey) : undefined;
  }

  const addRepaired = createRepaired(earlierWith);

  return {
    meet(met) {
      const found = new Map<number, Earlier>();
      const before = count;
      for (const [i, number] of meetAll(met).entries())
        if (number > 0) found.set(i, earlierOf(number - 1, keyAt(met.keys, i)));
      const exact = found.size;
      addRepaired(met, before, found);
      return found.size === exact ? found : new Map([...found].sort(([one], [other]) => one - other));
    },
    count: () => count,
  };
}

/**
 * Makes a function that adds, to the games that repeat earlier ones, broken records that do so once repaired, and games that an earlier
 * broken record would be. `known`: games that were kept before these.
 */
function createRepaired(earlierWith: (lineKey: LineKey, known: number) => Earlier | undefined) {
  /** Broken records by the lines that they would be with a repair. */
  const broken = new Map<string, Omit<Earlier, 'symmetric'> & { readonly lineKey: LineKey }>();
  return (met: MetGames, known: number, found: Map<number, Earlier>): void => {
    const { keys, games, files, names, repaired } = met;
    if (broken.size === 0 && repaired.length === 0) return;
    let next = 0;
    for (let i = 0; i < games.length; i++) {
      const game = games[i]!;
      if (game === 0) continue;
      const isNew = !found.has(i);
      const key = keyAt(keys, i);
      const there = isNew ? broken.get(nameOf(key)) : undefined;
      if (there) {
        const { lineKey, ...rest } = there;
        found.set(i, { ...rest, symmetric: !isExact(lineKey, key), where: 'there' });
      }
      for (; repaired[next]?.index === i; next++) {
        const { repair, lineKey } = repaired[next]!;
        const name = nameOf(lineKey);
        // Later games of the same result are kept by now.
        const earlier = earlierWith(lineKey, known);
        if (earlier && !found.has(i)) found.set(i, { ...earlier, repair, where: 'here' });
        if (!earlier && !broken.has(name) && broken.size < MAX_REPAIRED)
          broken.set(name, { file: names[files[i]!]!, game, repair, lineKey });
      }
      if (isNew) known++;
    }
  };
}

function keyAt(keys: Uint32Array, index: number): LineKey {
  const [exactLow, exactHigh, symmetricLow, symmetricHigh] = keys.subarray(4 * index, 4 * index + 4);
  return {
    exactLow: exactLow!,
    exactHigh: exactHigh!,
    symmetricLow: symmetricLow!,
    symmetricHigh: symmetricHigh!,
  };
}

const nameOf = ({ symmetricLow, symmetricHigh }: LineKey): string =>
  `${String(symmetricLow)} ${String(symmetricHigh)}`;

function isExact(one: LineKey, other: LineKey): boolean {
  return one.exactLow === other.exactLow && one.exactHigh === other.exactHigh;
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
