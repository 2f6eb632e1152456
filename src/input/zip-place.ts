/** Bytes of an archive, wherever they are. */
interface Bytes {
  readonly size: number;
  /** The bytes from `position` on, fewer than `length` only at the end. Valid until the next call. */
  readonly read: (position: number, length: number) => Uint8Array;
}

/** Where a zip lies in the bytes that hold it, and where its directory begins. */
export interface ZipPlace {
  readonly start: number;
  readonly directory: number;
  readonly end: number;
}

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
/** So far from the end of the file the end of the zip is looked for: behind it a comment, and perhaps other bytes. */
const SEARCHED_BYTES = 1024 * 1024;

const DIRECTORY_RECORD = 0x02014b50;
const END_RECORD = 0x06054b50;
const END64_RECORD = 0x06064b50;
const LOCATOR = 0x07064b50;

/**
 * Finds the last zip in a file that may hold other bytes before and behind it: a program that unpacks itself, a download
 * with more at its end. Offsets in a zip count from its own start, which its directory tells. `undefined`: there is none.
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
): Pick<ZipPlace, 'start' | 'directory'> | undefined {
  let behind = position;
  let size = view.getUint32(at + 12, true);
  let offset = view.getUint32(at + 16, true);
  if (size === 0xffffffff || offset === 0xffffffff) {
    const large = largeEnd(bytes, position);
    if (!large) return undefined;
    ({ behind, size, offset } = large);
  }
  // Where the directory ends just before its end record; else where it says, in a zip that nothing is put before.
  for (const directory of [behind - size, offset]) {
    const start = directory - offset;
    if (start >= 0 && (size === 0 || signatureAt(bytes, directory) === DIRECTORY_RECORD))
      return { start, directory };
  }
  return undefined;
}

/** Of a zip64, whose sizes are in a record of their own. */
function largeEnd(
  bytes: Bytes,
  position: number,
): { readonly behind: number; readonly size: number; readonly offset: number } | undefined {
  const locator = position - LOCATOR_BYTES;
  if (signatureAt(bytes, locator) !== LOCATOR) return undefined;
  const told = numberAt(bytes, locator + 8);
  const behind = [locator - END64_BYTES, told].find((one) => signatureAt(bytes, one) === END64_RECORD);
  if (behind === undefined) return undefined;
  return { behind, size: numberAt(bytes, behind + 40), offset: numberAt(bytes, behind + 48) };
}

function viewAt(bytes: Bytes, position: number, length: number): DataView | undefined {
  if (position < 0 || position + length > bytes.size) return undefined;
  const { buffer, byteOffset } = bytes.read(position, length);
  return new DataView(buffer, byteOffset, length);
}

function signatureAt(bytes: Bytes, position: number): number | undefined {
  return viewAt(bytes, position, 4)?.getUint32(0, true);
}

/** A number of 64 bits; -1 where there is none. */
function numberAt(bytes: Bytes, position: number): number {
  return Number(viewAt(bytes, position, 8)?.getBigUint64(0, true) ?? -1);
}

/** Without the name and the extra field, whose lengths an entry may tell twice. */
const LOCAL_HEADER = 30;

/** What tells whether an entry has bytes of its own. */
export interface EntrySpan {
  /** Offset of the local header, from the start of the zip. */
  readonly at: number;
  readonly packed: number;
}

/**
 * Watches that no byte of a zip serves for two entries: a small file could give any number of games. Entries in the
 * order of their bytes, or nearly so, are held against the one before; all together must fit before the directory.
 */
export function createSpans({
  start,
  directory,
  end,
}: ZipPlace): (entry: EntrySpan) => 'apart' | 'overlapping' {
  const room = directory - start;
  let used = 0;
  let last = { from: 0, to: 0 };
  return ({ at, packed }) => {
    const to = at + LOCAL_HEADER + packed;
    if (to > end - start) return 'apart'; // the zip ends inside it, which is told when it is read
    if (used + to - at > room || to > room || (at < last.to && to > last.from)) return 'overlapping';
    used += to - at;
    last = { from: at, to };
    return 'apart';
  };
}
