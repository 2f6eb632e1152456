import { crc32 } from 'node:zlib';
import type { KeptGames, SeenGames } from '../duplicates/seen-games.js';
import type { Item } from '../input/item.js';
import { addChecksums } from '../input/opening.js';
import { addCounts, type Counts, noCounts } from '../output/summary.js';
import type { LargeFile } from './large-file.js';
import type { DurableTarget, OutputMark } from './output.js';
import { runBatch, type RunRequest, type RunResult, type Written } from './run.js';

/** How far a run is: everything that its first `items` items gave is written. Plain data. */
export interface Checkpoint extends Written {
  /** Its number, from 1. */
  readonly step: number;
  readonly items: number;
  /** Chained CRC of the names and sizes of these items. */
  readonly listing: number;
  /** Set in the middle of a large file. */
  readonly within?: LargeFile | undefined;
  /** How the outputs were, in the order of the targets. */
  readonly outputs: readonly OutputMark[];
}

/** Before anything is done. */
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

/** What a run needs to keep checkpoints, and where it begins. */
export interface CheckpointMeans {
  readonly from: Checkpoint;
  readonly seen: SeenGames;
  readonly targets: readonly DurableTarget[];
  /** Time between two checkpoints; 0: one after every task. */
  readonly everyMs: number;
  /**
   * Keeps a checkpoint and the games that came since the one before in one go: after a crash both are there or neither.
   * The outputs are written as far as it says. Whatever it throws ends the run.
   */
  readonly save: (checkpoint: Checkpoint, seen: KeptGames) => Promise<void> | void;
  /** Items that are not of the inputs, such as notes about them. */
  readonly extra?: ReadonlySet<Item>;
}

/**
 * Runs what comes after a checkpoint, keeping further ones on the way: the way of the command's journal and of the
 * server's jobs. The items must be those after the first `from.items`. The result counts everything, from the beginning.
 */
export async function runFromCheckpoint(
  request: Omit<RunRequest, 'seen' | 'within' | 'onWritten'>,
  { from, seen, targets, everyMs, save, extra }: CheckpointMeans,
): Promise<RunResult> {
  let next = Date.now() + everyMs;
  let { step, items: done, listing } = from;
  const { onProgress } = request;
  const result = await runBatch({
    ...request,
    seen,
    within: from.within,
    ...(onProgress && {
      onProgress: (counts, inputBytes) => onProgress(sum(from.counts, counts), from.inputBytes + inputBytes),
    }),
    async onWritten(items, within, written) {
      for (const item of items) {
        if (extra?.has(item) === true) continue;
        done++;
        listing = chained(listing, item);
      }
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

/** Chains an item to the CRC of those before it: its name, size, and what an archive says of its contents. */
export function chained(listing: number, item: Item): number {
  const name = item.kind === 'file' ? item.path : item.name;
  const crc = item.kind === 'zip-entry' ? item.entry.crc : 0;
  return crc32(`${name}\n${String(item.size)} ${String(crc)}\n`, listing);
}
