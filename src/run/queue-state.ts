import type { Queue } from 'bullmq';
import type { Pace, QueueState } from '../columns/tables.js';
import { openQueue, type QueueAccess } from './job-queue.js';
import { type QueuedRun, queueOf, RUNS } from './plan-queue.js';

/** The queue of the jobs of servers. */
export const SERVICE_QUEUE = 'sgf-referee-service';

/** The queues at an address: that of servers where there is one, and those of plans, oldest first. Throws QueueError. */
export async function queueStates(access: QueueAccess): Promise<QueueState[]> {
  const runs = await openQueue<QueuedRun, never>(access, RUNS);
  try {
    const known = await runs.getJobs(['waiting'], 0, -1, true);
    const service = await stateOf(access, SERVICE_QUEUE, { plan: 'service', chunks: undefined });
    const isUsed = service.waiting + service.active + service.failed + service.workers > 0 || service.pace;
    const states = isUsed ? [service] : [];
    for (const { id, data } of known) states.push(await stateOf(access, queueOf(id!), data));
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
  const queue = await openQueue<unknown, { readonly games: number }>(access, name);
  try {
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    return {
      ...{ run: plan, jobs: chunks },
      // A job that failed waits for its next attempt.
      waiting: counts['waiting']! + counts['delayed']!,
      ...{ active: counts['active']!, failed: counts['failed']! },
      workers: await queue.getWorkersCount(),
      pace: await paceOf(queue),
    };
  } finally {
    await queue.close();
  }
}

async function paceOf(queue: Queue<unknown, { readonly games: number }>): Promise<Pace | undefined> {
  const done = await queue.getCompleted();
  if (done.length === 0) return undefined;
  const started = Math.min(...done.map(({ processedOn }) => processedOn!));
  const finished = Math.max(...done.map(({ finishedOn }) => finishedOn!));
  const games = done.reduce((sum, { returnvalue }) => sum + returnvalue.games, 0);
  return { games, jobs: done.length, seconds: Math.max(finished - started, 1) / 1000 };
}
