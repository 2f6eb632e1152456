import { ruleset, caseOf } from '../referee/score/support.js';
import { Board } from '../../src/go/board/board.js';
import { RewindableHistory } from '../../src/go/board/history.js';
import { BLACK, type Content, EMPTY, type Stone, WHITE } from '../../src/core/color.js';
import { pointToSgf } from '../../src/core/point.js';

const STONES: readonly Stone[] = [BLACK, WHITE];

/**
 * Positions of a board in which every chain has a liberty, by our board: each stone is set up, and chains without liberties are
 * looked for on the full board. Those whose first stone is White's are those whose first stone is Black's with the colors exchanged.
 */
export function legalPositions(width: number, height: number): number {
  const board = new Board(width, height);
  const points = width * height;
  let found = 0;
  const fill = (point: number, isEmpty: boolean): void => {
    if (point === points) {
      if (board.stonesWithoutLiberty() === 0) found += isEmpty ? 1 : 2;
      return;
    }
    fill(point + 1, isEmpty);
    for (const stone of isEmpty ? [BLACK as Stone] : STONES) {
      const mark = board.changes;
      board.setup(point, stone);
      fill(point + 1, false);
      board.rewind(mark);
    }
  };
  fill(0, true);
  return found;
}

/**
 * Games from the empty board under positional superko with self-capture allowed, as Tromp and Farnebäck count them: sequences of
 * plays by either color, in any order, since passes change nothing. Every play is made on our board, and our history says
 * whether its position occurred. `first`: the points of the first play, each with the number of first plays that are its images
 * under the symmetries of the board and the exchange of colors.
 */
export function gamesUnderSuperko(
  width: number,
  height: number,
  first: Readonly<Record<number, number>>,
): number {
  const board = new Board(width, height, 3 ** (width * height));
  const history = new RewindableHistory(board);
  const points = width * height;
  history.begin(3 ** points);
  history.restart(BLACK, 0, 'counts');
  const play = (point: number, stone: Stone, move: number): number => {
    const mark = board.changes;
    board.play(point, stone);
    let games = 0;
    if (!history.seek()) {
      const before = history.mark();
      history.enter(stone, move);
      games = 1 + after(move);
      history.rewind(before);
    }
    board.rewind(mark);
    return games;
  };
  const after = (move: number): number => {
    let games = 0;
    for (let point = 0; point < points; point++) {
      if (board.at(point) !== EMPTY) continue;
      for (const stone of STONES) games += play(point, stone, move + 1);
    }
    return games;
  };
  return Object.entries(first).reduce(
    (sum, [point, images]) => sum + images * play(Number(point), BLACK, 1),
    1,
  );
}

/** Positions that play reaches from the empty one, which is the first. */
export interface Reached {
  readonly positions: readonly Uint8Array[];
  /** Of each, the numbers of those that a play of either color makes of it. */
  readonly after: readonly (readonly number[])[];
  /** The number of each position's image, for every symmetry of the board with and without an exchange of colors. */
  readonly images: readonly (readonly number[])[];
}

/** The positions that our board reaches from the empty one, by plays of either color. */
export function reachedPositions(width: number, height: number): Reached {
  const board = new Board(width, height);
  const points = width * height;
  const numbers = new Map<string, number>();
  const positions: Uint8Array[] = [];
  const numberOf = (stones: Uint8Array): number => {
    const key = stones.join('');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, positions.length);
    return positions.push(stones) - 1;
  };
  numberOf(board.contents());
  const after: number[][] = [];
  for (const stones of positions) {
    const next: number[] = [];
    for (let point = 0; point < points; point++) {
      if (stones[point] !== EMPTY) continue;
      for (const stone of STONES) {
        board.begin(width, height);
        stones.forEach((content, at) => board.setup(at, content as Content));
        board.play(point, stone);
        next.push(numberOf(board.contents()));
      }
    }
    after.push(next);
  }
  const all = symmetries(width, height).flatMap((points) =>
    [0, 3].map((sum) =>
      positions.map((stones) =>
        numberOf(
          stones.map((_, p) => (sum && stones[points[p]!] ? sum - stones[points[p]!]! : stones[points[p]!]!)),
        ),
      ),
    ),
  );
  // On a board of one line several symmetries are the same.
  const images = [...new Map(all.map((image) => [image.join(), image])).values()];
  return { positions, after, images };
}

/** Where each point of the image comes from, for every symmetry of a board. */
function symmetries(width: number, height: number): number[][] {
  const all: number[][] = [];
  for (let turn = 0; turn < (width === height ? 8 : 4); turn++) {
    all.push(
      Array.from({ length: width * height }, (_, p) => {
        let [x, y] = [p % width, Math.floor(p / width)];
        if (turn & 1) x = width - 1 - x;
        if (turn & 2) y = height - 1 - y;
        if (turn & 4) [x, y] = [y, x];
        return y * width + x;
      }),
    );
  }
  return all;
}

/** The same games, counted over the positions that our board made: none may occur again. Images of a beginning are counted once. */
export function gamesOver({ after, images }: Reached): number {
  const starts = new Int32Array(after.length + 1);
  after.forEach((next, i) => (starts[i + 1] = starts[i]! + next.length));
  const edges = Int32Array.from(after.flat());
  const seen = new Uint8Array(after.length);
  const games = (at: number): number => {
    seen[at] = 1;
    let sum = 1;
    const end = starts[at + 1]!;
    for (let edge = starts[at]!; edge < end; edge++) {
      const next = edges[edge]!;
      if (seen[next] === 0) sum += games(next);
    }
    seen[at] = 0;
    return sum;
  };
  // `fixed`: the symmetries that leave every position so far as it is.
  const gamesFrom = (at: number, fixed: Reached['images']): number => {
    if (fixed.length === 1) return games(at);
    const counted = new Map<number, number>();
    seen[at] = 1;
    let sum = 1;
    for (const next of after[at]!) {
      if (seen[next] === 1) continue;
      const least = Math.min(...fixed.map((image) => image[next]!));
      const known =
        counted.get(least) ??
        gamesFrom(
          next,
          fixed.filter((image) => image[next] === next),
        );
      counted.set(least, known);
      sum += known;
    }
    seen[at] = 0;
    return sum;
  };
  return gamesFrom(0, images);
}

/**
 * The same games, by replays under Tromp-Taylor rules: a game goes on with every play that the replay of the whole record does not call
 * illegal. Where one color plays twice, the other passes in between.
 */
export function gamesByReplay(width: number, height: number): number {
  const rules = ruleset('tromp-taylor');
  const spots = Array.from({ length: width * height }, (_, p) => pointToSgf(p, width));
  const after = (moves: string, last: 'B' | 'W'): number => {
    const { replayed } = caseOf(`(;GM[1]FF[4]SZ[${String(width)}:${String(height)}]${moves})`, rules);
    if (replayed.illegal > 0) return 0;
    let games = 1;
    for (const spot of spots) {
      for (const color of ['B', 'W'] as const) {
        const pass = color === last ? `;${color === 'B' ? 'W' : 'B'}[]` : '';
        games += after(`${moves}${pass};${color}[${spot}]`, color);
      }
    }
    return games;
  };
  return after('', 'W');
}
