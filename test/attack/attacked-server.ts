import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Probed } from './probe.js';

const BIN = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url));

/** Lets the main thread of the server forget what nothing holds: what it has then is what it keeps. */
const COLLECTS = [
  '--expose-gc',
  '--import',
  "data:text/javascript,process.on('SIGUSR2', () => globalThis.gc())",
];
const COLLECTING_MS = 500;

/** Tokens of the attacked server, by the lines of its file. */
export const TOKENS = {
  alice: 'token-of-alice-0001',
  bob: 'token-of-bob-00000002',
} as const;

export interface ServeOptions {
  /** More words of the command. */
  readonly words?: readonly string[];
  /** The data folder; one of the case's own where none is given. */
  readonly data?: string;
}

/** The built server in a process of its own. */
export interface AttackedServer {
  readonly port: number;
  readonly url: string;
  readonly data: string;
  readonly pid: number;
  /** Memory that it takes now, in MB. */
  readonly memoryMb: () => number;
  /** The same without what its main thread no longer holds. */
  readonly keptMb: () => Promise<number>;
  /** Processor time that it has taken, in ms. */
  readonly processorMs: () => number;
  /** A request with alice's token, or with another header. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Ends it as an accident would, or in peace. Returns its exit code. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
}

/** What was seen of a server over its life. */
export interface Seen {
  readonly peakMb: number;
  readonly health: Probed;
  /** The longest that its event loop was late, in ms, by its own metrics; 0 where it did not live to tell. */
  readonly loopMs: number;
}

export async function startAttacked(
  folder: string,
  { words = [], data = join(folder, 'data') }: ServeOptions,
): Promise<{ readonly server: AttackedServer; readonly stop: () => Promise<Seen> }> {
  mkdirSync(data, { recursive: true });
  const tokens = join(folder, 'tokens.txt');
  writeFileSync(tokens, `${TOKENS.alice}\n${TOKENS.bob}\n`);
  const given = ['serve', '--port', '0', '--data', data, '--tokens', tokens, ...words];
  const child = spawn(process.execPath, [...COLLECTS, BIN, ...given], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await listening(child);
  const port = Number(new URL(url).port);
  for (let i = 0; i < 20; i++) await fetch(`${url}/healthz`);
  const probe = new Worker(new URL('probe.js', import.meta.url), { workerData: { port, pid: child.pid } });
  const server: AttackedServer = {
    port,
    url,
    data,
    pid: child.pid!,
    memoryMb: () => statusMb(child.pid!, 'VmRSS'),
    async keptMb() {
      child.kill('SIGUSR2');
      await wait(COLLECTING_MS);
      return statusMb(child.pid!, 'VmRSS');
    },
    processorMs: () => processorMs(child.pid!),
    async ask(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${TOKENS.alice}`);
      return fetch(url + path, { ...init, headers });
    },
    async end(signal) {
      child.kill(signal);
      return ended;
    },
  };
  // What is told of the event loop begins anew each time.
  await (await server.ask('/metrics')).text();
  return {
    server,
    async stop() {
      const metrics = await server.ask('/metrics').then(
        (answer) => answer.text(),
        () => '',
      );
      const loopMs = Number(/^nodejs_eventloop_lag_max_seconds ([\d.e-]+)$/m.exec(metrics)?.[1] ?? 0) * 1000;
      const health = await new Promise<Probed>((resolve) => {
        probe.once('message', resolve);
        probe.postMessage('stop');
      });
      const peakMb = child.exitCode === null && child.signalCode === null ? statusMb(child.pid!, 'VmHWM') : 0;
      child.kill('SIGKILL');
      await ended;
      return { peakMb, health, loopMs };
    },
  };
}

async function listening(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const block of child.stderr!) {
    said += String(block);
    const url = /listening on (\S+)/.exec(said)?.[1];
    if (url !== undefined) {
      child.stderr!.resume();
      return url;
    }
  }
  throw new Error(`the server did not start: ${said}`);
}

function statusMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

/** By the system's count, in ticks of 10 ms. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
