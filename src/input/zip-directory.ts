import { decodeName, decodeWith, guessNameCharset, type RawName } from './archive-names.js';
import type { ZipEntry } from './item.js';
import { type ArchiveBytes, whenLoaded } from './zip.js';
import { createSpans, DIRECTORY_RECORD, type ZipPlace } from './zip-place.js';

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
const BLOCK_BYTES = 256 * 1024;
/** Bytes of names that suffice to guess a charset. */
const NAME_SAMPLE_BYTES = 64 * 1024;
const RECORD_BYTES = 46;
const FLAG_ENCRYPTED = 1;
const FLAG_STRONGLY_ENCRYPTED = 0x40;
const FLAG_UTF8 = 0x800;
const ZIP64_FIELD = 1;
const IN_FIELD = 0xffffffff;

/**
 * The entries of a zip in the order of its directory (APPNOTE 4.3.12), many at a time, names decoded, offsets in `bytes`.
 * Folders are left out. Throws where the directory is damaged; the entries before that have been given.
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

/** Blocks of whole records, each in its own memory. Throws where there is no further one. */
async function* recordsOf(
  bytes: ArchiveBytes,
  { directory, end, entries }: ZipPlace,
): AsyncGenerator<readonly Buffer[]> {
  let position = directory;
  for (let left = entries; left > 0;) {
    const length = Math.max(0, Math.min(BLOCK_BYTES, end - position));
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

/** Of an entry unpacked and packed size, and offset; those of 64 bits stand in an extra field (4.5.3). */
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

/** Up to the first field that does not end within the others. */
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
