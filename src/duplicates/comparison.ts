import { createFinder } from './find-duplicates.js';
import { type DuplicateKind, type DuplicateRow, KEY_WORDS } from './game-keys.js';
import { createNames } from './seen-games.js';
import { longer } from '../core/bytes.js';

/** Takes the records of a run. */
interface RecordTarget {
  readonly write: (records: Uint8Array) => undefined;
  readonly end: () => undefined;
}

/** Looks for games that are one in two runs over the same inputs; the second only where prefixes may be found. */
export interface Comparison {
  /** Where the records of the first run go. */
  readonly keys: RecordTarget;
  /** What the second run must look for, and in which files; `undefined`: it is not needed. */
  readonly question: () =>
    { readonly sought: Uint32Array; readonly isIn: (name: string) => boolean } | undefined;
  /** Where the records of the second run go. */
  readonly beginnings: RecordTarget;
  readonly rows: () => Generator<DuplicateRow>;
  readonly nameOf: (file: number) => string;
  readonly games: () => number;
  /** Names of the files all of whose games repeat others, so that nothing is lost without them. */
  readonly needlessFiles: () => string[];
}

/** Memory is about 100 bytes a game and the names of the files. */
export function createComparison(fewest: number, kinds: ReadonlySet<DuplicateKind>): Comparison {
  const finder = createFinder(fewest, kinds);
  const names = createNames();
  const wanted = new Map<string, number>();
  /** Games of each file. */
  let gamesOf = new Uint32Array(1024);
  let games = 0;

  function addGames(file: number, count: number): void {
    if (file >= gamesOf.length) gamesOf = longer(gamesOf, file + 1);
    gamesOf[file]! += count;
    games += count;
  }

  return {
    keys: {
      write(bytes) {
        for (const { name, words } of recordsIn(bytes)) {
          const file = names.keep(name);
          addGames(file, words.length / KEY_WORDS);
          for (let at = 0; at < words.length; at += KEY_WORDS) finder.add(words, at, file);
        }
        return undefined;
      },
      end: () => undefined,
    },
    question() {
      const question = finder.question();
      if (!question) return undefined;
      for (const index of question.longer) wanted.set(names.text(finder.file(index)), finder.file(index));
      return { sought: question.sought, isIn: (name) => wanted.has(name) };
    },
    beginnings: {
      write(bytes) {
        for (const { name, words } of recordsIn(bytes)) {
          const file = wanted.get(name);
          for (let at = 0; file !== undefined && at < words.length; at += FOUND_WORDS) {
            const longer = finder.longerAt(file, words[at]!);
            const board = words[at + 2] === 0 ? 'same' : 'turned';
            if (longer !== undefined) finder.answer(longer, { sought: words[at + 1]!, board });
          }
        }
        return undefined;
      },
      end: () => undefined,
    },
    rows: finder.rows,
    nameOf: names.text,
    games: () => games,
    needlessFiles() {
      const copies = new Uint32Array(gamesOf.length);
      for (const { kind, file } of finder.rows()) if (kind !== 'first') copies[file]!++;
      const found: string[] = [];
      for (let file = 0; file < copies.length; file++) {
        if (copies[file]! > 0 && copies[file] === gamesOf[file]) found.push(names.text(file));
      }
      return found;
    },
  };
}

/** Words of a found beginning in a record: game, index of the sought line, 1 when the board is turned. */
const FOUND_WORDS = 3;

/** The record of a file, as bytes: length of the name, number of words, the name, the words. */
export function recordOf(name: string, words: Uint32Array): Uint8Array {
  const text = Buffer.from(name);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(words.length, 4);
  return Buffer.concat([head, text, Buffer.from(words.buffer, words.byteOffset, words.byteLength)]);
}

/** The records of a task, one after another; their words are copies. */
function* recordsIn(bytes: Uint8Array): Generator<{ readonly name: string; readonly words: Uint32Array }> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < all.length;) {
    const nameEnd = at + 8 + all.readUInt32LE(at);
    const words = new Uint32Array(all.readUInt32LE(at + 4));
    const end = nameEnd + words.byteLength;
    new Uint8Array(words.buffer).set(all.subarray(nameEnd, end));
    yield { name: all.toString('utf8', at + 8, nameEnd), words };
    at = end;
  }
}
