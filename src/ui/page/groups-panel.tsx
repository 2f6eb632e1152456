import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatPoint, type Point } from '../../core/point.js';
import type { GameReport } from '../../referee/report.js';
import { groupsOf, type Scored } from './groups.js';

interface GroupsPanelProps {
  /** As it was judged at first: the groups keep their places in the list, whatever is flipped. */
  readonly first: GameReport;
  readonly scored: Scored;
  readonly isDecided: boolean;
  readonly onFlip: (point: Point) => void;
  readonly onReset: () => void;
}

const FEW = 8;

/** Every group with its status, to be flipped without a pointer. */
export function GroupsPanel({ first, scored, isDecided, onFlip, onReset }: GroupsPanelProps): JSX.Element {
  const { width, height, stones: board } = scored;
  const { dead: isDead } = scored.score.life;
  const { score } = first;
  const groups = useMemo(
    () => (score ? groupsOf({ width, height, stones: board, score }) : []),
    [width, height, board, score],
  );
  const isTurned = (point: Point): boolean => score?.life.dead[point] !== isDead[point];
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? groups : groups.slice(0, FEW);
  return (
    <section class="card">
      <h2>Groups</h2>
      {isDecided && (
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
