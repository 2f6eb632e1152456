import type { Limits } from '../core/limits.js';
import { decodeLegacy } from '../sgf/decode/charset-guess.js';
import { charsetOf } from '../sgf/decode/charset-names.js';
import type { RawFile } from '../sgf/raw.js';
import { scanFile } from '../sgf/scan/scan.js';
import { decodeWide, isWide } from '../sgf/decode/wide.js';

const encoder = new TextEncoder();

/**
 * Finds the games of a file; `charset` is `auto` or the label of the charset that the bytes are in, whatever they look like.
 * Throws a RangeError for a label that means no charset.
 */
export function readInput(bytes: Uint8Array, charset: string, limits: Limits): RawFile {
  if (charset === 'auto') return scanFile(bytes, { limits });
  const used = charsetOf(charset);
  if (used === undefined) throw new RangeError(`unknown charset: ${charset}`);
  const string = decoded(bytes, used);
  const file = scanFile(encoder.encode(string), { limits });
  const replaced = string.split('\ufffd').length - 1;
  const { declared } = file.charset;
  return {
    ...file,
    charset: { declared, used, how: 'declared', confidence: 1, replaced },
    findings: file.findings,
  };
}

function decoded(bytes: Uint8Array, charset: string): string {
  if (isWide(charset)) return decodeWide(bytes, charset);
  return charset === 'utf-8' ? new TextDecoder().decode(bytes) : decodeLegacy(bytes, charset);
}
