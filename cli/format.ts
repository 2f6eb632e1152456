import { once } from 'node:events';
import { messageOf, type FindingCode } from '../src/core/findings/finding.js';
import { formatFile } from '../src/toolkit/format/format-file.js';
import {
  FAITHFUL,
  type FormatOptions,
  type FormatResult,
  type LossKind,
} from '../src/toolkit/format/format-types.js';
import { type BytePath, displayName } from '../src/run/input/item.js';
import { type Inputs, type NoFile, type WholeFile, wholeFiles } from '../src/run/input/inputs.js';
import { chanceText, visible, plural, thousands } from '../src/core/text.js';
import { type Command, type Context, type ExitCode, INPUT, type Arguments } from './command.js';
import type { Io } from './io.js';
import { UsageError } from './errors.js';
import { claimed } from './files.js';
import { gameAdvice, inputNames } from './input-names.js';
import {
  CannotWrite,
  type Destination,
  destinationOf,
  type FormatArguments,
  type FormatTarget,
  targetOf,
  unifiedDiff,
} from './format-targets.js';
import { soundRecords } from './sound-records.js';
import { LIKELY } from '../src/referee/repair/repair.js';
import { accountText } from './configuration.js';
import { forTerminal } from './output.js';
import { type CodeCounts, type FixedFile, fixFile } from '../src/toolkit/format/fix-file.js';
import type { Judging } from '../src/options/read.js';
import { createRewriter, type Rewriter } from '../src/run/tasks/rewrite.js';
import { reasonOf, UserError } from '../src/core/outcome.js';
import { wantedFiles } from './run-games.js';

/** For sentences that name no point by its number. */
const NO_BOARD = { width: 19, height: 19 };

/** Files written at a time: waiting for the disk takes longer than rewriting. */
const AT_ONCE = 8;

/** `format INPUT...`: rewrites SGF as FF[4] in UTF-8, with the changes that the options name. */
export const format: Command<'format'> = {
  ...INPUT,
  name: 'format',
  about: 'Rewrite SGF as FF[4] in UTF-8, with chosen repairs; split and join files',
  examples: [
    ['$0 format old.sgf > new.sgf', 'FF[4] in UTF-8, nothing lost'],
    ['$0 format games/ --check', 'Which files would change'],
    ['$0 format games/ --write --backup .bak', 'Replace them, and keep the old ones'],
    ["$0 format all.sgf --split --out games --name '{date}_{black}-{white}.sgf'", 'A file for each game'],
  ],
  run: rewrite,
};

/** The changes that the options name. Throws UsageError. */
function formatOptionsOf(args: FormatArguments): FormatOptions {
  const { game } = args;
  const options: FormatOptions = {
    charsetIn: args['charset-in'],
    charsetOut: args.charset,
    root: args.root,
    identifiers: args.identifiers,
    order: args.order,
    points: args.points,
    normalize: args.normalize ?? [],
    strip: args.strip ?? [],
    nodes: args['main-line'] ? 'mainLine' : 'all',
    symmetry: args.symmetry,
    colors: args['swap-colors'] ? 'swapped' : 'kept',
    komi: args['repair-komi'] ? 'repaired' : 'kept',
    moves: args.repair ? 'repaired' : 'kept',
    passes: args['add-passes'] ? 'added' : 'kept',
    score: args.score ?? [],
    rules: args.rules,
    decisions: args.decisions?.all,
    lossy: args.lossy ? 'allowed' : 'refused',
    games: game === undefined ? 'all' : [game],
    limits: args.limit ?? FAITHFUL.limits,
  };
  try {
    formatFile(Buffer.from('(;)'), options);
  } catch (error) {
    if (error instanceof UserError)
      throw new UsageError(
        error.message.replace('charsetIn', '--charset-in').replace('charsetOut', '--charset'),
      );
    throw error;
  }
  return options;
}

interface Counts {
  files: number;
  changed: number;
  refused: number;
  /** Not read, or not written. */
  failed: number;
  /** Parts of decisions that do not fit the games. */
  unfit: number;
  /** With properties that FF[4] no longer defines. */
  obsolete: number;
  /** Games whose moves are repaired. */
  repaired: number;
}

async function rewrite(args: FormatArguments, { io }: Context): Promise<ExitCode> {
  const options = formatOptionsOf(args);
  const destination = destinationOf(args);
  const names = [...(await inputNames(args, io))];
  const made = (): Promise<ExitCode> => formatted(args, names, { options, destination, io });
  if (destination.kind !== 'out') return made();
  // Existing files are never replaced, so no input is overwritten.
  return claimed(
    { out: { folder: destination.folder, names: [] } },
    { names: [], others: [], stdin: () => io.stdin },
    made,
  );
}

async function formatted(
  args: FormatArguments,
  names: readonly string[],
  { options, destination, io }: { options: FormatOptions; destination: Destination; io: Io },
): Promise<ExitCode> {
  const target = targetOf(destination, { inputs: names, print: printer(io) });
  // What an earlier run wrote is neither rewritten nor a sound record.
  const isWritten = (name: string): boolean =>
    destination.kind === 'out' && name.startsWith(`${destination.folder}/`);
  const inputs = {
    names,
    stdin: io.stdin,
    limits: options.limits,
    isWanted: (path: BytePath) => {
      const name = displayName(path);
      return !isWritten(name) && args.byFile?.isExcluded(name) !== true;
    },
  };
  const copyOf = args.repair && !names.includes('-') ? await soundRecords(inputs, options, io) : undefined;
  const run = new FormatRun(io, { ...options, copyOf }, target, args.quiet);
  const whole = wholeFiles({
    ...inputs,
    addresses: 'read',
    takeTroubles: () => args.byFile?.configuration.takeTroubles() ?? [],
    onNothing: (name: string, reason: string) => run.unread(name, reason + gameAdvice(name)),
  });
  for await (const file of whole) {
    if (io.signal?.aborted === true) break;
    await run.add(file, destination.kind === 'write' ? AT_ONCE : 1);
  }
  await run.end();
  const { configuration } = args.byFile ?? {};
  if (!args.quiet && configuration)
    io.stderr.write(accountText(configuration.account(), configuration.warnings));
  if (!args.quiet && destination.kind !== 'stdout' && run.counts.files > 0)
    io.stderr.write(summary(run.counts, run.obsolete(), destination));
  return exitCode(run.counts, destination, io);
}

/** Rewrites files one by one, counts them, and reports losses and errors. */
class FormatRun {
  readonly counts: Counts = {
    files: 0,
    changed: 0,
    refused: 0,
    failed: 0,
    unfit: 0,
    obsolete: 0,
    repaired: 0,
  };
  readonly #io: Io;
  readonly #isQuiet: boolean;
  readonly #options: FormatOptions;
  readonly #target: FormatTarget;
  readonly #writing = new Set<Promise<void>>();
  readonly #unread = new Set<string>();
  readonly #obsolete = new Set<string>();
  #fault: Error | undefined;

  constructor(io: Io, options: FormatOptions, target: FormatTarget, quiet: boolean) {
    this.#io = io;
    this.#isQuiet = quiet;
    this.#options = options;
    this.#target = target;
  }

  /** Rewrites a file; returns when fewer than `most` are being written. */
  async add(file: WholeFile | NoFile, most: number): Promise<void> {
    if (file.kind === 'trouble') {
      this.unread(file.name, messageOf(file.finding, NO_BOARD));
      return;
    }
    this.counts.files++;
    const result = formatFile(file.bytes, this.#options);
    if (result.losses.length > 0) this.#io.stderr.write(lossLines(file.name, result));
    if (result.refused) {
      this.counts.refused++;
      return;
    }
    if (result.games.length === 0) {
      this.counts.failed++;
      this.report(file.name, this.#options.games === 'all' ? 'no game in it' : 'no game of this number');
      return;
    }
    if (!this.#isQuiet) this.#io.stderr.write(guessLine(file.name, result) + repairLines(file.name, result));
    this.#unfit(file.name, result);
    this.counts.repaired += result.games.filter(({ repair }) => repair !== '').length;
    if (result.obsolete.length > 0) this.counts.obsolete++;
    for (const ident of result.obsolete) this.#obsolete.add(ident);
    const change = Buffer.compare(file.bytes, result.text) === 0 ? 'same' : 'changed';
    await this.#started(async () => {
      await this.#target.take(file, result, change);
      if (change === 'changed') this.counts.changed++;
    }, file.name);
    while (this.#writing.size >= most) await Promise.race(this.#writing);
    this.#throwFault();
  }

  /** Reports the parts of decisions that are not written, as `audit` does. */
  #unfit(name: string, { games }: FormatResult): void {
    for (const { number, unfit } of games) {
      for (const found of unfit) {
        if (found.severity === 'error') this.counts.unfit++;
        const message = messageOf(found, NO_BOARD);
        this.#io.stderr.write(`${visible(name)} (${String(number)}): not written: ${visible(message)}\n`);
      }
    }
  }

  /** Waits until all files are written. */
  async end(): Promise<void> {
    await Promise.all(this.#writing);
    this.#throwFault();
    await this.#started(() => this.#target.end(), '');
    await Promise.all(this.#writing);
    this.#throwFault();
  }

  /** Reports an input that could not be read, once. */
  unread(name: string, reason: string): void {
    if (this.#unread.has(name)) return;
    this.#unread.add(name);
    this.counts.failed++;
    this.report(name, reason);
  }

  /** The obsolete properties that were kept, as text. */
  obsolete(): string {
    return [...this.#obsolete].sort().join(', ');
  }

  report(name: string, what: string): void {
    const shown = name === '-' ? 'standard input: ' : name === '' ? '' : `${visible(name)}: `;
    this.#io.stderr.write(`sgf-referee: ${shown}${visible(what)}\n`);
  }

  #throwFault(): void {
    if (this.#fault) throw this.#fault;
  }

  #started(write: () => Promise<void>, name: string): Promise<void> {
    const writing: Promise<void> = write()
      .catch((error: unknown) => {
        if (error instanceof CannotWrite) {
          this.counts.failed++;
          this.report(name, error.message);
        } else this.#fault ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    return Promise.resolve();
  }
}

/** Writes to standard output no faster than it is read, to a terminal in visible characters, and drops everything once the reader has gone. */
function printer({ stdout }: Io): (bytes: Uint8Array | string) => Promise<void> {
  return async (bytes) => {
    if (stdout.destroyed || stdout.write(stdout.isTTY === true ? forTerminal(bytes) : bytes)) return;
    await once(stdout, 'drain').catch(() => undefined);
  };
}

function summary(
  { files, changed, refused, failed, obsolete, repaired }: Counts,
  idents: string,
  { kind }: Destination,
): string {
  const change = kind === 'compare' ? 'would change' : 'changed';
  const parts = [`${String(files)} ${files === 1 ? 'file' : 'files'}`, `${String(changed)} ${change}`];
  const mended = kind === 'compare' ? 'would be repaired' : 'repaired';
  if (repaired > 0) parts.push(`moves of ${plural(repaired, 'game')} ${mended}`);
  if (refused > 0) parts.push(`${String(refused)} refused`);
  if (failed > 0) parts.push(`${String(failed)} failed`);
  if (obsolete > 0) parts.push(`${String(obsolete)} with properties that FF[4] has no form for (${idents})`);
  return `${parts.join(', ')}\n`;
}

function exitCode(
  { changed, refused, failed, unfit }: Counts,
  destination: Destination,
  { signal }: Io,
): ExitCode {
  if (signal?.aborted === true) return 130;
  if (failed > 0) return 2;
  const wouldChange = destination.kind === 'compare' && destination.check === 'yes' && changed > 0;
  return refused + unfit > 0 || wouldChange ? 1 : 0;
}

const WORDS: Readonly<Record<LossKind, string>> = {
  characters: 'characters that cannot be decoded or written',
  'illegal-text': 'text between properties',
  'bare-value': 'a value without a property',
  'bare-property': 'a property without a value',
  'stray-node': 'nodes after a variation',
  'pasted-text': 'a name pasted over moves',
  limit: 'data beyond a limit',
  foreign: 'data that SGF cannot hold',
};

/** Losses of a file that are reported one by one. */
const MAX_REPORTED = 3;

/** Below this confidence a guessed charset is named: what is written cannot be guessed again. */
const UNSURE = 0.5;

function guessLine(name: string, { charset: { how, used, confidence } }: FormatResult): string {
  if (how !== 'guessed' || confidence >= UNSURE) return '';
  return `${visible(name)}: read as ${used}, a guess (confidence ${confidence.toFixed(2)}): --charset-in names another\n`;
}

/** One line for each game whose moves were repaired, or have a repair that is too unsure to be written. */
function repairLines(name: string, { games }: FormatResult): string {
  return games
    .map(({ number, repair, copy, proposal }) => {
      const game = `${visible(name)} (${String(number)}): `;
      if (proposal) return `${game}moves not repaired: ${whyNot(proposal)}\n`;
      const asIn = copy === undefined ? '' : `, as in ${visible(copy)}`;
      return repair === '' ? '' : `${game}${whatWasDone(repair)}${asIn}\n`;
    })
    .join('');
}

/** A tail of another game mends no move, and its first move may as well belong to the game. */
function whatWasDone(repair: string): string {
  const [, move] = /^(\d+)-:cut$/.exec(repair) ?? [];
  return move === undefined
    ? `moves repaired: ${repair}`
    : `the tail from about move ${move} on, probably of another game, is kept as a variation`;
}

function whyNot({ repair, chance }: NonNullable<FormatResult['games'][number]['proposal']>): string {
  if (chance >= LIKELY) return `${repair} cannot be written, because a node has two moves`;
  return `the chance of ${repair} is ${chanceText(chance)}, below ${String(LIKELY)}; --decisions with "repair": "${repair}" for this game writes it (docs/decisions.md)`;
}

/** One line for each of the first losses of a file, with its position. */
function lossLines(name: string, { losses, refused }: FormatResult): string {
  const shown = visible(name);
  const verb = refused ? 'would be lost' : 'is lost';
  let text = '';
  for (const { kind, line, column, what } of losses.slice(0, MAX_REPORTED))
    text += `${shown}:${String(line)}:${String(column)}: ${verb}: ${WORDS[kind]}: ${visible(what)}\n`;
  const more = losses.length - MAX_REPORTED;
  if (more > 0) text += `${shown}: and ${String(more)} more\n`;
  if (refused) text += `${shown}: not written; --lossy writes it anyway\n`;
  return text;
}

type FixArguments = Arguments<'check'>;

/** What became of findings that have a repair, by code. */
interface Account {
  files: number;
  failed: number;
  readonly fixed: Partial<Record<FindingCode, number>>;
  readonly unsafe: Partial<Record<FindingCode, number>>;
  readonly left: Partial<Record<FindingCode, number>>;
}

/**
 * Repairs the files of a check; `--diff` only shows the repairs. Replaces files atomically; leaves entries of archives and
 * standard input unchanged. Returns 1 if `--diff` shows a change, 2 if a file cannot be written.
 */
export async function fixFiles(
  args: FixArguments,
  io: Io,
  judge: (args: object) => Judging,
): Promise<ExitCode> {
  const account: Account = { files: 0, failed: 0, fixed: {}, unsafe: {}, left: {} };
  const rewriter = createRewriter();
  const names = await inputNames(args, io);
  const inputs: Inputs = {
    names,
    stdin: io.stdin,
    limits: judge(args).options.limits,
    isWanted: wantedFiles(args),
    onNothing: () => undefined, // the check reports it
  };
  // Standard input is left for the check.
  if ([...names].includes('-')) return 0;
  for await (const file of wholeFiles(inputs)) {
    if (io.signal?.aborted === true) return 130;
    if (file.kind === 'trouble' || file.path === undefined) continue;
    const fixed = fixedOf(file, args, judge);
    for (const kind of ['fixed', 'unsafe', 'left'] as const) addTo(account[kind], fixed[kind]);
    if (!fixed.text) continue;
    account.files++;
    if (args.diff) {
      const diff = unifiedDiff(file.name, file.bytes, fixed.text);
      io.stdout.write(io.stdout.isTTY === true ? forTerminal(diff) : diff);
    } else await replace(file, fixed.text, { rewriter, account, io });
  }
  await rewriter.finish();
  if (!args.quiet) io.stderr.write(textOf(account, args.diff));
  if (account.failed > 0) return 2;
  return args.diff && account.files > 0 ? 1 : 0;
}

function fixedOf(file: WholeFile, args: FixArguments, judge: (args: object) => Judging): FixedFile {
  const { options, ignore, check } = judge(args.byFile?.of(file.name) ?? args);
  return fixFile(file.bytes, args['fix-unsafe'] ? 'unsafe' : 'safe', {
    ...options,
    ignore: new Set(ignore),
    ...(check && { profile: check }),
  });
}

async function replace(
  { path, bytes: old, name }: WholeFile,
  bytes: Uint8Array,
  { rewriter, account, io }: { readonly rewriter: Rewriter; readonly account: Account; readonly io: Io },
): Promise<void> {
  try {
    await rewriter.replace({ path: path!, old, bytes });
  } catch (error) {
    account.failed++;
    io.stderr.write(`sgf-referee: ${visible(name)}: not repaired: ${visible(reasonOf(error))}\n`);
  }
}

function addTo(total: Partial<Record<FindingCode, number>>, counts: CodeCounts): void {
  for (const [code, count] of Object.entries(counts) as [FindingCode, number][])
    total[code] = (total[code] ?? 0) + count;
}

function textOf({ files, fixed, unsafe, left }: Account, isDiff: boolean): string {
  return [
    `${plural(files, 'file')} ${isDiff ? 'would be repaired' : 'repaired'}\n`,
    ...listed(isDiff ? 'would be fixed' : 'fixed', fixed),
    ...listed('only with --fix-unsafe', unsafe),
    ...listed('not repaired: in an unknown form, or the file would lose something or get new findings', left),
  ].join('');
}

function listed(title: string, counts: CodeCounts): string[] {
  const rows = Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (rows.length === 0) return [];
  return [`${title}:\n`, ...rows.map(([code, count]) => `  ${thousands(count).padStart(12)}  ${code}\n`)];
}
