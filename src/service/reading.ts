import type { Limits } from '../core/limits.js';
import { finding } from '../core/findings/finding.js';
import { type Item, trouble } from '../run/input/item.js';
import type { Crosscheck } from '../toolkit/event/crosscheck.js';
import type { FoundGame, UploadSource, WantedGame } from '../run/input/uploads.js';
import { factsOutput } from '../run/merge/list-target.js';
import { untilAborted } from '../run/merge/run.js';
import { createGate, type Gate, type Lost, WorkerThread } from '../run/tasks/pool.js';
import { type Places, TASK_MS } from './limits.js';
import { Problem } from './problem.js';
import {
  readOptions,
  type CompareOrder,
  type CrosscheckOrder,
  type QueryOrder,
  type ReadQuery,
} from './query.js';
import type { ReaderAnswer, ReaderOrder } from './reader.js';

/** The purpose of reading; tenants take turns for the threads of requests and of game lookups. */
export type ReadingFor = 'request' | 'job' | 'game' | 'options';

const THREADS: Readonly<Record<Exclude<ReadingFor, 'job'>, number>> = { request: 4, game: 2, options: 4 };

/** The script of the threads. */
const READER_URL = new URL('./reader.js', import.meta.url);

/** The script beside that of other workers. */
export function readerUrl(workerUrl: URL | undefined): URL | undefined {
  return workerUrl && new URL('../../service/reader.js', workerUrl);
}

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

/** Characters of an option that is read without a thread: it cannot take long. */
const MAX_SHORT = 500;

/** Who reads, and until when. */
type Reader = Pick<ReadRequest, 'for' | 'tenant' | 'signal'>;

/** Who orders something to be read, and until when. */
type Orderer = Omit<Reader, 'for'>;

export type UploadReading = ReturnType<typeof createReading>;

type Thread = WorkerThread<ReaderOrder, ReaderAnswer>;

/** Sends a thread an order; gives `undefined` when the signal fires first. */
type Ask = (order: ReaderOrder) => Promise<ReaderAnswer | Lost | undefined>;

/** A thread for one request. */
interface Lent {
  readonly ask: Ask;
  readonly giveBack: () => void;
}

function createThreads(jobs: Places, url = READER_URL) {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const gates: Readonly<Record<ReadingFor, Gate>> = {
    request: createGate(THREADS.request, THREADS.request / 2),
    game: createGate(THREADS.game, THREADS.game / 2),
    job: createGate(jobs.most, jobs.mostOfOne),
    options: createGate(THREADS.options, 1),
  };

  function start(): Thread {
    const thread: Thread = new WorkerThread({ url, memory: MEMORY, onEnd: () => void all.delete(thread) });
    all.add(thread);
    return thread;
  }

  /** Lends a thread when it is the tenant's turn; `undefined` when the signal fires first. */
  async function lend({ for: purpose, tenant, signal }: Reader): Promise<Lent | undefined> {
    const leave = await gates[purpose].enter(tenant, signal);
    if (!leave) return undefined;
    let thread = idle.pop();
    while (thread?.isLost === true) thread = idle.pop();
    const lent = thread ?? start();
    let isDone = false;
    return {
      ask: async (order) => {
        isDone = false;
        const answer = await untilAborted(lent.ask(order), signal);
        isDone = answer !== undefined && isLastOf(answer);
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
    lend,
    close: async (): Promise<void> => {
      await Promise.all([...all].map((thread) => thread.stop()));
    },
  };
}

/** The answer to an order about options, in a thread. Throws Problem. */
async function answerOf(
  lend: ReturnType<typeof createThreads>['lend'],
  by: Orderer,
  order: ReaderOrder,
): Promise<ReaderAnswer> {
  const signal = AbortSignal.any([by.signal, AbortSignal.timeout(TASK_MS)]);
  const lent = await lend({ ...by, for: 'options', signal });
  if (!lent) throw unreadOptions();
  try {
    const answer = await lent.ask(order);
    if (!answer || 'lost' in answer) throw unreadOptions();
    if (answer.answer === 'refused') throw new Problem('bad-option', answer.reason);
    return answer;
  } finally {
    lent.giveBack();
  }
}

/**
 * Reads uploads, options and tables in separate threads, which start on demand: a hostile one must not delay answers. `jobs`:
 * those that read at a time, of all and of one tenant.
 */
export function createReading(jobs: Places, url?: URL) {
  const { lend, close } = createThreads(jobs, url);
  return {
    /** Throws Problem, also where a thread needs too much time or memory. */
    async query(by: Orderer, order: QueryOrder): Promise<ReadQuery> {
      const isShort = Object.values(order.query).every(({ length }) => length <= MAX_SHORT);
      if (isShort && !order.source) return readOptions(order);
      const answer = await answerOf(lend, by, order);
      if (answer.answer !== 'query') throw new Error('the options cannot be read');
      return answer.read;
    },
    async crosscheck(by: Orderer, order: CrosscheckOrder): Promise<Crosscheck> {
      const answer = await answerOf(lend, by, order);
      if (answer.answer !== 'crosscheck') throw new Error('the tables cannot be compared');
      return answer.checked;
    },
    /** Two records side by side. Throws Problem. */
    async compare(by: Orderer, order: CompareOrder) {
      const answer = await answerOf(lend, by, order);
      if (answer.answer !== 'compared') throw new Error('the records cannot be compared');
      return answer.said;
    },
    /** The items of uploads in batches; fewer when the signal fires. */
    async *items(request: ReadRequest): AsyncGenerator<readonly Item[]> {
      const { name, source, limits } = request;
      const lent = await lend(request);
      if (!lent) return;
      try {
        let next = lent.ask({ order: 'items', source, limits });
        for (;;) {
          const answer = await next;
          if (!answer) return;
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
    /** Throws Problem if the signal fires, or the uploads cannot be read to the end. */
    async game(request: ReadRequest, wanted: WantedGame): Promise<FoundGame | undefined> {
      const { source, limits } = request;
      const lent = await lend(request);
      if (!lent) throw unread();
      try {
        const answer = await lent.ask({ order: 'game', source, limits, wanted });
        if (!answer || 'lost' in answer || answer.answer !== 'game') throw unread();
        return answer.found;
      } finally {
        lent.giveBack();
      }
    },
    close,
  };
}

/** Whether an answer completes its order. */
function isLastOf(answer: ReaderAnswer | Lost): boolean {
  if ('lost' in answer || answer.answer === 'failed') return false;
  return answer.answer !== 'items' || answer.isLast;
}

function unreadOptions(): Problem {
  return new Problem('time-limit', 'the options and tables need too much time or memory');
}

function unread(): Problem {
  return new Problem('time-limit', 'the uploads were not read to their end');
}

/** Facts of games that are kept for a comparison with tables, in bytes: some hundred each. */
const MAX_FACTS_BYTES = 64 * 1024 * 1024;

export type ComparedApart = ReturnType<typeof comparedApart>;

/** The games of a run, kept until a thread compares all of them. */
export function comparedApart(reading: UploadReading, by: Orderer, order: Omit<CrosscheckOrder, 'facts'>) {
  const facts: Uint8Array[] = [];
  let bytesLeft = MAX_FACTS_BYTES;
  return {
    /** Takes the facts of games. Throws Problem when there are too many. */
    output: factsOutput((bytes) => {
      if ((bytesLeft -= bytes.length) < 0)
        throw new Problem('games-limit', 'too many games for a comparison with tables');
      if (bytes.length > 0) facts.push(Uint8Array.from(bytes));
    }),
    /** Throws Problem. */
    checked: () => reading.crosscheck(by, { ...order, facts }),
  };
}
