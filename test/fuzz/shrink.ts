/** The smallest part of the bytes found that still fails: pieces are left out, large ones first, while it goes on failing. */
export async function shrink(
  bytes: Uint8Array,
  fails: (smaller: Uint8Array) => Promise<boolean>,
  tries = 2000,
): Promise<Uint8Array> {
  let best = bytes;
  let left = tries;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && left > 0;) {
      const smaller = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      left--;
      if (await fails(smaller)) best = smaller;
      else at += size;
    }
  }
  return best;
}
