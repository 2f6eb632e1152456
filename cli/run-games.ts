import { existsSync, statSync } from 'node:fs';
import { suggestion, visible } from '../src/core/text.js';
import { FINDING_CODES, SEVERITIES, codesNamed, type Severity } from '../src/core/findings/finding.js';
import { refusedRow } from '../src/run/input/dead-rows.js';
import { type Inputs, itemsNamed, nothingIn } from '../src/run/input/inputs.js';
import { bytePath, displayName, nameOf } from '../src/run/input/item.js';
import { OptionError } from '../src/options/read.js';
import type { Counts } from '../src/report/output/summary.js';
import { linesOf, wrapped } from '../src/report/output/text.js';
import { type Output, OutputError } from '../src/run/merge/output.js';
import { createHeapLimit } from '../src/run/tasks/work.js';
import { ResultsFile, ResumeError } from '../src/run/parts/kept-results.js';
import { runBatch, type RunRequest, type RunResult } from '../src/run/merge/run.js';
import type { WorkSettings } from '../src/run/tasks/task.js';
import { type Verdict, VERDICTS } from '../src/referee/score/score-types.js';
import { withResultCache } from './cache.js';
import type { Arguments, Context, ExitCode } from './command.js';
import type { Io } from './io.js';
import { AccessError, UsageError } from './errors.js';
import {
  aboutReplaced,
  checkUnfinished,
  claimed,
  identityOf,
  type Reads,
  type Unfinished,
  type Writes,
} from './files.js';
import { accountText } from './configuration.js';
import { changedFiles, gameAdvice, inputNames } from './input-names.js';
import { OutputFiles, createProgress, type Progress } from './output.js';

/** The options of every command that reads many games. */
export type RunArguments = Pick<
  Arguments<'list'>,
  | 'input'
  | 'files-from'
  | 'since'
  | 'changed'
  | 'progress'
  | 'quiet'
  | 'jobs'
  | 'fail-on'
  | 'optionFiles'
  | 'byFile'
>;

/** A command's run over its inputs. */
export interface GamesRun {
  readonly settings: Omit<WorkSettings, 'sinks'>;
  /** How to judge a file by its own options, as `args.byFile` gives them. */
  readonly judging?: (args: object) => Omit<WorkSettings, 'sinks'>;
  /** The files that are written; `claimed`: the caller has locked them already. */
  readonly writes: Writes | 'claimed';
  /** Opens the outputs; called once the inputs are known. */
  readonly open: (files: OutputFiles) => readonly Output[];
  /** Compares all games with results tables, at the end. */
  readonly crosscheck?: RunRequest['crosscheck'];
  /** Records which known findings are met. */
  readonly baseline?: RunRequest['baseline'];
  /** Where the run can be resumed. */
  readonly unfinished?: Unfinished | undefined;
  /** Reads only files of these names, and reports no unreadable inputs: for a second pass. */
  readonly only?: ((name: string) => boolean) | undefined;
  /** Fires when no further game is needed: the run ends as if there were none. */
  readonly enough?: AbortSignal | undefined;
  /** Folder or address of the cache of results. */
  readonly cache?: string | undefined;
  /** Called when all outputs are written, unless their reader has gone. `unread`: inputs in which nothing was found. */
  readonly finish: (result: RunResult, unread: number) => void;
}

const limitHeap = createHeapLimit();
/** Tasks between two calls, so that the heap cannot grow by much. */
const LIMITING_TASKS = 2;

/** Referees the games of all inputs into the outputs and returns the exit code. Throws UsageError. */
export async function runGames(args: RunArguments, context: Context, run: GamesRun): Promise<ExitCode> {
  const { io } = context;
  const { settings, writes } = run;
  const comparesResults = settings.options.score && !settings.list && !settings.duplicates;
  const fails = failOn(args['fail-on'], comparesResults ? 'yes' : 'no');
  // A list may be long, and reading it makes the heap grow.
  if (args['files-from'] !== undefined) await limitHeap(0);
  const reading = new Reading(await inputNames(args, io), io, run, {
    ...args,
    isWanted: wantedFiles(args),
  });
  if (await nothingIn(reading.inputs)) return 2;
  const made = async (): Promise<ExitCode> => {
    const result = await runOver(reading, args, context, run);
    if (!result) return 0;
    const code = exitCode(result, reading.unread, fails(result.counts) ? 'yes' : 'no');
    if (code === 0 && comparesResults && !args.quiet)
      io.stderr.write(whyClean(result.counts, args['fail-on']));
    return code;
  };
  return writes === 'claimed' ? made() : claimed(writes, readsOf(args, reading.names, io), made);
}

/**
 * The files to read: those that `--since` or `--changed` chooses, else all, without those that a configuration excludes.
 * Throws UsageError.
 */
export function wantedFiles(
  args: Pick<RunArguments, 'input' | 'since' | 'changed' | 'byFile'>,
): Inputs['isWanted'] {
  const isChanged = changedFiles(args);
  // A missing commit is reported before anything is written.
  const [first = '-'] = args.input;
  if (isChanged && existsSync(first))
    isChanged(bytePath(first) + (statSync(first).isDirectory() ? '/x' : ''));
  const { byFile } = args;
  return (path) => isChanged?.(path) !== false && byFile?.isExcluded(displayName(path)) !== true;
}

/** The settings of items whose files have options of their own. */
function settingsByFile({ byFile }: RunArguments, { judging }: GamesRun): RunRequest['settingsOf'] {
  if (!byFile || !judging) return undefined;
  const made = new Map<object, WorkSettings>();
  return (item, whole) => {
    const args = byFile.of(nameOf(item));
    if (args === byFile.whole) return whole;
    // The cache is for results under the settings of the run.
    const settings = made.get(args) ?? { ...whole, ...judging(args), cache: undefined };
    made.set(args, settings);
    return settings;
  };
}

type Wanted = Pick<RunArguments, 'byFile'> & Pick<Inputs, 'isWanted'>;

/** The inputs of a run, and its messages. */
class Reading {
  readonly names: Iterable<string>;
  readonly inputs: Inputs;
  readonly progress: Progress;
  /** Inputs in which nothing was found. */
  unread = 0;

  constructor(names: Iterable<string>, io: Io, { settings, only }: GamesRun, { byFile, isWanted }: Wanted) {
    this.names = names;
    this.progress = createProgress(io);
    this.inputs = {
      names,
      get stdin() {
        return io.stdin;
      },
      limits: settings.options.limits,
      addresses: 'read',
      isWanted,
      takeTroubles: () => byFile?.configuration.takeTroubles() ?? [],
      onNothing: (name, reason) => {
        if (only) return;
        this.unread++;
        const shown = name === '-' ? 'standard input' : visible(name);
        this.progress.say(`sgf-referee: ${shown}: ${visible(reason + gameAdvice(name))}\n`);
      },
    };
  }
}

/** The files that these options read. */
export function readsOf(
  args: Pick<RunArguments, 'optionFiles' | 'files-from'>,
  names: Iterable<string>,
  io: Io,
): Reads {
  const { optionFiles, 'files-from': from } = args;
  const listed = from === undefined || from === '-' ? [] : [from];
  return { names, others: [...optionFiles, ...listed], stdin: () => io.stdin };
}

/** The run itself; `undefined` when the reader of its output has gone. */
async function runOver(
  reading: Reading,
  args: RunArguments,
  { io, version }: Context,
  run: GamesRun,
): Promise<RunResult | undefined> {
  const { names, inputs, progress } = reading;
  const { settings } = run;
  if (!run.only) await checkDead(names, run.settings, io);
  const kept = keptResults(run, { names, version, io });
  io.stderr.write(replacedNote(run, names, args.quiet));
  const files = new OutputFiles(progress);
  const outputs = run.open(files);
  const stop = new AbortController();
  const reader = { isGone: false };
  io.stdout.on('error', () => {
    reader.isGone = true;
    stop.abort();
  });
  if (args.progress && !args.quiet) progress.begin(names);
  let isMany = false;
  let tasks = 0;
  let result: RunResult;
  try {
    const request: RunRequest = {
      inputs: run.only ? { items: itemsNamed(inputs, run.only) } : inputs,
      settings,
      kept,
      settingsOf: settingsByFile(args, run),
      outputs,
      crosscheck: run.crosscheck,
      baseline: run.baseline,
      jobs: args.jobs,
      version,
      signal: AbortSignal.any([io.signal, stop.signal, run.enough].filter((one) => one !== undefined)),
      ...(io.workerUrl ? { workerUrl: io.workerUrl } : {}),
      onProgress(counts, inputBytes) {
        progress.update(counts, inputBytes);
        if (isMany && tasks++ % LIMITING_TASKS === 0) void limitHeap();
      },
      onMany() {
        isMany = true;
        return limitHeap();
      },
    };
    result = await withResultCache(run.cache, { io }, (cache) => runBatch({ ...request, cache }));
    kept?.close();
  } catch (error) {
    if (!(error instanceof OutputError) || kept?.isThere() !== true) throw error;
    throw new AccessError(`${error.message}; --resume continues from there`);
  } finally {
    progress.stop();
  }
  if (reader.isGone) return undefined;
  result = accounted(result, args, run, io);
  if (run.enough?.aborted === true && io.signal?.aborted !== true) result = { ...result, interrupted: 'no' };
  run.finish(result, reading.unread);
  if (result.interrupted === 'no') kept?.remove();
  else if (!args.quiet) io.stderr.write(`sgf-referee: interrupted${kept ? GOES_ON : ''}\n`);
  return result;
}

/** The result with what configurations did, which standard error says. */
function accounted(result: RunResult, args: RunArguments, { only }: GamesRun, { stderr }: Io): RunResult {
  const { configuration } = args.byFile ?? {};
  if (!configuration) return result;
  const configurations = configuration.account();
  if (!args.quiet && !only) stderr.write(accountText(configurations, configuration.warnings));
  return { ...result, configurations };
}

const GOES_ON = '; the same command with --resume continues from there';

/** Throws OptionError if given dead stones match no game of the inputs. Not checked for standard input, which can be read only once. */
export async function checkDead(
  names: Iterable<string>,
  { dead, options }: GamesRun['settings'],
  io: Io,
): Promise<void> {
  if (!dead || [...names].includes('-')) return;
  const inputs: Inputs = {
    names,
    stdin: io.stdin,
    limits: options.limits,
    addresses: 'read',
    onNothing: () => undefined,
  };
  const refused = await refusedRow(dead, inputs);
  if (refused !== '') throw new OptionError('dead', refused);
}

/** Throws UsageError. */
function keptResults(
  { settings, unfinished }: GamesRun,
  { names, version, io }: { readonly names: Iterable<string>; readonly version: string; readonly io: Io },
): ResultsFile | undefined {
  if (!unfinished) return undefined;
  checkUnfinished(unfinished);
  const { path, outputs, from } = unfinished;
  const identity = identityOf({ version, names, settings, outputs });
  try {
    return new ResultsFile(path, identity, from === 'go-on' ? from : 'begin', io.keptMs);
  } catch (error) {
    throw error instanceof ResumeError ? new UsageError(error.message) : error;
  }
}

/** A line about the table of other games that the run replaces, if it does. */
function replacedNote({ unfinished, writes }: GamesRun, names: Iterable<string>, isQuiet: boolean): string {
  const isAsked = unfinished && writes !== 'claimed' && !isQuiet;
  const about = isAsked ? aboutReplaced(unfinished, writes, names) : '';
  return about === '' ? '' : `sgf-referee: ${about}\n`;
}

/** By the most severe reason: interrupted, internal fault, unread input, findings. */
export function exitCode(result: RunResult, unread: number, fails: 'yes' | 'no'): ExitCode {
  if (result.interrupted === 'yes') return 130;
  if (result.faults > 0 || (result.counts.codes['internal/fault'] ?? 0) > 0) return 3;
  if (unread > 0) return 2;
  return fails === 'yes' ? 1 : 0;
}

/** Why games that need a ruling do not make the exit code 1; '' where there are none, or the user has said what does. */
function whyClean({ worklist }: Counts, words: readonly string[]): string {
  const isOpen = Object.values(worklist.needs).some((count) => count > 0);
  if (!isOpen || words.join() !== 'error') return '';
  return linesOf(
    wrapped(
      'Exit code 0: nothing of this is beyond doubt, so no finding is an error; --fail-on says what else makes it 1',
    ),
  );
}

/** Whether the counts of a run make the exit code 1. */
export type FailOn = (counts: Counts) => boolean;

/**
 * The condition of `--fail-on`: severities (with those above), finding codes and families, verdicts, or `never`.
 * `compares`: whether the command compares results and so has verdicts. Throws UsageError.
 */
export function failOn(words: readonly string[], compares: 'yes' | 'no'): FailOn {
  if (words.includes('never')) {
    if (words.length > 1) throw new UsageError('--fail-on never cannot be combined with anything else');
    return () => false;
  }
  const severities = new Set<Severity>();
  const codes = new Set<string>();
  const verdicts = new Set<string>();
  for (const word of words) {
    const rank = SEVERITIES.indexOf(word as Severity);
    const named = codesNamed(word);
    if (rank >= 0) for (const severity of SEVERITIES.slice(0, rank + 1)) severities.add(severity);
    else if (named.length > 0) for (const code of named) codes.add(code);
    else if (!VERDICTS.includes(word as Verdict)) throw unknown(word);
    else if (compares === 'no') throw new UsageError(`--fail-on ${word}: this command compares no results`);
    else verdicts.add(word);
  }
  if (words.length === 0) throw unknown('');
  const some = (counted: Readonly<Partial<Record<string, number>>>, names: ReadonlySet<string>): boolean =>
    [...names].some((name) => (counted[name] ?? 0) > 0);
  return (counts) =>
    some(counts.severities, severities) || some(counts.codes, codes) || some(counts.verdicts, verdicts);
}

function unknown(word: string): UsageError {
  const known = [...SEVERITIES, 'never', ...VERDICTS];
  const advice = suggestion(word, [...known, ...FINDING_CODES]);
  return new UsageError(
    `--fail-on ${word}: ${advice === '' ? `must be one of ${known.join(', ')}, or finding codes` : advice.slice(2)}`,
  );
}
