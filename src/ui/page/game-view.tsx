import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Point } from '../../core/point.js';
import { positionAt } from '../../replay/position-at.js';
import { uncertainStones } from '../../picture/picture.js';
import type { GameReport, PlacedFinding } from '../../referee/report.js';
import { visible } from '../../core/text.js';
import { afterWords, movesOf, moveWords } from '../../output/html/line-code.js';
import { AccountPanel } from './account-panel.js';
import type { Run, RunRow } from './backend.js';
import { Board, legendOf, type Marks } from './board.js';
import { Facts } from './facts.js';
import { FindingsPanel } from './findings-panel.js';
import { flipped, groupAt, type Scored } from './groups.js';
import { GroupsPanel } from './groups-panel.js';
import type { Decided } from './referee-messages.js';
import { Repetition } from './repetition.js';
import { addressOf } from './route.js';
import { RulesetsPanel } from './rulesets-panel.js';
import { Stepper } from './stepper.js';
import { useReport } from './use-report.js';

interface GameViewProps {
  readonly run: Run;
  readonly row: RunRow;
}

/** One game: its board move by move, its findings, its count under every ruleset, and what a group more or less would change. */
export function GameView({ run, row }: GameViewProps): JSX.Element {
  const [decided, setDecided] = useState<Decided>();
  const { first, report, problem } = useReport(run, row, decided);
  return (
    <div class="game">
      <nav aria-label="Games">
        <a href={addressOf(run.id)}>← all games</a>
        <Neighbours run={run} row={row} />
      </nav>
      <h1>
        <bdi>{visible(row.black) || 'Black'}</bdi> – <bdi>{visible(row.white) || 'White'}</bdi>
      </h1>
      {problem !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {first && report ? (
        <Loaded first={first} report={report} onDecide={setDecided} isDecided={decided !== undefined} />
      ) : (
        problem === '' && <p class="quiet">Reading…</p>
      )}
    </div>
  );
}

function Neighbours({ run, row }: GameViewProps): JSX.Element {
  const before = run.rows[row.row - 2];
  const after = run.rows[row.row];
  return (
    <span>
      {before && <a href={addressOf(run.id, before.row)}>previous</a>}{' '}
      {after && <a href={addressOf(run.id, after.row)}>next</a>}
    </span>
  );
}

interface LoadedProps {
  /** As it was judged at first, and as the user has it now. */
  readonly first: GameReport;
  readonly report: GameReport;
  readonly isDecided: boolean;
  readonly onDecide: (decided: Decided | undefined) => void;
}

function Loaded({ first, report, isDecided, onDecide }: LoadedProps): JSX.Element {
  const { record, replay } = first;
  const { width, height, line } = record;
  const moves = useMemo(() => movesOf(line), [line]);
  const last = replay.stoppedAt > 0 ? replay.stoppedAt : moves.length;
  const start = firstFlagged(first) ?? last;
  const [move, setMove] = useState(start);
  const [picked, setPicked] = useState<PlacedFinding | undefined>(
    first.findings.find((found) => found.move === start && found.severity !== 'note'),
  );
  const stones = useMemo(() => positionAt(line, width, height, move), [line, width, height, move]);
  const { score, finalBoard } = report;
  const scored: Scored | undefined =
    score && finalBoard && move === last ? { width, height, stones: finalBoard, score } : undefined;
  const flip = (point: Point): void => {
    if (scored && scored.stones[point] !== 0) onDecide(flipped(scored, groupAt(scored, point)));
  };
  const go = (to: number): void => setMove(Math.max(0, Math.min(last, to)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: move - 1,
      ArrowRight: move + 1,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
  const marks = scored ? marksOf(scored) : {};
  const words = moveWords(moves, move, width, height);
  const flagged = picked?.move === move ? picked.point : undefined;
  return (
    <>
      <Facts report={first} />
      <div class="columns">
        <div class="left">
          <Board
            width={width}
            height={height}
            stones={scored?.stones ?? stones}
            lastMove={scored ? undefined : moves[move - 1]?.point}
            flagged={flagged}
            {...marks}
            onPoint={scored ? flip : undefined}
            label={`Board ${afterWords(words)}`}
          />
          <Stepper move={move} last={last} words={words} onGo={go} />
          {scored && (
            <p class="quiet small legend">
              {legendOf(marks)}
              <span class="screen"> · click a group to flip its life</span>
            </p>
          )}
          {!scored && score && (
            <p class="small">
              <button onClick={() => go(last)}>Show the count</button>
            </p>
          )}
          {picked?.repeatsMove !== undefined && <Repetition record={record} moves={moves} found={picked} />}
        </div>
        <div class="right">
          <FindingsPanel
            report={first}
            picked={picked}
            onPick={(found) => {
              setPicked(found);
              if (found.move !== undefined && found.variation === undefined) go(found.move);
            }}
          />
          <RulesetsPanel first={first} report={report} isDecided={isDecided} />
          {report.score && <AccountPanel first={first} report={report} isDecided={isDecided} />}
          {scored && (
            <GroupsPanel
              first={first}
              scored={scored}
              isDecided={isDecided}
              onFlip={flip}
              onReset={() => onDecide(undefined)}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** Where a reader wants to begin: at the first grave finding about a move, where there is one. */
function firstFlagged(report: GameReport): number | undefined {
  return report.findings.find(
    ({ severity, move, variation }) => severity === 'error' && move !== undefined && variation === undefined,
  )?.move;
}

function marksOf({ stones, width, score }: Scored): Marks {
  const { life, owner } = score;
  const doubtful = life.source === 'estimated' ? uncertainStones(stones, width, score) : undefined;
  return { dead: life.dead, owner, seki: life.seki, doubtful };
}
