/** One byte a point as text: a letter for each value below 26, and a number behind it for a run of more than one. */
export function encodeBytes(bytes: ArrayLike<number>): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const value = bytes[at]!;
    let end = at + 1;
    while (end < bytes.length && bytes[end] === value) end++;
    text += String.fromCharCode(LETTER_A + value) + (end - at > 1 ? String(end - at) : '');
    at = end;
  }
  return text;
}

/** Reads what `encodeBytes` wrote; what lies beyond `length` is left out. */
export function decodeBytes(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const [, letter, run] of text.matchAll(/([a-z])(\d*)/g)) {
    const end = at + (run === '' ? 1 : Number(run));
    bytes.fill(letter!.charCodeAt(0) - LETTER_A, at, end);
    at = end;
  }
  return bytes;
}

const LETTER_A = 97;
