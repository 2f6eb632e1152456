import type { GameRecord } from '../record/record.js';
import { BLACK, colorOf, playerName } from '../core/color.js';
import { formatPoint } from '../core/point.js';
import { protectiveMoves } from './protective-moves.js';
import type { GameScore } from './score-types.js';

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

/** Smallest margin, in half points, whose negation is no accident: shifted results would meet smaller ones. */
const SWAP_FROM = 12;

/** The name of the one hypothesis that leaves the declared winner wrong. */
export const SWAPPED_WINNER = 'colors of the winner swapped';

/**
 * Every named convention under which another margin than `score.resultHalves` may have been declared, in fixed order, one at a time:
 * conventions are never combined, and a group is never judged otherwise, because such a search explains nearly any number.
 * For the same reason the countings, which differ by a point at most in a game without early passes, explain no more than that.
 */
export function hypothesesFor(
  record: GameRecord,
  score: GameScore,
  declaredHalves: number,
): readonly Hypothesis[] {
  if (score.counting !== 'area' && score.counting !== 'territory') return [];
  return [
    ...protection(score, declaredHalves),
    ...(isKorean(record) ? [] : otherCounting(score)),
    ...otherCompensation(score),
    ...otherKomi(score),
    ...inZi(record, score),
    ...(isKorean(record) ? [] : otherSeki(score)),
    ...oneNeutralPoint(score),
    ...otherPassStones(score),
    ...swappedWinner(score),
  ];
}

/**
 * Moves inside the own territory that the position asks for and the record does not have; territory counting only.
 * Only those that cost one point in all: two would explain a margin that is wrong by two nearly as often as a true one.
 */
function protection(score: GameScore, declaredHalves: number): Hypothesis[] {
  if (score.counting !== 'territory') return [];
  // Reading takes time, so only a margin that is one point away is asked about.
  if (Math.abs(declaredHalves - score.resultHalves) !== ONE_POINT) return [];
  const moves = protectiveMoves(score);
  const cost = moves.reduce((sum, { color }) => sum + (color === BLACK ? ONE_POINT : -ONE_POINT), 0);
  const { width, height } = score.basis;
  const named = moves.map(
    ({ point, color }) => `${playerName(colorOf(color))} ${formatPoint(point, width, height)}`,
  );
  const name = `${moves.length === 1 ? 'protective move' : 'protective moves'} ${named.join(', ')}`;
  return [{ name, halves: score.resultHalves - cost }];
}

/** Korean newspapers count territory without seki points, so that no other convention of counting explains a margin. */
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

/** Within one point of the result: what the last play and one pass can make. */
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

/** Other usual komi, where the file tells none. */
function otherKomi(score: GameScore): Hypothesis[] {
  if (score.komiSource !== 'assumed' && score.komiSource !== 'ruleset') return [];
  const usual = score.basis.handicap >= 1 ? HANDICAP_KOMI : EVEN_KOMI;
  return usual
    .filter((halves) => Math.abs(halves - score.komiHalves) <= 2)
    .map((halves) => ({
      name: `komi ${String(halves / 2)}`,
      halves: score.resultHalves + score.komiHalves - halves,
    }));
}

/** Margins counted in zi are half of those in points; only the server that writes them is asked. */
function inZi(record: GameRecord, score: GameScore): Hypothesis[] {
  if (record.origin !== 'fox' || score.counting !== 'area') return [];
  return [{ name: 'margin in zi', halves: score.resultHalves / 2 }];
}

/** Seki points, forced fills and stones dead inside a seki, counted the other way; territory counting only. */
function otherSeki(score: GameScore): Hypothesis[] {
  const { basis, counting } = score;
  if (counting !== 'territory') return [];
  const passStones = score.passStonesWhite - score.passStonesBlack;
  const all = 2 * (basis.territory + passStones) - score.komiHalves;
  return [
    { name: 'seki points counted', halves: all },
    { name: 'seki points not counted', halves: all - 2 * (basis.sekiPoints + basis.deadInSeki) },
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

/** Pass stones that were not handed over: White's last one, or any. */
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

function swappedWinner(score: GameScore): Hypothesis[] {
  return Math.abs(score.resultHalves) >= SWAP_FROM
    ? [{ name: SWAPPED_WINNER, halves: -score.resultHalves }]
    : [];
}
