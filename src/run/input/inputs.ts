import { accessSync, constants, createReadStream, statSync, type Stats, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { reasonOf } from '../../core/outcome.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import type { Limits } from '../../core/limits.js';
import { isBucketAddress } from '../store/store.js';
import {
  bytePath,
  type BytePath,
  displayName,
  type EntryRange,
  type FileItem,
  findingOf,
  isAddress,
  type Item,
  type Items,
  MAX_IN_A_ROW,
  nameOf,
  onDisk,
  oneByOne,
  rowOf,
  shownAddress,
  type StreamItem,
  trouble,
  type TroubleItem,
} from './item.js';
import { fetched, objectsBelow, openAddress } from './fetching.js';
import { type Depth, itemsOfUnknown } from './archives.js';
import { createReader, opened, type Reader } from './item-reader.js';
import { isWanted, kindOf } from './file-names.js';
import { LARGE_BYTES } from './blocks.js';
import { ZLIB } from './unpack.js';
import { walk } from './walk.js';
import { archiveOf, goodIn, itemsOfEntry, watched } from './entry.js';
import { guarded, isSmallSgf, itemsOfFile, itemsOfZip, kindAt, smallFile } from './file-items.js';

/** What a run reads: names as the user gave them. */
export interface Inputs {
  readonly names: Iterable<string>;
  /** Standard input, for the name `-`. */
  readonly stdin: Readable;
  readonly limits: Limits;
  /** Called for inputs without anything to read: nothing matched, no such file, no SGF in the folder. */
  readonly onNothing: (name: string, reason: string) => void;
  /** Whether names may be addresses: `s3://`, `https://`, `http://`. Never for names that others supply: they would be requested. */
  readonly addresses?: 'read' | undefined;
  /** Whether large files come in one piece. */
  readonly large?: 'whole';
  /** Which files are read, archives as a whole; the others are skipped silently. Not called for standard input. */
  readonly isWanted?: ((path: BytePath) => boolean) | undefined;
  /** Takes findings about what was met while files were chosen; they come before the files. */
  readonly takeTroubles?: (() => readonly TroubleItem[]) | undefined;
}

/** Every item of every input, in the order of the inputs; folders in byte order of their names. */
export function itemsOf(inputs: Inputs): AsyncGenerator<Item> {
  return oneByOne(itemsInRows(inputs));
}

/**
 * Whether there is nothing to read: no such files, no match, folders without games. If so, `onNothing` has been called for
 * each of them; otherwise that is left to the reader.
 */
export async function nothingIn(inputs: Inputs): Promise<boolean> {
  for (const name of inputs.names) if (await leadsSomewhere(name, inputs)) return false;
  const items = itemsInRows(inputs);
  while ((await items.next()).done !== true) continue; // `onNothing` is called on the way
  return true;
}

async function leadsSomewhere(name: string, { addresses }: Inputs): Promise<boolean> {
  if (name === '-') return true;
  if (addresses === 'read' && isAddress(name)) return isThere(name);
  const path = bytePath(name);
  try {
    return !statSync(onDisk(path)).isDirectory() || walk(path).next().done !== true;
  } catch {
    const { glob, isDynamicPattern } = await import('tinyglobby');
    return (
      archiveOf(name) !== undefined ||
      (isDynamicPattern(name) &&
        (await glob(name, { absolute: isAbsolute(name), expandDirectories: false })).length > 0)
    );
  }
}

/** The items of `itemsOf`, many files at a time. */
export function itemsInRows(inputs: Inputs): AsyncGenerator<Items> {
  return rowsOf(inputs, readFile) as AsyncGenerator<Items>;
}

/** The items for a plan: files that must be read to be listed are left to `itemsOfStream`. Standard input is read at once. */
export function itemsForPlan(inputs: Inputs): AsyncGenerator<Listed> {
  return rowsOf(inputs, listFile);
}

/** The items of a file that a plan left unread. */
export function itemsOfStream(
  { path, size, named, entries }: StreamItem,
  inputs: InputsOfFile,
): AsyncGenerator<Items> {
  if (!entries) return readFile(path, size, named, inputs);
  return itemsOfZip(path, displayName(path), { ...outermost(inputs), entries });
}

export type Listed = Items | StreamItem;

type InputsOfFile = Pick<Inputs, 'limits' | 'onNothing' | 'large'>;

/** Yields the items of one file. `named`: by the user. */
type FileLister = (
  path: BytePath,
  size: number,
  named: 'yes' | 'no',
  inputs: InputsOfFile,
  /** Of a file elsewhere. */
  tag?: string,
) => AsyncGenerator<Listed>;

async function* rowsOf(inputs: Inputs, itemsOfFile: FileLister): AsyncGenerator<Listed> {
  for await (const row of rowsOfNames(inputs, itemsOfFile)) {
    const troubles = inputs.takeTroubles?.() ?? [];
    if (troubles.length > 0) yield troubles;
    yield row;
  }
  // Those of folders in which no file was wanted.
  const troubles = inputs.takeTroubles?.() ?? [];
  if (troubles.length > 0) yield troubles;
}

async function* rowsOfNames(inputs: Inputs, itemsOfFile: FileLister): AsyncGenerator<Listed> {
  let row: Item[] = [];
  for (const name of inputs.names) {
    const file = smallSgfNamed(name);
    if (file && inputs.isWanted?.(file.path) === false) continue;
    if (file) row.push(file);
    if (row.length > 0 && (!file || row.length === MAX_IN_A_ROW)) {
      yield row;
      row = [];
    }
    if (file) continue;
    if (name === '-') yield* itemsOfStdin(inputs);
    else if (inputs.addresses === 'read' && isAddress(name)) {
      const items = itemsOfAddress(name, inputs, itemsOfFile);
      yield* itemsOfFile === readFile ? fetched(items as AsyncGenerator<Items>) : items;
    } else yield* itemsOfName(name, inputs, itemsOfFile);
  }
  if (row.length > 0) yield row;
}

function itemsOfStdin(inputs: Inputs): AsyncGenerator<Items> {
  const blocks = inputs.stdin as AsyncIterable<Uint8Array>;
  const items = guarded('-', () => itemsOfUnknown('-', blocks, outermost(inputs)));
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
    const wanted = rowOf(items).filter((item) => item.kind !== 'trouble' && isWantedName(nameOf(item)));
    if (wanted.length > 0) yield wanted.length === 1 ? wanted[0]! : wanted;
  }
}

const NOT_UTF8 = 'its name is not UTF-8; name its folder, whose files are all read';

/** Whether a name has lost bytes: Node and globs give names that are not UTF-8 with U+FFFD in their place. */
function isLossy(name: string): boolean {
  return name.includes('\ufffd');
}

async function* itemsOfName(name: string, inputs: Inputs, itemsOfFile: FileLister): AsyncGenerator<Listed> {
  const path = bytePath(name);
  let stats: Stats;
  try {
    stats = statSync(onDisk(path));
    accessSync(onDisk(path), constants.R_OK);
  } catch (error) {
    if (archiveOf(name) !== undefined) {
      yield* itemsOfEntry(name, { ...inputs, ...outermost(inputs) });
      return;
    }
    const { isDynamicPattern } = await import('tinyglobby');
    if (isDynamicPattern(name)) {
      yield* itemsOfGlob(name, inputs, itemsOfFile);
      return;
    }
    const reason = isLossy(name) ? NOT_UTF8 : reasonOf(error);
    inputs.onNothing(name, reason);
    yield trouble(name, finding('file/unreadable', { reason }));
    return;
  }
  if (stats.isDirectory()) yield* itemsOfFolder(path, inputs, itemsOfFile);
  else if (stats.isFile()) {
    if (inputs.isWanted?.(path) !== false) yield* itemsOfFile(path, stats.size, 'yes', inputs);
  } else if (stats.isFIFO()) {
    const blocks = createReadStream(onDisk(path)) as AsyncIterable<Uint8Array>;
    yield* itemsOfUnknown(name, blocks, outermost(inputs));
  } else {
    inputs.onNothing(name, 'not a regular file');
    yield trouble(name, finding('file/unreadable', { reason: 'not a regular file' }));
  }
}

/** Whether the address is that of a file, or has files below it. */
async function isThere(address: string): Promise<boolean> {
  try {
    if (!isFolderAddress(address)) {
      const { content } = await openAddress(address);
      if (content.kind === 'stream') content.close();
      return true;
    }
  } catch {
    if (!isBucketAddress(address)) return false;
  }
  return hasObjects(address);
}

/** `s3://bucket/prefix` is a file, or else a folder. */
async function* itemsOfAddress(
  address: string,
  inputs: Inputs,
  itemsOfFile: FileLister,
): AsyncGenerator<Listed> {
  const name = shownAddress(address);
  try {
    if (isFolderAddress(address)) {
      yield* itemsOfBucket(address, inputs, itemsOfFile);
      return;
    }
    if (kindOf(name) === 'other' && isBucketAddress(address) && (await hasObjects(address))) {
      yield* itemsOfBucket(`${address}/`, inputs, itemsOfFile);
      return;
    }
    const { tag, content } = await openAddress(address);
    if (content.kind === 'stream') content.close();
    const size = content.kind === 'ranges' ? content.size : LARGE_BYTES + 1;
    yield* itemsOfFile(bytePath(address), size, 'yes', inputs, tag);
  } catch (error) {
    const found = findingOf(error, 'file/unreadable');
    inputs.onNothing(name, reasonOf(error));
    yield trouble(name, found);
  }
}

async function* itemsOfBucket(
  address: string,
  inputs: Inputs,
  itemsOfFile: FileLister,
): AsyncGenerator<Listed> {
  let isEmpty = true;
  for await (const { address: object, size, tag } of objectsBelow(address)) {
    isEmpty = false;
    yield* itemsOfFile(bytePath(object), size, 'no', inputs, tag);
  }
  if (isEmpty) inputs.onNothing(address, 'no SGF file or archive below this address');
}

function isFolderAddress(address: string): boolean {
  return isBucketAddress(address) && /^s3:\/\/[^/]*(?:$|\/(?:.*\/)?$)/s.test(address);
}

async function hasObjects(address: string): Promise<boolean> {
  try {
    return (await objectsBelow(isFolderAddress(address) ? address : `${address}/`).next()).done !== true;
  } catch {
    return false; // reported when it is read
  }
}

async function* itemsOfFolder(
  path: BytePath,
  inputs: Inputs,
  itemsOfFile: FileLister,
): AsyncGenerator<Listed> {
  let isEmpty = true;
  let row: Item[] = [];
  for (const found of walk(path)) {
    isEmpty = false;
    if (found.kind === 'file' && inputs.isWanted?.(found.path) === false) continue;
    if (found.kind === 'trouble' || isSmallSgf(found.path, found.size)) row.push(found);
    else {
      if (row.length > 0) yield row;
      row = [];
      yield* itemsOfFile(found.path, found.size, 'no', inputs);
    }
    if (row.length === MAX_IN_A_ROW) {
      yield row;
      row = [];
    }
  }
  if (row.length > 0) yield row;
  if (isEmpty) inputs.onNothing(displayName(path), 'no SGF file or archive in this folder');
}

async function* itemsOfGlob(
  pattern: string,
  inputs: Inputs,
  itemsOfFile: FileLister,
): AsyncGenerator<Listed> {
  const { glob } = await import('tinyglobby');
  const matches = await glob(pattern, { absolute: isAbsolute(pattern), expandDirectories: false });
  const paths = matches.map(bytePath).sort((a, b) => (a < b ? -1 : 1));
  let isEmpty = true;
  for (const path of paths) {
    const stats = statSync(onDisk(path), { throwIfNoEntry: false });
    const name = displayName(path);
    if (!stats && isLossy(name) && isWanted(path)) {
      isEmpty = false;
      inputs.onNothing(name, NOT_UTF8);
      yield trouble(name, finding('file/unreadable', { reason: NOT_UTF8 }));
    }
    if (stats?.isFile() !== true || !isWanted(path)) continue;
    isEmpty = false;
    if (inputs.isWanted?.(path) === false) continue;
    yield* itemsOfFile(path, stats.size, 'no', inputs);
  }
  if (isEmpty) inputs.onNothing(pattern, 'nothing matches');
}

/** A file named by the user is read whatever its name; without a known extension its first bytes decide. */
function readFile(
  path: BytePath,
  size: number,
  named: 'yes' | 'no',
  inputs: InputsOfFile,
  tag?: string,
): AsyncGenerator<Items> {
  const name = displayName(path);
  const kind = kindAt(path);
  const at = outermost(inputs);
  const read = (): AsyncGenerator<Items> => {
    if (isSmallSgf(path, size)) return smallFile(path, size, tag);
    return itemsOfFile(path, name, kind === 'other' && named === 'no' ? 'sgf' : kind, at);
  };
  return named === 'yes' ? watched(name, read(), inputs) : read();
}

/** Leaves archives and large files unread; in a zip, ranges of entries that begin with one. */
async function* listFile(
  path: BytePath,
  size: number,
  named: 'yes' | 'no',
  inputs: InputsOfFile,
  tag?: string,
): AsyncGenerator<Listed> {
  if (isSmallSgf(path, size)) yield* smallFile(path, size, tag);
  else if (kindAt(path) === 'zip') yield* listZipFile(path, named, inputs, tag);
  else yield { kind: 'stream', path, size, named, ...(tag !== undefined && { tag }) };
}

/** A range of entries left unread ends at this unpacked size: each range requires reading the directory again. */
const RANGE_BYTES = 16 * 1024 * 1024;

/** A range of entries left unread begins with one that is large or itself an archive. */
async function* listZipFile(
  path: BytePath,
  named: 'yes' | 'no',
  inputs: InputsOfFile,
  tag?: string,
): AsyncGenerator<Listed> {
  const name = displayName(path);
  const at = outermost(inputs);
  const left: StreamItem[] = [];
  let open: (EntryRange & { readonly size: number }) | undefined;
  const close = (): void => {
    if (!open) return;
    const { size, ...entries } = open;
    left.push({ kind: 'stream', path, size, named: 'no', entries, ...(tag !== undefined && { tag }) });
    open = undefined;
  };
  const leaves: Depth['leaves'] = (entry, unpacked, nested) => {
    if (!open && nested === 'no') return false;
    open = { first: open?.first ?? entry, last: entry, size: (open?.size ?? 0) + unpacked };
    if (open.size >= RANGE_BYTES) close();
    return true;
  };
  let good = 0;
  for await (const items of itemsOfZip(path, name, { ...at, leaves })) {
    close();
    yield* left.splice(0);
    good += goodIn(items);
    yield items;
  }
  close();
  yield* left;
  if (good > 0 || named === 'no') return;
  // Whether there is anything to read may depend on archives inside: the first game decides.
  for await (const items of watched(name, itemsOfZip(path, name, at), inputs)) if (goodIn(items) > 0) break;
}

function outermost({ limits, large }: InputsOfFile): Depth {
  return { limits, unpacker: ZLIB, depth: 1, large };
}

/** A file of any size with all its bytes. */
export interface WholeFile {
  readonly kind: 'whole';
  readonly name: string;
  readonly bytes: Uint8Array;
  /** `undefined` for entries of archives and streams. */
  readonly path: BytePath | undefined;
}

/** An input that cannot be read, or not completely. */
export interface NoFile {
  readonly kind: 'trouble';
  readonly name: string;
  readonly finding: Finding;
}

/** The files of all inputs in their order, one at a time in memory. */
export async function* wholeFiles(inputs: Inputs): AsyncGenerator<WholeFile | NoFile> {
  const reader = createReader();
  try {
    for await (const item of itemsOf({ ...inputs, large: 'whole' })) yield fileOf(item, reader);
  } finally {
    reader.close();
  }
}

function fileOf(item: Item, reader: Reader): WholeFile | NoFile {
  const name = nameOf(item);
  if (item.kind === 'trouble') return { kind: 'trouble', name, finding: item.finding };
  const read = reader.read(item);
  if (!(read instanceof Uint8Array)) return { kind: 'trouble', name, finding: read };
  // The reader reuses its buffer.
  const bytes = item.kind === 'bytes' ? read : Uint8Array.from(read);
  const path = item.kind === 'file' ? item.path : item.kind === 'bytes' ? ownPath(name, bytes) : undefined;
  return { kind: 'whole', name, bytes, path };
}

/** The path of the file with these bytes; a gzipped file has the name of its archive, but other bytes. */
function ownPath(name: string, bytes: Uint8Array): BytePath | undefined {
  if (name === '-') return undefined;
  const path = bytePath(name);
  try {
    return Buffer.compare(
      opened(() => readFileSync(onDisk(path))),
      bytes,
    ) === 0
      ? path
      : undefined;
  } catch {
    return undefined; // an entry of an archive
  }
}
