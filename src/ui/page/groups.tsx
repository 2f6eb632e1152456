import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatPoint, type Point } from '../../core/point.js';
import type { GameScore } from '../../score/score-types.js';
import type { Decided } from './referee.js';

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

/** Stones that live or die together, and those of the other color that are dead because of them. */
export interface Group {
  readonly stones: readonly Point[];
  readonly captives: readonly Point[];
}

/**
 * The group of a stone: stones of its color and status, connected through each other and through the points that they are
 * counted with. Dame part groups.
 */
export function groupAt({ width, stones, score }: Scored, start: Point): Group {
  const { dead } = score.life;
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
        holderOf(score.owner[next]) === holder && (stones[next] === 0 || (!isDead && dead[next] === 1));
      if (!isSame && !isCounted) continue;
      seen[next] = 1;
      open.push(next);
    }
  }
  return { stones: group.sort((a, b) => a - b), captives };
}

/** Whose point it is, seki points included: 1 Black, 2 White, 0 nobody. */
function holderOf(owner: number | undefined): number {
  if (owner === undefined || owner === 0 || owner === 3) return 0;
  return owner === 1 || owner === 4 || owner === 6 ? 1 : 2;
}

/** What is decided when the group is of the other status: what it had caught is free, and everything else stays. */
export function flipped({ score }: Scored, { stones: group, captives }: Group): Decided {
  const { dead, seki } = score.life;
  const [first = 0] = group;
  const isDeadNow = dead[first] === 1;
  const turned = new Set([...group, ...captives]);
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
    for (const point of group.stones) done.add(point);
    const { point, color, dead, probability, source } = chain;
    groups.push({ point, color, dead, probability, source, stones: group.stones.length });
  }
  return groups.sort((a, b) => weight(a) - weight(b));
}

function weight({ probability, dead }: ListedGroup): number {
  return probability - (dead ? 0.5 : 0);
}

interface GroupsPanelProps {
  /** As it was judged at first: the groups keep their places in the list, whatever is flipped. */
  readonly first: Scored;
  readonly scored: Scored;
  readonly onFlip: (point: Point) => void;
  /** Takes back all decisions, where there are any. */
  readonly onReset: (() => void) | undefined;
}

const FEW = 8;

/** Every group with its status, to be flipped without a pointer. */
export function GroupsPanel({ first, scored, onFlip, onReset }: GroupsPanelProps): JSX.Element {
  const { width, height, stones: board } = scored;
  const { dead: isDead } = scored.score.life;
  const { score } = first;
  const groups = useMemo(() => groupsOf({ width, height, stones: board, score }), [score]);
  const isTurned = (point: Point): boolean => score.life.dead[point] !== isDead[point];
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? groups : groups.slice(0, FEW);
  return (
    <section class="card">
      <h2>Groups</h2>
      {onReset && (
        <p>
          <button onClick={onReset}>Back to the first judgement</button>
        </p>
      )}
      <ul class="groups">
        {shown.map(({ point, stones, color, probability, source }) => (
          <li key={point}>
            <button aria-pressed={isDead[point] === 1} onClick={() => onFlip(point)}>
              <span class={`stone ${color}`} aria-hidden="true" />
              <span class="what">
                {color === 'black' ? 'Black' : 'White'} {formatPoint(point, width, height)}, {stones}{' '}
                {stones === 1 ? 'stone' : 'stones'}
              </span>
              <span class={isDead[point] === 1 ? 'dead' : 'alive'}>
                {isDead[point] === 1 ? 'dead' : 'alive'}
              </span>
              <span class={isTurned(point) ? 'quiet small turned' : 'quiet small'}>
                {isTurned(point) ? 'by you' : source}
                {source === 'estimated' && !isTurned(point) ? ` ${probability.toFixed(2)}` : ''}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {groups.length > FEW && (
        <button class="plain" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'fewer' : `all ${String(groups.length)} groups`}
        </button>
      )}
    </section>
  );
}
