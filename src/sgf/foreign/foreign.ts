import { BACKSLASH, OPEN_BRACKET } from '../../core/bytes.js';
import { utf8Mark } from '../decode/utf8.js';
import type { ForeignFormat, ForeignGame } from './lines.js';
import { isGib, isNgf, readGib, readNgf } from './korean.js';
import { isUgf, readUgf } from './ugf.js';

const HASH = 35;
const G = 71;
const I = 73;

/** How a format is recognized and read. */
interface Reader {
  /** Whether a text may be in this format, by its first bytes: a fast check, as nearly every file is SGF. `start`: after white space. */
  readonly mayBe: (text: Uint8Array, start: number) => boolean;
  readonly is: (text: string) => boolean;
  readonly read: (text: string) => ForeignGame;
}

const READERS: Readonly<Record<ForeignFormat, Reader>> = {
  gib: { mayBe: (text, start) => text[start] === BACKSLASH, is: isGib, read: readGib },
  ugf: {
    mayBe: (text, start) => text[start] === OPEN_BRACKET || text[start] === HASH,
    is: isUgf,
    read: readUgf,
  },
  // A title may begin with anything; in SGF hardly any second line is a number alone.
  ngf: {
    mayBe: (text, start) => hasNumberLine(text) || (text[start] === G && text[start + 1] === I),
    is: isNgf,
    read: readNgf,
  },
};
const ALL = Object.values(READERS);

const decoder = new TextDecoder();

/** The game of a text in a format other than SGF, `undefined` for every other text. `text` is UTF-8. */
export function readForeign(text: Uint8Array): ForeignGame | undefined {
  let start: number = utf8Mark(text);
  while (start < text.length && text[start]! <= 0x20) start++;
  for (const { mayBe, is, read } of ALL) {
    if (start === text.length || !mayBe(text, start)) continue;
    const game = decoder.decode(text);
    if (is(game)) return read(game);
  }
  return undefined;
}

const LONGEST_TITLE = 512;

/** Whether the second line holds only a number of one or two digits. */
function hasNumberLine(text: Uint8Array): boolean {
  const end = text.indexOf(10);
  if (end < 0 || end > LONGEST_TITLE) return false;
  let digits = 0;
  for (let at = end + 1; at < text.length && at <= end + 8; at++) {
    const byte = text[at]!;
    if (byte === 10) break;
    if (byte >= 0x30 && byte <= 0x39) digits++;
    else if (byte > 0x20) return false;
  }
  return digits === 1 || digits === 2;
}
