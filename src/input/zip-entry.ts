import { crc32, inflateRawSync } from 'node:zlib';
import type { Limits } from '../core/limits.js';
import { failure, type Outcome, reasonOf, success } from '../core/outcome.js';
import { type ZipEntry } from './item.js';
import type { ArchiveBytes } from './zip-directory.js';

const LOCAL_HEADER = 30;
const LOCAL_SIGNATURE = 0x04034b50;
/** Room for the extra field of the local header, whose length the directory does not tell. */
const EXTRA_GUESS = 128;
const MEBIBYTE = 1024 * 1024;

/** What is said of an entry or a gzip file that unpacks to too much. */
export const RATIO = 'unpacks to too many bytes for its size (limit archiveRatio)';

/** What is said when all of an archive does. */
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

/** Whether so many unpacked bytes are more than a packed size may give. */
export function exceedsRatio(unpacked: number, packed: number, limits: Limits): boolean {
  return unpacked > MEBIBYTE + limits.archiveRatio * packed;
}

/** Offset of an entry's data; the reason when the local header is not one. */
export function dataStart(bytes: ArchiveBytes, entry: ZipEntry): Outcome<number, string> {
  const header = bytes.read(entry.at, LOCAL_HEADER);
  if (header.length < LOCAL_HEADER || header.readUInt32LE(0) !== LOCAL_SIGNATURE)
    return failure('no local header');
  return success(entry.at + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28));
}

/**
 * The contents of an entry, checked against declared size and CRC-32, or the reason why there are none.
 * For entries that fit in memory; `bytes` is valid until the archive is read again.
 */
export function readEntry(bytes: ArchiveBytes, entry: ZipEntry): Outcome<Buffer, string> {
  try {
    const length = LOCAL_HEADER + entry.nameLength + EXTRA_GUESS + entry.packed;
    const block = bytes.read(entry.at, length);
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
    return failure(reasonOf(error));
  }
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
