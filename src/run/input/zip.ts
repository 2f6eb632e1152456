import { readSync } from 'node:fs';
import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import type { Limits } from '../../core/limits.js';
import { failure, type Outcome, reasonOf, success } from '../../core/outcome.js';
import { decodeName, decodeWith, guessNameCharset, type RawName } from './archive-names.js';
import type { ZipEntry } from './item.js';
import { createSpans, DIRECTORY_RECORD, type ZipPlace } from './zip-place.js';

/** Random access to an archive, on disk or in memory. */
export interface ArchiveBytes {
  readonly size: number;
  /** The bytes from `position` on, fewer than `length` only at the end. Valid until the next call. */
  readonly read: (position: number, length: number) => Buffer;
  /** For an archive elsewhere: loads bytes into memory. `read` throws NotLoaded for bytes that are not loaded. */
  readonly load?: (position: number, length: number) => Promise<void>;
}

/** Bytes must be loaded before they can be read. */
export class NotLoaded extends Error {
  readonly position: number;
  readonly length: number;

  constructor(position: number, length: number) {
    super('not loaded');
    this.position = position;
    this.length = length;
  }
}

/** Repeats a read from an archive until everything that it needs is loaded. */
export async function whenLoaded<T>({ load }: ArchiveBytes, read: () => T): Promise<T> {
  for (;;) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NotLoaded) || !load) throw error;
      await load(error.position, error.length);
    }
  }
}

const BLOCK_BYTES = 256 * 1024;
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

const LOCAL_HEADER = 30;
const LOCAL_SIGNATURE = 0x04034b50;
/** Space for the extra field of the local header, whose length the directory does not state. */
const EXTRA_GUESS = 128;
const MEBIBYTE = 1024 * 1024;

/** Reason for refusing an entry or a gzip file. */
export const RATIO = 'unpacks to too many bytes for its size (limit archiveRatio)';

/** Reason for refusing a whole archive. */
export const TOTAL_RATIO = 'the archive unpacks to too many bytes for its size (limit archiveRatio)';

/** Why an entry must not be unpacked, or undefined. */
export function refusal(entry: ZipEntry, limits: Limits): string | undefined {
  if (entry.method !== 0 && entry.method !== 8)
    return `compression method ${String(entry.method)} is not supported`;
  if (entry.unpacked > limits.fileBytes)
    return `unpacks to ${String(entry.unpacked)} bytes (limit fileBytes)`;
  if (exceedsRatio(entry.unpacked, entry.packed, limits)) return RATIO;
  return undefined;
}

/** Whether the unpacked bytes are too many for the packed size. */
export function exceedsRatio(unpacked: number, packed: number, limits: Limits): boolean {
  return unpacked > MEBIBYTE + limits.archiveRatio * packed;
}

/** Offset of an entry's data, or the reason when there is no local header. */
export function dataStart(bytes: ArchiveBytes, entry: ZipEntry): Outcome<number, string> {
  const header = bytes.read(entry.at, LOCAL_HEADER);
  if (header.length < LOCAL_HEADER || header.readUInt32LE(0) !== LOCAL_SIGNATURE)
    return failure('no local header');
  return success(entry.at + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28));
}

/**
 * The contents of an entry, checked against declared size and CRC-32, or the reason why it cannot be read.
 * For entries that fit in memory; `bytes` is valid until the archive is read again.
 */
export function readEntry(bytes: ArchiveBytes, entry: ZipEntry): Outcome<Buffer, string> {
  try {
    const block = bytes.read(entry.at, endOf(entry) - entry.at);
    if (block.length < LOCAL_HEADER || block.readUInt32LE(0) !== LOCAL_SIGNATURE)
      return failure('no local header');
    const start = LOCAL_HEADER + block.readUInt16LE(26) + block.readUInt16LE(28);
    const packed =
      start + entry.packed <= block.length
        ? block.subarray(start, start + entry.packed)
        : bytes.read(entry.at + start, entry.packed);
    if (packed.length < entry.packed) return failure('the archive ends inside it');
    return checked(entry.method === 0 ? packed : inflate(packed, entry.unpacked), entry);
  } catch (error) {
    if (error instanceof NotLoaded) throw error;
    return failure(reasonOf(error));
  }
}

/** The header of a gzip file without a name, and the length of its CRC-32 and size. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_TAIL = 8;

/**
 * The contents of entries that follow one another, checked as `readEntry` does; `undefined` if one of them cannot be read:
 * `readEntry` says why. They are inflated as the members of one gzip file: setting up zlib for a small entry takes longer than
 * inflating it.
 */
export function readEntries(
  bytes: ArchiveBytes,
  entries: readonly ZipEntry[],
): readonly Buffer[] | undefined {
  const first = entries[0]!;
  const last = entries.at(-1)!;
  try {
    const block = bytes.read(first.at, endOf(last) - first.at);
    const gzip = Buffer.allocUnsafe(
      entries.reduce((sum, { packed }) => sum + GZIP_HEADER.length + packed + GZIP_TAIL, 0),
    );
    let end = 0;
    let unpacked = 0;
    for (const entry of entries) {
      const at = entry.at - first.at;
      if (block.readUInt32LE(at) !== LOCAL_SIGNATURE) return undefined;
      const start = at + LOCAL_HEADER + block.readUInt16LE(at + 26) + block.readUInt16LE(at + 28);
      if (start + entry.packed > block.length) return undefined;
      end += GZIP_HEADER.copy(gzip, end);
      end += block.copy(gzip, end, start, start + entry.packed);
      end = gzip.writeUInt32LE(entry.crc, end);
      end = gzip.writeUInt32LE(entry.unpacked, end);
      unpacked += entry.unpacked;
    }
    const all = gunzipSync(gzip, {
      maxOutputLength: Math.max(1, unpacked),
      chunkSize: Math.max(64, unpacked),
    });
    if (all.length !== unpacked) return undefined;
    let from = 0;
    return entries.map((entry) => all.subarray(from, (from += entry.unpacked)));
  } catch {
    return undefined;
  }
}

/** Whether an entry follows another closely enough to be read together with it. */
export function isNext(before: ZipEntry, entry: ZipEntry): boolean {
  return entry.at > before.at && entry.at <= endOf(before);
}

/** Estimated end of an entry. */
function endOf({ at, nameLength, packed }: ZipEntry): number {
  return at + LOCAL_HEADER + nameLength + EXTRA_GUESS + packed;
}

function inflate(packed: Buffer, unpacked: number): Buffer {
  return inflateRawSync(packed, {
    maxOutputLength: Math.max(1, unpacked),
    chunkSize: Math.max(64, unpacked),
  });
}

function checked(contents: Buffer, entry: ZipEntry): Outcome<Buffer, string> {
  if (contents.length !== entry.unpacked) return failure('its size differs from the directory');
  return crc32(contents) === entry.crc ? success(contents) : failure('its CRC-32 differs from the directory');
}

/** An entry with its name and the obstacles to reading it. */
export interface ListedEntry {
  readonly name: string;
  readonly entry: ZipEntry;
  readonly encrypted: boolean;
  readonly link: boolean;
  /** It shares bytes with another entry. */
  readonly overlapping: boolean;
}

/** Longer than any record, whose name, extra field and comment have up to 64 KiB each. */
const DIRECTORY_BLOCK_BYTES = 256 * 1024;
/** Bytes of names that suffice to guess a charset. */
const NAME_SAMPLE_BYTES = 64 * 1024;
const RECORD_BYTES = 46;
const FLAG_ENCRYPTED = 1;
const FLAG_STRONGLY_ENCRYPTED = 0x40;
const FLAG_UTF8 = 0x800;
const ZIP64_FIELD = 1;
const IN_FIELD = 0xffffffff;

/**
 * The entries of a zip in the order of its directory (APPNOTE 4.3.12), many at a time, with decoded names and offsets in
 * `bytes`. Folders are left out. Throws where the directory is damaged, after the entries before that.
 */
export async function* listZip(bytes: ArchiveBytes, place: ZipPlace): AsyncGenerator<readonly ListedEntry[]> {
  if (place.disk !== 0) throw new Error(`it is part ${String(place.disk + 1)} of a zip in several files`);
  const spanOf = createSpans(place);
  let charset: string | undefined;
  for await (const records of recordsOf(bytes, place)) {
    const row: ListedEntry[] = [];
    for (const record of records) {
      const raw = rawName(record);
      let name = decodeName(raw);
      if (name === undefined) {
        charset ??= guessNameCharset(await undecodedNames(bytes, place));
        name = decodeWith(charset, raw.bytes);
      }
      if (name.includes('\\')) name = name.replaceAll('\\', '/');
      if (!name.endsWith('/')) row.push(listed(name, record, spanOf, place.start));
    }
    yield row;
  }
}

function listed(
  name: string,
  record: Buffer,
  spanOf: ReturnType<typeof createSpans>,
  start: number,
): ListedEntry {
  const [unpacked, packed, at] = sizesAndOffset(record);
  const flags = record.readUInt16LE(8);
  return {
    name,
    entry: {
      at: start + at,
      nameLength: record.readUInt16LE(28),
      packed,
      unpacked,
      crc: record.readUInt32LE(16),
      method: record.readUInt16LE(10),
    },
    encrypted: (flags & (FLAG_ENCRYPTED | FLAG_STRONGLY_ENCRYPTED)) !== 0,
    link: (record.readUInt16LE(40) & 0o170000) === 0o120000,
    overlapping: spanOf({ at, packed }) === 'overlapping',
  };
}

/** Blocks of whole records, each in its own memory. Throws if a record is missing. */
async function* recordsOf(
  bytes: ArchiveBytes,
  { directory, end, entries }: ZipPlace,
): AsyncGenerator<readonly Buffer[]> {
  let position = directory;
  for (let left = entries; left > 0;) {
    const length = Math.max(0, Math.min(DIRECTORY_BLOCK_BYTES, end - position));
    const block = Buffer.from(await whenLoaded(bytes, () => bytes.read(position, length)));
    const records: Buffer[] = [];
    let at = 0;
    while (records.length < left && at + RECORD_BYTES <= block.length) {
      if (block.readUInt32LE(at) !== DIRECTORY_RECORD) break;
      const texts = block.readUInt16LE(at + 28) + block.readUInt16LE(at + 30) + block.readUInt16LE(at + 32);
      const next = at + RECORD_BYTES + texts;
      if (next > block.length) break;
      records.push(block.subarray(at, next));
      at = next;
    }
    if (records.length === 0) throw new Error('its directory ends before the last entry');
    yield records;
    left -= records.length;
    position += at;
  }
}

/** Unpacked and packed size and offset of an entry; 64-bit values are in an extra field (4.5.3). */
function sizesAndOffset(record: Buffer): [unpacked: number, packed: number, at: number] {
  const numbers: [number, number, number] = [
    record.readUInt32LE(24),
    record.readUInt32LE(20),
    record.readUInt32LE(42),
  ];
  if (!numbers.includes(IN_FIELD)) return numbers;
  const field = extraFields(record).find(({ id }) => id === ZIP64_FIELD)?.data ?? Buffer.alloc(0);
  let used = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i] !== IN_FIELD || used + 8 > field.length) continue;
    numbers[i] = Number(field.readBigUInt64LE(used));
    used += 8;
  }
  return numbers;
}

function rawName(record: Buffer): RawName {
  const flaggedUtf8 = (record.readUInt16LE(8) & FLAG_UTF8) !== 0;
  return {
    bytes: record.subarray(RECORD_BYTES, RECORD_BYTES + record.readUInt16LE(28)),
    flaggedUtf8,
    extra: flaggedUtf8 ? [] : extraFields(record),
  };
}

/** The fields that end within the space for extra fields. */
function extraFields(record: Buffer): { readonly id: number; readonly data: Buffer }[] {
  const fields: { id: number; data: Buffer }[] = [];
  let at = RECORD_BYTES + record.readUInt16LE(28);
  const end = at + record.readUInt16LE(30);
  while (at + 4 <= end) {
    const id = record.readUInt16LE(at);
    const start = at + 4;
    at = start + record.readUInt16LE(at + 2);
    if (at <= end) fields.push({ id, data: record.subarray(start, at) });
  }
  return fields;
}

/** A sample of the names of unknown charset, for one guess about the whole archive. */
async function undecodedNames(bytes: ArchiveBytes, place: ZipPlace): Promise<Uint8Array[]> {
  const names: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const records of recordsOf(bytes, place)) {
      for (const record of records) {
        const raw = rawName(record);
        if (decodeName(raw) !== undefined) continue;
        names.push(raw.bytes);
        total += raw.bytes.length;
      }
      if (total > NAME_SAMPLE_BYTES) break;
    }
  } catch {
    return names; // the first pass reports the damage
  }
  return names;
}
