import { crc32 } from 'node:zlib';
import type { KeptGames, SeenGames } from '../../toolkit/duplicates/seen-games.js';
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
 * Continues a run after a checkpoint and saves further ones.
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
function chained(listing: number, items: readonly Item[]): number {
  let text = '';
  for (const item of items) {
    const name = item.kind === 'file' ? item.path : item.name;
    const crc = item.kind === 'zip-entry' ? item.entry.crc : 0;
    text += `${name}\n${String(item.size)} ${String(crc)}\n`;
  }
  return crc32(text, listing);
}
