/** Whom a name may mean among the players of all tables. Keys find them: comparing every name with every player took minutes. */
import {
  type Aliases,
  likeness,
  LONG,
  nameForms,
  nameKey,
  SHORTEST_CUT,
  SHORTEST_SLIP,
  slipsIn,
  type Likeness,
  type NameForms,
} from './names.js';
import type { Table } from './table.js';

/** A player of a table whom a name may mean. */
export interface NamedPlayer {
  readonly table: number;
  readonly player: number;
  readonly likeness: Likeness;
  /** Another player of the table shares the part that agrees, such as the surname. */
  readonly hasFamily: boolean;
}

interface Entry {
  readonly table: number;
  readonly player: number;
  readonly forms: NameForms;
}

/** Players with whom a name is compared, and players who may share one key: what more of them share identifies nobody. */
const MAX_ALIKE = 64;
/** Letters of a text that its keys are made from. */
const BEGINNING = 10;
/** A key and the number of an entry share a double. Numbers of 30 bits take no memory of their own. */
const KEYS = 2 ** 30 - 1;
const ENTRIES = 2 ** 20;
/** Keys of one kind do not meet those of another. */
const [WHOLE, CUT, ONE_SLIP, TWO_SLIPS, LONG_IN_TABLE, LONG_IN_RECORD] = [1, 2, 3, 4, 5, 6];

/**
 * Adds digests of a text: of the whole, or of its beginning without up to `slips` of its letters. Two texts with as many wrong,
 * missing, further or exchanged letters have a key in common.
 */
function addKeys(keys: Set<number>, kind: number, text: string, slips: number): void {
  const length = slips === 0 ? text.length : Math.min(text.length, BEGINNING);
  // -1: all letters.
  for (let i = -1; i < (slips > 0 ? length : 0); i++) {
    for (let j = i; j < (slips > 1 && i >= 0 ? length : i + 1); j++) {
      let key = kind;
      for (let at = 0; at < length; at++)
        if (at !== i && at !== j) key = Math.imul(key ^ text.charCodeAt(at), 0x01000193) ^ (key >>> 15);
      keys.add(key & KEYS);
    }
  }
}

/** Keys of a name in a table or a record: two names that are alike, in whatever way, have a key in common. */
function keysOf({ words, sounds, joined, joinedSounds }: NameForms, where: 'record' | 'table'): Set<number> {
  const keys = new Set<number>();
  for (const text of [...joined, ...joinedSounds]) addKeys(keys, WHOLE, text, 0);
  for (const text of joined) {
    if (text.length >= SHORTEST_CUT) addKeys(keys, CUT, text.slice(0, SHORTEST_CUT), 0);
    if (text.length >= SHORTEST_SLIP) addKeys(keys, ONE_SLIP, text, 1);
    if (text.length >= LONG) addKeys(keys, TWO_SLIPS, text, 2);
  }
  for (const text of new Set([...words, ...sounds])) {
    addKeys(keys, ONE_SLIP, text, slipsIn(text.length + 1) > 0 ? 1 : 0);
    // Two slips are allowed where one of the words is long; the other may have two letters less.
    const isLong = slipsIn(text.length) > 1;
    if (isLong) addKeys(keys, TWO_SLIPS, text, 2);
    if (slipsIn(text.length + 2) < 2 || slipsIn(text.length - 2) > 1) continue;
    addKeys(keys, (where === 'table') === isLong ? LONG_IN_TABLE : LONG_IN_RECORD, text, 2);
  }
  return keys;
}

/** Whom a name may mean. `isCommon`: it resembles more players than can be told apart. */
export interface Namesakes {
  readonly players: readonly NamedPlayer[];
  readonly isCommon: boolean;
}

/** Finds the players of exactly that name in a table, or else those whose names resemble it. */
export function namesakeFinder(tables: readonly Table[], aliases: Aliases): (name: string) => Namesakes {
  const meanings = new Map(aliases.map(([nick, name]) => [nameKey(nick), name]));
  const entries = tables.flatMap(({ players }, table) =>
    players.map(({ name }, player): Entry => ({ table, player, forms: nameForms(name) })),
  );
  const places: number[] = [];
  /** How many players of a table have a word. */
  const owners = new Map<string, number>();
  for (const [i, { table, forms }] of entries.entries()) {
    for (const key of keysOf(forms, 'table')) places.push(key * ENTRIES + i);
    for (const sound of new Set(forms.sounds)) {
      const word = `${String(table)} ${sound}`;
      owners.set(word, (owners.get(word) ?? 0) + 1);
    }
  }
  const sorted = Float64Array.from(places).sort();
  /** How many keys of a name each entry has. */
  const shared = new Uint32Array(entries.length);

  function found(name: NameForms): Namesakes {
    const hits: number[] = [];
    let isCommon = false;
    for (const key of keysOf(name, 'record')) {
      const end = (key + 1) * ENTRIES;
      const first = firstFrom(sorted, key * ENTRIES);
      if (sorted[first + MAX_ALIKE]! < end) {
        isCommon = true;
        continue;
      }
      for (let at = first; sorted[at]! < end; at++) {
        const entry = sorted[at]! % ENTRIES;
        if (shared[entry]!++ === 0) hits.push(entry);
      }
    }
    // Names that are most alike share the most keys.
    hits.sort((a, b) => shared[b]! - shared[a]!);
    const alike = hits.slice(0, MAX_ALIKE).flatMap((entry) => namedBy(name, entries[entry]!));
    for (const entry of hits) shared[entry] = 0;
    const exact = new Set(alike.filter((one) => one.likeness === 'same').map(({ table }) => table));
    const players = alike.filter((one) => one.likeness === 'same' || !exact.has(one.table));
    return { players: players.sort((a, b) => a.table - b.table || a.player - b.player), isCommon };
  }

  function namedBy(name: NameForms, { table, player, forms }: Entry): readonly NamedPlayer[] {
    const like = likeness(name, forms);
    if (like === 'other') return [];
    const isShared = (sound: string): boolean =>
      forms.sounds.includes(sound) && owners.get(`${String(table)} ${sound}`)! > 1;
    return [{ table, player, likeness: like, hasFamily: name.sounds.some(isShared) }];
  }

  const known = new Map<string, Namesakes>();
  return (name) => {
    const cached = known.get(name) ?? found(nameForms(meanings.get(nameKey(name)) ?? name));
    known.set(name, cached);
    return cached;
  };
}

/** Where the numbers from `least` on begin. */
function firstFrom(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
