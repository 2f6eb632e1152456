import type { Runner, RunnerRequest } from './task.js';
import { prepareWork } from './work.js';

/** One way to spread the tasks of a run. */
interface RunnerKind {
  readonly name: string;
  readonly fits: (request: RunnerRequest) => boolean;
  readonly start: (request: RunnerRequest) => Promise<Runner>;
}

const ENGINES: RunnerKind = {
  name: 'engines that share the games of each task',
  fits: ({ settings }) => settings.engine !== undefined && settings.options.score,
  start: async (request) => (await import('./engine-runner.js')).startEngines(request),
};

/** Every way to spread tasks; a run uses the first that fits. Modules are loaded on demand. */
export const RUNNERS: readonly RunnerKind[] = [
  ENGINES,
  { name: 'this thread', fits: ({ threads }) => threads === 1, start: inThisThread },
  {
    name: 'worker threads',
    fits: ({ settings }) => settings.options.score,
    start: (request) => workerThreads(request, request.threads),
  },
  { name: 'this thread and worker threads', fits: () => true, start: shared },
];

/** Starts the runner of a run. */
export function startRunner(request: RunnerRequest): Promise<Runner> {
  return RUNNERS.find(({ fits }) => fits(request))!.start(request);
}

/** Starts a runner that leaves this thread free. */
export function startApart(request: RunnerRequest): Promise<Runner> {
  return ENGINES.fits(request) ? ENGINES.start(request) : workerThreads(request, request.threads);
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
