import { describe, expect, test } from 'vitest';
import { movesText, result, scored } from './support.js';

/** The worked examples of RULES 4.4 and 4.5. */
const S1 =
  '(;GM[1]SZ[5]' +
  movesText('B c3, W d3, B c2, W d2, B c4, W d4, B c1, W d1, B c5, W d5, B pass, W pass') +
  ')';
const S2 =
  '(;GM[1]SZ[5]' +
  movesText(
    'B c3, W d3, B c2, W d2, B c4, W d4, B c1, W b2, B b1, W d1, B b3, W d5, B a2, W e3, B c5, W pass, B pass, W pass',
  ) +
  ')';
const S3 =
  '(;GM[1]SZ[5]HA[2]AB[bb][dd]' +
  movesText(
    'W d2, B c2, W d3, B c3, W c4, B b4, W c5, B b5, W d1, B c1, W e4, B d5, W pass, B pass, W pass',
  ) +
  ')';
const S4 =
  '(;GM[1]SZ[4:3]' +
  movesText('B b1, W b2, B c1, W c2, B a2, W d2, B a3, W d3, B b3, W pass, B pass, W pass') +
  ')';
const S5 = dia12();

/** All stones of Dia 12, Black and White in turn; nothing is captured on the way. */
function dia12(): string {
  const rows = [
    '..XOX....',
    '.XXOX..X.',
    '....X.X..',
    '..XX.X...',
    'XXXXOOXXX',
    'OOOOOOOOO',
    '..OO..O..',
    '....O....',
    '.........',
  ];
  const points = { X: [] as string[], O: [] as string[] };
  rows.forEach((row, y) => {
    Array.from(row).forEach((sign, x) => {
      if (sign !== '.') points[sign as 'X' | 'O'].push(String.fromCharCode(97 + x, 97 + y));
    });
  });
  const moves = points.X.map((point, i) => {
    const answer = points.O[i];
    return `;B[${point}]${answer === undefined ? '' : `;W[${answer}]`}`;
  });
  return `(;GM[1]SZ[9]${moves.join('')};W[];B[];W[])`;
}

/** S1 with a second move of Black in a row, and with White moving first (issue 17, AGA rule 11). */
const DOUBLE = '(;GM[1]SZ[5];B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];B[aa];W[da];B[ce];W[de];B[];W[])';
const WHITE_FIRST = '(;GM[1]SZ[5];W[dc];B[cc];W[db];B[cb];W[dd];B[cd];W[da];B[ca];W[de];B[ce];W[];B[])';

const GAMES = [
  { name: 'S1', sgf: S1, dead: [], area: 5, plain: 5, aga: 5, japanese: 5 },
  { name: 'S2', sgf: S2, dead: [], area: 5, plain: 4, aga: 5, japanese: 4 },
  { name: 'S3', sgf: S3, dead: ['cd', 'ce'], area: 10, plain: 8, aga: 9, japanese: 8 },
  { name: 'S4', sgf: S4, dead: [], area: 2, plain: 1, aga: 2, japanese: 0 },
  { name: 'S5', sgf: S5, dead: ['da', 'db'], area: 4, plain: 3, aga: 4, japanese: 3 },
];

describe('margins of the worked examples', () => {
  test.each(GAMES)('$name', ({ sgf, dead, area, plain, aga, japanese }) => {
    const score = scored(sgf, 'aga', dead);
    expect(score.findings).toEqual([]);
    expect(score.basis.area).toBe(area);
    expect(score.basis.territory).toBe(plain);
    expect(score.territoryHalves / 2).toBe(aga);
    expect(scored(sgf, 'japanese', dead).territoryHalves / 2).toBe(japanese);
  });
});

const RESULTS: [string, string, string][] = [
  ['S1', 'aga', 'W+2.5'],
  ['S1', 'japanese', 'W+1.5'],
  ['S1', 'new-zealand', 'W+2'],
  ['S1', 'wmsg-2008', 'W+1.5'],
  ['S1', 'chinese', 'W+2.5'],
  ['S1', 'ing', 'W+3'],
  ['S2', 'aga', 'W+2.5'],
  ['S2', 'japanese', 'W+2.5'],
  ['S2', 'new-zealand', 'W+2'],
  ['S2', 'wmsg-2008', 'W+2.5'],
  ['S3', 'aga', 'B+8.5'],
  ['S3', 'japanese', 'B+7.5'],
  ['S3', 'finland', 'B+8'],
  ['S3', 'chinese-ogs', 'B+7.5'],
  ['S3', 'new-zealand', 'B+10'],
  ['S4', 'aga', 'W+5.5'],
  ['S4', 'japanese', 'W+6.5'],
  ['S4', 'finland', 'W+6.5'],
  ['S4', 'new-zealand', 'W+5'],
  ['S4', 'wmsg-2008', 'W+5.5'],
  ['S5', 'aga', 'W+3.5'],
  ['S5', 'japanese', 'W+3.5'],
  ['S5', 'sweden', 'W+3.5'],
  ['S5', 'new-zealand', 'W+3'],
  ['S5', 'wmsg-2008', 'W+3.5'],
];

describe('results of the worked examples', () => {
  test.each(RESULTS)('%s under %s: %s', (name, rules, expected) => {
    const game = GAMES.find((one) => one.name === name)!;
    expect(result(scored(game.sgf, rules, game.dead))).toBe(expected);
  });

  test.each(GAMES)('$name under AGA rules is the same by area', ({ sgf, dead }) => {
    const territory = scored(sgf, 'aga', dead);
    const area = scored(sgf, 'aga', dead, { counting: 'area' });
    expect(area.counting).toBe('area');
    expect(area.resultHalves).toBe(territory.resultHalves);
  });

  test.each(GAMES.filter(({ sgf }) => sgf.endsWith(';W[];B[];W[])')))(
    "$name without White's last pass, which is owed all the same",
    ({ sgf, dead }) => {
      const cut = sgf.replace(/;W\[\]\)$/, ')');
      const score = scored(cut, 'aga', dead);
      expect(score.resultHalves).toBe(scored(sgf, 'aga', dead).resultHalves);
      expect(score.basis.ledger.impliedWhite).toBe(1);
    },
  );

  test.each(GAMES)('$name without any recorded pass charges nobody', ({ sgf, dead }) => {
    const cut = sgf.replace(/(;[BW]\[\])+\)$/, ')');
    expect(scored(cut, 'aga', dead).resultHalves).toBe(scored(sgf, 'aga', dead).resultHalves);
  });
});

describe('unequal moves under AGA rules', () => {
  test.each([
    ['an accepted double move', DOUBLE],
    ['White first', WHITE_FIRST],
  ])('%s: W+2.5 in both countings', (_name, sgf) => {
    const score = scored(sgf, 'aga', [], { komiHalves: 15 });
    expect([score.resultTerritoryHalves, score.resultAreaHalves]).toEqual([-5, -5]);
  });
});

test('Dia 12: Black 26, White 23, one dame', () => {
  const score = scored(S5, 'sweden', ['da', 'db']);
  expect(score.black.territory + score.black.prisoners + score.white.dead).toBe(26);
  expect(score.white.territory + score.white.prisoners + score.black.dead).toBe(23);
  expect(score.dame).toBe(1);
  expect(result(scored(S5, 'sweden', ['da', 'db'], { komiHalves: 1 }))).toBe('B+2.5');
});
