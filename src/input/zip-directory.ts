import { readSync } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { decodeName, decodeWith, guessNameCharset, type RawName } from './zip-names.js';
import type { ZipEntry } from './items.js';
import { createSpans, type ZipPlace } from './zip-place.js';

/** Random access to an archive, on disk or in memory. */
export interface ArchiveBytes {
  readonly size: number;
  /** The bytes from `position` on, fewer than `length` only at the end. Valid until the next call. */
  readonly read: (position: number, length: number) => Buffer;
}

/** An entry with its name and whatever keeps it from being read. */
export interface ListedEntry {
  readonly name: string;
  readonly entry: ZipEntry;
  readonly encrypted: boolean;
  readonly link: boolean;
  /** Bytes of it are those of another entry too. */
  readonly overlapping: boolean;
}

const BLOCK_BYTES = 256 * 1024;
/** So many bytes of names are evidence enough for a charset. */
const NAME_SAMPLE_BYTES = 64 * 1024;
const FLAG_UTF8 = 0x800;

/** yauzl reads each directory record on its own; a block in memory makes that 60 times as fast. */
class BlockReader extends yauzl.RandomAccessReader {
  private block: Buffer = Buffer.alloc(0);
  private start = 0;

  private readonly bytes: ArchiveBytes;

  constructor(bytes: ArchiveBytes) {
    super();
    this.bytes = bytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough();
    stream.end(Buffer.from(this.bytes.read(start, end - start)));
    return stream;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    try {
      if (position < this.start || position + length > this.start + this.block.length) {
        this.block = Buffer.from(this.bytes.read(position, Math.max(length, BLOCK_BYTES)));
        this.start = position;
      }
    } catch (error) {
      callback(error as Error);
      return;
    }
    const from = position - this.start;
    callback(null, this.block.copy(buffer, offset, from, Math.min(from + length, this.block.length)));
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}

/** An archive on disk; the caller keeps the descriptor open. */
export function bytesOfFile(descriptor: number, size: number): ArchiveBytes {
  let buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  return {
    size,
    read(position, length) {
      if (length > buffer.length) buffer = Buffer.allocUnsafe(Math.max(length, buffer.length * 2));
      return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
    },
  };
}

/** An archive in memory. */
export function bytesOfBuffer(bytes: Buffer): ArchiveBytes {
  return { size: bytes.length, read: (position, length) => bytes.subarray(position, position + length) };
}

/** Some of the bytes, as if they were all. */
function bytesWithin({ read }: ArchiveBytes, start: number, end: number): ArchiveBytes {
  return {
    size: end - start,
    read: (position, length) => read(start + position, Math.min(length, end - start - position)),
  };
}

/**
 * The entries of a zip in the order of its directory, names decoded, offsets in `all`. Folders are left out.
 * Throws where the directory is damaged; the entries before that have been given.
 */
export async function* listZip(all: ArchiveBytes, place: ZipPlace): AsyncGenerator<ListedEntry> {
  const { start, end } = place;
  const bytes = start === 0 && end === all.size ? all : bytesWithin(all, start, end);
  const spanOf = createSpans(place);
  let charset: string | undefined;
  for await (const entry of entriesOf(await open(bytes))) {
    const raw = rawName(entry);
    let name = decodeName(raw);
    if (name === undefined) {
      charset ??= guessNameCharset(await undecodedNames(bytes));
      name = decodeWith(charset, raw.bytes);
    }
    name = name.replaceAll('\\', '/');
    if (name.endsWith('/')) continue;
    const span = {
      at: entry.relativeOffsetOfLocalHeader,
      nameLength: entry.fileNameLength,
      packed: entry.compressedSize,
    };
    yield {
      name,
      entry: {
        ...span,
        at: start + span.at,
        unpacked: entry.uncompressedSize,
        crc: entry.crc32,
        method: entry.compressionMethod,
      },
      encrypted: entry.isEncrypted(),
      link: ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000,
      overlapping: spanOf(span) === 'overlapping',
    };
  }
}

/** Why a name is not safe, or undefined; nothing is written to disk, but names go into reports that others use. */
export function unsafeName(name: string): string | undefined {
  return yauzl.validateFileName(name) === null ? undefined : 'the name leaves the archive';
}

function open(bytes: ArchiveBytes): Promise<ZipFile> {
  const options = { decodeStrings: false, autoClose: false, lazyEntries: true, validateEntrySizes: true };
  return yauzl.fromRandomAccessReaderPromise(new BlockReader(bytes), bytes.size, options);
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for await (const entry of zip.eachEntry()) yield entry;
}

/** `decodeStrings: false` leaves the names as buffers, which the types do not tell. */
function rawName(entry: Entry): RawName {
  return {
    bytes: entry.fileNameRaw,
    flaggedUtf8: (entry.generalPurposeBitFlag & FLAG_UTF8) !== 0,
    extra: entry.extraFields,
  };
}

/** A sample of the names that do not tell their charset, for one guess about the whole archive. */
async function undecodedNames(bytes: ArchiveBytes): Promise<Uint8Array[]> {
  const names: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const entry of entriesOf(await open(bytes))) {
      const raw = rawName(entry);
      if (decodeName(raw) !== undefined) continue;
      names.push(raw.bytes);
      total += raw.bytes.length;
      if (total > NAME_SAMPLE_BYTES) break;
    }
  } catch {
    return names; // the first pass reports the damage
  }
  return names;
}
