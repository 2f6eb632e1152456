import type { Point } from '../core/point.js';
import type { GameScore } from './score-types.js';

/** Stones that live or die together, and the dead stones of the other color among them. */
export interface Group {
  readonly stones: readonly Point[];
  readonly captives: readonly Point[];
}

/** Dead stones and seki on a board, in points. */
export interface DeadPoints {
  readonly dead: readonly Point[];
  readonly seki: readonly Point[];
}

type Scored = Pick<GameScore, 'basis' | 'life' | 'owner'>;

/**
 * The group of a stone: stones of its color and status, connected through each other and through the points counted with
 * them. Dame separate groups.
 */
export function groupAt({ basis, life: { dead }, owner }: Scored, start: Point): Group {
  const { stones, width } = basis;
  const color = stones[start]!;
  const isDead = dead[start] === 1;
  const holder = isDead ? 3 - color : color;
  const seen = new Uint8Array(stones.length);
  const open = [start];
  const group: Point[] = [];
  const captives: Point[] = [];
  seen[start] = 1;
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    if (stones[point] === color) group.push(point);
    else if (stones[point] !== 0) captives.push(point);
    for (const next of neighbours(point, width, stones.length)) {
      if (seen[next] === 1) continue;
      const isSame = stones[next] === color && (dead[next] === 1) === isDead;
      const isCounted =
        holderOf(owner[next]) === holder && (stones[next] === 0 || (!isDead && dead[next] === 1));
      if (!isSame && !isCounted) continue;
      seen[next] = 1;
      open.push(next);
    }
  }
  return { stones: group.sort((a, b) => a - b), captives };
}

function neighbours(point: Point, width: number, points: number): Point[] {
  const x = point % width;
  const all = [x > 0 ? point - 1 : -1, x < width - 1 ? point + 1 : -1, point - width, point + width];
  return all.filter((next) => next >= 0 && next < points);
}

/** The owner of a point, seki points included: 1 Black, 2 White, 0 nobody. */
function holderOf(owner: number | undefined): number {
  if (owner === undefined || owner === 0 || owner === 3) return 0;
  return owner === 1 || owner === 4 || owner === 6 ? 1 : 2;
}

/** The dead stones where a group has the other status: its captives become alive, and everything else stays. */
export function flipped({ life }: Scored, { stones: group, captives }: Group): DeadPoints {
  const { dead, seki } = life;
  const [first = 0] = group;
  const isDeadNow = dead[first] === 1;
  const turned = new Set([...group, ...captives]);
  const points = [...dead.keys()];
  return {
    dead: [...points.filter((point) => dead[point] === 1 && !turned.has(point)), ...(isDeadNow ? [] : group)],
    seki: points.filter((point) => seki[point] === 1 && !turned.has(point)),
  };
}
