import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLACK, EMPTY, WHITE, type Content, type Stone } from '../../../src/core/color.js';
import * as AT from '../../../src/core/kernels/layout.js';
import { Board, boardFor } from '../../../src/go/board/board.js';
import { colorsBeside, componentsOf } from '../../../src/go/board/position.js';
import { formatDiagram, parseDiagram } from '../../support/diagram.js';
import * as reference from '../../support/reference-board.js';

function boardOf(text: string): Board {
  const { width, height, points } = parseDiagram(text);
  const board = new Board(width, height);
  points.forEach((content, point) => board.setup(point, content as Content));
  return board;
}

function picture(board: Board): string {
  const points = board.contents();
  return formatDiagram({ width: board.width, height: board.height, points });
}

const PLAYS = [
  {
    name: 'capture in the corner',
    before: 'XX.\nOO.',
    at: 2,
    stone: WHITE,
    after: '..O\nOO.',
    captured: 2,
    lost: 0,
  },
  {
    name: 'ko is taken',
    before: '.XO.\nX.XO\n.XO.',
    at: 5,
    stone: WHITE,
    after: '.XO.\nXO.O\n.XO.',
    captured: 1,
    lost: 0,
  },
  {
    name: 'two chains with one stone',
    before: 'O.O\nX.X',
    at: 1,
    stone: BLACK,
    after: '.X.\nX.X',
    captured: 2,
    lost: 0,
  },
  {
    name: 'capture goes before being captured',
    before: '.OX\nOX.\nX..',
    at: 0,
    stone: BLACK,
    after: 'X.X\n.X.\nX..',
    captured: 2,
    lost: 0,
  },
  {
    name: 'self-capture of one stone',
    before: '.X.\nXX.',
    at: 0,
    stone: WHITE,
    after: '.X.\nXX.',
    captured: 0,
    lost: 1,
  },
  {
    name: 'self-capture of two stones',
    before: '.OX.\nXXX.',
    at: 0,
    stone: WHITE,
    after: '..X.\nXXX.',
    captured: 0,
    lost: 2,
  },
  {
    name: 'own stone played again',
    before: 'XX.\n...',
    at: 0,
    stone: BLACK,
    after: 'XX.\n...',
    captured: 0,
    lost: 0,
  },
  {
    name: 'opposing stone replaced, its chain falls apart',
    before: 'OOO\nX.X',
    at: 1,
    stone: BLACK,
    after: '.X.\nX.X',
    captured: 2,
    lost: 0,
  },
  { name: 'the only point of the board', before: '.', at: 0, stone: BLACK, after: '.', captured: 0, lost: 1 },
] as const;

describe('play', () => {
  it.each(PLAYS)('$name', ({ before, at, stone, after, captured, lost }) => {
    const board = boardOf(before);
    board.play(at, stone);
    expect(picture(board)).toBe(formatDiagram(parseDiagram(after)));
    expect([board.captured, board.selfCaptured]).toEqual([captured, lost]);
  });

  it('setup captures nothing and tells of chains without liberties', () => {
    const board = boardOf('.X\nX.');
    expect(board.setup(0, WHITE)).toBe(1);
    expect(board.stonesWithoutLiberty()).toBe(1);
    expect(picture(board)).toBe('O X\nX .');
  });

  it.each([
    ['above', 'XO\n..', 2],
    ['below', '..\nXO', 0],
    ['on the left', 'X.\nO.', 1],
    ['on the right', '.X\n.O', 0],
  ])('setup tells of a chain %s that it leaves without liberties', (_side, text, point) => {
    expect(boardOf(text).setup(point, WHITE)).toBe(1);
    expect(boardOf(text.replace('X', '.')).setup(point, WHITE)).toBe(0);
  });

  it('a stone without empty neighbors whose chain has a liberty is not without liberties', () => {
    const board = boardOf('.XX..');
    expect(board.setup(3, WHITE)).toBe(1);
    expect(board.stonesWithoutLiberty()).toBe(0);
  });

  it('many looks for chains without liberties on a full board of 52x52 come to an end', () => {
    const board = new Board(52, 52);
    for (let point = 0; point < 52 * 52 - 1; point++) board.setup(point, BLACK);
    for (let look = 0; look < 2000; look++) expect(board.stonesWithoutLiberty()).toBe(0);
    board.setup(52 * 52 - 1, BLACK);
    expect(board.stonesWithoutLiberty()).toBe(52 * 52);
  });

  it('sizes outside 1 to 52 are refused', () => {
    for (const size of [0, 53, 1.5]) expect(() => new Board(size, 5)).toThrow(RangeError);
    expect(() => new Board(5, 53)).toThrow('5x53 is no size of a board');
    expect(new Board(52, 52).at(52 * 52 - 1)).toBe(EMPTY);
  });
});

describe('the board that everybody shares', () => {
  it('comes emptied, in any size', () => {
    const board = boardFor(3, 2);
    board.setup(0, BLACK);
    expect(picture(boardFor(3, 2))).toBe('. . .\n. . .');
    board.setup(0, BLACK);
    expect(picture(boardFor(2, 3))).toBe('. .\n. .\n. .');
    expect(boardFor(2, 3)).toBe(board);
  });

  it('is another for a line of very many actions, and again for a short one', () => {
    const usual = boardFor(3, 2, 100);
    const large = boardFor(3, 2, 100_000);
    expect(large).not.toBe(usual);
    expect(boardFor(3, 2, 90_000)).toBe(large);
    expect(boardFor(3, 2, 100)).not.toBe(large);
  });
});

/** Puts a stone on the only two points in turn and takes it off, `pairs` times. */
function busyBoard(pairs: number, actions?: number): Board {
  const board = new Board(2, 1, actions);
  for (let i = 0; i < pairs; i++) {
    board.setup(i % 2, i % 3 === 0 ? BLACK : WHITE);
    board.setup(i % 2, EMPTY);
  }
  return board;
}

describe('the log of changes', () => {
  it.each([511, 4096, 30_000])('%i pairs: every moment can be gone back to', (pairs) => {
    const board = busyBoard(pairs, 2 * pairs);
    expect(board.changes).toBe(2 * pairs);
    for (let moment = 2 * pairs - 1; moment > 0; moment--) {
      board.rewind(moment);
      const pair = Math.ceil(moment / 2) - 1;
      expect(board.at(pair % 2)).toBe(moment % 2 === 0 ? EMPTY : pair % 3 === 0 ? BLACK : WHITE);
      expect(board.stones).toBe(moment % 2);
      expect(hashOf(board) === '0:0').toBe(moment % 2 === 0);
    }
    board.rewind(0);
    expect([picture(board), board.stones, hashOf(board)]).toEqual(['. .', 0, '0:0']);
  });

  it('refuses changes that it has no memory for', () => {
    expect(() => busyBoard(5000)).toThrow('More changes than those of 4096 actions');
  });
});

function hashOf({ state }: Board): string {
  return `${String(state[AT.HASH_LOW])}:${String(state[AT.HASH_HIGH])}`;
}

function spotOf(point: number, width: number): reference.Spot {
  return { x: point % width, y: Math.floor(point / width) };
}

/** Whether the stone there or one beside it stands in a chain without liberties. */
function starvesBeside(rows: reference.Rows, spot: reference.Spot): boolean {
  return [spot, ...reference.neighbors(rows, spot)].some(
    (beside) => reference.get(rows, beside) !== '.' && reference.liberties(rows, beside) === 0,
  );
}

interface Step {
  readonly what: number;
  readonly at: number;
}

const games = fc.record({
  width: fc.integer({ min: 1, max: 6 }),
  height: fc.integer({ min: 1, max: 6 }),
  steps: fc.array(fc.record({ what: fc.integer({ min: 0, max: 19 }), at: fc.nat(999) }), { maxLength: 80 }),
});

describe('against the slow board', () => {
  it('position, stones without liberties, prisoners, hash and undo agree on random games with setup and occupied points', () => {
    fc.assert(
      fc.property(games, ({ width, height, steps }) => {
        const board = boardFor(width, height);
        let rows = reference.emptyRows(width, height);
        const prisoners = { X: 0, O: 0 };
        const lostByOwnPlay = { X: 0, O: 0 };
        const hashes = new Map<string, string>();
        const positions = new Map<string, string>();
        const check = (): void => {
          const text = reference.diagramOf(rows);
          expect(picture(board)).toBe(text);
          expect(board.count(BLACK)).toBe(reference.countOf(rows, 'X'));
          expect(board.count(WHITE)).toBe(reference.countOf(rows, 'O'));
          expect(board.stones).toBe(board.count(BLACK) + board.count(WHITE));
          expect([board.prisonersBlack, board.prisonersWhite]).toEqual([prisoners.X, prisoners.O]);
          expect([board.selfCapturedBlack, board.selfCapturedWhite]).toEqual([
            lostByOwnPlay.X,
            lostByOwnPlay.O,
          ]);
          const hash = hashOf(board);
          expect(hashes.get(text) ?? hash).toBe(hash);
          expect(positions.get(hash) ?? text).toBe(text);
          hashes.set(text, hash);
          positions.set(hash, text);
          const spots = Array.from({ length: width * height }, (_, point) => spotOf(point, width));
          const isStarved = (spot: reference.Spot): boolean =>
            reference.get(rows, spot) !== '.' && reference.liberties(rows, spot) === 0;
          expect(board.stonesWithoutLiberty()).toBe(spots.filter(isStarved).length);
        };
        for (const step of steps) oneStep(step);

        function oneStep({ what, at }: Step): void {
          const point = at % (width * height);
          const spot = spotOf(point, width);
          if (what > 2) {
            const sign = what & 1 ? 'X' : 'O';
            const stone: Stone = sign === 'X' ? BLACK : WHITE;
            const played = reference.play(rows, spot, sign);
            const mark = board.changes;
            board.play(point, stone);
            expect([board.captured, board.selfCaptured]).toEqual([played.captured, played.selfCaptured]);
            if (what > 16) {
              board.undo(mark, stone);
            } else {
              rows = played.rows;
              prisoners[sign] += played.captured;
              prisoners[reference.opponentOf(sign)] += played.selfCaptured;
              lostByOwnPlay[sign] += played.selfCaptured;
            }
          } else {
            const starves = board.setup(point, what as Content);
            rows = reference.put(rows, spot, '.XO'.charAt(what));
            if (what !== EMPTY && starvesBeside(rows, spot)) expect(starves).toBe(1);
          }
          check();
        }
      }),
      { seed: 20260101, numRuns: 150 },
    );
  });

  it('components and the colors beside them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }).chain((width) =>
          fc.array(fc.array(fc.constantFrom('.', '.', 'X', 'O'), { minLength: width, maxLength: width }), {
            minLength: 1,
            maxLength: 6,
          }),
        ),
        (cells) => {
          const rows = cells.map((row) => row.join(''));
          const { width, height, points } = parseDiagram(rows.join('\n'));
          const position = { width, height, stones: points };
          const { of, count, content, size } = componentsOf(position);
          const beside = colorsBeside(position, componentsOf(position));
          const counted = [0, 0, 0, 0];
          for (let c = 0; c < count; c++) if (content[c] === EMPTY) counted[beside[c]!]! += size[c]!;
          const slow = reference.territory(rows);
          expect({ X: counted[1], O: counted[2], dame: counted[0]! + counted[3]! }).toEqual(slow);
          expect(count).toBe(new Set(of).size);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('diagrams', () => {
  it('are read and written back', () => {
    const text = '. X O\nO . X';
    expect(formatDiagram(parseDiagram(`\n  .XO\n\n O.X \n`))).toBe(text);
  });

  it('refuse other signs and ragged rows', () => {
    for (const text of ['', '.#', '..\n.']) expect(() => parseDiagram(text)).toThrow(RangeError);
  });
});
