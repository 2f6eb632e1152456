import { expect, test } from 'vitest';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';
import { reportOf } from '../../support/one-game.js';

/** Black takes C4 with move 9; B4 takes it back. */
const KO = 'B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb]';
/** Three kos; six plays lead back to the start. */
const TRIPLE =
  'AB[ba][ab][bc][fa][eb][fc][gb][ja][ib][jc]AW[ca][db][cc][bb][ga][hb][gc][ka][lb][kc][jb]' +
  ';B[cb];W[fb];B[kb];W[bb];B[gb];W[jb]';

const game = (moves: string): string => `(;GM[1]FF[4]SZ[5];${moves})`;
const MOVES: readonly { name: string; sgf: string; expected: readonly string[] }[] = [
  { name: 'a ko retaken at once', sgf: game(`${KO};W[bb];B[ee]`), expected: ['10 move/ko unstated'] },
  {
    name: 'a ko retaken after a threat and its answer restores nothing',
    sgf: game(`${KO};W[ee];B[de];W[bb]`),
    expected: [],
  },
  {
    name: 'a ko retaken after two passes: both kinds of ko allow it',
    sgf: game(`${KO};W[];B[];W[bb]`),
    expected: ['12 move/repetition'],
  },
  {
    name: 'a second lap: a disturber would have to stop',
    sgf: game(`${KO};W[];B[];W[bb];B[];W[];B[cb]`),
    expected: ['12 move/repetition', '15 move/ko-undecided'],
  },
  {
    name: 'after a stone elsewhere the laps are counted anew',
    sgf: game(`${KO};W[];B[];W[bb];B[ae];W[];B[cb];W[];B[];W[bb]`),
    expected: ['12 move/repetition', '18 move/repetition'],
  },
  {
    name: 'eternal life: double hot stones, or a cycle that disturbs',
    sgf: '(;GM[1]FF[4]SZ[4:1]AW[ca];B[aa];W[da];B[ba];W[ca])',
    expected: ['4 move/ko-undecided'],
  },
  {
    name: 'sending two, returning one',
    sgf: '(;GM[1]FF[4]SZ[5]AB[ab][bb][cc][dc][ec]AW[ba][da][cb][db]PL[W];W[aa];B[ca];W[ba])',
    expected: ['3 move/ko-undecided'],
  },
  {
    name: 'one stone captures itself: nothing changes',
    sgf: game('B[ab];W[ee];B[ba];W[aa];B[cc]'),
    expected: ['4 move/self-capture unstated'],
  },
  {
    name: 'two stones capture themselves',
    sgf: '(;GM[1]FF[4]SZ[5]AW[ab][bb][ca]AB[ba];B[aa])',
    expected: [],
  },
];

test.each(MOVES)('$name', ({ sgf, expected }) => {
  const { findings, replay } = reportOf(sgf, { rules: rulesetByName('ing-1996') });
  const moves = findings.filter(({ code }) => code.startsWith('move/'));
  expect(
    moves.map(({ move, code, disposition }) => [move, code, disposition].filter(Boolean).join(' ')),
  ).toEqual(expected);
  expect(replay.illegal).toBe(expected.filter((one) => /unstated/.test(one)).length);
});

test('triple ko: the sixth play is undecided, and the finding says why', () => {
  const { findings } = reportOf(`(;GM[1]FF[4]SZ[12:4]${TRIPLE})`, { rules: rulesetByName('ing-1996') });
  const found = findings.filter(({ code }) => code.startsWith('move/'));
  expect(found).toMatchObject([
    {
      code: 'move/ko-undecided',
      severity: 'warning',
      move: 6,
      repeatsMove: 0,
      rule: 'Ing 1996, "Fighting ko" and "Disturbing ko": fighting or disturbing ko',
    },
  ]);
});
