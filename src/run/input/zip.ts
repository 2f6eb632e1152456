import { crc32, joined } from '../../core/bytes.js';
import type { Limits } from '../../core/limits.js';
import { failure, type Outcome, success } from '../../core/outcome.js';
import { decodeName, decodeWith, guessNameCharset, type RawName } from './file-names.js';
import { u16, u32 } from './blocks.js';
import type { ZipEntry } from './item.js';

/** Random access to an archive, on disk or in memory. */
export interface ArchiveBytes {
  readonly size: number;
  /** The bytes from `position` on, fewer than `length` only at the end. Valid until the next call. */
  readonly read: (position: number, length: number) => Uint8Array;
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

/** An archive in memory. */
export function bytesInMemory(bytes: Uint8Array): ArchiveBytes {
  return { size: bytes.length, read: (position, length) => bytes.subarray(position, position + length) };
}

/** Where a zip starts and ends in a file, and its directory. */
export interface ZipPlace {
  readonly start: number;
  readonly directory: number;
  readonly end: number;
  /** Records of the directory. */
  readonly entries: number;
  /** Which of several files it is, from 0; 0 for a zip in one file. */
  readonly disk: number;
}

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
/** The end of the zip is sought up to this far from the end of the file: a comment and other bytes may follow it. */
const SEARCHED_BYTES = 1024 * 1024;

const DIRECTORY_RECORD = 0x02014b50;
const END_RECORD = 0x06054b50;
const END64_RECORD = 0x06064b50;
const LOCATOR = 0x07064b50;

/**
 * Finds the last zip in a file that may hold other bytes before and after it, such as a self-extracting program. Offsets in
 * a zip count from its own start, which follows from its directory. `undefined` if there is none.
 */
export function placeOfZip(bytes: ArchiveBytes): ZipPlace | undefined {
  const from = Math.max(0, bytes.size - SEARCHED_BYTES);
  const tail = joined([bytes.read(from, bytes.size - from)]);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail[at] !== 0x50 || u32(tail, at) !== END_RECORD) continue;
    const end = from + at + END_BYTES + u16(tail, at + 20);
    const found = end <= bytes.size ? directoryOf(bytes, from + at, tail.subarray(at)) : undefined;
    if (found) return { ...found, end };
  }
  return undefined;
}

function directoryOf(
  bytes: ArchiveBytes,
  position: number,
  end: Uint8Array,
): Omit<ZipPlace, 'end'> | undefined {
  let tail = position;
  let disk = u16(end, 4);
  let entries = u16(end, 10);
  let size = u32(end, 12);
  let offset = u32(end, 16);
  const isLarge = size === 0xffffffff || offset === 0xffffffff;
  const large = isLarge || entries === 0xffff || disk === 0xffff ? largeEnd(bytes, position) : undefined;
  if (isLarge && !large) return undefined;
  if (large) ({ tail, disk, entries, size, offset } = large);
  // The directory ends just before its end record; else it is at the stated offset, in a zip without bytes before it.
  for (const directory of [tail - size, offset]) {
    const start = directory - offset;
    if (start >= 0 && (size === 0 || signatureAt(bytes, directory) === DIRECTORY_RECORD))
      return { start, directory, entries, disk };
  }
  return undefined;
}

/** For zip64, whose sizes are in a separate record. */
function largeEnd(
  bytes: ArchiveBytes,
  position: number,
): (Pick<ZipPlace, 'disk' | 'entries'> & Record<'tail' | 'size' | 'offset', number>) | undefined {
  const locator = position - LOCATOR_BYTES;
  if (signatureAt(bytes, locator) !== LOCATOR) return undefined;
  const stated = knownAt(bytes, locator + 8, 8);
  const tail = [locator - END64_BYTES, stated ? u64(stated, 0) : -1].find(
    (one) => signatureAt(bytes, one) === END64_RECORD,
  );
  const end = tail === undefined ? undefined : knownAt(bytes, tail, END64_BYTES);
  if (tail === undefined || !end) return undefined;
  return { tail, disk: u32(end, 16), entries: u64(end, 32), size: u64(end, 40), offset: u64(end, 48) };
}

/** The bytes at a place, `undefined` where they are not all in the archive. */
function knownAt(bytes: ArchiveBytes, position: number, length: number): Uint8Array | undefined {
  return position < 0 || position + length > bytes.size ? undefined : bytes.read(position, length);
}

function signatureAt(bytes: ArchiveBytes, position: number): number | undefined {
  const found = knownAt(bytes, position, 4);
  return found && u32(found, 0);
}

/** A number of 64 bits, exact up to 2^53. */
function u64(bytes: Uint8Array, at: number): number {
  return u32(bytes, at + 4) * 0x100000000 + u32(bytes, at);
}

/** Position and size of an entry. */
interface EntrySpan {
  /** Offset of the local header, from the start of the zip. */
  readonly at: number;
  readonly packed: number;
}

/**
 * Detects entries that share bytes, which would let a small file give any number of games. Each entry is compared with the
 * previous one; together all must fit before the directory.
 */
function createSpans({ start, directory, end }: ZipPlace): (entry: EntrySpan) => 'apart' | 'overlapping' {
  const most = directory - start;
  let used = 0;
  let last = { from: 0, to: 0 };
  return ({ at, packed }) => {
    const to = at + LOCAL_HEADER + packed;
    if (to > end - start) return 'apart'; // the zip ends inside it, which reading reports
    if (used + to - at > most || to > most || (at < last.to && to > last.from)) return 'overlapping';
    used += to - at;
    last = { from: at, to };
    return 'apart';
  };
}

export const LOCAL_HEADER = 30;
export const LOCAL_SIGNATURE = 0x04034b50;
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
  if (header.length < LOCAL_HEADER || u32(header, 0) !== LOCAL_SIGNATURE) return failure('no local header');
  return success(entry.at + LOCAL_HEADER + u16(header, 26) + u16(header, 28));
}

/** The packed bytes of an entry that fits in memory, valid until the archive is read again, or the reason why there are none. */
export function packedEntry(bytes: ArchiveBytes, entry: ZipEntry): Outcome<Uint8Array, string> {
  const block = bytes.read(entry.at, endOf(entry) - entry.at);
  if (block.length < LOCAL_HEADER || u32(block, 0) !== LOCAL_SIGNATURE) return failure('no local header');
  const start = LOCAL_HEADER + u16(block, 26) + u16(block, 28);
  const packed =
    start + entry.packed <= block.length
      ? block.subarray(start, start + entry.packed)
      : bytes.read(entry.at + start, entry.packed);
  return packed.length < entry.packed ? failure('the archive ends inside it') : success(packed);
}

/** Estimated end of an entry. */
export function endOf({ at, nameLength, packed }: ZipEntry): number {
  return at + LOCAL_HEADER + nameLength + EXTRA_GUESS + packed;
}

/** The contents of an entry if its directory states their size and CRC-32, else the reason. */
export function checked(contents: Uint8Array, entry: ZipEntry): Outcome<Uint8Array, string> {
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
  record: Uint8Array,
  spanOf: ReturnType<typeof createSpans>,
  start: number,
): ListedEntry {
  const [unpacked, packed, at] = sizesAndOffset(record);
  const flags = u16(record, 8);
  return {
    name,
    entry: {
      at: start + at,
      nameLength: u16(record, 28),
      packed,
      unpacked,
      crc: u32(record, 16),
      method: u16(record, 10),
    },
    encrypted: (flags & (FLAG_ENCRYPTED | FLAG_STRONGLY_ENCRYPTED)) !== 0,
    link: (u16(record, 40) & 0o170000) === 0o120000,
    overlapping: spanOf({ at, packed }) === 'overlapping',
  };
}

/** Blocks of whole records, each in its own memory. Throws if a record is missing. */
async function* recordsOf(
  bytes: ArchiveBytes,
  { directory, end, entries }: ZipPlace,
): AsyncGenerator<readonly Uint8Array[]> {
  let position = directory;
  for (let left = entries; left > 0;) {
    const length = Math.max(0, Math.min(DIRECTORY_BLOCK_BYTES, end - position));
    const block = joined([await whenLoaded(bytes, () => bytes.read(position, length))]);
    const records: Uint8Array[] = [];
    let at = 0;
    while (records.length < left && at + RECORD_BYTES <= block.length) {
      if (u32(block, at) !== DIRECTORY_RECORD) break;
      const texts = u16(block, at + 28) + u16(block, at + 30) + u16(block, at + 32);
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
function sizesAndOffset(record: Uint8Array): [unpacked: number, packed: number, at: number] {
  const numbers: [number, number, number] = [u32(record, 24), u32(record, 20), u32(record, 42)];
  if (!numbers.includes(IN_FIELD)) return numbers;
  const field = extraFields(record).find(({ id }) => id === ZIP64_FIELD)?.data ?? new Uint8Array(0);
  let used = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i] !== IN_FIELD || used + 8 > field.length) continue;
    numbers[i] = u64(field, used);
    used += 8;
  }
  return numbers;
}

function rawName(record: Uint8Array): RawName {
  const flaggedUtf8 = (u16(record, 8) & FLAG_UTF8) !== 0;
  return {
    bytes: record.subarray(RECORD_BYTES, RECORD_BYTES + u16(record, 28)),
    flaggedUtf8,
    extra: flaggedUtf8 ? [] : extraFields(record),
  };
}

/** The fields that end within the space for extra fields. */
function extraFields(record: Uint8Array): { readonly id: number; readonly data: Uint8Array }[] {
  const fields: { id: number; data: Uint8Array }[] = [];
  let at = RECORD_BYTES + u16(record, 28);
  const end = at + u16(record, 30);
  while (at + 4 <= end) {
    const id = u16(record, at);
    const start = at + 4;
    at = start + u16(record, at + 2);
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
