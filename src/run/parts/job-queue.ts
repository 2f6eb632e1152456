/**
 * Job queues on Redis or Valkey, through BullMQ, for processes on many machines. A job runs at least once: if its process dies
 * it runs again, so running it twice must be harmless.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Queue, QueueOptions, Worker } from 'bullmq';
import { UserError } from '../../core/outcome.js';

/** The packages that a queue needs. */
export const QUEUE_PACKAGES: readonly string[] = ['bullmq', 'ioredis'];

export function isQueueAddress(address: string): boolean {
  return URL.canParse(address) && ['redis:', 'rediss:'].includes(new URL(address).protocol);
}

/** Longest wait for the first connection. */
const REACH_MS = 10_000;
/** Longest wait between two attempts to connect again. */
const RETRY_MS = 2000;
/** A job whose process has not renewed its lock for this long goes to another one. */
const LOCK_MS = 20_000;
/** Finished jobs that are kept to measure the speed. */
const KEPT_JOBS = 1000;

/** Attempts at a job that throws. */
export const ATTEMPTS = 3;
/** Process deaths that a job survives; far more than it takes to find a few files that cause them. */
const MAX_DEATHS = 100;

/** How to reach queues. */
export interface QueueAccess {
  readonly url: string;
  /** Receives connection errors; the connection is retried. */
  readonly onError: (message: string) => void;
  /** Overrides how long a lock lasts; for tests. */
  readonly lockMs?: number | undefined;
}

/** Opens a queue, creating it if needed. Throws UserError, or the import error of a package that is not installed. */
export async function openQueue<Data, Result>(
  access: QueueAccess,
  name: string,
): Promise<Queue<Data, Result>> {
  const { Queue, options } = await bullmq(access.url);
  const queue: Queue<Data, Result> = new Queue(name, options);
  let last = '';
  queue.on('error', (error) => (last = error.message));
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    clock = setTimeout(() => reject(new Error(last === '' ? 'no answer' : last)), REACH_MS);
  });
  try {
    await Promise.race([queue.waitUntilReady(), late]);
  } catch (error) {
    void queue.disconnect().catch(() => undefined);
    throw new UserError(`cannot reach the queue ${shownAddress(access.url)}: ${(error as Error).message}`);
  } finally {
    clearTimeout(clock);
  }
  queue.on('error', ({ message }) => access.onError(message));
  return queue;
}

/** Longest time that a queue may be unreachable. */
const AWAY_MS = 600_000;

/**
 * Makes a call, again while the queue's server is unreachable; `undefined` when the signal fires or, with no answer, all is over.
 * Throws what the last attempt throws.
 */
export async function patiently<T>(
  { onError }: QueueAccess,
  { signal, isOver }: { readonly signal: AbortSignal; readonly isOver: () => Promise<boolean> },
  call: () => Promise<T>,
): Promise<T | undefined> {
  const end = performance.now() + AWAY_MS;
  let answer = Promise.allSettled([call()]);
  for (;;) {
    // The driver holds a call until it has reached the server again.
    const late = wait(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    const [done] = (await Promise.race([answer, late])) ?? [];
    if (done?.status === 'fulfilled') return done.value;
    if (signal.aborted || (await isOver())) return undefined;
    if (performance.now() > end) throw (done?.reason ?? new UserError('the queue does not answer')) as Error;
    if (!done) continue;
    onError((done.reason as Error).message);
    await late;
    answer = Promise.allSettled([call()]);
  }
}

/** Longest wait for a connection to close. */
const CLOSE_MS = 2000;

/** Waits until a connection is closed, but not for a server that is away. */
export async function inTime(closed: Promise<void>): Promise<void> {
  await Promise.race([closed, wait(CLOSE_MS, undefined, { ref: false })]);
}

/** Adds jobs, each tried three times if it throws; a job whose identifier is in the queue already is not added again. */
export async function addJobs<Data>(
  queue: Queue<Data, unknown>,
  jobs: readonly { readonly id: string; readonly data: Data }[],
): Promise<void> {
  const bulk = 1000;
  for (let at = 0; at < jobs.length; at += bulk) {
    await queue.addBulk(
      jobs.slice(at, at + bulk).map(({ id, data }) => ({
        name: 'job',
        data,
        opts: { jobId: id, attempts: ATTEMPTS, backoff: { type: 'exponential', delay: 1000 } },
      })) as Parameters<typeof queue.addBulk>[0],
    );
  }
}

export type QueueWorker = Awaited<ReturnType<typeof startWorker>>;

/**
 * Starts running the jobs of a queue, one at a time. The event loop must stay free: it renews the lock of a job. When the signal fires, `work` should
 * end soon, and its job returns to the queue.
 */
export async function startWorker<Data, Result>(
  access: QueueAccess,
  name: string,
  work: (job: Job<Data, Result>, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
) {
  const { Worker, WaitingError, options } = await bullmq(access.url);
  const { lockMs = LOCK_MS } = access;
  const busy = new Set<Promise<Result>>();
  const worker: Worker<Data, Result> = new Worker<Data, Result>(
    name,
    async (job, token, lost): Promise<Result> => {
      const either = lost ? AbortSignal.any([signal, lost]) : signal;
      const working = work(job, either).finally(() => busy.delete(working));
      busy.add(working);
      const result = await working;
      if (!either.aborted) return result;
      await job.moveToWait(token);
      throw new WaitingError();
    },
    {
      ...options,
      name: String(process.pid),
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: MAX_DEATHS,
      removeOnComplete: { count: KEPT_JOBS },
      runRetryDelay: RETRY_MS,
      drainDelay: 2,
    },
  );
  worker.on('error', ({ message }) => access.onError(message));
  // Another process has the job by now.
  worker.on('lockRenewalFailed', (ids) => ids.forEach((id) => worker.cancelJob(id)));
  return {
    /** Whether a job is in progress. */
    isBusy: () => busy.size > 0,
    /** Waits for the job in progress. */
    async close(): Promise<void> {
      const closed = worker.close();
      await Promise.allSettled(busy);
      await inTime(closed);
    },
  };
}

/** The classes of BullMQ, and how they connect. */
async function bullmq(url: string): Promise<typeof import('bullmq') & { options: QueueOptions }> {
  // BullMQ loads its driver late, and reports a missing one as a connection error.
  await import('ioredis');
  const retryStrategy = (times: number): number => Math.min(times * 100, RETRY_MS);
  const options = { connection: { url, maxRetriesPerRequest: null, retryStrategy } };
  return { ...(await import('bullmq')), options };
}

/** The address without its password, and without its query, which may have one too. */
export function shownAddress(address: string): string {
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  if (url.search !== '') url.search = '?***';
  return url.href;
}
