import { count, type Family } from './family.js';

/** Findings about the passes at the end of a game. */
export const ENDING_FINDINGS = {
  'ending/passes-missing': {
    severity: 'note',
    sentence: () => 'The result was counted, but the record does not end with two passes',
    title: 'A counted game without its passes',
    means:
      'RE has a margin, but the record does not end with two passes. Most servers do not store them. No pass stones are charged for passes that are not in the record.',
    rule: 'AGA 9, Japanese article 9 and others: two passes in a row stop the game.',
    example: '(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]RE[W+7.5];B[ee];W[cc])',
    todo: 'Nothing for an area count. A territory count with pass stones assumes the passes that the rules prescribe.',
  },
  'ending/white-last': {
    severity: 'note',
    sentence: (a: { readonly implied: boolean }) =>
      a.implied
        ? 'Black passed last: the pass that White still owes under these rules is assumed'
        : 'White made the last pass, as these rules require',
    title: 'White passes last',
    means:
      'These rules require White to hand over a stone for a last pass when Black passed second. The record either has that third pass, or leaves it out and it is assumed.',
    rule: 'AGA 11; BGA.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[dc];W[];B[])',
    todo: 'Nothing. Writing the pass makes the record clearer: one point for Black in the territory count.',
  },
  'ending/unequal-totals': {
    severity: 'note',
    /** Moves of both players as AGA rule 11 counts them; `lastPass`: the pass stones that White owes for passing last, 0 or 1. */
    sentence: (a: { readonly black: number; readonly white: number; readonly lastPass: number }) =>
      `Black made ${count(a.black, 'move')} and White ${String(a.white)}: equal totals require ${owedPasses(a.black - a.white)}, White's last pass requires ${a.lastPass === 0 ? 'none' : 'one'}`,
    title: 'The players made different numbers of moves',
    means:
      'These rules require White to pass last and both players to have made the same number of moves, where placing the handicap counts as one. Here the two requirements differ: after an accepted double move, or where White moved first. The count follows the equal totals, which make both countings agree.',
    rule: 'AGA 11: White makes the last move, if need be by another pass; the totals of moves, played or passed, must be equal.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[aa];B[ca];W[de];B[];W[])',
    todo: 'Look for the double move, or for the first move of White; if a pass is missing from the record there, the count is right.',
  },
  'ending/third-pass': {
    severity: 'note',
    sentence: () => 'The record ends with three passes, expected two',
    title: 'Three passes at the end',
    means:
      'The record ends with three passes and the rules applied end the game after two. The third changes nothing here.',
    rule: 'Two passes end the game in most rulesets; a third by White belongs to AGA 11.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5];B[cc];W[dd];B[];W[];B[])',
    todo: 'If the game was played under AGA rules, say so in RU or with --rules.',
  },
  'ending/four-passes': {
    severity: 'note',
    /** `allAlive`: the ruleset counts every stone as alive after that many passes. */
    sentence: (a: { readonly passes: number; readonly allAlive: boolean }) =>
      a.allAlive
        ? `The record ends with ${a.passes} passes in a row: under these rules every stone stays on the board`
        : `The record ends with ${a.passes} passes in a row, expected two`,
    title: 'Four passes at the end',
    means:
      'Under AGA and BGA rules this ends a disagreement: every stone on the board counts as alive. Under Ing rules four passes are the normal end.',
    rule: 'AGA 10; Ing rules on passing.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[];W[];B[];W[])',
    todo: 'Check whether the players really disagreed, or whether the program wrote passes for the counting phase.',
  },
  'ending/resumed': {
    severity: 'note',
    sentence: (a: { readonly passes: number }) => `Play continued after ${a.passes} passes in a row`,
    title: 'Play continued after passes',
    means:
      'A stone was played after two or more passes in a row. The players resumed, to settle which stones are alive or because a pass was an oversight. The history for repetition continues.',
    rule: 'AGA 10, Japanese article 9.3: a stopped game may be resumed.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5];B[cc];W[];B[];W[dd];B[];W[])',
    todo: 'Nothing. If the moves after the passes are only a demonstration, count the position before the passes.',
  },
} satisfies Family;

/** `2 further passes of White`, `no further pass`. */
function owedPasses(owed: number): string {
  if (owed === 0) return 'no further pass';
  return `${count(Math.abs(owed), 'further pass', 'further passes')} of ${owed > 0 ? 'White' : 'Black'}`;
}
