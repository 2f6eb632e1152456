import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandModule } from 'yargs';
import { reasonOf } from '../src/batch/items.js';
import { fileTarget, streamTarget, type Output, type Target } from '../src/batch/output.js';
import { runBatch, type RunResult } from '../src/batch/run.js';
import type { SinkName } from '../src/report/formats.js';
import { summaryJson, summaryText, type Counts } from '../src/report/summary.js';
import { configIn, readConfig } from './config.js';
import { UsageError, type ExitCode, type Io } from './io.js';
import { createProgress } from './progress.js';
import type { Context } from './run.js';
import { settingsOf } from './settings.js';
import { STDIN_TOKEN, withSharedOptions, type FailLevel, type SharedArguments } from './shared-options.js';

/** `audit INPUT...`: read, replay, judge, score, compare with the declared result, report. */
export function auditCommand(context: Context): CommandModule<object, SharedArguments> {
  const { io } = context;
  return {
    command: 'audit [input..]',
    describe: 'Referee games: read, replay, judge, score, compare with the result',
    builder: (y) =>
      withSharedOptions(y)
        .config(readConfig(configIn(context.argv), io.cwd))
        .example('$0 audit games/ --out report', 'A folder, with a report of three files')
        .example('$0 audit archive.zip --no-score', 'Legality only, as CSV'),
    handler: async (args) => context.finish(await audit(args, context, io)),
  };
}

async function audit(args: SharedArguments, { version }: Context, io: Io): Promise<ExitCode> {
  checkSingle(args);
  const names = await inputNames(args, io);
  const settings = settingsOf(args);
  const stop = new AbortController();
  const reader = { isGone: false };
  const outputs = outputsOf(args, io);
  let unread = 0;
  io.stdout.on('error', () => {
    reader.isGone = true;
    stop.abort();
  });
  // Rows that appear on the same terminal are progress enough, and would tear the line.
  const showsRows = io.stdout.isTTY === true && outputs.some(({ sink }) => sink === 'table');
  const wantsProgress = args.progress && !args.quiet && !showsRows;
  const progress = createProgress(io, names, wantsProgress ? 'yes' : 'no');
  let result: RunResult;
  try {
    result = await runBatch({
      inputs: {
        names,
        stdin: io.stdin,
        limits: settings.options.limits,
        onNothing: (name, reason) => {
          unread++;
          io.stderr.write(`sgf-referee: ${name === '-' ? 'standard input' : name}: ${reason}\n`);
        },
      },
      settings,
      outputs,
      jobs: args.jobs,
      version,
      signal: io.signal ? AbortSignal.any([io.signal, stop.signal]) : stop.signal,
      ...(io.workerUrl ? { workerUrl: io.workerUrl } : {}),
      onProgress: progress.update,
    });
  } finally {
    progress.stop();
  }
  if (reader.isGone) return 0;
  if (args.out !== undefined)
    writeFileSync(join(args.out, 'summary.json'), summaryJson(result.counts, result, version));
  if (!args.quiet) io.stderr.write(summaryText(result.counts, result));
  return exitCode(result, unread, args['fail-on']);
}

/** The gravest reason first: interrupted, fault of the program, unread input, findings. */
function exitCode(result: RunResult, unread: number, level: FailLevel): ExitCode {
  if (result.interrupted === 'yes') return 130;
  if (result.faults > 0) return 3;
  if (unread > 0) return 2;
  return failing(result.counts, level) > 0 ? 1 : 0;
}

function failing({ severities }: Counts, level: FailLevel): number {
  switch (level) {
    case 'never':
      return 0;
    case 'error':
      return severities.error;
    case 'warning':
      return severities.error + severities.warning;
    case 'note':
      return severities.error + severities.warning + severities.note;
  }
}

function checkSingle(args: SharedArguments): void {
  for (const [name, value] of Object.entries(args)) {
    if (Array.isArray(value) && name !== 'input' && name !== 'ignore' && name !== '_') {
      throw new UsageError(`--${name} may be given once`);
    }
  }
  if (!Number.isInteger(args.jobs) || args.jobs < 1 || args.jobs > 256) {
    throw new UsageError('--jobs must be a whole number from 1 to 256');
  }
}

async function inputNames(args: SharedArguments, io: Io): Promise<string[]> {
  const names = (args.input ?? []).map((name) => (name === STDIN_TOKEN ? '-' : name));
  const from = args['files-from'];
  if (from !== undefined) names.push(...(await namesFrom(from, io)));
  if (names.length === 0) throw new UsageError('nothing to read: give a file, a folder, a quoted glob, or -');
  if (names.filter((name) => name === '-').length + (from === STDIN_TOKEN ? 1 : 0) > 1) {
    throw new UsageError('standard input can be read once only');
  }
  return names;
}

async function namesFrom(from: string, io: Io): Promise<string[]> {
  let text: string;
  if (from === STDIN_TOKEN) {
    const blocks: Buffer[] = [];
    for await (const block of io.stdin) blocks.push(Buffer.from(block as Uint8Array));
    text = Buffer.concat(blocks).toString('utf8');
  } else {
    try {
      text = readFileSync(from, 'utf8');
    } catch (error) {
      throw new UsageError(`cannot read ${from}: ${reasonOf(error)}`);
    }
  }
  return text.split(/\r?\n/).filter((line) => line !== '');
}

/** Data to a folder, a file or standard output; findings about files, which CSV has no row for, to standard error. */
function outputsOf(args: SharedArguments, io: Io): Output[] {
  const outputs: Output[] = [];
  if (args.out !== undefined) {
    const folder = args.out;
    attempt(folder, () => mkdirSync(folder, { recursive: true }));
    outputs.push({ sink: 'csv', target: opened(join(folder, 'games.csv')) });
    outputs.push({ sink: 'findings', target: opened(join(folder, 'findings.csv')) });
  }
  if (args.output !== undefined) {
    outputs.push({ sink: args.format ?? formatOfName(args.output), target: opened(args.output) });
  } else if (args.out === undefined || args.format !== undefined) {
    const sink = args.format ?? (io.stdout.isTTY === true ? 'table' : 'csv');
    outputs.push({ sink, target: streamTarget(io.stdout) });
  }
  const tellsFiles = outputs.some(({ sink }) => sink !== 'csv' && sink !== 'table');
  if (!tellsFiles && !args.quiet) outputs.push({ sink: 'talk', target: streamTarget(io.stderr) });
  return outputs;
}

function formatOfName(name: string): SinkName {
  const ends: readonly (readonly [string, SinkName])[] = [
    ['.jsonl', 'jsonl'],
    ['.json', 'json'],
    ['.sarif', 'sarif'],
    ['.txt', 'text'],
  ];
  return ends.find(([end]) => name.toLowerCase().endsWith(end))?.[1] ?? 'csv';
}

function opened(path: string): Target {
  return attempt(path, () => fileTarget(path));
}

function attempt<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${reasonOf(error)}`);
  }
}
