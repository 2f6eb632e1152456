import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { KeptGames, SeenGames } from '../../toolkit/duplicates/game-keys.js';
import { addChecksums } from '../input/item-reader.js';
import type { Item } from '../input/item.js';
import { addCounts, type Counts, noCounts } from '../../report/output/summary.js';
import type { LargeFile } from '../tasks/large-file.js';
import type { DurableTarget, OutputMark } from '../merge/output.js';
import { runBatch, type RunRequest, type RunResult, type Written } from '../merge/run.js';

/** How far a run has come: everything from its first `items` items is written. Plain data. */
export interface Checkpoint extends Written {
  /** Its number, from 1. */
  readonly step: number;
  readonly items: number;
  /** Chained CRC of the names and sizes of these items. */
  readonly listing: number;
  /** Set in the middle of a large file. */
  readonly within?: LargeFile | undefined;
  /** All games are done, and were compared with results tables. */
  readonly isCrosschecked?: boolean;
  /** States of the outputs, in the order of the targets. */
  readonly outputs: readonly OutputMark[];
}

/** The checkpoint of a run that has done nothing yet. */
export const NOTHING_DONE: Checkpoint = {
  step: 0,
  items: 0,
  listing: 0,
  outputs: [],
  counts: noCounts(),
  inputBytes: 0,
  checksum: 0,
  faults: 0,
};

/** What a run needs to save checkpoints, and where it starts. */
export interface CheckpointMeans {
  readonly from: Checkpoint;
  readonly seen: SeenGames;
  readonly targets: readonly DurableTarget[];
  /** Time between two checkpoints; 0: one after every task. */
  readonly everyMs: number;
  /**
   * Saves a checkpoint and the games since the previous one atomically: after a crash both exist or neither.
   * The outputs are written as far as the checkpoint says. An error that it throws ends the run.
   */
  readonly save: (checkpoint: Checkpoint, seen: KeptGames) => Promise<void> | void;
  /** Items that do not come from the inputs, such as notes about them. */
  readonly extra?: ReadonlySet<Item>;
}

/**
 * Continues a run after a checkpoint and saves further ones, for the log of the command and for the jobs of the server.
 * The items must be those after the first `from.items`. The result counts everything from the start.
 */
export async function runFromCheckpoint(
  request: Omit<RunRequest, 'seen' | 'within' | 'decided' | 'onWritten'>,
  { from, seen, targets, everyMs, save, extra }: CheckpointMeans,
): Promise<RunResult> {
  let next = Date.now() + everyMs;
  let { step, items: done, listing } = from;
  const { onProgress } = request;
  const result = await runBatch({
    ...request,
    seen,
    within: from.within,
    decided: from.counts.decided,
    ...(onProgress && {
      onProgress:
        from.step === 0
          ? onProgress
          : (counts, inputBytes) => onProgress(sum(from.counts, counts), from.inputBytes + inputBytes),
    }),
    async onWritten(items, within, written) {
      const listed = extra ? items.filter((item) => !extra.has(item)) : items;
      done += listed.length;
      listing = chained(listing, listed);
      if (Date.now() < next) return;
      const outputs = targets.map((target) => target.sync());
      await save(
        {
          ...{ step: ++step, items: done, listing, within, outputs },
          counts: sum(from.counts, written.counts),
          inputBytes: from.inputBytes + written.inputBytes,
          checksum: addChecksums(from.checksum, written.checksum),
          faults: from.faults + written.faults,
        },
        seen.take(),
      );
      next = Date.now() + everyMs;
    },
  });
  return { ...result, counts: sum(from.counts, result.counts), faults: from.faults + result.faults };
}

function sum(one: Counts, other: Counts): Counts {
  const total = noCounts();
  addCounts(total, one);
  addCounts(total, other);
  return total;
}

/** Extends the CRC of a listing by items: for each its name, its size, and the CRC that an archive states. */
export function chained(listing: number, items: readonly Item[]): number {
  let text = '';
  for (const item of items) {
    const name = item.kind === 'file' ? item.path : item.name;
    const crc = item.kind === 'zip-entry' ? item.entry.crc : 0;
    text += `${name}\n${String(item.size)} ${String(crc)}\n`;
  }
  return crc32(text, listing);
}

/**
 * The checkpoint log of a run lets `--resume` continue after a crash, a full disk or an interruption.
 *
 * It is a text file beside the output, `run.journal` in a folder. Each line is the CRC-32 of its JSON in eight hex digits, a
 * space, and the JSON. The first line identifies the run, every other line is a checkpoint. The outputs are flushed and synced
 * before a checkpoint is appended and synced, so everything that the last good line counts is on disk; a torn line fails its
 * CRC and is ignored. To resume a run, truncate the log after its last good line, truncate each output to the length in that
 * line, list the inputs again, skip the finished items and process the rest.
 *
 * The listing (names, sizes, CRCs of archive entries) must have the same CRC as before, or the run cannot be resumed. Files
 * written after the run started are compared by content: where the checksums between two checkpoints differ, they get the
 * finding `file/changed`.
 *
 * The log is created after one interval and removed when all outputs are complete.
 */

/** What must be equal for a run to be resumed: hashes or short texts, by option name. */
export type RunIdentity = Readonly<Record<string, string>>;

/** The first line. */
export interface LogHead {
  readonly identity: RunIdentity;
  /** Milliseconds since 1970. */
  readonly started: number;
}

/** Every other line. */
export interface LogEntry extends Checkpoint {
  /** Games since the previous checkpoint. */
  readonly games: KeptGames;
  /** Files reported as changed since the previous checkpoint. */
  readonly changed: readonly string[];
}

export interface CheckpointLog {
  /** Throws when it cannot be written; then the log is unchanged. */
  readonly append: (point: LogEntry) => void;
  readonly close: () => void;
}

/** `after`: the end of the last good line of a log that has checkpoints already. */
export function openCheckpointLog(path: string, head: LogHead, after?: number): CheckpointLog {
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

export function removeCheckpointLog(path: string): void {
  rmSync(path, { force: true });
}

function lineOf(value: object): string {
  const json = JSON.stringify(value);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

/** The value of a line, and the offset after it. */
export interface LogLine {
  readonly value: unknown;
  readonly end: number;
}

const BLOCK_BYTES = 1024 * 1024;

/** The lines of a log up to the first that is torn or wrong. Throws when the file cannot be read. */
export function* linesOfLog(path: string): Generator<LogLine> {
  for (const { line, end } of linesOfFile(path)) {
    if (crc32(line.slice(9)) !== Number.parseInt(line.slice(0, 8), 16)) return;
    yield { value: JSON.parse(line.slice(9)), end };
  }
}

/** Longest line that is read: that of a chunk of some millions of files. */
export const LINE_BYTES = 256 * 1024 * 1024;

/**
 * The complete lines of a file from an offset on, without line feeds, and the offset after each; as far as one that is too long.
 * Throws when the file cannot be read.
 */
export function* linesOfFile(
  path: string,
  from = 0,
): Generator<{ readonly line: string; readonly end: number }> {
  const descriptor = openSync(path, 'r');
  try {
    let held: Buffer[] = [];
    let at = from;
    let end = from;
    while (at - end < LINE_BYTES) {
      let block = Buffer.allocUnsafe(BLOCK_BYTES);
      block = block.subarray(0, readSync(descriptor, block, 0, BLOCK_BYTES, at));
      at += block.length;
      if (block.length === 0) return;
      for (let feed = block.indexOf(10); feed >= 0; feed = block.indexOf(10)) {
        const line = Buffer.concat([...held, block.subarray(0, feed)]);
        held = [];
        end += line.length + 1;
        yield { line: line.toString('utf8'), end };
        block = block.subarray(feed + 1);
      }
      held.push(block);
    }
  } finally {
    closeSync(descriptor);
  }
}
