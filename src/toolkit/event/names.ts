/** Names of players as people, programs and servers write them, and which of them may mean one person. */
import { TABLE_LIMITS } from '../../core/limits.js';
import { distance } from '../../core/text.js';
import { failure, success, type Outcome } from '../../core/outcome.js';

/** Letters that are not a base letter with a mark, and Cyrillic ones. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ĸ: 'k',
  ŋ: 'n',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ye',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};

const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** The other words of a longer name are one. */
const MAX_WORDS = 6;

/** A name's words in lower case, and in Latin letters without marks if possible; `_ - ' .` and commas separate words as blanks do. */
function nameWords(name: string): string[] {
  return name
    .slice(0, TABLE_LIMITS.nameLetters)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
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
export const SHORTEST_CUT = 8;

function isCut(short: NameForms, long: NameForms): boolean {
  const [first] = short.joined;
  return (
    first!.length >= SHORTEST_CUT &&
    short.words.length > 1 &&
    short.words.at(-1)!.length >= SHORTEST_REST &&
    long.joined.some((whole) => whole.length > first!.length && whole.startsWith(first!))
  );
}

/** How many letters may be wrong in a word or name of that length. */
export function slipsIn(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

function isSlipOf(a: string, b: string): boolean {
  const most = slipsIn(Math.max(a.length, b.length));
  return Math.abs(a.length - b.length) <= most && distance(a, b, most) <= most;
}

/** In names as short as `Li Wei`, one different letter means another person. */
export const SHORTEST_SLIP = 9;

/** In names of at least this many letters, two slips may still mean the same person. */
export const LONG = 12;

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
