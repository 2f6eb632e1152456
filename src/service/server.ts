import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from './app.js';
import { createDiskSpace, openBodies } from './bodies.js';
import { createSharedCrew } from './crew.js';
import type { Guard } from './guard.js';
import { createHeldMemory } from './held-answer.js';
import { listen } from './http-server.js';
import { openJobs } from './jobs.js';
import { openLevelStore } from './level-store.js';
import type { ServiceLimits } from './limits.js';
import { createMetrics } from './metrics.js';
import { createReading } from './reading.js';
import type { App } from './routes.js';
import { createSlots } from './paced.js';

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

/** Opens the service without a socket; jobs that were not finished go on at once. Throws an Error with a line for the user. */
export async function openService(request: ServiceRequest): Promise<Service> {
  const { folder, workers, limits, guard, version, pageFolder } = request;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The store comes first: who has it open has the folder for itself.
  const store = await openLevelStore(join(folder, 'jobs'));
  try {
    const tenants = new Set([...guard.tokens.values()].map(({ name }) => name)).size;
    const ofOne = (most: number): number => (tenants > 1 ? Math.ceil(most / 2) : most);
    const space = createDiskSpace(limits.diskBytes, ofOne(limits.diskBytes));
    const bodies = await openBodies(join(folder, 'bodies'), space);
    const url = request.workerUrl ?? SERVICE_WORKER_URL;
    const crew = createSharedCrew({ workers, url, taskMs: limits.taskMs });
    const reading = createReading(url, limits.runningJobs);
    const memory = createHeldMemory(limits.heldBytes);
    const slots = createSlots(limits.tenantRequests);
    const means = { store, crew, reading, memory, slots, limits, workers, version, bodies, space };
    const jobs = await openJobs({ ...means, tenantJobs: ofOne(limits.jobs) }, join(folder, 'uploads'));
    const metrics = createMetrics(jobs, crew);
    const app = createApp({ ...means, jobs, metrics, guard, pageFolder });
    return {
      app,
      stop: () => jobs.stop(),
      async close() {
        await jobs.close();
        await Promise.all([crew.close(), reading.close()]);
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

export interface Server {
  readonly url: string;
  /** Takes no more requests, lets those in work finish for a while, and closes. */
  readonly close: () => Promise<void>;
}

/** Serves on a socket; port 0 takes a free one. */
export async function startServer(
  request: ServiceRequest & { readonly host: string; readonly port: number },
): Promise<Server> {
  const { host, port, limits } = request;
  const service = await openService(request);
  try {
    const http = await listen({ fetch: service.app.fetch, host, port, limits });
    return {
      url: http.url,
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
