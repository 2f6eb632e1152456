import { describe, expect, test } from 'vitest';
import { formatPoint, parsePoint } from '../../../src/core/point.js';
import { handicapPoints, placementOf } from '../../../src/go/rules/handicap-points.js';

function points(text: string, size: number): number[] {
  return text.split(' ').map((name) => parsePoint(name, size, size)!);
}

describe('points in order', () => {
  test.each([
    [19, 2, 'aga', 'Q16 D4'],
    [19, 3, 'aga', 'Q16 D4 Q4'],
    [19, 4, 'aga', 'Q16 D4 Q4 D16'],
    [19, 5, 'aga', 'Q16 D4 Q4 D16 K10'],
    [19, 6, 'aga', 'Q16 D4 Q4 D16 Q10 D10'],
    [19, 7, 'aga', 'Q16 D4 Q4 D16 Q10 D10 K10'],
    [19, 8, 'aga', 'Q16 D4 Q4 D16 Q10 D10 K16 K4'],
    [19, 9, 'aga', 'Q16 D4 Q4 D16 Q10 D10 K16 K4 K10'],
    [19, 2, 'gtp', 'D4 Q16'],
    [19, 3, 'gtp', 'D4 Q16 D16'],
    [19, 6, 'fox-before-2018', 'Q16 D4 Q4 D16 K16 K4'],
    [19, 7, 'fox-before-2018', 'Q16 D4 Q4 D16 K16 K4 K10'],
    [13, 4, 'aga', 'K10 D4 K4 D10'],
    [13, 5, 'aga', 'K10 D4 K4 D10 G7'],
    [9, 4, 'aga', 'G7 C3 G3 C7'],
    [9, 5, 'aga', 'G7 C3 G3 C7 E5'],
    [8, 4, 'aga', 'F6 C3 F3 C6'],
  ] as const)('%i lines: %i stones, %s: %s', (size, stones, layout, expected) => {
    const found = handicapPoints(size, size, stones, layout)!;
    expect(found.map((point) => formatPoint(point, size, size)).join(' ')).toBe(expected);
  });

  test.each([
    [19, 0],
    [19, 1],
    [19, 10],
    [5, 2],
    [8, 5],
    [7, 5],
  ])('none on %i lines for %i stones', (size, stones) => {
    expect(handicapPoints(size, size, stones, 'aga')).toBeUndefined();
  });
});

describe('placement', () => {
  test.each([
    ['Q16 D4', 'standard'],
    ['D4 Q16', 'standard'],
    ['D16 Q4', 'rotated'],
    ['Q16 D4 Q4', 'standard'],
    ['Q16 D4 D16', 'standard'],
    ['Q16 D16 Q4', 'rotated'],
    ['Q16 D4 Q4 D16 K16 K4', 'rotated'],
    ['Q16 D4 Q4 D16 Q10 D10', 'standard'],
    ['Q16 D4 Q4 D16 Q10 K4', 'other'],
    ['Q16 D4 K10', 'other'],
    ['R16 D4', 'other'],
    ['D4', 'other'],
  ])('%s: %s', (text, placement) => {
    expect(placementOf(points(text, 19), 19, 19)).toBe(placement);
  });
});
