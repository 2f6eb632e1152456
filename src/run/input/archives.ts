import { crc32, joined } from '../../core/bytes.js';
import type { Limits } from '../../core/limits.js';
import { failure, type Outcome, reasonOf } from '../../core/outcome.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import {
  createNameSet,
  damaged,
  nameRefusal,
  repeated,
  skipped,
  tooMany,
  type FileKind,
  isWanted,
  kindOf,
  kindOfBytes,
} from './file-names.js';
import {
  type BytePath,
  type EntryRange,
  findingOf,
  type Item,
  type Items,
  MAX_IN_A_ROW,
  trouble,
  type ZipEntry,
  type ZipEntryItem,
} from './item.js';
import { type Blocks, ByteInput, latin1, itemsOfBlocks, LARGE_BYTES } from './blocks.js';
import { TarReader } from './tar.js';
import {
  type ArchiveBytes,
  bytesInMemory,
  checked,
  dataStart,
  exceedsRatio,
  type ListedEntry,
  listZip,
  packedEntry,
  placeOfZip,
  RATIO,
  refusal,
  TOTAL_RATIO,
  whenLoaded,
  type ZipPlace,
} from './zip.js';

/** Blocks of unpacked bytes; returns what is wrong with the data, or ''. */
export type Unpacked = AsyncGenerator<Uint8Array, string>;

/** What unpacks deflated data: zlib, or a browser's streams. */
export interface Unpacker {
  /** One deflated text. Throws where it is damaged or has more than `unpacked` bytes. */
  readonly inflate: (packed: Uint8Array, unpacked: number) => Uint8Array | Promise<Uint8Array>;
  readonly gunzip: (blocks: Blocks, limits: Pick<Limits, 'gzipMembers'>) => Unpacked;
}

/** How deeply archives are nested here, and what may be unpacked. */
export interface Depth {
  readonly limits: Limits;
  readonly unpacker: Unpacker;
  readonly depth: number;
  /** What the outermost archive may still unpack, nested archives included. */
  readonly budget?: Budget;
  /** Only these entries of a zip on disk are read. */
  readonly entries?: EntryRange | undefined;
  /** Whether an entry of a zip on disk is left unread. `nested`: it is large or an archive itself. */
  readonly leaves?: (entry: number, unpacked: number, nested: 'yes' | 'no') => boolean;
  /** Whether large files stay in one piece. */
  readonly large?: 'whole' | undefined;
  /** Told which fraction of bytes in memory was read, 0 to 1. */
  readonly onRead?: (fraction: number) => void;
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

/** The items of a file in memory; its name decides its kind, else its first bytes. */
export function itemsOfBytes(name: string, bytes: Uint8Array, at: Depth): AsyncGenerator<Items> {
  const named = kindOf(name);
  const kind = named === 'other' ? kindOfBytes(bytes) : named;
  if (kind === 'zip') return entriesOfZip(bytesInMemory(bytes), name, at, undefined);
  return itemsOfKind(kind, name, inBlocks(bytes, at), at);
}

const BLOCK_BYTES = 256 * 1024;

function* inBlocks(bytes: Uint8Array, { onRead }: Depth): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    yield bytes.subarray(start, start + BLOCK_BYTES);
    onRead?.(Math.min(1, (start + BLOCK_BYTES) / bytes.length));
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
  return { kind: kindOfBytes(joined(head)), all };
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
  else yield* itemsOfBlocks(name, blocks, at);
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
    const data = at.unpacker.gunzip(counted, at.limits);
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
    else yield* itemsOfBlocks(name, all, at, () => complaint);
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
  private block: Uint8Array | undefined;
  private used = 0;

  fits(size: number): boolean {
    return this.used + size <= ROW_BYTES;
  }

  add(bytes: Uint8Array): Uint8Array {
    this.block ??= new Uint8Array(Math.max(ROW_BYTES, bytes.length));
    const start = this.used;
    this.block.set(bytes, start);
    this.used += bytes.length;
    return this.block.subarray(start, this.used);
  }
}

/** The items of an entry, which may itself be an archive. */
async function* inside(archive: string, inner: string, blocks: Blocks, at: Depth): AsyncGenerator<Items> {
  const name = `${archive}!/${inner}`;
  const kind = kindOf(inner);
  if (kind === 'sgf') yield* itemsOfBlocks(name, blocks, at);
  else if (at.depth >= at.limits.archiveDepth) {
    yield skipped(archive, inner, 'archives inside archives go too deep (limit archiveDepth)');
    await drain(blocks);
  } else yield* itemsOfKind(kind, name, blocks, { ...nestedIn(at), depth: at.depth + 1 });
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
    if (total <= at.limits.nestedZipBytes) held.push(joined([block]));
  }
  if (total > at.limits.nestedZipBytes)
    yield damaged(name, 'too large for a zip inside an archive or stream (limit nestedZipBytes)');
  else yield* entriesOfZip(bytesInMemory(joined(held)), name, at, undefined);
}

const ALL_ENTRIES: EntryRange = { first: 1, last: Infinity };

/** The source of a zip that is not in memory; its small entries are read from there later. */
interface ZipSource {
  readonly path: BytePath;
  /** Of a zip elsewhere. */
  readonly tag?: string;
  /** The contents of a large entry, whose data begins at `start`. */
  readonly unpacked: (entry: ZipEntry, start: number) => AsyncIterable<Uint8Array>;
}

/** `source`: `undefined` for a zip in memory. */
export async function* entriesOfZip(
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
    let seen = 0;
    for await (const some of listZip(bytes, place)) {
      for (const listed of some) {
        then = take(listed);
        at.onRead?.(++seen / place.entries);
        if (then === 'end') break;
        if (row.length >= most || (then === 'read' && row.length > 0)) {
          yield row;
          row = [];
        }
        if (then === 'read') yield* itemsOfEntry(bytes, name, listed, { ...nestedIn(at), budget, source });
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

/** What holds of entries too. */
function nestedIn({ limits, unpacker, depth, large, budget }: Depth): Depth {
  return { limits, unpacker, depth, large, ...(budget && { budget }) };
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
    const contents = await contentsOf(bytes, entry, at.unpacker);
    if (contents.ok) yield* inside(archive, listed.name, [joined([contents.value])], at);
    else yield skipped(archive, listed.name, contents.error, 'error');
    return;
  }
  const start = await whenLoaded(bytes, () => dataStart(bytes, entry));
  if (!start.ok) {
    yield skipped(archive, listed.name, start.error, 'error');
    return;
  }
  const state = { crc: 0, length: 0 };
  yield* inside(archive, listed.name, counted(source.unpacked(entry, start.value), entry, state), at);
  if (state.length !== entry.unpacked || state.crc !== entry.crc) {
    yield damaged(`${archive}!/${listed.name}`, 'its size or CRC-32 differs from the directory');
  }
}

/** The contents of an entry that fits in memory, or the reason why it cannot be read. */
async function contentsOf(
  bytes: ArchiveBytes,
  entry: ZipEntry,
  { inflate }: Unpacker,
): Promise<Outcome<Uint8Array, string>> {
  const packed = await whenLoaded(bytes, () => packedEntry(bytes, entry));
  if (!packed.ok) return packed;
  try {
    return checked(entry.method === 0 ? packed.value : await inflate(packed.value, entry.unpacked), entry);
  } catch (error) {
    return failure(reasonOf(error));
  }
}

/** The blocks of an entry up to the size stated in the directory. */
async function* counted(
  blocks: AsyncIterable<Uint8Array>,
  { packed, unpacked }: ZipEntry,
  state: { crc: number; length: number },
): AsyncGenerator<Uint8Array> {
  if (packed === 0) return;
  for await (const block of blocks) {
    state.crc = crc32(block, state.crc);
    state.length += block.length;
    if (state.length > unpacked) return;
    yield block;
  }
}

/** The finding about bytes around a zip: joined and damaged zips lose games. */
function extraBytes(bytes: ArchiveBytes, { start, end }: ZipPlace): Finding | undefined {
  const after = bytes.size - end;
  if (start === 0 && after === 0) return undefined;
  const isZipAt = (position: number): boolean => latin1(bytes.read(position, 2), 0, 2) === 'PK';
  if ((start > 0 && isZipAt(0)) || isZipAt(end))
    return finding('archive/damaged', {
      reason: 'it is several zips joined, or incomplete; only the last is read',
    });
  return finding('archive/extra-bytes', { before: start, after });
}
