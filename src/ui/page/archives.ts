import { type FileKind, isWanted, kindOf as kindOfName, kindOfBytes } from '../../run/input/file-names.js';
import { createSpans, placeOfZip } from '../../run/input/zip-place.js';

/** A dropped file, or an entry of an archive. */
export interface FoundFile {
  readonly name: string;
  /** The fraction of the dropped file read by then, 0 to 1. */
  readonly readBy: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Why a file could not be read. */
export interface Trouble {
  readonly name: string;
  readonly readBy: number;
  readonly reason: string;
}

export type Found = FoundFile | Trouble;

/** Limits: archives inside archives, unpacked bytes of one entry, unpacked bytes per packed byte. */
const MAX_DEPTH = 2;
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_RATIO = 1000;

/** The SGF files in a dropped file: the file itself, or the entries of a zip, tar or gzip. */
export async function* filesIn(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  depth = 1,
): AsyncGenerator<Found> {
  const kind = kindOf(name, bytes);
  if (kind === 'sgf') {
    yield { name, bytes, readBy: 1 };
    return;
  }
  if (depth > MAX_DEPTH) {
    yield { name, reason: 'archives inside archives go too deep', readBy: 1 };
    return;
  }
  try {
    if (kind === 'zip') yield* entriesOfZip(name, bytes, depth);
    else if (kind === 'tar') yield* entriesOfTar(name, bytes, depth);
    else {
      const unpacked = await unpack(bytes, 'gzip', MAX_BYTES);
      const isTar = kindOf('', unpacked) === 'tar';
      if (isTar) yield* entriesOfTar(name, unpacked, depth);
      else yield { name, bytes: unpacked, readBy: 1 };
    }
  } catch (error) {
    yield { name, reason: error instanceof Error ? error.message : 'it cannot be read', readBy: 1 };
  }
}

/** Records are recognized by name, anything else by its bytes; a zip with other bytes before it by name. */
function kindOf(name: string, bytes: Uint8Array): FileKind {
  const named = kindOfName(name);
  if (named === 'sgf') return 'sgf';
  const kind = kindOfBytes(bytes);
  return kind === 'sgf' && named === 'zip' ? 'zip' : kind;
}

/** The files in an entry of an archive. */
async function* inside(found: AsyncGenerator<Found>, readBy: number): AsyncGenerator<Found> {
  for await (const one of found) yield { ...one, readBy };
}

async function* entriesOfZip(
  archive: string,
  bytes: Uint8Array<ArrayBuffer>,
  depth: number,
): AsyncGenerator<Found> {
  const place = placeOfZip({
    size: bytes.length,
    read: (from, length) => bytes.subarray(from, from + length),
  });
  if (!place) throw new Error('the zip is damaged: it has no directory');
  const zip = bytes.subarray(place.start, place.end);
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const directory = place.directory - place.start;
  const spanOf = createSpans(place);
  for (let at = directory; at + 46 <= zip.length && view.getUint32(at, true) === 0x02014b50;) {
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const crc = view.getUint32(at + 16, true);
    const packed = view.getUint32(at + 20, true);
    const unpacked = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const inner = decodeName(zip.subarray(at + 46, at + 46 + nameLength));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const span = inner.endsWith('/') ? 'apart' : spanOf({ at: local, packed });
    if (inner.endsWith('/') || !isWanted(inner)) continue;
    const name = `${archive}!/${inner}`;
    const readBy = (at - directory) / (zip.length - directory);
    if (span === 'overlapping') {
      yield { name, reason: 'it shares bytes with another entry', readBy };
      continue;
    }
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = zip.subarray(start, start + packed);
    const refused = refusal({ flags, method, packed, unpacked });
    if (refused !== '') {
      yield { name, reason: refused, readBy };
      continue;
    }
    try {
      const contents = method === 0 ? data.slice() : await unpack(data, 'deflate-raw', unpacked);
      if (contents.length !== unpacked || crc32(contents) !== crc)
        yield { name, reason: 'its CRC-32 or size differs', readBy };
      else yield* inside(filesIn(name, contents, depth + 1), readBy);
    } catch {
      yield { name, reason: 'its data is damaged', readBy };
    }
  }
}

function refusal(entry: {
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
}): string {
  if (entry.flags & 1) return 'it is encrypted';
  if (entry.method !== 0 && entry.method !== 8) return 'its compression is not known here';
  if (entry.packed === 0xffffffff || entry.unpacked > MAX_BYTES) return 'it is too large';
  if (entry.unpacked > 1024 * 1024 + entry.packed * MAX_RATIO) return 'it unpacks to too many bytes';
  return '';
}

async function* entriesOfTar(
  archive: string,
  bytes: Uint8Array<ArrayBuffer>,
  depth: number,
): AsyncGenerator<Found> {
  let longName = '';
  for (let at = 0; at + 512 <= bytes.length;) {
    const header = bytes.subarray(at, at + 512);
    if (header[0] === 0) return;
    const size = parseInt(text(header, 124, 12), 8) || 0;
    const data = bytes.slice(at + 512, at + 512 + size);
    const type = String.fromCharCode(header[156]!);
    at += 512 + Math.ceil(size / 512) * 512;
    const prefix = text(header, 345, 155);
    const plain = decodeName(upToZero(header.subarray(0, 100)));
    const inner = longName === '' ? (prefix === '' ? plain : `${prefix}/${plain}`) : longName;
    longName = '';
    if (type === 'L') longName = decodeName(upToZero(data));
    else if (type === 'x') longName = /(?:^|\n)\d{1,12} path=([^\n]*)/.exec(decodeName(data))?.[1] ?? '';
    else if ((type === '0' || type === '\u0000') && isWanted(inner)) {
      yield* inside(filesIn(`${archive}!/${inner}`, data, depth + 1), Math.min(1, at / bytes.length));
    }
  }
}

function text(header: Uint8Array, start: number, length: number): string {
  return latin1(upToZero(header.subarray(start, start + length))).trim();
}

function upToZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Names in old Windows archives are in a regional charset; GB 18030 is the most likely. */
function decodeName(bytes: Uint8Array): string {
  for (const label of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      continue; // another charset
    }
  }
  return latin1(bytes);
}

async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate-raw',
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream: ReadableStream<Uint8Array<ArrayBuffer>> = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error('it unpacks to too many bytes');
    }
    blocks.push(value);
  }
  return new Uint8Array(await new Blob(blocks).arrayBuffer());
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
