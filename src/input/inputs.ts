import { accessSync, constants, createReadStream, statSync, type Stats } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { reasonOf } from '../core/outcome.js';
import { finding } from '../findings/finding.js';
import type { Limits } from '../core/limits.js';
import { type Depth, itemsOfKind, itemsOfUnknown, itemsOfZip } from './archives.js';
import { blocksOfFile } from './item-reader.js';
import { isWanted, kindOf } from './file-names.js';
import {
  bytePath,
  displayName,
  findingOf,
  nameOf,
  onDisk,
  trouble,
  type BytePath,
  type FileItem,
  type Item,
} from './item.js';
import { LARGE_BYTES } from './parts.js';
import { walk } from './walk.js';

/** What a run reads: names as the user gave them. */
export interface Inputs {
  readonly names: Iterable<string>;
  /** Standard input, for the name `-`. */
  readonly stdin: Readable;
  readonly limits: Limits;
  /** Called for inputs without anything to read: nothing matched, no such file, no SGF in the folder. */
  readonly onNothing: (name: string, reason: string) => void;
  /** `unasked`: SGF files in folders come without their size, as a `stat` costs as much as reading. */
  readonly sizes?: 'known' | 'unasked';
}

/** An item, or several: a step of an asynchronous generator for each file of a folder would cost more than finding it. */
export type Items = Item | readonly Item[];

const MOST_IN_A_ROW = 128;

/** Every item of every input, in the order of the inputs; folders in byte order of their names. */
export async function* itemsOf(inputs: Inputs): AsyncGenerator<Item> {
  for await (const items of itemsInRows(inputs)) {
    if ('kind' in items) yield items;
    else yield* items;
  }
}

/**
 * Whether there is nothing to read: no such files, no match, folders without games. `onNothing` has been called for each
 * of them then; otherwise it is left to the reader.
 */
export async function nothingIn(inputs: Inputs): Promise<boolean> {
  for (const name of inputs.names) if (await leadsSomewhere(name)) return false;
  const items = itemsInRows(inputs);
  while ((await items.next()).done !== true) continue; // `onNothing` is called on the way
  return true;
}

async function leadsSomewhere(name: string): Promise<boolean> {
  if (name === '-') return true;
  const path = bytePath(name);
  try {
    return !statSync(onDisk(path)).isDirectory() || walk(path, 'unasked').next().done !== true;
  } catch {
    const { glob, isDynamicPattern } = await import('tinyglobby');
    return (
      isDynamicPattern(name) &&
      (await glob(name, { absolute: isAbsolute(name), expandDirectories: false })).length > 0
    );
  }
}

/** The items of `itemsOf`, many files at a time. */
export async function* itemsInRows(inputs: Inputs): AsyncGenerator<Items> {
  const at: Depth = { limits: inputs.limits, depth: 1 };
  let row: Item[] = [];
  for (const name of inputs.names) {
    const file = smallSgfNamed(name);
    if (file) row.push(file);
    if (row.length > 0 && (!file || row.length === MOST_IN_A_ROW)) {
      yield row;
      row = [];
    }
    if (file) continue;
    if (name === '-') yield* itemsOfStdin(inputs, at);
    else yield* itemsOfName(name, inputs, at);
  }
  if (row.length > 0) yield row;
}

function itemsOfStdin(inputs: Inputs, at: Depth): AsyncGenerator<Item> {
  const items = guarded('-', () => itemsOfUnknown('-', inputs.stdin as AsyncIterable<Uint8Array>, at));
  return watched('-', items, inputs);
}

/** The item of a readable, small file with the name of an SGF file. */
function smallSgfNamed(name: string): FileItem | undefined {
  const path = bytePath(name);
  if (kindOf(path) !== 'sgf') return undefined;
  try {
    const stats = statSync(onDisk(path));
    if (!stats.isFile() || stats.size > LARGE_BYTES) return undefined;
    accessSync(onDisk(path), constants.R_OK);
    return { kind: 'file', path, size: stats.size };
  } catch {
    return undefined;
  }
}

/** Items of files with wanted names only. */
export async function* itemsNamed(
  inputs: Inputs,
  isWantedName: (name: string) => boolean,
): AsyncGenerator<Items> {
  for await (const items of itemsInRows(inputs)) {
    const row: readonly Item[] = 'kind' in items ? [items] : items;
    const wanted = row.filter((item) => item.kind !== 'trouble' && isWantedName(nameOf(item)));
    if (wanted.length > 0) yield wanted.length === 1 ? wanted[0]! : wanted;
  }
}

async function* itemsOfName(name: string, inputs: Inputs, at: Depth): AsyncGenerator<Items> {
  const path = bytePath(name);
  let stats: Stats;
  try {
    stats = statSync(onDisk(path));
    accessSync(onDisk(path), constants.R_OK);
  } catch (error) {
    const { isDynamicPattern } = await import('tinyglobby');
    if (isDynamicPattern(name)) {
      yield* itemsOfGlob(name, inputs, at);
      return;
    }
    const reason = reasonOf(error);
    inputs.onNothing(name, reason);
    yield trouble(name, finding('file/unreadable', { reason }));
    return;
  }
  if (stats.isDirectory()) yield* itemsOfFolder(path, inputs, at);
  else if (stats.isFile()) yield* itemsOfExplicit(path, stats.size, inputs, at);
  else if (stats.isFIFO())
    yield* itemsOfUnknown(name, createReadStream(onDisk(path)) as AsyncIterable<Uint8Array>, at);
  else {
    inputs.onNothing(name, 'not a regular file');
    yield trouble(name, finding('file/unreadable', { reason: 'not a regular file' }));
  }
}

async function* itemsOfFolder(path: BytePath, inputs: Inputs, at: Depth): AsyncGenerator<Items> {
  let isEmpty = true;
  let row: Item[] = [];
  for (const found of walk(path, inputs.sizes ?? 'known')) {
    isEmpty = false;
    if (found.kind === 'trouble') row.push(found);
    else if (isSmallSgf(found.path, found.size))
      row.push({ kind: 'file', path: found.path, size: found.size });
    else {
      if (row.length > 0) yield row;
      row = [];
      yield* itemsOfFile(found.path, found.size, at);
    }
    if (row.length === MOST_IN_A_ROW) {
      yield row;
      row = [];
    }
  }
  if (row.length > 0) yield row;
  if (isEmpty) inputs.onNothing(displayName(path), 'no SGF file or archive in this folder');
}

/** The parts of an SGF file that turned out to be large. */
export function itemsOfLargeFile(path: BytePath, limits: Limits): AsyncGenerator<Item> {
  const name = displayName(path);
  return guarded(name, () => itemsOfKind('sgf', name, blocksOfFile(path), { limits, depth: 1 }));
}

async function* itemsOfGlob(pattern: string, inputs: Inputs, at: Depth): AsyncGenerator<Item> {
  const { glob } = await import('tinyglobby');
  const matches = await glob(pattern, { absolute: isAbsolute(pattern), expandDirectories: false });
  const paths = matches.map(bytePath).sort((a, b) => (a < b ? -1 : 1));
  let isEmpty = true;
  for (const path of paths) {
    const stats = statSync(onDisk(path), { throwIfNoEntry: false });
    if (stats?.isFile() !== true || !isWanted(path)) continue;
    isEmpty = false;
    yield* itemsOfFile(path, stats.size, at);
  }
  if (isEmpty) inputs.onNothing(pattern, 'nothing matches');
}

/** A file given by the user is read whatever its name; without a known extension its first bytes decide. */
async function* itemsOfExplicit(
  path: BytePath,
  size: number,
  inputs: Inputs,
  at: Depth,
): AsyncGenerator<Item> {
  if (kindOf(path) !== 'other') {
    yield* watched(displayName(path), itemsOfFile(path, size, at), inputs);
    return;
  }
  const name = displayName(path);
  yield* watched(
    name,
    guarded(name, () => itemsOfUnknown(name, blocksOfFile(path), at)),
    inputs,
  );
}

/** Calls `onNothing` for a file of which nothing could be read. */
async function* watched(name: string, items: AsyncIterable<Item>, inputs: Inputs): AsyncGenerator<Item> {
  let good = 0;
  let reason = '';
  for await (const item of items) {
    if (item.kind !== 'trouble') good++;
    else if ('reason' in item.finding.args) reason = item.finding.args.reason;
    yield item;
  }
  if (good === 0 && reason !== '') inputs.onNothing(name, reason);
}

async function* itemsOfFile(path: BytePath, size: number, at: Depth): AsyncGenerator<Item> {
  const kind = kindOf(path);
  const name = displayName(path);
  if (isSmallSgf(path, size)) yield { kind: 'file', path, size };
  else if (kind === 'zip') yield* itemsOfZip(path, name, at);
  else yield* guarded(name, () => itemsOfKind(kind, name, blocksOfFile(path), at));
}

async function* guarded(name: string, make: () => AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* make();
  } catch (error) {
    yield trouble(name, findingOf(error, 'file/unreadable'));
  }
}

function isSmallSgf(path: BytePath, size: number): boolean {
  return size <= LARGE_BYTES && kindOf(path) === 'sgf';
}
