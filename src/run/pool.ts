import { finding } from '../findings/finding.js';
import { type Item, nameOf, trouble } from '../input/item.js';
import type { Task, TaskResult, WorkSettings } from './task.js';
import type { TaskMessage } from './work.js';
import { type Lost, WORKER_URL, WorkerThread } from './worker-thread.js';

/** Worker threads that do tasks, of one run or of many. */
export interface Pool {
  /** The results are in the order of the task's items; several where a worker was lost and they were done one by one. */
  readonly run: (task: Task, settings: WorkSettings) => Promise<readonly TaskResult[]>;
  readonly close: () => Promise<void>;
}

interface Member {
  readonly thread: WorkerThread<TaskMessage, TaskResult>;
  /** The settings that it was sent last. */
  settings?: string;
}

/**
 * Threads start when they are needed, at most `workers`. One that dies is replaced; its task is done again, item by item
 * where the worker failed in it, and an item that two workers fail in on their own, or that takes too long once, becomes
 * a finding. `taskMs`: longest time of a game.
 */
export function createPool(request: {
  readonly workers: number;
  readonly url?: URL | undefined;
  readonly taskMs: number;
}): Pool {
  const { url = WORKER_URL, taskMs } = request;
  const members: Member[] = [];
  const keys = new WeakMap<WorkSettings, string>();

  function keyOf(settings: WorkSettings): string {
    const key = keys.get(settings) ?? keyFor(settings);
    keys.set(settings, key);
    return key;
  }

  function start(): Member {
    const thread = new WorkerThread<TaskMessage, TaskResult>({
      ...{ url, memory: MEMORY, taskMs },
      onEnd: () => void members.splice(members.indexOf(member), 1),
    });
    const member: Member = { thread };
    members.push(member);
    return member;
  }

  function freest(): Member {
    let best: Member | undefined;
    for (const one of members) if (!best || one.thread.load < best.thread.load) best = one;
    return best && (best.thread.load === 0 || members.length >= request.workers) ? best : start();
  }

  function send(task: Task, settings: WorkSettings): Promise<TaskResult | Lost> {
    const member = freest();
    const key = keyOf(settings);
    const message = member.settings === key ? { task } : { task, settings: { key, value: settings } };
    member.settings = key;
    return member.thread.ask(message);
  }

  /** `tries`: how often the task may die with its worker before its only item is blamed. */
  async function run(task: Task, settings: WorkSettings, tries = TRIES): Promise<readonly TaskResult[]> {
    let answer = await send(task, settings);
    for (let ends = 0; 'lost' in answer; answer = await send(task, settings)) {
      if (answer.cause === 'earlier') continue;
      if (answer.cause === 'error' || answer.cause === 'late') break;
      if (++ends < TRIES_OF_BLAMELESS) continue;
      if (answer.cause === 'start') throw new Error(`every worker dies at its start: ${answer.lost}`);
      break;
    }
    if (!('lost' in answer)) return [answer];
    const [only] = task.items;
    if (only && task.items.length === 1) {
      const isEmpty = only.kind === 'trouble';
      if (tries > 1 && (isEmpty || answer.cause !== 'late')) return run(task, settings, tries - 1);
      if (isEmpty) throw new Error(`every worker dies: ${answer.lost}`);
      return run({ ...task, items: [asLost(only, answer.lost)] }, settings, TRIES_OF_BLAMELESS);
    }
    const results: TaskResult[] = [];
    for (const item of task.items) results.push(...(await run({ ...task, items: [item] }, settings)));
    return results;
  }

  return {
    run: (task, settings) => run(task, settings),
    async close() {
      await Promise.all([...members].map(({ thread }) => thread.stop()));
    },
  };
}

/** A worker may have died of something else than its item, of memory that others took for instance. */
const TRIES = 2;

/** Where no item is to blame, but the start of workers or whoever stops them: one of this many survives. */
const TRIES_OF_BLAMELESS = 30;

/** A worker that would need more is stopped, and its file is reported. */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

let arrays = 0;

/** Equal for equal settings; those with arrays of numbers, which can be long, are equal to themselves only. */
function keyFor(settings: WorkSettings): string {
  return JSON.stringify(settings, (_, value: unknown) => (ArrayBuffer.isView(value) ? arrays++ : value));
}

function asLost(item: Item, reason: string): Item {
  return trouble(nameOf(item), finding('internal/worker-lost', { reason }));
}
