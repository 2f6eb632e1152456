import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { resultOf } from '../../columns/games.js';
import { formatHalves } from '../../columns/numbers.js';
import { formatPoint, type Point } from '../../core/point.js';
import { movesOf } from '../../output/html/report-data.js';
import { uncertainStones } from '../../picture/picture.js';
import type { GameReport } from '../../referee/report.js';
import { RULESET_NAMES, RULESETS } from '../../rules/rulesets.js';
import type { GameScore } from '../../score/score-types.js';
import { GameView } from '../parts/game-view.js';
import type { GameRow, ShownGame } from '../parts/games.js';
import type { GameBytes, Run } from './backend.js';
import { DecidePanel, decisionsOf } from './decide.js';
import { createReferees, type Decided, type RefereedGame } from './referee.js';

/** A scored position, for finding its groups. */
interface Scored {
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

/** Stones that live or die together, and the dead stones of the other color among them. */
export interface Group {
  readonly stones: readonly Point[];
  readonly captives: readonly Point[];
}

/**
 * The group of a stone: stones of its color and status, connected through each other and through the points counted with
 * them. Dame separate groups.
 */
function groupAt({ width, stones, score }: Scored, start: Point): Group {
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

/** The owner of a point, seki points included: 1 Black, 2 White, 0 nobody. */
function holderOf(owner: number | undefined): number {
  if (owner === undefined || owner === 0 || owner === 3) return 0;
  return owner === 1 || owner === 4 || owner === 6 ? 1 : 2;
}

/** The decision to flip a group: its captives become alive, and everything else stays. */
function flipped({ score }: Scored, { stones: group, captives }: Group): Decided {
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

/** A group in the list. */
export interface ListedGroup {
  readonly point: Point;
  readonly stones: number;
  readonly color: 'black' | 'white';
  readonly dead: boolean;
  readonly probability: number;
  readonly source: string;
}

/** The groups that flip together, least certain first, then the dead ones. */
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
  /** The original judgment, which orders the list. */
  readonly first: Scored;
  readonly scored: Scored;
  readonly onFlip: (point: Point) => void;
  /** Resets all decisions, where there are any. */
  readonly onReset: (() => void) | undefined;
}

const FEW = 8;

/** Every group with its status, to flip by keyboard. */
function GroupsPanel({ first, scored, onFlip, onReset }: GroupsPanelProps): JSX.Element {
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
          <button onClick={onReset}>Reset to the original judgement</button>
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

interface GamePageProps {
  readonly run: Run;
  readonly row: GameRow;
}

/** One game of a run, judged again whenever the reader flips a group. */
export function GamePage({ run, row }: GamePageProps): JSX.Element {
  const [decided, setDecided] = useState<Decided>();
  const [decisions, setDecisions] = useState(() => decisionsOf(run));
  const { first, report, digest, problem } = useReport(run, row, decided, decisions);
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
      first={{ ...before, findings: [...run.compared.findingsOf(row), ...before.findings] }}
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
      <DecidePanel
        run={run}
        digest={digest}
        first={first}
        now={report ?? first}
        onSaved={(text) => {
          setDecided(undefined);
          setDecisions(text);
        }}
      />
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

/** A separate worker judges the open game: a flip must not wait for other games. */
const referees = createReferees(1);

interface Judged {
  readonly first: GameReport | undefined;
  readonly digest: string;
  readonly report: GameReport | undefined;
  readonly problem: string;
}

/** The original report of a game, and the report with the reader's dead stones. */
function useReport(run: Run, row: GameRow, decided: Decided | undefined, decisions: string): Judged {
  const [bytes, setBytes] = useState<GameBytes>();
  const [first, setFirst] = useState<RefereedGame>();
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
      .game({ file, game, bytes, options: { ...run.options, decisions }, rulesets: RULESET_NAMES, decided })
      .then((judged) => {
        if (isLate) return;
        if (decided) setNow(judged.report);
        else setFirst(judged);
      }, fail);
    return () => {
      isLate = true;
    };
  }, [bytes, decided, decisions, file, game, run]);

  // Until the answer arrives the last decision stays on the board.
  const report = decided && now ? now : first?.report;
  return { first: first?.report, report, digest: first?.digest ?? '', problem };
}

interface RulesetTableProps {
  /** The original judgment, and the reader's; the same where the reader changed nothing. */
  readonly first: ShownGame;
  readonly now: ShownGame;
}

/** Shown by default, after the record's own rules. */
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
