/** Words of a found beginning in a record: game, index of the sought line, 1 when the board is turned. */
export const FOUND_WORDS = 3;

/** What is told of a file, as bytes: length of the name, number of words, the name, the words. */
export function recordOf(name: string, words: Uint32Array): Uint8Array {
  const text = Buffer.from(name);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(words.length, 4);
  return Buffer.concat([head, text, Buffer.from(words.buffer, words.byteOffset, words.byteLength)]);
}

/** The records of a task, one after another; their words are copies. */
export function* recordsIn(
  bytes: Uint8Array,
): Generator<{ readonly name: string; readonly words: Uint32Array }> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < all.length;) {
    const nameEnd = at + 8 + all.readUInt32LE(at);
    const words = new Uint32Array(all.readUInt32LE(at + 4));
    const end = nameEnd + words.byteLength;
    new Uint8Array(words.buffer).set(all.subarray(nameEnd, end));
    yield { name: all.toString('utf8', at + 8, nameEnd), words };
    at = end;
  }
}
