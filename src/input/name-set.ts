import { crc32 } from 'node:zlib';

/** Names that came before; eight bytes a name. Two names are taken for one when 53 bits of hashes agree, which chance does not do. */
export interface NameSet {
  readonly add: (name: string) => 'new' | 'again';
}

/** Open addressing. */
export function createNameSet(): NameSet {
  let keys = new Float64Array(256);
  let count = 0;

  function place(key: number): number {
    const mask = keys.length - 1;
    let slot = key & mask;
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  return {
    add(name) {
      const key = keyOf(name);
      const slot = place(key);
      if (keys[slot] === key) return 'again';
      keys[slot] = key;
      if (++count * 2 > keys.length) {
        const before = keys;
        keys = new Float64Array(before.length * 2);
        for (const one of before) if (one !== 0) keys[place(one)] = one;
      }
      return 'new';
    },
  };
}

const LOW_BITS = 21;

function keyOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  const low = (hash ^ (hash >>> 15)) & ((1 << LOW_BITS) - 1);
  return crc32(name) * (1 << LOW_BITS) + low + 1;
}
