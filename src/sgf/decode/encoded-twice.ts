import { CLOSE_BRACKET, isWhitespace, OPEN_BRACKET } from '../../core/bytes.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { decodeLegacy } from './charset.js';

/** First byte of U+00C2 to U+00F4 in UTF-8: what windows-1252 has for the first byte of two to four. */
const LEAD = 0xc3;

const decoder = new TextDecoder();
const strict = new TextDecoder('utf-8', { fatal: true });

/** Longer runs of bytes without white space are no words: they would be taken apart letter by letter. */
const LONGEST_WORD = 200;

let bytesIn1252: Map<string, number> | undefined;

/** By character, its byte; the five bytes that windows-1252 lacks stand for their control characters. */
function windows1252(): Map<string, number> {
  if (!bytesIn1252) {
    const upper = Uint8Array.from({ length: 128 }, (_, i) => 128 + i);
    bytesIn1252 = new Map(
      Array.from(decodeLegacy(upper, 'windows-1252'), (character, i) => [character, 128 + i]),
    );
  }
  return bytesIn1252;
}

/**
 * Words of a UTF-8 text that were encoded twice, as `MÃ¼ller` for `Müller`: all letters beyond ASCII of such a word are bytes of
 * windows-1252 that are UTF-8 again, and letters in it. A finding at the first, `undefined` without any. The text itself is kept.
 */
export function encodedTwice(text: Uint8Array): Finding | undefined {
  let found: { readonly written: string; readonly meant: string; readonly offset: number } | undefined;
  let words = 0;
  for (let at = text.indexOf(LEAD); at >= 0; at = text.indexOf(LEAD, at + 1)) {
    if (text[at + 2]! < 0x80) continue;
    const [start, end] = wordAround(text, at);
    at = end;
    if (end - start > LONGEST_WORD) continue;
    const written = decoder.decode(text.subarray(start, end));
    const meant = decodedOnce(written);
    if (meant === undefined) continue;
    found ??= { written, meant, offset: start };
    words++;
  }
  if (!found) return undefined;
  const { written, meant, offset } = found;
  return finding('encoding/twice', { written, meant, words }, { offset });
}

/** Start and end of the word that a byte is in. */
function wordAround(text: Uint8Array, at: number): [start: number, end: number] {
  let [start, end] = [at, at];
  while (start > 0 && isOfWord(text[start - 1]!)) start--;
  while (end < text.length && isOfWord(text[end]!)) end++;
  return [start, end];
}

function isOfWord(byte: number): boolean {
  return byte !== OPEN_BRACKET && byte !== CLOSE_BRACKET && !isWhitespace(byte);
}

/** A word as it was before it was encoded again; `undefined` if it was not, or has no letters then. */
function decodedOnce(word: string): string | undefined {
  const known = windows1252();
  const bytes: number[] = [];
  for (const character of word) {
    const code = character.codePointAt(0)!;
    const byte = code < 0x80 ? code : known.get(character);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  try {
    const once = strict.decode(Uint8Array.from(bytes));
    return /^[\p{ASCII}\p{L}]*$/u.test(once) ? once : undefined;
  } catch {
    return undefined;
  }
}
