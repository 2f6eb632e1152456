import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  type BigIntStats,
  type PathLike,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isWanted } from '../src/input/file-names.js';
import { bytePath, displayName, onDisk, type BytePath } from '../src/input/item.js';
import { walk } from '../src/input/walk.js';
import { type Io, UsageError } from './io.js';

/** What a command reads: inputs, and further files that options name. */
export interface Reads {
  readonly names: Iterable<string>;
  readonly others: readonly (string | undefined)[];
  readonly stdin: () => Io['stdin'];
}

/** Files that will be written. */
interface Outputs {
  /** Those that are there, by device and number. */
  readonly there: ReadonlyMap<string, string>;
  /** Those of them that may hold a game: a link in a folder may lead to one. */
  readonly perhapsGames: 'none' | 'some';
  /** Those that a folder which is walked would give as a game, with their places. */
  readonly named: readonly (readonly [place: string, path: string])[];
}

/** Checks that no file to write is one to read, under whatever name, or written twice. Throws UsageError. */
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
  for (const found of walk(folder, 'unasked'))
    if (found.kind === 'found') checkFile(statOf(onDisk(found.path)), displayName(found.path), outputs);
}

async function checkGlob(pattern: string, outputs: Outputs): Promise<void> {
  const { glob, isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(pattern)) return;
  const fixed = pattern.slice(0, /[*?[{(!+@]/.exec(pattern)?.index).replace(/[^/]*$/, '');
  checkBelow(fixed === '' ? '.' : fixed, pattern, outputs);
  if (outputs.perhapsGames === 'none') return;
  for (const name of await glob(pattern, { absolute: isAbsolute(pattern), expandDirectories: false }))
    checkFile(statOf(name), name, outputs);
}

/** A new file below an input, with the name of a game, would be read as one. */
function checkBelow(folder: string, name: string, { named }: Outputs): void {
  if (named.length === 0) return;
  const above = join(placeOf(folder), '/');
  for (const [place, path] of named)
    if (place.startsWith(above))
      throw new UsageError(
        `cannot write ${path}: it would be read as a game of ${name}; nothing was written`,
      );
}

/** Where a file is, or will be, without symbolic links. */
export function placeOf(path: string): string {
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

function idOf({ dev, ino }: BigIntStats): string {
  return `${String(dev)}:${String(ino)}`;
}

/** How reports begin: those of an earlier run, which hold no game. */
const REPORTS = ['file,game,', '{\n  "version": ', '<!doctype html>\n<html lang="en">\n<head>'];

function isReport(path: string): boolean {
  const head = Buffer.alloc(64);
  try {
    const descriptor = openSync(path, 'r');
    try {
      const length = readSync(descriptor, head);
      const text = head.toString('latin1', 0, length);
      return length === 0 || REPORTS.some((report) => text.startsWith(report));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
