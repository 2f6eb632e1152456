import { describe, expect, test } from 'vitest';
import { countGame, playBasis, scoreGame } from '../../../src/referee/score/score.js';
import type { ScoreBasis } from '../../../src/referee/score/score-types.js';
import { caseOf, lifeOf } from './support.js';

function basisOf(sgf: string, dead: readonly string[] = []): ScoreBasis {
  const { record, replayed, stones } = caseOf(sgf);
  return countGame(record, replayed, stones, lifeOf(stones, record.width, dead).dead).basis;
}

/** A record whose stones are set up as drawn. */
function setUp(board: string, more = ''): string {
  const rows = board.trim().split(/\s+/u);
  const listed = (sign: string): string =>
    rows
      .flatMap((row, y) =>
        Array.from(row, (one, x) => (one === sign ? `[${String.fromCharCode(97 + x, 97 + y)}]` : '')),
      )
      .join('');
  const [black, white] = [listed('X'), listed('O')];
  const size = `${String(rows[0]!.length)}:${String(rows.length)}`;
  return `(;SZ[${size}]${black && `AB${black}`}${white && `AW${white}`}${more})`;
}

test('a point that the players left unmarked is no point of territory, and one of area', () => {
  const { record, replayed, stones } = caseOf(setUp('..XO.\n..XO.\n..XO.'));
  const { dead } = lifeOf(stones, 5);
  const all = countGame(record, replayed, stones, dead).basis;
  const unmarked = Uint8Array.from(stones, (_, point) => (point === 0 ? 1 : 0));
  const marked = countGame(record, replayed, stones, dead, undefined, unmarked).basis;
  expect(marked).toEqual({ ...all, sekiPoints: 1, fills: 1 });
});

test('the count with every stone alive is of the same game when its board has another', () => {
  const { record, replayed, stones } = caseOf('(;SZ[4];B[ab];W[aa];B[ba];W[da];B[bb];W[dd])');
  const { prisonersBlack, prisonersWhite } = replayed.board;
  expect(prisonersBlack).toBe(1);
  const board = { prisonersBlack, prisonersWhite };
  const alive = countGame(record, replayed, stones, new Uint8Array(16)).basis;
  const { basis } = scoreGame(
    record,
    { ...replayed, board },
    stones,
    lifeOf(stones, 4, ['da', 'dd']),
    undefined,
    {},
  );
  board.prisonersBlack = 7;
  const { area, territory, sekiPoints, deadInSeki, fills, tax } = alive;
  expect(area).not.toBe(basis.area);
  expect(basis.otherwise).toEqual({ area, territory, sekiPoints, deadInSeki, fills, tax });
});

describe('what stands on the board', () => {
  test('setup stones are those of Black less those of White', () => {
    expect(basisOf(setUp('XXX\nO..\n...'))).toMatchObject({ setup: 2, putBlack: 3, putWhite: 1 });
    expect(basisOf(setUp('X..\nOO.\n...'))).toMatchObject({ setup: -1 });
  });

  test("points to be filled are Black's less White's", () => {
    const falseEye = '.X.X.XX\nXXXXXO.\nOOOOOOO\n.O.OOOO';
    const black = basisOf(setUp(falseEye));
    const white = basisOf(setUp(falseEye.replaceAll('X', 'x').replaceAll('O', 'X').replaceAll('x', 'O')));
    expect(black.fills).not.toBe(0);
    expect(white.fills).toBe(-black.fills);
  });

  test('stones dead in a seki count for the color that would take them', () => {
    const seki = 'OX.O.\n.XXOO\nXXOXX\nOOOX.\n.OXXX\nOOX.X\n.OXXX';
    const black = basisOf(setUp(seki), ['aa']);
    const white = basisOf(setUp(seki.replaceAll('X', 'x').replaceAll('O', 'X').replaceAll('x', 'O')), ['aa']);
    expect([black.deadInSeki, white.deadInSeki]).toEqual([1, -1]);
  });

  test('a conversion without judged life asks for none of it', () => {
    const { record, replayed, stones } = caseOf(setUp('.X.X.XX\nXXXXXO.\nOOOOOOO\n.O.OOOO'));
    expect(playBasis(record, replayed, stones)).toMatchObject({
      sekiPoints: 0,
      deadInSeki: 0,
      fills: 0,
      tax: 0,
    });
  });
});

describe('what the record tells', () => {
  test.each([
    ['of Tygem without a ruleset', 'PC[Tygem]', true],
    ['of Tygem with one', 'PC[Tygem]RU[Japanese]', false],
    ['of another server', 'PC[foxwq]', false],
  ])('points to be filled count in a record %s', (_name, root, counts) => {
    expect(basisOf(`(;SZ[5]${root};B[bb])`).fillsCount).toBe(counts);
  });

  test.each([
    ['years before', 'DT[2019-11-03]', true],
    ['the day before', 'DT[2024-06-16]', true],
    ['the day', 'DT[2024-06-17]', false],
    ['years after', 'DT[2026]', false],
    ['a year before', 'DT[2023]', true],
    ['some day of the year', 'DT[2024]', false],
    ['some day of the month', 'DT[2024-06]', false],
    ['no date', '', false],
    ['another server', 'PC[KGS]DT[2019-11-03]', false],
  ])('points in seki count in a record of OGS until its scorer changed: %s', (_name, root, counts) => {
    const place = root.startsWith('PC') ? '' : 'PC[OGS: https://online-go.com/game/1]';
    expect(basisOf(`(;SZ[5]RU[Japanese]${place}${root};B[bb])`).sekiCounts).toBe(counts);
  });

  test.each([
    ['no handicap', '', 0],
    ['one stone declared, none placed: Black begins without komi', 'HA[1]', 1],
    ['two stones declared and placed', 'HA[2]AB[aa][cc]', 2],
    ['two declared, none placed', 'HA[2]', 0],
  ])('%s', (_name, root, handicap) => {
    expect(basisOf(`(;SZ[5]${root};W[bb])`).handicap).toBe(handicap);
  });

  test.each([
    ['Black passes first', ';B[aa];W[bb];B[];W[]', 'black'],
    ['White passes first', ';B[aa];W[];B[]', 'white'],
    ["no pass is recorded after Black's play: White passes first", ';B[aa];W[bb];B[cc]', 'white'],
    ["no pass is recorded after White's play: Black passes first", ';B[aa];W[bb]', 'black'],
  ])('%s', (_name, moves, color) => {
    expect(basisOf(`(;SZ[5]${moves})`).firstPass).toBe(color);
  });
});
