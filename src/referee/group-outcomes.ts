import { BLACK, EMPTY } from '../core/color.js';
import type { Point } from '../core/point.js';
import { conventionsOf } from '../score/conventions.js';
import { type DeadPoints, flipped, groupAt } from '../score/group.js';
import { scoreGame } from '../score/score.js';
import type { GameScore } from '../score/score-types.js';
import type { GameReport } from './report.js';

/** The result under both countings, and by the one that counts: margins in half points, Black minus White. */
export type Margins = Pick<
  GameScore,
  'resultAreaHalves' | 'resultTerritoryHalves' | 'resultHalves' | 'counting' | 'winner'
>;

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

/** Most groups of a game. */
const MOST = 3;

/**
 * The outcomes of the groups that are asked about (a point of each), whose life is in doubt, or that would explain a contradicted
 * result; those that decide most come first, at most three. A game without a score has none.
 */
export function groupOutcomes(report: GameReport, asked: readonly Point[] = []): readonly GroupOutcome[] {
  const { score, findings, settlement } = report;
  if (!score) return [];
  const change = settlement?.change;
  const explaining = change === undefined || change === 'none' ? undefined : change.point;
  const doubtful = findings.filter(({ code }) => code === 'dead/uncertain').map(({ point }) => point);
  const done = new Set<Point>();
  const outcomes: GroupOutcome[] = [];
  for (const start of [...asked, explaining, ...doubtful]) {
    if (start === undefined || done.has(start) || score.basis.stones[start] === EMPTY) continue;
    const group = groupAt(score, start);
    for (const point of group.stones) done.add(point);
    const isDead = score.life.dead[start] === 1;
    const other = scoredWith(report, score, flipped(score, group));
    outcomes.push({
      point: start,
      color: score.basis.stones[start] === BLACK ? 'black' : 'white',
      stones: group.stones.length,
      isDead,
      lives: marginsOf(isDead ? other : score),
      dies: marginsOf(isDead ? score : other),
    });
  }
  return outcomes.sort((a, b) => swingOf(b) - swingOf(a)).slice(0, MOST);
}

function swingOf({ lives, dies }: GroupOutcome): number {
  return Math.abs(lives.resultHalves - dies.resultHalves);
}

function marginsOf(score: GameScore): Margins {
  const { resultAreaHalves, resultTerritoryHalves, resultHalves, counting, winner } = score;
  return { resultAreaHalves, resultTerritoryHalves, resultHalves, counting, winner };
}

/** The score with these dead stones, everything else as in the one given. */
function scoredWith(
  { record, replay, ruleset, rulesetSource }: GameReport,
  { basis, black, white, life, komiHalves, counting }: GameScore,
  given: DeadPoints,
): GameScore {
  const marked = (points: readonly Point[]): Uint8Array => {
    const marks = new Uint8Array(basis.stones.length);
    for (const point of points) marks[point] = 1;
    return marks;
  };
  const board = { prisonersBlack: black.prisoners, prisonersWhite: white.prisoners };
  const judged = { ...life, dead: marked(given.dead), seki: marked(given.seki), source: 'given' as const };
  const isCounting = counting === 'area' || counting === 'territory';
  return scoreGame(record, { ...replay, board }, basis.stones, judged, ruleset, {
    komiHalves,
    conventions: conventionsOf(record, ruleset, rulesetSource === 'option'),
    ...(isCounting && { counting }),
  });
}
