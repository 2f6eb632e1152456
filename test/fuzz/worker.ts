import { parentPort, workerData } from 'node:worker_threads';
import { inputAt, kindAt, type Kind } from './inputs.js';
import { faultOf } from './oracles.js';
import { shrink } from './shrink.js';

/** What a fuzzing thread is told, and the number of the input it is at, shared with its watcher. */
export interface FuzzTask {
  readonly seed: number;
  readonly from: number;
  /** Inputs of other kinds are passed over. */
  readonly kinds: ReadonlySet<Kind>;
  readonly samples: readonly Uint8Array[];
  readonly at: Int32Array;
}

/** A fault, with the smallest input that shows it. */
export interface FuzzFault {
  readonly index: number;
  readonly kind: string;
  readonly fault: string;
  readonly bytes: Uint8Array;
}

const task = workerData as FuzzTask;
for (let index = task.from; ; index++) {
  if (!task.kinds.has(kindAt(index))) continue;
  Atomics.store(task.at, 0, index);
  const input = inputAt(task.seed, index, task.samples);
  const fault = await faultOf(input, index);
  if (fault === '') continue;
  const sort = fault.split(/[\n:]/u)[0]!;
  const bytes = await shrink(input.bytes, async (smaller) =>
    (await faultOf({ ...input, bytes: smaller }, index)).startsWith(sort),
  );
  const found: FuzzFault = {
    index,
    kind: input.kind,
    fault: await faultOf({ ...input, bytes }, index),
    bytes,
  };
  parentPort?.postMessage(found);
}
