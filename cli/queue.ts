import { cellsOf } from '../src/report/columns/column.js';
import { QUEUE_COLUMNS, type QueueState } from '../src/report/columns/tables.js';
import { visible } from '../src/core/text.js';
import { BadValue, QUEUE } from '../src/options/kinds.js';
import { rowFrame, rowHead, rowText } from '../src/report/output/rows.js';
import { QUEUE_PACKAGES, QueueError } from '../src/run/parts/job-queue.js';
import { queueStates } from '../src/run/parts/plan-queue.js';
import { type Arguments, type Command, type Context, type ExitCode, withOptional } from './command.js';
import type { Io } from './io.js';
import { AccessError, UsageError } from './errors.js';
import { formatFor } from './output.js';

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
  const states = await withQueue('queue', () => queueStates(access)).catch((error: unknown) => {
    throw error instanceof QueueError ? new AccessError(error.message) : error;
  });
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
