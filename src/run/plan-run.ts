import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Inputs } from '../input/inputs.js';
import { bytePath } from '../input/item.js';
import type { Counts } from '../output/summary.js';
import { isComplete, PartWriter, readPart } from './part-file.js';
import { itemsOfChunk, type Plan, type PlannedChunk, PlanError } from './plan.js';
import { threadsThatFit } from './process-limits.js';
import { removeLeftovers, temporaryName } from './rewrite.js';
import { LockedError, takeLock } from './run-lock.js';
import { runInto, type RunRequest, type RunResult } from './run.js';
import { startRunner } from './runners.js';
import { isJudging } from './task.js';
import type { ResultSink } from './writer.js';

/** Where the part of a chunk is. Its name is the key of the chunk, so another plan with the same chunk uses it too. */
function partOf({ folder }: Plan, { key }: PlannedChunk): string {
  return join(folder, 'parts', `${key}.part`);
}

/** What a worker did with the chunks of a plan. */
export interface WorkDone {
  readonly made: number;
  /** Parts that were there already. */
  readonly kept: number;
  /** Chunks that other workers are making. */
  readonly taken: number;
  readonly faults: number;
  readonly interrupted: 'no' | 'yes';
}

/**
 * Makes the part of one chunk, or of every chunk that has none and that no other worker is making. A complete part is kept.
 * A part is written under a temporary name and renamed, so two workers with one chunk do no harm.
 * Throws PlanError, OutputError and what the file system says.
 */
export async function makeParts(
  plan: Plan,
  request: Pick<RunRequest, 'jobs' | 'workerUrl' | 'signal'> &
    Pick<Inputs, 'onNothing'> & {
      readonly chunk: number | 'next';
      readonly onProgress?: (counts: Counts, inputBytes: number) => void;
    },
): Promise<WorkDone> {
  const { chunk: wanted, jobs, workerUrl, signal } = request;
  const parts = join(plan.folder, 'parts');
  mkdirSync(parts, { recursive: true });
  removeLeftovers(bytePath(parts));
  const { settings } = plan;
  const threads = Math.max(1, Math.min(jobs, threadsThatFit(isJudging(settings))));
  // One runner serves all chunks: starting workers takes as long as some thousand games.
  const runner = await startRunner({ settings, wanted: jobs, threads, workerUrl });
  const done = { made: 0, kept: 0, taken: 0, faults: 0 };
  let isKnown = wanted === 'next';

  const make = async (chunk: PlannedChunk): Promise<void> => {
    const path = partOf(plan, chunk);
    if (isComplete(path)) {
      done.kept++;
      return;
    }
    const release = wanted === 'next' ? tryLock(`${path}.lock`) : () => undefined;
    if (!release) {
      done.taken++;
      return;
    }
    try {
      const result = await makePart(plan, chunk, { ...request, path, runner: { ...runner, close: nothing } });
      if (result.interrupted === 'yes') return;
      done.made++;
      done.faults += result.faults;
    } finally {
      release();
    }
  };

  try {
    for (const chunk of plan.chunks()) {
      if (signal?.aborted === true) break;
      if (wanted !== 'next' && chunk.number !== wanted) continue;
      isKnown = true;
      await make(chunk);
    }
  } finally {
    await runner.close();
  }
  if (!isKnown) {
    throw new PlanError(`there is no chunk ${String(wanted)}: the plan has ${String(plan.totals().chunks)}`);
  }
  return { ...done, interrupted: signal?.aborted === true ? 'yes' : 'no' };
}

const nothing = (): Promise<void> => Promise.resolve();

/** The function that releases the lock; `undefined` where another worker holds it. */
function tryLock(path: string): (() => void) | undefined {
  try {
    return takeLock(path);
  } catch (error) {
    if (error instanceof LockedError) return undefined;
    throw error;
  }
}

async function makePart(
  plan: Plan,
  chunk: PlannedChunk,
  request: Pick<RunRequest, 'jobs' | 'signal'> &
    Pick<Inputs, 'onNothing'> & {
      readonly path: string;
      readonly runner: Awaited<ReturnType<typeof startRunner>>;
      readonly onProgress?: (counts: Counts, inputBytes: number) => void;
    },
): Promise<RunResult> {
  const { settings, folder } = plan;
  const { path, runner, jobs, signal, onNothing, onProgress } = request;
  let unread = 0;
  const inputs = {
    limits: settings.options.limits,
    onNothing(name: string, reason: string) {
      unread++;
      onNothing(name, reason);
    },
  };
  const part = new PartWriter(join(folder, 'parts', temporaryName()), chunk.key, settings.sinks);
  try {
    const result = await runInto(part, {
      ...{ settings, jobs, closed: part.closed },
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
      inputs: { items: itemsOfChunk(chunk, inputs) },
      runner: () => runner,
    });
    if (result.interrupted === 'yes') part.discard();
    else part.complete(path, { unread });
    return result;
  } catch (error) {
    part.discard();
    throw error;
  }
}

/** The chunks of a plan that have no complete part. */
export function chunksWithoutPart(plan: Plan): number[] {
  const missing: number[] = [];
  for (const chunk of plan.chunks()) if (!isComplete(partOf(plan, chunk))) missing.push(chunk.number);
  return missing;
}

/**
 * Passes all parts to a sink, in the order of the plan, in memory that does not grow with them. `unread`: names that gave
 * nothing to read. Throws PartError where a part is damaged.
 */
export async function mergeParts(
  plan: Plan,
  into: ResultSink,
  signal?: AbortSignal,
): Promise<RunResult & { readonly unread: number }> {
  const started = process.hrtime.bigint();
  let faults = 0;
  let unread = 0;
  for (const chunk of plan.chunks()) {
    if (signal?.aborted === true) break;
    const totals = await readPart(partOf(plan, chunk), chunk.key, into);
    faults += totals.faults;
    unread += totals.unread;
  }
  await into.end();
  return {
    counts: into.counts,
    faults,
    interrupted: signal?.aborted === true ? 'yes' : 'no',
    elapsedMs: Number(process.hrtime.bigint() - started) / 1e6,
    comparedGames: into.comparedGames(),
    unread: unread + plan.totals().unread,
  };
}
