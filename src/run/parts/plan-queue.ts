import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import type { Pace, QueueState } from '../../report/columns/tables.js';
import { finding } from '../../core/findings/finding.js';
import { type Item, type Items, nameOf, trouble, rowOf } from '../input/item.js';
import {
  addJobs,
  ATTEMPTS,
  openQueue,
  inTime,
  patiently,
  type QueueAccess,
  type QueueWorker,
  startWorker,
} from './job-queue.js';
import { isLaterPart } from '../tasks/large-file.js';
import {
  chunksWithoutPart,
  type ChunkWorker,
  type MadePart,
  startChunkWorker,
  type WorkDone,
  type WorkRequest,
} from './plan-run.js';
import type { Plan, PlannedChunk } from './plan.js';

/** Chunks of a plan as jobs of a queue: an idle worker takes the next one, and chunks of processes that died are repeated. */

/** Consecutive units of a chunk. A unit is an item, or all parts of a large file. */
interface Units {
  readonly from: number;
  readonly count: number;
}

/** The data of a job. */
export interface ChunkJob {
  readonly chunk: number;
  /** Units that were being tried when the process may have ended. */
  readonly trial?: Units;
  /** Units that end the process. */
  readonly bad?: readonly number[];
}

/** The result of a job. */
export interface ChunkDone {
  readonly games: number;
}

/** A run that uses a queue, as listed for `sgf-referee queue`. */
interface QueuedRun {
  readonly plan: string;
  readonly chunks: number;
}

/** The list of runs is a queue without workers: its jobs are the runs. */
export const RUNS = 'sgf-referee-runs';

export function queueOf(run: string): string {
  return `sgf-referee-${run}`;
}

const RUN_ID = /^[0-9a-f]{16}$/;

/** `id`: digest of the keys of all chunks, so that runs with equal parts share a queue. */
function identityOf(plan: Plan): { readonly id: string; readonly chunks: number } {
  const hash = createHash('sha256');
  let chunks = 0;
  for (const { key } of plan.chunks()) {
    hash.update(key);
    chunks++;
  }
  return { id: hash.digest('hex').slice(0, 16), chunks };
}

/** What a worker of a queue did. `failed`: why chunks have no part. */
export interface QueueWorkDone extends WorkDone {
  readonly failed: readonly string[];
}

/** Interval at which an idle worker polls the queue. */
const POLL_MS = 1000;

/**
 * Processes chunks of a plan until each has a part or has failed three times. The first worker adds the chunks to the queue,
 * and any worker adds those that a queue has lost. `name`: what the plan is called in lists.
 * Throws UserError and file system errors.
 */
export async function makePartsFromQueue(
  plan: Plan,
  access: QueueAccess,
  request: WorkRequest & { readonly name: string; readonly signal: AbortSignal },
): Promise<QueueWorkDone> {
  const { name, signal } = request;
  const { id, chunks } = identityOf(plan);
  const runs = await openQueue<QueuedRun, never>(access, RUNS);
  const queue = await openQueue<ChunkJob, ChunkDone>(access, queueOf(id));
  const isOver = async (): Promise<boolean> => (await chunksWithoutPart(plan)).length === 0;
  const ask: Ask = (call) => patiently(access, { signal, isOver }, call);
  await ask(() => queue.retryJobs({ state: 'failed' }));
  const done = { made: 0, faults: 0 };
  const maker = await startChunkWorker(plan, { ...request, threads: 'apart' });
  const worker = await startWorker<ChunkJob, ChunkDone>(
    access,
    queueOf(id),
    async (job, stop) => {
      const given = jobIn(job, chunks, access);
      if (!given) return { games: 0 };
      const { part, faults, games } = await makeChunk(job, given, plan.chunk(given.chunk), {
        maker,
        signal: stop,
      });
      if (part === 'made') done.made++;
      done.faults += faults;
      return { games };
    },
    signal,
  );
  try {
    await ask(() => runs.add('run', { plan: name, chunks }, { jobId: id }));
    const failed = await untilDone(plan, { ask, queue, worker, signal, chunks });
    const kept = signal.aborted ? 0 : chunks - done.made - failed.length;
    return { ...done, kept, failed, interrupted: signal.aborted ? 'yes' : 'no' };
  } finally {
    await worker.close();
    await Promise.all([inTime(queue.close()), inTime(runs.close()), maker.close()]);
  }
}

/** Gives `undefined` when the work was stopped, or when every chunk has a part and the queue does not answer. */
type Ask = <T>(call: () => Promise<T>) => Promise<T | undefined>;

/** A worker at its queue. */
interface AtQueue {
  readonly ask: Ask;
  readonly queue: Queue<ChunkJob, ChunkDone>;
  readonly worker: QueueWorker;
  readonly signal: AbortSignal;
  readonly chunks: number;
}

/** Resolves when every chunk has a part or has failed, with the reasons for failure. */
async function untilDone(plan: Plan, { ask, queue, worker, signal, chunks }: AtQueue): Promise<string[]> {
  while (!signal.aborted) {
    if (!worker.isBusy()) {
      const counts = await ask(() => queue.getJobCounts('waiting', 'active'));
      if (!counts) return [];
      const isIdle = Object.values(counts).every((count) => count === 0);
      const missing = new Set(isIdle ? await chunksWithoutPart(plan) : []);
      if (isIdle && missing.size === 0) return [];
      if (isIdle && (await ask(() => isRetrying(queue))) === false) {
        const all = await ask(() => queue.getFailed());
        if (!all) continue;
        const failed = all.filter(({ data }) => isChunk(data, chunks));
        for (const { data } of failed) missing.delete(data.chunk);
        if (missing.size === 0) {
          return failed.map(({ data, failedReason }) => `chunk ${String(data.chunk)}: ${failedReason}`);
        }
        await ask(() => addChunks(queue, missing));
      }
    }
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return [];
}

/** Longest delay of an attempt that is ours. */
const MAX_DELAY_MS = 60_000;

/** Whether an attempt is to be repeated soon. A job that somebody has put off for longer is removed. */
async function isRetrying(queue: Queue<ChunkJob, ChunkDone>): Promise<boolean> {
  const delayed = await queue.getDelayed();
  const late = delayed.filter(({ delay }) => delay > MAX_DELAY_MS);
  for (const job of late) await job.remove();
  return delayed.length > late.length;
}

/** States of jobs that no worker takes; a job keeps its identifier in them. */
const STUCK = ['completed', 'failed', 'delayed', 'waiting-children'] as const;

async function addChunks(queue: Queue<ChunkJob, ChunkDone>, missing: ReadonlySet<number>): Promise<void> {
  const jobs = [...missing].map((chunk) => ({ id: `chunk-${String(chunk)}`, data: { chunk } }));
  const ids = new Set(jobs.map(({ id }) => id));
  // Parts may have been deleted after they were made, and others may have given our identifiers to jobs of their own.
  for (const job of await queue.getJobs([...STUCK])) if (ids.has(job.id!)) await job.remove();
  await addJobs(queue, jobs);
}

function isChunk(data: Partial<ChunkJob> | null | undefined, chunks: number): data is ChunkJob {
  const { chunk = -1 } = Object(data) as Partial<ChunkJob>;
  return Number.isSafeInteger(chunk) && chunk >= 0 && chunk < chunks;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * What a job asks for; `undefined` if that is none of our chunks. Whoever reaches the queue can add jobs: units are left out of a
 * chunk only where processes have died of it.
 */
function jobIn(
  { id, data, stalledCounter }: Job<ChunkJob, ChunkDone>,
  chunks: number,
  { onError }: QueueAccess,
): ChunkJob | undefined {
  const named = `the job ${(id ?? '').slice(0, 40)}`;
  if (!isChunk(data, chunks)) {
    onError(`${named} names no chunk of this plan, and is ignored`);
    return undefined;
  }
  const { chunk, bad = [], trial } = data;
  const isTried = trial === undefined || (isCount(trial.from) && TRIED.includes(trial.count));
  if (stalledCounter >= DEATHS && Array.isArray(bad) && bad.every(isCount) && isTried) return data;
  if ('bad' in data || 'trial' in data)
    onError(`${named} says of which games processes died, but none did: that is ignored`);
  return { chunk };
}

/** Process deaths after which the units of a chunk are tried a few at a time. */
const DEATHS = ATTEMPTS;

/** Makes a part. Units known to end the process become findings. */
async function makeChunk(
  job: Job<ChunkJob, ChunkDone>,
  data: ChunkJob,
  chunk: PlannedChunk,
  { maker, signal }: { readonly maker: ChunkWorker; readonly signal: AbortSignal },
): Promise<MadePart> {
  let { bad = [] } = data;
  if (job.stalledCounter >= DEATHS) {
    const updateData = (next: ChunkJob): Promise<void> => job.updateData(next);
    bad = await badUnits({ data, updateData }, signal, async (units) => {
      let tried = 0;
      const through = (items: AsyncIterable<Items>): AsyncIterable<Items> =>
        some(items, units, () => tried++);
      await maker.make(chunk, { signal, through, purpose: 'trial' });
      return tried;
    });
  }
  return maker.make(chunk, { signal, through: (items) => without(items, bad) });
}

/** Units tried at a time, and the divisor after each process death. */
const MAX_UNITS = 256;
const FEWER = 16;
const TRIED: readonly number[] = [MAX_UNITS, FEWER, 1];

/**
 * Finds the units that end the process by trying ever fewer at a time. The queue holds what is being tried, so another process
 * continues after a death: one unit costs three more deaths. `attempt` returns how many of the units exist.
 */
export async function badUnits(
  job: Pick<Job<ChunkJob, ChunkDone>, 'data' | 'updateData'>,
  signal: AbortSignal,
  attempt: (units: Units) => Promise<number>,
): Promise<readonly number[]> {
  const { chunk, trial } = job.data;
  const bad = [...(job.data.bad ?? [])];
  let from = 0;
  let count = MAX_UNITS;
  if (trial?.count === 1) {
    bad.push(trial.from);
    from = trial.from + 1;
    count = alignedAt(from);
  } else if (trial) {
    from = trial.from;
    count = trial.count / FEWER;
  }
  for (;;) {
    await job.updateData({ chunk, bad, trial: { from, count } });
    const tried = await attempt({ from, count });
    if (signal.aborted) return bad;
    if (tried < count) break;
    from += count;
    count = alignedAt(from);
  }
  await job.updateData({ chunk, bad });
  return bad;
}

function alignedAt(from: number): number {
  let count = MAX_UNITS;
  while (from % count !== 0) count /= FEWER;
  return count;
}

/** The items of some units. */
async function* some(
  items: AsyncIterable<Items>,
  { from, count }: Units,
  onUnit: () => void,
): AsyncGenerator<Items> {
  for await (const { unit, item, isFirst } of numbered(items)) {
    if (unit >= from + count) return;
    if (unit < from) continue;
    if (isFirst) onUnit();
    yield item;
  }
}

/** All items, with a finding in place of each bad unit. */
async function* without(items: AsyncIterable<Items>, bad: readonly number[]): AsyncGenerator<Items> {
  if (bad.length === 0) {
    yield* items;
    return;
  }
  const reason = 'the process ended each time that it was read';
  for await (const { unit, item, isFirst } of numbered(items)) {
    if (!bad.includes(unit)) yield item;
    else if (isFirst) yield trouble(nameOf(item), finding('internal/worker-lost', { reason }));
  }
}

/** An item with the number of its unit; `isFirst`: it is the first item of that unit. */
interface Numbered {
  readonly unit: number;
  readonly item: Item;
  readonly isFirst: boolean;
}

/** A chunk may begin in the middle of a large file. */
async function* numbered(items: AsyncIterable<Items>): AsyncGenerator<Numbered> {
  let unit = -1;
  for await (const row of items) {
    for (const item of rowOf(row)) {
      const isFirst = unit < 0 || !isLaterPart([item]);
      if (isFirst) unit++;
      yield { unit, item, isFirst };
    }
  }
}

/** The queue for the jobs of servers. */
export const SERVICE_QUEUE = 'sgf-referee-service';

/** The queues at an address: the one of servers if it is used, then those of plans, oldest first. Throws UserError. */
export async function queueStates(access: QueueAccess): Promise<QueueState[]> {
  const runs = await openQueue<QueuedRun, never>(access, RUNS);
  try {
    const known = await runs.getJobs(['waiting'], 0, -1, true);
    const service = await stateOf(access, SERVICE_QUEUE, { plan: 'service', chunks: undefined });
    const isUsed = service.waiting + service.active + service.failed + service.workers > 0 || service.pace;
    const states = isUsed ? [service] : [];
    for (const { id = '', data } of known) {
      const { plan, chunks } = Object(data) as Partial<QueuedRun>;
      if (RUN_ID.test(id) && typeof plan === 'string' && isCount(chunks)) {
        states.push(await stateOf(access, queueOf(id), { plan, chunks }));
      } else access.onError(`the run ${id.slice(0, 40)} is none, and is ignored`);
    }
    return states;
  } finally {
    await runs.close();
  }
}

async function stateOf(
  access: QueueAccess,
  name: string,
  { plan, chunks }: { readonly plan: string; readonly chunks: number | undefined },
): Promise<QueueState> {
  const queue = await openQueue<unknown, ChunkDone | null>(access, name);
  try {
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    return {
      run: plan,
      jobs: chunks,
      // A job that failed waits for its next attempt.
      waiting: counts['waiting']! + counts['delayed']!,
      active: counts['active']!,
      failed: counts['failed']!,
      workers: await queue.getWorkersCount(),
      pace: await paceOf(queue),
    };
  } finally {
    await queue.close();
  }
}

async function paceOf(queue: Queue<unknown, ChunkDone | null>): Promise<Pace | undefined> {
  const done = (await queue.getCompleted()).filter(({ returnvalue }) => isCount(returnvalue?.games));
  if (done.length === 0) return undefined;
  const started = Math.min(...done.map(({ processedOn }) => processedOn!));
  const finished = Math.max(...done.map(({ finishedOn }) => finishedOn!));
  const games = done.reduce((sum, { returnvalue }) => sum + returnvalue!.games, 0);
  return { games, jobs: done.length, seconds: Math.max(finished - started, 1) / 1000 };
}
