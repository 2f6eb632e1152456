import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PROGRAMS } from './left-out.js';
import { pathOfProgram } from './programs.js';

/** A real Redis for queues, on loopback and in a temporary folder. */
export interface QueueServer {
  readonly url: string;
  /** As a power cut: SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Starts it again with what is on its disk. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const PROGRAM = 'redis-server';

export async function startQueueServer(): Promise<QueueServer> {
  const program = pathOfProgram(PROGRAM);
  if (program === undefined)
    throw new Error(`${PROGRAM} is not installed: apt-get install ${PROGRAMS[PROGRAM]}`);
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-queue-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${String(port)}`;
  const words = `--port ${String(port)} --bind 127.0.0.1 --save --appendonly yes --maxmemory-policy noeviction`;
  let server: ChildProcess | undefined;
  const hasEnded = (): boolean => !server || server.exitCode !== null || server.signalCode !== null;

  async function kill(): Promise<void> {
    if (hasEnded()) return;
    const ended = new Promise<void>((resolve) => server!.once('exit', () => resolve()));
    server!.kill('SIGKILL');
    await ended;
  }

  async function start(): Promise<void> {
    for (let i = 0; i < 600; i++) {
      if (hasEnded()) server = spawn(program!, [...words.split(' '), '--dir', folder], { stdio: 'ignore' });
      if (await isListening(port)) return;
      await wait(50);
    }
    throw new Error(`${url} does not answer`);
  }

  await start();
  return {
    ...{ url, kill, start },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
