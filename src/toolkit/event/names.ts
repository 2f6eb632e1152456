/**
 * Names of players as people, programs and servers write them, which of them may mean one person, and whom a name may mean among
 * the players of all tables.
 */
import { TABLE_LIMITS } from '../../core/limits.js';
import { distance } from '../../core/text.js';
import { failure, success, type Outcome } from '../../core/outcome.js';

/** Letters that are not a base letter with a mark, and Cyrillic ones, each before its Latin letters. */
const LETTERS = new Map(
  (
    'łl øo đd ðd þth ßss æae œoe ıi ħh ŧt ĸk ŋn ' +
    'аa бb вv гg ґg дd еe єye жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya'
  )
    .split(' ')
    .map((pair) => [pair[0]!, pair.slice(1)]),
);

const SPECIAL = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** The other words of a longer name are one. */
const MAX_WORDS = 6;

/** A name's words in lower case, and in Latin letters without marks if possible; `_ - ' .` and commas separate words as blanks do. */
function nameWords(name: string): string[] {
  return name
    .slice(0, TABLE_LIMITS.nameLetters)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(SPECIAL, (letter) => LETTERS.get(letter)!)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The words joined: names that differ only in blanks, marks and case become equal. */
export function foldName(name: string): string {
  return nameWords(name).join('');
}

/** The words in alphabetical order: names that differ only in word order, marks and case have equal keys. */
export function nameKey(name: string): string {
  return nameWords(name).sort().join(' ');
}

/** Spellings of one sound, and the letters that replace them. Each replacement applies to the result of the earlier ones. */
const SOUNDS: readonly (readonly [spelling: RegExp, sound: string])[] = [
  [/shch|sch|sh|sz/g, 's'],
  [/tch|cz|ch|ts|tz/g, 'c'],
  [/kh/g, 'h'],
  [/zh/g, 'z'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/[yj]/g, 'i'],
  [/ae|aa/g, 'a'],
  [/oe|oo|ou/g, 'o'],
  [/ue|uu/g, 'u'],
  [/ie|ee/g, 'e'],
  [/(.)\1+/g, '$1'],
];

/** The approximate sound of a word: transliterations of one word become equal, and sometimes two different words. */
function soundOf(word: string): string {
  return SOUNDS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word);
}

/** A name prepared for comparison. */
export interface NameForms {
  readonly words: readonly string[];
  readonly sounds: readonly string[];
  /** The words joined, starting at each of them: surname and first name may come in any order, with or without a blank. */
  readonly joined: readonly string[];
  readonly joinedSounds: readonly string[];
  /** Words, sounds and letters in alphabetical order. */
  readonly sortedWords: string;
  readonly sortedSounds: string;
  readonly letters: string;
}

/** Ranks, countries in parentheses and titles that servers add to names. */
const ADDED = /\([^()]*\)|\[[^[\]]*\]|(?<=\s)\d{1,2}\s{0,3}[kdp](?=\s|$)/giu;

export function nameForms(name: string): NameForms {
  const bare = nameWords(name.slice(0, TABLE_LIMITS.nameLetters).replace(ADDED, ' '));
  const all = bare.length > 0 ? bare : nameWords(name);
  const words =
    all.length > MAX_WORDS ? [...all.slice(1 - MAX_WORDS), all.slice(0, 1 - MAX_WORDS).join('')] : all;
  const sounds = words.map(soundOf);
  return {
    words,
    sounds,
    joined: rotations(words),
    joinedSounds: rotations(sounds),
    sortedWords: [...words].sort().join(' '),
    sortedSounds: [...sounds].sort().join(' '),
    letters: Array.from(words.join('')).sort().join(''),
  };
}

function rotations(words: readonly string[]): string[] {
  return words.map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(''));
}

/**
 * `same`: the same letters in any order of words. `close`: another transliteration, cut short, or one wrong letter in a long word.
 * `partial`: some words and initials agree, such as the surname alone. `faint`: some words are similar. `other`: none of these.
 */
export const LIKENESSES = ['other', 'faint', 'partial', 'close', 'same'] as const;
export type Likeness = (typeof LIKENESSES)[number];

export function likeness(a: NameForms, b: NameForms): Likeness {
  if (a.words.length === 0 || b.words.length === 0) return 'other';
  if (b.joined.includes(a.joined[0]!) || a.sortedWords === b.sortedWords) return 'same';
  if (b.joinedSounds.includes(a.joinedSounds[0]!) || a.sortedSounds === b.sortedSounds) return 'close';
  if (isCut(a, b) || isCut(b, a)) return 'close';
  return closer(closer(sharesWords(a, b), wholeLikeness(a, b)), wholeLikeness(b, a));
}

function closer(a: Likeness, b: Likeness): Likeness {
  return LIKENESSES.indexOf(a) > LIKENESSES.indexOf(b) ? a : b;
}

/** With fewer letters left of its last word, a cut name ends in an initial. */
const SHORTEST_REST = 3;
/** Programs cut names at 24 to 30 letters, servers at 10 or 12. */
const SHORTEST_CUT = 8;

function isCut(short: NameForms, long: NameForms): boolean {
  return short.words.length > 1 && short.words.at(-1)!.length >= SHORTEST_REST && isBeginning(short, long);
}

/** Whether so little is left of a cut name's last word that it is no name: `Ju`, but not `Berg` for `Bergmann`. */
function endsInInitial(short: NameForms, long: NameForms): boolean {
  return short.words.length > 1 && short.words.at(-1)!.length < SHORTEST_REST && isBeginning(short, long);
}

/** Whether a name may be one that was cut, with however few letters left of its last word. */
function isBeginning(short: NameForms, long: NameForms): boolean {
  const [first] = short.joined;
  return (
    first!.length >= SHORTEST_CUT &&
    long.joined.some((whole) => whole.length > first!.length && whole.startsWith(first!))
  );
}

/** How many letters may be wrong in a word or name of that length. */
function slipsIn(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

function isSlipOf(a: string, b: string): boolean {
  const most = slipsIn(Math.max(a.length, b.length));
  return Math.abs(a.length - b.length) <= most && distance(a, b, most) <= most;
}

/** In names as short as `Li Wei`, one different letter means another person. */
const SHORTEST_SLIP = 9;

/** In names of at least this many letters, two slips may still mean the same person. */
const LONG = 12;

/** Compares whole names, whatever their blanks: one slip in a long name is `close`, two are `faint`. */
function wholeLikeness(a: NameForms, b: NameForms): Likeness {
  // Two replaced letters are four letters that only one of the names has.
  if (lettersApart(a.letters, b.letters) > 4) return 'other';
  const [first] = a.joined;
  const least = (short: number): number =>
    Math.min(
      ...b.joined
        .filter((other) => Math.min(first!.length, other.length) >= short)
        .filter((other) => Math.abs(first!.length - other.length) <= 2)
        .map((other) => distance(first!, other, 2)),
    );
  if (least(SHORTEST_SLIP) <= 1) return 'close';
  return least(LONG) <= 2 ? 'faint' : 'other';
}

/** How many letters only one of two texts has; the letters of both must be in alphabetical order. */
function lettersApart(a: string, b: string): number {
  let apart = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      i++;
      j++;
    } else {
      apart++;
      if (a[i]! < b[j]!) i++;
      else j++;
    }
  }
  return apart + a.length - i + b.length - j;
}

/** Letters that must agree to be more than a coincidence: `Li`. */
const SHORTEST_SURNAME = 2;

/** Compares words: each of the shorter name must match one of the longer name, exactly, with a slip, or as its beginning. */
function sharesWords(a: NameForms, b: NameForms): Likeness {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a];
  const left = long.sounds.map((sound, i) => ({ sound, word: long.words[i]! }));
  // Longest first: a single letter could take a word that another word equals.
  const words = short.sounds
    .map((sound, i) => ({ sound, word: short.words[i]! }))
    .sort((one, other) => other.word.length - one.word.length);
  let agreeing = 0;
  const met = new Set<WordLikeness>();
  for (const one of words) {
    const kinds = left.map((other) => wordLikeness(one, other));
    const kind = (['equal', 'slip', 'beginning'] as const).find((each) => kinds.includes(each));
    if (kind === undefined) return 'other';
    const [taken] = left.splice(kinds.indexOf(kind), 1);
    met.add(kind);
    if (kind !== 'beginning') agreeing += Math.min(one.word.length, taken!.word.length);
  }
  if (agreeing < SHORTEST_SURNAME) return 'other';
  if (left.length > 0) return met.size === 1 && met.has('equal') ? 'partial' : 'faint';
  if (!met.has('slip')) return 'partial';
  return met.has('beginning') || agreeing < SHORTEST_SLIP ? 'faint' : 'close';
}

/** Whether two names that are alike differ only in what people and programs leave out or transliterate: no letter is another one. */
function isSpeltAlike(a: NameForms, b: NameForms): boolean {
  if (b.joinedSounds.includes(a.joinedSounds[0]!) || endsInInitial(a, b) || endsInInitial(b, a)) return true;
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a];
  const left = long.sounds.map((sound, i) => ({ sound, word: long.words[i]! }));
  // Longest first: an initial could take a word that another word equals.
  const words = short.sounds
    .map((sound, i) => ({ sound, word: short.words[i]! }))
    .sort((one, other) => other.word.length - one.word.length);
  return words.every((one) => {
    const equal = left.findIndex(({ sound }) => sound === one.sound);
    const at = equal >= 0 ? equal : left.findIndex(({ word }) => isInitial(one.word, word));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function isInitial(a: string, b: string): boolean {
  return (a.length === 1 || b.length === 1) && a.charAt(0) === b.charAt(0);
}

type WordLikeness = 'equal' | 'slip' | 'beginning' | 'other';

interface SoundedWord {
  readonly sound: string;
  readonly word: string;
}

function wordLikeness(a: SoundedWord, b: SoundedWord): WordLikeness {
  if (a.sound === b.sound) return 'equal';
  if (a.word.startsWith(b.word) || b.word.startsWith(a.word)) return 'beginning';
  return isSlipOf(a.word, b.word) || isSlipOf(a.sound, b.sound) ? 'slip' : 'other';
}

/**
 * Reads names that players go by elsewhere: lines `nick,name`, or with a semicolon or tab. Skips the header, empty lines and lines
 * that begin with `#`. The error names the line.
 */
export function parseAliases(text: string): Outcome<Aliases, string> {
  const aliases: (readonly [string, string])[] = [];
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, nick = '', name = ''] = /^([^,;\t]+)[,;\t](.+)$/.exec(line) ?? [];
    const pair = [unquoted(nick), unquoted(name)] as const;
    if (pair.includes('')) return failure(`line ${String(i + 1)}: expected nick,name`);
    if (pair.join().toLowerCase() !== 'nick,name') aliases.push(pair);
  }
  return success(aliases);
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim();
}

/** Names that players go by elsewhere: the nick, and the name in the table. */
export type Aliases = readonly (readonly [nick: string, name: string])[];

/** A player of a table whom a name may mean. */
export interface NamedPlayer {
  readonly table: number;
  readonly player: number;
  readonly likeness: Likeness;
  /** Another player of the table shares the part that agrees, such as the surname. */
  readonly hasFamily: boolean;
  /** Some letter of the name is another one, or a word goes on in one of the two only. */
  readonly isRespelt: boolean;
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

/** What is read of a table. */
type TableOfNames = { readonly players: readonly { readonly name: string }[] };

/** Finds the players of exactly that name in a table, or else those whose names resemble it. */
export function namesakeFinder(
  tables: readonly TableOfNames[],
  aliases: Aliases,
): (name: string) => Namesakes {
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
    const isRespelt = like !== 'same' && !isSpeltAlike(name, forms);
    return [{ table, player, likeness: like, hasFamily: name.sounds.some(isShared), isRespelt }];
  }

  /** By its alias; in tables that do not have that name, players of exactly the name itself. */
  function meant(name: string): Namesakes {
    const own = found(nameForms(name));
    const meaning = meanings.get(nameKey(name));
    if (meaning === undefined) return own;
    const { players, isCommon } = found(nameForms(meaning));
    const tables = new Set(players.map(({ table }) => table));
    const others = own.players.filter((one) => one.likeness === 'same' && !tables.has(one.table));
    return {
      players: [...players, ...others].sort((a, b) => a.table - b.table || a.player - b.player),
      isCommon,
    };
  }

  const known = new Map<string, Namesakes>();
  return (name) => {
    const cached = known.get(name) ?? meant(name);
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
