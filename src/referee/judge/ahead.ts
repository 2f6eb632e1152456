import { type Neighbors, neighborsOf, type Position } from '../../go/board/position.js';
import { BLACK, type Color, EMPTY, type Stone, WHITE } from '../../core/color.js';
import type { Point } from '../../core/point.js';
import { glanceAt } from '../../go/life/judge.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replayed.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { settleKomi } from '../score/margins.js';
import { playBasis } from '../score/score.js';

/** Who was ahead on the board of a game that was not counted: an estimate, not a score. */
export interface Ahead {
  /** `cannot-tell`: the board is too open, or too close. */
  readonly color: Color | 'cannot-tell';
  /** The range in which four of five such games end: margins in half points, Black minus White, with komi. */
  readonly lowHalves: number;
  readonly highHalves: number;
  /** Chance that this color would win, 0.5 to 1. */
  readonly confidence: number;
  /** Points that neither player holds with certainty. */
  readonly open: readonly Point[];
}

/** The only size that the estimate was measured on, and the fewest moves: earlier positions are not estimated. */
const SIZE = 19;
const MIN_MOVES = 100;

/** With less confidence, or on a more open board, nothing is reported. */
const MIN_CONFIDENCE = 0.66;
const MAX_OPEN = 0.52;

/** How far above one half the confidence rises with the lead: of 3,400 positions of 1,500 counted games, 74 % had the winner. */
const MAX_GAIN = 0.3;
/** A lead in points that is clear where nothing is open, what openness adds to it, and the share of it that gives 63 % of the gain. */
const CLEAR_LEAD = { closed: 6, open: 14 } as const;
const CLEAR_SHARE = 0.7;
/** Half of the range of ends in points: where nothing is open, what openness adds, and for each point of lead. */
const REACH = { closed: 1, open: 12, lead: 0.85 } as const;

/** Endings without a count, for which the board says more than the declared result. */
const ENDINGS: ReadonlySet<string> = new Set(['time', 'forfeit', 'stopped', 'passes']);

/**
 * Who was ahead in a game that was not scored because it ended on time or by forfeit, or was left or counted before the borders
 * were closed. `undefined` for other games and sizes, and for short records. Must be called before the next replay, which uses the
 * same board. The figures are measured: docs/events.md.
 */
export function aheadIn(
  record: GameRecord,
  executed: Replay,
  ruleset: Ruleset | undefined,
  { ending, komiHalves }: { readonly ending: string; readonly komiHalves: number | undefined },
): Ahead | undefined {
  const { width, height } = record;
  if (!ENDINGS.has(ending) || width !== SIZE || height !== SIZE || executed.moves < MIN_MOVES)
    return undefined;
  const stones = executed.board.contents();
  const { margin, openness, open } = leadIn(
    { width, height, stones },
    executed.lastPlay === 'black' ? 'white' : 'black',
  );
  const komi = settleKomi(record, ruleset, playBasis(record, executed, stones), komiHalves).halves / 2;
  const lead = margin - komi;
  const distance = Math.abs(lead);
  const scale = CLEAR_SHARE * (CLEAR_LEAD.closed + CLEAR_LEAD.open * openness);
  const confidence = 0.5 + MAX_GAIN * (1 - Math.exp(-distance / scale));
  const reach = REACH.closed + REACH.open * openness + REACH.lead * distance;
  const isClear = confidence >= MIN_CONFIDENCE && openness <= MAX_OPEN;
  // Komi determines which margins are possible, and no board has more points than it has.
  const halves = (points: number): number => {
    const before = Math.min(Math.max(Math.round(points + komi), -width * height), width * height);
    return 2 * (before - komi);
  };
  return {
    color: !isClear ? 'cannot-tell' : lead > 0 ? 'black' : 'white',
    lowHalves: halves(lead - reach),
    highHalves: halves(lead + reach),
    confidence,
    open,
  };
}

/** How a position that was not played out may end. */
export interface Lead {
  /** Black's area minus White's in points, before komi. */
  readonly margin: number;
  /** 0 if every point is certain, 1 if nothing is known. */
  readonly openness: number;
  /** Points that neither player holds with certainty. */
  readonly open: readonly Point[];
}

/** Ownership of a point below which it is open. */
const SURE = 0.8;

/** Beyond every distance on a board. */
const FAR = 1000;

/**
 * Weights of the stones, of ownership by the net and by the playouts, of the nearest stones and of the side to move where nothing
 * is open, and what openness adds to each. Fitted to 1,000 counted 19x19 games, cut after 45 to 95 % of their moves (least
 * absolute errors).
 */
const CLOSED_WEIGHTS = [0.87, 0.117, 0.401, 0.63, 0.942] as const;
const OPEN_WEIGHTS = [-0.767, -0.28, -0.034, -0.754, 0.74] as const;

/** The likely end of a position; `next` is to move. Pure and deterministic. */
function leadIn(position: Position, next: Color): Lead {
  const { stones, width, height } = position;
  const { dead, ownership, sums: played } = glanceAt(position);
  const { blackFirst, whiteFirst, playouts } = played;
  const near = neighborsOf(width, height);
  const [toBlack, toWhite] = [distances(stones, dead, BLACK, near), distances(stones, dead, WHITE, near)];
  const sums = { stones: 0, net: 0, played: 0, nearest: 0 };
  const open: Point[] = [];
  let doubt = 0;
  for (let p = 0; p < stones.length; p++) {
    const owned = (2 * ownership[p]!) / 255 - 1;
    doubt += 1 - owned * owned;
    if (stones[p] !== EMPTY && dead[p] === 0) {
      sums.stones += stones[p] === BLACK ? 1 : -1;
      continue;
    }
    sums.net += owned;
    sums.played += (blackFirst[p]! + whiteFirst[p]!) / playouts;
    sums.nearest += Math.sign(toWhite[p]! - toBlack[p]!);
    if (Math.abs(owned) < SURE) open.push(p);
  }
  const openness = doubt / stones.length;
  const signs = [sums.stones, sums.net, sums.played, sums.nearest, next === 'black' ? 1 : -1];
  const margin = signs.reduce(
    (sum, sign, i) => sum + sign * (CLOSED_WEIGHTS[i]! + openness * OPEN_WEIGHTS[i]!),
    0,
  );
  return { margin, openness, open };
}

/** Steps from the living stones of a color over points without a living stone. */
function distances(stones: Uint8Array, dead: Uint8Array, color: Stone, near: Neighbors): Int16Array {
  const steps = new Int16Array(stones.length).fill(FAR);
  const reached: Point[] = [];
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== color || dead[p] === 1) continue;
    steps[p] = 0;
    reached.push(p);
  }
  for (const p of reached) {
    for (const q of near[p]!) {
      if (steps[q] !== FAR || (stones[q] !== EMPTY && dead[q] === 0)) continue;
      steps[q] = steps[p]! + 1;
      reached.push(q);
    }
  }
  return steps;
}
