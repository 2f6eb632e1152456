import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDiagram } from '../../support/diagram.js';
import { BLACK, WHITE, type Stone } from '../../../src/core/color.js';
import { protectiveMoves } from '../../../src/referee/score/protective-moves.js';
import { Reading } from '../../../src/referee/score/reading.js';
import { NO_CHANGE } from '../../../src/referee/score/explanations.js';
import { settle } from '../../../src/referee/score/verdict.js';
import { caseOf, scored } from './support.js';

/** Points where one color must still play, `*` in a picture of the board. */
const BOARDS = [
  {
    name: 'a cut that catches the corner: Black must connect',
    board: `
      ......
      OOOOOO
      XXXOOO
      ..*XXO
      ....XO`,
  },
  {
    name: 'the same for White',
    board: `
      ......
      XXXXXX
      OOOXXX
      ..*OOX
      ....OX`,
  },
  {
    name: 'the cut is connected',
    board: `
      ......
      OOOOOO
      XXXOOO
      ..XXXO
      ....XO`,
  },
  {
    name: 'room enough behind the cut',
    board: `
      ........
      OOOOOOOO
      XXXOOOOO
      ...XXXXO
      ......XO
      ......XO`,
  },
  {
    name: 'a dame that White takes makes the cut work',
    board: `
      .......
      OOOOOOO
      XXXOOOO
      ..*XXXO
      ....X.O`,
  },
  {
    name: 'a dame that joins both chains is as good as played by Black',
    board: `
      ........
      OOOO.OOO
      OXXX.XXO
      OX.X.X.O
      OXXXXXXO`,
  },
  {
    name: 'no attacker lives near: nothing to protect',
    board: `
      XXXX
      X..X
      X.XX
      XX..`,
  },
  { name: 'an empty board', board: '....\n....' },
  {
    name: 'two stones in the corner, whose last liberty White would take',
    board: `
      .O..O.X
      ...OO..
      .OOX..X
      OOXXX..
      XX*XXX.`,
  },
  {
    name: 'three points in a row are one eye unless Black has the middle',
    board: `
      XXX.OOO.
      .*.XOOOO
      XXX.O..O
      .X.OOOOO
      XO.OOO.O`,
  },
  {
    name: 'stones that are caught whatever Black plays ask for nothing',
    board: `
      O...O
      OOO..
      XOXOO
      XX.X.`,
  },
  {
    name: 'a single stone that nothing saves, beside a group with room',
    board: `
      .OOO..O.
      XOOO...O
      .X..OOO.
      XXXXO...
      XXX..XOO`,
  },
  {
    name: 'three stones on the edge, of which a dame that Black takes cuts one off',
    board: `
      ..XXX.X
      XXX...X
      X.X.X.X
      O.XOOXO
      .O.O*O.`,
  },
  {
    name: 'three moves of one player: a connection, and two in a square of four',
    board: `
      OO*O.XX.
      OOOX.XX.
      OOO.XXXX
      *.OXX.XX
      .*OX.XX.`,
  },
];

describe('protective moves', () => {
  test.each(BOARDS)('$name', ({ board }) => {
    const rows = board.trim().split(/\s+/);
    const width = rows[0]!.length;
    const { points: stones } = parseDiagram(rows.join('\n').replaceAll('*', '.'));
    const setup = (color: Stone): string =>
      [...stones.keys()]
        .filter((p) => stones[p] === color)
        .map((p) => `[${String.fromCharCode(97 + (p % width), 97 + Math.floor(p / width))}]`)
        .join('');
    const list = (ident: string, color: Stone): string => (setup(color) === '' ? '' : ident + setup(color));
    const score = scored(
      `(;SZ[${width}:${rows.length}]${list('AB', BLACK)}${list('AW', WHITE)})`,
      'japanese',
    );
    const marked = rows
      .join('')
      .split('')
      .flatMap((sign, p) => (sign === '*' ? [p] : []));
    const points = protectiveMoves(score).map(({ point }) => point);
    expect(points.sort((a, b) => a - b)).toEqual(marked);
  });

  const CORNER =
    'SZ[6:5]RU[Japanese]KM[0]AW[ab][bb][cb][db][eb][fb][dc][ec][fc][fd][fe]AB[ac][bc][cc][dd][ed][ee]';

  const OPEN = 'no two passes: moves at the end may be missing; ';

  test.each([
    ['as counted', 'B+1', 'confirmed', ''],
    ['a point less for the connection', '0', 'explained', 'protective move Black C2'],
    ['two points less', 'W+1', 'unsure', OPEN + NO_CHANGE],
    ['a point more', 'B+2', 'unsure', `${OPEN}it would be true if White had made one protective move more`],
  ])('%s', (_, declared, verdict, explanation) => {
    const { record } = caseOf(`(;${CORNER}RE[${declared}])`);
    const settlement = settle(record, scored(`(;${CORNER})`, 'japanese'));
    expect([settlement.verdict, settlement.explanation]).toEqual([verdict, explanation]);
  });

  test('explains nothing where area is counted', () => {
    const header = CORNER.replace('Japanese', 'Chinese');
    const { record } = caseOf(`(;${header}RE[B+0])`);
    const score = scored(`(;${header})`, 'chinese');
    expect(settle({ ...record, result: margin(score.resultHalves - 2) }, score).verdict).toBe('unsure');
  });
});

function margin(marginHalves: number): {
  kind: 'margin';
  raw: string;
  winner: 'black';
  marginHalves: number;
} {
  return { kind: 'margin', raw: '', winner: 'black', marginHalves };
}

const CAUGHT: { name: string; board: string; moves: number; caught: boolean }[] = [
  { name: 'one liberty', board: 'XO\n.O', moves: 0, caught: true },
  { name: 'two liberties, no move', board: 'X.O\n.OO', moves: 0, caught: false },
  {
    name: 'two liberties, one move: no way out',
    board: 'X.O.\n.OO.',
    moves: 1,
    caught: true,
  },
  { name: 'two liberties in the corner', board: '.XO\nXXO\n.OO', moves: 1, caught: false },
  { name: 'a net of the edge', board: '.X.O\nOOO.\n....', moves: 2, caught: true },
  { name: 'three liberties get away', board: '.X.\n.X.\nOO.', moves: 3, caught: false },
];

describe('reading', () => {
  test.each(CAUGHT)('$name', ({ board, moves, caught }) => {
    const { points: stones, width, height } = parseDiagram(board);
    const first = stones.indexOf(BLACK);
    expect(new Reading(stones, width, height).isCaught(first, BLACK, moves)).toBe(caught);
  });

  test('leaves the board as it was, whatever is asked (seed 20261122)', () => {
    const contents = fc.array(fc.constantFrom(0, 0, 1, 2), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(contents, fc.nat(19), fc.integer({ min: 0, max: 3 }), (all, point, moves) => {
        const stones = Uint8Array.from(all);
        const reading = new Reading(stones, 5, 4);
        if (stones[point] !== 0) reading.isCaught(point, stones[point] as Stone, moves);
        else reading.after(point, BLACK, () => reading.isCaught(point, BLACK, moves), false);
        expect(reading.stones).toEqual(stones);
      }),
      { seed: 20261122, numRuns: 500 },
    );
  });

  test('a single stone is not taken back at once', () => {
    const { points: stones, width, height } = parseDiagram('.XO.\nXO.O\n.XO.');
    const reading = new Reading(stones, width, height);
    expect(reading.play(6, BLACK)?.taken).toEqual([5]);
    expect(reading.play(5, WHITE)).toBeUndefined();
    reading.liftKo();
    expect(reading.play(5, WHITE)?.taken).toEqual([6]);
  });
});
