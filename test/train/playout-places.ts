import { VERDICTS, COLORS, REFUSED, RECORDS } from '../../src/life/playout-memory.js';
import { get, set, i32, add, sub, mul, and, or, left, right, same, when, word } from './wat.js';

/** A chain in atari has no more liberties than this, counted once a touching stone. */
export const MOST_IN_ATARI = 4;

export const short = (point: string, offset: number): string =>
  `(i32.load16_u offset=${offset} ${left(point, 1)})`;
export const putShort = (point: string, offset: number, value: string): string =>
  `(i32.store16 offset=${offset} ${left(point, 1)} ${value})`;
export const colorAt = (point: string): string => `(i32.load8_u offset=${COLORS} ${point})`;
export const refused = (point: string): string => `(i32.load8_u offset=${REFUSED} ${point})`;
export const refuse = (point: string, offset: number, value: string): string =>
  `(i32.store8 offset=${REFUSED + offset} ${point} ${value})`;

/** The points above, left, right and below of `p`. */
export const AROUND = [
  sub(get('p'), get('S')),
  sub(get('p'), i32(1)),
  add(get('p'), i32(1)),
  add(get('p'), get('S')),
];

/** Sets `x` to the contents of the nine points around `p`: six bits a column, rows from the top, columns a byte apart. */
export function lookAround(): string[] {
  const row = (start: string): string => `(i32.load offset=${COLORS - 1} ${start})`;
  return [
    set('x', or(row(AROUND[0]!), or(left(row(get('p')), 2), left(row(AROUND[3]!), 4)))),
    set('o', right(and(get('x'), i32(0xc330c)), 2)),
  ];
}

/** The number of the pattern of the four points next to `p`, of `o`; the caller's table has the same order. */
export const PATTERN = and(or(get('o'), or(right(get('o'), 8), right(get('o'), 12))), i32(0xff));

/** The word of VERDICTS about `p` for the color `c`. */
export const VERDICT = `(i32.load16_u offset=${VERDICTS} ${left(or(left(sub(get('c'), i32(1)), 8), PATTERN), 1)})`;

/**
 * Sets `name` to the one liberty of the chain whose record is `h`, 0 when it has none or more. Both conditions are one
 * branch: few liberties are common, and one is rare enough to be foretold.
 */
export function lastLiberty(name: string): string[] {
  const [n, s, q] = [word(get('h'), RECORDS), word(get('h'), RECORDS + 4), word(get('h'), RECORDS + 8)];
  return [
    set(name, i32(0)),
    set('count', n),
    set('sum', s),
    when(
      and(
        `(i32.lt_u ${sub(get('count'), i32(1))} ${i32(MOST_IN_ATARI)})`,
        same(mul(get('count'), q), mul(get('sum'), get('sum'))),
      ),
      set(name, `(i32.div_u ${get('sum')} ${get('count')})`),
    ),
  ];
}

/** Of four numbers of liberties those that may be of a chain in atari, as bits; none counts as well. */
export function fewLiberties(numbers: readonly string[]): string {
  return bits(numbers.map((n) => `(i32.le_u ${n} ${i32(MOST_IN_ATARI)})`));
}

/** Conditions as bits, the first the lowest. */
export function bits(conditions: readonly string[]): string {
  return conditions.map((condition, i) => left(condition, i)).reduce((a, b) => or(a, b));
}
