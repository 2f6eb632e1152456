import { BACKSLASH } from '../../core/bytes.js';
import type { ForeignGame } from './lines.js';
import { isGib, readGib } from './gib.js';
import { isNgf, readNgf } from './ngf.js';

export type { ForeignFormat } from './lines.js';

const decoder = new TextDecoder();

/**
 * The game of a text that is a GIB or NGF record, `undefined` for every other text. `text` is UTF-8.
 * Nearly every file is SGF and costs a look at its first bytes.
 */
export function readForeign(text: Uint8Array): ForeignGame | undefined {
  let at = text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0;
  while (at < text.length && text[at]! <= 0x20) at++;
  const first = text[at];
  if (first === undefined) return undefined;
  if (first === BACKSLASH) {
    const game = decoder.decode(text);
    return isGib(game) ? readGib(game) : undefined;
  }
  // A title may begin with anything; in SGF hardly any second line is a number alone.
  if (!hasNumberLine(text)) return undefined;
  const game = decoder.decode(text);
  return isNgf(game) ? readNgf(game) : undefined;
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
