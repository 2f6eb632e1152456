const HAN = '一二三四五六七八九';

const KINDS: readonly (readonly [letter: string, words: RegExp])[] = [
  ['p', /^(?:p|pro|professional|dan\s*pro|d\s*pro|段\s*pro)$/iu],
  ['d', /^(?:d|dan|段|단|단\.)$/iu],
  ['k', /^(?:k|kyu|kyū|级|級|급|gup)$/iu],
];

/** East Asian ranks count from the first, which has a word of its own. */
const FIRST_DAN = /^(?:初段|초단)$/u;
/** `p` stands before the number on some servers. */
const PRO_FIRST = /^(?:p|프로)\s*(\d{1,2})\s*(?:段|단|d|dan)?$/iu;
const NUMBER_FIRST = /^(\d{1,2}|[一二三四五六七八九])\s*-?\s*([^\d?*]+?)\s*([?*]?)$/u;

/** A rank as FF[4] suggests it: `5k`, `3d`, `9p`, with the `?` or `*` of one uncertain or settled; `undefined` for anything else. */
export function rankText(text: string): string | undefined {
  if (FIRST_DAN.test(text)) return '1d';
  const pro = PRO_FIRST.exec(text);
  if (pro) return `${String(Number(pro[1]))}p`;
  const match = NUMBER_FIRST.exec(text);
  if (!match) return undefined;
  const [, number = '', word = '', sign = ''] = match;
  const kind = KINDS.find(([, words]) => words.test(word));
  if (!kind) return undefined;
  const value = HAN.includes(number) ? HAN.indexOf(number) + 1 : Number(number);
  return `${String(value)}${kind[0]}${sign}`;
}
