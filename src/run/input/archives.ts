import { closeSync, createReadStream, fstatSync, openSync, type Stats } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Limits } from '../../core/limits.js';
import { reasonOf } from '../../core/outcome.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { createNameSet, damaged, nameRefusal, repeated, skipped, tooMany } from './archive-names.js';
import {
  addressOf,
  type BytePath,
  type EntryRange,
  findingOf,
  isAddress,
  type Item,
  type Items,
  MAX_IN_A_ROW,
  onDisk,
  trouble,
  type ZipEntryItem,
} from './item.js';
import { blocksBetween, bytesOfRemote, openAddress } from './fetching.js';
import { type FileKind, isWanted, kindOf, kindOfBytes } from './file-names.js';
import { type Blocks, ByteInput } from './byte-input.js';
import { gunzip } from './gunzip.js';
import { BLOCK_BYTES, isChanged, opened, WHILE_READ } from './item-reader.js';
import { itemsOfBlocks, LARGE_BYTES } from './parts.js';
import { TarReader } from './tar.js';
import {
  type ArchiveBytes,
  bytesOfBuffer,
  bytesOfFile,
  dataStart,
  exceedsRatio,
  type ListedEntry,
  listZip,
  RATIO,
  readEntry,
  refusal,
  TOTAL_RATIO,
  whenLoaded,
} from './zip.js';
import { placeOfZip, type ZipPlace } from './zip-place.js';

/** How deeply archives are nested here, and what may be unpacked. */
export interface Depth {
  readonly limits: Limits;
  readonly depth: number;
  /** What the outermost archive may still unpack, nested archives included. */
  readonly budget?: Budget;
  /** Only these entries of a zip on disk are read. */
  readonly entries?: EntryRange | undefined;
  /** Whether an entry of a zip on disk is left unread. `nested`: it is large or an archive itself. */
  readonly leaves?: (entry: number, unpacked: number, nested: 'yes' | 'no') => boolean;
}

/** Counts unpacked bytes; returns a reason when they are too many for the archive. */
type Budget = (unpacked: number) => string | undefined;

function createBudget(packed: () => number, limits: Limits): Budget {
  let total = 0;
  return (unpacked) => {
    if (exceedsRatio(total + unpacked, packed(), limits)) return TOTAL_RATIO;
    total += unpacked;
    return undefined;
  };
}

/** The items of a zip on disk or at an address; its small entries are read there later. */
export function itemsOfZip(path: BytePath, name: string, at: Depth): AsyncGenerator<Items> {
  return isAddress(path) ? itemsOfZipElsewhere(path, name, at) : itemsOfZipOnDisk(path, name, at);
}

async function* itemsOfZipElsewhere(path: BytePath, name: string, at: Depth): AsyncGenerator<Items> {
  try {
    const { tag, content } = await openAddress(addressOf(path));
    if (content.kind === 'stream') yield* nestedZip(name, content.blocks, at);
    else
      yield* entriesOfZip(bytesOfRemote(content, tag), name, at, {
        ...{ path, tag },
        packed: (start, end) => Readable.from(blocksBetween(content, tag, start, end)),
      });
  } catch (error) {
    yield trouble(name, findingOf(error, 'file/unreadable'));
  }
}

async function* itemsOfZipOnDisk(path: BytePath, name: string, at: Depth): AsyncGenerator<Items> {
  let descriptor: number;
  let before: Stats;
  try {
    descriptor = opened(() => openSync(onDisk(path), 'r'));
    before = fstatSync(descriptor);
  } catch (error) {
    yield trouble(name, finding('file/unreadable', { reason: reasonOf(error) }));
    return;
  }
  try {
    yield* entriesOfZip(bytesOfFile(descriptor, before.size), name, at, {
      path,
      packed: (start, end) =>
        createReadStream('', {
          fd: opened(() => openSync(onDisk(path), 'r')),
          start,
          end: end - 1,
          highWaterMark: BLOCK_BYTES,
        }),
    });
    if (isChanged(before, descriptor)) yield trouble(name, finding('file/changed', { what: WHILE_READ }));
  } finally {
    closeSync(descriptor);
  }
}

/** The items of contents without an informative name, such as standard input; the first bytes decide. */
export async function* itemsOfUnknown(name: string, blocks: Blocks, at: Depth): AsyncGenerator<Items> {
  const { kind, all } = await peeked(blocks);
  yield* itemsOfKind(kind, name, all, at);
}

/** The kind that the first bytes show, and all blocks. */
async function peeked(blocks: Blocks): Promise<{ kind: FileKind; all: AsyncGenerator<Uint8Array> }> {
  const iterator =
    Symbol.asyncIterator in blocks ? blocks[Symbol.asyncIterator]() : blocks[Symbol.iterator]();
  const head: Uint8Array[] = [];
  let length = 0;
  while (length < 512) {
    const next = await iterator.next();
    if (next.done === true) break;
    head.push(next.value);
    length += next.value.length;
  }
  const all = (async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* head;
      for (;;) {
        const next = await iterator.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  })();
  return { kind: kindOfBytes(Buffer.concat(head)), all };
}

/** The items of a stream of a known kind. */
export async function* itemsOfKind(
  kind: FileKind,
  name: string,
  blocks: Blocks,
  at: Depth,
): AsyncGenerator<Items> {
  if (kind === 'zip') yield* nestedZip(name, blocks, at);
  else if (kind === 'tar') yield* itemsOfTar(name, blocks, at, () => '');
  else if (kind === 'tar.gz' || kind === 'gz') yield* itemsOfGzip(kind, name, blocks, at);
  else yield* itemsOfBlocks(name, blocks, at.limits);
}

/** A single gzipped file keeps the name of its archive; a gzipped tar has entries. */
async function* itemsOfGzip(kind: FileKind, name: string, blocks: Blocks, at: Depth): AsyncGenerator<Items> {
  let complaint = '';
  let unpackedBytes = 0;
  const budget = at.budget ?? createBudget(() => packedBytes, at.limits);
  let packedBytes = 0;
  const counted = (async function* (): AsyncGenerator<Uint8Array> {
    for await (const block of blocks) {
      packedBytes += block.length;
      yield block;
    }
  })();
  const unpacked = (async function* (): AsyncGenerator<Uint8Array> {
    const data = gunzip(counted, at.limits);
    for (;;) {
      const next = await data.next();
      if (next.done === true) {
        complaint = next.value;
        return;
      }
      unpackedBytes += next.value.length;
      if (exceedsRatio(unpackedBytes, packedBytes, at.limits)) complaint = RATIO;
      else complaint = budget(next.value.length) ?? '';
      if (complaint !== '') return;
      yield next.value;
    }
  })();
  try {
    if (kind === 'tar.gz') {
      yield* itemsOfTar(name, unpacked, { ...at, budget }, () => complaint);
      return;
    }
    const { kind: inner, all } = await peeked(unpacked);
    if (inner === 'tar') yield* itemsOfTar(name, all, { ...at, budget }, () => complaint);
    else yield* itemsOfBlocks(name, all, at.limits, () => complaint);
  } finally {
    // Not closed otherwise when the consumer stops early.
    await counted.return(undefined);
  }
}

/** Small games of a tar are yielded together, up to this many bytes. */
const ROW_BYTES = 256 * 1024;

async function* itemsOfTar(
  name: string,
  blocks: Blocks,
  at: Depth,
  complaint: () => string,
): AsyncGenerator<Items> {
  const { limits } = at;
  const input = new ByteInput(blocks);
  const tar = new TarReader(input);
  const names = createNameSet();
  let count = 0;
  let row: Item[] = [];
  let contents = new RowContents();
  try {
    for (let member = await tar.next(); member; member = await tar.next()) {
      const { name: inner, kind, size } = member;
      if (kind === 'folder' || !isWanted(inner)) continue;
      if (++count > limits.archiveEntries) {
        row.push(tooMany(name, limits));
        break;
      }
      const reason = kind === 'other' ? 'a link or device, not a file' : nameRefusal(inner, limits);
      if (reason !== undefined) {
        row.push(skipped(name, inner, reason));
        continue;
      }
      if (names.add(inner) === 'again') row.push(repeated(name, inner));
      const isSmall = kindOf(inner) === 'sgf' && size <= Math.min(LARGE_BYTES, limits.fileBytes);
      const bytes = isSmall ? await tar.whole() : undefined;
      if (row.length > 0 && (row.length >= MAX_IN_A_ROW || !bytes || !contents.fits(size))) {
        yield row;
        row = [];
        contents = new RowContents();
      }
      if (bytes) row.push({ kind: 'bytes', name: `${name}!/${inner}`, bytes: contents.add(bytes), size });
      if (!bytes) yield* inside(name, inner, tar.blocks(), at);
    }
  } catch (error) {
    if (complaint() === '') row.push(damaged(name, reasonOf(error)));
  } finally {
    await input.close();
  }
  if (complaint() !== '') row.push(damaged(name, complaint()));
  if (row.length > 0) yield row;
}

/** Copies of small files in one block: memory of its own for each would keep the garbage collector busy. */
class RowContents {
  private block: Buffer | undefined;
  private used = 0;

  fits(size: number): boolean {
    return this.used + size <= ROW_BYTES;
  }

  add(bytes: Buffer): Uint8Array {
    this.block ??= Buffer.allocUnsafeSlow(Math.max(ROW_BYTES, bytes.length));
    const start = this.used;
    this.used += bytes.copy(this.block, start);
    return this.block.subarray(start, this.used);
  }
}

/** The items of an entry, which may itself be an archive. */
async function* inside(archive: string, inner: string, blocks: Blocks, at: Depth): AsyncGenerator<Items> {
  const name = `${archive}!/${inner}`;
  const kind = kindOf(inner);
  if (kind === 'sgf') yield* itemsOfBlocks(name, blocks, at.limits);
  else if (at.depth >= at.limits.archiveDepth) {
    yield skipped(archive, inner, 'archives inside archives go too deep (limit archiveDepth)');
    await drain(blocks);
  } else yield* itemsOfKind(kind, name, blocks, { ...at, depth: at.depth + 1 });
}

/** Reads to the end, so that later entries can be read, and returns the number of bytes. */
async function drain(blocks: Blocks): Promise<number> {
  let length = 0;
  for await (const block of blocks) length += block.length;
  return length;
}

/** A zip inside another archive is held in memory, as its directory is at its end. */
async function* nestedZip(name: string, blocks: Blocks, at: Depth): AsyncGenerator<Items> {
  const held: Uint8Array[] = [];
  let total = 0;
  for await (const block of blocks) {
    total += block.length;
    if (total <= at.limits.nestedZipBytes) held.push(Buffer.from(block));
  }
  if (total > at.limits.nestedZipBytes)
    yield damaged(name, 'too large for a zip inside an archive or stream (limit nestedZipBytes)');
  else yield* entriesOfZip(bytesOfBuffer(Buffer.concat(held)), name, at, undefined);
}

const ALL_ENTRIES: EntryRange = { first: 1, last: Infinity };

/** The source of a zip that is not in memory; its small entries are read from there later. */
interface ZipSource {
  readonly path: BytePath;
  /** Of a zip elsewhere. */
  readonly tag?: string;
  /** Its bytes from `start` to `end`, for a large entry. */
  readonly packed: (start: number, end: number) => Readable;
}

/** `source`: `undefined` for a zip in memory. */
async function* entriesOfZip(
  bytes: ArchiveBytes,
  name: string,
  at: Depth,
  source: ZipSource | undefined,
): AsyncGenerator<Items> {
  const { first, last } = at.entries ?? ALL_ENTRIES;
  /** What to leave unread must be known before the next item is yielded. */
  const most = at.leaves ? 1 : MAX_IN_A_ROW;
  const names = createNameSet();
  const budget = at.budget ?? createBudget(() => bytes.size, at.limits);
  let count = 0;
  let row: Item[] = [];

  /** Adds what is known of an entry without its bytes; returns whether to read them, to go on, or to end the archive. */
  function take(listed: ListedEntry): 'read' | 'next' | 'end' {
    if (!isWanted(listed.name)) return 'next';
    const isAgain = names.add(listed.name) === 'again';
    const isOver = ++count > at.limits.archiveEntries;
    const reason = isOver ? '' : (whyNot(listed, at.limits) ?? budget(listed.entry.unpacked));
    if (count < first) return 'next';
    if (count > last) return 'end';
    const nested = reason === undefined && !isSmallGame(listed) ? 'yes' : 'no';
    if (!isOver && at.leaves?.(count, listed.entry.unpacked, nested) === true) return 'next';
    if (isAgain) row.push(repeated(name, listed.name));
    if (isOver) row.push(tooMany(name, at.limits));
    else if (reason !== undefined) row.push(skipped(name, listed.name, reason));
    else if (!source || nested === 'yes') return 'read';
    else row.push(entryItem(name, listed, source));
    return isOver ? 'end' : 'next';
  }

  try {
    const place = await whenLoaded(bytes, () => placeOfZip(bytes));
    if (!place) throw new Error('it has no zip directory');
    const extra = await whenLoaded(bytes, () => extraBytes(bytes, place));
    if (extra && first === 1) row.push(trouble(name, extra));
    let then: ReturnType<typeof take> = 'next';
    for await (const some of listZip(bytes, place)) {
      for (const listed of some) {
        then = take(listed);
        if (then === 'end') break;
        if (row.length >= most || (then === 'read' && row.length > 0)) {
          yield row;
          row = [];
        }
        if (then === 'read')
          yield* itemsOfEntry(bytes, name, listed, { limits: at.limits, depth: at.depth, budget, source });
      }
      if (then === 'end') break;
    }
  } catch (error) {
    row.push(trouble(name, findingOf(error, 'archive/damaged')));
  }
  if (row.length > 0) yield row;
}

/** An entry that is read by the worker that judges its games. */
function entryItem(archive: string, { name, entry }: ListedEntry, { path, tag }: ZipSource): ZipEntryItem {
  return {
    kind: 'zip-entry',
    name: `${archive}!/${name}`,
    archive: path,
    entry,
    size: entry.unpacked,
    ...(tag !== undefined && { tag }),
  };
}

function whyNot(listed: ListedEntry, limits: Limits): string | undefined {
  if (listed.encrypted) return 'it is encrypted';
  if (listed.link) return 'a symbolic link, not a file';
  if (listed.overlapping) return 'it shares bytes with another entry';
  return nameRefusal(listed.name, limits) ?? refusal(listed.entry, limits);
}

function isSmallGame({ name, entry }: ListedEntry): boolean {
  return isSmall(entry) && kindOf(name) === 'sgf';
}

function isSmall({ packed, unpacked }: ListedEntry['entry']): boolean {
  return unpacked <= LARGE_BYTES && packed <= LARGE_BYTES;
}

async function* itemsOfEntry(
  bytes: ArchiveBytes,
  archive: string,
  listed: ListedEntry,
  at: Depth & { readonly source: ZipSource | undefined },
): AsyncGenerator<Items> {
  const { entry } = listed;
  const { source } = at;
  if (isSmall(entry) || !source) {
    const contents = await whenLoaded(bytes, () => readEntry(bytes, entry));
    if (contents.ok) yield* inside(archive, listed.name, [new Uint8Array(contents.value)], at);
    else yield skipped(archive, listed.name, contents.error, 'error');
    return;
  }
  const start = await whenLoaded(bytes, () => dataStart(bytes, entry));
  if (!start.ok) {
    yield skipped(archive, listed.name, start.error, 'error');
    return;
  }
  const state = { crc: 0, length: 0 };
  yield* inside(archive, listed.name, unpackedEntry(source, start.value, listed, state), at);
  if (state.length !== entry.unpacked || state.crc !== entry.crc) {
    yield damaged(`${archive}!/${listed.name}`, 'its size or CRC-32 differs from the directory');
  }
}

/** A large entry as a stream that ends at the size stated in the directory. */
async function* unpackedEntry(
  source: ZipSource,
  start: number,
  { entry }: ListedEntry,
  state: { crc: number; length: number },
): AsyncGenerator<Uint8Array> {
  if (entry.packed === 0) return;
  const packed = source.packed(start, start + entry.packed);
  const inflate = createInflateRaw({ chunkSize: BLOCK_BYTES });
  packed.on('error', (error) => inflate.destroy(error));
  const blocks = entry.method === 0 ? packed : packed.pipe(inflate);
  try {
    for await (const block of blocks as AsyncIterable<Buffer>) {
      state.crc = crc32(block, state.crc);
      state.length += block.length;
      if (state.length > entry.unpacked) return;
      yield block;
    }
  } finally {
    packed.destroy();
    inflate.destroy();
  }
}

/** The finding about bytes around a zip: joined and damaged zips lose games. */
function extraBytes(bytes: ArchiveBytes, { start, end }: ZipPlace): Finding | undefined {
  const after = bytes.size - end;
  if (start === 0 && after === 0) return undefined;
  const isZipAt = (position: number): boolean => bytes.read(position, 2).toString('latin1') === 'PK';
  if ((start > 0 && isZipAt(0)) || isZipAt(end))
    return finding('archive/damaged', {
      reason: 'it is several zips joined, or incomplete; only the last is read',
    });
  return finding('archive/extra-bytes', { before: start, after });
}
