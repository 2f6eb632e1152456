import type { ValuesOf } from '../options/read.js';
import { Problem } from './problem.js';

/** The limits of a server. */
export interface ServiceLimits {
  /** Bytes of the body of a request that is answered at once. */
  readonly bodyBytes: number;
  /** Games of a request that is answered at once. */
  readonly games: number;
  /** Milliseconds that such a request may take. */
  readonly requestMs: number;
  /** Files of a request or a job; text fields of a form count too. */
  readonly files: number;
  /** Bytes of a complete answer; NDJSON is streamed. */
  readonly answerBytes: number;
  /** Received requests in progress or waiting. */
  readonly requests: number;
  /** Requests of one tenant at a time: being received, in progress, or being answered. */
  readonly tenantRequests: number;
  /** Bytes per second at which a body must arrive, after its first `bodyGraceMs`. */
  readonly bodyRate: number;
  readonly bodyGraceMs: number;
  /** Milliseconds after which a client that accepts no data is disconnected. */
  readonly stalledMs: number;
  /** Connections at a time; beyond, the longest idle one is closed. */
  readonly connections: number;
  /** Milliseconds that a worker may spend on one task before it is replaced. */
  readonly taskMs: number;
  /** Bytes of the upload of a job. */
  readonly jobBytes: number;
  readonly jobGames: number;
  readonly jobMs: number;
  /** Jobs that run at a time; the others wait. */
  readonly runningJobs: number;
  /** Jobs that are kept, waiting and finished ones included. */
  readonly jobs: number;
  /** Bytes of uploads and results of all jobs on disk. */
  readonly diskBytes: number;
  /** Bytes of an upload that is held in memory; a larger one goes to disk. */
  readonly memoryBytes: number;
  /** Bytes of all such uploads and of complete answers. */
  readonly heldBytes: number;
}

const MIB = 1024 * 1024;
const SECOND = 1000;
const HOUR = 3600 * SECOND;

export const TASK_MS = 60 * SECOND;
export const JOB_MS = 24 * HOUR;

/** The limits that the options of `serve` set, and the fixed ones. */
export function serviceLimits(values: ValuesOf<'serve'>): ServiceLimits {
  return {
    bodyBytes: values['max-body-bytes'],
    games: values['max-games'],
    requestMs: values['max-seconds'] * SECOND,
    files: values['max-files'],
    answerBytes: values['max-answer-bytes'],
    requests: values['max-requests'],
    tenantRequests: values['max-tenant-requests'],
    bodyRate: values['min-body-rate'],
    bodyGraceMs: 10 * SECOND,
    stalledMs: 60 * SECOND,
    connections: values['max-connections'],
    taskMs: TASK_MS,
    jobBytes: values['max-job-bytes'],
    jobGames: values['max-job-games'],
    jobMs: JOB_MS,
    runningJobs: values['max-running-jobs'],
    jobs: values['max-jobs'],
    diskBytes: values['max-disk-bytes'],
    memoryBytes: MIB,
    heldBytes: 256 * MIB,
  };
}

/** How fast bodies must arrive. */
export function paceOf({ bodyRate, bodyGraceMs }: ServiceLimits): Pace {
  return { leastRate: bodyRate, graceMs: bodyGraceMs };
}

/** How fast a body must arrive. */
export interface Pace {
  /** Bytes per second, on average after the first `graceMs`. */
  readonly leastRate: number;
  readonly graceMs: number;
}

const LOOK_MS = 500;

/** The blocks of a body. Throws Problem when it arrives too slowly, exceeds `most` bytes, or loses its slot to another request. */
export async function* paced(
  body: ReadableStream<Uint8Array>,
  { leastRate, graceMs }: Pace,
  most: number,
  slot: Slot,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const state: { stopped?: Problem } = {};
  const stop = (why: Problem): void => {
    state.stopped ??= why;
    void reader.cancel().catch(() => undefined);
  };
  const receiving = slot.receive(stop);
  const started = performance.now();
  let bytes = 0;
  const clock = setInterval(() => {
    const seconds = (performance.now() - started - graceMs) / 1000;
    if (bytes < seconds * leastRate) {
      stop(new Problem('slow-body', `a body must arrive at ${String(leastRate)} bytes per second`));
    }
  }, LOOK_MS);
  try {
    for (;;) {
      const next = await reader.read();
      if (state.stopped) throw state.stopped;
      if (next.done) return;
      receiving.got();
      bytes += next.value.length;
      if (bytes > most) throw new Problem('body-limit', `more than ${String(most)} bytes`);
      yield next.value;
    }
  } finally {
    clearInterval(clock);
    receiving.end();
  }
}

/** The place of one request among its client's. */
export interface Slot {
  /** Starts the reception of the body; `stop` ends it where the client has newer requests and this one sends nothing. */
  readonly receive: (stop: (why: Problem) => void) => Receiving;
  readonly leave: () => void;
}

export interface Receiving {
  /** Reports received bytes. */
  readonly got: () => void;
  readonly end: () => void;
}

/** Limits the requests that each client has in progress. */
export interface Slots {
  /** Throws Problem where the client is at its limit. */
  readonly enter: (client: string) => Slot;
}

/** A body without data for this long loses its slot to another request of the same client. */
const IDLE_MS = 1000;

interface Taken {
  stop: ((why: Problem) => void) | undefined;
  lastMs: number;
}

export function createSlots(mostOfOne: number): Slots {
  const byClient = new Map<string, Set<Taken>>();
  return {
    enter(client) {
      const own = byClient.get(client) ?? new Set<Taken>();
      if (own.size >= mostOfOne) makeRoom(own, mostOfOne);
      const taken: Taken = { stop: undefined, lastMs: 0 };
      own.add(taken);
      byClient.set(client, own);
      return {
        receive(stop) {
          Object.assign(taken, { stop, lastMs: performance.now() });
          return {
            got: () => void (taken.lastMs = performance.now()),
            end: () => void (taken.stop = undefined),
          };
        },
        leave() {
          own.delete(taken);
          if (own.size === 0 && byClient.get(client) === own) byClient.delete(client);
        },
      };
    },
  };
}

/** Stops the request whose body has been idle longest. Throws Problem where none is idle. */
function makeRoom(own: Set<Taken>, most: number): void {
  let idlest: Taken | undefined;
  for (const one of own) if (one.stop && (!idlest || one.lastMs < idlest.lastMs)) idlest = one;
  if (!idlest || performance.now() - idlest.lastMs < IDLE_MS) {
    throw new Problem('requests-limit', `${String(most)} of your requests are in progress`);
  }
  own.delete(idlest);
  idlest.stop?.(new Problem('slow-body', 'no data arrived, and other requests need the slot'));
}
