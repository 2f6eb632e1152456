import type { Color } from '../color.js';
import { row, type Family } from './family.js';

/**
 * Findings about clocks. Times are in seconds; `player`: whose clock it is; `since`: the move of the previous reading.
 */
export const TIME_FINDINGS = {
  /** `values`: how many clock values of the game cannot be read. */
  'time/malformed': row<{ readonly ident: string; readonly value: string; readonly values: number }>('note'),
  'time/unknown-system': row<{ readonly value: string }>('note'),
  'time/repaired': row<{ readonly value: string; readonly meant: string }>('note'),
  'time/increase': row<{
    readonly player: Color;
    readonly before: number;
    readonly left: number;
    readonly since: number;
  }>('warning'),
  'time/above-limit': row<{ readonly player: Color; readonly left: number; readonly most: number }>(
    'warning',
  ),
  /** `least`: the lowest reading of the clock in the game. */
  'time/negative': row<{ readonly player: Color; readonly least: number }>('note'),
  'time/periods': row<{ readonly player: Color; readonly count: number; readonly most: number }>('warning'),
  /** `shown`, `expected`: seconds of a period, or moves left in a Canadian period. */
  'time/overdrawn': row<{
    readonly player: Color;
    readonly of: 'period' | 'moves';
    readonly shown: number;
    readonly expected: number;
  }>('warning'),
  /** `readings`: how many of the game belong to the wrong player, or to the only player who has any. */
  'time/wrong-side': row<{ readonly player: Color; readonly of: 'node' | 'game'; readonly readings: number }>(
    'warning',
  ),
  'time/flag-fallen': row<{ readonly player: Color; readonly left: number; readonly since: number }>(
    'warning',
  ),
  /** `left`: main time and all periods; `since`: the loser's last move. */
  'time/loss-with-time': row<{ readonly player: Color; readonly left: number; readonly since: number }>(
    'note',
  ),
  'time/loser-to-move': row<{ readonly player: Color; readonly left: number; readonly result: string }>(
    'warning',
  ),
} satisfies Family;
