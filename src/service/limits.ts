import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { ValuesOf } from '../options/read.js';
import { Problem } from './problem.js';
import { failure, success, type Outcome } from '../core/outcome.js';

/** The limits of a server. */
export type ServiceLimits = Readonly<ReturnType<typeof serviceLimits>>;

/** How many there may be at a time, and how many of one tenant. */
export interface Places {
  readonly most: number;
  readonly mostOfOne: number;
}

const MIB = 1024 * 1024;
const SECOND = 1000;
const HOUR = 3600 * SECOND;

export const TASK_MS = 60 * SECOND;
export const JOB_MS = 24 * HOUR;

/** The limits that the options of `serve` set, and the fixed ones. */
export function serviceLimits(values: ValuesOf<'serve'>) {
  return {
    /** Bytes of the body of a request that is answered at once. */
    bodyBytes: values['max-body-bytes'],
    /** Games of a request that is answered at once. */
    games: values['max-games'],
    /** Milliseconds that such a request may take. */
    requestMs: values['max-seconds'] * SECOND,
    /** Files of a request or a job; text fields of a form count too. */
    files: values['max-files'],
    /** Bytes of a complete answer; NDJSON is streamed. */
    answerBytes: values['max-answer-bytes'],
    /** Received requests in progress or waiting. */
    requests: values['max-requests'],
    /** Requests of one tenant at a time: being received, in progress, or being answered. */
    tenantRequests: values['max-tenant-requests'],
    /** Bytes per second at which a body must arrive, after its first `bodyGraceMs`. */
    bodyRate: values['min-body-rate'],
    bodyGraceMs: 10 * SECOND,
    /** Milliseconds after which a client that accepts no data is disconnected. */
    stalledMs: 60 * SECOND,
    /** Connections at a time; beyond that, the longest idle one is closed. */
    connections: values['max-connections'],
    /** Milliseconds that a worker may spend on one task before it is replaced. */
    taskMs: TASK_MS,
    /** Bytes of the upload of a job. */
    jobBytes: values['max-job-bytes'],
    jobGames: values['max-job-games'],
    jobMs: JOB_MS,
    /** Jobs that run at a time; the others wait. */
    runningJobs: values['max-running-jobs'],
    /** Jobs that are kept, waiting and finished ones included. */
    jobs: values['max-jobs'],
    /** Bytes of uploads and results of all jobs on disk. */
    diskBytes: values['max-disk-bytes'],
    /** Largest upload held in memory, in bytes; larger ones go to disk. */
    memoryBytes: MIB,
    /** Bytes of all such uploads and of complete answers. */
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

const POLL_MS = 500;

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
  const started = performance.now();
  Object.assign(slot, { stop, lastMs: started });
  let bytes = 0;
  const clock = setInterval(() => {
    const seconds = (performance.now() - started - graceMs) / 1000;
    if (bytes < seconds * leastRate) {
      stop(new Problem('slow-body', `a body must arrive at ${String(leastRate)} bytes per second`));
    }
  }, POLL_MS);
  try {
    for (;;) {
      const next = await reader.read();
      if (state.stopped) throw state.stopped;
      if (next.done) return;
      slot.lastMs = performance.now();
      bytes += next.value.length;
      if (bytes > most) throw new Problem('body-limit', `more than ${String(most)} bytes`);
      yield next.value;
    }
  } finally {
    clearInterval(clock);
    slot.stop = undefined;
  }
}

/** One of the requests that a client may have in progress. */
export interface Slot {
  /** Ends the reception of the body if the client has newer requests and this one sends nothing; set while it is received. */
  stop: ((why: Problem) => void) | undefined;
  /** When bytes were last received. */
  lastMs: number;
  readonly leave: () => void;
}

/** A body without data for this long loses its slot to another request of the same client. */
const IDLE_MS = 1000;

/** Limits the requests that each client has in progress. */
export class Slots {
  private readonly byClient = new Map<string, Set<Slot>>();
  private readonly mostOfOne: number;

  constructor(mostOfOne: number) {
    this.mostOfOne = mostOfOne;
  }

  /** Throws Problem if the client is at its limit. */
  enter(client: string): Slot {
    const { byClient, mostOfOne } = this;
    const own = byClient.get(client) ?? new Set<Slot>();
    if (own.size >= mostOfOne) makeRoom(own, mostOfOne);
    const leave = (): void => {
      own.delete(slot);
      if (own.size === 0 && byClient.get(client) === own) byClient.delete(client);
    };
    const slot: Slot = { stop: undefined, lastMs: 0, leave };
    byClient.set(client, own.add(slot));
    return slot;
  }
}

/** Stops the request whose body has been idle longest. Throws Problem if none is idle. */
function makeRoom(own: Set<Slot>, most: number): void {
  let idlest: Slot | undefined;
  for (const one of own) if (one.stop && (!idlest || one.lastMs < idlest.lastMs)) idlest = one;
  if (!idlest || performance.now() - idlest.lastMs < IDLE_MS) {
    throw new Problem('requests-limit', `${String(most)} of your requests are in progress`);
  }
  own.delete(idlest);
  idlest.stop?.(new Problem('slow-body', 'no data arrived, and other requests need the slot'));
}

/** Who may use a server. Its tokens may be replaced while it serves. */
export interface Guard {
  /** Empty: everybody on this machine. */
  tokens: Tokens;
}

/** Everybody on this machine, where there are no tokens. */
const ANYBODY: Tenant = { name: '', isAdmin: true };

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether only programs of this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.has(host) || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * The tenant that sent a request. Throws Problem for a request that is refused. With tokens, each request needs one. Without
 * tokens, the server is bound to this machine: then a Host that is not this machine's, or a foreign Origin, means that a web page
 * elsewhere made a browser send the request.
 */
export function tenantOf(headers: Headers, { tokens }: Guard): Tenant {
  const host = headers.get('host') ?? '';
  const origin = headers.get('origin');
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new Problem('foreign-origin', 'cross-origin request refused');
  }
  if (tokens.size === 0) {
    if (isLoopback(host.replace(/:\d+$/, ''))) return ANYBODY;
    throw new Problem('foreign-origin', 'this server answers only requests to local host names');
  }
  const given = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const tenant = given === undefined ? undefined : tokens.get(digestOf(given));
  if (tenant) return tenant;
  throw new Problem('token-needed', 'send Authorization: Bearer TOKEN');
}

/** The holder of one or several tokens, and the owner of jobs. */
export interface Tenant {
  /** Its name, or one made from the token if the file gives none. */
  readonly name: string;
  /** May see, cancel and delete the jobs of all tenants. */
  readonly isAdmin: boolean;
}

/** Tenants by the digest of their tokens: the time of a lookup reveals nothing about a token that is nearly right. */
export type Tokens = ReadonlyMap<string, Tenant>;

const TOKEN = /^[\w.~+/-]{16,200}=*$/;
const NAME = /^[\w.@-]{1,64}$/;
const ADMIN = 'admin';

export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The tokens of a file, one per line (none in a line that begins with `#`): `TOKEN`, `TOKEN NAME`, `TOKEN admin` or `TOKEN NAME admin`. The error is a message for the
 * user.
 */
export function parseTokens(text: string): Outcome<Tokens, string> {
  const tokens = new Map<string, Tenant>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [token, ...words] = line.trim().split(/\s+/);
    if (token === undefined || token === '' || token.startsWith('#')) continue;
    const wrong = (what: string): Outcome<Tokens, string> => failure(`line ${String(i + 1)}: ${what}`);
    if (!TOKEN.test(token)) return wrong('a token is 16 to 200 letters, digits and . _ ~ + / -');
    const isAdmin = words.at(-1) === ADMIN;
    const names = isAdmin && words.length > 1 ? words.slice(0, -1) : words;
    if (names.length > 1 || names.some((name) => !NAME.test(name))) {
      return wrong('after a token comes a name of letters, digits and . _ @ -, then "admin" or nothing');
    }
    const digest = digestOf(token);
    if (tokens.has(digest)) return wrong('this token is listed twice');
    // A name made from the token survives restarts, as its jobs do.
    tokens.set(digest, { name: names[0] ?? `token-${digest.slice(0, 12)}`, isAdmin });
  }
  return success(tokens);
}
