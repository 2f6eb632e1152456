import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceText, hundredths } from '../../src/core/text.js';
import {
  columnName,
  formatPoint,
  parsePoint,
  pointFromSgf,
  pointToSgf,
  symmetriesOf,
} from '../../src/core/point.js';

it.each([
  [0.898, '0.89'],
  [0.9, '0.90'],
  [0.29, '0.29'],
  [0.9999, '0.99'],
  [0.8996, '0.89'],
  [1, '1.00'],
])('a chance is never rounded up to a threshold: %s is %s', (chance, text) => {
  expect(chanceText(chance)).toBe(text);
  // The column `repair_confidence` has one more digit, and begins with those of the sentence.
  expect(hundredths(chance, 1000).toFixed(3).startsWith(text)).toBe(true);
});

const size = fc.integer({ min: 1, max: 52 });

describe('points', () => {
  it.each([
    ['pd on 19x19 is Q16', 'pd', 19, 19, 'Q16'],
    ['aa is the top left', 'aa', 19, 19, 'A19'],
    ['ia has no letter I', 'ia', 9, 9, 'J9'],
    ['the lowest right of 9x13', 'im', 9, 13, 'J1'],
    ['column 26 is AA', 'za', 26, 26, 'AA26'],
    ['upper case goes on after 26', 'Za', 52, 52, 'BB52'],
  ])('%s', (_, sgf, width, height, printed) => {
    const point = pointFromSgf(sgf, width, height);
    expect(point).toBeDefined();
    expect(formatPoint(point!, width, height)).toBe(printed);
  });

  it.each([-1, 361, 400])('%d is no point of 19x19', (point) => {
    expect(() => formatPoint(point, 19, 19)).toThrow(`point is ${String(point)} but must be`);
  });

  it.each(['tt', 'a', 'aaa', '', 'a1', 'ta'])('%s is no point of 19x19', (text) => {
    expect(pointFromSgf(text, 19, 19)).toBeUndefined();
  });

  it.each(['I5', 'Z1', 'A0', 'A20', '5A', ''])('%s is no printed point of 19x19', (text) => {
    expect(parsePoint(text, 19, 19)).toBeUndefined();
  });

  it('reads back what it prints, in both notations', () => {
    fc.assert(
      fc.property(size, size, fc.nat(), (width, height, n) => {
        const point = n % (width * height);
        expect(parsePoint(formatPoint(point, width, height), width, height)).toBe(point);
        expect(pointFromSgf(pointToSgf(point, width), width, height)).toBe(point);
      }),
    );
  });

  it('names 25 columns without I', () => {
    expect(Array.from({ length: 26 }, (_, x) => columnName(x)).join(' ')).toBe(
      'A B C D E F G H J K L M N O P Q R S T U V W X Y Z AA',
    );
  });
});

describe('symmetries', () => {
  it.each([
    [19, 19, 8],
    [9, 13, 4],
    [1, 4, 4],
  ])('%ix%i has %i, each a permutation', (width, height, count) => {
    const tables = symmetriesOf(width, height);
    expect(tables.length).toBe(count);
    for (const table of tables) expect(new Set(table).size).toBe(width * height);
    expect([...tables[0]!]).toEqual(Array.from({ length: width * height }, (_, i) => i));
  });

  it('keeps neighbours neighbours', () => {
    for (const table of symmetriesOf(5, 5)) {
      for (let p = 0; p < 24; p++) {
        if (p % 5 === 4) continue;
        const [a, b] = [table[p]!, table[p + 1]!];
        expect([1, 5]).toContain(Math.abs(a - b));
      }
    }
  });
});
