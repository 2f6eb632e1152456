/** Bytes of an archive, wherever they are. */
interface Bytes {
  readonly size: number;
  /** The bytes from `position` on, fewer than `length` only at the end. Valid until the next call. */
  readonly read: (position: number, length: number) => Uint8Array;
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

export const DIRECTORY_RECORD = 0x02014b50;
const END_RECORD = 0x06054b50;
const END64_RECORD = 0x06064b50;
const LOCATOR = 0x07064b50;

/**
 * Finds the last zip in a file that may hold other bytes before and after it, such as a self-extracting program. Offsets in
 * a zip count from its own start, which follows from its directory. `undefined` if there is none.
 */
export function placeOfZip(bytes: Bytes): ZipPlace | undefined {
  const from = Math.max(0, bytes.size - SEARCHED_BYTES);
  const tail = Uint8Array.from(bytes.read(from, bytes.size - from));
  const view = new DataView(tail.buffer);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail[at] !== 0x50 || view.getUint32(at, true) !== END_RECORD) continue;
    const end = from + at + END_BYTES + view.getUint16(at + 20, true);
    const found = end <= bytes.size ? directoryOf(bytes, from + at, view, at) : undefined;
    if (found) return { ...found, end };
  }
  return undefined;
}

function directoryOf(
  bytes: Bytes,
  position: number,
  view: DataView,
  at: number,
): Omit<ZipPlace, 'end'> | undefined {
  let tail = position;
  let disk = view.getUint16(at + 4, true);
  let entries = view.getUint16(at + 10, true);
  let size = view.getUint32(at + 12, true);
  let offset = view.getUint32(at + 16, true);
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
  bytes: Bytes,
  position: number,
): (Pick<ZipPlace, 'disk' | 'entries'> & Record<'tail' | 'size' | 'offset', number>) | undefined {
  const locator = position - LOCATOR_BYTES;
  if (signatureAt(bytes, locator) !== LOCATOR) return undefined;
  const stated = numberAt(bytes, locator + 8);
  const tail = [locator - END64_BYTES, stated].find((one) => signatureAt(bytes, one) === END64_RECORD);
  if (tail === undefined) return undefined;
  const end = viewAt(bytes, tail, END64_BYTES);
  if (!end) return undefined;
  const number = (at: number): number => Number(end.getBigUint64(at, true));
  return { tail, disk: end.getUint32(16, true), entries: number(32), size: number(40), offset: number(48) };
}

function viewAt(bytes: Bytes, position: number, length: number): DataView | undefined {
  if (position < 0 || position + length > bytes.size) return undefined;
  const { buffer, byteOffset } = bytes.read(position, length);
  return new DataView(buffer, byteOffset, length);
}

function signatureAt(bytes: Bytes, position: number): number | undefined {
  return viewAt(bytes, position, 4)?.getUint32(0, true);
}

/** A 64-bit number; -1 if there is none. */
function numberAt(bytes: Bytes, position: number): number {
  return Number(viewAt(bytes, position, 8)?.getBigUint64(0, true) ?? -1);
}

/** Without name and extra field, whose lengths may differ between directory and local header. */
const LOCAL_HEADER = 30;

/** Position and size of an entry. */
export interface EntrySpan {
  /** Offset of the local header, from the start of the zip. */
  readonly at: number;
  readonly packed: number;
}

/**
 * Detects entries that share bytes, which would let a small file give any number of games. Each entry is compared with the
 * previous one; together all must fit before the directory.
 */
export function createSpans({
  start,
  directory,
  end,
}: ZipPlace): (entry: EntrySpan) => 'apart' | 'overlapping' {
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
