import { BLACK, EMPTY } from '../core/color.js';
import type { Point } from '../core/point.js';
import type { GameScore } from '../score/score-types.js';

/** What a board picture shows, for the terminal, SVG, PNG and the report alike. Arrays hold one byte a point (`y * width + x`). */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  /** 1 where the stone is dead. */
  readonly dead?: Uint8Array | undefined;
  /** As `GameScore.owner`: 0 nothing, 1 Black's point, 2 White's, 3 dame, 4 and 5 the same in seki, 6 and 7 the same, to be filled. */
  readonly owner?: Uint8Array | undefined;
  /** 1 where the stone is in seki. */
  readonly seki?: Uint8Array | undefined;
  /** Doubt about the status of the stone: 0 none, then 1 to 3, as `doubtOf` grades it. */
  readonly uncertain?: Uint8Array | undefined;
  /** Of a board that was not counted: 1 where neither player holds the point surely. */
  readonly open?: Uint8Array | undefined;
  readonly lastMove?: Point | undefined;
  /** The move that a finding is about. */
  readonly flagged?: Point | undefined;
  /** Which game this is; boards that are drawn together have one title. */
  readonly title: string;
  /** What this board shows of it, such as `after move 12`. */
  readonly label?: string | undefined;
  readonly captions: readonly string[];
}

/** What a point shows, for every way to draw it. */
export interface Look {
  readonly stone: 'black' | 'white' | undefined;
  /** Of a stone, or of an empty point. */
  readonly is: 'dead' | 'seki' | 'territory' | 'dame' | 'seki-point' | 'fill' | 'open' | undefined;
  /** Of an empty point that is not neutral: whose it is. */
  readonly owner: 'black' | 'white' | undefined;
  /** As `Picture.uncertain` has it. */
  readonly doubt: number;
  readonly isLast: boolean;
  readonly isFlagged: boolean;
}

/** Empty points by `Picture.owner`. */
const OWNED: readonly Pick<Look, 'is' | 'owner'>[] = [
  { is: undefined, owner: undefined },
  { is: 'territory', owner: 'black' },
  { is: 'territory', owner: 'white' },
  { is: 'dame', owner: undefined },
  { is: 'seki-point', owner: 'black' },
  { is: 'seki-point', owner: 'white' },
  { is: 'fill', owner: 'black' },
  { is: 'fill', owner: 'white' },
];

const OPEN: Pick<Look, 'is' | 'owner'> = { is: 'open', owner: undefined };

export function lookOf(picture: Picture, point: Point): Look {
  const { dead, seki, owner, uncertain, open, lastMove, flagged } = picture;
  const content = picture.stones[point] ?? EMPTY;
  const isOpen = open?.[point] === 1;
  const isFlagged = point === flagged;
  if (content === EMPTY) {
    const owned = isOpen ? OPEN : (OWNED[owner?.[point] ?? 0] ?? OWNED[0]!);
    return { stone: undefined, ...owned, doubt: uncertain?.[point] ?? 0, isLast: false, isFlagged };
  }
  return {
    stone: content === BLACK ? 'black' : 'white',
    is: dead?.[point] === 1 ? 'dead' : seki?.[point] === 1 ? 'seki' : undefined,
    owner: undefined,
    doubt: isOpen ? 1 : (uncertain?.[point] ?? 0),
    isLast: point === lastMove,
    isFlagged,
  };
}

/** Least probabilities of no doubt, some doubt and much doubt that a chain is judged right. */
const DOUBTS = [0.9, 0.75, 0.6] as const;

/** 0: the judgement is sure enough; 1: some doubt; 2: much; 3: little better than a guess. */
export function doubtOf(probability: number): number {
  return DOUBTS.filter((least) => probability < least).length;
}

/** The points of a list as `Picture.open` has them. */
export function openPoints(points: readonly Point[], size: number): Uint8Array {
  const open = new Uint8Array(size);
  for (const point of points) open[point] = 1;
  return open;
}

/** Doubt about each stone whose life the score is not sure of. */
export function uncertainStones(stones: Uint8Array, width: number, score: GameScore): Uint8Array {
  const marked = new Uint8Array(stones.length);
  for (const chain of score.life.chains) {
    const doubt = doubtOf(chain.probability);
    if (doubt > 0) markChain(stones, width, chain.point, marked, doubt);
  }
  return marked;
}

function markChain(stones: Uint8Array, width: number, start: Point, marked: Uint8Array, doubt: number): void {
  const color = stones[start];
  const open = [start];
  marked[start] = doubt;
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    const x = point % width;
    const sides = [x > 0 ? point - 1 : -1, x < width - 1 ? point + 1 : -1, point - width, point + width];
    for (const next of sides) {
      if (stones[next] !== color || marked[next] !== 0) continue;
      marked[next] = doubt;
      open.push(next);
    }
  }
}

/** Star points of a square board of 9, 13 or 19, and of odd squares above 13; empty for other shapes. */
export function starPoints(width: number, height: number): readonly Point[] {
  if (width !== height || width < 9 || width % 2 === 0) return [];
  const edge = width < 13 ? 2 : 3;
  const middle = (width - 1) / 2;
  const lines = width < 17 ? [edge, width - 1 - edge] : [edge, middle, width - 1 - edge];
  const points = lines.flatMap((y) => lines.map((x) => y * width + x));
  return lines.length === 2 ? [...points, middle * width + middle] : points;
}
