import type { Limits } from '../core/limits.js';
import { finding } from '../findings/finding.js';
import { type Item, trouble } from '../input/item.js';
import type { FoundGame, ReadingAnswer, ReadingOrder, UploadSource, WantedGame } from '../input/uploads.js';
import { createGate, type Gate } from '../run/shared-pool.js';
import { type Lost, WORKER_URL, WorkerThread } from '../run/pool.js';
import { Problem } from './problem.js';

/** The purpose of reading; tenants take turns for the threads of requests and of game lookups. */
export type ReadingFor = 'request' | 'job' | 'game';

const THREADS: Readonly<Record<Exclude<ReadingFor, 'job'>, number>> = { request: 4, game: 2 };

/** Memory of a thread; one that needs more is stopped. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };

export interface ReadRequest {
  readonly for: ReadingFor;
  readonly tenant: string;
  /** Name of the uploads in reports, if they have none. */
  readonly name: string;
  readonly source: UploadSource;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** Reads uploads in separate threads: a hostile archive must not delay answers. */
export interface UploadReading {
  /** The items of uploads in batches, without the first `skip`; fewer when the signal fires. */
  readonly items: (request: ReadRequest, skip: number) => AsyncGenerator<readonly Item[]>;
  /** Throws Problem if the signal fires, or the uploads cannot be read to the end. */
  readonly game: (request: ReadRequest, wanted: WantedGame) => Promise<FoundGame | undefined>;
  readonly close: () => Promise<void>;
}

type Thread = WorkerThread<ReadingOrder, ReadingAnswer>;

/** Sends a thread an order; `aborted`: the signal fired first. */
type Ask = (order: ReadingOrder) => Promise<ReadingAnswer | Lost | 'aborted'>;

/** A thread for one request. */
interface Lent {
  readonly ask: Ask;
  readonly giveBack: () => void;
}

/** `runningJobs`: jobs that read at a time. Threads start on demand. */
export function createReading(runningJobs: number, url = WORKER_URL): UploadReading {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const gates: Readonly<Record<ReadingFor, Gate>> = {
    request: createGate(THREADS.request, THREADS.request / 2),
    game: createGate(THREADS.game, THREADS.game / 2),
    job: createGate(runningJobs, runningJobs),
  };

  function start(): Thread {
    const thread: Thread = new WorkerThread({ url, memory: MEMORY, onEnd: () => void all.delete(thread) });
    all.add(thread);
    return thread;
  }

  /** Lends a thread when it is the tenant's turn; `undefined` when the signal fires first. */
  async function lend({ for: purpose, tenant, signal }: ReadRequest): Promise<Lent | undefined> {
    const leave = await gates[purpose].enter(tenant, signal);
    if (!leave) return undefined;
    let thread = idle.pop();
    while (thread?.isLost === true) thread = idle.pop();
    const lent = thread ?? start();
    let isDone = false;
    return {
      ask: async (order) => {
        isDone = false;
        const answer = await unlessAborted(lent.ask(order), signal);
        isDone = answer !== 'aborted' && isLastOf(answer);
        return answer;
      },
      giveBack() {
        // A thread in the middle of an order cannot be reused.
        if (isDone) idle.push(lent);
        else void lent.stop();
        leave();
      },
    };
  }

  return {
    async *items(request, skip) {
      const { name, source, limits } = request;
      const lent = await lend(request);
      if (!lent) return;
      try {
        let next = lent.ask({ order: 'items', source, limits, skip });
        for (;;) {
          const answer = await next;
          if (answer === 'aborted') return;
          if ('lost' in answer) {
            yield [trouble(name, finding('internal/worker-lost', { reason: answer.lost }))];
            return;
          }
          if (answer.answer !== 'items') throw new Error('the uploads cannot be read');
          // The next batch is read while this one is processed.
          if (!answer.isLast) next = lent.ask({ order: 'more' });
          yield answer.items;
          if (answer.isLast) return;
        }
      } finally {
        lent.giveBack();
      }
    },
    async game(request, wanted) {
      const { source, limits } = request;
      const lent = await lend(request);
      if (!lent) throw unread();
      try {
        const answer = await lent.ask({ order: 'game', source, limits, wanted });
        if (answer === 'aborted' || 'lost' in answer || answer.answer !== 'game') throw unread();
        return answer.found;
      } finally {
        lent.giveBack();
      }
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.stop()));
    },
  };
}

/** Whether an answer completes its order. */
function isLastOf(answer: ReadingAnswer | Lost): boolean {
  if ('lost' in answer || answer.answer === 'failed') return false;
  return answer.answer === 'game' || answer.isLast;
}

function unread(): Problem {
  return new Problem('time-limit', 'the uploads were not read to their end');
}

function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  return new Promise((resolve) => {
    const aborted = (): void => resolve('aborted');
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    void answer.then((given) => {
      signal.removeEventListener('abort', aborted);
      resolve(given);
    });
  });
}
