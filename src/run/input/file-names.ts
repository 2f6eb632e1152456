import { FOREIGN_FORMATS } from '../../sgf/foreign/lines.js';
import { TextDecoder as Decoder } from '@exodus/bytes/encoding-browser.js';
import { crc32, longer, joined } from '../../core/bytes.js';
import { createKeyIndex } from '../../core/key-index.js';
import type { Limits } from '../../core/limits.js';
import { finding } from '../../core/findings/finding.js';
import { trouble, type TroubleItem } from './item.js';

/** Endings of game records. */
export const RECORD_ENDINGS = [
  '.sgf',
  ...FOREIGN_FORMATS.map((format) => (format === 'ogs' ? '.ogs.json' : `.${format}`)),
];

/** Endings of games in archives that are not opened: they count as records, so that a finding says how to unpack them. */
const PACKED = ['.sgf.xz', '.sgf.bz2', '.7z'];

/** Kind of a file by its name; `sgf` are game records, including those of other formats. */
export type FileKind = 'sgf' | 'zip' | 'tar' | 'tar.gz' | 'gz' | 'other';

/** By the end of the name, ignoring case. */
export function kindOf(name: string): FileKind {
  if (name.endsWith('.sgf')) return 'sgf';
  const low = name.slice(-9).toLowerCase();
  if (PACKED.some((ending) => low.endsWith(ending))) return 'sgf';
  if (RECORD_ENDINGS.some((ending) => low.endsWith(ending))) return 'sgf';
  if (low.endsWith('.zip')) return 'zip';
  if (low.endsWith('.tar')) return 'tar';
  if (low.endsWith('.tgz') || low.endsWith('.tar.gz')) return 'tar.gz';
  return low.endsWith('.gz') ? 'gz' : 'other';
}

/** Whether a file in a folder is opened: `notes.txt.gz` is not, `games.sgf.gz` and `games.gz` are. */
export function isWanted(name: string): boolean {
  const kind = kindOf(name);
  if (kind === 'other' || isMacResource(name)) return false;
  if (kind !== 'gz') return true;
  const inner = baseName(name).slice(0, -3);
  return !inner.includes('.') || kindOf(inner) !== 'other';
}

export function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** macOS adds `._name` files on foreign disks and in archives; they hold no games. */
function isMacResource(name: string): boolean {
  return name.startsWith('._', name.lastIndexOf('/') + 1) || name.startsWith('__MACOSX/');
}

/** Kind by the first bytes. `head`: at least 262 bytes, unless the file is shorter. */
export function kindOfBytes(head: Uint8Array): FileKind {
  if (startsWith(head, 0, 'PK\u0003\u0004') || startsWith(head, 0, 'PK\u0005\u0006')) return 'zip';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gz';
  return startsWith(head, 257, 'ustar') ? 'tar' : 'sgf';
}

const FOREIGN: readonly (readonly [string, string])[] = [
  ['\u0089PNG\r\n', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['%PDF-', 'a PDF document'],
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['\u001f\u008b\u0008', 'gzip data'],
  ['7z\u00bc\u00af', 'a 7z archive (unpack it with: 7z x FILE)'],
  ['\u00fd7zXZ', 'xz data (unpack it with: xz -dk FILE)'],
  ['BZh', 'bzip2 data (unpack it with: bzip2 -dk FILE)'],
  ['Rar!', 'a RAR archive'],
  ['\u007fELF', 'a program'],
  ['SQLite format', 'a database'],
];

/** Description of a file whose first bytes rule out SGF; `undefined` for anything else. */
export function foreignKind(head: Uint8Array): string | undefined {
  const first = head[0];
  if (first === undefined || first === 0x28 || first === 0x0a || first === 0xef) return undefined;
  for (const [magic, what] of FOREIGN) if (startsWith(head, 0, magic)) return what;
  return undefined;
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The extension of a name, `.tar.gz` included. */
const ENDING = /(?:\.tar)?\.[^./]+$/i;

/**
 * Makes names distinct: a repeated name gets a number, `game (2).sgf`. The extension is kept.
 */
export function createDistinctNames(): (wanted: string) => string {
  const taken = new Set<string>();
  /** The last number tried for a name. */
  const numbers = new Map<string, number>();
  return (wanted) => {
    let name = wanted;
    const ending = ENDING.exec(wanted)?.[0] ?? '';
    const stem = wanted.slice(0, wanted.length - ending.length);
    let number = numbers.get(wanted) ?? 1;
    while (taken.has(name)) name = `${stem} (${String(++number)})${ending}`;
    if (number > 1) numbers.set(wanted, number);
    taken.add(name);
    return name;
  };
}

/** A name in the directory of an archive. */
export interface RawName {
  readonly bytes: Uint8Array;
  /** General purpose bit 11: the name is UTF-8. */
  readonly flaggedUtf8: boolean;
  readonly extra: readonly { readonly id: number; readonly data: Uint8Array }[];
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const UNICODE_PATH = 0x7075;

/**
 * The name as far as the entry itself determines it: UTF-8 flag, Info-ZIP Unicode path field, strict UTF-8.
 * `undefined`: only a guess for the whole archive can decide. Backslashes are kept: in GBK, Big5 and
 * Shift_JIS they may be half a character until the name is decoded.
 */
export function decodeName(name: RawName): string | undefined {
  if (name.flaggedUtf8) return looseUtf8.decode(name.bytes);
  for (const { id, data } of name.extra) {
    if (id !== UNICODE_PATH || data.length < 6 || data[0] !== 1) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (view.getUint32(1, true) === crc32(name.bytes)) return looseUtf8.decode(data.subarray(5));
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
 * Label of the charset that best decodes all names of an archive: among those that decode every byte, the one with the
 * commonest characters; else cp437.
 */
export function guessNameCharset(names: readonly Uint8Array[]): string {
  const all = joined(names.flatMap((name) => [name, NEW_LINE]));
  let best = 'cp437';
  let most = 0;
  for (const label of CANDIDATES) {
    const text = decodeWith(label, all);
    const score = WESTERN.has(label) ? commonnessOfLetters(text) : commonnessOf(text);
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

/** The upper half of code page 437, which the WHATWG standard lacks. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function fromCp437(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80]!;
  return text;
}

const NEW_LINE = Uint8Array.of(10);

/**
 * Mean commonness of the characters beyond ASCII, 0 to 1; 0 when a byte was not decodable. Names of games and players use
 * frequent characters; a wrong charset gives rare ones.
 */
function commonnessOf(text: string): number {
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

/** Mean commonness of the letters of accented alphabets, 0 to 1, whose letters have ASCII neighbors. */
function commonnessOfLetters(text: string): number {
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

/** Characters frequent in names of Go players, titles and places. */
const FREQUENT = new Set(
  '围棋圍碁囲棋谱譜对局對局第届回期戦战戰杯赛賽名人本因坊王座天元十段碁聖聖聖圣大会會决決胜勝负負黑黒白级級段中国國日本韩韓黄李王张張陈陳古力常昊柯洁朴孔杰周时越羽根直樹井山裕太高尾紳路山下敬吾张栩趙赵治勲年月日一二三四五六七八九',
);

function commonness(letter: string, code: number): number {
  if (FREQUENT.has(letter)) return 1;
  if (code >= 0x3041 && code <= 0x30fe) return 0.9; // kana
  if (code >= 0xac00 && code <= 0xd7a3) return 0.6; // Hangul syllables
  if (code >= 0x4e00 && code <= 0x9fff) return 0.5;
  return code >= 0xff61 && code <= 0xff9f ? 0.15 : 0.1; // half-width kana suggest a wrong charset
}

/** A set of names; they count as equal when 64 bits of their hashes agree. */
export function createNameSet() {
  let keys = new Uint32Array(256);
  let count = 0;
  const index = createKeyIndex(
    (name) => keys[2 * name]!,
    (name) => keys[2 * name + 1]!,
  );
  return {
    add(name: string): 'new' | 'again' {
      let low = 0x811c9dc5;
      let high = 0;
      for (let i = 0; i < name.length; i++) {
        low = Math.imul(low ^ name.charCodeAt(i), 0x01000193);
        high = Math.imul(high, 31) + name.charCodeAt(i) + (low >>> 15);
      }
      if (index.find(low >>> 0, high >>> 0) >= 0) return 'again';
      if (2 * count === keys.length) keys = longer(keys, 2 * count + 2);
      keys.set([low, high], 2 * count);
      index.add(count++);
      return 'new';
    },
  };
}

const encoder = new TextEncoder();

/** Why an entry of this name is skipped, or undefined. */
export function nameRefusal(name: string, limits: Limits): string | undefined {
  if (name.length * 3 > limits.pathBytes && encoder.encode(name).length > limits.pathBytes)
    return 'its name is too long (limit pathBytes)';
  return isUnsafe(name) ? 'the path points outside the archive' : undefined;
}

/** Absolute, or above the archive. Nothing is written to disk, but names go into reports that others use. */
function isUnsafe(name: string): boolean {
  return /^(?:\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\\/i.test(name);
}

export function damaged(name: string, reason: string): TroubleItem {
  return trouble(name, finding('archive/damaged', { reason }));
}

export function skipped(
  archive: string,
  entry: string,
  reason: string,
  severity: 'warning' | 'error' = 'warning',
): TroubleItem {
  return trouble(
    `${archive}!/${baseName(entry) === '' ? 'unnamed' : shortened(entry)}`,
    finding('archive/entry-skipped', { entry: shortened(entry), reason }, {}, severity),
  );
}

export function repeated(archive: string, entry: string): TroubleItem {
  const name = `${archive}!/${shortened(entry)}`;
  return trouble(name, finding('archive/name-again', { entry: shortened(entry) }));
}

/** Names in hostile archives have up to 64 KiB. */
function shortened(name: string): string {
  return name.length > 300 ? `${name.slice(0, 300)}…` : name;
}

export function tooMany(name: string, limits: Limits): TroubleItem {
  return trouble(name, finding('sgf/limit', { limit: 'archiveEntries', value: limits.archiveEntries }));
}
