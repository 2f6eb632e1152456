import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { resultOf } from '../../columns/games.js';
import { formatHalves } from '../../columns/numbers.js';
import type { Point } from '../../core/point.js';
import { movesOf } from '../../output/html/line-code.js';
import { uncertainStones } from '../../picture/picture.js';
import type { GameReport } from '../../referee/report.js';
import { RULESET_NAMES, RULESETS } from '../../rules/rulesets.js';
import { GameView } from '../parts/game-view.js';
import type { GameRow, ShownGame } from '../parts/games.js';
import type { GameBytes, Run } from './backend.js';
import { flipped, groupAt, GroupsPanel, type Scored } from './groups.js';
import { createReferees, type Decided } from './referee.js';

interface GamePageProps {
  readonly run: Run;
  readonly row: GameRow;
}

/** One game of a run, judged anew, and again whenever the reader flips a group. */
export function GamePage({ run, row }: GamePageProps): JSX.Element {
  const [decided, setDecided] = useState<Decided>();
  const { first, report, problem } = useReport(run, row, decided);
  const before = useMemo(() => first && shownGame(first), [first]);
  const now = useMemo(() => (report === first ? before : report && shownGame(report)), [report, before]);
  const scored = report && scoredOf(report);
  const flip = (point: Point): void => {
    if (scored && scored.stones[point] !== 0) setDecided(flipped(scored, groupAt(scored, point)));
  };
  if (problem !== '') {
    return (
      <p class="problem" role="alert">
        {problem}
      </p>
    );
  }
  if (!first || !before || !now) return <h1 class="quiet">Reading…</h1>;
  return (
    <GameView
      row={row}
      first={before}
      now={now}
      onPoint={flip}
      rulings={<RulesetTable first={before} now={now} />}
    >
      {scored && (
        <GroupsPanel
          first={scoredOf(first) ?? scored}
          scored={scored}
          onFlip={flip}
          onReset={before === now ? undefined : () => setDecided(undefined)}
        />
      )}
    </GameView>
  );
}

/** A report as the interface shows it. */
function shownGame(report: GameReport): ShownGame {
  const { record, replay, score, finalBoard: stones } = report;
  const { width, height, line, handicap } = record;
  return {
    ...report,
    line,
    handicap: handicap.declared ?? handicap.stones,
    last: replay.stoppedAt > 0 ? replay.stoppedAt : movesOf(line).length,
    counted: score &&
      stones && {
        ...{ width, height, stones, owner: score.owner, dead: score.life.dead, seki: score.life.seki },
        uncertain: score.life.source === 'estimated' ? uncertainStones(stones, width, score) : undefined,
        title: '',
        label: 'the final board',
        captions: [],
      },
  };
}

function scoredOf({ record, score, finalBoard }: GameReport): Scored | undefined {
  const { width, height } = record;
  return score && finalBoard && { width, height, stones: finalBoard, score };
}

/** One worker judges the game that is open: what the reader flips must not wait for anything else. */
const referees = createReferees(1);

interface Judged {
  readonly first: GameReport | undefined;
  readonly report: GameReport | undefined;
  readonly problem: string;
}

/** The report of a game as it was judged at first, and with the dead stones that the reader decided. */
function useReport(run: Run, row: GameRow, decided: Decided | undefined): Judged {
  const [bytes, setBytes] = useState<GameBytes>();
  const [first, setFirst] = useState<GameReport>();
  const [now, setNow] = useState<GameReport>();
  const [problem, setProblem] = useState('');
  const { file, game } = row;
  const fail = (error: unknown): void => setProblem(error instanceof Error ? error.message : String(error));

  useEffect(() => {
    run.gameBytes(row).then(setBytes, fail);
  }, [run, row]);

  useEffect(() => {
    if (!bytes) return undefined;
    let isLate = false;
    referees
      .game({ file, game, bytes, options: run.options, rulesets: RULESET_NAMES, decided })
      .then((report) => {
        if (isLate) return;
        if (decided) setNow(report);
        else setFirst(report);
      }, fail);
    return () => {
      isLate = true;
    };
  }, [bytes, decided, file, game, run]);

  // Until the answer comes, the last decision stays on the board.
  return { first, report: decided && now ? now : first, problem };
}

interface RulesetTableProps {
  /** As it was judged, and as the reader has decided; the same where nothing was decided. */
  readonly first: ShownGame;
  readonly now: ShownGame;
}

/** Shown to a reader who has chosen nothing, after the record's own rules. */
const USUAL = ['japanese', 'aga', 'chinese'];

/** The result under the rulesets that the reader chooses, before and after a flip. */
export function RulesetTable({ first, now }: RulesetTableProps): JSX.Element {
  const own = RULESETS.filter(({ name }) => name === first.ruleset?.name).map(({ name }) => name);
  const [chosen, setChosen] = useState<readonly string[]>(() => [...new Set([...own, ...USUAL])]);
  const isDecided = first !== now;
  const named = (game: ShownGame, name: string) => game.scores?.find(({ ruleset }) => ruleset?.name === name);
  return (
    <>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">rules</th>
              <th scope="col" class="text">
                counting
              </th>
              <th scope="col">komi</th>
              {isDecided && <th scope="col">before</th>}
              <th scope="col">result</th>
            </tr>
          </thead>
          <tbody>
            {chosen.map((name) => {
              const { ruleset, score, notScoredBecause = '' } = named(now, name) ?? {};
              const before = named(first, name)?.score;
              const earlier = before ? resultOf(before) : '';
              const result = score ? resultOf(score) : notScoredBecause;
              return (
                <tr key={name}>
                  <th scope="row" title={ruleset?.title}>
                    {name}
                  </th>
                  <td>{score?.counting}</td>
                  <td class="number">{score && formatHalves(score.komiHalves)}</td>
                  {isDecided && <td class="number quiet">{earlier}</td>}
                  <td class={`number ${isDecided && earlier !== result ? 'changed' : ''}`}>{result}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <details class="screen">
        <summary>Choose rulesets</summary>
        <div class="choices">
          {RULESETS.map(({ name, title }) => (
            <label key={name} class="check" title={title}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              />
              {name}
            </label>
          ))}
        </div>
      </details>
    </>
  );
}
