import { Worker } from 'node:worker_threads';
import { finding } from '../findings/finding.js';
import type { Crew } from './shared-crew.js';
import { reasonOf } from '../core/reason.js';
import { displayName, trouble, type Item } from '../input/items.js';
import type { WorkSettings } from './settings.js';
import type { Task, TaskResult } from './work.js';
import type { ResultMessage, TaskMessage } from './worker.js';

/** What a worker thread is given: the settings, where all its tasks have the same, and the number it raises. */
export type WorkerData = Partial<WorkSettings> & { readonly beat: Int32Array };

export const WORKER_URL = new URL('./worker.js', import.meta.url);

/** A task that died with its worker, and why that was. */
interface Lost {
  readonly lost: string;
  readonly charge: Charge;
}

/**
 * Whom the end of a worker is held against. `waiting`: nobody, another task was in work; `starting`: nobody, no game had been begun;
 * `outside`: whoever stopped it, as it reported no error; `task`: the one in work; `late`: the one in work, which took too long.
 */
type Charge = 'waiting' | 'starting' | 'outside' | 'task' | 'late';

interface Slot {
  readonly worker: Worker;
  /** Tasks sent and not yet answered, oldest first: the first is in work. */
  readonly waiting: Map<number, (answer: TaskResult | Lost) => void>;
  /** Runs while a task is in work whose time is limited. */
  clock?: NodeJS.Timeout | undefined;
  /** One number that the worker raises with every game; 0: it is still starting. */
  readonly beat: Int32Array;
  lastBeat: number;
  isLate?: boolean;
}

/**
 * Worker threads that start when they are needed, at most `jobs`. A worker that dies is replaced; the task it was
 * doing is done again, item by item where the worker failed in it, and the item that two workers fail in on their own becomes a finding, or
 * one that takes too long once.
 */
export function createPool(request: {
  readonly jobs: number;
  readonly url: URL;
  readonly settings?: WorkSettings;
  /** Longest time without a sign of a further game before a worker is stopped; that of the settings where none is given. */
  readonly taskMs?: number;
}): Crew {
  const slots: Slot[] = [];
  const { settings } = request;
  const seconds = settings?.options.limits.secondsPerGame;
  const taskMs = request.taskMs ?? (seconds === undefined ? undefined : seconds * 1000);
  let nextId = 1;
  let closing = false;

  function start(): Slot {
    const beat = new Int32Array(new SharedArrayBuffer(4));
    const workerData: WorkerData = { ...settings, beat };
    const worker = new Worker(request.url, { workerData, resourceLimits: WORKER_MEMORY });
    const slot: Slot = { worker, waiting: new Map(), beat, lastBeat: 0 };
    worker.on('message', ({ id, result }: ResultMessage) => {
      const answer = slot.waiting.get(id);
      slot.waiting.delete(id);
      timeOldest(slot);
      answer?.(result);
    });
    let charge: Charge = 'outside';
    let reason = 'the worker stopped';
    worker.on('error', (error: unknown) => {
      charge = 'task';
      reason = reasonOf(error);
    });
    worker.on('exit', () => {
      clearTimeout(slot.clock);
      if (closing) return;
      if (slot.isLate === true) {
        charge = 'late';
        reason = `a game took longer than ${String((taskMs ?? 0) / 1000)} s (limit secondsPerGame)`;
      }
      if (Atomics.load(slot.beat, 0) === 0) charge = 'starting';
      slots.splice(slots.indexOf(slot), 1);
      for (const answer of slot.waiting.values()) {
        answer({ lost: reason, charge });
        charge = 'waiting';
      }
    });
    slots.push(slot);
    return slot;
  }

  /** Starts the clock of the task that is in work now. */
  function timeOldest(slot: Slot): void {
    if (taskMs === undefined) return;
    clearTimeout(slot.clock);
    if (slot.waiting.size === 0) return;
    slot.lastBeat = Atomics.load(slot.beat, 0);
    slot.clock = setTimeout(() => {
      if (Atomics.load(slot.beat, 0) !== slot.lastBeat) {
        timeOldest(slot);
        return;
      }
      slot.isLate = true;
      void slot.worker.terminate();
    }, taskMs);
  }

  function freest(): Slot {
    let best: Slot | undefined;
    for (const slot of slots) if (!best || slot.waiting.size < best.waiting.size) best = slot;
    return best && (best.waiting.size === 0 || slots.length >= request.jobs) ? best : start();
  }

  function send(task: Task): Promise<TaskResult | Lost> {
    return new Promise((resolve) => {
      const slot = freest();
      const id = nextId++;
      slot.waiting.set(id, resolve);
      if (slot.waiting.size === 1) timeOldest(slot);
      // Bytes are copied, not transferred: a lost task is sent again.
      slot.worker.postMessage({ id, task } satisfies TaskMessage);
    });
  }

  /** `tries`: how often the task may die with its worker before that is held against its only item. */
  async function run(task: Task, tries = TRIES): Promise<readonly TaskResult[]> {
    let answer = await send(task);
    for (let ends = 0; 'lost' in answer; answer = await send(task)) {
      if (answer.charge === 'waiting') continue;
      if (answer.charge === 'task' || answer.charge === 'late') break;
      if (++ends < TRIES_OF_NOTHING) continue;
      if (answer.charge === 'starting') throw new Error(`every worker dies at its start: ${answer.lost}`);
      break;
    }
    if (!('lost' in answer)) return [answer];
    const [only] = task.items;
    if (only && task.items.length === 1) {
      const isNothing = only.kind === 'trouble';
      if (tries > 1 && (isNothing || answer.charge !== 'late')) return run(task, tries - 1);
      if (isNothing) throw new Error(`every worker dies: ${answer.lost}`);
      return run({ ...task, items: [asLost(only, answer.lost)] }, TRIES_OF_NOTHING);
    }
    const results: TaskResult[] = [];
    for (const item of task.items) results.push(...(await run({ ...task, items: [item] })));
    return results;
  }

  return {
    run: (task) => run(task),
    async close() {
      closing = true;
      await Promise.all(slots.map((slot) => slot.worker.terminate()));
    },
  };
}

/** A worker may have died of something else than its item, of memory that others took for instance. */
const TRIES = 2;

/** Where no item is at fault, but the start of workers or whoever stops them: one of so many outlives it. */
const TRIES_OF_NOTHING = 30;

/** A worker that would need more than this is stopped, and its file is reported. */
const WORKER_MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

function asLost(item: Item, reason: string): Item {
  const name = item.kind === 'file' ? displayName(item.path) : item.name;
  return trouble(name, finding('internal/worker-lost', { reason }));
}
