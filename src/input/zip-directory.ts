import { readSync } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { TextDecoder as Decoder } from '@exodus/bytes/encoding-browser.js';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { ZipEntry } from './item.js';
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

/** One name as it stands in the archive's directory. */
interface RawName {
  readonly bytes: Uint8Array;
  /** General purpose bit 11: the name is UTF-8. */
  readonly flaggedUtf8: boolean;
  readonly extra: readonly { readonly id: number; readonly data: Uint8Array }[];
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const UNICODE_PATH = 0x7075;

/**
 * The name as far as the entry itself tells: UTF-8 flag, Info-ZIP Unicode path field, strict UTF-8.
 * `undefined`: only a guess for the whole archive can help. Backslashes are left alone: in GBK, Big5 and
 * Shift_JIS they may be half a character until the name is decoded.
 */
export function decodeName(name: RawName): string | undefined {
  if (name.flaggedUtf8) return looseUtf8.decode(name.bytes);
  for (const { id, data } of name.extra) {
    if (id !== UNICODE_PATH || data.length < 6 || data[0] !== 1) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (view.getUint32(1, true) === crc32(Buffer.from(name.bytes))) return looseUtf8.decode(data.subarray(5));
  }
  try {
    return strictUtf8.decode(name.bytes);
  } catch {
    return undefined;
  }
}

/** Charsets of old zips, the likeliest first among equals; cp437 is what the format itself prescribes. */
const CANDIDATES = ['gb18030', 'shift_jis', 'big5', 'euc-kr', 'euc-jp', 'cp437', 'windows-1252'] as const;
const WESTERN: ReadonlySet<string> = new Set(['cp437', 'windows-1252']);

/**
 * Label of the charset that reads all names of an archive best: no undecodable byte, and of those the one whose
 * characters are the most usual. cp437 when none does.
 */
export function guessNameCharset(names: readonly Uint8Array[]): string {
  const all = Buffer.concat(names.flatMap((name) => [name, NEW_LINE]));
  let best = 'cp437';
  let most = 0;
  for (const label of CANDIDATES) {
    const text = decodeWith(label, all);
    const score = WESTERN.has(label) ? usualnessOfLetters(text) : usualness(text);
    if (score > most) {
      most = score;
      best = label;
    }
  }
  return best;
}

export function decodeWith(label: string, bytes: Uint8Array): string {
  return label === 'cp437' ? fromCp437(bytes) : new Decoder(label).decode(bytes);
}

/** The upper half of code page 437, which the WHATWG standard does not have. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function fromCp437(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80]!;
  return text;
}

const NEW_LINE = Buffer.from('\n');

/**
 * Mean commonness of the characters beyond ASCII, 0 to 1; 0 when something was not decodable.
 * Names of games and players are written in frequent characters; a wrong table gives rare ones.
 */
function usualness(text: string): number {
  let sum = 0;
  let count = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code < 0x80) continue;
    if (code === 0xfffd) return 0;
    count++;
    sum += commonness(letter, code);
  }
  return count === 0 ? 0 : sum / count;
}

/** The same for alphabets with accents, whose letters stand between others of ASCII. */
function usualnessOfLetters(text: string): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x80) continue;
    count++;
    const isLetter = /[\u00c0-\u00ff]/.test(text[i]!) && !/[×÷]/.test(text[i]!);
    const isAlone = !(text.charCodeAt(i - 1) >= 0x80) && !(text.charCodeAt(i + 1) >= 0x80);
    sum += !isLetter ? 0.05 : isAlone ? 0.7 : 0.3;
  }
  return count === 0 ? 0 : sum / count;
}

/** Characters of Go players' names, titles and places that zips are full of. */
const FREQUENT = new Set(
  '围棋圍碁囲棋谱譜对局對局第届回期戦战戰杯赛賽名人本因坊王座天元十段碁聖聖聖圣大会會决決胜勝负負黑黒白级級段中国國日本韩韓黄李王张張陈陳古力常昊柯洁朴孔杰周时越羽根直樹井山裕太高尾紳路山下敬吾张栩趙赵治勲年月日一二三四五六七八九',
);

function commonness(letter: string, code: number): number {
  if (FREQUENT.has(letter)) return 1;
  if (code >= 0x3041 && code <= 0x30fe) return 0.9; // kana
  if (code >= 0xac00 && code <= 0xd7a3) return 0.6; // Hangul syllables
  if (code >= 0x4e00 && code <= 0x9fff) return 0.5;
  return code >= 0xff61 && code <= 0xff9f ? 0.15 : 0.1; // half-width kana stand for wrong tables
}
