import { KEY, KEY_WORDS } from './game-keys.js';

/** Words of one game in the table: its keys, its file, and its place among games with the same line. */
const FILE = KEY_WORDS;
const NEXT = KEY_WORDS + 1;
const LAST = KEY_WORDS + 2;
const WORDS = KEY_WORDS + 3;

const BLOCK_BITS = 12;
const BLOCK_MASK = (1 << BLOCK_BITS) - 1;

/** Keys of all games, 96 bytes a game and no object. Games with the same least image are a chain; its first is the head. */
export interface KeyTable {
  readonly add: (words: Uint32Array, at: number, file: number) => void;
  readonly count: () => number;
  readonly word: (index: number, field: number) => number;
  readonly file: (index: number) => number;
  /** Whether no game before has the same line. */
  readonly isHead: (index: number) => boolean;
  /** The games with the line of a head, in input order, the head first. */
  readonly members: (head: number) => number[];
}

export function createKeyTable(): KeyTable {
  const blocks: Uint32Array[] = [];
  let slots = new Uint32Array(1024);
  let heads = 0;
  let count = 0;

  function get(index: number, field: number): number {
    return blocks[index >>> BLOCK_BITS]![(index & BLOCK_MASK) * WORDS + field]!;
  }

  function set(index: number, field: number, value: number): void {
    blocks[index >>> BLOCK_BITS]![(index & BLOCK_MASK) * WORDS + field] = value;
  }

  /** The slot of a line: that of its head, or an empty one. */
  function slotOf(low: number, high: number): number {
    const mask = slots.length - 1;
    let slot = (low ^ Math.imul(high, 0x9e3779b1)) & mask;
    for (;;) {
      const head = slots[slot]! - 1;
      if (head < 0) return slot;
      if (get(head, KEY.symmetricLow) === low && get(head, KEY.symmetricHigh) === high) return slot;
      slot = (slot + 1) & mask;
    }
  }

  function growSlots(): void {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    for (const place of before) {
      if (place === 0) continue;
      slots[slotOf(get(place - 1, KEY.symmetricLow), get(place - 1, KEY.symmetricHigh))] = place;
    }
  }

  return {
    add(words, at, file) {
      const index = count++;
      if ((index & BLOCK_MASK) === 0) blocks.push(new Uint32Array(WORDS << BLOCK_BITS));
      const block = blocks[index >>> BLOCK_BITS]!;
      const into = (index & BLOCK_MASK) * WORDS;
      for (let i = 0; i < KEY_WORDS; i++) block[into + i] = words[at + i]!;
      block[into + FILE] = file;
      const slot = slotOf(get(index, KEY.symmetricLow), get(index, KEY.symmetricHigh));
      const head = slots[slot]! - 1;
      if (head < 0) {
        set(index, LAST, index + 1);
        slots[slot] = index + 1;
        if (++heads * 2 > slots.length) growSlots();
      } else {
        set(get(head, LAST) - 1, NEXT, index + 1);
        set(head, LAST, index + 1);
      }
    },
    count: () => count,
    word: get,
    file: (index) => get(index, FILE),
    isHead: (index) => get(index, LAST) !== 0,
    members(head) {
      const found = [head];
      for (let next = get(head, NEXT); next !== 0; next = get(next - 1, NEXT)) found.push(next - 1);
      return found;
    },
  };
}
