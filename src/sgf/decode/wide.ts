/** Charsets of more than one byte a unit, in which zero bytes stand beside those of ASCII. */
export type WideCharset = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

const REPLACEMENT = 0xfffd;
/** Units that are decoded at a time: as arguments they stand on the stack. */
const BLOCK_UNITS = 8 * 1024;

export function isWide(charset: string): charset is WideCharset {
  return charset.startsWith('utf-16') || charset.startsWith('utf-32');
}

/** Bytes of a unit. */
export function unitBytes(charset: WideCharset): 2 | 4 {
  return charset.startsWith('utf-16') ? 2 : 4;
}

/** Index of the lowest byte in a unit. */
export function lowByte(charset: WideCharset): number {
  return charset.endsWith('le') ? 0 : unitBytes(charset) - 1;
}

/** By the byte order mark. That of UTF-32LE begins like that of UTF-16LE, but no text begins with a zero. */
export function wideMark(bytes: Uint8Array): WideCharset | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0xff || second !== 0xfe) return undefined;
  return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
}

/** By the zeros beside the ASCII of the first parenthesis and what follows it. */
export function wideWithoutMark(bytes: Uint8Array): WideCharset | undefined {
  if (bytes.length < 4 || (bytes[0] !== 0 && bytes[1] !== 0)) return undefined;
  const zeros = Array.from(bytes.subarray(0, 8), (byte) => (byte === 0 ? '0' : 'x')).join('');
  if (zeros === 'x000x000') return 'utf-32le';
  if (zeros === '000x000x') return 'utf-32be';
  if (zeros.startsWith('x0x0')) return 'utf-16le';
  return zeros.startsWith('0x0x') ? 'utf-16be' : undefined;
}

/** Decodes without the byte order mark; what is no character becomes U+FFFD. */
export function decodeWide(bytes: Uint8Array, charset: WideCharset): string {
  return unitBytes(charset) === 2 ? new TextDecoder(charset).decode(bytes) : decodeUtf32(bytes, charset);
}

function decodeUtf32(bytes: Uint8Array, charset: WideCharset): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = Math.floor(bytes.length / 4);
  const codes = new Uint32Array(Math.min(units, BLOCK_UNITS));
  const isLittle = charset === 'utf-32le';
  let text = '';
  for (let from = wideMark(bytes) === charset ? 1 : 0; from < units; from += codes.length) {
    const count = Math.min(codes.length, units - from);
    for (let i = 0; i < count; i++) codes[i] = character(view.getUint32((from + i) * 4, isLittle));
    text += String.fromCodePoint(...codes.subarray(0, count));
  }
  return bytes.length % 4 === 0 ? text : text + String.fromCodePoint(REPLACEMENT);
}

function character(code: number): number {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? REPLACEMENT : code;
}
