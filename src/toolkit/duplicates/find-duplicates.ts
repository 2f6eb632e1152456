import {
  checkArgument,
  checkOptions,
  type Checks,
  isAnObject,
  isFunction,
  isNamedFile,
  limitsOf,
  listOf,
  oneOf,
  whole,
} from '../../core/checks.js';
import type { Limits } from '../../core/limits.js';
import type { Finding } from '../../core/findings/finding.js';
import { readRecord } from '../../referee/record/read-record.js';
import type { GameRecord } from '../../referee/record/record.js';
import { DEFAULT_OPTIONS, type AnalyzeOptions } from '../../referee/judge/options.js';
import { lineKey } from '../../core/line-key.js';
import type { CharsetEvidence } from '../../sgf/raw.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import {
  createKeyTable,
  DUPLICATE_KINDS,
  MIN_STONES,
  gameKeys,
  HEADER_FACTS,
  KEY,
  KEY_WORDS,
  SOUGHT_WORDS,
  soughtOf,
  type Relation,
  type DuplicateKind,
  type DuplicateRow,
  type KeyTable,
} from './game-keys.js';
import { askBeginnings, type Question } from './beginnings.js';
import { createNearCopies } from './near-copies.js';
import { playsOf } from './sketch.js';
import { createNames } from './seen-games.js';
import { joined, longer } from '../../core/bytes.js';
import { append } from '../../core/key-index.js';

/** Options for reading a file for duplicates. */
type KeyOptions = Pick<AnalyzeOptions, 'firstGame' | 'limits' | 'charset' | 'digest'> & {
  /** Fewest moves and setup stones that two games must share. */
  readonly fewest: number;
};

/** What reading a file gives besides its record. */
interface Read {
  readonly games: number;
  readonly charset: CharsetEvidence;
  /** Errors of the file that belong to no game, and the finding that it has no game. */
  readonly errors: readonly Finding[];
}

/**
 * The record of a file for a comparison: the keys of its games, or where there is a probe, which of its games begin with the lines
 * that it looks for. Nothing is replayed. Never throws, whatever `bytes` contains.
 */
export function recordOfFile(
  bytes: Uint8Array,
  name: string,
  { firstGame, limits, charset, digest, fewest }: KeyOptions,
  probe?: ReturnType<typeof createProbe>,
): Read & { readonly record: Uint8Array } {
  const file = scanFile(bytes, { firstGame, limits, charset, lines: 'hold' });
  const words = file.games.flatMap((raw): number[] => {
    const record = readRecord(raw);
    if (probe) return probe(record).flatMap((found) => answerOf(raw.game, record, found));
    return [...gameKeys(raw, record, { sha256: digest(bytes.subarray(raw.start, raw.end)), fewest })];
  });
  const errors = file.findings.filter(({ severity, code }) => severity === 'error' || code === 'sgf/no-game');
  const record = recordOf(name, Uint32Array.from(words));
  return { games: file.games.length, charset: file.charset, errors, record };
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

const CHECKS: Checks<keyof DuplicateOptions> = {
  digest: isFunction,
  kinds: listOf(oneOf(DUPLICATE_KINDS)),
  fewest: whole(0),
  limits: isAnObject,
};

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
  given: DuplicateOptions = {},
): NamedDuplicate[] {
  checkArgument('files', files, listOf(isNamedFile));
  checkOptions(given, CHECKS);
  const { digest = DEFAULT_OPTIONS.digest, kinds = DUPLICATE_KINDS, fewest = MIN_STONES } = given;
  const limits = limitsOf(given.limits ?? {});
  const comparison = createComparison(fewest, new Set(kinds));
  const options = { firstGame: 1, limits, charset: undefined, digest, fewest };
  // By number, as several files may have one name.
  for (const [file, { bytes }] of files.entries())
    comparison.keys.write(recordOfFile(bytes, String(file), options).record);
  const question = comparison.question();
  const probe = question && createProbe(question.sought);
  for (const [file, { bytes }] of files.entries())
    if (question?.isIn(String(file)) === true)
      comparison.beginnings.write(recordOfFile(bytes, String(file), options, probe).record);
  const nameOf = (file: number): string => files[file]!.name;
  return [...comparison.rows()].map((row) => ({
    ...row,
    file: nameOf(row.file),
    ofFile: nameOf(row.ofFile),
  }));
}

/** What is found in a game, as words: for a near copy all its plays. */
function answerOf(game: number, { line, width, height }: GameRecord, { sought, is }: Found): number[] {
  const plays = is === 'whole' ? playsOf(line) : [];
  return [
    game,
    sought,
    is === 'whole' ? (width << 8) | height : Number(is === 'turned'),
    plays.length,
    ...plays,
  ];
}

/** A sought line that a game begins with. */
interface Found {
  /** Index among the sought lines. */
  readonly sought: number;
  /** The line begins with it, on the same board or a turned one, or is all of it. */
  readonly is: 'same' | 'turned' | 'whole';
}

/** Returns the function that finds which of the sought lines a game begins with and continues. */
export function createProbe(sought: Uint32Array): (record: GameRecord) => Found[] {
  const byLow = new Map<number, number[]>();
  for (let s = 0; s * SOUGHT_WORDS < sought.length; s++) {
    const low = sought[s * SOUGHT_WORDS + 1]!;
    append(byLow, low, s);
  }
  return ({ isGo, line, width, height }) => {
    if (!isGo) return [];
    const found: Found[] = [];
    let all = 0;
    const whole = lineKey(line, width, height, (stones, exactLow, exactHigh, low, high) => {
      all = stones;
      for (const s of byLow.get(low) ?? []) {
        const at = s * SOUGHT_WORDS;
        if (sought[at] !== stones || sought[at + 2] !== high) continue;
        const isSame = sought[at + 3] === exactLow && sought[at + 4] === exactHigh;
        found.push({ sought: s, is: isSame ? 'same' : 'turned' });
      }
    });
    const begun = found.filter(({ sought: s }) => sought[s * SOUGHT_WORDS]! < all);
    const asked = (byLow.get(whole.symmetricLow) ?? []).filter((s) => {
      const [stones, , high, exactLow] = sought.subarray(s * SOUGHT_WORDS, (s + 1) * SOUGHT_WORDS);
      return stones === 0 && high === whole.symmetricHigh && exactLow === whole.exactLow;
    });
    return [...begun, ...asked.map((s): Found => ({ sought: s, is: 'whole' }))];
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

function differences(
  table: KeyTable,
  index: number,
  { kind, of, turned, places = [], alike }: Relation,
): string[] {
  if (kind === 'exact') return [];
  const words: string[] = HEADER_FACTS.filter(
    (fact) => table.word(index, KEY[fact]) !== table.word(of, KEY[fact]),
  );
  if (turned) words.push('turned');
  for (const play of new Set(places)) words.push(`move ${String(play)}`);
  if (alike) {
    if (alike.first > 0) words.push(`first ${String(alike.first)}`);
    if (alike.last > 0) words.push(`last ${String(alike.last)}`);
  }
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
    append(groups, first, index);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

/**
 * `related`: by the head of a line that begins longer ones, the longest of them; by that of a near copy, the line that it is one of.
 * `parts`: pairs of lines that share a part. Each is a group of its own: what a record shares with two games, these do not share.
 */
function* rowsOf(
  table: KeyTable,
  related: ReadonlyMap<number, Relation>,
  parts: readonly (readonly [later: number, Relation])[],
  kinds: ReadonlySet<DuplicateKind>,
): Generator<DuplicateRow> {
  /** Lines by the one that they are related to in the end. */
  const others = new Map<number, number[]>();
  for (const head of related.keys()) append(others, rootOf(related, head), head);
  let group = 0;
  for (let head = 0; head < table.count(); head++) {
    if (!table.isHead(head) || related.has(head)) continue;
    const relations = new Map<number, Relation>();
    relationsIn(table, head, relations);
    for (const other of others.get(head) ?? []) {
      relationsIn(table, other, relations);
      relations.set(other, related.get(other)!);
    }
    for (const [first, copies] of groupsOf(relations, kinds)) {
      group++;
      yield rowOf(table, group, first, undefined);
      for (const copy of copies) yield rowOf(table, group, copy, relations.get(copy));
    }
  }
  for (const [later, relation] of parts) {
    group++;
    yield rowOf(table, group, relation.of, undefined);
    yield rowOf(table, group, later, relation);
  }
}

function rootOf(related: ReadonlyMap<number, Relation>, head: number): number {
  let root = head;
  for (let above = related.get(root); above; above = related.get(root)) root = above.of;
  return root;
}

/** Takes the records of a run. */
interface RecordTarget {
  readonly write: (records: Uint8Array) => undefined;
  readonly end: () => undefined;
}

/** Finds records of the same game in two runs over the same inputs; the second is needed only if there may be prefixes or near copies. */
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
  /** Names of the files whose games all repeat one of a file that is not named. `isOther`: whether two names are of two files. */
  readonly needlessFiles: (isOther: (name: string, kept: string) => boolean) => string[];
}

/**
 * Takes about 160 bytes of memory per game, and the names of the files. `fewest`: as for the keys. `kinds`: those to report; a game
 * is reported once, by its closest kind.
 */
export function createComparison(fewest: number, kinds: ReadonlySet<DuplicateKind>): Comparison {
  const table = createKeyTable();
  const names = createNames();
  let question: (Question & { readonly sought: Uint32Array }) | undefined;
  const near = createNearCopies(table, kinds);
  /** Files of the `longer` games of the question by name, and the index of each such game by file and number. */
  const wanted = new Map<string, number>();
  const places = new Map<string, number>();
  /** By the head of a line that begins longer ones: the longest of them. */
  const longest = new Map<number, Pick<Relation, 'of' | 'turned'>>();
  const rows = (): Generator<DuplicateRow> => {
    const related = near.related(longest);
    return rowsOf(table, related, near.parts(related), kinds);
  };

  /** Games of each file. */
  let gamesOf = new Uint32Array(1024);

  function answer(longer: number, sought: number, turned: boolean): void {
    const head = question?.heads[sought];
    if (head === undefined) return;
    const known = longest.get(head);
    if (known && table.word(known.of, KEY.stones) >= table.word(longer, KEY.stones)) return;
    longest.set(head, { of: longer, turned });
  }

  return {
    keys: {
      write(bytes) {
        for (const { name, words } of recordsIn(bytes)) {
          const file = names.keep(name);
          if (file >= gamesOf.length) gamesOf = longer(gamesOf, file + 1);
          gamesOf[file]! += words.length / KEY_WORDS;
          for (let at = 0; at < words.length; at += KEY_WORDS) table.add(words, at, file);
        }
        return undefined;
      },
      end: () => undefined,
    },
    question() {
      const begun = kinds.has('prefix') ? askBeginnings(table, fewest) : undefined;
      const asked = kinds.has('near') || kinds.has('part') ? near.heads() : [];
      question = {
        heads: [...(begun?.heads ?? []), ...asked],
        sought: soughtOf(table, begun?.heads ?? [], asked),
        longer: [...(begun && begun.heads.length > 0 ? begun.longer : []), ...asked],
      };
      if (question.heads.length === 0) return undefined;
      for (const index of question.longer) {
        const file = table.file(index);
        places.set(`${file} ${table.word(index, KEY.game)}`, index);
        wanted.set(names.text(file), file);
      }
      return { sought: question.sought, isIn: (name) => wanted.has(name) };
    },
    beginnings: {
      write(bytes) {
        for (const { name, words } of recordsIn(bytes)) {
          const file = wanted.get(name);
          for (let at = 0; file !== undefined && at < words.length; at += FOUND_WORDS + words[at + 3]!) {
            const [game, sought = 0, how = 0, count = 0] = words.subarray(at);
            const place = places.get(`${file} ${game!}`);
            if (place === undefined) continue;
            if (count === 0) answer(place, sought, how !== 0);
            else if (question?.heads[sought] === place)
              near.take(place, how, words.subarray(at + FOUND_WORDS, at + FOUND_WORDS + count));
          }
        }
        return undefined;
      },
      end: () => undefined,
    },
    rows,
    nameOf: names.text,
    games: table.count,
    needlessFiles: (isOther) => needless(rows(), names.text, gamesOf, isOther),
  };
}

/** `gamesOf`: how many games each file has. */
function needless(
  rows: Iterable<DuplicateRow>,
  nameOf: (file: number) => string,
  gamesOf: Uint32Array,
  isOther: (name: string, kept: string) => boolean,
): string[] {
  const copies = new Uint32Array(gamesOf.length);
  let kept = '';
  // The file of a first game is never named: that game is no copy.
  for (const { kind, file } of rows) {
    if (kind === 'first') kept = nameOf(file);
    else if (isOther(nameOf(file), kept)) copies[file]!++;
  }
  const found: string[] = [];
  for (let file = 0; file < copies.length; file++) {
    if (copies[file]! > 0 && copies[file] === gamesOf[file]) found.push(nameOf(file));
  }
  return found;
}

/** Words of what is found, before plays: game, index of the sought line, 1 when the board is turned or the size of the board, how many plays. */
const FOUND_WORDS = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The record of a file, as bytes: length of the name, number of words, the name, the words. */
function recordOf(name: string, words: Uint32Array): Uint8Array {
  const text = encoder.encode(name);
  const head = Uint32Array.of(text.length, words.length);
  return joined([new Uint8Array(head.buffer), text, new Uint8Array(words.buffer)]);
}

/** The records of a task, one after another; their words are copies. */
function* recordsIn(bytes: Uint8Array): Generator<{ readonly name: string; readonly words: Uint32Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    const nameEnd = at + 8 + view.getUint32(at, true);
    const words = new Uint32Array(view.getUint32(at + 4, true));
    const end = nameEnd + words.byteLength;
    new Uint8Array(words.buffer).set(bytes.subarray(nameEnd, end));
    yield { name: decoder.decode(bytes.subarray(at + 8, nameEnd)), words };
    at = end;
  }
}
