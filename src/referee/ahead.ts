import type { Color } from '../core/color.js';
import type { Point } from '../core/point.js';
import { leadIn } from '../life/lead.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import type { Ruleset } from '../rules/ruleset.js';
import { playBasis } from '../score/count.js';
import { settleKomi } from '../score/margins.js';

/** Who was ahead on the board of a game that was not counted: an estimate, and no score. */
export interface Ahead {
  /** `cannot-tell`: the board is too open, or too close. */
  readonly color: Color | 'cannot-tell';
  /** The range in which four of five such games end: margins in half points, Black minus White, komi counted. */
  readonly lowHalves: number;
  readonly highHalves: number;
  /** Chance that this color would win, 0.5 to 1. */
  readonly confidence: number;
  /** Points that neither player holds surely. */
  readonly open: readonly Point[];
}

/** The only size that the estimate was measured on, and the fewest moves: before them nothing can be told. */
const SIZE = 19;
const FEWEST_MOVES = 100;

/** Less sure, or on a board that is more open, nothing is told. */
const LEAST_CONFIDENCE = 0.7;
const MOST_OPEN = 0.52;

/** How a record may end without a count, where the board says more than the declared result. */
const ENDINGS: ReadonlySet<string> = new Set(['time', 'forfeit', 'stopped', 'passes']);

/**
 * Who was ahead in a game that was not scored: it ended on time, by forfeit, or was left or counted before the borders were closed.
 * `undefined` for other games, sizes and short records. Must be called before the next replay, which uses the same board.
 * The figures are measured: docs/events.md.
 */
export function aheadIn(
  record: GameRecord,
  executed: Replay,
  ruleset: Ruleset | undefined,
  { ending, komiHalves }: { readonly ending: string; readonly komiHalves: number | undefined },
): Ahead | undefined {
  const { width, height } = record;
  if (!ENDINGS.has(ending) || width !== SIZE || height !== SIZE || executed.moves < FEWEST_MOVES)
    return undefined;
  const stones = executed.board.contents();
  const { margin, openness, open } = leadIn(
    { width, height, stones },
    executed.lastPlay === 'black' ? 'white' : 'black',
  );
  const komi = settleKomi(record, ruleset, playBasis(record, executed, stones), komiHalves).halves / 2;
  const lead = margin - komi;
  const distance = Math.abs(lead);
  const confidence = 0.5 + 0.38 * (1 - Math.exp(-distance / (0.7 * (6 + 14 * openness))));
  const reach = 1 + 12 * openness + 0.85 * distance;
  const isTold = confidence >= LEAST_CONFIDENCE && openness <= MOST_OPEN;
  // Komi says which margins there are.
  const halves = (points: number): number => 2 * (Math.round(points + komi) - komi);
  return {
    color: !isTold ? 'cannot-tell' : lead > 0 ? 'black' : 'white',
    lowHalves: halves(lead - reach),
    highHalves: halves(lead + reach),
    confidence,
    open,
  };
}
