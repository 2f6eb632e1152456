import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  type PathLike,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { reasonOf } from '../src/core/outcome.js';
import { visible } from '../src/core/text.js';
import { csvCells } from '../src/report/output/rows.js';
import { parseDeadRows } from '../src/run/input/dead-rows.js';
import { isWanted } from '../src/run/input/file-names.js';
import { bytePath, type BytePath, displayName, isAddress, onDisk } from '../src/run/input/item.js';
import { walk } from '../src/run/input/walk.js';
import { BadValue, type Source } from '../src/options/kinds.js';
import type { RunIdentity } from '../src/run/parts/kept-results.js';
import { takeLock } from '../src/run/parts/run-lock.js';
import type { WorkSettings } from '../src/run/tasks/task.js';
import type { Io } from './io.js';
import { AccessError, UsageError } from './errors.js';

/** What a command reads: inputs, and further files that options name. */
export interface Reads {
  readonly names: Iterable<string>;
  readonly others: readonly (string | undefined)[];
  readonly stdin: () => Io['stdin'];
}

/** The files that will be written. */
interface Outputs {
  /** Those that exist, by device and inode. */
  readonly there: ReadonlyMap<string, string>;
  /** Whether one of them may hold a game: a link in a folder may lead to it. */
  readonly perhapsGames: 'none' | 'some';
  /** Those with the name of a game, with their resolved paths. */
  readonly named: readonly (readonly [place: string, path: string])[];
}

/** Checks that no file to write is also read, under any name, or written twice. Throws UsageError. */
export async function checkNotRead(paths: readonly string[], reads: Reads): Promise<void> {
  const there = new Map<string, string>();
  const places = new Set<string>();
  let perhapsGames: Outputs['perhapsGames'] = 'none';
  for (const path of paths) {
    const stats = statOf(path);
    const place = stats?.isFile() ? idOf(stats) : placeOf(path);
    if (places.has(place)) throw new UsageError(`cannot write ${path} twice; nothing was written`);
    places.add(place);
    if (!stats?.isFile()) continue;
    there.set(idOf(stats), path);
    if (!isReport(path)) perhapsGames = 'some';
  }
  const named = paths.filter((path) => isWanted(path)).map((path) => [placeOf(path), path] as const);
  if (there.size === 0 && named.length === 0) return;
  const outputs: Outputs = { there, perhapsGames, named };
  for (const other of reads.others) if (other !== undefined) checkFile(statOf(other), other, outputs);
  for (const name of reads.names) await checkName(name, outputs, reads);
}

async function checkName(name: string, outputs: Outputs, reads: Reads): Promise<void> {
  if (name === '-') {
    const { fd } = reads.stdin() as { readonly fd?: unknown };
    if (typeof fd === 'number') checkFile(fstatSync(fd, { bigint: true }), 'standard input', outputs);
    return;
  }
  if (isAddress(name)) return;
  const path = bytePath(name);
  const stats = statOf(onDisk(path));
  if (stats?.isDirectory()) checkFolder(path, outputs);
  else if (stats) checkFile(stats, name, outputs);
  else if (name.includes('!/')) checkFile(statOf(name.slice(0, name.indexOf('!/'))), name, outputs);
  else await checkGlob(name, outputs);
}

function checkFile(stats: BigIntStats | undefined, name: string, { there }: Outputs): void {
  const path = stats && there.get(idOf(stats));
  if (path === undefined) return;
  const also = path === name ? 'it is an input' : `it is an input, as ${name}`;
  throw new UsageError(`cannot write ${path}: ${also}; nothing was written`);
}

function checkFolder(folder: BytePath, outputs: Outputs): void {
  checkBelow(displayName(folder), displayName(folder), outputs);
  if (outputs.perhapsGames === 'none') return;
  for (const found of walk(folder))
    if (found.kind === 'file') checkFile(statOf(onDisk(found.path)), displayName(found.path), outputs);
}

async function checkGlob(pattern: string, outputs: Outputs): Promise<void> {
  const { glob, isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(pattern)) return;
  checkBelow(fixedPart(pattern), pattern, outputs);
  if (outputs.perhapsGames === 'none') return;
  for (const name of await glob(pattern, { absolute: isAbsolute(pattern), expandDirectories: false }))
    checkFile(statOf(name), name, outputs);
}

/** The folder that holds everything a pattern matches; a name without wildcards itself. */
function fixedPart(pattern: string): string {
  const special = /[*?[{(+@]|!(?!\/)/.exec(pattern);
  return special ? pattern.slice(0, pattern.lastIndexOf('/', special.index) + 1) || '.' : pattern;
}

/** Throws UsageError for a new file in an input folder whose name is that of a game: it would be read as one. */
function checkBelow(folder: string, name: string, { named }: Outputs): void {
  if (named.length === 0) return;
  const above = join(placeOf(folder), '/');
  for (const [place, path] of named)
    if (place.startsWith(above))
      throw new UsageError(
        `cannot write ${path}: it would be read as a game of ${name}; nothing was written`,
      );
}

/** The path of a file, existing or not, without symbolic links. */
function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(placeOf(above), basename(path));
  }
}

function statOf(path: PathLike): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Whether `kept` stays when the file `name` is deleted. Links, and a file that is named twice, are one file; - is none. */
export function isOtherFile(name: string, kept: string): boolean {
  const [one, other] = [statOf(name), statOf(kept)];
  return name !== '-' && kept !== '-' && (one && other ? idOf(one) !== idOf(other) : name !== kept);
}

function idOf({ dev, ino }: BigIntStats): string {
  return `${String(dev)}:${String(ino)}`;
}

/** How the reports of an earlier run begin; they hold no game. */
const REPORTS = [
  'file,game,',
  '{\n  "version": ',
  '{"baseline":1,',
  '<!doctype html>\n<html lang="en">\n<head>',
];

function isReport(path: string): boolean {
  const text = headOf(path, 64)?.toString('latin1');
  return text === '' || (text !== undefined && REPORTS.some((report) => text.startsWith(report)));
}

/** How the files of `--out` that not every command writes begin; a user's own file of that name does not. */
const WRITTEN: readonly (readonly [name: string, begins: RegExp])[] = [
  ['games.csv', /^file,game,sha256,/],
  ['scores.csv', /^file,game,ruleset,counting,/],
  ['conversions.csv', /^file,game,black,white,(?:from_ruleset|ruleset,result_declared,basis),/],
  ['pairings.csv', /^round,table,black,white,handicap,komi,result_table,/],
  ['index.html', /^<!doctype html>[^]*<title>sgf-referee report</],
];

/**
 * A line that names what an earlier run of another command left in the folder of `--out`, or '': it would seem to belong to the new
 * summary. It stays, because it may be wanted.
 */
export function earlierLeft({ out }: Writes): string {
  if (!out) return '';
  const { folder, names } = out;
  const earlier = WRITTEN.filter(
    ([name, begins]) =>
      !names.includes(name) && begins.test(headOf(join(folder, name), 1024)?.toString('utf8') ?? ''),
  ).map(([name]) => name);
  return earlier.length === 0
    ? ''
    : `sgf-referee: ${folder}: of an earlier run, not of this one: ${earlier.join(', ')}\n`;
}

/** The first bytes of a file; `undefined` where it cannot be read. */
function headOf(path: string, most: number): Buffer | undefined {
  const head = Buffer.alloc(most);
  try {
    const descriptor = openSync(path, 'r');
    try {
      return head.subarray(0, readSync(descriptor, head));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** Where the results of an unfinished run are, and whether the run continues it. */
export interface Unfinished {
  readonly path: string;
  /** Names and formats of the outputs, as given. */
  readonly outputs: RunIdentity[string];
  /** `unless-there`: from the beginning, unless that would overwrite an unfinished run. */
  readonly from: 'go-on' | 'begin' | 'unless-there';
}

const RESULTS = 'run.parts';

/** In the output folder, or beside the output file. Throws UsageError if `--resume` has neither. */
export function unfinishedOf(args: {
  readonly out: string | undefined;
  readonly output: string | undefined;
  readonly format: string | undefined;
  readonly resume: boolean;
  readonly force: boolean;
}): Unfinished | undefined {
  const { out, output, format, resume, force } = args;
  if (resume && force) throw new UsageError('--resume continues and --force starts over: give one of them');
  if (out !== undefined) isFolder(out);
  const path =
    out === undefined ? output && attempt(output, () => resultsBeside(output)) : join(out, RESULTS);
  if (path === undefined || path === '') {
    if (resume) throw new UsageError('--resume continues files: give --out FOLDER or --output FILE');
    return undefined;
  }
  const outputs = JSON.stringify([out ?? '', output ?? '', format ?? '']);
  return { path, outputs, from: resume ? 'go-on' : force ? 'begin' : 'unless-there' };
}

/** The results of an output file; undefined for anything but a regular file, for instance a terminal. */
function resultsBeside(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return !stats || stats.isFile() ? `${file}.parts` : undefined;
}

/** Throws UsageError if the run would overwrite an unfinished one, unless `--force` allows it. */
export function checkUnfinished({ path, from }: Unfinished): void {
  if (from !== 'unless-there' || !existsSync(path)) return;
  throw new UsageError(
    `there is an unfinished run (${path}): give --resume to continue it, or --force to start over`,
  );
}

/** How much of an earlier table is read. */
const HEAD_BYTES = 1 << 16;

/**
 * What a user should know of the table that a run replaces in the folder of `--out`: that none of its files is one of `names`, or lies in
 * a folder or archive among them. '' if some do, or there is no table.
 */
export function aboutReplaced({ from }: Unfinished, { out }: Writes, names: Iterable<string>): string {
  const [table] = out?.names ?? [];
  if (from !== 'unless-there' || !out || table === undefined) return '';
  const path = join(out.folder, table);
  const head = headOf(path, HEAD_BYTES) ?? Buffer.alloc(0);
  // The last row of a longer table is cut.
  const files = csvCells(head.toString('utf8')).slice(1, head.length < HEAD_BYTES ? undefined : -1);
  const [first] = files;
  if (first?.[0] === undefined) return '';
  const given = new Set<string>();
  for (const name of names) given.add(join(fixedPart(name), '.'));
  if (files.some(([file = '']) => isAmong(file, given))) return '';
  return `${path} was the table of other games (${visible(first[0])}); it is replaced`;
}

/** Whether a file, or a folder or archive that holds it, is given. */
function isAmong(file: string, given: ReadonlySet<string>): boolean {
  for (let path = join(file, '.'); ; path = dirname(path)) {
    if (given.has(path) || given.has(path.replace(/!$/, ''))) return true;
    if (path === dirname(path)) return false;
  }
}

/** The files that a command writes, as its options name them. */
export interface Writes {
  /** The folder of `--out`, and the names of the files in it. */
  readonly out?: { readonly folder: string; readonly names: readonly string[] } | undefined;
  readonly output?: string | undefined;
  readonly baseline?: string | undefined;
}

/**
 * Runs a command that writes files, after checking that it reads none of them, and while a lock keeps other runs from
 * writing them. Throws UsageError before anything is written.
 */
export async function claimed<T>(writes: Writes, reads: Reads, run: () => Promise<T>): Promise<T> {
  await checkNotRead(pathsOf(writes), reads);
  const release = lock(writes);
  try {
    return await run();
  } finally {
    for (const one of release) one();
  }
}

function pathsOf({ out, output, baseline }: Writes): string[] {
  const paths = (out?.names ?? []).map((name) => join(out!.folder, name));
  if (baseline !== undefined) paths.push(baseline);
  if (out) paths.push(join(out.folder, RESULTS));
  if (output === undefined) return paths;
  const results = resultsBeside(output);
  return [...paths, output, ...(results === undefined ? [] : [results])];
}

function lock({ out, output }: Writes): (() => void)[] {
  const release: (() => void)[] = [];
  const take = (path: string, lockPath: string): void => {
    try {
      release.push(attempt(path, () => takeLock(lockPath)));
    } catch (error) {
      for (const one of release) one();
      throw error;
    }
  };
  if (out) {
    makeFolder(out.folder);
    take(out.folder, join(out.folder, 'run.lock'));
  }
  // Several runs may write to anything but a plain file, such as a terminal.
  if (output !== undefined && resultsBeside(output) !== undefined) take(output, `${placeOf(output)}.lock`);
  return release;
}

/** What must be equal for a run to resume another; the number of jobs may differ. */
export function identityOf(run: {
  readonly version: string;
  readonly names: Iterable<string>;
  readonly settings: Omit<WorkSettings, 'sinks'>;
  /** Names and formats of the outputs, as given. */
  readonly outputs: string;
}): RunIdentity {
  const { options, ignore, dead, decisions, engine, check, event } = run.settings;
  return {
    version: run.version,
    inputs: hashOfNames(run.names),
    judging: hashOf([options, engine, check, event, decisions]),
    ignore: [...ignore].sort().join(' '),
    dead: hashOf(dead ?? []),
    output: run.outputs,
  };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function hashOfNames(names: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${JSON.stringify(name)}\n`);
  return hash.digest('hex');
}

/** Calls `make`. Throws AccessError with the path if that fails. */
export function attempt<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new AccessError(`cannot write ${path}: ${writeReason(path, error)}`);
  }
}

function writeReason(path: string, error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return reasonOf(error);
  return existsSync(dirname(path)) ? 'nothing can be created there' : `there is no folder ${dirname(path)}`;
}

/** Creates a folder and its missing parents. Throws AccessError. */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  // One at a time: in a folder such as /proc, where nothing can be created, `mkdirSync` with `recursive` never returns.
  if (!existsSync(above)) makeFolder(above, mode);
  attempt(path, () => mkdirSync(path, { mode }));
}

/** Whether the folder exists. Throws AccessError if the path is something else. */
export function isFolder(path: string): boolean {
  return attempt(path, () => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) throw new Error('it is a file, not a folder');
    return stats !== undefined;
  });
}

/** Reads the files that options name. `paths`: those that were read, and others that the caller adds. */
export function optionFiles(): Source & { readonly paths: string[] } {
  const paths: string[] = [];

  function bytesOf(path: string, hint = ''): Buffer {
    paths.push(path);
    try {
      return readFileSync(path);
    } catch (error) {
      throw new BadValue(`cannot read ${path}: ${reasonOf(error)}${hint}`);
    }
  }

  return {
    paths,
    json: (path) => (existsSync(path) ? bytesOf(path).toString('utf8') : undefined),
    bytes: (path) => bytesOf(path),
    dead(path) {
      const table = parseDeadRows(
        bytesOf(path, '; expected CSV with the columns file, game, points').toString('utf8'),
      );
      if (table.ok) return table.value;
      throw new BadValue(`${path}: ${table.error}`);
    },
  };
}

/** Calls `run` with a folder for what is copied to this machine, which is removed afterwards. */
export async function inTemporaryFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
