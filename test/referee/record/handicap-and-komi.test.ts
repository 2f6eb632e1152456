import { expect, test } from 'vitest';
import type { Finding } from '../../../src/core/findings/finding.js';
import { declaredKomi } from '../../../src/referee/record/handicap-and-komi.js';
import type { HeaderFacts } from '../../../src/referee/record/record.js';
import { headerWith } from './header-with.js';

interface More {
  readonly event?: string;
  readonly handicap?: string | undefined;
  readonly origin?: HeaderFacts['origin'];
  readonly zi?: HeaderFacts['zi'];
  readonly offset?: number;
}

function read(komi: string | undefined, more: More = {}) {
  const found: Finding[] = [];
  const { event, handicap, origin = 'other', zi = 'never', offset: KM = 4 } = more;
  const at = { KM, HA: 9, RU: -1, RE: -1, SZ: -1 };
  const value = declaredKomi(
    { header: headerWith({ KM: komi, HA: handicap, EV: event }), at, origin, zi },
    found,
  );
  return { value, codes: found.map((one) => one.code) };
}

test.each([
  ['6.5', 6.5],
  ['7.50', 7.5],
  ['6.500000', 6.5],
  ['0', 0],
  ['-59.5', -59.5],
  ['6.25', 6.25],
  ['50', 50],
  ['3.75', 3.75],
])('KM[%s] is %s points as it stands', (raw, points) => {
  expect(read(raw)).toEqual({ value: { kind: 'komi', raw, halves: points * 2, repair: 'none' }, codes: [] });
});

test.each([
  ['6.1', 6.1],
  ['-0.3', -0.3],
  ['6.333', 6.333],
])('KM[%s], no multiple of a quarter, is kept and noted', (raw, points) => {
  const value = { kind: 'komi', raw, halves: points * 2, repair: 'none' };
  expect(read(raw)).toEqual({ value, codes: ['komi/fraction'] });
});

test.each([
  ['750', 'fox', 'never', 7.5, 'scaled'],
  ['650', 'fox', 'never', 6.5, 'scaled'],
  ['550', 'fox', 'never', 5.5, 'scaled'],
  ['450', 'fox', 'never', 4.5, 'scaled'],
  ['700', 'fox', 'written', 7, 'scaled'],
  ['375', 'fox', 'written', 7.5, 'scaled'],
  ['325', 'fox', 'written', 6.5, 'scaled'],
  ['275', 'fox', 'written', 5.5, 'scaled'],
  ['350', 'fox', 'written', 7, 'scaled'],
  ['50', 'fox', 'never', 0.5, 'scaled'],
  ['750', 'other', 'never', 7.5, 'scaled'],
  ['375', 'ogs', 'written', 7.5, 'scaled'],
  ['3.75', 'gogod', 'never', 7.5, 'zi'],
  ['2.75', 'other', 'written', 5.5, 'zi'],
  ['3.75', 'other', 'possible', 7.5, 'zi'],
  ['6.5집', 'korean-news', 'never', 6.5, 'text'],
  ['6집 반', 'korean-news', 'never', 6.5, 'text'],
  ['6집반', 'korean-news', 'never', 6.5, 'text'],
  ['8점', 'korean-news', 'never', 8, 'text'],
  ['5 1/2', 'other', 'never', 5.5, 'text'],
  ['6,5', 'other', 'never', 6.5, 'text'],
  ['6.5目', 'other', 'never', 6.5, 'text'],
  ['3.75子', 'other', 'never', 7.5, 'text'],
] as const)('KM[%s] of %s, zi %s, is %s points', (raw, origin, zi, points, repair) => {
  expect(read(raw, { origin, zi })).toEqual({
    value: { kind: 'komi', raw, halves: points * 2, repair },
    codes: ['komi/scaled'],
  });
});

test.each(['abc', '6.5.', '--3', '20000', '123.4', 'NaN', 'Infinity', '1e3', '0x10'])(
  'KM[%s] is malformed',
  (raw) => {
    expect(read(raw)).toEqual({ value: { kind: 'malformed', raw }, codes: ['komi/malformed'] });
  },
);

test.each([undefined, ''])('KM %j is missing', (raw) => {
  expect(read(raw)).toEqual({ value: { kind: 'missing', raw }, codes: ['komi/missing'] });
});

test('Fox does not record the komi of even games as 0', () => {
  expect(read('0', { origin: 'fox', handicap: '0' })).toEqual({
    value: { kind: 'not-recorded', raw: '0' },
    codes: ['komi/not-recorded'],
  });
  expect(read('0', { origin: 'fox', handicap: '2' }).value).toMatchObject({ kind: 'komi', halves: 0 });
  expect(read('0', { origin: 'kgs', handicap: '0' }).value).toMatchObject({ kind: 'komi', halves: 0 });
});

test.each([
  ['호선 - 6집 반 공제', 6.5],
  ['호선 - 7집 반 공제', 7.5],
  ['호선 - 4집 반 공제', 4.5],
])('komi told in HA[%s]', (handicap, points) => {
  expect(read(undefined, { handicap })).toEqual({
    value: { kind: 'komi', raw: handicap, halves: points * 2, repair: 'text' },
    codes: ['komi/scaled'],
  });
  expect(read('6.5', { handicap }).value).toMatchObject({ raw: '6.5', halves: 13, repair: 'none' });
});

test.each(['호선', '4점 접바둑', '3', ''])('no komi in HA[%s]', (handicap) => {
  expect(read(undefined, { handicap }).codes).toEqual(['komi/missing']);
});
