import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLoopback, parseTokens, serviceLimits, type Tokens } from '../src/service/limits.js';
import { LockedError } from '../src/run/parts/run-lock.js';
import type { ServiceRequest } from '../src/service/server.js';
import type { Arguments, Command, Context, ExitCode } from './command.js';
import type { Io } from './io.js';
import { UsageError } from './errors.js';
import { makeFolder } from './files.js';
import { reportedOnce, withQueue } from './plan.js';

type ServeArguments = Arguments<'serve'>;

/** `serve`: the HTTP service and its page, until it is interrupted. */
export const serve: Command<'serve'> = {
  name: 'serve',
  about: 'Serve audits, scores, conversions, jobs and a page over HTTP',
  examples: [
    ['$0 serve', 'A page and an API for this machine'],
    ['$0 serve --open', 'The same, with the page opened in the browser'],
    ['$0 serve --host 0.0.0.0 --tokens tokens.txt', 'For others, who need a token'],
    ['$0 serve --queue redis://host --store s3://bucket/jobs', 'One of several servers; work does the jobs'],
  ],
  run: served,
};

async function served(args: ServeArguments, { io, version }: Context): Promise<ExitCode> {
  const tokens = tokensOf(args);
  if (tokens.size === 0 && !isLoopback(args.host)) {
    throw new UsageError(`--host ${args.host} can be reached by others: give --tokens FILE`);
  }
  const limits = serviceLimits(args);
  // Other commands should not load the server.
  const { startServer } = await import('../src/service/server.js');
  const pageFolder = builtPage();
  if (pageFolder === undefined)
    io.stderr.write('sgf-referee: the page is not built; only the API is served\n');
  // No stack is ever shown, and collecting one for each request of a broken connection would take most of the time.
  Error.stackTraceLimit = 0;
  const end = interrupted(io.signal);
  const guard = { tokens };
  const readAgain = (): void => {
    try {
      guard.tokens = tokensOf(args);
      io.stderr.write('sgf-referee: the tokens were read again\n');
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      io.stderr.write(`sgf-referee: ${error.message}; the earlier tokens still count\n`);
    }
  };
  if (args.tokens !== undefined) process.on('SIGHUP', readAgain);
  const shared = sharedOf(args, io);
  const folder = args.data ?? dataFolder();
  if (!shared) makeFolder(folder, 0o700);
  const start = (port = args.port): ReturnType<typeof startServer> =>
    startServer({
      folder,
      workers: args.jobs,
      limits,
      guard,
      version,
      pageFolder,
      host: args.host,
      port,
      shared,
    });
  const first = shared ? withQueue('--queue', start) : start();
  const server = await (args.open ? first.catch(elsewhere(start)) : first).catch((error: unknown) => {
    throw error instanceof UsageError ? error : new UsageError(`cannot serve: ${reasonOf(error)}`);
  });
  const hint = pageFolder === undefined || args.open ? '' : 'open this address in a browser for the page\n';
  const kept = shared ? '' : `jobs, their uploads and results are in ${folder}\n`;
  io.stderr.write(`sgf-referee: listening on ${server.url}\n${hint}${kept}`);
  if (args.open) openPage(server.url, io);
  await end;
  await server.close();
  process.off('SIGHUP', readAgain);
  return 0;
}

/** Starts on a free port if the one that was asked for is in use. */
function elsewhere<T>(start: (port: number) => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return start(0);
  };
}

/** The program of each system that opens an address in the user's browser. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the page in the browser; where that cannot be done, says which address to open. */
function openPage(url: string, { stderr }: Io): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const failed = (): void => {
    stderr.write(`sgf-referee: open ${url} in a browser\n`);
  };
  const child = spawn(program, [...words, url], { stdio: 'ignore' });
  child.once('error', failed);
  child.once('exit', (code) => {
    if (code !== 0) failed();
  });
  child.unref();
}

function interrupted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
    process.once('SIGTERM', () => resolve());
  });
}

/** The queue and the store that servers share. Throws UsageError if only one is given. */
function sharedOf(
  { queue, store }: ServeArguments,
  { stderr, lockMs }: Io,
): ServiceRequest['shared'] | undefined {
  if (queue === undefined && store === undefined) return undefined;
  if (queue === undefined) throw new UsageError('--store: servers that share a store need --queue, too');
  if (store === undefined) throw new UsageError('--queue: servers that share a queue need --store, too');
  return { access: { url: queue, lockMs, onError: reportedOnce(stderr) }, store };
}

function tokensOf({ token, tokens: path }: ServeArguments): Tokens {
  let lines = '';
  if (path !== undefined) {
    try {
      lines = readFileSync(path, 'utf8');
    } catch {
      throw new UsageError(`cannot read the tokens in ${path}`);
    }
  }
  const tokens = parseTokens(lines);
  if (!tokens.ok) throw new UsageError(`${path ?? ''}, ${tokens.error}`);
  if (path !== undefined && tokens.value.size === 0) {
    throw new UsageError(
      `--tokens ${path}: the file has no token; write one on a line of its own, or leave --tokens out`,
    );
  }
  const only = parseTokens(token ?? '');
  if (!only.ok) throw new UsageError('a token is 16 to 200 letters, digits and . _ ~ + / -');
  return new Map([...tokens.value, ...only.value]);
}

/** The user's folder for application data on this system. */
function dataFolder(): string {
  const { env, platform } = process;
  const base =
    env['XDG_DATA_HOME'] ??
    (platform === 'win32' ? env['LOCALAPPDATA'] : undefined) ??
    (platform === 'darwin' ? join(homedir(), 'Library', 'Application Support') : undefined) ??
    join(homedir(), '.local', 'share');
  return join(base, 'sgf-referee');
}

/** The folder of the built page, relative to the built command or to the sources. */
function builtPage(): string | undefined {
  const places = ['../page/', '../../page/', '../dist/page/'].map((place) => new URL(place, import.meta.url));
  return places.map((place) => fileURLToPath(place)).find((folder) => existsSync(join(folder, 'index.html')));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE')
    return `port ${String(port)} is in use; name another with --port, or 0 for a free one`;
  const message = error.message.split('\n')[0]!;
  if (!(error.cause instanceof LockedError)) return message;
  return `${message}; close that server, which may be in another window, or name another folder with --data FOLDER`;
}
