import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandModule, InferredOptionTypes } from 'yargs';
import { isLoopback, parseTokens, type Tokens } from '../src/service/guard.js';
import { SERVICE_LIMITS, type ServiceLimits } from '../src/service/limits.js';
import { makeFolder, UsageError, withOptional } from './io.js';
import type { Context } from './run.js';
import { whole } from './settings.js';

const LISTENING = 'Listening:';
const KEEPING = 'Keeping:';
const LIMITS = 'Limits:';

function limit(usual: number, describe: string) {
  return { type: 'number', default: usual, group: LIMITS, requiresArg: true, describe } as const;
}

const OPTIONS = {
  host: {
    type: 'string',
    default: '127.0.0.1',
    group: LISTENING,
    requiresArg: true,
    describe: 'Address to listen on; any but a loopback one needs tokens',
  },
  port: {
    type: 'number',
    default: 8361,
    group: LISTENING,
    requiresArg: true,
    describe: 'Port to listen on; 0 takes a free one',
  },
  tokens: {
    type: 'string',
    group: LISTENING,
    requiresArg: true,
    describe: 'File with API tokens, one a line: TOKEN, TOKEN NAME, TOKEN NAME admin',
  },
  token: {
    type: 'string',
    group: LISTENING,
    requiresArg: true,
    describe: 'An API token; other users of the machine can see it, a file is better',
  },
  data: {
    type: 'string',
    group: KEEPING,
    requiresArg: true,
    describe: 'Folder for jobs, their uploads and results',
    defaultDescription: 'sgf-referee in the folder for user data',
  },
  jobs: {
    type: 'number',
    default: availableParallelism(),
    defaultDescription: 'number of cores',
    group: LIMITS,
    requiresArg: true,
    describe: 'Worker threads',
  },
  'max-body-bytes': limit(SERVICE_LIMITS.bodyBytes, 'Bytes of a request that is answered at once'),
  'max-games': limit(SERVICE_LIMITS.games, 'Games of such a request'),
  'max-seconds': limit(SERVICE_LIMITS.requestMs / 1000, 'Time that it may take'),
  'max-requests': limit(SERVICE_LIMITS.requests, 'Such requests in work or waiting at a time'),
  'max-answer-bytes': limit(SERVICE_LIMITS.answerBytes, 'Bytes of an answer but jsonl, which is streamed'),
  'max-files': limit(SERVICE_LIMITS.files, 'Files of a request or a job, fields of a form included'),
  'max-tenant-requests': limit(SERVICE_LIMITS.tenantRequests, 'Requests of one tenant under way at a time'),
  'min-body-rate': limit(SERVICE_LIMITS.bodyRate, 'Bytes a second that a body must come with'),
  'max-connections': limit(SERVICE_LIMITS.connections, 'Connections at a time'),
  'max-job-bytes': limit(SERVICE_LIMITS.jobBytes, 'Bytes of the upload of a job'),
  'max-job-games': limit(SERVICE_LIMITS.jobGames, 'Games of a job'),
  'max-running-jobs': limit(SERVICE_LIMITS.runningJobs, 'Jobs that run at a time'),
  'max-jobs': limit(SERVICE_LIMITS.jobs, 'Jobs that are kept'),
  'max-disk-bytes': limit(SERVICE_LIMITS.diskBytes, 'Bytes of all uploads and results on disk'),
} as const;

type ServeArguments = InferredOptionTypes<typeof OPTIONS>;

/** `serve`: the HTTP service and its page, until it is interrupted. */
export function serveCommand(context: Context): CommandModule<object, ServeArguments> {
  return {
    command: 'serve',
    describe: 'Answer over HTTP: audits, scores, conversions, jobs, and a page',
    builder: (y) =>
      y
        .options(OPTIONS)
        .example('$0 serve', 'A page and an API for this machine')
        .example('$0 serve --host 0.0.0.0 --tokens tokens.txt', 'For others, who need a token'),
    handler: async (args) => {
      await serve(args, context);
      context.finish(0);
    },
  };
}

async function serve(args: ServeArguments, { io, version }: Context): Promise<void> {
  const tokens = tokensOf(args);
  if (tokens.size === 0 && !isLoopback(args.host)) {
    throw new UsageError(`--host ${args.host} can be reached by others: give --tokens FILE`);
  }
  const limits = limitsOf(args);
  // Most runs of the command are no server and should not load one.
  const { startServer } = await withOptional(
    'classic-level',
    'serve',
    () => import('../src/service/server.js'),
  );
  const pageFolder = builtPage();
  if (pageFolder === undefined)
    io.stderr.write('sgf-referee: the page is not built; only the API is served\n');
  // Nobody is told where an error was made, and each request of a connection that breaks gets one: that would take most of the time.
  Error.stackTraceLimit = 0;
  const end = interrupted(io.signal);
  const folder = args.data ?? dataFolder();
  makeFolder(folder, 0o700);
  const server = await startServer({
    folder,
    workers: whole('jobs', args.jobs, 1),
    limits,
    guard: { tokens },
    version,
    pageFolder,
    host: args.host,
    port: whole('port', args.port, 0),
  }).catch((error: unknown) => {
    throw new UsageError(`cannot serve: ${reasonOf(error)}`);
  });
  io.stderr.write(`sgf-referee: listening on ${server.url}\n`);
  await end;
  await server.close();
}

function interrupted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
    process.once('SIGTERM', () => resolve());
  });
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
  const only = parseTokens(token ?? '');
  if (!only.ok) throw new UsageError('a token is 16 to 200 letters, digits and . _ ~ + / -');
  return new Map([...tokens.value, ...only.value]);
}

function limitsOf(args: ServeArguments): ServiceLimits {
  const of = (name: keyof ServeArguments & `${'max' | 'min'}-${string}`): number =>
    whole(name, args[name], 1);
  return {
    ...SERVICE_LIMITS,
    bodyBytes: of('max-body-bytes'),
    games: of('max-games'),
    requestMs: of('max-seconds') * 1000,
    requests: of('max-requests'),
    answerBytes: of('max-answer-bytes'),
    files: of('max-files'),
    tenantRequests: of('max-tenant-requests'),
    bodyRate: of('min-body-rate'),
    connections: of('max-connections'),
    jobBytes: of('max-job-bytes'),
    jobGames: of('max-job-games'),
    runningJobs: of('max-running-jobs'),
    jobs: of('max-jobs'),
    diskBytes: of('max-disk-bytes'),
  };
}

/** Where programs of a user keep data, by the habits of the system. */
function dataFolder(): string {
  const { env, platform } = process;
  const base =
    env['XDG_DATA_HOME'] ??
    (platform === 'win32' ? env['LOCALAPPDATA'] : undefined) ??
    (platform === 'darwin' ? join(homedir(), 'Library', 'Application Support') : undefined) ??
    join(homedir(), '.local', 'share');
  return join(base, 'sgf-referee');
}

/** The page is built into `dist/page`, above the built command and beside the sources' `cli`. */
function builtPage(): string | undefined {
  const places = ['../page/', '../../page/', '../dist/page/'].map((place) => new URL(place, import.meta.url));
  return places.map((place) => fileURLToPath(place)).find((folder) => existsSync(join(folder, 'index.html')));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'the port is in use';
  return error.message.split('\n')[0]!;
}
