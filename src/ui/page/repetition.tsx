import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { GameRecord } from '../../record/record.js';
import { positionAt } from '../../replay/position-at.js';
import type { PlacedFinding } from '../../referee/report.js';
import { afterWords, type LineMove, moveWords } from '../../output/html/line-code.js';
import { Board } from './board.js';

interface RepetitionProps {
  readonly record: GameRecord;
  readonly moves: readonly LineMove[];
  readonly found: PlacedFinding;
}

/** The position that a move restores, beside the one behind it: they are the same, and the reader can see it. */
export function Repetition({ record, moves, found }: RepetitionProps): JSX.Element {
  const { width, height, line } = record;
  const { move = 0, repeatsMove = 0, point } = found;
  const earlier = useMemo(
    () => positionAt(line, width, height, repeatsMove),
    [line, width, height, repeatsMove],
  );
  const later = useMemo(() => positionAt(line, width, height, move), [line, width, height, move]);
  return (
    <section class="card repetition">
      <h2>The position that is repeated</h2>
      <div class="pair">
        {(
          [
            [repeatsMove, earlier],
            [move, later],
          ] as const
        ).map(([number, stones]) => (
          <figure key={number}>
            <Board
              width={width}
              height={height}
              stones={stones}
              flagged={point}
              label={`Board ${afterWords(moveWords(moves, number, width, height))}`}
            />
            <figcaption>{afterWords(moveWords(moves, number, width, height))}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
