import { ACTION, FIRST_NON_MOVE, type MainLine } from '../core/line.js';
import { formatPoint, type Point } from '../core/point.js';

/** A B or W property of a main line. */
export interface LineMove {
  readonly color: 'Black' | 'White';
  /** `bad`: a value that is neither a point of the board nor a pass. */
  readonly kind: 'play' | 'pass' | 'bad';
  /** Of a play. */
  readonly point: Point | undefined;
}

/** The moves of a line in order: move 1 is the first. */
export function movesOf({
  count,
  kinds,
  points,
}: Pick<MainLine, 'count' | 'kinds' | 'points'>): readonly LineMove[] {
  const moves: LineMove[] = [];
  for (let i = 0; i < count; i++) {
    const action = kinds[i]!;
    if (action >= FIRST_NON_MOVE) continue;
    const kind = action <= ACTION.playWhite ? 'play' : action <= ACTION.passWhite ? 'pass' : 'bad';
    moves.push({
      color: action % 2 === 0 ? 'Black' : 'White',
      kind,
      point: kind === 'play' ? points[i]! : undefined,
    });
  }
  return moves;
}

const WHERE = { pass: 'pass', bad: 'without a point' } as const;

/** `move 12, Black Q16`; `the start` for 0 and for numbers beyond the end. */
export function moveWords(moves: readonly LineMove[], number: number, width: number, height: number): string {
  const move = moves[number - 1];
  if (!move) return START;
  const { color, kind, point } = move;
  const where = kind === 'play' ? formatPoint(point!, width, height) : WHERE[kind];
  return `move ${String(number)}, ${color} ${where}`;
}

/** `after move 12, Black Q16`; `at the start`. */
export function afterWords(words: string): string {
  return `${words === START ? 'at' : 'after'} ${words}`;
}

const START = 'the start';
