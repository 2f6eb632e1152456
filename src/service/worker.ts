import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerData } from '../run/pool.js';
import { createWork, type TaskResult, type Task } from '../run/work.js';
import type { ResultMessage } from '../run/worker.js';
import { prepareEstimator } from '../life/estimators.js';
import type { ServiceTask } from './crew.js';
import { serveReading } from './reading-thread.js';

type Work = (task: Task) => TaskResult;

/** Settings that a worker keeps prepared, with their buffers. */
const MOST_PREPARED = 8;
const prepared = new Map<string, Work>();

async function workFor({ key, settings }: ServiceTask): Promise<Work> {
  const known = prepared.get(key);
  if (known) return known;
  await prepareEstimator(settings.options.estimator);
  const work = createWork(settings);
  const [oldest] = prepared.keys();
  if (prepared.size >= MOST_PREPARED && oldest !== undefined) prepared.delete(oldest);
  prepared.set(key, work);
  return work;
}

if (parentPort && 'reads' in workerData) serveReading(parentPort);
else if (parentPort) {
  const port = parentPort;
  const { beat } = workerData as WorkerData;
  let last: Promise<unknown> = Promise.resolve();
  const answer = async ({ id, task }: { readonly id: number; readonly task: ServiceTask }): Promise<void> => {
    const work = await workFor(task);
    Atomics.add(beat, 0, 1);
    const result = work(task);
    const { sinks, ends, keys, games, files } = result;
    const buffers = [...sinks, ends, keys, games, files].map((array) => array.buffer);
    port.postMessage({ id, result } satisfies ResultMessage, buffers);
  };
  // One after another, also while an estimator is being loaded.
  port.on('message', (message: Parameters<typeof answer>[0]) => {
    last = last.then(() => answer(message));
  });
}
