import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { resultOf } from '../../report/columns/games.js';
import { dameNotes } from '../../report/columns/account.js';
import { BLACK } from '../../core/color.js';
import { chanceText, formatHalves } from '../../core/text.js';
import { formatPoint, type Point } from '../../core/point.js';
import { movesOf } from '../../report/output/html/report-data.js';
import { openPoints, uncertainStones } from '../../report/picture/picture.js';
import {
  chainAt,
  type DeadPoints,
  flipped,
  type Group,
  groupAt,
  groupsAsked,
  unitAt,
} from '../../referee/judge/group-outcomes.js';
import { RULESET_NAMES, rulesetByName, RULESETS } from '../../go/rules/rulesets.js';
import { conversionInto } from '../../referee/judge/scoring.js';
import { changeOf, type GameReport } from '../../referee/judge/report.js';
import type { Conversion } from '../../referee/score/convert.js';
import type { GameScore } from '../../referee/score/score-types.js';
import { GameView } from '../parts/game-view.js';
import type { GameRow, Judgments, ShownGame } from '../parts/games.js';
import {
  Check,
  Numbers,
  Problem,
  rulesName,
  shownNumber,
  termed,
  translated,
  translatedCount,
  words,
  colon,
} from '../parts/common.js';
import type { NumbersRow } from '../parts/common.js';
import {
  addressOf,
  createReferees,
  USUAL_RULESETS,
  type GameBytes,
  type Run,
  type RefereedGame,
} from './backend.js';
import { DecidePanel } from './decide.js';
import { decisionsText } from './decisions.js';

/** A group in the list, by one of its chains. */
type ListedGroup = Pick<
  GameScore['life']['chains'][number],
  'point' | 'color' | 'dead' | 'probability' | 'source'
> & { readonly stones: number };

/** The groups that flip together: those that are asked about, then the least certain, then the dead ones. */
export function groupsOf(score: GameScore, named: readonly Group[]): readonly ListedGroup[] {
  const done = new Set<Point>();
  const [asked, others]: [ListedGroup[], ListedGroup[]] = [[], []];
  const { chains } = score.life;
  const chainsOf = named.flatMap((group) => chains.filter(({ point }) => point === group.point));
  const rest = [...chains].sort((a, b) => a.probability - b.probability);
  for (const { point, color, dead, probability, source } of [...chainsOf, ...rest]) {
    if (done.has(point)) continue;
    const own = named.find((one) => one.point === point);
    const { stones } = own ?? groupAt(score, point);
    for (const one of stones) done.add(one);
    (own ? asked : others).push({ point, color, dead, probability, source, stones: stones.length });
  }
  return [...asked, ...others.sort((a, b) => weight(a) - weight(b))];
}

function weight({ probability, dead }: ListedGroup): number {
  return probability - (dead ? 0.5 : 0);
}

interface GroupsPanelProps {
  /** The original judgment, which orders the list. */
  readonly first: GameScore;
  readonly now: GameScore;
  /** The groups that are asked about, and how the question names the first of them. */
  readonly named: readonly Group[];
  readonly question: string;
  /** The group that was flipped last, and its chain alone where others were flipped with it. */
  readonly last: Group | undefined;
  readonly onFlip: (point: Point) => void;
  readonly onChainAlone: ((last: Group) => void) | undefined;
  /** Resets all decisions, where there are any. */
  readonly onReset: (() => void) | undefined;
}

const FEW = 8;

/** Every group with its status, to flip by keyboard. */
function GroupsPanel(props: GroupsPanelProps): JSX.Element {
  const { first, now, named, question, onFlip, onReset } = props;
  const { width, height } = first.basis;
  const { dead: isDead } = now.life;
  const groups = useMemo(() => groupsOf(first, named), [first, named]);
  const isTurned = (point: Point): boolean => first.life.dead[point] !== isDead[point];
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? groups : groups.slice(0, FEW);
  return (
    <section class="card">
      <h2>{translated('Groups')}</h2>
      {question !== '' && (
        <p>
          <button aria-pressed={isTurned(named[0]!.point)} onClick={() => onFlip(named[0]!.point)}>
            {termed(question)}
          </button>
        </p>
      )}
      <Marked {...props} />
      {onReset && (
        <p>
          <button onClick={onReset}>{translated('Reset to the original judgement')}</button>
        </p>
      )}
      <ul class="groups">
        {shown.map(({ point, stones, color, probability, source }) => (
          <li key={point}>
            <button aria-pressed={isDead[point] === 1} onClick={() => onFlip(point)}>
              <span class={`stone ${color}`} aria-hidden="true" />
              <span class="what">
                {words()[color]} {formatPoint(point, width, height)},{' '}
                {translatedCount('{n} stone|{n} stones', stones)}
              </span>
              <span class={isDead[point] === 1 ? 'dead' : 'alive'}>
                {translated(isDead[point] === 1 ? 'dead' : 'alive')}
              </span>
              <span class={isTurned(point) ? 'quiet small turned' : 'quiet small'}>
                {isTurned(point) ? translated('by you') : termed(source)}
                {source === 'estimated' && !isTurned(point) ? ` ${shownNumber(chanceText(probability))}` : ''}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {groups.length > FEW && (
        <button class="plain" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? translated('fewer') : translated('all {n} groups', { n: groups.length })}
        </button>
      )}
    </section>
  );
}

/** What the last click marked: a group may be larger than the chain that was meant, which can be marked alone. */
function Marked({ now, last, onChainAlone }: GroupsPanelProps): JSX.Element | null {
  const { basis, life } = now;
  if (!last) return null;
  const { point, stones } = last;
  const chain = chainAt(now, point).stones.length;
  return (
    <p role="status">
      {words()[basis.stones[point] === BLACK ? 'black' : 'white']}{' '}
      {formatPoint(point, basis.width, basis.height)},{' '}
      {translatedCount('{n} stone|{n} stones', stones.length) + colon()}
      {translated(life.dead[point] === 1 ? 'dead' : 'alive')}{' '}
      {onChainAlone && chain < stones.length && (
        <button onClick={() => onChainAlone(last)}>
          {translated('only the chain at {point}', { point: formatPoint(point, basis.width, basis.height) })}
        </button>
      )}
    </p>
  );
}

interface GamePageProps {
  readonly run: Run;
  readonly row: GameRow;
  /** The move of the ruling sheet that is open, '' for the most severe finding. */
  readonly sheet: string | undefined;
}

interface Flippable {
  readonly score: GameScore | undefined;
  /** The groups that were flipped, the last one first, and those that are asked about. */
  readonly asked: readonly Group[];
  readonly named: readonly Group[];
}

/** What clicks do. `turn`: takes the dead stones after one, and the groups that were flipped. */
function flipsOf(
  { score, asked, named }: Flippable,
  turn: (dead: DeadPoints, groups: readonly Group[]) => void,
) {
  return {
    flip: (point: Point): void => {
      if (!score || score.basis.stones[point] === 0) return;
      // A second click takes back what the first one marked.
      const unit = unitAt(score, point, [...asked, ...named]);
      const others = asked.filter((one) => one.stones !== unit.stones);
      turn(flipped(score, unit), [{ ...unit, point }, ...others]);
    },
    markChainAlone: (last: Group): void => {
      if (!score) return;
      const chain = chainAt(score, last.point);
      const stones = last.stones.filter((point) => !chain.stones.includes(point));
      const rest = { point: stones[0]!, stones, captives: last.captives };
      turn(flipped(score, rest), [chain, ...asked.slice(1)]);
    },
  };
}

/** One game of a run, judged again whenever the reader flips a group. */
export function GamePage({ run, row, sheet }: GamePageProps): JSX.Element {
  const [decided, setDecided] = useState<DeadPoints>();
  /** The groups that the reader flipped, the last one first. */
  const [asked, setAsked] = useState<readonly Group[]>([]);
  // As it was when the game was opened: a decision must not move the form away.
  const [isAsked] = useState(row.needs_ruling !== '');
  const decisions = decisionsText(run.decisions);
  const { first, latest, named, problem } = useReport({ run, row, decided, asked, decisions });
  const before = useMemo(() => {
    const game = first && latest && shownGame({ ...latest, ...{ report: first.report, tree: first.tree } });
    return game && { ...game, findings: [...run.compared.findingsOf(row), ...game.findings] };
  }, [first, latest, row, run.compared]);
  const now = useMemo(
    () => (latest === first ? before : latest && shownGame(latest)),
    [latest, first, before],
  );
  const score = latest?.report.score;
  const turn = (dead: DeadPoints | undefined, groups: readonly Group[]): void => {
    setDecided(dead);
    setAsked(groups);
  };
  const { flip, markChainAlone } = flipsOf({ score, asked, named }, turn);
  const { game } = row;
  const reset = (): void => turn(undefined, []);
  // What was flipped last is on the board only once the answer has arrived.
  const isJudged = latest !== first && latest?.of === decided;
  if (problem !== '') return <Problem text={problem} />;
  if (!first || !latest || !before || !now) return <h1 class="quiet">{translated('Reading…')}</h1>;
  return (
    <GameView
      row={row}
      first={before}
      now={now}
      onPoint={flip}
      rulings={<RulesetTable first={before} now={now} />}
      isAsked={isAsked}
      decide={
        <DecidePanel
          run={run}
          row={row}
          digest={first.digest}
          first={first.report}
          now={latest.report}
          isAsked={isAsked}
          onDecided={reset}
          write={async () => referees.write({ game, bytes: await run.gameBytes(row), decisions })}
        />
      }
      addresses={{
        game: addressOf(run.id, row.row),
        sheetOf: (move) => addressOf(run.id, row.row, { sheet: String(move ?? '') }),
        placeOf: ({ move, path }) =>
          addressOf(run.id, row.row, { move: String(move), ...(path === '' ? {} : { line: path }) }),
        place() {
          const query = new URLSearchParams(location.hash.slice(1));
          const move = query.get('row') === String(row.row) ? query.get('move') : null;
          return move === null ? undefined : { move: Number(move), path: query.get('line') ?? '' };
        },
        sheet: sheet === undefined ? undefined : { move: sheet === '' ? undefined : Number(sheet) },
      }}
    >
      {score && (
        <GroupsPanel
          first={first.report.score ?? score}
          now={score}
          named={named}
          question={questionIn(first.report)}
          last={decided && asked[0]}
          onFlip={flip}
          onChainAlone={isJudged ? markChainAlone : undefined}
          onReset={before === now ? undefined : reset}
        />
      )}
    </GameView>
  );
}

/** `if White T9 (1 stone) were dead`, where one group would make RE true; else ''. */
function questionIn({ settlement }: GameReport): string {
  const change = settlement && changeOf(settlement);
  return change?.point === undefined ? '' : change.text;
}

/** A report as the interface shows it. */
function shownGame({ report, ruling, tree }: RefereedGame): ShownGame {
  const { record, replay, score, ahead, finalBoard: stones } = report;
  const { width, height, line, handicap } = record;
  return {
    ...report,
    ...{ line, tree, before: ruling.before, repairs: ruling.repairs, ...ruling },
    handicap: handicap.declared ?? handicap.stones,
    last: replay.stoppedAt > 0 ? replay.stoppedAt : movesOf(line).length,
    counted:
      (score ?? ahead) && stones
        ? {
            ...{ width, height, stones, owner: score?.owner, dead: score?.life.dead, seki: score?.life.seki },
            uncertain:
              score?.life.source === 'estimated' ? uncertainStones(stones, score, report) : undefined,
            open: ahead && openPoints(ahead.open, stones.length),
            ...{ title: '', label: translated('the final board'), captions: [] },
          }
        : undefined,
  };
}

/** A separate worker judges the open game: a flip must not wait for other games. */
const referees = createReferees(1);

interface Question {
  readonly run: Run;
  readonly row: GameRow;
  /** The reader's dead stones, and the groups that the reader flipped. */
  readonly decided: DeadPoints | undefined;
  readonly asked: readonly Group[];
  /** The text of decisions.json. */
  readonly decisions: string;
}

/** A report, and the dead stones of the reader that it answers. */
interface Answered extends RefereedGame {
  readonly of?: DeadPoints;
}

/** The original report of a game, and the report with the reader's dead stones. */
function useReport({ run, row, decided, asked, decisions }: Question) {
  const [bytes, setBytes] = useState<GameBytes>();
  const [first, setFirst] = useState<RefereedGame>();
  const [now, setNow] = useState<Answered>();
  const [problem, setProblem] = useState('');
  const { file, game } = row;
  // What is asked about stays so when the reader judges otherwise.
  const named = useMemo(() => (first ? groupsAsked(first.report) : []), [first]);
  const fail = (error: unknown): void => setProblem(error instanceof Error ? error.message : String(error));

  useEffect(() => {
    run.gameBytes(row).then(setBytes, fail);
  }, [run, row.row]);

  useEffect(() => {
    if (!bytes) return undefined;
    let isLate = false;
    referees
      .game({
        file,
        game,
        bytes,
        options: { ...run.options, decisions },
        rulesets: RULESET_NAMES,
        decided,
        asked: [...asked, ...named],
      })
      .then((judged) => {
        if (isLate) return;
        if (decided) setNow({ ...judged, of: decided });
        else setFirst(judged);
      }, fail);
    return () => {
      isLate = true;
    };
  }, [bytes, decided, decisions, file, game, run]);

  // Until the answer arrives, the last decision stays on the board.
  const latest: Answered | undefined = decided && now ? now : first;
  return { first, latest, named, problem };
}

/** What open dame would change of the results in the table. */
function damesOf(
  { record, score, ruleset: from, scores, decisions }: ShownGame,
  names: readonly string[],
): string[] {
  if (!score) return [];
  const to = names.flatMap((name) => rulesetByName(name) ?? []);
  const { to: all } = conversionInto(to, { record, score, basis: score.basis, from, decisions }, {});
  const isShown = (one: Conversion): boolean =>
    one.basis === 'computed' &&
    scores?.find(({ ruleset }) => ruleset?.name === one.to)?.score?.komiHalves === one.komiToHalves;
  return all.flatMap(({ bases }) => bases.filter(isShown).flatMap(dameNotes));
}

/** The result under the rulesets that the reader chooses, before and after a flip. */
export function RulesetTable({ first, now }: Judgments): JSX.Element {
  const own = RULESETS.filter(({ name }) => name === first.ruleset?.name).map(({ name }) => name);
  const [chosen, setChosen] = useState<readonly string[]>(() => [...new Set([...own, ...USUAL_RULESETS])]);
  const isDecided = first !== now;
  const named = (game: ShownGame, name: string) => game.scores?.find(({ ruleset }) => ruleset?.name === name);
  const labels = [
    'rules',
    'counting',
    'komi',
    ...(isDecided ? (['before'] as const) : []),
    'result',
  ] as const;
  const heads = labels.map((label) => translated(label));
  const rowOf = (name: string): NumbersRow => {
    const { ruleset, score, notScoredBecause = '' } = named(now, name) ?? {};
    const before = named(first, name)?.score;
    const earlier = before ? resultOf(before) : '';
    const result = score ? resultOf(score) : termed(notScoredBecause);
    const cells: NumbersRow['cells'] = [
      [score && termed(score.counting), 'text'],
      [score && formatHalves(score.komiHalves)],
      ...(isDecided ? [[earlier, 'quiet'] as const] : []),
      [result, isDecided && earlier !== result ? 'changed' : ''],
    ];
    return { label: rulesName(name), title: ruleset?.title, cells };
  };
  return (
    <>
      <Numbers heads={heads} words={1} rows={chosen.map(rowOf)} />
      {damesOf(now, chosen).map((note) => (
        <p key={note}>{termed(note)}</p>
      ))}
      <details class="screen">
        <summary>{translated('Choose rulesets')}</summary>
        <div class="choices">
          {RULESETS.map(({ name, title }) => (
            <Check
              key={name}
              title={title}
              checked={chosen.includes(name)}
              onChange={(checked) =>
                setChosen(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            >
              {rulesName(name)}
            </Check>
          ))}
        </div>
      </details>
    </>
  );
}
