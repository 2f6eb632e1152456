import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LANES, type SharedPool } from '../run/shared-pool.js';
import { JOB_STATES } from './job-store.js';
import type { JobKeeper } from './jobs.js';

/** The metrics of a server. */
export interface Metrics {
  readonly requestDone: (route: string, method: string, status: number, seconds: number) => void;
  readonly gamesDone: (command: string, games: number) => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

export function createMetrics(jobs: JobKeeper, pool: SharedPool): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'sgf_referee_request_seconds',
    help: 'Time to the answer by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  });
  const games = new Counter({
    name: 'sgf_referee_games_total',
    help: 'Games of requests that were answered at once, by command',
    labelNames: ['command'],
    registers,
  });
  new Gauge({
    name: 'sgf_referee_jobs',
    help: 'Jobs that are kept, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await jobs.counts();
      for (const state of JOB_STATES) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'sgf_referee_waiting_tasks',
    help: 'Tasks that wait for a worker, of requests and of jobs',
    labelNames: ['lane'],
    registers,
    collect() {
      for (const lane of LANES) this.set({ lane }, pool.waiting(lane));
    },
  });
  return {
    requestDone: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    gamesDone: (command, count) => games.inc({ command }, count),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
