import { describe, expect, it } from 'vitest';
import { failure, success } from '../../../src/core/outcome.js';
import { compareCells, fieldsOf, parseWhere, passes } from '../../../src/report/list/where.js';
import type { Cell } from '../../../src/report/columns/column.js';

const FIELDS: Readonly<Record<string, Cell>> = {
  size: 19,
  handicap: 2,
  komi: '6.5',
  black: "Lee O'Neil",
  white: '',
  date: '2012-05-03',
  result: 'W+R',
};

const nameOf = (field: string): ReturnType<NonNullable<Parameters<typeof parseWhere>[1]>> =>
  Object.hasOwn(FIELDS, field) ? success(field) : failure(`there is no field ${field}`);

describe('what a filter lets through', () => {
  it.each([
    ['size=19', true],
    ['size=9', false],
    ['size!=9', true],
    ['size=19.0', true],
    ['size>9 and handicap>=2', true],
    ['size>9 and handicap>2', false],
    ['size=9 or handicap=2', true],
    ['not size=9', true],
    ['size=9 and size=9 or size=19', true],
    ['size=19 or size=9 and size=9', true],
    ['(size=19 or size=9) and size=9', false],
    ['not size=9 and size=9', false],
    ['not (size=9 and size=9)', true],
    ['komi<7', true],
    ['komi = 6.50', true],
    ['black~"lee"', true],
    ['black!~lee', false],
    ["black='Lee O''Neil'", true],
    ['black="Lee O\'Neil"', true],
    ['white=""', true],
    ['white<5', false],
    ['white>5', false],
    ['white!=5', true],
    ['date=2012', true],
    ['date>=2012-05', true],
    ['date>2012-05', false],
    ['date<2012-05-04', true],
    ['result=W+R', true],
    ['SIZE=1 or size=19', undefined],
    ['size=19 AND NOT handicap=0', true],
  ] as const)('%s', (expression, expected) => {
    const condition = parseWhere(expression, nameOf);
    expect(condition.ok ? passes(condition.value, (field) => FIELDS[field] ?? '') : undefined).toBe(expected);
  });
});

describe('a filter that is wrong names the column', () => {
  it.each([
    ['', 1, /the end stands where the name of a field should be/],
    ['size', 5, /the end stands where one of = !=/],
    ['size=', 6, /where a value should be/],
    ['size==19', 6, /= stands where a value should be \(comparisons are = !=/],
    ['(size=19', 9, /the \( in column 1 has no \)/],
    ['size=19)', 8, /\) stands where/],
    ['size=19 handicap=2', 9, /where and, or, or the end should be/],
    ['size=19 and sise=3', 13, /there is no field sise/],
    ['black~"Lee', 7, /quote is not closed/],
    ['size ! 3', 6, /! has no meaning here/],
    [`${'('.repeat(200)}size=1`, 101, /too many parentheses/],
  ] as const)('%s', (expression, column, message) => {
    const condition = parseWhere(expression, nameOf);
    if (condition.ok) throw new Error('it was understood');
    expect(condition.error.column).toBe(column);
    expect(condition.error.message).toMatch(message);
  });
});

it('tells the fields of a filter', () => {
  const condition = parseWhere('size=1 and not (komi=2 or size=3)', nameOf);
  expect(condition.ok && [...new Set(fieldsOf(condition.value))]).toEqual(['size', 'komi']);
});

it('sorts numbers by value, then texts, empty cells last', () => {
  expect(['b', '', 10, 'a', '9', ''].sort(compareCells)).toEqual(['9', 10, 'a', 'b', '', '']);
});
