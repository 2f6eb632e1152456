import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/core/findings/finding.js';
import { declaredResult, formatResult, isDeclared } from '../../../src/referee/record/declared-result.js';
import type { DeclaredResult } from '../../../src/referee/record/record.js';
import { headerWith } from './header-with.js';

const MISSING_KOMI = { kind: 'missing', raw: undefined } as const;

type More = Partial<Pick<Parameters<typeof declaredResult>[0], 'origin' | 'zi' | 'komi'>>;

function declared(result: string | undefined, found: Finding[], more: More = {}): DeclaredResult {
  const at = { KM: -1, HA: -1, RU: -1, RE: result === undefined ? -1 : 7, SZ: -1 };
  const header = headerWith({ RE: result });
  const facts = { header, at, origin: 'other', zi: 'never', komi: MISSING_KOMI, ...more } as const;
  return declaredResult(facts, found);
}

function read(result: string | undefined, more: More = {}) {
  const found: Finding[] = [];
  const value = declared(result, found, more);
  return { kind: value.kind, text: formatResult(value), codes: found.map((one) => one.code) };
}

const NOTHING: string[] = [];
const REPAIRED = ['result/repaired'];

describe('FF[4]', () => {
  test.each([
    ['B+3.5', 'margin', 'B+3.5'],
    ['W+0.5', 'margin', 'W+0.5'],
    ['B+12', 'margin', 'B+12'],
    ['B+3.50', 'margin', 'B+3.5'],
    ['W+2.5000', 'margin', 'W+2.5'],
    ['B+R', 'ended', 'B+R'],
    ['W+Resign', 'ended', 'W+R'],
    ['B+T', 'ended', 'B+T'],
    ['B+Time', 'ended', 'B+T'],
    ['W+F', 'ended', 'W+F'],
    ['W+Forfeit', 'ended', 'W+F'],
    ['B+', 'winner', 'B+'],
    ['0', 'jigo', 'Draw'],
    ['Draw', 'jigo', 'Draw'],
    ['Void', 'void', 'Void'],
    ['?', 'unknown', '?'],
  ])('%s', (raw, kind, text) => {
    expect(read(raw)).toEqual({ kind, text, codes: NOTHING });
  });
});

describe('seen in the wild, told as repaired', () => {
  test.each([
    ['draw', 'jigo', 'Draw'],
    ['jigo', 'jigo', 'Draw'],
    ['Jigo', 'jigo', 'Draw'],
    ['W', 'winner', 'W+'],
    ['b+r', 'ended', 'B+R'],
    ['B+time', 'ended', 'B+T'],
    ['B+Res.', 'ended', 'B+R'],
    ['B+Forf.', 'ended', 'B+F'],
    ['W+Offline', 'ended', 'W+F'],
    ['B+Illegal', 'ended', 'B+Illegal'],
    ['W+Repetition', 'ended', 'W+Illegal'],
    ['W+J', 'winner', 'W+'],
    ['B+AW', 'winner', 'B+'],
    ['W+0.0', 'winner', 'W+'],
    ['W+0', 'winner', 'W+'],
    ['B+3,5', 'margin', 'B+3.5'],
    ['B+3 1/2', 'margin', 'B+3.5'],
    ['B+3½', 'margin', 'B+3.5'],
    ['W+1/2', 'margin', 'W+0.5'],
    ['B+3.5 points', 'margin', 'B+3.5'],
    ['B+1.75子', 'margin', 'B+3.5'],
    ['W+15 (moves beyond 215 not known)', 'margin', 'W+15'],
    ['B+, human judge for communication error ', 'winner', 'B+'],
    ['B wins by 3', 'margin', 'B+3'],
    ['Black wins by 0.5 points', 'margin', 'B+0.5'],
    ['White wins by resignation', 'ended', 'W+R'],
    ['white won on time', 'ended', 'W+T'],
    ['White wins.', 'winner', 'W+'],
    ['W resigned', 'ended', 'B+R'],
    ['B resigned', 'ended', 'W+R'],
    ['has adjourned.', 'unknown', '?'],
    ['흑 불계승', 'ended', 'B+R'],
    ['백불계승', 'ended', 'W+R'],
    ['백 불계 승', 'ended', 'W+R'],
    ['246수 백불게승', 'ended', 'W+R'],
    ['207수 흑불계승', 'ended', 'B+R'],
    ['130수끝, 백 불계승!', 'ended', 'W+R'],
    ['144단수 흑불계승', 'ended', 'B+R'],
    ['흑불계승:흑불계', 'ended', 'B+R'],
    ['백 시간승', 'ended', 'W+T'],
    ['백 반칙승', 'ended', 'W+Illegal'],
    ['흑 1.5집 승', 'margin', 'B+1.5'],
    ['백 3집반승', 'margin', 'W+3.5'],
    ['흑 5집 반승', 'margin', 'B+5.5'],
    ['흑 5.0집 승', 'margin', 'B+5'],
    ['백반집승:반집', 'margin', 'W+0.5'],
    ['3.9수 흑5.5집승', 'margin', 'B+5.5'],
    ['272 백1집반승', 'margin', 'W+1.5'],
    ['328수,백0.5집 승!', 'margin', 'W+0.5'],
    ['흑승:흑10집반승', 'margin', 'B+10.5'],
    ['백승:1.5', 'margin', 'W+1.5'],
    ['무승부 ', 'jigo', 'Draw'],
    ['254수 3패빅 무승부', 'void', 'Void'],
    ['무효', 'void', 'Void'],
    ['白胜43.5目', 'margin', 'W+43.5'],
    ['黑胜3又3/4子', 'margin', 'B+7.5'],
    ['黑胜1/4子', 'margin', 'B+0.5'],
    ['白胜0.25子', 'margin', 'W+0.5'],
    ['黑中盘胜', 'ended', 'B+R'],
    ['黑超时负', 'ended', 'W+T'],
    ['257手完, 黒中押し勝ち', 'ended', 'B+R'],
    ['白半目勝', 'margin', 'W+0.5'],
    ['黒3目半勝ち', 'margin', 'B+3.5'],
    ['和棋', 'jigo', 'Draw'],
    ['持碁', 'jigo', 'Draw'],
    ['無勝負', 'void', 'Void'],
    ['打掛', 'unknown', '?'],
  ])('%s', (raw, kind, text) => {
    expect(read(raw)).toEqual({ kind, text, codes: REPAIRED });
  });
});

test.each([
  'john wins',
  'W+-.5',
  ':',
  '130수 ',
  '3집 반승',
  '247',
  'B+-3',
  'B+1.2.3',
  'W+3+4',
  'constructor',
  'B-3',
])('%s is malformed', (raw) => {
  expect(read(raw)).toEqual({ kind: 'malformed', text: '', codes: ['result/malformed'] });
});

const IN_WORDS = readFileSync(new URL('results-in-words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [text: string, meant: string]);

/** Chinese, Japanese, Korean, English, German, French, Swedish, Polish and Finnish; `-` where nothing can be read. */
test.each(IN_WORDS)('%s means %s', (raw, meant) => {
  expect(read(raw).text).toBe(meant === '-' ? '' : meant);
});

test.each([undefined, '', ' '])('%j is missing', (raw) => {
  expect(read(raw)).toEqual({ kind: 'missing', text: '', codes: ['result/missing'] });
});

describe('by the writer', () => {
  test.each(['W+0.02', 'W+0.03', 'W+0.0', 'W+0.00'])('Fox %s is a code for a winner', (raw) => {
    expect(read(raw, { origin: 'fox' })).toEqual({ kind: 'winner', text: 'W+', codes: REPAIRED });
  });

  test('0.02 of another writer stays what it says', () => {
    expect(read('W+0.02')).toEqual({ kind: 'margin', text: 'W+0.02', codes: NOTHING });
  });

  test('quarters under Chinese rules are zi', () => {
    expect(read('B+17.75', { zi: 'written' })).toEqual({
      kind: 'margin',
      text: 'B+35.5',
      codes: REPAIRED,
    });
    expect(read('W+0.25', { origin: 'fox', zi: 'written' }).text).toBe('W+0.5');
  });

  test('halves under Chinese rules are points', () => {
    expect(read('B+7.5', { zi: 'written' })).toEqual({
      kind: 'margin',
      text: 'B+7.5',
      codes: NOTHING,
    });
  });

  test('quarters are zi beside a komi in zi, and points without either', () => {
    const komi = { kind: 'komi', raw: '3.75', halves: 15, repair: 'zi' } as const;
    expect(read('B+1.75', { komi }).text).toBe('B+3.5');
    expect(read('B+1.75')).toEqual({ kind: 'margin', text: 'B+1.75', codes: NOTHING });
  });

  test.each([
    ['7.5', 15, 'possible', 'B+3.5'],
    ['7.5', 15, 'never', 'B+1.75'],
    ['6.25', 12.5, 'possible', 'B+1.75'],
    ['6.25', 12.5, 'written', 'B+1.75'],
  ] as const)('a quarter beside komi %s (%s half points), zi %s: %s', (raw, halves, zi, text) => {
    const komi = { kind: 'komi', raw, halves, repair: 'none' } as const;
    expect(read('B+1.75', { komi, zi }).text).toBe(text);
  });

  test.each(['Both lose', 'both players lost', '双方負', '両者負け', '双方判负', '양측 모두 패'])(
    'RE[%s]: both lose',
    (raw) => {
      expect(read(raw)).toEqual({ kind: 'both-lose', text: 'both lose', codes: REPAIRED });
    },
  );
});

test.each([
  ['B+3.5', 7, 'black', true],
  ['b+3.50', 7, 'black', true],
  ['흑 3집반승', 7, 'black', true],
  ['黑胜3.5目', 7, 'black', true],
  ['백 3집반승', 7, 'black', false],
  ['B+R', 7, 'black', false],
  ['빅', 0, 'jigo', true],
  ['빅', 0, 'white', false],
] as const)('a count gives the declared margin, however RE writes it: %s', (re, resultHalves, winner, is) => {
  expect(isDeclared(declared(re, []), { resultHalves, winner })).toBe(is);
});
