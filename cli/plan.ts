import { join } from 'node:path';
import { gameCommand } from '../src/options/commands.js';
import { plural, visible } from '../src/core/text.js';
import { displayName } from '../src/run/input/item.js';
import { unreadText } from '../src/report/output/summary.js';
import type { SinkName } from '../src/report/output/formats.js';
import { nothingIn, type Inputs } from '../src/run/input/inputs.js';
import { partsIn } from '../src/run/parts/part-file.js';
import { PlanError } from '../src/run/parts/chunk-inputs.js';
import { openPlan, PLAN_NAME, withEngine, writePlan, type Plan } from '../src/run/parts/plan.js';
import { copyObject, openStore } from '../src/run/store/folder.js';
import { isBucketAddress } from '../src/run/store/store.js';
import { ATTEMPTS, QUEUE_PACKAGES } from '../src/run/parts/job-queue.js';
import {
  chunksMissing,
  makeParts,
  MERGED_FILES,
  mergeInto,
  type WorkDone,
} from '../src/run/parts/plan-run.js';
import { makePartsFromQueue, queueStates } from '../src/run/parts/plan-queue.js';
import { INPUT, type Arguments, type Command, type Context, type ExitCode, withOptional } from './command.js';
import type { Io } from './io.js';
import { AccessError, UsageError } from './errors.js';
import { withResultCache } from './cache.js';
import { checkDead, exitCode, failOn, readsOf } from './run-games.js';
import { claimed, earlierLeft, inTemporaryFolder } from './files.js';
import { inputNames } from './input-names.js';
import { accountText } from './configuration.js';
import { cellsOf } from '../src/report/columns/column.js';
import { QUEUE_COLUMNS, type QueueState } from '../src/report/columns/tables.js';
import { BadValue, QUEUE } from '../src/options/kinds.js';
import { rowFrame, rowHead, rowText } from '../src/report/output/rows.js';
import { formatFor } from './output.js';

const AUDIT = gameCommand('audit');
/** What `audit` writes into a folder. */
const SINKS: readonly SinkName[] = ['csv', 'findings', 'html'];

export const plan: Command<'plan'> = {
  ...INPUT,
  name: 'plan',
  about: 'Divide an audit into chunks, for many machines',
  examples: [
    ['$0 plan archive/ --out job', 'Chunks of some 8 MiB, listed in job/plan.ndjson'],
    ['$0 plan games.zip --chunks 50 --no-score --out job', 'At most 50 chunks'],
  ],
  run: understood(makePlan),
};

export const work: Command<'work'> = {
  name: 'work',
  about: 'Referee chunks of a plan, on any number of machines',
  examples: [
    ['$0 work --plan job', 'Every chunk that has no part yet, in order'],
    ['$0 work --plan job --chunk 7', 'One chunk; array jobs need no --chunk'],
    ['$0 work --plan job --queue redis://host', 'Chunks from a queue, until none is left'],
    ['$0 work --queue redis://host --store s3://bucket/jobs', 'Jobs of servers, until it is stopped'],
  ],
  run: understood(doWork),
};

export const merge: Command<'merge'> = {
  name: 'merge',
  about: 'Join the parts of a plan into the files that one audit writes',
  operands: '[plan]',
  operand: { plan: { type: 'string', describe: 'Folder or address of the plan' } },
  examples: [['$0 merge job --out report', 'Byte for byte what audit --out report writes']],
  run: understood(mergePlan),
};

async function makePlan(args: Arguments<'plan'>, { io, version }: Context): Promise<ExitCode> {
  const { out, chunks, quiet } = args;
  if (out === undefined) throw new UsageError('--out: give a folder for the plan');
  const { configuration } = args.byFile ?? {};
  const names = await inputNames(args, io);
  if ([...names].includes('-')) throw new UsageError('standard input cannot be read by other machines');
  const settings = { ...AUDIT.judging(args), sinks: SINKS };
  const inputs: Inputs = {
    names,
    stdin: io.stdin,
    limits: settings.options.limits,
    addresses: 'read',
    onNothing: reporterOf(io),
    isWanted: (path) => isPlanned(displayName(path), args),
    takeTroubles: () => configuration?.takeTroubles() ?? [],
  };
  if (await nothingIn(inputs)) return 2;
  await checkDead(names, settings, io);
  const write = (folder: string): ReturnType<typeof writePlan> => {
    const planFile = { out: { folder, names: [PLAN_NAME] } };
    return claimed(planFile, readsOf(args, names, io), () =>
      writePlan(folder, {
        ...{ version, settings, inputs, chunks },
        configurations: () => configuration?.account(),
      }),
    );
  };
  const totals = isBucketAddress(out) ? await writeElsewhere(out, io, write) : await write(out);
  if (!quiet)
    io.stderr.write(
      accountText(totals.configurations ?? [], configuration?.warnings) +
        `${plural(totals.chunks, 'chunk')} in ${join(out, PLAN_NAME).replace(/^s3:\/+/, 's3://')}\n`,
    );
  return totals.unread > 0 ? 2 : 0;
}

/** Whether a file is read. Throws UsageError if it has options of its own: a plan judges all files alike. */
function isPlanned(file: string, { byFile }: Arguments<'plan'>): boolean {
  if (!byFile) return true;
  if (byFile.isExcluded(file)) return false;
  if (byFile.of(file) === byFile.whole) return true;
  throw new UsageError(
    `${file} has options of its own (sgf-referee config ${file}): a plan judges all files alike; give --config`,
  );
}

/** Writes a plan on this machine, and then into a bucket. */
async function writeElsewhere<T>(address: string, io: Io, write: (folder: string) => Promise<T>): Promise<T> {
  const store = await openStore(address, io.env);
  return inTemporaryFolder(async (folder) => {
    const result = await write(folder);
    await store.putFile(PLAN_NAME, join(folder, PLAN_NAME));
    return result;
  });
}

/** Calls `run` with the plan in a folder or bucket; a plan in a bucket is copied to this machine first. */
async function withPlan<T>(address: string, context: Context, run: (given: Plan) => Promise<T>): Promise<T> {
  if (!isBucketAddress(address)) return run(openPlan(address));
  return inTemporaryFolder(async (folder) => {
    const store = await openStore(address, context.io.env);
    if (!(await store.find(PLAN_NAME))) throw new PlanError(`${address} has no plan`);
    await copyObject(store, PLAN_NAME, join(folder, PLAN_NAME));
    return run(openPlan(folder, partsIn(store, folder)));
  });
}

/** Environment variables in which schedulers put the number of an array job; all of them can count from 0. */
const INDEX_VARIABLES = ['SLURM_ARRAY_TASK_ID', 'JOB_COMPLETION_INDEX', 'AWS_BATCH_JOB_ARRAY_INDEX'];

async function doWork(args: Arguments<'work'>, context: Context): Promise<ExitCode> {
  const { plan: folder, queue } = args;
  if (args.store !== undefined) return workForStore(args, args.store, context);
  if (folder === undefined) throw new UsageError('--plan: give the folder of the plan');
  if (queue !== undefined && args.chunk !== undefined) throw new UsageError('--chunk: not with --queue');
  const { estimator } = args;
  if (typeof estimator === 'string')
    throw new UsageError('--estimator: give the engine of the plan, gtp:COMMAND');
  return withPlan(folder, context, (given) => workOn(withEngine(given, estimator?.command), args, context));
}

async function workOn(given: Plan, args: Arguments<'work'>, context: Context): Promise<ExitCode> {
  const { plan: folder = '', jobs, quiet, queue } = args;
  const { io } = context;
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  process.once('SIGTERM', stop);
  try {
    const request = {
      ...{ jobs, onNothing: reporterOf(io) },
      ...(io.workerUrl && { workerUrl: io.workerUrl }),
      signal: io.signal ? AbortSignal.any([io.signal, ended.signal]) : ended.signal,
    };
    const done = await withResultCache(args.cache, context, (cache) =>
      queue === undefined
        ? makeParts(given, { ...request, cache, chunk: args.chunk ?? chunkOf(io) })
        : fromQueue(queue, given, { ...request, cache, name: folder }, io),
    );
    const { made, kept, faults, interrupted } = done;
    const end = interrupted === 'yes' ? '; interrupted' : '';
    if (!quiet) io.stderr.write(`${plural(made, 'part')} made, ${String(kept)} complete already${end}\n`);
    if (interrupted === 'yes') return 130;
    return faults > 0 ? 3 : 0;
  } finally {
    process.off('SIGTERM', stop);
  }
}

/** Works on the jobs of servers until it is interrupted. */
async function workForStore(
  { queue, plan: folder, chunk, jobs }: Arguments<'work'>,
  store: string,
  { io, version }: Context,
): Promise<ExitCode> {
  if (queue === undefined) throw new UsageError('--store: give the queue of the servers, --queue');
  if (folder !== undefined || chunk !== undefined)
    throw new UsageError('--store: not with --plan or --chunk');
  const ended = new AbortController();
  process.once('SIGTERM', () => ended.abort());
  const { workForServers } = await import('../src/service/queued-jobs.js');
  const access = { url: queue, lockMs: io.lockMs, onError: reportedOnce(io.stderr) };
  await withQueue('--queue', () =>
    workForServers(access, {
      ...{ store, workers: jobs, version, workerUrl: io.workerUrl },
      signal: io.signal ? AbortSignal.any([io.signal, ended.signal]) : ended.signal,
    }),
  );
  return 0;
}

/** Throws AccessError if chunks failed in every attempt. */
async function fromQueue(
  url: string,
  given: Plan,
  request: Parameters<typeof makePartsFromQueue>[2],
  { stderr, lockMs }: Io,
): Promise<WorkDone> {
  const access = { url, lockMs, onError: reportedOnce(stderr) };
  const done = await withQueue('--queue', () => makePartsFromQueue(given, access, request));
  if (done.failed.length === 0) return done;
  throw new AccessError(
    `${plural(done.failed.length, 'chunk')} failed ${String(ATTEMPTS)} times: ${done.failed[0]!}`,
  );
}

/** The number of an array job, else all chunks. */
function chunkOf({ env = process.env }: Io): number | 'next' {
  for (const name of INDEX_VARIABLES) {
    const value = env[name];
    if (value === undefined || value === '') continue;
    if (!/^\d{1,9}$/.test(value)) throw new UsageError(`${name} is not the number of a chunk: ${value}`);
    return Number(value);
  }
  return 'next';
}

async function mergePlan(args: Arguments<'merge'>, context: Context): Promise<ExitCode> {
  const { out } = args;
  const [folder] = args.input;
  if (folder === undefined) throw new UsageError('give the folder of the plan');
  if (out === undefined) throw new UsageError('--out: give a folder for the results');
  return withPlan(folder, context, (given) => mergeAll(out, folder, given, { args, context }));
}

async function mergeAll(
  out: string,
  folder: string,
  given: Plan,
  { args, context }: { readonly args: Arguments<'merge'>; readonly context: Context },
): Promise<ExitCode> {
  const { io } = context;
  const { settings } = given;
  const fails = failOn(args['fail-on'], settings.options.score ? 'yes' : 'no');
  const writes = { out: { folder: out, names: MERGED_FILES } };
  const reads = {
    names: [],
    others: [...args.optionFiles, ...(isBucketAddress(folder) ? [] : [join(folder, PLAN_NAME)])],
    stdin: () => io.stdin,
  };
  return claimed(writes, reads, async () => {
    await checkParts(given, folder);
    const result = await mergeInto(out, given, io.signal);
    const names = io.stderr.isTTY === true ? 'short' : 'whole';
    const about =
      accountText(result.configurations ?? []) +
      unreadText(result.counts, names) +
      AUDIT.summary(result, names);
    if (!args.quiet) io.stderr.write(about + earlierLeft(writes));
    return exitCode(result, result.unread, fails(result.counts) ? 'yes' : 'no');
  });
}

/** Throws AccessError. */
async function checkParts(given: Plan, folder: string): Promise<void> {
  const missing = await chunksMissing(given);
  if (missing !== '') throw new AccessError(`${missing}: run sgf-referee work --plan ${folder}`);
}

/** A command whose errors of the system become one line for the user, too. */
function understood<A>(run: (args: A, context: Context) => Promise<ExitCode>): typeof run {
  return (args, context) =>
    run(args, context).catch((error: unknown) => {
      throw error instanceof Error && 'syscall' in error ? new AccessError(error.message) : error;
    });
}

function reporterOf({ stderr }: Io): Inputs['onNothing'] {
  return (name, reason) => void stderr.write(`sgf-referee: ${visible(name)}: ${visible(reason)}\n`);
}

/** `queue URL`: the state of the queues at that address. */
export const queue: Command<'queue'> = {
  name: 'queue',
  about: 'Show queues: jobs waiting, active and failed, workers, speed, time left',
  operands: '[address]',
  operand: { address: { type: 'string', describe: 'redis://... or rediss://...' } },
  examples: [
    ['$0 queue redis://host', 'One row for each plan, and one for servers'],
    ['$0 queue redis://host --metrics', 'The same for Prometheus'],
  ],
  run: show,
};

async function show(args: Arguments<'queue'>, { io }: Context): Promise<ExitCode> {
  const url = addressIn(args);
  const access = { url, onError: reportedOnce(io.stderr) };
  const states = await withQueue('queue', () => queueStates(access));
  io.stdout.write(args.metrics ? metricsOf(states) : tableOf(states, args, io));
  return 0;
}

function addressIn({ input: [address] }: Arguments<'queue'>): string {
  if (address === undefined) throw new UsageError('give the address of a queue');
  try {
    return QUEUE.read(address as never, undefined as never);
  } catch (error) {
    throw error instanceof BadValue ? new UsageError(`${visible(address)}: ${error.message}`) : error;
  }
}

function tableOf(states: readonly QueueState[], { format }: Arguments<'queue'>, io: Io): string {
  const form = formatFor({ format, output: undefined }, io);
  const { head, separator, tail } = rowFrame(form, () => rowHead(form, QUEUE_COLUMNS));
  const rows = states
    .map((state) => rowText(form, QUEUE_COLUMNS, cellsOf(QUEUE_COLUMNS, state, undefined)))
    .join('');
  return head() + (separator === '' ? rows : rows.replace(/,\n$/, '')) + tail;
}

/** The columns with numbers as Prometheus gauges, labeled with the run. */
function metricsOf(states: readonly QueueState[]): string {
  return QUEUE_COLUMNS.filter(({ kind }) => kind !== 'text')
    .map(({ name, about, of }) => {
      const metric = `sgf_referee_queue_${name}`;
      const rows = states.map((state) => ({ run: JSON.stringify(state.run), value: of(state, undefined) }));
      const lines = rows
        .filter(({ value }) => value !== '')
        .map(({ run, value }) => `${metric}{run=${run}} ${String(value)}\n`);
      return `# HELP ${metric} ${about}\n# TYPE ${metric} gauge\n${lines.join('')}`;
    })
    .join('');
}

/** Calls `work`, which needs a queue. Throws UsageError if the queue's packages are not installed. */
export function withQueue<T>(purpose: string, work: () => Promise<T>): Promise<T> {
  return withOptional(QUEUE_PACKAGES, purpose, work);
}

/** Reports each error of a connection once: an unreachable server causes the same error over and over. */
export function reportedOnce(stderr: Io['stderr']): (message: string) => void {
  const reported = new Set<string>();
  return (message) => {
    if (reported.has(message)) return;
    reported.add(message);
    stderr.write(`sgf-referee: queue: ${visible(message)}\n`);
  };
}
