import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/*
 * V8's compiled code of the command's files, kept in the user's cache folder. V8 trusts the code it gets, so a file is read
 * only if nobody else can have written it: this user owns it and alone may write it. A failure costs only time at the next
 * start.
 */

type Require = (id: string) => unknown;

/** A file of the built command that was loaded. */
interface Loaded {
  readonly path: string;
  /** ASCII, which the build guarantees: one byte per character, and nothing to decode. */
  readonly source: Buffer;
  readonly script: Script;
  /** The runs whose functions the kept code contains; empty if V8 rejected it. */
  readonly runs: readonly string[];
}

/** Smaller files compile faster than their kept code is looked up. */
const MIN_BYTES = 16 * 1024;

/**
 * A `require` for the files of the built command in a folder. It gives V8 the code that an earlier run kept for this user, so
 * that not every start compiles it. `keeps`: at exit, this run keeps the code that no run has kept yet. Node loads all other
 * modules.
 */
export function cachedRequire(folder: string, keeps?: 'keeps'): Require {
  const others = createRequire(join(folder, 'bin.js'));
  const modules = new Map<string, { exports: unknown }>();
  const loaded: Loaded[] = [];
  let begun: number | undefined;

  function load(id: string): unknown {
    if (!/^\.\/[^/]+\.js$/.test(id)) return others(id);
    const known = modules.get(id);
    if (known) return known.exports;
    const module = { exports: {} as unknown };
    modules.set(id, module);
    const path = join(folder, id);
    const { source, text } = readModule(path);
    const kept = source.length < MIN_BYTES ? undefined : keptCode(path, source);
    const script = new Script(text, { filename: path, ...(kept && { cachedData: kept.code }) });
    if (source.length >= MIN_BYTES) {
      const runs = script.cachedDataRejected === true ? [] : (kept?.runs ?? []);
      loaded.push({ path, source, script, runs });
      if (keeps && !runs.includes(runName())) begun ??= compatibleCode(others);
    }
    const run = script.runInThisContext() as (...given: unknown[]) => void;
    run.call(module.exports, module.exports, load, module, path);
    return module.exports;
  }

  if (keeps)
    process.once('exit', (code) => {
      if (begun !== undefined && (begun === compatibleCode(others) || begun === asStarted(others)))
        keepCode(loaded, code);
    });
  return load;
}

const BEFORE = '(function (exports, require, module, __filename) { ';
const AFTER = '\n})';

/** A module's source, alone and wrapped in a function: joined as bytes, because V8 would copy a concatenated string. */
function readModule(path: string): { readonly source: Buffer; readonly text: string } {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(BEFORE.length + fstatSync(file).size + AFTER.length);
    const end = bytes.length - AFTER.length;
    bytes.write(BEFORE, 'latin1');
    for (let at = BEFORE.length; at < end;) {
      const read = readSync(file, bytes, at, end - at, null);
      if (read === 0) throw new Error(`${path} was cut short`);
      at += read;
    }
    bytes.write(AFTER, end, 'latin1');
    return { source: bytes.subarray(BEFORE.length, end), text: bytes.toString('latin1') };
  } finally {
    closeSync(file);
  }
}

/**
 * A file of code: a checksum of the rest, the length of the list of runs, that list, and V8's code, which V8 copies unless its
 * offset is a multiple of 8.
 */
const HEAD_BYTES = 8;
const ALIGNMENT = 8;

/** V8 drops the code of functions that a long run no longer calls, and a later start would have to compile them. */
const LONGEST_RUN_SECONDS = 5;

const OTHERS_WRITE = 0o022;

interface Kept {
  /** The runs whose functions it contains. */
  readonly runs: readonly string[];
  readonly code: Buffer;
}

/** The kept code of a file; `undefined` if there is none for this source, Node and user. */
function keptCode(path: string, source: Buffer): Kept | undefined {
  try {
    return parsed(readOwn(placeOf(path, source)));
  } catch {
    return undefined; // nothing is kept yet
  }
}

/** The number by which V8 accepts code: it depends on V8's version, the processor and V8's options. */
function compatibleCode(load: Require): number {
  return (load('node:v8') as typeof import('node:v8')).cachedDataVersionTag();
}

/** V8's defaults for the options that a run over many files changes: a later start would reject code made under other values. */
const OWN_FLAGS = ['--semi-space-growth-factor=2', '--heap-growing-percent=0'];

/** The number after resetting these options to their defaults. */
function asStarted(load: Require): number {
  const { setFlagsFromString } = load('node:v8') as typeof import('node:v8');
  for (const flag of OWN_FLAGS) setFlagsFromString(flag);
  return compatibleCode(load);
}

/** After a successful run, keeps the code of files that have no valid kept code yet, or only code of other commands. */
function keepCode(loaded: readonly Loaded[], exitCode: number): void {
  const run = runName();
  if (exitCode > 1 || process.uptime() > LONGEST_RUN_SECONDS) return;
  for (const { path, source, script, runs } of loaded) {
    if (runs.includes(run)) continue;
    try {
      const place = placeOf(path, source);
      write(place, [...runs, run], script.createCachedData());
      removeOld(dirname(place));
    } catch {
      return; // no such folder, or the disk is full: the next start compiles again
    }
  }
}

/** Which functions a run calls depends on its command, and for `audit` on whether games are scored. */
function runName(): string {
  const [command = '', ...words] = process.argv.slice(2);
  if (!/^[a-z]{1,20}$/.test(command)) return '';
  return command === 'audit' && words.includes('--no-score') ? 'legality' : command;
}

/** The name depends on the source, Node's version, the processor, and Node's options, which may include some of V8's. */
function placeOf(path: string, source: Buffer): string {
  const given = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ').trim();
  const options = given === '' ? '' : `-${crc32(given).toString(16)}`;
  const name = `${basename(path, '.js')}-${crc32(source).toString(16)}-${process.version}-${process.arch}${options}`;
  return join(cacheFolder(), 'sgf-referee', 'code', name);
}

/** The user's folder for caches. */
function cacheFolder(): string {
  const { env, platform } = process;
  const named = env['XDG_CACHE_HOME'] ?? '';
  if (isAbsolute(named)) return named;
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  return platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

function parsed(bytes: Buffer): Kept | undefined {
  if (bytes.length <= HEAD_BYTES || bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return undefined;
  const start = HEAD_BYTES + bytes.readUInt32LE(4);
  return {
    runs: bytes.toString('latin1', HEAD_BYTES, start).trimEnd().split(','),
    code: bytes.subarray(start),
  };
}

/** Throws if there is no such file, or others may have written it. */
function readOwn(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(file);
    const isOnlyOwn = isOwn(stats) && (process.platform === 'win32' || (stats.mode & OTHERS_WRITE) === 0);
    if (!isOnlyOwn) throw new Error('others may have written it');
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows has no user ids; there the folder itself belongs to the user. */
function isOwn({ uid }: Stats): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

/** Several runs may write at once: each renames a complete file into place. */
function write(place: string, runs: readonly string[], code: Buffer): void {
  const folder = dirname(place);
  makeOwn(folder);
  const names = runs.join(',');
  const list = Buffer.from(names.padEnd(Math.ceil(names.length / ALIGNMENT) * ALIGNMENT), 'latin1');
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(list.length, 4);
  head.writeUInt32LE(crc32(code, crc32(list, crc32(head.subarray(4)))), 0);
  const unfinished = `${place}.${String(process.pid)}`;
  try {
    writeFileSync(unfinished, Buffer.concat([head, list, code]), { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, place);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Days after which kept code is removed, as it may be of another version; a version still in use compiles once more. */
const KEPT_DAYS = 30;

function removeOld(folder: string): void {
  const oldest = Date.now() - KEPT_DAYS * 24 * 60 * 60 * 1000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats && stats.mtimeMs < oldest) rmSync(path, { force: true });
  }
}

/** Creates the folder. Throws if it, or its parent, belongs to another user, as under `sudo`. */
function makeOwn(folder: string): void {
  let existing = folder;
  while (!lstatSync(existing, { throwIfNoEntry: false })) existing = dirname(existing);
  if (!isOwn(statSync(existing))) throw new Error(`${existing} belongs to another user`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
