import type { Limits } from '../../core/limits.js';
import type { Finding } from '../../core/findings/finding.js';
import { readRecord } from '../../referee/record/read-record.js';
import type { GameRecord } from '../../referee/record/record.js';
import { DEFAULT_OPTIONS, type AnalyzeOptions } from '../../referee/judge/options.js';
import { lineKey } from '../../referee/replay/line-key.js';
import type { CharsetEvidence, RawFile, RawGame } from '../../sgf/raw.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import {
  BEGINNINGS,
  createKeyTable,
  DUPLICATE_KINDS,
  MIN_STONES,
  gameKeys,
  HEADER_FACTS,
  KEY,
  KEY_WORDS,
  levelOf,
  type DuplicateKind,
  type DuplicateRow,
  type KeyTable,
} from './game-keys.js';
import { createNames } from './seen-games.js';
import { longer } from '../../core/bytes.js';

/** Options for reading a file for duplicates. */
type KeyOptions = Pick<AnalyzeOptions, 'firstGame' | 'limits' | 'charset' | 'digest'> & {
  /** Fewest moves and setup stones that two games must share. */
  readonly fewest: number;
};

/** What both ways of reading a file return. */
interface Read {
  readonly games: number;
  readonly charset: CharsetEvidence;
  /** Errors of the file that belong to no game, and the finding that it has no game. */
  readonly errors: readonly Finding[];
}

/** The words of every game of a file, KEY_WORDS each. Nothing is replayed. Never throws, whatever `bytes` contains. */
export function keysOfFile(bytes: Uint8Array, options: KeyOptions): Read & { readonly keys: Uint32Array } {
  const source = scanned(bytes, options);
  const keys = new Uint32Array(source.games.length * KEY_WORDS);
  for (const [i, raw] of source.games.entries()) {
    const sha256 = options.digest(bytes.subarray(raw.start, raw.end));
    keys.set(gameKeys(raw, readRecord(raw), { sha256, fewest: options.fewest }), i * KEY_WORDS);
  }
  return { ...readOf(source), keys };
}

/** Which games of a file begin with the lines that a probe looks for. */
export function beginningsOfFile(
  bytes: Uint8Array,
  probe: ReturnType<typeof createProbe>,
  options: Omit<KeyOptions, 'digest' | 'fewest'>,
): Read & { readonly found: readonly (Found & { readonly game: number })[] } {
  const source = scanned(bytes, options);
  const foundIn = (raw: RawGame): (Found & { game: number })[] =>
    probe(readRecord(raw)).map((found) => ({ ...found, game: raw.game }));
  return { ...readOf(source), found: source.games.flatMap(foundIn) };
}

function scanned(
  bytes: Uint8Array,
  { firstGame, limits, charset }: Omit<KeyOptions, 'digest' | 'fewest'>,
): RawFile {
  return scanFile(bytes, { firstGame, limits, charset, lines: 'hold' });
}

function readOf({ games, charset, findings }: RawFile): Read {
  const errors = findings.filter(({ severity, code }) => severity === 'error' || code === 'sgf/no-game');
  return { games: games.length, charset, errors };
}

export interface DuplicateOptions {
  /** Hex SHA-256 of bytes; by default the function in `DEFAULT_OPTIONS`. */
  readonly digest?: (bytes: Uint8Array) => string;
  /** Kinds to report; all of them by default. */
  readonly kinds?: readonly DuplicateKind[];
  /**
   * Fewest moves and setup stones that two games must share, twice as many for `prefix`; MIN_STONES by default. Equal bytes
   * always count.
   */
  readonly fewest?: number;
  readonly limits?: Limits;
}

/** A row with file names instead of numbers. */
export type NamedDuplicate = Omit<DuplicateRow, 'file' | 'ofFile'> & {
  readonly file: string;
  readonly ofFile: string;
};

/**
 * Finds records of the same game in some files, in groups. The `first` of a group is the game that the others repeat: the
 * earliest, or for `prefix` the longest. Compares main lines by keys of 64 bits; variations count only for `exact`. Files
 * without a game add nothing; `audit` reports what is wrong with them.
 */
export function findDuplicates(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  {
    digest = DEFAULT_OPTIONS.digest,
    kinds = DUPLICATE_KINDS,
    fewest = MIN_STONES,
    limits = DEFAULT_OPTIONS.limits,
  }: DuplicateOptions = {},
): NamedDuplicate[] {
  const finder = createFinder(fewest, new Set(kinds));
  const options = { firstGame: 1, limits, charset: undefined, digest, fewest };
  for (const [file, { bytes }] of files.entries()) {
    const { keys } = keysOfFile(bytes, options);
    for (let at = 0; at < keys.length; at += KEY_WORDS) finder.add(keys, at, file);
  }
  answerFrom(files, finder, options);
  const nameOf = (file: number): string => files[file]!.name;
  return [...finder.rows()].map((row) => ({ ...row, file: nameOf(row.file), ofFile: nameOf(row.ofFile) }));
}

function answerFrom(
  files: readonly { readonly bytes: Uint8Array }[],
  finder: Finder,
  options: KeyOptions,
): void {
  const question = finder.question();
  if (!question) return;
  const probe = createProbe(question.sought);
  for (const file of new Set(question.longer.map(finder.file))) {
    for (const { game, ...found } of beginningsOfFile(files[file]!.bytes, probe, options).found) {
      const longer = finder.longerAt(file, game);
      if (longer !== undefined) finder.answer(longer, found);
    }
  }
}

/** Words of one sought line: stones, then the four halves of its keys. */
const SOUGHT_WORDS = 5;

/** Lines that may be the beginning of longer ones, and those longer ones. */
interface Question {
  /** Heads of the sought lines. */
  readonly heads: readonly number[];
  /** SOUGHT_WORDS for each of them. */
  readonly sought: Uint32Array;
  /** Heads of the lines that may begin with them. */
  readonly longer: readonly number[];
}

/** Most stones that a sort key can hold beside the word of a beginning: longer lines count as this long. */
const MAX_STONES = 2 ** 21 - 1;

/**
 * The lines to read again, because the last kept beginning of a line is also a beginning of a longer line; `undefined` if
 * there are none. Takes the time of a sort, and eight bytes per game.
 */
function askBeginnings(table: KeyTable, fewest: number): Question | undefined {
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
  if (heads.length === 0) return undefined;
  const sought = new Uint32Array(heads.length * SOUGHT_WORDS);
  for (const [h, head] of heads.entries()) {
    const fields = [KEY.stones, KEY.symmetricLow, KEY.symmetricHigh, KEY.exactLow, KEY.exactHigh];
    for (const [f, field] of fields.entries()) sought[h * SOUGHT_WORDS + f] = table.word(head, field);
  }
  return { heads, sought, longer: [...longer] };
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

/** A sought line that a game begins with. */
interface Found {
  /** Index among the sought lines. */
  readonly sought: number;
  readonly board: 'same' | 'turned';
}

/** Returns the function that finds which of the sought lines a game begins with and continues. */
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

/** Finds records of the same game among any number of games: add the keys of all, answer its question, read the rows. */
interface Finder {
  /** Adds the keys of one game; files by number. */
  readonly add: (words: Uint32Array, at: number, file: number) => void;
  /** What `prefix` needs from a second reading of the games; `undefined`: nothing. */
  readonly question: () => Question | undefined;
  /** Adds what one of the `longer` games of the question begins with. */
  readonly answer: (longer: number, found: Found) => void;
  /** The index of a game among the `longer` ones of the question. */
  readonly longerAt: (file: number, game: number) => number | undefined;
  readonly file: (index: number) => number;
  readonly rows: () => Generator<DuplicateRow>;
}

interface Relation {
  readonly kind: DuplicateKind;
  readonly of: number;
  readonly turned: boolean;
}

/** `fewest`: as for the keys. `kinds`: those to report; a game is reported once, by its closest kind. */
function createFinder(fewest: number, kinds: ReadonlySet<DuplicateKind>): Finder {
  const table = createKeyTable();
  const places = new Map<string, number>();
  let question: Question | undefined;
  /** By the head of a line that begins longer ones: the longest of them. */
  const longest = new Map<number, { readonly of: number; readonly turned: boolean }>();

  /** Lines by the longest line that they begin. */
  function beginningsByHead(): Map<number, number[]> {
    const by = new Map<number, number[]>();
    for (const [head, { of }] of longest) {
      const others = by.get(of);
      if (others) others.push(head);
      else by.set(of, [head]);
    }
    return by;
  }

  return {
    add: table.add,
    question() {
      question = kinds.has('prefix') ? askBeginnings(table, fewest) : undefined;
      for (const index of question?.longer ?? []) {
        places.set(`${table.file(index)} ${table.word(index, KEY.game)}`, index);
      }
      return question;
    },
    answer(longer, { sought, board }) {
      const head = question?.heads[sought];
      if (head === undefined) return;
      const stones = table.word(longer, KEY.stones);
      const known = longest.get(head);
      if (known && table.word(known.of, KEY.stones) >= stones) return;
      longest.set(head, { of: longer, turned: board === 'turned' });
    },
    longerAt: (file, game) => places.get(`${file} ${game}`),
    file: table.file,
    *rows() {
      const beginnings = beginningsByHead();
      let group = 0;
      for (let head = 0; head < table.count(); head++) {
        if (!table.isHead(head) || longest.has(head)) continue;
        const relations = new Map<number, Relation>();
        relationsIn(table, head, relations);
        for (const shorter of beginnings.get(head) ?? []) {
          relationsIn(table, shorter, relations);
          const { of, turned } = longest.get(shorter)!;
          relations.set(shorter, { kind: 'prefix', of, turned });
        }
        for (const [first, copies] of groupsOf(relations, kinds)) {
          group++;
          yield rowOf(table, group, first, undefined);
          for (const copy of copies) yield rowOf(table, group, copy, relations.get(copy));
        }
      }
    },
  };
}

/** Relates each game of a chain to the earlier one that it is closest to. */
function relationsIn(table: KeyTable, head: number, relations: Map<number, Relation>): void {
  const members = table.members(head);
  if (members.length === 1) return;
  const seen = new Map<string, number>();
  for (const index of members) {
    const word = (field: number): number => table.word(index, field);
    const exact = `${word(KEY.exactLow)} ${word(KEY.exactHigh)}`;
    const facts = HEADER_FACTS.map((fact) => word(KEY[fact])).join(' ');
    const keys = [
      [0, 1, 2, 3].map((i) => word(KEY.bytes + i)).join(' '),
      `${exact} h ${facts}`,
      `${exact} r ${word(KEY.result)}`,
      exact,
      '',
    ];
    for (const [k, key] of keys.entries()) {
      const of = seen.get(key);
      if (of === undefined) seen.set(key, index);
      else if (!relations.has(index)) relations.set(index, { kind: DUPLICATE_KINDS[k]!, of, turned: false });
    }
  }
}

function differences(table: KeyTable, index: number, { kind, of, turned }: Relation): string[] {
  if (kind === 'exact') return [];
  const words: string[] = HEADER_FACTS.filter(
    (fact) => table.word(index, KEY[fact]) !== table.word(of, KEY[fact]),
  );
  if (turned) words.push('turned');
  return words.length === 0 && kind === 'moves' ? ['text'] : words;
}

function rowOf(table: KeyTable, group: number, index: number, relation: Relation | undefined): DuplicateRow {
  const of = relation?.of ?? index;
  return {
    group,
    kind: relation?.kind ?? 'first',
    file: table.file(index),
    game: table.word(index, KEY.game),
    ofFile: table.file(of),
    ofGame: table.word(of, KEY.game),
    moves: table.word(index, KEY.moves),
    differs: relation ? differences(table, index, relation) : [],
  };
}

/** Copies of the wanted kinds, by the game that they go back to, all in input order. */
function groupsOf(
  relations: ReadonlyMap<number, Relation>,
  kinds: ReadonlySet<DuplicateKind>,
): [first: number, copies: number[]][] {
  const wanted = new Map([...relations].filter(([, { kind }]) => kinds.has(kind)));
  const groups = new Map<number, number[]>();
  for (const index of [...wanted.keys()].sort((a, b) => a - b)) {
    let first = index;
    for (let above = wanted.get(first); above; above = wanted.get(first)) first = above.of;
    const copies = groups.get(first);
    if (copies) copies.push(index);
    else groups.set(first, [index]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

/** Takes the records of a run. */
interface RecordTarget {
  readonly write: (records: Uint8Array) => undefined;
  readonly end: () => undefined;
}

/** Finds records of the same game in two runs over the same inputs; the second is needed only if there may be prefixes. */
export interface Comparison {
  /** Takes the records of the first run. */
  readonly keys: RecordTarget;
  /** What the second run must look for, and in which files; `undefined`: it is not needed. */
  readonly question: () =>
    { readonly sought: Uint32Array; readonly isIn: (name: string) => boolean } | undefined;
  /** Takes the records of the second run. */
  readonly beginnings: RecordTarget;
  readonly rows: () => Generator<DuplicateRow>;
  readonly nameOf: (file: number) => string;
  readonly games: () => number;
  /** Names of the files whose games all repeat others, so that nothing is lost without these files. */
  readonly needlessFiles: () => string[];
}

/** Takes about 100 bytes of memory per game, and the names of the files. */
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
