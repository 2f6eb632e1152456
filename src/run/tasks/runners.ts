import type { Runner, RunnerRequest } from './task.js';
import { prepareWork } from './work.js';

/** Starts a runner: each way to spread tasks has its function here. `apart`: one that leaves this thread free. */
export async function startRunner(request: RunnerRequest, apart?: 'apart'): Promise<Runner> {
  const { settings, threads } = request;
  const { score } = settings.options;
  if (settings.engine && score) return (await import('./engine-runner.js')).startEngines(request);
  if (!apart && threads === 1) return inThisThread(request);
  return apart || score ? workerThreads(request, threads) : shared(request);
}

/** The event loop runs between two tasks. */
async function inThisThread({ settings }: RunnerRequest): Promise<Runner> {
  const prepared = new Map([[settings, await prepareWork(settings)]]);
  return {
    async run(task, own = settings) {
      await new Promise((resolve) => setImmediate(resolve));
      const work = prepared.get(own) ?? (await prepareWork(own));
      prepared.set(own, work);
      return [work(task)];
    },
    close: () => Promise.resolve(),
  };
}

async function workerThreads({ settings, workerUrl }: RunnerRequest, workers: number): Promise<Runner> {
  const { createPool } = await import('./pool.js');
  const taskMs = settings.options.limits.secondsPerGame * 1000;
  const pool = createPool({ workers, url: workerUrl, taskMs });
  return { run: (task, own = settings) => pool.run(task, own), close: pool.close };
}

/** Tasks queued for each worker, so that it never waits for this thread. */
const TASKS_PER_WORKER = 3;

/**
 * The main thread works too: it can start at once, and one thread fewer is started. Tasks of a few milliseconds leave it
 * enough time to distribute tasks and to write results.
 */
async function shared(request: RunnerRequest): Promise<Runner> {
  const workers = request.threads - 1;
  const own = await inThisThread(request);
  const pool = await workerThreads(request, workers);
  let sent = 0;
  return {
    async run(task, settings) {
      if (sent >= workers * TASKS_PER_WORKER) return own.run(task, settings);
      sent++;
      try {
        return await pool.run(task, settings);
      } finally {
        sent--;
      }
    },
    close: pool.close,
  };
}
