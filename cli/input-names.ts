import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { reasonOf } from '../src/core/outcome.js';
import { withoutFileScheme } from '../src/run/input/fetching.js';
import type { Inputs } from '../src/run/input/inputs.js';
import { type BytePath, bytePath, displayName, onDisk } from '../src/run/input/item.js';
import type { Arguments } from './command.js';
import type { Io } from './io.js';
import { AccessError, UsageError } from './errors.js';

const BLOCK_BYTES = 64 * 1024;
const LINE_FEED = 10;

/**
 * The names in a file, one per line, read again at each iteration: a million of them take more memory
 * than the run over their files. A source that can be read only once, such as a pipe, is held in memory. Lines appended after
 * the file was opened are not read: the run may have written them. Throws what opening and reading throw.
 */
export function namesInFile(path: string): Iterable<string> {
  const descriptor = openSync(path, 'r');
  let end: number;
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return namesInBytes(readFileSync(descriptor));
    end = stats.size;
  } finally {
    closeSync(descriptor);
  }
  return {
    *[Symbol.iterator]() {
      for (const lines of linesOf(path, end)) yield* namesIn(lines);
    },
  };
}

/** The names in bytes, one per line. */
export function namesInBytes(bytes: Uint8Array): Iterable<string> {
  return namesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
}

function namesIn(lines: Buffer): string[] {
  return lines
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
}

/** The file in blocks of whole lines. */
function* linesOf(path: string, end: number): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    let held = 0;
    for (let at = 0; at < end;) {
      const asked = Math.min(block.length - held, end - at);
      const more = readSync(descriptor, block, held, asked, at);
      if (more === 0) break;
      at += more;
      const size = held + more;
      const whole = block.subarray(0, size).lastIndexOf(LINE_FEED) + 1;
      if (whole > 0) yield block.subarray(0, whole);
      held = size - whole;
      block.copyWithin(0, whole, size);
      if (held === block.length) block = Buffer.concat([block], block.length * 2);
    }
    if (held > 0) yield block.subarray(0, held);
  } finally {
    closeSync(descriptor);
  }
}

/** The inputs that the options name, in order, read again at each iteration. Throws UsageError. */
export async function inputNames(
  args: Pick<Arguments<'list'>, 'input' | 'files-from'>,
  io: Io,
): Promise<Iterable<string>> {
  const from = args['files-from'];
  const listed = from === undefined ? [] : await namesFrom(from, io);
  const names: Iterable<string> = {
    *[Symbol.iterator]() {
      for (const name of args.input) yield pathOf(name);
      for (const name of listed) yield pathOf(name);
    },
  };
  let count = 0;
  let fromStdin = from === '-' ? 1 : 0;
  for (const name of names) {
    count++;
    if (name === '-') fromStdin++;
  }
  if (count === 0) throw new AccessError('nothing to read: give a file, a folder, a quoted glob, or -');
  if (fromStdin > 1) throw new UsageError('standard input can be read only once');
  if (fromStdin > 0 && from !== '-') askTerminal(io, 'SGF');
  return names;
}

/** The path of a `file:` address; any other name unchanged. Throws AccessError. */
export function pathOf(name: string): string {
  const path = withoutFileScheme(name);
  if (path.ok) return path.value;
  throw new AccessError(path.error);
}

/** `x.sgf#2` names the second game of x.sgf, unless there is a file of that name. */
export function gameNamed(input: string): { readonly name: string; readonly number?: number } {
  const [, name, number] = (!existsSync(input) && /^(.+)#([1-9]\d{0,6})$/.exec(input)) || [];
  return name === undefined ? { name: input } : { name, number: Number(number) };
}

/** For a command over whole files that is given `x.sgf#2`: how to take that game out of its file; '' for other names. */
export function gameAdvice(input: string): string {
  const { name, number } = gameNamed(input);
  return number !== undefined && existsSync(name)
    ? `; sgf-referee format ${name} --game ${String(number)} | sgf-referee COMMAND - takes that game alone`
    : '';
}

/** Throws AccessError. */
export async function allOfStdin({ stdin }: Io): Promise<Uint8Array[]> {
  try {
    return (await stdin.toArray()) as Uint8Array[];
  } catch (error) {
    throw new AccessError(`cannot read standard input: ${reasonOf(error)}`);
  }
}

/** Tells a person at a terminal what the command waits for. */
export function askTerminal({ stdin, stderr }: Io, what: string): void {
  if (stdin.isTTY === true) stderr.write(`Reading ${what} from the terminal; Ctrl-D on a new line ends it\n`);
}

async function namesFrom(from: string, io: Io): Promise<Iterable<string>> {
  if (from === '-') {
    askTerminal(io, 'file names, one per line,');
    return namesInBytes(Buffer.concat(await allOfStdin(io)));
  }
  try {
    return namesInFile(from);
  } catch (error) {
    throw new AccessError(`cannot read ${from}: ${reasonOf(error)}`);
  }
}

/** Whether a file is among those that `--since` and `--changed` choose; `undefined` if all are. Throws UsageError. */
export function changedFiles({
  since,
  changed,
}: Pick<Arguments<'list'>, 'since' | 'changed'>): Inputs['isWanted'] {
  if (since === undefined) return changed ? inGit('--changed', 'HEAD') : undefined;
  if (changed) throw new UsageError('--since and --changed both choose files: give one of them');
  if (since.startsWith('-')) throw new UsageError('--since: give a date or a commit; neither begins with -');
  const time = DATE.test(since) ? Date.parse(since) : NaN;
  if (Number.isNaN(time)) return inGit('--since', since);
  return (path) => (statSync(onDisk(path), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= time;
}

/** A day, or a day and a time; a day begins at midnight UTC. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Files that differ from a commit, and new ones that git does not ignore. */
function inGit(option: string, commit: string): Inputs['isWanted'] {
  /** By folder: its real path, and the changed files of its work tree. */
  const folders = new Map<BytePath, { readonly path: BytePath; readonly files: ReadonlySet<BytePath> }>();
  const trees = new Map<BytePath, ReadonlySet<BytePath>>();

  function folderAt(folder: BytePath): { readonly path: BytePath; readonly files: ReadonlySet<BytePath> } {
    const known = folders.get(folder);
    if (known) return known;
    const path = realpathSync.native(onDisk(folder), 'latin1');
    const top = git(path, option, ['rev-parse', '--show-toplevel']).slice(0, -1);
    const files = trees.get(top) ?? changedIn(top);
    trees.set(top, files);
    folders.set(folder, { path, files });
    return { path, files };
  }

  function changedIn(top: BytePath): ReadonlySet<BytePath> {
    const since = isEmpty(top) ? EMPTY_TREE : commit;
    const listed =
      git(top, option, [...DIFF, '--end-of-options', since, '--'], filtersOf(top)) +
      git(top, option, ['ls-files', '--others', '--exclude-standard', '-z']);
    return new Set(listed.split('\0').map((name) => `${top}/${name}`));
  }

  /** A work tree without a commit has no HEAD. */
  function isEmpty(top: BytePath): boolean {
    return commit === 'HEAD' && asked(top, ['rev-parse', '--verify', '-q', 'HEAD']).status !== 0;
  }

  return (path) => {
    const slash = path.lastIndexOf('/');
    const folder = folderAt(slash < 0 ? bytePath('.') : path.slice(0, slash) || '/');
    return folder.files.has(`${folder.path === '/' ? '' : folder.path}/${path.slice(slash + 1)}`);
  };
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const DIFF = [
  ...['diff', '--name-only', '--no-renames', '-z', '--no-ext-diff', '--no-textconv'],
  '--ignore-submodules=all',
] as const;

/**
 * The repository may be somebody else's: nothing in its configuration may name a program to run, and git fetches nothing, as it
 * would for missing objects.
 */
const NEUTRAL = [
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.sshCommand=false',
    'core.gitProxy=',
    'core.pager=cat',
  ],
  ...['diff.external=', 'credential.helper=', 'protocol.allow=never', 'submodule.recurse=false', 'gc.auto=0'],
].flatMap((one) => ['-c', one]);

const ISOLATED = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
} as const;

/** Longest time for git to answer, in milliseconds: it waits for a FIFO among its files. */
const MAX_GIT_MS = 60_000;

/** Settings that turn off every filter that the repository names, as variables: a filter's name may contain `=`. */
function filtersOf(top: BytePath): Readonly<Record<string, string>> {
  const pattern = '^filter\\..*\\.(clean|process|required)$';
  const names = asked(top, ['config', '--null', '--name-only', '--get-regexp', pattern])
    .stdout.split('\0')
    .slice(0, -1);
  const pairs = names.flatMap((name, i) => [
    [`GIT_CONFIG_KEY_${String(i)}`, Buffer.from(name, 'latin1').toString()],
    [`GIT_CONFIG_VALUE_${String(i)}`, ''],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(names.length) } as Record<string, string>;
}

function asked(
  folder: BytePath,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> {
  return spawnSync('git', [...NEUTRAL, ...words], {
    cwd: displayName(folder),
    encoding: 'latin1',
    maxBuffer: 1024 * 1024 * 1024,
    env: { ...process.env, ...ISOLATED, ...variables },
    timeout: MAX_GIT_MS,
    killSignal: 'SIGKILL',
  });
}

/** What git prints. Throws UsageError if there is no git, no work tree or no such commit. */
function git(
  folder: BytePath,
  option: string,
  words: readonly string[],
  variables?: Readonly<Record<string, string>>,
): string {
  const { error, status, stdout, stderr } = asked(folder, words, variables);
  if (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'git is not installed' : `cannot run git: ${error.message}`;
    throw new UsageError(
      `${option}: ${code === 'ETIMEDOUT' ? `git did not answer in ${String(MAX_GIT_MS / 1000)} s` : what}`,
    );
  }
  if (status === 0) return stdout;
  if (/not a git repository/.test(stderr))
    throw new UsageError(`${option}: ${displayName(folder)} is not in a git work tree`);
  if (/bad revision|ambiguous argument|unknown revision/.test(stderr))
    throw new UsageError(`${option}: there is no commit ${words.at(-2)!}; a date is YYYY-MM-DD`);
  throw new UsageError(`${option}: git: ${stderr.split('\n')[0]!}`);
}
