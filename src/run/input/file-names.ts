import { FOREIGN_FORMATS } from '../../sgf/foreign/lines.js';

/** Endings of game records. */
export const RECORD_ENDINGS = ['.sgf', ...FOREIGN_FORMATS.map((format) => `.${format}`)];

/** Endings of games in archives that are not opened: they count as records, so that a finding says how to unpack them. */
const PACKED = ['.sgf.xz', '.sgf.bz2', '.7z'];

/** Kind of a file by its name; `sgf` are game records, including those of other formats. */
export type FileKind = 'sgf' | 'zip' | 'tar' | 'tar.gz' | 'gz' | 'other';

/** By the end of the name, ignoring case. */
export function kindOf(name: string): FileKind {
  if (name.endsWith('.sgf')) return 'sgf';
  const low = name.slice(-8).toLowerCase();
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
