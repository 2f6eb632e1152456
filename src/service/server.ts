import { serve, type ServerType } from '@hono/node-server';
import { mkdir } from 'node:fs/promises';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from './app.js';
import { openBodies } from './bodies.js';
import { createSharedCrew } from './crew.js';
import { createDiskSpace } from './disk-space.js';
import type { Guard } from './guard.js';
import { openJobs } from './jobs.js';
import { openLevelStore } from './level-store.js';
import type { ServiceLimits } from './limits.js';
import { createMetrics } from './metrics.js';
import type { App } from './routes.js';

/** What a server is made of. */
export interface ServiceRequest {
  /** Where jobs, their uploads and results live; nobody else may use it. */
  readonly folder: string;
  readonly workers: number;
  readonly limits: ServiceLimits;
  readonly guard: Guard;
  readonly version: string;
  /** The built page; `undefined` serves none. */
  readonly pageFolder: string | undefined;
  /** Script of the workers; the built one where none is given. */
  readonly workerUrl?: URL;
}

export interface Service {
  readonly app: App;
  /** Stops jobs, and those who follow their results; requests are still answered. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const SERVICE_WORKER_URL = new URL('./worker.js', import.meta.url);

/** Opens the service without a socket; jobs that were not finished go on at once. */
export async function openService(request: ServiceRequest): Promise<Service> {
  const { folder, workers, limits, guard, version, pageFolder } = request;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The store comes first: who has it open has the folder for itself.
  const store = await openLevelStore(join(folder, 'jobs'));
  const space = createDiskSpace(limits.diskBytes);
  const bodies = await openBodies(join(folder, 'bodies'), space);
  const url = request.workerUrl ?? SERVICE_WORKER_URL;
  const crew = createSharedCrew({ workers, url, taskMs: limits.taskMs });
  const means = { store, crew, limits, workers, version, bodies, space };
  const jobs = await openJobs(means, join(folder, 'uploads'));
  const metrics = createMetrics(jobs, crew);
  const app = createApp({ ...means, jobs, metrics, guard, pageFolder });
  return {
    app,
    stop: () => jobs.stop(),
    async close() {
      await jobs.close();
      await crew.close();
    },
  };
}

export interface Server {
  readonly url: string;
  /** Takes no more requests, lets those in work finish for a while, and closes. */
  readonly close: () => Promise<void>;
}

/** How long requests may go on when a server closes, and how often it looks. */
const GRACE_MS = 10_000;
const LOOK_MS = 50;

/** Resolves when every connection is closed: those that wait at once, the others when they are answered, or when their time is over. */
async function closedConnections(server: ServerType): Promise<void> {
  if (!(server instanceof HttpServer)) throw new TypeError('Expected a server of HTTP/1.1');
  const closed = new Promise((done) => server.close(done));
  const look = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(look);
  clearTimeout(end);
}

/** Serves on a socket; port 0 takes a free one. */
export async function startServer(
  request: ServiceRequest & { readonly host: string; readonly port: number },
): Promise<Server> {
  const { host, port } = request;
  const service = await openService(request);
  try {
    return await new Promise<Server>((resolve, reject) => {
      const server = serve({ fetch: service.app.fetch, hostname: host, port }, (info: AddressInfo) => {
        const name = info.family === 'IPv6' ? `[${info.address}]` : info.address;
        resolve({
          url: `http://${name}:${String(info.port)}`,
          async close() {
            const closed = closedConnections(server);
            await service.stop();
            await closed;
            await service.close();
          },
        });
      });
      server.on('error', reject);
    });
  } catch (error) {
    await service.close();
    throw error;
  }
}
