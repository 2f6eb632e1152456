import type { Point } from '../core/point.js';
import type { GameScore } from '../score/score-types.js';

/** What a board picture shows, for the terminal and for SVG alike. Arrays hold one byte a point (`y * width + x`). */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  /** 1 where the stone is dead. */
  readonly dead?: Uint8Array | undefined;
  /** As `GameScore.owner`: 0 nothing, 1 Black's point, 2 White's, 3 dame, 4 Black's seki point, 5 White's. */
  readonly owner?: Uint8Array | undefined;
  /** 1 where the status of the stone is in doubt. */
  readonly uncertain?: Uint8Array | undefined;
  readonly lastMove?: Point | undefined;
  /** The move that a finding is about. */
  readonly flagged?: Point | undefined;
  readonly title: string;
  readonly captions: readonly string[];
}

/** Chains below this probability are drawn as uncertain. */
const DOUBT = 0.9;

/** Points of the stones whose life the score is not sure of. */
export function uncertainStones(stones: Uint8Array, width: number, score: GameScore): Uint8Array {
  const marked = new Uint8Array(stones.length);
  for (const chain of score.life.chains) {
    if (chain.probability < DOUBT) markChain(stones, width, chain.point, marked);
  }
  return marked;
}

function markChain(stones: Uint8Array, width: number, start: Point, marked: Uint8Array): void {
  const color = stones[start];
  const open = [start];
  marked[start] = 1;
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    const x = point % width;
    for (const next of [
      x > 0 ? point - 1 : -1,
      x < width - 1 ? point + 1 : -1,
      point - width,
      point + width,
    ]) {
      if (next >= 0 && next < stones.length && stones[next] === color && marked[next] === 0) {
        marked[next] = 1;
        open.push(next);
      }
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
