import type { Color } from '../color.js';
import { row, type Family } from './family.js';

/** Findings about the passes at the end of a game. */
export const ENDING_FINDINGS = {
  'ending/passes-missing': row('note'),
  'ending/white-last': row<{ readonly implied: boolean }>('note'),
  /** Moves of both players as AGA rule 11 counts them; `lastPass`: the pass stones that White owes for passing last, 0 or 1. */
  'ending/unequal-totals': row<{ readonly black: number; readonly white: number; readonly lastPass: number }>(
    'note',
  ),
  'ending/third-pass': row('note'),
  /** `allAlive`: the ruleset counts every stone as alive after that many passes, and no marks show an agreement. */
  'ending/four-passes': row<{ readonly passes: number; readonly allAlive: boolean }>('note'),
  'ending/resumed': row<{ readonly passes: number }>('note'),
} satisfies Family;

/** Findings about the declared result and how it compares with the count. */
export const RESULT_FINDINGS = {
  'result/missing': row('note'),
  'result/malformed': row<{ readonly value: string }>('warning'),
  'result/repaired': row<{ readonly value: string; readonly meant: string }>('note'),
  'result/winner-differs': row<{
    readonly declared: string;
    readonly computed: string;
    /** Groups whose life or death, decided the other way, would give the declared margin; absent if there are none. */
    readonly possible?: string;
  }>('warning'),
  'result/margin-differs': row<{
    readonly declared: string;
    readonly computed: string;
    /** Groups whose life or death, decided the other way, would give the declared margin; absent if there are none. */
    readonly possible?: string;
  }>('warning'),
  'result/not-counted': row<{ readonly value: string }>('note'),
} satisfies Family;

/** Findings about marked territory and dead stones. */
export const DEAD_FINDINGS = {
  'territory/overlap': row<{ readonly points: number }>('warning'),
  'territory/live-stone-inside': row<{ readonly points: number }>('warning'),
  'territory/incomplete': row<{ readonly points: number }>('note'),
  'dead/uncertain': row<{ readonly stones: number; readonly points: number }>('note'),
  /** Of a region: a dead stone in it, its size, and where its color lives beside it, as `E1 C3`. */
  'dead/open-region': row<{
    readonly stone: string;
    readonly points: number;
    readonly color: Color;
    readonly living: string;
  }>('warning'),
  'dead/engine-failed': row<{ readonly reason: string }>('warning'),
  /** `row`: in the table of dead stones, 0 without a table. */
  'dead/given-refused': row<{
    readonly row: number;
    readonly point: string;
    readonly reason: 'no-point' | 'empty';
  }>('error'),
} satisfies Family;
