import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../core/outcome.js';
import { finding } from '../../core/findings/finding.js';
import { type Item, nameOf, trouble } from '../input/item.js';
import type { Task, TaskResult, WorkSettings, Runner } from './task.js';
import type { TaskMessage } from './work.js';

interface Member {
  readonly thread: WorkerThread<TaskMessage, TaskResult>;
  /** Key of the settings that were sent to it last. */
  settings?: string;
}

/**
 * Worker threads that run the tasks of one run or of many. Threads start on demand, at most `workers`. A thread that dies is replaced and its task repeated, item by item where the
 * task caused the failure. An item that kills two workers, or that once takes too long, becomes a finding. `taskMs`:
 * longest time for a game.
 */
export function createPool(request: {
  readonly workers: number;
  readonly url?: URL | undefined;
  readonly taskMs: number;
}) {
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
      url,
      memory: MEMORY,
      taskMs,
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

  /** `tries`: how often the task may kill its worker before its only item is blamed. */
  async function run(task: Task, settings: WorkSettings, tries = TRIES): Promise<readonly TaskResult[]> {
    let answer = await send(task, settings);
    for (let ends = 0; 'lost' in answer; answer = await send(task, settings)) {
      if (answer.cause === 'earlier') continue;
      if (answer.cause === 'error' || answer.cause === 'late') break;
      if (++ends < TRIES_OF_BLAMELESS) continue;
      if (answer.cause === 'start') throw new Error(`every worker fails at startup: ${answer.lost}`);
      break;
    }
    if (!('lost' in answer)) return [answer];
    const [only] = task.items;
    if (only && task.items.length === 1) {
      const isEmpty = only.kind === 'trouble';
      if (tries > 1 && (isEmpty || answer.cause !== 'late')) return run(task, settings, tries - 1);
      if (isEmpty) throw new Error(`every worker crashes: ${answer.lost}`);
      return run({ ...task, items: [asLost(only, answer.lost)] }, settings, TRIES_OF_BLAMELESS);
    }
    const results: TaskResult[] = [];
    for (const item of task.items) results.push(...(await run({ ...task, items: [item] }, settings)));
    return results;
  }

  return {
    /** The results are in the order of the task's items; several if a worker was lost and its items were run one by one. */
    run: (task: Task, settings: WorkSettings) => run(task, settings),
    close: async (): Promise<void> => {
      await Promise.all([...members].map(({ thread }) => thread.stop()));
    },
  };
}

/** The item need not be the cause of a worker's death: others may have used up the memory. */
const TRIES = 2;

/** Attempts where no item is to blame, but the startup of workers or something that stops them. */
const TRIES_OF_BLAMELESS = 30;

/** A worker that needs more is stopped, and its file is reported. */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

let arrays = 0;

/** Equal for equal settings; settings with arrays of numbers, which can be long, are equal only to themselves. */
function keyFor(settings: WorkSettings): string {
  return JSON.stringify(settings, (_, value: unknown) => (ArrayBuffer.isView(value) ? arrays++ : value));
}

function asLost(item: Item, reason: string): Item {
  return trouble(nameOf(item), finding('internal/worker-lost', { reason }));
}

/** The script of every worker thread, the command's and the server's. */
export const WORKER_URL = new URL('./worker.js', import.meta.url);

/** Why there is no answer. */
export interface Lost {
  readonly lost: string;
  readonly cause: LossCause;
}

/**
 * What ended a thread before it answered. `earlier`: another message was in progress; `start`: no game had started;
 * `outside`: it was stopped without an error; `error`: the message in progress failed; `late`: that message took too long.
 */
export type LossCause = 'earlier' | 'start' | 'outside' | 'error' | 'late';

/** What a thread posts: a heartbeat at the start of a game, or an answer. */
export type FromThread = 'alive' | { readonly id: number; readonly answer: unknown };

/** Script and limits of a thread. */
export interface ThreadRequest {
  readonly url: URL;
  /** Limits of its heap, in MiB; beyond them it is stopped. */
  readonly memory: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number };
  /** It is stopped after this time without a heartbeat or an answer. */
  readonly taskMs?: number | undefined;
  /** Called when it takes no more messages, before its open messages are lost. */
  readonly onEnd?: () => void;
}

/** A thread that answers messages in their order. */
export class WorkerThread<Message, Answer> {
  private readonly worker: Worker;
  private readonly taskMs: number | undefined;
  private readonly onEnd: (() => void) | undefined;
  /** Messages without an answer, oldest first: the first is in progress. */
  private readonly open = new Map<number, (answer: Answer | Lost) => void>();
  private nextId = 1;
  private ended: Lost | undefined;
  private hasBegun = false;
  /** Time of the last heartbeat, answer, or message to an idle thread; in milliseconds. */
  private lastBeat = 0;
  private clock: NodeJS.Timeout | undefined;

  constructor({ url, memory, taskMs, onEnd }: ThreadRequest) {
    this.taskMs = taskMs;
    this.onEnd = onEnd;
    this.worker = new Worker(url, { resourceLimits: memory });
    this.worker.on('message', (message: FromThread) => this.receive(message));
    let error: string | undefined;
    this.worker.on('error', (thrown: unknown) => (error = reasonOf(thrown)));
    this.worker.on('exit', () => {
      this.retire(error ?? 'the worker stopped', error === undefined ? 'outside' : 'error');
      this.loseAll();
    });
  }

  get isLost(): boolean {
    return this.ended !== undefined;
  }

  /** Messages without an answer. */
  get load(): number {
    return this.open.size;
  }

  /** Bytes are copied, not transferred: a lost message is sent again. */
  ask(message: Message): Promise<Answer | Lost> {
    return new Promise((resolve) => {
      if (this.ended) {
        resolve(this.ended);
        return;
      }
      const id = this.nextId++;
      this.open.set(id, resolve);
      if (this.open.size === 1) {
        this.lastBeat = performance.now();
        if (this.taskMs !== undefined) this.watch(this.taskMs);
      }
      this.worker.postMessage({ id, message });
    });
  }

  /** Stops it; open messages are never answered. */
  async stop(): Promise<void> {
    this.open.clear();
    clearTimeout(this.clock);
    await this.worker.terminate();
  }

  private receive(message: FromThread): void {
    this.lastBeat = performance.now();
    if (message === 'alive') {
      this.hasBegun = true;
      return;
    }
    const answer = this.open.get(message.id);
    this.open.delete(message.id);
    if (this.open.size === 0) clearTimeout(this.clock);
    answer?.(message.answer as Answer);
  }

  /** Takes no more messages; the first reason is kept. */
  private retire(lost: string, cause: LossCause): void {
    clearTimeout(this.clock);
    if (this.ended) return;
    this.ended = { lost, cause: this.hasBegun ? cause : 'start' };
    this.onEnd?.();
  }

  private loseAll(): void {
    let lost = this.ended!;
    for (const answer of this.open.values()) {
      answer(lost);
      lost = { ...lost, cause: 'earlier' };
    }
    this.open.clear();
  }

  private watch(ms: number): void {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => {
      // Messages that arrived while this thread was busy are received first.
      setImmediate(() => this.stopWhenLate());
    }, ms);
  }

  private stopWhenLate(): void {
    if (this.open.size === 0 || this.taskMs === undefined) return;
    const left = this.lastBeat + this.taskMs - performance.now();
    if (left > 0) {
      this.watch(left);
      return;
    }
    this.retire(`a game took longer than ${String(this.taskMs / 1000)} s (limit secondsPerGame)`, 'late');
    void this.worker.terminate();
  }
}

/** Requests are answered at once, jobs may wait. */
export const LANES = ['request', 'job'] as const;
export type Lane = (typeof LANES)[number];

/** While both lanes have tasks, requests get three quarters of the time: a task of a job holds many games. */
const SHARES: Readonly<Record<Lane, number>> = { request: 3, job: 1 };

interface Waiting {
  readonly client: string;
  readonly task: Task;
  readonly settings: WorkSettings;
  /** The runner that submitted it. */
  readonly owner: object;
  readonly resolve: (results: readonly TaskResult[]) => void;
  readonly reject: (error: Error) => void;
}

export type SharedPool = ReturnType<typeof createSharedPool>;

/**
 * Worker threads that many runs share; they start on demand. `taskMs`: longest time for a game; `mostOfOne`: workers that one
 * client may hold.
 */
export function createSharedPool(request: {
  readonly workers: number;
  readonly mostOfOne?: number;
  readonly url?: URL | undefined;
  readonly taskMs: number;
}) {
  const { workers, mostOfOne = workers } = request;
  const held = new Map<string, number>();
  const isAdmitted = (client: string): boolean => (held.get(client) ?? 0) < mostOfOne;
  const pool = createPool(request);
  const queues: Record<Lane, Turns<string, Waiting>> = { request: new Turns(), job: new Turns() };
  const inProgress: Record<Lane, number> = { request: 0, job: 0 };
  /** Milliseconds of work divided by the lane's share: the lane with less comes next. */
  const spent: Record<Lane, number> = { request: 0, job: 0 };

  function nextLane(): Lane | undefined {
    const [job, request] = [queues.job.has(isAdmitted), queues.request.has(isAdmitted)];
    if (!job) return request ? 'request' : undefined;
    if (!request) return 'job';
    // Where there are several workers, jobs leave one to the waiting requests.
    if (workers > 1 && inProgress.job >= workers - 1) return 'request';
    return spent.job < spent.request ? 'job' : 'request';
  }

  function dispatch(): void {
    // Never queue tasks in a worker: a request must not wait for the many games of a job.
    while (inProgress.request + inProgress.job < workers) {
      const lane = nextLane();
      if (lane === undefined) return;
      const { client, task, settings, resolve, reject } = queues[lane].take(isAdmitted)!;
      inProgress[lane]++;
      held.set(client, (held.get(client) ?? 0) + 1);
      const started = performance.now();
      pool
        .run(task, settings)
        .then(resolve, reject)
        .finally(() => {
          inProgress[lane]--;
          held.set(client, held.get(client)! - 1);
          spent[lane] += (performance.now() - started) / SHARES[lane];
          dispatch();
        });
    }
  }

  return {
    /** The runner for one run of a client. */
    runnerFor:
      (lane: Lane, client: string) =>
      (settings: WorkSettings): Runner => {
        const owner = {};
        return {
          run: (task) =>
            new Promise((resolve, reject) => {
              // An idle lane earns no credit for the time that the other used.
              if (queues[lane].size + inProgress[lane] === 0) {
                spent[lane] = Math.max(spent[lane], spent[lane === 'job' ? 'request' : 'job']);
              }
              queues[lane].add(client, { client, task, settings, owner, resolve, reject });
              dispatch();
            }),
          close() {
            for (const { reject } of queues[lane].remove((one) => one.owner === owner)) {
              reject(new Error('the run has ended'));
            }
            return Promise.resolve();
          },
        };
      },
    waiting: (lane: Lane) => queues[lane].size,
    close: () => pool.close(),
  };
}

/** A queue that serves its owners in turn, so that none waits for all items of another. */
export class Turns<Owner, T> {
  private readonly waiting = new Map<Owner, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(owner: Owner, what: T): void {
    const own = this.waiting.get(owner);
    if (own) own.push(what);
    else this.waiting.set(owner, [what]);
    this.count++;
  }

  /** The oldest item of the next owner among those admitted; `undefined` if there is none. */
  take(isAdmitted: (owner: Owner) => boolean = () => true): T | undefined {
    for (const [owner, own] of this.waiting) {
      if (!isAdmitted(owner)) continue;
      const what = own.shift();
      // An owner who had a turn goes to the end.
      this.waiting.delete(owner);
      if (own.length > 0) this.waiting.set(owner, own);
      this.count--;
      return what;
    }
    return undefined;
  }

  /** Whether an owner among those admitted waits. */
  has(isAdmitted: (owner: Owner) => boolean): boolean {
    return [...this.waiting.keys()].some(isAdmitted);
  }

  /** Removes and returns items that are no longer wanted. */
  remove(isUnwanted: (what: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [owner, own] of this.waiting) {
      const left = own.filter((what) => {
        if (!isUnwanted(what)) return true;
        removed.push(what);
        return false;
      });
      if (left.length > 0) this.waiting.set(owner, left);
      else this.waiting.delete(owner);
    }
    this.count -= removed.length;
    return removed;
  }
}

interface Waiter {
  readonly client: string;
  readonly admit: () => void;
}

export type Gate = ReturnType<typeof createGate>;

/** Admits a limited number at a time; clients take turns. `most`: how many at a time; `mostOfOne`: how many of one client. */
export function createGate(most: number, mostOfOne: number) {
  const waiting = new Turns<string, Waiter>();
  const inside = new Map<string, number>();
  let total = 0;

  function next(): void {
    while (total < most) {
      const waiter = waiting.take((client) => (inside.get(client) ?? 0) < mostOfOne);
      if (!waiter) return;
      total++;
      inside.set(waiter.client, (inside.get(waiter.client) ?? 0) + 1);
      waiter.admit();
    }
  }

  function leave(client: string): void {
    total--;
    const left = inside.get(client)! - 1;
    if (left > 0) inside.set(client, left);
    else inside.delete(client);
    next();
  }

  return {
    /** Resolves with a function to call at the end, or `undefined` when the signal fires first. */
    enter: (client: string, signal: AbortSignal) =>
      new Promise<(() => void) | undefined>((resolve) => {
        if (signal.aborted) {
          resolve(undefined);
          return;
        }
        const stop = (): void => {
          waiting.remove((one) => one === waiter);
          resolve(undefined);
        };
        const waiter: Waiter = {
          client,
          admit() {
            signal.removeEventListener('abort', stop);
            resolve(() => leave(client));
          },
        };
        signal.addEventListener('abort', stop, { once: true });
        waiting.add(client, waiter);
        next();
      }),
  };
}
