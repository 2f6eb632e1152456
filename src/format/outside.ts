import type { RawFile } from '../sgf/raw.js';

/** Text before the games, by game, and behind the last; '' where there is none. */
export type TextOutside = readonly string[];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What the scan takes for white space, and no more: behind any other sign a `(` is the start of no game. */
const AROUND = /^[\t-\r ]+|[\t-\r ]+$/gu;
/** Byte order marks: one that is written first would be none of the text any more. */
const MARKS = /^[\ufeff\t-\r ]+/u;

/**
 * What stands outside of the games, one text more than there are games, without the white space around it.
 * Parentheses that close nothing say nothing and are left out where nothing else stands with them.
 */
export function textOutside(file: RawFile): TextOutside {
  const ends = [0, ...file.games.map(({ textEnd }) => textEnd)];
  return ends.map((end, i) => {
    const next = file.games[i]?.textStart ?? file.text.length;
    const all = end < next ? decoder.decode(file.text.subarray(end, next)) : '';
    const text = (i === 0 ? all.replace(MARKS, '') : all).replace(AROUND, '');
    return /[^)\s]/u.test(text) ? text : '';
  });
}
