/**
 * The journal of a run: what lets `--resume` go on after a crash, a full disk or an interruption.
 *
 * One text file beside the output. Each line is the CRC-32 of its JSON in eight hex digits, a space, and the JSON; the first line
 * tells what run it is, every other is a point: so many items are done, so long was each output then, so much was counted. Before
 * a point is written its outputs are flushed and synced, then the point is appended and synced. So whatever the last good line says
 * is on disk; a torn line fails its CRC and counts for nothing. Going on means: cut the journal behind its last good line, cut each
 * output to the length it tells, list the inputs again, pass over the items that are done, and run the rest as if nothing had been.
 * What the rest needs of the part before is in the points: counts, the keys of games that later ones are compared with, the place
 * inside a large file, the budget of the page.
 *
 * Inputs: the chained CRC of what was listed (names, sizes, CRCs of archive entries) must be the same, or the run cannot go on.
 * Files that were written after the run began are looked at closer: when the checksums of the contents read between two points
 * differ too, they are `file/changed`.
 *
 * The journal begins when a run is older than one interval, and is removed when all outputs stand complete.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { BudgetState } from '../output/html/budget.js';
import type { Counts } from '../output/summary.js';
import type { LargeFile } from './large-file.js';

/** What must be equal for a run to go on: by the names of options, hashes or short texts. */
export type RunIdentity = Readonly<Record<string, string>>;

export interface JournalHead {
  readonly identity: RunIdentity;
  /** Milliseconds since 1970. */
  readonly started: number;
}

/** How an output stood at a point. */
export interface OutputMark {
  readonly length: number;
  /** Of the report's page. */
  readonly budget?: BudgetState | undefined;
}

/** Everything that is known behind some items. */
export interface Point {
  readonly items: number;
  readonly within: LargeFile | undefined;
  readonly inputBytes: number;
  readonly checksum: number;
  /** Chained CRC of the items. */
  readonly listing: number;
  readonly counts: Counts;
  readonly faults: number;
  readonly outputs: readonly OutputMark[];
  /** Games remembered since the point before. */
  readonly games: RememberedGames;
  /** Files that were told to have changed since the point before. */
  readonly changed: readonly string[];
}

/** Keys of games for the search of duplicates. */
export interface RememberedGames {
  /** Base64 of five 32-bit words a game, little-endian: four of its key, its number. */
  readonly words: string;
  /** The file of each game; '' for that of the game before. */
  readonly files: readonly string[];
}

export interface Journal {
  /** Throws when it cannot be written; then it is as it was before. */
  readonly append: (point: Point) => void;
  readonly close: () => void;
}

/** Begins a journal anew. */
export function createJournal(path: string, head: JournalHead): Journal {
  return journalIn(openSync(path, 'w'), 0, [head]);
}

/** Goes on behind the last good line, which ends at `length`. */
export function continueJournal(path: string, length: number): Journal {
  const descriptor = openSync(path, 'r+');
  ftruncateSync(descriptor, length);
  return journalIn(descriptor, length, []);
}

export function removeJournal(path: string): void {
  rmSync(path, { force: true });
}

function journalIn(descriptor: number, length: number, first: readonly object[]): Journal {
  let end = length;
  let isHeadWritten = first.length === 0;
  function write(value: object): void {
    const bytes = Buffer.from(lineOf(value));
    try {
      for (let at = 0; at < bytes.length;) {
        at += writeSync(descriptor, bytes, at, bytes.length - at, end + at);
      }
      fsyncSync(descriptor);
    } catch (error) {
      ftruncateSync(descriptor, end);
      throw error;
    }
    end += bytes.length;
  }
  return {
    append(point) {
      if (!isHeadWritten) first.forEach(write);
      isHeadWritten = true;
      write(point);
    },
    close: () => closeSync(descriptor),
  };
}

function lineOf(value: object): string {
  const json = JSON.stringify(value);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

/** A line as it was written, and the offset behind it. */
export interface JournalLine {
  readonly value: unknown;
  readonly end: number;
}

const BLOCK_BYTES = 1024 * 1024;

/** The good lines of a journal up to the first that is torn or wrong. Throws when the file cannot be read. */
export function* linesOfJournal(path: string): Generator<JournalLine> {
  const descriptor = openSync(path, 'r');
  try {
    let held = Buffer.alloc(0);
    let start = 0;
    for (;;) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      const length = readSync(descriptor, block, 0, BLOCK_BYTES, null);
      if (length === 0) return;
      held = Buffer.concat([held, block.subarray(0, length)]);
      for (;;) {
        const feed = held.indexOf(10);
        if (feed < 0) break;
        const line = held.subarray(0, feed).toString('utf8');
        if (crc32(line.slice(9)) !== Number.parseInt(line.slice(0, 8), 16)) return;
        start += feed + 1;
        yield { value: JSON.parse(line.slice(9)), end: start };
        held = held.subarray(feed + 1);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
