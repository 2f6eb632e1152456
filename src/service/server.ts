import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { QueueAccess } from '../run/parts/job-queue.js';
import { LockedError, takeLock } from '../run/parts/run-lock.js';
import { openStore } from '../run/store/folder.js';
import { createSharedPool, LANES, type SharedPool } from '../run/tasks/pool.js';
import { DiskSpace, openBodies } from './uploads.js';
import { addDocuments, addPage, addReferenceRoutes, addGameRoutes } from './routes.js';
import { tenantOf, Slots, type Guard, type Places, type ServiceLimits } from './limits.js';
import { HeldMemory } from './answer.js';
import { addJobRoutes } from './job-routes.js';
import { Jobs, ownWorkers, type JobsResources } from './jobs.js';
import { JOB_STATES } from './job.js';
import { JobStore } from './job-store.js';
import { problemOf, problemResponse } from './problem.js';
import { createReading, readerUrl } from './reading.js';
import type { RunnerResources } from './run-job.js';
import {
  metricLabels,
  nothingHere,
  type App,
  type AppEnv,
  type ServerParts,
  type Metrics,
} from './requests.js';
import {
  createServer,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** Settings of a server. */
export interface ServiceRequest {
  /** Folder for jobs, uploads and results, for this server alone. */
  readonly folder: string;
  readonly workers: number;
  readonly limits: ServiceLimits;
  readonly guard: Guard;
  readonly version: string;
  /** Folder of the built page; `undefined`: none is served. */
  readonly pageFolder: string | undefined;
  /** Script of the workers; default: the built one. */
  readonly workerUrl?: URL;
  /** The queue and the store that this server shares with others; then other processes run the jobs. */
  readonly shared?: { readonly access: QueueAccess; readonly store: string } | undefined;
}

export type Service = Awaited<ReturnType<typeof openService>>;

/** Opens the service without a socket and resumes unfinished jobs. Throws an Error with a message for the user. */
export async function openService(request: ServiceRequest) {
  const { workers, limits, guard, version, pageFolder } = request;
  const tenants = new Set([...guard.tokens.values()].map(({ name }) => name)).size;
  const ofOne = (most: number): number => (tenants > 1 ? Math.ceil(most / 2) : most);
  const space = new DiskSpace(limits.diskBytes, ofOne(limits.diskBytes));
  // Of several tenants none may hold all workers, nor all places for jobs.
  const apart = tenants > 1 ? 1 : 0;
  const mostOfOne = Math.max(1, workers - apart);
  const pool = createSharedPool({ workers, mostOfOne, url: request.workerUrl, taskMs: limits.taskMs });
  const places = { most: limits.runningJobs + apart, mostOfOne: limits.runningJobs };
  const reading = createReading(places, readerUrl(request.workerUrl));
  const memory = new HeldMemory(limits.heldBytes);
  const slots = new Slots(limits.tenantRequests);
  const resources = { pool, reading, memory, slots, limits, workers, version, space };
  const tenantJobs = ofOne(limits.jobs);
  const { jobs, store, bodies, release } = await openJobs(request, { ...resources, tenantJobs }, places);
  const metrics = createMetrics(jobs, pool);
  const app = createApp({ ...resources, store, bodies, jobs, metrics, guard, pageFolder });
  return {
    app,
    /** Stops jobs and the streams of their results; requests are still answered. */
    stop: () => jobs.stop(),
    async close() {
      await jobs.stop();
      await Promise.all([pool.close(), reading.close()]);
      release();
    },
  };
}

/** The jobs of a server, their store, and the folder for bodies of requests. Other processes do the jobs that are shared. */
async function openJobs(
  { folder: own, shared }: Pick<ServiceRequest, 'folder' | 'shared'>,
  resources: Omit<JobsResources, 'store'> & Omit<RunnerResources, 'store'>,
  places: Places,
) {
  if (!shared) await mkdir(own, { recursive: true, mode: 0o700 });
  const folder = shared ? await mkdtemp(join(tmpdir(), 'sgf-referee-serve-')) : own;
  const release = shared ? () => rmSync(folder, { recursive: true, force: true }) : lockOf(folder);
  try {
    const store = new JobStore(await openStore(shared?.store ?? folder), folder);
    await store.open();
    if (!shared) await store.recover();
    const bodies = await openBodies(join(folder, 'bodies'), resources.space);
    const workers = shared
      ? await (await import('./queued-jobs.js')).queuedWorkers(shared.access, resources.limits.jobGames)
      : ownWorkers({ ...resources, store }, places);
    return { jobs: await Jobs.open({ ...resources, store }, workers), store, bodies, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Locks a data folder for this process. Throws an Error with a message for the user. */
function lockOf(folder: string): () => void {
  try {
    return takeLock(join(folder, 'serve.lock'));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new Error(`the data folder is in use by another server: ${error.message}`, { cause: error });
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Where a server listens; port 0 picks a free port. */
interface ServerRequest extends ServiceRequest {
  readonly host: string;
  readonly port: number;
}

/** Serves on a socket. */
export async function startServer(request: ServerRequest) {
  const service = await openService(request);
  try {
    const http = await listen(service.app.fetch, request);
    return {
      url: http.url,
      /** Accepts no more requests, gives those in progress time to finish, and closes. */
      async close() {
        const closed = http.close();
        await service.stop();
        await closed;
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** The routes of a server, without a socket. */
function createApp(
  parts: ServerParts & { readonly store: JobStore; readonly pageFolder: string | undefined },
): App {
  const app = new OpenAPIHono<AppEnv>();
  const { guard, metrics, slots, version } = parts;
  app.onError((error) => problemResponse(problemOf(error)));
  const refusal = nothingHere(app);
  app.notFound((c) => refusal(c.req.path));
  app.use(async (c, next) => {
    const started = performance.now();
    await next();
    c.res.headers.set('x-content-type-options', 'nosniff');
    const { route, method } = metricLabels(c);
    metrics.requestDone(route, method, c.res.status, (performance.now() - started) / 1000);
  });
  for (const path of ['/v1/*', '/metrics', '/openapi.json']) {
    app.use(path, async (c, next) => {
      const tenant = tenantOf(c.req.raw.headers, guard);
      c.set('tenant', tenant);
      const slot = slots.enter(tenant.name);
      c.set('slot', slot);
      const waits = whenOver(c.env, slot.leave);
      await next();
      if (!waits) slot.leave();
    });
  }
  addReferenceRoutes(app, parts);
  addGameRoutes(app, parts);
  addJobRoutes(app, parts);
  addDocuments(app, version, guard.tokens.size > 0 ? 'tokens' : 'anybody');
  addPage(app, parts.pageFolder);
  return app;
}

/** Calls `over` when the client has the answer or has disconnected. Returns `false` for a request without a socket. */
function whenOver(env: AppEnv['Bindings'] | undefined, over: () => void): boolean {
  // A request without a socket, as in tests, has no environment at all.
  const { incoming, outgoing } = env ?? {};
  if (!incoming || !outgoing) return false;
  const { socket } = incoming;
  const ended = (): void => {
    outgoing.off('close', ended);
    socket.off('close', ended);
    over();
  };
  outgoing.once('close', ended);
  // A response queued after others of its connection gets no event when the connection closes.
  socket.once('close', ended);
  return true;
}

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

function createMetrics(jobs: Jobs, pool: SharedPool): Metrics {
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

/** Milliseconds that a client has for the head of a request, and between checks of this limit. */
const HEAD_MS = 15_000;
const HEADS_POLL_MS = 2000;

/** Connections that the system queues: a client that finds the queue full tries again a second later. */
const BACKLOG = 4096;

/** Milliseconds that requests in progress have when a server closes, and between checks. */
const GRACE_MS = 10_000;
const POLL_MS = 50;

/**
 * Listens; port 0 picks a free port. `close` accepts no more requests, and resolves when those in progress are answered or
 * their time is up.
 */
function listen(
  fetch: App['fetch'],
  { host, port, limits }: Pick<ServerRequest, 'host' | 'port' | 'limits'>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer({
    headersTimeout: HEAD_MS,
    // The time for a body is limited while it is received.
    requestTimeout: 0,
    connectionsCheckingInterval: HEADS_POLL_MS,
  });
  const answer = getRequestListener(fetch, { hostname: host });
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing));
  leaveStalled(server, limits.stalledMs);
  boundConnections(server, limits.connections);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const info = server.address() as AddressInfo;
      const name = info.family === 'IPv6' ? `[${info.address}]` : info.address;
      resolve({ url: `http://${name}:${String(info.port)}`, close: () => closed(server) });
    });
  });
}

/** Closes connections whose clients accept no data. */
function leaveStalled(server: NodeServer, stalledMs: number): void {
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
    // The client waits for an answer in progress, or for a job to advance.
    else socket.setTimeout(stalledMs);
  });
}

/** Closes the longest idle connection when there are too many, so that idle connections keep nobody out. */
function boundConnections(server: NodeServer, most: number): void {
  const open = new Set<Socket>();
  const asking = new WeakMap<Socket, number>();
  server.on('connection', (socket: Socket) => {
    // Every request of a connection listens for its end.
    socket.setMaxListeners(0);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size <= most) return;
    let idle = socket;
    for (const one of open) {
      if ((asking.get(one) ?? 0) > 0) continue;
      idle = one;
      break;
    }
    open.delete(idle);
    idle.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    asking.set(socket, (asking.get(socket) ?? 0) + 1);
    outgoing.once('close', () => asking.set(socket, asking.get(socket)! - 1));
  });
}

async function closed(server: NodeServer): Promise<void> {
  const done = new Promise((resolve) => server.close(resolve));
  const look = setInterval(() => server.closeIdleConnections(), POLL_MS);
  const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await done;
  clearInterval(look);
  clearTimeout(end);
}
