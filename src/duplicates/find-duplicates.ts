import type { Finding } from '../findings/finding.js';
import type { Limits } from '../core/limits.js';
import { createFinder, createProbe, type Finder, type Found } from './finder.js';
import {
  DUPLICATE_KINDS,
  type DuplicateKind,
  type DuplicateRow,
  FEWEST_STONES,
  gameKeys,
  KEY_WORDS,
} from './game-keys.js';
import { type AnalyzeOptions, DEFAULT_OPTIONS } from '../referee/options.js';
import { readRecord } from '../record/read-record.js';
import type { CharsetEvidence, RawFile, RawGame } from '../sgf/raw.js';
import { scanFile } from '../sgf/scan/scan-file.js';

/** What reading a file for duplicates needs to know. */
export type KeyOptions = Pick<AnalyzeOptions, 'firstGame' | 'limits' | 'charset' | 'digest'> & {
  /** Moves and setup stones that two games must share at least. */
  readonly fewest: number;
};

/** What both readings of a file give. */
interface Read {
  readonly games: number;
  readonly charset: CharsetEvidence;
  /** Errors of the file that belong to no game, and that it holds none. */
  readonly errors: readonly Finding[];
}

/** The words of every game of a file, KEY_WORDS each. Nothing is replayed. Never throws for what is in `bytes`. */
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
  /** Hex SHA-256 of bytes, that of `DEFAULT_OPTIONS` by default. */
  readonly digest?: (bytes: Uint8Array) => string;
  /** Kinds to report; all of them by default. */
  readonly kinds?: readonly DuplicateKind[];
  /** Moves and setup stones that two games must share at least, twice as many for `prefix`; FEWEST_STONES by default. Equal bytes always count. */
  readonly fewest?: number;
  readonly limits?: Limits;
}

/** A row with the names of files. */
export type NamedDuplicate = Omit<DuplicateRow, 'file' | 'ofFile'> & {
  readonly file: string;
  readonly ofFile: string;
};

/**
 * The games of some files that are one and the same game, in groups. The `first` of a group is the game that the others repeat:
 * the earliest, or for `prefix` the longest. Main lines are compared, by keys of 64 bits; variations only count for `exact`.
 * Files that hold no game add nothing; `audit` reports what is wrong with them.
 */
export function findDuplicates(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  {
    digest = DEFAULT_OPTIONS.digest,
    kinds = DUPLICATE_KINDS,
    fewest = FEWEST_STONES,
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
