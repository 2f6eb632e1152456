import { serve } from '@hono/node-server';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from './app.js';
import { createSharedCrew } from './crew.js';
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
  readonly close: () => Promise<void>;
}

export const SERVICE_WORKER_URL = new URL('./worker.js', import.meta.url);

/** Opens the service without a socket; jobs that were not finished go on at once. */
export async function openService(request: ServiceRequest): Promise<Service> {
  const { folder, workers, limits, guard, version, pageFolder } = request;
  const bodyFolder = join(folder, 'bodies');
  await mkdir(bodyFolder, { recursive: true, mode: 0o700 });
  const store = await openLevelStore(join(folder, 'jobs'));
  const url = request.workerUrl ?? SERVICE_WORKER_URL;
  const crew = createSharedCrew({ workers, url, taskMs: limits.taskMs });
  const means = { store, crew, limits, workers, version };
  const jobs = await openJobs(means, join(folder, 'uploads'));
  const metrics = createMetrics(jobs, crew);
  const app = createApp({ ...means, jobs, metrics, guard, bodyFolder, pageFolder });
  return {
    app,
    async close() {
      await jobs.close();
      await crew.close();
    },
  };
}

export interface Server {
  readonly url: string;
  readonly close: () => Promise<void>;
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
            if ('closeAllConnections' in server) server.closeAllConnections();
            await new Promise((done) => server.close(done));
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
