/** Names of players as they are written by people, programs and servers. */

/** Letters that have no base letter with a mark. */
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
};

/** A name's words in small letters without marks; `_ - ' .` and commas part words as blanks do. */
export function nameWords(name: string): string[] {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[łøđðþßæœıħŧĸŋ]/g, (letter) => LETTERS[letter]!)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The words in one: names that differ in blanks, marks and case alone are equal. */
export function foldName(name: string): string {
  return nameWords(name).join('');
}

/** The words in the order of the alphabet: names that differ in the order of words as well have equal keys. */
export function nameKey(name: string): string {
  return nameWords(name).sort().join(' ');
}
