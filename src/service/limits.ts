import type { ValuesOf } from '../options/read.js';
import type { Pace } from './paced.js';

/** What one server takes on, each limit by the name that a problem report carries. */
export interface ServiceLimits {
  /** Bytes of the body of a request that is answered at once. */
  readonly bodyBytes: number;
  /** Games of a request that is answered at once. */
  readonly games: number;
  /** Milliseconds that such a request may take. */
  readonly requestMs: number;
  /** Files of a request or a job; text fields of a form count too. */
  readonly files: number;
  /** Bytes of an answer that is made whole; NDJSON is streamed. */
  readonly answerBytes: number;
  /** Requests in work or waiting at a time; their bodies are there. */
  readonly requests: number;
  /** Requests of one tenant under way at a time: received, in work, or answered. */
  readonly tenantRequests: number;
  /** Bytes a second that a body must come with, after its first `bodyGraceMs`. */
  readonly bodyRate: number;
  readonly bodyGraceMs: number;
  /** Milliseconds after which a client that takes nothing of its answer is left. */
  readonly stalledMs: number;
  /** Connections at a time; beyond, the one that has asked for nothing the longest is closed. */
  readonly connections: number;
  /** Milliseconds that a worker may spend on one task, some games, before it is replaced. */
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
  /** Bytes of an upload that are held in memory; a larger one goes to disk. */
  readonly memoryBytes: number;
  /** Bytes of all such uploads and of the answers that are made whole. */
  readonly heldBytes: number;
}

const MIB = 1024 * 1024;
const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** The limits that the options of `serve` set, and those that nobody can change. */
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
    taskMs: 60 * SECOND,
    jobBytes: values['max-job-bytes'],
    jobGames: values['max-job-games'],
    jobMs: 24 * HOUR,
    runningJobs: values['max-running-jobs'],
    jobs: values['max-jobs'],
    diskBytes: values['max-disk-bytes'],
    memoryBytes: MIB,
    heldBytes: 256 * MIB,
  };
}

/** How fast bodies must come. */
export function paceOf({ bodyRate, bodyGraceMs }: ServiceLimits): Pace {
  return { leastRate: bodyRate, graceMs: bodyGraceMs };
}
