import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTokens, type ServiceLimits } from '../../src/service/limits.js';
import { SERVICE_LIMITS } from '../support/service-limits.js';
import { openService, startServer, type Server, type Service } from '../../src/service/server.js';

/** Worker threads cannot be TypeScript: they run as built. */
export const BUILT_WORKER = new URL('../../dist/src/run/tasks/worker.js', import.meta.url);

const SAMPLES = new URL('../../samples/', import.meta.url);

export function sample(name: string): Buffer {
  return readFileSync(new URL(name, SAMPLES));
}

/** A finished game on a tiny board that two marks score: what it costs is the way to the answer. */
export function tinyGame(black: string, komi = '0.5'): string {
  return `(;FF[4]GM[1]SZ[5]RU[Japanese]KM[${komi}]PB[${black}]PW[W]RE[B+4.5];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[];W[]TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]TW[ea][eb][ec][ed][ee])`;
}

export interface TestService extends Service {
  readonly folder: string;
  /** A request without a socket, as from this machine. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  readonly remove: () => Promise<void>;
}

interface Wanted {
  readonly limits?: Partial<ServiceLimits>;
  /** Lines of a file of tokens. */
  readonly tokens?: readonly string[];
  readonly folder?: string;
  readonly pageFolder?: string;
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'sgf-referee-serve-'));
}

function requestFor({ limits = {}, tokens = [], folder = makeFolder(), pageFolder }: Wanted) {
  const parsed = parseTokens(tokens.join('\n'));
  if (!parsed.ok) throw new Error(parsed.error);
  return {
    folder,
    workers: 2,
    limits: { ...SERVICE_LIMITS, ...limits },
    guard: { tokens: parsed.value },
    version: '0.0.0-test',
    pageFolder,
    workerUrl: BUILT_WORKER,
  };
}

export async function makeService(wanted: Wanted = {}): Promise<TestService> {
  const request = requestFor(wanted);
  const { folder } = request;
  const service = await openService(request);
  return {
    ...service,
    folder,
    async ask(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('host')) headers.set('host', 'localhost');
      const given: RequestInit =
        init.body === undefined ? { ...init, headers } : { ...init, headers, duplex: 'half' };
      return service.app.fetch(new Request(`http://localhost${path}`, given));
    },
    async remove() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function makeServer(
  wanted: Wanted = {},
): Promise<Server & { readonly remove: () => Promise<void> }> {
  const request = requestFor(wanted);
  const server = await startServer({ ...request, host: '127.0.0.1', port: 0 });
  return {
    ...server,
    async remove() {
      await server.close();
      rmSync(request.folder, { recursive: true, force: true });
    },
  };
}

/** What a job looks like while a test waits for it. */
export interface JobLook {
  readonly id: string;
  readonly state: string;
  readonly progress: { readonly games: number };
  readonly problem: { readonly type: string } | null;
}

/** Asks until the job has ended, or until it is as wanted. */
export async function waitForJob(
  ask: (path: string) => Promise<Response>,
  id: string,
  isEnough: (job: JobLook) => boolean = ({ state }) => state !== 'waiting' && state !== 'running',
): Promise<JobLook> {
  for (;;) {
    const job = (await (await ask(`/v1/jobs/${id}`)).json()) as JobLook;
    if (isEnough(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The operations of an OpenAPI document: `POST /v1/audit` and so on. */
export function operationsOf(document: object): string[] {
  const { paths } = document as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}
