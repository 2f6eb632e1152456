import type { Point } from '../core/point.js';
import type { GameScore } from '../score/score-types.js';
import type { Decided } from './referee-messages.js';

/** A scored position as its groups are seen. */
export interface Scored {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  readonly score: GameScore;
}

function neighbours(point: Point, width: number, points: number): Point[] {
  const x = point % width;
  const all = [x > 0 ? point - 1 : -1, x < width - 1 ? point + 1 : -1, point - width, point + width];
  return all.filter((next) => next >= 0 && next < points);
}

/**
 * The stones that live or die with a stone: of its color and status, connected through each other and through the
 * points that they are counted with. Dame part groups.
 */
export function groupAt({ width, stones, score }: Scored, start: Point): readonly Point[] {
  const { dead } = score.life;
  const seen = new Uint8Array(stones.length);
  const open = [start];
  const group: Point[] = [];
  seen[start] = 1;
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    const isStone = stones[point] !== 0;
    if (isStone) group.push(point);
    for (const next of neighbours(point, width, stones.length)) {
      if (seen[next] === 1) continue;
      const isSame = stones[next] === stones[start] && dead[next] === dead[start];
      // Through empty points a dead group spreads; a living one only over its own stones, or all would be one.
      const isTheirs = dead[start] === 1 && stones[next] === 0 && score.owner[next] !== 3;
      if (!isSame && !isTheirs) continue;
      seen[next] = 1;
      open.push(next);
    }
  }
  return group.sort((a, b) => a - b);
}

/** What is decided when the group is of the other status, and everything else stays. */
export function flipped(scored: Scored, group: readonly Point[]): Decided {
  const { dead, seki } = scored.score.life;
  const [first = 0] = group;
  const turned = new Set(group);
  const isDeadNow = dead[first] === 1;
  const points = [...dead.keys()];
  return {
    dead: [...points.filter((point) => dead[point] === 1 && !turned.has(point)), ...(isDeadNow ? [] : group)],
    seki: points.filter((point) => seki[point] === 1 && !turned.has(point)),
  };
}

/** A group for a list. */
export interface ListedGroup {
  readonly point: Point;
  readonly stones: number;
  readonly color: 'black' | 'white';
  readonly dead: boolean;
  readonly probability: number;
  readonly source: string;
}

/** Chains joined to the groups that are flipped together, the least sure first, then the dead ones. */
export function groupsOf(scored: Scored): readonly ListedGroup[] {
  const done = new Set<Point>();
  const groups: ListedGroup[] = [];
  const { chains } = scored.score.life;
  for (const chain of [...chains].sort((a, b) => a.probability - b.probability)) {
    if (done.has(chain.point)) continue;
    const group = groupAt(scored, chain.point);
    for (const point of group) done.add(point);
    const { point, color, dead, probability, source } = chain;
    groups.push({ point, color, dead, probability, source, stones: group.length });
  }
  return groups.sort((a, b) => weight(a) - weight(b));
}

function weight({ probability, dead }: ListedGroup): number {
  return probability - (dead ? 0.5 : 0);
}
