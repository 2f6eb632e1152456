/** Finds records by a key of two words; the caller keeps the records. */
interface KeyIndex {
  /** The record with this key; -1 if there is none, and `add` may add it. */
  readonly find: (low: number, high: number) => number;
  /** Adds a record with the key of the last `find`. */
  readonly add: (record: number) => void;
}

/** Open addressing. `lowOf`, `highOf`: the key of a record. */
export function createKeyIndex(
  lowOf: (record: number) => number,
  highOf: (record: number) => number,
): KeyIndex {
  let slots = new Int32Array(2);
  let count = 0;
  let last = 0;

  function find(low: number, high: number): number {
    const mask = slots.length - 1;
    for (last = (low ^ Math.imul(high, 0x9e3779b1)) & mask; ; last = (last + 1) & mask) {
      const record = slots[last]! - 1;
      if (record < 0 || (lowOf(record) === low && highOf(record) === high)) return record;
    }
  }

  return {
    find,
    add(record) {
      slots[last] = record + 1;
      if (++count * 2 <= slots.length) return;
      const before = slots;
      slots = new Int32Array(before.length * 2);
      for (const place of before) {
        if (place === 0) continue;
        find(lowOf(place - 1), highOf(place - 1));
        slots[last] = place;
      }
    },
  };
}

/** Adds a value to the list of a key, which it begins if there is none. */
export function append<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** A function of objects that computes each value once, and keeps it as long as its object. */
export function perObject<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const kept = new WeakMap<K, V>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
