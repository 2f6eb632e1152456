import { opponent, type Color } from '../core/color.js';
import { formatPoint, type Point } from '../core/point.js';
import { marginWith, turnedOver } from './flips.js';
import type { GameScore } from './score-types.js';

/** The smallest single change of a count under which a declared result would be true. */
export interface ResultChange {
  readonly by: 'passes' | 'protective-move' | 'counting' | 'komi' | 'group';
  /** `if Black had made one protective move more`. */
  readonly text: string;
  /** The result under it: margin in half points, Black minus White. */
  readonly halves: number;
  /** A stone of the group, for `group`. */
  readonly point?: Point;
}

/** Says that none does. */
export const NO_CHANGE =
  "no single change makes it true: neither one group's life, nor one protective move, komi, counting or passes";

/** Komi that games are played with, in half points; another one would explain any margin. */
const KOMI = [0, 1, 9, 11, 13, 14, 15, 16];
const ONE_POINT = 2;
/** A verdict on a group's life that is this sure is changed only after komi. */
const SURE = 0.9;
/** Most groups that are tried, the least sure first. */
const TRIED = 40;

/**
 * The smallest single change that makes the count meet a declared result, in the order passes, one protective move, counting, the life
 * of a group that is in doubt, komi, the life of another; `undefined` when none does. `isMet` tells whether a margin (half points, Black minus White) meets it.
 * It tells what would have to be otherwise, not that it was.
 */
export function smallestChange(
  score: GameScore,
  isMet: (halves: number) => boolean,
): ResultChange | undefined {
  const { counting } = score;
  if (counting !== 'area' && counting !== 'territory') return undefined;
  for (const { by, text, halves, point } of changes(score)) {
    if (isMet(halves)) return point === undefined ? { by, text, halves } : { by, text, halves, point };
  }
  return undefined;
}

function* changes(score: GameScore): Generator<ResultChange> {
  yield* onePassMore(score);
  yield* oneProtectiveMove(score);
  yield otherCounting(score);
  const groups = groupsOf(score);
  yield* groups.filter(({ chance }) => chance < SURE);
  yield* otherKomi(score);
  yield* groups.filter(({ chance }) => chance >= SURE);
}

/** A pass costs a stone where the rules have pass stones, and by its order may decide the komi. */
function* onePassMore({
  passStonesBlack,
  passStonesWhite,
  counting,
  resultHalves,
}: GameScore): Generator<ResultChange> {
  if (counting !== 'territory' || passStonesBlack + passStonesWhite === 0) return;
  yield { by: 'passes', text: 'if White had passed once more', halves: resultHalves + ONE_POINT };
  yield { by: 'passes', text: 'if Black had passed once more', halves: resultHalves - ONE_POINT };
}

/** A move in the player's own territory costs a point of it, and nothing of area. */
function* oneProtectiveMove({
  counting,
  resultHalves,
  passStonesBlack,
  passStonesWhite,
}: GameScore): Generator<ResultChange> {
  if (counting !== 'territory' || passStonesBlack + passStonesWhite > 0) return;
  for (const color of ['black', 'white'] as const) {
    const text = `if ${name(color)} had made one protective move more`;
    yield {
      by: 'protective-move',
      text,
      halves: resultHalves + (color === 'black' ? -ONE_POINT : ONE_POINT),
    };
  }
}

function otherCounting({ counting, resultAreaHalves, resultTerritoryHalves }: GameScore): ResultChange {
  return counting === 'area'
    ? { by: 'counting', text: 'if territory had been counted', halves: resultTerritoryHalves }
    : { by: 'counting', text: 'if area had been counted', halves: resultAreaHalves };
}

function* otherKomi({ resultHalves, komiHalves }: GameScore): Generator<ResultChange> {
  const nearest = KOMI.filter((halves) => halves !== komiHalves).sort(
    (a, b) => Math.abs(a - komiHalves) - Math.abs(b - komiHalves) || a - b,
  );
  for (const halves of nearest) {
    const text = `if komi had been ${String(halves / 2)}, not ${String(komiHalves / 2)}`;
    yield { by: 'komi', text, halves: resultHalves + komiHalves - halves };
  }
}

type GroupChange = ResultChange & { readonly chance: number };
const kept = new WeakMap<GameScore, readonly GroupChange[]>();

/** The changes by one group's life; a score that is held against several results counts them once. */
function groupsOf(score: GameScore): readonly GroupChange[] {
  let groups = kept.get(score);
  if (!groups) {
    groups = [...otherGroups(score)];
    kept.set(score, groups);
  }
  return groups;
}

/** One group that is not proved alive or dead, with what shares its enclosure and verdict, judged otherwise. */
function* otherGroups(score: GameScore): Generator<GroupChange> {
  const { life, basis, resultHalves } = score;
  const groups = life.chains
    .filter(({ source, probability }) => source !== 'proved' || probability < 1)
    .sort((a, b) => a.probability - b.probability || a.point - b.point);
  const before = marginWith(score, life.dead);
  const seen = new Set<Point>();
  let tried = 0;
  for (const { point, color, stones, dead, probability: chance } of groups) {
    if (seen.has(point)) continue;
    if (++tried > TRIED) return;
    const turned = turnedOver(score, point);
    for (const other of groups) if (turned[other.point] !== life.dead[other.point]) seen.add(other.point);
    const at = formatPoint(point, basis.width, basis.height);
    const which = `${name(color)} ${at} (${String(stones)} ${stones === 1 ? 'stone' : 'stones'})`;
    const text = `if ${which} were ${dead ? 'alive' : 'dead'}`;
    yield {
      by: 'group',
      text,
      halves: resultHalves + 2 * (marginWith(score, turned) - before),
      point,
      chance,
    };
  }
}

function name(color: Color): string {
  return color === 'black' ? 'Black' : 'White';
}

/** Whether a margin is a win of that color. */
export function isWonBy(winner: Color | 'jigo'): (halves: number) => boolean {
  if (winner === 'jigo') return (halves) => halves === 0;
  return (halves) => (opponent(winner) === 'white' ? halves > 0 : halves < 0);
}
