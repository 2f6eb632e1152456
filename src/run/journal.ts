/**
 * The journal of a run keeps its checkpoints, so that `--resume` can go on after a crash, a full disk or an interruption.
 *
 * It is a text file beside the output. Each line is the CRC-32 of its JSON in eight hex digits, a space, and the JSON. The
 * first line identifies the run, every other is a checkpoint. Before one is written the outputs are flushed and synced; then
 * it is appended and synced. So everything that the last good line counts is on disk; a torn line fails its CRC and is
 * ignored. To resume a run: cut the journal after its last good line, cut each output to the length in it, list the inputs
 * again, pass over the items that are done, and do the rest as if nothing had happened.
 *
 * Inputs: the chained CRC of what was listed (names, sizes, CRCs of archive entries) must be the same, or the run cannot be
 * resumed. Files that were written after the run began are looked at more closely: when the checksums of the contents read
 * between two checkpoints differ too, they are `file/changed`.
 *
 * The journal is created when a run is older than one interval, and removed when all outputs are complete.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { KeptGames } from '../duplicates/seen-games.js';
import type { Checkpoint } from './checkpoint.js';

/** What must be equal for a run to be resumed: by the names of options, hashes or short texts. */
export type RunIdentity = Readonly<Record<string, string>>;

/** The first line. */
export interface JournalHead {
  readonly identity: RunIdentity;
  /** Milliseconds since 1970. */
  readonly started: number;
}

/** Every other line. */
export interface JournalPoint extends Checkpoint {
  /** Games that came since the point before. */
  readonly games: KeptGames;
  /** Files that were reported as changed since the point before. */
  readonly changed: readonly string[];
}

export interface Journal {
  /** Throws when it cannot be written; then it is as it was before. */
  readonly append: (point: JournalPoint) => void;
  readonly close: () => void;
}

/** `after`: the end of its last good line, where there are points already. */
export function openJournal(path: string, head: JournalHead, after?: number): Journal {
  const descriptor = openSync(path, after === undefined ? 'w' : 'r+');
  let end = after ?? 0;
  if (after !== undefined) ftruncateSync(descriptor, after);

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
      if (end === 0) write(head);
      write(point);
    },
    close: () => closeSync(descriptor),
  };
}

export function removeJournal(path: string): void {
  rmSync(path, { force: true });
}

function lineOf(value: object): string {
  const json = JSON.stringify(value);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

/** A line as it was written, and the offset after it. */
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
