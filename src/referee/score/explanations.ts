import { neighborsOf } from '../../go/board/position.js';
import { BLACK, type Color, EMPTY, opponent, playerName } from '../../core/color.js';
import { perObject } from '../../core/key-index.js';
import { formatPoint, type Point } from '../../core/point.js';
import { formatHalves, plural } from '../../core/text.js';
import type { GameRecord } from '../record/record.js';
import { chargedHalves, costOf, isCharged, movesText } from './protective-moves.js';
import { AREA_KOMI, sekiOrFills } from './margins.js';
import type { GameScore, ResultChange } from './score-types.js';
import { surroundedMargin } from './territory.js';

/** One way in which a declared margin may follow from the count after all. */
export interface Hypothesis {
  /** As printed in `explanation`. */
  readonly name: string;
  /** Final margin in half points under it. */
  readonly halves: number;
}

const ONE_POINT = 2;

/** The usual komi of even games, in half points. */
const EVEN_KOMI = [13, 15, 11];
const HANDICAP_KOMI = [1, 0];

/** Smallest margin, in half points, whose negation is no accident: results slightly off match smaller ones by chance. */
const SWAP_FROM = 12;

/**
 * Every named convention under which a margin other than `score.resultHalves` may have been declared, one at a time, the most
 * plausible first: what the board shows before what it does not.
 * Conventions are never combined and no group's verdict is reversed, because such a search explains nearly any number.
 * For the same reason another counting explains one point at most, the difference in a game without early passes.
 */
export function hypothesesFor(record: GameRecord, score: GameScore): readonly Hypothesis[] {
  if (score.counting !== 'area' && score.counting !== 'territory') return [];
  const { agreedHalves } = score;
  return [
    ...(agreedHalves === undefined
      ? []
      : [{ name: 'stones agreed dead and taken off', halves: agreedHalves }]),
    ...protection(score),
    ...(isKorean(record) ? [] : otherSeki(score)),
    ...(isKorean(record) && score.komiHalves !== AREA_KOMI ? [] : otherCounting(score)),
    ...otherCompensation(score),
    ...otherKomi(score),
    ...inZi(record, score),
    ...oneNeutralPoint(score),
    ...otherPassStones(score),
  ];
}

/**
 * Moves inside a player's own territory that the position needs, the record lacks, and the result does not charge yet. Only those
 * that cost one point in all: two would explain a margin that is wrong by two nearly as often as a true one.
 * Conversely, the players may not have counted the charged moves, if these cost one point in all.
 */
function protection(score: GameScore): Hypothesis[] {
  const { protectiveMoves, resultHalves, basis } = score;
  const { width, height } = basis;
  const charged = chargedHalves(score);
  const [taken, open] = [true, false].map((is) =>
    protectiveMoves.filter((move) => (charged !== 0 && isCharged(move)) === is),
  );
  const found: Hypothesis[] = [
    { name: movesText(open!, width, height), halves: resultHalves + costOf(open!) },
    { name: `${movesText(taken!, width, height)} not charged`, halves: resultHalves - charged },
  ];
  return found.filter(({ halves }) => Math.abs(halves - resultHalves) === ONE_POINT);
}

/**
 * Korean newspapers count territory without seki points, so no other convention of counting explains a margin; but a komi of 7.5
 * suggests Chinese rules, and area counting gave the margin of 11 of 26 such games in which the two countings differ.
 */
function isKorean({ origin }: GameRecord): boolean {
  return origin === 'korean-news';
}

function otherCounting(score: GameScore): Hypothesis[] {
  const other: Hypothesis =
    score.counting === 'area'
      ? { name: 'territory counting', halves: score.resultTerritoryHalves }
      : { name: 'area counting', halves: score.resultAreaHalves };
  return near(score, other) ? [other] : [];
}

/** Within one point of the result: as much as the last play or one pass can change. */
function near(score: GameScore, { halves }: Hypothesis): boolean {
  return Math.abs(halves - score.resultHalves) <= ONE_POINT;
}

/** Handicap compensation of 0, N-1 and N points under area counting. */
function otherCompensation(score: GameScore): Hypothesis[] {
  const stones = score.basis.handicap;
  if (stones < 2 || score.counting !== 'area') return [];
  const bare = score.areaHalves - score.komiHalves;
  return [
    { name: 'area counting without handicap compensation', halves: bare },
    { name: 'handicap compensation of N-1 points', halves: bare - 2 * (stones - 1) },
    { name: 'handicap compensation of N points', halves: bare - 2 * stones },
  ];
}

/** Other usual komi, where the file gives none. */
function otherKomi(score: GameScore): Hypothesis[] {
  if (score.komiSource !== 'assumed' && score.komiSource !== 'ruleset') return [];
  const usual = score.basis.handicap >= 1 ? HANDICAP_KOMI : EVEN_KOMI;
  return usual
    .filter((halves) => Math.abs(halves - score.komiHalves) <= 2)
    .map((halves) => ({
      name: `komi ${formatHalves(halves)}`,
      halves: score.resultHalves + score.komiHalves - halves,
    }));
}

/** Margins counted in zi are half of those in points; considered only for the server that writes them. */
function inZi(record: GameRecord, score: GameScore): Hypothesis[] {
  if (record.origin !== 'fox' || score.counting !== 'area') return [];
  return [{ name: 'margin in zi', halves: score.resultHalves / 2 }];
}

/** Seki points, forced fills and stones dead inside a seki, counted the other way; territory counting only. */
function otherSeki(score: GameScore): Hypothesis[] {
  const { basis, counting } = score;
  if (counting !== 'territory') return [];
  const charged = chargedHalves(score);
  const passStones = score.passStonesWhite - score.passStonesBlack;
  const all = 2 * (basis.territory + passStones) - score.komiHalves + charged;
  const points = sekiOrFills(basis);
  return [
    { name: `${points} counted`, halves: all },
    { name: `${points} not counted`, halves: all - 2 * (basis.sekiPoints + basis.deadInSeki) },
    {
      name: 'points to be filled counted',
      halves: all - 2 * (basis.sekiPoints - basis.fills + basis.deadInSeki),
    },
    { name: 'seki points not counted, stones dead in seki taken', halves: all - 2 * basis.sekiPoints },
  ];
}

/** An odd number of dame gives the side that takes the last one a point of area. */
function oneNeutralPoint(score: GameScore): Hypothesis[] {
  if (score.counting !== 'area' || score.dame % 2 === 0) return [];
  return [
    { name: 'one neutral point for Black', halves: score.resultHalves + 2 },
    { name: 'one neutral point for White', halves: score.resultHalves - 2 },
  ];
}

/** Pass stones that were not handed over: White's last one, or all. */
function otherPassStones(score: GameScore): Hypothesis[] {
  if (score.counting !== 'territory') return [];
  const given = score.passStonesWhite - score.passStonesBlack;
  if (score.passStonesWhite === 0 && score.passStonesBlack === 0) return [];
  const { impliedBlack, impliedWhite } = score.basis.ledger;
  const last = impliedWhite - impliedBlack;
  return [
    { name: "without White's last pass stone", halves: score.resultHalves - 2 * last },
    { name: 'without pass stones', halves: score.resultHalves - 2 * given },
  ].filter((hypothesis) => near(score, hypothesis));
}

/** The explanation if no change does. */
export const NO_CHANGE =
  "no single change makes it true: neither one group's life, nor one protective move, usual komi, counting or passes";

/** Komi in use, in half points; arbitrary values would explain any margin. */
const KOMI = [0, 1, 9, 11, 13, 14, 15, 16];
/** A verdict on a group's life that is at least this sure is changed only after komi. */
const SURE = 0.9;
/** Most groups that are tried, the least sure first. */
const TRIED = 40;

/**
 * The smallest single change that makes the count meet a declared result, in the order passes, one protective move, counting, the life
 * of a doubtful group, the colors of the winner, komi, the life of any other; `undefined` when none does. `isMet`: whether a margin (half points, Black minus
 * White) meets the result.
 * The change says what would have to be different, not that it was.
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

/** A margin that is off by one penalty of two points or two, under rules that give them; no move shows a penalty. */
export function penalty(
  { resultHalves }: GameScore,
  declared: number,
  rules: string,
): ResultChange | undefined {
  const number = Math.abs(declared - resultHalves) / (2 * ONE_POINT);
  if (number !== 1 && number !== 2) return undefined;
  const gained = playerName(declared > resultHalves ? 'black' : 'white');
  const which = number === 1 ? 'a penalty' : 'two penalties';
  return { by: 'penalty', text: `if ${gained} had got ${which} of two points (${rules})`, halves: declared };
}

function* changes(score: GameScore): Generator<ResultChange> {
  yield* onePassMore(score);
  yield* oneProtectiveMove(score);
  yield countedOtherwise(score);
  const groups = groupChanges(score);
  yield* groups.filter(({ chance }) => chance < SURE);
  yield* withColorsExchanged(score);
  yield* withOtherKomi(score);
  yield* groups.filter(({ chance }) => chance >= SURE);
}

/** The margin of the other player, where it is too large to be met by chance. */
function* withColorsExchanged({ resultHalves }: GameScore): Generator<ResultChange> {
  if (Math.abs(resultHalves) < SWAP_FROM) return;
  yield { by: 'winner', text: 'if the winner had the other color', halves: -resultHalves };
}

/** A pass costs a stone where the rules have pass stones, and the order of passes may decide the komi. */
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
    const text = `if ${playerName(color)} had made one protective move more`;
    yield {
      by: 'protective-move',
      text,
      halves: resultHalves + (color === 'black' ? -ONE_POINT : ONE_POINT),
    };
  }
}

function countedOtherwise({ counting, resultAreaHalves, resultTerritoryHalves }: GameScore): ResultChange {
  return counting === 'area'
    ? { by: 'counting', text: 'if territory had been counted', halves: resultTerritoryHalves }
    : { by: 'counting', text: 'if area had been counted', halves: resultAreaHalves };
}

function* withOtherKomi({ resultHalves, komiHalves }: GameScore): Generator<ResultChange> {
  const nearest = KOMI.filter((halves) => halves !== komiHalves).sort(
    (a, b) => Math.abs(a - komiHalves) - Math.abs(b - komiHalves) || a - b,
  );
  for (const halves of nearest) {
    const text = `if komi had been ${formatHalves(halves)}, not ${formatHalves(komiHalves)}`;
    yield { by: 'komi', text, halves: resultHalves + komiHalves - halves };
  }
}

/** A group with its verdict reversed. `chance`: that the verdict is right. */
export interface GroupChange extends ResultChange {
  readonly chance: number;
  readonly point: Point;
}

/**
 * The counts with the verdict on one unproved group reversed, the least sure first; cached, because a score may be compared
 * with several results.
 */
export const groupChanges = perObject((score: GameScore): readonly GroupChange[] => [...otherGroups(score)]);

/** Reverses the verdict on each group that is not proved alive or dead, with the groups that share its enclosure and verdict. */
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
    const turned = reversed(score, point);
    for (const other of groups) if (turned[other.point] !== life.dead[other.point]) seen.add(other.point);
    const at = formatPoint(point, basis.width, basis.height);
    const which = `${playerName(color)} ${at} (${String(stones)} ${stones === 1 ? 'stone' : 'stones'})`;
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

/** Whether a margin is a win for that color, or a jigo. */
export function isWonBy(winner: Color | 'jigo'): (halves: number) => boolean {
  if (winner === 'jigo') return (halves) => halves === 0;
  return (halves) => (opponent(winner) === 'white' ? halves > 0 : halves < 0);
}

/** The stones of which a `GroupChange` speaks: a chain, and those of its color in the same enclosure that share its verdict. */
export function stonesTurned({ basis, life: { dead } }: Turnable, start: Point): readonly Point[] {
  const { stones, width, height } = basis;
  const near = neighborsOf(width, height);
  const color = stones[start]!;
  const was = dead[start]!;
  const reached = new Set([start]);
  for (const p of reached) {
    for (const q of near[p]!)
      if (stones[q] === color ? dead[q] === was : stones[q] === EMPTY && was === 1) reached.add(q);
  }
  return [...reached].filter((p) => stones[p] === color).sort((a, b) => a - b);
}

type Turnable = Pick<GameScore, 'basis' | 'life'>;

/** The dead stones after reversing the verdict on a chain and on those that share it. */
function reversed(score: GameScore, start: Point): Uint8Array {
  const dead = score.life.dead.slice();
  for (const p of stonesTurned(score, start)) dead[p] = 1 - dead[p]!;
  return dead;
}

/** The area margin in points with these stones dead: Black minus White, before komi. The territory margin changes as much. */
function marginWith(score: GameScore, dead: Uint8Array): number {
  const { stones, width, height } = score.basis;
  let live = 0;
  for (let p = 0; p < stones.length; p++) {
    if (dead[p] === 0 && stones[p] !== EMPTY) live += stones[p] === BLACK ? 1 : -1;
  }
  return live + surroundedMargin({ width, height, stones }, dead);
}

/** Chains surer than this are not tried. */
const SURE_TO_SETTLE = 0.97;

/** Most chains tried, the least sure first. */
const MAX_CHAINS = 8;

/**
 * Groups whose reversed verdict would give the declared margin, as text: `D4 (5 stones, 12 points)`, '' when there are none.
 * Only listed as possible: one reversed group matches a wrong margin too often to explain anything.
 */
export function possibleFlips(score: GameScore, declaredHalves: number): string {
  const { basis, life } = score;
  const wanted = Math.abs(declaredHalves - score.resultHalves);
  const doubtful = life.chains
    .filter((chain) => chain.probability < SURE_TO_SETTLE)
    .sort((a, b) => a.probability - b.probability || a.point - b.point)
    .slice(0, MAX_CHAINS);
  const words: string[] = [];
  for (const chain of doubtful) {
    const dead = reversed(score, chain.point);
    const stake = 2 * Math.abs(marginWith(score, dead) - marginWith(score, life.dead));
    if (stake !== wanted || stake === 0) continue;
    const at = formatPoint(chain.point, basis.width, basis.height);
    words.push(`${at} (${plural(chain.stones, 'stone')}, ${formatHalves(stake)} points)`);
  }
  return words.join(', ');
}
