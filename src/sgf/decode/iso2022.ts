import { decodeLegacy } from './charset-guess.js';

const ESCAPE = 0x1b;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
const LINE_FEED = 10;
/** `ESC $ ) C` announces KS X 1001 for what stands between SO and SI (RFC 1557). */
const KOREAN = [ESCAPE, 0x24, 0x29, 0x43] as const;

/** Which ISO-2022 charset the bytes announce by their escapes; `undefined` when there are none. `escape`: offset of the first ESC. */
export function iso2022In(bytes: Uint8Array, escape: number): 'iso-2022-kr' | 'iso-2022-jp' | undefined {
  for (let at = escape; at >= 0; at = bytes.indexOf(ESCAPE, at + 1)) {
    if (startsWith(bytes, at, KOREAN)) return 'iso-2022-kr';
    const kind = bytes[at + 1];
    const set = bytes[at + 2];
    if (kind === 0x24 && (set === 0x40 || set === 0x42)) return 'iso-2022-jp';
  }
  return undefined;
}

/** Decodes ISO-2022-KR: between SO and SI the high bit is missing from EUC-KR; a line end returns to ASCII. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  let high = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (startsWith(bytes, at, KOREAN)) at += KOREAN.length - 1;
    else if (byte === SHIFT_OUT) high = 0x80;
    else if (byte === SHIFT_IN) high = 0;
    else {
      if (byte === LINE_FEED) high = 0;
      plain[length++] = byte > 0x20 && byte < 0x7f ? byte | high : byte;
    }
  }
  return decodeLegacy(plain.subarray(0, length), 'euc-kr');
}

/**
 * Marks which bytes are single ASCII characters of the text: 1, or 0 for bytes of escapes and of two-byte characters,
 * where any ASCII byte may stand.
 */
export function singleBytesOfIso2022(bytes: Uint8Array): Uint8Array {
  const single = new Uint8Array(bytes.length);
  let isDouble = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === ESCAPE) {
      const isMulti = bytes[at + 1] === 0x24;
      if (isMulti && startsWith(bytes, at, KOREAN)) at += 3;
      else {
        isDouble = isMulti;
        at += 2;
      }
    } else if (byte === SHIFT_OUT) isDouble = true;
    else if (byte === SHIFT_IN || byte === LINE_FEED) isDouble = false;
    else if (!isDouble) single[at] = 1;
  }
  return single;
}

function startsWith(bytes: Uint8Array, at: number, start: readonly number[]): boolean {
  for (let i = 0; i < start.length; i++) if (bytes[at + i] !== start[i]) return false;
  return true;
}
