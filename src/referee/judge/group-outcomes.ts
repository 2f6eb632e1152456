import type { Board } from '../../go/board/board.js';
import { componentsOf, neighborsOf } from '../../go/board/position.js';
import { BLACK, EMPTY } from '../../core/color.js';
import { UNCERTAIN } from '../../go/life/judge.js';
import type { Point } from '../../core/point.js';
import { replay } from '../replay/replay.js';
import { conventionsOf } from '../score/conventions.js';
import { stonesTurned } from '../score/explanations.js';
import type { GameScore } from '../score/score-types.js';
import { scoreGame } from '../score/score.js';
import { changeOf, type GameReport, type Margins, marginsOf, openQuestion } from './report.js';

/** Stones that live or die together, and the dead stones of the other color among them. */
export interface Group {
  /** The stone by which it is named. */
  readonly point: Point;
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
 * The group of a stone: stones of its color and status, connected directly and through the points counted with them. Dame
 * separate groups.
 */
export function groupAt({ basis, life: { dead }, owner }: Scored, start: Point): Group {
  const { stones, width, height } = basis;
  const near = neighborsOf(width, height);
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
    for (const next of near[point]!) {
      if (seen[next] === 1) continue;
      const isSame = stones[next] === color && (dead[next] === 1) === isDead;
      const isCounted =
        holderOf(owner[next]) === holder && (stones[next] === 0 || (!isDead && dead[next] === 1));
      if (!isSame && !isCounted) continue;
      seen[next] = 1;
      open.push(next);
    }
  }
  return { point: start, stones: group.sort((a, b) => a - b), captives };
}

/**
 * The stones that live or die with one that is in doubt. A dead group would live as a whole; of a living one only those go that are in
 * doubt as well, from one to the next by a point between them, and the captives beside them: what surely lives does not die with them.
 */
export function groupInDoubt(score: Scored, start: Point): Group {
  const group = groupAt(score, start);
  const { basis, life } = score;
  if (life.dead[start] === 1) return group;
  const { of } = componentsOf(basis);
  const near = neighborsOf(basis.width, basis.height);
  const chains = life.chains
    .filter(({ probability }) => probability < UNCERTAIN)
    .map(({ point }) => of[point]);
  const inDoubt = new Set([...chains, of[start]]);
  const isIn = (point: Point): boolean =>
    basis.stones[point] === basis.stones[start] && inDoubt.has(of[point]);
  const reached = new Set([start]);
  for (const point of reached)
    for (const next of near[point]!)
      for (const one of [next, ...(basis.stones[next] === EMPTY ? near[next]! : [])])
        if (isIn(one)) reached.add(one);
  const beside = new Set([...reached].flatMap((point) => near[point]!.map((next) => of[next])));
  return {
    point: start,
    stones: [...reached].sort((a, b) => a - b),
    captives: group.captives.filter((point) => beside.has(of[point])),
  };
}

/** The owner of a point, including seki points: 1 Black, 2 White, 0 nobody. */
function holderOf(owner: number | undefined): number {
  if (owner === undefined || owner === 0 || owner === 3) return 0;
  return owner === 1 || owner === 4 || owner === 6 ? 1 : 2;
}

/** The stones that the question about a game names: none where it is not about a group. */
export function groupsInQuestion(report: GameReport): readonly Group[] {
  const { score, settlement } = report;
  const explaining = settlement && changeOf(settlement);
  const point = explaining?.point ?? openQuestion(report)?.point;
  if (!score || point === undefined) return [];
  return [{ point, stones: stonesTurned(score, point), captives: [] }];
}

/** The first of these groups that has the stone, else all that the referee takes to live or die with it. */
export function unitAt(score: Scored, start: Point, named: readonly Group[]): Group {
  return named.find(({ stones }) => stones.includes(start)) ?? groupAt(score, start);
}

/** The chain of a stone alone, without what lives or dies with it. */
export function chainAt({ basis }: Pick<Scored, 'basis'>, start: Point): Group {
  const { of } = componentsOf(basis);
  return { point: start, stones: [...of.keys()].filter((point) => of[point] === of[start]), captives: [] };
}

/** The dead stones if a group had the other status: its captives come alive, or are dead again, and everything else stays. */
export function flipped({ life }: Pick<Scored, 'life'>, { stones: group, captives }: Group): DeadPoints {
  const { dead, seki } = life;
  const [first = 0] = group;
  const isDeadNow = dead[first] === 1;
  const turned = new Set([...group, ...captives]);
  const points = [...dead.keys()];
  return {
    dead: [
      ...points.filter((point) => dead[point] === 1 && !turned.has(point)),
      ...(isDeadNow ? captives : group),
    ],
    seki: points.filter((point) => seki[point] === 1 && !turned.has(point)),
  };
}

/** What the life of one group decides. */
export interface GroupOutcome {
  /** A stone of it. */
  readonly point: Point;
  readonly color: 'black' | 'white';
  readonly stones: number;
  /** As it was judged. */
  readonly isDead: boolean;
  readonly lives: Margins;
  readonly dies: Margins;
}

/** Most groups reported for a game. */
const MAX = 3;

/**
 * The outcomes of the requested groups, of the one that the question is about, and of those whose life is in doubt; the largest
 * difference first, at most three. A group that the question names is that of its words, and no larger one: the sheet, a click and
 * a decision then have the same result. A game without a score has none.
 */
export function groupOutcomes(report: GameReport, asked: readonly Group[] = []): readonly GroupOutcome[] {
  const { score, undecided } = report;
  if (!score) return [];
  const isSameBoard = undecided?.score?.basis.stones.join() === score.basis.stones.join();
  const inDoubt = [...(undecided && isSameBoard ? groupsAsked(undecided) : []), ...groupsAsked(report)];
  const done = new Set<Point | string>();
  const outcomes: GroupOutcome[] = [];
  for (const group of [...asked, ...inDoubt]) {
    const { point, stones } = group;
    if (done.has(point) || done.has(stones.join()) || score.basis.stones[point] === EMPTY) continue;
    done.add(point).add(stones.join());
    const isDead = score.life.dead[point] === 1;
    const other = scoredWith(report, score, flipped(score, group));
    outcomes.push({
      point,
      color: score.basis.stones[point] === BLACK ? 'black' : 'white',
      stones: stones.length,
      isDead,
      lives: marginsOf(isDead ? other : score),
      dies: marginsOf(isDead ? score : other),
    });
  }
  return outcomes.sort((a, b) => swingOf(b) - swingOf(a)).slice(0, MAX);
}

/** The group that the question is about, and those whose life is in doubt. */
export function groupsAsked(report: GameReport): readonly Group[] {
  const { score, findings } = report;
  const doubtful = findings.flatMap(({ code, point }) =>
    score && code === 'dead/uncertain' && point !== undefined ? [groupInDoubt(score, point)] : [],
  );
  return [...groupsInQuestion(report), ...doubtful];
}

function swingOf({ lives, dies }: GroupOutcome): number {
  return Math.abs(lives.resultHalves - dies.resultHalves);
}

/** Points by which the result changes if a group has the other status. */
export function stakeOf(game: ScoredGame, score: GameScore, group: Group): number {
  const other = scoredWith(game, score, flipped(score, group));
  return Math.abs(other.resultHalves - score.resultHalves) / 2;
}

/** What a score of a game depends on besides its board. */
type ScoredGame = Pick<GameReport, 'record' | 'replay' | 'ruleset' | 'rulesetSource'>;

/** The score with these dead stones, and everything else as in the given score. `other`: another final board, with its prisoners. */
function scoredWith(
  { record, replay, ruleset, rulesetSource }: ScoredGame,
  { basis, black, white, life, komiHalves, counting }: GameScore,
  given: DeadPoints,
  other?: Board,
): GameScore {
  const marked = (points: readonly Point[]): Uint8Array => {
    const marks = new Uint8Array(basis.stones.length);
    for (const point of points) marks[point] = 1;
    return marks;
  };
  const board = other ?? { prisonersBlack: black.prisoners, prisonersWhite: white.prisoners };
  const judged = { ...life, dead: marked(given.dead), seki: marked(given.seki), source: 'given' as const };
  const isCounting = counting === 'area' || counting === 'territory';
  return scoreGame(record, { ...replay, board }, other?.contents() ?? basis.stones, judged, ruleset, {
    komiHalves,
    conventions: conventionsOf(record, ruleset, rulesetSource === 'option'),
    ...(isCounting && { counting }),
  });
}

/** The count if the illegal move that ended the play is taken back. */
export interface TakenBack {
  readonly move: number;
  readonly margins: Margins;
}

/**
 * The count of a scored game if its only illegal move, which only passes follow, is taken back as its rules prescribe; `undefined`
 * for others: nobody knows how those would have gone on. Stones that come back are alive.
 */
export function takenBack(report: GameReport): TakenBack | undefined {
  const { record, replay: played, ruleset, score, findings } = report;
  const move = played.moves - played.trailingPasses;
  const found = findings.find((one) => one.move === move && one.disposition !== undefined);
  const isOpen = found?.disposition === 'last-move' || found?.disposition === 'void';
  if (!score || played.illegal !== 1 || !isOpen) return undefined;
  const without = replay(record, ruleset, { illegal: 'pass' });
  const stones = without.board.contents();
  const kept = (status: Uint8Array): Point[] =>
    [...stones.keys()].filter((point) => status[point] === 1 && stones[point] === score.basis.stones[point]);
  const given = { dead: kept(score.life.dead), seki: kept(score.life.seki) };
  return {
    move,
    margins: marginsOf(scoredWith({ ...report, replay: without }, score, given, without.board)),
  };
}
