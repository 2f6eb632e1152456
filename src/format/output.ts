import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import { charsetOf } from '../sgf/decode/charset-names.js';

/** Text in the charset of the output. */
export interface Encoded {
  readonly bytes: Uint8Array;
  /** Characters that the charset does not have, each once; `?` stands for them. */
  readonly missing: readonly string[];
}

/** A charset to write in. */
export interface Output {
  /** What CA says. */
  readonly name: string;
  readonly encode: (text: string) => Encoded;
}

const utf8 = new TextEncoder();
const NONE: readonly string[] = [];

const UTF8: Output = { name: 'UTF-8', encode: (text) => ({ bytes: utf8.encode(text), missing: NONE }) };

/** The charset that a label means. Throws a RangeError for one that cannot be written: unknown labels, UTF-16. */
export function outputOf(label: string): Output {
  const charset = charsetOf(label);
  if (charset === 'utf-8') return UTF8;
  const encode = charset === undefined ? undefined : encoderOf(charset);
  if (!encode) throw new RangeError(`no charset to write in: ${label}`);
  return { name: label, encode: (text) => encodeLegacy(text, encode) };
}

type Encoder = (text: string) => Uint8Array;

function encoderOf(charset: string): Encoder | undefined {
  for (const create of [createSinglebyteEncoder, createMultibyteEncoder]) {
    try {
      return create(charset);
    } catch {
      // Each of the two knows the other's charsets as unsupported.
    }
  }
  return undefined;
}

function encodeLegacy(text: string, encode: Encoder): Encoded {
  const whole = encodeAll(text, encode);
  if (whole) return { bytes: whole, missing: NONE };
  const missing = [...new Set(text)].filter((character) => !encodeAll(character, encode));
  const lost = new Set(missing);
  const rest = Array.from(text, (character) => (lost.has(character) ? '?' : character)).join('');
  return { bytes: encode(rest), missing };
}

/** `undefined` where a character is not in the charset: then the encoder throws. */
function encodeAll(text: string, encode: Encoder): Uint8Array | undefined {
  try {
    return encode(text);
  } catch {
    return undefined;
  }
}
