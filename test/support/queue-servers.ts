import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { PROGRAMS, type ProgramName } from './left-out.js';
import { pathOfProgram } from './programs.js';

/** A real server of a queue on loopback, in a temporary folder. */
export interface QueueServer {
  readonly url: string;
  /** As a power cut: SIGKILL to all its processes. */
  readonly kill: () => Promise<void>;
  /** Starts it again with what is on its disk. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The program that each kind of server is, and how it starts. */
export const QUEUE_SERVERS: Readonly<
  Record<string, { readonly program: ProgramName; readonly start: () => Promise<QueueServer> }>
> = {
  redis: { program: 'redis-server', start: startRedis },
  postgres: { program: 'postgres', start: startPostgres },
};

function startRedis(): Promise<QueueServer> {
  const program = installed('redis-server');
  return started((folder, port) => {
    const words = `--port ${String(port)} --bind 127.0.0.1 --save --appendonly yes --maxmemory-policy noeviction`;
    return {
      isReady: () => isListening(port),
      url: `redis://127.0.0.1:${String(port)}`,
      spawn: () => spawn(program, [...words.split(' '), '--dir', folder], { stdio: 'ignore' }),
    };
  });
}

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const OWNER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

function startPostgres(): Promise<QueueServer> {
  const program = installed('postgres');
  const initdb = join(dirname(realpathSync(program)), 'initdb');
  return started((folder, port) => {
    if (OWNER.uid !== undefined) chownSync(folder, OWNER.uid, OWNER.gid);
    const data = join(folder, 'data');
    const means = { ...OWNER, cwd: folder, stdio: 'ignore' as const };
    execFileSync(initdb, ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '--no-locale'], means);
    const words = `-p ${String(port)} -k ${folder} -c listen_addresses=127.0.0.1`;
    const url = `postgres://postgres@127.0.0.1:${String(port)}/postgres`;
    return {
      isReady: () => takesQueries(url),
      url,
      spawn: () => spawn(program, ['-D', data, ...words.split(' ')], means),
    };
  });
}

function installed(name: ProgramName): string {
  const path = pathOfProgram(name);
  if (path !== undefined) return path;
  throw new Error(`${name} is not installed: apt-get install ${PROGRAMS[name]}`);
}

interface Means {
  readonly url: string;
  readonly spawn: () => ChildProcess;
  readonly isReady: () => Promise<boolean>;
}

/** A server in a new folder on a free port. */
async function started(prepare: (folder: string, port: number) => Means): Promise<QueueServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-queue-'));
  const port = await freePort();
  const { url, spawn: begin, isReady } = prepare(folder, port);
  let server: ChildProcess | undefined;

  async function kill(): Promise<void> {
    const running = server!;
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    // The processes that a server starts outlive it otherwise.
    const all = [running.pid!, ...childrenOf(running.pid!)];
    for (const pid of all) endProcess(pid);
    await ended;
  }

  async function start(): Promise<void> {
    for (let i = 0; i < 600; i++) {
      // Postgres does not start while processes of a killed one are left.
      if (!server || server.exitCode !== null || server.signalCode !== null) server = begin();
      if (await isReady()) return;
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

function childrenOf(pid: number): number[] {
  try {
    const out = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return out.split('\n').filter(Boolean).map(Number);
  } catch {
    return []; // none
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
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

/** PostgreSQL listens while it still recovers, and refuses every query. */
async function takesQueries(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
