/** What one server takes on, each limit by the name that a problem report carries. */
export interface ServiceLimits {
  /** Bytes of the body of a request that is answered at once. */
  readonly bodyBytes: number;
  /** Games of a request that is answered at once. */
  readonly games: number;
  /** Milliseconds that such a request may take. */
  readonly requestMs: number;
  /** Requests in work or waiting at a time. */
  readonly requests: number;
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
}

const MIB = 1024 * 1024;
const SECOND = 1000;
const HOUR = 3600 * SECOND;

export const SERVICE_LIMITS: ServiceLimits = {
  bodyBytes: 32 * MIB,
  games: 5000,
  requestMs: 120 * SECOND,
  requests: 1000,
  taskMs: 60 * SECOND,
  jobBytes: 1024 * MIB,
  jobGames: 5_000_000,
  jobMs: 24 * HOUR,
  runningJobs: 1,
  jobs: 200,
  diskBytes: 8 * 1024 * MIB,
  memoryBytes: MIB,
};
